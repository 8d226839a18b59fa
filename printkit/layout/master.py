"""Masters: the arrangement of a page, made once and impressed for every page that has it.

Takes the body of a sheet and its facts; gives shapes for the values of one page. What varies from
page to page leaves a slot in the arrangement; all else becomes one group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from printkit.errors import LayoutError
from printkit.layout.draft import Blank, Draft, Slot
from printkit.layout.draws import Draws
from printkit.layout.flow import Pagination
from printkit.layout.handwriting import Hand
from printkit.layout.legibility import find_weak
from printkit.layout.making import make_column
from printkit.layout.pagesetup import page_setup
from printkit.layout.scope import Scope
from printkit.layout.voices import gathered, joined, plain
from printkit.scene import Field, Group, Place, Shape
from printkit.tags import Inside, Kid, Spot, Stretch, holes, moved
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.layout.areas import Area
    from printkit.layout.definition import Sheet
    from printkit.layout.extents import Trace
    from printkit.layout.imposition import Imposition
    from printkit.layout.nodes import Node

EMPTY = Draft()
COUNTED = ("page", "pages", "copy")
"""Facts that differ between copies of one page."""


class Master:
    """A page arranged once, to be impressed for many values.

    A page is impressed in one of four ways, the cheapest that is right for it:

    - *sole*: it is the only page, and is simply arranged.
    - *shared*, the usual way: what is alike on all pages is one group that each of them refers
      to, and what varies is placed anew, in the slots that it left.
    - *alone*: the page is arranged by itself, where something in a slot asks for another size
      than on the first page and would move its neighbours, or where the sheet is `loose`: its
      size, its margins or facts of its own vary, or text runs through its pages, so that nothing
      is sure to be alike.
    - *copied*: several copies were asked for, and nothing on the page counts pages or copies. It
      is made once in one of the other ways, and placed again for each copy.
    """

    def __init__(
        self,
        sheet: Sheet,
        scope: Scope,
        body: Sequence[Node],
        plan: Imposition,
        *,
        alone: bool,
    ) -> None:
        self.sheet, self.scope, self.body = sheet, scope, body
        self.plan = plan  # how large the pages are, and where they lie on paper
        self.ticket = ticket = scope.context.ticket
        self.loop = sheet.loop.names if sheet.loop else ()  # the names of the item of `each`
        self.draws = Draws.of(sheet).each_page  # the names of what chance decides on each page
        names = frozenset({"page", "copy", *self.loop, *self.draws})
        self.varying = frozenset[str]() if alone else names  # the names of what differs by page
        # whether nothing is sure to be alike on all pages; see `needs`
        needs = sheet.needs.itself | sheet.page_needs
        self.loose = sheet.has_flow or not self.varying.isdisjoint(needs)
        self._first: tuple[Group, Draft] | None = None  # what pages share, once it is arranged
        self._places: dict[tuple[float, float], _Standing] = {}  # what stands where, by the corner
        self._copied: dict[tuple[int, ...], tuple[Group, Draft]] = {}  # pages that come again
        self._fields: dict[tuple[Blank, ...], tuple[Field, ...]] = {}  # the fields of blanks
        self.hand = Hand(ticket.theme, ticket.seed)  # writes what was recorded
        self._is_judged = False  # whether it was looked at for words that can hardly be read
        self._pagination = Pagination()  # where the pages of running text begin

    def impress(
        self, values: Mapping[str, object], x: float, y: float, *, turned: bool = False
    ) -> Draft:
        """The shapes of one page with its top left corner at (x, y), or turned upside down.

        Its blanks and traces are those of the page by itself, upright and at (0, 0).
        """
        known = self._copy(values)
        if known is None:
            if not turned and not self.plan.bleed:
                return self._page(values, x, y)
            draft = self._page(values, 0.0, 0.0)
            known = self._grouped(draft), draft
        group, page = known
        if turned:
            return page.as_one(Place(group, x + group.width, y + group.height, turn=180.0))
        return page.as_one(Place(group, x, y))

    def fields(self, blanks: tuple[Blank, ...]) -> tuple[Field, ...]:
        """The fields of one page by itself."""
        if blanks not in self._fields:
            from printkit.layout.fields import FieldSet, families

            form = FieldSet(families(self.sheet, self.scope), self.scope)
            self._fields[blanks] = form.fields(blanks)
        return self._fields[blanks]

    def _copy(self, values: Mapping[str, object]) -> tuple[Group, Draft] | None:
        """The page, made once for all its copies; None if its copies may differ."""
        if self.ticket.copies == 1 or self._is_counted():
            return None
        key = (*self._key(values), _flow_page(values))
        if key not in self._copied:
            draft = self._page(values, 0.0, 0.0)
            if self._is_counted():
                return None
            self._copied[key] = self._grouped(draft), draft
        return self._copied[key]

    def _key(self, values: Mapping[str, object]) -> tuple[int, ...]:
        """A key for the item of the sheet's `each`, and for what chance decided for it."""
        return tuple(id(values[name]) for name in (*self.loop, *self.draws))

    def run_through(self, values: Mapping[str, object], check: Callable[[int], None]) -> int:
        """How many pages the running text of a body takes; `check` refuses too many."""

        def arrange(number: int) -> None:
            self.scope.context.begin()
            self._is_judged = False
            turn = {"page": number, "pages": number}
            self._arrange({**values, **turn, "flow": turn}, frozenset())

        return self._pagination.count(self._key(values), arrange, check)

    def _check_turn(self, values: Mapping[str, object]) -> None:
        page = _flow_page(values)
        if page and not self._pagination.is_as_counted(self._key(values), page):
            message = "the text runs otherwise here than when pages were counted"
            hint = "let what stands around a flow depend on flow.page, not on page or pages"
            self.scope.context.complain(LayoutError(message, self.sheet.where, hint))

    def _is_counted(self) -> bool:
        """Whether the sheet, or a part made for it so far, asks for page, copy or a draw."""
        files = [self.sheet.references, *(part.references for part in self.scope.context.used)]
        counted = self.draws.union(COUNTED)
        return any(name in counted for references in files for name, _ in references)

    def _page(self, values: Mapping[str, object], x: float, y: float) -> Draft:
        """A page with its top left corner at (x, y): sole, shared or alone."""
        self.scope.context.begin()
        if self.loose:
            return self._alone(values, x, y)
        if self._first is None:
            draft = self._arrange(values, self.varying)
            self._first = self._grouped(draft), draft
        group, first = self._first
        if self.varying:
            standing = self._places.get((x, y))
            if standing is None:
                standing = self._places[x, y] = _Standing.at(x, y, group, first.slots)
            return self._shared(standing, first, values) or self._alone(values, x, y)
        return first.as_one(Place(group, x, y)) if x or y else first

    def _shared(
        self, standing: _Standing, first: Draft, values: Mapping[str, object]
    ) -> Draft | None:
        """What all pages share, with slots filled for this one; None if one needs another size."""
        group, x, y, *_ = standing.place
        draft = Draft([standing.place], alts=[])
        blanks: list[Blank] = []
        fills: list[tuple[Kid, ...]] = []
        done = 0
        for seen, sites in standing.views:
            scope = Scope({**seen.env, **values}, self.scope.context, *seen[2:])
            for slot, area, role in sites:
                start = len(draft.shapes)
                if not slot.fill(scope, area, draft):
                    return None  # it asks for other sizes than the slot has
                fills.append(() if role is None else _read(scope, role, start, draft))
                draft.tags = []
                if draft.blanks:
                    blanks += first.blanks[done : slot.blanks]
                    blanks += [blank.moved(-x, -y) for blank in draft.blanks]
                    done = slot.blanks
                    draft.blanks.clear()
        self._judge(first, draft, x, y)
        if self.ticket.traced:
            own = [trace.moved(-x, -y) for trace in self._traced(draft)]
            draft.traces = [*first.traces, *own]
        draft.blanks = blanks + first.blanks[done:]
        draft.tags = [Inside(0, tuple(fills))] if group.tags else []
        return self._bled(draft)

    def _alone(self, values: Mapping[str, object], x: float, y: float) -> Draft:
        """The page arranged for its own values."""
        draft = self._arrange(values, frozenset())
        self._check_turn(values)
        return draft.as_one(Place(self._grouped(draft), x, y))

    def _grouped(self, draft: Draft) -> Group:
        size = self.plan.page_width, self.plan.page_height
        return Group(tuple(draft.shapes), *size, tuple(plain(draft.tags)))

    def _arrange(self, values: Mapping[str, object], varying: frozenset[str]) -> Draft:
        """The page with these values, measured and placed; what asks for `varying` gets a slot."""
        scope = self.scope.bind(values)
        setup = page_setup(self.sheet, scope)
        if (setup.width, setup.height) != (self.plan.page_width, self.plan.page_height):
            where = self.sheet.page.where if self.sheet.page else self.sheet.where
            raise LayoutError("all pages of a running text must be of one size", where)
        scope = scope.bind(setup.facts())
        page = _flow_page(values)
        galley = self._pagination.turn(self._key(values), page) if page else None
        scope = scope._replace(context=replace(scope.context, varying=varying, galley=galley))
        column = make_column(self.body, setup.gap, scope)
        draft = Draft()
        column.place(setup.inside, draft)
        if not varying:
            self._judge(draft)
        draft.traces = self._traced(draft)
        draft.tags = gathered(draft.tags)
        return self._bled(draft)

    def _traced(self, draft: Draft) -> list[Trace]:
        """Where the nodes of a draft lie, if anybody wants to know."""
        if not self.ticket.traced:
            return []
        from printkit.layout.extents import traces

        return traces(draft)

    def _judge(self, draft: Draft, filled: Draft = EMPTY, x: float = 0.0, y: float = 0.0) -> None:
        """Notes words that can hardly be read; looks once, at a page with its slots filled."""
        if self._is_judged:
            return
        self._is_judged = True
        ground = [(Place(Group((s,), 0.0, 0.0), x, y), where) for s, where in draft.sources()]
        for weak in find_weak([*ground, *filled.sources()], self.ticket.theme.name):
            self.scope.context.weak.add(weak)

    def _bled(self, draft: Draft) -> Draft:
        """The draft, extended beyond the edge of the page if it is for a print shop."""
        plan = self.plan
        if not plan.bleed:
            return draft
        from printkit.layout.bleed import Trim, extend

        trim = Trim(plan.page_width, plan.page_height, plan.bleed)
        shapes: list[Shape] = []
        starts: list[int] = []
        for shape in draft.shapes:
            starts.append(len(shapes))
            shapes += extend([shape], trim)
        starts.append(len(shapes))
        draft.shapes, draft.tags = shapes, [*moved(plain(draft.tags), starts.__getitem__)]
        return draft


