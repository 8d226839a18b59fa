"""The routes that a thread can take over a board, with segments as bits.

`Routes` has all routes from a dot by heading and die, for a board and the ruling about bends. They
are independent of the players: a thread can take a route if they have no segment bit in common.
Routes are computed on first use and cached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypeVar

from printkit.games.wolle.board import BLOCK
from printkit.games.wolle.numbers import FACES

if TYPE_CHECKING:
    from printkit.games.wolle.board import Board, Step

K = TypeVar("K")
V = TypeVar("V")

LETTERS: Final = "URDL"
STOP: Final = "!"
NO_HEADING: Final = -1
_KEPT = 16


class Route(NamedTuple):
    """One route from a dot, with at most one bend."""

    text: str  # as in a record
    length: int  # number of segments
    segments: int  # as bits
    dots: int  # all but the first, as bits
    end: int  # its last dot
    first: int  # its first direction
    heading: int  # its last direction
    bent: bool  # it has a bend
    stop: bool  # it ends the thread on the paw


RouteTable: TypeAlias = dict[tuple[int, int, int], tuple[Route, ...]]
"""Routes by dot, heading and die."""


class LazyTable(dict[K, V]):
    """A table whose entries are computed on first use."""

    __slots__ = ("_find",)

    def __init__(self, find: Callable[[K], V]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: K) -> V:
        value = self[key] = self._find(key)
        return value


@dataclass(frozen=True, eq=False)
class Routes:
    """All routes that can be drawn in one turn on an empty board."""

    board: Board
    free: bool  # whether a change of direction between turns is not a bend

    @cached_property
    def steps(self) -> tuple[tuple[Step | None, ...], ...]:
        """The steps of the board by dot and direction, without those from and onto blocks."""
        marks = self.board.marks
        return tuple(
            tuple(
                None if step is None or BLOCK in (marks[dot], marks[step.dot]) else step
                for step in steps
            )
            for dot, steps in enumerate(self.board.steps)
        )

    @cached_property
    def by_text(self) -> dict[int, dict[str, Route]]:
        """All routes, by dot and text."""
        return LazyTable(self._all_from)

    @cached_property
    def ways(self) -> RouteTable:
        """The routes of full length that the ruling about bends allows."""
        return LazyTable(self._find_ways)

    @cached_property
    def stops(self) -> RouteTable:
        """The routes that stop on the paw, of full length or shorter."""
        return LazyTable(self._find_stops)

    def _find_ways(self, key: tuple[int, int, int]) -> tuple[Route, ...]:
        dot, heading, die = key
        allowed = (route for route in self._routes_after(dot, heading) if not route.stop)
        return tuple(route for route in allowed if route.length == die)

    def _find_stops(self, key: tuple[int, int, int]) -> tuple[Route, ...]:
        dot, heading, die = key
        allowed = (route for route in self._routes_after(dot, heading) if route.stop)
        return tuple(route for route in allowed if route.length <= die)

    def _routes_after(self, dot: int, heading: int) -> Iterator[Route]:
        for route in self.by_text[dot].values():
            if not is_opposite(route.first, heading) and allows(route, heading, free=self.free):
                yield route

    def _all_from(self, dot: int) -> dict[str, Route]:
        found: dict[str, Route] = {}
        for route in self._legs_from(dot):
            found[route.text] = route
            if route.end == self.board.paw:
                found[route.text + STOP] = route._replace(text=route.text + STOP, stop=True)
        return found

    def _legs_from(self, dot: int) -> Iterator[Route]:
        """Yield all routes from a dot: straight ones, and ones with a bend to either side."""
        for direction in range(len(LETTERS)):
            nothing = Route("", 0, 0, 0, dot, direction, direction, bent=False, stop=False)
            for leg in self._extend(nothing, direction):
                yield leg
                for side in (direction - 1) % 4, (direction + 1) % 4:
                    yield from self._extend(leg, side)

    def _extend(self, route: Route, direction: int) -> Iterator[Route]:
        """Yield the route with one, two and more segments in a direction, up to six in all."""
        text, length, segments, dots, end, first, heading, bent, stop = route
        bent = bent or direction != heading
        while length < FACES and (step := self.steps[end][direction]) is not None:
            end, segment = step
            text, length = text + LETTERS[direction], length + 1
            segments, dots = segments | segment, dots | 1 << end
            yield Route(text, length, segments, dots, end, first, direction, bent, stop)


@lru_cache(maxsize=_KEPT)
def find_routes(board: Board, *, free: bool) -> Routes:
    """Return the routes over a board; cached."""
    return Routes(board, free=free)


def allows(route: Route, heading: int, *, free: bool) -> bool:
    """Return whether a thread with that heading may take the route with its bend."""
    return free or not route.bent or heading in (NO_HEADING, route.first)


def is_opposite(direction: int, heading: int) -> bool:
    """Return whether a direction leads straight back; False without a heading."""
    return heading != NO_HEADING and direction == (heading + 2) % 4


def segment_ends(segments: int, columns: int) -> Iterator[tuple[int, int]]:
    """Yield the two ends of each segment of a set."""
    while segments:
        number = segments.bit_length() - 1
        segments ^= 1 << number
        dot, is_upright = divmod(number, 2)
        yield dot, dot + (columns if is_upright else 1)
