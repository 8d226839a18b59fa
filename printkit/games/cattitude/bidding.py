"""Cattitude's first phase: a pile is dealt, and everyone splits cards into two bids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from printkit.core.errors import show
from printkit.core.messages import say
from printkit.games.cattitude.cards import (
    ALL_CARDS,
    ANY_BONUS,
    ANY_RED,
    CARDS,
    Cards,
    card_in_words,
    excess,
    minus,
    only,
    pack,
)
from printkit.games.cattitude.state import (
    BID,
    CHOOSE,
    DIRECTIONS,
    LEFT,
    Bid,
    CardsBySeat,
    State,
    bid_limit,
    is_beginner,
    required_direction,
)
from printkit.rules.game import Event, Fault, Move, Refusal
from printkit.rules.reading import (
    ARGS,
    MISSING,
    read_list,
    read_some,
    read_word,
    unknown_key,
    wrong_hand_size,
)

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


@dataclass(slots=True)
class Deal(Move[State]):
    """The next pile, dealt to everyone: a round begins."""

    do = "deal"
    actor = "chance"
    needs = ("hands",)

    hands: CardsBySeat

    @classmethod
    def read(cls, state: State, event: Event, _seat: int) -> Deal:
        hands = read_some(state.header, event, "hands")
        return cls(tuple([() if hand is MISSING else _read_cards(hand, "hands") for hand in hands]))

    def faults(self, state: State) -> Iterator[Fault]:
        yield from copy_faults(state, self.hands)
        for seat, hand in enumerate(self.hands):
            yield from hand_faults(state, seat, hand)

    def apply(self, state: State) -> State:
        left = _copies_left(state, self.hands)
        return state._replace(phase=BID, round=state.round + 1, left=left, hands=self.hands)


def hand_faults(state: State, seat: int, hand: Cards) -> Iterator[Fault]:
    """Yield the fault of one hand: its size, or its share of red cards."""
    split, number, name = state.split, state.round + 1, state.header.players[seat]
    red, reds = len(only(hand, ANY_RED)), split.red_each if split.is_red(number) else 0
    if wrong := wrong_hand_size(name, len(hand), split.hand):
        yield Fault("cattitude.deal", wrong)
    elif red != reds:
        template = "{name} is dealt {count} red {plural(count, 'card', 'cards')} in round {number}"
        dealt = say(template, name=name, count=red, number=number)
        message = say("{dealt}, not {reds}", dealt=dealt, reds=reds)
        yield Fault("cattitude.deal", message)


def copy_faults(state: State, hands: Iterable[Cards]) -> Iterator[Fault]:
    """Check for copies that don't exist before those that were put away by name."""
    left = _copies_left(state, hands)
    over = [card for card in CARDS if left[card] < 0]
    if not over:
        return
    stock, playable = state.tables.copies, state.tables.playable(len(state.fronts))
    found = {card: playable[card] - left[card] for card in over}
    for card in over:
        if found[card] > stock[card]:
            message = say(
                "'{card}' turns up {found} times; there are {stock}",
                card=card_in_words(card),
                found=found[card],
                stock=stock[card],
            )
            yield Fault("core.chance", message)
    for card in over:
        if found[card] <= stock[card]:
            away = say(
                "{nobles_away} were put away, which leaves {playable}",
                nobles_away=state.split.nobles_away,
                playable=playable[card],
            )
            yield Fault(
                "cattitude.piles",
                say(
                    "'{card}' turns up {found} times; {away}",
                    card=card_in_words(card),
                    found=found[card],
                    away=away,
                ),
            )


def _copies_left(state: State, hands: Iterable[Cards]) -> dict[str, int]:
    """Return the copies of each card that are left after these hands; negative if too many."""
    left = dict(state.left)
    for card in chain(*hands):
        left[card] -= 1
    return left


@dataclass(slots=True)
class MakeBids(Move[State]):
    """Everyone's open and closed bid, and the direction in which bids go."""

    do = "bid"
    actor = "all"
    needs = ("bids",)
    may = ("direction",)

    direction: str | None
    bids: tuple[Bid | None, ...]  # by seat; None for players without one

    @classmethod
    def read(cls, state: State, event: Event, _seat: int) -> MakeBids:
        entries = read_some(state.header, event, "bids")
        bids = tuple(
            [None if raw is MISSING else _read_bid(raw, seat) for seat, raw in enumerate(entries)]
        )
        if "direction" in event:
            return cls(read_word(event["direction"], DIRECTIONS, "direction"), bids)
        if len(bids) > 2:
            message = say("'bid' needs 'direction', where the bids go: left or right")
            raise Refusal(ARGS, message)
        return cls(None, bids)

    def faults(self, state: State) -> list[Fault]:
        found: list[Fault] = []
        for seat, bid in enumerate(self.bids):
            found.extend(bid_faults(state, seat, bid))
        if self.direction is not None:
            found.extend(_direction_faults(state, self.direction))
        return sorted(found, key=lambda fault: _ORDER.index(fault.rule))

    def apply(self, state: State) -> State:
        """Remove cards from the player's own table along with the bid."""
        bids = tuple([bid for bid in self.bids if bid is not None])
        pairs = zip(state.fronts, bids, strict=True)
        return state._replace(
            phase=CHOOSE,
            direction=self.direction,
            hands=((),) * len(bids),
            bids=bids,
            fronts=tuple([minus(front, bid.taken) for front, bid in pairs]),
        )


