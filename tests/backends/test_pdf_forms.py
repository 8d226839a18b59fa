"""Fillable PDFs: the same page with a form, read back with another program."""

from __future__ import annotations

import re
from contextlib import closing
from functools import cache
from io import BytesIO
from random import Random
from typing import TYPE_CHECKING, Any

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from printkit.core.errors import UsageError
from printkit.core.formulas.terms import calculation_order, compute_all
from printkit.core.paper import PAPERS
from printkit.pipeline.main import build
from printkit.preflight.checks import check_pdf
from printkit.request.options import Request
from printkit.request.values import Destination
from tests.core.javascript_engine import compute_on_page, fill_in_script
from tests.core.shown_values import show
from tests.rendering import lay_out, render_request

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from printkit.core.scene import Field

SHEETS = (
    "attribute/score-pad",
    "attribute/round-tracker",
    "wolle/sheet",
    "swipsheep/score-pad",
    "attacke/chip-tracker",
    "attacke/contest-log",
    "cattitude/score-pad",
    "cattitude/round-tracker",
    "cattitude/pile-checklist",
)


@cache
def pdf(*targets: str, fillable: bool = True, **more: Any) -> bytes:
    more = {"counts": (4,), "seed": "fields", **more}
    (data,) = render_request(Request(targets, paper=PAPERS["a4"], fillable=fillable, **more))
    return data


def open_pdf(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(data))


def leaves(field: Any, above: str = "") -> Iterator[tuple[str, Any]]:
    """The fields at the ends of the tree, by their full names."""
    name = above + str(field.T)
    if "/Kids" in field and "/T" in field.Kids[0]:
        for kid in field.Kids:
            yield from leaves(kid, name + ".")
    else:
        yield name, field


def fields(file: pikepdf.Pdf) -> dict[str, Any]:
    return {name: leaf for root in file.Root.AcroForm.Fields for name, leaf in leaves(root)}


def page_streams(data: bytes) -> list[bytes]:
    """The content of each page, without the form fields."""
    with closing(pypdfium2.PdfDocument(data)) as file:
        pages = [page.render(scale=1, may_draw_forms=False, draw_annots=False) for page in file]
        return [page.to_pil().tobytes() for page in pages]


def script(file: pikepdf.Pdf) -> str:
    return str(file.Root.Names.JavaScript.Names[1].JS.read_bytes().decode())


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_form_has_the_fields_of_its_sheet_in_reading_order(sheet: str) -> None:
    request = Request((sheet,), paper=PAPERS["a4"], counts=(4,), seed="fields", wants_fields=True)
    told = [
        field for one in lay_out(request).pages() for made in one.sheets for field in made.fields
    ]
    with open_pdf(pdf(sheet)) as file:
        named = fields(file)
        annotations = [each for page in file.pages for each in page.Annots]

        assert {field.name: field.label for field in told} == {
            name: str(leaf.TU) for name, leaf in named.items()
        }
        assert [field.name.rpartition(".")[2] for field in told] == [
            str((each if "/T" in each else each.Parent).T) for each in annotations
        ]


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_form_draws_the_same_page(sheet: str) -> None:
    form, plain = pdf(sheet), pdf(sheet, fillable=False)

    for ours, other in zip(page_streams(plain), page_streams(form), strict=True):
        assert ours == other
    assert "/AcroForm" not in open_pdf(plain).Root


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_form_is_at_most_three_times_as_large_and_the_same_each_time(sheet: str) -> None:
    first = pdf(sheet)

    assert first == pdf.__wrapped__(sheet)
    assert len(first) <= 3 * len(pdf(sheet, fillable=False))


@pytest.mark.parametrize("sheet", SHEETS)
def test_preflight_accepts_our_form(sheet: str) -> None:
    errors = [one for one in check_pdf(pdf(sheet), "form.pdf").findings if one.severity == "error"]

    assert [] == errors


def test_preflight_reports_a_foreign_script() -> None:
    with open_pdf(pdf("attribute/score-pad")) as file:
        field = fields(file)["change.1.1"]
        field.AA = pikepdf.Dictionary(
            V=pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.launchURL('http://x')")
        )
        changed = BytesIO()
        file.save(changed)

    rules = {(one.rule, one.message) for one in check_pdf(changed.getvalue(), "x.pdf").findings}

    assert ("active", "the document holds JavaScript") in rules
    assert ("active", "something on the page runs an action when it's clicked") in rules


def test_the_score_pad_adds_up_while_it_is_filled_in() -> None:
    with open_pdf(pdf("attribute/score-pad")) as file:
        order = [_name(field) for field in file.Root.AcroForm.CO]
        filling: dict[str, float | bool | None] = dict.fromkeys(fields(file))
        filling |= {"change.1.1": -1, "change.2.1": 2, "change.1.2": 1, "change.2.2": 1}
        (found,) = fill_in_script(script(file), order, [filling])

    rows = {name: found[name] for name in ("total.1.1", "total.2.1", "total.2.2", "total.3.1")}
    assert {"total.1.1": "0", "total.2.1": "2", "total.2.2": "2", "total.3.1": ""} == rows


def _name(field: Any) -> str:
    above = _name(field.Parent) + "." if "/Parent" in field else ""
    return above + str(field.T)


