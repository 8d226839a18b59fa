"""The state of an output folder: what a batch made there, from which inputs.

It is kept in one file in that folder. It only saves time: a missing or damaged state is ignored,
and so is each damaged entry.

Everything is compared by content: options, every file that was read (or looked for), printkit
itself with its fonts and the drawing libraries, and the bytes of the file that was made.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printkit.core.filecache import ABSENT, cached, digest, digest_file
from printkit.core.files import write_file
from printkit.core.libraries import toolchain_digest
from printkit.core.messages import say
from printkit.core.source import is_there, shipped_folder

if TYPE_CHECKING:
    from printkit.batch.plan import Order

NAME: Final = ".printkit-batch.json"
FORMAT: Final = 1
MAX_BYTES: Final = 100_000_000
SHIPPED: Final = "printkit:"


class MadeFile(NamedTuple):
    """A file that was made: its name in the output folder, and its digest."""

    name: str
    digest: str
    pages: int
    bytes: int
    sheets: int = 0  # of paper; 0 if each page is one


class StateEntry(NamedTuple):
    """The inputs of an order, and the files made from them."""

    options: str
    toolchain: str
    inputs: Mapping[str, str]
    files: tuple[MadeFile, ...]
    manifest: str = ""  # the one that ordered it, relative to the output folder

    def checksum(self, name: str) -> str:
        """Return a digest of the entry and the order's name; a damaged entry doesn't match it."""
        made = self.options, self.toolchain, sorted(self.inputs.items()), self.files
        return digest(repr((name, *made, self.manifest)).encode())


def load_state(folder: Path) -> dict[str, StateEntry]:
    """Load the undamaged entries, by the names of their orders."""
    path = folder / NAME
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > MAX_BYTES:
            return {}
        document = json.loads(path.read_bytes())
        if document["format"] != FORMAT:
            return {}
        inputs = [(str(name), str(known)) for name, known in document["inputs"]]
        found = {name: _read(name, entry, inputs) for name, entry in document["outputs"].items()}
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return {}
    return {name: entry for name, entry in found.items() if entry is not None}


def _read(name: str, raw: Mapping[str, Any], inputs: list[tuple[str, str]]) -> StateEntry | None:
    try:
        files = tuple(MadeFile(*made) for made in raw["files"])
        if any(_leads_out(made.name) for made in files):
            return None
        used = dict(inputs[number] for number in raw["inputs"])
        entry = StateEntry(raw["options"], raw["toolchain"], used, files, raw.get("manifest", ""))
        return entry if entry.checksum(name) == raw["checksum"] else None
    except (ValueError, LookupError, TypeError):
        return None


def _leads_out(name: str) -> bool:
    """Return whether a name is none below the output folder: the state may come from anyone."""
    path = Path(name)
    return path.is_absolute() or bool(path.drive) or ".." in path.parts


def save_state(folder: Path, entries: Mapping[str, StateEntry]) -> None:
    """Add entries to the state on disk, to which another batch may have added some."""
    merged = {**load_state(folder), **entries}
    existing = {
        name: entry
        for name, entry in sorted(merged.items())
        if all(is_there(folder / made.name) for made in entry.files)
    }
    inputs = sorted({pair for entry in existing.values() for pair in entry.inputs.items()})
    numbers = {pair: number for number, pair in enumerate(inputs)}
    outputs = {name: _as_json(name, entry, numbers) for name, entry in existing.items()}
    document = {"format": FORMAT, "inputs": inputs, "outputs": outputs}
    text = json.dumps(document, separators=(",", ":"))  # ASCII: names may be no UTF-8
    write_file(folder / NAME, text.encode())


def _as_json(
    name: str, entry: StateEntry, numbers: Mapping[tuple[str, str], int]
) -> dict[str, Any]:
    return {
        "options": entry.options,
        "toolchain": entry.toolchain,
        "inputs": sorted(numbers[pair] for pair in entry.inputs.items()),
        "files": entry.files,
        "manifest": entry.manifest,
        "checksum": entry.checksum(name),
    }


def name_inputs(files: Mapping[str, str], out: Path) -> dict[str, str]:
    """Return the files that were read, by names that stay valid if all folders move together."""
    return {_name(path, os.path.abspath(out)): found for path, found in files.items()}  # noqa: PTH100


@lru_cache(maxsize=4096)
def _name(path: str, out: str) -> str:
    shipped = str(shipped_folder("layouts"))
    if path.startswith(shipped + os.sep):
        return f"{SHIPPED}{Path(path).relative_to(shipped).as_posix()}"
    try:
        return Path(os.path.relpath(path, out)).as_posix()
    except ValueError:
        return Path(path).as_posix()


def why_build(order: Order, entry: StateEntry | None, out: Path) -> str:
    """Return the reason to build an order, in a few words; empty if it is up to date.

    That is if the entry has exactly the files that this order makes, and all are unchanged.
    """
    if entry is None:
        return say("new")
    if entry.toolchain != toolchain_digest():  # checked first: it may write options differently
        return say("printkit changed")
    if entry.options != order.key:
        return say("options changed")
    if [made.name for made in entry.files] != order.file_names(len(entry.files)):
        return say("new")
    for name, known in entry.inputs.items():
        if _current_digest(_input_path(name, out)) != known:
            return say("changed: {file}", file=name.removeprefix(SHIPPED))
    return next(filter(None, (_why_changed(made, out) for made in entry.files)), "")


def remove_unchanged(made: MadeFile, out: Path) -> bool:
    """Remove a file unless it has changed since it was made; return whether it was removed.

    Folders below the output folder that are then empty go with it.
    """
    if _why_changed(made, out):
        return False
    path = out / made.name
    path.unlink()
    for folder in path.parents[: len(Path(made.name).parents) - 1]:
        with suppress(OSError):  # it isn't empty
            folder.rmdir()
    return True


def is_unchanged(entry: StateEntry, name: str, out: Path) -> bool:
    """Return whether a merged file still exists unchanged, made by this version of printkit."""
    is_same = entry.toolchain == toolchain_digest() and [made.name for made in entry.files] == [
        name
    ]
    return is_same and not _why_changed(entry.files[0], out)


def _input_path(name: str, out: Path) -> str:
    if name.startswith(SHIPPED):
        return str(shipped_folder("layouts") / name.removeprefix(SHIPPED))
    return os.path.abspath(out / name)  # noqa: PTH100 - links stay


@cached()
def _current_digest(path: str) -> str:
    """Return the current digest of a file; computed once per batch."""
    return digest_file(path) if is_there(Path(path)) else ABSENT


def _why_changed(made: MadeFile, out: Path) -> str:
    path = out / made.name
    if not is_there(path) or path.is_symlink():
        return say("missing: {file}", file=made.name)
    is_same = digest_file(path, made.bytes) == made.digest
    return "" if is_same else say("changed: {file}", file=made.name)
