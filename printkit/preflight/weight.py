"""The weight of a page: how much there is to read and draw once every form is unfolded.

A few bytes can unfold into millions of marks: compressed drawings, forms that draw forms that
draw forms, pictures of one colour a mile wide. What is too heavy is refused before it is drawn.
"""

from __future__ import annotations

import re
import zlib
from base64 import a85decode
from itertools import islice
from typing import TYPE_CHECKING, Any

from pikepdf import Array, Dictionary, Name, Stream

from printkit.errors import PrintkitError

if TYPE_CHECKING:
    import pikepdf

MOST_WEIGHT = 30_000_000
MOST_PIXELS = 100_000_000
_DEEPEST = 30
_FOR_A_FORM = 200  # bytes that unfolding a form weighs beside what it draws
_DRAWN = re.compile(rb"/([^\s/<>\[\]()]+)\s+Do\b")


def check_weight(pdf: pikepdf.Pdf) -> None:
    """Refuses a file with a page or a picture that is too large to be drawn."""
    known: dict[tuple[int, int], int] = {}
    for number, page in enumerate(pdf.pages, 1):
        if _weigh(page.obj, page.obj.get("/Contents"), known, 0) > MOST_WEIGHT:
            limit = f"{MOST_WEIGHT // 1_000_000} MB"
            raise PrintkitError(f"has more to draw on page {number} than {limit}, unfolded")
    for thing in pdf.objects:
        if isinstance(thing, Stream) and thing.get("/Subtype") == Name.Image:
            _check_picture(thing)


def _check_picture(picture: Any) -> None:
    width, height = picture.get("/Width"), picture.get("/Height")
    if isinstance(width, int) and isinstance(height, int) and width * height > MOST_PIXELS:
        limit = f"{MOST_PIXELS // 1_000_000} million pixels"
        raise PrintkitError(f"has a picture of {width} x {height} pixels; {limit} can be judged")


def _weigh(owner: Any, contents: Any, known: dict[tuple[int, int], int], depth: int) -> int:
    """The bytes of a drawing and of all forms in it, as often as they are drawn."""
    drawing = b"\n".join(
        _unpacked(part)
        for part in (contents if isinstance(contents, Array) else [contents])
        if isinstance(part, Stream)
    )
    forms = _forms(owner)
    weight = len(drawing)
    for match in _DRAWN.finditer(drawing):
        form = forms.get("/" + match[1].decode("latin-1"))
        if form is not None and form.get("/Subtype") == Name.Form:
            weight += _FOR_A_FORM + _weigh_form(form, known, depth + 1)
        if weight > MOST_WEIGHT:
            break
    return weight


def _weigh_form(form: Any, known: dict[tuple[int, int], int], depth: int) -> int:
    if depth > _DEEPEST:
        return 0
    if form.objgen not in known:
        known[form.objgen] = 0  # a form that draws itself is not unfolded again
        known[form.objgen] = _weigh(form, form, known, depth)
    return known[form.objgen]


def _forms(owner: Any) -> dict[str, Any]:
    """The named drawings of a page (its own, or passed down to it) or form."""
    node = owner
    for _ in range(_DEEPEST):
        resources = node.get("/Resources")
        if isinstance(resources, Dictionary) or isinstance(node, Stream):
            break
        parent = node.get("/Parent")
        if not isinstance(parent, Dictionary):
            break
        node = parent
    found = resources.get("/XObject") if isinstance(resources, Dictionary) else None
    if not isinstance(found, Dictionary):
        return {}
    return {name: each for name, each in found.items() if isinstance(each, Stream)}


def _unpacked(stream: Any) -> bytes:
    """What a stream draws, up to a little more than is allowed."""
    filters = stream.get("/Filter")
    data: bytes = stream.read_raw_bytes()
    for name in islice(filters, 4) if isinstance(filters, Array) else [filters]:
        if name in (Name.FlateDecode, Name.Fl):
            data = _inflated(data)
        elif name in (Name.ASCII85Decode, Name.A85):
            data = _from_ascii(data)
    return data


def _inflated(data: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(data, MOST_WEIGHT + 1)
    except zlib.error:
        return b""


def _from_ascii(data: bytes) -> bytes:
    try:
        return a85decode(data.strip().removesuffix(b"~>"))
    except ValueError:
        return b""
