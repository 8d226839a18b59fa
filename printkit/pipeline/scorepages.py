"""The pages of a score sheet for a screen: empty ones to write on, and those of its result.

`open_score_sheet` makes the pages of a sheet as SVG without the values, and every field with its
position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from printkit.core.budget import limit_work
from printkit.core.errors import PrintkitError, Where
from printkit.core.languages import catalogue_for
from printkit.core.source import shipped_folder
from printkit.filling.bgstats import PLAY_ID, day_of, play_link, players_by_seat
from printkit.filling.scoresheet import (
    BlankPage,
    Place,
    ScoredGame,
    ScoreSheet,
    last_formula,
    score_names,
)
from printkit.filling.valuesfile import SheetValues, ValuesGroup
from printkit.games import find
from printkit.layout.language.loading import RESULT, load_sheet, sheet_path, shipped_results
from printkit.layout.translation import translate_sentence
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.gameinfo import game_info
from printkit.pipeline.main import prepare
from printkit.pipeline.preview import svg_page
from printkit.pipeline.targets import PlannedSheet
from printkit.rules.record import parse_date
from printkit.rules.results import Scores, ranking_of
from printkit.text.faces import recording_fonts

if TYPE_CHECKING:
    from printkit.core.scene import Field, Page
    from printkit.layout.cache import LayoutCache
    from printkit.request.options import Request
    from printkit.rules.results import FieldValue

    Values = Mapping[str, FieldValue]

RESULT_LAYOUT: Final = "scores"


class Writable(NamedTuple):
    """The fields of a sheet."""

    fields: tuple[Mapping[str, Field], ...]  # of each printed sheet, by name
    scores: bool  # whether it has fields for scores


@limit_work()
def writable(request: Request, cache: LayoutCache) -> Writable:
    """Return the fields of the sheet that a request prints; none if it only has names."""
    with recording_fonts(forbid=request.no_system_fonts):
        request, (planned, *_) = prepare(replace(request, wants_fields=True))
        counts = planned.counts[:1]
        layout = DocumentLayout(request, (planned._replace(counts=counts),), cache)
        pages = layout.sheets[0].pages
        sheets = (SheetValues({}, Where),) * (1 + max(page.number for page in pages))
        fields = ValuesGroup(sheets, "").fields(pages)
    seats = {f"name.{number}" for number in range(1, counts[0] + 1)}
    if not all(own.keys() - seats for own in fields):
        return Writable((), scores=False)
    is_each = planned.sheet.loop is not None and len(fields) == counts[0]
    counted = last_formula(fields[0]) if is_each else score_names(fields[0], counts[0])
    return Writable(tuple(fields), bool(counted))


@limit_work()
def open_score_sheet(request: Request, cache: LayoutCache) -> ScoreSheet:
    """Open the sheet that a request fills in, as empty pages; raise its file's problems."""
    with recording_fonts(forbid=request.no_system_fonts):
        request, planned_sheets = prepare(request)
        DocumentLayout(request, planned_sheets, cache).check()  # raises problems with its values
        parts = [_part(request, planned, cache) for planned in planned_sheets]
    first = planned_sheets[0]
    sheets = tuple(each for part in parts for each in part.sheets)
    fields = tuple(each for part in parts for each in part.fields)
    if not any(fields):
        raise PrintkitError(f"{first.sheet.id} has no fields: there is nothing to fill in")
    starts = [sum(len(part.sheets) for part in parts[:at]) for at in range(len(parts))]
    pages = [
        page._replace(sheet=page.sheet + start)
        for part, start in zip(parts, starts, strict=True)
        for page in part.pages
    ]
    players = parts[0].players if len(parts) == 1 else ()
    ordered = tuple(sorted(pages, key=lambda page: page.sheet))
    return parts[0]._replace(sheets=sheets, fields=fields, pages=ordered, players=players)


def _part(request: Request, planned: PlannedSheet, cache: LayoutCache) -> ScoreSheet:
    """Open those sheets of a file that are for the same players."""
    filled = planned.filled
    assert filled is not None
    empty = tuple(replace(sheet, values={}) for sheet in filled.sheets)
    blank = planned._replace(filled=replace(filled, sheets=empty))
    layout = DocumentLayout(request, (blank,), cache)
    pages = tuple(page for paper in layout.pages() for page in _pages(paper, request.language))
    catalogue = catalogue_for(request.language, planned.folder)
    fields = tuple(filled.fields(layout.sheets[0].pages))
    names = filled.sheets[0].names or request.names
    count = planned.counts[0]
    players = names or tuple(
        translate_sentence("Player {number}", catalogue, number=number)
        for number in range(1, count + 1)
    )
    return ScoreSheet(planned.sheet, request, catalogue, filled.sheets, fields, pages, players)


def _pages(paper: Page, language: str) -> Iterator[BlankPage]:
    """Yield the pages on a paper that have fields."""
    svg = svg_page(paper, language, outline=False)
    for placed in paper.sheets:
        if placed.fields and placed.box is not None:
            names = (field.name.removeprefix(placed.prefix) for field in placed.fields)
            places = tuple(map(Place, names, placed.fields))
            yield BlankPage(placed.number, placed.title, svg, placed.box, places)


def score_link(sheet: ScoreSheet, scores: Scores) -> str:
    """Return the link that logs a game; empty if its file has no date."""
    first = sheet.sheets[0]
    date = parse_date(first.date)
    if date is None:
        return ""
    info = game_info(sheet.definition)
    is_own = not sheet.definition.game
    game = sheet.definition.id if is_own else info.id, sheet.catalogue.translate(info.title)
    ranking = ranking_of(scores)
    known = "\n".join((first.target, first.date, *scores.players))
    play_id = sha256(known.encode()).hexdigest()[:PLAY_ID]
    return play_link(game, date, players_by_seat(ranking), play_id)


@limit_work()
def result_pages(sheet: ScoreSheet, scores: Scores, cache: LayoutCache) -> list[tuple[Page, bytes]]:
    """Return the result sheet of the game, or the generic one, as SVG."""
    own = sheet.definition
    name = f"{own.game}/{RESULT}"
    shipped = shipped_folder("layouts") / f"{RESULT_LAYOUT}.yaml"
    path = sheet_path(name) if name in shipped_results() else shipped
    game = find(own.game) if own.game else None
    unit = game.result.unit if game and game.result else "Points"
    title = sheet.catalogue.translate(game_info(own).title)
    day = day_of(parse_date(sheet.sheets[0].date))
    scored = ScoredGame(scores, unit, title, score_link(sheet, scores), day)
    planned = PlannedSheet(load_sheet(path), path, (len(scores.players),), 1, "", scored)
    request = replace(sheet.request, names=scores.players, settings={}, variant=None, fill=None)
    layout = DocumentLayout(request, (planned,), cache)
    return [(page, svg_page(page, request.language, outline=False)) for page in layout.pages()]
