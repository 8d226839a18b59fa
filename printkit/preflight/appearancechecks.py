"""Checks of a page's appearance in print: lines, pictures, margins, ink, contrast and colours."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.units import MM, to_mm
from printkit.preflight.colourvision import EYES, WHITE, blend, contrast, distance, perceive, turn
from printkit.preflight.findings import Finding, Rectangle, bound, first_words, group_by_key

if TYPE_CHECKING:
    from PIL.Image import Image

    from printkit.preflight.colourvision import Rgb
    from printkit.preflight.pagecontent import Marks, Word
    from printkit.preflight.raster import Raster

CROSSED = 0.15  # the share of a word's background that may be a line

MOST_COLOURS = 200
_COLOURFUL = 5.0  # the least chroma of a colour that isn't perceived as grey
_OTHER_HUE = 25.0  # the least angle between colours with different names, in degrees
_PLAIN = 10.0  # a distance that is obvious in normal vision
_PLAIN_STEP = 1.3  # the least contrast with which two areas have a visible edge
_ROUNDING = 0.005
_EDGE_SLACK_MM = 0.06  # a third of a pixel


def check_lines(marks: Marks, page: int) -> Iterator[Finding]:
    """Find lines that are too thin; one finding per width."""
    least = bound("line-width")
    thin = (line for line in marks.lines if line.width < least - _ROUNDING)
    for width, lines in sorted(group_by_key((round(line.width, 2), line) for line in thin).items()):
        message = f"a line of {width:g} pt is under {least:g} pt"
        yield Finding("line-width", message, page, lines[0].box, "", len(lines))


def check_pictures(marks: Marks, page: int) -> Iterator[Finding]:
    """Find pictures with too few pixels; one pixel is enough for a single colour."""
    least = bound("image-resolution")
    for picture in marks.pictures:
        if picture.dpi < least - 0.5 and picture.pixels != (1, 1):
            width, height = picture.pixels
            size = f"{width} x {height} pixels"
            message = f"a picture of {size} has {picture.dpi:.0f} dpi, under {least:g}"
            yield Finding("image-resolution", message, page, picture.box)


def check_codes(marks: Marks, page: int) -> Iterator[Finding]:
    """Find QR codes whose modules are too small for a phone's camera."""
    least = bound("qr-module")
    for code in marks.codes:
        module = to_mm(code.module)
        if module < least - _ROUNDING:
            message = f"a QR code has modules of {module:.2f} mm, under {least:g} mm"
            yield Finding("qr-module", message, page, code.box)


class Edge(NamedTuple):
    """The content next to one edge of the paper, and its distance in millimetres."""

    side: str
    clear_mm: float
    place: Rectangle


def edges(raster: Raster) -> tuple[Edge, ...]:
    """Return the clear space at the four edges; none if the page is blank."""
    printed = raster.ink_mask()
    bounds = printed.getbbox()
    if bounds is None:
        return ()
    left, top, right, bottom = bounds
    width, height = printed.size
    depths = {"left": left, "right": width - right, "top": top, "bottom": height - bottom}
    return tuple(_edge(raster, printed, side, depth) for side, depth in depths.items())


def _edge(raster: Raster, printed: Image, side: str, depth: int) -> Edge:
    """Measure the clear space at one edge; its place is the strip that printers can't reach.

    The outermost pixels may be only partly covered: how much is estimated from how much lighter
    they are than the next ones.
    """
    outer, inner = (
        255 - raster.darkest(_strip(side, at, at + 1, printed.size)) for at in (depth, depth + 1)
    )
    clear = depth + (max(0.0, 1 - outer / inner) if inner else 0.0)
    reach = bound("edge") * MM * raster.scale
    strip = _strip(side, clear, reach, printed.size)
    found = Rectangle(
        *(printed.crop(_strip(side, 0, reach, printed.size)).getbbox() or (0, 0, 0, 0))
    )
    if side in ("left", "right"):
        strip = strip._replace(top=found.top, bottom=found.bottom)
    else:
        strip = strip._replace(left=found.left, right=found.right)
    place = Rectangle(*(edge / raster.scale for edge in strip))
    return Edge(side, to_mm(clear / raster.scale), place)


def _strip(side: str, start: float, end: float, size: tuple[int, int]) -> Rectangle:
    """Return the pixels between two distances from an edge."""
    width, height = size
    return {
        "left": Rectangle(start, 0, end, height),
        "right": Rectangle(width - end, 0, width - start, height),
        "top": Rectangle(0, start, width, end),
        "bottom": Rectangle(0, height - end, width, height - start),
    }[side]


def check_edges(marks: Marks, found: Sequence[Edge], page: int) -> Iterator[Finding]:
    """Find content in the area where printers can't print."""
    least = bound("edge")
    for side, clear, place in found:
        if clear < least - _EDGE_SLACK_MM:
            words = [word.text for word in marks.words if word.box.meets(place)]
            message = f"printed {clear:.1f} mm from the {side} edge, under {least:g} mm"
            yield Finding("edge", message, page, place, first_words(words))


def check_ink(percent: float, page: int) -> Iterator[Finding]:
    """Find a page that uses much ink."""
    most = bound("ink")
    if percent > most:
        yield Finding("ink", f"takes {percent:.1f} % ink, over {most:g} %", page)


class Legibility(NamedTuple):
    """The legibility of a word: its contrast, the percentage of a glyph whose background differs
    from the rest, and whether the word can't be seen at all."""

    word: Word
    contrast: float
    crossed: float
    is_hidden: bool


