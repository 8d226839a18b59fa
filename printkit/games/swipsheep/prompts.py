"""Swip'Sheep's prompts: the hands, the cards given, and one attack after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from printkit.core.messages import say
from printkit.games.swipsheep.numbers import DOG, WOLF
from printkit.games.swipsheep.rules import offers
from printkit.games.swipsheep.state import DEAL, GIVE, State, card_in_words, shares
from printkit.rules.game import Refusal
from printkit.rules.prompts import Ask, Choose, PickCards, Pile, PromptOption, Prompts, View

if TYPE_CHECKING:
    from printkit.rules.game import Event

KEEPS: Final = "k"
"""The mark after an attack if the target keeps its dog back."""
STOP: Final = "stop"


def ask(state: State, _full: bool) -> Ask | tuple[Event, ...]:
    """Return the current prompt."""
    if state.phase == DEAL:
        return _deal(state)
    return _give(state) if state.phase == GIVE else _hunt(state)


def spoken_name(card: str) -> str:
    """Return the name of a card as an option."""
    if card in (WOLF, DOG):
        return say("Wolf") if card == WOLF else say("Dog")
    return card_in_words(card)


def _card(card: str, copies: int = 0) -> PromptOption:
    icon, times = _picture(card)
    return PromptOption(card, spoken_name(card), icon=icon, copies=copies, times=times)


def _picture(card: str) -> tuple[str, int]:
    """Return the icon of a card, and how often it is drawn."""
    return (card, 1) if card in (WOLF, DOG) else ("sheep", int(card.removeprefix("sheep")))


def _deal(state: State) -> Ask:
    players = state.header.players
    number, rounds = state.played + 1, state.length
    deck = zip(state.tables.names, state.deck, strict=True)
    kinds = tuple(_card(card, left)._replace(legal=left > 0) for card, left in deck)
    asks = say("hands of round {number} of {rounds}", number=number, rounds=rounds)
    seats = tuple(range(len(players)))
    return Ask(
        PickCards(asks, seats, (kinds,) * len(seats), (Pile(say("hand")),), shares(state)),
        lambda answer: ({"do": "deal", "hands": {players[s]: answer[s][0] for s in seats}},),
        lambda coming: [[coming[0]["hands"][name]] for name in players],
    )


def _give(state: State) -> Ask | tuple[Event, ...]:
    (offer,) = offers(state)
    if all(len(slot) == 1 for slot in offer.slots):
        return (next(offer.events()),)
    players = state.header.players
    hands = tuple(tuple(_card(*held) for held in Counter(hand).items()) for hand in state.hands)

    def then(answer: list[list[list[str]]]) -> tuple[Event, ...]:
        sides: dict[str, dict[str, str]] = {"left": {}, "right": {}}
        for name, piles in zip(players, answer, strict=True):
            if (count := sum(map(len, piles))) > len(sides):
                message = "{name} gives {count} {plural(count, 'card', 'cards')} instead of two"
                raise Refusal("swipsheep.give", say(message, name=name, count=count))
            for side, pile in zip(sides.values(), piles, strict=True):
                side.update((name, card) for card in pile)
        return ({"do": "give", **sides},)

    def recover(coming: Sequence[Event]) -> list[list[list[str]]]:
        sides = coming[0]["left"], coming[0]["right"]
        return [[[side[name]] if name in side else [] for side in sides] for name in players]

    return Ask(
        PickCards(
            say("cards given, left and right"),
            tuple(range(len(players))),
            hands,
            (Pile(say("to the left"), 1), Pile(say("to the right"), 1)),
            tuple(min(2, len(hand)) for hand in state.hands),
            held=True,
        ),
        then,
        recover,
    )


def _hunt(state: State) -> Ask:
    known: dict[str, Event] = {}
    options = []
    for offer in offers(state):
        for event in offer.events():
            option = _attack(event)
            known[option.key] = event
            options.append(option)
    by = state.header.players[state.hunter]

    def recover(coming: Sequence[Event]) -> str:
        key = _attack(coming[0]).key
        if coming[0]["by"] != by or key not in known:
            raise LookupError(key)
        return key

    count, names = len(state.laid), state.header.players
    seats = [(state.hunter + turn) % count for turn in range(count)]
    wolves = [f"{names[seat]} {state.laid[seat]}" for seat in seats if state.laid[seat]]
    asks = say("attack (wolves: {wolves})", wolves=wolves)
    return Ask(
        Choose(asks, (state.hunter,), tuple(options)), lambda answer: (known[answer],), recover
    )


def _attack(event: Event) -> PromptOption:
    """Return an attack as an option, with the target and the card that changes hands."""
    if event["do"] == STOP:
        return PromptOption(STOP, say("no more attacks"), STOP, "check")
    on, stolen, spared = event["on"], event["stolen"], "defended" in event
    icon, times = ("", 1) if stolen is None else _picture(stolen)
    text = say("no card") if stolen is None else spoken_name(stolen)
    if spared:
        text = say("{card}, the dog stays", card=text)
    sign = (text[0].lower() if stolen else "0") if spared else ""
    return PromptOption(
        f"{on}/{stolen}/{spared}", text, sign, icon, on, KEEPS * spared, times=times
    )


def _look(state: State, _seat: int) -> Iterator[str]:
    for name, hand, wolves in zip(state.header.players, state.hands, state.laid, strict=True):
        cards: list[Any] = [spoken_name(card) for card in hand] or [say("no card")]
        if wolves:
            cards.append(say("wolves on the table: {count}", count=wolves))
        yield say("{name}: {cards}", name=name, cards=cards)


PROMPTS: Final = Prompts(
    ask,
    frozenset(("swipsheep.steal", "swipsheep.dog", "swipsheep.empty")),
    {"hands": View(say("the hands, and the wolves on the table"), _look)},
)
