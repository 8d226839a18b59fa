"""The libraries that printkit uses, by the names of their packages, and their versions."""

from __future__ import annotations

from typing import Final

COMMAND_LINE: Final = "typer"
LIBRARIES: Final = (
    *("reportlab", "svgwrite", COMMAND_LINE, "pillow", "PyYAML", "uharfbuzz", "pypdfium2"),
    *("pyphen", "fonttools", "segno"),
)
"""All libraries that printkit needs."""
OUTPUT_LIBRARIES: Final = tuple(name for name in LIBRARIES if name != COMMAND_LINE)
"""The libraries whose versions affect the bytes of a file."""
EXTRAS: Final = {
    "studio": ("starlette", "uvicorn", "watchfiles"),
    "preflight": ("pikepdf",),
    "spreadsheets": ("python-calamine",),
    "cluster": ("distributed",),
}
"""The optional libraries, by the extra that installs them."""


def installed_version(name: str) -> str | None:
    """Return the version of an installed library; None if it isn't installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return None
