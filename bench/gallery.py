"""Small pictures of all shipped sheets, for the README: `python -m bench.gallery`.

Builds the first page of every sheet for four players (or as many as come near) and keeps it as a
small palette PNG in docs/gallery.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image

from printkit.backends import FORMATS
from printkit.build.assembly import Assembly
from printkit.build.facts import DEFAULT_COUNT, game_info
from printkit.build.targets import expand
from printkit.layout.loading import load_sheet, sheet_path, shipped_sheets
from printkit.paper import PAPERS
from printkit.request import Request
from printkit.samples import FOLDER as SAMPLES
from printkit.scene import Document

FOLDER = Path(__file__).parent.parent / "docs" / "gallery"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva")
WIDTH_PX = 300
DPI = 110
COLOURS = 256
ROW = (
    "wolle-sheet",
    "cattitude-pile-checklist",
    "attacke-chip-tracker",
    "swipsheep-score-pad",
    "attribute-round-tracker",
)
PLAYED = {"wolle/sheet": "wolle/whole-4.jsonl", "attribute/result": "attribute/whole-4.jsonl"}
"""Sheets of recorded games, for the README."""

PLAYED_PX = 420
ROW_HEIGHT_PX, GAP_PX, GROUND = 300, 16, "#e9ecf0"


def main() -> None:
    """Make all pictures anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in shipped_sheets():
        path = FOLDER / f"{name.replace('/', '-')}.png"
        path.write_bytes(picture(name))
        sys.stdout.write(f"{path.name}  {path.stat().st_size / 1024:.0f} KB\n")
    images = FOLDER.parent / "images"
    (images / "sheets.png").write_bytes(row())
    for name, record in PLAYED.items():
        (images / f"played-{name.replace('/', '-')}.png").write_bytes(played(name, record))


def picture(name: str) -> bytes:
    """The sheet's first page as the bytes of a small PNG."""
    sheet = load_sheet(sheet_path(name))
    info = game_info(sheet)
    count = min(max(DEFAULT_COUNT, info.least), info.most)
    names = () if sheet.usual == "all" else NAMES[:count]
    request = Request(targets=(name,), paper=PAPERS["a4"], names=names, seed="gallery")
    return _small(Assembly(request, expand(request)), WIDTH_PX, whole=sheet.usual == "all")


def _small(assembly: Assembly, width: int, *, whole: bool = False) -> bytes:
    """The first sheet of a file, or the whole page, so many dots wide."""
    renderer = FORMATS["png"].renderer(Document("gallery"), {"dpi": DPI})
    first = next(assembly.pages()).page
    (data,) = (*renderer.render(first), *renderer.finish())
    page: Image.Image = Image.open(io.BytesIO(data))
    if not whole:
        page = page.crop(_first(assembly))
    height = round(page.height * width / page.width)
    return _png(page.convert("RGB").resize((width, height), Image.Resampling.LANCZOS))


def played(name: str, record: str) -> bytes:
    """A sheet that is filled in from one of the recorded games that ship."""
    request = Request((name,), paper=PAPERS["a4"], record=SAMPLES / record)
    return _small(Assembly(request, expand(request)), PLAYED_PX)


def row() -> bytes:
    """Some sheets side by side, for the top of the README."""
    sheets = [Image.open(FOLDER / f"{name}.png").convert("RGB") for name in ROW]
    sheets = [
        sheet.resize((round(sheet.width * ROW_HEIGHT_PX / sheet.height), ROW_HEIGHT_PX))
        for sheet in sheets
    ]
    width = sum(sheet.width + GAP_PX for sheet in sheets) + GAP_PX
    whole = Image.new("RGB", (width, ROW_HEIGHT_PX + 2 * GAP_PX), GROUND)
    x = GAP_PX
    for sheet in sheets:
        whole.paste(sheet, (x, GAP_PX))
        x += sheet.width + GAP_PX
    return _png(whole)


def _png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    small = image.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, kmeans=4)
    small.save(file, "PNG", optimize=True)
    return file.getvalue()


def _first(assembly: Assembly) -> tuple[int, int, int, int]:
    """Where the first of several pages lies on the paper, in dots."""
    leaf = assembly.composers[0].leaves[0]
    plan = leaf.plan
    x, y = plan.origin(0)
    edges = (x, y, x + plan.leaf_width, y + plan.leaf_height)
    left, top, right, bottom = (round(edge * DPI / 72) for edge in edges)
    return left, top, right, bottom


if __name__ == "__main__":
    main()
