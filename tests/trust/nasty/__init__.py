"""Nasty cases: tables of hostile or broken input, with the expected result.

A case is a command, its files, and its expected end: exit code 0, or an exit code and part of the
message. The command runs in `home/`; files next to it in `outside/` must be neither read nor
changed. Output goes to `home/out/`.
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
"""The content of a file; large content is made when needed."""


class Case(NamedTuple):
    """One nasty input; `says` is part of the message, and `placed` requires a place in a file.

    The message may also name files that are `missing`. Nothing may be changed outside the folder
    that it `writes` to.
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
    """Put files into a folder."""
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
