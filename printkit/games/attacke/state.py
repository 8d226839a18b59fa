"""The state of a game of Attacke, immutable, and functions to query it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.messages import named, say
from printkit.games.attacke.numbers import COLOURS, SHIELD
from printkit.rules.game import NOTHING_DUE, Due
from printkit.rules.reading import remove_card
from printkit.rules.record import first_seat

if TYPE_CHECKING:
    from printkit.games.attacke.numbers import Tables
    from printkit.rules.game import Header


class Laid(NamedTuple):
    """The cards that a player has laid in the contest."""

    cards: tuple[str, ...]  # face up
    hidden: tuple[str, ...]  # face down, as far as hands are recorded
    total: int
    strong: bool  # a strong shield is among them
    blind: bool  # the one face-down play is used up


NOTHING_YET = Laid((), (), 0, strong=False, blind=False)


class Stock(NamedTuple):
    """The pile, unordered, the discards, and how often they were reshuffled into the pile."""

    pile: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    reshuffles: int = 0

    def put(self, cards: tuple[str, ...]) -> Stock:
        """Return the stock with these cards discarded."""
        return Stock(self.pile, self.discards + cards, self.reshuffles)

    def drawable(self) -> tuple[str, ...]:
        """Return the cards of which one could be drawn now; an empty pile is reshuffled first."""
        return self.pile or self.discards

    def draw(self, card: str) -> Stock:
        """Return the stock without one of the drawable cards."""
        if self.pile:
            return Stock(remove_card(self.pile, card), self.discards, self.reshuffles)
        return Stock(remove_card(self.discards, card), (), self.reshuffles + 1)


class State(NamedTuple):
    """One position."""

    header: Header  # line 1
    tables: Tables  # the cards and goals
    goal: int  # chips that win
    hands: tuple[tuple[str, ...], ...] | None  # by seat; None if hands are not recorded
    stock: Stock  # pile and discards; empty without hands
    chips: tuple[tuple[str, ...], ...]  # colours won, by seat
    contest: int  # number of the contest, from 1
    leader: int  # the seat that opens it
    turn: int  # the seat whose turn it is, or that won the game
    colour: str  # of the contest; "" until it is opened
    best: int  # the total to beat in the contest; 0 until it is opened
    laid: tuple[Laid | None, ...]  # by seat; None for players who are out of the contest
    over: bool  # someone has reached the goal


def card_in_words(card: str) -> str:
    """Return the name of a card in messages: red 7, shield 10."""
    colour, number = card.split()
    if colour == SHIELD:
        return say("shield {number}", number=number)
    return say("{colour} {number}", colour=named(colour), number=number)


def name_value(_key: str, value: str) -> str:
    """Return the name of a value in a record: a card or a colour."""
    if re.fullmatch(r"\w+ \d+", value):
        return card_in_words(value)
    return named(value) if value in {colour.id for colour in COLOURS} else value


def start(tables: Tables, header: Header) -> State:
    """Return the state before the first event."""
    count, first = len(header.players), first_seat(header)
    return State(
        header=header,
        tables=tables,
        goal=tables.goals[header.variant],
        hands=None,
        stock=Stock(),
        chips=((),) * count,
        contest=1,
        leader=first,
        turn=first,
        colour="",
        best=0,
        laid=(NOTHING_YET,) * count,
        over=False,
    )


def due(state: State) -> Due:
    """Return the events and seats that may come next."""
    if state.over:
        return NOTHING_DUE
    if state.colour:
        return Due(("play", "pass"), (state.turn,))
    return Due(("deal", "play") if is_undealt(state) else ("play",), (state.turn,))


def is_undealt(state: State) -> bool:
    """Return whether hands can still be dealt: nothing has happened yet."""
    return state.hands is None and state.contest == 1 and not state.colour


def next_in(laid: tuple[Laid | None, ...], seat: int) -> int:
    """Return the next seat clockwise that is still in the contest."""
    count = len(laid)
    seat = (seat + 1) % count
    while laid[seat] is None:
        seat = (seat + 1) % count
    return seat


def last_one_in(state: State) -> int:
    """Return the seat that wins the contest when the player whose turn it is passes."""
    return next_in(state.laid, state.turn)


def scores(state: State) -> tuple[int, ...]:
    """Return the number of chips by seat."""
    return tuple(map(len, state.chips))


def contests(state: State) -> int:
    """Return the number of finished contests."""
    return state.contest if state.over else state.contest - 1


def put_away(state: State, seat: int) -> Stock:
    """Return the stock after discarding all cards that a player has laid; empty without hands."""
    if state.hands is None:
        return state.stock
    laid = state.laid[seat] or NOTHING_YET
    return state.stock.put(laid.cards + laid.hidden)


def left_over(hand: tuple[str, ...], cards: tuple[str, ...]) -> list[str]:
    """Return the hand without these cards; raise ValueError if one is not held."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return rest


