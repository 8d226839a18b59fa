"""The painter: turns fragments into content streams, and marks what is read with MCIDs.

One walk over the fragments of a page draws them and returns its structure. A repeated drawing is a
form XObject. The content of a form XObject can be read aloud only once in a file, so a fragment
that is read on several pages is a content stream of its own, which all these pages refer to. Both
are painted once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, assert_never

from printkit.backends.numbers import short
from printkit.backends.pdf import operators
from printkit.backends.pdf.objects import Name, Reference, Value, text_string
from printkit.backends.pdf.operators import GraphicsState
from printkit.backends.shapes import move_shape
from printkit.core.geometry import Bounds, Matrix
from printkit.core.images import Pixels, decode, is_plain_jpeg
from printkit.core.scene import (
    OVERHANG,
    Circle,
    FieldArea,
    Fragment,
    Image,
    Line,
    Path,
    Placed,
    Rect,
    Shape,
    Text,
)
from printkit.core.structure import (
    Element,
    FieldMark,
    MarkedContent,
    Repetition,
    StructurePart,
    role_content,
    without_repetitions,
)
from printkit.text.glyphs import has_glyph

if TYPE_CHECKING:
    from printkit.backends.pdf.fonts import Fonts
    from printkit.backends.pdf.reportlab import PdfCanvas
    from printkit.core.scene import Colour, Item, Page, Picture, Stroke
    from printkit.core.structure import Kid

_MOST_SHARED = 512  # pieces of shared content that are cached
_MOST_SEEN = 4096  # drawings remembered in case they are repeated
_FORM_SHAPES = 3  # a drawing with fewer shapes isn't worth a form XObject
_STREAM_BYTES = 500  # shorter content isn't worth a stream
_WORDS = frozenset({"P", "H1", "H2", "H3", "Span"})  # roles painted as one piece of content


class _Ink(NamedTuple):
    """The writing in a field, painted together with its sheet."""

    shapes: Sequence[Shape]
    alt: str
    box: Bounds  # on the page
    read: list[MarkedContent | Element]  # filled with its structure when it is painted


class _SharedContent(NamedTuple):
    """A painted fragment, reusable on pages with the same number of MCIDs before it."""

    content: str  # if it is short
    stream: Reference | None  # otherwise
    read: Sequence[StructurePart]
    mcids: int  # of the page, after it
    fields: int  # of the page, after it


class PaintedPage(NamedTuple):
    """The content streams of a page, and its structure, which refers to MCIDs."""

    streams: Sequence[Reference]
    structure: Sequence[Kid]
    mcids: int  # the number of MCIDs


class Painter:
    """A painter of the pages of one file."""

    def __init__(self, canvas: PdfCanvas, fonts: Fonts, *, share_drawings: bool) -> None:
        self._canvas, self._fonts, self._share_drawings = canvas, fonts, share_drawings
        self._forms: dict[Fragment, str] = {}  # names of form XObjects
        self._images: dict[Picture, str] = {}  # names of image XObjects
        self._seen: dict[Fragment, None] = {}  # drawings painted before
        self._shared: dict[tuple[object, ...], _SharedContent] = {}
        self._streams: list[Reference] = []  # the content streams of this page so far
        self._artifacts: list[Shape | Placed] = []  # shapes that aren't read, not painted yet
        self._ink: list[_Ink] = []  # handwriting on this sheet
        self._is_sharing = False  # whether shared content is being painted
        self._state = GraphicsState()
        self._matrix = Matrix()  # from the current coordinates to those of the page
        self._has_fields = False  # whether this page is a form
        self._fields = 0  # the number of field areas on the page so far
        self._mcids = 0  # the number of MCIDs on the page so far

    def paint_page(self, page: Page) -> PaintedPage:
        """Paint a page; y increases downwards, as in the scene."""
        self._mcids, self._fields, self._streams, self._state = 0, 0, [], GraphicsState()
        self._has_fields = bool(page.fields)
        self._canvas.addLiteral(f"1 0 0 -1 0 {short(page.height)} cm")
        whole = Fragment(page.items, page.width, page.height)
        structure = without_repetitions(self._paint_items(whole, 0.0, 0.0))
        self._paint_ink()
        self._paint_artifacts()
        self._end_stream()
        return PaintedPage(self._streams, structure, self._mcids)

    def _end_stream(self) -> None:
        content = self._canvas.take_content()
        if content:
            self._streams.append(self._canvas.add_stream(content.encode("ascii")))

    def _paint_placed(self, placed: Placed, x: float, y: float) -> Sequence[StructurePart]:
        """Paint a fragment in a container at (x, y); return its structure."""
        fragment = placed.fragment
        if placed.scale != 1 or placed.turn:
            self._paint_artifacts()
            outer, self._ink = self._ink, []
            with self._transformation(placed._replace(x=placed.x + x, y=placed.y + y)):
                read = self._paint_fragment(fragment, 0.0, 0.0)
                self._paint_ink()
                self._paint_artifacts()
            self._ink = outer
        else:
            read = self._paint_fragment(fragment, placed.x + x, placed.y + y)
        if placed.repetition and read:
            return [Repetition(*placed.repetition, tuple(without_repetitions(read)))]
        return read

    def _paint_fragment(self, fragment: Fragment, x: float, y: float) -> Sequence[StructurePart]:
        is_figure = fragment.role in ("Figure", "Icon")
        is_shared = fragment.is_shared or (
            is_figure and fragment.has_text and self._is_repeated(fragment)
        )
        if is_shared and fragment.shapes and not self._is_sharing:
            return self._paint_shared(fragment, x, y)
        if not fragment.is_read:
            fields: list[FieldMark] = []
            self._artifacts += self._shapes_of([Placed(fragment, x, y)], 0.0, 0.0, fields)
            return fields
        if fragment.role in _WORDS:
            return self._paint_words(fragment, x, y)
        if is_figure:
            return self._paint_figure(fragment, x, y)
        return role_content(fragment.role, self._paint_items(fragment, x, y), fragment.cell)

    def _paint_items(self, fragment: Fragment, x: float, y: float) -> list[StructurePart]:
        read: list[StructurePart] = []
        for item in fragment.items:
            if isinstance(item, Placed):
                read += self._paint_placed(item, x, y)
            elif isinstance(item, FieldArea):
                read += self._field(item, x, y)
            else:
                self._artifacts.append(move_shape(item, x, y))
        if fragment.role in ("Sect", "Div"):
            self._paint_ink()
        return read

    def _paint_shared(self, fragment: Fragment, x: float, y: float) -> Sequence[StructurePart]:
        """Paint content that several pages share, or reuse it from another page."""
        fields = (self._fields, self._has_fields) if fragment.has_fields else ()
        key = fragment, x, y, self._matrix, self._mcids, *fields
        shared = self._shared.get(key)
        self._paint_artifacts()
        if shared is None:
            if len(self._shared) == _MOST_SHARED:
                del self._shared[next(iter(self._shared))]
            shared = self._shared[key] = self._paint_apart(fragment, x, y)
        if shared.stream:
            self._end_stream()
            self._streams.append(shared.stream)
        else:
            self._canvas.addLiteral(shared.content)
        self._mcids = shared.mcids
        self._fields = shared.fields if fragment.has_fields else self._fields
        return shared.read

    def _paint_apart(self, fragment: Fragment, x: float, y: float) -> _SharedContent:
        """Paint content that several pages share, separately from that of the page."""
        own = self._canvas.take_content()
        state, self._state = self._state, GraphicsState()
        self._is_sharing = True
        self._canvas.addLiteral("q")
        read = self._paint_fragment(fragment, x, y)
        self._paint_artifacts()
        self._canvas.addLiteral("Q")
        content = self._canvas.take_content()
        self._is_sharing = False
        self._state = state
        self._canvas.addLiteral(own)
        stream = None
        if len(content) > _STREAM_BYTES:
            stream, content = self._canvas.add_stream(content.encode("ascii")), ""
        return _SharedContent(content, stream, read, self._mcids, self._fields)

    def _paint_words(self, fragment: Fragment, x: float, y: float) -> Sequence[StructurePart]:
        """Paint words as one piece of content; those in several columns as one per column."""
        runs = [item for item in fragment.items if isinstance(item, Placed)]
        if any(item.fragment.role == "Span" for item in runs):
            kids: list[Kid] = []
            for item in runs:
                for kid in without_repetitions(self._paint_placed(item, x, y)):
                    kids += kid.kids if isinstance(kid, Element) and not kid.alt else (kid,)
            return [Element(fragment.role, tuple(kids))]
        fields: list[FieldMark] = []
        shapes = [*self._shapes_of(fragment.items, x, y, fields)]
        content = (self._paint_marked(shapes, fragment.role),) if shapes else ()
        read = (*content, *fields)
        return [Element(fragment.role, read, fragment.alt)] if read else ()

    def _paint_figure(self, fragment: Fragment, x: float, y: float) -> Sequence[StructurePart]:
        """Paint a figure as one piece of content; without alternative text it is decoration."""
        fields: list[FieldMark] = []
        place, is_read = Placed(fragment, x, y), bool(fragment.alt)
        shapes = [*self._shapes_of([place], 0.0, 0.0, fields, is_read=is_read)]
        if not is_read:
            self._artifacts += shapes
        if not is_read or not shapes:
            return fields
        content = self._paint_marked(shapes, "Figure")
        box = Bounds(x, y, x + fragment.width, y + fragment.height).transform(self._matrix)
        return [Element(fragment.role, (content,), fragment.alt, box), *fields]

    def _shapes_of(
        self,
        items: Iterable[Item],
        x: float,
        y: float,
        fields: list[FieldMark] | None = None,
        *,
        is_read: bool = False,
    ) -> Iterator[Shape | Placed]:
        """Yield the shapes of items at (x, y); a repeated drawing stays placed.

        In a figure that is read aloud, letters are drawn in place: Chromium would read those of a
        form XObject in addition to the figure's alternative text.
        """
        for item in items:
            if isinstance(item, Placed):
                at, inside = (item.x + x, item.y + y), item.fragment
                is_form = self._is_repeated(inside) and not (is_read and inside.has_text)
                if item.scale != 1 or item.turn or is_form:
                    yield Placed(inside, *at, item.scale, item.turn)
                    if fields is not None:
                        fields += self._fields_in(inside, *at)
                else:
                    yield from self._shapes_of(inside.items, *at, fields, is_read=is_read)
            elif not isinstance(item, FieldArea):
                yield move_shape(item, x, y)
            elif fields is not None:
                fields += self._field(item, x, y)

    def _fields_in(self, fragment: Fragment, x: float, y: float) -> Iterator[FieldMark]:
        for item in fragment.items if fragment.has_fields else ():
            if isinstance(item, Placed):
                yield from self._fields_in(item.fragment, x + item.x, y + item.y)
            elif isinstance(item, FieldArea):
                yield from self._field(item, x, y)

    def _is_repeated(self, fragment: Fragment) -> bool:
        """Return whether a drawing is worth a form XObject: it is large enough, and repeated."""
        if fragment.shapes < _FORM_SHAPES or not self._share_drawings:
            return False
        if fragment in self._forms or fragment in self._seen or fragment.is_shared:
            return True
        if len(self._seen) == _MOST_SEEN:
            del self._seen[next(iter(self._seen))]
        self._seen[fragment] = None
        return False

    def _field(self, area: FieldArea, x: float, y: float) -> Sequence[FieldMark]:
        """Return the structure of a field; its writing is painted at the end of its sheet."""
        number, read = self._fields, list[MarkedContent | Element]()
        self._fields += 1
        if area.ink:
            left, top = area.x + x, area.y + y
            box = Bounds(left, top, left + area.width, top + area.height).transform(self._matrix)
            shapes = [move_shape(shape, x, y) for shape in area.ink]
            self._ink.append(_Ink(shapes, area.alt, box, read))
        return [FieldMark(number, read)] if area.ink or self._has_fields else ()

    def _paint_ink(self) -> None:
        for shapes, alt, box, read in self._ink:
            content = self._paint_marked(shapes, "Figure" if alt else "P")
            read.append(Element("Icon", (content,), alt, box) if alt else content)
        self._ink = []

    def _paint_artifacts(self) -> None:
        if self._artifacts:
            shapes, self._artifacts = self._artifacts, []
            self._canvas.addLiteral("/Artifact BMC")
            self._paint_shapes(shapes)
            self._canvas.addLiteral("EMC")

    def _paint_marked(self, shapes: Sequence[Shape | Placed], role: str) -> MarkedContent:
        """Paint shapes that are read aloud, with spaces between separate words and lines.

        Glyphs with actual text get an MCID of their own: some readers don't support nested marks.
        """
        self._paint_artifacts()
        first = self._mcids
        texts = [shape for shape in shapes if isinstance(shape, Text)]
        is_last_apart = role != "Figure"
        spaces = iter([*(_is_apart(text, after) for text, after in pairwise(texts)), is_last_apart])
        spoken = []
        self._begin_marked(role)
        for shape in shapes:
            if not isinstance(shape, Text):
                self._paint_shapes([shape])
                continue
            has_space = next(spaces)
            spoken.append(f"{shape.text} " if has_space else shape.text)
            if _needs_actual_text(shape):
                self._canvas.addLiteral("EMC")
                self._begin_marked("Span", shape.text)
                self._paint_text(shape, has_space=has_space)
                self._canvas.addLiteral("EMC")
                self._begin_marked(role)
            else:
                self._paint_text(shape, has_space=has_space)
        self._canvas.addLiteral("EMC")
        has_glyphs = any(text.glyphs for text in texts)
        return MarkedContent(first, self._mcids, "".join(spoken).strip() if has_glyphs else "")

    def _begin_marked(self, role: str, text: str = "") -> None:
        actual_text = f"/ActualText{text_string(text)}" if text else ""
        self._canvas.addLiteral(f"/{role}<</MCID {self._mcids}{actual_text}>>BDC")
        self._mcids += 1

    def _paint_shapes(self, shapes: Iterable[Shape | Placed]) -> None:
        """Paint shapes in order, unmarked."""
        for shape in shapes:
            match shape:
                case Text():
                    self._paint_unmarked_text(shape)
                case Line(x1, y1, x2, y2, stroke):
                    line = operators.path((("M", x1, y1), ("L", x2, y2)))
                    self._paint_path(line, None, stroke)
                case Rect():
                    self._paint_path(operators.rectangle(shape), shape.fill, shape.stroke)
                case Circle():
                    self._paint_path(operators.circle(shape), shape.fill, shape.stroke)
                case Path(commands, fill, stroke):
                    self._paint_path(operators.path(commands), fill, stroke, operators.ROUND)
                case Placed():
                    self._paint_drawing(shape)
                case Image():
                    self._paint_image(shape)
                case _:
                    assert_never(shape)

    def _paint_path(
        self, path: str, fill: Colour | None, stroke: Stroke | None, join: int = operators.MITRE
    ) -> None:
        self._canvas.addLiteral(self._state.paint(path, fill, stroke, join))

    @contextmanager
    def _transformation(self, place: Placed) -> Iterator[None]:
        """Transform everything painted inside this block."""
        state, matrix = self._state, self._matrix
        self._canvas.addLiteral(f"q {operators.transformation(place)}")
        self._state, self._matrix = replace(state), matrix.within(place)
        yield
        self._canvas.addLiteral("Q")
        self._state, self._matrix = state, matrix

    def _paint_drawing(self, placed: Placed) -> None:
        if self._share_drawings:
            form = self._form(placed.fragment)
            self._canvas.addLiteral(f"q {operators.transformation(placed)}")
            self._canvas.doForm(form)
            self._canvas.addLiteral("Q")
        else:
            with self._transformation(placed):
                self._paint_shapes([*self._shapes_of(placed.fragment.items, 0.0, 0.0)])

    def _form(self, fragment: Fragment) -> str:
        """Return the name of a drawing's form XObject, painted on first use."""
        if fragment not in self._forms:
            inside = [*self._shapes_of(fragment.items, 0.0, 0.0)]
            for placed in inside:  # a form can't be begun inside another one
                if isinstance(placed, Placed):
                    self._form(placed.fragment)
            name = self._forms[fragment] = f"G{len(self._forms) + 1}"
            state, self._state = self._state, GraphicsState()
            edges = -OVERHANG, -OVERHANG, fragment.width + OVERHANG, fragment.height + OVERHANG
            self._canvas.beginForm(name, *edges)  # type: ignore[arg-type] # its stub wants int
            self._paint_shapes(inside)
            self._canvas.endForm()
            self._state = state
        return self._forms[fragment]

    def _paint_image(self, image: Image) -> None:
        picture = image.picture
        if picture not in self._images:
            name = self._images[picture] = f"I{len(self._images) + 1}"
            self._canvas.define_xobject(name, _write_image(self._canvas, picture))
        width, height, bottom = short(image.width), short(-image.height), image.y + image.height
        matrix = f"{width} 0 0 {height} {short(image.x)} {short(bottom)} cm"
        self._canvas.addLiteral(f"q {matrix}")
        self._canvas.doForm(self._images[picture])
        self._canvas.addLiteral("Q")

    def _paint_unmarked_text(self, text: Text) -> None:
        if _needs_actual_text(text):
            self._canvas.addLiteral(f"/Span<</ActualText{text_string(text.text)}>>BDC")
            self._paint_text(text)
            self._canvas.addLiteral("EMC")
        else:
            self._paint_text(text)

    def _paint_text(self, text: Text, *, has_space: bool = False) -> None:
        if not text.text:
            return
        has_space = has_space and has_glyph(" ", text.font)
        shown = operators.show_text(text, self._fonts.find(text.font), has_space=has_space)
        self._canvas.addLiteral(self._state.set_fill(text.colour) + shown)


