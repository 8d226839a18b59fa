"""What is legal in Swip'Sheep: every gift, and every attack with every card it can bring."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from printkit.games.swipsheep.state import GIVE, HUNT, State, defends
from printkit.games.swipsheep.tables import DOG
from printkit.rules.game import Event, Offer


def offers(state: State) -> tuple[Offer, ...]:
    """All legal events but deals, bundled."""
    if state.phase == GIVE:
        players = state.header.players
        slots = tuple(
            tuple(_gifts(name, hand)) for name, hand in zip(players, state.hands, strict=True)
        )
        return (Offer({"do": "give", "left": {}, "right": {}}, slots),)
    return tuple(_hunt(state)) if state.phase == HUNT else ()


def _gifts(name: str, hand: tuple[str, ...]) -> Iterator[Event]:
    """The ways to give away two cards of a hand, or the single one, or none."""
    for gifts in sorted(set(permutations(hand, min(2, len(hand))))):
        yield {side: {name: card} for side, card in zip(("left", "right"), gifts, strict=False)}


def _hunt(state: State) -> Iterator[Offer]:
    name = state.header.players[state.hunter]
    targets = [seat for seat in range(len(state.hands)) if seat != state.hunter]
    attacks = tuple(event for seat in targets for event in _attacks(state, seat))
    yield Offer({"do": "attack", "by": name}, (attacks,))
    if state.can_stop:
        yield Offer({"do": "stop", "by": name})


def _attacks(state: State, target: int) -> Iterator[Event]:
    name = state.header.players[target]
    choices = (False, True) if state.can_spare and DOG in state.hands[target] else (False,)
    for spared in choices:
        source = state.hunter if defends(state, target, spared=spared) else target
        for card in sorted(set(state.hands[source])) or (None,):
            attack = {"on": name, "stolen": card}
            yield {**attack, "defended": False} if spared else attack
