"""Backends: each turns a finished scene into the bytes of one format.

Takes a document and options; gives one item of bytes per file. Every backend module has the
same verb, `render`, and is imported only when its format is asked for. A backend draws: it
measures nothing, and knows no layout, no game and no disk.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from printkit.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printkit.scene import Document


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """What a person may choose: dots per inch of a PNG; text as outlines in an SVG."""

    dpi: int = 150
    outline: bool = False


class Backend(Protocol):
    """What every module named in `FORMATS` offers."""

    def render(self, document: Document, options: RenderOptions, /) -> Iterator[bytes]:
        """The files of the document, in order."""


FORMATS = {
    "pdf": "printkit.backends.pdf",
    "svg": "printkit.backends.svg",
    "png": "printkit.backends.png",
}

_DEFAULTS = RenderOptions()


def render(
    document: Document, file_format: str, options: RenderOptions = _DEFAULTS
) -> Iterator[bytes]:
    """The document in a format: one file for PDF, one file a page for SVG and PNG."""
    if file_format not in FORMATS:
        hint = did_you_mean(file_format, FORMATS)
        raise UsageError(f"unknown format '{file_format}'", hint=hint)
    backend = cast("Backend", import_module(FORMATS[file_format]))
    return backend.render(document, options)
