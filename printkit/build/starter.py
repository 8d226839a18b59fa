"""The starter: a first layout of one's own, which builds at once and explains itself."""

from __future__ import annotations

from pathlib import Path

from printkit.data import folder
from printkit.errors import OutputError, UsageError, Where
from printkit.files import write_file
from printkit.patterns import pattern

_NAME = pattern(r"[a-z0-9][a-z0-9-]{0,39}\Z")


def write_starter(name: str) -> Path:
    """Write `NAME.yaml` into this folder; a file that is there already stays as it is."""
    stem = name.removesuffix(".yaml")
    if not _NAME.match(stem):
        hint = "use small letters, digits and -, like dice-night"
        raise UsageError(f"'{name}' cannot be the name of a layout", hint=hint)
    path = Path(f"{stem}.yaml")
    if path.exists() or path.is_symlink():
        raise OutputError("this file is there already; it stays as it is", Where(str(path)))
    write_file(path, starter(stem, path.name).encode())
    return path


def starter(name: str, file: str) -> str:
    """The text of a starter layout with its names filled in."""
    text = (folder("layouts") / "starter.yaml").read_text(encoding="utf-8")
    title = name.replace("-", " ").capitalize()
    return text.replace("{name}", name).replace("{file}", file).replace("{title}", title)
