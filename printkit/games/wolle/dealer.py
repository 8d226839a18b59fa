"""Plays Wolle at random: a die, cups on shadowed dots, and a bot for every player."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from printkit.games.wolle import bots
from printkit.games.wolle.boards import SHIPPED, parse_board, shipped
from printkit.games.wolle.costs import find_costs
from printkit.games.wolle.cups import draw_choices
from printkit.games.wolle.tables import FACES

if TYPE_CHECKING:
    from random import Random

    from printkit.games.wolle.board import Board
    from printkit.games.wolle.state import State
    from printkit.rules.game import Event


class Table:
    """One game's sheets and players; everything random comes from `rng`."""

    __slots__ = ("_header", "_rng", "_tempers")

    def __init__(
        self, rng: Random, players: tuple[str, ...], variant: str, settings: Mapping[str, str]
    ) -> None:
        self._rng = rng
        self._tempers = [bots.draw_temper(rng) for _ in players]
        self._header = board_key(settings.get("board", SHIPPED[0]))
        if variant != "no-cups":
            board = board_of(settings.get("board", SHIPPED[0]))
            fair = settings.get("cups", "random") == "fair"
            self._header["cups"] = _deal_cups(board, players, rng, fair=fair)

    def header(self) -> Mapping[str, Any]:
        return self._header

    def event(self, state: State) -> Event:
        if not state.die:
            return {"do": "roll", "die": self._rng.randrange(FACES) + 1}
        paths = {
            name: self._path(state, seat)
            for seat, name in enumerate(state.header.players)
            if not state.threads[seat].stopped
        }
        return {"do": "draw", "paths": paths}

    def _path(self, state: State, seat: int) -> str | None:
        route = bots.choose(state, seat, self._tempers[seat], self._rng)
        return route.text if route else None


def _deal_cups(
    board: Board, players: tuple[str, ...], rng: Random, *, fair: bool
) -> dict[str, list[str]]:
    """Six cups for every player, no two sheets alike."""
    names = list(board.shadows)
    choices = draw_choices(board, len(players), rng, find_costs(board) if fair else None)
    return {
        player: [names[number] for number in choice]
        for player, choice in zip(players, choices, strict=True)
    }


@lru_cache(maxsize=4)
def board_of(chosen: str) -> Board:
    """A side, or the text of a board file: a simulation deals the same board again and again."""
    return shipped(chosen) if chosen in SHIPPED else parse_board(chosen, "board")


def board_key(chosen: str) -> dict[str, Any]:
    """How a header names the board: our own by their id, any other written out."""
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
