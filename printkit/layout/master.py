"""Masters: what the pages of a sheet have in common, impressed for every one of them.

The composer gives each leaf the master of its size; the press has it impress the leaf in its place
on paper. A master decides how much has to be arranged anew for a page, and how little it can be.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import TYPE_CHECKING

from printkit.layout.arranger import flow_page
from printkit.layout.draft import Blank, Draft, Impression, Slot
from printkit.layout.handwriting import Hand
from printkit.layout.scope import Scope
from printkit.layout.voices import joined, plain
from printkit.scene import Field, Group, Place
from printkit.tags import Inside, Kid, Spot, Stretch, holes
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.layout.areas import Area
    from printkit.layout.arranger import Arranger
    from printkit.layout.context import Context

COUNTED = ("page", "pages", "copy")
"""Facts that differ between copies of one page."""


class WholePage(NamedTuple):
    """A page as one group, and the draft that the group was made of."""

    group: Group
    draft: Draft

    def at(self, x: float, y: float, *, turned: bool = False) -> Draft:
        """The page with its top left corner there, or turned upside down."""
        group, made = self
        place = Place(group, x, y)
        if turned:
            place = Place(group, x + group.width, y + group.height, turn=180.0)
        page = Draft([place], made.alts)
        page.blanks, page.traces = made.blanks, made.traces
        page.tags += [Inside(0)] if group.tags else []
        return page


class Master:
    """Impresses pages, each in one of four ways, the cheapest that is right for it.

    - *sole*: it is the only page that this master impresses, and is simply arranged.
    - *shared*, the usual way: what is alike on all pages is one group that each of them refers
      to, and what varies is placed anew, in the slots that it left.
    - *alone*: the page is arranged by itself, where something in a slot asks for another size
      than on the first page and would move its neighbours, or where the sheet is `loose`: its
      size, its margins or facts of its own vary, or text runs through its pages, so that nothing
      is sure to be alike.
    - *copied*: several copies were asked for, and nothing on the page counts pages or copies. It
      is made once in one of the other ways, and placed again for each copy.
    """

    def __init__(self, arranger: Arranger, *, sole: bool) -> None:
        sheet, context = arranger.sheet, arranger.scope.context
        self.arranger, self.plan, self.context = arranger, arranger.plan, context
        varying = frozenset() if sole else frozenset({"page", "copy", *arranger.own})
        self.varying = varying  # the names of what differs from page to page
        self.counted = arranger.draws.union(COUNTED)  # and from copy to copy
        # whether nothing is sure to be alike on all pages; see `needs`
        self.loose = sheet.has_flow or bool(varying & (sheet.needs.itself | sheet.page_needs))
        self._common: WholePage | None = None  # what pages share, once it is arranged
        self._shared: dict[tuple[float, float], SharedPage] = {}  # the same in its places
        self._copied: dict[tuple[int, ...], WholePage] = {}  # pages that come again
        self._fields: dict[tuple[Blank, ...], tuple[Field, ...]] = {}  # the fields of blanks
        self.hand = Hand(context.ticket.theme, context.ticket.seed)  # writes what was recorded

    def impress(
        self, values: Mapping[str, object], x: float, y: float, *, turned: bool = False
    ) -> Impression:
        """One page with its top left corner at (x, y), or turned upside down."""
        page = self._copy(values)
        if page is not None:
            draft = page.at(x, y, turned=turned)
        elif turned or self.plan.bleed:
            draft = self._whole(self._page(values, 0.0, 0.0)).at(x, y, turned=turned)
        else:
            draft = self._page(values, x, y)
        return draft.impression()

    def _copy(self, values: Mapping[str, object]) -> WholePage | None:
        """The page, made once for all its copies; None if its copies may differ."""
        if self.context.ticket.copies == 1 or self.context.asks_for(self.counted):
            return None
        key = (*self.arranger.key(values), flow_page(values))
        if key not in self._copied:
            draft = self._page(values, 0.0, 0.0)
            if self.context.asks_for(self.counted):  # by a part that was made for it just now
                return None
            self._copied[key] = self._whole(draft)
        return self._copied[key]

    def _page(self, values: Mapping[str, object], x: float, y: float) -> Draft:
        """A page with its top left corner at (x, y): sole, shared or alone."""
        self.context.begin()
        if self.loose:
            return self._alone(values, x, y)
        common = self._common or self._whole(self.arranger.arrange(values, self.varying))
        self._common = common
        if not self.varying:
            return common.at(x, y) if x or y else common.draft
        shared = self._shared.get((x, y))
        if shared is None:
            shared = self._shared[x, y] = SharedPage.at(x, y, common)
        draft = shared.filled(values, self.context)
        if draft is None:
            return self._alone(values, x, y)
        self.arranger.look_at(common.draft, draft, x, y)
        return self.arranger.finished(draft, common.draft.traces, x, y)

    def _alone(self, values: Mapping[str, object], x: float, y: float) -> Draft:
        return self._whole(self.arranger.arrange_alone(values)).at(x, y)

    def _whole(self, draft: Draft) -> WholePage:
        size = self.plan.leaf_width, self.plan.leaf_height
        return WholePage(Group(tuple(draft.shapes), *size, tuple(plain(draft.tags))), draft)

    def fields(self, blanks: tuple[Blank, ...]) -> tuple[Field, ...]:
        """The fields of one page by itself."""
        if blanks not in self._fields:
            from printkit.layout.fields import FieldSet, families

            scope = self.arranger.scope
            form = FieldSet(families(self.arranger.sheet, scope), scope)
            self._fields[blanks] = form.fields(blanks)
        return self._fields[blanks]


class _Site(NamedTuple):
    """A slot where it lies on paper, and the role of what it stands in, if that is read."""

    slot: Slot
    area: Area
    role: str | None


class SharedPage(NamedTuple):
    """What pages share, where it lies on paper; neighbours among its slots often see one scope."""

    place: Place  # of the group
    first: Draft  # what the group was made of
    views: list[tuple[Scope, list[_Site]]]  # its slots, by the scope that they see

    @classmethod
    def at(cls, x: float, y: float, page: WholePage) -> SharedPage:
        """What a page shares with others, with its corner there."""
        roles = dict(holes(page.group.tags))
        sites = [
            _Site(slot, slot.area.moved(x, y), roles.get(number))
            for number, slot in enumerate(page.draft.slots)
        ]
        views = [list(several) for _, several in groupby(sites, lambda site: id(site.slot.scope))]
        return cls(Place(page.group, x, y), page.draft, [(v[0].slot.scope, v) for v in views])

    def filled(self, values: Mapping[str, object], context: Context) -> Draft | None:
        """The page with its slots filled; None if something asks for another size than its slot."""
        (group, x, y, *_), first, views = self
        draft = Draft([self.place], alts=[])
        blanks: list[Blank] = []  # those of the group and of its slots, in the order of nodes
        fills: list[tuple[Kid, ...]] = []  # how what stands in each slot is read
        done = 0  # how many blanks of the group are taken
        env, own = None, values
        for seen, sites in views:
            if seen.env is not env:  # neighbours often differ in other things than facts
                env, own = seen.env, {**seen.env, **values}
            scope = Scope(own, context, *seen[2:])
            for slot, area, role in sites:
                start = len(draft.shapes)
                if not slot.fill(scope, area, draft):
                    return None
                fills.append(() if role is None else _read(scope, role, start, draft))
                draft.tags = []
                if draft.blanks:
                    blanks += first.blanks[done : slot.blanks]
                    blanks += [blank.moved(-x, -y) for blank in draft.blanks]
                    done = slot.blanks
                    draft.blanks.clear()
        draft.blanks = blanks + first.blanks[done:]
        draft.tags = [Inside(0, tuple(fills))] if group.tags else []
        return draft


def _read(scope: Scope, role: str, start: int, draft: Draft) -> tuple[Kid, ...]:
    """How what fills a slot is read: as words of a line, by itself, or as a part of a figure."""
    kids = plain(draft.tags) if draft.tags else []
    if scope.aloud:
        return joined(kids) if role == "P" else tuple(kids)
    end = len(draft.shapes)
    shown = (Stretch(start, end),) if end > start else ()
    return (*shown, *[kid for kid in kids if isinstance(kid, Spot)]) if kids else shown
