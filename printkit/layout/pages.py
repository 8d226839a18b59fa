"""Pages: turns sheets with their facts into pages of paper.

A sheet has a page for each player count, each item of its `each` and each copy: a `SheetPage`. Its
body is laid out as one fragment when its page of paper is requested; whatever doesn't depend on the
page's own facts comes from the cache. Consecutive pages of one size are a `PageGroup`, and
`imposition` arranges them on paper: side by side if they are smaller than it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, islice, product
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from printkit.core.errors import FitError, LayoutError, Problems, UsageError, did_you_mean
from printkit.core.geometry import Bounds
from printkit.core.scene import Field, FieldArea, Fragment, Goal, Item, Page, Placed, PlacedSheet
from printkit.layout.boxes.columns import body_box
from printkit.layout.boxes.flow import Break, FlowState
from printkit.layout.cache import LayoutCache
from printkit.layout.context import Context
from printkit.layout.draws import Draws
from printkit.layout.fields import FieldSet, families, field_areas, find_goal
from printkit.layout.fontfamilies import families_with
from printkit.layout.handwriting import SMALLEST, Handwriting, with_handwriting
from printkit.layout.imposition import Imposition, Trim, impose, with_bleed
from printkit.layout.language.loading import load_part, tokens
from printkit.layout.language.reader import PAGE_NAMES
from printkit.layout.largeprint import (
    MOST_PAGES,
    SHARES,
    PagePiece,
    cut_into_pieces,
    slice_fragment,
)
from printkit.layout.legibility import find_hard_to_read
from printkit.layout.log import current_log, report
from printkit.layout.neededfacts import deciding_facts, unknown_names
from printkit.layout.pagesetup import PageSize, page_setup
from printkit.layout.repeating import RepeatablePage, Slot
from printkit.layout.scope import Scope
from printkit.rules.sheets import DrawResult
from printkit.text.faces import FAMILIES

if TYPE_CHECKING:
    from printkit.core.paper import Shift
    from printkit.core.scene import NodeBounds
    from printkit.layout.context import Ticket
    from printkit.layout.language.definition import Backs, Sheet
    from printkit.layout.nodes.base import Node
    from printkit.rules.results import FieldValue

SideOrder: TypeAlias = Literal["", "fronts", "backs", "backs-last"]
"""The sides of paper in a file: each front before its back, only one side of every paper, or all
fronts before all backs. Except in the first case, every front has a back, which may be blank."""

MAX_PAGES = 20_000
MAX_REMEMBERED = 50
"""The number of sets of field areas whose fields are cached."""


class Edition(NamedTuple):
    """A sheet for one player count: its facts, and its titles in the outline."""

    players: int
    facts: Mapping[str, object]
    bookmark: tuple[str, ...]
    written: tuple[Mapping[str, FieldValue], ...] = ()
    """The values of fields by name, for each page, or once for all pages."""


class SheetPage(NamedTuple):
    """One page of a sheet, before it is placed on paper."""

    body: Body
    edition: Edition
    values: Mapping[str, object]  # its own facts, such as the number of the copy
    back: SheetPage | None = None
    number: int = 0  # its index among the pages of its edition, the same for every copy
    prefix: str = ""  # of its fields' names
    is_back: bool = False

    @property
    def sheet(self) -> Sheet:
        """The definition of its sheet."""
        return self.body.sheet

    @property
    def ticket(self) -> Ticket:
        """The settings with which its sheet is printed."""
        return self.body.context.ticket

    @property
    def is_continued(self) -> bool:
        """Whether it continues the running text of the page before."""
        return flow_page(self.values) > 1

    @property
    def imposition(self) -> Imposition:
        """The arrangement of pages like it on paper."""
        return self.body.imposition

    def details(self) -> dict[str, object]:
        """Return more about it from its game, such as the code printed on it."""
        results = [value for value in self.values.values() if isinstance(value, DrawResult)]
        return {name: value for one in results for name, value in one.details.items()}

    def fields(self) -> tuple[Field, ...]:
        """Return its fields, at their positions on the page."""
        return self.body.fields(self.body.layout({**self.values, "page": 1, "pages": 1}))

    def field_values(self) -> Mapping[str, FieldValue]:
        """Return the values of its fields by name."""
        pages = self.edition.written
        return pages[self.number if len(pages) > 1 else 0] if pages else {}


class SheetLayout:
    """One sheet of a document: all its pages, for its player counts."""

    def __init__(
        self,
        sheet: Sheet,
        ticket: Ticket,
        editions: Sequence[Edition],
        cache: LayoutCache | None = None,
    ) -> None:
        self.sheet, self.ticket, self.editions = sheet, ticket, editions
        self.context = Context(
            ticket,
            tokens=tokens()._replace(colours=ticket.theme.colours),
            load_part=partial(load_part, ticket.folder),
            cache=cache or LayoutCache(),
            used={sheet},
            unresolved=frozenset(problem.message for problem in sheet.unresolved),
        )
        for problem in sheet.unresolved:
            self.context.problems.add(problem)
        self._count = 0  # of pages so far
        self.draws = Draws.of(sheet)
        self.pages: list[SheetPage] = []
        with self.context.collecting():
            self.fonts = families_with(sheet.fonts, FAMILIES, self.context)
            try:
                for edition in editions:
                    self.pages += self._pages(edition)
            except LayoutError as error:
                report(error)
                self.context.take_events()
                raise Problems(self.context.problems) from None

    @property
    def titles(self) -> tuple[str, str]:
        """The titles of the game and the sheet, in its language."""
        facts: Mapping[str, Any] = self.editions[0].facts
        return facts["game"]["title"], facts["title"]

    def goal(self, fields: Iterable[str]) -> Goal:
        """Return what wins a game on this sheet, for the first player count."""
        with self.context.collecting():
            return find_goal(self.sheet, self._scope(self.editions[0]), fields)

    def fits(self) -> bool:
        """Lay out the first copy of each page; return whether there are no problems."""
        for page in self.pages:
            for side in filter(None, (page, page.back)):
                if page.values["copy"] == 1 and not self.context.problems:
                    side.body.layout({**side.values, "page": 1, "pages": 1})
        return not self.context.problems

    def _pages(self, edition: Edition) -> Iterator[SheetPage]:
        """Return the pages for one player count, each with its back."""
        scope = self._scope(edition)
        backs = self.sheet.backs
        if backs is None or (backs.when is not None and not backs.when.evaluate(scope.env)):
            return self._body_pages(edition, scope, self.sheet.body)
        fronts = list(self._body_pages(edition, scope, self.sheet.body, double=True))
        body = self.sheet.body if backs.body is None else backs.body
        behind = self._back_scope(edition, scope, backs)
        others = list(self._body_pages(edition, behind, body, double=True))
        if len(fronts) != len(others):
            message = f"{len(fronts)} fronts but {len(others)} backs"
            raise LayoutError(message, backs.where)
        return (
            front._replace(back=back._replace(is_back=True))
            for front, back in zip(fronts, others, strict=True)
        )

    def _body_pages(
        self, edition: Edition, scope: Scope, nodes: Sequence[Node], *, double: bool = False
    ) -> Iterator[SheetPage]:
        """Yield the pages of a body: once for each item of `each`, and for each copy."""
        bindings = self._bindings(scope)
        many = len(bindings) * self.ticket.copies
        self._count += many
        check_pages(self._count)
        bodies: dict[Imposition, Body] = {}  # one for each page size
        own_names = self.draws.each_page.union(bindings[0])
        varying = own_names.union(("copy",)) if many > 1 else frozenset[str]()
        sizes_vary = not own_names.union(("copy",)).isdisjoint(self.sheet.page_needs)
        copies = range(1, self.ticket.copies + 1)
        before = len(self.pages)  # pages of earlier player counts
        for at, (copy, values) in enumerate(product(copies, bindings)):
            own = self.draws.page(scope, {**values, "copy": copy}, before + at + 1)
            if sizes_vary or not bodies:
                imposition = self._imposition(scope.bind(own), double=double)
                if imposition not in bodies:
                    bodies[imposition] = Body(self.sheet, scope, nodes, imposition, varying)
                body = bodies[imposition]
            for page_values in self._flow_pages(body, own):
                yield SheetPage(body, edition, page_values, number=at % len(bindings))

    def _bindings(self, scope: Scope) -> Sequence[Mapping[str, object]]:
        """Return the facts of each item of `each`; without it, there is one page."""
        loop = self.sheet.loop
        bindings = loop.bindings(scope.env) if loop else [{}]
        if loop and not bindings:
            message = f"nothing to print: '{loop.source.text}' is empty"
            raise LayoutError(message, loop.source.where)
        return bindings

    def _imposition(self, scope: Scope, *, double: bool) -> Imposition:
        """Arrange pages with these facts on paper; for running text, the first page decides."""
        if self.sheet.has_flow:
            scope = scope.bind({"flow": {"page": 1, "pages": 1}})
        setup, ticket = page_setup(self.sheet, scope), self.ticket
        paper, margin, scale = ticket.paper, min(setup.margin), 1.0
        if ticket.enlargement:
            paper, scale = ticket.enlargement.paper, ticket.enlargement.scale
        size = setup.width * scale, setup.height * scale
        return impose(paper, *size, margin * scale, ticket.print_setup, double=double)

    def _flow_pages(
        self, body: Body, values: Mapping[str, object]
    ) -> Iterator[Mapping[str, object]]:
        """Yield the values of each page of one body: several, if text runs through it."""
        if not (self.sheet.has_flow or self.ticket.enlargement):
            yield values
            return
        number = body.count_flow(values) if self.sheet.has_flow else body.count_pieces(values)
        self._count += number - 1
        check_pages(self._count)
        for page in range(1, number + 1):
            yield {**values, "flow": {"page": page, "pages": number}}

    def _scope(self, edition: Edition) -> Scope:
        self.context.begin()
        env = self._first_facts(edition)
        places = {name: data.where for name, data in self.sheet.facts}
        places |= {name: draw.where for name, draw in self.sheet.draws if not draw.offer}
        for name in places:
            # A sheet may choose among the fields that its game offers.
            if (name in env and name != "fields") or name in PAGE_NAMES:
                message = f"the name '{name}' is already used by a fact"
                raise LayoutError(message, places[name], "choose another name")
        for error in unknown_names(self.sheet.references, {*env, *PAGE_NAMES, *places}):
            report(error)
        env |= self._area(env)
        return self.draws.with_shared_facts(self._outer_scope(env), self.sheet.facts)

    def _outer_scope(self, env: dict[str, object]) -> Scope:
        return Scope(env, self.context, {}, fonts=self.fonts, aloud=self.ticket.tagged)

    def _first_facts(self, edition: Edition) -> dict[str, object]:
        """Return the facts that a sheet has before its own values."""
        return {**edition.facts, "t": self.ticket.catalogue.translate}

    def _area(self, env: dict[str, object]) -> dict[str, object]:
        """Return the fact `area`, unless the page's size depends on facts not known yet."""
        if not self.sheet.page_needs <= env.keys():
            return {}
        return page_setup(self.sheet, Scope(env, self.context, {})).facts()

    def _back_scope(self, edition: Edition, front: Scope, backs: Backs) -> Scope:
        """Return the scope of the back, with the facts that differ there, and what they affect."""
        for name, data in backs.facts:
            if name not in front.env:
                hint = did_you_mean(name, front.env)
                raise LayoutError(f"the front has no fact '{name}'", data.where, hint)
        values = {name: front.data(data) for name, data in backs.facts}
        given = self._first_facts(edition)
        env = {**given, **self._area(given), **values}
        others = [(name, data) for name, data in self.sheet.facts if name not in values]
        return self.draws.with_shared_facts(self._outer_scope(env), others)


