"""Help texts for records of Swip'Sheep."""

from __future__ import annotations

from typing import Final

from printkit.rules.game import EventText, Manual

MANUAL: Final = Manual(
    header={"first": "who leads the first round: the youngest (default: the first player)"},
    events={
        "deal": EventText(
            "Starts a round: the cards dealt.",
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
                "stolen": "the card that goes to the attacker or, if a dog defends, to the "
                "defender; null if there was none",
                "defended": "false if the target keeps a dog back (ruling swipsheep.defend)",
            },
        ),
        "stop": EventText(
            "Gives up all of the player's remaining wolves (ruling swipsheep.attack)."
        ),
    },
    expects={
        "hands": "the cards in hand, without wolves already played",
        "sheep": "the sheep won so far",
        "deck": "number of cards left to deal",
        "wolves": "the played wolves that haven't acted yet",
    },
    notes=(
        "Nothing can be left out: the cards dealt and given decide who has wolves and dogs.",
        "Playing the wolves and ending the round need no events of their own.",
    ),
    words={
        "deal": "deal",
        "give": "give",
        "attack": "attack",
        "stop": "no more attacks",
        "hands": "hands",
        "left": "to the left",
        "right": "to the right",
        "on": "on",
        "stolen": "stolen",
        "defended": "defended",
        "sheep": "Sheep won",
        "deck": "cards in the deck",
        "wolves": "wolves",
    },
)
