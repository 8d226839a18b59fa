"""The optional libraries, and how to install them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

EXTRAS: Final = {
    "studio": ("starlette", "uvicorn", "watchfiles"),
    "preflight": ("pikepdf",),
    "spreadsheets": ("python-calamine",),
    "cluster": ("distributed",),
    "season": ("openskill",),
}
"""The optional libraries, by the extra that installs them."""


def how_to_install(extra: str) -> str:
    """Return the command that adds an extra, for the way in which printkit was installed."""
    place = Path(sys.prefix)
    if getattr(sys, "frozen", False):
        return f"this program has no '{extra}'; install printkit with pipx instead"
    if (place / "pipx_metadata.json").exists():
        return f"pipx inject printkit-games {' '.join(EXTRAS[extra])}"
    if (place / "uv-receipt.toml").exists():
        return f"uv tool install 'printkit-games[{extra}]'"
    return f"pip install 'printkit-games[{extra}]'"


def how_to_install_package(path: str) -> str:
    """Return the command that adds a package to the environment of printkit, to work on it."""
    if getattr(sys, "frozen", False):
        return "this program can't load packages; install printkit with pipx instead"
    if (Path(sys.prefix) / "pipx_metadata.json").exists():
        return f"pipx inject --editable printkit-games ./{path}"
    if (Path(sys.prefix) / "uv-receipt.toml").exists():
        return f"uv tool install printkit-games --with-editable ./{path}"
    return f"pip install --editable {path}"
