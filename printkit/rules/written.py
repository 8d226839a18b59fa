"""What a recorded game writes on its sheets, and what its result sheet shows.

Values go by the names of fields. A game computes them from the steps of a replay; it knows the
names, and nothing of how a sheet looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.rules.game import Event

S = TypeVar("S")

Mark: TypeAlias = int | bool | str
"""What stands in a field: a number, a tick or words."""

CROSSED: Final = "crossed"
"""What stands in a box that was ticked and crossed out again: it counts as empty."""


class Step(NamedTuple, Generic[S]):
    """One event of a recorded game, with the states before and after it."""

    event: Event
    before: S
    after: S


class Filling(NamedTuple):
    """What a recorded game puts on one of its sheets.

    `pages` holds values by the names of fields: one map for all pages, or one for each of them.
    `settings` are the options of the sheet that the record decides, as `--set` would take them.
    `facts` are facts of the sheet that the record decides: who leads in which round, for example.
    `draws` is what chance has decided, by the names of the game's draws: whose cups lie where.
    """

    pages: tuple[Mapping[str, Mark], ...]
    settings: Mapping[str, str] = {}
    facts: Mapping[str, Any] = {}
    draws: Mapping[str, Mapping[str, Any]] = {}


Written: TypeAlias = Mapping[str, Filling]
"""What a recorded game puts on its sheets, by their names without the game: 'score-pad'."""


class Remark(NamedTuple):
    """A sentence about a game, to be translated first and then filled in."""

    text: str
    values: Mapping[str, object]


class Result(NamedTuple):
    """What the result sheet of a game shows beside scores and winners.

    unit      what is counted, in a word: 'Points', 'Sheep', 'Chips'
    round     what a row of its table is: 'Round', 'Turn', 'Contest'
    standing  a key for each seat by which it is ranked, the larger the better
    sources   what the points came from, each with the points of every seat; may be empty
    remarks   sentences that only this game can say
    """

    unit: str
    round: str
    standing: tuple[tuple[int, ...], ...]
    sources: tuple[tuple[str, tuple[int, ...]], ...] = ()
    remarks: tuple[Remark, ...] = ()
