"""Games between bots without records: the fast way to learn how a board plays.

Takes a board and a source of randomness; gives finished games, and what cups cost. Rolls, draws
and turns go through the very functions that judge recorded games; only the reading of events is
left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from printkit.games.wolle import bots
from printkit.games.wolle.board import as_bits
from printkit.games.wolle.cups import Costs, choice_at, count_choices
from printkit.games.wolle.moves import draw, roll
from printkit.games.wolle.state import new_state, scores
from printkit.games.wolle.tables import BEND, CUPS, FACES, PLAYERS, Points
from printkit.rules.game import Header

if TYPE_CHECKING:
    from random import Random

    from printkit.games.wolle.board import Board
    from printkit.games.wolle.cups import Choice
    from printkit.games.wolle.state import State

SEATS: Final = PLAYERS[1]
QUICK_TABLES: Final = 2_000


def new_trial(board: Board, choices: list[Choice], variant: str = "base") -> State:
    """A game about to begin, with a choice of cups for each seat."""
    names = tuple(f"bot {number}" for number in range(1, len(choices) + 1))
    seats = {name: seat for seat, name in enumerate(names)}
    header = Header("wolle", names, variant, {BEND: "counts"}, {}, seats)
    cups = tuple(as_bits(board.shadowed[number] for number in choice) for choice in choices)
    return new_state(header, board, cups, Points())


def play_out(state: State, rng: Random, watch: Callable[[State], None] | None = None) -> State:
    """Plays a game to its end; `watch` sees the state after every roll and after every turn."""
    seats = range(len(state.threads))
    tempers = [bots.draw_temper(rng) for _ in seats]
    while not state.reason:
        state = roll(state, rng.randrange(FACES) + 1)
        if watch is not None:
            watch(state)
        state = draw(state, [bots.choose(state, seat, tempers[seat], rng) for seat in seats])
        if watch is not None:
            watch(state)
    return state


def play_tables(board: Board, rng: Random, tables: int) -> Iterator[tuple[Choice, int]]:
    """Full tables with random cups: for each player the choice of cups and the score."""
    total, dots = count_choices(board), len(board.shadowed)
    for _ in range(tables):
        choices = [choice_at(rng.randrange(total), dots) for _ in range(SEATS)]
        yield from zip(choices, scores(play_out(new_trial(board, choices), rng)), strict=True)


def quick_costs(board: Board, rng: Random, tables: int = QUICK_TABLES) -> Costs:
    """Roughly what each cup costs by itself, for boards that ship no table."""
    count = len(board.shadowed)
    points, times = [0] * count, [0] * count
    for choice, score in play_tables(board, rng, tables):
        for number in choice:
            points[number] += score
            times[number] += 1
    mean = sum(points) / max(1, sum(times))
    # A cup is seen together with five others, which are on average a little less like itself.
    alone = 1 - (CUPS - 1) / (count - 1)
    worth = [mean - points[n] / times[n] if times[n] else 0.0 for n in range(count)]
    return Costs(
        tuple(
            tuple(worth[i] / alone if i == j else 0.0 for j in range(count)) for i in range(count)
        )
    )
