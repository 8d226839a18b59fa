"""The manifest: a file that lists what to build.

It is a YAML file with `defaults` and `jobs`; a job has values for the options of a request. A
manifest that can't be read raises an error; problems of a job are kept with that job.

A job may also be a list of tables (CSV or a spreadsheet), one job for each row. The first row names
the columns: `table`, `game` (or `target`), `names`, and any other option of a job. Names are in one
cell, as a list like that of `--names`, or in a cell each. Such a list can also be used without a
manifest.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from printkit.core import spreadsheet
from printkit.core.errors import (
    Findings,
    ManifestError,
    PrintkitError,
    Problems,
    UsageError,
    Where,
    did_you_mean,
)
from printkit.core.names import join_names
from printkit.core.source import beside, load_source
from printkit.core.yamlfile import Scalar, YamlList, YamlMap, load_yaml
from printkit.request.options import ALIASES, JOB_OPTIONS
from printkit.request.preferences import default_language, default_theme
from printkit.request.reader import read_option
from printkit.request.values import parse_whole

if TYPE_CHECKING:
    from printkit.core.yamlfile import YamlNode

MAX_FILES: Final = 10_000
_KEYS: Final = ("defaults", "jobs", "merge", "merge-every")
_EXAMPLE = "for example: jobs: [{target: attribute, players: 4}]"
_HINTS: Final = {
    "names": "write names: [Ann, Ben], or [[Ann, Ben], [Cleo, Dan]] for two jobs",
    "set": "write set: {key: value}",
    "target": "write target: wolle/sheet, or [[wolle, attribute]] for one file of both",
}
ROWS: Final = "rows-from"
_OLD_ROWS: Final = "sheets-of"
_COLUMN_ALIASES: Final = {
    "game": "target",
    "sheet": "target",
    "name": "names",
    "player": "names",
    **ALIASES,
}
MAX_ROWS: Final = 10_000
_DELIMITERS: Final = ",;\t"
_NOT_COLUMNS: Final = ("set", "out")
_TEXT_LISTS: Final = (".csv", ".tsv")


class OptionValue(NamedTuple):
    """One value of an option."""

    value: Any  # parsed
    text: str  # for file names
    where: Where
    is_default: bool = False  # whether it comes from `defaults`
    note: str = ""  # about how it was read, if it is ambiguous


class Setting(NamedTuple):
    """One option of a sheet, from `set`."""

    value: str
    where: Where  # the place of the value
    name_where: Where  # the place of its name
    is_default: bool = False  # whether it comes from `defaults`; sheets without it ignore it


Values: TypeAlias = "dict[str, tuple[OptionValue, ...]]"
"""The values of options by name; every combination of them is a file."""

Combination: TypeAlias = "Mapping[str, OptionValue]"
"""One combination: a value for each option of a job."""


class Job(NamedTuple):
    """One job, including defaults: its values, its place, and its problems.

    A value that can't be read is a problem and missing from the values; a job with an unknown
    option has no values at all.
    """

    values: Values
    where: Where
    problems: tuple[PrintkitError, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on ambiguous values."""
        return tuple(one.note for values in self.values.values() for one in values if one.note)

    def files(self) -> int:
        """Return the number of combinations of its values."""
        return prod(map(len, self.values.values()))

    def combinations(self) -> Iterator[Combination]:
        """Yield all combinations of its values."""
        for values in product(*self.values.values()) if self.values.get("target") else ():
            yield dict(zip(self.values, values, strict=True))


class Manifest(NamedTuple):
    """All jobs, and the file they are merged into; empty if none was requested."""

    jobs: tuple[Job, ...]
    merge: str = ""
    merge_every: int = 0  # the number of tables per merged file; 0 for all


