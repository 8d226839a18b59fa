"""What a game is to the engine: the verbs every game has, and the values they exchange.

A game is data (rules, rulings, kinds of events, expectations) and a few pure functions over an
immutable state. Seats are numbers from 0, clockwise; names appear only in events and messages.
A game knows no files, no random numbers and no sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from random import Random

    from printkit.rules.catalogue import Rule, Ruling, Setting, Value, Variant

Event: TypeAlias = Mapping[str, Any]
Actor: TypeAlias = Literal["one", "all", "chance"]


@dataclass(frozen=True, slots=True)
class Header:
    """Line 1 of a record, checked: `rulings` holds a choice for every ruling that has choices."""

    game: str
    players: tuple[str, ...]
    variant: str
    rulings: Mapping[str, str]
    extras: Mapping[str, Any]
    seats: Mapping[str, int]


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


@dataclass(frozen=True, slots=True)
class Kind(Generic[S, M]):
    """One kind of event, as the functions that read, judge and apply it.

    `actor` says who acts: one player (`by`), all at the same time, or chance. `needs` and `may`
    are its keys beyond `do` and `by`. `read` turns an event with the right keys into a typed move
    or raises `Refusal`; its last argument is the acting seat, or -1. `faults` yields the broken
    rules in the order of the tests: chance, cards held, the game's table. `apply` gets a move
    without faults. `named` is for faults to which the game's page gives a rule of its own where
    the engine would say `core.phase` or `core.turn`.
    """

    do: str
    actor: Actor
    read: Callable[[S, Event, int], M]
    faults: Callable[[S, M], Iterable[Fault]]
    apply: Callable[[S, M], S]
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    named: Callable[[S, int], Fault | None] | None = None
    keys: frozenset[str] = field(init=False)
    allowed: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        given = ("do", "by") if self.actor == "one" else ("do",)
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


class Game(Protocol[S]):
    """The verbs and the data that every game has."""

    @property
    def id(self) -> str:
        """The id used in records and on the command line."""

    @property
    def title(self) -> str:
        """The game's name."""

    @property
    def players(self) -> tuple[int, int]:
        """The smallest and the largest number of players."""

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The ways to play; the first is the default."""

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The game's own rules, in the order in which they are tested."""

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """How unclear passages are read."""

    @property
    def values(self) -> tuple[Value, ...]:
        """The numbers of the game and where they come from."""

    @property
    def settings(self) -> tuple[Setting, ...]:
        """What a simulation can set."""

    @property
    def header_keys(self) -> frozenset[str]:
        """The header's keys beyond those of every game."""

    @property
    def kinds(self) -> Mapping[str, Kind[S, Any]]:
        """The kinds of events by their `do`."""

    @property
    def expectations(self) -> Mapping[str, Expectation[S]]:
        """What a checkpoint can ask for, beside `scores`."""

    def start(self, header: Header) -> S:
        """The state before the first event; raises `Refusal` for a header it cannot use."""

    def due(self, state: S) -> Due:
        """What may come now, and who acts."""

    def offers(self, state: S) -> tuple[Offer, ...]:
        """All legal events but deals and draws, bundled."""

    def scores(self, state: S) -> tuple[int, ...]:
        """Points by seat."""

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def rounds(self, state: S) -> int:
        """How many rounds are over: a row of the score table each."""

    def caused(self, before: S, after: S) -> tuple[Effect, ...]:
        """What the event between two states brought about by itself."""

    def unchecked(self, state: S, refused: str = "") -> tuple[str, ...]:
        """The rules that cannot be checked because the record leaves something out.

        `refused` is the kind of the event that was refused in this state, if one was.
        """

    def invariants(self, state: S) -> Iterator[str]:
        """What is wrong with a state; nothing, unless the engine itself is."""

    def summary(self, state: S) -> str:
        """The state in one line, for a person."""

    def facts(self, count: int, variant: str) -> dict[str, Any]:
        """Plain numbers, words and tables for printed sheets."""

    def dealer(
        self, rng: Random, players: tuple[str, ...], variant: str, settings: Mapping[str, str]
    ) -> Dealer[S]:
        """A table at which the game is played at random; raises `UsageError` for bad settings."""
