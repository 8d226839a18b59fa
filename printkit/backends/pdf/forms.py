"""Form fields that can be filled in on a screen, and the script that computes them.

ReportLab's forms only have the standard fonts, no field hierarchy, no calculation order and no
scripts. `AcroForm` makes widgets for the fields of each page; the fields themselves are written at
the end (ISO 32000-1, 12.7).

PDF stores names with dots as a tree: `change.3.2` is a child of `change.3`. Two fields of the same
name are one field with two widgets.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from printkit.backends.numbers import short
from printkit.backends.pdf.fonts import TYPED, write_typing_font
from printkit.backends.pdf.objects import Name, Reference, Value, serialize
from printkit.core.formulas import javascript
from printkit.core.formulas.terms import calculation_order

if TYPE_CHECKING:
    from printkit.backends.pdf.reportlab import PdfCanvas
    from printkit.core.formulas.terms import Term
    from printkit.core.scene import Field

_PRINTED = 4  # the flag of an annotation that is printed
_CENTRED = 1
_DIGITS = "0123456789+-., "
_NUMBERS, _WORDS = "Pen", "Webdings"
"""Two names of the same font. PDFium uses an embedded font only for western letters, and a system
font for others, unless the embedded font has the name of a symbol font."""
_TICK = ((0.14, 0.48), (0.38, 0.16), (0.9, 0.9))
"""The corners of a tick from the lower left, relative to its box."""


class _Widget(NamedTuple):
    """A field at one position."""

    field: Field
    reference: Reference
    entries: dict[str, Value]


class AcroForm:
    """All fields of one file."""

    def __init__(self, canvas: PdfCanvas, refusals: Sequence[str]) -> None:
        self._canvas = canvas
        self._widgets: dict[str, list[_Widget]] = {}  # of fields not written yet, by name
        self._tree = _FieldTree(canvas)
        self._script = _Script(refusals)
        self._computed: list[str] = []  # references of fields with formulas, one text a section
        self._has_words = False  # whether there is a text field
        self._face = ""  # the font of the first field
        self._shared: dict[str, Reference] = {}  # objects that several fields use

    def add_widgets(
        self, fields: Sequence[Field], page_height: float, key: int | None
    ) -> list[Reference]:
        """Add the widgets that show these fields on the current page.

        In a tagged file, `key` is the key of the first one in the parent tree.
        """
        references = []
        for number, field in enumerate(fields):
            entries = self._widget_entries(field, page_height)
            if key is not None:
                entries["StructParent"] = key + number
            widget = _Widget(field, self._canvas.reserve(), entries)
            self._widgets.setdefault(field.name, []).append(widget)
            references.append(widget.reference)
        return references

    def write_fields(self) -> None:
        """Write the fields so far, and free the memory for them."""
        formulas: dict[str, Term] = {}
        written: dict[str, Reference] = {}
        for name, widgets in self._widgets.items():
            field = widgets[0].field
            reference = self._write_field(name)
            if field.formula is not None:
                formulas[name], written[name] = field.formula, reference
            self._has_words = self._has_words or field.kind == "text"
            self._face = self._face or field.font
        if formulas:
            self._script.add(javascript.field_functions(formulas))
            order = (str(written[name]) for name in calculation_order(formulas))
            self._computed.append(" ".join(order))
        self._tree.write_groups()
        self._widgets.clear()

    def finish(self) -> None:
        """Write the fields, and the catalog's entries for them."""
        self.write_fields()
        if not self._face:
            return
        canvas = self._canvas
        font = write_typing_font(canvas, self._face, TYPED if self._has_words else _DIGITS)
        fonts: dict[str, Value] = {_NUMBERS: font}
        form: dict[str, Value] = {
            "Fields": self._tree.roots,
            "DR": {"Font": {**fonts, _WORDS: font} if self._has_words else fonts},
            "DA": f"/{_NUMBERS} 0 Tf 0 g",
        }
        if self._computed:
            form["CO"] = order = canvas.reserve()
            canvas.objects.write(order.number, f"[{' '.join(self._computed)}]")
        canvas.set_catalog_entry("AcroForm", form)
        compressed: dict[str, Value] = {"Filter": Name("FlateDecode")}
        stream = canvas.add_stream(self._script.finish(), compressed, compress=False)
        action: dict[str, Value] = {"S": Name("JavaScript"), "JS": stream}
        canvas.set_catalog_entry("Names", {"JavaScript": {"Names": ["printkit", action]}})

    def _write_field(self, name: str) -> Reference:
        """Write a field: merged with its widget, or as the parent of several."""
        widgets = self._widgets[name]
        entries = self._field_entries(widgets[0].field)
        if len(widgets) == 1:
            reference = widgets[0].reference
            entries |= widgets[0].entries
        else:
            reference = self._canvas.reserve()
            entries["Kids"] = [widget.reference for widget in widgets]
            for widget in widgets:
                self._canvas.write(widget.reference, {"Parent": reference, **widget.entries})
        self._canvas.write(reference, {**entries, **self._tree.place(name, reference)})
        return reference

    def _field_entries(self, field: Field) -> dict[str, Value]:
        """Return the entries of a field, independent of its widgets."""
        entries: dict[str, Value] = {"TU": field.label}
        if field.kind == "tick":
            return {**entries, "FT": Name("Btn"), "V": Name("Off")}
        entries |= {"FT": Name("Tx"), "Q": _CENTRED}
        if field.kind == "number":
            if field.formula is not None:
                event, script = "C", javascript.CALCULATE
            else:
                event, script = "V", javascript.check_action(field.least, field.most)
            entries["AA"] = self._share({event: {"S": Name("JavaScript"), "JS": script}})
        return entries

    def _widget_entries(self, field: Field, page_height: float) -> dict[str, Value]:
        """Return the entries of a widget."""
        bottom, top = page_height - field.y - field.height, page_height - field.y
        entries: dict[str, Value] = {
            "Subtype": Name("Widget"),
            "F": _PRINTED,
            "Rect": [field.x, bottom, field.x + field.width, top],
        }
        if field.kind == "tick":
            entries |= {"AS": Name("Off"), "AP": self._tick_appearance(field)}
        else:
            font = _WORDS if field.kind == "text" else _NUMBERS
            colour = " ".join(map(short, field.colour))
            entries["DA"] = f"/{font} {short(field.size)} Tf {colour} rg"
        if field.turn:
            entries["MK"] = {"R": 180}
        return entries

    def _tick_appearance(self, field: Field) -> Reference:
        """Write a box with and without a tick: the same object for all boxes of one size."""
        entries: dict[str, Value] = {
            "Type": Name("XObject"),
            "Subtype": Name("Form"),
            "BBox": [0, 0, field.width, field.height],
            "Resources": {},
        }
        ticked = self._canvas.add_stream(_draw_tick(field).encode("ascii"), entries)
        empty = self._canvas.add_stream(b"", entries)
        return self._share({"N": {"Yes": ticked, "Off": empty}})

    def _share(self, value: Value) -> Reference:
        key = serialize(value)
        if key not in self._shared:
            self._shared[key] = self._canvas.add(value)
        return self._shared[key]


