"""The pictures of the guide's examples: `python -m bench.pictures`.

A picture in a page of docs/ shows what the example before it prints: a whole layout as the command
between them builds it, or a few nodes on a small piece of paper.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image

from printkit.backends import FORMATS
from printkit.build.assembly import Assembly
from printkit.build.targets import expand
from printkit.paper import parse_paper
from printkit.request import Request

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCS = Path(__file__).parent.parent / "docs"
COLOURS, DPI = 64, 120
_BLOCK = re.compile(r"^```yaml\n(- .*?)^```\n\n!\[[^\]]*\]\((images/[\w-]+\.png)\)", re.S | re.M)
TOP = "sheet: guide/example\ntitle: Example\nplayers: 2-6\npage: {margin: 5mm, gap: 2mm}\nbody:\n"


class Example(NamedTuple):
    """A few nodes of the guide, and the file that shows them."""

    nodes: str
    picture: str


def examples(page: str) -> Iterator[Example]:
    """The nodes in a page of docs that are followed by a picture."""
    for nodes, picture in _BLOCK.findall(page):
        yield Example(nodes, picture)


def draw(example: Example, folder: Path) -> Image.Image:
    """What the nodes print, on a small piece of paper."""
    layout = folder / "example.yaml"
    layout.write_text(TOP + example.nodes, encoding="utf-8")
    request = Request((str(layout),), paper=parse_paper("120x60mm"), orientation="landscape")
    assembly = Assembly(request, expand(request))
    (page,) = (one.page for one in assembly.pages())
    (data,) = FORMATS["png"].renderer(assembly.document, {"dpi": DPI}).render(page)
    return Image.open(io.BytesIO(data)).convert("RGB")


def main() -> None:
    """Makes all pictures anew."""
    from tempfile import TemporaryDirectory

    text = (DOCS / "write-a-layout.md").read_text(encoding="utf-8")
    with TemporaryDirectory() as folder:
        for example in examples(text):
            image = draw(example, Path(folder)).quantize(COLOURS)
            image.save(DOCS / example.picture, optimize=True)
            sys.stdout.write(f"{example.picture}\n")


if __name__ == "__main__":
    main()
