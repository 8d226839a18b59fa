"""Judges what stands around the pages of a file: title, language, boxes, and anything active.

Reads the file's objects with pikepdf (qpdf); looks at no drawing. Whatever is malformed counts
as absent: a file that can be opened can be judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Object

from printkit.formscript import is_ours
from printkit.preflight.lettering import FontFacts, untagged
from printkit.preflight.looks import Alike
from printkit.preflight.report import Box, Finding
from printkit.units import MM, format_mm

_LEAST_SIDE, _MOST_SIDE = 72.0, 14_400.0  # an inch; what PDF readers take
_BOX_SLACK = 0.5
_MOST_REASONS, _MOST_WORDS = 20_000, 200  # characters
_HARMLESS_ACTIONS = {"/GoTo", "/Named"}
_LINKS = {"/URI", "/GoToR"}
_ACTIVE_ANNOTATIONS = {
    "/Widget": "a form field",
    "/FileAttachment": "an attachment",
    "/Movie": "a film",
    "/Sound": "a sound",
    "/Screen": "a film or sound",
    "/RichMedia": "rich media",
    "/3D": "a 3D model",
}
_LEAST_FIELDS = {"/Tx": (7, 5), "/Btn": (4, 4)}
_FIELD_SLACK = 0.3  # points
_NESTING = (Dictionary, Array, pikepdf.Stream)
_KNOWN_ENCODINGS = {"/WinAnsiEncoding", "/MacRomanEncoding", "/StandardEncoding"}


def judge_information(pdf: pikepdf.Pdf) -> Iterator[Finding]:
    """Title, language, and the permission to print."""
    if not _title(pdf).strip():
        yield Finding("title", "the document has no title")
    if not text_of(pdf.Root.get("/Lang")).strip():
        yield Finding("language", "the document does not name its language")
    if pdf.is_encrypted and not pdf.allow.print_highres:
        yield Finding("locked", "the document's permissions forbid printing it well")


def _title(pdf: pikepdf.Pdf) -> str:
    title = text_of(entries(pdf.trailer.get("/Info")).get("/Title"))
    if title.strip() or not isinstance(pdf.Root.get("/Metadata"), pikepdf.Stream):
        return title
    try:
        with pdf.open_metadata() as xmp:
            return str(xmp.get("dc:title", ""))
    except Exception:
        return ""  # metadata that cannot be read names no title


def accepted_colours(pdf: pikepdf.Pdf) -> tuple[Alike, ...]:
    """Which colours may look alike, as the file says itself; what is not written so is not said."""
    text = text_of(entries(pdf.trailer.get("/Info")).get("/PrintkitAlike"))
    reasons = (reason.split("/", 2) for reason in text[:_MOST_REASONS].split("|", 20))
    return tuple(
        Alike(frozenset(each[0].split()), frozenset(each[1].split()), each[2].strip()[:_MOST_WORDS])
        for each in reasons
        if len(each) > 2 and each[2].strip()
    )


def judge_active(pdf: pikepdf.Pdf) -> Iterator[Finding]:
    """Whatever acts when the file is opened, printed or clicked; but a form that only adds up."""
    form = _is_our_form(pdf.Root)
    for what in _of_catalogue(pdf.Root, form=form):
        yield Finding("active", what)
    for number, page in enumerate(pdf.pages, 1):
        for rule, what in dict.fromkeys(_of_page(page.obj, form=form)):
            yield Finding(rule, what, number)
    if any(not (form and is_ours(script)) for script in _scripts(pdf)):
        yield Finding("active", "the document holds JavaScript")


def judge_fields(pdf: pikepdf.Pdf) -> Iterator[Finding]:
    """Fields of a form with too little room to write in them."""
    for number, page in enumerate(pdf.pages, 1):
        for annotation in _annotations(page.obj):
            if annotation.get("/Subtype") == Name.Widget:
                yield from _room(annotation, number)


def _room(widget: Object, number: int) -> Iterator[Finding]:
    rectangle = widget.get("/Rect")
    box = _numbers(rectangle) if isinstance(rectangle, Array) else None
    kind = text_of(next((each["/FT"] for each in _lineage(widget) if "/FT" in each), None))
    if box is None or kind not in _LEAST_FIELDS:
        return
    width, height = _LEAST_FIELDS[kind]
    if box.width < width * MM - _FIELD_SLACK or box.height < height * MM - _FIELD_SLACK:
        name = text_of(widget.get("/TU")) or text_of(widget.get("/T"))
        size = f"{format_mm(box.width)} by {format_mm(box.height)}"
        yield Finding("field-room", f"the field '{name[:60]}' is only {size}", number)


def _annotations(page: Object) -> Iterator[Object]:
    return (each for each in _list(page.get("/Annots")) if isinstance(each, Dictionary))


def _lineage(thing: Any) -> Iterator[Any]:
    """A field or page, and what it belongs to, upwards; one that goes round in circles ends."""
    for _ in range(50):
        yield thing
        thing = thing.get("/Parent")
        if not isinstance(thing, Dictionary):
            return


def _is_our_form(root: Object) -> bool:
    """Whether the script that runs at opening is ours, and no other does."""
    tree = entries(entries(root.get("/Names")).get("/JavaScript"))
    listed = _list(tree.get("/Names"))
    is_single = len(listed) == 2 and "/Kids" not in tree
    return is_single and is_ours(_script(entries(listed[1]).get("/JS")))


def _of_catalogue(root: Object, *, form: bool) -> Iterator[str]:
    names, acroform = entries(root.get("/Names")), entries(root.get("/AcroForm"))
    if "/JavaScript" in names and not form:
        yield "a script runs when the document is opened"
    if "/EmbeddedFiles" in names or "/AF" in root or "/Collection" in root:
        yield "the document has attachments"
    if (_list(acroform.get("/Fields")) and not form) or "/XFA" in acroform:
        yield "the document is a form"
    if "/AA" in root:
        yield "the document acts when it is saved, printed or closed"
    kind = _action(root.get("/OpenAction"))
    if kind and kind not in _HARMLESS_ACTIONS:
        yield f"an action ({kind[1:]}) runs when the document is opened"


def _of_page(page: Object, *, form: bool) -> Iterator[tuple[str, str]]:
    if "/AA" in page:
        yield "active", "the page acts when it is shown or left"
    for annotation in _annotations(page):
        subtype = text_of(annotation.get("/Subtype"))
        own = form and subtype == "/Widget"
        if subtype in _ACTIVE_ANNOTATIONS and not own:
            yield "active", f"the page holds {_ACTIVE_ANNOTATIONS[subtype]}"
        if "/AA" in annotation and not (own and _only_adds_up(annotation.get("/AA"))):
            yield "active", "something on the page acts when it is touched"
        kind = _action(annotation.get("/A"))
        if kind in _LINKS:
            yield "link", "a link leads out of the document"
        elif kind and kind not in _HARMLESS_ACTIONS:
            yield "active", f"something on the page runs an action ({kind[1:]})"


def _action(thing: object) -> str:
    """The kind of an action; nothing for a mere destination."""
    return text_of(entries(thing).get("/S"))


def _only_adds_up(actions: object) -> bool:
    """Whether a field calculates and checks by our own scripts, and does nothing else."""
    if not isinstance(actions, Dictionary):
        return False
    return all(
        isinstance(action, Dictionary)
        and action.get("/S") == Name.JavaScript
        and "/Next" not in action
        and is_ours(_script(action.get("/JS")))
        for _, action in actions.items()
    )


def _scripts(pdf: pikepdf.Pdf) -> Iterator[str]:
    """Every script of the file; nothing can be read of one that is malformed."""
    for thing in _all(pdf):
        if "/JS" in thing or thing.get("/S") == Name.JavaScript:
            yield _script(thing.get("/JS"))


def _script(thing: object) -> str:
    """The text of a script, which may be a string or a stream."""
    if not isinstance(thing, pikepdf.Stream):
        return text_of(thing)
    try:
        return thing.read_bytes().decode("ascii")
    except (pikepdf.PdfError, UnicodeDecodeError):
        return ""


def _all(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """Every dictionary and stream of the file, also those inside others."""
    pending: list[Any] = [thing for thing in pdf.objects if isinstance(thing, _NESTING)]
    while pending:
        thing = pending.pop()
        if not isinstance(thing, Array):
            yield thing
        inner = list(thing) if isinstance(thing, Array) else [each for _, each in thing.items()]
        pending += [each for each in inner if isinstance(each, _NESTING) and not each.is_indirect]


def judge_boxes(pdf: pikepdf.Pdf) -> Iterator[Finding]:
    """Sizes that no paper has, boxes that leave each other, and pages of several sizes."""
    sizes = set()
    for number, page in enumerate(pdf.pages, 1):
        media = _box(page, "/MediaBox")
        if media is None:
            yield Finding("page-boxes", "the page has no MediaBox", number)
            continue
        for fault in _faults(page, media):
            yield Finding("page-boxes", fault, number)
        seen = _box(page, "/CropBox") or media
        sizes.add(tuple(sorted((round(seen.width), round(seen.height)))))
    if len(sizes) > 1:
        yield Finding("page-sizes", f"the pages have {len(sizes)} different sizes")


def _faults(page: pikepdf.Page, media: Box) -> Iterator[str]:
    if not all(_LEAST_SIDE <= side <= _MOST_SIDE for side in (media.width, media.height)):
        yield f"no paper is {format_mm(media.width)} by {format_mm(media.height)}"
    boxes = {"MediaBox": media}
    for name in ("CropBox", "BleedBox", "TrimBox", "ArtBox"):
        boxes[name] = _box(page, f"/{name}") or [*boxes.values()][-1]
    for (outer, around), (inner, box) in pairwise(boxes.items()):
        if box.beyond(around) > _BOX_SLACK:
            yield f"the {inner} leaves the {outer}"
    if page.obj.get("/UserUnit", 1) != 1:
        yield "the page has a unit of its own (UserUnit)"


def _box(page: pikepdf.Page, name: str) -> Box | None:
    """A box of the page or, for the two that are passed down, of what is above it."""
    nodes = _lineage(page.obj) if name in ("/MediaBox", "/CropBox") else (page.obj,)
    found = (node.get(name) for node in nodes)
    boxes = (_numbers(box) for box in found if isinstance(box, Array) and len(box) == 4)
    return next(boxes, None)


def _numbers(array: Array) -> Box | None:
    try:
        x1, y1, x2, y2 = (float(number) for number in array)
    except (TypeError, ValueError):
        return None
    return Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))


def font_facts(pdf: pikepdf.Pdf) -> dict[str, FontFacts]:
    """What the file says about its fonts, by name; of two with one name, the worse."""
    facts: dict[str, FontFacts] = {}
    for thing in _all(pdf):
        is_part = text_of(thing.get("/Subtype")).startswith("/CIDFont")
        if thing.get("/Type") != Name.Font or is_part:
            continue
        full = text_of(thing.get("/BaseFont", thing.get("/Name"))).removeprefix("/")
        name = untagged(full)
        known = facts.get(name, FontFacts(is_mapped=True, is_subset=True))
        is_subset = name != full or thing.get("/Subtype") == Name.Type3
        facts[name] = FontFacts(
            known.is_mapped and _is_mapped(thing), known.is_subset and is_subset
        )
    return facts


def _is_mapped(font: Object) -> bool:
    """Whether the codes of a font have a meaning beyond its own glyphs."""
    encoding, kind = font.get("/Encoding"), font.get("/Subtype")
    if "/ToUnicode" in font or kind == Name.Type3:
        return "/ToUnicode" in font
    if kind == Name.Type0:
        return isinstance(encoding, Name) and not text_of(encoding).startswith("/Identity")
    if isinstance(encoding, Dictionary | Name):
        return isinstance(encoding, Dictionary) or text_of(encoding) in _KNOWN_ENCODINGS
    return "/FontDescriptor" not in font  # one of the fourteen that every reader knows


def entries(thing: object) -> Any:
    """A dictionary; an empty one where there is none."""
    return thing if isinstance(thing, Dictionary) else Dictionary()


def text_of(thing: object) -> str:
    """A name or string; nothing where there is none, or none that can be read."""
    try:
        return "" if thing is None else str(thing)
    except ValueError:
        return ""


def _list(thing: object) -> list[Any]:
    return list(thing) if isinstance(thing, Array) else []
