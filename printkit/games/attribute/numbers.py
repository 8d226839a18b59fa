"""Attribute's numbers, scoring tables, rules and rulings: all data, in rulebook order.

To play with other cards or another length, give the game other `tables`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple

from printkit.rules.game import GameValue, Rule, RuleStatus, Ruling, Variant

COLOURS: Final = ("green", "red")
BSW_RED: Final = "attribute.bsw-red"


class Points(NamedTuple):
    """Points for a green and for a red sheep."""

    green: int
    red: int


class Scoring(NamedTuple):
    """The points of a round: for a grabbed set, for your own set, and whether 0 is the minimum."""

    grabbed: Points
    own_left: Points
    own_grabbed: Points
    floor: bool

    @property
    def bounds(self) -> tuple[int, int]:
        """The lowest and the highest score of a round."""
        own = self.own_left + self.own_grabbed
        return min(self.grabbed) + min(own), max(self.grabbed) + max(own)


_GRABBED = Points(+1, -1)
BASE = Scoring(_GRABBED, own_left=Points(-1, +1), own_grabbed=Points(0, 0), floor=True)
BSW = Scoring(_GRABBED, own_left=Points(-1, +1), own_grabbed=Points(+1, -1), floor=False)
BSW_LITERAL = Scoring(_GRABBED, own_left=Points(-1, 0), own_grabbed=Points(+1, 0), floor=False)

_TOPICS = MappingProxyType({3: 6, 4: 4, 5: 3, 6: 3, 7: 2, 8: 2})
_SCORINGS = MappingProxyType({"base": BASE, "bsw": BSW, "bsw literal": BSW_LITERAL})


@dataclass(frozen=True, slots=True)
class Tables:
    """Components and lengths."""

    attribute_cards: int = 164  # all different
    green_sheep: int = 30  # sheep cards
    red_sheep: int = 30  # sheep cards
    hand: int = 4  # attribute cards in hand
    topics: Mapping[int, int] = field(default_factory=lambda: _TOPICS)
    """The number of topics that each player names, by number of players."""
    scorings: Mapping[str, Scoring] = field(default_factory=lambda: _SCORINGS)
    """By variant, and the literal reading of bsw."""

    @property
    def players(self) -> tuple[int, int]:
        """The smallest and the largest number of players."""
        return min(self.topics), max(self.topics)

    @property
    def sheep_cards(self) -> int:
        """All sheep cards."""
        return self.green_sheep + self.red_sheep

    def rounds(self, count: int) -> int:
        """Return the number of rounds of a whole game."""
        return count * self.topics[count]

    def scoring(self, variant: str, bsw_red: str) -> Scoring:
        """Return the scoring of a variant under a ruling."""
        literal = variant == "bsw" and bsw_red == "literal"
        return self.scorings["bsw literal" if literal else variant]

    def reshuffles(self, count: int) -> tuple[int, ...]:
        """Return the rounds, from 1, after which the stack of sheep runs out and is reshuffled.

        The sheep of a round are drawn at the end of the one before, those of round 1 at the start.
        """
        found = []
        stack = self.sheep_cards
        for number in range(1, self.rounds(count) + 1):
            for held in range(1, count + 1):
                stack -= 1
                if not stack:
                    stack = self.sheep_cards - held
                    found.append(number - 1)
        return tuple(found)


VARIANTS = (
    Variant("base", "Standard rules: scores never drop below 0"),
    Variant("bsw", "Online scoring: your own set counts too, and scores may drop below 0"),
)

RULES = (
    Rule("attribute.players", "Attribute is for 3 to 8 players.", "Title"),
    Rule("attribute.deal", "Everyone begins with 4 attribute cards and 1 sheep card.", "Set-up"),
    Rule(
        "attribute.announcer",
        "Each round one player names a topic, taking turns clockwise; a topic is never blank.",
        "How to play",
    ),
    Rule(
        "attribute.play-one",
        "Everyone plays exactly one attribute card from their hand, including the announcer.",
        "How to play",
    ),
    Rule("attribute.reveal", "Nobody grabs before all sets are revealed.", "How to play"),
    Rule(
        "attribute.grab-limit",
        "Each round, everyone either grabs one set or passes, once.",
        "How to play",
    ),
    Rule("attribute.grab-own", "Players can't grab their own set.", "How to play"),
    Rule(
        "attribute.grab-taken",
        "A set goes to the first player to grab it; the record has them in that order.",
        "How to play",
    ),
    Rule(
        "attribute.score-grab",
        "A grabbed green sheep is worth 1 point, a grabbed red one costs 1.",
        "How to play",
        shown=("delta",),
    ),
    Rule(
        "attribute.score-left",
        "Your own set, if nobody grabs it: red earns 1 point, green costs 1; if grabbed, nothing.",
        "How to play",
        shown=("delta",),
    ),
    Rule("attribute.floor", "Points never fall below 0.", "How to play", shown=("scores",)),
    Rule(
        "attribute.refill",
        "After scoring everyone draws: 4 attribute cards and 1 sheep card again.",
        "How to play",
    ),
    Rule(
        "attribute.length",
        "The game ends when everyone has named 6, 4, 3, 3, 2 or 2 topics (3 to 8 players).",
        "End of the game",
        shown=("end.reason",),
    ),
    Rule(
        "attribute.winner",
        "Most points wins; tied players share the win (sharing is our ruling).",
        "End of the game",
        shown=("end.winners",),
    ),
    Rule(
        "attribute.bsw",
        "Variant bsw: your own green set earns 1 when grabbed and costs 1 when left, your own "
        "red set the other way round; scores can be negative.",
        "Variant for different scorekeeping",
        RuleStatus.FOUND,
        shown=("delta",),
    ),
)

RULINGS = (
    Ruling(
        BSW_RED,
        "Variant bsw: what your own red set is worth.",
        "One word too many makes the English sentence about red sets contradict the base game. "
        "'source' scores as the online game does by its own help page: +1 left, -1 grabbed. "
        "'literal' adds the sentence to the base game as it stands: 0 left, 0 grabbed.",
        ("source", "literal"),
        "source",
        "Variant for different scorekeeping",
        RuleStatus.FOUND,
    ),
    Ruling(
        "attribute.floor",
        "A round is added up first and the floor applied after: never below 0.",
        "The printed example only excludes the reading that takes the losses first.",
        section="Example of play",
    ),
    Ruling(
        "attribute.winner",
        "Players with equal points share the win.",
        "The rulebook names no tie-breaker.",
        section="End of the game",
    ),
    Ruling(
        "attribute.refill",
        "The sheep stack is reshuffled as soon as its last card is drawn, without the sheep in "
        "hands; a record does not count the sheep.",
        "The rulebook has it renewed when it runs out, but does not say what happens mid-deal.",
        section="How to play",
    ),
)


def values(tables: Tables) -> tuple[GameValue, ...]:
    """Return the numbers of the game with their sources."""
    counts = sorted(tables.topics)
    return (
        GameValue("attribute_cards", "attribute cards, all different", tables.attribute_cards),
        GameValue("sheep_cards", "sheep cards", tables.sheep_cards),
        GameValue("green_sheep", "green ones among them", tables.green_sheep, RuleStatus.OURS),
        GameValue("red_sheep", "red ones among them", tables.red_sheep, RuleStatus.OURS),
        GameValue("hand", "attribute cards in hand, beside 1 sheep card", tables.hand),
        GameValue("topics", "topics each, by players", {n: tables.topics[n] for n in counts}),
        GameValue("rounds", "rounds, by players (follows)", {n: tables.rounds(n) for n in counts}),
        GameValue(
            "reshuffles",
            "reshuffles of the sheep, by players (follows)",
            {n: len(tables.reshuffles(n)) for n in counts},
            RuleStatus.OURS,
        ),
    )
