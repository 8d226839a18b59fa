"""The libraries that printkit uses, by the names of their packages, and their versions."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from printkit._version import __version__
from printkit.core.filecache import digest
from printkit.core.source import shipped_folder

NEEDED: Final = (
    *("reportlab", "svgwrite", "typer", "pillow", "PyYAML", "uharfbuzz", "pypdfium2", "pyphen"),
    *("fonttools", "segno"),
)
"""The libraries that printkit can't do without."""
LIBRARIES: Final = tuple(name for name in NEEDED if name != "typer")
"""The libraries whose versions may affect the bytes of a file."""


def library_version(name: str) -> str | None:
    """Return the version of an installed library; None if it isn't installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return None


@cache
def toolchain_digest() -> str:
    """Return the digest of everything that makes files: printkit's code, fonts and libraries."""
    code = sorted(Path(__file__).parent.parent.rglob("*.py"))
    fonts = sorted(shipped_folder("fonts").rglob("*.ttf"))
    parts = [__version__]
    parts += [f"{name} {library_version(name)}" for name in LIBRARIES]
    parts += [f"{file.name} {digest(file.read_bytes())}" for file in (*code, *fonts)]
    return digest("\n".join(parts).encode())
