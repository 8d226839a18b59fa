"""Pages with one fault each, made with bare reportlab and pikepdf: nothing of printkit draws here.

`sheet` is a page without a fault; each planted page differs from it in one thing.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Final, TypeAlias

import pikepdf
import segno
from pikepdf import Array, Dictionary, Name, String
from PIL import Image
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from tests.project.places import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

A4: Final = (210 * mm, 297 * mm)
FONT: Final = "Planted"
Draw: TypeAlias = "Callable[[Canvas], None]"

pdfmetrics.registerFont(TTFont(FONT, str(ROOT / "fonts/roboto/Roboto_400Regular.ttf")))


def sheet(
    draw: Callable[[Canvas], None] = lambda _canvas: None,
    *,
    title: str = "Planted",
    language: str | None = "en",
    size: tuple[float, float] = A4,
) -> bytes:
    """A page with a line of text and a rule, and whatever is drawn on it."""
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=size, lang=language, invariant=1)
    canvas.setTitle(title)
    write(canvas, "A page like any other", 20, 40)
    canvas.setLineWidth(0.5)
    canvas.line(20 * mm, size[1] - 45 * mm, 100 * mm, size[1] - 45 * mm)
    draw(canvas)
    canvas.showPage()
    canvas.save()
    return changed(tagged, buffer.getvalue())


def tagged(pdf: pikepdf.Pdf) -> None:
    """As far as a page has tags at all: one paragraph."""
    tree = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    tree.K = pdf.make_indirect(Dictionary(S=Name.Document, P=tree))
    tree.K.K = pdf.make_indirect(Dictionary(S=Name.P, P=tree.K, Pg=pdf.pages[0].obj))
    pdf.Root.StructTreeRoot, pdf.Root.MarkInfo = tree, Dictionary(Marked=True)


def untagged(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.StructTreeRoot


def bare_table(pdf: pikepdf.Pdf) -> None:
    """A table of one row with a custom role and no heading cell."""
    tree = pdf.Root.StructTreeRoot
    tree.RoleMap = Dictionary(Grid=Name.Table)
    paragraph = tree.K.K
    paragraph.S = Name.Grid
    row = pdf.make_indirect(Dictionary(S=Name.TR, P=paragraph))
    row.K = pdf.make_indirect(Dictionary(S=Name.TD, P=row))
    paragraph.K = Array([row])


def mute_figure(pdf: pikepdf.Pdf) -> None:
    pdf.Root.StructTreeRoot.K.K.S = Name.Figure


def write(
    canvas: Canvas,
    text: str,
    x_mm: float,
    y_mm: float,
    size: float = 10,
    grey: float = 0,
) -> None:
    """Text with its baseline at a place from the top left of A4."""
    canvas.setFont(FONT, size)
    canvas.setFillGray(grey)
    canvas.drawString(x_mm * mm, A4[1] - y_mm * mm, text)


def changed(change: Callable[[pikepdf.Pdf], None], data: bytes | None = None) -> bytes:
    """The faultless sheet after a change to its objects."""
    buffer = BytesIO()
    with pikepdf.open(BytesIO(data or sheet())) as pdf:
        change(pdf)
        pdf.save(buffer)
    return buffer.getvalue()


def small_type(canvas: Canvas) -> None:
    write(canvas, "four points", 50, 100, size=4)


def scaled_type(canvas: Canvas) -> None:
    canvas.scale(0.5, 0.5)
    write(canvas, "half of ten", 50, 100)


def hairline(canvas: Canvas) -> None:
    canvas.setLineWidth(0.1)
    canvas.line(50 * mm, 197 * mm, 80 * mm, 197 * mm)


def no_width(canvas: Canvas) -> None:
    canvas.setLineWidth(0)
    canvas.line(50 * mm, 197 * mm, 80 * mm, 197 * mm)


def scaled_line(canvas: Canvas) -> None:
    canvas.translate(50 * mm, 197 * mm)
    canvas.scale(0.1, 0.1)
    canvas.setLineWidth(1)
    canvas.line(0, 0, 300 * mm, 0)


def flattened_line(canvas: Canvas) -> None:
    canvas.translate(50 * mm, 197 * mm)
    canvas.scale(1, 0.1)
    canvas.setLineWidth(1)
    canvas.line(0, 0, 30 * mm, 0)


def thin_area(canvas: Canvas) -> None:
    canvas.rect(50 * mm, 197 * mm, 30 * mm, 0.2, stroke=0, fill=1)


def tiny_code(canvas: Canvas) -> None:
    """A QR code of 8 mm without its quiet zone."""
    rows = segno.make("https://example.org/1234567", micro=False).matrix
    step = 8 * mm / len(rows)
    path = canvas.beginPath()
    for down, cells in enumerate(reversed(rows)):
        for across, cell in enumerate(cells):
            if cell:
                path.rect(50 * mm + across * step, 197 * mm + down * step, step, step)
    canvas.drawPath(path, stroke=0, fill=1)


def near_edge(canvas: Canvas) -> None:
    canvas.rect(3 * mm, 150 * mm, 20 * mm, 20 * mm)


def text_near_edge(canvas: Canvas) -> None:
    write(canvas, "too far down", 50, 293)


def past_edge(canvas: Canvas) -> None:
    canvas.setFont(FONT, 10)
    canvas.drawString(200 * mm, 197 * mm, "past the edge")


def overlap(canvas: Canvas) -> None:
    write(canvas, "first words", 50, 100)
    write(canvas, "other words", 51, 101.2)


def overprinted(canvas: Canvas) -> None:
    write(canvas, "Johanna", 50, 100)
    write(canvas, "Benjamin", 51.5, 100)


def turned_overlap(canvas: Canvas) -> None:
    write(canvas, "straight on", 50, 100)
    canvas.translate(55 * mm, 190 * mm)
    canvas.rotate(60)
    canvas.setFont(FONT, 10)
    canvas.drawString(0, 0, "across it all")


def struck(canvas: Canvas) -> None:
    write(canvas, "outgrown", 50, 100)
    canvas.setLineWidth(1)
    canvas.line(55 * mm, 190 * mm, 55 * mm, 205 * mm)


def seam(canvas: Canvas) -> None:
    """White words on two dark areas that touch in the middle of a row of pixels: no fault."""
    touch = A4[1] - 1106.5 * 72 / 150
    canvas.setFillGray(0.2)
    for bottom in (touch - 10, touch):
        canvas.roundRect(100, bottom, 120, 10, 2, stroke=0, fill=1)
    canvas.setFont(FONT, 10)
    canvas.setFillGray(1)
    canvas.drawString(110, 307, "on a seam")


def covered(canvas: Canvas) -> None:
    write(canvas, "covered", 50, 100)
    canvas.setFillGray(1)
    canvas.rect(45 * mm, 190 * mm, 40 * mm, 15 * mm, stroke=0, fill=1)


def grey_on_grey(canvas: Canvas) -> None:
    canvas.setFillGray(0.8)
    canvas.rect(45 * mm, 190 * mm, 40 * mm, 15 * mm, stroke=0, fill=1)
    write(canvas, "grey on grey", 50, 100, grey=0.55)


def pale(canvas: Canvas) -> None:
    write(canvas, "pale", 50, 100, grey=0.6)


def half_on_dark(canvas: Canvas) -> None:
    canvas.setFillGray(0.1)
    canvas.rect(60 * mm, 190 * mm, 40 * mm, 15 * mm, stroke=0, fill=1)
    write(canvas, "Runs-into-a-dark-area", 50, 100)


def black_page(canvas: Canvas) -> None:
    canvas.setFillGray(0)
    canvas.rect(20 * mm, 20 * mm, 170 * mm, 100 * mm, stroke=0, fill=1)


def red_and_green(canvas: Canvas) -> None:
    for at, colour in enumerate(((0xB3, 0x26, 0x1E), (0x1F, 0x7A, 0x38))):
        canvas.setFillColorRGB(*(part / 255 for part in colour))
        canvas.rect((50 + 20 * at) * mm, 190 * mm, 10 * mm, 10 * mm, stroke=0, fill=1)


def coarse_picture(canvas: Canvas) -> None:
    picture = Image.new("RGB", (100, 100), (180, 200, 220))
    picture.putpixel((50, 50), (0, 0, 0))
    canvas.drawImage(ImageReader(picture), 50 * mm, 150 * mm, 50 * mm, 50 * mm)


def second_size(canvas: Canvas) -> None:
    canvas.showPage()
    canvas.setPageSize((148 * mm, 210 * mm))
    canvas.setFont(FONT, 10)
    canvas.drawString(20 * mm, 150 * mm, "A smaller page")


def foreign_font(canvas: Canvas) -> None:
    canvas.setFont("Helvetica", 10)
    canvas.drawString(50 * mm, 197 * mm, "Helvetica is not inside")


def link(canvas: Canvas) -> None:
    canvas.linkURL("https://example.org", (50 * mm, 190 * mm, 80 * mm, 200 * mm))


def form_field(canvas: Canvas) -> None:
    canvas.acroForm.checkbox(name="box", x=140, y=540, size=20)


def small_field(canvas: Canvas) -> None:
    canvas.acroForm.checkbox(name="box", x=140, y=540, size=8)


def _fonts(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    return [
        thing
        for thing in pdf.objects
        if isinstance(thing, Dictionary) and thing.get("/Type") == Name.Font
    ]


def whole_font(pdf: pikepdf.Pdf) -> None:
    for font in _fonts(pdf):
        font.BaseFont = Name("/" + str(font.BaseFont).rpartition("+")[2].lstrip("/"))


def unmapped_font(pdf: pikepdf.Pdf) -> None:
    for font in _fonts(pdf):
        if "/ToUnicode" in font:
            del font["/ToUnicode"]


def script_at_opening(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=String("app.alert('hello')"))


def named_script(pdf: pikepdf.Pdf) -> None:
    action = Dictionary(S=Name.JavaScript, JS=String("app.alert('hello')"))
    pdf.Root.Names = Dictionary(JavaScript=Dictionary(Names=Array([String("a"), action])))


def page_action(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].obj.AA = Dictionary(O=Dictionary(S=Name.Hide))


def launcher(pdf: pikepdf.Pdf) -> None:
    action = Dictionary(S=Name.Launch, F=String("calc.exe"))
    box = Array([100, 100, 200, 200])
    notes = [Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=box, A=action)]
    pdf.pages[0].obj.Annots = Array(notes)


def attachment(pdf: pikepdf.Pdf) -> None:
    pdf.attachments["secret.txt"] = b"more than a page"


def trim_outside(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].obj.TrimBox = Array([-20, 0, 500, 800])


def locked() -> bytes:
    """The faultless sheet, with permissions that forbid printing."""
    buffer = BytesIO()
    may = pikepdf.Permissions(print_highres=False, print_lowres=False)
    with pikepdf.open(BytesIO(sheet())) as pdf:
        pdf.save(buffer, encryption=pikepdf.Encryption(owner="owner", allow=may))
    return buffer.getvalue()


PLANTED: Final[dict[str, tuple[str, Callable[[], bytes]]]] = {
    "4 pt text": ("type-size", lambda: sheet(small_type)),
    "10 pt text at half its size": ("type-size", lambda: sheet(scaled_type)),
    "a line of 0.1 pt": ("line-width", lambda: sheet(hairline)),
    "a line of no width": ("line-width", lambda: sheet(no_width)),
    "a line of 1 pt at a tenth of its size": ("line-width", lambda: sheet(scaled_line)),
    "a line of 1 pt, flattened": ("line-width", lambda: sheet(flattened_line)),
    "an area as thin as a hairline": ("line-width", lambda: sheet(thin_area)),
    "a QR code with modules of 0.32 mm": ("qr-module", lambda: sheet(tiny_code)),
    "a frame 3 mm from the edge": ("edge", lambda: sheet(near_edge)),
    "text 4 mm from the edge": ("edge", lambda: sheet(text_near_edge)),
    "text past the edge": ("text-outside", lambda: sheet(past_edge)),
    "a line of text on another": ("text-over-text", lambda: sheet(overlap)),
    "words printed over each other": ("text-over-text", lambda: sheet(overprinted)),
    "turned words across others": ("text-over-text", lambda: sheet(turned_overlap)),
    "text across a line": ("text-over-line", lambda: sheet(struck)),
    "text under an area": ("text-hidden", lambda: sheet(covered)),
    "grey on grey": ("contrast", lambda: sheet(grey_on_grey)),
    "pale grey on white": ("contrast", lambda: sheet(pale)),
    "text that runs into a dark area": ("contrast", lambda: sheet(half_on_dark)),
    "a third of the page in black": ("ink", lambda: sheet(black_page)),
    "red and green": ("colours-alike", lambda: sheet(red_and_green)),
    "a coarse picture": ("image-resolution", lambda: sheet(coarse_picture)),
    "two sizes of page": ("page-sizes", lambda: sheet(second_size)),
    "a page of 3 x 3 m": ("page-boxes", lambda: sheet(size=(15_000, 15_000))),
    "a trim box outside the page": ("page-boxes", lambda: changed(trim_outside)),
    "Helvetica, not embedded": ("font-embedded", lambda: sheet(foreign_font)),
    "a whole font": ("font-subset", lambda: changed(whole_font)),
    "a font without a map": ("font-unicode", lambda: changed(unmapped_font)),
    "no title": ("title", lambda: sheet(title=" ")),
    "no language": ("language", lambda: sheet(language=None)),
    "a script that runs at opening": ("active", lambda: changed(script_at_opening)),
    "a script with a name": ("active", lambda: changed(named_script)),
    "an action of a page": ("active", lambda: changed(page_action)),
    "a link that starts a program": ("active", lambda: changed(launcher)),
    "an attachment": ("active", lambda: changed(attachment)),
    "a form field": ("active", lambda: sheet(form_field)),
    "a field of 3 mm": ("field-room", lambda: sheet(small_field)),
    "no tags": ("tags", lambda: changed(untagged)),
    "a table without headings": ("table-headers", lambda: changed(bare_table)),
    "a figure without words": ("figure-words", lambda: changed(mute_figure)),
    "a link to a web page": ("link", lambda: sheet(link)),
    "permissions that forbid printing": ("locked", locked),
}
"""What is wrong with each file, and the rule that must find it."""
