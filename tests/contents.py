"""What a PDF draws, taken apart once: an icon that stands on a hundred places is not read again.

pdfplumber, with which the tests read pages, takes most of its time for that. What printkit's own
pages are made of is found by one pattern; where it does not fit, pdfminer's own parser reads.
Of the objects that are kept together, tags above all, it reads those that somebody asks for; and
whoever wants words alone waits for no line and no curve.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

import pdfplumber.page
from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdfinterp import PDFContentParser, PDFPageInterpreter
from pdfminer.pdfparser import PDFStreamParser
from pdfminer.pdftypes import PDFStream, stream_value
from pdfminer.psexceptions import PSEOF
from pdfminer.psparser import KWD, LIT, PSKeyword, keyword_name
from pdfplumber.utils.pdfinternals import resolve_all, resolve_and_decode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_TOKEN: Final = re.compile(
    rb"[\x00\t\n\x0c\r ]*(?:\((?P<text>(?:[^()\\]|\\[nrtbf()\\])*)\)|(?P<mark><<|>>|\[|\])"
    rb"|(?:(?P<real>[+-]?\d*\.\d+)|(?P<whole>[+-]?\d+)|/(?P<name>[\w+-]+)"
    rb"|(?P<word>[A-Za-z][A-Za-z\d*]*))(?![\w.#*+-]))",
    re.ASCII,
)
_ESCAPE: Final = re.compile(rb"\\(.)", re.DOTALL)
_ESCAPES: Final = dict(zip(b"nrtbf()\\", b"\n\r\t\b\f()\\", strict=True))
_PLAIN: Final = (str, int, float, bytes, type(None))
_DRAWING: Final = {KWD(word) for word in b"m l c v y h re S s f F f* B B* b b* n W W*".split()}
_SPECIAL: Final = {b"true", b"false", b"null", b"BI", b"ID", b"EI"}


class Interpreter(PDFPageInterpreter):
    """Stands in for pdfminer's interpreter, which takes apart and looks up everything each time."""

    take: Callable[[bytes], list[Any]]
    """How streams are taken apart."""

    def execute(self, streams: Sequence[object]) -> None:
        """Does what streams say; none of ours is inside of itself."""
        every = [stream_value(stream) for stream in streams]
        for name, operands, wanted in operations(
            Interpreter.take, b"\n".join(stream.get_data() for stream in every)
        ):
            if len(operands) == wanted:
                getattr(self, name)(*operands)
            else:
                self.argstack += operands
                getattr(self, name)(*self.pop(wanted))


@lru_cache(maxsize=4_000)
def operations(
    take: Callable[[bytes], list[Any]], data: bytes
) -> list[tuple[str, tuple[Any, ...], int]]:
    """The methods for what a stream says, with what is written before each and how much it wants.

    A colour wants nothing: it knows by its kind how much it has to take.
    """
    found = []
    operands: list[Any] = []
    for each in take(data):
        if not isinstance(each, PSKeyword):
            operands.append(each)
            continue
        name = f"do_{keyword_name(each)}".replace("*", "_a").replace('"', "_w").replace("'", "_q")
        if method := getattr(PDFPageInterpreter, name, None):
            found.append((name, tuple(operands), method.__code__.co_argcount - 1))
            operands = []
    return found


@lru_cache(maxsize=2_000)
def taken_apart(data: bytes) -> list[Any]:
    """Every operand and operator of a stream."""
    found = _by_pattern(data)
    return by_pdfminer(data) if found is None else found


@lru_cache(maxsize=2_000)
def words_of(data: bytes) -> list[Any]:
    """The same without what draws: nothing else follows from it."""
    found: list[Any] = []
    first = 0  # of what belongs to the next operator
    for each in taken_apart(data):
        found.append(each)
        if isinstance(each, PSKeyword):
            if each in _DRAWING:
                del found[first:]
            first = len(found)
    return found


Interpreter.take = taken_apart


def by_pdfminer(data: bytes) -> list[Any]:
    """The same, as pdfminer finds them."""
    found = []
    try:
        parser = PDFContentParser([PDFStream({}, data)])
        while True:
            found.append(parser.nextobject()[1])
    except PSEOF:
        return found


def _by_pattern(data: bytes) -> list[Any] | None:
    """The same; None where something else is in it than printkit writes."""
    open_lists: list[list[Any]] = [[]]
    at, data = 0, data.rstrip()
    while at < len(data):
        match = _TOKEN.match(data, at)
        if match is None or match["word"] in _SPECIAL:
            return None
        at = match.end()
        if mark := match["mark"]:
            if mark in (b"[", b"<<"):
                open_lists.append([])
                continue
            inside = open_lists.pop()
            value = inside if mark == b"]" else _mapping(inside)
        else:
            value = _value(str(match.lastgroup), match[match.lastgroup or 0])
        open_lists[-1].append(value)
    return open_lists[0]


def _mapping(inside: list[Any]) -> dict[str, Any]:
    return {key.name: value for key, value in zip(inside[::2], inside[1::2], strict=True)}


def _value(kind: str, word: bytes) -> Any:
    match kind:
        case "real":
            return float(word)
        case "whole":
            return int(word)
        case "name":
            return LIT(word.decode("ascii"))
        case "word":
            return KWD(word)
    return _ESCAPE.sub(lambda one: bytes([_ESCAPES[one[1][0]]]), word) if b"\\" in word else word


class Document(PDFDocument):
    """Stands in for pdfminer's document, which reads all objects of a stream to give one."""

    def _getobj_objstm(self, stream: PDFStream, index: int, objid: int) -> object:
        parser = PDFStreamParser(_parts(stream)[index])
        parser.set_document(self)
        return parser.nextobject()[1]


def _parts(stream: PDFStream) -> list[bytes]:
    """The objects of a stream, each as it is written there."""
    parts: list[bytes] | None = getattr(stream, "parts", None)
    if parts is None:
        data, first = stream.get_data(), stream["First"]
        starts = [first + int(word) for word in data[:first].split()[1::2]]
        parts = [data[start:end] for start, end in pairwise([*starts, len(data)])]
        stream.parts = parts  # type: ignore[attr-defined]
    return parts


def resolved(value: Any) -> Any:
    """Stands in for pdfplumber's function: what is plain already is given as it is."""
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, tuple) and all(isinstance(one, _PLAIN) for one in value):
        return value
    return resolve_all(value)


class Page(pdfplumber.page.Page):
    """Stands in for pdfplumber's page, which looks at everything to give the words."""

    @property
    def chars(self) -> list[dict[str, Any]]:
        """All characters."""
        if hasattr(self, "_objects"):
            return super().chars
        if not hasattr(self, "_chars"):
            given = (self.pdf, self.page_obj, self.page_number, self.initial_doctop)
            with patch.object(Interpreter, "take", words_of):
                self._chars = pdfplumber.page.Page(*given).chars
        return self._chars


def read_once() -> None:
    """From now on, in this process."""
    pdfplumber.page.PDFPageInterpreter = Interpreter  # type: ignore[attr-defined]
    pdfplumber.pdf.PDFDocument = Document  # type: ignore[attr-defined]
    pdfplumber.pdf.Page = Page  # type: ignore[attr-defined]
    pdfplumber.page.resolve_and_decode = lru_cache(resolve_and_decode)  # type: ignore[attr-defined]
    pdfplumber.page.resolve_all = resolved  # type: ignore[assignment,attr-defined]