def word_legibility(marks: Marks, whole: Raster, bare: Raster) -> list[Legibility]:
    """Measure the legibility of each word."""
    found = []
    for word in marks.words:
        if not word.is_visible:
            continue
        parts = [part for part in (bare.colours(glyph.box) for glyph in word.glyphs) if part]
        if parts:
            value = _contrast_with(word, sum(parts, Counter()))
            is_hidden = all(whole.part(glyph.box) == bare.part(glyph.box) for glyph in word.glyphs)
            found.append(
                Legibility(word, value, max(map(_crossing_share, parts)), is_hidden and value > 1.2)
            )
    return found


def _crossing_share(under: Counter[Rgb]) -> float:
    """Return the share of a glyph's background that clearly differs from the rest, in percent."""
    main = max(under, key=lambda colour: under[colour], default=WHITE)
    other = sum(count for colour, count in under.items() if contrast(colour, main) > _PLAIN_STEP)
    return 100 * other / max(1, under.total())


def _contrast_with(word: Word, under: Counter[Rgb]) -> float:
    """Return the contrast of a word with all but a small part of its background."""
    run = word.glyphs[0].run
    values = sorted(
        (contrast(blend(run.colour, run.alpha, colour), colour), count)
        for colour, count in under.items()
    )
    left = CROSSED * under.total()
    for value, count in values:
        left -= count
        if left < 0:
            return value
    return values[-1][0]


def check_contrast(found: Sequence[Legibility], page: int) -> Iterator[Finding]:
    """Find words that are hard to see; one finding per text colour and contrast."""
    least = bound("contrast")
    groups: defaultdict[tuple[Rgb, str], list[Word]] = defaultdict(list)
    for word, value, _, is_hidden in found:
        if is_hidden:
            message = "text is hidden under something else"
            yield Finding("text-hidden", message, page, word.box, word.text)
        elif value < least - _ROUNDING:
            groups[word.glyphs[0].run.colour, f"{value:.1f}"].append(word)
    for (colour, ratio), words in groups.items():
        message = f"text in {name(colour)} has a contrast of {ratio}:1, under {least:g}:1"
        texts = first_words(word.text for word in words)
        yield Finding("contrast", message, page, words[0].box, texts, len(words))


def check_crossings(
    found: Sequence[Legibility], closer: Callable[[Rectangle], Counter[Rgb]], page: int
) -> Iterator[Finding]:
    """Find words on a line or on the edge of an area.

    Adjacent areas show a seam of one pixel; a higher resolution tells it from a line.
    """
    most = bound("text-over-line")
    for word, _, crossed, is_hidden in found:
        if crossed <= most or is_hidden:
            continue
        crossed = max(_crossing_share(closer(glyph.box)) for glyph in word.glyphs)
        if crossed > most:
            message = f"{crossed:.0f} % of a glyph lies on a line or another area"
            yield Finding("text-over-line", message, page, word.box, word.text)


class Pair(NamedTuple):
    """Two colours of different hue, and their distance for each type of colour vision."""

    one: Rgb
    other: Rgb
    distances: dict[str, float]


class AcceptedColours(NamedTuple):
    """Colours that may look like their neighbours, by name; `*` is any."""

    colours: frozenset[str]
    beside: frozenset[str]
    because: str

    def covers(self, pair: Pair) -> bool:
        """Return whether one colour of a pair is among `colours`, and the other in `beside`."""
        one, other = name(pair.one), name(pair.other)
        return any(
            {first, "*"} & self.colours and {second, "*"} & self.beside
            for first, second in ((one, other), (other, one))
        )


def pairs(marks: Marks) -> list[Pair]:
    """Return pairs of line and area colours that differ in hue, the closest pairs first.

    Such a difference may have a meaning. The colours of text are left out: words have a meaning by
    themselves.
    """
    colourful = [colour for colour in marks.colours if perceive(colour).chroma >= _COLOURFUL]
    found = [
        Pair(one, other, {eye: round(distance(one, other, eye), 1) for eye in EYES})
        for one, other in combinations(sorted(colourful[:MOST_COLOURS]), 2)
        if turn(perceive(one).hue, perceive(other).hue) >= _OTHER_HUE
        and distance(one, other) >= _PLAIN
    ]
    return sorted(found, key=lambda pair: min(pair.distances.values()))


def closest(found: Sequence[Pair]) -> dict[str, float] | None:
    """Return the smallest distance for each type of colour vision."""
    return {eye: min(pair.distances[eye] for pair in found) for eye in EYES} if found else None


def check_colours(
    marks: Marks, found: Sequence[Pair], page: int, accepted: Sequence[AcceptedColours] = ()
) -> Iterator[Finding]:
    """Find colours that colour-blind people confuse; pairs without a reason come first."""
    least = bound("colours-alike")
    near = [
        (pair, next((each.because for each in accepted if each.covers(pair)), ""))
        for pair in found
        if min(pair.distances.values()) < least
    ]
    for (one, other, distances), because in sorted(near, key=lambda each: bool(each[1])):
        alike = [f"{eye} {value:g}" for eye, value in distances.items() if value < least]
        message = f"{name(one)} and {name(other)} look alike: {', '.join(alike)}"
        place = marks.colours[one]
        yield Finding("colours-alike", message, page, place, because=because)


def name(colour: Rgb) -> str:
    """Return a colour as '#rrggbb'."""
    return "#{:02x}{:02x}{:02x}".format(*colour)
