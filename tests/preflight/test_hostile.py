"""Malformed PDFs, written byte by byte, are checked or refused with an error."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

import pytest

from printkit.core.errors import PrintkitError
from printkit.preflight.checks import check_pdf

if TYPE_CHECKING:
    from printkit.preflight import FileReport

CATALOG: Final = b"<</Type/Catalog/Pages 2 0 R/Lang(en)>>"
PAGES: Final = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
BOX: Final = b"[0 0 595 842]"
PAGE: Final = (
    b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R"
    b"/Resources<</Font<</F 9 0 R>>/XObject<</I 8 0 R>>>>>>"
)
FONT: Final = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"


def stream(data: bytes, entries: bytes = b"") -> bytes:
    return b"<</Length %d%s>>stream\n%s\nendstream" % (len(data), entries, data)


def pdf(objects: dict[int, bytes], trailer: bytes = b"") -> bytes:
    """A file of one page with some objects replaced; readers build its cross-reference table."""
    page_with = stream(b"0 0 m 100 100 l S BT /F 10 Tf 50 50 Td (Hello) Tj ET")
    written = {1: CATALOG, 2: PAGES, 3: PAGE, 4: page_with, 9: FONT, **objects}
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % each for each in written.items())
    return b"%PDF-1.7\n" + body + b"trailer<</Root 1 0 R" + trailer + b">>\n"


def catalog(entries: bytes) -> bytes:
    return CATALOG[:-2] + entries + b">>"


def page(entries: bytes) -> bytes:
    return PAGE[:-2] + entries + b">>"


def boxed(box: bytes) -> bytes:
    return pdf({3: PAGE.replace(BOX, box)})


def page_with(content: bytes) -> bytes:
    return pdf({4: stream(content)})


def picture(entries: bytes) -> bytes:
    image = stream(b"x" * 100, b"/Type/XObject/Subtype/Image" + entries)
    shown = b"q 1e38 0 0 1e38 0 0 cm /I Do Q q 9 0 0 0 1 1 cm /I Do Q q 9 0 0 9 9 9 cm /I Do Q"
    return pdf({4: stream(shown), 8: image})


ENTITIES: Final = b"".join(
    b'<!ENTITY %c "%s">' % (98 + at, b"&%c;" % (97 + at) * 10) for at in range(12)
)
METADATA: Final = b"<!DOCTYPE l [<!ENTITY a 'aaaaaaaaaa'>" + ENTITIES + b"]><l>&m;</l>"
BLANKS: Final = zlib.compress(b" " * 20_000_000)

HOSTILE: Final = {
    "a box of infinite size": boxed(b"[0 0 nan inf]"),
    "a box of 400 digits": boxed(b"[0 0 9" + b"9" * 400 + b" 99]"),
    "a box without an area": boxed(b"[0 0 0 0]"),
    "a box of negative size": boxed(b"[0 0 -595 -842]"),
    "a box as thin as nothing": boxed(b"[0 0 14400 0.0001]"),
    "a box of dictionaries": boxed(b"[<<>> /a (b) null]"),
    "a box that is itself": pdf({3: PAGE.replace(BOX, b"5 0 R"), 5: b"5 0 R"}),
    "a box far away": boxed(b"[-1e9 -1e9 -999999405 -999999158]"),
    "a unit that is a text": pdf({3: page(b"/UserUnit(x)/Rotate(x)")}),
    "half a turn of a page": pdf({3: page(b"/Rotate 45")}),
    "a catalog that is an array": pdf({1: b"[1 2 3]"}),
    "a catalog that is a stream": pdf({1: stream(b"x", b"/Type/Catalog/Pages 2 0 R")}),
    "pages within themselves": pdf({2: b"<</Type/Pages/Kids[2 0 R 3 0 R]/Count 1>>"}),
    "pages of nothing": pdf({2: b"<</Type/Pages/Kids[null (a) 99 0 R 3 0 R]/Count 4>>"}),
    "a page that is a stream": pdf({3: stream(b"x", b"/Type/Page/MediaBox[0 0 595 842]")}),
    "annotations of every type": pdf(
        {3: page(b"/Annots[1 (x) /N null [[]] <<>> <</Subtype 3/Rect(x)>> 3 0 R]/AA 7")}
    ),
    "a field of infinite size": pdf(
        {3: page(b"/Annots[<</Subtype/Widget/FT/Tx/Ff 1.5/T<<>>/TU[1]/Rect[0 0 1e400 1]>>]")}
    ),
    "a title that is half a character": pdf({5: b"<</Title<FEFFD800>>>"}, b"/Info 5 0 R"),
    "a title that is an array": pdf({5: b"<</Title[1]/PrintkitAlike<<>>>>"}, b"/Info 5 0 R"),
    "encryption that nobody knows": pdf({}, b"/Encrypt<</Filter/Standard/V 99/R 99>>/ID[(a)(b)]"),
    "encryption that is a text": pdf({}, b"/Encrypt(x)"),
    "metadata that multiply": pdf(
        {1: catalog(b"/Metadata 5 0 R"), 5: stream(METADATA, b"/Type/Metadata/Subtype/XML")}
    ),
    "metadata of blanks": pdf(
        {1: catalog(b"/Metadata 5 0 R"), 5: stream(BLANKS, b"/Filter/FlateDecode")}
    ),
    "tags of the wrong type": pdf(
        {
            1: catalog(
                b"/MarkInfo<</Marked true>>/StructTreeRoot<</RoleMap[1]"
                b"/K[1(x)<</S 3/K(q)/Pg 3>><</S/Figure/Alt<<>>>>]>>"
            )
        }
    ),
    "letters of infinite size": page_with(b"BT /F 1e38 Tf 1e38 0 0 1e38 0 0 Tm (Hello) Tj ET"),
    "letters of no size": page_with(b"BT /F 0 Tf (a) Tj 0 0 0 0 50 50 Tm /F 10 Tf (Hi) Tj ET"),
    "letters as large as a town": page_with(b"BT /F 100000 Tf " + b"(HHHH) Tj " * 20 + b"ET"),
    "letters beyond all numbers": page_with(b"BT /F 10 Tf 1 0 0 1 3e38 3e38 Tm (Hello) Tj ET"),
    "lines of infinite width": page_with(b"1e38 0 0 1e38 0 0 cm 1e38 w 1 1 m 2 2 l S"),
    "a matrix without an area": page_with(b"0 0 0 0 0 0 cm 1 w 0 0 m 100 100 l S"),
    "a picture of negative size": picture(b"/Width -5/Height 7/BitsPerComponent 8"),
    "a picture of no size": picture(b"/Width 0/Height 0/BitsPerComponent 8"),
    "a picture of its own colours": picture(b"/Width 9/Height 9/ColorSpace[/Indexed 8 0 R 9 ()]"),
    "a font within itself": pdf(
        {9: b"<</Type/Font/Subtype/Type0/BaseFont/A/DescendantFonts[9 0 R]/Encoding/Identity-H>>"}
    ),
    "a font with a name of bytes": pdf({9: b"<</Type/Font/Subtype/Type1/BaseFont/#ff#1b[31m>>"}),
    "content within itself": pdf({4: b"[4 0 R 4 0 R]"}),
    "5,000 filters": pdf({4: stream(b"x", b"/Filter[" + b"/ASCIIHexDecode " * 5000 + b"]")}),
    "fifty files in one": pdf({}) * 50,
}  # fmt: skip


def check(data: bytes) -> FileReport | PrintkitError:
    try:
        return check_pdf(data, "hostile.pdf")
    except PrintkitError as error:
        return error


@pytest.mark.parametrize("name", HOSTILE)
def test_a_malformed_file_is_checked_or_refused(name: str) -> None:
    answer = check(HOSTILE[name])
    if isinstance(answer, PrintkitError):
        assert answer.where is not None
        assert answer.where.file == "hostile.pdf"
    else:
        assert answer.errors  # none of them has a title


def active(data: bytes) -> list[str]:
    answer = check_pdf(data, "hostile.pdf")
    return [finding.message for finding in answer.findings if finding.rule == "active"]


def test_a_script_under_a_name_that_is_not_utf_8_is_not_overlooked() -> None:
    hidden = pdf({3: page(b"/#ff#fe<</S/JavaScript/JS(app.alert\\(1\\))>>")})
    assert active(hidden) == ["the document holds JavaScript"]


def test_circular_actions_are_reported_once() -> None:
    entries = b"/OpenAction 5 0 R/AA 5 0 R/Names 5 0 R/AcroForm 5 0 R/Outlines 5 0 R"
    looped = b"<</S/Launch/Next[5 0 R 6 0 R]/Names[5 0 R 5 0 R]/A 5 0 R/AA 5 0 R>>"
    found = active(pdf({1: catalog(entries), 5: looped, 6: b"<</S/Hide/Next 5 0 R>>"}))
    assert "an action (Launch) runs when the document is opened" in found
    assert "something in the document runs an action (Hide)" in found
    assert len(found) == len({*found})


def test_a_page_has_at_most_fifty_findings_of_one_rule() -> None:
    annotations = b"".join(b"<</Subtype/X%d/Rect[0 0 1 1]>>" % number for number in range(2000))
    assert len(active(pdf({3: page(b"/Annots[" + annotations + b"]")}))) == 50


def test_a_tag_that_is_its_own_child_is_read_once() -> None:
    tree = b"/MarkInfo<</Marked true>>/StructTreeRoot<</K[6 0 R 6 0 R]>>"
    table = b"<</S/Table/K[6 0 R 6 0 R 6 0 R]>>"
    found = check_pdf(pdf({1: catalog(tree), 6: table}), "hostile.pdf").findings
    assert [each.times for each in found if each.rule == "table-headers"] == [1]
