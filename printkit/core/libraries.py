"""The libraries that files are made with, and their versions."""

from __future__ import annotations

from typing import Final

LIBRARIES: Final = (
    *("reportlab", "svgwrite", "pillow", "PyYAML", "uharfbuzz", "pypdfium2", "pyphen"),
    *("fonttools", "segno"),
)
"""The packages whose versions may affect the bytes of a file."""


def library_version(package: str) -> str | None:
    """Return the version of an installed package; None if it isn't installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None
