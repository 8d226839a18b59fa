"""Composing: a layout with the facts of its player counts becomes pages of a scene.

A page is arranged once for each player count. What varies from page to page leaves a slot in the
arrangement; all else becomes one group that every page refers to. A page whose slots ask for
other sizes than on the first one is arranged by itself.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from printkit.errors import LayoutError, Problems, UsageError, did_you_mean
from printkit.fonts import FAMILIES
from printkit.layout.bleed import Trim, extend
from printkit.layout.blocks import Area, Draft
from printkit.layout.definition import PageSetup
from printkit.layout.families import with_own
from printkit.layout.imposition import Handling, Imposition, impose
from printkit.layout.loading import Parts, tokens
from printkit.layout.making import check_names, make_column
from printkit.layout.reading import PAGE_NAMES
from printkit.layout.scope import Context, Effort, Scope
from printkit.paper import PAPERS, Paper, Shift, parse_paper
from printkit.scene import Group, Page, Place
from printkit.units import MM, to_mm

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from printkit.catalogue import Catalogue
    from printkit.layout.blocks import Slot
    from printkit.layout.definition import Backs, Sheet
    from printkit.layout.nodes import Node
    from printkit.scene import Shape
    from printkit.theme import Theme

MAX_PAGES = 20_000
CARD = (63 * MM, 88 * MM)
COUNTED = ("page", "pages", "copy")
"""Facts that differ between copies of one page."""


class Run(NamedTuple):
    """The facts for one player count, and the titles that lead to it in a reader's outline."""

    players: int
    facts: Mapping[str, object]
    bookmark: tuple[str, ...]


class Setting(NamedTuple):
    """How a sheet is to be set: theme, words, paper, how often, and how it is printed."""

    theme: Theme
    catalogue: Catalogue
    paper: Paper
    folder: Path
    copies: int = 1
    handling: Handling = Handling()
    effort: Effort | None = None


class Leaf(NamedTuple):
    """One page of a layout, before imposition: whose, the values that are its own, its back."""

    master: Master
    run: Run
    composer: Composer
    values: Mapping[str, object]
    back: Leaf | None = None


class Sheetful(NamedTuple):
    """A page of paper, with the leaves that lie on it."""

    page: Page
    leaves: tuple[Leaf, ...]


class Composer:
    """One sheet with its facts: its pages are arranged here, and placed on paper by a `Press`."""

    def __init__(self, sheet: Sheet, setting: Setting, runs: Sequence[Run]) -> None:
        self.sheet, self.setting, self.runs = sheet, setting, runs
        self.context = Context(
            theme=setting.theme,
            catalogue=setting.catalogue,
            tokens=tokens(),
            folder=setting.folder,
            load_part=Parts(setting.folder).load,
            strays=frozenset(stray.message for stray in sheet.strays),
            effort=setting.effort or Effort(),
        )
        for stray in sheet.strays:
            self.context.problems.add(stray)
        self._sides = 0
        self.fonts = with_own(FAMILIES, sheet.fonts, self.context)
        try:
            self.leaves = tuple(leaf for run in runs for leaf in self._leaves(run))
        except LayoutError as error:
            self.context.complain(error)
            raise Problems(self.context.problems) from None

    def _leaves(self, run: Run) -> Iterator[Leaf]:
        scope = self._scope(run)
        backs = self.sheet.backs
        if backs is None or (backs.when is not None and not backs.when.evaluate(scope.env)):
            return self._side(run, scope, self.sheet.body)
        fronts = list(self._side(run, scope, self.sheet.body, double=True))
        body = self.sheet.body if backs.body is None else backs.body
        others = list(self._side(run, self._back_scope(run, scope, backs), body, double=True))
        if len(fronts) != len(others):
            message = f"{len(fronts)} fronts cannot have {len(others)} backs"
            raise LayoutError(message, backs.where)
        return (front._replace(back=back) for front, back in zip(fronts, others, strict=True))

    def _side(
        self, run: Run, scope: Scope, body: Sequence[Node], *, double: bool = False
    ) -> Iterator[Leaf]:
        loop = self.sheet.loop
        bindings = loop.bindings(scope.env) if loop else [{}]
        number = len(bindings) * self.setting.copies
        if loop and not bindings:
            message = f"there is no page: '{loop.source.text}' is empty"
            raise LayoutError(message, loop.source.where)
        self._sides += number
        check_pages(self._sides)
        master = Master(self.sheet, scope, self.setting, body, alone=number == 1, double=double)
        for copy in range(1, self.setting.copies + 1):
            for values in bindings:
                yield Leaf(master, run, self, {**values, "copy": copy})

    def _scope(self, run: Run) -> Scope:
        self.context.begin()
        env: dict[str, object] = {**run.facts, "t": self.setting.catalogue.translate}
        own = [name for name, _ in self.sheet.facts]
        for name, data in self.sheet.facts:
            if name in env or name in PAGE_NAMES:
                message = f"the name '{name}' is taken by a fact of its own"
                raise LayoutError(message, data.where, "choose another name")
        check_names(self.sheet.references, {*env, *PAGE_NAMES, *own}, self.context)
        return Scope(env, self.context, fonts=self.fonts).with_facts(self.sheet.facts)

    def _back_scope(self, run: Run, front: Scope, backs: Backs) -> Scope:
        """The facts of the back: some have other values there, and what follows from them too."""
        for name, data in backs.facts:
            if name not in front.env:
                hint = did_you_mean(name, front.env)
                raise LayoutError(f"the front has no fact '{name}'", data.where, hint)
        values = {name: front.data(data) for name, data in backs.facts}
        env = {**run.facts, "t": self.setting.catalogue.translate, **values}
        others = [(name, data) for name, data in self.sheet.facts if name not in values]
        return Scope(env, self.context, fonts=self.fonts).with_facts(others)