def test_two_sheets_of_a_kit_share_the_topics_and_copies_share_nothing() -> None:
    with open_pdf(pdf("attribute/score-pad", "attribute/round-tracker")) as file:
        shared = fields(file)["topic.1"]

        assert 2 == len(shared.Kids)
        assert "Round 1, topic" == str(shared.TU)
    with open_pdf(pdf("attribute/round-tracker", copies=2)) as file:
        assert {"1.topic.1", "2.topic.1"} <= set(fields(file))


def test_a_name_is_a_single_field_in_all_its_places() -> None:
    with open_pdf(pdf("attribute/score-pad")) as file:
        name = fields(file)["name.1"]

        assert "Player 1, name" == str(name.TU)
        assert 1 + 4 == len(name.Kids)  # at the head of a column, and in four rounds


def test_a_printed_name_has_no_field() -> None:
    named = pdf("wolle/sheet", names=("Ann", "Ben", "Cleo", "Dana"))

    with open_pdf(named) as file, open_pdf(pdf("wolle/sheet")) as unnamed:
        names = {f"{sheet}.name" for sheet in range(1, 5)}
        assert names == fields(unnamed).keys() - fields(file).keys()


def test_typed_text_uses_our_embedded_font() -> None:
    with open_pdf(pdf("attribute/score-pad")) as file:
        form = file.Root.AcroForm
        font = form.DR.Font.Pen

        assert "PatrickHand" in str(font.BaseFont)
        assert len(font.FontDescriptor.FontFile2.read_bytes()) > 1000
        assert "/Pen 16 Tf" in str(fields(file)["change.1.1"].DA)


@pytest.mark.parametrize("words", ["Zażółć gęślą jaźń", "Příliš žluťoučký kůň, őű đ", "ğİış ŁŚŹĆ"])
def test_central_european_letters_use_our_embedded_font_too(words: str) -> None:
    with open_pdf(typed_into("topic.1", words, pdf("attribute/round-tracker"))) as file:
        field = fields(file)["topic.1"]

        assert words == str(field.V)
        assert [b"/Webdings"] == re.findall(rb"(\S+) \S+ Tf", field.AP.N.read_bytes())
        assert "PatrickHand" in str(field.AP.N.Resources.Font.Webdings.BaseFont)


def typed_into(name: str, words: str, data: bytes) -> bytes:
    """The file as PDFium saves it after someone has typed words into a field."""
    with open_pdf(data) as form:
        left, bottom, right, top = map(float, fields(form)[name].Rect)
    saved = BytesIO()
    with closing(pypdfium2.PdfDocument(data)) as file:
        file.init_forms()
        at = file.formenv, file[0], 0, (left + right) / 2, (bottom + top) / 2
        pdfium.FORM_OnLButtonDown(*at)
        pdfium.FORM_OnLButtonUp(*at)
        for letter in words:
            pdfium.FORM_OnChar(*at[:2], ord(letter), 0)
        pdfium.FORM_ForceToKillFocus(file.formenv)
        file.save(saved)
    return saved.getvalue()


def test_every_field_has_its_own_alignment_for_firefox() -> None:
    with open_pdf(pdf("attribute/score-pad", "attribute/round-tracker")) as file:
        typed = {name: leaf.get("/Q") for name, leaf in fields(file).items() if leaf.FT == "/Tx"}

    assert dict.fromkeys(typed, 1) == typed
    assert {"topic.1", "change.1.1", "final.1"} <= set(typed)


@pytest.mark.parametrize("form", ["png", "svg"])
def test_only_a_pdf_can_be_fillable(form: str, tmp_path: Path) -> None:
    out = Destination(tmp_path / "out")
    request = Request(
        ("attribute/score-pad",), paper=PAPERS["a4"], fillable=True, formats=(form,), out=out
    )

    with pytest.raises(UsageError, match=f"{form.upper()} files can't be fillable"):
        build(request)

    assert not out.folder.exists()


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_script_of_a_form_and_a_page_compute_what_python_computes(sheet: str) -> None:
    request = Request((sheet,), paper=PAPERS["a4"], counts=(3,), seed="fields", wants_fields=True)
    told = [f for one in lay_out(request).pages() for made in one.sheets for f in made.fields]
    formulas = {field.name: field.formula for field in told if field.formula is not None}
    written = [field for field in told if field.formula is None and field.kind != "text"]
    chance = Random(sheet)
    fillings = [{field.name: _random_value(field, chance) for field in written} for _ in range(20)]
    with open_pdf(pdf(sheet, counts=(3,))) as file:
        found = fill_in_script(script(file), calculation_order(formulas), fillings)

    assert found == compute_on_page(formulas, fillings)
    for filling, shown in zip(fillings, found, strict=True):
        numbers = {name: 1.0 if value is True else value or None for name, value in filling.items()}
        zeros = {name: 0.0 for name, value in filling.items() if value == 0 and value is not False}
        computed = compute_all(formulas, {**numbers, **zeros})
        assert {name: show(computed[name]) for name in formulas} == shown


def _random_value(field: Field, chance: Random) -> float | bool | None:
    """A random value for a field: often nothing, and always allowed."""
    if field.kind == "tick":
        return chance.random() < 0.4
    return None if chance.random() < 0.3 else chance.randint(field.least or 0, field.most or 9)
