"""The SVG backend: each page of a document as one SVG, in which repeated drawings are defined once.

Text is real text, each character at its own position; with `outline` it is drawn as shapes, which
look the same where the fonts aren't installed. Text in a font of the layout or of the system is
always drawn as shapes, because viewers couldn't find that font, and so are letters that join or run
from right to left. Lengths are in points, and the size of the page in millimetres.

This is the only module that imports svgwrite. Its validation is off (`debug=False`), because it is
slow, so this module rounds numbers, and refuses characters that XML doesn't allow.
"""

from __future__ import annotations

import base64
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, assert_never
from xml.etree import ElementTree

import svgwrite

from printkit.backends.numbers import coarse, exact, short
from printkit.backends.shapes import shapes_of
from printkit.core.colours import hexadecimal
from printkit.core.errors import MissingGlyphError
from printkit.core.geometry import bounds_of, points_of
from printkit.core.scene import Circle, Image, Line, Path, Placed, Rect, Text
from printkit.core.units import to_mm
from printkit.text import faces, glyphs

if TYPE_CHECKING:
    from printkit.core.geometry import Bounds
    from printkit.core.scene import (
        Colour,
        Document,
        Fragment,
        Item,
        Page,
        PathCommand,
        Picture,
        Shape,
        Stroke,
    )

Style: TypeAlias = "Mapping[str, str]"
NO_STYLE: Style = MappingProxyType({})
_GLYPH_UNITS = 1000
_REFERENCE = re.compile("(<use [^<>]*)xlink:href=")
_UNREAD = 'aria-hidden="true"'
_NATURAL = 0.004  # the distance, relative to the size, from where a browser puts a letter by itself
_LARGE_PATH = 40.0
_LEADING_ZERO = re.compile(r"^(-?)0\.")
_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BEYOND_16_BITS = re.compile("([\U00010000-\U0010ffff])")


class Renderer:
    """A renderer of one file per page; definitions that pages share are made once."""

    def __init__(self, document: Document, *, outline: bool = False) -> None:
        self._document = document
        self._definitions = _Definitions(outline=outline)

    def render(self, page: Page) -> Iterator[bytes]:
        """Yield the file of this page."""
        document, definitions = self._document, self._definitions
        size = tuple(f"{short(to_mm(length))}mm" for length in (page.width, page.height))
        drawing = svgwrite.Drawing(size=size, debug=False)
        drawing["viewBox"] = f"0 0 {short(page.width)} {short(page.height)}"
        drawing["xml:lang"] = _xml_text(document.language)
        drawing.set_desc(title=_xml_text(document.title))
        if document.keywords:
            command = ElementTree.Element("command")
            command.text = _xml_text(", ".join(document.keywords))
            drawing.set_metadata(command)
        definitions.repeated = _repeated_drawings(page.items)
        content = _SvgElements(definitions)
        content.paint(shapes_of(page.items, definitions.repeated.__contains__))
        for definition in content.used.values():
            drawing.defs.add(definition)
        for element in content.elements:
            drawing.add(element)
        file = StringIO()
        drawing.write(file)
        yield file.getvalue().encode()

    def finish(self) -> Iterator[bytes]:
        """Return no files: every page already has one."""
        return iter(())


class Drawings:
    """Drawings that are part of an HTML page: each is an element, and they share definitions.

    The page has the fonts, without kerning. Writing in fields is left out.
    """

    def __init__(self) -> None:
        self._definitions = _Definitions(outline=False, in_page=True)

    def draw(self, parts: Sequence[tuple[Sequence[Item], Bounds]]) -> tuple[list[str], str]:
        """Return the part of each drawing in its box, and an element that only has definitions."""
        definitions = self._definitions
        everything = [item for items, _ in parts for item in items]
        definitions.repeated = _repeated_drawings(everything)
        drawings, used = [], dict[str, Any]()
        for items, box in parts:
            content = _SvgElements(definitions)
            content.paint(shapes_of(items, definitions.repeated.__contains__, with_ink=False))
            used.update(content.used)
            size = box.right - box.left, box.bottom - box.top
            view = " ".join(map(short, (box.left, box.top, *size)))
            drawings.append(f'<svg viewBox="{view}" {_UNREAD}>{_markup(content.elements)}</svg>')
        shared = f'<svg class="defs" {_UNREAD}><defs>{_markup(used.values())}</defs></svg>'
        return drawings, shared if used else ""

    @property
    def characters(self) -> Mapping[str, set[str]]:
        """The characters that are drawn as text, by the ids of their faces."""
        return self._definitions.characters


