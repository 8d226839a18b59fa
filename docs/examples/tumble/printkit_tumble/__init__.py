"""Tumble, a small dice game, as a plugin of printkit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple

from printkit.core.messages import both, say
from printkit.rules.game import (
    Due,
    Effect,
    Event,
    EventText,
    Expectation,
    Fault,
    Game,
    GameValue,
    Header,
    Manual,
    Move,
    Offer,
    Outcome,
    Rule,
    Variant,
    leaders,
)
from printkit.rules.prompts import Ask, PickCards, Pile, PromptOption, Prompts
from printkit.rules.reading import read_list, read_whole, replace_entry
from printkit.rules.results import ROUND, FieldValue, Filling, PlayedEvent, Result, Written
from printkit.rules.sheets import PLAYER, number_field
from printkit.rules.simulate import Dealer

RULES = (
    Rule("tumble.players", "Tumble is for 2 to 6 players.", "Title"),
    Rule("tumble.roll", "A turn has at least one roll of the die.", "Your turn"),
    Rule("tumble.tumble", "With a 1 the turn is over and scores nothing.", "Your turn"),
    Rule(
        "tumble.keep",
        "Whoever stops before a 1 scores the sum of the rolls.",
        "Your turn",
        shown=("scores",),
    ),
    Rule(
        "tumble.end",
        "The game ends when everyone has had the same number of turns.",
        "The end",
        shown=("end.reason",),
    ),
    Rule(
        "tumble.winner",
        "Most points wins; several players can share the win.",
        "The end",
        shown=("end.winners",),
    ),
)


@dataclass(frozen=True, slots=True)
class Tables:
    """Who can play, for how long, and with which die."""

    players: tuple[int, int] = (2, 6)
    rounds: int = 5
    long_rounds: int = 10
    sides: int = 6

    def length(self, variant: str) -> int:
        """How many turns everyone has."""
        return self.long_rounds if variant == "long" else self.rounds


class State(NamedTuple):
    """What everyone has scored, turn by turn."""

    header: Header
    tables: Tables
    turns: tuple[int, ...]  # the points of every turn so far, in order
    scores: tuple[int, ...]  # by seat

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return len(self.turns) % len(self.scores)

    @property
    def is_over(self) -> bool:
        """Whether everyone has had all turns."""
        return len(self.turns) == self.tables.length(self.header.variant) * len(self.scores)


@dataclass(slots=True)
class Turn(Move[State]):
    """A player's whole turn: the rolls in order."""

    do = "turn"
    actor = "one"
    needs = ("dice",)

    seat: int
    dice: tuple[int, ...]

    @classmethod
    def read(cls, _state: State, event: Event, seat: int) -> Turn:
        dice = read_list(event["dice"], "dice", seat)
        return cls(seat, tuple(read_whole(die, "dice", seat) for die in dice))

    def faults(self, state: State) -> Iterator[Fault]:
        sides = state.tables.sides
        for die in self.dice:
            if not 1 <= die <= sides:
                message = say("a die shows 1 to {sides}, not {die}", sides=sides, die=die)
                yield Fault("core.chance", message)
        if not self.dice:
            yield Fault("tumble.roll", say("a turn has at least one roll"))
        if 1 in self.dice[:-1]:
            yield Fault("tumble.tumble", say("the turn was over with the 1"))

    def apply(self, state: State) -> State:
        points = 0 if 1 in self.dice else sum(self.dice)
        scores = replace_entry(state.scores, self.seat, state.scores[self.seat] + points)
        return state._replace(turns=(*state.turns, points), scores=scores)


def start(tables: Tables, header: Header) -> State:
    return State(header, tables, (), (0,) * len(header.players))


def due(state: State) -> Due:
    return Due(()) if state.is_over else Due(("turn",), (state.turn,))


def offers(state: State) -> tuple[Offer, ...]:
    if state.is_over:
        return ()
    base = {"do": "turn", "by": state.header.players[state.turn]}
    rolls = tuple({"dice": [die]} for die in range(1, state.tables.sides + 1))
    return (Offer(base, (rolls,), free=True),)


def outcome(state: State) -> Outcome | None:
    return Outcome("tumble.end", leaders(state.scores)) if state.is_over else None


def rounds(state: State) -> int:
    return len(state.turns) // len(state.scores)


