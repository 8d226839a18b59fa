"""Active content of a file: scripts, actions, forms, attachments and media.

Every object of the file is checked, including those that nothing refers to. Allow-lists name what
is harmless; everything else is reported, even if no standard defines it. The only form that is
allowed is printkit's own: `printkit.core.formulas.javascript` accepts exactly its scripts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pikepdf
from pikepdf import Dictionary, Name

from printkit.core.formulas.javascript import is_document_script, is_field_script
from printkit.preflight.findings import Finding
from printkit.preflight.pdfobjects import (
    dictionaries,
    dictionary,
    elements,
    items,
    text_of,
)

CATALOG = {
    "/Type", "/Version", "/Extensions", "/Pages", "/PageLabels", "/PageLayout", "/PageMode",
    "/ViewerPreferences", "/Outlines", "/Metadata", "/StructTreeRoot", "/MarkInfo", "/Lang",
    "/Dests", "/OutputIntents", "/OCProperties", "/PieceInfo", "/Threads",
}  # fmt: skip
"""Harmless entries of the catalog; /Names, /AcroForm and /OpenAction are checked separately."""

ACROFORM = {"/Fields", "/DA", "/DR", "/CO", "/NeedAppearances", "/Q"}
NAMES = {"/Dests"}
FIELDS = {"/Tx", "/Btn"}
ANNOTATIONS = {
    "/Link", "/Text", "/FreeText", "/PrintedLine", "/Square", "/Circle", "/Polygon", "/PolyLine",
    "/Highlight", "/Underline", "/Squiggly", "/StrikeOut", "/Stamp", "/Caret", "/Ink", "/Popup",
    "/PrinterMark", "/Watermark",
}  # fmt: skip
"""Annotations that only show something; widgets are allowed in our own forms."""

PAGE_TURNS = {"/NextPage", "/PrevPage", "/FirstPage", "/LastPage"}
LINKS = {"/URI", "/GoToR"}
ACTIONS = {
    "/GoTo", "/GoToR", "/GoToE", "/GoToDp", "/Launch", "/Thread", "/URI", "/Sound", "/Movie",
    "/Hide", "/Named", "/SubmitForm", "/ResetForm", "/ImportData", "/JavaScript", "/SetOCGState",
    "/SetState", "/NOP", "/Rendition", "/Trans", "/GoTo3DView", "/RichMediaExecute",
}  # fmt: skip
"""Types of actions (/S), which other objects have, too; where only an action can be, any counts."""

_NAMES_OF_ANNOTATIONS = {
    "/Widget": "a form field",
    "/FileAttachment": "an attachment",
    "/Movie": "a film",
    "/Sound": "a sound",
    "/Screen": "a film or sound",
    "/RichMedia": "rich media",
    "/3D": "a 3D model",
}
_ATTACHED = ("/EF", "/AF", "/EmbeddedFiles", "/Collection")
_MEDIA_KEYS = ("/RichMediaContent", "/RichMediaSettings", "/3DD")
_MEDIA_TYPES = {"/Rendition", "/MediaClip", "/3D"}
_MOST_FINDINGS = 50  # of one rule on one page
_PUSH_BUTTON, _FILE_SELECT = 1 << 16, 1 << 20


def check_actions(pdf: pikepdf.Pdf) -> Iterator[Finding]:
    """Find everything that acts when the file is opened, printed or clicked."""
    is_form = _is_our_form(pdf.Root)
    found = dict.fromkeys(("active", message, 0) for message in _in_catalog(pdf.Root, is_form))
    for thing, entries, page in dictionaries(pdf):
        for rule, message in _in_object(thing, entries, page, is_form):
            found[rule, message, page] = None
    shown: Counter[tuple[str, int]] = Counter()
    for rule, message, page in found:
        shown[rule, page] += 1
        if shown[rule, page] <= _MOST_FINDINGS:
            yield Finding(rule, message, page)


def _is_our_form(root: Any) -> bool:
    """Return whether exactly one script runs when the file is opened, and it is ours."""
    tree = dictionary(dictionary(root.get("/Names")).get("/JavaScript"))
    listed = elements(tree.get("/Names"))
    if len(listed) != 2 or "/Kids" in tree:
        return False
    return is_document_script(_script(dictionary(listed[1]).get("/JS")))


def _in_catalog(root: Any, is_form: bool) -> Iterator[str]:
    names, form = dictionary(root.get("/Names")), dictionary(root.get("/AcroForm"))
    if "/JavaScript" in names and not is_form:
        yield "a script runs when the document is opened"
    if (elements(form.get("/Fields")) and not is_form) or "/XFA" in form:
        yield "the document is a form"
    if "/AA" in root:
        yield "the document runs an action when it's saved, printed or closed"
    start = root.get("/OpenAction")
    kind = _kind(start)
    if isinstance(start, Dictionary) and not _is_navigation(start):
        yield f"an action ({kind[1:] or 'of no type'}) runs when the document is opened"
    if root.get("/PageMode") == Name.FullScreen:
        yield "the document fills the screen when it is opened"
    checked = {"/Names", "/AcroForm", "/OpenAction", "/AA", "/AF", "/Collection"}
    yield from _unknown("catalog", root, CATALOG | checked)
    yield from _unknown("list of names", names, NAMES | {"/JavaScript", "/EmbeddedFiles"})
    yield from _unknown("form", form, ACROFORM | {"/XFA"})


def _unknown(where: str, thing: Any, harmless: set[str]) -> Iterator[str]:
    for key, _ in items(thing):
        if key not in harmless:
            shown = key[:40].encode("utf-8", "backslashreplace").decode()
            yield f"the {where} has the entry '{shown}', which isn't known to be harmless"


def _in_object(
    thing: Any, entries: dict[str, Any], page: int, is_form: bool
) -> Iterator[tuple[str, str]]:
    """Yield the active content of one dictionary or stream: the rule and the message."""
    whole, where = ("page", "on the page") if page else ("document", "in the document")
    yield from _triggers(entries, where, is_form)
    kind = _kind(thing)
    if kind in ACTIONS or entries.get("/Type") == Name.Action:
        yield from _action(thing, where, is_form)
    elif "/JS" in entries:
        yield "active", "the document holds JavaScript"
    subtype = text_of(entries.get("/Subtype"))
    is_annotation = (
        "/Rect" in entries or subtype in _NAMES_OF_ANNOTATIONS or entries.get("/Type") == Name.Annot
    )
    is_field = is_form and subtype == "/Widget"
    if is_annotation and subtype not in ANNOTATIONS and not is_field:
        what = _NAMES_OF_ANNOTATIONS.get(subtype, f"an annotation of the type '{subtype[:40]}'")
        yield "active", f"the {whole} holds {what}"
    if "/Dur" in entries and entries.get("/Type") == Name.Page:
        yield "active", "the page turns by itself"
    if isinstance(entries.get("/AS"), pikepdf.Array):
        yield "active", "the document shows or hides layers when it is printed"
    if "/FT" in entries and not _is_plain_field(entries):
        yield "active", f"the {whole} holds a form field that does more than take words or a tick"
    for message in _contents(thing, entries):
        yield "active", message


def _triggers(entries: dict[str, Any], where: str, is_form: bool) -> Iterator[tuple[str, str]]:
    """Yield entries that run an action, or may run one of an unknown type."""
    if "/AA" in entries and not isinstance(entries["/AA"], pikepdf.Stream):
        is_field = is_form and entries.get("/FT") == Name.Tx
        if entries.get("/Type") == Name.Page:
            yield "active", "the page runs an action when it's shown or left"
        elif entries.get("/Type") == Name.Catalog:
            yield "active", "the document runs an action when it's saved, printed or closed"
        elif not (is_field and _only_calculates(entries["/AA"])):
            yield "active", f"something {where} runs an action when it's clicked"
    for key in ("/A", "/PA", "/NA"):
        target = entries.get(key)
        if isinstance(target, Dictionary) and _kind(target) and _kind(target) not in ACTIONS:
            yield "active", f"something {where} runs an action ({_kind(target)[1:]})"
        elif _kind(target) == "/JavaScript":
            yield "active", f"something {where} runs an action (JavaScript)"


def _action(action: Any, where: str, is_form: bool) -> Iterator[tuple[str, str]]:
    """Yield the harmful effects of an action."""
    kind = _kind(action)
    if "/Next" in action:
        yield "active", f"something {where} runs a chain of actions"
    if kind == "/JavaScript":
        text = _script(action.get("/JS"))
        is_ours = is_document_script(text) or any(is_field_script(e, text) for e in ("C", "V"))
        if not (is_form and is_ours):
            yield "active", "the document holds JavaScript"
    elif kind in LINKS:
        yield "link", "a link leads out of the document"
    elif not _is_navigation(action):
        yield "active", f"something {where} runs an action ({kind[1:]})"


def _contents(thing: Any, entries: dict[str, Any]) -> Iterator[str]:
    """Yield files and media in the document or fetched for it, and programs for printers."""
    kind, subtype = text_of(entries.get("/Type")), text_of(entries.get("/Subtype"))
    if kind == "/EmbeddedFile" or any(key in entries for key in _ATTACHED):
        yield "the document has attachments"
    if kind in _MEDIA_TYPES or any(key in entries for key in _MEDIA_KEYS):
        yield "the document holds media"
    is_stream = isinstance(thing, pikepdf.Stream)
    if is_stream and ("/F" in entries or "/FFilter" in entries):
        yield "the document fetches data from another file"
    if is_stream and ("/Ref" in entries or "/OPI" in entries):
        yield "the document shows part of another file"
    if is_stream and "/PS" in (subtype, text_of(entries.get("/Subtype2"))):
        yield "the document holds a program for PostScript printers"


def _only_calculates(events: object) -> bool:
    """Return whether a field runs only our own scripts, each for its event."""
    return isinstance(events, Dictionary) and all(
        isinstance(action, Dictionary)
        and {key for key, _ in items(action)} == {"/S", "/JS"}
        and action.get("/S") == Name.JavaScript
        and is_field_script(event[1:], _script(action.get("/JS")))
        for event, action in items(events)
    )


def _is_plain_field(entries: dict[str, Any]) -> bool:
    flags = entries.get("/Ff", 0)
    return (
        text_of(entries["/FT"]) in FIELDS
        and isinstance(flags, int)
        and not flags & (_PUSH_BUTTON | _FILE_SELECT)
    )


def _is_navigation(action: Any) -> bool:
    """Return whether an action only goes to another place in this document."""
    if "/Next" in action:
        return False
    kind = _kind(action)
    return kind == "/GoTo" or (kind == "/Named" and text_of(action.get("/N")) in PAGE_TURNS)


def _kind(thing: object) -> str:
    """Return the type of an action; empty for a destination."""
    return text_of(thing.get("/S"))[:40] if isinstance(thing, Dictionary) else ""


def _script(thing: object) -> str:
    """Return the text of a script; empty if it is not plain ASCII, as ours are."""
    try:
        if isinstance(thing, pikepdf.Stream):
            return thing.read_bytes().decode("ascii")
        return bytes(thing).decode("ascii") if isinstance(thing, pikepdf.String) else ""
    except (pikepdf.PdfError, ValueError):
        return ""
