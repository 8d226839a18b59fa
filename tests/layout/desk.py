"""Lay out small layouts: a body in YAML becomes pages, plain shapes, or problems."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from textwrap import dedent, indent
from typing import TYPE_CHECKING, Any, TypeVar

from printkit.core.errors import PrintkitError, Problems
from printkit.core.paper import parse_paper
from printkit.core.scene import Circle, FieldArea, Image, Line, Path, Placed, Rect, Text
from printkit.core.units import MM
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.targets import expand
from printkit.request.options import Request

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path as FilePath

    from printkit.core.scene import Item, Page, Shape

S = TypeVar("S", Text, Line, Rect, Circle, Path, Image)

HEAD = "sheet: mine/sheet\ntitle: My sheet\n"
MARGIN = 28.35
"""The default margin of a page."""

_numbers = count(1)


def layout(body: str, head: str = "") -> str:
    """The text of a layout file with this body."""
    return f"{HEAD}{dedent(head)}body:\n{indent(dedent(body).strip(), '  ')}\n"


@dataclass(frozen=True)
class Desk:
    """A folder in which layouts are written and laid out."""

    folder: FilePath

    def write(self, name: str, text: str) -> FilePath:
        """Write a file next to the layouts."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
        return path

    def document(self, text: str, **request: Any) -> DocumentLayout:
        """The layout of this text, about to be laid out; paper may be given by name."""
        path = self.write(f"layout-{next(_numbers)}.yaml", text)
        paper = parse_paper(request.pop("paper", "a4"))
        asked = Request(targets=(str(path),), paper=paper, **request)
        return DocumentLayout(asked, expand(asked))

    def pages(self, body: str, head: str = "", **request: Any) -> list[Page]:
        """The pages of a layout with this body."""
        return list(self.document(layout(body, head), **request).pages())

    def shapes(self, body: str, head: str = "", **request: Any) -> list[Shape]:
        """The plain shapes of its first page."""
        return list(flat(self.pages(body, head, **request)[0].items))

    def texts(self, body: str, head: str = "", **request: Any) -> list[list[str]]:
        """What is written on each page, from its first word to its last."""
        return [words(page) for page in self.pages(body, head, **request)]

    def problems(self, body: str, head: str = "", **request: Any) -> list[str]:
        """The problems of a layout with this body: 'line:column: message', each with its hint."""
        return self.problems_of(layout(body, head), **request)

    def problems_of(self, text: str, **request: Any) -> list[str]:
        """The problems of this text."""
        return [brief(error) for error in self.errors(text, **request)]

    def errors(self, text: str, **request: Any) -> tuple[PrintkitError, ...]:
        """The errors that this text causes."""
        try:
            for _ in self.document(text, **request).pages():
                pass
        except Problems as several:
            return several.problems
        except PrintkitError as error:
            return (error,)
        return ()


def brief(error: PrintkitError) -> str:
    """An error in one line, without its file."""
    place = f"{error.where.line}:{error.where.column}: " if error.where else ""
    hint = f" ({error.hint})" if error.hint else ""
    return f"{place}{error.message}{hint}".replace("\n", "; ")


def flat(shapes: Iterable[Item], x: float = 0.0, y: float = 0.0) -> Iterator[Shape]:
    """Shapes with the fragments taken apart, each where it is on the page."""
    for shape in shapes:
        match shape:
            case FieldArea():
                yield from flat(shape.ink, x, y)
            case Placed():
                yield from flat(shape.fragment.items, x + shape.x, y + shape.y)
            case Line():
                yield shape._replace(
                    x1=shape.x1 + x, y1=shape.y1 + y, x2=shape.x2 + x, y2=shape.y2 + y
                )
            case Path():
                yield shape._replace(commands=tuple(_moved(c, x, y) for c in shape.commands))
            case _:
                yield shape._replace(x=shape.x + x, y=shape.y + y)


def _moved(command: Any, x: float, y: float) -> Any:
    numbers = [value + (y if at % 2 else x) for at, value in enumerate(command[1:])]
    return (command[0], *numbers)


def drawings(items: Iterable[Item], x: float = 0.0, y: float = 0.0) -> Iterator[Placed]:
    """The fragments without a role, each where it is on the page: icons, for example."""
    for item in items:
        if isinstance(item, Placed):
            there = item._replace(x=item.x + x, y=item.y + y)
            if any(not isinstance(each, Placed) for each in item.fragment.items):
                yield there
            yield from drawings(item.fragment.items, there.x, there.y)


def of(kind: type[S], shapes: Iterable[Item]) -> list[S]:
    """The shapes of one kind."""
    return [shape for shape in shapes if isinstance(shape, kind)]


def words(page: Page) -> list[str]:
    """The texts of a page, in the order in which they are drawn."""
    return [text.text for text in of(Text, flat(page.items))]


def mm(points: float) -> float:
    """Points on the page as millimetres, rounded to hundredths."""
    return round(points / MM, 2) + 0.0


def box(rect: Rect) -> tuple[float, float, float, float]:
    """A rectangle in millimetres from the corner inside the usual margin."""
    return (mm(rect.x - MARGIN), mm(rect.y - MARGIN), mm(rect.width), mm(rect.height))


def boxes(shapes: Iterable[Shape]) -> list[tuple[float, float, float, float]]:
    """All rectangles in millimetres from the corner inside the usual margin."""
    return [box(rect) for rect in of(Rect, shapes)]
