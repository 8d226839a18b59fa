"""Document assembly: all sheets of one file as pages of paper.

A `DocumentLayout` gathers the facts of the sheets of a request, has them laid out, and yields pages
with their metadata. Nothing is rendered or written here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import product
from typing import TYPE_CHECKING, Literal

from printkit.core import messages
from printkit.core.budget import allow_filled_sheet, current_budget
from printkit.core.colours import hexadecimal
from printkit.core.errors import FitError, LayoutError, PrintkitError, Problems
from printkit.core.languages import catalogue_for
from printkit.core.scene import BLACK, Document, Goal, Page, ScorePage
from printkit.core.source import shipped_folder
from printkit.core.theme import ACCENT_KEYS, AllowedSimilarity, Colours, load_theme
from printkit.layout.cache import LayoutCache
from printkit.layout.context import NODES_A_FILLED_SHEET, FileTotals, Ticket
from printkit.layout.language.loading import load_sheet
from printkit.layout.largeprint import (
    CARD_SCALES,
    PAD_SCALES,
    Enlargement,
    check_paper,
    is_card,
)
from printkit.layout.pages import Edition, ImposedPages, SheetLayout, check_pages
from printkit.layout.translation import translate_sentence
from printkit.pipeline.facts import gather_facts
from printkit.pipeline.gameinfo import chosen_variant, game_info
from printkit.pipeline.selection import Selection
from printkit.pipeline.sheetoptions import settings_for

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue
    from printkit.layout.language.definition import Sheet
    from printkit.pipeline.targets import PlannedSheet
    from printkit.request.options import Request


LARGE_PAPERS = ("a3", "a4", "legal", "letter")
"""Papers on which every shipped sheet fits."""
_ORIENTATIONS = {
    "portrait": messages.say("portrait"),
    "landscape": messages.say("landscape"),
}
SCREEN_FORMAT = "html"
"""The format that keeps score."""
TAGGED = True
"""Whether files are tagged for screen readers; the bench also makes untagged ones, to compare."""


class DocumentLayout:
    """The layout of all sheets of one file.

    The constructor gathers the facts of the sheets (this is when games draw at random), determines
    their pages and places these on paper, and raises problems with any of that. `pages` then lays
    out one page after the other.
    """

    def __init__(
        self,
        request: Request,
        planned_sheets: tuple[PlannedSheet, ...],
        cache: LayoutCache | None = None,
        *,
        checks_legibility: bool = True,
    ) -> None:
        self._request = request
        self._checks_legibility = checks_legibility
        self.planned_sheets = planned_sheets
        self._totals = FileTotals()
        self._cache = cache or LayoutCache()
        self.sheets: list[SheetLayout] = []  # one for each planned sheet
        # The names of the fields on the pages made so far, by the ids of their sheets.
        self.fields: dict[str, set[str]] = {}
        for planned in planned_sheets:
            if planned.filled is not None:
                allow_filled_sheet()
                self._totals.allowed += NODES_A_FILLED_SHEET
            load_sheet(planned.path)  # from the cache, so that its files are noted as read here
            self.sheets += (
                self._large_print(planned) if request.large_print else [self._sheet(planned)]
            )
            check_pages(sum(len(sheet.pages) for sheet in self.sheets))
        with self._with_all_problems():
            self.imposed = ImposedPages(self.sheets, request.side_order())
        self.selection = Selection(request.pages, request.per_page, self.imposed.total)
        self.total = self.selection.total  # the number of pages

    def _large_print(self, planned: PlannedSheet) -> Iterator[SheetLayout]:
        """Lay out a sheet in large print, for each player count at the first scale that fits."""
        check_paper(self._request.paper)
        for count in planned.counts:
            one = planned._replace(counts=(count,))
            groups = [*self._enlargements(planned)]
            fitting: list[SheetLayout] = []
            for ways in groups:
                fitting = [*self._fitting_ways(one, ways)]
                if fitting:
                    break
            # Without any, the problems of the usual way are reported.
            layouts = fitting or [self._sheet(one, groups[0][0])]
            yield min(layouts, key=lambda layout: len(layout.pages))

    def _fitting_ways(
        self, planned: PlannedSheet, ways: Iterable[Enlargement]
    ) -> Iterator[SheetLayout]:
        """Yield the layouts that fit, up to the first one of a single page."""
        for way in ways:
            layout = self._fitting(planned, way)
            if layout:
                yield layout
                if len(layout.pages) == 1:
                    return

    def _fitting(self, planned: PlannedSheet, way: Enlargement) -> SheetLayout | None:
        """Lay out a sheet in large print; return None if it doesn't fit this way."""
        try:
            layout = self._sheet(planned, way)
            return layout if layout.fits() else None
        except PrintkitError:
            if current_budget().is_spent:
                raise
            return None

    def _enlargements(self, planned: PlannedSheet) -> Iterator[list[Enlargement]]:
        """Yield the ways to enlarge a sheet, the better ones first: as it lies, turned; and again
        with words that break."""
        paper = self._request.paper
        if is_card(planned.sheet):
            yield from ([Enlargement(paper, scale, True)] for scale in CARD_SCALES)
            yield [Enlargement(paper, CARD_SCALES[-1], True, breaks_words=True)]
            return
        for breaks, landscape in product((False, True), (None, True, False)):
            yield [Enlargement(paper, scale, False, landscape, breaks) for scale in PAD_SCALES]

    def _sheet(self, planned: PlannedSheet, enlargement: Enlargement | None = None) -> SheetLayout:
        """Gather the facts of a sheet, and determine its pages."""
        sheet, recorded, filled = planned.sheet, planned.recorded, planned.filled
        source = recorded or filled
        request = source.request(self._request) if source else self._request
        catalogue = catalogue_for(request.language, planned.folder)
        theme = load_theme(request.theme, game_info(sheet, request.settings).id, own_colours(sheet))
        ticket = Ticket(
            theme=theme.with_strong_contrast() if enlargement else theme,
            catalogue=catalogue,
            paper=request.paper,
            folder=planned.folder,
            copies=planned.copies,
            print_setup=request.print_setup(),
            totals=self._totals,
            seed=request.seed or (source.sha256 if source else ""),
            tagged=TAGGED,
            wants_node_bounds=request.wants_node_bounds,
            wants_fields=request.wants_fields
            or request.fillable
            or source is not None
            or SCREEN_FORMAT in request.formats,
            checks_legibility=self._checks_legibility,
            enlargement=enlargement,
        )
        filling = recorded.filling(sheet, catalogue) if recorded else None
        written = filling.pages if filling else ()
        editions = []
        for count in planned.counts:
            facts = gather_facts(sheet, request, count, catalogue, planned.folder, filling)
            editions.append(Edition(count, facts, _bookmark(planned, count, catalogue), written))
        # A cache of its own: each scale has other limits for the same boxes.
        layout = SheetLayout(sheet, ticket, editions, LayoutCache() if enlargement else self._cache)
        if filled is not None:
            layout.pages = filled.fill_pages(sheet, layout.pages)
        return layout

    def pages(self) -> Iterator[Page]:
        """Lay out the pages in order; problems are raised after the last one."""
        return self.selection.pages(self._pages())

    def _pages(self) -> Iterator[Page]:
        with self._with_all_problems():
            for page in self.imposed.pages():
                fields = [field for sheet in page.sheets for field in sheet.fields]
                for sheet in page.sheets if fields else ():
                    names = (field.name.removeprefix(sheet.prefix) for field in sheet.fields)
                    self.fields.setdefault(sheet.id, set()).update(names)
                is_form = fields and self._request.fillable
                yield page._replace(fields=tuple(fields)) if is_form else page
        self.check()
        self._check_written()

    def check(self) -> None:
        """Raise the problems of the pages made so far, if any."""
        if problems := self._problems():
            raise Problems(problems)

    def _check_written(self) -> None:
        """Check that a sheet to be filled in has fields."""
        if self.imposed.order == "backs":
            return
        for planned in self.planned_sheets:
            sheet = planned.sheet
            empty = not self.fields.get(sheet.id) and not sheet.recorded
            if empty and (planned.recorded is not None or planned.filled is not None):
                option = "--from-game" if planned.recorded is not None else "--fill"
                message = messages.say("{sheet} has no fields to fill in", sheet=sheet.id)
                raise PrintkitError(message, hint=f"leave {option} out")

    @contextmanager
    def _with_all_problems(self) -> Iterator[None]:
        """Raise a fatal error together with the problems found before it."""
        try:
            yield
        except LayoutError as error:
            raise Problems([*self._problems(), error]) from None

    def _problems(self) -> list[PrintkitError]:
        """Return the problems of the pages made so far.

        For a shipped sheet on unsuitable paper, one sentence replaces the list of lines.
        """
        found: list[PrintkitError] = []
        for planned, sheet in zip(self.planned_sheets, self.sheets, strict=False):
            problems = [*sheet.context.problems]
            if any(isinstance(problem, FitError) for problem in problems):
                problems = _summarize(problems, planned, self._request)
            found += problems
        return found

    def left_out(self) -> Iterator[tuple[str, list[str]]]:
        """Yield the sheets without fields for what a recorded game writes there, and the names."""
        recorded = () if self._request.pages else self.planned_sheets
        for planned in (one for one in recorded if one.recorded is not None):
            from printkit.filling.recordedgame import RecordedGame
            from printkit.rules.results import Filling

            if isinstance(planned.recorded, RecordedGame):
                own = planned.sheet.id.partition("/")[2]
                filling = planned.recorded.written.get(own, Filling((), is_partial=True))
                written = {
                    name for page in filling.pages for name in page if page[name] is not False
                }
                names = written.union(filling.entries) - self.fields.get(planned.sheet.id, set())
                if names and not filling.is_partial:
                    yield planned.sheet.title.text, sorted(names)

    def uses_facts(self, *names: str) -> bool:
        """Return whether a sheet uses one of these facts; a draw may depend on all of them."""
        uses = any(sheet.context.uses_facts(names) for sheet in self.sheets)
        return uses or any(planned.sheet.offers for planned in self.planned_sheets)

    def findings(
        self, kind: Literal["problems", "hard_to_read", "undescribed"]
    ) -> list[PrintkitError]:
        """Return what was found on the pages made so far.

        That is problems, text that is hard to read in this theme, or pictures without alt text.
        """
        return [one for sheet in self.sheets for one in getattr(sheet.context, kind)]

    @property
    def document(self) -> Document:
        """The metadata of the file."""
        catalogue = catalogue_for(self._request.language, self.planned_sheets[0].folder)
        titles = list(dict.fromkeys(": ".join(sheet.titles) for sheet in self.sheets))
        title = titles[0] if len(titles) == 1 else self.planned_sheets[0].kit or titles[0]
        refusals: tuple[str, ...] = ()
        if self._request.fillable:
            from printkit.core.formulas.javascript import WORDS

            refusals = tuple(map(catalogue.translate, WORDS))
        is_page = SCREEN_FORMAT in self._request.formats
        similar = (one for sheet in self.sheets for one in sheet.ticket.theme.similar_colours())
        return Document(
            title,
            self._request.language.replace("_", "-"),
            subject="; ".join(titles),
            duplex=self.duplex,
            refusals=refusals,
            tagged=TAGGED,
            similar_colours=tuple(dict.fromkeys(similar)),
            score_page=self.score_page() if is_page else ScorePage(),
        )

    def score_page(self) -> ScorePage:
        """Return what a page on a screen says and knows."""
        from printkit.backends.html.page import texts

        first = self.planned_sheets[0]
        catalogue = catalogue_for(self._request.language, first.folder)
        accent = self.sheets[0].ticket.theme.colours["accent-dark"] or BLACK
        return ScorePage(
            *catalogue.page_words(texts()),
            {planned.sheet.id: self._head(planned) for planned in self.planned_sheets},
            {layout.sheet.id: _goal(layout) for layout in self.sheets},
            hexadecimal(accent),
            self._request.is_app,
        )

    def _head(self, planned: PlannedSheet) -> Mapping[str, object]:
        """Return what a file of values for a sheet says besides its values."""
        source, sheet = planned.recorded or planned.filled, planned.sheet
        request = source.request(self._request) if source else self._request
        is_shipped = planned.path.is_relative_to(shipped_folder("layouts"))
        head: dict[str, object] = {"target": sheet.id if is_shipped else planned.path.name}
        if request.names:
            head["names"] = list(request.names)
        variant = chosen_variant(sheet, request)
        if variant != game_info(sheet).variants[0]:
            head["variant"] = variant
        if settings := settings_for(sheet, request.settings):
            head["set"] = settings
        if sheet.needs_seed:
            head["seed"] = request.seed
        return head

    @property
    def duplex(self) -> Literal["", "long", "short"]:
        """The edge on which the printer flips the paper, if it prints backs."""
        if self.imposed.order:
            return ""
        backs = {imposition.backs for imposition in self.imposed.impositions}
        return "long" if "long" in backs else "short" if "short" in backs else ""