def check_pages(number: int) -> None:
    """Refuse more pages than one file may have."""
    if number > MAX_PAGES:
        raise UsageError(f"{number:,} pages are too many", hint=f"at most {MAX_PAGES:,}")


def flow_page(values: Mapping[str, object]) -> int:
    """Return the number of this page of the flow, from 1; 0 without a flow."""
    flow = values.get("flow")
    return flow["page"] if isinstance(flow, dict) else 0


class Body:
    """The body of a sheet's pages of one size, laid out for each of them."""

    def __init__(
        self,
        sheet: Sheet,
        scope: Scope,
        nodes: Sequence[Node],
        imposition: Imposition,
        varying: frozenset[str],
    ) -> None:
        self.sheet, self.nodes = sheet, nodes
        self.context = scope.context
        self.imposition = imposition
        own = dict.fromkeys(varying.union(("page", "flow")) if varying else ())
        self.scope = scope._replace(memo={}, varying=frozenset(), own=own)
        causes = sheet.page_needs.union(deciding_facts(nodes))
        self._can_repeat = bool(own) and not self.scope.is_own(causes)
        self._firsts: dict[object, RepeatablePage] = {}  # by the fact `pages`
        self._own = *(sheet.loop.names if sheet.loop else ()), *Draws.of(sheet).each_page
        self._scopes: dict[PageSize, Scope] = {}  # with the fact `area`, by page size
        self._flows: dict[tuple[int, ...], tuple[FlowState, list[Break]]] = {}
        self._pieces: dict[tuple[int, ...], tuple[float, tuple[PagePiece, ...]]] = {}
        self._piece_fields: dict[tuple[FieldArea, ...], tuple[Field, ...]] = {}
        self._is_checked = False  # whether its first page was checked for legibility

    def layout(self, values: Mapping[str, object]) -> Fragment:
        """Lay out the page with these values."""
        self.context.begin()
        with self.context.collecting():
            if self.context.ticket.enlargement and not self.sheet.has_flow:
                return self._check_legibility(self._piece(values))
            if page := flow_page(values):
                return self._flow_layout(values, page)
            if not self._can_repeat:
                return self._check_legibility(self._layout(values))
            first = self._firsts.get(values["pages"])
            if first is None:
                return self._check_legibility(self._first_layout(values))
            if repeated := first.repeat(values):
                self.context.count_again(self.sheet.where, first.nodes)
                return repeated
            self.context.nodes = 0
            return self._layout(values)

    def _first_layout(self, values: Mapping[str, object]) -> Fragment:
        """Lay out a page that others may repeat."""
        slots: list[Slot] = []
        self.context.slots = slots
        try:
            page = self._layout(values)
        finally:
            self.context.slots = None
        self._firsts[values["pages"]] = RepeatablePage(page, slots, self.context.nodes)
        return page

    def _layout(self, values: Mapping[str, object]) -> Fragment:
        """Lay out the page, twice if texts have to share the smallest size."""
        imposition, context = self.imposition, self.context
        setup = page_setup(self.sheet, self.scope.bind(values))
        scale = context.ticket.enlargement.scale if context.ticket.enlargement else 1.0
        size = setup.width * scale, setup.height * scale
        if size != (imposition.page_width, imposition.page_height):
            where = self.sheet.page.where if self.sheet.page else self.sheet.where
            raise LayoutError("all pages of a flow must have the same size", where)
        x, y, width, height = setup.inside
        inside = self._layout_inside(setup, values, width, height)
        placed = Placed(inside, x * scale, y * scale, scale)
        return Fragment((placed,), *size, is_shared=inside.is_shared)

    def _layout_inside(
        self, setup: PageSize, values: Mapping[str, object], width: float, height: float
    ) -> Fragment:
        """Lay out what is inside the margins."""
        context = self.context
        if setup not in self._scopes:
            env = {**self.scope.env, **setup.facts()}
            self._scopes[setup] = self.scope._replace(env=env, memo={})
        scope = self._scopes[setup].bind(values)
        box = body_box(self.nodes, setup.gap, self.sheet.where, scope)
        start = context.flow.start if context.flow else Break()
        log = current_log()
        first = len(log.events)
        inside = box.layout(width, height)
        if sizes := log.needed_sizes():
            del log.events[first:]
            if context.flow:
                context.flow.begin(start)
            log.common = sizes
            try:
                inside = box.layout(width, height)
            finally:
                log.common = {}
        return inside

    def _high_page(self, values: Mapping[str, object], number: float) -> tuple[PageSize, Fragment]:
        """Lay out a page that is as high as this number of pages; return its setup, too."""
        setup = page_setup(self.sheet, self.scope.bind(values))
        top, _, bottom, _ = setup.margin
        height = number * setup.inside.height
        high = setup._replace(height=height + top + bottom)
        return setup, self._layout_inside(high, values, setup.inside.width, height)

    def count_pieces(self, values: Mapping[str, object]) -> int:
        """Find the lowest high page into which everything fits, and cut it; return its pages."""
        key = self._flow_key(values)
        if key in self._pieces:
            return len(self._pieces[key][1])
        self.context.begin()
        with self.context.collecting():
            # Cuts and repeated headings take some of the height: then a lower page is better. What
            # is too wide doesn't fit on a higher page, either.
            for number, share in [(1, 1.0), *product(range(2, MOST_PAGES + 1), SHARES)]:
                height = number * share
                self.context.begin()
                with current_log().trial() as events:
                    setup, whole = self._high_page({**values, "page": 1, "pages": 1}, height)
                cut = cut_into_pieces(whole, setup.inside.height)
                fits = not any(kind == "problem" for kind, _ in events)
                is_good = fits and cut and len(cut) <= number
                is_wide = any(isinstance(value, FitError) and value.is_wide for _, value in events)
                if is_good or number == MOST_PAGES or is_wide:
                    break
            self._pieces[key] = height, tuple(cut or [PagePiece(0.0, whole.height)])
            if not (fits and cut):
                for event in events:
                    current_log().note(*event)
                if fits:
                    report(LayoutError("this doesn't fit in large print", self.sheet.where))
        count = len(self._pieces[key][1])
        self._find_fields(values, count)
        return count

    def _find_fields(self, values: Mapping[str, object], count: int) -> None:
        """Find the fields of all pieces together, because their formulas need each other."""
        if not self.context.ticket.wants_fields or self.context.problems:
            return
        areas = []
        for page in range(1, count + 1):
            flow = {"flow": {"page": page, "pages": count}, "page": page, "pages": count}
            with self.context.collecting():
                areas.append(tuple(field_areas(self._piece({**values, **flow}))))
        with self.context.collecting():
            form = FieldSet(families(self.sheet, self.scope), self.scope)
            found = iter(form.fields([area for page in areas for area in page]))
        for page_areas in areas:
            self._piece_fields[page_areas] = tuple(islice(found, len(page_areas)))

    def _piece(self, values: Mapping[str, object]) -> Fragment:
        """Lay out one page of those that were cut from a high page."""
        enlargement, imposition = self.context.ticket.enlargement, self.imposition
        assert enlargement is not None
        scale = enlargement.scale
        number, cut = self._pieces[self._flow_key(values)]
        setup, whole = self._high_page(values, number)
        piece = cut[flow_page(values) - 1]
        x, y = setup.inside.x * scale, setup.inside.y * scale
        items = []
        if piece.head is not None:
            items.append(Placed(piece.head.fragment, x + piece.head.x * scale, y, scale))
            y += piece.head.fragment.height * scale
        part = slice_fragment(whole, piece.top, piece.bottom)
        if part is not None:
            items.append(Placed(part, x, y - piece.top * scale, scale))
        return Fragment(items, imposition.page_width, imposition.page_height)

    def count_flow(self, values: Mapping[str, object]) -> int:
        """Lay out the running text of a body to count its pages."""
        key = self._flow_key(values)
        if key not in self._flows:
            state, starts = self._flows[key] = FlowState(), [Break()]
            while True:
                self.context.begin()
                flow_page_values = {"page": len(starts), "pages": len(starts)}
                state.begin(starts[-1])
                self.context.flow = state
                self._is_checked = False
                self._check_legibility(
                    self._layout({**values, **flow_page_values, "flow": flow_page_values})
                )
                if state.end is None:
                    break
                starts.append(state.end)
                check_pages(len(starts))
        return len(self._flows[key][1])

    def _flow_key(self, values: Mapping[str, object]) -> tuple[int, ...]:
        return tuple(id(values[name]) for name in self._own)

    def _flow_layout(self, values: Mapping[str, object], page: int) -> Fragment:
        """Lay out a page of running text, which must end where it did when pages were counted."""
        state, starts = self._flows[self._flow_key(values)]
        state.begin(starts[page - 1])
        self.context.flow = state
        fragment = self._check_legibility(self._layout(values))
        if state.end != [*starts, None][page]:
            message = "the flow breaks differently here than when pages were counted"
            hint = "around a flow, use flow.page instead of page or pages"
            report(LayoutError(message, self.sheet.where, hint))
        return fragment

    def _check_legibility(self, page: Fragment) -> Fragment:
        """Note texts on the first page that are hard to read; return the page."""
        if self.context.ticket.checks_legibility and not self._is_checked and page.items:
            self._is_checked = True
            known = self.context.cache.hard_to_read
            inside = page.items[0]
            assert isinstance(inside, Placed)
            if inside.fragment not in known:
                theme = self.context.ticket.theme.name
                known[inside.fragment] = tuple(find_hard_to_read(page, self.sheet.where, theme))
            self.context.hard_to_read.add_all(known[inside.fragment])
        return page

    def fields(self, page: Fragment) -> tuple[Field, ...]:
        """Return the fields of a page, one for each of its field areas."""
        areas = tuple(field_areas(page))
        if areas in self._piece_fields:
            return self._piece_fields[areas]
        known = self.context.ticket.totals.fields
        if (self, areas) not in known:
            if len(known) >= MAX_REMEMBERED:
                known.popitem(last=False)
            with self.context.collecting():
                form = FieldSet(families(self.sheet, self.scope), self.scope)
                known[self, areas] = form.fields(areas)
        return known[self, areas]


