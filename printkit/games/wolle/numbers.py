"""Wolle's numbers, rules and rulings: all data, in rulebook order.

To play for other points, give the game other `tables`. What is printed on a board belongs to it:
the maps of ours are in `layouts/boards`, their numbers are here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from printkit.rules.game import GameValue, Rule, RuleStatus, Ruling, Variant

PLAYERS: Final = (2, 6)
FACES: Final = 6
CUPS: Final = 6
SHADOWS_MIN: Final = CUPS + 1

TIMERS: Final = {"a": (2, 3, 3, 4, 5), "b": (3, 3, 4, 4, 5)}
"""The numbers of the timer on each of our boards, from top to bottom."""
SETS: Final = {"a": (2, 3, 4, 5, 6, 7, 8, 9), "b": (2, 3, 4, 5, 6, 7, 8)}
"""What the first, second and later sets are worth on each of our boards."""

BEND: Final = "wolle.bend-at-start"


class ItemKind(NamedTuple):
    """A kind of item: its id (also the name of its icon), its mark on a map, and its name."""

    id: str
    mark: str
    title: str


ITEMS: Final = (
    ItemKind("mouse", "m", "Mouse"),
    ItemKind("sock", "s", "Sock"),
    ItemKind("airplane", "a", "Paper airplane"),
)


class Points(NamedTuple):
    """The points besides those for sets, which are printed on the board."""

    item: int = 1
    paw: int = 5
    cup: int = -2

    @property
    def players(self) -> tuple[int, int]:
        """The smallest and the largest number of players."""
        return PLAYERS

    def for_variant(self, variant: str) -> Points:
        """Return the points of a variant: cups cost novices nothing."""
        return self._replace(cup=0) if variant == "novice" else self


VARIANTS = (
    Variant("base", "Standard rules"),
    Variant("no-crossing", "The thread never crosses itself"),
    Variant("no-cups", "No cups"),
    Variant("novice", "Cups cost nothing"),
)

RULES = (
    Rule("wolle.players", "Wolle is for 2 to 6 players.", "Title", RuleStatus.FOUND),
    Rule(
        "wolle.cups",
        "Every sheet has six cups, on different dark dots (none in variant no-cups).",
        "Preparation",
    ),
    Rule(
        "wolle.continue",
        "The thread begins at the start and continues where it ended.",
        "Gameplay",
        shown=("at",),
    ),
    Rule("wolle.grid-step", "Each segment leads to a neighbouring dot on the carpet.", "Gameplay"),
    Rule("wolle.block", "No thread goes through a block.", "Gameplay"),
    Rule(
        "wolle.segment-once",
        "Each segment is used once in the whole game; crossing at a dot is fine.",
        "Gameplay",
    ),
    Rule("wolle.one-bend", "At most one right-angled bend per turn.", "Gameplay"),
    Rule(
        BEND,
        "Leaving the old direction at the first dot is the one bend of the turn.",
        "Gameplay",
        RuleStatus.OURS,
    ),
    Rule(
        "wolle.exact", "As many segments as the die shows, no more, no fewer; or pass.", "Gameplay"
    ),
    Rule(
        "wolle.paw-short",
        "You may draw fewer segments only to stop on the paw, in the turn that reaches it.",
        "Gameplay",
    ),
    Rule("wolle.paw-closed", "A thread that was stopped on the paw is never extended.", "Gameplay"),
    Rule(
        "wolle.item-once",
        "An item is collected once, when the thread first reaches or passes it.",
        "Gameplay",
        RuleStatus.OURS,
        shown=("items",),
    ),
    Rule(
        "wolle.cup-once",
        "A cup is knocked over once, when the thread first reaches or passes it.",
        "Gameplay",
        RuleStatus.OURS,
        shown=("cups",),
    ),
    Rule(
        "wolle.timer-start",
        "At the end of the turn in which anybody first holds an item of each kind, the timer "
        "starts for all.",
        "Activating the timer",
        shown=("timer",),
    ),
    Rule(
        "wolle.timer-check",
        "In every later turn, a roll of at least the topmost open number crosses off that number, "
        "and no other, before anybody draws.",
        "Checking the timer",
        shown=("timer",),
    ),
    Rule(
        "wolle.end-timer",
        "The game ends after the turn in which the last number of the timer was crossed off.",
        "End of game and scoring",
        shown=("end.reason",),
    ),
    Rule(
        "wolle.end-idle",
        "The game ends after a turn in which nobody extended a thread.",
        "End of game and scoring",
        shown=("end.reason",),
    ),
    Rule(
        "wolle.score",
        "1 point per item, the printed points for each set, 5 for stopping on the paw, "
        "and minus 2 per cup; a score may be negative.",
        "Points",
        shown=("scores", "end.scores"),
    ),
    Rule(
        "wolle.tiebreak",
        "If tied, more items win; if still tied, players share the win (sharing is our ruling).",
        "Points",
        shown=("end.winners",),
    ),
    Rule(
        "wolle.no-crossing",
        "Variant no-crossing: no dot is visited twice.",
        "Game variant without crossing",
        RuleStatus.OURS,
    ),
)

RULINGS = (
    Ruling(
        BEND,
        "Whether setting off in a new direction is the turn's bend.",
        "The rulebook speaks of one bend per turn. In its picture, a 4 after 4 right and 2 down "
        "can continue in only six ways. That fits 'counts', where leaving the direction of the "
        "last segment at the first dot is the turn's bend: with room on all sides except above, "
        "'counts' allows 9 ways and 'free' 19. With 'free', every turn can set off in any "
        "direction. The very first turn has no old direction, and passing keeps it.",
        ("counts", "free"),
        "counts",
        "Gameplay",
    ),
    Ruling(
        "wolle.timer-start",
        "In the turn in which the timer starts nothing is crossed off.",
        "The rulebook has it checked in all subsequent turns.",
        section="Activating the timer",
    ),
    Ruling(
        "wolle.end-idle",
        "When all threads have ended on the paw, one more turn is rolled, in which nobody draws; "
        "when the timer runs out in such a turn, it is the timer that ended the game.",
        "The rulebook names two ends and does not say which one counts when both come together.",
        section="End of game and scoring",
    ),
    Ruling(
        "wolle.tiebreak",
        "Players tied on points and items share the win.",
        "The rulebook goes no further than the items.",
        section="Points",
    ),
)


def values(points: Points) -> tuple[GameValue, ...]:
    """Return the numbers of the game with their sources."""
    low, high = PLAYERS
    return (
        GameValue("players", "players", f"{low} to {high}", RuleStatus.FOUND),
        GameValue("faces", "faces of the die", FACES, RuleStatus.FOUND),
        GameValue("cups", "cups on a sheet, on dark dots", CUPS),
        GameValue("item", "points for an item", points.item),
        GameValue("paw", "points for stopping on the paw", points.paw),
        GameValue("cup", "points for a cup knocked over", points.cup),
        GameValue("kinds", "kinds of items", [kind.id for kind in ITEMS]),
        GameValue(
            "boards",
            "grid, items, dark dots and blocks of both sides",
            "our own designs: layouts/boards/",
            RuleStatus.OURS,
        ),
        GameValue("timers", "timer numbers of both sides", TIMERS, RuleStatus.OURS),
        GameValue("sets", "points for the first, second and later sets", SETS, RuleStatus.OURS),
    )
