"""The definition of a game: its rules and numbers as data, and the functions that play it.

The functions are pure and work on an immutable state. Seats are numbers from 0, clockwise; names
appear only in events and messages. Rules use no files, no random numbers and no layouts; only
`dealer` and `draws` are random.

The texts are in our own words; `section` is the place in the rulebook, and `status` tells whether
a rule or value is printed there, was found elsewhere, or is ours.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import product
from types import MappingProxyType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    NamedTuple,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
)

from printkit.core.errors import UsageError, did_you_mean
from printkit.core.messages import say

if TYPE_CHECKING:
    from datetime import datetime
    from random import Random

    from printkit.rules.prompts import Prompts
    from printkit.rules.results import PlayedEvent, Result, Written
    from printkit.rules.sheets import Draw
    from printkit.rules.simulate import Dealer, Seating


class RuleStatus(StrEnum):
    """The source of a rule or value."""

    PRINTED = "printed"
    FOUND = "found"
    OURS = "ours"


class Rule(NamedTuple):
    """One rule, in our own words."""

    id: str  # game.word, like wolle.block
    text: str
    section: str = ""  # the place in the rulebook
    status: RuleStatus = RuleStatus.PRINTED
    shown: tuple[str, ...] = ()  # the expectations that show it, if no event can break it


class Ruling(NamedTuple):
    """Our reading of an unclear passage."""

    id: str  # the rule it belongs to, or a name of its own
    text: str
    reason: str
    choices: tuple[str, ...] = ()  # the choices that a header has; empty for a fixed ruling
    default: str = ""  # the choice if the header has none
    section: str = ""  # the place in the rulebook
    status: RuleStatus = RuleStatus.OURS


class GameValue(NamedTuple):
    """A number or table of the game, and its source."""

    key: str
    text: str
    value: object
    status: RuleStatus = RuleStatus.PRINTED


class Variant(NamedTuple):
    """A way to play; the first of a game's variants is the default."""

    id: str
    title: str


class GameSetting(NamedTuple):
    """A setting of `simulate --set key=value`: a header key, or a preference for the records.

    With `file`, a value that is none of the `choices` is the path of a file, and the game gets
    the text of that file instead.
    """

    key: str
    text: str
    choices: tuple[str, ...] = ()
    file: bool = False


class EventText(NamedTuple):
    """The description of one kind of event, and of each of its keys."""

    text: str
    keys: Mapping[str, str] = MappingProxyType({})


class Manual(NamedTuple):
    """Help texts for a game's records, key by key."""

    header: Mapping[str, str] = MappingProxyType({})
    """The header's keys beyond those of every game."""
    events: Mapping[str, EventText] = MappingProxyType({})
    """The kinds of events, in order."""
    expects: Mapping[str, str] = MappingProxyType({})
    """The values besides scores that a checkpoint can check."""
    notes: tuple[str, ...] = ()
    """Notes on the parts that may be left out, and other advice."""
    words: Mapping[str, str] = MappingProxyType({})
    """What catalogues call the events, the keys and other words of a record."""


NO_MANUAL: Final = Manual()


def rule_text(rules: Iterable[Rule], rule_id: str) -> str:
    """Return the text of a rule, one of these or of the core; empty if there is none."""
    return next((rule.text for rule in (*CORE_RULES, *rules) if rule.id == rule_id), "")


RECORD = "the recorded game"

CORE_RULES = (
    Rule(
        "core.header",
        "Line 1 names the format and the game, and has no keys that the game doesn't know.",
        RECORD,
    ),
    Rule("core.players", "Players are a list of different names of 1 to 40 characters.", RECORD),
    Rule("core.args", "A line is a JSON object with the right keys, players and values.", RECORD),
    Rule("core.phase", "Each kind of event is allowed only at its point in the game.", RECORD),
    Rule("core.turn", "Only a player whose turn it is may act.", RECORD),
    Rule("core.card-held", "A card can only be taken from where it is.", RECORD),
    Rule("core.chance", "A deal, roll or draw can only produce what is still available.", RECORD),
    Rule("core.over", "Nothing happens after the end.", RECORD),
    Rule("core.unfinished", "A result is claimed only for a game that has ended.", RECORD),
    Rule("core.result", "The claimed result is the true one.", RECORD),
    Rule("core.expect", "What a checkpoint states is true.", RECORD),
    Rule("core.reject", "A move marked as refused is refused, and for the rule named.", RECORD),
)


Event: TypeAlias = Mapping[str, Any]
Actor: TypeAlias = Literal["one", "all", "chance"]


class Header(NamedTuple):
    """The first line of a record, checked."""

    game: str  # the id of the game
    players: tuple[str, ...]  # names, clockwise
    variant: str  # one of the game's variants
    rulings: Mapping[str, str]  # a choice for every ruling that has choices
    extras: Mapping[str, Any]  # the game's own keys, unchecked
    seats: Mapping[str, int]  # the seat of each name
    date: datetime | None = None  # when the game was played, if the record says so


