"""Attacke's events: which rules each can break, and what it changes.

The tests of an event are tables of a rule id and a function that says what is wrong, or "".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeAlias, TypeVar

from printkit.games.attacke.reading import Hands, Pass, Play, read_deal, read_pass, read_play
from printkit.games.attacke.state import NOTHING_YET, Laid, State, Stock, next_in, put_away
from printkit.rules.game import EventKind, Fault
from printkit.rules.hands import changed, misdealt

M = TypeVar("M")
_Tests: TypeAlias = "tuple[tuple[str, Callable[[State, M], str]], ...]"


def _deal_faults(state: State, hands: Hands) -> Iterator[Fault]:
    copies = state.tables.copies
    for card, dealt in Counter(chain.from_iterable(hands)).items():
        if dealt > copies[card]:
            yield Fault("core.chance", f"'{card}' is dealt {dealt} times; there are {copies[card]}")
    for seat, hand in enumerate(hands):
        size = state.tables.hand(leads=seat == state.leader)
        if wrong := misdealt(state.header.players[seat], len(hand), size):
            yield Fault("attacke.deal", wrong)


def apply_deal(state: State, hands: Hands) -> State:
    """The state with these hands; what was not dealt is the pile."""
    pile = state.tables.pile
    for letter in state.tables.spell(chain.from_iterable(hands)):
        pile = pile.replace(letter, "", 1)
    return state._replace(hands=hands, stock=Stock(pile))


def _undrawable(state: State, move: Play | Pass) -> str:
    if move.stock is not None or not move.draw:
        return ""
    stock = put_away(state, move.seat) if isinstance(move, Pass) else state.stock
    if not stock.drawable():
        return "there is no card left to draw"
    return f"'{move.draw[0]}' is not in the pile"


def _not_held(state: State, play: Play) -> str:
    if play.hand is not None or state.hands is None:
        return ""
    rest = list(state.hands[play.seat])
    for card in play.cards + play.hidden:
        if card not in rest:
            return f"'{card}' is not in this hand"
        rest.remove(card)
    return ""


def _no_opening(_state: State, play: Play) -> str:
    if not play.cards:
        return "the opening needs a card that lies face up"
    together = " and ".join(play.colours)
    return f"{together} cannot open together" if len(play.colours) > 1 else ""


def _unnamed(_state: State, play: Play) -> str:
    if play.named or play.colours or not play.cards:
        return ""
    return "shields alone open a contest only with a 'colour'"


def _off_colour(state: State, play: Play) -> str:
    colour = state.colour or play.named
    if not colour:
        return ""
    for other in play.colours:
        if other != colour:
            return f"the contest is in {colour}, not in {other}"
    return ""


def _blind_again(state: State, play: Play) -> str:
    if not play.blind:
        return ""
    if state.header.variant not in state.tables.blind:
        return f"no card may lie face down in the variant {state.header.variant}"
    before = state.laid[play.seat]
    return "cards were laid face down in this contest already" if before and before.blind else ""


def _too_low(state: State, play: Play) -> str:
    best = state.best
    return "" if play.total > best else f"a total of {play.total} does not beat {best}"


def _misstated(_state: State, play: Play) -> str:
    if play.stated is None or play.stated == play.total:
        return ""
    return f"the total is {play.total}, not {play.stated}"


def _wrong_draw(_state: State, move: Play | Pass) -> str:
    if move.draw is None:
        return "'draw' must say which card was drawn, or null for none"
    return f"{len(move.draw)} cards are drawn; it is always one" if len(move.draw) > 1 else ""


def _too_strong(state: State, play: Play) -> str:
    strong = state.tables.strong_shield
    if strong not in play.cards:
        return ""
    before = state.laid[play.seat]
    count = play.cards.count(strong) + bool(before and before.strong)
    return f"one '{strong}' a contest is the limit" if count > 1 else ""


def _wrong_fine(state: State, move: Pass) -> str:
    held, returns = state.chips[move.seat], move.returns
    laid = state.laid[move.seat]
    if not (laid and laid.strong and held):
        return "no chip is to be given back" if returns else ""
    strong = state.tables.strong_shield
    if not returns:
        return f"'returns' must name the chip that the lost '{strong}' costs"
    return "" if returns in held else f"there is no {returns} chip to give back"


_OPENING: _Tests[Play] = (("attacke.open", _no_opening), ("attacke.open-shield", _unnamed))
# A card that must not lie face down has no value, so blind-once is tested before the totals.
_FIGHT: _Tests[Play] = (
    ("attacke.colour", _off_colour),
    ("attacke.blind-once", _blind_again),
    ("attacke.beat", _too_low),
    ("attacke.total", _misstated),
    ("attacke.draw", _wrong_draw),
    ("attacke.shield10-one", _too_strong),
)
_OPENING_TESTS = _OPENING + _FIGHT
_CARDS: _Tests[Play] = (("core.chance", _undrawable), ("core.card-held", _not_held))
_PASS_TESTS: _Tests[Pass] = (
    ("core.chance", _undrawable),
    ("attacke.draw", _wrong_draw),
    ("attacke.shield10-fine", _wrong_fine),
)


def _play_faults(state: State, play: Play) -> Sequence[Fault]:
    if _is_plain_play(state, play):
        return ()
    tests = _CARDS + (_FIGHT if state.colour else _OPENING_TESTS)
    return [Fault(rule, wrong) for rule, test in tests if (wrong := test(state, play))]


def _is_plain_play(state: State, play: Play) -> bool:
    """Whether a play is well within the rules; whatever is not is looked at closely."""
    _, cards, colours, _, blind, named, total, stated, draw, hand, stock = play
    held = hand is not None or state.hands is None
    if not held or stock is None or draw is None or len(draw) > 1 or blind:
        return False
    colour = state.colour or named
    suited = colours in ((), (colour,)) if colour else len(colours) == 1
    fair = stated is None or stated == total
    weak = state.tables.strong_shield not in cards
    return suited and fair and weak and total > state.best


def _pass_faults(state: State, move: Pass) -> Sequence[Fault]:
    seat, draw, returns, stock = move
    laid = state.laid[seat]
    drawn = stock is not None and draw is not None and len(draw) < 2
    if drawn and not returns and not (laid and laid.strong):
        return ()
    return [Fault(rule, wrong) for rule, test in _PASS_TESTS if (wrong := test(state, move))]


def _pass_named(state: State, seat: int) -> Fault | None:
    """Nobody passes before the opening; for the leader that has a rule of its own."""
    if state.colour:
        return None
    if seat == state.turn:
        return Fault("attacke.pass", "whoever leads has to open and cannot pass instead")
    leader = state.header.players[state.turn]
    return Fault("core.turn", f"it is not this player's turn; {leader} has to open")


def _apply_play(state: State, play: Play) -> State:
    seat, cards, colours, hidden, blind, named, best, _, _, hand, stock = play
    header, tables, goal, hands, _, chips, contest, leader, _, colour, _, laid, over = state
    before = laid[seat]
    assert before is not None
    assert stock is not None
    up, down, _, strong, blind_before = before
    strong = strong or tables.strong_shield in cards
    own = Laid._make((up + cards, down + hidden, best, strong, blind_before or blind > 0))
    laid = changed(laid, seat, own)
    if hands is not None and hand is not None:
        hands = changed(hands, seat, hand)
    colour = colour or named or colours[0]
    turn = next_in(laid, seat)
    return State._make(
        (header, tables, goal, hands, stock, chips, contest, leader, turn, colour, best, laid, over)
    )


def _apply_pass(state: State, move: Pass) -> State:
    seat, draw, returns, stock = move
    assert stock is not None
    header, tables, goal, hands, _, chips, contest, leader, _, colour, best, laid, over = state
    if returns:
        kept = tuple([chip for chip in chips[seat] if chip != returns])
        chips = changed(chips, seat, kept)
    if hands is not None and draw:
        hands = changed(hands, seat, hands[seat] + draw)
    laid = changed(laid, seat, None)
    turn = next_in(laid, seat)
    after = State._make(
        (header, tables, goal, hands, stock, chips, contest, leader, turn, colour, best, laid, over)
    )
    return _won(after, turn) if laid.count(None) == len(laid) - 1 else after


def _won(state: State, seat: int) -> State:
    """The contest goes to the last one in: cards away, the chip, the end or the next contest."""
    header, tables, goal, hands, stock, chips, contest, leader, _, colour, best, laid, _ = state
    if colour not in chips[seat]:
        chips = changed(chips, seat, (*chips[seat], colour))
    if hands is not None:
        stock = put_away(state, seat)
    over = len(chips[seat]) >= goal
    if over:
        laid = (None,) * len(laid)
    else:
        contest, colour, best, laid = contest + 1, "", 0, (NOTHING_YET,) * len(laid)
        leader = seat = _next_leader(state, seat)
    return State._make(
        (header, tables, goal, hands, stock, chips, contest, leader, seat, colour, best, laid, over)
    )


def _next_leader(state: State, winner: int) -> int:
    """The winner, or the next clockwise who has a card; the winner where nobody has."""
    hands = state.hands
    if hands is None or hands[winner]:
        return winner
    count = len(hands)
    seats = [(winner + step) % count for step in range(count)]
    return next((seat for seat in seats if hands[seat]), winner)


EVENTS: tuple[EventKind[State, Any], ...] = (
    EventKind("deal", "chance", read_deal, _deal_faults, apply_deal, needs=("hands",)),
    EventKind(
        "play",
        "one",
        read_play,
        _play_faults,
        _apply_play,
        needs=("cards",),
        may=("colour", "blind", "total", "draw"),
    ),
    EventKind(
        "pass",
        "one",
        read_pass,
        _pass_faults,
        _apply_pass,
        may=("draw", "returns"),
        named=_pass_named,
    ),
)
