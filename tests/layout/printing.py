"""Cards as a reader of PDF finds them: by the colours of their areas, which say which they are.

Card number n has a front of the colour (1, 0.5, n) and a back of (0, 0.5, n), counted in steps of
1/255, each with a mark near its upper left corner. All places are in millimetres from the upper
left corner of the page, read back from the file with pdfplumber and pikepdf.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, NamedTuple

import pdfplumber
import pikepdf

from printkit.core.paper import parse_paper
from printkit.request.options import Request
from tests.rendering import render_request

if TYPE_CHECKING:
    from pathlib import Path

    from pdfplumber.page import Page as ReadPage

MM = 72 / 25.4
FRONT, BACK, MARK = 255, 0, (0.0, 0.0, 0.0)
MARK_AT = (3.0, 2.0)
MARK_SIZE = (5.0, 4.0)

LAYOUT = """sheet: mine/cards
title: Cards
page: {{size: {size}, margin: {margin}mm}}
facts:
  fronts: [{fronts}]
  others: [{backs}]
each: n in range({count})
body:
  - canvas: [{{column: [], fill: "#000000", width: 5mm, height: 4mm, at: [3, 2], anchor: corner}}]
    fill: "{{fronts[n]}}"
    height: 1fr
"""
BACKS = """backs:
  body:
    - canvas: [{column: [], fill: "#000000", width: 5mm, height: 4mm, at: [3, 2], anchor: corner}]
      fill: "{others[n]}"
      height: 1fr
"""


class Box(NamedTuple):
    """An area on a page."""

    left: float
    top: float
    right: float
    bottom: float


class Card(NamedTuple):
    """One side of a card: which, where its art is, and where its mark."""

    number: int
    is_back: bool
    art: Box
    mark: Box


class Line(NamedTuple):
    """A line to cut or fold along."""

    x1: float
    y1: float
    x2: float
    y2: float
    dashes: int

    @property
    def is_upright(self) -> bool:
        return abs(self.x1 - self.x2) < 0.001


class Printed(NamedTuple):
    """A page of paper."""

    width: float
    height: float
    cards: tuple[Card, ...]
    lines: tuple[Line, ...]

    def fronts(self) -> list[Card]:
        return [card for card in self.cards if not card.is_back]

    def backs(self) -> list[Card]:
        return [card for card in self.cards if card.is_back]


def write_cards(
    folder: Path, size: str, count: int, margin: float = 2.5, *, backs: bool = False
) -> Path:
    """A layout of this many cards."""
    colours = {
        name: ", ".join(f'"#{red:02x}80{number:02x}"' for number in range(count))
        for name, red in (("fronts", FRONT), ("backs", BACK))
    }
    text = LAYOUT.format(size=size, margin=margin, count=count, **colours)
    path = folder / "cards.yaml"
    path.write_text(text + (BACKS if backs else ""), encoding="utf-8")
    return path


def pdf(target: Path | str, paper: str = "a4", **options: Any) -> bytes:
    """The file of a target."""
    request = Request((str(target),), paper=parse_paper(paper), **options)
    (data,) = render_request(request)
    return data


def printed(data: bytes) -> list[Printed]:
    """The pages of a file with cards."""
    with pdfplumber.open(io.BytesIO(data)) as file:
        return [_page(page) for page in file.pages]


def boxes(data: bytes, name: str) -> list[Box]:
    """A box of each page, such as its TrimBox."""
    with pikepdf.open(io.BytesIO(data)) as file:
        found = []
        for page in file.pages:
            height = float(page.MediaBox[3])
            left, bottom, right, top = (float(edge) for edge in page[f"/{name}"])
            found.append(_mm(left, height - top, right, height - bottom))
        return found


def _page(page: ReadPage) -> Printed:
    areas = [(_colour(rect), _box(rect)) for rect in page.rects if rect["fill"]]
    marks = [box for colour, box in areas if colour == MARK]
    arts = [(colour, box) for colour, box in areas if colour != MARK]
    cards = tuple(_card(colour, box, marks) for colour, box in arts)
    lines = tuple(_line(line) for line in page.lines)
    return Printed(float(page.width) / MM, float(page.height) / MM, cards, lines)


def _card(colour: tuple[float, ...], art: Box, marks: list[Box]) -> Card:
    red, _, blue = (round(part * 255) for part in colour)
    (mark,) = (mark for mark in marks if _inside(mark, art))
    return Card(blue, red == BACK, art, mark)


def _inside(inner: Box, outer: Box) -> bool:
    return (
        outer.left <= inner.left
        and outer.top <= inner.top
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )


def _colour(rect: Any) -> tuple[float, ...]:
    return tuple(rect["non_stroking_color"])


def _box(thing: Any) -> Box:
    return _mm(thing["x0"], thing["top"], thing["x1"], thing["bottom"])


def _mm(*edges: float) -> Box:
    left, top, right, bottom = (float(edge) / MM for edge in edges)
    return Box(left, top, right, bottom)


def _line(line: Any) -> Line:
    dashes = line["dash"][0] if line["dash"] else []
    return Line(*_box(line), len(dashes))
