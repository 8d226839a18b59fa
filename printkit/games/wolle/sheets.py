"""Wolle on paper: facts for sheets, drawn boards with cups and codes, and recorded games.

`draw` makes the sheets of a build; sheets of both sides have a `back` with values of its own. The
same seed gives the same sheets on any machine. Columns and rows count from 1, from the top left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printkit.core.errors import UsageError
from printkit.core.messages import say
from printkit.games.wolle.board import BOTH, MARKS, SHIPPED, as_dots, parse_board, shipped_board
from printkit.games.wolle.cups import (
    AUTO,
    MODES,
    OWN,
    draw_choices,
    find_costs,
    letter_of,
    read_code,
    spell_codes,
)
from printkit.games.wolle.numbers import CUPS, FACES, ITEMS, PLAYERS, Points
from printkit.games.wolle.routes import STOP
from printkit.games.wolle.state import State, items, scores
from printkit.rules.game import leaders
from printkit.rules.results import TURN, Filling, Remark, Result
from printkit.rules.sheets import (
    DrawOption,
    DrawResult,
    Family,
    number_field,
    text_field,
    tick_field,
)

if TYPE_CHECKING:
    from printkit.games.wolle.board import Board
    from printkit.games.wolle.cups import CupChoice
    from printkit.games.wolle.state import State
    from printkit.rules.results import FieldValue, PlayedEvent, Written
    from printkit.rules.sheets import DrawRequest


_CARPETS = {"a": "yellow", "b": "blue"}
POSES: Final = 6  # drawings of each carpet's cat; the code of a sheet chooses one


def board_facts(board: Board, side: str, *, has_cups: bool = False) -> dict[str, Any]:
    """Return the facts of a board: dots with positions and kinds, collection bar and timer.

    With `has_cups`, cups are printed on the sheets, so that players don't draw any.
    """
    kinds = [MARKS[mark] for mark in board.marks]
    dots = [{**dot_facts(board, dot), "kind": kind} for dot, kind in enumerate(kinds)]
    by_kind = {kind: [dot for dot in dots if dot["kind"] == kind] for kind in MARKS.values()}
    totals = accumulate(board.sets)
    return {
        "id": board.id,
        "name": board.name,
        "side": side,
        "carpet": _CARPETS[side],
        "columns": board.columns,
        "rows": len(board.rows),
        "dots": dots,
        "by_kind": by_kind,
        "start": by_kind["start"][0],
        "paw": by_kind["paw"][0],
        "boxes": len(board.sets),
        "items": [
            {"id": kind.id, "title": kind.title, "icon": kind.id, "count": len(by_kind[kind.id])}
            for kind in ITEMS
        ],
        "item_count": sum(len(by_kind[kind.id]) for kind in ITEMS),
        "kinds_shown": sum(bool(by_kind[kind.id]) for kind in ITEMS),
        "sets_possible": all(by_kind[kind.id] for kind in ITEMS),
        "sets": [
            {"number": number, "points": points, "total": total}
            for number, (points, total) in enumerate(zip(board.sets, totals, strict=True), 1)
        ],
        "timer": [
            {"number": number, "roll": roll, "last": number == len(board.timer)}
            for number, roll in enumerate(board.timer, 1)
        ],
        "cup_boxes": CUPS,
        "has_cups": has_cups,
        "is_ours": letter_of(board) != OWN,
        "set_formula": _set_formula(board),
    }


def _set_formula(board: Board) -> str:
    """Return the formula of the points for complete columns of the collection bar."""
    columns = (
        f"({points} if " + " and ".join(f"item.{kind.id}.{at}" for kind in ITEMS) + " else 0)"
        for at, points in enumerate(board.sets, 1)
    )
    return f"sum({', '.join(columns)})"


def dot_facts(board: Board, dot: int) -> dict[str, Any]:
    """Return a dot's name and position."""
    row, column = divmod(dot, board.columns)
    return {"name": board.dot_name(dot), "column": column + 1, "row": row + 1}


