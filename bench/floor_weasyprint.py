"""The comparison with WeasyPrint: the Wolle pages that `bench.wolle_page` took apart.

`floor_weasyprint.py FOLDER COUNT FILE`. The fastest way found: one HTML document, board and cups as
SVG images at fixed places.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CUPS = 6

Json = dict[str, Any]


def draw(folder: Path, count: int, path: str) -> None:
    """Writes the HTML and prints it."""
    page = json.loads((folder / "page.json").read_text(encoding="utf-8"))
    fonts = FontConfiguration()
    style = CSS(string=_style(page), font_config=fonts)
    html = HTML(string="".join(_source(page, count)), base_url=f"{folder}/")
    html.write_pdf(path, stylesheets=[style], font_config=fonts)


def _style(page: Json) -> str:
    rules = [
        f"@page {{ size: {page['width']}pt {page['height']}pt; margin: 0 }}",
        "body { margin: 0 }",
        f"section {{ position: relative; height: {page['height'] - 1}pt; overflow: hidden }}",
        "section + section { break-before: page }",
        "img, p { position: absolute; margin: 0; line-height: 0; white-space: nowrap }",
    ]
    rules += [
        f"@font-face {{ font-family: '{font['family']}'; font-weight: {font['weight']}; src: "
        f"url({Path(font['path']).as_uri()}) }}"
        for font in page["fonts"].values()
    ]
    for name, text in zip(("code", "number"), page["texts"], strict=True):
        font = page["fonts"][text["font"]]
        rules.append(
            f".{name} {{ right: {page['width'] - text['right']}pt; top: {text['y']}pt; "
            f"font: {font['weight']} {text['size']}pt '{font['family']}'; "
            f"color: {text['colour']}; line-height: 0; margin-top: {-0.35 * text['size']}pt }}"
        )
    return "\n".join(rules)


def _source(page: Json, count: int) -> list[str]:
    rng = Random("bench")
    lines = ["<!doctype html><title>Game sheet</title>"]
    for each in range(1, count + 1):
        lines.append("<section><img src='board.svg' style='left: 0; top: 0'>")
        for x, y in rng.sample(page["spots"], CUPS):
            lines.append(f"<img src='cup.svg' style='left: {x:.3f}pt; top: {y:.3f}pt'>")
        code = "A-" + "".join(rng.choices(LETTERS, k=5))
        lines.append(
            f"<p class='code'>{code}</p><p class='number'>Page {each} of {count}</p></section>"
        )
    return lines


if __name__ == "__main__":
    draw(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
