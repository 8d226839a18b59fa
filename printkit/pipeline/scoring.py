"""Score sheets on a screen: a file of values (`--fill`) as empty pages with form fields.

`open_score_sheet` makes the pages of a sheet as SVG without the values, and every field with its
position. `ScoreSheet.scores` finds the points of each player in the values, in total and after each
round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from printkit.core.budget import limit_work
from printkit.core.errors import Findings, PrintkitError, Problems, Where
from printkit.core.source import shipped_folder
from printkit.games import find
from printkit.layout.language.loading import RESULT, load_sheet, sheet_path, shipped_results
from printkit.layout.translation import translate_sentence
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.filled import Filled, FilledSheet, values_written
from printkit.pipeline.gameinfo import game_info
from printkit.pipeline.main import prepare
from printkit.pipeline.playlog import PLAY_ID, day_of, log_facts, play_link, ranked
from printkit.pipeline.preferences import catalogue_for
from printkit.pipeline.preview import svg_page
from printkit.pipeline.targets import PlannedSheet
from printkit.rules.record import parse_date
from printkit.rules.results import ROUND, Filling, Scores, ranking_of, score_facts
from printkit.text.faces import recording_fonts

if TYPE_CHECKING:
    from printkit.core.geometry import Bounds
    from printkit.core.i18n import Catalogue
    from printkit.core.scene import Field, Page, PlacedSheet
    from printkit.layout.cache import LayoutCache
    from printkit.layout.language.definition import Sheet
    from printkit.pipeline.request import Request
    from printkit.rules.results import FieldValue

    Values = Mapping[str, FieldValue]

RESULT_LAYOUT: Final = "scores"


class Place(NamedTuple):
    """A field with its position on the page; `name` is its name within the sheet."""

    name: str
    field: Field


class BlankPage(NamedTuple):
    """A page to write on: a sheet of the file, or one of its pages."""

    sheet: int  # the index of its sheet in the file
    title: str  # of its bookmark
    svg: bytes  # of the whole paper
    box: Bounds  # the part of the paper that is this page, in points
    places: tuple[Place, ...]


class ScoreSheet(NamedTuple):
    """A sheet to fill in on a screen, or one for each player."""

    definition: Sheet
    request: Request
    catalogue: Catalogue  # of its language
    sheets: tuple[FilledSheet, ...]  # from the file
    fields: tuple[Mapping[str, Field], ...]  # of each sheet, by name
    pages: tuple[BlankPage, ...]
    players: tuple[str, ...]

    def is_fixed(self, sheet: int, name: str) -> bool:
        """Return whether a field is read-only: computed by a formula, or a player's name."""
        names = range(1, len(self.sheets[sheet].names) + 1)
        by_name = name in {f"name.{number}" for number in names}
        return by_name or self.fields[sheet][name].formula is not None

    def written(self, values: Sequence[Values]) -> list[dict[str, FieldValue]]:
        """Return the values, including computed ones; raise an error for an invalid one."""
        problems = Findings()
        found = [
            values_written(replace(sheet, values=own), fields, problems)
            for sheet, fields, own in zip(self.sheets, self.fields, values, strict=True)
        ]
        if problems:
            raise Problems(problems)
        return found

    def scores(self, written: Sequence[Values]) -> Scores | None:
        """Return each player's points; None if the sheet has no scores, or none are written yet."""
        count = len(self.players)
        if count and len(self.sheets) == count and self.definition.loop is not None:
            lasts = [_last_formula(fields) for fields in self.fields]
            points = [own.get(last) for own, last in zip(written, lasts, strict=True)]
            rounds: list[tuple[float, ...]] = []
        elif count and len(self.sheets) == 1:
            names = _score_names(self.fields[0], count)
            points = [written[0].get(name) for name in names]
            rounds = _rounds(self.fields[0], written[0], points)
        else:
            return None
        if rounds and all(each is None for each in points):
            points = list(rounds[-1])
        if all(each is None for each in points):
            return None
        amounts = tuple(_amount(each) for each in points)
        best = max(amounts)
        winners = tuple(
            name for name, has in zip(self.players, amounts, strict=True) if has == best
        )
        return Scores(self.players, amounts, tuple(rounds), winners)


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
        sheets = (FilledSheet({}, Where),) * (1 + max(page.number for page in pages))
        fields = Filled(sheets, "").fields(pages)
    seats = {f"name.{number}" for number in range(1, counts[0] + 1)}
    if not all(own.keys() - seats for own in fields):
        return Writable((), scores=False)
    is_each = planned.sheet.loop is not None and len(fields) == counts[0]
    counted = _last_formula(fields[0]) if is_each else _score_names(fields[0], counts[0])
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
            yield BlankPage(placed.number, placed.title, svg, placed.box, tuple(_places(placed)))


