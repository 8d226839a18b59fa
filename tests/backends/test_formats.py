"""A format is declared once: a new entry is all that the rest of printkit needs."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from printkit.backends import FORMATS, Format
from printkit.request.options import OPTIONS
from tests.cli.terminal import Terminal
from tests.running import write_manifest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from printkit.core.scene import Document, Page


class Renderer:
    """Write the number of shapes of each page."""

    def __init__(self, document: Document, *, dpi: int) -> None:
        self.head = f"{document.title} at {dpi}"

    def render(self, page: Page) -> Iterator[bytes]:
        """One line per page."""
        yield f"{self.head}: {len(page.items)} shapes\n".encode()

    def finish(self) -> Iterator[bytes]:
        """Nothing."""
        return iter(())


@pytest.fixture
def printkit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Terminal:
    """A printkit that also writes plain text."""
    module = ModuleType("plain_text")
    vars(module)["Renderer"] = Renderer
    monkeypatch.setitem(sys.modules, "plain_text", module)
    entry = Format("txt", "plain_text", lambda _: "", is_paged=True, options=("dpi",))
    monkeypatch.setitem(FORMATS, "txt", entry)
    return Terminal(monkeypatch, tmp_path)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_built_with_the_same_bytes_twice(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    printkit = Terminal(monkeypatch, tmp_path)
    path = tmp_path / f"pad.{name}"
    assert printkit("build", "attribute/score-pad", "-o", path.name).code == 0
    built = path.read_bytes()
    done = printkit("again", path.name, "-o", f"again.{name}")

    assert done.code == 0
    assert built == (tmp_path / f"again.{name}").read_bytes()


def test_a_format_can_be_built_together_with_others(printkit: Terminal) -> None:
    done = printkit("build", "attribute/score-pad", "-f", "txt", "-f", "pdf", "--dpi", "99")

    assert done.code == 0
    assert sorted(path.name for path in (printkit.folder / "output").iterdir()) == [
        "attribute-score-pad-4p.pdf",
        "attribute-score-pad-4p.txt",
    ]
    text = (printkit.folder / "output" / "attribute-score-pad-4p.txt").read_text()
    assert text.startswith("Attribute: Score pad at 99: ")


def test_a_file_extension_selects_the_format(printkit: Terminal) -> None:
    done = printkit("build", "attribute/setup-card", "-p", "all", "--json", "-o", "cards.txt")

    assert {file["format"] for file in done.json()["files"]} == {"txt"}
    assert (
        printkit("build", "attribute/score-pad", "-o", "pad.jpg")
        .err.splitlines()[-1]
        .endswith(".pdf, .svg, .png, .html or .txt, a folder with /")
    )


def test_help_lists_the_formats() -> None:
    assert all(name in OPTIONS["format"].help for name in FORMATS)


def test_a_misspelt_format_gets_a_suggestion(printkit: Terminal) -> None:
    assert "did you mean 'txt'?" in printkit("build", "wolle", "-f", "tx").err


def test_a_manifest_accepts_the_format(printkit: Terminal) -> None:
    write_manifest(printkit.folder, "{target: attribute/score-pad, format: txt}")
    done = printkit("batch", "night.yaml", "--dry-run", "-o", "out")

    assert done.code == 0
    assert "attribute-score-pad-4p.txt" in done.out
