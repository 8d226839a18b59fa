"""The content of a PDF: shapes become operators; each group and picture is stored once.

Takes shapes; gives the content of pages and forms. A group is kept as long as the file is made, so
one that is used once is better painted on its page. Measures nothing: characters stand where the
scene says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, assert_never

from printkit.backends.numbers import short
from printkit.backends.pdf_file import PdfFile, text_string
from printkit.backends.pdf_font import EmbeddedFont
from printkit.backends.pdf_operators import (
    circle_path,
    colour_numbers,
    path_commands,
    pen,
    rect_path,
    text_matrix,
    turned,
)
from printkit.glyphs import has_glyph
from printkit.images import Pixels, decode, is_plain_jpeg
from printkit.scene import OVERHANG, Circle, Image, Line, Path, Place, Rect, Text
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.scene import Colour, Group, Picture, Shape, Stroke

_MITRE, _ROUND = "0 j", "1 j"
MOST_PLACED = 4096
"""So many groups are remembered in their places: pages repeat those of the pages before them."""


class Store:
    """What the file already holds: a font per face, a form per group, an image per picture."""

    def __init__(self, file: PdfFile) -> None:
        self.file = file  # where all of it is written
        self.resources = file.add()  # one dictionary for all pages: everything that they name
        self.used_on_pages: dict[str, str] = {}  # names and references of what is in it
        self._fonts: dict[str, EmbeddedFont] = {}  # by the ids of faces
        self._forms: dict[Group, tuple[str, str]] = {}  # the name and reference of each group
        self._placed: dict[Place, tuple[str, str, str]] = {}  # how each place is written, too
        self._images: dict[Picture, tuple[str, str]] = {}  # the same for pictures

    def font(self, face_id: str) -> EmbeddedFont:
        """The font of a face."""
        font = self._fonts.get(face_id)
        if font is None:
            font = self._fonts[face_id] = EmbeddedFont(self.file, face_id, len(self._fonts) + 1)
        return font

    def placed(self, place: Place) -> tuple[str, str, str]:
        """The operators that paint a group in its place, and the group's name and reference."""
        known = self._placed.get(place)
        if known is None:
            if len(self._placed) == MOST_PLACED:
                self._placed.clear()
            name, reference = self._form(place.group)
            painted = f"q {moved_by(place)} {name} Do Q"
            known = self._placed[place] = (painted, name, reference)
        return known

    def _form(self, group: Group) -> tuple[str, str]:
        """Name and reference of a group's drawing."""
        known = self._forms.get(group)
        if known is None:
            content = Content(self)
            content.paint(group.shapes)
            edges = -OVERHANG, -OVERHANG, group.width + OVERHANG, group.height + OVERHANG
            stream = self.file.add_stream(
                content.data(),
                f"/Type/XObject/Subtype/Form/BBox[{' '.join(map(short, edges))}]"
                f"/Resources{_resources(content.used)}",
                effort=9,
            )
            known = self._forms[group] = (f"/G{stream.split()[0]}", stream)
        return known

    def image(self, picture: Picture) -> tuple[str, str]:
        """Name and reference of a picture."""
        known = self._images.get(picture)
        if known is None:
            stream = _write_picture(self.file, picture)
            known = self._images[picture] = (f"/I{stream.split()[0]}", stream)
        return known

    def finish(self) -> None:
        """Writes what pages name, and the fonts, now that all their characters are known."""
        self.resources.body = _resources(self.used_on_pages).encode()
        for font in self._fonts.values():
            font.finish()


def _resources(used: dict[str, str]) -> str:
    fonts = "".join(f"{name} {ref}" for name, ref in used.items() if name.startswith("/F"))
    others = "".join(f"{name} {ref}" for name, ref in used.items() if not name.startswith("/F"))
    return f"<</Font<<{fonts}>>/XObject<<{others}>>>>"


class Marked(NamedTuple):
    """Content that is read: its first number, and the first that it does not have.

    `words` are there where glyphs alone do not tell them, because they stand in another order.
    """

    first: int
    end: int
    words: str