def load_manifest(path: Path, target: str = "") -> Manifest:
    """Read a manifest, or a list of tables; raise an error if it is unreadable.

    The `target` is for the tables of a list that names none. Such a list has no place for other
    options, so the saved language and theme apply.
    """
    if not is_list(path):
        if target:
            hint = "write target: under defaults: in the manifest"
            raise UsageError("--target is for lists of tables", hint=hint)
        return read_manifest(load_yaml(path), path.parent)
    where = Where(str(path))
    options = {"lang": default_language(), "theme": default_theme()}
    given = {name: (_read_cell(name, text, where, ()),) for name, text in options.items()}
    shared = _as_defaults({**given})
    if target:
        shared["target"] = (_read_cell("target", target, where, ()),)
    return Manifest(tuple(_with_row(Job(shared, where, ()), row) for row in load_rows(path)))


def is_list(path: Path) -> bool:
    """Return whether a file is a list of tables by its name, and not a manifest."""
    return path.suffix.lower() in (*_TEXT_LISTS, *spreadsheet.ENDINGS)


def names_targets(path: Path) -> bool:
    """Return whether a list of tables says what to build for each."""
    lines, _ = _list_lines(path)
    heads = next(iter(lines), (1, []))[1]
    return "target" in _columns(heads, Where(str(path), 1))


def read_manifest(top: YamlNode, home: Path) -> Manifest:
    """Read a manifest from parsed YAML; `home` is its folder."""
    found = Findings()
    if not isinstance(top, YamlMap):
        raise ManifestError("this isn't a manifest", top.where, _EXAMPLE)
    for key, _ in top.items:
        if key.text not in _KEYS:
            hint = did_you_mean(key.text, _KEYS)
            found.add(ManifestError(f"unknown key '{key.text}' in a manifest", key.where, hint))
    given = top.get("defaults")
    defaults = _as_defaults(_read_options(given, {}, found)) if given else {}
    nodes = top.get("jobs")
    if not isinstance(nodes, YamlList) or not nodes.items:
        found.add(ManifestError("a manifest needs a list of jobs", (nodes or top).where, _EXAMPLE))
    if len(found) or not isinstance(nodes, YamlList):
        raise Problems(found)
    jobs = tuple(job for node in nodes.items for job in _read_jobs(node, defaults, home))
    refuse_too_many(sum(job.files() for job in jobs), top.where)
    merge = top.get("merge")
    return Manifest(jobs, merge.text if isinstance(merge, Scalar) else "", _read_every(top))


def _read_every(top: YamlMap) -> int:
    """Return the number of tables to merge into one file."""
    every = top.get("merge-every")
    if every is None:
        return 0
    try:
        text = every.text if isinstance(every, Scalar) else ""
        return parse_whole("merge-every", text, 1, MAX_FILES)
    except UsageError as error:
        raise ManifestError(error.message, every.where, error.hint) from None


def _read_jobs(node: YamlNode, defaults: Values, home: Path) -> Iterator[Job]:
    """Yield the job of a node, or one for each row of the list it names."""
    rows = (node.get(ROWS) or node.get(_OLD_ROWS)) if isinstance(node, YamlMap) else None
    if rows is None or not isinstance(node, YamlMap):
        yield _read_job(node, defaults)
        return
    others = node._replace(items=tuple(item for item in node.items if item[1] is not rows))
    shared = _read_job(others, {**defaults, "target": ()})
    try:
        for row in load_rows(_list_path(rows, home)):
            yield _with_row(shared, row)
    except PrintkitError as error:
        problem = ManifestError(error.message, error.where or rows.where, error.hint)
        yield Job({}, node.where, (problem,))


def _with_row(shared: Job, row: ListRow) -> Job:
    """Return the values of a row, added to those of its job."""
    found = Findings((*shared.problems, *row.problems))
    values = dict(shared.values)
    languages = [row.values["lang"]] if "lang" in row.values else _languages(values)
    for name, text in row.values.items():
        try:
            values[name] = (_read_cell(name, text, row.where, languages),)
        except ManifestError as error:
            found.add(error)
            values[name] = ()
    if not values.get("target") and not row.problems:
        hint = "add a column game, or a target for all: --target attribute, or target: in the job"
        found.add(ManifestError("this row has no game", row.where, hint))
    ordered = {name: values[name] for name in JOB_OPTIONS if name in values}
    return Job(ordered, row.where, tuple(found))


