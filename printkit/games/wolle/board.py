"""Boards of Wolle: one character per dot, checked and immutable.

`read_board` takes the keys of a board file as plain values and raises `BadBoardError` with the
position in the map; `parse_board` reads YAML and raises `LayoutError` with the position in the
file. Sets of dots are stored as the bits of one number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printkit.core.errors import LayoutError, did_you_mean, show
from printkit.core.filecache import cached
from printkit.core.source import shipped_folder
from printkit.core.yamlfile import Scalar, YamlList, YamlMap, load_yaml, parse_yaml, plain
from printkit.games.wolle.numbers import FACES, ITEMS, SETS, SHADOWS_MIN, TIMERS

if TYPE_CHECKING:
    from printkit.core.errors import Where
    from printkit.core.yamlfile import YamlNode


MAX_COLUMNS: Final = 26
MAX_ROWS: Final = 40
MAX_TEXT: Final = 40
MAX_NUMBERS: Final = 30
"""The largest numbers of timer entries and of set values."""

START: Final = "S"
PAW: Final = "P"
SHADOW: Final = "o"
BLOCK: Final = "#"
MARKS: Final = {
    ".": "dot",
    START: "start",
    PAW: "paw",
    **{kind.mark: kind.id for kind in ITEMS},
    SHADOW: "shadow",
    BLOCK: "block",
}
_KEYS: Final = ("board", "name", "map", "timer", "sets")
_LEGEND: Final = "a map is made of " + ", ".join(f"{mark} {kind}" for mark, kind in MARKS.items())


class BadBoardError(Exception):
    """A fault in a board, and its key.

    In a map, `line` and `column` count from 1; in a list, `line` is the entry, from 1; 0 means the
    whole value. Without a key, the fault is in the board as a whole.
    """

    def __init__(self, message: str, key: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.key = key
        self.line = line
        self.column = column

    @property
    def place(self) -> str:
        """The position in words, for boards that are not in a file."""
        if not self.key:
            return ""
        if not self.column:
            return f"{self.key}: "
        return f"{self.key}, line {self.line}, column {self.column}: "


class Step(NamedTuple):
    """A step to the next dot."""

    dot: int
    segment: int  # the bit of the segment to it: each dot has one right and one below


@dataclass(frozen=True, slots=True)
class Board:
    """A checked board: dots are numbered row by row, a set of dots is the bits of a number."""

    id: str
    name: str
    rows: tuple[str, ...]  # the map without its spaces
    timer: tuple[int, ...]  # numbers, from top to bottom
    sets: tuple[int, ...]  # points for the first set, the second …
    marks: str = field(init=False, repr=False, compare=False)  # of all dots, row by row
    columns: int = field(init=False, repr=False, compare=False)  # dots in a row
    steps: tuple[tuple[Step | None, ...], ...] = field(init=False, repr=False, compare=False)
    """By dot, the steps up, right, down and left; None beyond the edge."""
    start: int = field(init=False, repr=False, compare=False)  # the first dot of all threads
    paw: int = field(init=False, repr=False, compare=False)  # the dot on which they may stop
    items: tuple[int, int, int] = field(init=False, repr=False, compare=False)
    """The dots of each kind of item."""
    loot: int = field(init=False, repr=False, compare=False)  # those of all kinds
    totals: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The points for this many sets."""
    shadowed: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The shadowed dots in reading order, on which codes depend."""
    shadows: Mapping[str, int] = field(init=False, repr=False, compare=False)  # the same by name

    def __post_init__(self) -> None:
        marks, columns, rows = "".join(self.rows), len(self.rows[0]), len(self.rows)
        items = tuple(as_bits(_find_all(marks, kind.mark)) for kind in ITEMS)
        derived = {
            "marks": marks,
            "columns": columns,
            "steps": tuple(tuple(_steps(dot, columns, rows)) for dot in range(len(marks))),
            "start": marks.index(START),
            "paw": marks.index(PAW),
            "items": items,
            "loot": sum(items),
            "totals": tuple(accumulate(self.sets, initial=0)),
            "shadowed": tuple(_find_all(marks, SHADOW)),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)
        shadows = {self.dot_name(dot): dot for dot in self.shadowed}
        object.__setattr__(self, "shadows", shadows)

    def __hash__(self) -> int:
        return hash(self.rows)

    def dot_name(self, dot: int) -> str:
        """Return a dot's name, like that of a cell in a spreadsheet: A1 is top left."""
        row, column = divmod(dot, self.columns)
        return f"{chr(ord('A') + column)}{row + 1}"