class PlacedPage(NamedTuple):
    """A page of a sheet at its position on paper."""

    page: SheetPage
    x: float  # the left edge
    y: float  # the top edge
    turned: bool  # upside down

    @property
    def size_if_turned(self) -> tuple[float, float] | None:
        """Its width and height if it is upside down."""
        imposition = self.page.imposition
        return (imposition.page_width, imposition.page_height) if self.turned else None

    @property
    def box(self) -> Bounds:
        """Its bounds on the paper."""
        imposition = self.page.imposition
        return Bounds(
            self.x, self.y, self.x + imposition.page_width, self.y + imposition.page_height
        )

    def place(self, fragment: Fragment) -> Placed:
        """Place the fragment of the page on the paper."""
        if not self.turned:
            return Placed(fragment, self.x, self.y)
        imposition = self.page.imposition
        return Placed(
            fragment, self.x + imposition.page_width, self.y + imposition.page_height, turn=180.0
        )


class PaperSide(NamedTuple):
    """One side of the paper: the pages on it, and its offset."""

    imposition: Imposition
    cut_marks: Fragment | None
    shift: Shift
    pages: tuple[PlacedPage, ...] = ()

    def with_pages(self, pages: Iterable[PlacedPage]) -> PaperSide:
        """Return the side with these pages, moved by its offset."""
        right, down = self.shift
        moved = (each._replace(x=each.x + right, y=each.y + down) for each in pages)
        return self._replace(pages=tuple(moved))


