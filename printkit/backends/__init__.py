"""Backends: each turns the pages of a scene into the bytes of one format.

`FORMATS` declares them all, one entry each; whatever names, checks or completes formats reads it.
A backend's module is imported only when its format is asked for. It paints: it measures nothing,
and knows no layout, no game and no disk.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

if TYPE_CHECKING:
    from printkit.core.scene import Document, Page


class Renderer(Protocol):
    """A document in progress: pages go in, the bytes of files come out.

    Which of the two gives the files is up to the format: every page may be a file, or all of
    them one.
    """

    def render(self, page: Page, /) -> Iterator[bytes]:
        """Render the next page; return the files that it completes."""

    def finish(self) -> Iterator[bytes]:
        """Return the files that are completed after the last page."""


class Format(NamedTuple):
    """A format that printkit writes."""

    name: str  # what people call it, and what its files end with
    module: str  # where its `Renderer` is
    is_paged: bool  # whether each page is a file of its own
    options: tuple[str, ...] = ()  # what its `Renderer` may be told besides the document

    def renderer(self, document: Document, options: Mapping[str, object]) -> Renderer:
        """Return a new document in this format, with the options that apply to it."""
        taken = {name: options[name] for name in self.options if name in options}
        return cast("Renderer", import_module(self.module).Renderer(document, **taken))


FORMATS = {
    one.name: one
    for one in (
        Format("pdf", "printkit.backends.pdf", is_paged=False),
        Format("svg", "printkit.backends.svg", is_paged=True, options=("outline",)),
        Format("png", "printkit.backends.png", is_paged=True, options=("dpi",)),
    )
}
"""The formats by their names, the usual one first."""
