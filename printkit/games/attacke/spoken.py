"""Attacke at the table: a line for each play or pass, the cards by their letter and value.

`r7 s7` is the red 7 with the shield 7; `7 5` are knights of the contest's colour. Enter passes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from printkit.games.attacke.rules import offers
from printkit.games.attacke.state import NOTHING_YET, State, is_undealt
from printkit.games.attacke.tables import SHIELD
from printkit.rules.game import Refusal
from printkit.rules.reading import misdealt
from printkit.rules.speech import (
    Form,
    Misheard,
    Said,
    Speech,
    Step,
    Turn,
    View,
    find_word,
    read_number,
    split,
)

if TYPE_CHECKING:
    from printkit.games.attacke.tables import Tables
    from printkit.rules.game import Event

PASS: Final = "pass"
DRAWN: Final = "+"
RETURNED: Final = "-"
HIDDEN: Final = "x"
TOTAL: Final = "="
_CARD: Final = re.compile(r"([a-z]*) ?([0-9]+)")


def turn(state: State, full: bool) -> Turn:
    """What is asked now."""
    if full and is_undealt(state):
        return Turn.deal(state.header.players, "hand", partial(_hear_hand, state), forms=_HAND)
    passing = state.colour and not _owes(state)
    usual = "pass" if passing and state.hands is None else ""
    step = Step(
        _asks(state),
        partial(_hear, state),
        (state.turn,),
        tuple(_forms(state)),
        partial(_choices, state),
        "many",
        usual,
    )
    return Turn((step,), lambda parts: (parts[0],))


def _asks(state: State) -> str:
    if not state.colour:
        return f"opens contest {state.contest}"
    own = (state.laid[state.turn] or NOTHING_YET).total
    has = f", has {own}" if own else ""
    return f"{state.colour}, beat {state.best}{has}"


def _owes(state: State) -> bool:
    """Whether a pass has to say which of several chips is given back."""
    own = state.laid[state.turn] or NOTHING_YET
    return own.strong and len(state.chips[state.turn]) > 1


def _forms(state: State) -> Iterator[Form]:
    colour = state.colour or state.tables.colour_ids[0]
    letter = colour[0]
    yield Form(f"{letter}7", f"the {colour} 7; r, b, g, y and p are the colours")
    yield Form(f"{letter}7 5", "two cards of the same colour")
    yield Form("s7 s10", "shields")
    if not state.colour:
        yield Form("s7 blue", "shields alone, and the colour they open")
    if state.header.variant in state.tables.blind:
        yield Form("x2" if state.hands is None else "xb2 xg5", "cards face down, once a contest")
    yield Form("=12", "the total that was announced; it may be left out")
    if state.hands is not None:
        yield Form("+b4", "the card drawn; + alone: none")
    if state.colour:
        yield Form("p", "passes")
    if state.colour and _owes(state):
        yield Form("p -r", "passes, and gives the red chip back for the shield 10")


def _choices(state: State) -> Iterator[Form]:
    """The cards that could be laid one by one, or, with known hands, every legal play."""
    if state.hands is None:
        yield from _single_cards(state)
    else:
        yield from _plays(state)
    yield from _pass_choices(state)


def _single_cards(state: State) -> Iterator[Form]:
    for card in state.tables.cards.values():
        if not (state.colour and card.colour) or card.colour == state.colour:
            yield Form(_say_card(card.name), card.name)


def _plays(state: State) -> Iterator[Form]:
    for offer in offers(state):
        for event in offer.slots[0] if offer.slots else ():
            if "cards" not in event:
                continue
            hidden = event.get("blind", ())
            words = [*map(_say_card, event["cards"]), *(HIDDEN + _say_card(c) for c in hidden)]
            colour = [event["colour"]] if "colour" in event else []
            down = [f"{len(hidden)} face down"] if hidden else []
            means = f"{', '.join([*event['cards'], *down])}: {event['total']}"
            yield Form(" ".join([*words, *colour]), means)


def _pass_choices(state: State) -> Iterator[Form]:
    if not state.colour:
        return
    if not _owes(state):
        yield Form("p", "passes")
        return
    for chip in state.chips[state.turn]:
        yield Form(f"p -{chip[0]}", f"passes and gives the {chip} chip back")


def _hear(state: State, text: str) -> Event:
    words = split(text.lower())
    by = state.header.players[state.turn]
    if not words or (words[0] in (PASS, "p") and (state.colour or words == [PASS])):
        return _hear_pass(state, by, words[1:])
    play = _Play(state)
    for word in words:
        play.hear(word)
    return _with_draw(state, play.event(by))


def _hear_pass(state: State, by: str, words: Sequence[str]) -> Event:
    event: dict[str, Any] = {"do": "pass", "by": by}
    for word in words:
        if word.startswith(RETURNED):
            event["returns"] = _colour(state.tables, word[1:])
        elif word.startswith(DRAWN):
            event["draw"] = _drawn(state, word)
        else:
            raise Misheard(f"'{word}' does not belong to a pass")
    own, chips = state.laid[state.turn] or NOTHING_YET, state.chips[state.turn]
    if own.strong and len(chips) == 1:
        event.setdefault("returns", chips[0])
    if _owes(state) and "returns" not in event:
        known = " or ".join(f"p -{chip[0]}" for chip in chips)
        message = f"the lost shield 10 costs a chip; say which: {known}"
        raise Refusal("attacke.shield10-fine", message)
    return _with_draw(state, event)


def _with_draw(state: State, event: Event) -> Event:
    """An event that says what was drawn, where hands are recorded; else none may."""
    if state.hands is not None and "draw" not in event:
        raise Refusal("attacke.draw", "say which card was drawn as well: +b4, or + for none")
    if state.hands is None and "draw" in event:
        raise Misheard("draws are told only where hands were dealt (--full)")
    return event


class _Play:
    """A play while it is read, word by word; a bare number has the colour of the card before."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._colour = state.colour
        self._cards: list[str] = []
        self._blind: list[str] | int = []
        self._rest: dict[str, Any] = {}

    def hear(self, word: str) -> None:
        """Takes one word in."""
        mark, rest = word[0], word[1:]
        if mark == TOTAL and rest.isdecimal():
            self._rest["total"] = read_number(rest)
        elif mark == DRAWN:
            self._rest["draw"] = _drawn(self._state, word)
        elif mark == HIDDEN:
            self._hide(rest)
        elif word.isalpha():
            self._rest["colour"] = _colour(self._state.tables, word)
        else:
            self._cards.append(self._card(word))

    def _hide(self, text: str) -> None:
        if text.isdecimal():
            self._blind = read_number(text)
        elif isinstance(self._blind, list):
            self._blind.append(self._card(text))

    def _card(self, word: str) -> str:
        card = _card(self._state.tables, word, self._colour)
        colour = card.split()[0]
        self._colour = self._colour if colour == SHIELD else colour
        return card

    def event(self, by: str) -> Event:
        """The event that was heard."""
        blind = {"blind": self._blind} if self._blind else {}
        return {"do": "play", "by": by, "cards": self._cards, **blind, **self._rest}


