"""Cattitude's rules, rulings and variants as data, in our own words and in rulebook order."""

from __future__ import annotations

from printkit.rules.catalogue import Rule, Ruling, Status, Variant

_SETUP = "Setup"
_BIDDING = "Phase 1: Bidding"
_COLLECTING = "Phase 2: Collecting"
_SECURE = "Phase 3: Secure"
_RED = "Cards with a red back"
_END = "End of the game"

VARIANTS = (
    Variant("base", "As printed"),
    Variant("beginner", "For beginners: one noble is enough, and only dealt cards are bid"),
    Variant("toss", "Toss: chance decides the direction of every round"),
)

RULES = (
    Rule("cattitude.players", "Cattitude is for 2 to 5 players.", "Back of the rulebook"),
    Rule(
        "cattitude.piles",
        "Blue cards are split into big and small piles of fixed sizes, and red cards fill up the "
        "small ones; two players first put away 2 nobles of each kind.",
        _SETUP,
    ),
    Rule(
        "cattitude.deal",
        "A round deals 3 cards to everyone, 5 with two players. Piles with red cards come last "
        "and give everyone exactly 1 red card, 2 with two players.",
        _SETUP,
    ),
    Rule("cattitude.bid-all", "Every dealt card goes into one of the two bids.", _BIDDING),
    Rule(
        "cattitude.bid-two",
        "From round 2 on, up to 2 cards of the own table may join the bids.",
        _BIDDING,
    ),
    Rule(
        "cattitude.bid-source",
        "Cards that join a bid come from the own table, not from the palace or other tables.",
        _BIDDING,
    ),
    Rule(
        "cattitude.direction",
        "Bids go to the neighbour the token shows, and the token is flipped every round; two "
        "players need none.",
        _BIDDING,
    ),
    Rule(
        "cattitude.choose",
        "Everyone takes one of the two bids offered; the other returns to whoever made it.",
        _BIDDING,
    ),
    Rule(
        "cattitude.birdoholic",
        "When everything is laid out, a birdoholic takes all birds of the species with the second "
        "highest total; cats do not count and stay.",
        _COLLECTING,
        shown=("table", "totals"),
    ),
    Rule(
        "cattitude.birdoholics",
        "Two or more birdoholics in one phase leave only the most valuable species.",
        _COLLECTING,
        shown=("table", "totals"),
    ),
    Rule(
        "cattitude.lonely",
        "Where fewer than two species lie, birdoholics leave with nothing.",
        _COLLECTING,
        shown=("table", "totals"),
    ),
    Rule(
        "cattitude.catastrophe",
        "A catastrophe takes the most valuable species, even the only one.",
        _RED,
        shown=("table", "totals"),
    ),
    Rule(
        "cattitude.secure-escort",
        "A species is secured together with a noble of its own; where none lies, a royal cat or "
        "the queen may take that place.",
        _SECURE,
    ),
    Rule(
        "cattitude.secure-all",
        "Securing moves all birds of the species and all its nobles under the palace.",
        _SECURE,
        shown=("table", "palace"),
    ),
    Rule(
        "cattitude.bonus",
        "Bonus cards go straight under the palace and are not bid again.",
        _RED,
        shown=("palace",),
    ),
    Rule(
        "cattitude.end",
        "The game ends after the last pile; whatever is not secured counts nothing.",
        _END,
        shown=("end.reason",),
    ),
    Rule(
        "cattitude.score",
        "The cards under the palace count, minus points too; a fulfilled bonus card is worth 5. "
        "Scores may be negative.",
        _END,
        shown=("scores", "end.scores"),
    ),
    Rule(
        "cattitude.winner",
        "The most points win; whoever is level shares the victory (sharing is ours).",
        _END,
        shown=("end.winners",),
    ),
    Rule(
        "cattitude.beginner",
        "Variant beginner: one noble goes along and the others stay, and no table cards are bid.",
        "Beginner variant",
        shown=("table", "palace"),
    ),
    Rule(
        "cattitude.toss",
        "Variant toss: the token is tossed every round instead of flipped.",
        "Cattitude toss",
        shown=("direction",),
    ),
)

RULINGS = (
    Ruling(
        "cattitude.second-highest",
        "The second highest total is the second of the list sorted by value: with 5/5 or 9/9/4 "
        "the owner chooses among the equal ones.",
        "The rulebook lets the owner choose among several second ones, and is silent about "
        "several first ones.",
        section=_COLLECTING,
    ),
    Ruling(
        "cattitude.lying",
        "A species lies in front of you when at least one bird of it does, good or bad.",
        "The rulebook counts species without saying what makes one.",
        section=_COLLECTING,
    ),
    Ruling(
        "cattitude.takers-order",
        "Birdoholics act before catastrophes, and totals are ranked anew each time: one of each "
        "leaves only the lowest of three species.",
        "The rulebook does not say who goes first.",
        section=_RED,
    ),
    Ruling(
        "cattitude.takers-together",
        "Two or more birdoholics act together, catastrophes one after the other.",
        "Only for birdoholics does the rulebook say what several do.",
        section=_COLLECTING,
    ),
    Ruling(
        "cattitude.royals",
        "One royal cat, or the queen, escorts one species.",
        "The rulebook lets a royal switch between species, but a secured one is under the palace.",
        section=_COLLECTING,
    ),
    Ruling(
        "cattitude.nothing-to-secure",
        "A species without birds cannot be secured.",
        "Nobles on their own would only cost points; the rulebook speaks of birds.",
        section=_SECURE,
    ),
    Ruling(
        "cattitude.bonus-count",
        "Bonus cards count divas and bad birds, and are looked at only when the game is over.",
        "The rulebook says so, in two places.",
        section=_RED,
        status=Status.PRINTED,
    ),
    Ruling(
        "cattitude.first-direction",
        "The first direction is free.",
        "The rulebook does not mind which side of the token is up.",
        section=_SETUP,
        status=Status.PRINTED,
    ),
    Ruling(
        "cattitude.meaningless-choice",
        "An owner decides between equal totals even where a later taker makes it meaningless.",
        "So a record never depends on looking ahead.",
        section=_COLLECTING,
    ),
    Ruling(
        "cattitude.winner",
        "Players with equal points share the victory.",
        "The rulebook names no tie-breaker.",
        section=_END,
    ),
    Ruling(
        "cattitude.values",
        "Birds count 1, 2 and 3 (turkey, chicken, peacock); a header may choose 'mid' (2, 3, 4) "
        "or 'equal' (3, 4, 6) as its values.",
        "The values are printed on pictures we do not have; all three fit the example's totals "
        "9, 6 and 4.",
        section=_COLLECTING,
    ),
)
