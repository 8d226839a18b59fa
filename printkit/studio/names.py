"""Names: what the page may ask for. It names files of the studio's folder and never paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from printkit.build.origin import parse_words
from printkit.build.preferences import usual_request
from printkit.errors import UsageError
from printkit.patterns import pattern
from printkit.request import JOB_OPTIONS
from printkit.request.words import known_targets
from printkit.source import inside

if TYPE_CHECKING:
    from printkit.request import Request

LAYOUTS: Final = (".yaml", ".yml")
RECORDS: Final = (".jsonl",)
_FILE = pattern(r"[^./\\:\x00-\x1f\x7f][^/\\:\x00-\x1f\x7f]{0,199}")
_NOT_ASKED = ("out", "split", "format", "dpi")
"""Options about files; the page gets pages, and one PDF."""


def check_file(name: str, endings: tuple[str, ...]) -> Path:
    """The path of a file in the studio's folder, which is where the work is done."""
    plain = _FILE.fullmatch(name) and name.endswith(endings)
    path = inside(Path(), name) if plain else None
    if path is None:
        raise UsageError(f"'{name}' is no file of this folder")
    return path


def find_files(endings: tuple[str, ...]) -> list[str]:
    """The files of the folder with such names, the newest first."""
    found = [
        path
        for path in Path().iterdir()
        if _FILE.fullmatch(path.name) and path.suffix in endings and inside(Path(), path.name)
    ]
    files = [path for path in found if path.is_file()]
    return [path.name for path in sorted(files, key=lambda path: -path.stat().st_mtime)]


def read_request(words: Mapping[str, Sequence[str]]) -> Request:
    """The request that the page's choices make: the words of a command line, checked like them."""
    for name in words:
        if name not in JOB_OPTIONS or name in _NOT_ASKED:
            raise UsageError(f"there is no option '{name}'")
    known = known_targets()
    for target in words.get("target", ()):
        if target not in known:
            check_file(target, LAYOUTS)
    for record in words.get("record", ()):
        check_file(record, RECORDS)
    given = {name: texts for name, texts in words.items() if texts}
    try:
        values: dict[str, Any] = parse_words(given)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if not values.get("targets"):
        raise UsageError("there is nothing to print", hint="choose a sheet")
    return usual_request(values)[0]
