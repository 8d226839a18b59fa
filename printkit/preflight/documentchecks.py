"""Checks of document-level data: title, language, boxes, fields, fonts and tags.

The objects of the file are read with pikepdf (qpdf). Malformed data counts as absent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pikepdf
from pikepdf import Dictionary, Name, Object

from printkit.core.units import MM, format_mm
from printkit.preflight.appearancechecks import AcceptedColours
from printkit.preflight.findings import Finding, Rectangle
from printkit.preflight.pdfobjects import (
    annotations_of,
    box_of,
    dictionaries,
    dictionary,
    elements,
    items,
    text_of,
    with_parents,
)
from printkit.preflight.textchecks import FontFacts, strip_subset_tag

_LEAST_SIDE, _MOST_SIDE = 72.0, 14_400.0  # an inch; the largest that PDF readers support
_BOX_SLACK = 0.5
_MOST_REASONS, _MOST_WORDS = 20_000, 200  # characters
_LEAST_FIELDS = {"/Tx": (7, 5), "/Btn": (4, 4)}
_FIELD_SLACK = 0.3  # points
_KNOWN_ENCODINGS = {"/WinAnsiEncoding", "/MacRomanEncoding", "/StandardEncoding"}
_MOST_LEVELS = 100


def check_information(pdf: pikepdf.Pdf) -> Iterator[Finding]:
    """Check the title, the language, and the permission to print."""
    if not _title(pdf).strip():
        yield Finding("title", "the document has no title")
    if not text_of(pdf.Root.get("/Lang")).strip():
        yield Finding("language", "the document doesn't say its language")
    if pdf.is_encrypted and not pdf.allow.print_highres:
        yield Finding("locked", "the document's permissions don't allow high-quality printing")


def _title(pdf: pikepdf.Pdf) -> str:
    title = text_of(dictionary(pdf.trailer.get("/Info")).get("/Title"))
    if title.strip() or not isinstance(pdf.Root.get("/Metadata"), pikepdf.Stream):
        return title
    try:
        with pdf.open_metadata() as xmp:
            return str(xmp.get("dc:title", ""))
    except Exception:
        return ""  # unreadable metadata has no title


def promised_type_sizes(pdf: pikepdf.Pdf) -> dict[int, float]:
    """Return the sizes of type that large print promises, in points, by the numbers of pages."""
    found: dict[int, float] = {}
    for number, page in enumerate(pdf.pages, 1):
        size: Any = page.obj.get("/PrintkitSmallestType")
        if isinstance(size, int | Decimal):
            found[number] = float(size)
    return found


def accepted_colours(pdf: pikepdf.Pdf) -> tuple[AcceptedColours, ...]:
    """Return the colours that may look alike according to the file; skip malformed entries."""
    text = text_of(dictionary(pdf.trailer.get("/Info")).get("/PrintkitAlike"))
    reasons = (reason.split("/", 2) for reason in text[:_MOST_REASONS].split("|", 20))
    return tuple(
        AcceptedColours(
            frozenset(each[0].split()), frozenset(each[1].split()), each[2].strip()[:_MOST_WORDS]
        )
        for each in reasons
        if len(each) > 2 and each[2].strip()
    )


def check_fields(pdf: pikepdf.Pdf) -> Iterator[Finding]:
    """Find form fields with too little room to write."""
    for number, page in enumerate(pdf.pages, 1):
        for annotation in annotations_of(page.obj):
            if annotation.get("/Subtype") == Name.Widget:
                yield from _room(annotation, number)


def _room(widget: Object, number: int) -> Iterator[Finding]:
    box = box_of(widget.get("/Rect"))
    kind = text_of(next((each["/FT"] for each in with_parents(widget) if "/FT" in each), None))
    if box is None or kind not in _LEAST_FIELDS:
        return
    width, height = _LEAST_FIELDS[kind]
    if box.width < width * MM - _FIELD_SLACK or box.height < height * MM - _FIELD_SLACK:
        name = text_of(widget.get("/TU")) or text_of(widget.get("/T"))
        size = f"{format_mm(box.width)} by {format_mm(box.height)}"
        yield Finding("field-room", f"the field '{name[:60]}' is only {size}", number)


def check_boxes(pdf: pikepdf.Pdf) -> Iterator[Finding]:
    """Find impossible page sizes, boxes that extend beyond others, and mixed page sizes."""
    sizes = set()
    for number, page in enumerate(pdf.pages, 1):
        media = _box(page, "/MediaBox")
        if media is None:
            yield Finding("page-boxes", "the page has no MediaBox", number)
            continue
        for fault in _box_faults(page, media):
            yield Finding("page-boxes", fault, number)
        seen = _box(page, "/CropBox") or media
        sizes.add(tuple(sorted((round(seen.width), round(seen.height)))))
    if len(sizes) > 1:
        yield Finding("page-sizes", f"the pages have {len(sizes)} different sizes")


def _box_faults(page: pikepdf.Page, media: Rectangle) -> Iterator[str]:
    if not all(_LEAST_SIDE <= side <= _MOST_SIDE for side in (media.width, media.height)):
        yield f"no paper is {format_mm(media.width)} by {format_mm(media.height)}"
    boxes = {"MediaBox": media}
    for name in ("CropBox", "BleedBox", "TrimBox", "ArtBox"):
        boxes[name] = _box(page, f"/{name}") or [*boxes.values()][-1]
    for (outer, around), (inner, box) in pairwise(boxes.items()):
        if box.beyond(around) > _BOX_SLACK:
            yield f"the {inner} extends beyond the {outer}"
    if page.obj.get("/UserUnit", 1) != 1:
        yield "the page has its own unit (UserUnit)"


def _box(page: pikepdf.Page, name: str) -> Rectangle | None:
    """Return a box of the page; MediaBox and CropBox can be inherited."""
    nodes = with_parents(page.obj) if name in ("/MediaBox", "/CropBox") else (page.obj,)
    boxes = (box_of(node.get(name)) for node in nodes)
    return next((box for box in boxes if box is not None), None)


def font_facts(pdf: pikepdf.Pdf) -> dict[str, FontFacts]:
    """Return the file's data about its fonts, by name; for equal names, the worse of each."""
    facts: dict[str, FontFacts] = {}
    for font, entries, _ in dictionaries(pdf):
        kind = text_of(entries.get("/Subtype"))
        if entries.get("/Type") != Name.Font or kind.startswith("/CIDFont"):
            continue
        full = text_of(entries.get("/BaseFont", entries.get("/Name"))).removeprefix("/")
        name = strip_subset_tag(full)
        known = facts.get(name, FontFacts(is_mapped=True, is_subset=True))
        is_subset = name != full or kind == "/Type3"
        facts[name] = FontFacts(known.is_mapped and _is_mapped(font), known.is_subset and is_subset)
    return facts