def refuse_too_many(files: int, where: Where) -> None:
    """Refuse more files than a batch may have, as the combinations of lists can be."""
    if files > MAX_FILES:
        hint = f"a batch can have {MAX_FILES:,}; shorten the lists, or split the manifest"
        raise ManifestError(f"this would make {files:,} files", where, hint)


def _read_job(node: YamlNode, defaults: Values) -> Job:
    found = Findings()
    own = _read_options(node, defaults, found)
    if isinstance(node, YamlMap) and not node.get("target") and "target" not in defaults:
        hint = "add what to build, for example target: attribute/score-pad"
        found.add(ManifestError("this job has no target", node.where, hint))
    merged = {**defaults, **own}
    if "set" in own and "set" in defaults:
        refuse_too_many(len(defaults["set"]) * len(own["set"]), node.where)
        merged["set"] = _merge_settings(defaults["set"], own["set"])
    is_known = isinstance(node, YamlMap) and all(_name(key) in JOB_OPTIONS for key, _ in node.items)
    ordered = {name: merged[name] for name in JOB_OPTIONS if name in merged and is_known}
    return Job(ordered, node.where, tuple(found))


def _as_defaults(values: Values) -> Values:
    values = {n: tuple(one._replace(is_default=True) for one in v) for n, v in values.items()}
    settings = tuple(
        one._replace(value={name: s._replace(is_default=True) for name, s in one.value.items()})
        for one in values.get("set", ())
    )
    return {**values, "set": settings} if settings else values


def _merge_settings(
    defaults: tuple[OptionValue, ...], own: tuple[OptionValue, ...]
) -> tuple[OptionValue, ...]:
    """Return the job's settings merged with the defaults; the job's own values win."""
    merged = [
        one._replace(value={**default.value, **one.value}) for default in defaults for one in own
    ]
    distinct = {
        tuple((name, each.value) for name, each in one.value.items()): one for one in merged
    }
    return tuple(distinct.values())


def _read_options(node: YamlNode, defaults: Values, found: Findings) -> Values:
    """Return the values of all options in a mapping; problems are added to `found`."""
    if not isinstance(node, YamlMap):
        hint = "write {target: attribute, players: 4}"
        found.add(ManifestError("expected options and their values", node.where, hint))
        return {}
    lang = node.get("lang")
    own = {"lang": tuple(_read_values("lang", lang, Findings(), ()))} if lang else {}
    languages = _languages({**defaults, **own})
    values: Values = {}
    for key, value in node.items:
        if (name := _name(key)) in JOB_OPTIONS:
            values[name] = tuple(_read_values(name, value, found, languages))
        else:
            hint = did_you_mean(key.text, JOB_OPTIONS)
            found.add(ManifestError(f"unknown key '{key.text}' in a job", key.where, hint))
    return values


def _name(key: Scalar) -> str:
    """Return the name of the option that a key means."""
    return ALIASES.get(key.text, key.text)


def _languages(values: Values) -> tuple[str, ...]:
    """Return the languages of a job, which may be several."""
    return tuple(one.value for one in values.get("lang", ()))


def _read_values(
    name: str, node: YamlNode, found: Findings, languages: Sequence[str]
) -> Iterator[OptionValue]:
    """Yield the values of an option, each item of a list; `languages` are those of the job."""
    several = isinstance(node, YamlList) and not _is_one(name, node)
    nodes = node.items if isinstance(node, YamlList) and several else (node,)
    if not nodes:
        found.add(ManifestError(f"the list of {name} is empty", node.where, "leave it out"))
    for item in nodes:
        try:
            if name == "set" and isinstance(item, YamlMap):
                yield from _read_settings(item)
            else:
                yield _read_node(name, item, languages)
        except ManifestError as error:
            found.add(error)


