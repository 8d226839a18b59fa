"""The reference: everything that a layout may name, as facts for the sheet that shows it.

Takes the layout's folder; gives records of its icons, colours, styles, fonts and lines. Any layout
that asks for `reference` gets them, so that a copy of the sheet shows icons of one's own too.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from printkit.faces import FAMILIES
from printkit.icons import icon_names
from printkit.theme import load_theme

if TYPE_CHECKING:
    from printkit.layout.definition import Sheet


def asks_for_reference(sheet: Sheet) -> bool:
    """Whether a sheet shows what layouts may name."""
    return any(name == "reference" for name, _ in sheet.references)


def reference(home: Path, theme: str) -> dict[str, object]:
    """Names of everything there is, with the look of each style."""
    look = load_theme(theme)
    return {
        "icons": list(icon_names(home / "icons")),
        "colours": list(look.colours),
        "styles": [{"name": name, **style._asdict()} for name, style in look.styles.items()],
        "fonts": [{"name": name, "weights": list(faces)} for name, faces in FAMILIES.items()],
        "lines": [{"name": name, "width": width} for name, width in look.lines.items()],
    }
