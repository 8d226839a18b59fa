"""A starter layout: a file that builds at once and explains itself."""

from __future__ import annotations

import re
from pathlib import Path

from printkit.core.errors import OutputError, UsageError, Where
from printkit.core.files import write_file
from printkit.core.messages import say
from printkit.core.source import shipped_folder

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}\Z")


def write_starter(name: str) -> Path:
    """Write `NAME.yaml` into this folder; an existing file isn't changed."""
    stem = name.removesuffix(".yaml")
    if not _NAME.match(stem):
        hint = say("use lowercase letters, digits and hyphens, like dice-night")
        raise UsageError(say("'{name}' isn't a valid name for a layout", name=name), hint=hint)
    path = Path(f"{stem}.yaml")
    if path.exists() or path.is_symlink():
        raise OutputError(say("file already exists; not changed"), Where(str(path)))
    write_file(path, starter(stem, path.name).encode())
    return path


def starter(name: str, file: str) -> str:
    """Return the text of a starter layout with its names filled in."""
    text = (shipped_folder("layouts") / "starter.yaml").read_text(encoding="utf-8")
    title = name.replace("-", " ").capitalize()
    return text.replace("{name}", name).replace("{file}", file).replace("{title}", title)
