"""The assembly: all sheets of one file as pages of paper, one after the other.

Takes a request and its sheets; gathers their facts, has them composed, and gives each page
together with what lies on it. Renders and writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from printkit.build.facts import game_info, gather_facts
from printkit.build.languages import catalogue_for
from printkit.build.selection import Selection
from printkit.data import folder
from printkit.errors import FitError, LayoutError, PrintkitError, Problems
from printkit.layout.composer import Composer, Edition, check_pages
from printkit.layout.context import Effort, Ticket
from printkit.layout.loading import load_sheet
from printkit.layout.press import Position, Press, PrintedPage
from printkit.layout.wording import say
from printkit.reads import Files, recording
from printkit.scene import Document
from printkit.theme import ACCENT_KEYS, Accepted, Colours, load_theme

if TYPE_CHECKING:
    from printkit.build.targets import Printing, Printings
    from printkit.catalogue import Catalogue
    from printkit.layout.definition import Sheet
    from printkit.layout.press import Impress
    from printkit.request import Request


LARGE_PAPERS = ("a3", "a4", "legal", "letter")
"""Paper on which every shipped sheet fits."""
TAGGED = True
"""Whether files say how they are read aloud; the bench makes some that do not, to compare."""


class Assembly:
    """All sheets of one file.

    Making one gathers their facts (games let chance decide here), finds out how many pages they
    have, and places these on paper; it raises what is wrong with any of that. `pages` then
    impresses one page after the other.
    """

    def __init__(self, request: Request, printings: Printings) -> None:
        recorded = printings[0].recorded
        self._request = request if recorded is None else recorded.request(request)
        self.printings = printings  # the sheets, with how often and for whom
        self._effort = Effort()  # what the file has taken so far
        self.composers: list[Composer] = []  # one for each printing
        self.reads: dict[Composer, Files] = {}  # what was read for each of them
        self.with_fields: set[str] = set()  # ids of sheets so far that have places to write
        for printing in printings:
            with recording() as files:
                load_sheet(printing.path)  # what it was made from counts, whoever read it before
                self.composers.append(self._compose(printing))
            self.reads[self.composers[-1]] = files
            check_pages(sum(len(composer.leaves) for composer in self.composers))
        with self._with_all_problems():
            self.press = Press(self.composers)
        self.selection = Selection(request.pages, request.per_page, self.press.total)
        self.total = self.selection.total  # how many pages there will be

    def _compose(self, printing: Printing) -> Composer:
        """Gathers the facts of a sheet, and composes its leaves."""
        request, sheet, recorded = self._request, printing.sheet, printing.recorded
        catalogue = catalogue_for(request.language, printing.folder)
        ticket = Ticket(
            theme=load_theme(request.theme, game_info(sheet).id, _own_colours(sheet)),
            catalogue=catalogue,
            paper=request.paper,
            folder=printing.folder,
            copies=printing.copies,
            handling=request.handling(),
            effort=self._effort,
            seed=request.seed or (recorded.sha256 if recorded else ""),
            reads_fields=request.fillable or recorded is not None,
            tagged=TAGGED,
            traced=request.traced,
            wants_fields=request.fields or request.fillable or recorded is not None,
        )
        filling = recorded.filling(sheet, catalogue) if recorded else None
        written = filling.pages if filling else ()
        editions = []
        for count in printing.counts:
            facts = gather_facts(sheet, request, count, catalogue, printing.folder, filling)
            editions.append(Edition(count, facts, _bookmark(printing, count, catalogue), written))
        return Composer(sheet, ticket, editions)

    def pages(self, impress: Impress = Position.impress) -> Iterator[PrintedPage]:
        """The pages in order, each with what lies on it; problems are raised at the end."""
        return self.selection.pages(self._pages(impress))

    def _pages(self, impress: Impress) -> Iterator[PrintedPage]:
        with self._with_all_problems():
            for printed in self.press.pages(impress):
                fields = [field for leaf in printed.leaves for field in leaf.fields]
                if fields:
                    self.with_fields.update(leaf.id for leaf in printed.leaves if leaf.fields)
                if fields and self._request.fillable:
                    page = printed.page._replace(fields=tuple(fields))
                    yield printed._replace(page=page)
                else:
                    yield printed
        self.check()
        self._check_written()

    def check(self) -> None:
        """Raises the problems of the pages made so far, if there are any."""
        if problems := self._problems():
            raise Problems(problems)

    def _check_written(self) -> None:
        """A sheet that is to be filled in from a record must have something to fill in."""
        for printing in self.printings:
            sheet = printing.sheet
            empty = sheet.id not in self.with_fields and not sheet.recorded
            if printing.recorded is not None and empty:
                message = f"{sheet.id} has no fields: a recorded game writes nothing there"
                raise PrintkitError(message, hint="leave --record out")

    @contextmanager
    def _with_all_problems(self) -> Iterator[None]:
        """An error that ends it all is raised together with the problems found before."""
        try:
            yield
        except LayoutError as error:
            raise Problems([*self._problems(), error]) from None

    def _problems(self) -> list[PrintkitError]:
        """What is wrong with the pages made so far; of a shipped sheet on paper that it is not made
        for, nobody wants to hear every line."""
        found: list[PrintkitError] = []
        for printing, composer in zip(self.printings, self.composers, strict=False):
            problems = [*composer.context.problems]
            if any(isinstance(problem, FitError) for problem in problems):
                problems = _in_short(problems, printing, self._request)
            found += problems
        return found

    def asks_for(self, *names: str) -> bool:
        """Whether a sheet asks for one of these facts; what a game draws may depend on all."""
        asked = any(composer.context.asks_for(names) for composer in self.composers)
        return asked or any(printing.sheet.offers for printing in self.printings)

    def found(self, kind: Literal["problems", "weak", "silent"]) -> list[PrintkitError]:
        """What was found on the pages made so far.

        That is what is wrong, what can hardly be read in this theme, or pictures without words.
        """
        return [one for composer in self.composers for one in getattr(composer.context, kind)]

    @property
    def document(self) -> Document:
        """What a reader shows of the file."""
        catalogue = catalogue_for(self._request.language, self.printings[0].folder)
        names = [(game_info(one.sheet).title, one.sheet.title.text) for one in self.printings]
        titles = list(dict.fromkeys(": ".join(map(catalogue.translate, pair)) for pair in names))
        title = titles[0] if len(titles) == 1 else self.printings[0].kit or titles[0]
        refusals: tuple[str, ...] = ()
        if self._request.fillable:
            from printkit.formscript import WORDS

            refusals = tuple(map(catalogue.translate, WORDS))
        alike = (one for composer in self.composers for one in composer.ticket.theme.alike())
        return Document(
            title,
            self._request.language.replace("_", "-"),
            subject="; ".join(titles),
            duplex=self.duplex,
            refusals=refusals,
            tagged=TAGGED,
            alike=tuple(dict.fromkeys(alike)),
        )

    @property
    def duplex(self) -> Literal["", "long", "short"]:
        """The edge over which the paper is turned for backs, if it is."""
        backs = {plan.backs for plan in self.press.plans}
        return "long" if "long" in backs else "short" if "short" in backs else ""


def _bookmark(printing: Printing, count: int, catalogue: Catalogue) -> tuple[str, ...]:
    """The titles by which a reader's outline leads to a sheet: its kit, and itself."""
    title = catalogue.translate(printing.sheet.title.text)
    if len(printing.counts) > 1:
        players = say(catalogue, "{count} players", count=count)
        title = f"{title}, {players}"
    return (catalogue.translate(printing.kit), title) if printing.kit else (title,)


