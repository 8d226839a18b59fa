"""`printkit studio`: printkit in the browser."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from printkit.cli.options import whole
from printkit.cli.plain import show
from printkit.errors import UsageError

if TYPE_CHECKING:
    from printkit.studio.address import Address
    from printkit.studio.server import Studio


def studio(
    place: Annotated[
        Path | None,
        typer.Argument(
            metavar="[LAYOUT or FOLDER]",
            help="A layout to write, or a folder with layouts and records; else this folder.",
            show_default=False,
        ),
    ] = None,
    port: Annotated[
        int,
        whole(0, 65535, "The port to listen on; else a free one.", "--port", show_default=False),
    ] = 0,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
    lan: Annotated[
        bool, typer.Option("--lan", help="Show it to the home network, for a tablet.")
    ] = False,
) -> None:
    """Print, write and play in the browser; Ctrl-C ends it."""
    _check_installed()
    wanted = _studio(place or Path(), port, lan=lan)
    from printkit.studio.server import run

    run(wanted, lambda address: _opened(address, wanted, browser=not no_open))


def _check_installed() -> None:
    missing = [name for name in ("starlette", "uvicorn", "watchfiles") if find_spec(name) is None]
    if missing:
        hint = "install it: pip install 'printkit[studio]', or make studio in a clone"
        raise UsageError(f"the studio needs {' and '.join(missing)}", hint=hint)


def _studio(place: Path, port: int, *, lan: bool) -> Studio:
    """What to open: a folder, or the folder of a layout."""
    from printkit.studio.server import Studio

    if place.is_dir():
        return Studio(place.resolve(), port=port, lan=lan)
    if place.suffix not in (".yaml", ".yml"):
        hint = "name a folder, or a layout that ends with .yaml"
        raise UsageError(f"there is no folder '{place}'", hint=hint)
    if not place.is_file():
        hint = f"begin one: printkit new {place.stem}"
        raise UsageError(f"there is no layout '{place}'", hint=hint)
    return Studio(place.parent.resolve(), place.name, port, lan=lan)


def _opened(address: Address, wanted: Studio, *, browser: bool) -> None:
    """Says where the studio is, and opens it."""
    show(f"The studio is open: {address.url}")
    if wanted.lan:
        _show_code(address.url)
        show("Everyone in your home network who has this address can use it, and whoever")
        show("listens there can read along: it is not encrypted. Use it only at home.")
    show(f"It reads and writes in {wanted.folder}; Ctrl-C ends it.")
    if browser:
        import webbrowser

        webbrowser.open(address.url)


def _show_code(url: str) -> None:
    """The address as a QR code for a tablet's camera, two of its rows in each line."""
    import segno

    rows = [[*row] for row in segno.make(url, micro=False).matrix_iter(border=2)]
    rows += [[0] * len(rows[0])] if len(rows) % 2 else []
    for pair in zip(rows[::2], rows[1::2], strict=True):
        show("".join("█▀▄ "[2 * bool(top) + bool(low)] for top, low in zip(*pair, strict=True)))
