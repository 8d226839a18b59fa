"""Swip'Sheep's events: how each is read, which rules it can break, and what it changes."""

from __future__ import annotations

from operator import sub
from typing import Any

from printkit.games.swipsheep.state import (
    DEAL,
    GIVE,
    HUNT,
    NOBODY,
    OVER,
    State,
    defends,
    next_hunter,
    shares,
)
from printkit.games.swipsheep.tables import DOG, WOLF
from printkit.rules.game import Event, EventKind, Fault, Refusal, no_faults
from printkit.rules.hands import changed, without
from printkit.rules.quoting import show
from printkit.rules.reading import (
    ARGS,
    MISSING,
    read_cards,
    read_each,
    read_player,
    read_some,
    read_word,
)
from printkit.tuples import NamedTuple

Hand = tuple[str, ...]


class Deal(NamedTuple):
    """What is dealt, by seat, and what that leaves in the deck: less than nothing is a fault."""

    hands: tuple[Hand, ...]
    deck: tuple[int, ...]


class Give(NamedTuple):
    """What each seat gives to either side, or None."""

    left: tuple[str | None, ...]
    right: tuple[str | None, ...]


class Attack(NamedTuple):
    """What one wolf does."""

    seat: int  # who sends it
    on: int  # against whom
    stolen: str | None  # the card that changed hands
    spared: bool  # the target has a dog and keeps it back
    defended: bool  # a dog meets the wolf


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
    return Deal(tuple(map(tuple, hands)), tuple(map(sub, state.deck, counts)))


def _deal_faults(state: State, deal: Deal) -> list[Fault]:
    faults = []
    if min(deal.deck) < 0:
        for name, had, left in zip(state.tables.names, state.deck, deal.deck, strict=True):
            if left < 0:
                message = f"{had - left} cards '{name}' are dealt; the deck has {had}"
                faults.append(Fault("core.chance", message))
    sizes = shares(state)
    if tuple(map(len, deal.hands)) != sizes:
        for name, hand, size in zip(state.header.players, deal.hands, sizes, strict=True):
            if len(hand) != size:
                message = f"{name} is dealt {len(hand)} cards, not {size}"
                faults.append(Fault("swipsheep.deal", message))
    return faults


def _apply_deal(state: State, deal: Deal) -> State:
    return state._replace(phase=GIVE, deck=deal.deck, hands=deal.hands)


def _read_give(state: State, event: Event, _seat: int) -> Give:
    return Give(_read_side(state, event, "left"), _read_side(state, event, "right"))


def _read_side(state: State, event: Event, key: str) -> tuple[str | None, ...]:
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
    hands = [list(hand) for hand in state.hands]
    for seat, card in enumerate(give.left):
        if card is not None:
            hands[seat].remove(card)
            hands[(seat + 1) % len(hands)].append(card)
    for seat, card in enumerate(give.right):
        if card is not None:
            hands[seat].remove(card)
            hands[seat - 1].append(card)
    laid = []
    for hand in hands:
        laid.append(hand.count(WOLF))
        for _ in range(laid[-1]):
            hand.remove(WOLF)
    return _hunt_on(state, tuple(map(tuple, hands)), tuple(laid), state.aside)


def _read_attack(state: State, event: Event, seat: int) -> Attack:
    on = read_player(state.header, event, "on")
    stolen = event["stolen"]
    if stolen is not None and stolen not in state.tables.names:
        read_word(stolen, state.tables.names, "stolen")
    spared = "defended" in event
    if spared:
        _test_spared(state, on, event["defended"])
    return Attack(seat, on, stolen, spared, defends(state, on, spared=spared))


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
    hands = list(state.hands)
    wolves, dogs = state.aside
    taker, source = seat, on
    if defended:
        hands[on] = without(hands[on], DOG)
        dogs += 1
        taker, source = on, seat
    if stolen is not None:
        hands[source] = without(hands[source], stolen)
        hands[taker] = (*hands[taker], stolen)
    laid = changed(state.laid, seat, state.laid[seat] - 1)
    return _hunt_on(state, tuple(hands), laid, (wolves + 1, dogs))


def _read_stop(_state: State, _event: Event, seat: int) -> int:
    return seat


def _apply_stop(state: State, seat: int) -> State:
    wolves, dogs = state.aside
    left = state.laid[seat]
    return _hunt_on(state, state.hands, changed(state.laid, seat, 0), (wolves + left, dogs))


def _hunt_on(
    state: State, hands: tuple[Hand, ...], laid: tuple[int, ...], aside: tuple[int, int]
) -> State:
    """The next wolf's turn; after the last one the round ends by itself."""
    (
        header, tables, can_stop, can_spare, first, length,
        phase, played, deck, _, _, hunter, _, piles,
    ) = state  # fmt: skip
    if phase != HUNT or not laid[hunter]:
        hunter = next_hunter(state, laid)
        if hunter == NOBODY:
            return _end_round(state, hands, aside)
    return State(
        header, tables, can_stop, can_spare, first, length,
        HUNT, played, deck, hands, laid, hunter, aside, piles,
    )  # fmt: skip


def _end_round(state: State, hands: tuple[Hand, ...], aside: tuple[int, int]) -> State:
    """Sheep are won; wolves and dogs, wherever they are, go back into the deck."""
    header, tables, can_stop, can_spare, first, length, _, played, deck, _, _, _, _, _ = state
    wolves, dogs = aside
    piles = []
    for pile, hand in zip(state.piles, hands, strict=True):
        held = hand.count(DOG)
        dogs += held
        piles.append(pile + (tuple([card for card in hand if card != DOG]) if held else hand))
    played += 1
    phase = OVER if played == length else DEAL
    deck = (deck[0] + wolves, deck[1] + dogs, *deck[2:])
    empty, nothing = ((),) * len(hands), (0,) * len(hands)
    return State(
        header, tables, can_stop, can_spare, first, length,
        phase, played, deck, empty, nothing, NOBODY, (0, 0), tuple(piles),
    )  # fmt: skip


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