def _markup(elements: Iterable[Any]) -> str:
    """Return elements as HTML, where references need no prefix."""
    text = "".join(element.tostring() for element in elements).replace(" />", "/>")
    return _REFERENCE.sub(r"\1href=", text)


def _repeated_drawings(items: Iterable[Item]) -> set[Fragment]:
    """Return the drawings of three or more shapes that occur several times on a page."""
    times = Counter(_fragments(items))
    return {each for each, many in times.items() if many > 1 and each.shapes > 2}


def _fragments(items: Iterable[Item]) -> Iterator[Fragment]:
    for item in items:
        if isinstance(item, Placed):
            yield item.fragment
            yield from _fragments(item.fragment.items)


def _xml_text(text: str) -> str:
    """Return the text; refuse characters that XML doesn't allow."""
    wrong = _NOT_XML.search(text)
    if wrong:
        raise MissingGlyphError(f"U+{ord(wrong[0]):04X} cannot be written into an SVG")
    return text


class _Definition(NamedTuple):
    """The id of an element in `<defs>`, and all elements it needs there, itself last."""

    id: str
    used: dict[str, Any]


class _Definitions:
    """Definitions by their source; ids are unique over all pages of the document."""

    def __init__(self, *, outline: bool, in_page: bool = False) -> None:
        self.outline = outline  # whether text becomes shapes
        self.in_page = in_page  # whether they are part of an HTML page
        self.make = svgwrite.Drawing(debug=False)  # the factory of elements
        self._drawings: dict[Fragment, _Definition] = {}
        self.repeated: set[Fragment] = set()  # drawings that this page has several times
        self.characters: defaultdict[str, set[str]] = defaultdict(set)  # of text, by face
        self._images: dict[Picture, _Definition] = {}
        self._glyphs: dict[tuple[str | int, str], _Definition] = {}  # by glyph and face

    def drawing(self, fragment: Fragment) -> _Definition:
        """Return the definition of a drawing."""
        if fragment not in self._drawings:
            content = _SvgElements(self)
            is_kept = self.repeated.__contains__
            content.paint(shapes_of(fragment.items, is_kept, with_ink=not self.in_page))
            element = self.make.g()
            for each in content.elements:
                element.add(each)
            name = f"g{len(self._drawings) + 1}"
            self._drawings[fragment] = _define(name, element, content.used)
        return self._drawings[fragment]

    def image(self, picture: Picture) -> _Definition:
        """Return the definition of a picture, one point per pixel."""
        if picture not in self._images:
            kind = "png" if picture.data.startswith(b"\x89PNG") else "jpeg"
            href = f"data:image/{kind};base64,{base64.b64encode(picture.data).decode()}"
            element = self.make.image(href, size=(picture.width_px, picture.height_px))
            element.stretch()
            self._images[picture] = _define(f"i{len(self._images) + 1}", element, {})
        return self._images[picture]

    def glyph(self, glyph: str | int, face_id: str) -> _Definition:
        """Return the definition of a glyph's outline, with a thousand units per font size."""
        key = (glyph, face_id)
        if key not in self._glyphs:
            outline = glyphs.glyph_outline(glyph, face_id)
            element = self.make.path(_path_data(outline, coarse, _GLYPH_UNITS))
            self._glyphs[key] = _define(f"t{len(self._glyphs) + 1}", element, {})
        return self._glyphs[key]


def _define(name: str, element: Any, used: dict[str, Any]) -> _Definition:
    element["id"] = name
    return _Definition(name, {**used, name: element})


