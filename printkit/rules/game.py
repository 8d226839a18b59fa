"""What a game is to the engine: the verbs every game has, and the values they exchange.

A game is data (rules, rulings, kinds of events, expectations) and a few pure functions over an
immutable state. Seats are numbers from 0, clockwise; names appear only in events and messages.
A game knows no files, no random numbers and no sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from printkit.rules.catalogue import Boxed, Manual
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from random import Random

    from printkit.rules.catalogue import GameBox, Rule, Ruling, Setting, Value
    from printkit.rules.printed import PrintedGame
    from printkit.rules.speech import Speech
    from printkit.rules.written import PlayedEvent, Result, Written

Event: TypeAlias = Mapping[str, Any]
Actor: TypeAlias = Literal["one", "all", "chance"]


class Header(NamedTuple):
    """Line 1 of a record, checked."""

    game: str  # the id of the game
    players: tuple[str, ...]  # names, clockwise
    variant: str  # one of the game's variants
    rulings: Mapping[str, str]  # a choice for every ruling that has choices
    extras: Mapping[str, Any]  # the game's own keys, unchecked
    seats: Mapping[str, int]  # the seat of each name


class Fault(NamedTuple):
    """A broken rule; `seat` is the offender where several act at the same time."""

    rule: str
    message: str
    seat: int | None = None


class Refusal(Exception):  # noqa: N818 - it carries a fault, it is not one of ours
    """Raised while reading a header or an event that cannot be read any further."""

    def __init__(self, rule: str, message: str, seat: int | None = None) -> None:
        super().__init__(message)
        self.fault = Fault(rule, message, seat)


class Due(NamedTuple):
    """What may come now: the kinds of events, and the seats that may act (none for chance)."""

    events: tuple[str, ...]
    seats: tuple[int, ...] = ()


@cache
def due_from_one(events: tuple[str, ...], seat: int) -> Due:
    """What is due from one player; the same value every time."""
    return Due(events, (seat,))


@cache
def due_from_all(event: str, count: int) -> Due:
    """What is due from all players at the same time; the same value every time."""
    return Due((event,), tuple(range(count)))


class Offer(NamedTuple):
    """A bundle of legal events: `base`, completed by one alternative out of each slot.

    What several players decide at the same time has a slot for each of them, so that six players
    with a hundred choices each need six hundred alternatives and not a million million events.
    `free` says that other words would do as well: a topic, for example.
    """

    base: Event
    slots: tuple[tuple[Event, ...], ...] = ()
    free: bool = False

    def events(self) -> Iterator[Event]:
        """Every single event of the bundle."""
        return (merge(self.base, *parts) for parts in product(*self.slots))

    def pick(self, rng: Random) -> Event:
        """One event of the bundle; each slot is decided by itself."""
        return merge(self.base, *(rng.choice(slot) for slot in self.slots))


def merge(base: Event, *parts: Event) -> Event:
    """One event out of partial ones: maps under the same key are joined."""
    whole = {key: dict(value) if isinstance(value, dict) else value for key, value in base.items()}
    for part in parts:
        for key, value in part.items():
            if isinstance(value, dict) and key in whole:
                whole[key].update(value)
            else:
                whole[key] = dict(value) if isinstance(value, dict) else value
    return whole


class Outcome(NamedTuple):
    """How a game ended: the rule that ended it, and the seats that won."""

    reason: str
    winners: tuple[int, ...]


class Effect(NamedTuple):
    """What an event brought about by a rule, without anybody's decision."""

    rule: str
    text: str


class State(Protocol):
    """An immutable position; all the engine asks of it is the header it started from."""

    @property
    def header(self) -> Header:
        """The checked first line."""


S = TypeVar("S", bound=State)
M = TypeVar("M")
Played = TypeVar("Played", bound=State, contravariant=True)


def no_faults(_state: State, _move: object) -> tuple[Fault, ...]:
    """For events that nothing but their form can make wrong."""
    return ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class EventKind(Generic[S, M]):
    """One kind of event, as the functions that read, judge and apply it."""

    do: str
    """What the event is called."""
    actor: Actor
    """Who acts: one player (`by`), all at the same time, or chance."""
    read: Callable[[S, Event, int], M]
    """Makes a typed move of an event with the right keys, or raises `Refusal`.

    Its last argument is the acting seat, or -1.
    """
    faults: Callable[[S, M], Iterable[Fault]]
    """The broken rules in the order of the tests: chance, cards held, the game's table."""
    apply: Callable[[S, M], S]
    """The state after a move without faults."""
    needs: tuple[str, ...] = ()
    """The keys it must have beyond `do` and `by`."""
    may: tuple[str, ...] = ()
    """The keys it may have."""
    named: Callable[[S, int], Fault | None] | None = None
    """A fault with a rule of its own where the engine would say `core.phase` or `core.turn`."""
    in_order: tuple[str, ...] = field(init=False)
    """All its keys, in the order in which people are told them."""
    keys: frozenset[str] = field(init=False)
    """All keys it must have."""
    allowed: frozenset[str] = field(init=False)
    """All keys it may have."""

    def __post_init__(self) -> None:
        given = ("do", "by") if self.actor == "one" else ("do",)
        object.__setattr__(self, "in_order", (*given, *self.needs, *self.may))
        object.__setattr__(self, "keys", frozenset((*given, *self.needs)))
        object.__setattr__(self, "allowed", self.keys.union(self.may))


