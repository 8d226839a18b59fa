"""Fonts: each face as a subset of the glyphs that are used.

ReportLab embeds TrueType fonts only, chooses glyphs by character, and has its own subsetter. Shaped
text needs glyphs by number, in any script, and fonts of the system may have PostScript outlines.
So text is shown in Type0 fonts (ISO 32000-1, 9.7) that are written here, subset by HarfBuzz.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from printkit.backends.pdf.objects import Name, Reference, Value
from printkit.text import faces, glyphs

if TYPE_CHECKING:
    from printkit.backends.pdf.reportlab import PdfCanvas

_SYMBOLIC, _NON_SYMBOLIC, _ITALIC = 4, 32, 64  # flags of a font descriptor
_SYSTEM: dict[str, Value] = {"Registry": "Adobe", "Ordering": "Identity", "Supplement": 0}
_NO_TEXT = "\N{ZERO WIDTH SPACE}"
"""The text of a glyph whose letters belong to another glyph."""
_MAPPINGS_PER_BLOCK = 100  # Adobe Technical Note 5411
_MOST_SUBSETS = 64  # that are cached


class CharacterCode(NamedTuple):
    """The code of a character, as four hexadecimal digits, and its width in thousandths."""

    digits: str
    width: float


class EmbeddedFont:
    """A face, subset to the characters that were encoded.

    A code represents characters, not a glyph, so that copied text is right even if two characters
    share a glyph.
    """

    def __init__(self, face_id: str, index: int) -> None:
        self.name = f"F{index}"  # for the `Tf` operator
        self._face_id = face_id
        self._base_font = Name(f"{_subset_tag(index)}+{face_id}")
        self._codes: dict[str | tuple[int, str], CharacterCode] = {}

    def code(self, key: str | tuple[int, str]) -> CharacterCode:
        """Return the code of a character, or of a glyph number with its text."""
        known = self._codes.get(key)
        if known is None:
            advance = glyphs.advance(key if isinstance(key, str) else key[0], self._face_id)
            digits = f"{len(self._codes) + 1:04X}"
            known = self._codes[key] = CharacterCode(digits, round(advance * 1000, 3))
        return known

    def write(self, canvas: PdfCanvas) -> None:
        """Write the font once everything is encoded."""
        numbers = [
            glyphs.glyph_number(key, self._face_id) if isinstance(key, str) else key[0]
            for key in self._codes
        ]
        subset = _subset(frozenset(numbers), self._face_id)
        glyph_ids = [subset.names[number] for number in numbers]
        widths = [code.width for code in self._codes.values()]
        descriptor = _write_descriptor(canvas, self._base_font, self._face_id, subset, _SYMBOLIC)
        descendant: dict[str, Value] = {
            "Type": Name("Font"),
            "Subtype": Name("CIDFontType0" if subset.is_cff else "CIDFontType2"),
            "BaseFont": self._base_font,
            "CIDSystemInfo": _SYSTEM,
            "FontDescriptor": descriptor,
        }
        encoding: Value
        if subset.is_cff:  # codes are mapped to the font's own glyph ids by a CMap
            encoding = self._write_cmap(canvas, glyph_ids)
            found = sorted(dict(zip(glyph_ids, widths, strict=True)).items())
            descendant["W"] = [part for glyph, width in found for part in (glyph, [width])]
        else:
            encoding = Name("Identity-H")
            id_map = bytes(2) + b"".join(glyph.to_bytes(2) for glyph in glyph_ids)
            descendant |= {"W": [1, widths], "CIDToGIDMap": canvas.add_stream(id_map)}
        texts = [key if isinstance(key, str) else key[1] or _NO_TEXT for key in self._codes]
        font = canvas.add(
            {
                "Type": Name("Font"),
                "Subtype": Name("Type0"),
                "BaseFont": self._base_font,
                "Encoding": encoding,
                "DescendantFonts": [canvas.add(descendant)],
                "ToUnicode": canvas.add_stream(_to_unicode(texts).encode("ascii")),
            }
        )
        canvas.define_font(self.name, font)

    def _write_cmap(self, canvas: PdfCanvas, glyph_ids: Iterable[int]) -> Reference:
        name = Name(f"Glyphs{self.name}")
        lines = [f"<{code:04X}> {glyph}" for code, glyph in enumerate(glyph_ids, 1)]
        system = "/CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> def"
        content = _cmap(name, system, "cidchar", lines)
        entries: dict[str, Value] = {
            "Type": Name("CMap"),
            "CMapName": name,
            "CIDSystemInfo": _SYSTEM,
        }
        return canvas.add_stream(content.encode("ascii"), entries)


class Fonts:
    """The fonts of one file, by the ids of their faces."""

    def __init__(self) -> None:
        self._fonts: dict[str, EmbeddedFont] = {}

    def find(self, face_id: str) -> EmbeddedFont:
        """Return the font of a face."""
        if face_id not in self._fonts:
            self._fonts[face_id] = EmbeddedFont(face_id, len(self._fonts) + 1)
        return self._fonts[face_id]

    def write(self, canvas: PdfCanvas) -> None:
        """Write all fonts, at the end of the file."""
        for font in self._fonts.values():
            font.write(canvas)


# Files that are made one after the other often have the same characters.
_subset = lru_cache(_MOST_SUBSETS)(glyphs.subset)


def _write_descriptor(
    canvas: PdfCanvas, name: Name, face_id: str, subset: glyphs.Subset, flags: int
) -> Reference:
    """Write the font descriptor of a face, with its font file."""
    face, metrics = faces.find_face(face_id), glyphs.metrics(face_id)
    kind: dict[str, Value] = (
        {"Subtype": Name("CIDFontType0C")} if subset.is_cff else {"Length1": len(subset.data)}
    )
    file = canvas.add_stream(subset.data, kind)
    return canvas.add(
        {
            "Type": Name("FontDescriptor"),
            "FontName": name,
            "Flags": flags + _ITALIC * face.italic,
            "FontBBox": [edge * 1000 for edge in subset.box],
            "ItalicAngle": -12 * face.italic,
            "StemV": face.weight // 5,
            "Ascent": metrics.ascent * 1000,
            "Descent": -metrics.descent * 1000,
            "CapHeight": metrics.cap_height * 1000,
            "FontFile3" if subset.is_cff else "FontFile2": file,
        }
    )


def _subset_tag(index: int) -> str:
    """Return the six letters that mark a subset, different for each font of the file."""
    letters = (chr(ord("A") + index // 26**place % 26) for place in reversed(range(6)))
    return "".join(letters)


def _to_unicode(texts: Iterable[str]) -> str:
    """Return the CMap that PDF readers use to copy text: codes 1, 2, 3 … to characters."""
    lines = [
        f"<{code:04X}> <{text.encode('utf-16-be').hex().upper()}>"
        for code, text in enumerate(texts, 1)
    ]
    system = "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def"
    return _cmap("Adobe-Identity-UCS", system, "bfchar", lines, kind=2)


def _cmap(name: str, system: str, entry: str, lines: list[str], kind: int = 1) -> str:
    """Return a CMap for codes of two bytes."""
    blocks = [
        lines[start : start + _MAPPINGS_PER_BLOCK]
        for start in range(0, len(lines), _MAPPINGS_PER_BLOCK)
    ]
    return "\n".join(
        (
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
            system,
            f"/CMapName /{name} def /CMapType {kind} def",
            "1 begincodespacerange <0000> <FFFF> endcodespacerange",
            *("\n".join((f"{len(b)} begin{entry}", *b, f"end{entry}")) for b in blocks),
            "endcmap CMapName currentdict /CMap defineresource pop end end",
        )
    )


# From here on: the font of form fields. PDF readers use it to show typed text, and expect one byte
# per character.

_EASTERN = "ĄąĆćĘęŁłŃńŚśŹźŻżČčĎďĚěŇňŘřŤťŮůĽľŐőŰűĐđĞğİıŞş"
"""Letters of Polish, Czech, Slovak, Hungarian, Croatian and Turkish that WinAnsi doesn't have."""
_SPARE_CODES = (
    *(0x7F, 0x81, 0x82, 0x83, *range(0x86, 0x8A), 0x8B, 0x8D, 0x8F, 0x90, 0x95, 0x98, 0x99, 0x9B),
    *(0x9D, 0xA4, 0xA6, 0xA8, 0xAC, 0xAD, 0xAF, 0xB4, 0xB6, 0xB8, 0xB9, *range(14, 32)),
)
"""Codes for them: those that WinAnsi doesn't use, or uses for characters that aren't typed."""
_WESTERN_CODES = [code for code in range(32, 256) if code not in (*_SPARE_CODES, 0xA0)]
TYPED = {
    **{bytes([code]).decode("cp1252"): code for code in _WESTERN_CODES},
    **dict(zip(_EASTERN, _SPARE_CODES, strict=False)),
}
"""The characters that can be typed into a form, with their codes."""
_ACCENTS = {
    "\N{COMBINING ACUTE ACCENT}": "acute",
    "\N{COMBINING BREVE}": "breve",
    "\N{COMBINING DOT ABOVE}": "dotaccent",
    "\N{COMBINING RING ABOVE}": "ring",
    "\N{COMBINING DOUBLE ACUTE ACCENT}": "hungarumlaut",
    "\N{COMBINING CARON}": "caron",
    "\N{COMBINING CEDILLA}": "cedilla",
    "\N{COMBINING OGONEK}": "ogonek",
}
_UNACCENTED = {"Ł": "Lslash", "ł": "lslash", "Đ": "Dcroat", "đ": "dcroat", "ı": "dotlessi"}
"""Names in the Adobe Glyph List: of accents, and of letters that don't decompose."""


