"""Backends: each turns the pages of a scene into the bytes of one format.

`FORMATS` has an entry for each, and code that checks or completes the names of formats uses it. A
backend's module is imported only when its format is needed. Backends only draw: layout has measured
everything, and writing files is up to the caller.

Every file contains the command that made it, for `printkit again`. A file may come from anyone, so
the command is found by searching for text, without parsing the format.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, cast

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
    find_command: Callable[[bytes], str]  # in a file of this format; empty if there is none
    is_paged: bool  # whether each page is a file of its own
    options: tuple[str, ...] = ()  # keywords of its `Renderer`

    def renderer(self, document: Document, options: Mapping[str, object]) -> Renderer:
        """Begin a document in this format, with the options that apply to it."""
        taken = {name: options[name] for name in self.options if name in options}
        return cast("Renderer", import_module(self.module).Renderer(document, **taken))


COMMAND: Final = "printkit build"
_SVG_COMMAND = re.compile(rb"<command>(printkit build [^<]*)</command>")
_HTML_COMMAND = re.compile(rb'<meta name="printkit" content="(printkit build [^"]*)">')
HTML_HEAD: Final = 20_000  # bytes with the metadata of an HTML file
_PNG_COMMENT = b"Comment\0\0\0\0\0"
_PDF_KEYWORDS = re.compile(
    rb"/Keywords\s*(?:\(((?:\\.|[^\\()]){0,40000}+)\)|<([0-9A-Fa-f]{0,40000}+)>)"
)
_PDF_ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|(.))")


def _command_in_pdf(data: bytes) -> str:
    """Return the command among the keywords; a program that saved the file may have moved it."""
    texts = map(_pdf_text, _PDF_KEYWORDS.finditer(data)) if b"%PDF-" in data[:1024] else ()
    return next((text for text in reversed([*texts]) if text.startswith(COMMAND)), "")


def _pdf_text(found: re.Match[bytes]) -> str:
    """Decode a PDF string; other programs that save a file may encode it differently."""
    if found[1] is not None:
        text = _PDF_ESCAPE.sub(  # an escape may be an octal number
            lambda escape: bytes([int(escape[1], 8) & 0xFF]) if escape[1] else escape[2], found[1]
        )
    else:
        text = bytes.fromhex(found[2].decode()[: len(found[2]) // 2 * 2])
    wide = text.startswith(b"\xfe\xff")
    return text[2:].decode("utf-16-be", "replace") if wide else text.decode("latin-1")


def _command_in_svg(data: bytes) -> str:
    """Return the command in the metadata."""
    found = _SVG_COMMAND.search(data) if data.startswith(b"<?xml") else None
    return unescape(found[1].decode("utf-8", "replace")) if found else ""


def _command_in_html(data: bytes) -> str:
    """Return the command in the metadata."""
    found = _HTML_COMMAND.search(data[:HTML_HEAD]) if data.startswith(b"<!doctype html>") else None
    return unescape(found[1].decode("utf-8", "replace")) if found else ""


def _command_in_png(data: bytes) -> str:
    """Return the command in the comment."""
    at = data.find(b"iTXt" + _PNG_COMMENT + COMMAND.encode()) if data[:4] == b"\x89PNG" else 0
    length = int.from_bytes(data[at - 4 : at]) if at > 0 else 0
    return data[at + 4 : at + 4 + length][len(_PNG_COMMENT) :].decode("utf-8", "replace")


FORMATS = {
    one.name: one
    for one in (
        Format("pdf", "printkit.backends.pdf", _command_in_pdf, is_paged=False),
        Format(
            "svg", "printkit.backends.svg", _command_in_svg, is_paged=True, options=("outline",)
        ),
        Format("png", "printkit.backends.png", _command_in_png, is_paged=True, options=("dpi",)),
        Format("html", "printkit.backends.html", _command_in_html, is_paged=False),
    )
}
"""The formats by name, the default first."""


def find_command(data: bytes) -> str:
    """Return the command that made a file; empty if it has none."""
    return next(filter(None, (one.find_command(data) for one in FORMATS.values())), "")
