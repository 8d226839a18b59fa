"""A worker: a process that builds one order after the other, and keeps what it has loaded.

If it is asked to, it judges what it has built; what is up to date it only judges.

Takes orders from a pipe and answers each twice: when it has been built, and another may come
while the disk takes its files; and with a result once they are in their places. It ends when the
pipe says so, when it is told to (SIGTERM), or when the process that started it is gone; a file it
was writing is then removed. Ctrl-C is for that process to handle.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from printkit.batch.merging import LaidOut, lay_out
from printkit.batch.state import Made
from printkit.build import build_into
from printkit.errors import PrintkitError, Problems, mistake
from printkit.faces import taking_fonts
from printkit.files import Staging, remove_parts
from printkit.processes import GRACE_S
from printkit.reads import recording
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from printkit.batch.orders import Order
    from printkit.build import Kept
    from printkit.build.output import FileMade
    from printkit.faces import SystemFace
    from printkit.preflight import FileReport, Judge

BUILT: Final = "built"
"""What a worker says when it can take another order, while this one's files are written."""


class Trouble(NamedTuple):
    """Why an order failed: as lines for a person, and as plain data."""

    text: str
    data: dict[str, object]


def troubles(problems: Iterable[PrintkitError]) -> tuple[Trouble, ...]:
    """The texts of errors, as an error itself cannot always be sent to another process."""
    return tuple(Trouble(one.render(), one.as_json()) for one in Problems(problems).shown())


class Reply(NamedTuple):
    """What became of an order: files, what was read for them, how they are judged; or troubles."""

    files: tuple[Made, ...] = ()  # what was made
    reads: tuple[tuple[str, str], ...] = ()  # each file that was read, and its digest
    reports: tuple[FileReport, ...] = ()  # what preflight says of the PDFs
    troubles: tuple[Trouble, ...] = ()  # why there are no files
    seconds: float = 0.0  # how long it took
    laid: LaidOut | None = None  # the pages, where they are to be merged
    fonts: tuple[SystemFace, ...] = ()  # the fonts of this system that were taken


class Duty(NamedTuple):
    """What holds for all orders: where files go, whether PDFs are judged, and what is made already.

    `made` has the files of orders that are up to date.
    """

    out: Path
    judges: bool
    made: Mapping[str, tuple[Made, ...]]
    merges: bool = False  # whether the pages of every PDF are wanted, up to date or not


def work(pipe: Connection, lifeline: Connection, duty: Duty) -> None:
    """Builds what comes through the pipe until None does, or nothing can come any more."""
    from printkit.preflight import Judge

    folders: list[Path] = []
    threading.Thread(target=_end_with_parent, args=(lifeline, folders), daemon=True).start()
    try:
        with suppress(EOFError, OSError), Judge() as judge:
            _take_orders(pipe, folders, duty, judge)
    finally:
        _tidy(folders)


def _take_orders(pipe: Connection, folders: list[Path], duty: Duty, judge: Judge) -> None:
    """Builds each order while the files of the one before are written; `folders` are of both."""
    putting = threading.Thread()
    while (order := pipe.recv()) is not None:
        folders[:] = [*folders[-1:], (duty.out / order.name).parent]
        staging = Staging()
        built = _attempt(partial(_build, order, duty, staging))
        if putting.ident is not None:
            putting.join()
        pipe.send(BUILT)
        given = (pipe, built, staging, judge if duty.judges else None, duty.out)
        if duty.judges:
            _finish(*given)  # a judge takes a processor, too, and ends with who asked it first
        else:
            putting = threading.Thread(target=_finish, args=given)
            putting.start()


def _tidy(folders: Iterable[Path]) -> None:
    """Removes what is half written."""
    for folder in folders:
        remove_parts(folder, os.getpid())


def _end_with_parent(lifeline: Connection, folders: list[Path]) -> None:
    """Ends this process when its parent is gone, which closes the other end of this pipe.

    Work that does not stop when told to (the disk may be slow) is cut off.
    """
    with suppress(OSError):
        lifeline.poll(None)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE_S)
    _tidy(folders)
    os._exit(1)


def _attempt(step: Callable[[], Reply]) -> Reply:
    """Runs one step; whatever goes wrong becomes part of the result."""
    started = time.perf_counter()
    problems: Iterable[PrintkitError] = ()
    result = Reply()
    try:
        result = step()
    except PrintkitError as error:
        problems = error.problems
    except Exception as error:  # one bad order must not end the others
        problems = (mistake(error),)
    seconds = result.seconds + time.perf_counter() - started
    return result._replace(troubles=result.troubles + troubles(problems), seconds=seconds)


def _build(order: Order, duty: Duty, staging: Staging) -> Reply:
    """Builds an order into temporary files; one that is up to date keeps those it has."""
    keep: list[Kept] | None = [] if duty.merges and order.is_pdf else None
    with recording() as reads, taking_fonts() as taken:
        made = duty.made.get(order.name)
        if not made:
            built = build_into(order.request, staging, keep=keep)
            made = tuple(_made(file, duty.out) for file in built.files)
        laid = LaidOut.of(*keep[0]) if keep else None
    if keep is not None and laid is None:
        laid = lay_out(order.request)
    fonts = tuple(taken.faces.values())
    return Reply(made, tuple(reads.items()), laid=laid, fonts=fonts)


def _finish(
    pipe: Connection, built: Reply, staging: Staging, judge: Judge | None, out: Path
) -> None:
    """Puts the files in their places, has them judged if there is a judge, and answers."""
    with suppress(OSError), staging:
        pipe.send(built if built.troubles else _attempt(partial(_put, built, staging, judge, out)))


def _put(built: Reply, staging: Staging, judge: Judge | None, out: Path) -> Reply:
    staging.commit()
    pdfs = [out / file.name for file in built.files if file.name.endswith(".pdf")]
    return built._replace(reports=tuple(judge.judge(pdf) for pdf in pdfs) if judge else ())


def _made(file: FileMade, out: Path) -> Made:
    return Made(file.path.relative_to(out).as_posix(), file.digest, file.pages, file.bytes)
