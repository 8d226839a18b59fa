"""Attribute's prompts: the topic of a round, the sheep, and who grabbed whose set.

The topic is known before the sheep, so its prompt comes first, though the record has it second.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from printkit.core.messages import say
from printkit.games.attribute.state import DRAW, GRAB, PLAY, START, TOPIC, WAITING, State
from printkit.rules.game import Refusal
from printkit.rules.prompts import (
    Ask,
    ChooseEach,
    EnterText,
    Misread,
    PromptOption,
    Prompts,
    ask_each,
)

if TYPE_CHECKING:
    from printkit.rules.game import Event

UNKNOWN: Final = "?"
"""The answer for an unknown card."""


def ask(state: State, full: bool) -> Ask | tuple[Event, ...]:
    """Return the current prompt."""
    if state.phase == START and full:
        return _deal(state)
    if state.phase == GRAB:
        return _grabs(state)
    if state.phase == DRAW:
        return _draw(state)
    return _ask_cards(state, ()) if state.phase == PLAY else _round(state)


def _deal(state: State) -> Ask | tuple[Event, ...]:
    players = state.header.players
    labels = tuple(say("card {number}", number=place + 1) for place in range(state.tables.hand))

    def events(hands: dict[int, list[str]]) -> tuple[Event, ...]:
        return ({"do": "deal", "hands": {players[seat]: hands[seat] for seat in hands}},)

    return ask_each(
        range(len(players)),
        lambda seat, _: EnterText(say("hand"), (seat,), labels, example="smelly, bold"),
        lambda seat, coming: _first(coming, "deal")["hands"][players[seat]],
        events,
    )


def _round(state: State) -> Ask:
    """Ask for a round up to the reveal; if its sheep are known, only for the missing answers."""
    begun = state.phase == TOPIC
    number = state.round + (not begun)
    seat = (state.first + number - 1) % len(state.header.players)
    asks = say("topic of round {number} of {rounds}", number=number, rounds=state.length)

    def then(answer: list[str]) -> Ask | tuple[Event, ...]:
        if not answer[0].strip():
            raise Refusal("attribute.announcer", say("a topic cannot be blank"))
        topic = {"do": "topic", "by": state.header.players[seat], "topic": answer[0]}
        return (topic,) if begun else _sheep(state, topic)

    def recover(coming: Sequence[Event]) -> list[str]:
        if not begun and [event["do"] for event in coming[:3]] != ["sheep", "topic", "play"]:
            raise Misread(say("a round has to be recorded as a whole"))
        return [coming[not begun]["topic"]]

    return Ask(EnterText(asks, (seat,), example=say("dunghill")), then, recover)


def _sheep(state: State, topic: Event) -> Ask:
    players = state.header.players
    options = (
        PromptOption("green", say("Green"), "+", "sheep-green"),
        PromptOption("red", say("Red"), "-", "sheep-red"),
    )
    named = state.hands is None

    def then(answer: list[list[Any]]) -> Ask | tuple[Event, ...]:
        colours = {players[seat]: colour for seat, colour, *_ in answer}
        before: tuple[Event, ...] = ({"do": "sheep", "colours": colours}, topic)
        if not named:
            return _ask_cards(state, before)
        cards = {players[seat]: card.strip() or UNKNOWN for seat, _, card in answer}
        return (*before, {"do": "play", "cards": cards})

    def recover(coming: Sequence[Event]) -> list[list[Any]]:
        colours, cards = coming[0]["colours"], coming[2]["cards"]
        rows = [[seat, colours[name], cards[name]] for seat, name in enumerate(players)]
        return [[*row[:2], "" if row[2] == UNKNOWN else row[2]][: 2 + named] for row in rows]

    prompt = ChooseEach(
        say("sheep, green or red"),
        tuple(range(len(players))),
        (options,) * len(players),
        remark=say("Card") if named else "",
    )
    return Ask(prompt, then, recover)


def _ask_cards(state: State, before: tuple[Event, ...]) -> Ask | tuple[Event, ...]:
    """Ask for the cards that were played; without hands they aren't needed."""
    players = state.header.players
    if state.hands is None:
        return (*before, {"do": "play", "cards": dict.fromkeys(players, UNKNOWN)})

    def then(answer: list[list[Any]]) -> tuple[Event, ...]:
        return (*before, {"do": "play", "cards": {players[seat]: key for seat, key in answer}})

    def recover(coming: Sequence[Event]) -> list[list[Any]]:
        cards = coming[len(before)]["cards"]
        return [[seat, cards[name]] for seat, name in enumerate(players)]

    options = tuple(tuple(PromptOption(card, card) for card in hand) for hand in state.hands)
    return Ask(ChooseEach(say("cards played"), tuple(range(len(players))), options), then, recover)


def _grabs(state: State) -> Ask:
    players = state.header.players
    waiting = tuple(seat for seat, act in enumerate(state.acts) if act == WAITING)

    def then(answer: list[list[Any]]) -> tuple[Event, ...]:
        acted = [seat for seat, _ in answer]
        others = [[seat, ""] for seat in waiting if seat not in acted]
        return tuple(_act(players, seat, key) for seat, key in (*answer, *others))

    def recover(coming: Sequence[Event]) -> list[list[Any]]:
        acts = coming[: len(waiting)]
        seats = state.header.seats
        return [[seats[e["by"]], str(seats[e["from"]]) if "from" in e else ""] for e in acts]

    options = tuple(
        tuple(
            PromptOption(str(source), name, legal=source != seat and source not in state.acts)
            for source, name in enumerate(players)
        )
        for seat in waiting
    )
    everyone = len(waiting) == len(players)
    usual = say("nobody grabs") if everyone else say("the others pass")
    return Ask(
        ChooseEach(say("who grabbed whose set"), waiting, options, usual, True), then, recover
    )


def _act(players: Sequence[str], seat: int, key: str) -> Event:
    if not key:
        return {"do": "pass", "by": players[seat]}
    return {"do": "grab", "by": players[seat], "from": players[int(key)]}


def _draw(state: State) -> Ask:
    players = state.header.players
    return Ask(
        EnterText(say("cards drawn"), (), players, example="smelly, bold"),
        lambda answer: ({"do": "draw", "cards": dict(zip(players, answer, strict=True))},),
        lambda coming: [_first(coming, "draw")["cards"][name] for name in players],
    )


def _first(coming: Sequence[Event], do: str) -> Event:
    if coming[0]["do"] != do:
        raise Misread(say("a round has to be recorded as a whole"))
    return coming[0]


PROMPTS: Final = Prompts(ask)
