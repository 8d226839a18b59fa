"""Attribute, for 3 to 8 players: the game as the engine sees it.

`tables` has the numbers and rules, `state` the position, `moves` the events, `facts` what sheets
print, `dealer` plays at random.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain, count
from operator import eq
from typing import TYPE_CHECKING, Any

from printkit.errors import PrintkitError
from printkit.games.attribute import moves
from printkit.games.attribute import state as position
from printkit.games.attribute.state import GRAB, OVER, PASSED, PLAY, START, TOPIC, State
from printkit.games.attribute.tables import BSW_RED, RULES, RULINGS, VARIANTS, Tables, values
from printkit.rules.catalogue import Rule, Ruling, Setting, Value, Variant
from printkit.rules.game import Due, Effect, Event, Expectation, Game, Header, Kind, Offer, Outcome
from printkit.rules.header import first_seat

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from random import Random

    from printkit.games.attribute.dealer import Table

UNCHECKED = ("attribute.deal", "attribute.refill", "core.card-held")


@dataclass(frozen=True, slots=True)
class Attribute:
    """The verbs of the game; `tables` can be replaced."""

    tables: Tables = field(default_factory=Tables)
    id: str = "attribute"
    title: str = "Attribute"
    variants: tuple[Variant, ...] = VARIANTS
    rules: tuple[Rule, ...] = RULES
    rulings: tuple[Ruling, ...] = RULINGS
    settings: tuple[Setting, ...] = (
        Setting("hands", "whether attribute cards in hand are recorded", ("yes", "no")),
    )
    header_keys: frozenset[str] = frozenset(("first",))

    @property
    def players(self) -> tuple[int, int]:
        return min(self.tables.topics), max(self.tables.topics)

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
        seats = len(header.players)
        return State(
            header=header,
            tables=self.tables,
            scoring=self.tables.scoring(header.variant, header.rulings[BSW_RED]),
            first=first_seat(header),
            length=self.tables.rounds(seats),
            phase=START,
            round=0,
            scored=0,
            hands=None,
            seen=frozenset(),
            colours=(),
            topic="",
            laid=(),
            acts=(),
            scores=(0,) * seats,
            delta=(),
        )

    def due(self, state: State) -> Due:
        return position.due(state)

    def offers(self, state: State) -> tuple[Offer, ...]:
        if state.phase == TOPIC:
            name = state.header.players[position.announcer(state)]
            return (Offer({"do": "topic", "by": name, "topic": "sheep"}, free=True),)
        if state.phase == PLAY:
            return (_play_offer(state),)
        return tuple(_grab_offers(state)) if state.phase == GRAB else ()

    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != OVER:
            return None
        best = max(state.scores)
        winners = tuple(seat for seat, score in enumerate(state.scores) if score == best)
        return Outcome("attribute.length", winners)

    def rounds(self, state: State) -> int:
        return state.scored

    def caused(self, before: State, after: State) -> tuple[Effect, ...]:
        if after.round > before.round:
            name = after.header.players[position.announcer(after)]
            text = f"{name} names the topic of round {after.round}"
            return (Effect("attribute.announcer", text),)
        return tuple(_scored(before, after)) if after.scored > before.scored else ()

    def unchecked(self, state: State, refused: str = "") -> tuple[str, ...]:
        begun = state.round or refused not in ("", "deal")
        return UNCHECKED if state.hands is None and begun else ()

    def invariants(self, state: State) -> Iterator[str]:
        reach = 2 * state.scored
        low = 0 if state.scoring.floor else -reach
        if min(state.scores) < low or max(state.scores) > reach:
            yield f"scores out of range: {state.scores}"
        taken = [act for act in state.acts if act >= 0]
        if len(set(taken)) < len(taken) or any(map(eq, state.acts, count())):
            yield f"a set is taken twice or by its owner: {state.acts}"
        if state.hands is not None:
            yield from _lost_cards(state, state.hands)

    def summary(self, state: State) -> str:
        return position.summary(state)

    def facts(self, count: int, variant: str = "base") -> dict[str, Any]:
        from printkit.games.attribute.facts import facts

        if count not in self.tables.topics:
            low, high = self.players
            raise PrintkitError(f"{self.title} is for {low} to {high} players, not {count}")
        return facts(self.tables, count, variant)

    def dealer(
        self, rng: Random, players: tuple[str, ...], variant: str, settings: Mapping[str, str]
    ) -> Table:
        from printkit.games.attribute.dealer import Table

        hands = settings.get("hands", "yes") == "yes"
        return Table(rng, self.tables, len(players), hands=hands)


def _lost_cards(state: State, hands: tuple[tuple[str, ...], ...]) -> Iterator[str]:
    held = [*chain.from_iterable(hands)]
    gone = len(hands) * state.scored + (len(state.laid) if state.phase == GRAB else 0)
    if len(set(held)) < len(held) or not state.seen.issuperset(held):
        yield "a card is in two places"
    if len(held) + gone != len(state.seen):
        yield f"{len(state.seen)} cards seen, but {len(held)} in hands and {gone} gone"
    if len(state.seen) > state.tables.attribute_cards:
        yield f"{len(state.seen)} cards seen of {state.tables.attribute_cards}"


def _play_offer(state: State) -> Offer:
    players = state.header.players
    hands = state.hands or tuple((f"card {seat + 1}",) for seat in range(len(players)))
    slots = tuple(
        tuple({"cards": {name: card}} for card in sorted(hand))
        for name, hand in zip(players, hands, strict=True)
    )
    return Offer({"do": "play"}, slots, free=state.hands is None)


def _grab_offers(state: State) -> Iterator[Offer]:
    players = state.header.players
    for seat in position.due(state).seats:
        sources = [each for each in range(len(players)) if each != seat and each not in state.acts]
        if sources:
            names = sorted(players[each] for each in sources)
            grabs: tuple[Event, ...] = tuple({"from": name} for name in names)
            yield Offer({"do": "grab", "by": players[seat]}, (grabs,))
        yield Offer({"do": "pass", "by": players[seat]})


def _scored(before: State, after: State) -> Iterator[Effect]:
    base = after.header.variant == "base"
    for seat, name in enumerate(after.header.players):
        act = after.acts[seat]
        if act != PASSED:
            yield Effect("attribute.score-grab", f"{name} grabbed {after.colours[act]}")
        fate = "grabbed" if seat in after.acts else "left"
        rule = "attribute.score-left" if base else "attribute.bsw"
        yield Effect(rule, f"{name}'s own {after.colours[seat]} set was {fate}")
        if after.scores[seat] != before.scores[seat] + after.delta[seat]:
            yield Effect("attribute.floor", f"{name} stays at 0")
    if after.phase == OVER:
        yield Effect("attribute.length", f"all {after.length} topics have been named")
        yield Effect("attribute.winner", f"{max(after.scores)} points win")


def _delta(state: State) -> tuple[int | None, ...]:
    return state.delta or (None,) * len(state.header.players)


def _announcer(state: State) -> str | None:
    return state.header.players[position.announcer(state)] if state.round else None


_EXPECTATIONS: dict[str, Expectation[State]] = {
    "delta": Expectation(_delta, each=True),
    "round": Expectation(lambda state: state.round),
    "announcer": Expectation(_announcer),
}

GAME: Game[State] = Attribute()
