"""`printkit new`: a starter layout."""

from __future__ import annotations

from typing import Annotated

import typer

from printkit.cli.plain import show


def new(
    name: Annotated[str, typer.Argument(help="Its name: letters, digits and -.", metavar="NAME")],
) -> None:
    """Write a starter layout that builds at once and explains itself."""
    from printkit.build.starter import write_starter

    path = write_starter(name)
    show(f"{path} is written. Next:")
    show(f"  printkit build {path} -p 4")
    show(f"  printkit check {path}")
