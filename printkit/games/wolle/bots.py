"""Players for simulated games: each looks one turn ahead and knows roughly where it wants to go.

Takes a state and a seat; gives the route that the bot draws. A route is worth what it collects
and knocks over, what lies within reach of its end, and, once the timer runs, how near the paw is.
Bots differ in temper, and a little whim keeps two of a kind from drawing the same thread.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from printkit.games.wolle.routes import LETTERS, NO_HEADING, Found
from printkit.games.wolle.state import items, stops
from printkit.games.wolle.tables import FACES
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from random import Random

    from printkit.games.wolle.routes import Route, Routes
    from printkit.games.wolle.state import State

REACH: Final = 4
STRIDE: Final = 1.8
_TURNS_TO_FIRST_SET: Final = 5.0
_DEAD_END: Final = 2.0
_COMFORT: Final = 1.5
_KEPT: Final = 16
_DICE: Final = range(1, FACES + 1)
_HEADINGS: Final = (*range(len(LETTERS)), NO_HEADING)


class Prospect(NamedTuple):
    """A route as a bot sees it, and what is known about its end before anything is drawn."""

    route: Route  # the way itself
    segments: int  # its segments, as bits
    dots: int  # its dots, as bits
    ahead: int  # other dots within reach in the turn after
    exits: int  # segments that lead on
    to_paw: int  # steps from its end to the paw
    ease: float  # what it is worth that most rolls leave a way to go


class Terrain(NamedTuple):
    """A board as bots see it; the last heading of five is none."""

    prospects: Mapping[tuple[int, int, int], tuple[Prospect, ...]]  # by dot, heading and die
    ahead: tuple[tuple[int, ...], ...]  # dots within reach, by dot and heading
    to_paw: tuple[int, ...]  # steps to the paw, by dot
    ease: tuple[tuple[float, ...], ...]  # what it is worth to have a way to go, by dot and heading


class Temper(NamedTuple):
    """How a bot weighs things, in points."""

    curiosity: float  # for an item within reach
    homing: float  # for a step too far from the paw
    patience: float  # turns left when it goes for the paw
    boldness: float  # how much it dislikes to pass
    whim: float  # chance


def draw_temper(rng: Random) -> Temper:
    """A temper like a casual player's."""
    return Temper(
        curiosity=rng.uniform(0.15, 0.35),
        homing=rng.uniform(0.3, 0.9),
        patience=rng.uniform(2.0, 6.0),
        boldness=rng.uniform(0.6, 1.6),
        whim=rng.uniform(0.2, 0.8),
    )


def choose(state: State, seat: int, temper: Temper, rng: Random) -> Route | None:
    """What a bot draws now; None to pass."""
    thread = state.threads[seat]
    if thread.stopped:
        return None
    left = turns_left(state)
    if left <= temper.patience and (found := stops(state, seat)):
        return max(found, key=lambda route: _gain(state, seat, route))
    return _best(state, seat, temper, left, rng)


def _gain(state: State, seat: int, route: Route) -> int:
    """What a route brings at once: items collected less cups knocked over."""
    new = route.dots & ~state.threads[seat].seen
    item, _, cup = state.points
    return item * (new & state.board.loot).bit_count() + cup * (new & state.cups[seat]).bit_count()


def _best(state: State, seat: int, temper: Temper, left: float, rng: Random) -> Route | None:
    """The route worth most, or none when all are worth less than staying."""
    thread, board = state.threads[seat], state.board
    at, heading, used, seen, _ = thread
    prospects, ahead, to_paw, ease = survey(state.routes)
    shunned = 0 if state.crossing else seen
    mice, socks, airplanes = board.items
    mouse, sock, airplane = _weights(items(board, thread), board.sets, state.points.item)
    cups, cup = state.cups[seat] & ~seen, state.points.cup
    wanted = board.loot & ~seen
    fresh = wanted | cups
    curiosity, homing, _, boldness, whim = temper
    leash = left * STRIDE
    random = rng.random
    chosen = None
    best = curiosity * (ahead[at][heading] & wanted).bit_count()
    best += ease[at][heading] - boldness - homing * max(0.0, to_paw[at] - leash)
    for route, segments, dots, reach, exits, far, comfort in prospects[at, heading, state.die]:
        if segments & used or dots & shunned:
            continue
        worth = curiosity * (reach & wanted).bit_count()
        worth += comfort + whim * random()
        new = dots & fresh
        if new:
            worth += (
                mouse * (new & mice).bit_count()
                + sock * (new & socks).bit_count()
                + airplane * (new & airplanes).bit_count()
                + cup * (new & cups).bit_count()
            )
        if far > leash:
            worth -= homing * (far - leash)
        if not exits & ~used:
            worth -= _DEAD_END
        if worth > best:
            best, chosen = worth, route
    return chosen


@lru_cache(maxsize=4096)
def _weights(held: tuple[int, ...], sets: tuple[int, ...], item: int) -> tuple[float, ...]:
    """What one more item of each kind is worth: most, when it is what the next set lacks."""
    least = min(held)
    if least >= len(sets):
        return (item,) * len(held)
    share = sets[least] / held.count(least)
    return tuple([item + (share if count == least else 0.25 * share) for count in held])


def turns_left(state: State) -> float:
    """How many turns the timer will still last, on average."""
    timer = state.timer
    if timer is None:
        return _TURNS_TO_FIRST_SET + _lasts(state.board.timer)
    return _lasts(timer)


@lru_cache(maxsize=256)
def _lasts(timer: tuple[int, ...]) -> float:
    return sum(FACES / (FACES + 1 - number) for number in timer)


@lru_cache(maxsize=_KEPT)
def survey(table: Routes) -> Terrain:
    """The terrain of the board under these routes; worked out once."""
    links = [[step for step in each if step is not None] for each in table.steps]
    dots = range(len(links))
    ahead = tuple(tuple(_ahead(table, dot)) for dot in dots)
    ease = tuple(tuple(_ease(table, dot)) for dot in dots)
    to_paw = tuple(_distances(links, table.board.paw))
    exits = [sum(segment for _, segment in each) for each in links]

    def find(key: tuple[int, int, int]) -> tuple[Prospect, ...]:
        return tuple(
            Prospect(
                route,
                route.segments,
                route.dots,
                ahead[route.end][route.heading] & ~route.dots,
                exits[route.end] & ~route.segments,
                to_paw[route.end],
                ease[route.end][route.heading],
            )
            for route in table.ways[key]
        )

    return Terrain(Found(find), ahead, to_paw, ease)


def _ease(table: Routes, dot: int) -> Iterator[float]:
    for heading in _HEADINGS:
        possible = sum(1 for die in _DICE if table.ways[dot, heading, die])
        yield _COMFORT * possible / len(_DICE)


def _ahead(table: Routes, dot: int) -> Iterator[int]:
    """The dots on all routes of middling length, by heading; without one comes last."""
    for heading in _HEADINGS:
        dots = 0
        for route in table.ways[dot, heading, REACH]:
            dots |= route.dots
        yield dots


def _distances(links: list[list[tuple[int, int]]], start: int) -> list[int]:
    """Steps from a dot to every other; a block counts as far away."""
    far = len(links)
    found = [far] * len(links)
    found[start], ahead = 0, [start]
    for dot in ahead:
        for there, _ in links[dot]:
            if found[there] == far:
                found[there] = found[dot] + 1
                ahead.append(there)
    return found
