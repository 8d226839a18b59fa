"""Readers for the objects of a PDF, with pikepdf, which tolerate any defect.

An object of an unexpected type counts as absent, so that every file that can be opened can be
checked. `dictionaries` leaves nothing out, so checks for harmful content use it.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Stream

from printkit.preflight.findings import Rectangle

_NESTED = (Dictionary, Array, Stream)
_FOLLOWED = {"/A", "/AA", "/PA", "/NA", "/Next", "/OpenAction", "/Annots"}
_MOST_PARENTS = 50


def dictionary(thing: object) -> Any:
    """Return the object if it is a dictionary, otherwise an empty one."""
    return thing if isinstance(thing, Dictionary) else Dictionary()


def elements(thing: object) -> list[Any]:
    """Return the elements of an array; none for anything else."""
    return list(thing) if isinstance(thing, Array) else []


def text_of(thing: object) -> str:
    """Return the text of a name or string; empty if there is none, or it can't be decoded."""
    try:
        return "" if thing is None else str(thing)
    except ValueError:
        return ""


def items(thing: Any) -> list[tuple[str, Any]]:
    """Return the entries of a dictionary or stream; bytes in keys that aren't UTF-8 are escaped."""
    return list(thing.items())


def box_of(thing: object) -> Rectangle | None:
    """Return a rectangle in the coordinates of the file; None if it isn't four numbers."""
    try:
        x1, y1, x2, y2 = (float(number) for number in elements(thing))
    except (TypeError, ValueError, ArithmeticError):
        return None
    if not all(map(isfinite, (x1, y1, x2, y2))):
        return None
    return Rectangle(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))


def annotations_of(page: Any) -> list[Any]:
    """Return the annotations of a page: notes, links and form fields."""
    return [each for each in elements(page.get("/Annots")) if isinstance(each, Dictionary)]


def with_parents(thing: Any) -> Iterator[Any]:
    """Yield a field or page and its ancestors; stop after many, as there may be a cycle."""
    for _ in range(_MOST_PARENTS):
        yield thing
        thing = thing.get("/Parent")
        if not isinstance(thing, Dictionary):
            return


def dictionaries(pdf: pikepdf.Pdf) -> Iterator[tuple[Any, dict[str, Any], int]]:
    """Yield every dictionary and stream of the file once, with its entries and its page or 0.

    Pages come first, with their annotations and the actions of those; then everything else,
    including objects that nothing refers to.
    """
    visited: set[tuple[int, int]] = set()
    for number, page in enumerate(pdf.pages, 1):
        yield from _within(page.obj, number, visited)
    yield from _within(pdf.trailer, 0, visited)
    for thing in pdf.objects:
        yield from _within(thing, 0, visited)


def _within(
    start: Any, page: int, visited: set[tuple[int, int]]
) -> Iterator[tuple[Any, dict[str, Any], int]]:
    """Yield an object and those inside it; of those it refers to, only a page's active content."""
    pending = [(start, "")]
    while pending:
        thing, parent_key = pending.pop()
        if not isinstance(thing, _NESTED):
            continue
        if thing.is_indirect:
            if thing.objgen in visited:
                continue
            visited.add(thing.objgen)
        if isinstance(thing, Array):
            inner = [(parent_key, each) for each in thing]
        else:
            inner = items(thing)
            yield thing, dict(inner), page
        for key, each in inner:
            is_followed = page and (key in _FOLLOWED or parent_key == "/AA")
            if isinstance(each, _NESTED) and (is_followed or not each.is_indirect):
                pending.append((each, key))
