"""Editing a layout in the page: its text, and saving it without overwriting others' changes.

A version is the digest of a file. The page sends the version that it wants to replace; if the file
has a different one by now, nothing is written, and the page shows both.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from printkit.core.errors import UsageError
from printkit.core.filecache import digest
from printkit.core.files import write_file
from printkit.core.messages import say
from printkit.core.source import MAX_BYTES, load_source
from printkit.starter import write_starter
from printkit.studio.files import LAYOUTS, check_file

if TYPE_CHECKING:
    from printkit.studio.worker import HandlerResult

_BOM = "\ufeff".encode()


def source(file: str) -> dict[str, Any]:
    """Return the text of a layout, and its version."""
    path = check_file(file, LAYOUTS)
    load_source(path)  # raises an error if it can't be edited as text
    return _read(path)


def save(file: str, version: str, text: str) -> HandlerResult:
    """Write a layout if it still has this version; otherwise return its current text."""
    path = check_file(file, LAYOUTS)
    now = path.read_bytes() if path.exists() else b""
    if digest(now) != version:
        return {"status": 409}, {**_read(path), "changed": True}
    lines = text.replace("\r\n", "\n")
    data = (lines.replace("\n", "\r\n") if b"\r\n" in now else lines).encode()
    data = _BOM + data if now.startswith(_BOM) else data
    if len(data) > MAX_BYTES:
        raise UsageError(say("a layout can have at most {most} MB", most=MAX_BYTES // 1_000_000))
    write_file(path.resolve(), data)
    return {}, {"version": digest(data)}


def new_layout(name: str) -> dict[str, Any]:
    """Create a layout from the starter."""
    return {"file": write_starter(name.strip()).name}


def _read(path: Path) -> dict[str, Any]:
    data = path.read_bytes() if path.exists() else b""
    text = data.removeprefix(_BOM).decode(errors="replace").replace("\r\n", "\n")
    return {"text": text, "version": digest(data)}
