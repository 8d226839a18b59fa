"""Score sheets filled in on a screen, each saved as a file of values (`--fill`).

The file is written after every change. Several devices may change a sheet at once: a change is one
field, and undo takes back the last change of any device. The history for undo is kept in this
process; the values are in the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from printkit.core.budget import limit_work
from printkit.core.errors import PrintkitError, RefusalError, UsageError, escaped
from printkit.core.filecache import digest
from printkit.core.files import folder_lock, write_file
from printkit.core.formulas.javascript import WORDS
from printkit.core.languages import catalogue_for
from printkit.core.messages import say, translated
from printkit.core.source import shipped_folder
from printkit.filling.bgstats import play_log
from printkit.filling.valuesfile import MAX_TEXT, load_values, read_value
from printkit.layout.cache import LayoutCache
from printkit.layout.language.loading import load_sheet, sheet_path, shipped_sheets
from printkit.layout.language.templates import show_value
from printkit.layout.translation import translate_sentence
from printkit.pipeline.gameinfo import game_info
from printkit.pipeline.scorepages import (
    Writable,
    open_score_sheet,
    result_pages,
    score_link,
    writable,
)
from printkit.recording.store import now
from printkit.request.preferences import default_language
from printkit.request.values import check_names, find_target, fresh_seed
from printkit.season.scoresheets import open_game
from printkit.studio.files import FILLED, LAYOUTS, check_file, find_files, request_from_choices
from printkit.studio.openfiles import OpenFiles
from printkit.studio.pagedata import page_as_json

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue
    from printkit.core.scene import Field
    from printkit.filling.scoresheet import ScoreSheet
    from printkit.filling.valuesfile import SheetValues
    from printkit.layout.language.definition import Sheet
    from printkit.rules.results import FieldValue
    from printkit.studio.worker import HandlerResult

    Values: TypeAlias = tuple[Mapping[str, FieldValue], ...]

MOST_FILES: Final = 100
MOST_LAYOUTS: Final = 40
MOST_STEPS: Final = 500  # changes that can be undone
MAX_BYTES: Final = 1_000_000
MOST_NODES: Final = 10_000  # cached: a few sheets, and the results of two games
MOST_NAME_BYTES: Final = 120  # of a layout in the name of its file of values

_cache = LayoutCache(MOST_NODES)  # of this session


class _OpenSheet(NamedTuple):
    """A sheet being filled in, with its values and the history for undo."""

    sheet: ScoreSheet
    heads: tuple[Mapping[str, Any], ...]  # the other keys of each object in the file
    is_list: bool  # whether it is a list of objects
    values: Values
    past: tuple[Values, ...] = ()
    future: tuple[Values, ...] = ()

    @property
    def data(self) -> bytes:
        """The content of the file."""
        objects = [
            {**head, "values": dict(own)} for head, own in zip(self.heads, self.values, strict=True)
        ]
        whole = objects if self.is_list else objects[0]
        return (json.dumps(whole, ensure_ascii=False, indent=2) + "\n").encode()


_open_sheets: OpenFiles[_OpenSheet] = OpenFiles()


def score_sheets(game: str) -> dict[str, Any]:
    """Return the sheets of a game that can be filled in; those with scores come first."""
    names = [name for name in shipped_sheets() if name.startswith(f"{game}/")]
    found = [(name, _fields_of_shipped(name)) for name in names]
    fillable = sorted(
        (each for each in found if each[1].fields), key=lambda each: not each[1].scores
    )
    catalogue = catalogue_for(default_language(), shipped_folder("layouts"))
    titles = {
        name: catalogue.translate(load_sheet(sheet_path(name)).title.text) for name, _ in fillable
    }
    return {"sheets": [{"id": name, "title": title} for name, title in titles.items()]}


@cache
def _fields_of_shipped(name: str) -> Writable:
    return writable(request_from_choices({"target": [name], "seed": ["studio"]}), _cache)


def score_files() -> dict[str, Any]:
    """Return the layouts of the folder that have fields, and the filled-in sheets."""
    layouts = [_layout_summary(path) for path in find_files(LAYOUTS)[:MOST_LAYOUTS]]
    files = [_file_summary(path) for path in find_files(FILLED)[:MOST_FILES]]
    return {
        "layouts": [each for each in layouts if each],
        "files": [each for each in files if each],
    }


def _layout_summary(path: Path) -> dict[str, Any] | None:
    """Return the summary of a layout; None if it is broken or has no fields."""
    try:
        if path.stat().st_size > MAX_BYTES or b"field" not in path.read_bytes():
            return None
        request = request_from_choices({"target": [path.name], "seed": ["studio"]})
        if not writable(request, _cache).fields:
            return None
        definition = load_sheet(path)
    except (PrintkitError, OSError, UnicodeError):
        return None
    info = game_info(definition)
    title = catalogue_for(default_language(), path.parent).translate(definition.title.text)
    return {
        "file": path.name,
        "title": title,
        "players": {"min": info.least, "max": info.most},
        "variants": list(info.variants),
    }


def _file_summary(path: Path) -> dict[str, Any] | None:
    """Return the summary of a file of values; None if it isn't one that names its sheet."""
    try:
        if path.stat().st_size > MAX_BYTES:
            return None
        sheets, _ = load_values(path)
        definition = load_sheet(_target_path(sheets[0].target))
        winners = _winners(path, sheets)
    except (PrintkitError, OSError):
        return None
    catalogue = catalogue_for(default_language(), shipped_folder("layouts"))
    return {
        "file": escaped(path.name),
        "title": _title(definition, catalogue, dict(sheets[0].settings)),
        "players": list(sheets[0].names),
        "date": sheets[0].date[:10],
        "winners": winners,
    }