def _goal(layout: SheetLayout) -> Goal:
    """Return what wins on a sheet; a formula for that may name any of its fields."""
    sheet = layout.sheet
    pages = [page for page in layout.pages if page.number == 0] if sheet.over is not None else []
    return layout.goal([field.name for page in pages for field in page.fields()])


def _bookmark(planned: PlannedSheet, count: int, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the titles of a sheet in a PDF's outline: its kit's, if it has one, and its own."""
    title = catalogue.translate(planned.sheet.title.text)
    if len(planned.counts) > 1:
        players = translate_sentence(
            "{count} {plural(count, 'player', 'players')}", catalogue, count=count
        )
        title = f"{title}, {players}"
    return (catalogue.translate(planned.kit), title) if planned.kit else (title,)


def _summarize(
    problems: list[PrintkitError], planned: PlannedSheet, request: Request
) -> list[PrintkitError]:
    """Replace the problems of a shipped sheet that doesn't fit on unusual paper by one sentence."""
    is_usual = request.paper.name in LARGE_PAPERS and not request.orientation
    if is_usual or not planned.path.is_relative_to(shipped_folder("layouts")):
        return problems
    sheet, paper = planned.sheet.id, request.paper.name
    if request.orientation:
        message = messages.say(
            "{sheet} doesn't fit on {paper} paper in {orientation}",
            sheet=sheet,
            paper=paper,
            orientation=_ORIENTATIONS[request.orientation],
        )
        hint: str = "leave --orientation out"
    else:
        message = messages.say("{sheet} doesn't fit on {paper} paper", sheet=sheet, paper=paper)
        hint = messages.say("it is made for a4 and letter paper")
    others = [problem for problem in problems if not isinstance(problem, LayoutError)]
    return [PrintkitError(message, hint=hint), *others]


def own_colours(sheet: Sheet) -> Colours:
    """Return the colours that a layout defines itself."""
    accepted = tuple(AllowedSimilarity(one.colours, one.beside, one.because) for one in sheet.alike)
    if sheet.accent is None:
        return Colours(palette=sheet.palette, accepted=accepted)
    accents = {name: getattr(sheet.accent, name).name for name in ACCENT_KEYS}
    for name, text in accents.items():
        if not text.startswith("#"):
            raise LayoutError(f"{name} must be a colour like #3f8f5f", sheet.accent.where)
    return Colours(accents, sheet.palette, accepted)
