"""Help texts for records of Wolle."""

from __future__ import annotations

from typing import Final

from printkit.rules.game import EventText, Manual

MANUAL: Final = Manual(
    header={
        "board": "a or b, or a board written out with the keys of its file",
        "cups": "each player's six dark dots with cups; left out in the variant no-cups",
    },
    events={
        "roll": EventText("Starts a turn.", {"die": "the number on the die, 1 to 6"}),
        "draw": EventText(
            "What everyone draws for the roll.",
            {
                "paths": "for every player with an open thread, the letters U, D, L and R, one per "
                "segment, with a ! at the end to stop on the paw; null to pass"
            },
        ),
    },
    expects={
        "legal": "how many full-length paths each player has; only between a roll and its draw",
        "items": "the mice, socks and airplanes of each player",
        "cups": "how many cups each player has knocked over",
        "timer": "the timer numbers that are still open; null before it starts",
        "at": "the dot where each thread ends",
    },
    notes=(
        "Leave players whose thread has ended on the paw out of `paths`.",
        "Dots are named like the cells of a spreadsheet: A1 is top left.",
    ),
    words={
        "roll": "roll",
        "draw": "draw the thread",
        "die": "die",
        "paths": "paths",
        "legal": "possible paths",
        "items": "Items",
        "cups": "cups knocked over",
        "timer": "Timer",
        "at": "the thread's end",
    },
)
