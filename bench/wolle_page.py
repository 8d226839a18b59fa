"""Sets the stage for the comparisons: takes apart the Wolle page that printkit prints.

`python -m bench.wolle_page FOLDER [SHEET]` writes `page.json` with what is the same on every page
(the board), a cup, the places where cups can stand, and the texts that vary; and the board and a
cup as `board.svg` and `cup.svg`. So every comparison draws an equal-looking page without any
printkit; its cat is that of the first sheet on all pages. Of another sheet, all of the page is
board.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from printkit.core.paper import parse_paper
from printkit.core.scene import Circle, Image, Line, Placed, Rect, Text
from printkit.core.scene import Path as Outline
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.targets import expand
from printkit.request.options import Request
from printkit.text.faces import FACES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printkit.core.scene import Colour, Item, Shape, Stroke

SETTINGS = {"size": "large", "cups": "random"}
ENOUGH = 300
"""Sheets after which every place for a cup has been seen."""

Json = dict[str, Any]


def take_apart() -> Json:
    """The page as plain values; y runs down from the top, in points."""
    settings = {**SETTINGS, "sheets": str(ENOUGH)}
    request = Request(("wolle/sheet",), paper=parse_paper("a4"), settings=settings, seed="bench")
    pages = list(DocumentLayout(request, expand(request)).pages())
    parts = [_Parts(page.items) for page in pages]
    static = [shape for part in parts[0].static for shape in _flatten([part])]
    cups, texts = parts[0].cups, parts[0].texts
    spots = {(cup.x, cup.y) for part in parts for cup in part.cups}
    return {
        "width": pages[0].width,
        "height": pages[0].height,
        "fonts": {
            shape.font: _font(shape.font) for shape in (*static, *texts) if isinstance(shape, Text)
        },
        "board": [_plain(shape) for shape in static],
        "cup": [_plain(shape) for shape in _flatten(cups[0].fragment.items)],
        "cup_size": cups[0].fragment.width,
        "spots": sorted(spots),
        "texts": [_plain(shape) for shape in texts],
    }


def take_apart_plain(sheet: str) -> Json:
    """A page of which nothing varies, in the same form: all of it is board."""
    request = Request((sheet,), paper=parse_paper("a4"), counts=(4,), seed="bench")
    page = next(DocumentLayout(request, expand(request)).pages())
    static = list(_flatten(page.items))
    fonts = {shape.font: _font(shape.font) for shape in static if isinstance(shape, Text)}
    board = [_plain(shape) for shape in static]
    rest: Json = {"fonts": fonts, "cup": [], "cup_size": 1.0, "spots": [], "texts": []}
    return {"width": page.width, "height": page.height, "board": board, **rest}


def _font(face_id: str) -> Json:
    face = FACES[face_id]
    return {"path": str(face.path), "family": face.family, "weight": face.weight}


class _Parts:
    """A page taken apart: what all pages share, the cups, and the words of this page alone."""

    def __init__(self, items: Iterable[Item]) -> None:
        self.static: list[Item] = []
        self.cups: list[Placed] = []
        self.texts: list[Text] = []
        self._take(items, 0.0, 0.0)

    def _take(self, items: Iterable[Item], x: float, y: float) -> None:
        items = list(items)
        times = Counter(item.fragment for item in items if isinstance(item, Placed))
        for item in items:
            if isinstance(item, Placed):
                there = item._replace(x=item.x + x, y=item.y + y)
                if times[item.fragment] > 1:
                    self.cups.append(there)
                elif item.fragment.is_shared:
                    self.static.append(there)
                else:
                    self._take(item.fragment.items, there.x, there.y)
            else:
                found = list(_flatten([item], x, y))
                self.texts += [shape for shape in found if isinstance(shape, Text)]
                self.static += [shape for shape in found if not isinstance(shape, Text)]


def _flatten(shapes: Iterable[Item], x: float = 0.0, y: float = 0.0) -> Iterator[Shape]:
    """The shapes without groups, each at its place on the page."""
    for shape in shapes:
        match shape:
            case Placed(group, dx, dy, 1.0, 0.0):
                yield from _flatten(group.items, x + dx, y + dy)
            case Line(x1, y1, x2, y2):
                yield shape._replace(x1=x1 + x, y1=y1 + y, x2=x2 + x, y2=y2 + y)
            case Outline(commands):
                yield shape._replace(commands=tuple(_moved(c, x, y) for c in commands))
            case Rect() | Circle() | Text():
                yield shape._replace(x=shape.x + x, y=shape.y + y)
            case Placed() | Image():
                raise ValueError(f"the comparisons cannot draw {shape}")


def _moved(command: Any, x: float, y: float) -> Any:
    verb, *numbers = command
    return (verb, *(n + (y if at % 2 else x) for at, n in enumerate(numbers)))


def _plain(shape: Shape) -> Json:
    match shape:
        case Text(x, y, text, font, size, colour, _, width):
            known: Json = {"x": x, "y": y, "text": text, "font": font, "size": size}
            return {"kind": "text", **known, "colour": _hex(colour), "right": x + width}
        case Line(x1, y1, x2, y2, stroke):
            commands: Any = (("M", x1, y1), ("L", x2, y2))
            return {"kind": "path", "commands": commands, "fill": None, "stroke": _pen(stroke)}
        case Outline(commands, fill, stroke):
            known = {"kind": "path", "commands": commands}
        case Rect(x, y, width, height, fill, stroke, radius):
            known = {"kind": "rect", "box": (x, y, width, height), "radius": radius}
        case Circle(x, y, radius, fill, stroke):
            known = {"kind": "circle", "x": x, "y": y, "radius": radius}
        case _:
            raise ValueError(f"the comparisons cannot draw {shape}")
    return {**known, "fill": _hex(fill) if fill else None, "stroke": _pen(stroke)}


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in colour)


def _pen(stroke: Stroke | None) -> Json | None:
    if stroke is None:
        return None
    return {
        "colour": _hex(stroke.colour),
        "width": stroke.width,
        "dash": stroke.dash,
        "round": stroke.cap == "round",
    }


def as_svg(page: Json, shapes: list[Json], width: float, height: float) -> str:
    """Shapes as a drawing of their own, text as text."""
    size = f'width="{width:.3f}pt" height="{height:.3f}pt" viewBox="0 0 {width:.3f} {height:.3f}"'
    elements = (_element(page, shape) for shape in shapes)
    return "\n".join((f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', *elements, "</svg>"))


def _element(page: Json, shape: Json) -> str:
    look = _look(shape)
    match shape["kind"]:
        case "text":
            font = page["fonts"][shape["font"]]
            return (
                f'<text x="{shape["x"]:.3f}" y="{shape["y"]:.3f}" font-size="{shape["size"]}"'
                f' font-family="{font["family"]}" font-weight="{font["weight"]}"'
                f' fill="{shape["colour"]}">{escape(shape["text"])}</text>'
            )
        case "circle":
            place = f'cx="{shape["x"]:.3f}" cy="{shape["y"]:.3f}" r="{shape["radius"]:.3f}"'
            return f"<circle {place}{look}/>"
        case "rect":
            x, y, width, height = (f"{number:.3f}" for number in shape["box"])
            place = f'x="{x}" y="{y}" width="{width}" height="{height}" rx="{shape["radius"]:.3f}"'
            return f"<rect {place}{look}/>"
    steps = (" ".join((c[0], *(f"{n:.3f}" for n in c[1:]))) for c in shape["commands"])
    return f'<path d="{" ".join(steps)}" fill-rule="evenodd"{look}/>'


def _look(shape: Json) -> str:
    look = f' fill="{shape.get("fill") or "none"}"'
    if pen := shape.get("stroke"):
        look += f' stroke="{pen["colour"]}" stroke-width="{pen["width"]:.3f}"'
        look += ' stroke-linejoin="round"' if shape["kind"] == "path" else ""
        look += ' stroke-linecap="round"' if pen["round"] else ""
        look += f' stroke-dasharray="{" ".join(map(str, pen["dash"]))}"' if pen["dash"] else ""
    return look


def write(folder: Path, sheet: str = "") -> None:
    """Writes all three files."""
    page = take_apart_plain(sheet) if sheet else take_apart()
    (folder / "page.json").write_text(json.dumps(page), encoding="utf-8")
    board = as_svg(page, page["board"], page["width"], page["height"])
    (folder / "board.svg").write_text(board, encoding="utf-8")
    size = page["cup_size"]
    (folder / "cup.svg").write_text(as_svg(page, page["cup"], size, size), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]), *sys.argv[2:])
