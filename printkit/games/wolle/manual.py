"""Help texts for records of Wolle."""

from __future__ import annotations

from typing import Final

from printkit.rules.game import EventText, Manual

MANUAL: Final = Manual(
    header={
        "board": "a or b, or a board written out with the keys of its file",
        "cups": "each player's six shadowed dots with cups; left out in the variant no-cups",
    },
    events={
        "roll": EventText("Begins a turn.", {"die": "what the die shows, 1 to 6"}),
        "draw": EventText(
            "What everyone draws with it.",
            {
                "paths": "for every player with an open thread the letters U, D, L and R, one a "
                "segment, with a ! at the end to stop on the paw; null passes"
            },
        ),
    },
    expects={
        "legal": "how many full-length paths each player has; only between a roll and its draw",
        "items": "the mice, socks and airplanes of each player",
        "cups": "how many cups each player has knocked over",
        "timer": "the numbers of the timer that are still open; null before it starts",
        "at": "the dot where each thread ends",
    },
    notes=(
        "Whoever has ended the thread on the paw is left out of `paths`.",
        "Dots are named like cells of a spreadsheet: A1 is top left.",
    ),
)
