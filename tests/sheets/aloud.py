"""A PDF as it is read aloud: the text of its structure tree, in order.

pikepdf walks the tree, without any code of printkit. The text of content comes from the content
streams and the Unicode maps of the fonts.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import pikepdf

if TYPE_CHECKING:
    from collections.abc import Iterator

SHOWN = {
    "Table": "table",
    "TR": "row",
    "L": "list",
    "LI": "item",
    "Figure": "figure",
    "Form": "field",
}


def read_aloud(data: bytes) -> str:
    """A line for each thing that is read, indented by what it is in."""
    with pikepdf.open(BytesIO(data)) as pdf:
        words = {page.obj.objgen: dict(_marked(page)) for page in pdf.pages}
        return "\n".join(_lines(pdf.Root.StructTreeRoot.K, words, 0)) + "\n"


def _lines(element: Any, words: dict[Any, dict[int, str]], depth: int) -> Iterator[str]:
    role = str(element.S)[1:]
    said = _said(element, words)
    inner = [kid for kid in _kids(element) if _is_element(kid) and not _is_inline(element, kid)]
    scope = {"/Row": " of the row", "/Column": " of the column"}.get(
        _attribute(element, "/Scope"), ""
    )
    line = f"{'  ' * depth}{SHOWN.get(role, role)}{scope}: {said}".rstrip(": ")
    cells = [kid for kid in inner if str(kid.S) in ("/TH", "/TD")]
    if cells and len(cells) == len(inner) and not any(_deep(cell) for cell in cells):
        yield f"{line} | ".replace("row | ", "row: ") + " | ".join(_cell(c, words) for c in cells)
        return
    if role == "LI" and len(inner) == 1 and not _deep(inner[0]):
        yield f"{line}: {_said(inner[0], words)}".rstrip()
        return
    yield line
    for kid in inner:
        yield from _lines(kid, words, depth + 1)


def _cell(cell: Any, words: dict[Any, dict[int, str]]) -> str:
    said = _said(cell, words) or "–"
    return f"[{said}]" if str(cell.S) == "/TH" else said


def _deep(element: Any) -> bool:
    """Whether an element contains something that isn't part of its line."""
    return any(_is_element(kid) and not _is_inline(element, kid) for kid in _kids(element))


def _is_inline(element: Any, kid: Any) -> bool:
    role = str(kid.S)
    return role in ("/Form", "/Span") or (role == "/Figure" and str(element.S) != "/Sect")


def _said(element: Any, words: dict[Any, dict[int, str]]) -> str:
    """The words of an element: those that replace it, or those of its content and of its line."""
    for key in ("/Alt", "/ActualText"):
        if key in element:
            return str(element[key]) if str(element.S) != "/Figure" else f"({element[key]})"
    parts = []
    for kid in _kids(element):
        if isinstance(kid, int):
            parts.append(words[element.Pg.objgen][kid])
        elif "/Obj" in kid:
            parts.append(f"<{kid.Obj.get('/TU', kid.Obj.get('/Parent', {}).get('/TU', '?'))}>")
        elif _is_inline(element, kid):
            parts.append(_said(kid, words))
    return " ".join(" ".join(parts).split())


def _kids(element: Any) -> list[Any]:
    kids = element.get("/K", pikepdf.Array())
    return list(kids) if isinstance(kids, pikepdf.Array) else [kids]


def _is_element(kid: Any) -> bool:
    return isinstance(kid, pikepdf.Dictionary) and "/S" in kid


def _attribute(element: Any, name: str) -> str:
    attributes = element.get("/A")
    return str(attributes.get(name, "")) if attributes is not None else ""


def _marked(page: pikepdf.Page) -> Iterator[tuple[int, str]]:
    """The words of each piece of marked content of a page; decoration has none."""
    fonts = {name: _unicode(font) for name, font in page.Resources.Font.items()}
    font: dict[int, str] = {}
    stack: list[int | None] = []
    found: dict[int, str] = {}
    for operands, operator in instructions(page):
        match operator:
            case "BDC":
                number = operands[1].get("/MCID") if "/MCID" in operands[1] else None
                stack.append(stack[-1] if number is None and stack else number)
                if number is not None:
                    found[number] = ""
            case "BMC":
                stack.append(None)
            case "EMC":
                stack.pop()
            case "Tf":
                font = fonts[str(operands[0])]
            case "Tj" | "TJ" if stack and stack[-1] is not None:
                found[stack[-1]] += _text(operands[0], font)
            case "Tj" | "TJ":
                assert stack, "words that are neither read nor decoration"
    return iter(found.items())


def instructions(stream: Any) -> Iterator[tuple[list[Any], str]]:
    """The operators of a page or stream, each after what it takes."""
    for each in pikepdf.parse_content_stream(stream):
        yield list(each.operands), str(each.operator)


def _text(shown: Any, font: dict[int, str]) -> str:
    pieces = shown if isinstance(shown, pikepdf.Array) else [shown]
    data = b"".join(bytes(piece) for piece in pieces if isinstance(piece, pikepdf.String))
    return "".join(font[int.from_bytes(data[at : at + 2])] for at in range(0, len(data), 2))


def _unicode(font: Any) -> dict[int, str]:
    """The characters of the codes of a font."""
    codes = {}
    for operands, operator in instructions(font.ToUnicode):
        if operator == "endbfchar":
            pairs = zip(operands[::2], operands[1::2], strict=True)
            codes.update({int.from_bytes(bytes(c)): bytes(t).decode("utf-16-be") for c, t in pairs})
    return codes
