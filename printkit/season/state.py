"""What was found in the files of a season the last time: only what has changed is read again.

It is kept in one file in the folder, which only saves time and may be deleted: a missing or damaged
one is ignored, and so is each damaged entry. A file counts as unchanged if its times, size and
inode are the same, which is only sure of a file that was left alone for a while.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import time_ns
from typing import Any, Final, NamedTuple

from printkit.core.errors import PrintkitError
from printkit.core.filecache import SETTLED_NS, digest, digest_file
from printkit.core.files import write_file
from printkit.core.libraries import toolchain_digest
from printkit.core.plugins import GAMES, LAYOUTS, plugins
from printkit.season.filecontent import FileContent, FoundGame, NotCounted

NAME: Final = ".printkit-season.json"
FORMAT: Final = 1
MAX_BYTES: Final = 200_000_000

Stamp = tuple[int, ...]


class KnownFile(NamedTuple):
    """What was in a file, and how the file looked then."""

    stamp: Stamp
    content: FileContent

    def is_current(self, stamp: Stamp, folder: Path, digests: dict[str, str]) -> bool:
        """Return whether the file and the others that it uses are unchanged."""
        if self.stamp != stamp:
            return False
        for used, known in self.content.uses.items():
            if used not in digests:
                digests[used] = digest_file(folder / used)
            if digests[used] != known:
                return False
        return True


def stamp_of(path: Path) -> Stamp | None:
    """Return what tells a changed file from an unchanged one; None if there is none."""
    with suppress(OSError, ValueError):
        found = path.stat()
        return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino
    return None


def is_settled(stamp: Stamp) -> bool:
    """Return whether a file would get another stamp if it were written again."""
    return time_ns() - max(stamp[:2]) > SETTLED_NS


def load_state(folder: Path) -> dict[str, KnownFile]:
    """Return the entries of this version of printkit and its plugins, by file."""
    path = folder / NAME
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > MAX_BYTES:
            return {}
        document = json.loads(path.read_bytes())
        if document["format"] != FORMAT or document["made-by"] != _made_by():
            return {}
        files = document["files"].items()
        return {name: entry for name, raw in files if (entry := _read(name, raw))}
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return {}


def _read(name: str, raw: Mapping[str, Any]) -> KnownFile | None:
    try:
        if raw["check"] != _check(name, raw):
            return None
        games = tuple(
            FoundGame._make(tuple(each) if isinstance(each, list) else each for each in values)
            for values in raw["games"]
        )
        problems = tuple(NotCounted(*each) for each in raw["problems"])
        return KnownFile(tuple(raw["stamp"]), FileContent(games, problems, raw["uses"]))
    except (ValueError, LookupError, TypeError):
        return None


def save_state(folder: Path, entries: Mapping[str, KnownFile]) -> None:
    """Keep the entries; a folder that can't be written to is read completely every time."""
    files = {name: _as_json(name, entry) for name, entry in entries.items()}
    document = {"format": FORMAT, "made-by": _made_by(), "files": files}
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    with suppress(PrintkitError, OSError):
        write_file(folder / NAME, text.encode(errors="surrogatepass"))


def _as_json(name: str, entry: KnownFile) -> dict[str, Any]:
    games, problems, uses = entry.content
    raw = {"stamp": entry.stamp, "games": games, "problems": problems, "uses": uses}
    return {**raw, "check": _check(name, raw)}


def _check(name: str, raw: Mapping[str, Any]) -> str:
    """Return a digest of an entry and the name of its file; a damaged entry doesn't match it."""
    known = [name, *(raw[key] for key in ("stamp", "games", "problems", "uses"))]
    return digest(json.dumps(known).encode())


def _made_by() -> str:
    """Return a digest of everything that decides what is found in a file."""
    packages = [each.package for group in (GAMES, LAYOUTS) for each in plugins(group)]
    return digest("\n".join([toolchain_digest(), *packages]).encode())