class Expectation(NamedTuple, Generic[S]):
    """What a checkpoint can ask for; with `each` the value has one entry a seat.

    The value is plain JSON. `ordered` is for lists in which the order matters. Where nothing can
    be asked just now, `value` raises `Refusal`.
    """

    value: Callable[[S], Any]
    each: bool = False
    ordered: bool = False


class Dealer(Protocol[Played]):
    """Plays a game at random: decks, dice and players' whims, all from one `Random`."""

    def header(self) -> Mapping[str, Any]:
        """What the header needs beyond players, variant and rulings."""

    def event(self, state: Played) -> Event:
        """What happens next: a legal event."""


def _all_checked(_state: State, _refused: str) -> tuple[str, ...]:
    return ()


class Extras(NamedTuple, Generic[S]):
    """What a game has beside its rules. Whoever judges needs none of it."""

    printed: PrintedGame
    """What its sheets print."""
    dealer: Callable[[Random, tuple[str, ...], str, Mapping[str, str]], Dealer[S]]
    """A table at which the game is played at random, by players, variant and settings.

    Raises `UsageError` for bad settings.
    """
    manual: Manual = Manual()
    """What people are told about its records."""
    speech: Speech[S] | None = None
    """How it is told at the table, in short; without it, what is offered is numbered."""
    written: Callable[[Sequence[PlayedEvent[S]]], Written] | None = None
    """What a recorded game puts on the sheets, field by field; None where nobody said yet."""
    result: Result[S] | None = None
    """What the result sheet shows of a recorded game beside scores and winners."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Game(Boxed, Generic[S]):
    """A game: what it consists of, and the functions that play it, the same for every game."""

    box: GameBox
    """What it is called, and who can play it in which ways."""
    rules: tuple[Rule, ...]
    """The game's own rules, in the order in which they are tested."""
    rulings: tuple[Ruling, ...]
    """How unclear passages are read."""
    values: tuple[Value, ...]
    """The numbers of the game and where they come from."""
    settings: tuple[Setting, ...] = ()
    """What a simulation can set."""
    header_keys: frozenset[str] = frozenset()
    """The header's keys beyond those of every game."""
    events: tuple[EventKind[S, Any], ...]
    """The kinds of events."""
    expectations: Mapping[str, Expectation[S]]
    """What a checkpoint can ask for, beside `scores`."""

    start: Callable[[Header], S]
    """The state before the first event; raises `Refusal` for a header it cannot use."""
    due: Callable[[S], Due]
    """What may come now, and who acts; nothing once the game is over."""
    offers: Callable[[S], tuple[Offer, ...]]
    """All legal events but deals and draws, bundled."""
    scores: Callable[[S], tuple[int, ...]]
    """Points by seat."""
    outcome: Callable[[S], Outcome | None]
    """How the game ended, or None while it goes on."""
    rounds: Callable[[S], int]
    """How many rounds are over: a row of the score table each."""
    caused: Callable[[S, S], Iterable[Effect]]
    """What the event between two states brought about by itself."""
    unchecked: Callable[[S, str], tuple[str, ...]] = _all_checked
    """The rules that cannot be checked because the record leaves something out.

    The text is the kind of the event that was refused in this state, if one was.
    """
    invariants: Callable[[S], Iterator[str]]
    """What is wrong with a state; nothing, unless the engine itself is."""
    summary: Callable[[S], str]
    """The state in one line, for a person."""
    extras: Callable[[], Extras[S]]
    """What it has beside its rules: loaded when it is first asked for."""

    kinds: Mapping[str, EventKind[S, Any]] = field(init=False)
    """The kinds of events by their `do`."""

    open_rulings: Mapping[str, Ruling] = field(init=False)
    """The rulings that a table may choose, by their id."""

    def __post_init__(self) -> None:
        rulings = {ruling.id: ruling for ruling in self.rulings if ruling.choices}
        object.__setattr__(self, "kinds", {kind.do: kind for kind in self.events})
        object.__setattr__(self, "open_rulings", rulings)


def leaders(scores: Sequence[Any]) -> tuple[int, ...]:
    """The seats with the highest score; several where it is shared."""
    best = max(scores)
    return tuple([seat for seat, score in enumerate(scores) if score == best])
