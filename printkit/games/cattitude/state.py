"""The state of a game of Cattitude, immutable, and functions to query it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from printkit.core.errors import show
from printkit.core.messages import either, named, say
from printkit.games.cattitude.cards import ALL_CARDS, TAKERS, Cards, card_in_words
from printkit.games.cattitude.manual import MANUAL
from printkit.rules.game import NOTHING_DUE, Due, Refusal
from printkit.rules.record import HEADER

if TYPE_CHECKING:
    from printkit.games.cattitude.collecting import Loss
    from printkit.games.cattitude.numbers import PileSplit, Tables, Worth
    from printkit.rules.game import Header

DEAL: Final = "deal"
BID: Final = "bid"
CHOOSE: Final = "choose"
LOSE: Final = "lose"
SECURE: Final = "secure"
OVER: Final = "over"

LEFT: Final = "left"
RIGHT: Final = "right"
DIRECTIONS: Final = (LEFT, RIGHT)

CardsBySeat = tuple[Cards, ...]


def name_value(key: str, value: str) -> str:
    """Return the name of a value in a record: a card, a direction, or one of the bids."""
    if value in ALL_CARDS:
        return card_in_words(value)
    is_word = key in ("bids", "choices", "direction") and value in MANUAL.words
    return named(value, MANUAL.words[value]) if is_word else value


class Bid(NamedTuple):
    """The cards that one player offers, and which came from their own table."""

    open: Cards
    closed: Cards
    taken: Cards


class State(NamedTuple):
    """One position; values per player are in tuples by seat."""

    header: Header  # line 1
    tables: Tables  # the cards and set-ups
    split: PileSplit  # the piles of this game
    worth: Worth  # the values of cards
    left: Mapping[str, int]  # copies of each card that can still turn up
    phase: str
    round: int  # last dealt, from 1
    finished: int  # rounds that are over
    direction: str | None  # of the last bid; None before the first and with two players
    discard: Cards  # cards out of the game, in any order
    hands: CardsBySeat  # dealt and not yet bid
    bids: tuple[Bid, ...]  # on offer
    fronts: CardsBySeat  # tables; a taker is there only while its owner has to choose
    palaces: CardsBySeat  # secured cards and bonus cards
    points: tuple[int, ...]  # of the palaces, with bonuses once the game is over
    losses: tuple[Loss, ...]  # of the last event, except for securing


def start(tables: Tables, header: Header) -> State:
    """Return the state before the first deal."""
    count = len(header.players)
    nothing: CardsBySeat = ((),) * count
    return State(
        header=header,
        tables=tables,
        split=tables.split(count),
        worth=tables.worth(profile(tables, header)),
        left=tables.playable(count),
        phase=DEAL,
        round=0,
        finished=0,
        direction=None,
        discard=(),
        hands=nothing,
        bids=(),
        fronts=nothing,
        palaces=nothing,
        points=(0,) * count,
        losses=(),
    )


def profile(tables: Tables, header: Header) -> str:
    """Return the header's values, or the defaults."""
    known = tuple(tables.profiles)
    name = header.extras.get("values", known[0])
    if not isinstance(name, str) or name not in known:
        message = say(
            "'values' must be {known}, not {value}", known=either(known), value=show(name)
        )
        raise Refusal(HEADER, message)
    return name


def due(state: State) -> Due:
    """Return the events and seats that may come next."""
    if state.phase == OVER:
        return NOTHING_DUE
    if state.phase == DEAL:
        seats: tuple[int, ...] = ()
    elif state.phase == LOSE:
        seats = owing(state)
    else:
        seats = tuple(range(len(state.fronts)))
    return Due((state.phase,), seats)


def owing(state: State) -> tuple[int, ...]:
    """Return the seats that have to give up a species of their choice."""
    return tuple(seat for seat, front in enumerate(state.fronts) if not TAKERS.isdisjoint(front))


def is_beginner(state: State) -> bool:
    """Return whether the beginners' rules are on."""
    return state.header.variant == "beginner"


def is_toss(state: State) -> bool:
    """Return whether the direction is tossed."""
    return state.header.variant == "toss"


def step(state: State) -> int:
    """Return how far bids move along the seats: left is the next seat, right the one before."""
    return -1 if state.direction == RIGHT else 1


def required_direction(state: State) -> str | None:
    """Return the required direction, or None if it is free or not needed."""
    if state.direction is None or is_toss(state):
        return None
    return RIGHT if state.direction == LEFT else LEFT


def bid_limit(state: State) -> int:
    """Return how many table cards may join a bid in this round."""
    return 0 if state.round == 1 or is_beginner(state) else state.tables.bid_limit


def summary(state: State) -> str:
    """Return the state in one line."""
    if not state.round:
        message = "before round 1 of {rounds}; the first pile is still to be dealt"
        return say(message, rounds=state.split.rounds)
    text = say("round {number} of {rounds}", number=state.round, rounds=state.split.rounds)
    if state.split.is_red(state.round):
        text = say("{text} (with red cards)", text=text)
    direction = required_direction(state) if state.phase == BID else state.direction
    if direction and state.phase not in (DEAL, OVER):
        left = say("{text}, bids go to the left", text=text)
        right = say("{text}, bids go to the right", text=text)
        text = left if direction == LEFT else right
    return say("{text}; {stage}", text=text, stage=_stage(state))


def _stage(state: State) -> str:
    if state.phase == LOSE:
        names = [state.header.players[seat] for seat in owing(state)]
        return say("still to choose what thieves take: {names}", names=names)
    return {
        DEAL: say("the next pile is still to be dealt"),
        BID: say("everyone is about to bid"),
        CHOOSE: say("everyone is about to choose a bid"),
        SECURE: say("everyone may secure"),
        OVER: say("the game is over"),
    }[state.phase]
