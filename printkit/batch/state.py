"""The state of an output folder: what a batch made there, from which inputs.

It is kept in one file in that folder. It saves time and is never needed: a state that is missing
or damaged counts as none, and so does each trace in it that is not as it was written.

Everything is compared by content: options, every file that was read (or looked for), printkit
itself with its fonts and the libraries that draw, and the bytes of the file that was made.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import printkit
from printkit.core.files import write_file
from printkit.core.reads import ABSENT, cached, digest, digest_file
from printkit.core.source import is_there, shipped_folder

if TYPE_CHECKING:
    from printkit.batch.plan import Order

NAME: Final = ".printkit-batch.json"
FORMAT: Final = 2
MAX_BYTES: Final = 100_000_000
SHIPPED: Final = "printkit:"
LIBRARIES: Final = ("reportlab", "svgwrite", "pillow", "uharfbuzz")


class Made(NamedTuple):
    """A file that was made: its name in the output folder, and its digest."""

    name: str
    digest: str
    pages: int
    bytes: int


class Origin(NamedTuple):
    """The inputs of an order, and the files made from them."""

    options: str
    maker: str
    inputs: Mapping[str, str]
    files: tuple[Made, ...]

    def seal(self, name: str) -> str:
        """A digest of the trace and the order's name; a trace with another seal is ignored."""
        inputs = sorted(self.inputs.items())
        return digest(repr((name, self.options, self.maker, inputs, self.files)).encode())


def load_state(folder: Path) -> dict[str, Origin]:
    """Return the undamaged traces, by the names of their orders."""
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
    return {name: trace for name, trace in found.items() if trace is not None}


def _read(name: str, entry: Mapping[str, Any], inputs: list[tuple[str, str]]) -> Origin | None:
    try:
        files = tuple(Made(*made) for made in entry["files"])
        used = dict(inputs[number] for number in entry["inputs"])
        trace = Origin(entry["options"], entry["maker"], used, files)
        return trace if trace.seal(name) == entry["seal"] else None
    except (ValueError, LookupError, TypeError):
        return None


def save_state(folder: Path, news: Mapping[str, Origin]) -> None:
    """Add traces to the state on disk, to which another batch may have added some."""
    traces = {**load_state(folder), **news}
    kept = {name: trace for name, trace in sorted(traces.items()) if _is_there(folder, trace)}
    inputs = sorted({pair for trace in kept.values() for pair in trace.inputs.items()})
    numbers = {pair: number for number, pair in enumerate(inputs)}
    outputs = {name: _as_json(name, trace, numbers) for name, trace in kept.items()}
    document = {"format": FORMAT, "inputs": inputs, "outputs": outputs}
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    write_file(folder / NAME, text.encode())


def _is_there(folder: Path, trace: Origin) -> bool:
    return all(is_there(folder / made.name) for made in trace.files)


def _as_json(name: str, trace: Origin, numbers: Mapping[tuple[str, str], int]) -> dict[str, Any]:
    return {
        "options": trace.options,
        "maker": trace.maker,
        "inputs": sorted(numbers[pair] for pair in trace.inputs.items()),
        "files": trace.files,
        "seal": trace.seal(name),
    }


# What a file was made from.


@cache
def maker() -> str:
    """The digest of everything that makes files: printkit's code and fonts, and the libraries."""
    code = sorted(Path(printkit.__file__).parent.rglob("*.py"))
    fonts = sorted(shipped_folder("fonts").rglob("*.ttf"))
    parts = [printkit.__version__, *_libraries()]
    parts += [f"{file.name} {digest(file.read_bytes())}" for file in (*code, *fonts)]
    return digest("\n".join(parts).encode())


def _libraries() -> list[str]:
    """Names and versions of the libraries, from the folders beside them: importlib takes longer."""
    spec = find_spec("reportlab")
    folders = (
        [Path(place).parent for place in (spec.submodule_search_locations or ())] if spec else []
    )
    names = (found.name for folder in folders for found in folder.glob("*.dist-info"))
    return sorted(name for name in names if name.partition("-")[0] in LIBRARIES)


def name_inputs(files: Mapping[str, str], out: Path) -> dict[str, str]:
    """Return the files that were read, by names that stay valid when all folders move together."""
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


def why_build(order: Order, trace: Origin | None, out: Path) -> str:
    """Return the reason to build an order, in a few words; empty when it is up to date.

    The trace must name exactly the files that this order makes, and each must still be as it was
    made.
    """
    if trace is None:
        return "new"
    if trace.maker != maker():  # which may read options in another way
        return "printkit changed"
    if trace.options != order.key:
        return "options changed"
    if [made.name for made in trace.files] != order.file_names(len(trace.files)):
        return "new"
    for name, known in trace.inputs.items():
        if _now(_input_path(name, out)) != known:
            return f"changed: {name.removeprefix(SHIPPED)}"
    return next(filter(None, (_why_made(made, out) for made in trace.files)), "")


def is_as_made(trace: Origin, name: str, out: Path) -> bool:
    """Return whether a merged file still exists unchanged, made by this version of printkit."""
    is_same = trace.maker == maker() and [made.name for made in trace.files] == [name]
    return is_same and not _why_made(trace.files[0], out)


def _input_path(name: str, out: Path) -> str:
    if name.startswith(SHIPPED):
        return str(shipped_folder("layouts") / name.removeprefix(SHIPPED))
    return os.path.abspath(out / name)  # noqa: PTH100 - links stay


@cached()
def _now(path: str) -> str:
    """Return the current digest of a file; computed once per batch."""
    return digest_file(path) if is_there(Path(path)) else ABSENT


def _why_made(made: Made, out: Path) -> str:
    path = out / made.name
    if not is_there(path) or path.is_symlink():
        return f"missing: {made.name}"
    return "" if digest_file(path, made.bytes) == made.digest else f"changed: {made.name}"
