"""System fonts, for characters that no shipped font has.

`find` returns a face that has all of some characters. Fonts are found with fontconfig, or in the
usual folders if that isn't installed; PRINTKIT_FONTS can name others, or none. Among several fonts
that have the characters, the choice is deterministic. Fonts are searched only when a character is
missing. A font file is untrusted: one that exceeds a limit, or may not be embedded, is skipped.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from re import sub
from shutil import which
from struct import unpack_from
from threading import Lock
from typing import Final, NamedTuple, TypeAlias

import uharfbuzz as hb

from printkit.core.budget import count_steps
from printkit.core.errors import MissingGlyphError, RefusalError, UsageError
from printkit.core.filecache import digest, note_digest
from printkit.text.faces import SystemFace, font_use, register_system_face
from printkit.text.fontfile import MAX_CHARACTERS, check_licence
from printkit.text.glyphs import check_glyph, glyph_number, subset
from printkit.text.segmentation import script_of

VARIABLE: Final = "PRINTKIT_FONTS"
MAX_BYTES: Final = 100_000_000
MAX_FILES: Final = 5_000
MAX_FACES: Final = 64
"""The number of fonts read from one file."""
SECONDS: Final = 10  # timeout for fontconfig's list
STEPS_A_FILE: Final = 20
MAX_TRIED: Final = 20
"""The number of fonts that are tried for the same characters."""

FontSource: TypeAlias = tuple[str, ...] | None
"""The files and folders where fonts are looked for; None for the system's own."""

_ENDINGS: Final = (".ttf", ".otf", ".ttc", ".otc")
_COLOURS: Final = frozenset({"COLR", "CBDT", "sbix", "SVG ", "CFF2"})
_OUTLINES: Final = ("glyf", "CFF ")
_NEEDED: Final = frozenset({"head", "maxp", "hhea", "hmtx", "cmap"})
_FOLDERS: Final = {
    "darwin": ("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
    "win32": ("${WINDIR}/Fonts", "${LOCALAPPDATA}/Microsoft/Windows/Fonts"),
}
_USUAL_FOLDERS: Final = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
)
_PACKAGES: Final = {"CJK": "fonts-noto-cjk", "": "fonts-symbola"}
_REGIONS: Final = (("shift_jis", "JP"), ("euc_kr", "KR"), ("gb2312", "SC"), ("big5", "TC"))
"""Old encodings tell which characters a region uses, and so which forms its readers expect."""
_ODD: Final = ("mono", "serif", "looped", "kufi", "nastaliq", " ui", "display", "condensed")


_STAND_INS: Final = frozenset({"lastresort", "lastresorthe", "adobeblank", "tofu"})
"""Fonts that claim to have every character, but draw only placeholders."""


class FontStyle(NamedTuple):
    """The wanted look of a font: its weight, and whether it is italic."""

    weight: int
    italic: bool


class _FoundFont(NamedTuple):
    """A font as described by its own metadata, not yet checked."""

    path: str
    number: int  # the index of the font in its file
    family: str
    title: str  # the full name, such as Noto Sans Thai Bold
    name: str  # the PostScript name, such as NotoSansThai-Bold
    weights: tuple[float, float]  # the lightest and the heaviest one available
    italic: bool
    characters: hb.Set  # the characters that it claims to have


def font_source() -> FontSource:
    """Return the places where fonts may currently come from."""
    if font_use().forbids:
        return ()
    said = os.environ.get(VARIABLE)
    return None if said is None else tuple(filter(None, said.split(os.pathsep)))


def region(text: str) -> str:
    """Return the region whose forms of Chinese characters suit the text, as in font names."""
    for encoding, name in _REGIONS:
        try:
            "".join(one for one in text if script_of(one) == "CJK").encode(encoding)
        except UnicodeError:
            continue
        return name
    return ""


def font_advice(character: str, source: FontSource) -> str:
    """Return a hint for when no font has a character."""
    if source == ():
        return f"the fonts of this system are off because of --no-system-fonts or {VARIABLE}"
    package = _PACKAGES.get(script_of(character), "fonts-noto-core")
    return (
        f"install a font that has it (on Debian or Ubuntu {package}), "
        f"or name its file in {VARIABLE}"
    )


@lru_cache(maxsize=4096)
def find_system_face(
    characters: str, wanted: FontStyle, region: str, source: FontSource
) -> SystemFace | None:
    """Return the most suitable font that has these characters, if there is one."""
    codes = [ord(one) for one in characters]
    having = [one for one in _catalogue(source) if all(code in one.characters for code in codes)]
    having.sort(key=lambda one: _distance(one, wanted, region))
    faces = (_make_face(one, wanted) for one in having[:MAX_TRIED])
    return next((face for face in faces if _can_print(characters, face.id)), None)


def _can_print(characters: str, face_id: str) -> bool:
    """Return whether a font really has the characters it claims, and can be embedded."""
    try:
        if any(check_glyph(character, face_id) == "missing" for character in characters):
            return False
        subset([glyph_number(character, face_id) for character in characters], face_id)
    except MissingGlyphError:
        return False
    return True


