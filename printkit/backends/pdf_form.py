"""The form of a PDF: fields that can be filled in on a screen, and the script that adds them up.

Takes fields page by page; gives their annotations at once and the form when the file is finished.
Names are joined by dots, and PDF wants them as a tree: `change.3.2` hangs below `change.3`. Two
fields of one name are one field that shows at both places. Knows no layout.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from printkit import formscript
from printkit.backends.numbers import short
from printkit.backends.pdf_file import PdfFile, PdfObject, escape, text_string
from printkit.backends.pdf_font import TYPED, TypingFont
from printkit.formulas import Term, calculation_order
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.scene import Field

_PRINTED = 4  # the flag of an annotation that is printed

_DIGITS = "0123456789+-., "
_NUMBERS, _WORDS = "Pen", "Webdings"
"""The names of the one font. PDFium asks an embedded font for western letters only, and sets others
in whatever the system has, unless the font is called like one that has letters of its own."""
_TICK = ((0.14, 0.48), (0.38, 0.16), (0.9, 0.9))
"""The corners of a tick from the lower left, as parts of its box."""


class _Shown(NamedTuple):
    """A field at one place: the object of its annotation, its rectangle on the page, and the
    number by which it finds its element where the file is read aloud."""

    field: Field
    annotation: PdfObject
    rectangle: str
    key: int | None


class PdfForm:
    """All fields of one file."""

    def __init__(self, file: PdfFile, words: Sequence[str]) -> None:
        self._file, self._words = file, words
        self._shown: dict[str, list[_Shown]] = {}
        self._shared: dict[str, str] = {}

    def add(self, fields: Sequence[Field], height: float, key: int | None) -> tuple[list[str], str]:
        """The annotations that show these fields, and the entries of a page that has them.

        With a key they are tied to elements: the first by this number, the others by the next.
        """
        references = []
        for number, field in enumerate(fields):
            annotation = self._file.add()
            bottom, top = height - field.y - field.height, height - field.y
            corners = (field.x, bottom, field.x + field.width, top)
            own = None if key is None else key + number
            shown = _Shown(field, annotation, " ".join(map(short, corners)), own)
            self._shown.setdefault(field.name, []).append(shown)
            references.append(annotation.reference)
        return references, f"/Annots[{' '.join(references)}]/Tabs/S" if references else ""

    def finish(self) -> tuple[str, str]:
        """The form and the names of the script, as entries of the catalogue; often nothing."""
        if not self._shown:
            return "", ""
        fields = {name: shown[0].field for name, shown in self._shown.items()}
        tree = _FieldTree(self._file)
        for name in fields:
            tree.grow(name)
        written = {name: self._write(tree, name, shown) for name, shown in self._shown.items()}
        roots = tree.finish()
        formulas = {n: field.formula for n, field in fields.items() if field.formula is not None}
        order = " ".join(written[name] for name in calculation_order(formulas))
        calculations = f"/CO[{order}]" if order else ""
        fonts = self._fonts(fields.values())
        form = self._file.add(
            f"<</Fields[{roots}]{calculations}/DR<</Font<<{fonts}>>>>/DA(/{_NUMBERS} 0 Tf 0 g)>>"
        )
        return form.reference, self._script(formulas)

    def _write(self, tree: _FieldTree, name: str, shown: list[_Shown]) -> str:
        """One field: with one place it is its annotation, with several it has them as kids."""
        entries = self._entries(shown[0].field, tree.parent(name), name.rpartition(".")[2])
        if len(shown) == 1:
            field = shown[0].annotation
            field.body = f"<<{entries}{self._widget(shown[0])}>>".encode("latin-1")
        else:
            kids = " ".join(each.annotation.reference for each in shown)
            field = self._file.add(f"<<{entries}/Kids[{kids}]>>")
            for each in shown:
                body = f"<</Parent {field.reference}{self._widget(each)}>>"
                each.annotation.body = body.encode("latin-1")
        tree.place(name, field)
        return field.reference

    def _entries(self, field: Field, parent: str, part: str) -> str:
        above = f"/Parent {parent}" if parent else ""
        kind = "/Btn/V/Off" if field.kind == "tick" else "/Tx/Q 1"
        return f"/FT{kind}{above}/T({part})/TU{text_string(field.label)}{self._actions(field)}"

    def _widget(self, shown: _Shown) -> str:
        field = shown.field
        turned = "/MK<</R 180>>" if field.turn else ""
        look = f"/DA({_look(field)})"
        if field.kind == "tick":
            look = f"/AS/Off/AP {self._ticks(field)}"
        tied = "" if shown.key is None else f"/StructParent {shown.key}"
        return f"/Subtype/Widget/F {_PRINTED}/Rect[{shown.rectangle}]{look}{turned}{tied}"

    def _actions(self, field: Field) -> str:
        """What happens when somebody leaves the field, or another one changes."""
        if field.kind != "number":
            return ""
        if field.formula is not None:
            script, when = formscript.CALCULATE, "C"
        else:
            script, when = formscript.check(field.least, field.most), "V"
        return f"/AA {self._share(f'<</{when}<</S/JavaScript/JS({escape(script)})>>>>')}"

    def _ticks(self, field: Field) -> str:
        """How a box looks, ticked and not: the same object for all boxes of one size."""
        box = f"/BBox[0 0 {short(field.width)} {short(field.height)}]"
        entries = f"/Type/XObject/Subtype/Form{box}/Resources<<>>"
        ticked = self._file.add_stream(_tick(field).encode(), entries)
        empty = self._file.add_stream(b"", entries)
        return self._share(f"<</N<</Yes {ticked}/Off {empty}>>>>")

    def _share(self, body: str) -> str:
        """An object that several fields refer to."""
        if body not in self._shared:
            self._shared[body] = self._file.add(body).reference
        return self._shared[body]

    def _fonts(self, fields: Iterable[Field]) -> str:
        """The face in which is typed: letters too, where words may be."""
        fields = list(fields)
        words = any(field.kind == "text" for field in fields)
        font = TypingFont(self._file, fields[0].font).write(TYPED if words else _DIGITS)
        return f"/{_NUMBERS} {font}/{_WORDS} {font}" if words else f"/{_NUMBERS} {font}"

    def _script(self, formulas: dict[str, Term]) -> str:
        """By this script a judge of the file also knows that the form is ours."""
        script = formscript.script(formulas, self._words)
        stream = self._file.add_stream(script.encode("ascii"), effort=9)
        action = f"<</S/JavaScript/JS {stream}>>"
        return f"<</JavaScript<</Names[(printkit){action}]>>>>"


class _FieldTree:
    """The fields that only group others: `change` and `change.3` above `change.3.2`."""

    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._groups: dict[str, PdfObject] = {}
        self._kids: dict[str, list[str]] = {}

    def grow(self, name: str) -> None:
        """Makes room for a field: the groups above it."""
        above = name.rpartition(".")[0]
        while above and above not in self._groups:
            self._groups[above] = self._file.add()
            above = above.rpartition(".")[0]

    def parent(self, name: str) -> str:
        """The reference of the group that a name hangs below; nothing at the top."""
        above = name.rpartition(".")[0]
        return self._groups[above].reference if above else ""

    def place(self, name: str, item: PdfObject) -> None:
        """Hangs a field below its group."""
        self._kids.setdefault(name.rpartition(".")[0], []).append(item.reference)

    def finish(self) -> str:
        """Writes the groups; gives the references of what is at the top."""
        for name, group in self._groups.items():
            self.place(name, group)
        for name, group in self._groups.items():
            parent = self.parent(name)
            above = f"/Parent {parent}" if parent else ""
            kids = " ".join(self._kids[name])
            part = name.rpartition(".")[2]
            group.body = f"<</T({part}){above}/Kids[{kids}]>>".encode("latin-1")
        return " ".join(self._kids[""])


def _look(field: Field) -> str:
    """How typed text looks: the face, its size and its colour."""
    face = _WORDS if field.kind == "text" else _NUMBERS
    return f"/{face} {short(field.size)} Tf {' '.join(map(short, field.colour))} rg"


def _tick(field: Field) -> str:
    """A tick in the colour of the pen, in the middle of its box."""
    side = min(field.width, field.height)
    left, bottom = (field.width - side) / 2, (field.height - side) / 2
    corners = [(left + x * side, bottom + y * side) for x, y in _TICK]
    if field.turn:
        corners = [(field.width - x, field.height - y) for x, y in corners]
    first, *others = [f"{short(x)} {short(y)}" for x, y in corners]
    path = f"{first} m " + " ".join(f"{corner} l" for corner in others)
    colour = " ".join(map(short, field.colour))
    return f"{colour} RG {short(max(0.9, side * 0.11))} w 1 J 1 j {path} S"
