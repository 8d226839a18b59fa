"""The studio's saved settings, in the user's configuration folder.

`studio.json` has the guests, the language and the paper of the last print. `studio-key` is the key
that signs session cookies, so that a bookmark still works after a restart on the same port; only
its owner can read it.
"""

from __future__ import annotations

import json
import os
import secrets
from contextlib import suppress
from hmac import digest
from pathlib import Path
from stat import S_ISREG
from typing import Any, Final

from printkit.core.files import write_file
from printkit.request.preferences import preferences_path

KEY_BYTES: Final = 32
MAX_BYTES: Final = 100_000


def load_choices() -> dict[str, Any]:
    """Return the names, language and paper of the last print; empty if they can't be read."""
    found: object = None
    path = _path("studio.json")
    if path and path.is_file():  # reading a pipe would block
        with suppress(OSError, ValueError, RecursionError), path.open("rb") as file:
            found = json.loads(file.read(MAX_BYTES))
    known = found if isinstance(found, dict) else {}
    names, lang, paper = (known.get(key) for key in ("names", "lang", "paper"))
    return {
        "names": [str(name) for name in names] if isinstance(names, list) else [],
        "lang": lang if isinstance(lang, str) else "",
        "paper": paper if isinstance(paper, str) else "",
    }


def save_choices(names: list[str], lang: str, paper: str) -> None:
    """Save these for the next print."""
    if path := _path("studio.json"):
        choices = {"names": names, "lang": lang, "paper": paper}
        write_file(path, json.dumps(choices, indent=1).encode())


def session_key(port: int) -> bytes:
    """Return the key for the sessions on a port: the same after a restart, if it can be saved."""
    path = _path("studio-key")
    key = _load_key(path) if path else b""
    return digest(key or secrets.token_bytes(KEY_BYTES), str(port).encode(), "sha256")


def _load_key(path: Path) -> bytes:
    """Return the key in a file, which is created if missing; empty if that fails.

    A key that others could read is replaced, and so is one that a full disk or a kill has cut off.
    """
    try:
        with suppress(FileNotFoundError):
            found = path.lstat()
            if not S_ISREG(found.st_mode):
                return b""
            if _is_private(found) and found.st_size == KEY_BYTES:
                return path.read_bytes()
            path.unlink()
        key = secrets.token_bytes(KEY_BYTES)
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key)
    except OSError:
        return b""
    return key


def _is_private(found: os.stat_result) -> bool:
    """Return whether a file belongs to the user and nobody else can access it."""
    if os.name == "nt":
        return True  # it is in the user's profile
    return found.st_uid == os.geteuid() and not found.st_mode & 0o077


def _path(name: str) -> Path | None:
    settings = preferences_path()
    return settings.with_name(name) if settings else None