def _colour(tables: Tables, word: str) -> str:
    return find_word(word, tables.colour_ids, "colour")


def _drawn(state: State, word: str) -> str | None:
    return _card(state.tables, word[1:], "") if len(word) > 1 else None


def _card(tables: Tables, word: str, colour: str) -> str:
    """The card that a word means; a bare number needs a colour that is known already."""
    found = _CARD.fullmatch(word)
    if found is None:
        raise Misheard(f"'{word}' is no card; r7 is the red 7, s10 the shield 10")
    letters, value = found.groups()
    kind = find_word(letters, (*tables.colour_ids, SHIELD), "colour") if letters else colour
    if not kind:
        raise Misheard(f"'{word}' needs a colour: r{word}, b{word}, or s{word} for a shield")
    card = f"{kind} {read_number(value)}"
    if card not in tables.cards:
        values = [each.split()[1] for each in tables.cards if each.startswith(f"{kind} ")]
        raise Misheard(f"there is no {card}; {kind} has {', '.join(values)}")
    return card


_HAND: Final = (Form("r7 s7 b2 3", "the cards: r b g y p and s for a shield, and their value"),)


def _hear_hand(state: State, seat: int, text: str) -> list[str]:
    cards: list[str] = []
    for word in split(text.lower()):
        colour = cards[-1].split()[0] if cards else ""
        cards.append(_card(state.tables, word, colour))
    size = state.tables.hand(leads=seat == state.leader)
    if wrong := misdealt(state.header.players[seat], len(cards), size):
        raise Refusal("attacke.deal", wrong)
    return cards


def say(state: State, events: Sequence[Event], _full: bool) -> Said:
    """The line that tells what comes next; a stated total goes without saying."""
    event = events[0]
    if event["do"] == "deal":
        hands = (event["hands"][name] for name in state.header.players)
        return Said(tuple(" ".join(map(_say_card, hand)) for hand in hands), 1)
    words = [] if event["do"] == "play" else ["p"]
    words += _say_cards(event.get("cards", ()), state.colour)
    if "colour" in event:
        words.append(event["colour"])
    blind = event.get("blind", ())
    words += (
        [f"{HIDDEN}{blind}"] if isinstance(blind, int) else [HIDDEN + _say_card(c) for c in blind]
    )
    if "draw" in event:
        words.append(DRAWN + (_say_card(event["draw"]) if event["draw"] else ""))
    if "returns" in event:
        words.append(RETURNED + event["returns"][0])
    return Said(("" if words == ["p"] and not _owes(state) else " ".join(words),), 1)


def _say_cards(cards: Sequence[str], colour: str) -> Iterator[str]:
    """Cards of the contest's colour, or of the card before, go by their value alone."""
    for card in cards:
        kind, value = card.split()
        yield value if kind == colour else _say_card(card)
        colour = colour if kind == SHIELD else kind


def _say_card(card: str) -> str:
    kind, value = card.split()
    return kind[0] + value


def _look(state: State, _seat: int) -> Iterator[str]:
    for seat, name in enumerate(state.header.players):
        laid = state.laid[seat]
        chips = ", ".join(state.chips[seat]) or "no chip"
        cards = ", ".join(laid.cards) if laid else ""
        fight = "out" if laid is None else f"{laid.total}{f' ({cards})' if cards else ''}"
        yield f"{name}: {chips}; {fight}"


SPEECH: Final = Speech(
    turn,
    say,
    frozenset(("attacke.win", "attacke.chip", "attacke.shield10-fine", "attacke.reshuffle")),
    {"table": View("chips, and what lies in this contest", _look)},
)
