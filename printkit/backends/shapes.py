"""The shapes of fragments at their positions on a page, for backends to draw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from printkit.core.geometry import scaled_path
from printkit.core.scene import FieldArea, Fragment, Line, Path, Placed, Shape

if TYPE_CHECKING:
    from printkit.core.scene import Item


def shapes_of(
    items: Iterable[Item],
    is_kept: Callable[[Fragment], bool],
    x: float = 0.0,
    y: float = 0.0,
    *,
    with_ink: bool = True,
) -> Iterator[Shape | Placed]:
    """Yield the shapes of items at (x, y), and on top of them the writing in fields, if wanted.

    A fragment for which `is_kept` is true stays placed, and so does one that is scaled or turned.
    """
    ink: list[Shape] = []
    yield from _walk(items, is_kept, x, y, ink)
    if with_ink:
        yield from ink


def _walk(
    items: Iterable[Item], is_kept: Callable[[Fragment], bool], x: float, y: float, ink: list[Shape]
) -> Iterator[Shape | Placed]:
    for item in items:
        if isinstance(item, Placed):
            at = item.x + x, item.y + y
            if item.scale != 1 or item.turn or is_kept(item.fragment):
                yield Placed(item.fragment, *at, item.scale, item.turn)
            else:
                yield from _walk(item.fragment.items, is_kept, *at, ink)
        elif isinstance(item, FieldArea):
            ink += [move_shape(shape, x, y) for shape in item.ink]
        else:
            yield move_shape(item, x, y)


def move_shape(shape: Shape, x: float, y: float) -> Shape:
    """Return the same shape at another position."""
    if not x and not y:
        return shape
    if isinstance(shape, Line):
        x1, y1, x2, y2, stroke = shape
        return Line(x1 + x, y1 + y, x2 + x, y2 + y, stroke)
    if isinstance(shape, Path):
        return shape._replace(commands=scaled_path(shape.commands, 1, 1, x, y))
    return shape._replace(x=shape.x + x, y=shape.y + y)