def _read_bid(raw: Any, seat: int) -> Bid:
    if not isinstance(raw, dict):
        message = say("a bid has 'open' and 'closed' cards, not {value}", value=show(raw))
        raise Refusal(ARGS, message, seat)
    for key in raw:
        if key not in _BID_KEYS:
            raise Refusal(ARGS, unknown_key(key, say("a bid"), _BID_KEYS), seat)
    for key in ("open", "closed"):
        if key not in raw:
            message = say("a bid needs '{key}', even if that is empty", key=key)
            raise Refusal(ARGS, message, seat)
    return Bid(
        open=_read_cards(raw["open"], "open", seat),
        closed=_read_cards(raw["closed"], "closed", seat),
        taken=_read_cards(raw["taken"], "taken", seat) if "taken" in raw else (),
    )


def _read_cards(value: object, key: str, seat: int | None = None) -> Cards:
    """Read a list of cards of this game, and sort it."""
    cards = read_list(value, key, seat)
    for card in cards:
        if not isinstance(card, str) or card not in ALL_CARDS:
            message = "'{key}' has {card}, which isn't a card of this game"
            raise Refusal(ARGS, say(message, key=key, card=show(card)), seat)
    return pack(cards)


def bid_faults(state: State, seat: int, bid: Bid | None) -> Iterator[Fault]:
    """Yield the faults in the bids of one player."""
    name = state.header.players[seat]
    limit = bid_limit(state)
    if bid is None:
        yield Fault("cattitude.bid-all", say("{name} makes no bids", name=name), seat)
        return
    if bid.taken and not limit:
        yield _taking_fault(state, seat)
        return
    laid, owned = bid.open + bid.closed, state.hands[seat] + bid.taken
    if sorted(laid) != sorted(owned):
        for card in excess(laid, owned):
            yield Fault(
                HELD,
                say(
                    "{name} bids '{card}', which was neither dealt nor added",
                    name=name,
                    card=card_in_words(card),
                ),
                seat,
            )
        for card in excess(owned, laid):
            yield Fault(
                "cattitude.bid-all",
                say("{name} leaves '{card}' out of both bids", name=name, card=card_in_words(card)),
                seat,
            )
    if len(bid.taken) > limit:
        message = say(
            "{name} adds {count} cards from in front of them; {limit} are allowed",
            name=name,
            count=len(bid.taken),
            limit=limit,
        )
        yield Fault("cattitude.bid-two", message, seat)
    for card in excess(bid.taken, state.fronts[seat]):
        yield _source_fault(state, seat, card)


def _taking_fault(state: State, seat: int) -> Fault:
    """Return the fault of taking any card when none may be taken at all."""
    name = state.header.players[seat]
    if is_beginner(state):
        message = say(
            "{name} adds a card from in front of them, which beginners don't do", name=name
        )
        return Fault("cattitude.beginner", message, seat)
    message = say("{name} adds a card in round 1, when only dealt cards are bid", name=name)
    return Fault("cattitude.bid-two", message, seat)


def _source_fault(state: State, seat: int, card: str) -> Fault:
    """Return the fault of taking a card that isn't on the player's own table, by where it is."""
    name = state.header.players[seat]
    if card in state.palaces[seat]:
        if card in ANY_BONUS:
            return Fault(
                "cattitude.bonus",
                say(
                    "{name} takes '{card}', a bonus card, back", name=name, card=card_in_words(card)
                ),
                seat,
            )
        message = say(
            "{name} takes '{card}' from the palace, where it is secured",
            name=name,
            card=card_in_words(card),
        )
        return Fault("cattitude.bid-source", message, seat)
    for other, front in enumerate(state.fronts):
        if other != seat and card in front:
            owner = state.header.players[other]
            return Fault(
                "cattitude.bid-source",
                say(
                    "{name} takes '{card}' from in front of {owner}",
                    name=name,
                    card=card_in_words(card),
                    owner=owner,
                ),
                seat,
            )
    return Fault(
        HELD,
        say(
            "{name} adds '{card}', which isn't in front of them",
            name=name,
            card=card_in_words(card),
        ),
        seat,
    )


def _direction_faults(state: State, direction: str) -> Iterator[Fault]:
    if len(state.fronts) == 2:
        yield Fault("cattitude.direction", say("two players don't use a direction"))
        return
    wanted = required_direction(state)
    if wanted is not None and direction != wanted:
        left = say("the token was flipped: bids go to the left in round {round}", round=state.round)
        right = say(
            "the token was flipped: bids go to the right in round {round}", round=state.round
        )
        yield Fault("cattitude.direction", left if wanted == LEFT else right)