def _winners(path: Path, sheets: Sequence[SheetValues]) -> list[str]:
    """Return who has won the game on these sheets; nobody before it is over."""
    try:
        sheet = open_game(path, sheets)
    except PrintkitError:  # a sheet without players, for example
        return []
    written = sheet.written([each.values for each in sheets])
    scores = sheet.scores(written) if sheet.is_finished(written) else None
    return list(scores.winners) if scores else []


def _title(definition: Sheet, catalogue: Catalogue, settings: Mapping[str, str]) -> str:
    """Return the titles of the game and the sheet, or one if they are the same."""
    titles = game_info(definition, settings).title, definition.title.text
    game, *rest = dict.fromkeys(map(catalogue.translate, titles))
    return translated(say("{who}: {what}", who=game, what=rest[0]), catalogue) if rest else game


def _target_path(target: str) -> Path:
    """Return the layout of a file of values: a shipped sheet, or a layout of the folder."""
    if not target:
        hint = say('add "target": "attribute/score-pad"')
        raise UsageError(say("the file does not say which sheet it is for"), hint=hint)
    if known := find_target(target):
        return sheet_path(known)
    return check_file(target, LAYOUTS)


@limit_work()
def begin_score(target: str, names: str, variant: str, settings: Sequence[str]) -> HandlerResult:
    """Create a file for a sheet and its players, with settings as for `--set`."""
    path = _target_path(target)
    definition = load_sheet(path)
    players = check_names(tuple(name.strip() for name in names.split(","))) if names else ()
    info = game_info(definition)
    head: dict[str, Any] = {"target": target}
    if players:
        head["names"] = list(players)
    if variant not in ("", info.variants[0]):
        head["variant"] = variant
    if settings:
        head["set"] = dict(pair.split("=", 1) for pair in settings if "=" in pair)
    if definition.needs_seed:
        head["seed"] = fresh_seed()
    head["date"] = now()
    given = {
        "names": [",".join(players)],
        "variant": [variant],
        "seed": [head.get("seed", "")],
        "set": settings,
    }
    choices = {key: [text for text in texts if text] for key, texts in given.items()}
    number = len(writable(request_from_choices({"target": [target], **choices}), _cache).fields)
    if not number:
        message = "{sheet} has no fields: there is nothing to fill in"
        raise PrintkitError(say(message, sheet=definition.id))
    objects = [{**head, "values": {}} for _ in range(number)]
    whole = objects if number > 1 else objects[0]
    with folder_lock(Path()):  # another studio may begin one at the same time
        file = next(each for each in _default_paths(target) if not each.exists())
        write_file(file, json.dumps(whole, ensure_ascii=False, indent=2).encode())
    return {"file": file.name}, {"file": file.name}


