"""Every legal decision of a Cattitude position, bundled by player: bids, choices, escorts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from printkit.games.cattitude.cards import (
    ALL_ROYALS,
    BIRDS_OF,
    CARDS,
    PLAIN_BIRDS,
    ROYALS,
    UNITS,
    Bag,
    count,
    size,
    unpack,
)
from printkit.games.cattitude.collecting import WORDS
from printkit.games.cattitude.securing import has_choice, royal_escorts
from printkit.games.cattitude.state import (
    BID,
    CHOOSE,
    DIRECTIONS,
    LOSE,
    SECURE,
    State,
    bid_limit,
    flipped,
    owing,
)
from printkit.games.cattitude.takers import claim
from printkit.rules.game import Event, Offer


def offers(state: State) -> tuple[Offer, ...]:
    """What may be decided now; nothing while a deal is due."""
    if state.phase == BID:
        return (_bid_offer(state),)
    if state.phase == CHOOSE:
        return (_choice_offer(state),)
    if state.phase == LOSE:
        return tuple(_loss_offers(state))
    return (_secure_offer(state),) if state.phase == SECURE else ()


def bids(hand: Bag, front: Bag, limit: int) -> Iterator[Event]:
    """All ways to bid: whatever is taken from the table, every split of it and of the hand."""
    for taken in _handfuls(front, limit):
        whole = hand + taken
        for opened in _parts(whole):
            bid = {"open": _listed(opened), "closed": _listed(whole - opened)}
            yield {**bid, "taken": _listed(taken)} if taken else bid


def _handfuls(front: Bag, limit: int) -> Iterator[Bag]:
    """The different bags of at most `limit` cards that a table holds."""
    cards = unpack(front)
    for number in range(min(limit, len(cards)) + 1):
        yield from dict.fromkeys(
            sum(UNITS[card] for card in chosen) for chosen in combinations(cards, number)
        )


def _parts(whole: Bag) -> Iterator[Bag]:
    """Every bag that is in another one."""
    kinds = [card for card in CARDS if count(whole, card)]
    for numbers in product(*(range(count(whole, card) + 1) for card in kinds)):
        yield sum(UNITS[card] * number for card, number in zip(kinds, numbers, strict=True))


def _listed(bag: Bag) -> list[str]:
    return list(unpack(bag))


def _bid_offer(state: State) -> Offer:
    limit = bid_limit(state)
    players = state.header.players
    slots: list[tuple[Event, ...]] = [
        tuple({"bids": {name: bid}} for bid in bids(hand, front, limit))
        for name, hand, front in zip(players, state.hands, state.fronts, strict=True)
    ]
    if len(players) > 2:
        wanted = flipped(state)
        directions = DIRECTIONS if wanted is None else (wanted,)
        slots.append(tuple({"direction": direction} for direction in directions))
    return Offer({"do": "bid"}, tuple(slots))


def _choice_offer(state: State) -> Offer:
    slots = tuple(
        tuple({"choices": {name: word}} for word in WORDS) for name in state.header.players
    )
    return Offer({"do": "choose"}, slots)


def _loss_offers(state: State) -> Iterator[Offer]:
    for seat in owing(state):
        species = claim(state.fronts[seat], state.worth).species
        slot: tuple[Event, ...] = tuple({"species": name} for name in species)
        yield Offer({"do": "lose", "by": state.header.players[seat]}, (slot,))


def _secure_offer(state: State) -> Offer:
    slots = tuple(
        tuple(_securings(name, front))
        for name, front in zip(state.header.players, state.fronts, strict=True)
    )
    return Offer({"do": "secure"}, slots)


def _securings(name: str, front: Bag) -> Iterator[Event]:
    """All sets of species that a player can secure, with every choice of royals."""
    lying = [species for species in PLAIN_BIRDS if front & BIRDS_OF[species]]
    for number in range(len(lying) + 1):
        for species in combinations(lying, number):
            for royals in escorts(front, species):
                part: dict[str, Event] = {"species": {name: list(species)}}
                yield {**part, "with": {name: royals}} if royals else part


def escorts(front: Bag, species: tuple[str, ...]) -> Iterator[dict[str, str]]:
    """The ways to send royals along: nothing where it is impossible, {} where no choice is left."""
    needed = royal_escorts(front, species)
    if len(needed) > size(front & ALL_ROYALS):
        return
    if not has_choice(front, len(needed)):
        yield {}
        return
    for royals in product(ROYALS, repeat=len(needed)):
        if all(royals.count(royal) <= count(front, royal) for royal in ROYALS):
            yield dict(zip(needed, royals, strict=True))
