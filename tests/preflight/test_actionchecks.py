"""Active content in a PDF is reported, wherever it is; printkit's own files pass."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from printkit.core.formulas.javascript import CALCULATE
from printkit.core.paper import PAPERS
from printkit.preflight.checks import check_pdf
from printkit.request.options import Request
from tests.preflight.planted import changed, sheet
from tests.rendering import render_request

if TYPE_CHECKING:
    from collections.abc import Callable

Change: TypeAlias = "Callable[[pikepdf.Pdf], None]"
RECT: Final = (100, 100, 200, 200)


def findings(data: bytes) -> set[tuple[str, str, int]]:
    found = check_pdf(data, "planted.pdf").findings
    return {(each.rule, each.message, each.page) for each in found}


def script(text: str = "app.alert('hello')") -> Dictionary:
    return Dictionary(S=Name.JavaScript, JS=String(text))


def uri(**more: Any) -> Dictionary:
    return Dictionary(S=Name.URI, URI=String("https://example.org"), **more)


def action_of_kind(kind: str) -> Change:
    return lambda pdf: void(annotate(pdf, "/Link", A=Dictionary(S=Name(f"/{kind}"))))


def annotate(pdf: pikepdf.Pdf, subtype: str, **entries: Any) -> pikepdf.Object:
    """A new annotation on the first page."""
    made = Dictionary(Type=Name.Annot, Subtype=Name(subtype), Rect=Array(RECT), **entries)
    added = pdf.make_indirect(made)
    page = pdf.pages[0].obj
    page.Annots = Array([*page.get("/Annots", []), added])
    return added


def bookmark(pdf: pikepdf.Pdf, **entries: Any) -> None:
    item = pdf.make_indirect(Dictionary(Title=String("Start"), **entries))
    root = pdf.make_indirect(Dictionary(Type=Name.Outlines, First=item, Last=item, Count=1))
    item.Parent = root
    pdf.Root.Outlines = root


def file_spec(pdf: pikepdf.Pdf) -> pikepdf.Object:
    content = pdf.make_stream(b"more than a page", Type=Name.EmbeddedFile)
    return pdf.make_indirect(
        Dictionary(Type=Name.Filespec, F=String("x.txt"), EF=Dictionary(F=content))
    )


def embedded_file(pdf: pikepdf.Pdf) -> None:
    tree = Dictionary(Names=Array([String("a"), file_spec(pdf)]))
    pdf.Root.Names = Dictionary(EmbeddedFiles=tree)


def action_on_page(action: Callable[[pikepdf.Pdf], Any]) -> Change:
    return lambda pdf: void(annotate(pdf, "/Link", A=action(pdf)))


def void(_result: object) -> None:
    pass


def nested_chain(pdf: pikepdf.Pdf) -> None:
    """A harmless jump, and a script three steps behind it."""
    last = pdf.make_indirect(script())
    for _ in range(3):
        last = pdf.make_indirect(Dictionary(S=Name.GoTo, D=String("x"), Next=Array([last])))
    annotate(pdf, "/Link", A=last)


def endless_chain(pdf: pikepdf.Pdf) -> None:
    first = pdf.make_indirect(Dictionary(S=Name.GoTo, D=String("x")))
    first.Next = first
    annotate(pdf, "/Link", A=first)


def parent_field(pdf: pikepdf.Pdf, **entries: Any) -> None:
    parent = pdf.make_indirect(Dictionary(T=String("a"), FT=Name.Tx, **entries))
    widget = annotate(pdf, "/Widget", Parent=parent)
    parent.Kids = Array([widget])
    pdf.Root.AcroForm = Dictionary(Fields=Array([parent]))


def names_tree(pdf: pikepdf.Pdf) -> None:
    leaf = pdf.make_indirect(Dictionary(Names=Array([String("a"), script()])))
    pdf.Root.Names = Dictionary(JavaScript=Dictionary(Kids=Array([leaf])))


def orphan(pdf: pikepdf.Pdf) -> None:
    """A script that nothing refers to; qpdf would drop it, so something harmless refers to it."""
    pdf.Root.PieceInfo = Dictionary(Data=Array([Array([script()])]))


def outside_stream(pdf: pikepdf.Pdf) -> None:
    pdf.Root.PieceInfo = Dictionary(Data=pdf.make_stream(b"", F=String("http://example.org/x")))


def postscript(pdf: pikepdf.Pdf) -> None:
    program = pdf.make_stream(b"quit", Type=Name.XObject, Subtype=Name.PS)
    pdf.pages[0].obj.Resources.XObject = Dictionary(P=program)


def reference(pdf: pikepdf.Pdf) -> None:
    form = pdf.make_stream(b"", Type=Name.XObject, Subtype=Name.Form, BBox=Array(RECT))
    form.Ref = Dictionary(F=String("other.pdf"), Page=0)
    pdf.pages[0].obj.Resources.XObject = Dictionary(P=form)


def root_entry(name: str, value: Callable[[pikepdf.Pdf], Any]) -> Change:
    return lambda pdf: pdf.Root.__setitem__(name, value(pdf))


def page_entry(name: str, value: Callable[[pikepdf.Pdf], Any]) -> Change:
    return lambda pdf: pdf.pages[0].obj.__setitem__(name, value(pdf))


KINDS = (
    "Launch", "GoToE", "GoToDp", "Thread", "Sound", "Movie", "Hide", "SubmitForm", "ResetForm",
    "ImportData", "SetOCGState", "Rendition", "Trans", "GoTo3DView", "RichMediaExecute", "Newest",
)  # fmt: skip

ACTIVE: Final[dict[str, tuple[str, Change]]] = {
    **{
        f"a link that runs {kind}": (
            f"something on the page runs an action ({kind})",
            action_of_kind(kind),
        )
        for kind in KINDS
    },
    "a link that runs a script": (
        "the document holds JavaScript",
        action_on_page(lambda _: script()),
    ),
    "a link that prints": (
        "something on the page runs an action (Named)",
        action_on_page(lambda _: Dictionary(S=Name.Named, N=Name.Print)),
    ),
    "a link, then a script": (
        "something on the page runs a chain of actions",
        action_on_page(lambda _: uri(Next=script())),
    ),
    "a jump, and a script at the end of a chain": ("the document holds JavaScript", nested_chain),
    "a chain without an end": ("something on the page runs a chain of actions", endless_chain),
    "an action of an annotation": (
        "something on the page runs an action when it's clicked",
        lambda pdf: void(annotate(pdf, "/Link", AA=Dictionary(E=uri()))),
    ),
    "the other action of a link": (
        "the document holds JavaScript",
        lambda pdf: void(annotate(pdf, "/Link", PA=script())),
    ),
    "a bookmark that runs a script": (
        "the document holds JavaScript",
        lambda pdf: bookmark(pdf, A=script()),
    ),
    "a bookmark that starts a program": (
        "something in the document runs an action (Launch)",
        lambda pdf: bookmark(pdf, A=Dictionary(S=Name.Launch, F=String("calc.exe"))),
    ),
    "a bookmark that acts": (
        "something in the document runs an action when it's clicked",
        lambda pdf: bookmark(pdf, AA=Dictionary(U=uri())),
    ),
    "a parent field that acts": (
        "something in the document runs an action when it's clicked",
        lambda pdf: parent_field(pdf, AA=Dictionary(K=script())),
    ),
    "a parent field with an action": (
        "something in the document runs an action (ResetForm)",
        lambda pdf: parent_field(pdf, A=Dictionary(S=Name.ResetForm)),
    ),
    "a page that acts": (
        "the page runs an action when it's shown or left",
        page_entry("/AA", lambda _: Dictionary(O=uri())),
    ),
    "a page with steps": (
        "the document holds JavaScript",
        page_entry("/PresSteps", lambda _: Dictionary(Type=Name.NavNode, NA=script())),
    ),
    "a document that acts": (
        "the document runs an action when it's saved, printed or closed",
        root_entry("/AA", lambda _: Dictionary(WP=script())),
    ),
    "an address that opens by itself": (
        "an action (URI) runs when the document is opened",
        root_entry("/OpenAction", lambda _: uri()),
    ),
    "a chain that opens by itself": (
        "an action (GoTo) runs when the document is opened",
        root_entry("/OpenAction", lambda _: Dictionary(S=Name.GoTo, D=String("x"), Next=uri())),
    ),
    "a script in a tree of names": ("a script runs when the document is opened", names_tree),
    "a script in private data": ("the document holds JavaScript", orphan),
    "an embedded file": (
        "the document has attachments",
        embedded_file,
    ),
    "an associated file of the document": (
        "the document has attachments",
        root_entry("/AF", lambda pdf: Array([file_spec(pdf)])),
    ),
    "an associated file of a page": (
        "the document has attachments",
        page_entry("/AF", lambda pdf: Array([file_spec(pdf)])),
    ),
    "an associated file of a tag": (
        "the document has attachments",
        lambda pdf: pdf.Root.StructTreeRoot.K.__setitem__("/AF", Array([file_spec(pdf)])),
    ),
    "an attachment on the page": (
        "the page holds an attachment",
        lambda pdf: void(annotate(pdf, "/FileAttachment", FS=file_spec(pdf))),
    ),
    "rich media": (
        "the page holds rich media",
        lambda pdf: void(annotate(pdf, "/RichMedia", RichMediaContent=Dictionary())),
    ),
    "a 3D model": ("the page holds a 3D model", lambda pdf: void(annotate(pdf, "/3D"))),
    "an annotation of a new type": (
        "the page holds an annotation of the type '/Hologram'",
        lambda pdf: void(annotate(pdf, "/Hologram")),
    ),
    "a portfolio": (
        "the document has attachments",
        root_entry("/Collection", lambda _: Dictionary(View=Name.D)),
    ),
    "a stream from an address": ("the document fetches data from another file", outside_stream),
    "a page of another file": ("the document shows part of another file", reference),
    "a program for the printer": (
        "the document holds a program for PostScript printers",
        postscript,
    ),
    "a document that fills the screen": (
        "the document fills the screen when it is opened",
        root_entry("/PageMode", lambda _: Name.FullScreen),
    ),
    "a page that turns": ("the page turns by itself", page_entry("/Dur", lambda _: 5)),
    "layers for the printer": (
        "the document shows or hides layers when it is printed",
        root_entry(
            "/OCProperties",
            lambda _: Dictionary(OCGs=Array([]), D=Dictionary(AS=Array([]))),
        ),
    ),
    "requirements": (
        "the catalog has the entry '/Requirements', which isn't known to be harmless",
        root_entry("/Requirements", lambda _: Array([Dictionary(S=Name.EnableJavaScripts)])),
    ),
    "templates": (
        "the list of names has the entry '/Templates', which isn't known to be harmless",
        root_entry("/Names", lambda _: Dictionary(Templates=Dictionary())),
    ),
}  # fmt: skip
"""What each file says about itself, and what is planted into a page without a fault."""


@pytest.mark.parametrize("name", ACTIVE)
def test_active_content_is_an_error(name: str) -> None:
    message, change = ACTIVE[name]
    found = findings(changed(change))
    assert message in {said for rule, said, _ in found if rule == "active"}


@pytest.mark.parametrize(
    "change",
    [
        action_on_page(lambda _: Dictionary(S=Name.GoTo, D=String("x"))),
        action_on_page(lambda _: Dictionary(S=Name.Named, N=Name.NextPage)),
        lambda pdf: bookmark(pdf, Dest=Array([pdf.pages[0].obj, Name.Fit])),
        root_entry("/OpenAction", lambda pdf: Array([pdf.pages[0].obj, Name.Fit])),
        root_entry("/OpenAction", lambda _: Dictionary(S=Name.GoTo, D=String("x"))),
        lambda pdf: void(annotate(pdf, "/Highlight")),
    ],
)
def test_a_jump_within_the_document_is_harmless(change: Change) -> None:
    assert findings(changed(change)) == set()


def test_a_link_out_of_the_document_is_a_warning_on_its_page() -> None:
    found = findings(changed(action_on_page(lambda pdf: pdf.make_indirect(uri()))))
    assert found == {("link", "a link leads out of the document", 1)}


def test_unreferenced_objects_are_checked() -> None:
    hidden = b"99 0 obj<</S/JavaScript/JS(app.alert\\(1\\))>>endobj\n"
    with pikepdf.open(BytesIO(sheet())) as pdf:
        buffer = BytesIO()
        pdf.save(buffer, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    data = buffer.getvalue()
    start = data.rindex(b"xref", 0, data.rindex(b"startxref"))
    without_table = data[:start] + hidden + data[data.index(b"trailer", start) :]
    assert ("active", "the document holds JavaScript", 0) in findings(without_table)


@pytest.fixture(scope="module")
def form() -> bytes:
    """A fillable score pad, as printkit makes it."""
    request = Request(
        targets=("attribute/score-pad",), paper=PAPERS["a4"], counts=(3,), seed="x", fillable=True
    )
    (data,) = render_request(request)
    return data


def first_action(pdf: pikepdf.Pdf, event: str) -> Any:
    """The action of the first field that has one for this event."""
    fields = [each for each in pdf.objects if isinstance(each, Dictionary) and "/AA" in each]
    return next(each.AA[event] for each in fields if event in each.AA)


def add_to_library(pdf: pikepdf.Pdf) -> None:
    script = pdf.Root.Names.JavaScript.Names[1].JS
    script.write(script.read_bytes() + b"\napp.launchURL('https://example.org');")


def second_script(pdf: pikepdf.Pdf) -> None:
    names = pdf.Root.Names.JavaScript.Names
    names.extend([String("z"), script()])


def field_of_type(pdf: pikepdf.Pdf, **entries: Any) -> None:
    field = annotate(pdf, "/Widget", T=String("z"), **entries)
    pdf.Root.AcroForm.Fields.append(field)


TAMPERED: Final[dict[str, Change]] = {
    "the library with a line added": add_to_library,
    "a second script": second_script,
    "a second script in a subtree": lambda pdf: pdf.Root.Names.JavaScript.__setitem__(
        "/Kids", Array([Dictionary(Names=Array([String("z"), script()]))])
    ),
    "a script after the library": lambda pdf: pdf.Root.Names.JavaScript.Names[1].__setitem__(
        "/Next", script()
    ),
    "a calculation with more": lambda pdf: first_action(pdf, "/C").__setitem__(
        "/JS", String(f"{CALCULATE};app.alert(1)")
    ),
    "an address after a calculation": lambda pdf: first_action(pdf, "/C").__setitem__(
        "/Next", uri()
    ),
    "a check that does more": lambda pdf: first_action(pdf, "/V").__setitem__(
        "/JS", String("printkit.check(1,(app.alert(1),2))")
    ),
    "a calculation in UTF-16": lambda pdf: first_action(pdf, "/C").__setitem__(
        "/JS", pikepdf.String("app.alert('ä')")
    ),
    "our script when the mouse comes": lambda pdf: field_of_type(
        pdf, FT=Name.Tx, AA=Dictionary(E=script(CALCULATE))
    ),
    "our script on a click": lambda pdf: field_of_type(pdf, FT=Name.Btn, A=script(CALCULATE)),
    "a button that sends": lambda pdf: field_of_type(
        pdf, FT=Name.Btn, Ff=1 << 16, A=Dictionary(S=Name.SubmitForm)
    ),
    "a push button": lambda pdf: field_of_type(pdf, FT=Name.Btn, Ff=1 << 16),
    "a field for a file": lambda pdf: field_of_type(pdf, FT=Name.Tx, Ff=1 << 20),
    "a signature": lambda pdf: field_of_type(pdf, FT=Name.Sig),
    "XFA": lambda pdf: pdf.Root.AcroForm.__setitem__("/XFA", pdf.make_stream(b"<xdp/>")),
}


def test_our_own_form_passes(form: bytes) -> None:
    assert findings(form) == set()
    assert findings(changed(lambda _pdf: None, form)) == set()


@pytest.mark.parametrize("name", TAMPERED)
def test_our_own_form_with_something_added_is_an_error(name: str, form: bytes) -> None:
    assert "active" in {rule for rule, _, _ in findings(changed(TAMPERED[name], form))}