class _SvgElements:
    """The elements of one page or group, and the definitions they use."""

    def __init__(self, definitions: _Definitions) -> None:
        self.elements: list[Any] = []
        self.used: dict[str, Any] = {}
        self._group: Any = None  # of neighbours of one style
        self._style: Style = NO_STYLE
        self._definitions = definitions
        self._make = definitions.make

    def paint(self, shapes: Iterable[Shape | Placed]) -> None:
        """Append the shapes in order."""
        make = self._make
        for shape in shapes:
            match shape:
                case Placed():
                    self._place(shape)
                case Text():
                    self._text(shape)
                case Line(x1, y1, x2, y2, stroke):
                    ends = (short(x1), short(y1)), (short(x2), short(y2))
                    self._add(make.line(*ends), None, stroke)
                case Rect():
                    self._rect(shape)
                case Circle(x, y, radius, fill, stroke):
                    self._add(make.circle((short(x), short(y)), short(radius)), fill, stroke)
                case Path(commands, fill, stroke):
                    in_page = self._definitions.in_page
                    data = _relative_path_data(commands) if in_page else _path_data(commands)
                    path = make.path(data)
                    joins = {"fill-rule": "evenodd", "stroke-linejoin": "round"}
                    self._add(path, fill, stroke, joins)
                case Image():
                    self._image(shape)
                case _:
                    assert_never(shape)

    def _add(
        self, element: Any, fill: Colour | None, stroke: Stroke | None, more: Style = NO_STYLE
    ) -> None:
        if fill is None and stroke is None:
            return
        pen = _pen(stroke) if stroke is not None else {}
        paint = {"fill": hexadecimal(fill) if fill is not None else "none", **pen}
        self._append(element, {**more, **paint})

    def _append(self, element: Any, style: Style) -> None:
        """Append an element; in an HTML page, neighbours of one style share a group."""
        if not self._definitions.in_page:
            element.update(style)
            self.elements.append(element)
            return
        if style != self._style or self.elements[-1] is not self._group:
            self._style, self._group = style, self._make.g()
            self._group.update(style)
            self.elements.append(self._group)
        self._group.add(element)

    def _rect(self, rect: Rect) -> None:
        place, size = (short(rect.x), short(rect.y)), (short(rect.width), short(rect.height))
        element = self._make.rect(place, size)
        if rect.radius > 0:
            element["rx"] = short(min(rect.radius, rect.width / 2, rect.height / 2))
        self._add(element, rect.fill, rect.stroke)

    def _use(self, definition: _Definition, **attributes: str) -> Any:
        self.used.update(definition.used)
        return self._make.use(f"#{definition.id}", **attributes)

    def _place(self, place: Placed) -> None:
        steps = [f"translate({short(place.x)} {short(place.y)})"]
        if place.turn:
            steps.append(f"rotate({exact(place.turn)})")
        if place.scale != 1:
            steps.append(f"scale({exact(place.scale)})")
        drawing = self._definitions.drawing(place.fragment)
        self.elements.append(self._use(drawing, transform=" ".join(steps)))

    def _image(self, image: Image) -> None:
        picture = image.picture
        across, down = image.width / picture.width_px, image.height / picture.height_px
        place = f"translate({short(image.x)} {short(image.y)}) scale({exact(across)} {exact(down)})"
        self.elements.append(self._use(self._definitions.image(picture), transform=place))

    def _text(self, text: Text) -> None:
        if not text.text:
            return
        if self._definitions.outline or text.glyphs or faces.is_own(text.font):
            self._outlined_text(text)
            return
        # Characters beyond 16 bits are separate: viewers differ on how many positions they take.
        start = 0
        for part in filter(None, _BEYOND_16_BITS.split(_xml_text(text.text))):
            end = start + len(part)
            self._real_text(text, part, text.offsets[start:end])
            start = end

    def _real_text(self, text: Text, part: str, offsets: tuple[float, ...]) -> None:
        """Append part of a text as a text element."""
        in_page = self._definitions.in_page
        if in_page and _is_natural(text, part, offsets):
            offsets = offsets[:1]
        element = self._make.text(part, x=[short(text.x + offset) for offset in offsets])
        style = _font(text.font, in_page=in_page)
        if in_page and part == " ".join(part.split()):
            del style["xml:space"]
        style |= {"font-size": short(text.size), "fill": hexadecimal(text.colour)}
        element["y"] = short(text.y)
        if text.turn:
            element["transform"] = f"rotate({exact(text.turn)} {short(text.x)} {short(text.y)})"
        if text.slant:  # drawn at the origin, with a transform to its position
            places = " ".join(short(offset) for offset in offsets)
            element.update({"x": places, "y": "0", "transform": _text_transform(text)})
        if in_page:
            self._definitions.characters[text.font].update(part)
        self._append(element, style)

    def _outlined_text(self, text: Text) -> None:
        units = _GLYPH_UNITS / text.size
        place = f"{_text_transform(text)} scale({exact(1 / units)})"
        run = self._make.g(fill=hexadecimal(text.colour), transform=place)
        run["aria-label"] = _xml_text(text.text)
        for character, offset in zip(text.text, text.offsets, strict=False):
            letter = self._definitions.glyph(character, text.font)
            run.add(self._use(letter, x=short(offset * units)))
        for glyph in text.glyphs:
            above = {"y": short(glyph.y * units)} if glyph.y else {}
            letter = self._definitions.glyph(glyph.number, text.font)
            run.add(self._use(letter, x=short(glyph.x * units), **above))
        self.elements.append(run)


