"""Attacke, for 3 to 5 players: the game as the engine sees it.

`tables` has the cards and rules, `state` the position, `reading` and `moves` the events, `offers`
what may be played, `facts` what sheets print; `dealer` and `bots` play at random.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from printkit.errors import PrintkitError, did_you_mean
from printkit.games.attacke import moves
from printkit.games.attacke import state as position
from printkit.games.attacke.offers import offers
from printkit.games.attacke.state import NOTHING_YET, State, Stock
from printkit.games.attacke.tables import RULES, RULINGS, VARIANTS, Tables, values
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
from printkit.rules.header import first_seat

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from random import Random

    from printkit.games.attacke.dealer import Table

UNCHECKED = (
    "attacke.deal",
    "attacke.draw",
    "attacke.reshuffle",
    "core.card-held",
    "core.chance",
)


@dataclass(frozen=True, slots=True)
class Attacke:
    """The verbs of the game; `tables` can be replaced."""

    tables: Tables = field(default_factory=Tables)
    id: str = "attacke"
    title: str = "Attacke"
    variants: tuple[Variant, ...] = VARIANTS
    rules: tuple[Rule, ...] = RULES
    rulings: tuple[Ruling, ...] = RULINGS
    settings: tuple[Setting, ...] = (
        Setting("hands", "whether cards in hand and draws are recorded", ("yes", "no")),
    )
    header_keys: frozenset[str] = frozenset(("first",))

    @property
    def players(self) -> tuple[int, int]:
        return self.tables.players

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
        count, first = len(header.players), first_seat(header)
        return State(
            header=header,
            tables=self.tables,
            goal=self.tables.goals[header.variant],
            hands=None,
            stock=Stock(),
            chips=((),) * count,
            contest=1,
            leader=first,
            turn=first,
            colour="",
            laid=(NOTHING_YET,) * count,
            over=False,
        )

    def due(self, state: State) -> Due:
        return position.due(state)

    def offers(self, state: State) -> tuple[Offer, ...]:
        return () if state.over else tuple(offers(state))

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(map(len, state.chips))

    def outcome(self, state: State) -> Outcome | None:
        return Outcome("attacke.end", (state.turn,)) if state.over else None

    def rounds(self, state: State) -> int:
        return state.contest if state.over else state.contest - 1

    def caused(self, before: State, after: State) -> tuple[Effect, ...]:
        return tuple(_effects(before, after))

    def unchecked(self, state: State, refused: str = "") -> tuple[str, ...]:
        begun = not position.is_undealt(state) or refused not in ("", "deal")
        return UNCHECKED if state.hands is None and begun else ()

    def invariants(self, state: State) -> Iterator[str]:
        return position.faults_of(state)

    def summary(self, state: State) -> str:
        return position.summary(state)

    def facts(self, count: int, variant: str = "base") -> dict[str, Any]:
        from printkit.games.attacke.facts import facts

        low, high = self.players
        if not low <= count <= high:
            raise PrintkitError(f"{self.title} is for {low} to {high} players, not {count}")
        if variant not in self.tables.goals:
            hint = did_you_mean(variant, self.tables.goals)
            raise PrintkitError(f"{self.title} has no variant '{variant}'", hint=hint)
        return facts(self.tables, count, variant)

    def dealer(
        self, rng: Random, players: tuple[str, ...], variant: str, settings: Mapping[str, str]
    ) -> Table:
        from printkit.games.attacke.dealer import Table

        return Table(rng, players, recorded=settings.get("hands", "yes") == "yes")


def _effects(before: State, after: State) -> Iterator[Effect]:
    name = after.header.players[before.turn]
    own, now = before.laid[before.turn], after.laid[before.turn]
    if own and now and now.blind and not own.blind:
        yield Effect("attacke.blind-value", f"every card of {name} that lies face down counts 1")
    if after.stock.reshuffles > before.stock.reshuffles:
        yield Effect("attacke.reshuffle", "the discards became the new pile")
    if len(after.chips[before.turn]) < len(before.chips[before.turn]):
        yield Effect("attacke.shield10-fine", f"{name} gave a chip back")
    if after.contest > before.contest or after.over > before.over:
        yield from _victory(before, after)


def _victory(before: State, after: State) -> Iterator[Effect]:
    players, colour = after.header.players, before.colour
    seat = next(
        seat for seat, laid in enumerate(before.laid) if laid is not None and seat != before.turn
    )
    name = players[seat]
    yield Effect("attacke.win", f"{name} is the last one in and wins contest {before.contest}")
    gained = len(after.chips[seat]) > len(before.chips[seat])
    taken = f"takes the {colour} chip" if gained else f"has the {colour} chip already"
    yield Effect("attacke.chip", f"{name} {taken}")
    if after.over:
        yield Effect("attacke.end", f"{name} has {after.goal} different chips")
    else:
        yield Effect("attacke.lead", f"{players[after.leader]} opens contest {after.contest}")


def _totals(state: State) -> tuple[int | None, ...]:
    return tuple([None if laid is None else laid.total for laid in state.laid])


def _hands(state: State) -> tuple[tuple[str, ...], ...]:
    if state.hands is None:
        raise Refusal("core.expect", "hands: no hands were dealt, so they are not known")
    return state.hands


_EXPECTATIONS: dict[str, Expectation[State]] = {
    "chips": Expectation(lambda state: state.chips, each=True),
    "totals": Expectation(_totals, each=True),
    "leader": Expectation(lambda state: state.header.players[state.leader]),
    "hands": Expectation(_hands, each=True),
    "contest": Expectation(lambda state: state.contest),
}

GAME: Game[State] = Attacke()
