"""The SVG backend: each page of a document as one SVG, groups and pictures defined once in it.

Takes a finished scene; gives text that is real text, each character at its own place, or with
`outline` painted as shapes that look the same where the fonts are missing. Text in a font of the
layout's own or of the system is always painted: no reader could find that font; and so are letters
that join or run from right to left. Lengths are points inside, millimetres outside. Measures
nothing. The only module that imports svgwrite, with its checks off: what would not be SVG is
refused here.
"""

from __future__ import annotations

import base64
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, assert_never
from xml.etree.ElementTree import Element

from printkit import faces, glyphs
from printkit.backends.later import hidden, load_later
from printkit.backends.numbers import coarse, exact, short
from printkit.colours import hexadecimal
from printkit.errors import MissingGlyphError
from printkit.patterns import pattern
from printkit.scene import Circle, Image, Line, Path, Place, Rect, Text
from printkit.tuples import NamedTuple
from printkit.units import to_mm

if TYPE_CHECKING:
    from printkit.scene import Colour, Document, Group, Page, PathCommand, Picture, Shape, Stroke


def _open_address(*given: Any) -> Any:
    from urllib.request import urlopen

    return urlopen(*given)


# svgwrite loads its checks, which are off, and what opens addresses, which nobody does here. Who
# else uses it in this process has both as soon as they are used.
_CHECKS = ("full11", "tiny12")
_NO_CHECKS = {"attributes": {}, "elements": {}, "TypeChecker": object}
_WAY_OUT: dict[str, dict[str, object]] = {"urllib.request": {"urlopen": _open_address}}
with hidden({**_WAY_OUT, **{f"svgwrite.data.{name}": _NO_CHECKS for name in _CHECKS}}):
    import svgwrite

    _UNCHECKED = svgwrite.Drawing(debug=False)
    svgwrite.validator2.validator_cache.pop("fullTrue", None)
for _name in _CHECKS:
    load_later("svgwrite.data", _name)
    setattr(svgwrite.validator2, _name, sys.modules[f"svgwrite.data.{_name}"])