def _is_one(name: str, node: YamlList) -> bool:
    """Return whether a list is one value: names are a list, so several are a list of lists."""
    is_flat = not any(isinstance(item, YamlList) for item in node.items)
    return name == "names" and is_flat and bool(node.items)


def _read_node(name: str, node: YamlNode, languages: Sequence[str]) -> OptionValue:
    """Read one value as on the command line; `out` is a pattern, filled in later."""
    texts = _texts(name, node)
    if name == "out":
        return OptionValue(node, _label(texts), node.where)
    given = texts if isinstance(node, YamlList) else texts[0]
    return _read_cell(name, given, node.where, languages)


def _read_cell(
    name: str, given: str | tuple[str, ...], where: Where, languages: Sequence[str]
) -> OptionValue:
    """Read the value of an option from its text, or from several; an error gets its place."""
    try:
        value, is_clear = read_option(JOB_OPTIONS[name], given, languages)
    except PrintkitError as error:
        raise ManifestError(error.message, where, error.hint) from None
    note = "" if is_clear else f"{where}: read as these names: {' | '.join(value)}"
    label = _label((given,) if isinstance(given, str) else given)
    return OptionValue(value, label, where, note=note)


def _label(texts: Iterable[str]) -> str:
    """Return the text of a value for file names."""
    return "-".join(text.strip().replace("/", "-") for text in texts)


def _texts(name: str, node: YamlNode) -> tuple[str, ...]:
    """Return the words of a value: one, or several for a list that is one value."""
    hint = _HINTS.get(name, "give one value")
    match node:
        case Scalar(value=None):
            raise ManifestError(
                f"{name} has no value", node.where, "leave it out, or give it a value"
            )
        case Scalar() if name != "set":
            return (node.text,)
        case YamlList(items=()):
            raise ManifestError(f"the list of {name} is empty", node.where, "leave it out")
        case YamlList() if name in ("names", "target"):
            for item in node.items:
                if not isinstance(item, Scalar) or item.value is None:
                    message = f"invalid entry in the list of {name}"
                    raise ManifestError(message, item.where, hint)
            return tuple(item.text.strip() for item in node.items if isinstance(item, Scalar))
    raise ManifestError(f"invalid value for {name}", node.where, hint)


def _read_settings(node: YamlMap) -> list[OptionValue]:
    """Return every combination of the values under `set`."""
    axes = [_read_setting(key, value) for key, value in node.items]
    refuse_too_many(prod(map(len, axes)), node.where)
    return [
        OptionValue(dict(pairs), "-".join(one.value for _, one in pairs), node.where)
        for pairs in product(*axes)
    ]


def _read_setting(key: Scalar, node: YamlNode) -> list[tuple[str, Setting]]:
    nodes = node.items if isinstance(node, YamlList) else (node,)
    if not nodes:
        raise ManifestError(f"the list of {key.text} is empty", node.where, "leave it out")
    for item in nodes:
        if not isinstance(item, Scalar):
            raise ManifestError(f"{key.text} needs a single value", item.where, _HINTS["set"])
    return [
        (key.text, Setting(item.text.strip(), item.where, key.where))
        for item in nodes
        if isinstance(item, Scalar)
    ]


class ListRow(NamedTuple):
    """A row: its options as words, its place, and its problems."""

    values: dict[str, str]
    where: Where
    problems: tuple[PrintkitError, ...] = ()


def _list_path(node: YamlNode, home: Path) -> Path:
    """Return the path of a list in the manifest's folder."""
    if not isinstance(node, Scalar):
        raise ManifestError("rows-from needs the name of one file", node.where, "players.csv")
    return beside(home, node.text, "list", node.where)