class _FieldTree:
    """The fields that only group others: `change` and `change.3` above `change.3.2`."""

    def __init__(self, canvas: PdfCanvas) -> None:
        self._canvas = canvas
        self.roots: list[Value] = []  # the top-level fields
        self._groups: dict[str, Reference] = {}
        self._kids: dict[str, list[Value]] = {"": self.roots}

    def place(self, name: str, reference: Reference) -> dict[str, Value]:
        """Return the entries that place a field below its groups."""
        above, _, part = name.rpartition(".")
        self._kids[self._group(above)].append(reference)
        return {"T": part, "Parent": self._groups[above]} if above else {"T": part}

    def _group(self, name: str) -> str:
        if name and name not in self._groups:
            self._group(name.rpartition(".")[0])
            self._groups[name] = self._canvas.reserve()
            self._kids[name] = []
        return name

    def write_groups(self) -> None:
        """Write the groups so far, and forget them: no later field is in one of them."""
        entries = {name: self.place(name, group) for name, group in self._groups.items()}
        for name, group in self._groups.items():
            self._canvas.write(group, {**entries[name], "Kids": self._kids[name]})
        self._groups.clear()
        self._kids = {"": self.roots}


class _Script:
    """The script of a document, compressed while it grows: it has a line for each formula."""

    def __init__(self, refusals: Sequence[str]) -> None:
        self._compressor = zlib.compressobj()
        self._before, self._end = javascript.script_frame(refusals)
        self._is_empty = True
        self._data = bytearray()

    def add(self, functions: Sequence[str]) -> None:
        self._write(self._before + ",\n".join(functions))
        self._before, self._is_empty = ",\n", False

    def finish(self) -> bytes:
        """Return the compressed script."""
        self._write(self._before + self._end if self._is_empty else self._end)
        return bytes(self._data + self._compressor.flush())

    def _write(self, text: str) -> None:
        self._data += self._compressor.compress(text.encode("ascii"))


def _draw_tick(field: Field) -> str:
    """Return the operators that draw a tick in the middle of its box."""
    side = min(field.width, field.height)
    left, bottom = (field.width - side) / 2, (field.height - side) / 2
    corners = [(left + x * side, bottom + y * side) for x, y in _TICK]
    if field.turn:
        corners = [(field.width - x, field.height - y) for x, y in corners]
    first, *others = [f"{short(x)} {short(y)}" for x, y in corners]
    path = f"{first} m " + " ".join(f"{corner} l" for corner in others)
    colour = " ".join(map(short, field.colour))
    return f"{colour} RG {short(max(0.9, side * 0.11))} w 1 J 1 j {path} S"
