"""A random game of Wolle: a die, cups on shadowed dots, and a bot for every player.

A bot looks one turn ahead. The value of a route depends on the items and cups on it, on the items
within reach of its end, and on the distance to the paw compared with the time left. Bots have
different preferences and a random term, so that they draw different threads. `play_out` plays fast
games without records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printkit.core.units import add_up
from printkit.games.wolle.board import SHIPPED, as_bits, parse_board, shipped_board
from printkit.games.wolle.cups import Costs, choice_at, count_choices, draw_choices, find_costs
from printkit.games.wolle.numbers import BEND, CUPS, FACES, PLAYERS, Points
from printkit.games.wolle.routes import LETTERS, NO_HEADING, LazyTable
from printkit.games.wolle.rules import Roll, end_turn
from printkit.games.wolle.state import State, extend, items, new_state, scores, stops
from printkit.rules.game import Header
from printkit.rules.simulate import Dealer

if TYPE_CHECKING:
    from random import Random

    from printkit.games.wolle.board import Board, Step
    from printkit.games.wolle.cups import CupChoice
    from printkit.games.wolle.routes import Route, Routes
    from printkit.rules.game import Event
    from printkit.rules.simulate import Seating


REACH: Final = 4
STRIDE: Final = 1.8
_TURNS_TO_FIRST_SET: Final = 5.0
_DEAD_END: Final = 2.0
_COMFORT: Final = 1.5
_KEPT: Final = 16
_DICE: Final = range(1, FACES + 1)
_HEADINGS: Final = (*range(len(LETTERS)), NO_HEADING)


class Prospect(NamedTuple):
    """A route with precomputed facts about its end."""

    route: Route
    segments: int  # its segments, as bits
    dots: int  # its dots, as bits
    ahead: int  # other dots within reach of the next turn, as bits
    exits: int  # other segments at its end, as bits
    to_paw: int  # steps from its end to the paw
    ease: float  # points for the rolls that can be used from its end


class Terrain(NamedTuple):
    """The precomputed facts of a board; the last of the five headings means none."""

    prospects: Mapping[tuple[int, int, int], tuple[Prospect, ...]]  # by dot, heading and die
    ahead: tuple[tuple[int, ...], ...]  # dots within reach, by dot and heading
    to_paw: tuple[int, ...]  # steps to the paw, by dot
    ease: tuple[tuple[float, ...], ...]  # points for usable rolls, by dot and heading


class Temper(NamedTuple):
    """A bot's preferences, in points."""

    curiosity: float  # for an item within reach
    homing: float  # for a step too far from the paw
    patience: float  # turns left when it goes for the paw
    boldness: float  # against passing
    whim: float  # the largest random term


def draw_temper(rng: Random) -> Temper:
    """Draw the preferences of a casual player."""
    return Temper(
        curiosity=rng.uniform(0.15, 0.35),
        homing=rng.uniform(0.3, 0.9),
        patience=rng.uniform(2.0, 6.0),
        boldness=rng.uniform(0.6, 1.6),
        whim=rng.uniform(0.2, 0.8),
    )


def choose(state: State, seat: int, temper: Temper, rng: Random) -> Route | None:
    """Choose the route that a bot draws now; None to pass."""
    thread = state.threads[seat]
    if thread.stopped:
        return None
    left = turns_left(state)
    if left <= temper.patience and (found := stops(state, seat)):
        return max(found, key=lambda route: _gain(state, seat, route))
    return _best(state, seat, temper, left, rng)


def _gain(state: State, seat: int, route: Route) -> int:
    """Return the immediate points of a route, for items and cups."""
    new = route.dots & ~state.threads[seat].seen
    item, _, cup = state.points
    return item * (new & state.board.loot).bit_count() + cup * (new & state.cups[seat]).bit_count()


def _best(state: State, seat: int, temper: Temper, left: float, rng: Random) -> Route | None:
    """Return the best route, or None if passing is better."""
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
    """Return the value of one more item of each kind: highest if the next set lacks it."""
    least = min(held)
    if least >= len(sets):
        return (item,) * len(held)
    share = sets[least] / held.count(least)
    return tuple([item + (share if count == least else 0.25 * share) for count in held])


def turns_left(state: State) -> float:
    """Return the expected number of turns until the timer runs out."""
    timer = state.timer
    if timer is None:
        return _TURNS_TO_FIRST_SET + _lasts(state.board.timer)
    return _lasts(timer)


@lru_cache(maxsize=256)
def _lasts(timer: tuple[int, ...]) -> float:
    return add_up(FACES / (FACES + 1 - number) for number in timer)


@lru_cache(maxsize=_KEPT)
def survey(table: Routes) -> Terrain:
    """Return the terrain of the board under these routes; cached."""
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

    return Terrain(LazyTable(find), ahead, to_paw, ease)


def _ease(table: Routes, dot: int) -> Iterator[float]:
    for heading in _HEADINGS:
        possible = sum(1 for die in _DICE if table.ways[dot, heading, die])
        yield _COMFORT * possible / len(_DICE)


