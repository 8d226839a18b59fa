"""The page of the studio: plain HTML, CSS and ES modules, served as they are."""

from __future__ import annotations

from pathlib import Path
from typing import Final

PAGE: Final = {
    path.name: path
    for path in Path(__file__).parent.iterdir()
    if path.suffix in (".html", ".css", ".js", ".svg")
}
"""The files of the page by their names; nothing else is ever served."""
