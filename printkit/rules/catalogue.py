"""What is known about a game as data: rules, rulings, values, variants and settings.

Takes and knows nothing else. The texts are our own words; `section` says where in the rulebook
the matter is treated, and `status` whether it is printed there, found elsewhere, or ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from printkit.errors import UsageError, did_you_mean
from printkit.tuples import NamedTuple


class Status(StrEnum):
    """Where a rule or value comes from."""

    PRINTED = "printed"
    FOUND = "found"
    OURS = "ours"


OURS = "*"  # the mark that printed sheets set beside a value of ours


class Rule(NamedTuple):
    """One rule, in our own words."""

    id: str  # the game and a word, as in wolle.block
    text: str  # what it says
    section: str = ""  # where in the rulebook
    status: Status = Status.PRINTED  # printed there, found elsewhere, or ours
    shown: tuple[str, ...] = ()  # the expectations that show it where no event can break it


class Ruling(NamedTuple):
    """How we read an unclear passage."""

    id: str  # the rule it belongs to, or a name of its own
    text: str  # what we decided
    reason: str  # why
    choices: tuple[str, ...] = ()  # what a header can switch it to; empty where it is fixed
    default: str = ""  # the choice unless switched
    section: str = ""  # where in the rulebook
    status: Status = Status.OURS  # where the reading comes from


class Value(NamedTuple):
    """A number or table of the game, and where it comes from."""

    key: str
    text: str
    value: object
    status: Status = Status.PRINTED


class Variant(NamedTuple):
    """A way to play; the first of a game's variants is the default."""

    id: str
    title: str


class GameBox(NamedTuple):
    """What stands on a game's box."""

    id: str  # used in records and on the command line
    title: str  # the game's name
    players: tuple[int, int]  # the smallest and the largest number of players
    variants: tuple[Variant, ...]  # the ways to play; the first is the default

    def check(self, count: int, variant: str) -> None:
        """Raises `UsageError` for a number of players or a variant that the game does not have."""
        if not self.players[0] <= count <= self.players[1]:
            raise UsageError(self.wrong_count(count))
        known = [each.id for each in self.variants]
        if variant not in known:
            hint = did_you_mean(variant, known)
            raise UsageError(f"{self.title} has no variant '{variant}'", hint=hint)

    def wrong_count(self, count: int) -> str:
        """What is said about a number of players that the game is not for."""
        low, high = self.players
        return f"{self.title} is for {low} to {high} players, not {count}"


class Boxed:
    """Whatever comes out of a game's box is called what stands on it."""

    __slots__ = ()

    if TYPE_CHECKING:
        box: GameBox

    @property
    def id(self) -> str:
        """The id used in records and on the command line."""
        return self.box.id

    @property
    def title(self) -> str:
        """The game's name."""
        return self.box.title

    @property
    def players(self) -> tuple[int, int]:
        """The smallest and the largest number of players."""
        return self.box.players

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The ways to play; the first is the default."""
        return self.box.variants


class Setting(NamedTuple):
    """What `simulate --set key=value` may set: a header key, or a wish about the records.

    With `file`, a value that is none of the `choices` names a file, and the game is given the
    text of that file instead.
    """

    key: str
    text: str
    choices: tuple[str, ...] = ()
    file: bool = False


class EventText(NamedTuple):
    """What one kind of event tells, and what stands under each of its keys."""

    text: str
    keys: Mapping[str, str] = MappingProxyType({})


class Manual(NamedTuple):
    """What people are told about a game's records: its words, key by key."""

    header: Mapping[str, str] = MappingProxyType({})
    """The header's keys beyond those of every game."""
    events: Mapping[str, EventText] = MappingProxyType({})
    """The kinds of events, in order."""
    expects: Mapping[str, str] = MappingProxyType({})
    """What a checkpoint can ask for besides scores."""
    notes: tuple[str, ...] = ()
    """What may be left out, and what else is good to know."""


def rule_text(rules: Iterable[Rule], rule_id: str) -> str:
    """What a rule says, of a game or of every game; nothing where there is none."""
    return next((rule.text for rule in (*CORE_RULES, *rules) if rule.id == rule_id), "")


RECORD = "the recorded game"

CORE_RULES = (
    Rule("core.header", "Line 1 names the format, a game, and only what that game knows.", RECORD),
    Rule("core.players", "Players are a list of different names of 1 to 40 characters.", RECORD),
    Rule("core.args", "A line is a JSON object with the right keys, players and values.", RECORD),
    Rule("core.phase", "Each kind of event has its moment in the game.", RECORD),
    Rule("core.turn", "Only a player whose turn it is may act.", RECORD),
    Rule("core.card-held", "A card is taken from where it lies, and from nowhere else.", RECORD),
    Rule("core.chance", "A deal, a roll or a draw gives only what can still come up.", RECORD),
    Rule("core.over", "Nothing happens after the end.", RECORD),
    Rule("core.unfinished", "A result is claimed only for a game that has ended.", RECORD),
    Rule("core.result", "The claimed result is the true one.", RECORD),
    Rule("core.expect", "A checkpoint states what is really so.", RECORD),
    Rule("core.reject", "A move marked as refused is refused, and for the rule named.", RECORD),
)
