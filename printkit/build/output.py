"""Outputs: the files of one format, rendered as pages come, each with its path.

A build has one for each format, and `render` hands every page to all of them. Takes printed pages;
gives files that are ready to be written.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from printkit.build.origin import command_line
from printkit.build.paths import out_path
from printkit.reads import digest
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.backends import Format
    from printkit.build.assembly import Assembly
    from printkit.layout.press import PrintedLeaf, PrintedPage
    from printkit.request import Request


class FileMade(NamedTuple):
    """A file of a build."""

    path: Path  # where it is
    format: str  # which format it has
    pages: int  # how many pages are in it
    bytes: int  # how large it is
    digest: str  # a short name for exactly these bytes
    leaves: tuple[PrintedLeaf, ...]  # what lies on its pages


class Rendered(NamedTuple):
    """A file, and the bytes that it is to hold."""

    file: FileMade
    data: bytes


class Output:
    """The files of a build in one format."""

    def __init__(self, form: Format, request: Request, assembly: Assembly) -> None:
        options = {"dpi": request.dpi, "outline": is_outlined(request)}
        self._format, self._request = form, request  # which format, and what was asked for
        made_by = command_line(replace(request, formats=(form.name,)))
        self._renderer = form.renderer(assembly.document._replace(keywords=(made_by,)), options)
        self.total = assembly.total if form.is_paged else 1  # how many files there will be
        self._waiting: deque[tuple[PrintedLeaf, ...]] = deque()  # of pages without a file yet
        self._number = 0  # how many files are made

    def render(self, printed: PrintedPage) -> Iterator[Rendered]:
        """Renders the next page; gives the files that are finished with it."""
        self._waiting.append(printed.leaves)
        return self._files(self._renderer.render(printed.page))

    def finish(self) -> Iterator[Rendered]:
        """The files that are finished once there are no more pages."""
        return self._files(self._renderer.finish())

    def _files(self, rendered: Iterable[bytes]) -> Iterator[Rendered]:
        for data in rendered:
            self._number += 1
            pages = 1 if self._format.is_paged else len(self._waiting)
            leaves = tuple(made for _ in range(pages) for made in self._waiting.popleft())
            number = self._number if self.total > 1 else 0
            path = out_path(self._request, self._format.name, number)
            file = FileMade(path, self._format.name, pages, len(data), digest(data), leaves)
            yield Rendered(file, data)


def render(pages: Iterable[PrintedPage], outputs: Sequence[Output]) -> Iterator[Rendered]:
    """The files of all outputs from one pass over the pages, in the order they are finished."""
    for printed in pages:
        for output in outputs:
            yield from output.render(printed)
    for output in outputs:
        yield from output.finish()


def is_outlined(request: Request) -> bool:
    """Whether letters become outlines in an SVG."""
    settings = {key.lower(): value.lower() for key, value in request.settings.items()}
    return settings.get("outline") == "true"