class PageGroup(NamedTuple):
    """Consecutive pages of one size, as (place, page) pairs for each sheet of paper."""

    imposition: Imposition
    papers: Sequence[Sequence[tuple[int, SheetPage]]]

    @property
    def double(self) -> bool:
        """Whether backs are on separate sides."""
        return self.imposition.backs != "" and not self.imposition.is_folded

    def blank_sides(self, before: int) -> int:
        """Return the number of blank sides needed after `before` others, to start on a front."""
        return before % 2 if self.double else 0

    def length(self, before: int) -> int:
        """Return the number of sides it takes after `before` others."""
        return self.blank_sides(before) + len(self.papers) * (2 if self.double else 1)

    def sides(self, before: int) -> Iterator[PaperSide]:
        """Yield its sides of paper after `before` others, each front followed by its back."""
        for _ in range(self.blank_sides(before)):
            yield self.blank
        for front, back in self.both_sides():
            yield front
            if self.double:
                yield back

    @property
    def blank(self) -> PaperSide:
        """A side with nothing on it."""
        offset = self.papers[0][0][1].ticket.print_setup.offset
        return PaperSide(
            self.imposition._replace(bleed=0.0, has_crop_marks=False), None, offset.front
        )

    def has_backs(self) -> list[bool]:
        """Return whether each sheet of paper has a printed back."""
        return [self.double and any(page.back for _, page in paper) for paper in self.papers]

    def both_sides(self) -> Iterator[tuple[PaperSide, PaperSide]]:
        """Yield the front of every paper with its back."""
        imposition = self.imposition
        offset = self.papers[0][0][1].ticket.print_setup.offset
        front = PaperSide(imposition, imposition.cut_marks(), offset.front)
        right, down = offset.back  # as seen when the back is upright
        shift = type(offset.back)(-right, -down) if imposition.is_turned else offset.back
        back = PaperSide(
            imposition, imposition.cut_marks() if imposition.has_crop_marks else None, shift
        )
        for pages in self.papers:
            fronts = [
                PlacedPage(page, *imposition.origin(place), turned=False) for place, page in pages
            ]
            backs = [
                PlacedPage(page.back, *imposition.behind(place), turned=imposition.is_turned)
                for place, page in pages
                if page.back
            ]
            if self.double:
                yield front.with_pages(fronts), back.with_pages(backs)
            else:
                yield front.with_pages([*fronts, *backs]), self.blank


