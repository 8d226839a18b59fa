"""Small pictures of all shipped sheets: `python -m docs.generate.gallery`.

Builds the first page of every sheet for four players (or the nearest count), saves it as a small
palette PNG in docs/gallery, and lists all of them in the README and in docs/gallery.md.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image

from printkit.backends import FORMATS
from printkit.core.paper import PAPERS
from printkit.core.scene import Document
from printkit.layout.language.loading import load_sheet, sheet_path, shipped_sheets
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.gameinfo import DEFAULT_COUNT, game_info
from printkit.pipeline.targets import expand
from printkit.request.options import Request
from printkit.samples import FOLDER as SAMPLES

DOCS = Path(__file__).parent.parent
FOLDER = DOCS / "gallery"
README, PAGE = DOCS.parent / "README.md", DOCS / "gallery.md"
MARK = "<!-- The rest of this section is written by `make gallery`. -->\n\n"
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
    """Make all pictures again."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in shipped_sheets():
        path = FOLDER / f"{name.replace('/', '-')}.png"
        path.write_bytes(picture(name))
        sys.stdout.write(f"{path.name}  {path.stat().st_size / 1024:.0f} KB\n")
    for page in (README, PAGE):
        page.write_text(with_gallery(page), encoding="utf-8")
    images = DOCS / "images"
    (images / "sheets.png").write_bytes(row())
    for name, record in PLAYED.items():
        (images / f"played-{name.replace('/', '-')}.png").write_bytes(played(name, record))


def with_gallery(page: Path) -> str:
    """The text of a page with all sheets listed below the mark."""
    before, mark, rest = page.read_text(encoding="utf-8").partition(MARK)
    _, heading, after = rest.partition("\n## ")
    folder = FOLDER.relative_to(page.parent).as_posix()
    return before + mark + tables(folder) + heading + after


def tables(folder: str) -> str:
    """A table for each game, with the pictures of its sheets from a folder."""
    by_game: dict[str, list[str]] = {}
    for name in shipped_sheets():
        by_game.setdefault(name.split("/")[0], []).append(name)
    written = []
    for names in by_game.values():
        title = game_info(load_sheet(sheet_path(names[0]))).title
        rows = (
            [f"`{name}`" for name in names],
            ["---"] * len(names),
            [_image(folder, name) for name in names],
        )
        lines = [f"| {' | '.join(row)} |" for row in rows]
        written.append("\n".join((f"**{title}**", "", *lines, "")))
    return "\n".join(written)


def _image(folder: str, name: str) -> str:
    return f'<img src="{folder}/{name.replace("/", "-")}.png" width="150" alt="{name}">'


def picture(name: str) -> bytes:
    """The sheet's first page as the bytes of a small PNG."""
    sheet = load_sheet(sheet_path(name))
    info = game_info(sheet)
    count = min(max(DEFAULT_COUNT, info.least), info.most)
    names = () if sheet.usual == "all" else NAMES[:count]
    request = Request(targets=(name,), paper=PAPERS["a4"], names=names, seed="gallery")
    return _small(DocumentLayout(request, expand(request)), WIDTH_PX, whole=sheet.usual == "all")


def _small(layout: DocumentLayout, width: int, *, whole: bool = False) -> bytes:
    """The first sheet of a file, or the whole page, so many dots wide."""
    renderer = FORMATS["png"].renderer(Document("gallery"), {"dpi": DPI})
    first = next(layout.pages())
    (data,) = (*renderer.render(first), *renderer.finish())
    page: Image.Image = Image.open(io.BytesIO(data))
    if not whole:
        page = page.crop(_first(layout))
    height = round(page.height * width / page.width)
    return _png(page.convert("RGB").resize((width, height), Image.Resampling.LANCZOS))


def played(name: str, record: str) -> bytes:
    """A sheet that is filled in from one of the recorded games that ship."""
    request = Request((name,), paper=PAPERS["a4"], record=SAMPLES / record)
    return _small(DocumentLayout(request, expand(request)), PLAYED_PX)


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


def _first(layout: DocumentLayout) -> tuple[int, int, int, int]:
    """Where the first of several pages is on the paper, in dots."""
    leaf = layout.sheets[0].pages[0]
    plan = leaf.imposition
    x, y = plan.origin(0)
    edges = (x, y, x + plan.page_width, y + plan.page_height)
    left, top, right, bottom = (round(edge * DPI / 72) for edge in edges)
    return left, top, right, bottom


if __name__ == "__main__":
    main()
