"""Backends: each turns the pages of a scene into the bytes of one format.

`FORMATS` has an entry for each, and code that checks or completes the names of formats uses it. A
backend's module is imported only when its format is needed. Backends only draw: layout has measured
everything, and writing files is up to the caller.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

if TYPE_CHECKING:
    from printkit.core.scene import Document, Page


class Renderer(Protocol):
    """A document in progress: pages go in, the bytes of files come out.

    Depending on the format, every page is a file, or all of them are one.
    """

    def render(self, page: Page, /) -> Iterator[bytes]:
        """Render the next page; return the files that this completes."""

    def finish(self) -> Iterator[bytes]:
        """Return the files that are completed after the last page."""


class Format(NamedTuple):
    """A format that printkit writes."""

    name: str  # also the extension of its files
    module: str  # of its `Renderer`
    is_paged: bool  # whether each page is a file of its own
    options: tuple[str, ...] = ()  # keywords of its `Renderer`

    def renderer(self, document: Document, options: Mapping[str, object]) -> Renderer:
        """Begin a document in this format, with the options that apply to it."""
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
"""The formats by name, the default first."""
