"""The request: what a person asked for, as one frozen value, and how its words are read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import normalize

from printkit.backends import FORMATS
from printkit.errors import MissingGlyphError, PrintkitError, UsageError, did_you_mean
from printkit.paper import NO_OFFSET, Offset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printkit.layout.imposition import Handling
    from printkit.paper import Paper

MAX_NAME = 40
NAME_FACE = "Roboto"
MAX_PLAYERS = 100
MAX_TEXT = 64
MAX_COPIES = 1000
MIN_DPI, MAX_DPI = 30, 1200
ORIENTATIONS = ("portrait", "landscape")


@dataclass(frozen=True, slots=True)
class Request:
    """What to build. `counts` is None where nobody said; 'all' where all were asked for."""

    targets: tuple[str, ...]
    paper: Paper
    counts: tuple[int, ...] | str | None = None
    names: tuple[str, ...] = ()
    variant: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    copies: int = 1
    seed: str | None = None
    theme: str = "colour"
    language: str = "en"
    formats: tuple[str, ...] = ("pdf",)
    dpi: int = 150
    out: Path | None = None
    only: str | None = None
    """Of all sheets that the targets stand for, only the one of this id."""
    orientation: str | None = None
    duplex: str | None = None
    crop_marks: bool = False
    offset: Offset = NO_OFFSET

    def handling(self) -> Handling:
        """How the paper is printed."""
        from printkit.layout.imposition import DUPLEX, Handling

        duplex = self.duplex or DUPLEX[0]
        return Handling(self.orientation, duplex, self.crop_marks, self.offset)


def check_handling(request: Request) -> None:
    """Refuses what excludes each other: a print shop turns, moves and cuts the paper itself."""
    given = {"--duplex": request.duplex is not None, "--offset": request.offset != NO_OFFSET}
    for name in (name for name, is_given in given.items() if is_given and request.crop_marks):
        hint = f"for a print shop leave {name} out, for your own printer --crop-marks"
        raise UsageError(f"--crop-marks and {name} exclude each other", hint=hint)


def check_orientation(text: str) -> str:
    """How the paper lies."""
    return _check_word("orientation", text, ORIENTATIONS)


def check_duplex(text: str) -> str:
    """How backs get behind their fronts."""
    from printkit.layout.imposition import DUPLEX

    return _check_word("way of duplex", text, DUPLEX)


def _check_word(what: str, text: str, known: tuple[str, ...]) -> str:
    if text not in known:
        raise UsageError(f"unknown {what} '{text}'", hint=did_you_mean(text, known))
    return text


def parse_counts(text: str) -> tuple[int, ...] | str:
    """'4', '3-5', '2,4' or 'all' as player counts."""
    words = text.strip().lower()
    if words == "all":
        return "all"
    counts: list[int] = []
    for part in words.split(","):
        match = re.fullmatch(r"\s*(\d{1,4})\s*(?:-\s*(\d{1,4})\s*)?", part)
        if match is None:
            hint = "write 4, 3-5, 2,4 or all"
            raise UsageError(f"'{text}' is not a number of players", hint=hint)
        first, last = int(match[1]), int(match[2] or match[1])
        if not 1 <= first <= last <= MAX_PLAYERS:
            hint = f"from 1 to {MAX_PLAYERS}, the smaller number first"
            raise UsageError(f"'{text}' is not a number of players", hint=hint)
        counts += [count for count in range(first, last + 1) if count not in counts]
    return tuple(counts)


def parse_names(text: str) -> tuple[str, ...]:
    """'Ann, Ben' as names; each of 1 to 40 printable characters, no two alike."""
    return check_names(tuple(name.strip() for name in text.split(",")))


def check_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the players, each of which can be printed."""
    names = tuple(normalize("NFC", name) for name in names)
    for number, name in enumerate(names, 1):
        if not name:
            raise PrintkitError(f"name {number} is empty", hint='write --names "Ann,Ben,Cleo"')
        if len(name) > MAX_NAME:
            message = f"the name '{name[:20]}…' has {len(name)} characters"
            raise PrintkitError(message, hint=f"at most {MAX_NAME} fit")
        if name in names[: number - 1]:
            raise PrintkitError(f"the name '{name}' is there twice", hint="tell the players apart")
        _check_printable(name)
    return names


def _check_printable(name: str) -> None:
    """Refuse a name with a character that would not print, before any layout is looked at."""
    from printkit.fonts import text_width

    try:
        text_width(name, NAME_FACE, 1.0)
    except MissingGlyphError as error:
        raise MissingGlyphError(f"the name '{name}' cannot be printed: {error.message}") from None


def parse_settings(pairs: tuple[str, ...]) -> dict[str, str]:
    """['key=value', …] as a map."""
    settings: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise UsageError(f"'{pair}' sets nothing", hint="write --set key=value")
        settings[key.strip()] = value.strip()
    return settings


def parse_out(text: str) -> Path:
    """A file with the ending of a format, or a folder; 'pad.jpg' is neither."""
    out = Path(text)
    ending = out.suffix.lower().removeprefix(".")
    if ending.isalpha() and ending not in FORMATS and text[-1] not in "/\\" and not out.is_dir():
        *others, last = FORMATS
        hint = f"a file ends with .{', .'.join(others)} or .{last}, a folder with /"
        raise UsageError(f"'{text}' is no file that can be made", hint=hint)
    return out


def check_formats(formats: tuple[str, ...]) -> tuple[str, ...]:
    """The formats, each once."""
    for name in formats:
        if name not in FORMATS:
            raise UsageError(f"unknown format '{name}'", hint=did_you_mean(name, FORMATS))
    return tuple(dict.fromkeys(formats))


def usual_formats(out: str) -> tuple[str, ...]:
    """The format that nobody named: the one that the file's name ends with, else PDF."""
    ending = Path(out).suffix.lower().removeprefix(".")
    return (ending if ending in FORMATS else next(iter(FORMATS)),)


def check_text(what: str, text: str) -> str:
    """A text of 1 to 64 printable characters."""
    if not 1 <= len(text) <= MAX_TEXT or not text.isprintable():
        raise UsageError(f"the {what} must be 1 to {MAX_TEXT} printable characters")
    return text
