"""Help texts for records of Swip'Sheep."""

from __future__ import annotations

from typing import Final

from printkit.rules.game import EventText, Manual

MANUAL: Final = Manual(
    header={"first": "who leads the first round, the youngest; left out, the first player"},
    events={
        "deal": EventText(
            "Begins a round: the cards dealt.",
            {"hands": "each player's cards: wolf, dog, sheep1, sheep2, sheep3"},
        ),
        "give": EventText(
            "Everyone hands a card to the left and one to the right.",
            {
                "left": "each player's card for the left; players without a card are left out",
                "right": "each player's card for the right; players with one card are left out",
            },
        ),
        "attack": EventText(
            "One wolf acts.",
            {
                "on": "the target",
                "stolen": "the card that changed hands, to the attacker or, where a dog defends, "
                "to the defender; null where there was none",
                "defended": "false where the target keeps a dog back (ruling swipsheep.defend)",
            },
        ),
        "stop": EventText("Gives up all own wolves that are left (ruling swipsheep.attack)."),
    },
    expects={
        "hands": "the cards in hand, without laid wolves",
        "sheep": "the sheep won so far",
        "deck": "how many cards there are to deal from",
        "wolves": "the laid wolves that have still to act",
    },
    notes=(
        "Nothing can be left out: what was dealt and given decides who has wolves and dogs.",
        "Wolves are laid, and the round ends, by themselves.",
    ),
)
