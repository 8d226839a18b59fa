"""Reading files: those of the user, and those that printkit ships.

A `Source` is checked UTF-8 text with plain newlines; it gives the place (file, line, column and the
line's text) of anything in it. `inside` and `beside` resolve names in a layout, and make sure that
they don't lead out of its folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from sys import float_info

from printkit.core.budget import current_budget
from printkit.core.errors import (
    LayoutError,
    OutputError,
    Where,
    brief,
    cannot_read,
    escaped,
    name_of,
    nearest,
)
from printkit.core.filecache import note_read

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def shipped_folder(kind: str) -> Path:
    """Return the shipped folder `layouts` or `fonts`, or that of an example."""
    packed = _PACKAGE / "_data" / kind
    return packed if packed.is_dir() else _PACKAGE.parent / kind


def shown_path(path: Path) -> str:
    """Return a path as shown to users: shipped files begin with layouts/."""
    root = shipped_folder("layouts")
    return f"layouts/{path.relative_to(root)}" if path.is_relative_to(root) else str(path)


MAX_BYTES = 1_000_000
MAX_NUMBER = 10**15
BYTES_A_STEP = 10
_SHOWN_COLUMNS = 160

# Control characters, surrogates, non-characters, the invisible U+FEFF, U+2028 and U+2029 (only some
# tools count these as line breaks), and characters that change the direction of writing, so that a
# text can look different from what it says.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)


_LONG = 200
_PLAIN = re.compile(r"[\w-][\w.-]*(/[\w-][\w.-]*)*")
"""Names that stay inside a folder, unless there is a link on the way."""


class Source:
    """A text and its name; split into lines only when a place is needed."""

    __slots__ = ("_lines", "name", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self._lines: list[str] | None = None

    def where(self, line: int, column: int) -> Where:
        """Return the place at a 1-based line and column, with the line to show."""
        return Where(self.name, line, column, self._excerpt(line, column))

    def where_at(self, index: int) -> Where:
        """Return the place of the character at a 0-based index of the text."""
        line_start = self.text.rfind("\n", 0, index) + 1
        return self.where(self.text.count("\n", 0, index) + 1, index - line_start + 1)

    def index(self, line: int, column: int) -> int:
        """Return the 0-based index in the text of a 1-based line and column."""
        self.line(line)
        return sum(len(text) + 1 for text in (self._lines or ())[: line - 1]) + column - 1

    def line(self, number: int) -> str:
        """Return the text of a 1-based line, empty beyond the end."""
        if self._lines is None:
            self._lines = self.text.split("\n")
        return self._lines[number - 1] if number <= len(self._lines) else ""

    def _excerpt(self, number: int, column: int) -> str:
        """Return a line as it is shown in errors; empty if the column is too far to the right."""
        if column > _SHOWN_COLUMNS:
            return ""
        line = self.line(number)
        cut = line if len(line) <= _SHOWN_COLUMNS else line[: _SHOWN_COLUMNS - 1] + "…"
        if cut.isprintable():
            return cut
        return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", cut.replace("\t", " "))


def load_source(path: Path, name: str | None = None) -> Source:
    """Read a text file; errors refer to it as `name`."""
    name = str(path) if name is None else name
    check_name(path)
    try:
        if path.exists() and not path.is_file():
            # Opening a pipe would wait forever.
            what = "is a folder, not a file" if path.is_dir() else "isn't a regular file"
            raise OutputError(f"this {what}", Where(name))
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise cannot_read(name, error, _hint_for_missing(path, name)) from None
    except OSError as error:
        raise cannot_read(name, error) from None
    except ValueError as error:
        raise OutputError(f"cannot read this file: {error}", Where(name)) from None
    note_read(path, data)
    current_budget().count_reading(len(data) // BYTES_A_STEP, Where(name))
    return parse_source(_decode(data, name), name)


def check_name(path: Path) -> None:
    """Refuse a file name that is not UTF-8: it couldn't be written into the output."""
    if escaped(path.name) != path.name:
        raise OutputError(
            "cannot read this file: its name is not UTF-8", Where(str(path)), "rename it"
        )


