"""Notebook output: the first page of each file as a picture."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from html import escape
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from printkit.pipeline.output import BuiltFile

MOST_SHOWN = 12
"""The number of files shown; a build may have thousands."""


class Rendering(bytes):
    """The bytes of a file, which a notebook shows as its first page.

    Attributes:
        format: `pdf`, `svg`, `png` or `html`.
        pages: The number of pages in it.
        seed: The seed of random sheets; the same one gives the same sheets.
    """

    format: str
    pages: int
    seed: str | None

    def __new__(cls, data: bytes, format: str, pages: int, seed: str | None) -> Rendering:  # noqa: A002
        """Return the bytes with their metadata."""
        made = super().__new__(cls, data)
        made.format, made.pages, made.seed = format, pages, seed
        return made

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the attributes that a subclass of bytes would lose."""
        return type(self), (bytes(self), self.format, self.pages, self.seed)

    def __repr__(self) -> str:
        """Return the format and size on one line."""
        size = f"pages={self.pages}, bytes={len(self)}"
        return f"Rendering({self.format}, {size}, seed={self.seed!r})"

    __str__ = __repr__

    def _repr_png_(self) -> bytes | None:
        return None if self.format in ("svg", "html") else _png(self, self.format)

    def _repr_svg_(self) -> str | None:
        return self.decode() if self.format == "svg" else None


def _png(data: bytes, format_: str) -> bytes:
    if format_ == "png":
        return bytes(data)
    from printkit.backends.png import draw_first_page

    return draw_first_page(bytes(data))


def show_files(files: Iterable[BuiltFile], notes: Iterable[str]) -> str:
    """Return the first page of each file with its path, and the notes, as HTML."""
    figures = "".join(_figure(file) for file in islice(files, MOST_SHOWN))
    return f"<div>{figures}{''.join(f'<p>{escape(note)}</p>' for note in notes)}</div>"


def _figure(file: BuiltFile) -> str:
    pages = "1 page" if file.pages == 1 else f"{file.pages} pages"
    caption = f"<figcaption>{escape(str(file.path))} ({pages})</figcaption>"
    if file.format == "html":
        return f"<figure>{caption}</figure>"
    try:
        data = file.path.read_bytes()
    except OSError:  # moved or removed since it was built
        return f"<figure>{caption}</figure>"
    kind, data = ("svg+xml", data) if file.format == "svg" else ("png", _png(data, file.format))
    address = f"data:image/{kind};base64,{b64encode(data).decode()}"
    style = "max-width: 24em; border: 1px solid #ccc"
    return f'<figure><img src="{address}" style="{style}" alt="">{caption}</figure>'
