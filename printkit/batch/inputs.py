"""Inputs: what a file was made from, and whether all of it is still the same.

Everything is compared by content: options, every file that was read (or looked for), printkit
itself with its fonts and the libraries that draw, and the bytes of the file that was made.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

import printkit
from printkit import data
from printkit.reads import ABSENT, digest, digest_file
from printkit.source import is_there

if TYPE_CHECKING:
    from printkit.batch.orders import Order
    from printkit.batch.state import Made, Origin

SHIPPED: Final = "printkit:"
LIBRARIES: Final = ("reportlab", "svgwrite", "pillow", "uharfbuzz")


@cache
def maker() -> str:
    """The digest of what makes files: printkit with its code and fonts, and the libraries."""
    code = sorted(Path(printkit.__file__).parent.rglob("*.py"))
    fonts = sorted(data.folder("fonts").rglob("*.ttf"))
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
    """The files that were read, by names that stay true when all folders move together."""
    return {_name(path, os.path.abspath(out)): found for path, found in files.items()}  # noqa: PTH100


@lru_cache(maxsize=4096)
def _name(path: str, out: str) -> str:
    shipped = str(data.folder("layouts"))
    if path.startswith(shipped + os.sep):
        return f"{SHIPPED}{Path(path).relative_to(shipped).as_posix()}"
    try:
        return Path(os.path.relpath(path, out)).as_posix()
    except ValueError:
        return Path(path).as_posix()


def why_build(order: Order, trace: Origin | None, out: Path) -> str:
    """The reason to build an order, in a few words; empty when it is up to date.

    The trace must name exactly the files that this order makes, and each must still be as it was
    made.
    """
    if trace is None:
        return "new"
    if trace.options != order.key:
        return "other options"
    if trace.maker != maker():
        return "another printkit"
    if [made.name for made in trace.files] != order.file_names(len(trace.files)):
        return "new"
    for name, known in trace.inputs.items():
        if _now(_path(name, out)) != known:
            return f"changed: {name.removeprefix(SHIPPED)}"
    return next(filter(None, (_why_made(made, out) for made in trace.files)), "")


def is_as_made(trace: Origin, name: str, out: Path) -> bool:
    """Whether a file that was made of others is there as it was made, by this printkit."""
    is_same = trace.maker == maker() and [made.name for made in trace.files] == [name]
    return is_same and not _why_made(trace.files[0], out)


def _path(name: str, out: Path) -> str:
    if name.startswith(SHIPPED):
        return str(data.folder("layouts") / name.removeprefix(SHIPPED))
    return os.path.abspath(out / name)  # noqa: PTH100 - links stay


@cache
def _now(path: str) -> str:
    """The digest of a file as it is now; a batch looks at each file once."""
    return digest_file(path) if is_there(Path(path)) else ABSENT


def _why_made(made: Made, out: Path) -> str:
    path = out / made.name
    if not is_there(path) or path.is_symlink():
        return f"missing: {made.name}"
    return "" if digest_file(path, made.bytes) == made.digest else f"changed: {made.name}"
