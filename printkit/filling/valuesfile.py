"""Sheets filled in from a file: values by the names of fields, as JSON or CSV.

A JSON file has an object for each printed sheet, a CSV file a row. Values are checked against the
fields of the laid out pages, and fields with formulas are computed. All problems are reported at
once, each with its place in the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from printkit.core.datafile import load_data, load_table
from printkit.core.errors import (
    Findings,
    LayoutError,
    PrintkitError,
    RefusalError,
    Where,
    brief,
    did_you_mean,
    show,
)
from printkit.core.formulas.terms import compute_all, round_half_up
from printkit.core.source import Source, inside, is_there, load_source
from printkit.core.units import counted
from printkit.request.values import check_names
from printkit.rules.record import parse_date

if TYPE_CHECKING:
    from printkit.core.formulas.terms import Amount
    from printkit.core.scene import Field
    from printkit.layout.language.definition import Sheet
    from printkit.layout.pages import SheetPage
    from printkit.request.options import Request
    from printkit.rules.results import FieldValue

ENDINGS: Final = (".json", ".csv")
MAX_SHEETS: Final = 1_000
MAX_TEXT: Final = 200
KEYS: Final = ("target", "names", "variant", "set", "seed", "date", "values")
NAMES: Final = "names"  # the column of a table with the players, which isn't a field

_WHOLE = re.compile(r"[+-]?\d{1,15}\Z")
_NUMBER = re.compile(r"[+-]?\d{1,15}(?:\.\d{1,9})?\Z")


@dataclass(frozen=True)
class SheetValues:
    """One object of a file: the values for one sheet, and its players."""

    values: Mapping[str, object]  # unchecked, by the names of fields
    where: Callable[..., Where]  # returns the place of a key, or of a field below `values`
    target: str = ""  # the sheet it is for, if given
    names: tuple[str, ...] = ()
    variant: str | None = None
    settings: tuple[tuple[str, str], ...] = ()
    seed: str | None = None
    date: str = ""  # when the game was played
    is_row: bool = False  # whether its values are cells of a table, which are all text

    @property
    def edition(self) -> tuple[object, ...]:
        """The properties shared by pages that are printed together."""
        return self.names, self.variant, self.settings, self.seed


@dataclass(frozen=True)
class ValuesGroup:
    """Sheets from a file that are printed together, one per page."""

    sheets: tuple[SheetValues, ...]
    sha256: str  # of the file

    def request(self, request: Request) -> Request:
        """Return the request with the players, variant, settings and seed of the file."""
        first = self.sheets[0]
        return replace(
            request,
            names=first.names or request.names,
            variant=first.variant or request.variant,
            settings={**request.settings, **dict(first.settings)},
            seed=first.seed or request.seed,
        )

    def without_values(self) -> ValuesGroup:
        """Return the same sheets, empty."""
        empty = (replace(sheet, values={}) for sheet in self.sheets)
        return replace(self, sheets=tuple(empty))

    def check(self, request: Request) -> None:
        """Refuse a request that contradicts the file."""
        first = self.sheets[0]
        for key in ("names", "variant", "seed"):
            ours, theirs = getattr(first, key), getattr(request, key)
            if ours and theirs and ours != theirs:
                message = f"--{key} doesn't match the {key} in this file"
                raise LayoutError(message, first.where(key), f"leave --{key} out")

    def fill_pages(self, sheet: Sheet, pages: Sequence[SheetPage]) -> list[SheetPage]:
        """Return the pages with their values; pages beyond the file's sheets are left out."""
        last = max(page.number for page in pages) + 1
        if len(self.sheets) > last:
            message = f"{sheet.id} has {counted(last, 'sheet')} for these players"
            hint = f"the file has {len(self.sheets)}; it needs one object per printed sheet"
            raise LayoutError(message, self.sheets[last].where(), hint)
        fields = self.fields(pages)
        found = pages[0].body.context.problems  # raised once all pages are laid out
        if found:
            return list(pages)
        values = [check_values(*each, found) for each in zip(self.sheets, fields, strict=True)]
        filled_pages = [page for page in pages if page.number < len(values)]
        return [_with_values(page, values[page.number]) for page in filled_pages]

    def fields(self, pages: Sequence[SheetPage]) -> list[dict[str, Field]]:
        """Return the fields by name, on all pages, for each sheet of the file."""
        found: list[dict[str, Field]] = [{} for _ in self.sheets]
        for page in pages:
            if page.number < len(found) and page.values["copy"] == 1:
                for side in filter(None, (page, page.back)):
                    found[page.number].update({field.name: field for field in side.fields()})
        return found


def _with_values(page: SheetPage, values: Mapping[str, FieldValue]) -> SheetPage:
    edition = page.edition._replace(written=(values,))
    back = page.back and _with_values(page.back, values)
    return page._replace(edition=edition, back=back)


