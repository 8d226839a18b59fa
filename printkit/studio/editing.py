"""Editing a layout in the page: its text, and saving it without overwriting others' changes.

A version is the digest of a file. The page sends the version that it wants to replace; if the file
has a different one by now, nothing is written, and the page shows both.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from printkit.core.errors import UsageError, name_of
from printkit.core.filecache import digest
from printkit.core.files import ascii_file_name, folder_lock, write_file
from printkit.core.messages import say
from printkit.core.source import MAX_BYTES, load_source
from printkit.starter import PAD, write_starter
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
    with folder_lock(Path()):  # of the studio, because another one may save it at the same time
        now = path.read_bytes() if path.exists() else b""
        if digest(now) != version:
            return {"status": 409}, {**_read(path), "changed": True}
        data = _encode(text, now)
        write_file(path.resolve(), data)
    return {}, {"version": digest(data)}


def _encode(text: str, now: bytes) -> bytes:
    """Encode a layout with the line ends and the byte order mark that its file has now."""
    lines = text.replace("\r\n", "\n")
    try:
        data = (lines.replace("\n", "\r\n") if b"\r\n" in now else lines).encode()
    except UnicodeEncodeError as error:
        half = name_of(lines[error.start])
        message = say("the character {character} can't be saved", character=half)
        raise UsageError(message, hint=say("remove it")) from None
    data = _BOM + data if now.startswith(_BOM) else data
    if len(data) > MAX_BYTES:
        raise UsageError(say("a layout can have at most {most} MB", most=MAX_BYTES // 1_000_000))
    return data


def new_layout(name: str, kind: str) -> dict[str, Any]:
    """Create a layout from a starter: a score pad unless the kind says otherwise."""
    title = name.strip()
    return {"file": write_starter(ascii_file_name(title) or title, kind or PAD, title).name}


def _read(path: Path) -> dict[str, Any]:
    data = path.read_bytes() if path.exists() else b""
    text = data.removeprefix(_BOM).decode(errors="replace").replace("\r\n", "\n")
    return {"text": text, "version": digest(data)}
