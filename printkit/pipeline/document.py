"""Document assembly: all sheets of one file as pages of paper.

A `DocumentLayout` gathers the facts of the sheets of a request, has them laid out, and yields pages
with their metadata. Nothing is rendered or written here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from printkit.core import messages
from printkit.core.errors import FitError, LayoutError, PrintkitError, Problems
from printkit.core.languages import catalogue_for
from printkit.core.scene import Document, Page
from printkit.core.source import shipped_folder
from printkit.core.theme import ACCENT_KEYS, AllowedSimilarity, Colours, load_theme
from printkit.layout.cache import LayoutCache
from printkit.layout.context import FileTotals, Ticket
from printkit.layout.language.loading import load_sheet
from printkit.layout.pages import Edition, ImposedPages, SheetLayout, check_pages
from printkit.layout.translation import translate_sentence
from printkit.pipeline.facts import gather_facts
from printkit.pipeline.gameinfo import game_info
from printkit.pipeline.selection import Selection

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue
    from printkit.layout.language.definition import Sheet
    from printkit.pipeline.targets import PlannedSheet
    from printkit.request.options import Request


LARGE_PAPERS = ("a3", "a4", "legal", "letter")
"""Papers on which every shipped sheet fits."""
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
        self.sheets_with_fields: set[str] = (
            set()
        )  # ids of the sheets with fields on pages made so far
        for planned in planned_sheets:
            load_sheet(planned.path)  # from the cache, so that its files are noted as read here
            self.sheets.append(self._sheet(planned))
            check_pages(sum(len(sheet.pages) for sheet in self.sheets))
        with self._with_all_problems():
            self.imposed = ImposedPages(self.sheets, request.side_order())
        self.selection = Selection(request.pages, request.per_page, self.imposed.total)
        self.total = self.selection.total  # the number of pages

    def _sheet(self, planned: PlannedSheet) -> SheetLayout:
        """Gather the facts of a sheet, and determine its pages."""
        sheet, recorded, filled = planned.sheet, planned.recorded, planned.filled
        source = recorded or filled
        request = source.request(self._request) if source else self._request
        catalogue = catalogue_for(request.language, planned.folder)
        ticket = Ticket(
            theme=load_theme(request.theme, game_info(sheet).id, own_colours(sheet)),
            catalogue=catalogue,
            paper=request.paper,
            folder=planned.folder,
            copies=planned.copies,
            print_setup=request.print_setup(),
            totals=self._totals,
            seed=request.seed or (source.sha256 if source else ""),
            tagged=TAGGED,
            wants_node_bounds=request.wants_node_bounds,
            wants_fields=request.wants_fields or request.fillable or source is not None,
            checks_legibility=self._checks_legibility,
        )
        filling = recorded.filling(sheet, catalogue) if recorded else None
        written = filling.pages if filling else ()
        editions = []
        for count in planned.counts:
            facts = gather_facts(sheet, request, count, catalogue, planned.folder, filling)
            editions.append(Edition(count, facts, _bookmark(planned, count, catalogue), written))
        layout = SheetLayout(sheet, ticket, editions, self._cache)
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
                if fields:
                    self.sheets_with_fields.update(
                        sheet.id for sheet in page.sheets if sheet.fields
                    )
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
            empty = sheet.id not in self.sheets_with_fields and not sheet.recorded
            if empty and (planned.recorded is not None or planned.filled is not None):
                option = "--record" if planned.recorded is not None else "--fill"
                message = f"{sheet.id} has no fields to fill in"
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
        names = [(game_info(one.sheet).title, one.sheet.title.text) for one in self.planned_sheets]
        titles = list(dict.fromkeys(": ".join(map(catalogue.translate, pair)) for pair in names))
        title = titles[0] if len(titles) == 1 else self.planned_sheets[0].kit or titles[0]
        refusals: tuple[str, ...] = ()
        if self._request.fillable:
            from printkit.core.formulas.javascript import WORDS

            refusals = tuple(map(catalogue.translate, WORDS))
        similar = (one for sheet in self.sheets for one in sheet.ticket.theme.similar_colours())
        return Document(
            title,
            self._request.language.replace("_", "-"),
            subject="; ".join(titles),
            duplex=self.duplex,
            refusals=refusals,
            tagged=TAGGED,
            similar_colours=tuple(dict.fromkeys(similar)),
        )

    @property
    def duplex(self) -> Literal["", "long", "short"]:
        """The edge on which the printer flips the paper, if it prints backs."""
        if self.imposed.order:
            return ""
        backs = {imposition.backs for imposition in self.imposed.impositions}
        return "long" if "long" in backs else "short" if "short" in backs else ""


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
        message: str = f"{sheet} doesn't fit on {paper} paper in {request.orientation}"
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