def _is_natural(text: Text, part: str, offsets: tuple[float, ...]) -> bool:
    """Return whether the letters are where a browser puts them without kerning."""
    at = offsets[0]
    for character, offset in zip(part, offsets, strict=True):
        if abs(offset - at) > _NATURAL * text.size:
            return False
        at += glyphs.advance(character, text.font) * text.size
    return True


def _text_transform(text: Text) -> str:
    """Return the transformations that place a run: moved, rotated, slanted."""
    turn = f" rotate({exact(text.turn)})" if text.turn else ""
    lean = f" matrix(1 0 {exact(-text.slant)} 1 0 0)" if text.slant else ""
    return f"translate({short(text.x)} {short(text.y)}){turn}{lean}"


def _path_data(
    commands: Iterable[PathCommand], write: Callable[[float], str] = short, scale: float = 1
) -> str:
    return " ".join(
        verb + " ".join(write(number * scale) for number in numbers) for verb, *numbers in commands
    )


def _relative_path_data(commands: Sequence[PathCommand]) -> str:
    """Return a path with each position relative to the last one, which is less than half as long.

    Positions are in hundredths of points, those of large paths in tenths.
    """
    box = bounds_of(points_of(commands))
    parts = 10 if max(box.right - box.left, box.bottom - box.top) > _LARGE_PATH else 100
    data, last = "", ""
    x = y = first_x = first_y = 0
    for verb, *numbers in commands:
        if verb == "Z":
            data, last, x, y = data + "z", "z", first_x, first_y
            continue
        at = [round(float(short(number)) * parts) for number in numbers]
        steps = [number - (y if index % 2 else x) for index, number in enumerate(at)]
        name = verb.lower()
        if verb == "L" and 0 in steps:
            name, steps = ("h", steps[:1]) if not steps[1] else ("v", steps[1:])
        x, y = at[-2:]
        if verb == "M":
            first_x, first_y = x, y
        words = [_LEADING_ZERO.sub(r"\1.", short(step / parts)) for step in steps]
        text = "".join(word if word[0] == "-" else f" {word}" for word in words)
        data += text if name == last != "m" else name + text.lstrip()
        last = name
    return data


def _pen(stroke: Stroke) -> dict[str, str]:
    pen = {"stroke": hexadecimal(stroke.colour), "stroke-width": short(stroke.width)}
    if stroke.dash:
        pen["stroke-dasharray"] = " ".join(map(short, stroke.dash))
    if stroke.cap != "butt":
        pen["stroke-linecap"] = stroke.cap
    return pen


def _font(face_id: str, *, in_page: bool) -> dict[str, str]:
    face = faces.FACES[face_id]
    fallback = "" if in_page else ", sans-serif"
    font = {"font-family": f"'{face.family}'{fallback}", "xml:space": "preserve"}
    if face.weight != 400:
        font["font-weight"] = str(face.weight)
    if face.italic:
        font["font-style"] = "italic"
    return font
