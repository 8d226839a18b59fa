"""Help texts for records of Cattitude."""

from __future__ import annotations

from typing import Final

from printkit.rules.game import EventText, Manual

MANUAL: Final = Manual(
    header={"values": "the values of the birds: default, mid or equal (default: default)"},
    events={
        "deal": EventText("Starts a round: a pile is dealt.", {"hands": "each player's cards"}),
        "bid": EventText(
            "Everyone makes two bids from the cards dealt and up to two from their own table.",
            {
                "bids": "for each player `open` and `closed`, and `taken`, the cards among them "
                "that came from the player's own table; leave it out if there are none",
                "direction": "left or right; with two players there is none",
            },
        ),
        "choose": EventText(
            "Everyone takes one of the two bids offered.",
            {"choices": "open or closed, for each player"},
        ),
        "lose": EventText(
            "If totals are equal, the owner chooses what the thieves take.",
            {"species": "turkey, chicken or peacock"},
        ),
        "secure": EventText(
            "Ends the round: what goes under the palaces.",
            {
                "species": "the species that each player secures, [] for none",
                "with": "for a player and species, the royal that escorts it; only if both kinds "
                "of royals are on the table and not all of them go",
            },
        ),
    },
    expects={
        "table": "the cards in front of each player, without those taken for a bid",
        "palace": "the cards under each palace, including bonus cards",
        "totals": "the value of each species on the table",
        "round": "the number of deals",
        "direction": "the direction of the last bids; null before the first, and with two players",
    },
    notes=(
        "Nothing can be left out: the cards decide what the thieves get and what is secured.",
        (
            "The cards: turkey, chicken, peacock; skinny turkey, frightened chicken, plucked "
            "peacock; duchess, baroness, marquess; royal cat, birdoholic; queen, catastrophe; "
            "diva turkey, diva chicken, diva peacock; bonus no turkeys, bonus no chickens, bonus "
            "no peacocks; bonus turkeys, bonus chickens, bonus peacocks."
        ),
    ),
    words={
        "deal": "deal",
        "bid": "bid",
        "choose": "choose",
        "lose": "lose",
        "secure": "secure",
        "hands": "hands",
        "bids": "bids",
        "open": "open",
        "closed": "closed",
        "taken": "cards added",
        "direction": "Direction",
        "left": "to the left",
        "right": "to the right",
        "choices": "choices",
        "species": "species",
        "with": "with",
        "table": "cards in front",
        "palace": "palace",
        "totals": "totals",
        "round": "Round",
    },
)
