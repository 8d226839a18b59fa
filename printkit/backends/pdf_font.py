"""One face in one PDF: gives codes to characters as they come, and embeds just their glyphs.

Takes characters, or glyphs with what they stand for; gives their codes and widths, and at the end
the font's objects. A code stands for characters, not for a glyph, so that text copied from the
file is what was typed even where two characters share a glyph. Knows no scene.
"""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import normalize

from printkit import faces, glyphs
from printkit.backends.numbers import short
from printkit.backends.pdf_file import PdfFile, escape

_SYMBOLIC = 4
_NON_SYMBOLIC = 32
_ITALIC = 64
_EASTERN = "ĄąĆćĘęŁłŃńŚśŹźŻżČčĎďĚěŇňŘřŤťŮůĽľŐőŰűĐđĞğİıŞş"
"""What Poles, Czechs, Slovaks, Hungarians, Croats and Turks type besides western letters."""
_SPARE = (
    *(0x7F, 0x81, 0x82, 0x83, *range(0x86, 0x8A), 0x8B, 0x8D, 0x8F, 0x90, 0x95, 0x98, 0x99, 0x9B),
    *(0x9D, 0xA4, 0xA6, 0xA8, 0xAC, 0xAD, 0xAF, 0xB4, 0xB6, 0xB8, 0xB9, *range(14, 32)),
)
"""Their codes: those that in WinAnsi stand for nothing, or for marks that nobody types."""
_WESTERN = [code for code in range(32, 256) if code not in (*_SPARE, 0xA0)]
TYPED = {
    **{bytes([code]).decode("cp1252"): code for code in _WESTERN},
    **dict(zip(_EASTERN, _SPARE, strict=False)),
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
"""What the Adobe Glyph List calls letters, by their accents, and those that have none."""
_UNHEARD = "\N{ZERO WIDTH SPACE}"
"""What a glyph stands for whose letters another one has told."""
_SYSTEM = "<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
_MOST_MAPPINGS = 100  # in one block of a ToUnicode map: Adobe Technical Note 5411


class _Codes(dict[str | tuple[int, str], tuple[str, float]]):
    """Codes and widths by character, or by glyph and what it stands for; new ones come last."""

    def __init__(self, face_id: str) -> None:
        self._face_id = face_id

    def __missing__(self, key: str | tuple[int, str]) -> tuple[str, float]:
        code = (len(self) + 1).to_bytes(2).decode("latin-1")
        advance = glyphs.advance(key if isinstance(key, str) else key[0], self._face_id)
        self[key] = escape(code), round(advance * 1000, 3)
        return self[key]


class EmbeddedFont:
    """A face of which the file will hold the characters that were encoded.

    `codes` gives the code of each for a literal string, and its width in thousandths of the size.
    """

    def __init__(self, file: PdfFile, face_id: str, index: int) -> None:
        self._file = file  # where it is written
        self._face = faces.find_face(face_id)  # whose font it is
        self._object = file.add()  # the object of the font
        self.codes = _Codes(face_id)  # the codes of its characters, as they come
        self.reference = self._object.reference  # by which pages refer to it
        self.name = f"/F{index}"  # by which operators name it
        self._base_font = f"/{_subset_tag(index)}+{face_id}"  # its name for readers

    def finish(self) -> None:
        """Writes the font's objects; to be called when everything is encoded."""
        face_id = self._face.id
        numbers = [
            glyphs.glyph_number(key, face_id) if isinstance(key, str) else key[0]
            for key in self.codes
        ]
        subset = glyphs.subset(numbers, face_id)
        names = [subset.names[number] for number in numbers]
        encoding = self._cff_encoding(names) if subset.is_cff else "/Identity-H"
        descriptor = write_descriptor(self._file, self._base_font, self._face, subset, _SYMBOLIC)
        descendant = self._file.add(
            f"<</Type/Font/Subtype/CIDFontType{0 if subset.is_cff else 2}/BaseFont{self._base_font}"
            f"/CIDSystemInfo{_SYSTEM}/FontDescriptor {descriptor}"
            f"{self._cff_widths(names) if subset.is_cff else self._numbering(names)}>>"
        )
        texts = [key if isinstance(key, str) else key[1] or _UNHEARD for key in self.codes]
        to_unicode = self._file.add_stream(_to_unicode(texts).encode())
        self._object.body = (
            f"<</Type/Font/Subtype/Type0/BaseFont{self._base_font}/Encoding{encoding}"
            f"/DescendantFonts[{descendant.reference}]/ToUnicode {to_unicode}>>"
        ).encode()

    def _numbering(self, names: Iterable[int]) -> str:
        """The widths by code, and the glyph of each code: what TrueType fonts need."""
        widths = " ".join(short(width) for _, width in self.codes.values())
        numbers = bytes(2) + b"".join(name.to_bytes(2) for name in names)
        return f"/W[1[{widths}]]/CIDToGIDMap {self._file.add_stream(numbers)}"

    def _cff_widths(self, names: Iterable[int]) -> str:
        """The widths by the font's own names for its glyphs."""
        widths = (width for _, width in self.codes.values())
        found = sorted(dict(zip(names, widths, strict=True)).items())
        return f"/W[{' '.join(f'{name}[{short(width)}]' for name, width in found)}]"

    def _cff_encoding(self, names: Iterable[int]) -> str:
        """The map from codes to the font's own names for its glyphs, which it needs in PDF."""
        name = f"/Glyphs{self.name[1:]}"
        entries = f"/Type/CMap/CMapName{name}/CIDSystemInfo{_SYSTEM}"
        lines = [f"<{code:04X}> {glyph}" for code, glyph in enumerate(names, 1)]
        content = _map(name, f"/CIDSystemInfo {_SYSTEM} def", "cidchar", lines)
        return f" {self._file.add_stream(content.encode(), entries)}"


def write_descriptor(
    file: PdfFile,
    name: str,
    face: faces.AnyFace,
    subset: glyphs.Subset,
    flags: int,
) -> str:
    """Writes a face's file and measures; gives the reference of its descriptor."""
    metrics = glyphs.metrics(face.id)
    kind = "/Subtype/CIDFontType0C" if subset.is_cff else f"/Length1 {len(subset.data)}"
    data = file.add_stream(subset.data, kind, effort=9)
    box = " ".join(short(edge * 1000) for edge in subset.box)
    return file.add(
        f"<</Type/FontDescriptor/FontName{name}"
        f"/Flags {flags + _ITALIC * face.italic}/FontBBox[{box}]"
        f"/ItalicAngle {-12 * face.italic}/StemV {face.weight // 5}"
        f"/Ascent {short(metrics.ascent * 1000)}/Descent {short(-metrics.descent * 1000)}"
        f"/CapHeight {short(metrics.cap_height * 1000)}"
        f"/FontFile{3 if subset.is_cff else 2} {data}>>"
    ).reference


class TypingFont:
    """A face for what people type into fields: one code a character, as every reader expects."""

    def __init__(self, file: PdfFile, face_id: str) -> None:
        self._file, self._face = file, faces.find_face(face_id)

    def write(self, characters: Iterable[str]) -> str:
        """Writes the font for these characters, as far as the face has them."""
        face_id = self._face.id
        there = (each for each in characters if glyphs.has_glyph(each, face_id))
        known = sorted((TYPED[each], each) for each in there)
        numbers = [glyphs.glyph_number(character, face_id) for _, character in known]
        subset = glyphs.subset(numbers, face_id, mapped="".join(each for _, each in known))
        widths = dict.fromkeys(range(known[0][0], known[-1][0] + 1), "0")
        for code, character in known:
            widths[code] = short(round(glyphs.advance(character, face_id) * 1000))
        name = f"/{_subset_tag(0)}+{self._face.id}"
        descriptor = write_descriptor(self._file, name, self._face, subset, _NON_SYMBOLIC)
        return self._file.add(
            f"<</Type/Font/Subtype/TrueType/BaseFont{name}/Encoding{_typed_encoding(known)}"
            f"/FirstChar {min(widths)}/LastChar {max(widths)}/Widths[{' '.join(widths.values())}]"
            f"/FontDescriptor {descriptor}>>"
        ).reference


def _typed_encoding(known: Iterable[tuple[int, str]]) -> str:
    """WinAnsi, and where it differs the names of the letters."""
    others = [f"{code}/{_glyph_name(each)}" for code, each in known if code in _SPARE]
    if not others:
        return "/WinAnsiEncoding"
    return f"<</BaseEncoding/WinAnsiEncoding/Differences[{' '.join(others)}]>>"


def _glyph_name(letter: str) -> str:
    if letter in _UNACCENTED:
        return _UNACCENTED[letter]
    apart = normalize("NFD", letter)
    return apart[0] + _ACCENTS[apart[1]]


def _subset_tag(index: int) -> str:
    """The six letters that mark a subset, another for each font of the file."""
    letters = (chr(ord("A") + index // 26**place % 26) for place in reversed(range(6)))
    return "".join(letters)


def _to_unicode(texts: Iterable[str]) -> str:
    """The map by which a reader copies text: codes 1, 2, 3 … to characters."""
    lines = [
        f"<{code:04X}> <{text.encode('utf-16-be').hex().upper()}>"
        for code, text in enumerate(texts, 1)
    ]
    system = "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def"
    return _map("/Adobe-Identity-UCS", system, "bfchar", lines, kind=2)


def _map(name: str, system: str, entry: str, lines: list[str], kind: int = 1) -> str:
    """A map from codes of two bytes to something."""
    blocks = [lines[i : i + _MOST_MAPPINGS] for i in range(0, len(lines), _MOST_MAPPINGS)]
    return "\n".join(
        (
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
            system,
            f"/CMapName {name} def /CMapType {kind} def",
            "1 begincodespacerange <0000> <FFFF> endcodespacerange",
            *("\n".join((f"{len(b)} begin{entry}", *b, f"end{entry}")) for b in blocks),
            "endcmap CMapName currentdict /CMap defineresource pop end end",
        )
    )
