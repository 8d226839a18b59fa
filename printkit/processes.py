"""How other processes are started, share work and end, and what Ctrl-C does meanwhile.

A `Worker` is a copy of this process, where the system can copy one, and has loaded what this one
has. An `Assistant` is a fresh process, for work that may cost too much or crash.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import cycle
from typing import IO, TYPE_CHECKING, Any, TypeVar

from printkit.errors import PrintkitError, mistake
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from pathlib import Path
    from subprocess import Popen
    from types import FrameType

AHEAD = 2  # how many shares each process has in hand, so that none has to wait
GRACE_S = 0.5
"""How long a worker may take to leave: Ctrl-C is to be obeyed within two seconds in all."""
Share = TypeVar("Share")
Done = TypeVar("Done")

# A forked worker starts with all that is loaded by then. Elsewhere than on Linux forking is
# unsafe or unknown, and a worker loads things by itself.
METHOD = "fork" if sys.platform == "linux" else "spawn"
ASSIST = "import sys; sys.path[:] = sys.argv[1:]; import printkit.processes as p; p.assist()"


@contextmanager
def ctrl_c_held() -> Iterator[None]:
    """Holds back a Ctrl-C while a worker starts: it reaches us afterwards, never the worker."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def heed_the_starter_alone() -> None:
    """In a worker: Ctrl-C is for the process that started it, which also says when to leave."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _leave(_number: int, _frame: FrameType | None) -> None:
    """Leaves, and tidies up on the way. Where that is swallowed the system ends it soon after."""
    if hasattr(signal, "alarm"):
        signal.alarm(1)
    sys.exit(1)


def ending(code: int | None) -> str:
    """How a process ended, by its exit code: the name of a signal, where one ended it."""
    if code is None or code >= 0:
        return f"exit code {code}"
    return signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"


def usable_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Worker:
    """A process that works for this one, at the other end of a pipe.

    It calls `target` with its end and with what is given. `ours` are further ends that it must not
    hold. Whoever makes one holds Ctrl-C back until the worker is in good hands.
    """

    def __init__(
        self, target: Callable[..., None], *given: object, ours: Iterable[Connection] = ()
    ) -> None:
        from multiprocessing import get_context

        context: Any = get_context(METHOD)
        self.pipe, theirs = context.Pipe()
        inherited = (self.pipe, *ours) if METHOD == "fork" else ()
        call = (target, theirs, inherited, given)
        self.process = context.Process(target=_begin, args=call, daemon=True)
        self.process.start()
        theirs.close()

    def give(self, thing: object) -> None:
        """Hands something over; that the process is gone is noticed when its answer is awaited."""
        with suppress(OSError):
            self.pipe.send(thing)

    def ask_to_leave(self) -> None:
        """Lets the process tidy up and leave."""
        if self.process.is_alive():
            self.process.terminate()

    def leave(self, patience_s: float = 0.0) -> None:
        """Waits for the process to end, or ends it."""
        self.process.join(patience_s)
        if self.process.is_alive():
            self.process.kill()
        self.process.join()
        self.pipe.close()


def _begin(
    target: Callable[..., None],
    pipe: Connection,
    inherited: Iterable[Connection],
    given: Iterable[object],
) -> None:
    """What a worker does first: it lets go of what is not for it."""
    for connection in inherited:
        connection.close()
    heed_the_starter_alone()
    target(pipe, *given)


def shared_out(work: Callable[[Share], Done], shares: Iterable[Share], jobs: int) -> Iterator[Done]:
    """The results of all shares in their order, worked out by so many processes at a time.

    Shares are taken as they are needed, so that there may be any number of them. What is wrong with
    one is raised here; so is that a process was ended by the system.
    """
    workers: list[Worker] = []
    try:
        for _ in range(jobs):
            with ctrl_c_held():
                ours = [worker.pipe for worker in workers]
                workers.append(Worker(_serve, work, ours=ours))
        busy: deque[Worker] = deque()
        for share, worker in zip(shares, cycle(workers)):
            done = [_take(busy.popleft())] if len(busy) == AHEAD * jobs else []
            worker.give(share)
            busy.append(worker)
            yield from done
        while busy:
            yield _take(busy.popleft())
    finally:
        end_all(workers)


def end_all(workers: Sequence[Worker]) -> None:
    """Ends workers: kindly, so that they tidy up, and soon by force. A second Ctrl-C waits."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for worker in workers:
            worker.ask_to_leave()
        end = time.monotonic() + GRACE_S
        for worker in workers:
            worker.leave(max(0.0, end - time.monotonic()))
    finally:
        signal.signal(signal.SIGINT, before)


