"""Many Wolle sheets in Typst.

`typst_wolle.py FOLDER COUNT FILE [image]` draws the page that `bench.wolle_page` wrote into FOLDER
with Typst's own shapes, or, with `image`, which is faster, from SVG images of the board and the
cup. FILE may also be a PNG or an SVG of one page.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import typst

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CUPS = 6
DPI = 300

Json = dict[str, Any]


def draw(folder: Path, count: int, path: str, *, image: bool) -> None:
    """Writes the Typst source and compiles it."""
    page = json.loads((folder / "page.json").read_text(encoding="utf-8"))
    file = Path(path).with_suffix(".typ")
    file.write_text("\n".join(source(folder, page, count, image=image)), encoding="utf-8")
    fonts = sorted({str(Path(font["path"]).parent) for font in page["fonts"].values()})
    typst.compile(
        file,
        output=path,
        root="/",
        font_paths=fonts,
        ignore_system_fonts=True,
        ppi=float(DPI),
    )


def source(folder: Path, page: Json, count: int, *, image: bool) -> list[str]:
    """The lines of the Typst file that draws so many pages."""
    lines = [f"#set page(width: {page['width']}pt, height: {page['height']}pt, margin: 0pt)"]
    lines.append("#set text(top-edge: 0pt, bottom-edge: 0pt)")
    if image:
        lines += [f'#let {name} = image("{folder}/{name}.svg")' for name in ("board", "cup")]
    else:
        for name in ("board", "cup"):
            lines += [f"#let {name} = {{", *(_shape(page, shape) for shape in page[name]), "}"]
    for name, text in zip(("code", "number"), page["texts"], strict=bool(page["spots"])):
        right = page["width"] - text["right"]
        shown = f"text({_style(page, text)}, words)"
        lines.append(
            f"#let {name}(words) = place(top + right, dx: {-right}pt, dy: {text['y']}pt, {shown})"
        )
    rng = Random("bench")
    for each in range(1, count + 1):
        lines.append("#place(board)" if image else "#board")
        if page["spots"]:
            for x, y in rng.sample(page["spots"], CUPS):
                lines.append(f"#place(dx: {x:.3f}pt, dy: {y:.3f}pt, cup)")
            code = "Code A-" + "".join(rng.choices(LETTERS, k=5))
            lines.append(f'#code("{code}") #number("Page {each} of {count}")')
        lines.append("#pagebreak(weak: true)")
    return lines[:-1]


def _shape(page: Json, shape: Json) -> str:
    if shape["kind"] == "text":
        words = json.dumps(shape["text"], ensure_ascii=False)
        place = f"dx: {shape['x']:.3f}pt, dy: {shape['y']:.3f}pt"
        return f"place({place}, text({_style(page, shape)}, {words}))"
    look = f"fill: {_colour(shape['fill'])}, stroke: {_pen(shape)}"
    match shape["kind"]:
        case "circle":
            x, y, radius = shape["x"], shape["y"], shape["radius"]
            place = f"dx: {x - radius:.3f}pt, dy: {y - radius:.3f}pt"
            return f"place({place}, circle(radius: {radius:.3f}pt, {look}))"
        case "rect":
            x, y, width, height = (f"{number:.3f}pt" for number in shape["box"])
            size = f"width: {width}, height: {height}, radius: {shape['radius']:.3f}pt"
            return f"place(dx: {x}, dy: {y}, rect({size}, {look}))"
    steps = ", ".join(_step(command) for command in shape["commands"])
    return f'place(curve(fill-rule: "even-odd", {look}, {steps}))'


def _step(command: list[Any]) -> str:
    verb, *numbers = command
    points = [f"({x:.3f}pt, {y:.3f}pt)" for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
    names = {"M": "move", "L": "line", "C": "cubic", "Z": "close"}
    return f"curve.{names[verb]}({', '.join(points)})"


def _style(page: Json, text: Json) -> str:
    font = page["fonts"][text["font"]]
    return (
        f'font: "{font["family"]}", weight: {font["weight"]}, size: {text["size"]}pt, '
        f"fill: {_colour(text['colour'])}"
    )


def _pen(shape: Json) -> str:
    pen = shape["stroke"]
    if pen is None:
        return "none"
    cap = "round" if pen["round"] else "butt"
    join = "round" if shape["kind"] == "path" else "miter"
    dash = f", dash: ({', '.join(f'{n}pt' for n in pen['dash'])},)" if pen["dash"] else ""
    look = f"paint: {_colour(pen['colour'])}, thickness: {pen['width']:.3f}pt"
    return f'({look}, cap: "{cap}", join: "{join}"{dash})'


def _colour(name: str | None) -> str:
    return f'rgb("{name}")' if name else "none"


if __name__ == "__main__":
    draw(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], image="image" in sys.argv[4:])