def _places(placed: PlacedSheet) -> Iterator[Place]:
    for field in placed.fields:
        yield Place(field.name.removeprefix(placed.prefix), field)


def _amount(value: FieldValue | None) -> float:
    return value if isinstance(value, int | float) else 0


def _last_formula(fields: Mapping[str, Field]) -> str:
    formulas = [name for name, field in fields.items() if field.formula is not None]
    return formulas[-1] if formulas else ""


def _score_names(fields: Mapping[str, Field], count: int) -> list[str]:
    """Return the fields with the final scores: the last number that every player has.

    Computed ones are preferred to written ones, and `total.1` to `total.3.1`.
    """
    heads = dict.fromkeys(name.rpartition(".")[0] for name in fields if count)
    found = [
        [f"{head}.{seat}" for seat in range(1, count + 1)]
        for head in heads
        if head and all(_is_number(fields, f"{head}.{seat}") for seat in range(1, count + 1))
    ]
    computed = [names for names in found if fields[names[0]].formula is not None]
    plain = [names for names in found if names[0].count(".") == 1]
    both = [names for names in computed if names in plain]
    return next((names[-1] for names in (both, computed, plain) if names), [])


def _is_number(fields: Mapping[str, Field], name: str) -> bool:
    return name in fields and fields[name].kind == "number"


def _rounds(
    fields: Mapping[str, Field], written: Values, points: Sequence[FieldValue | None]
) -> list[tuple[float, ...]]:
    """Return the scores after each round, if fields like `total.1.2` add up to the points."""
    count = len(points)
    for head in dict.fromkeys(name.partition(".")[0] for name in fields):
        rows = _rows(fields, written, head, count)
        is_computed = rows and fields[f"{head}.1.1"].formula is not None
        totals = rows if is_computed else _sums(rows)
        unknown = is_computed and all(each is None for each in points)
        if totals and (unknown or list(totals[-1]) == [_amount(each) for each in points]):
            return totals
    return []


def _rows(
    fields: Mapping[str, Field], written: Values, head: str, count: int
) -> list[tuple[float, ...]]:
    """Return the numbers in `head.1.1`, `head.1.2` and so on, up to the first empty round."""
    rows: list[tuple[float, ...]] = []
    while True:
        names = [f"{head}.{len(rows) + 1}.{seat}" for seat in range(1, count + 1)]
        if not all(_is_number(fields, name) for name in names):
            return rows
        given = [written.get(name) for name in names]
        if all(each is None for each in given):
            return rows
        is_computed = fields[names[0]].formula is not None
        before = rows[-1] if rows and is_computed else (0,) * count
        rows.append(
            tuple(
                old if new is None else _amount(new) for old, new in zip(before, given, strict=True)
            )
        )


def _sums(rows: Sequence[tuple[float, ...]]) -> list[tuple[float, ...]]:
    """Return the running totals of the rounds."""
    totals: list[tuple[float, ...]] = []
    for row in rows:
        before = totals[-1] if totals else (0,) * len(row)
        totals.append(tuple(old + new for old, new in zip(before, row, strict=True)))
    return totals


class Scored(NamedTuple):
    """The points on a score sheet, used in place of a recorded game."""

    scores: Scores
    unit: str  # of the points, in English
    title: str  # of the game
    link: str = ""  # that logs the game
    date: str = ""  # the day it was played
    sha256: str = ""

    def request(self, request: Request) -> Request:
        """Return the request unchanged, because its players are known."""
        return request

    def filling(self, sheet: Sheet, catalogue: Catalogue) -> Filling:
        """Return the points as facts of the result sheet."""
        facts = score_facts(
            self.scores, self.unit, ROUND, partial(translate_sentence, catalogue=catalogue)
        )
        own = {} if sheet.game else {"game": {"id": "own", "title": self.title}}
        shown = {**facts, "proof": "", "date": self.date, "log": log_facts(self.link)}
        return Filling(({},), facts={"result": shown, **own})


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
    return play_link(game, date, ranked(ranking), play_id)


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
    scored = Scored(scores, unit, title, score_link(sheet, scores), day)
    planned = PlannedSheet(load_sheet(path), path, (len(scores.players),), 1, "", scored)
    request = replace(sheet.request, names=scores.players, settings={}, variant=None, fill=None)
    layout = DocumentLayout(request, (planned,), cache)
    return [(page, svg_page(page, request.language, outline=False)) for page in layout.pages()]
