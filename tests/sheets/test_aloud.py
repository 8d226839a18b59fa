"""Every shipped sheet as it is read aloud: one readable page each in `tests/sheets/spoken`.

`pytest tests/sheets/test_aloud.py --write-goldens` writes them again: read them before you keep
them.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
import pytest

from printkit import __version__
from printkit.core.paper import PAPERS
from printkit.layout.language.loading import (
    TOOLS,
    load_sheet,
    sheet_path,
    shipped_games,
    shipped_sheets,
)
from printkit.pipeline.gameinfo import game_info
from printkit.preflight.documentchecks import check_information, check_tags
from printkit.request.options import Request
from printkit.samples import FOLDER
from tests.rendering import render_request
from tests.sheets.aloud import instructions, read_aloud

if TYPE_CHECKING:
    from typing import Any

SPOKEN = Path(__file__).with_name("spoken")


def request(sheet: str, **more: Any) -> Request:
    """The sheet for three players, or its minimum; a result sheet with a sample game."""
    known = load_sheet(sheet_path(sheet))
    if known.recorded:
        record = min((FOLDER / str(known.game)).glob("*.jsonl"))
        return Request((sheet,), paper=PAPERS["a4"], record=record, **more)
    count = min(max(3, game_info(known).least), game_info(known).most)
    return Request((sheet,), paper=PAPERS["a4"], counts=(count,), seed="aloud", **more)


def pdf(sheet: str, **more: Any) -> bytes:
    (data,) = render_request(request(sheet, **more))
    return data


RESULTS = [f"{game}/result" for game in shipped_games()]


@pytest.mark.parametrize("sheet", [*shipped_sheets(), *RESULTS, *TOOLS])
def test_a_sheet_is_read_aloud_as_its_golden_file_says(
    sheet: str, pytestconfig: pytest.Config
) -> None:
    golden = SPOKEN / f"{sheet.replace('/', '-')}.txt"
    read = read_aloud(pdf(sheet)).replace(__version__, "VERSION")
    if pytestconfig.getoption("write_goldens"):
        golden.write_text(read, encoding="utf-8")

    assert golden.exists(), "run pytest tests/sheets/test_aloud.py --write-goldens, and read it"
    assert golden.read_text(encoding="utf-8") == read


@pytest.mark.parametrize(
    ("sheet", "record", "said"),
    [
        ("wolle/sheet", "whole-2", "P: Items 7 + Sets 5 + Paw 5 − Cups 4 = Total 13"),
        ("wolle/sheet", "whole-2", "P: (Paw) (Stopped on the paw) +5"),
        (
            "attacke/contest-log",
            "whole-3",
            "[1] | (Green) green | 19 (Mira won contest 1) | 5 | 12 |",
        ),
    ],
)
def test_filled_in_values_are_read_at_their_place(sheet: str, record: str, said: str) -> None:
    path = FOLDER / sheet.partition("/")[0] / f"{record}.jsonl"
    (data,) = render_request(Request((sheet,), paper=PAPERS["a4"], record=path))

    assert said in read_aloud(data)


def test_fields_are_read_at_their_place_if_text_varies_between_pages() -> None:
    read = read_aloud(pdf("wolle/sheet", fillable=True))

    assert 3 == read.count("P: <Name>\n")
    assert 3 == read.count("= Total <Total>\n")


def test_a_file_has_the_metadata_screen_readers_need() -> None:
    with pikepdf.open(io.BytesIO(pdf("attribute/score-pad", language="de"))) as file:
        metadata = file.open_metadata()

        assert file.Root.MarkInfo.Marked
        assert str(file.Root.Lang) == "de"
        assert file.Root.ViewerPreferences.DisplayDocTitle
        assert metadata["dc:title"] == "Attribut: Punkteblock"
        assert metadata["{http://www.aiim.org/pdfua/ns/id/}part"] == "1"


@pytest.mark.parametrize(
    ("sheet", "more"),
    [
        ("attribute/player-aid", {"copies": 5}),
        ("attribute/player-aid", {"crop_marks": True}),
        ("cattitude/player-aid", {"copies": 3, "per_page": 2}),
        ("attacke/chip-tracker", {"copies": 2, "fillable": True}),
        ("wolle/sheet", {"fillable": True, "per_page": 4}),
        ("wolle/sheet", {"settings": {"side": "both"}, "duplex": "long"}),
        ("wolle/sheet", {"settings": {"side": "both"}, "duplex": "short"}),
        ("wolle/sheet", {"settings": {"side": "both"}, "duplex": "fold"}),
        ("wolle/sheet", {"settings": {"sheets": "5", "size": "large"}, "pages": (2, 4)}),
        ("cattitude/score-pad", {"copies": 3}),
        ("reference", {}),
    ],
    ids=str,
)
def test_all_content_is_read_once_or_marked_as_decoration(sheet: str, more: dict[str, Any]) -> None:
    check_aloud(pdf(sheet, **more))


def test_each_sheet_on_shared_paper_is_read_separately() -> None:
    chosen = {"sheets": "9", "size": "large", "cups": "random"}
    alone, shared = (
        read_aloud(pdf("wolle/sheet", settings=chosen, **more)).splitlines()
        for more in ({}, {"per_page": 4})
    )
    carpets = [line for line in alone if "figure: (Carpet" in line]

    assert len(set(carpets)) == 9
    assert carpets == [line for line in shared if "figure: (Carpet" in line]


BROKEN = """sheet: own/story
title: Story
page: {size: 60x60mm, margin: 10mm}
body:
  - flow:
      - {rich: "Pay **2** :wool: or :die-6:, whatever misunderstandings there are"}
      - {text: "Overwhelmingly misunderstandings grandmother"}
    columns: 2
    gutter: 2mm
