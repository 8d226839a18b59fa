"""Pages that are chosen with `--pages`, and several on one page."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pdfplumber
import pytest
from pypdfium2 import PdfDocument

if TYPE_CHECKING:
    from tests.cli.terminal import Terminal

KIT = ("build", "attacke", "-n", "Ann,Ben,Cleo", "--paper", "a4")


def texts(printkit: Terminal, name: str) -> list[str]:
    """The words on each page of a file."""
    with PdfDocument(printkit.folder / name) as pdf:
        return [page.get_textpage().get_text_bounded() for page in pdf]


def test_only_the_requested_pages_are_built(printkit: Terminal) -> None:
    printkit(*KIT, "-o", "all.pdf")
    shown = printkit(*KIT, "-o", "some.pdf", "--pages", "3,1", "--json")
    every, some = texts(printkit, "all.pdf"), texts(printkit, "some.pdf")
    (file,) = json.loads(shown.out)["files"]

    assert len(every) == 3
    assert [every[0], every[2]] == some
    assert file["pages"] == 2
    assert [1, 2] == sorted({sheet["page"] for sheet in file["sheets"]})


@pytest.mark.parametrize("pages", ["0", "x", "3-2", "2,,3", "4", "2-9", "٢", "99999999"])
def test_pages_that_dont_exist_are_refused(printkit: Terminal, pages: str) -> None:
    shown = printkit(*KIT, "--pages", pages)

    assert (2, "") == (shown.code, shown.out)
    assert re.search("isn't a page or a range|doesn't exist", shown.err)
    assert [] == list(printkit.folder.iterdir())


@pytest.mark.parametrize(("many", "sheets", "paper"), [(2, 2, "a4"), (4, 1, "letter")])
def test_several_pages_share_one_as_vectors(
    printkit: Terminal, many: int, sheets: int, paper: str
) -> None:
    printkit(*KIT[:-1], paper, "-o", "all.pdf")
    shown = printkit(*KIT[:-1], paper, "-o", "less.pdf", "--per-page", many)
    words = "".join(texts(printkit, "all.pdf")).split()
    found = "".join(texts(printkit, "less.pdf")).split()

    assert sorted("".join(words)) == sorted("".join(found))
    assert f"{sheets} page" in shown.out.splitlines()[0]
    with pdfplumber.open(printkit.folder / "less.pdf") as pdf:
        assert len(pdf.pages) == sheets
        assert not any(page.images for page in pdf.pages)
        assert (pdf.pages[0].width > pdf.pages[0].height) == (many == 2)
        margin = 6.4 / 25.4 * 72 - 0.1
        for page in pdf.pages:
            assert min(char["x0"] for char in page.chars) > margin
            assert max(char["x1"] for char in page.chars) < float(page.width) - margin
            assert min(char["top"] for char in page.chars) > margin
            assert max(char["bottom"] for char in page.chars) < float(page.height) - margin


def test_two_landscape_pages_are_placed_one_below_the_other(printkit: Terminal) -> None:
    printkit("build", "wolle/sheet", "-p", 4, "--paper", "a4", "-o", "two.pdf", "--per-page", 2)

    with pdfplumber.open(printkit.folder / "two.pdf") as pdf:
        (page,) = pdf.pages
        assert page.width < page.height
        assert max(char["bottom"] for char in page.chars) > 0.9 * float(page.height)
        assert max(char["size"] for char in page.chars) > 11


def test_type_that_gets_too_small_is_noted(printkit: Terminal) -> None:
    small = printkit(*KIT, "--per-page", 4)
    printkit.write("big.yaml", "sheet: own/big\ntitle: Big\nbody: [{text: Hello, size: 30pt}]\n")
    big = printkit("build", "big.yaml", "--copies", 4, "--per-page", 4, "--set", "outline=false")

    assert re.search(r"the smallest type is [23]\.\d pt, which is hard to read", small.out)
    assert (0, "") == (big.code, big.err)


def test_per_page_is_2_or_4_and_excludes_crop_marks(printkit: Terminal) -> None:
    assert "--per-page must be 2 or 4, not '3'" in printkit(*KIT, "--per-page", 3).err
    assert "can't be used together" in printkit(*KIT, "--per-page", 2, "--crop-marks").err


@pytest.mark.parametrize(
    ("asked", "is_said"),
    [(("--pages", "3-4"), False), (("--pages", "2-3"), True), (("--per-page", 2), True)],
)
def test_fronts_separated_from_their_backs_are_noted(
    printkit: Terminal, asked: tuple[object, ...], is_said: bool
) -> None:
    both = ("build", "wolle/sheet", "-p", 3, "--set", "side=both", "--set", "size=large")
    notes = printkit(*both, *asked, "--json").json()["notes"]

    assert is_said == any("fronts and backs won’t stay together" in note for note in notes)