def _take(worker: Worker) -> Any:
    """The result of the oldest share that the worker has in hand."""
    try:
        failed, done = worker.pipe.recv()
    except (EOFError, OSError):
        hint = "run it again, or with --jobs 1"
        message = "a process that worked on this was ended by the system"
        raise PrintkitError(message, hint=hint) from None
    if failed:
        raise failed(*done)
    return done


def _serve(pipe: Connection, work: Callable[[Any], Any]) -> None:
    """Works on shares until the other end of the pipe is closed."""
    with suppress(EOFError, OSError):
        while True:
            pipe.send(_answer(work, pipe.recv()))


def _answer(work: Callable[[Any], Any], share: object) -> tuple[type[PrintkitError] | None, Any]:
    try:
        return None, work(share)
    except PrintkitError as error:
        known = error
    except Exception as error:  # it is told as one of our own there
        known = mistake(error)
    return type(known), (known.message, known.where, known.hint)


class Wire(NamedTuple):
    """One end of the line between a process and its assistant."""

    heard: IO[bytes]
    said: IO[bytes]

    def say(self, thing: object) -> None:
        """Hands something over."""
        from pickle import dump

        dump(thing, self.said)
        self.said.flush()

    def hear(self) -> Any:
        """What the other end says next; EOFError if it is gone."""
        from pickle import UnpicklingError, load

        try:
            return load(self.heard)
        except (OSError, ValueError, UnpicklingError):  # gone in the middle of a word
            raise EOFError from None


class Assistant:
    """A fresh process that answers one question after the other.

    It starts with the first question, and anew with the next when it is gone. It calls `serve` with
    its end of the wire and with what is given; what it prints is not heard here.
    """

    def __init__(
        self,
        serve: Callable[..., None],
        *given: object,
        folder: Path | None = None,
        is_quiet: bool = False,
    ) -> None:
        self._beginning = serve, given
        self._folder = folder  # where it works, if not here
        self._is_quiet = is_quiet  # whether its complaints are not heard, either
        self.process: Popen[bytes] | None = None

    @property
    def is_there(self) -> bool:
        """Whether it has started and not ended."""
        return self.process is not None and self.process.poll() is None

    def give(self, thing: object) -> None:
        """Hands something over; that the process is gone is noticed when its answer is awaited."""
        if not self.is_there:
            self.end()
            self._start()
        with suppress(OSError):
            self._wire.say(thing)

    def hear(self, limit_s: float) -> Any:
        """What it says next. If it takes longer, it is ended; EOFError says how it has ended."""
        from threading import Timer

        process = self.process
        if process is None:
            raise EOFError
        clock = Timer(limit_s, process.kill)
        clock.daemon = True
        clock.start()
        try:
            return self._wire.hear()
        except EOFError:
            raise EOFError(ending(process.wait())) from None
        finally:
            clock.cancel()

    def end(self) -> None:
        """Ends the process, whatever it does."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
        self.process = None

    def _start(self) -> None:
        from subprocess import DEVNULL, PIPE, Popen

        command = [sys.executable, "-c", ASSIST, *filter(None, sys.path)]
        stderr = DEVNULL if self._is_quiet else None
        process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=stderr, cwd=self._folder)
        assert process.stdin
        assert process.stdout
        self.process = process
        self._wire = Wire(process.stdout, process.stdin)
        with suppress(OSError):
            self._wire.say(self._beginning)


def assist() -> None:
    """What an assistant's process does first: it keeps what is printed apart from its answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    wire = Wire(sys.stdin.buffer, os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)
    serve, given = wire.hear()
    serve(wire, *given)
