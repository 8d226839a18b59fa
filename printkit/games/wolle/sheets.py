"""The sheets of one build: for every sheet its board, its cups and its code, as plain values.

`draw` takes what a build asks for; sheets of both sides have a `back` with values of its own.
`sheets` takes how many, which side, how the cups are chosen and a seed; or the codes of sheets that
were printed before. The same seed gives the same sheets on any machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any

from printkit.errors import UsageError
from printkit.games.wolle.board import as_dots
from printkit.games.wolle.boards import BOTH, SHIPPED, parse_board, shipped
from printkit.games.wolle.codes import OWN, letter_of, read_code, spell_codes
from printkit.games.wolle.costs import find_costs
from printkit.games.wolle.cups import AUTO, MODES, draw_choices
from printkit.games.wolle.grid import board_facts, dot_facts
from printkit.rules.printed import DrawOption, DrawResult

if TYPE_CHECKING:
    from printkit.games.wolle.board import Board
    from printkit.games.wolle.cups import Choice
    from printkit.games.wolle.state import State
    from printkit.rules.printed import Asked

OPTIONS = (
    DrawOption("side", "choice", (*SHIPPED, BOTH)),
    DrawOption("cups", "choice", (AUTO, *MODES)),
    DrawOption("sheets", "int"),
    DrawOption("code", "text"),
    DrawOption("board", "file"),
)


def draw(asked: Asked) -> dict[str, Any]:
    """The sheets of a build: one a player, or as many as were asked for."""
    file = asked.options["board"]
    own = parse_board(file.text, file.name) if file else None
    if own and asked.options["side"] == BOTH:
        hint = "print it with --set side=a (yellow) or side=b (blue)"
        raise UsageError("a board of your own has one side only", hint=hint)
    front, *back = _sides(asked, own)
    names = asked.names
    return {**_side(front, names, own), "back": _side(back[0], names, own) if back else {}}


def _sides(asked: Asked, own: Board | None) -> list[list[dict[str, Any]]]:
    """The sheets of the side that is printed, or of both."""
    options, seed = asked.options, asked.seed
    count = options["sheets"] or asked.players
    cups = "none" if asked.variant == "no-cups" else options["cups"].replace(AUTO, "")
    both = options["side"] == BOTH
    sides = SHIPPED if both else (options["side"],)
    codes = [code for code in options["code"].split(",") if code.strip()]
    if not codes:
        return [sheets(count, side, cups, seed, board=own) for side in sides]
    drawn = sheets(len(codes), sides[0], cups, seed, board=own, codes=codes)
    sorted_out = [[sheet for sheet in drawn if sheet["side"] == side] for side in SHIPPED]
    if both and len(sorted_out[0]) != len(sorted_out[1]):
        hint = "give a code of side A and one of side B for each sheet"
        raise UsageError("these codes do not pair up", hint=hint)
    if not both and all(sorted_out):
        hint = "print one side at a time, or back to back with --set side=both"
        raise UsageError("these codes are of different sides", hint=hint)
    return [side for side in sorted_out if side]


def _side(
    drawn: Sequence[Mapping[str, Any]], names: Sequence[str], own: Board | None
) -> dict[str, Any]:
    side = drawn[0]["side"]
    return {
        "sheets": [
            _sheet(sheet, number, names[number - 1] if number <= len(names) else "")
            for number, sheet in enumerate(drawn, 1)
        ],
        "board": board_facts(own or shipped(side), side),
    }


def _sheet(sheet: Mapping[str, Any], number: int, player: str) -> DrawResult:
    cups = [cup["name"] for cup in sheet["cups"]]
    details = {"code": sheet["code"], "side": sheet["side"], "cups": cups}
    return DrawResult({**sheet, "number": number, "player": player}, details)


def played_sheets(state: State, threads: Sequence[Mapping[str, Any]]) -> tuple[str, dict[str, Any]]:
    """The side that a recorded game was played on, and its sheets as `draw` would give them.

    Each sheet also has what was drawn on it: the thread, what it collected and knocked over, and
    how far the timer came. Names are written by hand, so none is printed. A board of somebody's
    own is printed on the yellow carpet.
    """
    board = state.board
    side = SHIPPED[0] if letter_of(board) == OWN else board.id
    choices = (
        tuple(number for number, dot in enumerate(board.shadowed) if cups >> dot & 1)
        for cups in state.cups
    )
    made = zip(_sheets(board, side, choices), threads, strict=True)
    drawn = [
        _sheet({**sheet, **thread, **_marked(state, number - 1)}, number, player="")
        for number, (sheet, thread) in enumerate(made, 1)
    ]
    return side, {"sheets": drawn, "board": board_facts(board, side), "back": {}}


def _marked(state: State, seat: int) -> dict[str, Any]:
    """What a player has struck through on the board and crossed off the timer."""
    board, seen = state.board, state.threads[seat].seen
    collected, knocked = seen & board.loot, seen & state.cups[seat]
    return {
        "collected": [dot_facts(board, dot) for dot in as_dots(collected)],
        "knocked": [dot_facts(board, dot) for dot in as_dots(knocked)],
        "timer_started": state.timer is not None,
        "timer_crossed": 0 if state.timer is None else len(board.timer) - len(state.timer),
    }


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
    if count < 1:
        raise UsageError(f"the number of sheets must be 1 or more, not {count}")
    played = board or shipped(side)
    if codes:
        return [_again(code, side, board) for code in codes]
    mode = cups or ("fair" if count > 1 else "random")
    if mode == "none":
        return _sheets(played, side, [()] * count)
    costs = find_costs(played) if mode == "fair" else None
    rng = Random(int.from_bytes(sha256(f"wolle/{side}/{seed}".encode()).digest(), "big"))
    return _sheets(played, side, draw_choices(played, count, rng, costs))


def _again(code: str, side: str, own: Board | None) -> dict[str, Any]:
    """The sheet of a code; the code of one of our boards knows its side."""
    board, choice = read_code(code, own)
    return _sheets(board, side if own else board.id, [choice])[0]


def _sheets(board: Board, side: str, choices: Iterable[Choice]) -> list[dict[str, Any]]:
    cups = [dot_facts(board, dot) for dot in board.shadowed]
    chosen = list(choices)
    return [
        {
            "code": code,
            "side": side,
            "board": board.id,
            "name": board.name,
            "cups": [cups[number] for number in choice],
            "cups_at": ", ".join([cups[number]["name"] for number in choice]),
        }
        for choice, code in zip(chosen, spell_codes(board, chosen), strict=True)
    ]
