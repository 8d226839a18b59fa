"""The state of a batch: of what each file was made, kept in a small file beside them.

    {"format": 1,
     "inputs": [["printkit:layouts/icons/star.yaml", "<digest>"], …],
     "outputs": {"attribute/pad-4p.pdf": {
         "options": "<digest>", "maker": "<digest>", "inputs": [0, 3, …],
         "files": [["attribute/pad-4p.pdf", "<digest>", pages, bytes], …]}}}

An input whose digest is empty was looked for and not there. A state that cannot be read or
makes no sense counts as none: then all is built again, and nothing worse happens.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printkit.files import write_file
from printkit.source import is_there

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

NAME: Final = ".printkit-batch.json"
FORMAT: Final = 1
MAX_BYTES: Final = 100_000_000


class Made(NamedTuple):
    """A file that was made: its name below the output folder, and what is in it."""

    name: str
    digest: str
    pages: int
    bytes: int


class Record(NamedTuple):
    """Of what an order was made, and what became of it."""

    options: str
    maker: str
    inputs: Mapping[str, str]
    files: tuple[Made, ...]


def load_state(folder: Path) -> dict[str, Record]:
    """The records by the names of their orders; none where the state is missing or damaged."""
    path = folder / NAME
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > MAX_BYTES:
            return {}
        document = json.loads(path.read_bytes())
        if document["format"] != FORMAT:
            return {}
        inputs = [(str(name), str(digest)) for name, digest in document["inputs"]]
        return {name: _record(entry, inputs) for name, entry in document["outputs"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        return {}


def _record(entry: Mapping[str, Any], inputs: list[tuple[str, str]]) -> Record:
    files = tuple(
        Made(str(name), str(digest), int(pages), int(size))
        for name, digest, pages, size in entry["files"]
    )
    used = dict(inputs[number] for number in entry["inputs"])
    return Record(str(entry["options"]), str(entry["maker"]), used, files)


def save_state(folder: Path, news: Mapping[str, Record]) -> None:
    """Adds records to the state as it is now on disk, where another batch may have added some."""
    records = {**load_state(folder), **news}
    kept = {name: record for name, record in sorted(records.items()) if _is_there(folder, record)}
    inputs = sorted({pair for record in kept.values() for pair in record.inputs.items()})
    numbers = {pair: number for number, pair in enumerate(inputs)}
    outputs = {name: _as_json(record, numbers) for name, record in kept.items()}
    document = {"format": FORMAT, "inputs": inputs, "outputs": outputs}
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    write_file(folder / NAME, text.encode())


def _is_there(folder: Path, record: Record) -> bool:
    return all(is_there(folder / made.name) for made in record.files)


def _as_json(record: Record, numbers: Mapping[tuple[str, str], int]) -> dict[str, Any]:
    return {
        "options": record.options,
        "maker": record.maker,
        "inputs": sorted(numbers[pair] for pair in record.inputs.items()),
        "files": record.files,
    }