def check_pages(number: int) -> None:
    """Refuses more pages than one file may have."""
    if number > MAX_PAGES:
        raise UsageError(f"{number:,} pages are too many", hint=f"at most {MAX_PAGES:,}")


class Batch(NamedTuple):
    """Leaves of one size that follow each other, and where they lie: (place, leaf) pairs."""

    plan: Imposition
    papers: Sequence[Sequence[tuple[int, Leaf]]]

    @property
    def double(self) -> bool:
        """Whether backs have pages of their own."""
        return self.plan.backs != "" and not self.plan.is_folded

    def skipped(self, before: int) -> int:
        """How many pages stay white so that fronts lie on fronts."""
        return before % 2 if self.double else 0

    def pages(self, before: int) -> int:
        """How many pages it takes after so many others."""
        return self.skipped(before) + len(self.papers) * (2 if self.double else 1)


class Press:
    """Places the pages of several sheets on paper; pages smaller than it share one."""

    def __init__(self, composers: Sequence[Composer]) -> None:
        self.composers = composers
        self._batches = list(_batches(leaf for composer in composers for leaf in composer.leaves))
        self.plans = frozenset(batch.plan for batch in self._batches)
        self.total = 0
        for batch in self._batches:
            self.total += batch.pages(self.total)

    def pages(self) -> Iterator[Sheetful]:
        """The pages of paper, in order."""
        number = 0
        for batch in self._batches:
            yield from self._pages(batch, number)
            number += batch.pages(number)

    def _pages(self, batch: Batch, number: int) -> Iterator[Sheetful]:
        """The pages of a batch after so many others, each front followed by its back."""
        plan = batch.plan
        offset = batch.papers[0][0][1].composer.setting.handling.offset
        front = Side(plan, plan.cut_marks(), offset.front)
        back = Side(plan, plan.cut_marks() if plan.bleed else None, offset.back)
        for _ in range(batch.skipped(number)):
            number += 1
            yield Sheetful(Page(plan.width, plan.height, ()), ())
        for leaves in batch.papers:
            number += 1
            fronts = [(plan.origin(place), leaf) for place, leaf in leaves]
            backs = [(plan.behind(place), leaf.back) for place, leaf in leaves if leaf.back]
            folded = backs if plan.is_folded else []
            yield front.sheetful(fronts, folded, {"page": number, "pages": self.total})
            if batch.double:
                number += 1
                yield back.sheetful([], backs, {"page": number, "pages": self.total})


