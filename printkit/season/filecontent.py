"""What was found in the files of a season: games as they were written, and what isn't one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from printkit.core.units import counted
from printkit.rules.record import parse_date

if TYPE_CHECKING:
    from printkit.core.errors import PrintkitError

Kind: TypeAlias = Literal["record", "score sheet", "table"]

ORDER: Final[tuple[Kind, ...]] = ("record", "score sheet", "table")
"""The kinds of files, the one that says most about a game first."""

Cause: TypeAlias = Literal["error", "illegal", "unfinished", "other", "left out", "duplicate"]


class FoundGame(NamedTuple):
    """A game in a file, before `season.yaml` decides about names and places."""

    kind: Kind
    line: int  # of a table; 0 if the file is the game
    game: str  # the id of a game that printkit knows, or a title
    title: str
    when: str  # ISO date and time; a day is noon in UTC; empty if unknown
    names: tuple[str, ...]
    scores: tuple[float, ...]
    places: tuple[int, ...]
    mark: str = ""  # the same for copies of a file
    illegal: str = ""  # the rule that was broken, with its place


class NotCounted(NamedTuple):
    """Something in the folder that doesn't count, and why.

    Attributes:
        file: The file, within the folder.
        line: The line, counted from 1; 0 if it is about the whole file.
        reason: Why it doesn't count.
        hint: What to do about it; may be empty.
        cause: `error` (it can't be read), `illegal` (a record that breaks a rule), `unfinished`,
            `left out` (by `season.yaml`), `duplicate` (the game was counted already), or `other`
            (a file of another kind).
    """

    file: str
    line: int
    reason: str
    hint: str = ""
    cause: Cause = "error"

    @property
    def place(self) -> str:
        """The file, with the line if there is one."""
        return place_in(self.file, self.line)


class FileContent(NamedTuple):
    """Everything that was found in one file."""

    games: tuple[FoundGame, ...] = ()
    problems: tuple[NotCounted, ...] = ()
    uses: Mapping[str, str] = {}  # digests of other files, such as the layout of a score sheet


def place_in(file: str, line: int) -> str:
    """Return a place in a file: its name, and the line if there is one."""
    return f"{file}:{line}" if line else file


def places_of(standing: Sequence[Any]) -> tuple[int, ...]:
    """Return everyone's place; larger is better, and equals share a place."""
    order = sorted(standing, reverse=True)
    return tuple(1 + order.index(each) for each in standing)


def not_counted(name: str, reason: str, line: int = 0, **more: Any) -> FileContent:
    """Return the content of a file that has no game, with the reason."""
    return FileContent(problems=(NotCounted(name, line, reason, **more),))


def problem_of(error: PrintkitError, name: str) -> NotCounted:
    """Return what is wrong; of several problems, the first one and how many more there are."""
    first, *others = (each.as_problem() for each in error.problems)
    more = f", and {counted(len(others), 'more problem')}" if others else ""
    return NotCounted(first.file or name, first.line, first.message + more, first.hint)


def moment_of(text: str) -> str:
    """Return the date and time of a game; a day is noon in UTC."""
    found = parse_date(text)
    return found.isoformat() if found else ""
