"""Pages drawn in one format, as `build` draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.backends import FORMATS
from printkit.core.scene import Document
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.targets import expand

if TYPE_CHECKING:
    from collections.abc import Iterable

    from printkit.core.scene import Page
    from printkit.request.options import Request

TITLED = Document("A title")


def render(
    pages: Iterable[Page], form: str, document: Document = TITLED, **options: object
) -> list[bytes]:
    """The files of a document with these pages."""
    renderer = FORMATS[form].renderer(document, options)
    files = [data for page in pages for data in renderer.render(page)]
    return [*files, *renderer.finish()]


def lay_out(request: Request) -> DocumentLayout:
    """All that a request asks for, about to be laid out."""
    return DocumentLayout(request, expand(request))


def render_request(request: Request, form: str = "pdf", **options: object) -> list[bytes]:
    """The files that a request asks for, in one format."""
    layout = lay_out(request)
    return render(layout.pages(), form, layout.document, **options)
