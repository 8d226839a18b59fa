"""The carpet in the terminal: the dots of a board with one player's thread.

Dots are four characters apart, which leaves room for the thread between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from printkit.core.errors import lower_first
from printkit.core.messages import named, say
from printkit.games.wolle.board import BLOCK, PAW, SHADOW, START
from printkit.games.wolle.numbers import ITEMS
from printkit.games.wolle.routes import segment_ends

if TYPE_CHECKING:
    from printkit.games.wolle.state import State

WIDE: Final = 4
_MARGIN: Final = 4
_DOT: Final = "·"
_HERE: Final = "@"
_CUP: Final = "u"
_FALLEN: Final = "x"
_TAKEN: Final = "*"
_NAMES: Final = (
    (
        (_HERE, say("the thread's end")),
        (START, say("start")),
        (PAW, say("paw")),
        *((kind.mark, named(lower_first(kind.title))) for kind in ITEMS),
        (_TAKEN, say("collected")),
    ),
    (
        (_CUP, say("cup")),
        (_FALLEN, say("cup knocked over")),
        (SHADOW, say("dark dot")),
        (BLOCK, say("block")),
    ),
)
"""The marks and their meanings, line by line."""


def carpet_lines(state: State, seat: int) -> Iterator[str]:
    """Yield one player's carpet, with the names of the dots at its edges, and a legend."""
    board = state.board
    letters = [chr(ord("A") + column) for column in range(board.columns)]
    yield " " * _MARGIN + (" " * (WIDE - 1)).join(letters)
    canvas = _draw_carpet(state, seat)
    for number, line in enumerate(canvas):
        row = str(number // 2 + 1) if number % 2 == 0 else ""
        yield f"{row:>{_MARGIN - 1}} {''.join(line).rstrip()}".rstrip()
    yield ""
    yield from map(_legend, _NAMES)


def _legend(marks: Sequence[tuple[str, str]]) -> str:
    """Return marks with their meanings in one line."""
    *first, (mark, meaning) = marks
    if not first:
        return say("{mark} {meaning}", mark=mark, meaning=meaning)
    return say("{before}   {mark} {meaning}", before=_legend(first), mark=mark, meaning=meaning)


def _draw_carpet(state: State, seat: int) -> list[list[str]]:
    board, thread = state.board, state.threads[seat]
    width, height = (board.columns - 1) * WIDE + 1, len(board.rows) * 2 - 1
    canvas = [[" "] * width for _ in range(height)]
    for one, other in segment_ends(thread.used, board.columns):
        row, column = divmod(min(one, other), board.columns)
        if abs(one - other) == 1:
            canvas[row * 2][column * WIDE + 1 : (column + 1) * WIDE] = "─" * (WIDE - 1)
        else:
            canvas[row * 2 + 1][column * WIDE] = "│"
    for dot in range(len(board.marks)):
        row, column = divmod(dot, board.columns)
        canvas[row * 2][column * WIDE] = _mark(state, seat, dot)
    return canvas


def _mark(state: State, seat: int, dot: int) -> str:
    board, thread = state.board, state.threads[seat]
    mark = board.marks[dot]
    seen = thread.seen >> dot & 1
    if dot == thread.at:
        return _HERE
    if state.cups[seat] >> dot & 1:
        return _FALLEN if seen else _CUP
    if seen and mark in {kind.mark for kind in ITEMS}:
        return _TAKEN
    return _DOT if mark == "." or (seen and mark == SHADOW) else mark