def _is_mapped(font: Object) -> bool:
    """Return whether the codes of a font can be mapped to Unicode."""
    encoding, kind = font.get("/Encoding"), font.get("/Subtype")
    if "/ToUnicode" in font or kind == Name.Type3:
        return "/ToUnicode" in font
    if kind == Name.Type0:
        return isinstance(encoding, Name) and not text_of(encoding).startswith("/Identity")
    if isinstance(encoding, Dictionary | Name):
        return isinstance(encoding, Dictionary) or text_of(encoding) in _KNOWN_ENCODINGS
    return "/FontDescriptor" not in font  # one of the 14 standard fonts


def check_tags(pdf: pikepdf.Pdf) -> Iterator[Finding]:
    """Check that a file is tagged for screen readers, with table headers and descriptions."""
    marks, tree = dictionary(pdf.Root.get("/MarkInfo")), dictionary(pdf.Root.get("/StructTreeRoot"))
    if not marks.get("/Marked") or "/K" not in tree:
        yield Finding("tags", "the document isn't tagged for screen readers")
        return
    pages = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
    roles = {
        name: text_of(role)  # the standard roles of custom ones
        for name, role in items(dictionary(tree.get("/RoleMap")))
        if isinstance(role, Name)
    }
    found = Counter(_tag_faults(tree, roles, pages))
    for (rule, page), times in found.items():
        yield Finding(rule, _MESSAGES[rule], page, times=times)


_MESSAGES = {
    "table-headers": "a table has no heading cells",
    "figure-words": "a figure has no description in words",
}


def _tag_faults(
    tree: Any, roles: dict[str, str], pages: dict[tuple[int, int], int]
) -> Iterator[tuple[str, int]]:
    """Yield every fault of an element: its rule and its page."""
    pending = [(kid, 0, 0) for kid in _kids(tree)]
    visited: set[tuple[int, int]] = set()
    while pending:
        element, page, level = pending.pop()
        if element.is_indirect and element.objgen in visited:
            continue
        visited.add(element.objgen)
        own = element.get("/Pg")
        page = (pages.get(own.objgen, 0) if isinstance(own, Dictionary) else 0) or page
        match _role(element, roles):
            case "/Table" if not _has_headings(element, roles):
                yield "table-headers", page
            case "/Figure" if not _has_words(element):
                yield "figure-words", page
        if level < _MOST_LEVELS:
            pending += [(kid, page, level + 1) for kid in _kids(element)]


def _role(element: Any, roles: dict[str, str]) -> str:
    role = element.get("/S")
    name = text_of(role) if isinstance(role, Name) else ""
    return roles.get(name, name)


def _kids(element: Any) -> list[Any]:
    """Return the child elements, without marked content and object references."""
    kids = element.get("/K")
    several = elements(kids) or [kids]
    return [kid for kid in several if isinstance(kid, Dictionary) and "/S" in kid]


def _has_headings(table: Any, roles: dict[str, str]) -> bool:
    """Return whether one of its rows, which may be in groups, has a header cell."""
    groups = [table, *(k for k in _kids(table) if _role(k, roles) != "/TR")]
    rows = [row for group in groups for row in _kids(group) if _role(row, roles) == "/TR"]
    return any(_role(cell, roles) == "/TH" for row in rows for cell in _kids(row))


def _has_words(figure: Any) -> bool:
    return any(text_of(figure.get(key)).strip() for key in ("/Alt", "/ActualText"))
