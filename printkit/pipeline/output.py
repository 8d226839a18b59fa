"""Outputs: the files of one format, rendered as pages come, each with its path.

A build has one for each format, and `render` hands every page to all of them. Takes printed pages;
gives files that are ready to be written.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from printkit.core.reads import digest
from printkit.pipeline.naming import command_line, out_path

if TYPE_CHECKING:
    from printkit.backends import Format
    from printkit.core.scene import Field, Page, PlacedSheet
    from printkit.pipeline.document import DocumentLayout
    from printkit.pipeline.request import Request


class BuiltFile(NamedTuple):
    """A file of a build.

    Attributes:
        path: Where it is.
        format: `pdf`, `svg` or `png`.
        pages: How many pages are in it.
        bytes: How large it is.
        digest: A short name for exactly these bytes.
        sheets: What is on its pages: each with `id`, `page`, `players`, `title`, `cut`,
            `details` (what its game tells about it, such as a code) and `fields`.
    """

    path: Path
    format: str
    pages: int
    bytes: int
    digest: str
    sheets: tuple[PlacedSheet, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the file as `printkit build --json` prints it."""
        return {
            "path": str(self.path),
            "format": self.format,
            "pages": self.pages,
            "bytes": self.bytes,
            "sheets": [
                {
                    "id": sheet.id,
                    "page": sheet.page,
                    "code": None,
                    "players": sheet.players,
                    **sheet.details,
                    "fields": [_field_as_json(field, sheet.page) for field in sheet.fields],
                }
                for sheet in self.sheets
            ],
        }


def _field_as_json(field: Field, page: int) -> dict[str, Any]:
    rectangle = [round(number, 2) for number in (field.x, field.y, field.width, field.height)]
    return {"name": field.name, "kind": field.kind, "page": page, "rectangle": rectangle}


class RenderedFile(NamedTuple):
    """A file and its bytes."""

    file: BuiltFile
    data: bytes


class Output:
    """The files of a build in one format."""

    def __init__(self, form: Format, request: Request, layout: DocumentLayout) -> None:
        options = {"dpi": request.dpi, "outline": is_outlined(request)}
        self._format, self._request = form, request  # which format, and what was asked for
        made_by = command_line(replace(request, formats=(form.name,)))
        self._renderer = form.renderer(layout.document._replace(keywords=(made_by,)), options)
        self.total = layout.total if form.is_paged else 1  # how many files there will be
        self._waiting: deque[tuple[PlacedSheet, ...]] = deque()  # of pages without a file yet
        self._number = 0  # how many files are made

    def render(self, page: Page) -> Iterator[RenderedFile]:
        """Render the next page; return the files that it completes."""
        self._waiting.append(page.sheets)
        return self._files(self._renderer.render(page))

    def finish(self) -> Iterator[RenderedFile]:
        """Return the files that are completed after the last page."""
        return self._files(self._renderer.finish())

    def _files(self, rendered: Iterable[bytes]) -> Iterator[RenderedFile]:
        for data in rendered:
            self._number += 1
            pages = 1 if self._format.is_paged else len(self._waiting)
            sheets = tuple(made for _ in range(pages) for made in self._waiting.popleft())
            number = self._number if self.total > 1 else 0
            path = out_path(self._request, self._format.name, number)
            file = BuiltFile(path, self._format.name, pages, len(data), digest(data), sheets)
            yield RenderedFile(file, data)


def render(pages: Iterable[Page], outputs: Sequence[Output]) -> Iterator[RenderedFile]:
    """The files of all outputs from one pass over the pages, in the order they are finished."""
    for page in pages:
        for output in outputs:
            yield from output.render(page)
    for output in outputs:
        yield from output.finish()


def is_outlined(request: Request) -> bool:
    """Return whether letters become outlines in an SVG."""
    settings = {key.lower(): value.lower() for key, value in request.settings.items()}
    return settings.get("outline") == "true"
