"""Help texts for records of Attribute."""

from __future__ import annotations

from typing import Final

from printkit.rules.game import EventText, Manual

MANUAL: Final = Manual(
    header={"first": "who names the first topic; left out, the first player"},
    events={
        "deal": EventText(
            "The attribute cards in hand, once, before the first round. May be left out.",
            {"hands": "each player's four cards"},
        ),
        "sheep": EventText(
            "Begins a round: the sheep card in front of each player.",
            {"colours": "green or red, for every player"},
        ),
        "topic": EventText("The topic of the round.", {"topic": "any words"}),
        "play": EventText(
            "Everyone has laid a card, and the sets are open.",
            {"cards": 'each player\'s card; "?" where it was not noted and no hands are recorded'},
        ),
        "grab": EventText("Somebody grabs a set.", {"from": "whose set it is"}),
        "pass": EventText("Somebody grabs nothing in this round."),
        "draw": EventText(
            "Everyone draws a card; after every round but the last, where hands were dealt.",
            {"cards": "each player's new card"},
        ),
    },
    expects={
        "delta": "what the last scored round brought, before the floor",
        "round": "the round last begun, from 1",
        "announcer": "who names the topic of that round",
    },
    notes=(
        (
            "Without a `deal` there is no `draw`, and `attribute.deal`, `attribute.refill` and "
            "`core.card-held` are not checked."
        ),
        (
            "A round is scored by itself when everyone has grabbed or passed; the order of the "
            "lines is who was faster."
        ),
    ),
)
