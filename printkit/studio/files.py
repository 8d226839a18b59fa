"""Files that the page may use: those in the studio's folder, by name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from printkit.core.errors import (
    LayoutError,
    MissingGlyphError,
    OutputError,
    UsageError,
    Where,
    escaped,
)
from printkit.core.languages import catalogue_for
from printkit.core.messages import say, translated
from printkit.core.source import MAX_BYTES, inside, shipped_folder
from printkit.request.options import ALIASES, JOB_OPTIONS
from printkit.request.preferences import default_language
from printkit.request.reader import make_request, read_choices
from printkit.request.values import find_target

if TYPE_CHECKING:
    from printkit.core.errors import PrintkitError
    from printkit.core.i18n import Catalogue
    from printkit.request.options import Request

LAYOUTS: Final = (".yaml", ".yml")
RECORDS: Final = (".jsonl",)
FILLED: Final = (".json",)
_SHEET = re.compile(rb"""^(?:\xef\xbb\xbf)?["']?sheet["']?[ \t]*:""", re.MULTILINE)
_FILE = re.compile(r"[^./\\:\x00-\x1f\x7f][^/\\:\x00-\x1f\x7f]{0,199}")
_FILE_OPTIONS = ("out", "split", "format", "dpi")
"""Options about output files, which the page can't set: it gets pages, and one PDF."""


def check_file(name: str, endings: tuple[str, ...]) -> Path:
    """Return the path of a file in the studio's folder, which is the working directory.

    It may not exist yet.
    """
    plain = _FILE.fullmatch(name) and name.endswith(endings)
    path = inside(Path(), name) if plain else None
    if path is None and "\\" in name and name in (escaped(path.name) for path in Path().iterdir()):
        message = say("the name of the file '{file}' is not UTF-8", file=name)
        raise UsageError(message, hint=say("rename it"))
    if path is None:
        raise UsageError(say("'{file}' isn't a file in this folder", file=name))
    if path.exists() and not path.is_file():  # reading a pipe would wait for ever
        raise OutputError(say("this isn't a regular file"), Where(name))
    return path


def find_files(endings: tuple[str, ...]) -> list[Path]:
    """Return the files of the folder with these extensions, the newest first.

    A name may not be UTF-8: show it `escaped`.
    """
    found = [
        path
        for path in Path().iterdir()
        if _FILE.fullmatch(path.name) and path.suffix in endings and inside(Path(), path.name)
    ]
    return sorted((path for path in found if path.is_file()), key=_modification_time, reverse=True)


def find_layouts() -> list[Path]:
    """Return the layouts of the folder, the newest first, without parts, kits and other YAML."""
    return [path for path in find_files(LAYOUTS) if _is_layout(path)]


def _is_layout(path: Path) -> bool:
    """Return whether a file has the key `sheet`, even if the rest of it is broken."""
    try:
        with path.open("rb") as file:
            return bool(_SHEET.search(file.read(MAX_BYTES)))
    except OSError:
        return False


def _modification_time(path: Path) -> float:
    """Return the modification time of a file; 0 if it no longer exists."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def request_from_choices(choices: Mapping[str, Sequence[str]]) -> Request:
    """Make a request from the page's choices, which are parsed like those of a command line."""
    choices = {ALIASES.get(name, name): words for name, words in choices.items()}
    for name in choices:
        if name not in JOB_OPTIONS or name in _FILE_OPTIONS:
            raise UsageError(say("unknown option '{option}'", option=name))
    for target in choices.get("target", ()):
        if not find_target(target):
            check_file(target, LAYOUTS)
    for record in choices.get("from-game", ()):
        check_file(record, RECORDS)
    for fill in choices.get("fill", ()):
        check_file(fill, FILLED)
    values = read_choices(choices)
    if not values.get("targets"):
        raise UsageError(say("nothing to print"), hint=say("choose a sheet"))
    return make_request(values)


def problems(error: PrintkitError) -> list[dict[str, Any]]:
    """Return the problems of an error in the language of the page; of very many, the first ones."""
    catalogue = catalogue_for(default_language(), shipped_folder("layouts"))
    return [_problem(one, catalogue) for one in error.shown()]


def _problem(error: PrintkitError, catalogue: Catalogue) -> dict[str, Any]:
    """Return a problem as plain data; hints about the command line are left out."""
    advice: str = error.hint
    if (
        isinstance(error, MissingGlyphError) and error.where is None
    ):  # a name: no family installs fonts
        advice = say("leave that character out")
    hint = translated(advice, catalogue)
    return {
        **error.as_json(),
        "message": escaped(translated(error.message, catalogue)),
        "hint": escaped(hint) if isinstance(error, LayoutError) or "--" not in hint else "",
        "source": error.where.source if error.where else "",
        "also": error.used_at._asdict() if error.used_at else None,
    }