def load_rows(path: Path) -> Iterator[ListRow]:
    """Load the rows of a list; empty ones are skipped."""
    lines, delimiter = _list_lines(path)
    columns: list[str] = []
    empty = True
    for number, cells in lines:
        if not columns:
            columns = _columns(cells, Where(str(path), number))
        elif any(cell.strip() for cell in cells):
            empty = False
            yield _row(columns, cells, Where(str(path), number), delimiter)
    if not columns:
        _columns([], Where(str(path), 1))
    if empty:
        hint = 'write one row per table: 1,wolle,"Ann,Ben"'
        raise ManifestError("this list has no tables", Where(str(path), 1), hint)


def _list_lines(path: Path) -> tuple[Iterable[tuple[int, list[str]]], str]:
    """Return the rows of a list with their numbers, and its delimiter."""
    is_spreadsheet = path.suffix.lower() in spreadsheet.ENDINGS
    return _spreadsheet_lines(path) if is_spreadsheet else _csv_lines(path)


def _spreadsheet_lines(path: Path) -> tuple[Iterable[tuple[int, list[str]]], str]:
    """Return the rows of a spreadsheet with their numbers, and no delimiter."""
    rows = enumerate(spreadsheet.load_cells(path), 1)
    return ((number, cells) for number, cells in rows if any(cells)), ""


def _csv_lines(path: Path) -> tuple[Iterable[tuple[int, list[str]]], str]:
    """Return the rows of a text file with their line numbers, and the delimiter."""
    text = load_source(path).text
    if text.count("\n") > MAX_ROWS:
        raise ManifestError(f"this list has more than {MAX_ROWS:,} rows", Where(str(path), 1))
    first = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    return _numbered(text, delimiter, str(path)), delimiter


def _numbered(text: str, delimiter: str, source: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(text.splitlines(), delimiter=delimiter)
    try:
        for cells in reader:
            yield reader.line_num, cells
    except csv.Error as error:
        where = Where(source, reader.line_num)
        raise ManifestError(f"can't read this list: {error}", where) from None


def _columns(cells: list[str], where: Where) -> list[str]:
    """Return the option of each column; one without a heading belongs to the column before."""
    columns: list[str] = []
    if cells and not any(map(_column, cells)):
        hint = "write a first row such as: table,game,names"
        raise ManifestError("this list doesn't begin with the names of its columns", where, hint)
    for cell in cells:
        name = _column(cell)
        if not name and not cell.strip(" 0123456789"):  # `names,2,3` has three columns of names
            name = "".join(columns[-1:])
        if not name:
            known = [name for name in JOB_OPTIONS if name not in _NOT_COLUMNS]
            hint = did_you_mean(cell.strip().lower(), ("table", "game", "names", *known))
            raise ManifestError(f"unknown column '{cell.strip()}'", where, hint)
        columns.append(name)
    if not columns:
        raise ManifestError("this list is empty", where, "begin it with: table,game,names")
    return columns


def _column(cell: str) -> str:
    """Return the option that a heading means, such as `names` for `Name 1`; empty if unknown."""
    word = cell.strip().lower().rstrip(" 0123456789")
    name = _COLUMN_ALIASES.get(word, word)
    return name if name in JOB_OPTIONS and name not in _NOT_COLUMNS else ""


def _row(columns: list[str], cells: list[str], where: Where, delimiter: str) -> ListRow:
    """Read a row; cells beyond the last column belong to it."""
    if len(cells) > len(columns) and columns[-1] != "names" and any(cells[len(columns) :]):
        problem = ManifestError(f"this row has {len(cells)} cells, not {len(columns)}", where)
        return ListRow({}, where, (problem,))
    found: dict[str, list[str]] = {}
    for index, cell in enumerate(cells):
        if cell.strip():
            found.setdefault(columns[min(index, len(columns) - 1)], []).append(cell.strip())
    values = {name: ",".join(words) for name, words in found.items()}
    if len(names := found.get("names", ())) > 1:
        is_list = delimiter == "," and columns.count("names") == 1  # a list without its quotes
        quoted = (f'"{name}"' if "," in name else name for name in names)
        values["names"] = ", ".join(quoted) if is_list else join_names(names)
    if "target" in values:
        values["target"] = values["target"].lower()
    return ListRow(values, where)