def _default_paths(target: str) -> Iterator[Path]:
    day = datetime.now().astimezone().date().isoformat()
    name = target.removesuffix(".yaml").removesuffix(".yml").replace("/", "-")
    name = name.encode()[:MOST_NAME_BYTES].decode(errors="ignore")
    for number in count(1):
        yield Path(f"{name}-{day}{f'-{number}' if number > 1 else ''}.json")


@limit_work()
def score_sheet(file: str) -> dict[str, Any]:
    """Return a sheet with its pages, its fields and their values.

    It is laid out again, because its layout may have changed.
    """
    path = check_file(file, FILLED)
    before = _open_sheets.get(path)
    past, future = (before.past, before.future) if before else ((), ())
    known = _open_sheets.load(path, lambda path: _load(path)._replace(past=past, future=future))
    sheet = known.sheet
    info = game_info(sheet.definition)
    return {
        "target": str(known.heads[0]["target"]),
        "game": info.id,
        **sheet.page,
        "title": _title(sheet.definition, sheet.catalogue, dict(sheet.sheets[0].settings)),
        **_state(file, known),
    }


@limit_work()
def score_values(file: str) -> dict[str, Any]:
    """Return the values on a sheet."""
    return _state(file, _find(file))


@limit_work()
def score_write(
    file: str, sheet: str, field: str, text: str, before: str | None = None
) -> HandlerResult:
    """Write a value into a field; return the sheet, and why the value was refused, if it was.

    If the field didn't have the value that the page has shown `before`, another device was faster:
    what it wrote is replaced, and the answer says so.
    """
    with _lock_sheet(file) as known:
        head, body = _write(file, known, sheet, field, text)
        if "refused" in body or before is None:
            return head, body
        other = _spelled(known.values[int(sheet)].get(field))
        if other in (before, _spelled(body["values"][int(sheet)].get(field))):
            return head, body
        return head, {**body, "replaced": _replaced(known.sheet.fields[int(sheet)][field], other)}


def _write(file: str, known: _OpenSheet, sheet: str, field: str, text: str) -> HandlerResult:
    number = int(sheet[:9]) if sheet.isascii() and sheet.isdecimal() else -1
    if not 0 <= number < len(known.heads) or field not in known.sheet.fields[number]:
        hint = say("reload the page")
        raise UsageError(say("unknown field '{field}'", field=field), hint=hint)
    place = known.sheet.fields[number][field]
    if known.sheet.is_fixed(number, field):
        raise UsageError(say("'{field}' is computed", field=field))
    own = dict(known.values[number])
    own.pop(field, None)
    if text and not (place.kind == "tick" and text == "0"):
        try:
            own[field] = read_value(place, text, is_row=True)
        except RefusalError as error:
            why = error.message if place.kind == "tick" else _refusal_reason(place)
            return {}, {**_state(file, known), "refused": why}
    order = [name for name in known.sheet.fields[number] if name in own]
    values = list(known.values)
    values[number] = {name: own[name] for name in order}
    if values == list(known.values):
        return {}, _state(file, known)
    past = (*known.past, known.values)[-MOST_STEPS:]
    return _save(file, known._replace(values=tuple(values), past=past, future=()))


@limit_work()
def score_undo(file: str, version: str) -> HandlerResult:
    """Undo the last change; return the sheet."""
    with _lock_sheet(file) as known:
        if not known.past or version != digest(known.data):
            return {}, _state(file, known)
        *past, values = known.past
        future = (*known.future, known.values)
        return _save(file, known._replace(values=values, past=tuple(past), future=future))


