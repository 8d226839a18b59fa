"""Rows: a list of tables (CSV), one job for each row.

The first row names the columns: `table`, `game` (or `target`), `names`, and any other option of a
job. Names stand in one cell, parted by commas or semicolons, or in several cells of their own.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from printkit.errors import ManifestError, Where, did_you_mean
from printkit.request import JOB_OPTIONS
from printkit.source import beside, load_source
from printkit.tuples import NamedTuple
from printkit.yamlnodes import Scalar

if TYPE_CHECKING:
    from printkit.errors import PrintkitError
    from printkit.yamlnodes import YamlNode

_MEANT: Final = {"game": "target", "sheet": "target", "name": "names", "player": "names"}
MAX_ROWS: Final = 10_000
_DELIMITERS: Final = ",;\t"
_UNTOLD: Final = ("set", "out")


class ListRow(NamedTuple):
    """What a row says: its options as words, its place, and what is wrong with it."""

    values: dict[str, str]
    where: Where
    problems: tuple[PrintkitError, ...] = ()


def load_rows(node: YamlNode, home: Path) -> Iterator[ListRow]:
    """The rows of a file that lies in the folder of the manifest; empty ones are passed over."""
    if not isinstance(node, Scalar):
        raise ManifestError("sheets-of takes the name of one file", node.where, "players.csv")
    path = beside(home, node.text, "list", node.where)
    text = load_source(path).text
    if text.count("\n") > MAX_ROWS:
        raise ManifestError(f"this list has more than {MAX_ROWS:,} rows", node.where)
    first = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    reader = csv.reader(text.splitlines(), delimiter=delimiter)
    names = _columns(next(reader, []), Where(str(path), 1))
    empty = True
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                empty = False
                yield _row(names, cells, Where(str(path), reader.line_num))
    except csv.Error as error:
        raise ManifestError(
            f"this is no list: {error}", Where(str(path), reader.line_num)
        ) from None
    if empty:
        hint = 'write a row for each table: 1,wolle,"Ann,Ben"'
        raise ManifestError("there is no table in this list", Where(str(path), 1), hint)


def _columns(cells: list[str], where: Where) -> list[str]:
    """The option of each column; what has no heading belongs to the column before."""
    columns: list[str] = []
    for cell in cells:
        word = cell.strip().lower().rstrip(" 0123456789")
        name = _MEANT.get(word, word) or (columns[-1] if columns else "")
        if name not in JOB_OPTIONS or name in _UNTOLD:
            hint = did_you_mean(word, ("table", "game", "names", *JOB_OPTIONS))
            raise ManifestError(f"no column is called '{cell.strip()}'", where, hint)
        columns.append(name)
    if "target" not in columns:
        raise ManifestError("a column 'game' is missing", where, "begin with: table,game,names")
    return columns


def _row(columns: list[str], cells: list[str], where: Where) -> ListRow:
    """One row; cells of one column are joined by commas, and so are those beyond the last."""
    if len(cells) > len(columns) and columns[-1] != "names" and any(cells[len(columns) :]):
        problem = ManifestError(f"this row has {len(cells)} cells, not {len(columns)}", where)
        return ListRow({}, where, (problem,))
    found: dict[str, list[str]] = {}
    for index, cell in enumerate(cells):
        if cell.strip():
            found.setdefault(columns[min(index, len(columns) - 1)], []).append(cell.strip())
    values = {name: ",".join(words) for name, words in found.items()}
    if "names" in values:
        values["names"] = values["names"].replace(";", ",")
    if "target" in values:
        return ListRow({**values, "target": values["target"].lower()}, where)
    return ListRow({}, where, (ManifestError("this row names no game", where),))
