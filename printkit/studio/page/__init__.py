"""The page of the studio: plain HTML, CSS and ES modules, served as they are."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

PAGE: Final = {
    path.name: path
    for path in Path(__file__).parent.iterdir()
    if path.suffix in (".html", ".css", ".js", ".svg")
}
"""The files of the page by name; no others are served."""
_SAID = re.compile(r"""\bt\("((?:[^"\\]|\\.)+)"|data-words="([^"]+)\"""")


@cache
def texts() -> tuple[str, ...]:
    """Return all English texts of the page, in its modules and in its HTML."""
    found = (said for path in PAGE.values() for said in _SAID.findall(path.read_text("utf-8")))
    return tuple(sorted({text or other for text, other in found}))
