"""Pages drawn in one format, as `build` draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.backends import FORMATS
from printkit.build.assembly import Assembly
from printkit.build.targets import expand
from printkit.scene import Document

if TYPE_CHECKING:
    from collections.abc import Iterable

    from printkit.request import Request
    from printkit.scene import Page

TITLED = Document("A title")


def render(
    pages: Iterable[Page], form: str, document: Document = TITLED, **options: object
) -> list[bytes]:
    """The files of a document with these pages."""
    renderer = FORMATS[form].renderer(document, options)
    files = [data for page in pages for data in renderer.render(page)]
    return [*files, *renderer.finish()]


def assembled(request: Request) -> Assembly:
    """All that a request asks for, about to be laid out."""
    return Assembly(request, expand(request))


def render_request(request: Request, form: str = "pdf", **options: object) -> list[bytes]:
    """The files that a request asks for, in one format."""
    assembly = assembled(request)
    return render((one.page for one in assembly.pages()), form, assembly.document, **options)