def effects(before: State, after: State) -> Iterator[Effect]:
    points, name = after.turns[-1], before.header.players[before.turn]
    if points:
        yield Effect("tumble.keep", say("{name} scores {points}", name=name, points=points))
    else:
        yield Effect("tumble.tumble", say("{name} rolled a 1 and scores nothing", name=name))
    if after.is_over:
        yield Effect("tumble.end", say("everyone has had all turns"))
        names = both([after.header.players[seat] for seat in leaders(after.scores)])
        yield Effect("tumble.winner", say("the most points: {names}", names=names))


def invariants(state: State) -> Iterator[str]:
    if sum(state.scores) != sum(state.turns):
        yield "the scores are not the sum of all turns"


def summary(state: State) -> str:
    if state.is_over:
        return say("the game is over")
    name = state.header.players[state.turn]
    return say("round {number}, {name} rolls", number=rounds(state) + 1, name=name)


class TumbleDealer(Dealer[State]):
    """Rolls until a turn has 12 points, or a 1 comes."""

    def event(self, state: State) -> Event:
        sides = state.tables.sides
        dice = [self.rng.randint(1, sides)]
        while dice[-1] != 1 and sum(dice) < 12:
            dice.append(self.rng.randint(1, sides))
        return {"do": "turn", "by": state.header.players[state.turn], "dice": dice}


def facts(tables: Tables, count: int, variant: str) -> dict[str, Any]:
    length = tables.length(variant)
    total = "(total.R-1.P if R > 1 else 0) + turn.R.P"
    return {
        "player_count": count,
        "sides": tables.sides,
        "round_count": length,
        "rounds": list(range(1, length + 1)),
        "fields": {
            "turn.R.P": number_field(f"{PLAYER}, round {{R}}, points", 0, 999),
            "total.R.P": number_field(f"{PLAYER}, total after round {{R}}", formula=total),
            "final.P": number_field(f"{PLAYER}, final score", formula=f"total.{length}.P"),
        },
    }


def values(tables: Tables) -> tuple[GameValue, ...]:
    return (
        GameValue("rounds", "turns for everyone", tables.rounds),
        GameValue("long_rounds", "turns for everyone in the long game", tables.long_rounds),
        GameValue("sides", "sides of the die", tables.sides),
    )


def written(steps: Sequence[PlayedEvent[State]]) -> Written:
    found: dict[str, FieldValue] = {}
    for _, before, after in steps:
        number, seat = rounds(before) + 1, before.turn
        found[f"turn.{number}.{seat + 1}"] = after.turns[-1]
        found[f"total.{number}.{seat + 1}"] = after.scores[seat]
        if number == after.tables.length(after.header.variant):
            found[f"final.{seat + 1}"] = after.scores[seat]
    return {"score-sheet": Filling((found,))}


MANUAL = Manual(
    events={
        "turn": EventText("A player's whole turn.", {"dice": "every roll in order, such as [4, 6]"})
    },
    words={"turn": "Turn", "dice": "rolls"},
)


def ask(state: State, _full: bool) -> Ask:
    by = state.header.players[state.turn]
    faces = tuple(
        PromptOption(str(face), str(face), icon=f"die-{face}")
        for face in range(1, state.tables.sides + 1)
    )
    return Ask(
        PickCards(say("rolls"), (state.turn,), (faces,), (Pile(say("rolls")),)),
        lambda answer: ({"do": "turn", "by": by, "dice": [int(face) for face in answer[0][0]]},),
        lambda events: [[[str(face) for face in events[0]["dice"]]]],
    )


GAME: Game[State] = Game(
    id="tumble",
    title="Tumble",
    variants=(Variant("base", "Standard rules"), Variant("long", "Long game")),
    tables=Tables(),
    rules=RULES,
    rulings=(),
    values=values,
    manual=MANUAL,
    events=(Turn,),
    expectations={"round": Expectation(rounds)},
    start=start,
    due=due,
    offers=offers,
    scores=attrgetter("scores"),
    outcome=outcome,
    rounds=rounds,
    effects=effects,
    invariants=invariants,
    summary=summary,
    dealer=TumbleDealer,
    facts=facts,
    written=written,
    result=Result("Points", ROUND),
    prompts=Prompts(ask),
)
