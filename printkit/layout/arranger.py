"""The arranger: the body of a sheet and the values of one page, made, measured and placed.

A master asks it for what its pages share, and for pages that share nothing. Takes values; gives a
draft of the page by itself, with its corner at (0, 0) and slots for what varies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from printkit.errors import LayoutError
from printkit.geometry import Matrix
from printkit.layout.draft import Draft
from printkit.layout.draws import Draws
from printkit.layout.flow import Pagination
from printkit.layout.legibility import find_weak
from printkit.layout.making import make_column
from printkit.layout.pagesetup import page_setup
from printkit.layout.voices import gathered

if TYPE_CHECKING:
    from printkit.layout.definition import Sheet
    from printkit.layout.extents import Trace
    from printkit.layout.imposition import Imposition
    from printkit.layout.nodes import Node
    from printkit.layout.scope import Scope

EMPTY = Draft()


class Arranger:
    """Arranges the pages of one body that have one size."""

    def __init__(self, sheet: Sheet, scope: Scope, body: Sequence[Node], plan: Imposition) -> None:
        self.sheet, self.scope, self.body = sheet, scope, body
        self.plan = plan  # how large the pages are, and where they lie on paper
        self.draws = Draws.of(sheet).each_page  # the names of what chance decides on each page
        loop = sheet.loop.names if sheet.loop else ()
        self.own = *loop, *self.draws  # these, and the names of the item of `each`
        self._pagination = Pagination()  # where the pages of running text begin
        self._is_looked_at = False  # whether it was looked at for words that can hardly be read

    def key(self, values: Mapping[str, object]) -> tuple[int, ...]:
        """A key for the item of the sheet's `each`, and for what chance decided for it."""
        return tuple(id(values[name]) for name in self.own)

    def arrange(self, values: Mapping[str, object], varying: frozenset[str]) -> Draft:
        """The page with these values; what asks for `varying` leaves a slot."""
        scope, plan = self.scope.bind(values), self.plan
        setup = page_setup(self.sheet, scope)
        if (setup.width, setup.height) != (plan.leaf_width, plan.leaf_height):
            where = self.sheet.page.where if self.sheet.page else self.sheet.where
            raise LayoutError("all pages of a running text must be of one size", where)
        scope = scope.bind(setup.facts())
        page = flow_page(values)
        galley = self._pagination.turn(self.key(values), page) if page else None
        scope = scope._replace(context=replace(scope.context, varying=varying, galley=galley))
        draft = Draft()
        make_column(self.body, setup.gap, scope).place(setup.inside, draft)
        if not varying:
            self.look_at(draft)
        draft.tags = gathered(draft.tags)
        return self.finished(draft)

    def arrange_alone(self, values: Mapping[str, object]) -> Draft:
        """A page that shares nothing; running text must go as far as when pages were counted."""
        draft, page = self.arrange(values, frozenset()), flow_page(values)
        if page and not self._pagination.is_as_counted(self.key(values), page):
            message = "the text runs otherwise here than when pages were counted"
            hint = "let what stands around a flow depend on flow.page, not on page or pages"
            self.scope.context.complain(LayoutError(message, self.sheet.where, hint))
        return draft

    def run_through(self, values: Mapping[str, object], check: Callable[[int], None]) -> int:
        """How many pages the running text of a body takes; `check` refuses too many."""

        def arrange(number: int) -> None:
            self.scope.context.begin()
            self._is_looked_at = False
            turn = {"page": number, "pages": number}
            self.arrange({**values, **turn, "flow": turn}, frozenset())

        return self._pagination.count(self.key(values), arrange, check)

    def look_at(self, draft: Draft, filled: Draft = EMPTY, x: float = 0.0, y: float = 0.0) -> None:
        """Notes words that can hardly be read; looks once, at a page with its slots filled."""
        if self._is_looked_at:
            return
        self._is_looked_at = True
        context = self.scope.context
        lying = (draft, Matrix(x=x, y=y)), (filled, Matrix())
        shapes = ((s, matrix, where) for each, matrix in lying for s, where in each.sources())
        for weak in find_weak(shapes, context.ticket.theme.name):
            context.weak.add(weak)

    def finished(
        self, draft: Draft, around: Sequence[Trace] = (), x: float = 0.0, y: float = 0.0
    ) -> Draft:
        """The draft of a page at (x, y), with traces and bleed where they were asked for."""
        if self.scope.context.ticket.traced:
            from printkit.layout.extents import traces

            draft.traces = [*around, *(trace.moved(-x, -y) for trace in traces(draft))]
        if self.plan.bleed:
            from printkit.layout.bleed import Trim, bleed

            bleed(draft, Trim(self.plan.leaf_width, self.plan.leaf_height, self.plan.bleed))
        return draft


def flow_page(values: Mapping[str, object]) -> int:
    """The page of the running text that this is, from 1 on; 0 if there is no such text."""
    flow = values.get("flow")
    return flow["page"] if isinstance(flow, dict) else 0
