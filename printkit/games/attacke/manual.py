"""Help texts for records of Attacke."""

from __future__ import annotations

from typing import Final

from printkit.rules.game import EventText, Manual

_DRAW: Final = "the card drawn, null for none; only where hands were dealt, and then always"

MANUAL: Final = Manual(
    header={"first": "who opens the first contest; left out, the first player"},
    events={
        "deal": EventText(
            "The cards in hand, once, before the first contest. May be left out.",
            {"hands": "four cards for the first player, five for everyone else"},
        ),
        "play": EventText(
            "Opens a contest, or fights on.",
            {
                "cards": "the cards laid open: a colour and a value, or shield 7 and shield 10; "
                "[] where all lie face down",
                "colour": "the colour of the contest; only in an opening, and needed where shields "
                "open alone",
                "blind": "the cards laid face down, or how many where hands are not recorded; only "
                "in the variants with blind",
                "total": "the total that was announced; it is checked",
                "draw": _DRAW,
            },
        ),
        "pass": EventText(
            "Leaves the contest; the last one in wins it by itself.",
            {"draw": _DRAW, "returns": "the chip given back for a shield 10 that did not win"},
        ),
    },
    expects={
        "chips": "the chips of each player",
        "totals": "the totals of those still in; 0 for who has laid nothing",
        "leader": "who opens or has opened the contest",
        "hands": "the cards in hand; only where they were dealt",
        "contest": "the number of the contest, from 1",
    },
    notes=(
        (
            "Without a `deal` no line has a `draw`, and `attacke.deal`, `attacke.draw`, "
            "`attacke.reshuffle`, `core.card-held` and `core.chance` are not checked."
        ),
        "The colours are red, blue, green, yellow and purple.",
    ),
)
