"""Outputs: a build has one for each format, and `render` passes every page to all of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from printkit.core.filecache import digest
from printkit.pipeline.naming import command_line, out_path

if TYPE_CHECKING:
    from printkit.backends import Format
    from printkit.core.scene import Field, Page, PlacedSheet
    from printkit.pipeline.document import DocumentLayout
    from printkit.request.options import Request


class BuiltFile(NamedTuple):
    """A file of a build.

    Attributes:
        path: The path of the file.
        format: `pdf`, `svg`, `png` or `html`.
        pages: The number of pages in it.
        bytes: Its size.
        digest: A short digest of its content.
        sheets: The sheets on its pages, each with `id`, `page`, `players`, `title`, `cut`,
            `details` (more from its game, such as a code) and `fields`.
    """

    path: Path
    format: str
    pages: int
    bytes: int
    digest: str
    sheets: tuple[PlacedSheet, ...]

    def __repr__(self) -> str:
        """Return the file on one line, without its sheets and their fields."""
        return f"BuiltFile({str(self.path)!r}, pages={self.pages}, bytes={self.bytes})"

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
        self._format, self._request = form, request
        made_by = command_line(replace(request, formats=(form.name,)))
        self._renderer = form.renderer(layout.document._replace(keywords=(made_by,)), options)
        self.total = layout.total if form.is_paged else 1  # the number of files
        self._keeps_fields = request.wants_fields or request.fillable
        self._waiting: deque[tuple[PlacedSheet, ...]] = deque()  # sheets of pages without a file
        self._number = 0  # of files made so far

    def render(self, page: Page) -> Iterator[RenderedFile]:
        """Render the next page; return the files that this completes."""
        sheets = page.sheets
        if not self._keeps_fields:  # those of a thousand filled-in sheets would take 100 MB
            sheets = tuple([sheet._replace(fields=(), values={}) for sheet in sheets])
        self._waiting.append(sheets)
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
    """Render all outputs in one pass over the pages; yield files in the order of completion."""
    for page in pages:
        for output in outputs:
            yield from output.render(page)
    for output in outputs:
        yield from output.finish()


def is_outlined(request: Request) -> bool:
    """Return whether text becomes outlines in an SVG."""
    settings = {key.lower(): value.lower() for key, value in request.settings.items()}
    return settings.get("outline") == "true"