_GLYPH_UNITS = 1000
_colour = lru_cache(maxsize=1024)(hexadecimal)
_NOT_XML = pattern("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_QUOTES = _IN_TEXT | str.maketrans({'"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"})
_MARKUP = pattern('[&<>"\r\n\t]')
_BEYOND_16_BITS = pattern("([\U00010000-\U0010ffff])")


def _new_drawing(**more: Any) -> Any:
    """A drawing without svgwrite's checks, which it would make before turning them off."""
    return svgwrite.Drawing(factory=_UNCHECKED, **more)


class Renderer:
    """A file for each page; what pages have in common is made once."""

    def __init__(self, document: Document, *, outline: bool = False) -> None:
        self._document = document._replace(title=_checked(document.title))
        self._store = _Store(outline=outline)

    def render(self, page: Page) -> Iterator[bytes]:
        """The file of this page."""
        yield _render_page(page, self._store, self._document)

    def finish(self) -> Iterator[bytes]:
        """Nothing: every page has its file."""
        return iter(())


def _render_page(page: Page, store: _Store, document: Document) -> bytes:
    size = tuple(f"{short(to_mm(length))}mm" for length in (page.width, page.height))
    drawing = _new_drawing(size=size)
    drawing["viewBox"] = f"0 0 {short(page.width)} {short(page.height)}"
    drawing["xml:lang"] = _checked(document.language)
    drawing.set_desc(title=document.title)
    if document.keywords:
        made_by = Element("command")
        made_by.text = _checked(", ".join(document.keywords))
        drawing.set_metadata(made_by)
    content = _Content(store)
    content.paint(page.shapes)
    drawing.defs.elements.extend(content.used.values())
    drawing.elements.extend(content.elements)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{_spell(drawing.get_xml())}\n'.encode()


def _spell(xml: Element) -> str:
    """An element as ElementTree would write it, in half the time."""
    attributes = "".join([f' {name}="{_escaped(value)}"' for name, value in xml.items()])
    inside = (xml.text or "").translate(_IN_TEXT) + "".join(map(_spell, xml))
    start = f"<{xml.tag}{attributes}"
    return f"{start}>{inside}</{xml.tag}>" if inside else f"{start} />"


def _escaped(value: str) -> str:
    return value.translate(_IN_QUOTES) if _MARKUP.search(value) else value


def _checked(text: str) -> str:
    wrong = _NOT_XML.search(text)
    if wrong:
        raise MissingGlyphError(f"U+{ord(wrong[0]):04X} cannot be written into an SVG")
    return text


class _Finished:
    """An element as finished XML, which is all that svgwrite asks of one."""

    def __init__(self, xml: Element) -> None:
        self._xml = xml

    def get_xml(self) -> Element:
        """What svgwrite puts into its drawing."""
        return self._xml


class _Stored(NamedTuple):
    """The id of a definition, and all definitions it needs, itself the last."""

    id: str
    used: dict[str, _Finished]


class _Store:
    """Definitions by what they were made from; ids count over all pages of the document."""

    def __init__(self, *, outline: bool) -> None:
        self.outline = outline  # whether letters become shapes
        self.make = _new_drawing()  # makes elements
        self._groups: dict[Group, _Stored] = {}  # drawings that are placed
        self._images: dict[Picture, _Stored] = {}  # pictures
        self._glyphs: dict[tuple[str | int, str], _Stored] = {}  # outlines, by glyph and face

    def group(self, group: Group) -> _Stored:
        """The definition of a group."""
        if group not in self._groups:
            content = _Content(self)
            content.paint(group.shapes)
            element = self.make.g()
            element.elements.extend(content.elements)
            self._groups[group] = _define(f"g{len(self._groups) + 1}", element, content.used)
        return self._groups[group]

    def image(self, picture: Picture) -> _Stored:
        """The definition of a picture, a point for a pixel."""
        if picture not in self._images:
            kind = "png" if picture.data.startswith(b"\x89PNG") else "jpeg"
            href = f"data:image/{kind};base64,{base64.b64encode(picture.data).decode()}"
            element = self.make.image(href, size=(picture.width_px, picture.height_px))
            element.stretch()
            self._images[picture] = _define(f"i{len(self._images) + 1}", element, {})
        return self._images[picture]

    def glyph(self, glyph: str | int, face_id: str) -> _Stored:
        """The definition of a glyph's outline, a thousand units to the size."""
        key = (glyph, face_id)
        if key not in self._glyphs:
            outline = glyphs.glyph_outline(glyph, face_id)
            element = self.make.path(_path_data(outline, coarse, _GLYPH_UNITS))
            self._glyphs[key] = _define(f"t{len(self._glyphs) + 1}", element, {})
        return self._glyphs[key]


def _define(name: str, element: Any, used: dict[str, _Finished]) -> _Stored:
    element["id"] = name
    return _Stored(name, {**used, name: _Finished(element.get_xml())})


class _Content:
    """The elements of one page or group, and the definitions they use."""

    def __init__(self, store: _Store) -> None:
        self.elements: list[Any] = []
        self.used: dict[str, _Finished] = {}
        self._store = store
        self._make = store.make

    def paint(self, shapes: Iterable[Shape]) -> None:
        """Appends the shapes in order."""
        make = self._make
        for shape in shapes:
            match shape:
                case Place():
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
                    path = make.path(_path_data(commands), fill_rule="evenodd")
                    path["stroke-linejoin"] = "round"
                    self._add(path, fill, stroke)
                case Image():
                    self._image(shape)
                case _:
                    assert_never(shape)

    def _add(self, element: Any, fill: Colour | None, stroke: Stroke | None) -> None:
        if fill is None and stroke is None:
            return
        element.attribs["fill"] = _colour(fill) if fill is not None else "none"
        if stroke is not None:
            element.attribs.update(_pen(stroke))
        self.elements.append(element)

    def _rect(self, rect: Rect) -> None:
        place, size = (short(rect.x), short(rect.y)), (short(rect.width), short(rect.height))
        element = self._make.rect(place, size)
        if rect.radius > 0:
            element["rx"] = short(min(rect.radius, rect.width / 2, rect.height / 2))
        self._add(element, rect.fill, rect.stroke)

    def _use(self, stored: _Stored, **places: str) -> _Finished:
        """What refers to a definition; there are many, and svgwrite takes ten times as long."""
        self.used.update(stored.used)
        attributes = {**places, "xlink:href": f"#{stored.id}"}
        return _Finished(Element("use", dict(sorted(attributes.items()))))

    def _place(self, place: Place) -> None:
        steps = [f"translate({short(place.x)} {short(place.y)})"]
        if place.turn:
            steps.append(f"rotate({exact(place.turn)})")
        if place.scale != 1:
            steps.append(f"scale({exact(place.scale)})")
        group = self._store.group(place.group)
        self.elements.append(self._use(group, transform=" ".join(steps)))

    def _image(self, image: Image) -> None:
        picture = image.picture
        across, down = image.width / picture.width_px, image.height / picture.height_px
        place = f"translate({short(image.x)} {short(image.y)}) scale({exact(across)} {exact(down)})"
        self.elements.append(self._use(self._store.image(picture), transform=place))

    def _text(self, text: Text) -> None:
        if not text.text:
            return
        if self._store.outline or text.glyphs or faces.is_own(text.font):
            self._outlined_text(text)
            return
        start = 0
        for part in filter(None, _BEYOND_16_BITS.split(_checked(text.text))):
            end = start + len(part)
            self._real_text(text, part, text.offsets[start:end])
            start = end

    def _real_text(self, text: Text, part: str, offsets: tuple[float, ...]) -> None:
        """Readers differ on how many places a character beyond 16 bits takes: it stands alone."""
        element = self._make.text(part, x=[short(text.x + offset) for offset in offsets])
        element.attribs.update(_font(text.font))
        element.attribs |= {
            "y": short(text.y),
            "font-size": short(text.size),
            "fill": _colour(text.colour),
        }
        if text.turn:
            element["transform"] = f"rotate({exact(text.turn)} {short(text.x)} {short(text.y)})"
        if text.slant:
            _lean(element, text, offsets)
        self.elements.append(element)

    def _outlined_text(self, text: Text) -> None:
        units = _GLYPH_UNITS / text.size
        place = f"{_placed(text)} scale({exact(1 / units)})"
        run = self._make.g(fill=_colour(text.colour), transform=place)
        run["aria-label"] = _checked(text.text)
        for character, offset in zip(text.text, text.offsets, strict=False):
            letter = self._store.glyph(character, text.font)
            run.elements.append(self._use(letter, x=short(offset * units)))
        for glyph in text.glyphs:
            above = {"y": short(glyph.y * units)} if glyph.y else {}
            letter = self._store.glyph(glyph.number, text.font)
            run.elements.append(self._use(letter, x=short(glyph.x * units), **above))
        self.elements.append(run)


def _placed(text: Text) -> str:
    """The steps that bring a run from the origin to its place: moved, turned, leaning."""
    turn = f" rotate({exact(text.turn)})" if text.turn else ""
    lean = f" matrix(1 0 {exact(-text.slant)} 1 0 0)" if text.slant else ""
    return f"translate({short(text.x)} {short(text.y)}){turn}{lean}"


def _lean(element: Any, text: Text, offsets: tuple[float, ...]) -> None:
    """Letters that lean stand at the origin and are brought to their place."""
    element.attribs |= {
        "x": " ".join(short(offset) for offset in offsets),
        "y": "0",
        "transform": _placed(text),
    }


def _path_data(
    commands: Iterable[PathCommand], write: Callable[[float], str] = short, scale: float = 1
) -> str:
    return " ".join(
        verb + " ".join(write(number * scale) for number in numbers) for verb, *numbers in commands
    )


@lru_cache(maxsize=1024)
def _pen(stroke: Stroke) -> dict[str, str]:
    pen = {"stroke": _colour(stroke.colour), "stroke-width": short(stroke.width)}
    if stroke.dash:
        pen["stroke-dasharray"] = " ".join(map(short, stroke.dash))
    if stroke.cap != "butt":
        pen["stroke-linecap"] = stroke.cap
    return pen


@lru_cache(maxsize=64)
def _font(face_id: str) -> dict[str, str]:
    face = faces.FACES[face_id]
    font = {"font-family": f"'{face.family}', sans-serif", "xml:space": "preserve"}
    if face.weight != 400:
        font["font-weight"] = str(face.weight)
    if face.italic:
        font["font-style"] = "italic"
    return font
