"""The pictures of the guide: `python -m docs.generate.pictures`.

A picture below a few nodes shows what they print on a small piece of paper, one below commands the
first page that each of them builds; another one shows the reference.
"""

from __future__ import annotations

import io
import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PIL import Image, ImageChops

from printkit.backends import FORMATS
from printkit.core.paper import PAPERS, parse_paper
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.targets import expand
from printkit.request.options import Request

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DOCS = Path(__file__).parent.parent
GUIDE = DOCS / "write-a-layout.md"
NODES = DOCS / "nodes.md"
EXAMPLES = (DOCS / "decks-bingo-brackets.md", DOCS / "any-game.md")
COLOURS = 256
SMALL = ("--json", "--dpi", "60", "--out", "page.png")
PIECE = parse_paper("90x48mm")
TOP = "sheet: guide/example\ntitle: Example\nplayers: 2-6\npage: {margin: 5mm, gap: 2mm}\nbody:\n"
_NODES = re.compile(
    r"(?ms)^```yaml\n(- (?:(?!^```).)*?)^```\n\n!\[[^\]]*\]\((images/[\w-]+\.png)\)"
)
FILES = re.compile(r"(?ms)^```(?:yaml|csv) (\S+)\n(.*?)^```$")
_COMMANDS = re.compile(
    r"(?m)^```\n((?:printkit (?:build|pad) .*\n)+)```\n\n!\[[^\]]*\]\((images/[\w-]+\.png)\)"
)


def main() -> None:
    """Makes all pictures again."""
    for name, picture in (*pictures(), *example_pictures()):
        picture.quantize(COLOURS).save(DOCS / name, optimize=True)
        sys.stdout.write(f"{name}\n")


def pictures() -> Iterator[tuple[str, Image.Image]]:
    """The pictures of the guide, each with the name of its file."""
    for nodes, name in _NODES.findall(GUIDE.read_text(encoding="utf-8")):
        yield name, _draw_nodes(nodes)
    for nodes, name in _NODES.findall(NODES.read_text(encoding="utf-8")):
        yield name, _without_empty_end(_draw_nodes(nodes))
    yield "images/reference.png", _draw(Request(("reference",), paper=PAPERS["a4"]), 55)


def told(words: list[str], folder: str) -> str:
    """What a command says, which runs in a folder."""
    command = [sys.executable, "-m", "printkit", *words]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def example_pictures(
    run: Callable[[list[str], str], str] = told,
) -> Iterator[tuple[str, Image.Image]]:
    """The pictures below the commands of the examples; `run` gives what a command says."""
    for page in EXAMPLES:
        yield from _pictures_of(page.read_text(encoding="utf-8"), run)


def _pictures_of(
    text: str, run: Callable[[list[str], str], str]
) -> Iterator[tuple[str, Image.Image]]:
    with TemporaryDirectory() as folder:
        for name, content in FILES.findall(text):
            (Path(folder) / name).write_text(content, encoding="utf-8")
        for commands, name in _COMMANDS.findall(text):
            lines = [[*shlex.split(line)[1:], *SMALL] for line in commands.splitlines()]
            yield name, _side_by_side([_first(run(words, folder), folder) for words in lines])


def _first(report: str, folder: str) -> Image.Image:
    """The first page that a command has built."""
    first = Path(folder) / json.loads(report)["files"][0]["path"]
    return Image.open(io.BytesIO(first.read_bytes())).convert("RGB")


def _draw_nodes(nodes: str) -> Image.Image:
    with TemporaryDirectory() as folder:
        layout = Path(folder) / "example.yaml"
        layout.write_text(TOP + nodes, encoding="utf-8")
        shutil.copy(DOCS / "images" / "dice-sheet.png", folder)
        return _draw(Request((str(layout),), paper=PIECE, orientation="landscape"), 120)


def _without_empty_end(page: Image.Image) -> Image.Image:
    """A page without the white space below its content."""
    white = Image.new("RGB", page.size, "white")
    _, top, _, bottom = ImageChops.difference(page, white).getbbox() or (0, 0, 0, page.height)
    return page.crop((0, 0, page.width, min(page.height, bottom + top)))


def _draw(request: Request, dpi: int) -> Image.Image:
    """All pages of a file, side by side."""
    layout = DocumentLayout(request, expand(request))
    renderer = FORMATS["png"].renderer(layout.document, {"dpi": dpi})
    files = [data for page in layout.pages() for data in renderer.render(page)]
    files += renderer.finish()
    return _side_by_side([Image.open(io.BytesIO(data)).convert("RGB") for data in files])


def _side_by_side(pages: list[Image.Image]) -> Image.Image:
    width = sum(page.width for page in pages)
    height = max(page.height for page in pages)
    whole = Image.new("RGB", (width, height), "white")
    x = 0
    for page in pages:
        whole.paste(page, (x, 0))
        x += page.width
    return whole


if __name__ == "__main__":
    main()