def _hint_for_missing(path: Path, name: str) -> str:
    """Return a hint that names what is there instead, or a file with a similar name."""
    if is_there(path, Path.exists):
        return "this is a folder" if path.is_dir() else "this isn't a file"
    try:
        near = nearest(path.name, (other.name for other in path.parent.iterdir()), cutoff=0.8)
    except OSError:
        return ""
    return f"did you mean '{name.removesuffix(path.name)}{near}'?" if near else ""


def parse_source(text: str, name: str) -> Source:
    """Check a text's size and characters; line ends become plain newlines."""
    if len(text) > MAX_BYTES:
        raise _too_large(name)
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    source = Source(name, plain)
    if found := find_forbidden(plain):
        raise LayoutError(
            f"the character {name_of(found)} cannot be used in a file",
            source.where_at(plain.index(found)),
            "remove it, and save the file as UTF-8 text",
        )
    return source


def find_forbidden(text: str) -> str:
    """Return the first forbidden character of `text`, or an empty string."""
    if text.replace("\n", "").isprintable():  # fast, and true for nearly all texts
        return ""
    found = _FORBIDDEN.search(text)
    return found[0] if found else ""


def parse_number(text: str) -> float:
    """Parse a decimal number; raise ValueError if it is too large or too small to use."""
    number = float(text)
    if not abs(number) <= MAX_NUMBER:
        raise ValueError(f"the number {brief(text)} is too large")
    if number and abs(number) < float_info.min:
        raise ValueError(f"the number {brief(text)} is too small")
    return number


def _decode(data: bytes, name: str) -> str:
    if len(data) > MAX_BYTES:
        raise _too_large(name)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").removeprefix("\ufeff")
        shown = before + data[error.start :].decode("utf-8", errors="replace")
        raise LayoutError(
            f"the byte 0x{data[error.start]:02X} is not UTF-8 text",
            Source(name, shown).where_at(len(before)),
            "save the file as UTF-8",
        ) from None


def _too_large(name: str) -> LayoutError:
    return LayoutError(
        f"the file is larger than {MAX_BYTES // 1_000_000} MB",
        Where(name),
        "split it into several files",
    )


def is_there(path: Path, ask: Callable[[Path], bool] = Path.is_file) -> bool:
    """Return whether a file exists, or satisfies `ask`; False for names that the system refuses."""
    try:
        return ask(path)
    except (OSError, ValueError):
        return False


def _has_link(root: Path, name: str) -> bool:
    """Return whether the path contains a link below `root`."""
    at = str(root)
    for part in name.split("/"):
        at = f"{at}/{part}"
        if os.path.islink(at):  # noqa: PTH114 - faster, and called often
            return True
    return False


def inside(root: Path, name: str) -> Path | None:
    """Return the path `name` below `root`, or None if `..` or a link leads outside."""
    if len(name) < _LONG and _PLAIN.fullmatch(name) and not _has_link(root, name):
        return root / name
    try:
        path = root / name
        resolved = path.resolve()
    except (OSError, ValueError, RuntimeError):
        return None
    return path if resolved.is_relative_to(root.resolve()) else None


def beside(folder: Path, name: str, what: str, where: Where, wider: Path | None = None) -> Path:
    """Return the path of a file named by a layout; LayoutError if it isn't in the layout's folder.

    The layout of a plugin also has a `wider` folder, which is searched next.
    """
    is_plain = not name.startswith("/") and ".." not in name.split("/")
    path = inside(folder, name) if is_plain else None
    if path is None:
        hint = f"put {what}s in the layout's own folder"
        raise LayoutError(f"the {what} '{name}' is outside the layout's folder", where, hint)
    if not is_there(path) and wider is not None:
        return beside(wider, name, what, where)
    if not is_there(path):
        hint = _hint_for_missing(path, name) or f"looked in {folder}"
        raise LayoutError(f"no such {what}: '{name}'", where, hint)
    return path


def load_bytes(path: Path, most: int) -> bytes:
    """Read a binary file; raise ValueError if it is larger than `most`."""
    if path.stat().st_size > most:
        raise ValueError(f"it is larger than {most // 1_000_000} MB")
    data = path.read_bytes()
    note_read(path, data)
    return data


def find_inside(root: Path, folder: str, ending: str) -> list[Path]:
    """Return the files with this extension in a folder below `root`; none if it leads outside."""
    place = inside(root, folder)
    if place is None or not place.is_dir():
        return []
    with os.scandir(place) as entries:
        return [place / one.name for one in entries if one.name.endswith(ending) and one.is_file()]