def _in_short(
    problems: list[PrintkitError], printing: Printing, request: Request
) -> list[PrintkitError]:
    """One sentence in place of all lines of a shipped sheet that do not fit on unusual paper."""
    is_usual = request.paper.name in LARGE_PAPERS and not request.orientation
    if is_usual or not printing.path.is_relative_to(folder("layouts")):
        return problems
    turned = f" in {request.orientation}" if request.orientation else ""
    message = f"{printing.sheet.id} does not fit on {request.paper.name} paper{turned}"
    hint = "leave --orientation out" if turned else "it is made for a4 and letter paper"
    others = [problem for problem in problems if not isinstance(problem, LayoutError)]
    return [PrintkitError(message, hint=hint), *others]


def _own_colours(sheet: Sheet) -> Colours:
    """The colours that a layout brings along, as the theme wants them."""
    accepted = tuple(Accepted(one.colours, one.beside, one.because) for one in sheet.alike)
    if sheet.accent is None:
        return Colours(palette=sheet.palette, accepted=accepted)
    accents = {name: getattr(sheet.accent, name).name for name in ACCENT_KEYS}
    for name, text in accents.items():
        if not text.startswith("#"):
            raise LayoutError(f"{name} must be a colour like #3f8f5f", sheet.accent.where)
    return Colours(accents, sheet.palette, accepted)
