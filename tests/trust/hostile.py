"""Hostile PDFs: small files that make a reader of PDF compute, fill its memory, or crash."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from io import BytesIO
from typing import Any, Final, TypeAlias

import pikepdf
from pikepdf import Array, Dictionary, Name

from tests.preflight.planted import sheet

Change: TypeAlias = Callable[[pikepdf.Pdf], None]
PAGE: Final = Array([0, 0, 595, 842])


def made(change: Change) -> bytes:
    """The faultless sheet after a change; what was packed stays packed as it is."""
    buffer = BytesIO()
    with pikepdf.open(BytesIO(sheet())) as pdf:
        change(pdf)
        level = pikepdf.StreamDecodeLevel.none
        pdf.save(buffer, compress_streams=False, stream_decode_level=level)
    return buffer.getvalue()


def _draw(pdf: pikepdf.Pdf, data: bytes, **resources: Any) -> None:
    page = pdf.pages[0].obj
    for name, value in resources.items():
        page.Resources[f"/{name}"] = Dictionary(X=value)
    page.Contents = pdf.make_stream(data)


def _form(pdf: pikepdf.Pdf, data: bytes, **more: Any) -> pikepdf.Object:
    return pdf.make_stream(data, Type=Name.XObject, Subtype=Name.Form, BBox=PAGE, **more)


def doubling_forms(pdf: pikepdf.Pdf) -> None:
    """A form that draws another twice, which draws another twice, and so on."""
    form = _form(pdf, b"100 100 m 200 200 l S")
    for _ in range(40):
        form = _form(pdf, b"/X Do /X Do", Resources=Dictionary(XObject=Dictionary(X=form)))
    _draw(pdf, b"/X Do", XObject=form)


def form_in_itself(pdf: pikepdf.Pdf) -> None:
    """A form that draws itself."""
    form = _form(pdf, b"/X Do /X Do")
    form.Resources = Dictionary(XObject=Dictionary(X=form))
    _draw(pdf, b"/X Do", XObject=form)


def packed(pdf: pikepdf.Pdf, kind: str = "contents") -> None:
    """A gigabyte of blanks, packed five times."""
    packer = zlib.compressobj(9, wbits=-15)
    piece = packer.compress(b" " * 2**20) + packer.flush(zlib.Z_FULL_FLUSH)
    data = b"\x78\xda" + piece * 1000 + b"\x03\x00"
    for _ in range(4):
        data = zlib.compress(data, 9)
    stream = pdf.make_stream(b"")
    stream.write(data, filter=Array([Name.FlateDecode] * 5))
    if kind == "contents":
        pdf.pages[0].obj.Contents = stream
    else:
        fonts = pdf.pages[0].obj.Resources.Font
        next(font for font in fonts.values() if "/FontDescriptor" in font)[f"/{kind}"] = stream


def packed_map(pdf: pikepdf.Pdf) -> None:
    """The same as the map of a font to Unicode."""
    packed(pdf, "ToUnicode")


def tiny_tiles(pdf: pikepdf.Pdf) -> None:
    """Tiles a hundredth of a point apart."""
    tile = pdf.make_stream(
        b"0 0 5 5 re f", Type=Name.Pattern, PatternType=1, PaintType=1, TilingType=1,
        BBox=Array([0, 0, 10, 10]), XStep=0.01, YStep=0.01, Resources=Dictionary(),
    )  # fmt: skip
    _draw(pdf, b"/Pattern cs /X scn 0 0 600 900 re f", Pattern=tile)


def tiny_dashes(pdf: pikepdf.Pdf) -> None:
    """Long lines of dashes that cannot be seen."""
    _draw(pdf, b"[.00001] 0 d 1 w " + b"0 0 m 595 842 l S " * 50)


def nested_groups(pdf: pikepdf.Pdf) -> None:
    """Transparent groups in groups, each as large as the page."""
    group = Dictionary(S=Name.Transparency, I=True, K=True)
    state = Dictionary(ca=0.5, BM=Name.Multiply)
    form = _form(pdf, b"0 0 595 842 re f", Fragment=group)
    for _ in range(200):
        inner = Dictionary(XObject=Dictionary(X=form), ExtGState=Dictionary(G=state))
        form = _form(pdf, b"/G gs /X Do", Fragment=group, Resources=inner)
    _draw(pdf, b"/X Do", XObject=form)


def exploding_font(pdf: pikepdf.Pdf) -> None:
    """Letters that are drawn by writing twenty letters of the next font, twenty fonts deep."""
    font: Any = None
    for _ in range(20):
        glyph = b"1000 0 d0 " + (
            b"BT /F 1 Tf (aaaaaaaaaaaaaaaaaaaa) Tj ET" if font else b"0 0 9 9 re f"
        )
        font = pdf.make_indirect(
            Dictionary(
                Type=Name.Font, Subtype=Name.Type3, FontBBox=Array([0, 0, 1000, 1000]),
                FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]), FirstChar=97, LastChar=97,
                CharProcs=Dictionary(a=pdf.make_stream(glyph)), Widths=Array([1000]),
                Encoding=Dictionary(Type=Name.Encoding, Differences=Array([97, Name.a])),
                Resources=Dictionary(Font=Dictionary(F=font)) if font else Dictionary(),
            )
        )  # fmt: skip
    _draw(pdf, b"BT /X 12 Tf 100 100 Td (aaaaaaaaaaaaaaaaaaaa) Tj ET", Font=font)


def _picture(width: int, height: int, packing: str = "") -> Change:
    def change(pdf: pikepdf.Pdf) -> None:
        picture = pdf.make_stream(
            bytes(64), Type=Name.XObject, Subtype=Name.Image, Width=width, Height=height,
            BitsPerComponent=8, ColorSpace=Name.DeviceRGB,
        )  # fmt: skip
        if packing:
            picture.Filter = Name(f"/{packing}")
        _draw(pdf, b"500 0 0 500 50 50 cm /X Do", XObject=picture)

    change.__doc__ = f"A picture of {width} x {height} pixels {packing}"
    return change


def many_functions(pdf: pikepdf.Pdf) -> None:
    """A shading by a function that is stitched together from functions, and so on."""
    function = Dictionary(
        FunctionType=2, Domain=Array([0, 1]), N=1, C0=Array([0, 0, 0]), C1=Array([1, 1, 1])
    )
    for _ in range(24):
        known = pdf.make_indirect(function)
        function = Dictionary(
            FunctionType=3, Domain=Array([0, 1]), Functions=Array([known, known]),
            Bounds=Array([0.5]), Encode=Array([0, 1, 0, 1]),
        )  # fmt: skip
    shading = Dictionary(
        ShadingType=2, ColorSpace=Name.DeviceRGB, Coords=Array([0, 0, 595, 842]), Function=function
    )
    _draw(pdf, b"/X sh", Shading=pdf.make_indirect(shading))


def deep_brackets(pdf: pikepdf.Pdf) -> None:
    """A drawing of half a million brackets."""
    _draw(pdf, b"[" * 500_000)


def deep_states(pdf: pikepdf.Pdf) -> None:
    """A drawing that keeps its state a million times."""
    _draw(pdf, b"q " * 1_000_000)


def circular_pages(pdf: pikepdf.Pdf) -> None:
    """A tree of pages that holds itself."""
    pages = pdf.Root.Pages
    pages.Kids.append(pages)
    pages.Count = 4000


def endless_paper(pdf: pikepdf.Pdf) -> None:
    """A page of a thousand million points."""
    pdf.pages[0].obj.MediaBox = Array([-(10**9), -(10**9), 10**9, 10**9])


UNJUDGED: Final = (
    doubling_forms, packed, packed_map, tiny_tiles, exploding_font, many_functions,
)  # fmt: skip
"""Nothing but a limit ends these."""

BOUNDED: Final = (
    tiny_dashes, form_in_itself, nested_groups, deep_brackets, deep_states, circular_pages,
    endless_paper, _picture(60_000, 60_000), _picture(9_999, 9_999), _picture(2**31 - 1, 2**31 - 1),
    _picture(9_000, 9_000, "JBIG2Decode"), _picture(9_000, 9_000, "JPXDecode"),
    _picture(9_000, 9_000, "CCITTFaxDecode"),
)  # fmt: skip
"""Files that are either checked or refused."""

LOOPS: Final = {
    "an xref that comes before itself": b"%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n"
    b"xref\n0 1\n0000000000 65535 f \ntrailer <</Size 3/Root 1 0 R/Prev 58>>\nstartxref\n58\n%%EOF",
    "an object that is itself": b"%PDF-1.7\n1 0 obj 1 0 R endobj\ntrailer <</Root 1 0 R>>",
    "a length that is in the stream": b"%PDF-1.7\n1 0 obj <</Length 1 0 R>> stream\nx\nendstream",
    "an object stream in itself": b"%PDF-1.7\n1 0 obj <</Type/ObjStm/N 9/First 4/Extends 1 0 R"
    b"/Length 9>> stream\n1 0 <<>> \nendstream endobj\ntrailer <</Root 1 0 R>>",
    "a hundred thousand arrays": b"%PDF-1.7\n1 0 obj " + b"[" * 100_000,
    "a hundred thousand dictionaries": b"%PDF-1.7\n1 0 obj " + b"<</A" * 100_000,
    "nothing, a hundred million times": b"%PDF-1.7\n" + b"\0" * 100_000_000,
}
"""Files that are not even written by a library."""