def _batches(leaves: Iterable[Leaf]) -> Iterator[Batch]:
    """Leaves of one size that follow each other go on paper together."""
    for plan, group in groupby(leaves, key=_plan):
        batch = list(group)
        papers = [[(place, batch[at]) for place, at in paper] for paper in plan.sheets(len(batch))]
        yield Batch(plan, papers)


def _plan(leaf: Leaf) -> Imposition:
    """What the leaves on one sheet of paper have in common."""
    plan = leaf.master.imposition(leaf.values)
    if leaf.back is not None and leaf.back.master.imposition(leaf.back.values) != plan:
        raise LayoutError("front and back must be of one size", leaf.composer.sheet.where)
    return plan


Spots: TypeAlias = "Sequence[tuple[tuple[float, float], Leaf]]"
"""Leaves, each with the top left corner of its place."""


class Side(NamedTuple):
    """One side of the paper: what is drawn on it besides leaves, and how far all is moved."""

    plan: Imposition
    marks: Group | None
    shift: Shift

    def sheetful(self, fronts: Spots, backs: Spots, numbers: Mapping[str, object]) -> Sheetful:
        """A page with these fronts and backs."""
        plan = self.plan
        # The shift is as one reads this side, and a side of backs may stand on its head.
        way = -1 if backs and not fronts and plan.is_turned else 1
        right, down = way * self.shift.right, way * self.shift.down
        shapes: list[Shape] = [] if self.marks is None else [Place(self.marks, right, down)]
        for spots, turned in ((fronts, False), (backs, plan.is_turned)):
            for (x, y), leaf in spots:
                values = {**leaf.values, **numbers}
                shapes += leaf.master.draw(values, x + right, y + down, turned=turned)
        page = Page(plan.width, plan.height, tuple(shapes), plan.trim, bleed=plan.bleed)
        return Sheetful(page, tuple(leaf for _, leaf in (*fronts, *backs)))