class Content:
    """The operators of one page or group; says colours, pens and fonts only when they change.

    Coordinates run down as in the scene: the page turns them over once. A group starts knowing
    nothing of the colours around it, and so sets its own. `add` appends operators as they are.
    """

    __slots__ = ("_fill", "_font", "_join", "_operators", "_store", "_stroke", "add", "used")

    def __init__(self, store: Store) -> None:
        self.used: dict[str, str] = {}  # names and references of fonts, forms and images
        self._store = store  # what the file holds
        self._operators: list[str] = []  # not yet taken by `data`
        self.add: Final = self._operators.append
        self._fill: Colour | None = None  # the colour that is set for areas and words
        self._stroke: Stroke | None = None  # the pen that is set
        self._join = ""  # how corners are joined
        self._font = ("", 0.0)  # the font that is set, and its size

    def data(self) -> bytes:
        """The operators so far; those that come later are another stream of the same page.

        They end with a new line: some print servers put the streams of a page together as they are.
        """
        data = "\n".join([*self._operators, ""]).encode("latin-1")
        self._operators.clear()
        return data

    def mark(self, shapes: Sequence[Shape], role: str, number: int, *, goes_on: bool) -> Marked:
        """Appends shapes that are read, with the numbers by which their element knows them.

        Where lines and words stand apart a blank says so; also at the end, if more follows.
        """
        self.add(f"/{role}<</MCID {number}>>BDC")
        texts = [shape for shape in shapes if isinstance(shape, Text)]
        if not texts or (len(texts) == 1 and not goes_on and not texts[0].glyphs):
            self.paint(shapes)
            self.add("EMC")
            return Marked(number, number + 1, "")
        end, words = number + 1, []
        ends = iter([*(_is_apart(text, after) for text, after in pairwise(texts)), goes_on])
        for shape in shapes:
            if not isinstance(shape, Text):
                self.paint((shape,))
                continue
            parted = next(ends)
            if _is_spelt(shape):
                self._spell(shape, role, end, parted=parted)
                end += 2
            else:
                self._text(shape, parted=parted)
            words.append(f"{shape.text} " if parted else shape.text)
        self.add("EMC")
        is_told = not any(text.glyphs for text in texts)
        return Marked(number, end, "" if is_told else "".join(words))

    def _spell(self, text: Text, role: str, number: int, *, parted: bool) -> None:
        """Appends glyphs with their words, between marks: some readers know no marks in marks."""
        self.add(f"EMC /Span<</MCID {number}/ActualText{text_string(text.text)}>>BDC")
        self._text(text, parted=parted, is_spelt=True)
        self.add(f"EMC /{role}<</MCID {number + 1}>>BDC")

    def decorate(self, shapes: Iterable[Shape]) -> None:
        """Appends shapes that are not read."""
        self.add("/Artifact BMC")
        self.paint(shapes)
        self.add("EMC")

    def paint(self, shapes: Iterable[Shape]) -> None:
        """Appends the shapes in order."""
        for shape in shapes:
            match shape:
                case Place():
                    self._place(shape)
                case Text():
                    self._text(shape)
                case Line(x1, y1, x2, y2, stroke):
                    path = f"{short(x1)} {short(y1)} m {short(x2)} {short(y2)} l"
                    self._path(path, None, stroke, _MITRE)
                case Rect(fill=fill, stroke=stroke):
                    self._path(rect_path(shape), fill, stroke, _MITRE)
                case Circle(fill=fill, stroke=stroke):
                    self._path(circle_path(shape), fill, stroke, _MITRE)
                case Path(fill=fill, stroke=stroke):
                    self._path(path_commands(shape), fill, stroke, _ROUND)
                case Image():
                    self._image(shape)
                case _:
                    assert_never(shape)

    def _place(self, place: Place) -> None:
        painted, name, reference = self._store.placed(place)
        self.used[name] = reference
        self.add(painted)

    def _image(self, image: Image) -> None:
        name, reference = self._store.image(image.picture)
        self.used[name] = reference
        size = f"{short(image.width)} 0 0 {short(-image.height)}"
        self.add(f"q {size} {short(image.x)} {short(image.y + image.height)} cm {name} Do Q")

    def _text(self, text: Text, *, parted: bool = False, is_spelt: bool = False) -> None:
        if not text.text:
            return
        font = self._store.font(text.font)
        self.used[font.name] = font.reference
        self._set_fill(text.colour)
        choose = (
            "" if self._font == (font.name, text.size) else f"{font.name} {short(text.size)} Tf "
        )
        self._font = (font.name, text.size)
        matrix = text_matrix(text.turn, text.slant)
        place = f"{matrix} {short(text.x)} {short(text.y)} Tm"
        blank = f" ({font.codes[' '][0]}) Tj" if parted and has_glyph(" ", text.font) else ""
        show = _show_glyphs(text, font) if text.glyphs else _show(text, font)
        if text.glyphs and not is_spelt and _is_spelt(text):
            show = f"/Span<</ActualText{text_string(text.text)}>>BDC {show} EMC"
        self.add(f"BT {choose}{place} {show}{blank} ET")

    def _path(self, path: str, fill: Colour | None, stroke: Stroke | None, join: str) -> None:
        if fill is not None:
            self._set_fill(fill)
        if stroke is not None:
            self._set_stroke(stroke, join)
        match fill, stroke:
            case None, None:
                pass
            case None, _:
                self.add(f"{path} S")
            case _, None:
                self.add(f"{path} f*")
            case _:
                self.add(f"{path} B*")

    def _set_fill(self, colour: Colour) -> None:
        if colour != self._fill:
            self._fill = colour
            self.add(f"{colour_numbers(colour)} rg")

    def _set_stroke(self, stroke: Stroke, join: str) -> None:
        if stroke is not self._stroke:
            self._stroke = stroke
            self.add(pen(stroke))
        if join != self._join:
            self._join = join
            self.add(join)


