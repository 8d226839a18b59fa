"""`printkit new`: a starter layout, which builds at once and explains itself."""

from __future__ import annotations

from typing import Annotated

import typer

from printkit.cli.output import show
from printkit.starter import write_starter


def new(
    name: Annotated[
        str,
        typer.Argument(
            help="Name of the layout: lowercase letters, digits and hyphens", metavar="NAME"
        ),
    ],
) -> None:
    """Write a starter layout that builds right away and explains itself."""
    path = write_starter(name)
    show(f"Wrote {path}. Next:")
    show(f"  printkit build {path} -p 4")
    show(f"  printkit check {path}")
