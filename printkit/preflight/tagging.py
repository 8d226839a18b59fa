"""Judges how a file is read aloud: is it tagged, have tables headings, and figures words?

Reads the structure tree with pikepdf (qpdf). Whatever is malformed counts as absent, and a tree
that goes round in circles ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pikepdf import Array, Dictionary, Name

from printkit.preflight.report import Finding
from printkit.preflight.structure import entries, text_of

if TYPE_CHECKING:
    import pikepdf

MOST_ELEMENTS = 500_000
MOST_LEVELS = 100


def judge_tags(pdf: pikepdf.Pdf) -> Iterator[Finding]:
    """Whether a file says how it is read aloud."""
    marks, tree = entries(pdf.Root.get("/MarkInfo")), entries(pdf.Root.get("/StructTreeRoot"))
    if not marks.get("/Marked") or "/K" not in tree:
        yield Finding("tags", "the document does not say how it is read aloud: it is not tagged")
        return
    pages = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
    found = Counter(_faults(tree, _roles(tree), pages))
    for (rule, page), times in found.items():
        yield Finding(rule, _MESSAGES[rule], page, times=times)


_MESSAGES = {
    "table-headers": "a table has no heading cells",
    "figure-words": "a figure does not say in words what it shows",
}


def _roles(tree: Any) -> dict[str, str]:
    """What roles of somebody's own stand for."""
    try:
        known = [*entries(tree.get("/RoleMap")).items()]
    except ValueError:
        return {}  # names that cannot be read stand for nothing
    return {name: text_of(role) for name, role in known if isinstance(role, Name)}


def _faults(
    tree: Any, roles: dict[str, str], pages: dict[tuple[int, int], int]
) -> Iterator[tuple[str, int]]:
    """Every fault of an element: its rule and its page."""
    pending = [(kid, 0, 0) for kid in _kids(tree)]
    for _ in range(MOST_ELEMENTS):
        if not pending:
            return
        element, page, level = pending.pop()
        page = _page(element, pages) or page
        match _role(element, roles):
            case "/Table" if not _has_headings(element, roles):
                yield "table-headers", page
            case "/Figure" if not _has_words(element):
                yield "figure-words", page
        if level < MOST_LEVELS:
            pending += [(kid, page, level + 1) for kid in _kids(element)]


def _role(element: Any, roles: dict[str, str]) -> str:
    role = element.get("/S")
    name = text_of(role) if isinstance(role, Name) else ""
    return roles.get(name, name)


def _kids(element: Any) -> list[Any]:
    """The elements inside of one; content and references to objects are none."""
    kids = element.get("/K")
    several = list(kids) if isinstance(kids, Array) else [kids]
    return [kid for kid in several if isinstance(kid, Dictionary) and "/S" in kid]


def _page(element: Any, pages: dict[tuple[int, int], int]) -> int:
    page = element.get("/Pg")
    return pages.get(page.objgen, 0) if isinstance(page, Dictionary) else 0


def _has_headings(table: Any, roles: dict[str, str]) -> bool:
    """Whether there is a heading cell in one of its rows, or in a group of them."""
    groups = [table, *(k for k in _kids(table) if _role(k, roles) != "/TR")]
    rows = [row for group in groups for row in _kids(group) if _role(row, roles) == "/TR"]
    return any(_role(cell, roles) == "/TH" for row in rows for cell in _kids(row))


def _has_words(figure: Any) -> bool:
    return any(text_of(figure.get(key)).strip() for key in ("/Alt", "/ActualText"))
