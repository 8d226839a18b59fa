"""Nasty cases: tables of input that someone could hand to printkit, and what must come of it.

A case is a command, the files that are around it, and its end: exit 0, or an exit code and a
piece of the message. `home/` is where the command runs; what is beside it in `outside/` must
neither be read nor changed. Files go to `home/out/`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from pathlib import Path


class Link(NamedTuple):
    """A symbolic link."""

    to: str


class Special(NamedTuple):
    """What is no ordinary file: a pipe or a folder."""

    kind: str


PIPE = Special("pipe")
FOLDER = Special("folder")

Content: TypeAlias = str | bytes | Link | Special | Callable[[], bytes]
"""What a file holds; what is large is made when it is needed."""


class Case(NamedTuple):
    """One nasty input; `says` is a piece of what is said, `placed`: with its place in a file.

    A file that is said to be `missing`, or to be in the way, may be named as well. Nothing may
    be changed outside the folder that it `writes` to.
    """

    name: str
    argv: tuple[str, ...]
    files: Mapping[str, Content] = {}
    says: str = ""
    code: int = 1
    placed: bool = True
    missing: tuple[str, ...] = ()
    writes: str = "out"

    def __str__(self) -> str:
        return self.name


def plant(files: Mapping[str, Content], folder: Path) -> None:
    """Puts files into a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        match content:
            case Link(to):
                path.symlink_to(to)
            case Special("pipe"):
                os.mkfifo(path)
            case Special():
                path.mkdir()
            case str():
                path.write_bytes(content.encode("utf-8", "surrogateescape"))
            case bytes():
                path.write_bytes(content)
            case _:
                path.write_bytes(content())