def write_typing_font(canvas: PdfCanvas, face_id: str, characters: Iterable[str]) -> Reference:
    """Write the font for typing these characters into fields, as far as the face has them."""
    available = (each for each in characters if glyphs.has_glyph(each, face_id))
    known = sorted((TYPED[each], each) for each in available)
    numbers = [glyphs.glyph_number(character, face_id) for _, character in known]
    subset = _subset(frozenset(numbers), face_id, "".join(each for _, each in known))
    widths = dict.fromkeys(range(known[0][0], known[-1][0] + 1), 0)
    for code, character in known:
        widths[code] = round(glyphs.advance(character, face_id) * 1000)
    name = Name(f"{_subset_tag(0)}+{face_id}")
    return canvas.add(
        {
            "Type": Name("Font"),
            "Subtype": Name("TrueType"),
            "BaseFont": name,
            "Encoding": _typing_encoding(known),
            "FirstChar": min(widths),
            "LastChar": max(widths),
            "Widths": list(widths.values()),
            "FontDescriptor": _write_descriptor(canvas, name, face_id, subset, _NON_SYMBOLIC),
        }
    )


def _typing_encoding(known: Iterable[tuple[int, str]]) -> Value:
    """Return WinAnsi, with the names of the letters whose codes differ from it."""
    differences: list[Value] = []
    for code, letter in known:
        if code in _SPARE_CODES:
            differences += code, Name(_glyph_name(letter))
    if not differences:
        return Name("WinAnsiEncoding")
    return {"BaseEncoding": Name("WinAnsiEncoding"), "Differences": differences}


def _glyph_name(letter: str) -> str:
    if letter in _UNACCENTED:
        return _UNACCENTED[letter]
    decomposed = normalize("NFD", letter)
    return decomposed[0] + _ACCENTS[decomposed[1]]