def check_values(
    filled: SheetValues, fields: Mapping[str, Field], problems: Findings
) -> dict[str, FieldValue]:
    """Return the values for the fields of a sheet; anything wrong is added to the problems."""
    before = len(problems)
    players = {f"name.{seat}": player for seat, player in enumerate(filled.names, 1)}
    values: dict[str, FieldValue] = {key: name for key, name in players.items() if key in fields}
    for name, given in filled.values.items():
        try:
            if name in players:
                if given != players[name]:
                    message = (
                        f"'{name}' is {show(players[name])} in the names, but {show(given)} here"
                    )
                    raise RefusalError(message, "leave one of them out")
            elif name not in fields:
                raise RefusalError(f"unknown field '{brief(name)}'", did_you_mean(name, fields))
            else:
                values[name] = read_value(fields[name], given, is_row=filled.is_row)
        except RefusalError as error:
            problems.add(error.at(filled.where("values", name)))
    computed = add_computed(fields, values)
    for name, given_value in values.items() if len(problems) == before else ():
        if fields[name].formula is not None and given_value != (computed.get(name) or 0):
            result = f"is {computed[name]}" if name in computed else "is empty"
            message = f"'{name}' {result} by its formula, not {given_value}"
            hint = "leave it out; printkit computes it"
            problems.add(LayoutError(message, filled.where("values", name), hint))
    return {**values, **computed}


def add_computed(
    fields: Mapping[str, Field], values: Mapping[str, FieldValue]
) -> dict[str, FieldValue]:
    """Return the values of fields, including computed ones."""
    formulas = {name: field.formula for name, field in fields.items() if field.formula is not None}
    computed = compute_all(formulas, amounts_of(values))
    found = {name: _plain(value) for name in formulas if (value := computed[name]) is not None}
    return {**{name: value for name, value in values.items() if name not in formulas}, **found}


def amounts_of(values: Mapping[str, FieldValue]) -> dict[str, Amount]:
    """Return the values that formulas can use: numbers, and boxes that are ticked."""
    return {
        name: value
        for name, value in values.items()
        if value is not False and not isinstance(value, str)
    }


def _plain(value: float) -> float:
    """Return a number as people write it: without decimals if it is whole."""
    return int(value) if value == int(value) else value


def read_value(field: Field, given: object, *, is_row: bool = False) -> FieldValue:
    """Read the value of a field from a file; raise `RefusalError` if the field can't take it."""
    value = _cell(field, given) if is_row and isinstance(given, str) else given
    match field.kind:
        case "tick":
            if type(value) is bool:
                return value
            hint = "write 1, 0 or nothing" if is_row else "write true or false"
            raise RefusalError(f"'{field.name}' is a tick box and can't be {show(given)}", hint)
        case "text":
            return _text(field, value)
    if field.formula is not None and isinstance(value, float):
        return _plain(round_half_up(value))
    return _number(field, value)


def _cell(field: Field, text: str) -> object:
    """Return the value of a table cell; the text itself if the field can't take it."""
    match field.kind:
        case "tick":
            return {"1": True, "0": False}.get(text, text)
        case "number":
            plain = text.replace("−", "-")
            if _WHOLE.match(plain):
                return int(plain)
            return float(plain) if _NUMBER.match(plain) else text
    return text


def _number(field: Field, value: object) -> int:
    if type(value) is not int:
        raise RefusalError(
            f"'{field.name}' must be a number, not {show(value)}", numbers_in_words(field)
        )
    low, high = field.least, field.most
    if (low is not None and value < low) or (high is not None and value > high):
        raise RefusalError(f"{value} is out of range for '{field.name}'", numbers_in_words(field))
    return value


def numbers_in_words(field: Field) -> str:
    """Return the numbers that a field accepts, in words."""
    low, high = field.least, field.most
    if low is None and high is None:
        return "write a whole number"
    if high is None:
        return f"write a whole number of at least {low}"
    if low is None:
        return f"write a whole number of at most {high}"
    return f"write a whole number from {low} to {high}"


def _text(field: Field, value: object) -> str:
    if not isinstance(value, str):
        raise RefusalError(f"'{field.name}' must be text, not {show(value)}", "write it in quotes")
    if len(value) > MAX_TEXT:
        message = f"the text for '{field.name}' has {len(value):,} characters"
        raise RefusalError(message, f"at most {MAX_TEXT}")
    return " ".join(value.split())


