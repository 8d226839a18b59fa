"""Attacke's cards, chips, rules and rulings: all data, in rulebook order.

To play with other cards, hands or goals, give the game other `tables`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple

from printkit.rules.game import GameValue, Rule, RuleStatus, Ruling, Variant

SHIELD: Final = "shield"


class Card(NamedTuple):
    """A kind of card; a shield has no colour."""

    name: str
    colour: str
    value: int


class ChipColour(NamedTuple):
    """A kind of contest; its mark distinguishes it without colours."""

    id: str
    name: str
    mark: str
    mark_name: str


COLOURS = (
    ChipColour("red", "Red", "mark-cross", "cross"),
    ChipColour("blue", "Blue", "mark-lily", "lily"),
    ChipColour("green", "Green", "mark-tower", "tower"),
    ChipColour("yellow", "Yellow", "mark-sun", "sun"),
    ChipColour("purple", "Purple", "mark-chevron", "chevron"),
)
_KNIGHTS = MappingProxyType({2: 4, 3: 4, 4: 4, 5: 4, 7: 2})
_SHIELDS = MappingProxyType({7: 4, 10: 2})
_GOALS = MappingProxyType({"base": 4, "five": 5, "blind": 4, "five-blind": 5})
_BLIND = frozenset(("blind", "five-blind"))
_CONTESTS = MappingProxyType(
    {
        "base": MappingProxyType({3: 14, 4: 16, 5: 19}),
        "five": MappingProxyType({3: 21, 4: 25, 5: 28}),
        "blind": MappingProxyType({3: 15, 4: 17, 5: 20}),
        "five-blind": MappingProxyType({3: 24, 4: 27, 5: 30}),
    }
)


@dataclass(frozen=True, slots=True)
class Tables:
    """Components, hands and goals, and values derived from them."""

    players: tuple[int, int] = (3, 5)  # fewest and most
    colours: tuple[ChipColour, ...] = COLOURS  # kinds of contests
    knights: Mapping[int, int] = field(default_factory=lambda: _KNIGHTS)
    """Copies in each colour, by value."""
    shields: Mapping[int, int] = field(default_factory=lambda: _SHIELDS)  # copies, by value
    strong: int = 10  # the shield that is limited and fined
    face_down: int = 1  # the value of a card face down
    chips_each: int = 5  # chips of each colour
    first_hand: int = 4  # cards dealt to the first player
    other_hand: int = 5  # cards dealt to everyone else
    goals: Mapping[str, int] = field(default_factory=lambda: _GOALS)  # chips that win, by variant
    blind: frozenset[str] = _BLIND  # variants with face-down cards
    contests: Mapping[str, Mapping[int, int]] = field(default_factory=lambda: _CONTESTS)
    """Enough contests for 99 of 100 games, by variant and players, measured by simulation."""
    cards: Mapping[str, Card] = field(init=False)  # every kind of card by name
    copies: Mapping[str, int] = field(init=False)  # of each kind
    deck: tuple[str, ...] = field(init=False)  # all cards
    colour_ids: tuple[str, ...] = field(init=False)  # the colours by id
    strong_shield: str = field(init=False)  # the name of the limited shield

    def __post_init__(self) -> None:
        kinds = dict(self._kinds())
        cards = {card.name: card for card in kinds}
        copies = {card.name: number for card, number in kinds.items()}
        deck = tuple(name for name, number in copies.items() for _ in range(number))
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "copies", MappingProxyType(copies))
        object.__setattr__(self, "deck", deck)
        object.__setattr__(self, "colour_ids", tuple(colour.id for colour in self.colours))
        object.__setattr__(self, "strong_shield", f"{SHIELD} {self.strong}")

    def _kinds(self) -> Iterator[tuple[Card, int]]:
        for colour in self.colours:
            for value, copies in self.knights.items():
                yield Card(f"{colour.id} {value}", colour.id, value), copies
        for value, copies in self.shields.items():
            yield Card(f"{SHIELD} {value}", "", value), copies

    @property
    def chips(self) -> int:
        """All chips."""
        return self.chips_each * len(self.colours)

    def hand(self, *, leads: bool) -> int:
        """Return the cards dealt to one player."""
        return self.first_hand if leads else self.other_hand

    def dealt(self, count: int) -> int:
        """Return the cards dealt to all players together."""
        return self.first_hand + (count - 1) * self.other_hand


VARIANTS = (
    Variant("base", "Standard rules: four different chips to win"),
    Variant("five", "The long tournament: all five chips to win"),
    Variant("blind", "The hidden tournament: cards face down, four chips to win"),
    Variant("five-blind", "The long hidden tournament: cards face down, all five chips to win"),
)

_SETUP = "Vorbereitung"
_TOURNAMENT = "Das Turnier"
_FIGHT = "Kämpfen"
_PASS = "Passen"
_SHIELDS_SECTION = "Die Schildkarten"
_VICTORY = "Von Sieg zu Sieg"
_END = "Das Turnierende"
_HIDDEN = "Das verdeckte Turnier"

RULES = (
    Rule("attacke.players", "Attacke is for 3 to 5 players.", "Title"),
    Rule("attacke.deal", "The first player is dealt 4 cards, everyone else 5.", _SETUP),
    Rule(
        "attacke.open",
        "The leader has to open: with one or more cards of a single colour, and optionally with "
        "shields.",
        _TOURNAMENT,
    ),
    Rule(
        "attacke.open-shield",
        "Shields alone can also open; then the leader names the colour of the contest.",
        _SHIELDS_SECTION,
    ),
    Rule(
        "attacke.colour",
        "Every face-up card has the colour of the contest or is a shield.",
        _FIGHT,
    ),
    Rule(
        "attacke.beat",
        "To fight on, reach a higher total than everyone still in the contest.",
        _FIGHT,
    ),
    Rule(
        "attacke.total",
        "A player's total is the sum of their cards in this contest, and it has to be announced "
        "truthfully.",
        _FIGHT,
    ),
    Rule(
        "attacke.draw",
        "After playing any number of cards, a player draws one card; a forgotten draw isn't made "
        "up for.",
        _FIGHT,
    ),
    Rule(
        "attacke.pass",
        "Everyone may pass, except a leader who hasn't opened yet. Whoever passes discards their "
        "cards, draws one card, and is out until the contest is over.",
        _PASS,
    ),
    Rule(
        "attacke.shield10-one",
        "A player can play only one shield 10 per contest.",
        _SHIELDS_SECTION,
    ),
    Rule(
        "attacke.shield10-fine",
        "A shield 10 that doesn't win costs its player one chip of their choice, if they have any.",
        _SHIELDS_SECTION,
    ),
    Rule(
        "attacke.win",
        "The last player left in a contest wins it, and draws no further card.",
        _VICTORY,
        shown=("contest", "leader", "totals"),
    ),
    Rule(
        "attacke.chip",
        "The winner gets a chip of the contest's colour, but never a second one of that colour.",
        _VICTORY,
        shown=("chips",),
    ),
    Rule(
        "attacke.lead",
        "Whoever wins a contest leads the next one and is free to choose its colour.",
        _VICTORY,
        shown=("leader",),
    ),
    Rule(
        "attacke.reshuffle",
        "When the draw pile is used up, the discards are shuffled and become the draw "
        "pile; if there are none either, nothing is drawn.",
        _VICTORY,
        shown=("hands",),
    ),
    Rule(
        "attacke.end",
        "The fourth different chip ends the game at once; in the variants with five, the fifth.",
        _END,
        shown=("end.reason",),
    ),
    Rule(
        "attacke.blind-once",
        "Variants with blind: once per contest, each player may play any number of cards of any "
        "colour face down, with or without face-up cards.",
        _HIDDEN,
    ),
    Rule(
        "attacke.blind-value",
        "A face-down card counts 1, whatever it is, even a shield.",
        _HIDDEN,
        shown=("totals",),
    ),
)

RULINGS = (
    Ruling(
        "attacke.open-shield",
        "A contest may be opened by shields alone, in any colour that the leader names.",
        "Shields can be played without knights, but nothing says in which colour they open.",
        section=_SHIELDS_SECTION,
    ),
    Ruling(
        "attacke.beat",
        "An equal total isn't enough.",
        "The rulebook asks for a higher total than the one before.",
        section=_FIGHT,
        status=RuleStatus.PRINTED,
    ),
    Ruling(
        "attacke.shield10-fine",
        "The chip is given back at the moment of the pass, and can be won again later.",
        "The rulebook sets no moment; with the pass it is certain that the 10 has not won.",
        section=_SHIELDS_SECTION,
    ),
    Ruling(
        "attacke.reshuffle",
        "The discards become the pile when a card has to be drawn and the pile is empty. A "
        "passing player's cards are discards by then, the winner's only after the last draw.",
        "The rulebook doesn't say when, or with which cards.",
        section=_VICTORY,
    ),
    Ruling(
        "attacke.lead",
        "A winner without cards in hand passes the lead clockwise to the next player who has some.",
        "Forgotten draws can leave a hand empty, and the leader has to open.",
        section=_VICTORY,
    ),
    Ruling(
        "attacke.end",
        "Whoever passes last still discards, draws and pays; only then does the winner take "
        "the chip, and with it perhaps the game.",
        "Only this order lets the last player who passes pay before the game is over.",
        section=_END,
    ),
    Ruling(
        "attacke.blind-value",
        "A face-down shield 10 isn't limited to one, and costs no chip.",
        "Nobody can see it, and it counts 1 like any other card.",
        section=_HIDDEN,
    ),
)


def values(tables: Tables) -> tuple[GameValue, ...]:
    """Return the numbers of the game with their sources."""
    low, high = tables.players
    counts = range(low, high + 1)
    each, shields = sum(tables.knights.values()), sum(tables.shields.values())
    return (
        GameValue("knights", "knight cards", each * len(tables.colours)),
        GameValue("knights_each", "knight cards of each colour, all alike", each, RuleStatus.OURS),
        GameValue(
            "copies", "copies in each colour, by value", dict(tables.knights), RuleStatus.OURS
        ),
        GameValue("shields", "shield cards", shields),
        GameValue("shield_copies", "shields, by value", dict(tables.shields), RuleStatus.OURS),
        GameValue("chips", "chips", tables.chips),
        GameValue(
            "chips_each", "chips of each colour, all alike", tables.chips_each, RuleStatus.OURS
        ),
        GameValue("first_hand", "cards dealt to the first player", tables.first_hand),
        GameValue("other_hand", "cards dealt to everyone else", tables.other_hand),
        GameValue("goals", "different chips to win, by variant", dict(tables.goals)),
        GameValue("colours", "names of the colours", list(tables.colour_ids), RuleStatus.OURS),
        GameValue(
            "dealt", "cards dealt, by players (follows)", {n: tables.dealt(n) for n in counts}
        ),
        GameValue(
            "pile",
            "cards in the pile after the deal, by players (follows)",
            {n: len(tables.deck) - tables.dealt(n) for n in counts},
        ),
    )
