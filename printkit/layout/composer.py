"""The composer: a sheet with the facts of its player counts becomes leaves.

An assembly makes one for each sheet. A leaf is one page of the layout that knows all its values,
and the master that will impress it; a press puts it on paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

from printkit.errors import LayoutError, Problems, UsageError, did_you_mean
from printkit.faces import FAMILIES
from printkit.layout.arranger import Arranger, flow_page
from printkit.layout.context import Context
from printkit.layout.draws import Draws
from printkit.layout.families import with_own
from printkit.layout.imposition import Imposition, impose
from printkit.layout.loading import load_part, tokens
from printkit.layout.making import check_names
from printkit.layout.master import Master
from printkit.layout.notebook import PAGE_NAMES
from printkit.layout.pagesetup import page_setup
from printkit.layout.scope import Scope
from printkit.rules.printed import DrawResult
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.layout.context import Ticket
    from printkit.layout.definition import Backs, Sheet
    from printkit.layout.nodes import Node
    from printkit.rules.written import FieldValue

MAX_PAGES = 20_000


class Edition(NamedTuple):
    """A sheet for one player count: its facts, and the titles that lead to it in an outline."""

    players: int
    facts: Mapping[str, object]
    bookmark: tuple[str, ...]
    written: tuple[Mapping[str, FieldValue], ...] = ()
    """What a recorded game wrote, by the names of fields: for each page, or once for all."""


class Leaf(NamedTuple):
    """One page of a layout, before it lies on paper."""

    master: Master  # what impresses it
    edition: Edition  # the sheet for one player count
    composer: Composer  # whose page it is
    values: Mapping[str, object]  # the facts that are its own, such as the number of the copy
    back: Leaf | None = None  # what is printed on its other side
    number: int = 0  # its place among the pages of its edition, from 0 on, the same for every copy
    prefix: str = ""  # what goes before the names of its fields

    @property
    def goes_on(self) -> bool:
        """Whether it continues the running text of the page before."""
        return flow_page(self.values) > 1

    @property
    def plan(self) -> Imposition:
        """How pages like it lie on paper."""
        return self.master.plan

    def details(self) -> dict[str, object]:
        """What its game tells about it, such as the code printed on it."""
        results = [value for value in self.values.values() if isinstance(value, DrawResult)]
        return {name: value for one in results for name, value in one.details.items()}

    def written(self) -> Mapping[str, FieldValue]:
        """What a recorded game wrote on it."""
        pages = self.edition.written
        return pages[self.number if len(pages) > 1 else 0] if pages else {}


class Composer:
    """One sheet with its facts, as leaves; a press places them on paper."""

    def __init__(self, sheet: Sheet, ticket: Ticket, editions: Sequence[Edition]) -> None:
        self.sheet, self.ticket, self.editions = sheet, ticket, editions
        self.context = Context(
            ticket,
            tokens=tokens()._replace(colours=ticket.theme.colours),
            load_part=partial(load_part, ticket.folder),
            used={sheet},
            strays=frozenset(stray.message for stray in sheet.strays),
        )
        for stray in sheet.strays:
            self.context.problems.add(stray)
        self._count = 0  # how many pages there will be
        self.draws = Draws.of(sheet)  # what chance decides
        self.fonts = with_own(FAMILIES, sheet.fonts, self.context)  # families that words may name
        self.leaves: list[Leaf] = []
        try:
            for edition in editions:
                self.leaves += self._leaves(edition)
        except LayoutError as error:
            self.context.complain(error)
            raise Problems(self.context.problems) from None

    def _leaves(self, edition: Edition) -> Iterator[Leaf]:
        """The pages for one player count, each with its back."""
        scope = self._scope(edition)
        backs = self.sheet.backs
        if backs is None or (backs.when is not None and not backs.when.evaluate(scope.env)):
            return self._of_body(edition, scope, self.sheet.body)
        fronts = list(self._of_body(edition, scope, self.sheet.body, double=True))
        body = self.sheet.body if backs.body is None else backs.body
        behind = self._back_scope(edition, scope, backs)
        others = list(self._of_body(edition, behind, body, double=True))
        if len(fronts) != len(others):
            message = f"{len(fronts)} fronts cannot have {len(others)} backs"
            raise LayoutError(message, backs.where)
        return (front._replace(back=back) for front, back in zip(fronts, others, strict=True))

    def _of_body(
        self, edition: Edition, scope: Scope, body: Sequence[Node], *, double: bool = False
    ) -> Iterator[Leaf]:
        """The leaves of a body: once for each item of `each`, and for each copy."""
        bindings = self._bindings(scope)
        many = len(bindings) * self.ticket.copies
        self._count += many
        check_pages(self._count)
        masters: dict[Imposition, Master] = {}  # one for each size that pages have
        varying = self.draws.each_page.union(("copy",), bindings[0])
        sizes_vary = not varying.isdisjoint(self.sheet.page_needs)
        copies = range(1, self.ticket.copies + 1)
        before = len(self.leaves)  # those of the player counts before
        for at, (copy, values) in enumerate(product(copies, bindings)):
            own = self.draws.page(scope, {**values, "copy": copy}, before + at + 1)
            if sizes_vary or not masters:
                plan = self._plan(scope.bind(own), double=double)
                if plan not in masters:
                    arranger = Arranger(self.sheet, scope, body, plan)
                    masters[plan] = Master(arranger, sole=many == 1)
                master = masters[plan]
            for turn in self._turns(master.arranger, own):
                yield Leaf(master, edition, self, turn, number=at % len(bindings))

    def _bindings(self, scope: Scope) -> Sequence[Mapping[str, object]]:
        """The facts of each item of `each`; there is one page without it."""
        loop = self.sheet.loop
        bindings = loop.bindings(scope.env) if loop else [{}]
        if loop and not bindings:
            message = f"there is no page: '{loop.source.text}' is empty"
            raise LayoutError(message, loop.source.where)
        return bindings

    def _plan(self, scope: Scope, *, double: bool) -> Imposition:
        """How a page with these facts lies on paper; of running text, the first one decides."""
        if self.sheet.has_flow:
            scope = scope.bind({"flow": {"page": 1, "pages": 1}})
        setup, ticket = page_setup(self.sheet, scope), self.ticket
        size = setup.width, setup.height
        return impose(ticket.paper, *size, min(setup.margin), ticket.handling, double=double)

    def _turns(
        self, arranger: Arranger, values: Mapping[str, object]
    ) -> Iterator[Mapping[str, object]]:
        """The values of each page that one body takes: several, if text runs through it."""
        if not self.sheet.has_flow:
            yield values
            return
        number = arranger.run_through(values, check_pages)
        self._count += number - 1
        check_pages(self._count)
        for page in range(1, number + 1):
            yield {**values, "flow": {"page": page, "pages": number}}

    def _scope(self, edition: Edition) -> Scope:
        self.context.begin()
        env = self._given(edition)
        places = {name: data.where for name, data in self.sheet.facts}
        places |= {name: draw.where for name, draw in self.sheet.draws if not draw.offer}
        for name in places:
            if name in env or name in PAGE_NAMES:
                message = f"the name '{name}' is taken by a fact of its own"
                raise LayoutError(message, places[name], "choose another name")
        check_names(self.sheet.references, {*env, *PAGE_NAMES, *places}, self.context)
        env |= self._area(env)
        return self.draws.shared(self._outermost(env), self.sheet.facts)

    def _outermost(self, env: dict[str, object]) -> Scope:
        return Scope(env, self.context, fonts=self.fonts, aloud=self.ticket.tagged)

    def _given(self, edition: Edition) -> dict[str, object]:
        """What a sheet knows before it says anything itself."""
        return {**edition.facts, "t": self.ticket.catalogue.translate}

    def _area(self, env: dict[str, object]) -> dict[str, object]:
        """The fact `area`, unless the page's size depends on facts that are not known yet."""
        if not self.sheet.page_needs <= env.keys():
            return {}
        return page_setup(self.sheet, Scope(env, self.context)).facts()

    def _back_scope(self, edition: Edition, front: Scope, backs: Backs) -> Scope:
        """The scope of the back, where some facts differ, and so does what follows from them."""
        for name, data in backs.facts:
            if name not in front.env:
                hint = did_you_mean(name, front.env)
                raise LayoutError(f"the front has no fact '{name}'", data.where, hint)
        values = {name: front.data(data) for name, data in backs.facts}
        given = self._given(edition)
        env = {**given, **self._area(given), **values}
        others = [(name, data) for name, data in self.sheet.facts if name not in values]
        return self.draws.shared(self._outermost(env), others)


def check_pages(number: int) -> None:
    """Refuses more pages than one file may have."""
    if number > MAX_PAGES:
        raise UsageError(f"{number:,} pages are too many", hint=f"at most {MAX_PAGES:,}")
