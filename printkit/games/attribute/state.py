"""The state of a game of Attribute, immutable, and functions to query it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from printkit.core.messages import named, say
from printkit.games.attribute.numbers import BSW_RED, COLOURS
from printkit.rules.game import Due
from printkit.rules.record import first_seat

if TYPE_CHECKING:
    from printkit.games.attribute.numbers import Scoring, Tables
    from printkit.rules.game import Header

START: Final = "start"
SHEEP: Final = "sheep"
TOPIC: Final = "topic"
PLAY: Final = "play"
GRAB: Final = "grab"
DRAW: Final = "draw"
OVER: Final = "over"

WAITING: Final = -2
PASSED: Final = -1


def name_value(key: str, value: str) -> str:
    """Return the name of a value in a record: the colour of a sheep; cards and topics stay."""
    return named(value) if key == "colours" and value in COLOURS else value


class State(NamedTuple):
    """One position."""

    header: Header  # line 1
    tables: Tables  # the cards and lengths
    scoring: Scoring
    first: int  # the seat that names the first topic
    length: int  # rounds of the whole game
    phase: str
    round: int  # last begun, from 1
    scored: int  # rounds that are over
    hands: tuple[tuple[str, ...], ...] | None  # by seat; None if hands are not recorded
    seen: frozenset[str]  # all attribute cards that have appeared
    colours: tuple[str, ...]  # of the sheep, by seat
    topic: str  # of this round
    laid: tuple[str, ...]  # the cards of this round, readable until the next begins
    acts: tuple[int, ...]  # by seat: the seat grabbed from, PASSED or WAITING
    scores: tuple[int, ...]  # by seat
    delta: tuple[int, ...]  # points of the last round, before the lower limit


def start(tables: Tables, header: Header) -> State:
    """Return the state before the first event."""
    seats = len(header.players)
    return State(
        header=header,
        tables=tables,
        scoring=tables.scoring(header.variant, header.rulings[BSW_RED]),
        first=first_seat(header),
        length=tables.rounds(seats),
        phase=START,
        round=0,
        scored=0,
        hands=None,
        seen=frozenset(),
        colours=(),
        topic="",
        laid=(),
        acts=(),
        scores=(0,) * seats,
        delta=(),
    )


def announcer(state: State) -> int:
    """Return the seat that names the topic of the round last begun."""
    return (state.first + state.round - 1) % len(state.header.players)


def due(state: State) -> Due:
    """Return the events and seats that may come next."""
    seats = range(len(state.header.players))
    match state.phase:
        case "start":
            return Due(("deal", "sheep"))
        case "sheep" | "draw":
            return Due((state.phase,))
        case "topic":
            return Due(("topic",), (announcer(state),))
        case "play":
            return Due(("play",), tuple(seats))
        case "grab":
            return Due(("grab", "pass"), tuple(s for s in seats if state.acts[s] == WAITING))
        case _:
            return Due(())


def round_delta(state: State) -> tuple[int, ...]:
    """Return the points of a round by seat, before the lower limit."""
    acts, colours, scoring = state.acts, state.colours, state.scoring
    delta = []
    for seat, act in enumerate(acts):
        own = scoring.own_grabbed if seat in acts else scoring.own_left
        points = own.green if colours[seat] == "green" else own.red
        if act >= 0:
            points += scoring.grabbed.green if colours[act] == "green" else scoring.grabbed.red
        delta.append(points)
    return tuple(delta)


def total(state: State, delta: tuple[int, ...]) -> tuple[int, ...]:
    """Return the scores after a round: added up first, then raised to 0 if the scoring says so."""
    sums = [score + points for score, points in zip(state.scores, delta, strict=True)]
    return tuple([max(0, points) for points in sums] if state.scoring.floor else sums)


def summary(state: State) -> str:
    """Return the state in one line."""
    players = state.header.players
    if not state.round:
        message = "before round 1 of {rounds}; {name} will name the first topic"
        return say(message, rounds=state.length, name=players[state.first])
    values = {"number": state.round, "rounds": state.length, "name": players[announcer(state)]}
    text = say("round {number} of {rounds}, {name} announces", **values)
    if state.topic:
        text = say("{text} \u201c{topic}\u201d", text=text, topic=state.topic)
    return say("{text}; {stage}", text=text, stage=_stage(state))


def _stage(state: State) -> str:
    if state.phase == GRAB:
        names = [state.header.players[seat] for seat in due(state).seats]
        return say("still to grab or pass: {names}", names=names)
    return {
        TOPIC: say("the topic is still to be named"),
        PLAY: say("everyone is about to play a card"),
        DRAW: say("scored; everyone is about to draw"),
        SHEEP: say("scored; the next round is about to begin"),
        OVER: say("the game is over"),
    }[state.phase]