def as_bits(dots: Iterable[int]) -> int:
    """Return a set of dots as the bits of one number."""
    bits = 0
    for dot in dots:
        bits |= 1 << dot
    return bits


def as_dots(bits: int) -> Iterator[int]:
    """Yield the dots of a set, in reading order."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _neighbours(dot: int, columns: int, rows: int) -> tuple[int | None, ...]:
    """Return the dots above, to the right, below and to the left; None beyond the edge."""
    row, column = divmod(dot, columns)
    return (
        dot - columns if row else None,
        dot + 1 if column < columns - 1 else None,
        dot + columns if row < rows - 1 else None,
        dot - 1 if column else None,
    )


def _steps(dot: int, columns: int, rows: int) -> Iterator[Step | None]:
    for direction, there in enumerate(_neighbours(dot, columns, rows)):
        is_upright = direction % 2 == 0
        yield None if there is None else Step(there, 1 << (2 * min(dot, there) + is_upright))


def read_board(values: Any) -> Board:
    """Make a board from the plain values of a file; `board` and `name` are optional."""
    if not isinstance(values, dict):
        raise BadBoardError(f"a board must be a mapping with the keys {', '.join(_KEYS)}")
    for key in values:
        if key not in _KEYS:
            raise BadBoardError(f"unknown key {show(key)}; {did_you_mean(key, _KEYS)}", key)
    for key in ("map", "timer", "sets"):
        if key not in values:
            raise BadBoardError(f"a board needs '{key}'")
    timer = _numbers(values, "timer")
    sets = _numbers(values, "sets")
    for place, number in enumerate(timer, 1):
        if not 1 <= number <= FACES:
            message = f"a timer number is 1 to {FACES}, what a die can show, not {show(number)}"
            raise BadBoardError(message, "timer", place)
    rows = _read_map(_text(values, "map"), len(sets))
    board_id = _short_text(values, "board", "")
    return Board(board_id, _short_text(values, "name", board_id), rows, timer, sets)


def _text(values: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = values.get(key, default)
    if not isinstance(value, str):
        raise BadBoardError(f"'{key}' must be text, not {show(value)}", key)
    return value


def _short_text(values: Mapping[str, Any], key: str, default: str) -> str:
    text = _text(values, key, default)
    if len(text) > MAX_TEXT:
        raise BadBoardError(f"'{key}' has {len(text):,} characters; use at most {MAX_TEXT}", key)
    return text


def _numbers(values: Mapping[str, Any], key: str) -> tuple[int, ...]:
    numbers = values[key]
    if not isinstance(numbers, list) or not 1 <= len(numbers) <= MAX_NUMBERS:
        raise BadBoardError(f"'{key}' must list 1 to {MAX_NUMBERS} whole numbers", key)
    for place, number in enumerate(numbers, 1):
        if type(number) is not int:
            raise BadBoardError(f"'{key}' holds {show(number)}, not a whole number", key, place)
    return tuple(numbers)


class _Cell(NamedTuple):
    """One character of a map and its position."""

    mark: str
    line: int
    column: int

    def refuse(self, message: str) -> BadBoardError:
        return BadBoardError(message, "map", self.line, self.column)


def _read_map(text: str, boxes: int) -> tuple[str, ...]:
    """Return the rows of a map; `boxes` is the largest number of items of a kind."""
    lines = text.replace("\r\n", "\n").rstrip(" \n").split("\n")
    rows = [list(_read_row(line, number)) for number, line in enumerate(lines, 1)]
    _test_shape(rows, lines)
    cells = [cell for row in rows for cell in row]
    for mark in (START, PAW):
        _test_single(cells, mark)
    for kind in ITEMS:
        if extra := [cell for cell in cells if cell.mark == kind.mark][boxes:]:
            message = f"one {kind.id} too many: there are {boxes} set values, so {boxes} boxes"
            raise extra[0].refuse(message)
    shadows = sum(cell.mark == SHADOW for cell in cells)
    if shadows < SHADOWS_MIN:
        message = f"{shadows} dark dots ({SHADOW}); a board has at least {SHADOWS_MIN}"
        raise BadBoardError(message, "map")
    _test_reach(cells, len(rows[0]))
    return tuple("".join(cell.mark for cell in row) for row in rows)


def _read_row(line: str, number: int) -> Iterator[_Cell]:
    for column, mark in enumerate(line, 1):
        cell = _Cell(mark, number, column)
        if mark == " ":
            continue
        if mark not in MARKS:
            raise cell.refuse(f"{mark!r} has no meaning; {_LEGEND}")
        if column > 1 and line[column - 2] != " ":
            raise cell.refuse(f"{mark!r} needs a space before it: one character per dot")
        yield cell


def _test_shape(rows: list[list[_Cell]], lines: list[str]) -> None:
    width = len(rows[0])
    if width > MAX_COLUMNS:
        raise rows[0][MAX_COLUMNS].refuse(f"more than {MAX_COLUMNS} dots in a row")
    for number, row in enumerate(rows, 1):
        if number > MAX_ROWS:
            raise BadBoardError(f"more than {MAX_ROWS} rows", "map", number, 1)
        if len(row) == width and width:
            continue
        message = f"row {number} has {len(row)} dots; all rows are as long as row 1 ({width})"
        column = row[width].column if len(row) > width else len(lines[number - 1].rstrip()) + 1
        raise BadBoardError(message, "map", number, column)


def _test_single(cells: list[_Cell], mark: str) -> None:
    found = [cell for cell in cells if cell.mark == mark]
    if not found:
        raise BadBoardError(f"{mark} ({MARKS[mark]}) is missing; a board has exactly one", "map")
    if len(found) > 1:
        raise found[1].refuse(f"a second {mark} ({MARKS[mark]}); a board has exactly one")


def _test_reach(cells: list[_Cell], columns: int) -> None:
    """Check that every dot except blocks can be reached from the start."""
    start = next(dot for dot, cell in enumerate(cells) if cell.mark == START)
    reached, ahead = {start}, [start]
    while ahead:
        for dot in _neighbours(ahead.pop(), columns, len(cells) // columns):
            if dot is not None and dot not in reached and cells[dot].mark != BLOCK:
                reached.add(dot)
                ahead.append(dot)
    for dot, cell in enumerate(cells):
        if dot not in reached and cell.mark != BLOCK:
            raise cell.refuse("this dot cannot be reached from the start")


def _find_all(marks: str, mark: str) -> Iterator[int]:
    return (dot for dot, each in enumerate(marks) if each == mark)


SHIPPED: Final = tuple(TIMERS)
BOTH: Final = "both"
"""The option for sheets with one board on the front and the other on the back."""


@cached()
def shipped_board(board_id: str) -> Board:
    """Return the shipped board with that id: its map is in a file, its numbers in `tables`."""
    file = f"boards/{board_id}.yaml"
    values = plain(load_yaml(shipped_folder("layouts") / file, f"layouts/{file}"))
    return read_board({**values, "timer": [*TIMERS[board_id]], "sets": [*SETS[board_id]]})


def parse_board(text: str, name: str) -> Board:
    """Parse a board from YAML text; errors refer to it as `name`."""
    node = parse_yaml(text, name)
    try:
        return read_board(plain(node))
    except BadBoardError as error:
        raise LayoutError(error.message, _where(node, error)) from None


def _where(node: YamlNode, error: BadBoardError) -> Where:
    """Return the position of a fault in the file."""
    if not isinstance(node, YamlMap):
        return node.where
    key, value = next(
        ((key, value) for key, value in node.items if key.text == error.key), (None, node)
    )
    if isinstance(value, YamlList) and error.line:
        return value.items[error.line - 1].where
    if isinstance(value, Scalar) and error.line:
        return _where_in_map(value, error.line, error.column)
    return key.where if key and not isinstance(value, Scalar) else value.where


def _where_in_map(map_: Scalar, line: int, column: int) -> Where:
    """Return the position in the file of a line and column of a map.

    A map is usually a block below its key, and its indentation isn't part of its text.
    """
    if map_.style != "literal":
        return map_.where
    row = map_.text.split("\n")[line - 1]
    number = map_.line + line
    indent = map_.source.line(number).find(row) if row else 0
    return map_.source.where(number, max(indent, 0) + column)