class Master:
    """A page arranged once, to be drawn for many values."""

    def __init__(
        self,
        sheet: Sheet,
        scope: Scope,
        setting: Setting,
        body: Sequence[Node],
        *,
        alone: bool,
        double: bool = False,
    ) -> None:
        self.sheet, self.scope, self.setting, self.body = sheet, scope, setting, body
        self.double = double
        self.loop = sheet.loop.names if sheet.loop else ()
        self.varying = frozenset[str]() if alone else frozenset({"page", "copy", *self.loop})
        setup = sheet.page.names if sheet.page else frozenset[str]()
        self.loose = not self.varying.isdisjoint(sheet.own | setup)
        self._draft: Draft | None = None
        self._group: Group | None = None
        self._plan: Imposition | None = None
        self._copied: dict[tuple[int, ...], Group] = {}

    def imposition(self, values: Mapping[str, object]) -> Imposition:
        """The page's size and place on the paper, worked out with the first page's values."""
        if self._plan is None:
            setup = page_setup(self.sheet, self.scope.bind(values), self.setting)
            paper, handling = self.setting.paper, self.setting.handling
            size = setup.width, setup.height
            self._plan = impose(paper, *size, min(setup.margin), handling, double=self.double)
        return self._plan

    def draw(
        self, values: Mapping[str, object], x: float, y: float, *, turned: bool = False
    ) -> list[Shape]:
        """The shapes of one page with its top left corner at (x, y), or turned upside down."""
        assert self._plan is not None
        group = self._copy(values)
        if group is None:
            if not turned and not self._plan.bleed:
                return self._shapes(values, x, y)
            group = self._grouped(self._shapes(values, 0.0, 0.0))
        if turned:
            return [Place(group, x + group.width, y + group.height, turn=180.0)]
        return [Place(group, x, y)]

    def _copy(self, values: Mapping[str, object]) -> Group | None:
        """A page made once and placed as often as it comes; None where its copies may differ."""
        if self.setting.copies == 1 or self._is_counted():
            return None
        key = tuple(id(values[name]) for name in self.loop)
        if key not in self._copied:
            shapes = self._shapes(values, 0.0, 0.0)
            if self._is_counted():
                return None
            self._copied[key] = self._grouped(shapes)
        return self._copied[key]

    def _is_counted(self) -> bool:
        """Whether the sheet, or a part that was made for it so far, asks for page or copy."""
        files = [self.sheet.references, *(part.references for part in self.scope.context.used)]
        return any(name in COUNTED for references in files for name, _ in references)

    def _shapes(self, values: Mapping[str, object], x: float, y: float) -> list[Shape]:
        self.scope.context.begin()
        if self.loose:
            return [Place(self._grouped(self._arrange(values, frozenset()).shapes), x, y)]
        if self._draft is None:
            self._draft = self._arrange(values, self.varying)
            self._group = self._grouped(self._draft.shapes)
        if not self.varying:
            return (
                [Place(self._grouped(self._draft.shapes), x, y)] if x or y else self._draft.shapes
            )
        assert self._group is not None
        draft = Draft([Place(self._group, x, y)])
        for slot in self._draft.slots:
            if not self._fill(slot, values, x, y, draft):
                alone = self._arrange(values, frozenset())
                return [Place(self._grouped(alone.shapes), x, y)]
        return self._bled(draft.shapes)

    def _grouped(self, shapes: Sequence[Shape]) -> Group:
        assert self._plan is not None
        return Group(tuple(shapes), self._plan.page_width, self._plan.page_height)

    def _arrange(self, values: Mapping[str, object], varying: frozenset[str]) -> Draft:
        scope = self.scope.bind(values)
        setup = page_setup(self.sheet, scope, self.setting)
        area = Area(0.0, 0.0, setup.width, setup.height).inset(setup.margin)
        scope = scope.bind({"area": {"width": to_mm(area.width), "height": to_mm(area.height)}})
        scope = scope._replace(context=replace(scope.context, varying=varying))
        column = make_column(self.body, setup.gap, scope)
        draft = Draft()
        column.place(area, draft)
        draft.shapes = self._bled(draft.shapes)
        return draft

    def _bled(self, shapes: list[Shape]) -> list[Shape]:
        """With what goes on beyond the edge of the page, where it is for a print shop."""
        plan = self._plan
        if plan is None or not plan.bleed:
            return shapes
        return extend(shapes, Trim(plan.page_width, plan.page_height, plan.bleed))

    def _fill(
        self, slot: Slot, values: Mapping[str, object], x: float, y: float, draft: Draft
    ) -> bool:
        """Draw what varies in its slot; False when it asks for other sizes than the slot has."""
        old = slot.scope
        env = {**old.env, **values}
        scope = old._replace(env=env, context=self.scope.context)
        left, top, width, height = slot.area
        return slot.fill(scope, Area(left + x, top + y, width, height), draft)


class Setup(NamedTuple):
    """A page's size and margins in points."""

    width: float
    height: float
    margin: tuple[float, float, float, float]
    gap: float


def page_setup(sheet: Sheet, scope: Scope, setting: Setting) -> Setup:
    """The page as the layout asks for it, on this paper."""
    page = sheet.page or PageSetup(where=sheet.where)
    size = scope.get(page.size)
    width, height = _page_size(size, setting.paper, page)
    # Whoever prints decides how the paper lies; what is smaller than it keeps its shape.
    own = scope.get(page.orientation)
    if (setting.handling.orientation or own if size == "paper" else own) == "landscape":
        width, height = height, width
    margin = scope.get(page.margin)
    if max(margin[1] + margin[3] - width, margin[0] + margin[2] - height) > -10 * MM:
        raise LayoutError("the margins leave no room on this page", page.where)
    return Setup(width, height, margin, scope.points(page.gap))


def _page_size(name: str, paper: Paper, page: PageSetup) -> tuple[float, float]:
    short, long = sorted((paper.width, paper.height))
    match name:
        case "paper":
            return short, long
        case "half":
            return long / 2, short
        case "quarter":
            return short / 2, long / 2
        case "card":
            return CARD
    try:
        size = parse_paper(name)
    except UsageError:
        known = did_you_mean(name, ["paper", "half", "quarter", "card", *PAPERS])
        size_hint = "\nor give a size like 63x88mm, each side 40 to 2000 mm"
        hint = known if known.startswith("did") else known + size_hint
        raise LayoutError(f"unknown page size '{name}'", page.where, hint) from None
    return size.width, size.height
