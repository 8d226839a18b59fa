"""Swip'Sheep, for 3 to 5 players: the game as the engine sees it.

`tables` has the numbers and rules, `state` the position, `moves` the events, `offers` lists what
is legal, `facts` is what sheets print, `dealer` plays at random.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from printkit.errors import PrintkitError
from printkit.games.swipsheep import moves
from printkit.games.swipsheep import state as position
from printkit.games.swipsheep.offers import offers
from printkit.games.swipsheep.state import DEAL, GIVE, HUNT, NOBODY, OVER, State
from printkit.games.swipsheep.tables import (
    ATTACK,
    DEFEND,
    DOG,
    MAY,
    RULES,
    RULINGS,
    VARIANTS,
    WOLF,
    Tables,
    values,
)
from printkit.rules.game import Due, Effect, Expectation, Game, Header, Kind, Offer, Outcome
from printkit.rules.header import first_seat

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from random import Random

    from printkit.games.swipsheep.dealer import Table
    from printkit.rules.catalogue import Rule, Ruling, Setting, Value, Variant


@dataclass(frozen=True, slots=True)
class SwipSheep:
    """The verbs of the game; `tables` can be replaced."""

    tables: Tables = field(default_factory=Tables)
    id: str = "swipsheep"
    title: str = "Swip'Sheep"
    variants: tuple[Variant, ...] = VARIANTS
    rules: tuple[Rule, ...] = RULES
    rulings: tuple[Ruling, ...] = RULINGS
    settings: tuple[Setting, ...] = ()
    header_keys: frozenset[str] = frozenset(("first",))

    @property
    def players(self) -> tuple[int, int]:
        return min(self.tables.rounds), max(self.tables.rounds)

    @property
    def values(self) -> tuple[Value, ...]:
        return values(self.tables)

    @property
    def kinds(self) -> Mapping[str, Kind[State, Any]]:
        return moves.KINDS

    @property
    def expectations(self) -> Mapping[str, Expectation[State]]:
        return _EXPECTATIONS

    def start(self, header: Header) -> State:
        count = len(header.players)
        return State(
            header=header,
            tables=self.tables,
            can_stop=header.rulings[ATTACK] == MAY,
            can_spare=header.rulings[DEFEND] == MAY,
            first=first_seat(header),
            length=self.tables.rounds[count],
            phase=DEAL,
            played=0,
            deck=self.tables.deck,
            hands=((),) * count,
            laid=(0,) * count,
            hunter=NOBODY,
            aside=(0, 0),
            piles=((),) * count,
        )

    def due(self, state: State) -> Due:
        return position.due(state)

    def offers(self, state: State) -> tuple[Offer, ...]:
        return offers(state)

    def scores(self, state: State) -> tuple[int, ...]:
        return position.sheep(state)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != OVER:
            return None
        scores = position.sheep(state)
        winners = tuple(seat for seat, sheep in enumerate(scores) if sheep == max(scores))
        return Outcome("swipsheep.rounds", winners)

    def rounds(self, state: State) -> int:
        return state.played

    def caused(self, before: State, after: State) -> tuple[Effect, ...]:
        return tuple(_effects(before, after))

    def unchecked(self, state: State, refused: str = "") -> tuple[str, ...]:
        return ()

    def invariants(self, state: State) -> Iterator[str]:
        yield from _lost_cards(state)
        hunting = state.phase == HUNT
        if any(state.laid) != hunting or (state.hunter != NOBODY) != hunting:
            yield f"wolves {state.laid}, hunter {state.hunter} in phase {state.phase}"
        if hunting and any(WOLF in hand for hand in state.hands):
            yield f"a wolf is in hand while wolves act: {state.hands}"
        if state.phase in (DEAL, OVER) and any((*state.hands, *state.aside)):
            yield f"cards are left over between rounds: {state.hands}, aside {state.aside}"
        if sum(position.sheep(state)) > state.tables.all_sheep:
            yield f"scores out of range: {position.sheep(state)}"

    def summary(self, state: State) -> str:
        return position.summary(state)

    def facts(self, count: int, variant: str = "base") -> dict[str, Any]:
        from printkit.games.swipsheep.facts import facts

        if count not in self.tables.rounds:
            low, high = self.players
            raise PrintkitError(f"{self.title} is for {low} to {high} players, not {count}")
        return facts(self.tables, count, variant)

    def dealer(
        self, rng: Random, players: tuple[str, ...], variant: str, settings: Mapping[str, str]
    ) -> Table:
        from printkit.games.swipsheep.dealer import Table

        return Table(rng)


def _lost_cards(state: State) -> Iterator[str]:
    """Every card is in exactly one place: deck, hand, pile, on the table or aside."""
    wolves, dogs = state.aside
    out = {WOLF: sum(state.laid) + wolves, DOG: dogs}
    held = [card for cards in (*state.hands, *state.piles) for card in cards]
    for name, left, total in zip(state.tables.names, state.deck, state.tables.deck, strict=True):
        found = left + held.count(name) + out.get(name, 0)
        if found != total or left < 0:
            yield f"{found} cards '{name}' instead of {total}, {left} of them in the deck"


def _effects(before: State, after: State) -> Iterator[Effect]:
    players = after.header.players
    if before.phase == GIVE and before.played:
        name = players[position.leader(before)]
        yield Effect("swipsheep.first", f"{name} leads round {before.played + 1}")
    if before.phase == HUNT:
        yield Effect("swipsheep.aside", f"a wolf of {players[before.hunter]} is out")
    if after.hunter not in (before.hunter, NOBODY):
        yield Effect("swipsheep.order", f"the wolves of {players[after.hunter]} act now")
    if after.played > before.played:
        yield from _round_over(before, after)


def _round_over(before: State, after: State) -> Iterator[Effect]:
    players = after.header.players
    scores = position.sheep(after)
    for name, had, has in zip(players, position.sheep(before), scores, strict=True):
        yield Effect("swipsheep.keep", f"{name} wins {has - had} sheep")
    wolves, dogs, *_ = after.deck
    yield Effect("swipsheep.return", f"{wolves} wolves and {dogs} dogs are in the deck")
    if after.phase == OVER:
        yield Effect("swipsheep.rounds", f"all {after.length} rounds have been played")
        yield Effect("swipsheep.winner", f"{max(scores)} sheep win")


_EXPECTATIONS: dict[str, Expectation[State]] = {
    "hands": Expectation(lambda state: state.hands, each=True),
    "sheep": Expectation(position.sheep, each=True),
    "deck": Expectation(lambda state: sum(state.deck)),
    "wolves": Expectation(lambda state: state.laid, each=True),
}

GAME: Game[State] = SwipSheep()
