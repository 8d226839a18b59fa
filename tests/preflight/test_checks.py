"""Damaged and nested files are checked, or refused with an error."""

from __future__ import annotations

import random

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from printkit.core.errors import PrintkitError
from printkit.preflight.checks import check_pdf
from tests.depth import many
from tests.preflight import planted
from tests.preflight.planted import changed, sheet


@pytest.mark.parametrize(
    "seed", sorted({*range(many(20, deep=60)), 37})
)  # 37: names that are no text
def test_a_damaged_file_is_checked_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(sheet(planted.red_and_green))
    for _ in range(chance.randint(1, 30)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    cut = data[: chance.randrange(len(data))] if seed % 5 == 0 else data
    assert check(bytes(cut)) == "damaged.pdf"


def check(data: bytes) -> str:
    """The name in the report or the error."""
    try:
        return check_pdf(data, "damaged.pdf").name
    except PrintkitError as error:
        return error.where.file if error.where else ""


def nested_forms(levels: int) -> bytes:
    """A page that draws a form, which draws another twice, and so on."""

    def change(pdf: pikepdf.Pdf) -> None:
        form = drawing(pdf, b"100 100 m 200 200 l S", Dictionary())
        for _ in range(levels):
            form = drawing(pdf, b"/X Do /X Do", Dictionary(XObject=Dictionary(X=form)))
        page = pdf.pages[0].obj
        page.Resources.XObject = Dictionary(X=form)
        page.Contents = Array([page.Contents, pdf.make_stream(b"/X Do")])

    return changed(change)


def drawing(pdf: pikepdf.Pdf, data: bytes, resources: pikepdf.Dictionary) -> pikepdf.Object:
    form = pdf.make_stream(data)
    form.Subtype = Name.Form
    form.BBox = Array([0, 0, 600, 900])
    form.Resources = resources
    return form


def test_nested_forms_are_checked() -> None:
    assert () == check_pdf(nested_forms(6), "forms.pdf").findings
