"""The PDF file around the content: numbered objects, pages, outline, labels, information.

Takes finished bodies of objects and gives the bytes of the file. All numbers of objects come from
here. ReportLab counts them and writes catalogue and page tree; this is the only module that imports
it. Knows no scene and no font.

ReportLab runs `reportlab_settings.py` and `reportlab_mods.py` from the working folder, their
namesakes in the home folder, and obeys `RL_*` variables. None of that may change a sheet, so
they are hidden while it is imported.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import md5
from typing import Any

from printkit.backends.later import hidden, load_later
from printkit.backends.pdf_pack import Packer
from printkit.patterns import pattern


@contextmanager
def _variables_hidden(prefix: str) -> Iterator[None]:
    variables = {name: value for name, value in os.environ.items() if name.startswith(prefix)}
    for name in variables:
        del os.environ[name]
    try:
        yield
    finally:
        os.environ.update(variables)


load_later("PIL", "Image")  # ReportLab imports it, and draws no picture for us
with hidden({"reportlab_settings": {}, "reportlab_mods": {}}), _variables_hidden("RL_"):
    from reportlab import rl_config
    from reportlab.pdfbase import pdfdoc

# An application around printkit may have loaded ReportLab with settings of its own.
_SETTINGS = {"invariant": 1, "pdfComments": 0, "pdfMultiLine": 0}
_SMALL = 4096
_HARMLESS = pattern(r"[ -'*-\[\]-~]*")
"""ASCII as it stands between parentheses."""


class PdfObject(pdfdoc.PDFObject):
    """A numbered object; its body may be filled in until the file is finished."""

    __slots__ = ("__InternalName__", "body", "reference")
    __RefOnly__ = 1

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.reference = ""

    def format(self, _document: object) -> bytes:
        """The body, asked for once by ReportLab and let go to save memory."""
        body, self.body = self.body, b""
        return body


class PdfFile:
    """A PDF in the making.

    `add` gives an object that is filled in later. `put` takes small finished ones, whose numbers
    were taken before; `put_next`, `add_stream` and `add_page` take these themselves.
    """

    def __init__(self, language: str) -> None:
        for name, value in _SETTINGS.items():
            setattr(rl_config, name, value)
        self._reportlab = _new_document(language)  # reportlab's document
        self._reportlab.Reference(self._reportlab.Pages)
        self._pages = f"{self._reportlab.objectcounter} 0 R"  # the reference of the page tree
        self._outline = _Bookmark("", "")  # what all bookmarks hang below
        self._labels: list[str] = []  # of the pages so far
        self._page_count = 0  # how many there are so far
        self._streams: dict[bytes, str] = {}  # references of streams, by what is in them
        self._loose: dict[int, bytes] = {}  # objects that are not packed, by number
        self._packer = Packer()  # compresses small objects

    def take_numbers(self, count: int = 1) -> int:
        """The first of so many numbers."""
        first: int = self._reportlab.objectcounter + 1
        self._reportlab.objectcounter += count
        return first

    def put(self, number: int, *bodies: bytes) -> None:
        """Small objects that nothing is added to any more, with numbers from this one on."""
        if self._packer.put(number, bodies):
            self._packer.bundle(self.take_numbers())

    def put_next(self, body: bytes) -> str:
        """The reference of a small object with the next number."""
        number = self.take_numbers()
        self.put(number, body)
        return f"{number} 0 R"

    def add(self, body: str = "") -> PdfObject:
        """Numbers one more object and keeps it; its body may still be filled in."""
        item = PdfObject(body.encode("latin-1"))
        self._reportlab.Reference(item)
        item.reference = f"{self._reportlab.objectcounter} 0 R"
        return item

    def add_stream(self, data: bytes, entries: str = "", effort: int = 6) -> str:
        """The reference of a stream of compressed data, with further entries of its dictionary.

        One that comes again is not stored again: pages and groups of them that look alike are one.
        """
        found = md5(data, usedforsecurity=False)
        found.update(entries.encode("latin-1"))
        key = found.digest()
        self._reportlab.signature.update(key)
        known = self._streams.get(key)
        if known is None:
            number = self.take_numbers()
            self._loose[number] = _stream(data, entries, effort)
            known = self._streams[key] = f"{number} 0 R"
        return known

    def add_page(
        self,
        entries: str,
        contents: str,
        found_by: tuple[Sequence[Sequence[str]], str],
        elements: int = 0,
    ) -> tuple[int, bytes]:
        """The next page: entries of its dictionary, the reference of its content, its bookmarks and
        its label, and how many elements it has, which get the numbers right after its own.

        Gives its number and its body, which whoever adds it puts into the file with the elements.
        """
        bookmarks, label = found_by
        body = f"<</Type/Page/Parent {self._pages}{entries}/Contents {contents}>>"
        number = self.take_numbers(1 + elements)
        reference = f"{number} 0 R"
        self._reportlab.Pages.addPage(reference.encode())
        for path in bookmarks:
            self._outline.add(path, reference)
        self._add_label(label)
        self._page_count += 1
        return number, body.encode("latin-1")

    def finish(
        self, information: Mapping[str, str], viewing: str, entries: Mapping[str, str]
    ) -> bytes:
        """The whole file, with title, author and the like, what a reader should do, and further
        entries of the catalogue."""
        info = "".join(f"/{key}{text_string(text)}" for key, text in information.items() if text)
        self._reportlab.info = self.add(f"<<{info}>>")
        self._reportlab.signature.update(info.encode())
        catalogue = self._reportlab.Catalog
        catalogue.ViewerPreferences = f"<</DisplayDocTitle true/PrintScaling/None{viewing}>>"
        catalogue.PageLabels = f"<</Nums[{''.join(self._labels)}]>>" if self._labels else None
        catalogue.Outlines = self._write_outline()
        for name, value in entries.items():
            setattr(catalogue, name, value or None)
        if len(self._outline.children) > 1:
            catalogue.PageMode = "/UseOutlines"
        return self._pack()

    def _pack(self) -> bytes:
        """The bytes. The information is found without a reader of PDF; it stays by itself."""
        document = self._reportlab
        root, info = (document.Reference(each) for each in (document.Catalog, document.info))
        root, info = (each.format(document) for each in (root, info))
        for number, item in self._items():
            body = pdfdoc.format(item, document, toplevel=1)
            if item is document.info:
                self._loose[number] = body
            else:
                self.put(number, body)
        self._packer.bundle(self.take_numbers())
        identity = document.signature.hexdigest().encode().upper()
        trailer = b"/Root %s/Info %s/ID[<%s><%s>]" % (root, info, identity, identity)
        return self._packer.file(self._loose, self.take_numbers(), trailer)

    def _items(self) -> Iterator[tuple[int, Any]]:
        """ReportLab's objects with their numbers; writing one may bring up others."""
        document, done = self._reportlab, 0
        while done < len(document.numberToId):
            names = list(document.numberToId.items())[done:]
            done += len(names)
            for number, name in names:
                yield number, document.idToObject[name]

    def _add_label(self, label: str) -> None:
        """A label holds for its page alone: the next page without one counts on in figures."""
        if label:
            self._labels.append(f"{self._page_count}<</P{text_string(label)}>>")
        elif self._labels and self._labels[-1].startswith(f"{self._page_count - 1}<</P"):
            self._labels.append(f"{self._page_count}<</S/D/St {self._page_count + 1}>>")

    def _write_outline(self) -> str | None:
        if not self._outline.children:
            return None
        root = self.add()
        root.body = f"<</Type/Outlines{self._write_bookmarks(self._outline, root)}>>".encode()
        return root.reference

    def _write_bookmarks(self, parent: _Bookmark, parent_object: PdfObject) -> str:
        """Writes what is under a bookmark; gives the entries by which the parent finds it."""
        if not parent.children:
            return ""
        bookmarks = list(parent.children.values())
        items = [self.add() for _ in bookmarks]
        for index, (bookmark, item) in enumerate(zip(bookmarks, items, strict=True)):
            before = f"/Prev {items[index - 1].reference}" if index else ""
            after = f"/Next {items[index + 1].reference}" if index + 1 < len(items) else ""
            below = self._write_bookmarks(bookmark, item)
            item.body = (
                f"<</Title{text_string(bookmark.title)}/Parent {parent_object.reference}"
                f"/Dest[{bookmark.page}/Fit]{before}{after}{below}>>"
            ).encode()
        count = parent.count_below()
        return f"/First {items[0].reference}/Last {items[-1].reference}/Count {count}"


