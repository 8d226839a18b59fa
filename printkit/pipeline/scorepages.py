"""The pages of a score sheet for a screen: empty ones to write on, and those of its result.

`open_score_sheet` makes the pages of a sheet without the values, as data and markup for the page
code of the HTML backend.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from printkit.backends.html import ScorePages
from printkit.core.budget import limit_work
from printkit.core.errors import PrintkitError, Where
from printkit.core.languages import catalogue_for
from printkit.core.scene import Document, Goal
from printkit.core.scores import find_scores
from printkit.core.source import shipped_folder
from printkit.filling.bgstats import PLAY_ID, day_of, play_link, players_by_seat
from printkit.filling.scoresheet import ScoredGame, ScoreSheet
from printkit.filling.valuesfile import SheetValues, ValuesGroup
from printkit.games import find
from printkit.layout.language.loading import RESULT, load_sheet, sheet_path, shipped_results
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.gameinfo import game_info
from printkit.pipeline.main import prepare
from printkit.pipeline.preview import svg_pages
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
    title: str = ""  # of the game, in the sheet's language
    goal: Goal = Goal()


@limit_work()
def writable(request: Request, cache: LayoutCache) -> Writable:
    """Return the fields of the sheet that a request prints; none if it only has names."""
    with recording_fonts(forbid=request.no_system_fonts):
        request, (planned, *_) = prepare(replace(request, wants_fields=True))
        counts = planned.counts[:1]
        layout = DocumentLayout(request, (planned._replace(counts=counts),), cache)
        sheet = layout.sheets[0]
        sheets = (SheetValues({}, Where),) * (1 + max(page.number for page in sheet.pages))
        fields = ValuesGroup(sheets, "").fields(sheet.pages)
    seats = {f"name.{number}" for number in range(1, counts[0] + 1)}
    if not all(own.keys() - seats for own in fields):
        return Writable((), scores=False)
    counted = find_scores(fields, counts[0])
    return Writable(tuple(fields), counted is not None, sheet.titles[0], sheet.goal(fields[0]))


@limit_work()
def open_score_sheet(request: Request, cache: LayoutCache) -> ScoreSheet:
    """Open the sheet that a request fills in, as empty pages; raise its file's problems."""
    with recording_fonts(forbid=request.no_system_fonts):
        request, planned_sheets = prepare(request)
        DocumentLayout(request, planned_sheets, cache).check()  # raises problems with its values
        groups = [planned.filled for planned in planned_sheets if planned.filled is not None]
        blanks = tuple(
            planned._replace(filled=group.without_values())
            for planned, group in zip(planned_sheets, groups, strict=True)
        )
        layout = DocumentLayout(request, blanks, cache)
        pages = ScorePages(Document("", request.language, score_page=layout.score_page()))
        for page in layout.pages():
            pages.add(page)
    pairs = zip(groups, layout.sheets, strict=True)
    fields = tuple(each for group, sheet in pairs for each in group.fields(sheet.pages))
    first = planned_sheets[0]
    if not any(fields):
        raise PrintkitError(f"{first.sheet.id} has no fields: there is nothing to fill in")
    sheets = tuple(each for group in groups for each in group.sheets)
    pages.sort()
    data = pages.data()
    numbers = pages.numbers
    objects = [*range(len(sheets))] if len(numbers) == len(sheets) else numbers
    players = tuple(data["players"]) if len(planned_sheets) == 1 else ()
    sheet = layout.sheets[0]
    return ScoreSheet(
        first.sheet,
        request,
        catalogue_for(request.language, first.folder),
        sheets,
        fields,
        {**data, "objects": objects, "markup": pages.markup()},
        players,
        sheet.titles[0],
        sheet.goal(fields[0]),
    )


def score_link(sheet: ScoreSheet, scores: Scores) -> str:
    """Return the link that logs a game; empty if its file has no date."""
    first = sheet.sheets[0]
    date = parse_date(first.date)
    if date is None:
        return ""
    info = game_info(sheet.definition)
    is_own = not sheet.definition.game
    game = sheet.definition.id if is_own else info.id, sheet.title
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
    day = day_of(parse_date(sheet.sheets[0].date))
    scored = ScoredGame(scores, unit, sheet.title, score_link(sheet, scores), day)
    planned = PlannedSheet(load_sheet(path), path, (len(scores.players),), 1, "", scored)
    request = replace(sheet.request, names=scores.players, settings={}, variant=None, fill=None)
    layout = DocumentLayout(request, (planned,), cache)
    return svg_pages(layout.pages(), request)