def moved_by(place: Place) -> str:
    """The operator that puts a group in its place."""
    return f"{turned(place.scale, place.turn)} {short(place.x)} {short(place.y)} cm"


def _is_apart(text: Text, after: Text) -> bool:
    """Whether a text ends before the next one begins: at the end of a line, or of a column."""
    if text.text.endswith((" ", "-")):
        return False
    down = abs(after.y - text.y)
    if text.turn:
        return down > text.size
    gap = max(after.x - text.x - text.width, text.x - after.x - after.width)
    return max(down, gap) > 0.15 * text.size


def _show(text: Text, font: EmbeddedFont) -> str:
    """The operator that shows a run, with the pen moved wherever kerning asks for it."""
    per_em = 1000 / text.size
    shown = []
    pen = 0.0
    codes = map(font.codes.__getitem__, text.text)
    for (code, width), offset in zip(codes, text.offsets, strict=True):
        adjustment = round(pen - offset * per_em)
        if adjustment:
            shown.append(f"){adjustment}(")
            pen -= adjustment
        shown.append(code)
        pen += width
    return f"[({''.join(shown)})] TJ"


def _is_spelt(text: Text) -> bool:
    """Whether the words stand beside their glyphs, several of which may stand for some letters.

    Those from right to left do not: readers turn such letters around, and would turn around what
    is right already.
    """
    if len(text.glyphs) < 2:
        return False
    return "".join([glyph.text for glyph in text.glyphs]) == text.text


def _show_glyphs(text: Text, font: EmbeddedFont) -> str:
    """The operators that show glyphs, above or below the line where they say so."""
    per_em = 1000 / text.size
    shown = []
    pen = 0.0
    for glyph in text.glyphs:
        code, width = font.codes[glyph.number, glyph.text]
        adjustment = round(pen - glyph.x * per_em)
        if glyph.y:
            shown.append(f"{short(-glyph.y)} Ts")
        shown.append(f"[{adjustment}({code})] TJ" if adjustment else f"({code}) Tj")
        if glyph.y:
            shown.append("0 Ts")
        pen += width - adjustment
    return " ".join(shown)


def _write_picture(file: PdfFile, picture: Picture) -> str:
    """Stores a JPEG as it is where PDF can show it, anything else as pixels with their alpha."""
    pixels = decode(picture)
    if is_plain_jpeg(picture):
        entries = _image_entries(pixels, grey=pixels.grey) + "/Filter/DCTDecode"
        return file.add_stream(picture.data, entries, effort=0)
    mask = ""
    if pixels.alpha is not None:
        entries = _image_entries(pixels, grey=True)
        mask = f"/SMask {file.add_stream(pixels.alpha, entries, effort=9)}"
    entries = _image_entries(pixels, grey=pixels.grey) + mask
    return file.add_stream(pixels.data, entries, effort=9)


def _image_entries(pixels: Pixels, *, grey: bool) -> str:
    space = "/DeviceGray" if grey else "/DeviceRGB"
    return (
        f"/Type/XObject/Subtype/Image/Width {pixels.width}/Height {pixels.height}"
        f"/ColorSpace{space}/BitsPerComponent 8"
    )
