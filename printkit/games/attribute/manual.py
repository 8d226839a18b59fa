"""Help texts for records of Attribute."""

from __future__ import annotations

from typing import Final

from printkit.rules.game import EventText, Manual

MANUAL: Final = Manual(
    header={"first": "who names the first topic (default: the first player)"},
    events={
        "deal": EventText(
            "The attribute cards in hand, once, before the first round. Optional.",
            {"hands": "each player's four cards"},
        ),
        "sheep": EventText(
            "Starts a round: the sheep card in front of each player.",
            {"colours": "green or red, for every player"},
        ),
        "topic": EventText("The topic of the round.", {"topic": "any words"}),
        "play": EventText(
            "Everyone has played a card, and the sets are face up.",
            {"cards": 'each player\'s card; "?" if it was not noted and no hands are recorded'},
        ),
        "grab": EventText("A player grabs a set.", {"from": "whose set it is"}),
        "pass": EventText("A player grabs nothing in this round."),
        "draw": EventText(
            "Everyone draws a card, after every round except the last; only if hands were dealt.",
            {"cards": "each player's new card"},
        ),
    },
    expects={
        "delta": "the points from the last scored round, before the floor",
        "round": "the round that started last, from 1",
        "announcer": "who names the topic of that round",
    },
    notes=(
        (
            "Without a `deal` there is no `draw`, and `attribute.deal`, `attribute.refill` and "
            "`core.card-held` are not checked."
        ),
        (
            "A round is scored automatically once everyone has grabbed or passed; the order of the "
            "lines shows who was faster."
        ),
    ),
    words={
        "deal": "deal",
        "sheep": "sheep cards",
        "topic": "Topic",
        "play": "play",
        "grab": "grab",
        "pass": "pass",
        "draw": "draw",
        "hands": "hands",
        "colours": "colours",
        "cards": "Cards",
        "from": "from",
        "delta": "points of the round",
        "round": "Round",
        "announcer": "Announcer",
    },
)