_TOTAL = (
    "sum(items{', sets' if board.sets_possible else ''}, paw-points)"
    "{' - sum(cups)' if cups > 0 and points.cup != 0 else ''}"
)


def facts(points: Points, count: int, variant: str) -> dict[str, Any]:
    """Return all facts for sheets, for a number of players and a variant."""
    scored = points.for_variant(variant)
    low, high = PLAYERS
    return {
        **_count_facts(count, variant),
        "players_min": low,
        "players_max": high,
        "crossing": variant != "no-crossing",
        "faces": list(range(1, FACES + 1)),
        "kinds": [{"id": kind.id, "title": kind.title, "icon": kind.id} for kind in ITEMS],
        "points": scored._asdict(),
        "cups": _cups(variant),
        "boards": {side: board_facts(shipped_board(side), side) for side in SHIPPED},
        "fields": _fields(),
        "counts": [_count_facts(each, variant) for each in range(low, high + 1)],
    }


def _count_facts(count: int, variant: str) -> dict[str, Any]:
    """Return the components for a number of players: a row of the set-up table."""
    return {
        "player_count": count,
        "sheet_count": count,
        "pens": count,
        "dice": 1,
        "cups_total": count * _cups(variant),
    }


def _cups(variant: str) -> int:
    return 0 if variant == "no-cups" else CUPS


def _fields() -> dict[str, Family]:
    """Return the fields of a game sheet; those that depend on the board are added with it."""
    items = {f"item.{kind.id}.I": tick_field("{item}, box {I}", item=kind.title) for kind in ITEMS}
    return {
        "name": text_field("Name"),
        **items,
        "cup.I": tick_field("Cup, box {I}"),
        "hourglass": tick_field("Timer running"),
        "timer.I": tick_field("Timer, number {board.timer[I - 1].roll}"),
        "paw": tick_field("Stopped on the paw"),
        "items": number_field(
            "Points for items", formula="{points.item} * count(item.*.*)", score="tiebreak"
        ),
        "sets": number_field("Points for sets", formula="{board.set_formula}"),
        "paw-points": number_field("Points for the paw", formula="{points.paw} if paw else 0"),
        "cups": number_field("Points lost to cups", formula="{-points.cup} * count(cup.*)"),
        "total": number_field("Total", formula=_TOTAL, score="total"),
    }


OPTIONS = (
    DrawOption("side", "choice", (*SHIPPED, BOTH)),
    DrawOption("cups", "choice", (AUTO, *MODES)),
    DrawOption("sheets", "int"),
    DrawOption("code", "text"),
    DrawOption("board", "file"),
)


def draw(asked: DrawRequest) -> dict[str, Any]:
    """Make the sheets of a build: one per player, or as many as requested."""
    file = asked.options["board"]
    own = parse_board(file.text, file.name) if file else None
    if own and asked.options["side"] == BOTH:
        hint = "print it with --set side=a (yellow) or side=b (blue)"
        raise UsageError(say("a custom board has only one side"), hint=hint)
    front, *back = _sides(asked, own)
    names = asked.names
    return {**_side(front, names, own), "back": _side(back[0], names, own) if back else {}}


def _sides(asked: DrawRequest, own: Board | None) -> list[list[dict[str, Any]]]:
    """Return the sheets of the side that is printed, or of both."""
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
        hint: str = say("give a code of side A and one of side B for each sheet")
        raise UsageError(say("these codes don't come in pairs"), hint=hint)
    if not both and all(sorted_out):
        hint = "print one side at a time, or back to back with --set side=both"
        raise UsageError(say("these codes are of different sides"), hint=hint)
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
        "board": board_facts(own or shipped_board(side), side, has_cups=bool(drawn[0]["cups"])),
    }


def _sheet(sheet: Mapping[str, Any], number: int, player: str) -> DrawResult:
    cups = [cup["name"] for cup in sheet["cups"]]
    details = {"code": sheet["code"], "side": sheet["side"], "cups": cups}
    return DrawResult({**sheet, "number": number, "player": player}, details)


