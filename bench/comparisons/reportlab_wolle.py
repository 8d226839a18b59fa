"""Many Wolle sheets, written by hand on ReportLab.

`reportlab_wolle.py FOLDER COUNT FILE` draws the page that `bench.wolle_page` wrote into FOLDER:
the board as one form object, and on each page its six cups, its code and its number.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CUPS = 6

Json = dict[str, Any]


def draw(folder: Path, count: int, path: str) -> None:
    """Draws that many pages."""
    page = json.loads((folder / "page.json").read_text(encoding="utf-8"))
    rl_config.useA85 = 0
    _mix_colours(page)
    for name, font in page["fonts"].items():
        pdfmetrics.registerFont(TTFont(name, font["path"]))
    height = page["height"]
    canvas = Canvas(path, (page["width"], height), invariant=1, pageCompression=1)
    canvas.beginForm("board")
    for shape in page["board"]:
        _draw_shape(canvas, shape, height)
    canvas.endForm()
    code, number = page["texts"]
    rng = Random("bench")
    for each in range(1, count + 1):
        canvas.doForm("board")
        _draw_cups(canvas, page["cup"], rng.sample(page["spots"], CUPS), height)
        _write(canvas, code, "Code A-" + "".join(rng.choices(LETTERS, k=5)), height)
        _write(canvas, number, f"Page {each} of {count}", height)
        canvas.showPage()
    canvas.save()


def _mix_colours(page: Json) -> None:
    """Colours as ReportLab wants them, once: it would parse their names at every use."""
    for shape in (*page["board"], *page["cup"], *page["texts"]):
        for look in (shape, shape.get("stroke") or {}):
            for key in look.keys() & {"fill", "colour"}:
                look[key] = look[key] and HexColor(look[key])


def _draw_cups(canvas: Canvas, cup: list[Json], spots: list[list[float]], height: float) -> None:
    """All cups at once, layer by layer: so colours and pens are set once a page, not six times."""
    for shape in cup:
        stroke, fill = _set_look(canvas, shape)
        for x, y in spots:
            if shape["kind"] == "circle":
                centre = x + shape["x"], height - y - shape["y"]
                canvas.circle(*centre, shape["radius"], stroke=stroke, fill=fill)
            else:
                _draw_path(canvas, shape["commands"], (x, height - y), stroke, fill)


def _write(canvas: Canvas, text: Json, words: str, height: float) -> None:
    canvas.setFont(text["font"], text["size"])
    canvas.setFillColor(text["colour"])
    canvas.drawRightString(text["right"], height - text["y"], words)


def _draw_shape(canvas: Canvas, shape: Json, height: float) -> None:
    if shape["kind"] == "text":
        canvas.setFont(shape["font"], shape["size"])
        canvas.setFillColor(shape["colour"])
        canvas.drawString(shape["x"], height - shape["y"], shape["text"])
        return
    stroke, fill = _set_look(canvas, shape)
    match shape["kind"]:
        case "circle":
            place = shape["x"], height - shape["y"], shape["radius"]
            canvas.circle(*place, stroke=stroke, fill=fill)
        case "rect":
            x, y, width, high = shape["box"]
            place = x, height - y - high, width
            canvas.roundRect(*place, high, shape["radius"], stroke=stroke, fill=fill)
        case "path":
            _draw_path(canvas, shape["commands"], (0, height), stroke, fill)


def _set_look(canvas: Canvas, shape: Json) -> tuple[int, int]:
    """Sets colours and pen; says whether to draw the outline, and whether to fill it."""
    if pen := shape["stroke"]:
        canvas.setStrokeColor(pen["colour"])
        canvas.setLineWidth(pen["width"])
        canvas.setDash(pen["dash"])
        canvas.setLineCap(int(pen["round"]))
        canvas.setLineJoin(int(shape["kind"] == "path"))
    if shape["fill"]:
        canvas.setFillColor(shape["fill"])
    return int(pen is not None), int(shape["fill"] is not None)


def _draw_path(
    canvas: Canvas, commands: list[Any], origin: tuple[float, float], stroke: int, fill: int
) -> None:
    left, top = origin
    path = canvas.beginPath()
    for verb, *numbers in commands:
        at = [top - n if place % 2 else left + n for place, n in enumerate(numbers)]
        match verb:
            case "M":
                path.moveTo(*at)
            case "L":
                path.lineTo(*at)
            case "C":
                path.curveTo(*at)
            case "Z":
                path.close()
    canvas.drawPath(path, stroke=stroke, fill=fill)


if __name__ == "__main__":
    draw(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
