"""Our Canvas; the only module that imports ReportLab or relies on how it works.

ReportLab runs `reportlab_settings.py` and `reportlab_mods.py` from the working directory and the
home folder, obeys `RL_*` variables, and formats numbers with `_rl_accel` if that is installed. None
of that may affect a sheet, so all of it is hidden while ReportLab is imported.

`PdfCanvas` is ReportLab's `Canvas` with everything else that a tagged, fillable file needs. Where
`Canvas` has no public interface for it, a comment says why something private is used.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import md5
from io import BytesIO
from threading import Lock
from types import ModuleType
from typing import TYPE_CHECKING, Any, BinaryIO

from printkit.backends.pdf.objects import Name, ObjectWriter, Reference, Value, serialize, stream

_SETTINGS_MODULES = ("reportlab_settings", "reportlab_mods")
_ACCELERATOR = "_rl_accel"


@contextmanager
def _hide_environment() -> Iterator[None]:
    """Import with ReportLab's defaults, ignoring this machine's settings."""
    variables = {name: value for name, value in os.environ.items() if name.startswith("RL_")}
    stubs: dict[str, Any] = {name: ModuleType(name) for name in _SETTINGS_MODULES}
    stubs[_ACCELERATOR] = None  # makes its import fail
    hidden = {name: sys.modules[name] for name in stubs if name in sys.modules}
    for name in variables:
        del os.environ[name]
    sys.modules.update(stubs)
    try:
        yield
    finally:
        os.environ.update(variables)
        for name in stubs:
            del sys.modules[name]
        sys.modules.update(hidden)


_environment_lock = Lock()


@contextmanager
def _without_variable(name: str) -> Iterator[None]:
    """Hide an environment variable for a moment, in one thread at a time."""
    with _environment_lock:
        value = os.environ.pop(name, None)
        try:
            yield
        finally:
            if value is not None:
                os.environ[name] = value


with _hide_environment():
    from reportlab import rl_config
    from reportlab.pdfbase import pdfdoc
    from reportlab.pdfgen.canvas import Canvas

if TYPE_CHECKING:
    from reportlab.pdfbase.pdfdoc import PDFFormXObject

_SETTINGS = {"invariant": 1, "pdfComments": 0, "pdfMultiLine": 0, "canvas_baseColor": None}
"""Settings applied for each file, because other code in the process may use ReportLab, too."""


class PdfCanvas(Canvas):
    """A canvas for one file.

    Draw with `addLiteral`, and with `beginForm` and `doForm`. Objects that `Canvas` does not know
    are made with `add`, `add_stream` and `reserve`/`write`, and become part of the file through
    `finish_page`, `define_xobject`, `define_font` or `set_catalog_entry`.
    """

    # Private, and missing in the library's type stubs.
    _code: list[str]
    _formsinuse: list[str]

    def __init__(self, language: str, file: BinaryIO) -> None:
        for name, value in _SETTINGS.items():
            setattr(rl_config, name, value)
        with _without_variable(
            "SOURCE_DATE_EPOCH"
        ):  # which ReportLab reads, and may not understand
            super().__init__(BytesIO(), pageCompression=1)
            # Canvas makes its PDFDocument itself. Ours writes pages and forms as they are finished.
            self._doc: _PdfDocument = _PdfDocument(language, file)
        self.objects = self._doc.objects  # writes objects that are text already

    def _make_preamble(self) -> None:
        """Make pages and forms start empty.

        Canvas would select Helvetica in each of them, which isn't embedded; another initial font
        would have to be one that ReportLab itself can embed.
        """
        self._preamble = ""

    def reserve(self) -> Reference:
        """Reserve the number of an object that is written later."""
        return Reference(self.objects.reserve_number())

    def write(self, reference: Reference, value: Value) -> None:
        """Write an object whose number was reserved."""
        self.objects.write(reference.number, serialize(value))

    def add(self, value: Value) -> Reference:
        """Write a new object."""
        reference = self.reserve()
        self.write(reference, value)
        return reference

    def add_uncompressed(self, value: Value) -> Reference:
        """Write a new object that can be read without decompressing anything."""
        reference = self.reserve()
        self.objects.write_alone(reference.number, serialize(value).encode("ascii"))
        return reference

    def add_stream(
        self, data: bytes, entries: Mapping[str, Value] | None = None, *, compress: bool = True
    ) -> Reference:
        """Write a stream; equal ones are stored once."""
        return self._doc.add_stream(data, entries or {}, compress=compress)

    def define_xobject(self, name: str, reference: Reference) -> None:
        """Make an object available to `doForm` that wasn't made with `beginForm`."""
        self._doc.define(pdfdoc.xObjectName(name), reference)

    def define_font(self, name: str, reference: Reference) -> None:
        """Make a font available to all content, for the `Tf` operator."""
        self._doc.fonts[name] = reference

    def set_catalog_entry(self, key: str, value: Value) -> None:
        """Set a catalog entry to an object of ours; `setCatalogEntry` takes no reference."""
        name = f"Catalog.{key}"
        self._doc.define(name, value if isinstance(value, Reference) else self.add(value))
        self.setCatalogEntry(key, pdfdoc.PDFObjectReference(name))

    def take_content(self) -> str:
        """Return and reset the content drawn on this page since the last call.

        Content shared by pages is a stream of its own between those of the page; Canvas makes one
        stream per page and has no public way to take its content so far.
        """
        self._doc.used_on_pages |= dict.fromkeys(self._formsinuse)
        content = "".join([f"{line}\n" for line in self._code])
        self._formsinuse.clear()
        self._code.clear()
        return content

    @property
    def page_reference(self) -> Reference:
        """The reference of the current page."""
        return self._doc.page_reference()

    def finish_page(self, contents: Sequence[Reference], entries: Mapping[str, Value]) -> None:
        """Write the page with these content streams and entries, and begin the next one.

        `showPage` would make a stream of its own, and reset a graphics state that isn't used.
        """
        content: Value = contents[0] if len(contents) == 1 else contents
        self._doc.write_page({**entries, "Contents": content})

    def finish_file(self, information: Reference) -> None:
        """Write the rest of the file, with this document information dictionary."""
        self._doc.information = information
        self.getpdfdata()  # type: ignore[no-untyped-call]


