"""Cattitude's second phase: bids are chosen, cards are laid out, and takers run off with birds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from printkit.games.cattitude.cards import (
    ALL_BONUSES,
    ALL_TAKERS,
    BIRDS_OF,
    PLAIN_BIRDS,
    Bag,
)
from printkit.games.cattitude.state import LOSE, SECURE, State, step
from printkit.games.cattitude.takers import Loss, claim, settle, without
from printkit.rules.game import Event, EventKind, Fault
from printkit.rules.hands import changed
from printkit.rules.reading import MISSING, read_some, read_word
from printkit.tuples import NamedTuple

WORDS = ("open", "closed")


class Given(NamedTuple):
    """A species that a player gives up."""

    seat: int
    species: str


def _read_choices(state: State, event: Event, _seat: int) -> tuple[str | None, ...]:
    choices = read_some(state.header, event, "choices")
    if not all(map(WORDS.__contains__, choices)):
        for seat, word in enumerate(choices):
            choices[seat] = None if word is MISSING else read_word(word, WORDS, "choices", seat)
    return tuple(choices)


def _choice_faults(state: State, choices: tuple[str | None, ...]) -> list[Fault]:
    if None not in choices:
        return []
    players = state.header.players
    return [
        Fault("cattitude.choose", f"{players[seat]} chooses neither bid", seat)
        for seat, word in enumerate(choices)
        if word is None
    ]


def _apply_choices(state: State, choices: tuple[str | None, ...]) -> State:
    (
        header, tables, split, worth, stock, playable,
        _, number, finished, direction, seen, discard, hands, _, _, palaces, points, _,
    ) = state  # fmt: skip
    fronts, under = _picked_up(state, choices), list(palaces)
    losses: list[Loss] = []
    phase = SECURE
    for seat, front in enumerate(fronts):
        if bonuses := front & ALL_BONUSES:
            under[seat] += bonuses
            fronts[seat] -= bonuses
        if front & ALL_TAKERS:
            laid_out = fronts[seat]
            fronts[seat], lost = settle(laid_out, worth, seat)
            losses += lost
            discard += laid_out - fronts[seat]
            if fronts[seat] & ALL_TAKERS:
                phase = LOSE
    return State._make((
        header, tables, split, worth, stock, playable,
        phase, number, finished, direction, seen, discard, hands, (),
        tuple(fronts), tuple(under), points, tuple(losses),
    ))  # fmt: skip


def _picked_up(state: State, choices: tuple[str | None, ...]) -> list[Bag]:
    """All tables with what is picked up: a neighbour's chosen bid, and the own bid left over."""
    fronts = list(state.fronts)
    by = step(state)
    for maker, (opened, closed, _) in enumerate(state.bids):
        taker = (maker + by) % len(fronts)
        if choices[taker] == "open":
            fronts[taker] += opened
            fronts[maker] += closed
        else:
            fronts[taker] += closed
            fronts[maker] += opened
    return fronts


def _read_loss(_state: State, event: Event, seat: int) -> Given:
    return Given(seat, read_word(event["species"], PLAIN_BIRDS, "species", seat))


def _loss_faults(state: State, given: Given) -> Iterator[Fault]:
    seat, species = given
    front, name = state.fronts[seat], state.header.players[seat]
    if not front & BIRDS_OF[species]:
        yield Fault("core.card-held", f"no {species} lies in front of {name}", seat)
        return
    wanted = claim(front, state.worth)
    if species not in wanted.species:
        equals = " or ".join(wanted.species)
        yield Fault(wanted.rule, f"the taker wants {name}'s {equals}, not {species}", seat)


def _apply_loss(state: State, given: Given) -> State:
    """The state without a species; the last one that birdoholics leave is no lonely one."""
    seat, species = given
    before = state.fronts[seat]
    wanted = claim(before, state.worth)
    chosen = Loss(seat, wanted.rule, (species,))
    front, lost = settle(without(before, (species,), wanted.takers), state.worth, seat)
    fronts = changed(state.fronts, seat, front)
    waiting = any(each & ALL_TAKERS for each in fronts)
    return state._replace(
        phase=LOSE if waiting else SECURE,
        discard=state.discard + before - front,
        fronts=fronts,
        losses=(chosen, *[loss for loss in lost if loss.rule != "cattitude.lonely"]),
    )


EVENTS: tuple[EventKind[State, Any], ...] = (
    EventKind("choose", "all", _read_choices, _choice_faults, _apply_choices, needs=("choices",)),
    EventKind("lose", "one", _read_loss, _loss_faults, _apply_loss, needs=("species",)),
)
