"""Swip'Sheep's events: how each is read, which rules it can break, and what it changes."""

from __future__ import annotations

from operator import sub
from typing import Any, TypeAlias

from printkit.errors import show
from printkit.games.swipsheep.state import (
    DEAL,
    GIVE,
    HUNT,
    NOBODY,
    OVER,
    State,
    defends,
    shares,
)
from printkit.games.swipsheep.tables import DOG, WOLF
from printkit.rules.game import Event, EventKind, Fault, Refusal, no_faults
from printkit.rules.hands import changed, misdealt, without
from printkit.rules.reading import (
    ARGS,
    MISSING,
    read_cards,
    read_each,
    read_player,
    read_some,
    read_word,
)

Hand: TypeAlias = tuple[str, ...]
Deal: TypeAlias = tuple[tuple[Hand, ...], tuple[int, ...]]
"""What is dealt, by seat, and what that leaves in the deck: less than nothing is a fault."""
Gifts: TypeAlias = tuple[str | None, ...]
"""A card of each seat, or None."""
Give: TypeAlias = tuple[Gifts, Gifts]
"""What goes left, and what goes right."""
Attack: TypeAlias = tuple[int, int, str | None, bool, bool]
"""Who sends a wolf, against whom, the card that changed hands, and what the target's dog does.

The last two: whether the target keeps a dog back, and whether a dog defends.
"""


def _read_deal(state: State, event: Event, _seat: int) -> Deal:
    names = state.tables.names
    hands = read_each(state.header, event, "hands")
    cards: list[Any] = []
    for hand in hands:
        cards += hand if type(hand) is list else read_cards(hand, "hands")
    counts = list(map(cards.count, names))
    if sum(counts) < len(cards):
        for card in cards:
            read_word(card, names, "hands")
    return tuple(map(tuple, hands)), tuple(map(sub, state.deck, counts))


def _deal_faults(state: State, deal: Deal) -> list[Fault]:
    """Full hands off a deck that has the cards are right; a smaller deck is looked at closely."""
    hands, deck = deal
    faults: list[Fault] = []
    if min(deck) >= 0 and [*map(len, hands)] == [state.tables.hand] * len(hands):
        return faults
    for name, had, left in zip(state.tables.names, state.deck, deck, strict=True):
        if left < 0:
            message = f"{had - left} cards '{name}' are dealt; the deck has {had}"
            faults.append(Fault("core.chance", message))
    for name, hand, size in zip(state.header.players, hands, shares(state), strict=True):
        if wrong := misdealt(name, len(hand), size):
            faults.append(Fault("swipsheep.deal", wrong))
    return faults


def _apply_deal(state: State, deal: Deal) -> State:
    hands, deck = deal
    (
        header, tables, can_stop, can_spare, order,
        _, played, _, _, laid, hunter, aside, piles, sheep,
    ) = state  # fmt: skip
    return State._make((
        header, tables, can_stop, can_spare, order,
        GIVE, played, deck, hands, laid, hunter, aside, piles, sheep,
    ))  # fmt: skip


def _read_give(state: State, event: Event, _seat: int) -> Give:
    return _read_side(state, event, "left"), _read_side(state, event, "right")


def _read_side(state: State, event: Event, key: str) -> Gifts:
    """A card a seat; that a player or the whole side is missing is for the rules to say."""
    if key not in event:
        return (None,) * len(state.hands)
    names = state.tables.names
    cards = read_some(state.header, event, key)
    if not all(map(names.__contains__, cards)):
        for seat, card in enumerate(cards):
            cards[seat] = None if card is MISSING else read_word(card, names, key, seat)
    return tuple(cards)


def _give_faults(state: State, give: Give) -> list[Fault]:
    """That cards are held is asked of everyone before anything else."""
    if all(map(_is_plainly_legal, state.hands, *give)):
        return []
    unheld, misgiven = [], []
    for seat, (hand, left, right) in enumerate(zip(state.hands, *give, strict=True)):
        for card in (left, right):
            if card is not None and card not in hand:
                name = state.header.players[seat]
                unheld.append(Fault("core.card-held", f"{name} does not hold '{card}'", seat))
        if message := _misgiven(hand, left, right):
            name = state.header.players[seat]
            misgiven.append(Fault("swipsheep.give", f"{name} {message}", seat))
    return unheld + misgiven


def _is_plainly_legal(hand: Hand, left: str | None, right: str | None) -> bool:
    """Whether two cards of a hand are given away; any other gifts are looked at closely."""
    return left in hand and right in hand and (left != right or hand.count(right) > 1)


def _misgiven(hand: Hand, left: str | None, right: str | None) -> str:
    """What is wrong with a seat's two gifts: a last single card goes left, and none has none."""
    if left is None and hand:
        return "gives no card to the left"
    if right is None and len(hand) > 1:
        return "gives no card to the right"
    if left is not None and left == right and hand.count(left) == 1:
        return f"holds '{left}' once and gives it twice"
    return ""


def _apply_give(state: State, give: Give) -> State:
    """Cards go left, to the next seat, and right, to the one before; then all wolves are laid."""
    left, right = give
    hands, laid = list(state.hands), []
    for seat, hand in enumerate(hands):
        cards = list(hand)
        if (card := left[seat]) is not None:
            cards.remove(card)
        if (card := right[seat]) is not None:
            cards.remove(card)
        if (card := left[seat - 1]) is not None:
            cards.append(card)
        if (card := right[seat + 1 - len(hands)]) is not None:
            cards.append(card)
        wolves = cards.count(WOLF)
        laid.append(wolves)
        hands[seat] = tuple([card for card in cards if card != WOLF] if wolves else cards)
    return _hunt_on(state, tuple(hands), tuple(laid), state.aside)


