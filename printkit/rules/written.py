"""What a recorded game writes on its sheets, and what its result sheet shows.

Values go by the names of fields. A game computes them from the steps of a replay; it knows the
names, and nothing of how a sheet looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.rules.game import Event
    from printkit.rules.remarks import Sentences

S = TypeVar("S")

FieldValue: TypeAlias = int | bool | str  # what stands in a field: a number, a tick or words

CROSSED: Final = "crossed"
"""What stands in a box that was ticked and crossed out again: it counts as empty."""


class Entry(NamedTuple):
    """A line that somebody writes in the language of the sheet: 'Ann: red'."""

    name: str  # of a player
    word: str  # in English, as catalogues have it


class PlayedEvent(NamedTuple, Generic[S]):
    """One event of a recorded game, with the states before and after it."""

    event: Event
    before: S
    after: S


class Filling(NamedTuple):
    """What a recorded game puts on one of its sheets; values and entries by the names of fields."""

    pages: tuple[Mapping[str, FieldValue], ...]  # the values: for all pages, or for each of them
    settings: Mapping[str, str] = {}  # options that the record decides, as `--set` takes them
    facts: Mapping[str, Any] = {}  # facts that it decides: who leads in which round, for example
    draws: Mapping[str, Mapping[str, Any]] = {}  # what chance decided, by the names of draws
    entries: Mapping[str, Sequence[Entry]] = {}  # lines to be translated before they are written


Written: TypeAlias = Mapping[str, Filling]
"""What a recorded game puts on its sheets, by their names without the game: 'score-pad'."""


class Remark(NamedTuple):
    """A sentence about a game, to be translated first and then filled in."""

    text: str
    values: Mapping[str, object]


def _nothing(_played: object) -> tuple[Any, ...]:
    return ()


class Result(NamedTuple, Generic[S]):
    """What the result sheet of a game shows beside scores and winners."""

    unit: str
    """What is counted, in a word: 'Points', 'Sheep won', 'Chips'."""
    words: Sentences
    """What a row of its table is, and what can be said of one: a round, a turn, a contest."""
    level: Callable[[S], tuple[int, ...]] = _nothing
    """By seat what tells apart players with equal points, the larger the better."""
    sources: Callable[[S], Iterable[tuple[str, tuple[int, ...]]]] = _nothing
    """What the points came from, each with the points of every seat."""
    remarks: Callable[[Sequence[PlayedEvent[S]]], Iterable[Remark]] = _nothing
    """Sentences that only this game can say; they come first."""