@limit_work()
def score_redo(file: str, version: str) -> HandlerResult:
    """Redo the last undone change; return the sheet."""
    with _lock_sheet(file) as known:
        if not known.future or version != digest(known.data):
            return {}, _state(file, known)
        *future, values = known.future
        past = (*known.past, known.values)
        return _save(file, known._replace(values=values, past=past, future=tuple(future)))


@contextmanager
def _lock_sheet(file: str) -> Iterator[_OpenSheet]:
    """Yield a sheet that no other studio changes meanwhile."""
    with folder_lock(Path()):
        yield _find(file)


@limit_work()
def score_result(file: str) -> dict[str, Any]:
    """Return the result sheet of a game and its link to log it; no pages without scores."""
    known = _find(file)
    scores = known.sheet.scores(known.sheet.written(known.values))
    if scores is None:
        return {"pages": [], "log": None}
    made = result_pages(known.sheet, scores, _cache)
    sheets = [{"id": "result", "title": known.sheet.catalogue.translate("Result")}]
    return {
        "log": play_log(score_link(known.sheet, scores)),
        "pages": [page_as_json(page, svg, sheets) for page, svg in made],
    }


def _save(file: str, known: _OpenSheet) -> HandlerResult:
    path = check_file(file, FILLED)
    write_file(path, known.data)
    return {"file": file}, _state(file, _open_sheets.put(path, known.data, known))


def _find(file: str) -> _OpenSheet:
    """Return the sheet in a file, reloaded if someone else has changed it."""
    path = check_file(file, FILLED)
    return _open_sheets.get(path) or _open_sheets.load(path, _load)


def _load(path: Path) -> _OpenSheet:
    sheets, _ = load_values(path)
    target = sheets[0].target
    _target_path(target)
    request = request_from_choices({"target": [target], "fill": [path.name]})
    sheet = open_score_sheet(replace(request, wants_fields=True), _cache)
    data = json.loads(path.read_bytes())
    objects = data if isinstance(data, list) else [data]
    heads = tuple({k: v for k, v in each.items() if k != "values"} for each in objects)
    values = tuple(
        {name: value for name, value in each["values"].items() if not sheet.is_fixed(at, name)}
        for at, each in enumerate(objects)
    )
    return _OpenSheet(sheet, heads, isinstance(data, list), values)


def _state(file: str, known: _OpenSheet) -> dict[str, Any]:
    """Return what is written on a sheet; the page computes what follows from it."""
    known.sheet.written(known.values)  # raises problems of a file that was changed elsewhere
    return {
        "file": file,
        "version": digest(known.data),
        "values": known.values,
        "undo": bool(known.past),
        "redo": bool(known.future),
    }


def _spelled(value: FieldValue | None) -> str:
    """Return a value as the page sends it."""
    return "1" if value is True else "" if value in (None, False) else str(value)


def _replaced(field: Field, other: str) -> str:
    """Return what to say about a value of another device that was replaced."""
    catalogue = catalogue_for(default_language(), shipped_folder("layouts"))
    if field.kind == "tick" or not other:
        why = say("another device had changed this. Undo brings that back.")
    else:
        value = show_value(int(other)) if field.kind == "number" else other
        why = say("another device had written '{value}' here. Undo brings it back.", value=value)
    return translated(say("{who}: {what}", who=field.label, what=why), catalogue)


def _refusal_reason(field: Field) -> str:
    """Return the message about a refused number or text, in the language of the page."""
    catalogue = catalogue_for(default_language(), shipped_folder("layouts"))
    if field.kind == "text":
        message = "{field}: please use at most {most} characters"
        return translated(say(message, field=field.label, most=MAX_TEXT), catalogue)
    low, high = field.least, field.most
    which = WORDS[(low is not None) + 2 * (high is not None)]
    bounds = {"least": show_value(low), "most": show_value(high)}
    why = translate_sentence(which, catalogue, **bounds)
    return translated(say("{who}: {what}", who=field.label, what=why), catalogue)
