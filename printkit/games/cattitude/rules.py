"""Cattitude's rules for all phases: offers, effects, checkpoints and the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, product
from typing import TYPE_CHECKING

from printkit.core.messages import both, say
from printkit.games.cattitude.cards import (
    ANY_BONUS,
    ANY_NOBLE,
    BIRDS_OF,
    CARDS,
    PLAIN_BIRDS,
    ROYALS,
    TAKERS,
    Cards,
    card_in_words,
    minus,
    only,
    pack,
)
from printkit.games.cattitude.collecting import WORDS, claim, several
from printkit.games.cattitude.securing import count_royals, has_choice, royal_escorts
from printkit.games.cattitude.state import (
    BID,
    CHOOSE,
    DEAL,
    DIRECTIONS,
    LEFT,
    LOSE,
    OVER,
    SECURE,
    State,
    bid_limit,
    is_beginner,
    is_toss,
    owing,
    required_direction,
)
from printkit.rules.game import (
    Effect,
    Event,
    Expectation,
    Offer,
    Outcome,
    leaders,
    points_win,
)

if TYPE_CHECKING:
    from printkit.games.cattitude.collecting import Loss


def offers(state: State) -> tuple[Offer, ...]:
    """Return the possible decisions; none while a deal is due."""
    if state.phase == BID:
        return (_bid_offer(state),)
    if state.phase == CHOOSE:
        return (_choice_offer(state),)
    if state.phase == LOSE:
        return tuple(_loss_offers(state))
    return (_secure_offer(state),) if state.phase == SECURE else ()


def bids(hand: Cards, front: Cards, limit: int) -> Iterator[Event]:
    """Yield all ways to bid: every selection from the table, and every split of it and the hand."""
    for taken in _handfuls(front, limit):
        whole = pack(hand + taken)
        for opened in _parts(whole):
            bid = {"open": list(opened), "closed": list(minus(whole, opened))}
            yield {**bid, "taken": list(taken)} if taken else bid


def _handfuls(front: Cards, limit: int) -> Iterator[Cards]:
    """Yield the different selections of at most `limit` cards of a table."""
    for number in range(min(limit, len(front)) + 1):
        yield from dict.fromkeys(combinations(front, number))


def _parts(whole: Cards) -> Iterator[Cards]:
    """Yield every different selection of some cards."""
    kinds = Counter(whole)
    for numbers in product(*(range(copies + 1) for copies in kinds.values())):
        yield tuple(
            card for card, number in zip(kinds, numbers, strict=True) for _ in range(number)
        )


def _bid_offer(state: State) -> Offer:
    limit = bid_limit(state)
    players = state.header.players
    slots: list[tuple[Event, ...]] = [
        tuple({"bids": {name: bid}} for bid in bids(hand, front, limit))
        for name, hand, front in zip(players, state.hands, state.fronts, strict=True)
    ]
    if len(players) > 2:
        wanted = required_direction(state)
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


def _securings(name: str, front: Cards) -> Iterator[Event]:
    """Yield all sets of species that a player can secure, with every choice of royals."""
    lying = [species for species in PLAIN_BIRDS if only(front, BIRDS_OF[species])]
    for number in range(len(lying) + 1):
        for species in combinations(lying, number):
            for royals in escorts(front, species):
                part: dict[str, Event] = {"species": {name: list(species)}}
                yield {**part, "with": {name: royals}} if royals else part


def escorts(front: Cards, species: tuple[str, ...]) -> Iterator[dict[str, str]]:
    """Yield the ways to send royals along: none if impossible, {} if there is no choice."""
    needed = royal_escorts(front, species)
    if len(needed) > count_royals(front):
        return
    if not has_choice(front, len(needed)):
        yield {}
        return
    for royals in product(ROYALS, repeat=len(needed)):
        if all(royals.count(royal) <= front.count(royal) for royal in ROYALS):
            yield dict(zip(needed, royals, strict=True))


def effects(before: State, after: State) -> Iterator[Effect]:
    """Yield the effects of one event, in the order of the phases."""
    if before is after:
        return
    if before.phase == DEAL:
        values = {"number": after.round, "rounds": after.split.rounds}
        begins = say("round {number} of {rounds} begins", **values)
        if after.split.is_red(after.round):
            begins = say("round {number} of {rounds} begins, with red cards", **values)
        yield Effect("cattitude.deal", begins)
    elif before.phase == BID:
        yield from _bid_effects(before, after)
    elif before.phase in (CHOOSE, LOSE):
        yield from _collection_effects(before, after)
    elif before.phase == SECURE:
        yield from _round_effects(before, after)


def _bid_effects(before: State, after: State) -> Iterator[Effect]:
    yield Effect("cattitude.bid-all", say("everyone offers an open and a closed bid"))
    for seat, bid in enumerate(after.bids):
        if bid.taken:
            name, cards = after.header.players[seat], [*map(card_in_words, pack(bid.taken))]
            adds = say("{name} adds cards from in front of them: {cards}", name=name, cards=cards)
            yield Effect("cattitude.bid-two", adds)
    if after.direction:
        left, right = say("bids go to the left"), say("bids go to the right")
        yield Effect("cattitude.direction", left if after.direction == LEFT else right)
    if is_toss(after) and after.direction and after.direction == before.direction:
        left, right = say("the token shows left again"), say("the token shows right again")
        yield Effect("cattitude.toss", left if after.direction == LEFT else right)


def _collection_effects(before: State, after: State) -> Iterator[Effect]:
    for loss in after.losses:
        yield Effect(loss.rule, _loss_text(after, loss))
    for seat, name in enumerate(after.header.players):
        for card in minus(after.palaces[seat], before.palaces[seat]):
            yield Effect(
                "cattitude.bonus",
                say("'{card}' goes under {name}'s palace", card=card_in_words(card), name=name),
            )
        if after.fronts[seat] != before.fronts[seat]:
            cards = [*map(card_in_words, after.fronts[seat])] or [say("nothing")]
            lying = say("in front of {name}: {cards}", name=name, cards=cards)
            yield Effect("cattitude.choose", lying)


def _round_effects(before: State, after: State) -> Iterator[Effect]:
    for seat in range(len(after.fronts)):
        yield from _secure_effects(before, after, seat)
    if after.fronts == before.fronts:
        yield Effect("cattitude.secure-escort", say("nobody secures anything"))
    if after.phase == OVER:
        yield from _end_effects(after)


def _loss_text(state: State, loss: Loss) -> str:
    name = state.header.players[loss.seat]
    if not loss.species:
        return say("{name} loses no birds", name=name)
    return say("{name} loses all {species}", name=name, species=both([*map(several, loss.species)]))


def _secure_effects(before: State, after: State, seat: int) -> Iterator[Effect]:
    moved = minus(after.palaces[seat], before.palaces[seat])
    if not moved:
        return
    name = after.header.players[seat]
    nobles = only(moved, ANY_NOBLE)
    if not is_beginner(after):
        secures = say("{name} secures {cards}", name=name, cards=[*map(card_in_words, moved)])
        yield Effect("cattitude.secure-all", secures)
    elif nobles:
        message = say("{name} sends one noble along with each species", name=name)
        yield Effect("cattitude.beginner", message)
    message = say(
        "{name} has {points} {plural(points, 'point', 'points')} under the palace",
        name=name,
        points=after.points[seat],
    )
    yield Effect("cattitude.score", message)


def _end_effects(state: State) -> Iterator[Effect]:
    yield Effect(
        "cattitude.end", say("all {rounds} piles have been played", rounds=state.split.rounds)
    )
    for seat, name in enumerate(state.header.players):
        if only(state.palaces[seat], ANY_BONUS):
            met = state.worth.bonuses(state.palaces[seat])
            message = "{name} fulfils {count} bonus {plural(count, 'card', 'cards')}"
            yield Effect("cattitude.score", say(message, name=name, count=met))
    yield Effect("cattitude.winner", points_win(max(state.points)))


def outcome(state: State) -> Outcome | None:
    return Outcome("cattitude.end", leaders(state.points)) if state.phase == OVER else None


def invariants(state: State) -> Iterator[str]:
    yield from _lost_cards(state)
    for seat, front in enumerate(state.fronts):
        if only(front, ANY_BONUS):
            yield f"a bonus card lies in front of seat {seat}"
        if only(front, TAKERS) and state.phase != LOSE:
            yield f"a taker is left in front of seat {seat}"
    for seat, palace in enumerate(state.palaces):
        met = state.worth.bonuses(palace) if state.phase == OVER else 0
        points = state.worth.points(palace) + state.worth.bonus * met
        if points != state.points[seat]:
            yield f"seat {seat} has {points} points, not {state.points[seat]}"


def _lost_cards(state: State) -> Iterator[str]:
    """Check that every card dealt is in exactly one place, and was in the box; yield mistakes."""
    bids = [bid.open + bid.closed for bid in state.bids]
    places = pack(chain(*state.hands, *bids, *state.fronts, *state.palaces, state.discard))
    playable = state.tables.playable(len(state.fronts))
    if any(state.left[card] + places.count(card) != playable[card] for card in CARDS):
        yield f"the cards dealt are not those on the table: {places}"
    if min(state.left.values()) < 0:
        yield "more cards were dealt than there are"
    if len(places) != state.round * len(state.hands) * state.split.hand:
        yield f"{len(places)} cards were dealt in {state.round} rounds"


EXPECTATIONS: dict[str, Expectation[State]] = {
    "table": Expectation(lambda state: state.fronts, each=True),
    "palace": Expectation(lambda state: state.palaces, each=True),
    "totals": Expectation(
        lambda state: tuple(state.worth.totals(front) for front in state.fronts), each=True
    ),
    "round": Expectation(lambda state: state.round),
    "direction": Expectation(lambda state: state.direction),
}
