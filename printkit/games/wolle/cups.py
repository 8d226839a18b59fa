"""Which shadowed dots the cups of a sheet stand on: at random, fairly, or none.

Takes a board, a `Random` and, for fair cups, what each cup costs; gives choices of six dots. A
choice has a rank, its place among all choices in the order of the dots: that is what a sheet's
code spells. A random choice is a random rank, so every choice is equally likely; a fair one is
drawn again until its cost is close to the average, so that all sheets are equally hard.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Final

from printkit.errors import UsageError
from printkit.games.wolle.tables import CUPS
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from random import Random

    from printkit.games.wolle.board import Board

MODES: Final = ("random", "fair", "none")
AUTO: Final = "auto"
"""Fair for several sheets, random for one."""
TOLERANCE: Final = 0.05
TANGLE: Final = 4 * TOLERANCE
_PATIENCE: Final = 250
_WIDER: Final = 1.25

Choice = tuple[int, ...]


class Costs(NamedTuple):
    """What cups cost, in points: `rows[i][i]` on shadowed dot i, `rows[i][j]` more beside j > i."""

    rows: tuple[tuple[float, ...], ...]

    def of(self, choice: Choice) -> float:
        """What a choice costs, by the numbers of its dots among the shadowed ones."""
        total = 0.0
        for place, first in enumerate(choice):
            row = self.rows[first]
            for second in choice[place:]:
                total += row[second]
        return total

    def tangle(self, choice: Choice) -> float:
        """The most that two cups of a choice have to do with each other."""
        return max(abs(self.rows[one][other]) for one, other in combinations(choice, 2))

    def average(self) -> float:
        """What a random choice costs."""
        count = len(self.rows)
        single = CUPS / count
        pair = single * (CUPS - 1) / (count - 1)
        return sum(
            self.rows[first][second] * (single if first == second else pair)
            for first in range(count)
            for second in range(first, count)
        )


def count_choices(board: Board) -> int:
    """How many different choices of cups a board has."""
    return comb(len(board.shadowed), CUPS)


def rank_of(choice: Choice) -> int:
    """The rank of a choice, given as rising numbers: 0, 1, 2, 3, 4, 5 comes first."""
    return sum(comb(number, place) for place, number in enumerate(choice, 1))


def choice_at(rank: int, count: int) -> Choice:
    """The choice of a rank, out of `count` shadowed dots.

    This is the combinatorial number system: the largest number comes first and takes as much of
    the rank as it can, then the next one of what is left.
    """
    numbers = []
    for table in _binomials(count):
        number = bisect_right(table, rank) - 1
        rank -= table[number]
        numbers.append(number)
    return tuple(numbers[::-1])


def draw_choices(
    board: Board, count: int, rng: Random, costs: Costs | None = None
) -> Iterator[Choice]:
    """That many different choices: random ones, or with `costs` fair ones.

    Where no more choices are fair enough, the next best have to do.
    """
    total, dots = count_choices(board), len(board.shadowed)
    if count > total:
        message = f"this board has only {total:,} different choices of cups, not {count:,}"
        raise UsageError(message, hint="print fewer sheets at a time")
    seen: set[int] = set()
    leeway, in_vain = 1.0, 0
    average = costs.average() if costs else 0.0
    while len(seen) < count:
        rank = rng.randrange(total)
        choice = choice_at(rank, dots)
        if rank in seen or (costs and not _is_fair(costs, choice, average, leeway)):
            in_vain += 1
            if in_vain == _PATIENCE:
                leeway, in_vain = leeway * _WIDER, 0
            continue
        in_vain = 0
        seen.add(rank)
        yield choice


def _is_fair(costs: Costs, choice: Choice, average: float, leeway: float) -> bool:
    """Whether a choice costs about the average, and no two cups bar the same way.

    Costs know about pairs, not about three cups in a row: so those are left out of fair sheets.
    """
    if abs(costs.of(choice) - average) > TOLERANCE * leeway:
        return False
    return costs.tangle(choice) <= TANGLE * leeway


@lru_cache(maxsize=16)
def _binomials(count: int) -> tuple[tuple[int, ...], ...]:
    """For the sixth dot down to the first: how many choices lie below each of its numbers."""
    return tuple(
        tuple(comb(number, place) for number in range(count)) for place in range(CUPS, 0, -1)
    )