class Fault(NamedTuple):
    """A broken rule; `seat` is the offender if several players act at the same time."""

    rule: str
    message: str
    seat: int | None = None


class Refusal(Exception):  # noqa: N818 - it carries a fault, it is not one of ours
    """The exception for a header or an event that can't be read or breaks a rule."""

    def __init__(self, rule: str, message: str, seat: int | None = None) -> None:
        super().__init__(f"{message} [{rule}]")
        self.fault = Fault(rule, message, seat)


class Due(NamedTuple):
    """The kinds of events that may come next, and the seats that may act (none for chance)."""

    events: tuple[str, ...]
    seats: tuple[int, ...] = ()


NOTHING_DUE: Final = Due(())
"""The value for a game that is over."""


class Offer(NamedTuple):
    """A set of legal events: `base`, completed by one alternative from each slot.

    If several players decide at the same time, each of them has a slot: six players with a
    hundred choices each then need six hundred alternatives, not a million million events.
    With `free`, the event is only an example: a topic may be any text.
    """

    base: Event
    slots: tuple[tuple[Event, ...], ...] = ()
    free: bool = False

    def events(self) -> Iterator[Event]:
        """Return all events of the set."""
        return (merge(self.base, *parts) for parts in product(*self.slots))

    def pick(self, rng: Random) -> Event:
        """Pick one event of the set; each slot is chosen independently."""
        return merge(self.base, *(rng.choice(slot) for slot in self.slots))


def merge(base: Event, *parts: Event) -> Event:
    """Merge partial events into one: maps under the same key are joined."""
    whole = {key: dict(value) if isinstance(value, dict) else value for key, value in base.items()}
    for part in parts:
        for key, value in part.items():
            if isinstance(value, dict) and key in whole:
                whole[key].update(value)
            else:
                whole[key] = dict(value) if isinstance(value, dict) else value
    return whole


class Outcome(NamedTuple):
    """The end of a game: the rule that ended it, and the seats that won."""

    reason: str
    winners: tuple[int, ...]


class Effect(NamedTuple):
    """An automatic effect of an event, and its rule."""

    rule: str
    text: str


class State(Protocol):
    """An immutable position; the engine only needs its header."""

    @property
    def header(self) -> Header:
        """The checked first line."""


S = TypeVar("S", bound=State)


