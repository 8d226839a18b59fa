"""One face in one PDF: gives codes to characters as they come, and embeds just their glyphs.

Takes characters; gives their codes and widths, and at the end the font's objects. A code stands
for a character, not for a glyph, so that text copied from the file is what was typed even where
two characters share a glyph. Knows no scene.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit import faces, fonts
from printkit.backends.numbers import short
from printkit.backends.pdf_file import escape

if TYPE_CHECKING:
    from printkit.backends.pdf_file import PdfFile

_SYMBOLIC = 4
_NON_SYMBOLIC = 32
_ITALIC = 64
_TYPED = "".join(map(chr, (*range(32, 127), *range(161, 256)))) + "–—‘’“”„…€ŒœŠšŽžŸ"
_MOST_MAPPINGS = 100  # in one block of a ToUnicode map: Adobe Technical Note 5411


class EmbeddedFont:
    """A face of which the file will hold the characters that were encoded."""

    def __init__(self, file: PdfFile, face_id: str, index: int) -> None:
        self._file = file
        self._face = faces.find_face(face_id)
        self._codes: dict[str, tuple[str, float]] = {}
        self._object = file.add()
        self.name = f"/F{index}"
        self._base_font = f"/{_subset_tag(index)}+{face_id}"

    @property
    def reference(self) -> str:
        """What resources point at."""
        return self._object.reference

    def encode(self, character: str) -> tuple[str, float]:
        """The character's code for a literal string, and its width in thousandths of the size."""
        known = self._codes.get(character)
        if known is None:
            code = (len(self._codes) + 1).to_bytes(2).decode("latin-1")
            width = round(fonts.advance(character, self._face.id) * 1000, 3)
            known = self._codes[character] = (escape(code), width)
        return known

    def finish(self) -> None:
        """Writes the font's objects; to be called when everything is encoded."""
        subset = fonts.subset(self._codes, self._face.id)
        glyphs = b"".join(subset.glyphs[character].to_bytes(2) for character in self._codes)
        widths = " ".join(short(width) for _, width in self._codes.values())
        descendant = self._file.add(
            f"<</Type/Font/Subtype/CIDFontType2/BaseFont{self._base_font}"
            "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
            f"/FontDescriptor {self._descriptor(subset)}/W[1[{widths}]]"
            f"/CIDToGIDMap {self._file.add_stream(bytes(2) + glyphs).reference}>>"
        )
        to_unicode = self._file.add_stream(_to_unicode("".join(self._codes)).encode())
        self._object.body = (
            f"<</Type/Font/Subtype/Type0/BaseFont{self._base_font}/Encoding/Identity-H"
            f"/DescendantFonts[{descendant.reference}]/ToUnicode {to_unicode.reference}>>"
        ).encode()

    def _descriptor(self, subset: fonts.Subset) -> str:
        return write_descriptor(self._file, self._base_font, self._face, subset, _SYMBOLIC)


def write_descriptor(
    file: PdfFile,
    name: str,
    face: faces.Face | faces.OwnFace,
    subset: fonts.Subset,
    flags: int,
) -> str:
    """Writes a face's file and measures; gives the reference of its descriptor."""
    metrics = fonts.metrics(face.id)
    data = file.add_stream(subset.data, f"/Length1 {len(subset.data)}", level=9)
    box = " ".join(short(edge * 1000) for edge in subset.box)
    return file.add(
        f"<</Type/FontDescriptor/FontName{name}"
        f"/Flags {flags + _ITALIC * face.italic}/FontBBox[{box}]"
        f"/ItalicAngle {-12 * face.italic}/StemV {face.weight // 5}"
        f"/Ascent {short(metrics.ascent * 1000)}/Descent {short(-metrics.descent * 1000)}"
        f"/CapHeight {short(metrics.cap_height * 1000)}/FontFile2 {data.reference}>>"
    ).reference


class TypingFont:
    """A face for what people type into fields: one code a character, as every reader expects."""

    def __init__(self, file: PdfFile, face_id: str) -> None:
        self._file, self._face = file, faces.find_face(face_id)

    def write(self, characters: str | None = None) -> str:
        """Writes the font for these characters, or for those of western Europe."""
        codes = {bytes([code]).decode("cp1252", "ignore"): code for code in range(32, 256)}
        wanted = {
            character: code
            for character, code in codes.items()
            if character and character in (characters or _TYPED)
        }
        known = {c: code for c, code in wanted.items() if fonts.has_glyph(c, self._face.id)}
        subset = fonts.subset(known, self._face.id, mapped=True)
        widths = dict.fromkeys(range(min(known.values()), max(known.values()) + 1), "0")
        for character, code in known.items():
            widths[code] = short(round(fonts.advance(character, self._face.id) * 1000))
        name = f"/{_subset_tag(0)}+{self._face.id}"
        descriptor = write_descriptor(self._file, name, self._face, subset, _NON_SYMBOLIC)
        return self._file.add(
            f"<</Type/Font/Subtype/TrueType/BaseFont{name}/Encoding/WinAnsiEncoding"
            f"/FirstChar {min(widths)}/LastChar {max(widths)}/Widths[{' '.join(widths.values())}]"
            f"/FontDescriptor {descriptor}>>"
        ).reference


def _subset_tag(index: int) -> str:
    """The six letters that mark a subset, another for each font of the file."""
    letters = (chr(ord("A") + index // 26**place % 26) for place in reversed(range(6)))
    return "".join(letters)


def _to_unicode(characters: str) -> str:
    """The map by which a reader copies text: codes 1, 2, 3 … to characters."""
    lines = [
        f"<{code:04X}> <{character.encode('utf-16-be').hex().upper()}>"
        for code, character in enumerate(characters, 1)
    ]
    blocks = [lines[i : i + _MOST_MAPPINGS] for i in range(0, len(lines), _MOST_MAPPINGS)]
    return "\n".join(
        (
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
            "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def",
            "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
            "1 begincodespacerange <0000> <FFFF> endcodespacerange",
            *("\n".join((f"{len(b)} beginbfchar", *b, "endbfchar")) for b in blocks),
            "endcmap CMapName currentdict /CMap defineresource pop end end",
        )
    )
