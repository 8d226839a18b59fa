"""The shelf: composed sheets and rendered pages, kept for the next time they are asked for.

A sheet is known by all that went into it: its definition, its ticket, its places on paper, and the
facts that it and its parts ask for. Files are seen to by `reads`: when one of them changes, what
was made from it goes. So a name that changes costs the sheets that print names, and no others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from printkit.backends import FORMATS
from printkit.faces import OwnFace, SystemFace, taking, taking_fonts
from printkit.layout.context import MAX_FILE_NODES
from printkit.reads import Files, Kept, recording
from printkit.scene import Document, Group, Page, Path, Place, Shape, Text
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.build.assembly import Assembly
    from printkit.errors import PrintkitError
    from printkit.layout.composer import Composer
    from printkit.layout.definition import Part, Sheet
    from printkit.layout.draft import Impression
    from printkit.layout.press import Position

MOST_BYTES: Final = 16_000_000  # about how much memory composed sheets may take
MOST_SHEETS: Final = 200
MOST_PICTURE_BYTES: Final = 6_000_000
"""How long all pages as SVG may be together."""
MOST_PICTURES: Final = 200
SHAPE_BYTES: Final = 300
NUMBER_BYTES: Final = 40
"""About how much memory a shape takes, and each number in it."""


class Composed(NamedTuple):
    """A composed sheet, impressed in its places, with all that was found out on the way."""

    impressions: tuple[Impression, ...]  # what it looks like in each of its places
    fonts: tuple[Mapping[str, SystemFace], ...]  # the fonts of this system that each of these takes
    faces: Mapping[str, OwnFace]  # the sheet's own fonts
    used: frozenset[Sheet | Part]  # itself, and the parts that were made for it
    told: tuple[str, ...]  # what it tells whoever builds it
    weak: tuple[PrintkitError, ...]  # what can hardly be read
    silent: tuple[PrintkitError, ...]  # pictures of which nothing is said
    nodes: int  # how many nodes were made

    def tell(self, composer: Composer) -> None:
        """Tells a composer what it would have found out by composing this itself."""
        context = composer.context
        context.used |= self.used
        context.faces.update(self.faces)
        context.told.update(dict.fromkeys(self.told))
        composer.ticket.effort.nodes += self.nodes
        context.weak.add_all(self.weak)
        context.silent.add_all(self.silent)


class Shelf:
    """What was made before; the newest is kept."""

    def __init__(self) -> None:
        self._asked: Kept[frozenset[str]] = Kept(MOST_SHEETS)  # the facts that a sheet asks for
        self._composed: Kept[tuple[object, Composed]] = Kept(MOST_BYTES)  # with what went into it
        self._pictures: Kept[bytes] = Kept(MOST_PICTURE_BYTES)  # pages as SVG

    def picture(self, page: Page, language: str, *, outline: bool) -> bytes:
        """A page as SVG. It is a file of its own: its names count from one."""
        key = language, outline, page.width, page.height, tuple(_content(page.shapes))
        if (known := self._pictures.get(key)) is not None:
            return known
        document = Document("", language)
        (data,) = FORMATS["svg"].renderer(document, {"outline": outline}).render(page)
        self._pictures.keep(key, data, {}, max(len(data), MOST_PICTURE_BYTES / MOST_PICTURES))
        return data

    def find(self, composer: Composer, positions: Sequence[Position]) -> Composed | None:
        """The sheet in these places, if nothing that went into it has changed."""
        names = self._asked.get(composer.sheet)
        if names is None:
            return None
        given = _given(composer, positions, names)
        found = self._composed.get((composer.sheet, repr(given)))
        # As a text 1, True and 1.0 differ; as values, two things that look alike as a text do.
        return found[1] if found is not None and found[0] == given else None

    def keep(
        self, composer: Composer, positions: Sequence[Position], composed: Composed, files: Files
    ) -> None:
        """Keeps a sheet; not if its file has pictures, as these are limited for the whole file."""
        if composer.context.problems or composer.ticket.effort.album:
            return
        names = asked_facts(composer) | (self._asked.get(composer.sheet) or frozenset())
        self._asked.keep(composer.sheet, names, files)
        given = _given(composer, positions, names)
        weight = max(_weight(composed.impressions), MOST_BYTES / MOST_SHEETS)
        key = composer.sheet, repr(given)
        self._composed.keep(key, (given, composed), files, weight)


class Pull:
    """Impresses the sheets of one file for a proof, as they were kept or composed anew."""

    def __init__(self, assembly: Assembly, shelf: Shelf, most: int | None) -> None:
        self._files, self._shelf = assembly.reads, shelf
        self.composed: list[str] = []
        """The ids of the sheets that had to be composed."""
        positions: dict[Composer, list[Position]] = {}
        for side in islice(assembly.press.sides(), most):
            for position in side.positions:
                positions.setdefault(position.leaf.composer, []).append(position)
        self._coming = {
            composer: self._impressions(composer, its) for composer, its in positions.items()
        }

    def impress(self, position: Position) -> Impression:
        """The next leaf of a sheet."""
        return next(self._coming[position.leaf.composer])

    def _impressions(
        self, composer: Composer, positions: Sequence[Position]
    ) -> Iterator[Impression]:
        """The leaves of a sheet in the order of their pages: from the shelf, or all anew."""
        known = self._shelf.find(composer, positions)
        if known is None or composer.ticket.effort.nodes + known.nodes > MAX_FILE_NODES:
            yield from self._anew(composer, positions)
            return
        known.tell(composer)
        for impression, fonts in zip(known.impressions, known.fonts, strict=True):
            taking().faces.update(fonts)
            yield impression

    def _anew(self, composer: Composer, positions: Sequence[Position]) -> Iterator[Impression]:
        self.composed.append(composer.sheet.id)
        effort, nodes, files = composer.ticket.effort, 0, dict(self._files[composer])
        made: list[Impression] = []
        fonts: list[Mapping[str, SystemFace]] = []
        for position in positions:
            before = effort.nodes
            with recording() as read, taking_fonts(forbid=taking().forbids) as taken:
                made.append(position.impress())
            nodes += effort.nodes - before
            files |= read
            fonts.append(taken.faces)
            if len(made) == len(positions):
                done = _composed(composer, made, fonts, nodes)
                self._shelf.keep(composer, positions, done, files)
            yield made[-1]


def _composed(
    composer: Composer,
    impressions: Iterable[Impression],
    fonts: Iterable[Mapping[str, SystemFace]],
    nodes: int,
) -> Composed:
    context = composer.context
    return Composed(
        impressions=tuple(impressions),
        fonts=tuple(fonts),
        faces=dict(context.faces),
        used=frozenset(context.used),
        told=tuple(context.told),
        weak=tuple(context.weak),
        silent=tuple(context.silent),
        nodes=nodes,
    )


def asked_facts(composer: Composer) -> frozenset[str]:
    """The names of all facts that a sheet and the parts that were made for it may ask for."""
    names = {name for file in composer.context.used for name, _ in file.references}
    return frozenset(names | {"seed"} if composer.sheet.draws else names)


def _given(
    composer: Composer, positions: Sequence[Position], names: Iterable[str]
) -> tuple[object, ...]:
    """All that goes into a sheet but its definition: how and where it is printed, and its facts."""
    sides = (side for leaf in composer.leaves for side in (leaf, leaf.back) if side)
    numbers = {id(side.values): at for at, side in enumerate(sides)}
    places = [
        (numbers[id(position.leaf.values)], position.x, position.y, position.turned)
        for position in positions
    ]
    ticket = composer.ticket._replace(effort=None, seed="")  # type: ignore[arg-type]
    facts: dict[str, Any] = {
        name: [edition.facts.get(name) for edition in composer.editions] for name in sorted(names)
    }
    for name in ("page", "pages"):
        if name in facts:
            facts[name] = [position.numbers[name] for position in positions]
    return ticket, taking().forbids, places, facts


def _weight(impressions: Iterable[Impression]) -> int:
    """About how much memory impressions take; a group counts once, however often it is placed."""
    seen: set[Group] = set()

    def of(shapes: Iterable[Shape]) -> int:
        total = 0
        for shape in shapes:
            total += SHAPE_BYTES
            match shape:
                case Place(group=group) if group not in seen:
                    seen.add(group)
                    total += of(group.shapes)
                case Text(offsets=offsets):
                    total += NUMBER_BYTES * len(offsets)
                case Path(commands=commands):
                    total += NUMBER_BYTES * sum(map(len, commands))
        return total

    return sum(of(each.shapes) + SHAPE_BYTES * len(each.traces) for each in impressions)


def _content(shapes: Sequence[Shape]) -> Iterator[object]:
    """What is painted: a group counts as its shapes, with a number that says if it came before."""
    groups: dict[Group, int] = {}
    for shape in shapes:
        if isinstance(shape, Place):
            number = groups.setdefault(shape.group, len(groups))
            yield number, shape.group.shapes, *shape[1:]
        else:
            yield shape
