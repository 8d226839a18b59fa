"""Attacke's prompts: the cards of each play, or a pass, and details of a play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from printkit.core.messages import say
from printkit.games.attacke.numbers import SHIELD
from printkit.games.attacke.rules import hand_of, may_hide
from printkit.games.attacke.state import NOTHING_YET, State, is_undealt, put_away
from printkit.rules.game import Refusal
from printkit.rules.prompts import (
    Ask,
    Choose,
    PickCards,
    Pile,
    PromptOption,
    Prompts,
    View,
    ask_each,
)
from printkit.rules.reading import wrong_hand_size

if TYPE_CHECKING:
    from printkit.rules.game import Event

HIDDEN: Final = "x"
"""The key of an unknown card face down."""
NO_CARD: Final = "none"
NOT_CHECKED: Final = say(
    "hands aren’t recorded, so nobody checks whether these cards were among them"
)
COLOURS: Final = {
    "red": say("Red"),
    "blue": say("Blue"),
    "green": say("Green"),
    "yellow": say("Yellow"),
    "purple": say("Purple"),
    SHIELD: say("Shield"),
}


def ask(state: State, full: bool) -> Ask | tuple[Event, ...]:
    """Return the current prompt."""
    return _deal(state) if full and is_undealt(state) else _play(state)


def _colour(colour: str) -> str:
    return COLOURS.get(colour, colour)


def _mark(state: State, colour: str) -> str:
    return next(each.mark for each in state.tables.colours if each.id == colour)


def _card(state: State, card: str, copies: int = 0, *, legal: bool = True) -> PromptOption:
    kind = state.tables.cards[card]
    colour, number = card.split()
    text = say("{colour} {number}", colour=_colour(colour), number=number)
    return PromptOption(
        card, text, group=kind.colour or "", copies=copies, value=kind.value, legal=legal,
        icon=_mark(state, kind.colour) if kind.colour else "shield",
    )  # fmt: skip


def _deal(state: State) -> Ask | tuple[Event, ...]:
    players, leader = state.header.players, state.leader
    sizes = [state.tables.hand(leads=seat == leader) for seat in range(len(players))]

    def then(answers: dict[int, Any]) -> tuple[Event, ...]:
        return ({"do": "deal", "hands": {players[s]: hand[0][0] for s, hand in answers.items()}},)

    def prompt(seat: int, before: Mapping[int, Any]) -> PickCards:
        dealt = Counter(card for answer in before.values() for card in answer[0][0])
        left = {card: count - dealt[card] for card, count in state.tables.copies.items()}
        kinds = tuple(_card(state, card, count, legal=count > 0) for card, count in left.items())
        return PickCards(say("hand"), (seat,), (kinds,), (Pile(say("hand")),), (sizes[seat],))

    found = ask_each(
        range(len(players)),
        prompt,
        lambda seat, coming: [[coming[0]["hands"][players[seat]]]],
        then,
    )
    return _with_sizes(found, players, sizes)


def _with_sizes(ask: Ask | Any, players: Sequence[str], sizes: Sequence[int]) -> Ask | Any:
    """Return the same prompts, refusing answers that make a hand too large or too small."""
    if not isinstance(ask, Ask):
        return ask

    def then(answer: Any) -> Ask | Any:
        if wrong := wrong_hand_size(players[0], len(answer[0][0]), sizes[0]):
            raise Refusal("attacke.deal", wrong)
        return _with_sizes(ask.then(answer), players[1:], sizes[1:])

    return ask._replace(then=then)


def _play(state: State) -> Ask:
    """Ask for a play, or for a pass if the contest is open."""
    own = state.laid[state.turn] or NOTHING_YET
    by = state.header.players[state.turn]
    hides = may_hide(state)
    counts = Counter(hand_of(state)) if state.hands is not None else state.tables.copies
    any_hidden = hides and state.hands is not None  # cards of any colour can lie face down
    hand = [
        _card(state, card, count, legal=any_hidden or _suits(state, card))
        for card, count in counts.items()
    ]
    hand += [_card(state, card, legal=False) for card in state.tables.cards if card not in counts]
    if hides and state.hands is None:
        hand.append(
            PromptOption(HIDDEN, say("face down"), HIDDEN, "card", value=state.tables.face_down)
        )
    piles = [Pile(say("face up")), Pile(say("face down"))]

    def then(answer: list[list[list[str]]]) -> Ask | tuple[Event, ...]:
        opened, *hidden = answer[0]
        cards = [card for card in opened if card != HIDDEN]
        down = [*(card for pile in hidden for card in pile), *([HIDDEN] * opened.count(HIDDEN))]
        if not cards and not down:
            return _pass(state, by)
        event: dict[str, Any] = {"do": "play", "by": by, "cards": cards}
        if down:
            event["blind"] = len(down) if HIDDEN in down else down
        laid = sum(state.tables.cards[card].value for card in cards)
        event["total"] = own.total + laid + len(down) * state.tables.face_down
        return _ask_colour(state, event)

    def recover(coming: Sequence[Event]) -> list[list[list[str]]]:
        event = coming[0]
        if event["by"] != by or event["do"] not in ("play", "pass"):
            raise LookupError(by)
        blind = event.get("blind", [])
        down = [HIDDEN] * blind if isinstance(blind, int) else [*blind]
        cards = [*event.get("cards", ())]
        return [[cards, down]] if any_hidden else [[cards + down]]

    prompt = PickCards(
        _asks(state, own.total),
        (state.turn,),
        (tuple(hand),),
        tuple(piles if any_hidden else piles[:1]),
        usual=say("pass") if state.colour else "",
        held=state.hands is not None,
        one_group=not any_hidden,
        free_group=state.colour,
        total=own.total,
        beat=state.best,
        unchecked="" if state.hands is not None else NOT_CHECKED,
    )
    return Ask(prompt, then, recover)


def _asks(state: State, own: int) -> str:
    if not state.colour:
        name = state.header.players[state.turn]
        return say("{name} opens contest {number}", name=name, number=state.contest)
    values = {"colour": _colour(state.colour), "best": state.best}
    if own:
        return say("{colour}, beat {best}, has {own}", own=own, **values)
    return say("{colour}, beat {best}", **values)


def _suits(state: State, card: str) -> bool:
    """Return whether a card can be laid face up on its own."""
    own, colour = state.laid[state.turn] or NOTHING_YET, state.tables.cards[card].colour
    if not colour:
        return not (own.strong and card == state.tables.strong_shield)
    return state.colour in ("", colour)


def _ask_colour(state: State, event: dict[str, Any]) -> Ask | tuple[Event, ...]:
    """Ask for the colour if only shields open the contest."""
    colours = [state.tables.cards[card].colour for card in event["cards"]]
    if state.colour or any(colours) or not colours:
        return _ask_draw(state, event, state.stock.drawable())
    options = tuple(
        PromptOption(each, _colour(each), icon=_mark(state, each))
        for each in state.tables.colour_ids
    )
    return Ask(
        Choose(say("colour of the contest"), (state.turn,), options),
        lambda answer: _ask_draw(state, {**event, "colour": answer}, state.stock.drawable()),
        lambda coming: coming[0]["colour"],
    )


def _pass(state: State, by: str) -> Ask | tuple[Event, ...]:
    """Ask for the details of a pass; losing a strong shield costs a chip."""
    event = {"do": "pass", "by": by}
    own, chips = state.laid[state.turn] or NOTHING_YET, state.chips[state.turn]
    drawable = put_away(state, state.turn).drawable()
    if not own.strong or not chips:
        return _ask_draw(state, event, drawable)
    if len(chips) == 1:
        return _ask_draw(state, {**event, "returns": chips[0]}, drawable)
    options = tuple(PromptOption(chip, _colour(chip), icon=_mark(state, chip)) for chip in chips)
    return Ask(
        Choose(say("chip that the lost shield 10 costs"), (state.turn,), options),
        lambda answer: _ask_draw(state, {**event, "returns": answer}, drawable),
        lambda coming: coming[0]["returns"],
    )


def _ask_draw(
    state: State, event: dict[str, Any], drawable: Iterable[str]
) -> Ask | tuple[Event, ...]:
    """Ask for the drawn card, if hands are recorded."""
    if state.hands is None:
        return (event,)
    can = set(drawable)
    options = [
        _card(state, card, legal=card in can)._replace(group="") for card in state.tables.cards
    ]
    nothing = PromptOption(NO_CARD, say("no card"), "-", "cross")

    def recover(coming: Sequence[Event]) -> str:
        card: str | None = coming[0]["draw"]
        return card or NO_CARD

    return Ask(
        Choose(say("card drawn"), (state.turn,), (*options, nothing)),
        lambda answer: ({**event, "draw": None if answer == NO_CARD else answer},),
        recover,
    )


def _look(state: State, _seat: int) -> Iterator[str]:
    for seat, name in enumerate(state.header.players):
        laid = state.laid[seat]
        chips: list[str] = [_colour(chip) for chip in state.chips[seat]] or [say("no chip")]
        if laid is None:
            yield say("{name}: {chips}; out", name=name, chips=chips)
        else:
            cards = [_card(state, card).text for card in laid.cards] or [say("no card")]
            values = {"name": name, "chips": chips, "total": laid.total, "cards": cards}
            yield say("{name}: {chips}; {total} ({cards})", **values)


PROMPTS: Final = Prompts(
    ask,
    frozenset(("attacke.win", "attacke.chip", "attacke.shield10-fine", "attacke.reshuffle")),
    {"table": View(say("chips, and the cards in this contest"), _look)},
)