def _read_attack(state: State, event: Event, seat: int) -> Attack:
    on = read_player(state.header, event, "on")
    stolen = event["stolen"]
    if stolen is not None and stolen not in state.tables.names:
        read_word(stolen, state.tables.names, "stolen")
    spared = "defended" in event
    if spared:
        _test_spared(state, on, event["defended"])
    return seat, on, stolen, spared, defends(state, on, spared=spared)


def _test_spared(state: State, on: int, defended: object) -> None:
    if defended is not False:
        wanted = "'defended' is left out or false, as a dog in hand defends by itself"
        raise Refusal(ARGS, f"{wanted}; not {show(defended)}")
    if DOG not in state.hands[on]:
        name = state.header.players[on]
        raise Refusal(ARGS, f"'defended' has no place here, as {name} holds no dog")


def _attack_faults(state: State, attack: Attack) -> list[Fault]:
    seat, on, stolen, spared, defended = attack
    faults = []
    if seat == on:
        name = state.header.players[on]
        faults.append(Fault("swipsheep.not-self", f"{name} cannot attack {name}"))
    if spared and not state.can_spare:
        name = state.header.players[on]
        faults.append(Fault("swipsheep.dog", f"{name} holds a dog, and it has to defend"))
    elif seat != on:
        hand = state.hands[seat if defended else on]
        if stolen not in hand and (hand or stolen is not None):
            faults.append(_stolen_fault(state, attack))
    return faults


def _stolen_fault(state: State, attack: Attack) -> Fault:
    """The card that changed hands comes out of one hand: whose, is for the dog to say."""
    seat, on, stolen, _, defended = attack
    source = seat if defended else on
    players, hand = state.header.players, state.hands[source]
    owner = players[source]
    if not hand:
        return Fault("swipsheep.empty", f"{owner} has no card that could be taken")
    if stolen is None:
        rule = "swipsheep.dog" if defended else "swipsheep.steal"
        return Fault(rule, f"{owner} has cards in hand, and one of them is taken")
    if defended and stolen in state.hands[on]:
        message = f"{players[on]}'s dog defends: a card of {owner} is taken, not '{stolen}'"
        return Fault("swipsheep.dog", message)
    return Fault("core.chance", f"{owner} has no '{stolen}' in hand")


def _apply_attack(state: State, attack: Attack) -> State:
    seat, on, stolen, _, defended = attack
    hands, laid = list(state.hands), list(state.laid)
    wolves, dogs = state.aside
    taker, source = seat, on
    if defended:
        hands[on] = without(hands[on], DOG)
        dogs += 1
        taker, source = on, seat
    if stolen is not None:
        hands[source] = without(hands[source], stolen)
        hands[taker] += (stolen,)
    laid[seat] -= 1
    return _hunt_on(state, tuple(hands), tuple(laid), (wolves + 1, dogs))


def _read_stop(_state: State, _event: Event, seat: int) -> int:
    return seat


def _apply_stop(state: State, seat: int) -> State:
    wolves, dogs = state.aside
    left = state.laid[seat]
    return _hunt_on(state, state.hands, changed(state.laid, seat, 0), (wolves + left, dogs))


def _hunt_on(
    state: State, hands: tuple[Hand, ...], laid: tuple[int, ...], aside: tuple[int, int]
) -> State:
    """The turn of the first seat with wolves left; after the last wolf the round ends by itself."""
    header, tables, can_stop, can_spare, order, _, played, deck, _, _, _, _, piles, sheep = state
    for hunter in order:
        if laid[hunter]:
            return State._make((
                header, tables, can_stop, can_spare, order,
                HUNT, played, deck, hands, laid, hunter, aside, piles, sheep,
            ))  # fmt: skip
    return _end_round(state, hands)


def _end_round(state: State, hands: tuple[Hand, ...]) -> State:
    """Sheep are won; wolves and dogs, wherever they are, go back into the deck."""
    header, tables, can_stop, can_spare, order, _, played, deck, _, _, _, _, _, _ = state
    piles, sheep, worth = list(state.piles), list(state.sheep), tables.worth
    for seat, hand in enumerate(hands):
        piles[seat] += tuple([card for card in hand if card != DOG]) if DOG in hand else hand
        sheep[seat] += sum(map(worth.__getitem__, hand))
    played += 1
    phase = OVER if played == state.length else DEAL
    empty, nothing = ((),) * len(hands), (0,) * len(hands)
    return State._make((
        header, tables, can_stop, can_spare, order[1:] + order[:1],
        phase, played, tables.deck[:2] + deck[2:], empty, nothing, NOBODY, (0, 0),
        tuple(piles), tuple(sheep),
    ))  # fmt: skip


EVENTS: tuple[EventKind[State, Any], ...] = (
    EventKind("deal", "chance", _read_deal, _deal_faults, _apply_deal, needs=("hands",)),
    EventKind("give", "all", _read_give, _give_faults, _apply_give, may=("left", "right")),
    EventKind(
        "attack",
        "one",
        _read_attack,
        _attack_faults,
        _apply_attack,
        needs=("on", "stolen"),
        may=("defended",),
    ),
    EventKind("stop", "one", _read_stop, no_faults, _apply_stop),
)