def _distance(found: _FoundFont, wanted: FontStyle, region: str) -> tuple[object, ...]:
    """Return a sort key: the distance of a font from the wanted style, and then its name."""
    family = found.family.lower()
    is_other_region = "cjk" in family and not family.endswith(f" {region.lower()}")
    odd = sum(word in family for word in _ODD)
    lightest, heaviest = found.weights
    return (
        odd,
        not family.startswith("noto"),
        is_other_region,
        found.italic != wanted.italic,
        max(lightest - wanted.weight, wanted.weight - heaviest, 0),
        len(family),
        family,
        found.name,
        Path(found.path).name,
        found.number,
    )


_held: dict[str, SystemFace] = {}
_holding = Lock()


def _make_face(found: _FoundFont, wanted: FontStyle) -> SystemFace:
    lightest, heaviest = found.weights
    weight = min(max(wanted.weight, lightest), heaviest)
    axes = (("wght", float(weight)),) if lightest < heaviest else ()
    content = digest(Path(found.path).read_bytes())
    name = sub(r"[^A-Za-z0-9-]", "", found.name or found.family)[:40] or "Font"
    face_id = f"{name}-{round(weight) if axes else found.number}-{content[:8]}"
    face = SystemFace(
        id=face_id,
        path=Path(found.path),
        index=found.number,
        name=f"{found.family} {round(weight)}" if axes else found.title,
        digest=content,
        weight=round(weight),
        italic=found.italic,
        axes=axes,
    )
    with _holding:
        _held[face_id] = register_system_face(face)
    return face


def note_use(face_id: str) -> None:
    """Note that a face is used, if it is one of this system."""
    face = _held.get(face_id)
    if face is not None:
        font_use().faces[face_id] = face
        note_digest(face.path, face.digest)


@lru_cache(maxsize=4)
def _catalogue(source: FontSource) -> tuple[_FoundFont, ...]:
    found: list[_FoundFont] = []
    for path in sorted(set(_files(source)))[:MAX_FILES]:
        count_steps(STEPS_A_FILE)
        found += _fonts_in(path)
    return tuple(found)


def _files(source: FontSource) -> Iterable[str]:
    if source is None:
        listed = _fontconfig_files()
        if listed is not None:
            return listed
        folders = _FOLDERS.get(sys.platform, _USUAL_FOLDERS)
        return _below(os.path.expandvars(os.path.expanduser(one)) for one in folders)  # noqa: PTH111
    for place in source:
        if not Path(place).exists():
            hint = "set it to font files or folders of fonts, or unset it"
            raise UsageError(f"{VARIABLE}: no such file or folder: '{place}'", hint=hint)
    return _below(source)


def _fontconfig_files() -> list[str] | None:
    """Return the fonts that fontconfig lists; None if it is missing or doesn't answer."""
    import subprocess

    program = which("fc-list")
    if program is None:
        return None
    try:
        done = subprocess.run(
            [program, "--format", "%{file}\\n"], capture_output=True, timeout=SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return [os.fsdecode(line) for line in done.stdout.splitlines() if _is_font(os.fsdecode(line))]


def _below(places: Iterable[str]) -> Iterator[str]:
    """Yield the font files that are named, or are somewhere in a folder."""
    for place in places:
        if _is_font(place):
            yield str(Path(place).absolute())
        for folder, folders, files in os.walk(Path(place).absolute()):
            folders.sort()
            yield from (f"{folder}{os.sep}{file}" for file in sorted(files) if _is_font(file))


def _is_font(name: str) -> bool:
    return name.lower().endswith(_ENDINGS)


def _fonts_in(path: str) -> Iterator[_FoundFont]:
    """Yield the usable fonts of a file; none if it is broken or must not be used."""
    try:
        if not Path(path).is_file() or Path(path).stat().st_size > MAX_BYTES:
            return
        blob = hb.Blob.from_file_path(path)
        for index in range(min(hb.Face(blob, 0).count, MAX_FACES)):
            if found := _describe_font(path, index, hb.Face(blob, index)):
                yield found
    except (OSError, hb.HarfBuzzError, RefusalError, ValueError):
        return


def _describe_font(path: str, index: int, face: hb.Face) -> _FoundFont | None:
    tags = set(face.table_tags)
    if tags & _COLOURS or not tags.intersection(_OUTLINES) or _NEEDED - tags:
        return None
    os2 = bytes(face.reference_table("OS/2").data or b"")
    check_licence(os2)
    characters = face.unicodes
    if not 16 <= face.upem <= 16384 or len(characters) > MAX_CHARACTERS:
        return None
    (weight,), (style,) = (unpack_from(">H", os2.ljust(64, b"\0"), at) for at in (4, 62))
    spans = [(axis.min_value, axis.max_value) for axis in face.axis_infos if axis.tag == "wght"]
    names = hb.OTNameIdPredefined
    family = face.get_name(names.TYPOGRAPHIC_FAMILY) or face.get_name(names.FONT_FAMILY) or ""
    if sub("[^a-z]", "", family.lower()) in _STAND_INS:
        return None
    return _FoundFont(
        path,
        index,
        family,
        (face.get_name(names.FULL_NAME) or family)[:60],
        face.get_name(names.POSTSCRIPT_NAME) or "",
        spans[0] if spans else (weight, weight),
        bool(style & 1),
        characters,
    )