"""


def test_inline_icons_are_read_by_name_and_hyphenated_words_as_one(tmp_path: Path) -> None:
    path = tmp_path / "story.yaml"
    path.write_text(BROKEN)
    (data,) = render_request(Request((str(path),), paper=PAPERS["a4"]))
    read = " ".join(read_aloud(data).split())

    assert "P: Pay 2 wool or die 6, whatever misunderstandings there are" in read
    assert "Overwhelmingly misunderstandings grandmother" in read
    check_aloud(data)


def check_aloud(data: bytes) -> None:
    """A file whose tree is whole, with a language and a title, and nothing in it without words."""
    with pikepdf.open(io.BytesIO(data)) as file:
        check_tree(file)

        assert not [*check_tags(file), *check_information(file)]
        assert (str(file.Root.StructTreeRoot.K.S), str(file.Root.Lang)) == ("/Document", "en")


def check_tree(file: pikepdf.Pdf) -> None:
    """The tree and what leads to it agree: every piece of content and every field is in it once."""
    tree = file.Root.StructTreeRoot
    owners: dict[Any, Any] = dict(pikepdf.NumberTree(tree.ParentTree).items())
    content, fields = walk(tree)
    for page in file.pages:
        told = [operands[1] for operands, operator in instructions(page) if operator == "BDC"]
        marks = {int(each.MCID) for each in told if "/MCID" in each}
        own = owners.get(page.StructParents, ())

        assert marks == {number for where, number in content if where == page.obj.objgen}
        assert [content[page.obj.objgen, at] for at in range(len(own))] == [e.objgen for e in own]
        for each in page.obj.get("/Annots", ()):
            assert fields[each.objgen] == owners[each.StructParent].objgen


def walk(tree: Any) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """Every piece of content and every field with its element; no heading skips a level."""
    content: dict[Any, Any] = {}
    fields: dict[Any, Any] = {}
    level = 0
    pending = [(tree.K, tree)]
    while pending:
        element, above = pending.pop()
        assert element.P.objgen == above.objgen
        role = str(element.S)
        if role[1] == "H":
            assert 0 < int(role[2]) <= level + 1
        level = int(role[2]) if role[1] == "H" else 0 if role == "/Sect" else level
        inner = []
        kids = element.get("/K", pikepdf.Array())
        for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
            if isinstance(kid, int):
                assert (element.Pg.objgen, kid) not in content
                content[element.Pg.objgen, kid] = element.objgen
            elif "/Obj" in kid:
                fields[kid.Obj.objgen] = element.objgen
            else:
                inner.append((kid, element))
        pending += inner[::-1]
    return content, fields