def _needs_actual_text(text: Text) -> bool:
    """Return whether a text needs /ActualText, because its glyphs may share letters.

    Text from right to left gets none: PDF readers reverse it, and it is already in reading order.
    """
    return len(text.glyphs) > 1 and "".join([each.text for each in text.glyphs]) == text.text


def _is_apart(text: Text, after: Text) -> bool:
    """Return whether there is a gap between a text and the next one, such as a line break."""
    if text.text.endswith((" ", "-")):
        return False
    down = abs(after.y - text.y)
    if text.turn:
        return down > text.size
    gap = max(after.x - text.x - text.width, text.x - after.x - after.width)
    return max(down, gap) > 0.15 * text.size


def _write_image(canvas: PdfCanvas, picture: Picture) -> Reference:
    """Write an image XObject: the JPEG itself if PDF can show it, otherwise pixels and alpha.

    `Canvas.drawImage` loses the transparency of some PNG files, such as RGB with one transparent
    colour.
    """
    pixels = decode(picture)
    entries = _image_entries(pixels, grey=pixels.grey)
    if is_plain_jpeg(picture):
        jpeg = {**entries, "Filter": Name("DCTDecode")}
        return canvas.add_stream(picture.data, jpeg, compress=False)
    if pixels.alpha is not None:
        entries["SMask"] = canvas.add_stream(pixels.alpha, _image_entries(pixels, grey=True))
    return canvas.add_stream(pixels.data, entries)


def _image_entries(pixels: Pixels, *, grey: bool) -> dict[str, Value]:
    return {
        "Type": Name("XObject"),
        "Subtype": Name("Image"),
        "Width": pixels.width,
        "Height": pixels.height,
        "ColorSpace": Name("DeviceGray" if grey else "DeviceRGB"),
        "BitsPerComponent": 8,
    }
