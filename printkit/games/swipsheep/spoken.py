"""Swip'Sheep at the table: a round is its hands, the gifts, and the attacks, a line each.

A card is one character: w and d, and a sheep card by its number of sheep.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from printkit.games.swipsheep.rules import EVENTS, offers
from printkit.games.swipsheep.state import DEAL, GIVE, HUNT, State, defends, shares
from printkit.games.swipsheep.tables import DOG, WOLF
from printkit.rules.game import Refusal
from printkit.rules.speech import (
    Form,
    Misheard,
    Said,
    Speech,
    Step,
    Turn,
    View,
    find_seat,
    short_name,
    split,
)

if TYPE_CHECKING:
    from printkit.games.swipsheep.tables import Tables
    from printkit.rules.game import Event

NONE: Final = "-"
KEEPS: Final = "k"
STOP: Final = "stop"
_KINDS: Final = {kind.do: kind for kind in EVENTS}


def turn(state: State, _full: bool) -> Turn:
    """What is asked now."""
    if state.phase == DEAL:
        return _deal(state)
    return _give(state) if state.phase == GIVE else _hunt(state)


def _letter(card: str) -> str:
    return card[0] if card in (WOLF, DOG) else card.removeprefix("sheep")


def _cards(tables: Tables) -> dict[str, str]:
    return {_letter(card): card for card in tables.names}


def _read(state: State, letters: str) -> list[str]:
    cards = _cards(state.tables)
    for letter in letters:
        if letter not in cards:
            raise Misheard(f"'{letter}' is no card; the cards are {', '.join(cards)}")
    return [cards[letter] for letter in letters]


def _card_form(state: State) -> Form:
    cards = _cards(state.tables)
    return Form(" ".join(cards), f"the cards: {', '.join(map(_called, cards.values()))}")


def _called(card: str) -> str:
    """What people say for a card."""
    return card if card in (WOLF, DOG) else f"{_letter(card)} sheep"


def _pieces(hands: Iterable[Iterable[str]]) -> Iterator[list[Form]]:
    """The cards that each hand can show, as letters."""
    for hand in hands:
        yield [Form(_letter(card), _called(card)) for card in dict.fromkeys(hand)]


def _deal(state: State) -> Turn:
    players = state.header.players
    forms = (_card_form(state), Form("w12 d3w …", "a hand each, in this order"))
    asks = f"hands of round {state.played + 1} of {state.length}"
    every = [state.tables.names] * len(players)
    step = Step(
        asks,
        partial(_hear_hands, state),
        tuple(range(len(state.hands))),
        forms,
        pieces=partial(_pieces, every),
    )
    return Turn(
        (step,),
        lambda parts: ({"do": "deal", "hands": dict(zip(players, parts[0], strict=True))},),
    )


def _hear_hands(state: State, text: str) -> list[list[str]]:
    """A word for each hand, or all in one, cut to the sizes that are due."""
    words, sizes = split(text.lower()), shares(state)
    if len(words) != len(sizes):
        joined = "".join(words)
        if len(joined) != sum(sizes):
            names = ", ".join(state.header.players)
            raise Misheard(f"that is {len(words)} hands, and {len(sizes)} play: {names}")
        ends = [*accumulate(sizes)]
        words = [joined[end - size : end] for end, size in zip(ends, sizes, strict=True)]
    return [_read(state, word) for word in words]


def _give(state: State) -> Turn:
    (offer,) = offers(state)
    if all(len(slot) == 1 for slot in offer.slots):
        return Turn((), lambda _parts: (next(offer.events()),))
    forms = (
        _card_form(state),
        Form("w1 d3 …", "for each, in this order: the card to the left, the card to the right"),
        Form("w", "whoever has one card gives it to the left"),
        *(Form(_letters(hand), f"now in {name}'s hand") for name, hand in _hands(state)),
    )
    step = Step(
        "gifts, left and right",
        partial(_hear_gifts, state),
        tuple(range(len(state.hands))),
        forms,
        shape="each",
        pieces=partial(_pieces, state.hands),
    )
    return Turn((step,), lambda parts: (parts[0],))


def _hands(state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
    return zip(state.header.players, state.hands, strict=True)


def _letters(cards: Sequence[str]) -> str:
    return "".join(map(_letter, cards)) or NONE


def _hear_gifts(state: State, text: str) -> Event:
    words, players = split(text.lower()), state.header.players
    if len(words) != len(players):
        raise Misheard(f"that is {len(words)} pairs, and {len(players)} give: {', '.join(players)}")
    sides: dict[str, dict[str, str]] = {"left": {}, "right": {}}
    for name, word in zip(players, words, strict=True):
        gifts = _read(state, word.replace(NONE, ""))
        if len(gifts) > len(sides):
            raise Refusal("swipsheep.give", f"{name} gives {len(gifts)} cards; two are right")
        for side, card in zip(sides.values(), gifts, strict=False):
            side[name] = card
    return {"do": "give", **sides}


def _hunt(state: State) -> Turn:
    name = state.header.players[state.hunter]
    target = short_name(state.header, (state.hunter + 1) % len(state.hands))
    forms = [
        Form(f"{target}3", f"{name} attacks, and 3 sheep change hands"),
        Form(target, "the same, where there is nothing to take or only one kind of card"),
        Form(f"{target}3 {target}d", "several in one line, in their order"),
        _card_form(state),
    ]
    if state.can_spare:
        forms.insert(2, Form(f"{target}3{KEEPS}", "the target keeps the dog back"))
    if state.can_stop:
        forms.append(Form(STOP, "gives up all own wolves that are left"))
    step = Step(
        f"attack (wolves: {_wolves(state)})",
        partial(_hear_hunt, state),
        (state.hunter,),
        tuple(forms),
        partial(_attacks, state),
        usual=STOP if state.can_stop else "",
    )
    return Turn((step,), lambda parts: parts[0])


def _wolves(state: State) -> str:
    """The wolves that have still to act, in the order in which they do."""
    count = len(state.laid)
    seats = [(state.hunter + turn) % count for turn in range(count)]
    names = state.header.players
    return ", ".join(f"{names[seat]} {state.laid[seat]}" for seat in seats if state.laid[seat])


def _attacks(state: State) -> Iterator[Form]:
    for offer in offers(state):
        for event in offer.events():
            if event["do"] == STOP:
                yield Form(STOP, "no more attacks")
                continue
            keeps = ", who keeps the dog" if "defended" in event else ""
            yield Form(_say_attack(state, event), f"attacks {event['on']}{keeps}; {_gain(event)}")


def _gain(event: Event) -> str:
    if event["stolen"] is None:
        return "no card changes hands"
    called = _called(event["stolen"])
    if not called[0].isdecimal():
        return f"a {called} changes hands"
    return f"{called} {'changes' if called.startswith('1 ') else 'change'} hands"


def _hear_hunt(state: State, text: str) -> tuple[Event, ...]:
    """One attack after the other, each in the state that the one before has left."""
    events: list[Event] = []
    for word in split(text) or [STOP]:
        if state.phase != HUNT:
            raise Misheard(f"'{word}' is one attack too many: no wolf is left")
        event = _hear_attack(state, word)
        events.append(event)
        state = _after(state, event)
    return tuple(events)


def _after(state: State, event: Event) -> State:
    """The state after an attack, or after no more of them; raises `Refusal`."""
    if event["do"] == STOP and not state.can_stop:
        raise Refusal("core.phase", "every wolf has to attack; nobody can stop")
    kind = _KINDS[event["do"]]
    move = kind.read(state, event, state.hunter)
    for fault in kind.faults(state, move):
        raise Refusal(*fault)
    after: State = kind.apply(state, move)
    return after


def _hear_attack(state: State, word: str) -> Event:
    by = state.header.players[state.hunter]
    if word.lower() == STOP:
        return {"do": "stop", "by": by}
    target, letter, spared = _target(state, word)
    source = state.hunter if defends(state, target, spared=spared) else target
    kinds = sorted(set(state.hands[source]))
    if letter:
        stolen: str | None = _cards(state.tables)[letter]
    elif len(kinds) > 1:
        known = ", ".join(map(_letter, kinds))
        raise Misheard(f"'{word}' has to say which card changed hands: {known}")
    else:
        stolen = kinds[0] if kinds else None
    event = {"do": "attack", "by": by, "on": state.header.players[target], "stolen": stolen}
    return {**event, "defended": False} if spared else event


def _target(state: State, word: str) -> tuple[int, str, bool]:
    """Who is attacked, the letter of the card or nothing, and whether a dog is kept back.

    A word that is a player as it stands has no card; else its last character is one.
    """
    cards = _cards(state.tables)
    for spared in (False, True):
        rest = word.removesuffix(KEEPS) if spared else word
        for letter in ("", rest[-1:].lower()):
            name = rest.removesuffix(rest[-1:]) if letter else rest
            if letter and letter not in cards:
                continue
            try:
                return find_seat(state.header, name), letter, spared and rest != word
            except Misheard:
                continue
    raise Misheard(f"'{word}' is no player with a card; b3, for example, or ? for more")


def say(state: State, events: Sequence[Event], _full: bool) -> Said:
    """The lines that tell what comes next."""
    first, players = events[0], state.header.players
    if first["do"] == "deal":
        return Said((" ".join(_letters(first["hands"][name]) for name in players),), 1)
    if first["do"] == "give":
        (offer,) = offers(state)
        if all(len(slot) == 1 for slot in offer.slots):
            return Said((), 1)
        return Said((" ".join(_say_gifts(first, name) for name in players),), 1)
    return _say_hunt(state, events)


def _say_gifts(event: Event, name: str) -> str:
    return _letters([event[side][name] for side in ("left", "right") if name in event[side]])


def _say_hunt(state: State, events: Sequence[Event]) -> Said:
    """All attacks of the round in one line."""
    words = []
    for event in events:
        if state.phase != HUNT:
            break
        words.append(STOP if event["do"] == STOP else _say_attack(state, event))
        state = _after(state, event)
    return Said((" ".join(words),), len(words))


def _say_attack(state: State, event: Event) -> str:
    """The shortest word that means this attack; a name that could be misread becomes a number."""
    seat = state.header.seats[event["on"]]
    card = _letter(event["stolen"]) if event["stolen"] else ""
    keeps = KEEPS if "defended" in event else ""
    for name in (short_name(state.header, seat), f"#{seat + 1}"):
        word = f"{name}{card}{keeps}"
        try:
            if _target(state, word) == (seat, card, bool(keeps)):
                return word
        except Misheard:
            continue
    raise Misheard(f"{event['on']} cannot be told apart")


def _look(state: State, _seat: int) -> Iterator[str]:
    for name, hand in _hands(state):
        wolves = state.laid[state.header.seats[name]]
        yield f"{name}: {', '.join(hand) or 'no card'}" + (f"; {wolves} laid" if wolves else "")


SPEECH: Final = Speech(
    turn,
    say,
    frozenset(("swipsheep.steal", "swipsheep.dog", "swipsheep.empty")),
    {"hands": View("the hands, and the wolves that are laid", _look)},
)
