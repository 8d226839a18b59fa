"""Saving a record while it grows: the file is complete after every answer.

New lines are appended to the file and flushed. If lines have to be removed (an undone event, or the
single answers of a turn that has become an event), the file is replaced.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import count
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from printkit.core.errors import OutputError, PrintkitError, Where
from printkit.core.files import (
    NameTakenError,
    append_file,
    cannot_write,
    check_writable,
    folder_lock,
    write_file,
)
from printkit.core.messages import say
from printkit.recording.recordfile import find_recorded, why_unreadable
from printkit.recording.resuming import IllegalRecord, resume, spell_record
from printkit.rules.record import BadLine, parse_line

MAX_BYTES = 10_000_000  # far more than any game that someone types

if TYPE_CHECKING:
    from printkit.recording.session import GameSession


class RecordStore:
    """The file of one record, and its saved content."""

    __slots__ = ("_saved", "path")

    def __init__(self, path: Path) -> None:
        self.path = path
        self._saved = b""

    def load(self, *, full: bool) -> GameSession:
        """Resume the record in the file; raise an error if it breaks a rule."""
        self._saved = _load_bytes(self.path)
        try:
            return resume(_without_half_a_line(self._saved), find_recorded, full=full)
        except IllegalRecord as illegal:
            line, _, rule, message = illegal.report.violation or (
                0,
                None,
                "",
                say("this isn't a record"),
            )
            command = f"printkit validate {quote(str(self.path))}"
            hint = say("run {command} for details", command=command)
            message = say("{message} [{rule}]", message=message, rule=rule)
            raise PrintkitError(message, Where(str(self.path), line), hint) from None

    def save(self, session: GameSession) -> None:
        """Save the current record."""
        data = spell_record(session)
        if data == self._saved:
            return
        if len(data) > MAX_BYTES:
            message = say("the record would be larger than {most} bytes", most=f"{MAX_BYTES:,}")
            hint = say("everything before this is kept")
            raise OutputError(message, Where(str(self.path)), hint)
        check_writable(self.path)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with folder_lock(self.path.parent):
                self._replace(data)
        except OSError as error:
            raise cannot_write(self.path, error) from error
        self._saved = data

    def _replace(self, data: bytes) -> None:
        """Write the record, unless another program has changed the file."""
        if (_load_bytes(self.path) if self.path.exists() else b"") != self._saved:
            message = say("another program has changed this file")
            hint = say("run the same command to continue from what is there now")
            raise NameTakenError(message, Where(str(self.path)), hint)
        if self._saved and data.startswith(self._saved):
            append_file(self.path, data[len(self._saved) :], len(self._saved))
        else:
            write_file(self.path, data)


def now() -> str:
    """Return the current date and time, in the format of a record's header."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def default_paths(game: str, folder: Path) -> Iterator[Path]:
    """Yield today's default paths for records of a game: existing ones, and the next free one."""
    day = datetime.now().astimezone().date().isoformat()
    for number in count(1):
        path = folder / f"{game}-{day}{f'-{number}' if number > 1 else ''}.jsonl"
        yield path
        if not path.exists():
            return


def _load_bytes(path: Path) -> bytes:
    if path.exists() and not path.is_file():
        raise OutputError(say("this isn't a regular file"), Where(str(path)))
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise OutputError(why_unreadable(error), Where(str(path))) from error
    if len(data) > MAX_BYTES:
        message = say("the file is larger than {most} bytes", most=f"{MAX_BYTES:,}")
        raise OutputError(message, Where(str(path)))
    return data


def _without_half_a_line(data: bytes) -> bytes:
    """Return the complete lines of a record: a power failure may have cut off the last one."""
    whole, newline, last = data.rpartition(b"\n")
    if newline and last.startswith(b"{") and isinstance(parse_line(last), BadLine):
        return whole + newline
    return data