class Move(ABC, Generic[S]):
    """One event with typed values: how it is read, which rules it can break, what it changes.

    Each kind of event is a subclass, usually a dataclass whose fields are the values. An instance
    exists only while its line is judged.
    """

    do: ClassVar[str]
    """The name of the event."""
    actor: ClassVar[Actor]
    """The one who acts: a player (`by`), all at the same time, or chance."""
    needs: ClassVar[tuple[str, ...]] = ()
    """The keys it must have beyond `do` and `by`."""
    may: ClassVar[tuple[str, ...]] = ()
    """The keys it may have."""
    keys: ClassVar[tuple[str, ...]]
    """All keys, in the order in which messages list them."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        given = ("do", "by") if cls.actor == "one" else ("do",)
        cls.keys = (*given, *cls.needs, *cls.may)

    @classmethod
    def timing_fault(cls, state: S, seat: int) -> Fault | None:  # noqa: ARG003
        """Return a fault with a rule of its own, instead of `core.phase` or `core.turn`."""
        return None

    @classmethod
    @abstractmethod
    def read(cls, state: S, event: Event, seat: int) -> Self:
        """Read an event with the right keys, or raise `Refusal`; `seat` acts, -1 if no one does."""

    def faults(self, state: S) -> Iterable[Fault]:
        """Return the broken rules in the order of the checks: chance, cards held, own rules."""
        return ()

    @abstractmethod
    def apply(self, state: S) -> S:
        """Return the state after a move without faults."""


class Expectation(NamedTuple, Generic[S]):
    """A value that a checkpoint can check; with `each` it has one entry per seat.

    The value is plain JSON. `ordered` is for lists in which the order matters. `value` raises
    `Refusal` in a state that has no such value.
    """

    value: Callable[[S], Any]
    each: bool = False
    ordered: bool = False


class Tables(Protocol):
    """The numbers of a game. Each game has its own class; all of them have player limits."""

    @property
    def players(self) -> tuple[int, int]:
        """The smallest and the largest number of players."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Game(Generic[S]):
    """A game. `dataclasses.replace(GAME, tables=...)` is the same game with other numbers."""

    id: str
    """The name in records and on the command line."""
    title: str
    """The game's name."""
    aliases: tuple[str, ...] = ()
    """Its other names on the command line, such as its title in other languages."""
    variants: tuple[Variant, ...]
    """The ways to play; the first is the default."""
    tables: Any
    """The cards, lengths and points, with `players` as in `Tables`."""
    rules: tuple[Rule, ...]
    """The game's own rules, in the order in which they are tested."""
    rulings: tuple[Ruling, ...]
    """Our readings of unclear passages."""
    values: Callable[[Any], tuple[GameValue, ...]]
    """The numbers in the tables, and their sources."""
    settings: tuple[GameSetting, ...] = ()
    """The settings for simulations."""
    header_keys: frozenset[str] = frozenset()
    """The header's keys beyond those of every game."""
    manual: Manual = NO_MANUAL
    """Help texts for records of the game."""

    events: tuple[type[Move[S]], ...]
    """The kinds of events, in the order of the rulebook."""
    expectations: Mapping[str, Expectation[S]]
    """The values that a checkpoint can check, besides `scores`."""
    start: Callable[[Any, Header], S]
    """The state before the first event, by tables and header (see `begin`)."""
    due: Callable[[S], Due]
    """The events that may come next, and who acts; none once the game is over."""
    offers: Callable[[S], tuple[Offer, ...]]
    """All legal events except deals and draws, in bundles."""
    scores: Callable[[S], tuple[int, ...]]
    """Points by seat."""
    outcome: Callable[[S], Outcome | None]
    """The end of the game, or None while it goes on."""
    rounds: Callable[[S], int]
    """The number of complete rounds; each is a row of the score table."""
    effects: Callable[[S, S], Iterable[Effect]]
    """The automatic effects of the event between two states."""
    unchecked: Callable[[S, str], tuple[str, ...]] = lambda _state, _refused: ()
    """The rules that cannot be checked because the record leaves something out.

    The second argument is the kind of the event that was refused in this state, or empty.
    """
    invariants: Callable[[S], Iterable[str]]
    """The inconsistencies of a state; there are none unless the engine has a bug."""
    summary: Callable[[S], str]
    """The state in one line, for a person."""
    name_value: Callable[[str, str], str] = lambda _key, value: value
    """The name of a value under a key of a record, such as a card, for a person."""

    dealer: Callable[[Seating, Random], Dealer[S]]
    """The random players of a simulation; raises `UsageError` for bad settings."""
    facts: Callable[[Any, int, str], dict[str, Any]]
    """The facts for sheets, by tables, number of players and variant (see `sheet_facts`)."""
    draws: Mapping[str, Draw] = field(default_factory=dict)
    """The random choices for sheets, by name."""
    written: Callable[[Sequence[PlayedEvent[S]]], Written] | None = None
    """The entries of a recorded game on its sheets, field by field."""
    written_at_start: Callable[[S], Written] | None = None
    """The same before the first event, if the header of a record already decides some of them."""
    result: Result[S] | None = None
    """The parts of the result sheet besides scores and winners."""
    prompts: Prompts[S] | None = None
    """The prompts for recording the game; without them, a numbered list of the offers is shown."""

    @cached_property
    def kinds(self) -> dict[str, type[Move[S]]]:
        """The kinds of events by their `do`."""
        return {kind.do: kind for kind in self.events}

    @cached_property
    def open_rulings(self) -> dict[str, Ruling]:
        """The rulings that players can choose, by id."""
        return {ruling.id: ruling for ruling in self.rulings if ruling.choices}

    @property
    def players(self) -> tuple[int, int]:
        """The smallest and the largest number of players."""
        tables: Tables = self.tables
        return tables.players

    def begin(self, header: Header) -> S:
        """Return the state before the first event; raise `Refusal` for a header it can't use."""
        return self.start(self.tables, header)

    def check(self, count: int, variant: str) -> None:
        """Raise `UsageError` for an unsupported number of players or an unknown variant."""
        low, high = self.players
        if not low <= count <= high:
            raise UsageError(self.wrong_count(count))
        known = [each.id for each in self.variants]
        if variant not in known:
            hint = did_you_mean(variant, known)
            message = "{game} has no variant '{variant}'"
            raise UsageError(say(message, game=say(self.title), variant=variant), hint=hint)

    def wrong_count(self, count: int) -> str:
        """Return the message about an unsupported number of players."""
        low, high = self.players
        message = "{game} is for {least} to {most} players, not {count}"
        return say(message, game=say(self.title), least=low, most=high, count=count)

    def sheet_facts(self, count: int, variant: str = "base") -> dict[str, Any]:
        """Return the facts for sheets; raise `UsageError` for unsupported players or variants."""
        self.check(count, variant)
        title = next(known.title for known in self.variants if known.id == variant)
        own = self.facts(self.tables, count, variant)
        return {**own, "variant": variant, "variant_title": title}


def points_win(points: int) -> str:
    """Return the effect at the end of a game: how many points its winners have."""
    return say("{points} {plural(points, 'point wins', 'points win')}", points=points)


def leaders(scores: Sequence[Any]) -> tuple[int, ...]:
    """Return the seats with the highest score; several if they are tied."""
    best = max(scores)
    return tuple([seat for seat, score in enumerate(scores) if score == best])
