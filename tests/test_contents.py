"""The tests' own reading of PDFs."""

from __future__ import annotations

from io import BytesIO
from unittest.mock import patch

import pdfplumber
import pikepdf
import pytest
from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdfinterp import PDFPageInterpreter
from pdfminer.pdfparser import PDFParser
from pdfplumber.utils.pdfinternals import resolve_all

from printkit.paper import PAPERS
from printkit.request import Request
from tests.contents import Document, by_pdfminer, resolved, taken_apart
from tests.rendering import render_request


@pytest.mark.parametrize("target", ["attacke", "wolle/sheet"])
def test_what_a_pattern_finds_is_what_pdfminer_finds(target: str) -> None:
    names = ("Zoë (2)", "Łukasz\\n", "Борис")
    request = Request(targets=(target,), paper=PAPERS["a4"], counts=(3,), names=names, seed="x")
    with pikepdf.open(BytesIO(render_request(request)[0])) as pdf:
        pages = [page.Contents for page in pdf.pages]
        parts = [
            part for one in pages for part in ([one] if isinstance(one, pikepdf.Stream) else one)
        ]
        every = [one for one in pdf.objects if isinstance(one, pikepdf.Stream)]
        forms = [one for one in every if one.get("/Subtype") == "/Form"]
        streams = [one.read_bytes() for one in (*parts, *forms)]

    assert len(streams) > 5
    for data in streams:
        assert taken_apart(data) == by_pdfminer(data)


def test_what_printkit_does_not_write_is_read_all_the_same() -> None:
    data = b"<00ff> Tj (\\101(b)) Tj /A#20b gs % a remark\ntrue .5 -.5 5. +7 w BI /W 1 ID xx EI Q"

    assert repr(taken_apart(data)) == repr(by_pdfminer(data))


def test_objects_that_are_read_one_by_one_are_those_that_pdfminer_reads_together() -> None:
    request = Request(targets=("attribute/score-pad",), paper=PAPERS["a4"], counts=(3,))
    (data,) = render_request(request)
    one_by_one, together = (kind(PDFParser(BytesIO(data))) for kind in (Document, PDFDocument))
    numbers = sorted({number for xref in together.xrefs for number in xref.get_objids()})

    assert len(numbers) > 100
    for number in numbers:
        assert repr(one_by_one.getobj(number)) == repr(together.getobj(number))


def test_a_page_and_its_words_alone_are_read_as_pdfminer_reads_all() -> None:
    request = Request(targets=("attribute/round-tracker",), paper=PAPERS["a4"], counts=(3,))
    (data,) = render_request(request)
    with patch("pdfplumber.page.PDFPageInterpreter", PDFPageInterpreter):
        (expected,) = (page.objects for page in pdfplumber.open(BytesIO(data)).pages)
    (page,) = pdfplumber.open(BytesIO(data)).pages

    assert len(page.chars) > 100
    assert expected["char"] == page.chars
    assert {"char", "line", "rect", "curve"} <= expected.keys()
    assert expected == page.objects


def test_values_are_resolved_as_pdfplumber_resolves_them() -> None:
    for value in (1, 0.5, "A", b"B", None, (1, 2.5), (1, ("A", [2])), [1, (2,)], {"A": (1,)}):
        assert resolve_all(value) == resolved(value)
        assert type(resolve_all(value)) is type(resolved(value))