class _PdfDocument(pdfdoc.PDFDocument):
    """ReportLab's document, which writes pages and forms when they are finished.

    PDFDocument would keep all of them as objects until the end. It still makes the catalog, the
    page tree, the outline and the page labels.
    """

    # Missing or incomplete in the library's type stubs.
    Catalog: Any
    Outlines: Any
    Pages: Any

    def __init__(self, language: str, file: BinaryIO) -> None:
        super().__init__(compression=1, invariant=1, pdfVersion=(1, 7), lang=language)
        # The ID of the file must depend only on its content; PDFDocument's includes the time, or
        # SOURCE_DATE_EPOCH.
        self.signature = md5(b"printkit", usedforsecurity=False)
        self.objects = ObjectWriter(self.reserve_number, file)
        self.fonts: dict[str, Value] = {}  # references of fonts, by name
        self.used_on_pages: dict[str, None] = {}  # names for `doForm`, used as an ordered set
        self.information: Reference | None = None
        self._streams: dict[bytes, Reference] = {}  # by the digest of their content
        self._font_resources = Reference(self.reserve_number())
        self._page_resources = Reference(self.reserve_number())
        self._pages = self._number_of(self.Pages)

    def reserve_number(self) -> int:
        """Return the number of a new object; ReportLab's own objects are numbered after it."""
        self.objectcounter += 1
        return int(self.objectcounter)

    def _number_of(self, item: Any) -> Reference:
        name = self.Reference(item).name  # type: ignore[no-untyped-call]
        return Reference(self.idToObjectNumberAndVersion[name][0])

    def define(self, name: str, reference: Reference) -> None:
        """Make ReportLab refer to one of our objects by a name."""
        self.idToObjectNumberAndVersion[name] = reference.number, 0

    def add_stream(self, data: bytes, entries: Mapping[str, Value], *, compress: bool) -> Reference:
        key = md5(data, usedforsecurity=False)
        key.update(serialize(entries).encode("ascii"))
        known = self._streams.get(key.digest())
        if known is None:
            known = self._streams[key.digest()] = Reference(self.reserve_number())
            self.signature.update(key.digest())
            self.objects.write_alone(known.number, stream(data, entries, compress=compress))
        return known

    def page_reference(self) -> Reference:
        """Return the reference of the current page, which bookmarks know by its name."""
        name = self.thisPageName()
        if name not in self.idToObjectNumberAndVersion:
            self.define(name, Reference(self.reserve_number()))
        return Reference(self.idToObjectNumberAndVersion[name][0])

    def write_page(self, entries: Mapping[str, Value]) -> None:
        """Write the current page, and begin the next one."""
        reference = self.page_reference()
        body = serialize(
            {
                "Type": Name("Page"),
                "Parent": self._pages,
                "Resources": self._page_resources,
                **entries,
            }
        )
        self.objects.write(reference.number, body)
        self.signature.update(body.encode("ascii"))
        self.Pages.addPage(str(reference))
        self.pageCounter += 1
        self.inObject = None

    def addForm(self, name: str, form: PDFFormXObject) -> None:  # noqa: N802 - ReportLab's name
        """Write a drawing that a Canvas has finished; equal ones are stored once."""
        names = form.XObjects.dict if form.XObjects else {}
        entries: dict[str, Value] = {
            "Type": Name("XObject"),
            "Subtype": Name("Form"),
            "BBox": form.BBoxList(),
            "Resources": self._resources(names),
        }
        self.define(pdfdoc.xObjectName(name), self.add_stream(form.stream, entries, compress=True))
        self.inObject = None

    def _resources(self, names: Iterable[str]) -> Value:
        numbers = self.idToObjectNumberAndVersion
        xobjects = {name: Reference(numbers[name][0]) for name in names}
        return {"Font": self._font_resources, "XObject": xobjects}

    def GetPDFData(self, canvas: Canvas) -> bytes:  # noqa: N802 - ReportLab's name
        """Write all objects that ReportLab has kept, and the end of the file."""
        names = map(pdfdoc.xObjectName, self.used_on_pages)
        for reference, value in (
            (self._font_resources, self.fonts),
            (self._page_resources, self._resources(names)),
        ):
            self.objects.write(reference.number, serialize(value))
        self.Outlines.prepare(self, canvas)
        if self.Outlines.ready < 0:
            self.Catalog.Outlines = None
        root = self._number_of(self.Catalog)
        self._write_kept_objects()
        identity = self.signature.hexdigest()
        trailer: dict[str, Value] = {"Root": root, "ID": [identity, identity]}
        if self.information is not None:
            trailer["Info"] = self.information
        self.objects.finish(trailer)
        return b""  # everything has been written to the file

    def _write_kept_objects(self) -> None:
        """Write the objects of ReportLab's own classes; formatting one may create others."""
        written = 0
        while written < len(self.numberToId):
            for number, name in list(self.numberToId.items())[written:]:
                body = pdfdoc.format(self.idToObject[name], self, toplevel=1)
                self.objects.write(number, body.decode("ascii"))
                written += 1
