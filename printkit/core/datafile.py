"""Data files beside a layout: a CSV, TSV, JSON or YAML file becomes plain lists and records.

The file's extension decides how it is read. The first line of a table names its columns, and every
other line becomes a record. Cells that look like numbers become numbers, and all others are text: a
cell like =1+1 is never computed. Errors name the file and the line.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from printkit.core.budget import count_steps, current_budget
from printkit.core.errors import LayoutError, Where, brief, did_you_mean, lower_first, name_of
from printkit.core.source import Source, find_forbidden, load_source, parse_number
from printkit.core.yamlfile import load_yaml, plain

MAX_ROWS: Final = 10_000
MAX_COLUMNS: Final = 1_000
MAX_VALUES: Final = 100_000
MAX_DEPTH: Final = 40
STEPS_A_CELL: Final = 3

_DELIMITERS: Final = ";\t,"
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,9})?\Z")
_COMMA_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14}),[0-9]{1,9}\Z")


def load_data(path: Path, name: str) -> object:
    """Load a data file, whose records know their places; errors refer to it as `name`."""
    load = _LOADERS.get(path.suffix.lower())
    if load is None:
        hint = f"use a file that ends with {', '.join(_LOADERS)}"
        raise LayoutError("this isn't a data file", Where(name), hint)
    data = load(path, name)
    if not isinstance(data, list) or not all(isinstance(row, dict) for row in data):
        return data
    return [
        row if isinstance(row, DataRow) else DataRow(row, Where(f"{name}, record {number}"))
        for number, row in enumerate(data, 1)
    ]


def repeat_rows(rows: object, column: str, name: str) -> list[dict[str, object]]:
    """Repeat each record as often as its column says: 18 rows become a deck of 54 cards."""
    if not isinstance(rows, list) or not all(isinstance(row, DataRow) for row in rows):
        raise LayoutError("only a list of records can have a count column", Where(name))
    repeated: list[dict[str, object]] = []
    for row in rows:
        times = _times(row, column, row.where)
        repeated += [row] * times
        _refuse_too_many(len(repeated), "rows, counting copies,", Where(name))
    return repeated


class DataRow(dict[str, object]):
    """A record that knows its place in the file."""

    __slots__ = ("where",)

    def __init__(self, values: dict[str, object], where: Where) -> None:
        super().__init__(values)
        self.where = where


def _times(row: dict[str, object], column: str, where: Where) -> int:
    if column not in row:
        hint = did_you_mean(column, row)
        raise LayoutError(f"unknown column '{column}'", where, hint)
    times = row[column]
    if not isinstance(times, int) or isinstance(times, bool) or times < 0:
        message = f"{column}: expected a number, not '{brief(str(times))}'"
        raise LayoutError(message, where, "how many of each: 0, 1, 2 and so on")
    return min(times, MAX_ROWS + 1)


def _refuse_too_many(number: int, what: str, where: Where) -> None:
    if number > MAX_ROWS:
        raise LayoutError(f"more than {MAX_ROWS:,} {what} are too many", where, "split the file")


def load_table(
    path: Path,
    name: str,
    read: Callable[[str, str], object] | None = None,
    bad_rows: list[LayoutError] | None = None,
) -> list[DataRow]:
    """Load the records of a CSV or TSV file.

    `read` returns the value of a cell, given its text and the delimiter. Rows that don't have the
    columns of the table raise an error, unless there is a list to put it in.
    """
    source = load_source(path, name)
    delimiter = "\t" if path.suffix.lower() == ".tsv" else _delimiter(source.line(1))
    lines = _lines(source, delimiter)
    first = next(lines, None)
    if first is None:
        raise LayoutError("the file is empty", Where(name), "its first line names the columns")
    columns = _columns(*first, source)
    rows: list[DataRow] = []
    for line, cells in lines:
        current_budget().count_reading(STEPS_A_CELL * len(cells), Where(name, line))
        if any(cell.strip() for cell in cells):
            where = Where(name, line)
            try:
                row = _row(columns, cells, source, line, delimiter)
            except LayoutError as error:
                if bad_rows is None:
                    raise
                bad_rows.append(error)
                continue
            rows.append(
                DataRow({key: (read or _cell)(text, delimiter) for key, text in row}, where)
            )
            _refuse_too_many(len(rows), "rows", Where(name))
    return rows


def _delimiter(head: str) -> str:
    """Guess the delimiter from the header row: a semicolon, tab or comma."""
    unquoted = re.sub(r'"[^"]*"', "", head)
    return max(_DELIMITERS, key=unquoted.count) if any(d in unquoted for d in _DELIMITERS) else ","


def _lines(source: Source, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each record, and the line it begins on."""
    reader = csv.reader(source.text.splitlines(keepends=True), delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            if cells:
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        hint = 'write a cell with quotes as "a ""quoted"" word"'
        where = Where(source.name, line)
        raise LayoutError(f"can't read the table from here: {error}", where, hint) from None


def _columns(line: int, cells: list[str], source: Source) -> list[str]:
    columns = [cell.strip() for cell in cells]
    where = Where(source.name, line)
    while columns and not columns[-1]:
        columns.pop()
    if len(columns) > MAX_COLUMNS:
        raise LayoutError(
            f"{len(columns):,} columns are too many", where, f"at most {MAX_COLUMNS:,}"
        )
    for number, name in enumerate(columns, 1):
        if not name:
            raise LayoutError(f"column {number} has no name", where, "name it, or remove it")
        if name in columns[: number - 1]:
            raise LayoutError(f"two columns are called '{brief(str(name))}'", where, "rename one")
    return columns


def _row(
    columns: list[str], cells: list[str], source: Source, line: int, delimiter: str
) -> Iterator[tuple[str, str]]:
    """Pair the columns with the cells of a row, which may be shorter."""
    more = [cell for cell in cells[len(columns) :] if cell.strip()]
    if more:
        hint = f"there are {len(columns)} columns; put a cell with '{delimiter}' in it in quotes"
        message = f"this row has {len(cells)} cells: '{brief(str(more[0]))}' belongs to no column"
        raise LayoutError(message, Where(source.name, line), hint)
    return zip_longest(columns, cells[: len(columns)], fillvalue="")


def _cell(cell: str, delimiter: str) -> object:
    """Return the cell as a number if it looks like one, otherwise as text, such as 007 and 1e5."""
    text = cell.strip()
    if delimiter != "," and _COMMA_NUMBER.match(text):
        return float(text.replace(",", "."))
    if _NUMBER.match(text):
        return float(text) if "." in text else int(text)
    return text


def _load_json(path: Path, name: str) -> object:
    source = load_source(path, name)
    try:
        value = json.loads(
            source.text,
            object_pairs_hook=_record,
            parse_constant=_refuse_constant,
            parse_int=_whole,
            parse_float=partial(_decimal, source),
        )
        _check(value, source)
    except json.JSONDecodeError as error:
        message = f"this isn't valid JSON: {lower_first(error.msg)}"
        raise LayoutError(message, source.where(error.lineno, error.colno)) from None
    except RecursionError:
        reason = f"it is nested more than {MAX_DEPTH} levels deep"
        raise LayoutError(f"this data cannot be used: {reason}", Where(name)) from None
    except ValueError as error:
        raise LayoutError(f"this data cannot be used: {error}", Where(name)) from None
    return value


def _record(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        names = (key for key, _ in pairs)
        twice = Counter(names).most_common(1)[0][0]
        raise ValueError(f"the key '{brief(str(twice))}' appears twice in one record")
    return record


def _refuse_constant(text: str) -> object:
    raise ValueError(f"{text} is not a number")


def _decimal(source: Source, text: str) -> float:
    try:
        return parse_number(text)
    except ValueError as error:
        raise LayoutError(str(error), source.where_at(source.text.find(text))) from None


def _whole(text: str) -> int:
    if len(text) > 16:
        raise ValueError(f"the number {brief(str(text))} is too large")
    return int(text)


def _check(value: object, source: Source) -> None:
    """Refuse data that can't be printed, is too large, or is nested too deeply."""
    level, depth, count = [value], 0, 0
    while level:
        count += len(level)
        count_steps(len(level))
        if count > MAX_VALUES:
            raise ValueError(f"it holds more than {MAX_VALUES:,} values")
        if depth > MAX_DEPTH:
            raise ValueError(f"it is nested more than {MAX_DEPTH} levels deep")
        inner: list[object] = []
        for each in level:
            if isinstance(each, str):
                _check_characters(each, source)
            elif isinstance(each, dict):
                inner += each.values()
                for key in each:
                    _check_characters(key, source)
            elif isinstance(each, list):
                inner += each
        level = inner
        depth += 1


def _check_characters(text: str, source: Source) -> None:
    """Check a string's characters; escapes hide them when the file's text is checked."""
    if found := find_forbidden(text):
        place = re.search(rf"\\u{ord(found):04x}", source.text, re.IGNORECASE)
        where = source.where_at(place.start()) if place else Where(source.name)
        raise LayoutError(f"the character {name_of(found)} cannot be used in a file", where)


_LOADERS: Final[dict[str, Callable[[Path, str], object]]] = {
    ".csv": load_table,
    ".tsv": load_table,
    ".json": _load_json,
    ".yaml": lambda path, name: plain(load_yaml(path, name)),
    ".yml": lambda path, name: plain(load_yaml(path, name)),
}
