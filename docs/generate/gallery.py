"""Small pictures of all shipped sheets: `python -m docs.generate.gallery`.

Builds the first page of every sheet for four players (or the nearest count), saves it as a small
palette PNG in docs/gallery, and lists all of them in docs/gallery.md, with links to the PDFs of the
release. The large picture at the top of the README has whole pages.
"""

from __future__ import annotations

import io
import sys
from dataclasses import replace
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
PAGE = DOCS / "gallery.md"
MARK = "<!-- The rest of this section is written by `make gallery`. -->\n\n"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva")
WIDTH_PX = 300
DPI = 110
COLOURS = 256
_WOLLE = Request(("wolle",), paper=PAPERS["a4"], names=NAMES[:4], seed="gallery")
SHOWN = (
    (replace(_WOLLE, pages=(1,)), replace(_WOLLE, pages=(2,))),
    (Request(("attribute",), paper=PAPERS["a4"], counts=(8,), pages=(1,)),),
    (Request(("cattitude/pile-checklist",), paper=PAPERS["a4"], names=NAMES[:4]),),
)
"""The pages at the top of the README, in columns."""
RELEASE = "../../../releases/latest/download"
"""The files of the release, as seen from a page on GitHub."""
PLAYED = {"wolle/sheet": "wolle/whole-4.jsonl", "attribute/result": "attribute/whole-4.jsonl"}
"""Sheets of recorded games, for the README."""

PLAYED_PX = 420
PAGE_PX, GAP_PX, GROUND = 840, 28, "#e9ecf0"


def main() -> None:
    """Make all pictures again."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in shipped_sheets():
        path = FOLDER / f"{name.replace('/', '-')}.png"
        path.write_bytes(picture(name))
        sys.stdout.write(f"{path.name}  {path.stat().st_size / 1024:.0f} KB\n")
    PAGE.write_text(with_gallery(PAGE), encoding="utf-8")
    images = DOCS / "images"
    (images / "sheets.png").write_bytes(side_by_side())
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
            [_links(name) for name in names],
        )
        lines = [f"| {' | '.join(row)} |" for row in rows]
        written.append("\n".join((f"**{title}**", "", *lines, "")))
    return "\n".join(written)


def _image(folder: str, name: str) -> str:
    return f'<img src="{folder}/{name.replace("/", "-")}.png" width="150" alt="{name}">'


def _links(name: str) -> str:
    """Links to the PDFs of the release."""
    file = name.replace("/", "-")
    return f"[A4]({RELEASE}/{file}-a4.pdf) · [Letter]({RELEASE}/{file}-letter.pdf)"


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


def side_by_side() -> bytes:
    """Whole pages side by side, for the top of the README; two lie one above the other."""
    columns = []
    for requests in SHOWN:
        height = (PAGE_PX - GAP_PX * (len(requests) - 1)) // len(requests)
        columns.append([_whole_page(request, height) for request in requests])
    width = sum(column[0].width + GAP_PX for column in columns) + GAP_PX
    whole = Image.new("RGB", (width, PAGE_PX + 2 * GAP_PX), GROUND)
    x = GAP_PX
    for column in columns:
        for number, page in enumerate(column):
            whole.paste(page, (x, GAP_PX + number * (page.height + GAP_PX)))
        x += column[0].width + GAP_PX
    return _png(whole)


def _whole_page(request: Request, height: int) -> Image.Image:
    """The first page of a file, so many dots high."""
    renderer = FORMATS["png"].renderer(Document("gallery"), {"dpi": DPI})
    page = next(DocumentLayout(request, expand(request)).pages())
    (data,) = (*renderer.render(page), *renderer.finish())
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    width = round(picture.width * height / picture.height)
    return picture.resize((width, height), Image.Resampling.LANCZOS)


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
