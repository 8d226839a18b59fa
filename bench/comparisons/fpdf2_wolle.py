"""Many Wolle sheets with fpdf2.

`fpdf2_wolle.py FOLDER COUNT FILE` draws the page that `bench.wolle_page` wrote into FOLDER. fpdf2
cannot share a drawing between pages, so the fastest way is to compute the operators of the board
and the cup once and to repeat them on each page.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from fpdf import FPDF
from fpdf.drawing import DeviceRGB, PaintedPath
from fpdf.enums import PathPaintRule, StrokeCapStyle, StrokeJoinStyle

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CUPS = 6

Json = dict[str, Any]


def draw(folder: Path, count: int, path: str) -> None:
    """Draws that many pages."""
    page = json.loads((folder / "page.json").read_text(encoding="utf-8"))
    pdf = FPDF(unit="pt", format=(page["width"], page["height"]))
    pdf.set_auto_page_break(auto=False)
    for name, font in page["fonts"].items():
        pdf.add_font(name, fname=font["path"])
    pdf.add_page()
    board = _operators(pdf, page["board"])
    cup = _operators(pdf, page["cup"])
    code, number = page["texts"]
    used = pdf._resource_catalog.resources_per_page  # known of the first page only
    shared = {kind: names for (_, kind), names in used.items()}
    rng = Random("bench")
    for each in range(1, count + 1):
        if each > 1:
            pdf.add_page()
            for kind, names in shared.items():
                used[each, kind] |= names
        contents = pdf.pages[each].contents = bytearray(board + b"\n")
        for x, y in rng.sample(page["spots"], CUPS):
            contents += f"q 1 0 0 1 {x:.2f} {-y:.2f} cm\n".encode() + cup + b"\nQ\n"
        _write(pdf, code, "Code A-" + "".join(rng.choices(LETTERS, k=5)))
        _write(pdf, number, f"Page {each} of {count}")
    pdf.output(path)


def _operators(pdf: FPDF, shapes: list[Json]) -> bytes:
    """What fpdf2 writes for the shapes."""
    pdf.pages[1].contents = bytearray()
    for shape in shapes:
        if shape["kind"] == "text":
            _set_font(pdf, shape)
            pdf.text(shape["x"], shape["y"], shape["text"])
        else:
            _draw_shape(pdf, shape)
    return bytes(pdf.pages[1].contents)


def _write(pdf: FPDF, text: Json, words: str) -> None:
    _set_font(pdf, text)
    pdf.text(text["right"] - pdf.get_string_width(words), text["y"], words)


def _set_font(pdf: FPDF, text: Json) -> None:
    pdf.set_font(text["font"], size=text["size"])
    pdf.set_text_color(text["colour"])


def _draw_shape(pdf: FPDF, shape: Json) -> None:
    with pdf.drawing_context() as context:
        path = PaintedPath()
        _set_look(path, shape)
        match shape["kind"]:
            case "circle":
                path.circle(shape["x"], shape["y"], shape["radius"])
            case "rect":
                path.rectangle(*shape["box"], rx=shape["radius"], ry=shape["radius"])
            case "path":
                for verb, *at in shape["commands"]:
                    _step(path, verb, at)
        context.add_item(path)


def _step(path: PaintedPath, verb: str, at: list[float]) -> None:
    match verb:
        case "M":
            path.move_to(*at)
        case "L":
            path.line_to(*at)
        case "C":
            path.curve_to(*at)
        case "Z":
            path.close()


def _set_look(path: PaintedPath, shape: Json) -> None:
    style = path.style
    style.auto_close = False
    style.fill_color = _colour(shape["fill"]) if shape["fill"] else None
    if pen := shape["stroke"]:
        style.stroke_color = _colour(pen["colour"])
        style.stroke_width = pen["width"]
        style.stroke_dash_pattern = tuple(pen["dash"])
        style.stroke_cap_style = StrokeCapStyle.ROUND if pen["round"] else StrokeCapStyle.BUTT
        join = StrokeJoinStyle.ROUND if shape["kind"] == "path" else StrokeJoinStyle.MITER
        style.stroke_join_style = join
    rules = {
        (True, True): PathPaintRule.STROKE_FILL_EVENODD,
        (True, False): PathPaintRule.STROKE,
        (False, True): PathPaintRule.FILL_EVENODD,
    }
    style.paint_rule = rules[bool(shape["stroke"]), bool(shape["fill"])]


def _colour(name: str) -> DeviceRGB:
    red, green, blue = (int(name[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return DeviceRGB(red, green, blue)


if __name__ == "__main__":
    draw(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