class ImposedPages:
    """The pages of several sheets on paper; smaller ones share a sheet of paper."""

    def __init__(self, sheets: Sequence[SheetLayout], order: SideOrder = "") -> None:
        pages = [page for sheet in sheets for page in sheet.pages]
        has_fields = any(sheet.ticket.wants_fields for sheet in sheets)
        self._groups = list(_groups(_with_prefixes(pages) if has_fields else pages))
        self.impositions = tuple(dict.fromkeys(group.imposition for group in self._groups))
        has_backs = any(group.double for group in self._groups)
        if order == "backs" and not has_backs:
            hint = "leave --sides out"
            raise UsageError("none of these sheets has a back", hint=hint)
        self.order: SideOrder = order if has_backs else ""
        backs = [has_back for group in self._groups for has_back in group.has_backs()]
        self.fronts = len(backs)  # the number of sheets of paper
        before = self.fronts if order == "backs-last" else 0
        self.total = before + self.fronts
        # The numbers of blank pages that keep backs behind their fronts, if printed separately.
        self.blank = [before + at for at, has_back in enumerate(backs, 1) if not has_back]
        if not self.order:
            self.total = 0
            for group in self._groups:
                self.total += group.length(self.total)

    def pages(self) -> Iterator[Page]:
        """Lay out the pages of paper in order; the first page of a title has its bookmark."""
        seen: set[tuple[str, ...]] = set()
        for number, side in enumerate(self._sides(), 1):
            paths = dict.fromkeys([placed.page.edition.bookmark for placed in side.pages])
            new = tuple([path for path in paths if path not in seen])
            seen.update(new)
            yield self._page(side, number, new)

    def _sides(self) -> Iterator[PaperSide]:
        if self.order in ("fronts", "backs-last"):
            for group in self._groups:
                yield from (front for front, _ in group.both_sides())
        if self.order in ("backs", "backs-last"):
            for group in self._groups:
                yield from (back for _, back in group.both_sides())
        if self.order:
            return
        number = 0
        for group in self._groups:
            yield from group.sides(number)
            number += group.length(number)

    def _page(self, side: PaperSide, number: int, bookmarks: tuple[tuple[str, ...], ...]) -> Page:
        """Lay out one side of paper."""
        items: list[Item] = []
        sheets: list[PlacedSheet] = []
        nodes: list[NodeBounds] = []
        if side.cut_marks is not None:
            items.append(Placed(side.cut_marks, *side.shift))
        for placed in side.pages:
            page = placed.page
            fragment = page.body.layout({**page.values, "page": number, "pages": self.total})
            if page.ticket.wants_node_bounds:
                from printkit.layout.bounds import node_bounds

                nodes += node_bounds(placed.place(fragment))
            fields: tuple[Field, ...] = ()
            if page.ticket.wants_fields:
                own = page.body.fields(fragment)
                fragment = _with_written_values(page, fragment, own)
                moved = (field.move(placed.x, placed.y, placed.size_if_turned) for field in own)
                fields = tuple(field.with_prefix(page.prefix) for field in moved)
            items.append(placed.place(_section(page, fragment)))
            sheets.append(
                PlacedSheet(
                    page.sheet.id,
                    number,
                    page.edition.players,
                    page.edition.bookmark[-1],
                    page.imposition.is_cut,
                    page.details(),
                    fields,
                    number=page.number,
                    prefix=page.prefix,
                    box=placed.box,
                    values=page.field_values(),
                    is_back=page.is_back,
                )
            )
        imposition = side.imposition
        enlargements = (placed.page.ticket.enlargement for placed in side.pages)
        return Page(
            imposition.width,
            imposition.height,
            tuple(items),
            trim=imposition.trim,
            bookmarks=bookmarks,
            label=str(number),
            bleed=imposition.bleed,
            sheets=tuple(sheets),
            node_bounds=tuple(nodes),
            smallest_type=min(
                (way.smallest_on_paper for way in enlargements if way is not None), default=0.0
            ),
        )


