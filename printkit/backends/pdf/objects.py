"""PDF objects as bytes, and the file that contains them.

`serialize` writes Python values in the syntax of PDF (ISO 32000-1, 7.3). `ObjectWriter` writes
numbered objects to a file, with object streams and a cross-reference stream (7.5.7 and 7.5.8).

ReportLab keeps every object until the end and writes each one separately. A tagged file has an
object for every paragraph, and a form one for every field; compressed together they take a fifth of
the space, and written as they come they take little memory.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from struct import Struct
from typing import BinaryIO, NamedTuple, TypeAlias

from printkit.backends.numbers import short

_HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
_OBJECTS_PER_STREAM = 1000  # a reader decompresses all of them to get one
_FREE, _IN_FILE, _IN_OBJECT_STREAM = 0, 1, 2  # types of entries in a cross-reference stream
_MOST_CACHED = 256  # short streams, which the next file may have, too: drawings and fonts
_SHORT_BYTES = 32_000
_ENTRY = Struct(">BIH")  # of a cross-reference stream: its type, an offset or number, an index


class Reference(NamedTuple):
    """A reference to an indirect object."""

    number: int

    def __str__(self) -> str:
        return f"{self.number} 0 R"


class Name(str):
    """A PDF name, without its slash."""

    __slots__ = ()


Value: TypeAlias = (
    "Reference | Name | str | int | float | Mapping[str, Value] | Sequence[Value] | None"
)


def serialize(value: Value) -> str:
    """Write a value in the syntax of PDF: ASCII only, whatever text is in it."""
    match value:
        case Reference():
            return str(value)
        case Name():
            return f"/{value}"
        case str():
            return text_string(value)
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return short(value)
        case Mapping():
            entries = [f"/{key} {serialize(each)}" for key, each in value.items()]
            return f"<<{' '.join(entries)}>>"
        case _:
            return f"[{' '.join(map(serialize, value))}]"


def text_string(text: str) -> str:
    """Write a text as a PDF string: literal if it is printable ASCII, otherwise UTF-16 in hex."""
    if text.isascii() and text.isprintable():
        escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        return f"({escaped})"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


class ObjectWriter:
    """A writer of the objects of a file in progress."""

    def __init__(self, reserve_number: Callable[[], int], file: BinaryIO) -> None:
        self.reserve_number = reserve_number
        self._file = file
        self._size = file.write(_HEADER)
        self._table = bytearray()  # the cross-reference entries, by object number
        self._waiting: list[tuple[int, str]] = []  # objects of the next object stream

    def write(self, number: int, body: str) -> None:
        """Write an object that is not a stream."""
        self._waiting.append((number, body))
        if len(self._waiting) == _OBJECTS_PER_STREAM:
            self._write_object_stream()

    def write_alone(self, number: int, body: bytes) -> None:
        """Write an object outside of object streams, where every stream must be."""
        self._set_entry(number, _IN_FILE, self._size)
        self._size += self._file.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))

    def finish(self, trailer: Mapping[str, Value]) -> None:
        """Write the rest of the file."""
        self._write_object_stream()
        number, start = self.reserve_number(), self._size
        self._set_entry(number, _IN_FILE, start)
        _ENTRY.pack_into(self._table, 0, _FREE, 0, 0xFFFF)
        entries: dict[str, Value] = {
            "Type": Name("XRef"),
            "W": [1, 4, 2],
            "Size": number + 1,
            **trailer,
        }
        table = stream(bytes(self._table), entries)
        self._file.write(b"%d 0 obj\n%s\nendobj\n" % (number, table))
        self._file.write(b"startxref\n%d\n%%%%EOF\n" % start)

    def _write_object_stream(self) -> None:
        if not self._waiting:
            return
        own, offsets, length = self.reserve_number(), [], 0
        for index, (number, body) in enumerate(self._waiting):
            self._set_entry(number, _IN_OBJECT_STREAM, own, index)
            offsets.append(f"{number} {length}")
            length += len(body) + 1
        head = f"{' '.join(offsets)}\n"
        data = head + "\n".join([body for _, body in self._waiting])
        entries: dict[str, Value] = {
            "Type": Name("ObjStm"),
            "N": len(self._waiting),
            "First": len(head),
        }
        self._waiting.clear()
        self.write_alone(own, stream(data.encode("ascii"), entries))

    def _set_entry(self, number: int, kind: int, place: int, index: int = 0) -> None:
        missing = (number + 1) * _ENTRY.size - len(self._table)
        if missing > 0:
            self._table.extend(bytes(missing))
        _ENTRY.pack_into(self._table, number * _ENTRY.size, kind, place, index)


def stream(data: bytes, entries: Mapping[str, Value], *, compress: bool = True) -> bytes:
    """Return the body of a stream object."""
    if compress:
        data = (_compress_short if len(data) <= _SHORT_BYTES else zlib.compress)(data)
        entries = {**entries, "Filter": Name("FlateDecode")}
    head = serialize({**entries, "Length": len(data)})
    return head.encode("ascii") + b"stream\n" + data + b"\nendstream"


_compress_short = lru_cache(_MOST_CACHED)(zlib.compress)
