"""QR codes (ISO/IEC 18004), made by segno and drawn as one outline, without seams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from printkit.core.errors import LayoutError
from printkit.core.geometry import scaled_path
from printkit.core.scene import BLACK, WHITE, Path, Rect
from printkit.core.units import MM
from printkit.layout.boxes.box import TOLERANCE, Area, Size, too_large
from printkit.layout.language.values import AUTO
from printkit.layout.log import report

if TYPE_CHECKING:
    from printkit.core.errors import Where
    from printkit.core.scene import Item, PathCommand
    from printkit.layout.nodes.graphics import QrNode
    from printkit.layout.scope import Scope

USUAL_SIDE: Final = 30 * MM
LEVELS: Final = {"low": "l", "medium": "m", "quartile": "q", "high": "h"}
COMMANDS_A_NODE: Final = 10  # commands of an outline that count as one more node on the page


class QrOutline(NamedTuple):
    """The outline of a QR code in modules, from its top left corner, and its width in modules."""

    modules: int
    outline: tuple[PathCommand, ...]


class QrLayout(NamedTuple):
    """A QR code with its quiet zone on white, as large as its area allows."""

    code: QrOutline
    quiet: int  # modules of the quiet zone on each side
    side: float | None  # the preferred width; None if the node gives one
    alt_text: str  # its text, read aloud unless the node has an alt
    scope: Scope
    where: Where

    def measure(self, width: float) -> Size:
        """Return the size of a square."""
        side = min(width, self.side or width)
        side = USUAL_SIDE if side == float("inf") else side
        return Size(side, side)

    def layout(self, area: Area) -> Iterator[Item]:
        """Yield the white square, and the dark modules on it."""
        side = min(area.width, area.height)
        if side < TOLERANCE:
            report(too_large("this QR code", USUAL_SIDE - side, self.where))
            return
        spot = area.align(Size(side, side), self.scope.align, self.scope.valign)
        yield Rect(spot.x, spot.y, side, side, WHITE)
        module = side / (self.code.modules + 2 * self.quiet)
        left, top = spot.x + self.quiet * module, spot.y + self.quiet * module
        yield Path(scaled_path(self.code.outline, module, module, left, top), BLACK)


def make_qr_code(node: QrNode, scope: Scope) -> QrLayout:
    """Make the code for the text of a node."""
    text = scope.get(node.text)
    code = qr_code(text, scope.get(node.level), node.where)
    scope.context.count(node.where, len(code.outline) // COMMANDS_A_NODE)
    height = scope.get(node.height)
    side = height.amount if height.unit == "pt" else USUAL_SIDE
    is_wide = scope.get(node.width) != AUTO
    fit = scope.with_alignment(node)
    return QrLayout(code, scope.get(node.quiet), None if is_wide else side, text, fit, node.where)


@lru_cache(maxsize=8)  # each may take more than 1 MB
def qr_code(text: str, level: str, where: Where | None = None) -> QrOutline:
    """Make the QR code of a text, with at least this level of error correction."""
    import segno

    if not text:
        raise LayoutError("a QR code needs a text", where, 'write qr: "https://…"')
    try:
        made = segno.make(text, error=LEVELS[level], micro=False)
    except segno.DataOverflowError:
        message = f"a text of {len(text):,} characters is too long for a QR code"
        hint = "shorten it" if level == "low" else "shorten it, or write level: low"
        raise LayoutError(message, where, hint) from None
    rows = tuple(tuple(bool(cell) for cell in row) for row in made.matrix)
    return QrOutline(len(rows), tuple(_outline(rows)))


def _outline(rows: Sequence[Sequence[bool]]) -> Iterator[PathCommand]:
    """Yield the borders between dark and light modules, to be filled by the even-odd rule."""
    size = len(rows)

    def dark(x: int, y: int) -> bool:
        return 0 <= x < size and 0 <= y < size and rows[y][x]

    ahead: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for y in range(size):
        for x in range(size):
            if not rows[y][x]:
                continue
            sides = (
                ((x, y), (x + 1, y), dark(x, y - 1)),
                ((x + 1, y), (x + 1, y + 1), dark(x + 1, y)),
                ((x + 1, y + 1), (x, y + 1), dark(x, y + 1)),
                ((x, y + 1), (x, y), dark(x - 1, y)),
            )
            for start, end, is_inside in sides:
                if not is_inside:
                    ahead.setdefault(start, []).append(end)
    while ahead:
        first = at = next(iter(ahead))
        points = [first]
        while at in ahead:
            at = ahead[at].pop()
            if not ahead[points[-1]]:
                del ahead[points[-1]]
            points.append(at)
        around = zip([points[-2], *points[:-2]], points[:-1], points[1:], strict=True)
        corners = [here for before, here, after in around if not _in_line(before, here, after)]
        yield ("M", float(corners[0][0]), float(corners[0][1]))
        for x, y in corners[1:]:
            yield ("L", float(x), float(y))
        yield ("Z",)


def _in_line(*points: tuple[int, int]) -> bool:
    (x1, y1), (x2, y2), (x3, y3) = points
    return x1 == x2 == x3 or y1 == y2 == y3
