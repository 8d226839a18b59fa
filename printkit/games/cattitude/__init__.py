"""Cattitude, for 2 to 5 players: the game as the engine sees it.

`cards` and `tables` have the components and numbers, `rulebook` the rules, `state` the position,
`bidding`, `collecting` and `securing` the three phases, `facts` what sheets print, `dealer` plays
at random.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from printkit.errors import PrintkitError
from printkit.games.cattitude import effects, moves
from printkit.games.cattitude import offers as decisions
from printkit.games.cattitude import state as position
from printkit.games.cattitude.cards import (
    ALL_BONUSES,
    ALL_TAKERS,
    EMPTY,
    is_within,
    size,
    unpack,
)
from printkit.games.cattitude.rulebook import END, RULES, RULINGS, VARIANTS
from printkit.games.cattitude.state import DEAL, LOSE, OVER, State
from printkit.games.cattitude.tables import Tables, values
from printkit.rules.catalogue import Rule, Ruling, Setting, Value, Variant
from printkit.rules.game import (
    Due,
    Effect,
    Expectation,
    Game,
    Header,
    Kind,
    Offer,
    Outcome,
    Refusal,
)
from printkit.rules.reading import show

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from random import Random

    from printkit.games.cattitude.dealer import Table


@dataclass(frozen=True, slots=True)
class Cattitude:
    """The verbs of the game; `tables` can be replaced."""

    tables: Tables = field(default_factory=Tables)
    id: str = "cattitude"
    title: str = "Cattitude"
    variants: tuple[Variant, ...] = VARIANTS
    rules: tuple[Rule, ...] = RULES
    rulings: tuple[Ruling, ...] = RULINGS
    header_keys: frozenset[str] = frozenset(("values",))

    @property
    def players(self) -> tuple[int, int]:
        return min(self.tables.setups), max(self.tables.setups)

    @property
    def values(self) -> tuple[Value, ...]:
        return values(self.tables)

    @property
    def settings(self) -> tuple[Setting, ...]:
        return (Setting("values", "what the birds are worth", tuple(self.tables.profiles)),)

    @property
    def kinds(self) -> Mapping[str, Kind[State, Any]]:
        return moves.KINDS

    @property
    def expectations(self) -> Mapping[str, Expectation[State]]:
        return _EXPECTATIONS

    def start(self, header: Header) -> State:
        count = len(header.players)
        nothing = (EMPTY,) * count
        return State(
            header=header,
            tables=self.tables,
            split=self.tables.split(count),
            worth=self.tables.worth(_profile(self.tables, header)),
            stock=self.tables.stock,
            playable=self.tables.playable(count),
            phase=DEAL,
            round=0,
            finished=0,
            direction=None,
            seen=EMPTY,
            discard=EMPTY,
            hands=nothing,
            bids=(),
            fronts=nothing,
            palaces=nothing,
            points=(0,) * count,
            losses=(),
        )

    def due(self, state: State) -> Due:
        return position.due(state)

    def offers(self, state: State) -> tuple[Offer, ...]:
        return decisions.offers(state)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.points

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != OVER:
            return None
        best = max(state.points)
        return Outcome(END, tuple(seat for seat, won in enumerate(state.points) if won == best))

    def rounds(self, state: State) -> int:
        return state.finished

    def caused(self, before: State, after: State) -> tuple[Effect, ...]:
        return tuple(effects.caused(before, after))

    def unchecked(self, state: State, refused: str = "") -> tuple[str, ...]:
        return ()

    def invariants(self, state: State) -> Iterator[str]:
        yield from _lost_cards(state)
        for seat, front in enumerate(state.fronts):
            if front & ALL_BONUSES:
                yield f"a bonus card lies in front of seat {seat}"
            if front & ALL_TAKERS and state.phase != LOSE:
                yield f"a taker is left in front of seat {seat}"
        for seat, palace in enumerate(state.palaces):
            met = state.worth.bonuses(palace) if state.phase == OVER else 0
            points = state.worth.points(palace) + state.worth.bonus * met
            if points != state.points[seat]:
                yield f"seat {seat} has {points} points, not {state.points[seat]}"

    def summary(self, state: State) -> str:
        return position.summary(state)

    def facts(self, count: int, variant: str = "base") -> dict[str, Any]:
        from printkit.games.cattitude.facts import facts

        if count not in self.tables.setups:
            low, high = self.players
            raise PrintkitError(f"{self.title} is for {low} to {high} players, not {count}")
        return facts(self.tables, count, variant)

    def dealer(
        self, rng: Random, players: tuple[str, ...], variant: str, settings: Mapping[str, str]
    ) -> Table:
        from printkit.games.cattitude.dealer import Table

        return Table(rng, self.tables, len(players), settings.get("values"))


def _profile(tables: Tables, header: Header) -> str:
    known = tuple(tables.profiles)
    name = header.extras.get("values", known[0])
    if not isinstance(name, str) or name not in known:
        raise Refusal("core.header", f"'values' is {' or '.join(known)}, not {show(name)}")
    return name


def _lost_cards(state: State) -> Iterator[str]:
    """Every card dealt is in exactly one place, and none turned up that is not in the box."""
    bid = sum(each.open + each.closed for each in state.bids)
    places = sum(state.hands) + bid + sum(state.fronts) + sum(state.palaces) + state.discard
    if places != state.seen:
        yield f"{size(state.seen)} cards were dealt, but {size(places)} are on the table"
    if not is_within(state.seen, state.playable):
        yield "more cards were dealt than there are"
    if size(state.seen) != state.round * len(state.hands) * state.split.hand:
        yield f"{size(state.seen)} cards were dealt in {state.round} rounds"


def _listed(bags: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(unpack(bag) for bag in bags)


_EXPECTATIONS: dict[str, Expectation[State]] = {
    "table": Expectation(lambda state: _listed(state.fronts), each=True),
    "palace": Expectation(lambda state: _listed(state.palaces), each=True),
    "totals": Expectation(
        lambda state: tuple(state.worth.totals(front) for front in state.fronts), each=True
    ),
    "round": Expectation(lambda state: state.round),
    "direction": Expectation(lambda state: state.direction),
}

GAME: Game[State] = Cattitude()
