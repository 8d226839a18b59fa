"""The sheets of one build: for every sheet its board, its cups and its code, as plain values.

Takes how many, which side, how the cups are chosen and a seed; or the codes of sheets that were
printed before. The same seed gives the same sheets on any machine.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any

from printkit.errors import UsageError, did_you_mean
from printkit.games.wolle.boards import SHIPPED, shipped
from printkit.games.wolle.codes import read_code, spell_code
from printkit.games.wolle.costs import find_costs
from printkit.games.wolle.cups import MODES, draw_choices

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from printkit.games.wolle.board import Board
    from printkit.games.wolle.cups import Choice


def sheets(
    count: int,
    side: str = "a",
    cups: str = "",
    seed: str = "",
    *,
    board: Board | None = None,
    codes: Sequence[str] = (),
) -> list[dict[str, Any]]:
    """That many sheets, all different; or with `codes` the very sheets that bear them.

    `cups` is random, fair or none; left open, a single sheet is random and several are fair.
    `board` is a board of somebody's own; `side` is then the carpet it is printed on.
    """
    _test(count, side, cups)
    played = board or shipped(side)
    if codes:
        return [_again(code, side, board) for code in codes]
    mode = cups or ("fair" if count > 1 else "random")
    if mode == "none":
        return _sheets(played, side, [()] * count)
    costs = find_costs(played) if mode == "fair" else None
    rng = Random(int.from_bytes(sha256(f"wolle/{side}/{seed}".encode()).digest(), "big"))
    return _sheets(played, side, draw_choices(played, count, rng, costs))


def _test(count: int, side: str, cups: str) -> None:
    if side not in SHIPPED:
        raise UsageError(f"there is no side {side!r}", hint=did_you_mean(side, SHIPPED))
    if cups and cups not in MODES:
        raise UsageError(f"cups cannot be {cups!r}", hint=did_you_mean(cups, MODES))
    if count < 1:
        raise UsageError(f"the number of sheets must be 1 or more, not {count}")


def _again(code: str, side: str, own: Board | None) -> dict[str, Any]:
    """The sheet of a code; the code of one of our boards knows its side."""
    board, choice = read_code(code, own)
    return _sheets(board, side if own else board.id, [choice])[0]


def _sheets(board: Board, side: str, choices: Iterable[Choice]) -> list[dict[str, Any]]:
    cups = [_cup(board, dot) for dot in board.shadowed]
    return [
        {
            "code": spell_code(board, choice),
            "side": side,
            "board": board.id,
            "name": board.name,
            "cups": [cups[number] for number in choice],
        }
        for choice in choices
    ]


def _cup(board: Board, dot: int) -> dict[str, Any]:
    row, column = divmod(dot, board.columns)
    return {"name": board.dot_name(dot), "column": column + 1, "row": row + 1}