def played_sheets(state: State, threads: Sequence[Mapping[str, Any]]) -> tuple[str, dict[str, Any]]:
    """Return the side of a recorded game, and its sheets as `draw` would return them.

    Each sheet also has the drawing: the thread, the items collected and the cups knocked over.
    Names are values of fields, so the sheet has none. A custom board is printed on the yellow
    carpet.
    """
    board = state.board
    side = SHIPPED[0] if letter_of(board) == OWN else board.id
    choices = (
        tuple(number for number, dot in enumerate(board.shadowed) if cups >> dot & 1)
        for cups in state.cups
    )
    made = zip(_sheets(board, side, choices), threads, strict=True)
    drawn = [
        _sheet({**sheet, **thread, **_struck_through(state, number - 1)}, number, player="")
        for number, (sheet, thread) in enumerate(made, 1)
    ]
    facts = board_facts(board, side, has_cups=any(state.cups))
    return side, {"sheets": drawn, "board": facts, "back": {}}


def _struck_through(state: State, seat: int) -> dict[str, Any]:
    """Return the items and cups that a player has struck through on the board."""
    board, seen = state.board, state.threads[seat].seen
    collected, knocked = seen & board.loot, seen & state.cups[seat]
    return {
        "collected": [
            {**dot_facts(board, dot), "kind": MARKS[board.marks[dot]]} for dot in as_dots(collected)
        ],
        "knocked": [dot_facts(board, dot) for dot in as_dots(knocked)],
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
    """Return this many sheets, all different; or with `codes` exactly the sheets with these codes.

    `cups` is random, fair or none; if empty, a single sheet is random and several are fair.
    `board` is a custom board; `side` is then the carpet on which it is printed.
    """
    if count < 1:
        message = "the number of sheets must be 1 or more, not {count}"
        raise UsageError(say(message, count=count))
    played = board or shipped_board(side)
    if codes:
        return [_again(code, side, board) for code in codes]
    mode = cups or ("fair" if count > 1 else "random")
    if mode == "none":
        return _sheets(played, side, [()] * count)
    costs = find_costs(played) if mode == "fair" else None
    rng = Random(int.from_bytes(sha256(f"wolle/{side}/{seed}".encode()).digest(), "big"))
    return _sheets(played, side, draw_choices(played, count, rng, costs))


def _again(code: str, side: str, own: Board | None) -> dict[str, Any]:
    """Return the sheet of a code; the code of a shipped board includes its side."""
    board, choice = read_code(code, own)
    return _sheets(board, side if own else board.id, [choice])[0]


def _sheets(board: Board, side: str, choices: Iterable[CupChoice]) -> list[dict[str, Any]]:
    cups = [dot_facts(board, dot) for dot in board.shadowed]
    chosen = list(choices)
    return [
        {
            "code": code,
            "pose": sum(code.encode()) % POSES + 1,
            "side": side,
            "board": board.id,
            "name": board.name,
            "cups": [cups[number] for number in choice],
            "cups_at": ", ".join([cups[number]["name"] for number in choice]),
        }
        for choice, code in zip(chosen, spell_codes(board, chosen), strict=True)
    ]


COLLECTED: Final = "{name} collected the most: {number} {plural(number, 'item', 'items')}."
_WAYS: Final = {"U": (0, -1), "R": (1, 0), "D": (0, 1), "L": (-1, 0)}


def written(steps: Sequence[PlayedEvent[State]]) -> Written:
    """Return every player's game sheet as it was drawn: thread, items, cups, timer and points."""
    return _written(steps[-1].after, steps)


def written_at_start(state: State) -> Written:
    """Return every player's game sheet with its cups, and with nothing drawn."""
    return _written(state, ())


def _written(state: State, steps: Sequence[PlayedEvent[State]]) -> Written:
    seats = range(len(state.threads))
    pages = tuple(dict(_page(state, seat)) for seat in seats)
    side, facts = played_sheets(state, [_thread(state, steps, seat) for seat in seats])
    return {"sheet": Filling(pages, {"side": side}, draws={"sheets": facts})}


def _items_held(state: State) -> tuple[int, ...]:
    """Return the number of items of each player."""
    return tuple(sum(items(state.board, thread)) for thread in state.threads)


def _collector_remark(steps: Sequence[PlayedEvent[State]]) -> Iterator[Remark]:
    """Yield a remark on the player who collected the most, if there is only one."""
    state = steps[-1].after
    held = _items_held(state)
    most = leaders(held)
    if len(most) == 1:
        name, number = state.header.players[most[0]], held[most[0]]
        yield Remark(COLLECTED, {"name": name, "number": number})


class _Points(NamedTuple):
    """The parts of a seat's score, as on its sheet."""

    items: int
    sets: int
    paw: int
    cups: int  # points lost, 0 or more


def _points(state: State, seat: int) -> _Points:
    thread, board = state.threads[seat], state.board
    held = items(board, thread)
    knocked = (thread.seen & state.cups[seat]).bit_count()
    item, paw, cup = state.points
    return _Points(item * sum(held), board.totals[min(held)], paw * thread.stopped, -cup * knocked)


def _page(state: State, seat: int) -> Iterator[tuple[str, FieldValue]]:
    """Yield the values in the boxes of one sheet."""
    thread, board = state.threads[seat], state.board
    yield "name", state.header.players[seat]
    for kind, held in zip(ITEMS, items(board, thread), strict=True):
        yield from ((f"item.{kind.id}.{place}", True) for place in range(1, held + 1))
    knocked = (thread.seen & state.cups[seat]).bit_count()
    yield from ((f"cup.{place}", True) for place in range(1, knocked + 1))
    if thread.stopped:
        yield "paw", True
    if state.timer is not None:
        yield "hourglass", True
        crossed = len(board.timer) - len(state.timer)
        yield from ((f"timer.{number}", True) for number in range(1, crossed + 1))
    yield from _sums(state, seat)


def _sums(state: State, seat: int) -> Iterator[tuple[str, FieldValue]]:
    """Yield the sums of the boxes; before the end, only those with ticked boxes.

    At the end, all of them are written, even if they are 0.
    """
    thread, points, is_over = state.threads[seat], _points(state, seat), bool(state.reason)
    if is_over or any(items(state.board, thread)):
        yield "items", points.items
        if all(state.board.items):
            yield "sets", points.sets
    if is_over or thread.stopped:
        yield "paw-points", points.paw
    has_box_for_cups = state.points.cup != 0 and state.header.variant != "no-cups"
    if points.cups or (is_over and has_box_for_cups):
        yield "cups", points.cups
    if is_over or any(points):
        yield "total", scores(state)[seat]


def _sources(state: State) -> Iterator[tuple[str, tuple[int, ...]]]:
    scored = [_points(state, seat) for seat in range(len(state.threads))]
    yield "Items", tuple(points.items for points in scored)
    yield "Sets", tuple(points.sets for points in scored)
    yield "Paw", tuple(points.paw for points in scored)
    if any(points.cups for points in scored):
        yield "Cups", tuple(-points.cups for points in scored)


def _thread(state: State, steps: Sequence[PlayedEvent[State]], seat: int) -> dict[str, Any]:
    """Return one player's thread: its SVG path over the dots, from (0, 0), and the turns' ends."""
    name, board = state.header.players[seat], state.board
    row, column = divmod(board.start, board.columns)
    path, ends = [f"M{column} {row}"], []
    for event, _, after in steps:
        letters = event["paths"].get(name) if event["do"] == "draw" else None
        for letter in (letters or "").removesuffix(STOP):
            right, down = _WAYS[letter]
            column, row = column + right, row + down
            path.append(f"L{column} {row}")
        if letters:
            ends.append({"turn": after.turns, "column": column + 1, "row": row + 1})
    return {"thread": " ".join(path), "ends": ends}


RESULT: Final = Result("Points", TURN, _items_held, _sources, _collector_remark)