def _with_written_values(page: SheetPage, fragment: Fragment, fields: Sequence[Field]) -> Fragment:
    """Return the page with its values written into the fields."""
    values = page.field_values()
    if not values or page.body.context.problems:
        return fragment
    ticket = page.ticket
    smallest = max(SMALLEST, ticket.enlargement.smallest if ticket.enlargement else 0.0)
    handwriting = Handwriting(ticket.theme, ticket.seed, smallest)
    return with_handwriting(fragment, iter(fields), values, handwriting)


def _section(page: SheetPage, fragment: Fragment) -> Fragment:
    """Return the page with its bleed, as a section for screen readers."""
    imposition = page.imposition
    width, height = imposition.page_width, imposition.page_height
    if imposition.bleed:
        fragment = with_bleed(fragment, Trim(width, height, imposition.bleed))
    role = "Div" if page.is_continued else "Sect"
    return Fragment((Placed(fragment, 0.0, 0.0),), width, height, role)


def _with_prefixes(pages: Sequence[SheetPage]) -> Iterator[SheetPage]:
    """Yield the pages, each with a prefix for its field names, so that names are unique in a file.

    A sheet that occurs several times gets its number as a prefix, like every sheet of a file with
    several games. Different sheets of one game share fields of the same name, and so do the pages
    of one running text.
    """
    sides = [side for page in pages for side in (page, page.back) if side and not side.is_continued]
    times = Counter(side.sheet.id for side in sides)
    mixed = len({side.sheet.game or side.sheet.id for side in sides}) > 1
    number = 0

    def with_prefix(page: SheetPage) -> SheetPage:
        nonlocal number
        number += not page.is_continued
        several = mixed or times[page.sheet.id] > 1
        return page._replace(prefix=f"{number}." if several else "")

    for page in pages:
        front = with_prefix(page)
        yield front._replace(back=with_prefix(page.back)) if page.back else front


def _groups(pages: Iterable[SheetPage]) -> Iterator[PageGroup]:
    """Yield groups of consecutive pages of one size."""
    for imposition, group in groupby(pages, key=_imposition):
        ordered = list(group)
        papers = [
            [(place, ordered[at]) for place, at in paper]
            for paper in imposition.papers(len(ordered))
        ]
        yield PageGroup(imposition, papers)


def _imposition(page: SheetPage) -> Imposition:
    """Return how a page is placed on paper; pages placed alike can share it."""
    if page.back is not None and page.back.imposition != page.imposition:
        raise LayoutError("front and back must have the same size", page.sheet.where)
    return page.imposition
