"""The state of an output folder: what a batch made there, and of what.

It is kept in one file in that folder. It saves time and is never needed: a state that is missing
or damaged counts as none, and so does each trace in it that is not as it was written.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from printkit.files import write_file
from printkit.reads import digest
from printkit.source import is_there
from printkit.tuples import NamedTuple

NAME: Final = ".printkit-batch.json"
FORMAT: Final = 2
MAX_BYTES: Final = 100_000_000


class Made(NamedTuple):
    """A file that was made: its name below the output folder, and what is in it."""

    name: str
    digest: str
    pages: int
    bytes: int


class Origin(NamedTuple):
    """What an order was made from, and the files that were made."""

    options: str
    maker: str
    inputs: Mapping[str, str]
    files: tuple[Made, ...]

    def seal(self, name: str) -> str:
        """A digest of all of it and of the order's name; a trace with another seal is ignored."""
        inputs = sorted(self.inputs.items())
        return digest(repr((name, self.options, self.maker, inputs, self.files)).encode())


def load_state(folder: Path) -> dict[str, Origin]:
    """The undamaged traces, by the names of their orders."""
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
    """Adds traces to the state as it is now on disk, where another batch may have added some."""
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
