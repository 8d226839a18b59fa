"""Help texts for records of Cattitude."""

from __future__ import annotations

from typing import Final

from printkit.rules.game import EventText, Manual

MANUAL: Final = Manual(
    header={"values": "what the birds are worth: default, mid or equal; left out, default"},
    events={
        "deal": EventText("Begins a round: a pile is dealt.", {"hands": "each player's cards"}),
        "bid": EventText(
            "Everyone makes two bids of the cards dealt, and of up to two from the own table.",
            {
                "bids": "for each player `open` and `closed`, and `taken`, the cards among them "
                "that came from the own table; left out where there are none",
                "direction": "left or right; with two players there is none",
            },
        ),
        "choose": EventText(
            "Everyone takes one of the two bids offered.", {"choices": "open or closed, for each"}
        ),
        "lose": EventText(
            "Where totals are equal, the owner chooses what a taker gets.",
            {"species": "turkey, chicken or peacock"},
        ),
        "secure": EventText(
            "Ends the round: what goes under the palaces.",
            {
                "species": "for every player the species secured, [] for none",
                "with": "for a player and species the royal that escorts it; only where both kinds "
                "of royals lie there and not all of them go",
            },
        ),
    },
    expects={
        "table": "what lies in front of each player; taken cards have left it with the bid",
        "palace": "what lies under each palace, bonus cards included",
        "totals": "the value of each species on the table",
        "round": "the number of deals",
        "direction": "where the last bids went; null before the first, and with two players",
    },
    notes=(
        "Nothing can be left out: the cards decide what takers get and what is secured.",
        (
            "The cards: turkey, chicken, peacock; skinny turkey, frightened chicken, plucked "
            "peacock; duchess, baroness, marquess; royal cat, birdoholic; queen, catastrophe; "
            "diva turkey, diva chicken, diva peacock; bonus no turkeys, bonus no chickens, bonus "
            "no peacocks; bonus turkeys, bonus chickens, bonus peacocks."
        ),
    ),
)
