"""The reference shows everything that a layout may name, by its name, in every theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from printkit.core.icons import icon_names
from printkit.core.paper import PAPERS
from printkit.core.scene import Text
from printkit.core.source import shipped_folder
from printkit.core.themenames import theme_names
from printkit.layout.language.loading import tokens
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.targets import expand
from printkit.request.options import Request
from printkit.text.faces import FACES, FAMILIES
from tests.layout.desk import Desk, flat, of

if TYPE_CHECKING:
    from pathlib import Path


def texts(theme: str, paper: str = "a4", target: str = "reference") -> list[Text]:
    request = Request((target,), paper=PAPERS[paper], theme=theme)
    pages = list(DocumentLayout(request, expand(request)).pages())
    assert len(pages) == 2
    return [text for page in pages for text in of(Text, flat(page.items))]


@pytest.mark.parametrize("theme", theme_names())
def test_every_icon_colour_style_font_and_line_is_listed(theme: str) -> None:
    for paper in ("a4", "letter"):
        words = " ".join(text.text for text in texts(theme, paper)).replace("- ", "-")
        known = tokens()
        names = [*icon_names(), *known.colours, *known.styles, *known.lines, *FAMILIES]

        assert [name for name in names if name not in words] == []


def test_every_face_is_shown() -> None:
    assert {text.font for text in texts("colour")} == set(FACES)


def test_a_copy_of_the_reference_shows_custom_icons(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.write("icons/own-moon.yaml", "icon: own-moon\nlayers:\n  - line: M2 2 L22 22\n")
    copy = desk.write("copy.yaml", (shipped_folder("layouts") / "reference.yaml").read_text())

    assert "own-moon" in [text.text for text in texts("colour", target=str(copy))]
