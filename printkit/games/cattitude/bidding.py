"""Cattitude's first phase: a pile is dealt, and everyone splits cards into two bids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from printkit.errors import show
from printkit.games.cattitude.cards import (
    ALL_BONUSES,
    ALL_RED,
    CARDS,
    EMPTY,
    UNITS,
    Bag,
    count,
    excess,
    is_within,
    size,
    unpack,
)
from printkit.games.cattitude.state import (
    BID,
    CHOOSE,
    DIRECTIONS,
    Bags,
    Bid,
    State,
    bid_limit,
    flipped,
    is_beginner,
)
from printkit.rules.game import Event, EventKind, Fault, Refusal
from printkit.rules.hands import misdealt
from printkit.rules.reading import ARGS, MISSING, read_some, read_word, unknown_key
from printkit.units import counted

HELD = "core.card-held"
_BID_KEYS = ("open", "closed", "taken")
_ORDER = (
    HELD,
    "cattitude.beginner",
    "cattitude.bid-all",
    "cattitude.bid-two",
    "cattitude.bid-source",
    "cattitude.direction",
    "cattitude.bonus",
)


Round: TypeAlias = tuple[str | None, tuple[Bid, ...]]
"""Where the bids of a round go, and the bids by seat."""

NO_BID = Bid(EMPTY, EMPTY, EMPTY)
_unit_of = UNITS.__getitem__


def read_bag(value: object, key: str, seat: int | None = None) -> Bag:
    """A list of cards as a bag."""
    if type(value) is not list:
        raise Refusal(ARGS, f"'{key}' must list cards, not {show(value)}", seat)
    try:
        return sum(map(_unit_of, value))
    except (KeyError, TypeError):
        wrong = next(card for card in value if type(card) is not str or card not in UNITS)
        raise Refusal(ARGS, f"'{key}' has {show(wrong)}, which is no card", seat) from None


def _read_deal(state: State, event: Event, _seat: int) -> Bags:
    hands = read_some(state.header, event, "hands")
    return tuple([EMPTY if hand is MISSING else read_bag(hand, "hands") for hand in hands])


def _deal_faults(state: State, hands: Bags) -> list[Fault]:
    seen = state.seen + sum(hands)
    faults = [] if is_within(seen, state.playable) else [*too_many(state, seen)]
    share = _share(state)
    for seat, hand in enumerate(hands):
        if (size(hand), size(hand & ALL_RED)) != share:
            faults += hand_faults(state, seat, hand)
    return faults


def _share(state: State) -> tuple[int, int]:
    """How many cards a hand of the next round has, and how many of them are red."""
    split = state.split
    return split.hand, split.red_each if split.is_red(state.round + 1) else 0


def hand_faults(state: State, seat: int, hand: Bag) -> tuple[Fault, ...]:
    """What is wrong with one hand: its size, or its share of red cards."""
    dealt, red = size(hand), size(hand & ALL_RED)
    cards, reds = _share(state)
    name = state.header.players[seat]
    wrong = misdealt(name, dealt, cards)
    if not wrong and red != reds:
        wrong = f"{name} is dealt {counted(red, 'red card')} in round {state.round + 1}, not {reds}"
    return (Fault("cattitude.deal", wrong),) if wrong else ()


def too_many(state: State, seen: Bag) -> Iterator[Fault]:
    """Copies that do not exist at all go before copies that were put away by name."""
    away: list[Fault] = []
    for card in CARDS:
        found, left = count(seen, card), count(state.playable, card)
        if found > count(state.stock, card):
            message = f"'{card}' turns up {found} times; there are {count(state.stock, card)}"
            yield Fault("core.chance", message)
        elif found > left:
            message = f"'{card}' turns up {found} times; {state.split.nobles_away} were put away"
            away.append(Fault("cattitude.piles", f"{message}, which leaves {left}"))
    yield from away


def apply_deal(state: State, hands: Bags) -> State:
    (
        header, tables, split, worth, stock, playable,
        _, number, finished, direction, seen, discard, _, bids, fronts, palaces, points, losses,
    ) = state  # fmt: skip
    return State._make((
        header, tables, split, worth, stock, playable,
        BID, number + 1, finished, direction, seen + sum(hands), discard, hands, bids,
        fronts, palaces, points, losses,
    ))  # fmt: skip


def _read_round(state: State, event: Event, _seat: int) -> Round:
    entries = read_some(state.header, event, "bids")
    bids = [NO_BID if raw is MISSING else _read_bid(raw, seat) for seat, raw in enumerate(entries)]
    if "direction" in event:
        return read_word(event["direction"], DIRECTIONS, "direction"), tuple(bids)
    if len(bids) > 2:
        raise Refusal(ARGS, "'bid' needs 'direction', where the bids go: left or right")
    return None, tuple(bids)


def _read_bid(raw: Any, seat: int) -> Bid:
    if type(raw) is not dict:
        raise Refusal(ARGS, f"a bid has 'open' and 'closed' cards, not {show(raw)}", seat)
    if len(raw) != 2 or "open" not in raw or "closed" not in raw:
        _test_keys(raw, seat)
    opened, closed = read_bag(raw["open"], "open", seat), read_bag(raw["closed"], "closed", seat)
    taken = read_bag(raw["taken"], "taken", seat) if "taken" in raw else EMPTY
    return Bid._make((opened, closed, taken))


def _test_keys(raw: dict[str, Any], seat: int) -> None:
    for key in raw:
        if key not in _BID_KEYS:
            raise Refusal(ARGS, unknown_key(key, "a bid", _BID_KEYS), seat)
    for key in ("open", "closed"):
        if key not in raw:
            raise Refusal(ARGS, f"a bid needs '{key}', even if that is empty", seat)


def round_faults(state: State, move: Round) -> Iterable[Fault]:
    """Whatever is wrong with bids and direction; most bids need no closer look."""
    direction, bids = move
    found: list[Fault] = []
    for seat, bid in enumerate(bids):
        if not _is_plainly_legal(state, seat, bid):
            found.extend(_bid_faults(state, seat, bid))
    if direction is not None:
        found.extend(_direction_faults(state, direction))
    return sorted(found, key=_rank) if len(found) > 1 else found


def _is_plainly_legal(state: State, seat: int, bid: Bid) -> bool:
    """Whether a bid is all that was dealt, with no more from the table than may join it."""
    opened, closed, taken = bid
    if opened + closed != state.hands[seat] + taken:
        return False
    if not taken:
        return True
    return size(taken) <= bid_limit(state) and is_within(taken, state.fronts[seat])


def _rank(fault: Fault) -> int:
    return _ORDER.index(fault.rule)


def _bid_faults(state: State, seat: int, bid: Bid) -> Iterator[Fault]:
    name = state.header.players[seat]
    limit = bid_limit(state)
    if bid is NO_BID:
        yield Fault("cattitude.bid-all", f"{name} makes no bids", seat)
        return
    if bid.taken and not limit:
        yield _forbidden(state, seat)
        return
    laid, owned = bid.open + bid.closed, state.hands[seat] + bid.taken
    for card in _kinds(excess(laid, owned)):
        yield Fault(HELD, f"{name} lays '{card}', which was neither dealt nor taken", seat)
    for card in _kinds(excess(owned, laid)):
        yield Fault("cattitude.bid-all", f"{name} leaves '{card}' out of both bids", seat)
    if size(bid.taken) > limit:
        message = f"{name} adds {size(bid.taken)} table cards; {limit} are allowed"
        yield Fault("cattitude.bid-two", message, seat)
    for card in _kinds(excess(bid.taken, state.fronts[seat])):
        yield _misplaced(state, seat, card)


def _forbidden(state: State, seat: int) -> Fault:
    """Where no card may be taken at all it does not matter which one it is."""
    name = state.header.players[seat]
    if is_beginner(state):
        message = f"{name} adds a table card, which beginners do not"
        return Fault("cattitude.beginner", message, seat)
    return Fault("cattitude.bid-two", f"{name} adds a table card in round 1", seat)


def _misplaced(state: State, seat: int, card: str) -> Fault:
    """The fault of taking a card that does not lie on the own table, by where it does lie."""
    name = state.header.players[seat]
    if count(state.palaces[seat], card):
        if UNITS[card] & ALL_BONUSES:
            return Fault("cattitude.bonus", f"{name} takes '{card}', a bonus card, back", seat)
        message = f"{name} takes '{card}' from the palace, where it is secured"
        return Fault("cattitude.bid-source", message, seat)
    for other, front in enumerate(state.fronts):
        if other != seat and count(front, card):
            owner = state.header.players[other]
            return Fault(
                "cattitude.bid-source", f"{name} takes '{card}' from {owner}'s table", seat
            )
    return Fault(HELD, f"{name} takes '{card}', which does not lie on that table", seat)


def _direction_faults(state: State, direction: str) -> Iterator[Fault]:
    if len(state.fronts) == 2:
        yield Fault("cattitude.direction", "two players use no direction")
        return
    wanted = flipped(state)
    if wanted is not None and direction != wanted:
        message = f"the token was flipped: bids go to the {wanted} in round {state.round}"
        yield Fault("cattitude.direction", message)


def _apply_round(state: State, move: Round) -> State:
    direction, bids = move
    (
        header, tables, split, worth, stock, playable,
        _, number, finished, _, seen, discard, _, _, fronts, palaces, points, losses,
    ) = state  # fmt: skip
    left = list(fronts)
    for seat, (_, _, taken) in enumerate(bids):
        left[seat] -= taken
    nothing = (EMPTY,) * len(bids)
    return State._make((
        header, tables, split, worth, stock, playable,
        CHOOSE, number, finished, direction, seen, discard, nothing, bids,
        tuple(left), palaces, points, losses,
    ))  # fmt: skip


def _kinds(bag: Bag) -> tuple[str, ...]:
    return tuple(dict.fromkeys(unpack(bag)))


EVENTS: tuple[EventKind[State, Any], ...] = (
    EventKind("deal", "chance", _read_deal, _deal_faults, apply_deal, needs=("hands",)),
    EventKind(
        "bid", "all", _read_round, round_faults, _apply_round, needs=("bids",), may=("direction",)
    ),
)