class _Site(NamedTuple):
    """A slot where it lies on paper, and the role of what it stands in, if that is read."""

    slot: Slot
    area: Area
    role: str | None


class _Standing(NamedTuple):
    """What pages share, where it lies on paper, with its slots by the scope that they have."""

    place: Place
    views: list[tuple[Scope, list[_Site]]]

    @classmethod
    def at(cls, x: float, y: float, group: Group, slots: Iterable[Slot]) -> _Standing:
        """A group with its corner there; neighbours among its slots often have one scope."""
        roles = dict(holes(group.tags))
        sites = [
            _Site(slot, slot.area.moved(x, y), roles.get(number))
            for number, slot in enumerate(slots)
        ]
        views = groupby(sites, key=lambda site: id(site.slot.scope))
        together = [list(several) for _, several in views]
        return cls(Place(group, x, y), [(several[0].slot.scope, several) for several in together])


def _read(scope: Scope, role: str, start: int, draft: Draft) -> tuple[Kid, ...]:
    """How what fills a slot is read: as words of a line, by itself, or as a part of a figure."""
    kids = plain(draft.tags)
    if scope.aloud:
        return joined(kids) if role == "P" else tuple(kids)
    end = len(draft.shapes)
    shown = (Stretch(start, end),) if end > start else ()
    return (*shown, *[kid for kid in kids if isinstance(kid, Spot)]) if kids else shown


def _flow_page(values: Mapping[str, object]) -> int:
    """The page of the running text that this is, from 1 on; 0 if there is no such text."""
    flow = values.get("flow")
    return flow["page"] if isinstance(flow, dict) else 0