def load_values(path: Path) -> tuple[list[SheetValues], str]:
    """Load the sheets of a file, and its digest."""
    name = str(path)
    if path.suffix.lower() not in ENDINGS:
        hint = f"use a file that ends with {' or '.join(ENDINGS)}; for a recorded game, --from-game"
        raise LayoutError("this isn't a file of field values", Where(name), hint)
    source = load_source(path, name)
    read = _rows if path.suffix.lower() == ".csv" else _objects
    sheets = list(read(path, source))
    if not sheets:
        raise LayoutError("the file has no sheets", Where(name))
    if len(sheets) > MAX_SHEETS:
        message = f"too many sheets: {len(sheets):,}"
        raise LayoutError(message, Where(name), f"at most {MAX_SHEETS:,}")
    return sheets, sha256(source.text.encode()).hexdigest()


def _rows(path: Path, source: Source) -> Iterator[SheetValues]:
    """Yield a sheet for each row; an empty cell is an empty field."""
    for row in load_table(path, source.name, lambda cell, _: cell.strip()):
        where = partial(_in_row, row.where)
        values = {name: cell for name, cell in row.items() if cell and name != NAMES}
        cell = str(row.get(NAMES, ""))
        names = _names(cell.split(",") if cell else [], where)
        yield SheetValues(values, where, names=names, is_row=True)


def _in_row(where: Where, *_keys: str) -> Where:
    """Return the place of a row for each of its cells."""
    return where


def _objects(path: Path, source: Source) -> Iterator[SheetValues]:
    data = load_data(path, source.name)
    several = isinstance(data, list)
    for number, given in enumerate(data if isinstance(data, list) else [data]):
        where = partial(_place, source, *([number] if several else []))
        if not isinstance(given, dict):
            hint = 'write {"values": {"name of a field": 1}}'
            raise LayoutError(f"expected a sheet, not {show(given)}", where(), hint)
        yield _object(given, where)


def _object(given: Mapping[str, Any], where: Callable[..., Where]) -> SheetValues:
    for key in given:
        if key not in KEYS:
            message = f"unknown key '{brief(key)}'"
            raise LayoutError(message, where(key), did_you_mean(key, KEYS))
    values = given.get("values")
    if not isinstance(values, dict):
        place = where("values") if "values" in given else where()
        hint = 'write "values": {"name of a field": 1}'
        raise LayoutError("this sheet has no values", place, hint)
    for key in ("target", "variant", "seed", "date"):
        if not isinstance(given.get(key, ""), str):
            raise LayoutError(f"'{key}' must be text, not {show(given[key])}", where(key))
    if "date" in given and parse_date(given["date"]) is None:
        hint = "write 2026-11-18, or 2026-11-18T20:15:00+01:00"
        raise LayoutError(f"{show(given['date'])} isn't a date", where("date"), hint)
    settings = given.get("set", {})
    if not isinstance(settings, dict) or not all(
        isinstance(value, str | int) for value in settings.values()
    ):
        message = "'set' must be an object with texts, whole numbers, true and false"
        raise LayoutError(message, where("set"), '{"size": "half"}')
    settings = {key: _setting_text(value) for key, value in settings.items()}
    for text in settings.values():  # any may be the name of a file, which nobody has named
        if inside(Path(), text) is None and is_there(Path(text), Path.exists):
            raise LayoutError(f"{show(text)} isn't in this folder", where("set"))
    return SheetValues(
        values,
        where,
        target=given.get("target", ""),
        names=_names(given.get("names", []), where),
        variant=given.get("variant") or None,
        settings=tuple(settings.items()),
        seed=given.get("seed") or None,
        date=given.get("date", ""),
    )


def _setting_text(value: str | int) -> str:
    """Return the value of an option as it is written on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _names(given: object, where: Callable[..., Where]) -> tuple[str, ...]:
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        hint = 'write "names": ["Ann", "Ben", "Cleo"]'
        raise LayoutError(f"'names' must be a list, not {show(given)}", where(NAMES), hint)
    try:
        return check_names(tuple(name.strip() for name in given))
    except PrintkitError as error:
        raise LayoutError(error.message, where(NAMES), error.hint) from None


def _place(source: Source, *path: str | int) -> Where:
    """Return the position in a JSON file of the value at this path of keys and indexes."""
    start = at = _skip_space(source.text, 0)
    for step in path:
        start, at = _find_member(source.text, at, step)
    return source.where_at(start)


def _find_member(text: str, at: int, wanted: str | int) -> tuple[int, int]:
    """Return the positions of a member of an object or list, and of its value."""
    decode = json.JSONDecoder().raw_decode
    at = _skip_space(text, at + 1)
    for number in count():
        start, key = at, number
        if isinstance(wanted, str):
            key, end = decode(text, at)
            at = _skip_space(text, _skip_space(text, end) + 1)
        if key == wanted:
            break
        _, end = decode(text, at)
        at = _skip_space(text, _skip_space(text, end) + 1)
    return start, at


def _skip_space(text: str, at: int) -> int:
    return len(text) - len(text[at:].lstrip())
