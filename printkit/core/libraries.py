"""The libraries that printkit uses, by the names of their packages, and their versions."""

from __future__ import annotations

from typing import Final

NEEDED: Final = (
    *("reportlab", "svgwrite", "typer", "pillow", "PyYAML", "uharfbuzz", "pypdfium2", "pyphen"),
    *("fonttools", "segno"),
)
"""The libraries that printkit can't do without."""
LIBRARIES: Final = tuple(name for name in NEEDED if name != "typer")
"""The libraries whose versions may affect the bytes of a file."""
EXTRAS: Final = {
    "studio": ("starlette", "uvicorn", "watchfiles"),
    "preflight": ("pikepdf",),
    "spreadsheets": ("python-calamine",),
    "cluster": ("distributed",),
}
"""The optional libraries, by the extra that installs them."""


def library_version(name: str) -> str | None:
    """Return the version of an installed library; None if it isn't installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return None
