"""Finds the games on score sheets: files of values, as the studio and pages on a screen save them.

The layout of a sheet says which of its fields have the scores, and who wins.
"""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

from printkit.core.datafile import load_data
from printkit.core.errors import LayoutError, PrintkitError, Where
from printkit.core.filecache import cached, digest
from printkit.core.languages import catalogue_for
from printkit.core.source import beside
from printkit.core.units import counted
from printkit.filling.scoresheet import ScoreSheet
from printkit.filling.valuesfile import SheetValues, load_values
from printkit.layout.cache import LayoutCache
from printkit.layout.language.loading import load_sheet, sheet_path
from printkit.pipeline.gameinfo import game_info
from printkit.pipeline.scorepages import Writable, writable
from printkit.request.reader import request_from_keywords
from printkit.request.values import known_targets
from printkit.rules.results import ranking_of
from printkit.season.filecontent import (
    FileContent,
    FoundGame,
    NotCounted,
    moment_of,
    not_counted,
    problem_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from printkit.request.options import Request

FIELDS_KEPT: Final = 64  # the sheets whose fields are remembered

_SHEET: Final = "a score sheet of printkit has a target, names and values"


def read_score_sheets(path: Path) -> FileContent:
    """Return the games of a file of values: one for each object, or for each table of players."""
    name = str(path)
    if not _has_values(load_data(path, name)):
        return not_counted(name, "this isn't a score sheet", hint=_SHEET, cause="other")
    sheets, _ = load_values(path)
    games: list[FoundGame] = []
    problems: list[NotCounted] = []
    grouped = groupby(enumerate(sheets), lambda each: _table_key(path, *each))
    tables = [[sheet for _, sheet in group] for _, group in grouped]
    for together in tables:
        line = together[0].where().line if len(tables) > 1 else 0
        try:
            found = _scored_game(path, together)
        except PrintkitError as error:
            problems.append(problem_of(error, name))
            continue
        if isinstance(found, str):
            problems.append(NotCounted(name, line, found, cause="unfinished"))
        else:
            games.append(found._replace(line=line))
    return FileContent(tuple(games), tuple(problems))


def _has_values(data: object) -> bool:
    rows = data if isinstance(data, list) else [data]
    return any(isinstance(row, dict) and "values" in row for row in rows)


def _table_key(path: Path, number: int, sheet: SheetValues) -> object:
    """Return a key that is equal for the sheets of one game, if everyone has one."""
    try:
        is_each = load_sheet(_target_path(path, sheet)).loop is not None
    except PrintkitError:
        is_each = False
    return (sheet.target, sheet.date, sheet.edition) if is_each else number


def _target_path(path: Path, sheet: SheetValues) -> Path:
    """Return the layout of a score sheet: a shipped one, or one beside its file."""
    if not sheet.target:
        raise LayoutError(
            "the file does not say which sheet it is for",
            sheet.where(),
            'add "target": "attribute/score-pad"',
        )
    if sheet.target in known_targets():
        return sheet_path(sheet.target)
    return beside(path.parent, sheet.target, "layout", sheet.where("target"))


def open_game(path: Path, sheets: Sequence[SheetValues]) -> ScoreSheet:
    """Return the score sheet of a game, which may have a sheet for each player."""
    first = sheets[0]
    layout = _target_path(path, first)
    if len(first.names) == 1:
        raise LayoutError("a game needs at least two players", first.where(), "it has 1")
    if not first.names:
        raise LayoutError(
            "this score sheet has no names", first.where(), 'write "names": ["Ann", "Ben"]'
        )
    definition = load_sheet(layout)
    request = _request(layout, first)
    seed = (first.seed or "") if definition.needs_seed else ""
    blank = _blank(layout, len(first.names), first.variant, first.settings, seed)
    if len(blank.fields) != len(sheets):
        message = f"{definition.id} has {counted(len(blank.fields), 'sheet')} for these players"
        raise LayoutError(message, first.where(), f"the file has {len(sheets)}")
    catalogue = catalogue_for(request.language, layout.parent)
    return ScoreSheet(
        definition, request, catalogue, tuple(sheets), blank.fields, {}, first.names, blank.title,
        blank.goal,
    )  # fmt: skip


def _scored_game(path: Path, sheets: Sequence[SheetValues]) -> FoundGame | str:
    """Return the game on these sheets, or why it isn't one yet."""
    first, sheet = sheets[0], open_game(path, sheets)
    definition = sheet.definition
    written = sheet.written([each.values for each in sheets])
    scores = sheet.scores(written)
    if scores is None:
        return "not finished: it has no scores"
    if missing := sheet.without_points(written):
        return f"not finished: no score for {', '.join(missing)}"
    if not scores.winners:
        return "not finished: nobody has won yet"
    places = {each["number"]: each["place"] for each in ranking_of(scores)}
    game = game_info(definition).id if definition.game else sheet.title
    title = game_info(definition).title if definition.game else sheet.title
    values = json.dumps([dict(each.values) for each in sheets], sort_keys=True)
    return FoundGame(
        "score sheet",
        0,
        game,
        title,
        moment_of(first.date),
        first.names,
        scores.points,
        tuple(places[seat] for seat in range(1, len(first.names) + 1)),
        digest(f"{first.target} {values}".encode()),
    )


def _request(layout: Path, sheet: SheetValues) -> Request:
    """Return the request for a sheet of these players, whose fields don't depend on names."""
    options = {
        "names": [f"P{seat}" for seat in range(1, len(sheet.names) + 1)],
        "variant": sheet.variant,
        "set": dict(sheet.settings),
        "seed": sheet.seed or "season",
        "lang": "en",
    }
    return request_from_keywords({"target": str(layout), **options}, no_offset=True)


@cached(maxsize=FIELDS_KEPT)
def _blank(
    layout: Path, count: int, variant: str | None, settings: tuple[tuple[str, str], ...], seed: str
) -> Writable:
    """Return the fields of a sheet for this many players, and what wins on it."""
    names = tuple(map(str, range(count)))
    blank = SheetValues({}, Where, "", names, variant, settings, seed)
    return writable(_request(layout, blank), LayoutCache())
