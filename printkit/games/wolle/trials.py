"""Games between bots without records: the fast way to learn how a board plays.

Takes a board and a source of randomness; gives finished states. Rolls, draws and turns go through
the very functions that judge recorded games; only the reading of events is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.games.wolle import bots
from printkit.games.wolle.moves import end_turn, roll
from printkit.games.wolle.state import extend
from printkit.games.wolle.tables import FACES

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from printkit.games.wolle.state import State

Watch = "Callable[[State], None]"


def play_out(state: State, rng: Random, watch: Callable[[State], None] | None = None) -> State:
    """Plays a game to its end; `watch` sees the state after every turn."""
    seats = range(len(state.threads))
    tempers = [bots.draw_temper(rng) for _ in seats]
    while not state.reason:
        state = roll(state, rng.randrange(FACES) + 1)
        choices = [bots.choose(state, seat, tempers[seat], rng) for seat in seats]
        threads = tuple([
            thread if choice.route is None else extend(thread, choice.route, stop=choice.stop)
            for thread, choice in zip(state.threads, choices, strict=True)
        ])
        state = end_turn(state, threads, idle=all(choice.route is None for choice in choices))
        if watch is not None:
            watch(state)
    return state
