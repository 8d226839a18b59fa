"""Help texts for records of Attacke."""

from __future__ import annotations

from typing import Final

from printkit.rules.game import EventText, Manual

_DRAW: Final = "the card drawn, null for none; required if hands were dealt, otherwise not allowed"

MANUAL: Final = Manual(
    header={"first": "who opens the first contest (default: the first player)"},
    events={
        "deal": EventText(
            "The cards in hand, once, before the first contest. Optional.",
            {"hands": "four cards for the first player, five for everyone else"},
        ),
        "play": EventText(
            "Opens a contest, or fights on.",
            {
                "cards": "the cards played face up: a colour and a value, or shield 7 and shield "
                "10; [] if all are face down",
                "colour": "the colour of the contest; only when opening, and required if only "
                "shields are played",
                "blind": "the cards played face down, or how many if hands are not recorded; only "
                "in the variants with blind",
                "total": "the announced total, which is checked",
                "draw": _DRAW,
            },
        ),
        "pass": EventText(
            "Leaves the contest; the last player left wins it automatically.",
            {"draw": _DRAW, "returns": "the chip given back for a shield 10 that did not win"},
        ),
    },
    expects={
        "chips": "the chips of each player",
        "totals": "the totals of the players still in; 0 for players without cards in it",
        "leader": "who opens, or opened, the contest",
        "hands": "the cards in hand; only if they were dealt",
        "contest": "the number of the contest, from 1",
    },
    notes=(
        (
            "Without a `deal`, no line has a `draw`, and `attacke.deal`, `attacke.draw`, "
            "`attacke.reshuffle`, `core.card-held` and `core.chance` are not checked."
        ),
        "The colours are red, blue, green, yellow and purple.",
    ),
    words={
        "deal": "deal",
        "play": "play",
        "pass": "pass",
        "hands": "hands",
        "cards": "Cards",
        "colour": "colour",
        "blind": "face down",
        "total": "total",
        "draw": "card drawn",
        "returns": "chip given back",
        "chips": "Chips",
        "totals": "totals",
        "leader": "leader",
        "contest": "Contest",
    },
)