def supply(state: State) -> dict[str, int]:
    """Return the chips not yet won, by colour."""
    each = state.tables.chips_each
    held = [colour for chips in state.chips for colour in chips]
    return {colour: each - held.count(colour) for colour in state.tables.colour_ids}


def invariants(state: State) -> Iterator[str]:
    """Yield inconsistencies that no play could lead to."""
    yield from _wrong_chips(state)
    yield from _wrong_contest(state)
    if state.hands is not None and dict(Counter(_all_cards(state))) != state.tables.copies:
        yield f"the {len(state.tables.deck)} cards are not all there, or not just once"


def _wrong_chips(state: State) -> Iterator[str]:
    most = 0
    for chips in state.chips:
        most = max(most, len(chips))
        if len(set(chips)) < len(chips):
            yield f"two chips of one colour with one player: {chips}"
    if min(supply(state).values()) < 0:
        yield f"more chips than there are: {state.chips}"
    if (most >= state.goal) != state.over:
        yield f"{most} chips, a goal of {state.goal}, and over is {state.over}"


def _wrong_contest(state: State) -> Iterator[str]:
    if not state.over and state.laid[state.turn] is None:
        yield f"seat {state.turn} is out and about to act"
    best = max((laid.total for laid in state.laid if laid), default=state.best)
    if best != state.best:
        yield f"a total of {best}, and {state.best} is to be beaten"
    for laid in state.laid:
        if laid and laid is not NOTHING_YET:
            yield from _wrong_laid(state, laid)


def _wrong_laid(state: State, laid: Laid) -> Iterator[str]:
    kinds, tables = state.tables.cards, state.tables
    total = sum([kinds[card].value for card in laid.cards]) + len(laid.hidden) * tables.face_down
    if total != laid.total if state.hands is not None else total > laid.total:
        yield f"a total of {laid.total} for {laid.cards} and {len(laid.hidden)} face down"
    if laid.cards.count(tables.strong_shield) != laid.strong:
        yield f"the shields in {laid.cards} are miscounted"


def _all_cards(state: State) -> Iterator[str]:
    laid = (own.cards + own.hidden for own in state.laid if own)
    return chain(state.stock.pile, state.stock.discards, *(state.hands or ()), *laid)


def summary(state: State) -> str:
    """Return the state in one line."""
    players = state.header.players
    chips = [f"{name} {len(held)}" for name, held in zip(players, state.chips, strict=True)]
    values = {"number": state.contest, "stage": _stage(state), "goal": state.goal, "chips": chips}
    return say("contest {number}, {stage}; chips (of {goal}): {chips}", **values)


def _stage(state: State) -> str:
    players = state.header.players
    if state.over:
        return say("the game is over")
    if not state.colour:
        return say("{name} opens", name=players[state.turn])
    totals = ", ".join(
        f"{name} {laid.total}"
        for name, laid in zip(players, state.laid, strict=True)
        if laid is not None
    )
    values = {"colour": named(state.colour), "name": players[state.turn], "totals": totals}
    return say("{colour}, {name} to fight or pass, totals: {totals}", **values)
