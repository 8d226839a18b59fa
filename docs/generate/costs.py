"""Learns what the cups of our boards cost, and writes the tables that fair sheets rely on.

    python -m docs.generate.costs [a] [b] [--tables 400000]

Plays full tables of bots with random cups and fits the score of a sheet to its cups: a cost for
every shadowed dot, and one for every pair of them. As every choice of cups is equally likely, how
often cups stand together is known exactly, and only the scores have to be learnt. Pairs are drawn
towards zero as far as the noise demands.
"""

from __future__ import annotations

import argparse
import json
from itertools import combinations
from math import comb, sqrt
from random import Random
from typing import TYPE_CHECKING

from printkit.games.wolle.board import SHIPPED, shipped_board
from printkit.games.wolle.cups import UNIT, costs_path
from printkit.games.wolle.dealer import play_tables
from printkit.games.wolle.numbers import CUPS

if TYPE_CHECKING:
    from printkit.games.wolle.board import Board

TABLES = 400_000
SINGLE_SPREAD = 0.3
PAIR_SPREAD = 0.06

Term = tuple[int, ...]


def learn(board: Board, rng: Random, tables: int) -> dict[Term, float]:
    """The cost of each dot and each pair of dots, in points."""
    count = len(board.shadowed)
    terms: list[Term] = [(number,) for number in range(count)]
    terms += combinations(range(count), 2)
    points, times = dict.fromkeys(terms, 0), dict.fromkeys(terms, 0)
    games = total = squares = 0
    for choice, score in play_tables(board, rng, tables):
        games, total, squares = games + 1, total + score, squares + score * score
        for size in (1, 2):
            for term in combinations(choice, size):
                points[term] += score
                times[term] += 1
    mean = total / games
    noise = (squares / games - mean * mean) / games
    together = [_chance(count, size) for size in range(5)]
    lost = [(mean * times[term] - points[term]) / games for term in terms]
    gram = [
        [
            together[len({*one, *other})] - together[len(one)] * together[len(other)]
            for other in terms
        ]
        for one in terms
    ]
    for place, term in enumerate(terms):
        spread = SINGLE_SPREAD if len(term) == 1 else PAIR_SPREAD
        gram[place][place] += noise / spread**2
    return dict(zip(terms, _solve(gram, lost), strict=True))


def _chance(count: int, size: int) -> float:
    """How likely `size` given dots all have a cup."""
    return comb(count - size, CUPS - size) / comb(count, CUPS)


def _solve(gram: list[list[float]], right: list[float]) -> list[float]:
    """Solves a symmetric, positive system by Cholesky's method."""
    size = len(right)
    lower: list[list[float]] = []
    for i in range(size):
        row: list[float] = []
        for j in range(i + 1):
            rest = gram[i][j] - sum(map(float.__mul__, row, lower[j] if j < i else row))
            row.append(sqrt(rest) if i == j else rest / lower[j][j])
        lower.append(row)
    forward: list[float] = []
    for i in range(size):
        known = sum(map(float.__mul__, forward, lower[i]))
        forward.append((right[i] - known) / lower[i][i])
    found = [0.0] * size
    for i in reversed(range(size)):
        known = sum(lower[j][i] * found[j] for j in range(i + 1, size))
        found[i] = (forward[i] - known) / lower[i][i]
    return found


def write_costs(board: Board, costs: dict[Term, float]) -> None:
    """Writes the table of a board, a line for each dot."""
    names = list(board.shadows)
    lines = []
    for number, name in enumerate(names):
        row = {
            names[term[-1]]: round(cost * UNIT) for term, cost in costs.items() if term[0] == number
        }
        lines.append(f"    {json.dumps(name)}: {json.dumps(row)}")
    head = f'{{\n  "board": "{board.id}",\n  "unit": "1/{UNIT} point",\n  "costs": {{\n'
    text = head + ",\n".join(lines) + "\n  }\n}\n"
    costs_path(board).write_text(text, encoding="utf-8")


def main() -> None:
    """Learns and writes the tables of the boards named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("boards", nargs="*", default=SHIPPED)
    parser.add_argument("--tables", type=int, default=TABLES)
    given = parser.parse_args()
    for board_id in given.boards:
        board = shipped_board(board_id)
        write_costs(board, learn(board, Random(f"costs/{board_id}"), given.tables))


if __name__ == "__main__":
    main()
