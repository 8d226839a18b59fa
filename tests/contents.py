"""What a PDF draws, taken apart once: an icon that stands on a hundred places is not read again.

pdfplumber, with which the tests read pages, takes most of its time for that.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pdfminer import pdfinterp
from pdfminer.pdftypes import PDFStream
from pdfminer.psexceptions import PSEOF

if TYPE_CHECKING:
    from collections.abc import Sequence

_Parser = pdfinterp.PDFContentParser


class Remembered:
    """Stands in for pdfminer's parser, which it asks the first time."""

    def __init__(self, streams: Sequence[PDFStream]) -> None:
        self._objects = iter(_objects(b"\n".join(stream.get_data() for stream in streams)))

    def nextobject(self) -> Any:
        """The next operand or operator; the end is pdfminer's own."""
        for found in self._objects:
            return found
        raise PSEOF


@lru_cache(maxsize=2_000)
def _objects(data: bytes) -> list[Any]:
    found = []
    try:
        parser = _Parser([PDFStream({}, data)])
        while True:
            found.append(parser.nextobject())
    except PSEOF:
        return found


def read_once() -> None:
    """From now on, in this process."""
    pdfinterp.PDFContentParser = Remembered  # type: ignore[assignment,misc]