def _ahead(table: Routes, dot: int) -> Iterator[int]:
    """Yield the dots on all routes of `REACH` segments, by heading; the last is none."""
    for heading in _HEADINGS:
        dots = 0
        for route in table.ways[dot, heading, REACH]:
            dots |= route.dots
        yield dots


def _distances(links: list[list[Step]], start: int) -> list[int]:
    """Return the steps from a dot to every other; those to a block are a large number."""
    far = len(links)
    found = [far] * len(links)
    found[start], ahead = 0, [start]
    for dot in ahead:
        for there, _ in links[dot]:
            if found[there] == far:
                found[there] = found[dot] + 1
                ahead.append(there)
    return found


class WolleDealer(Dealer[State]):
    """A board with cups, a die, and a bot for every player."""

    def __init__(self, seating: Seating, rng: Random) -> None:
        super().__init__(seating, rng)
        self._tempers = [draw_temper(rng) for _ in seating.players]
        chosen = seating.settings.get("board", SHIPPED[0])
        self._header = board_key(chosen)
        if seating.variant != "no-cups":
            fair = seating.settings.get("cups", "random") == "fair"
            cups = _deal_cups(board_of(chosen), seating.players, rng, fair=fair)
            self._header["cups"] = cups

    def header(self) -> Mapping[str, Any]:
        return self._header

    def event(self, state: State) -> Event:
        if not state.die:
            return {"do": "roll", "die": self.rng.randrange(FACES) + 1}
        paths = {}
        for seat, name in enumerate(state.header.players):
            if not state.threads[seat].stopped:
                route = choose(state, seat, self._tempers[seat], self.rng)
                paths[name] = route.text if route else None
        return {"do": "draw", "paths": paths}


def _deal_cups(
    board: Board, players: tuple[str, ...], rng: Random, *, fair: bool
) -> dict[str, list[str]]:
    """Return six cups for every player, no two sheets alike."""
    names = list(board.shadows)
    choices = draw_choices(board, len(players), rng, find_costs(board) if fair else None)
    return {
        player: [names[number] for number in choice]
        for player, choice in zip(players, choices, strict=True)
    }


@lru_cache(maxsize=4)
def board_of(chosen: str) -> Board:
    """Return a shipped board, or one from the text of a file; cached, for simulations."""
    return shipped_board(chosen) if chosen in SHIPPED else parse_board(chosen, "board")


def board_key(chosen: str) -> dict[str, Any]:
    """Return the header's key for a board: the id of a shipped one, all values of any other."""
    if chosen in SHIPPED:
        return {"board": chosen}
    board = board_of(chosen)
    written = {
        "board": board.id,
        "name": board.name,
        "map": "\n".join(" ".join(row) for row in board.rows),
        "timer": list(board.timer),
        "sets": list(board.sets),
    }
    return {"board": written}


SEATS: Final = PLAYERS[1]
QUICK_TABLES: Final = 2_000


def new_trial(board: Board, choices: list[CupChoice], variant: str = "base") -> State:
    """Return a game about to begin, with a choice of cups for each seat."""
    names = tuple(f"bot {number}" for number in range(1, len(choices) + 1))
    seats = {name: seat for seat, name in enumerate(names)}
    header = Header("wolle", names, variant, {BEND: "counts"}, {}, seats)
    cups = tuple(as_bits(board.shadowed[number] for number in choice) for choice in choices)
    return new_state(header, board, cups, Points())


def play_out(state: State, rng: Random, watch: Callable[[State], None] | None = None) -> State:
    """Play a game to its end; `watch` gets the state after every roll and after every turn."""
    seats = range(len(state.threads))
    tempers = [draw_temper(rng) for _ in seats]
    while not state.reason:
        state = Roll(rng.randrange(FACES) + 1).apply(state)
        if watch is not None:
            watch(state)
        routes = [choose(state, seat, tempers[seat], rng) for seat in seats]
        state = end_turn(state, tuple(map(extend, state.threads, routes)))
        if watch is not None:
            watch(state)
    return state


def play_tables(board: Board, rng: Random, tables: int) -> Iterator[tuple[CupChoice, int]]:
    """Play games of six with random cups, and yield every player's choice of cups and score."""
    total, dots = count_choices(board), len(board.shadowed)
    for _ in range(tables):
        choices = [choice_at(rng.randrange(total), dots) for _ in range(SEATS)]
        yield from zip(choices, scores(play_out(new_trial(board, choices), rng)), strict=True)


def quick_costs(board: Board, rng: Random, tables: int = QUICK_TABLES) -> Costs:
    """Return a rough cost of each cup by itself, for boards without a shipped table."""
    count = len(board.shadowed)
    points, times = [0] * count, [0] * count
    for choice, score in play_tables(board, rng, tables):
        for number in choice:
            points[number] += score
            times[number] += 1
    mean = sum(points) / max(1, sum(times))
    # The other five cups of a sheet bias the difference: they are drawn from all dots but this one.
    alone = 1 - (CUPS - 1) / (count - 1)
    worth = [mean - points[n] / times[n] if times[n] else 0.0 for n in range(count)]
    return Costs(
        tuple(
            tuple(worth[i] / alone if i == j else 0.0 for j in range(count)) for i in range(count)
        )
    )