def _stream(data: bytes, entries: str, effort: int) -> bytes:
    """The body of a stream; with effort 0 its data is stored as it is."""
    packed = _compress(data, effort) if effort else data
    filters = "/Filter/FlateDecode" if effort else ""
    head = f"<<{entries}{filters}/Length {len(packed)}>>stream\n"
    return head.encode("latin-1") + packed + b"\nendstream"


def _compress(data: bytes, effort: int) -> bytes:
    """Deflated data.

    Before it begins, zlib clears a quarter of a megabyte, which takes longer than the half kilobyte
    of a page. For so little a small window gives the same in a fifth of the time.
    """
    small = len(data) <= _SMALL
    packer = zlib.compressobj(effort, zlib.DEFLATED, 12, 4) if small else zlib.compressobj(effort)
    return packer.compress(data) + packer.flush()


def _new_document(language: str) -> Any:
    """ReportLab's document, its identity freed from the clock and SOURCE_DATE_EPOCH."""
    with _variables_hidden("SOURCE_DATE_EPOCH"):
        document: Any = pdfdoc.PDFDocument(invariant=1, pdfVersion=(1, 7), lang=language)
    vars(document)["signature"] = md5(b"printkit", usedforsecurity=False)
    return document


class _Bookmark:
    """A title in the outline, its page, and the titles below it."""

    __slots__ = ("children", "page", "title")

    def __init__(self, title: str, page: str) -> None:
        self.title = title
        self.page = page
        self.children: dict[str, _Bookmark] = {}

    def add(self, path: Sequence[str], page: str) -> None:
        """Hangs a path of titles below; those already there keep their page."""
        bookmark = self
        for title in path:
            bookmark = bookmark.children.setdefault(title, _Bookmark(title, page))

    def count_below(self) -> int:
        return sum(1 + child.count_below() for child in self.children.values())


def text_string(text: str) -> str:
    """Any text as a PDF string: plain where it is ASCII, else UTF-16."""
    if _HARMLESS.fullmatch(text):
        return f"({text})"
    if text.isascii() and text.isprintable():
        return "(" + escape(text) + ")"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


def escape(text: str) -> str:
    """The inside of a literal string, with what would end it made harmless."""
    text = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return text.replace("\r", "\\r")
