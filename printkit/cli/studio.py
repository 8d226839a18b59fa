"""`printkit studio`: printkit in the browser."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from functools import partial
from html import escape
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Final

import typer

from printkit.cli.output import show, show_all
from printkit.cli.parameters import whole
from printkit.cli.words import in_words
from printkit.core.errors import UsageError
from printkit.core.extras import how_to_install
from printkit.core.files import is_running
from printkit.core.messages import say
from printkit.core.source import check_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from printkit.studio.server import Studio

_PRIVATE: Final = "printkit-studio-"  # the beginning of the name of a temporary folder
_PAGE: Final = "studio.html"


def studio(
    place: Annotated[
        Path | None,
        typer.Argument(
            metavar="[LAYOUT or FOLDER]",
            help="Layout to edit, or folder with layouts and records (default: this folder)",
            show_default=False,
        ),
    ] = None,
    port: Annotated[
        int,
        whole(0, 65535, "Port to listen on (default: any free port; with --lan, 7746)", "--port"),
    ] = 0,
    no_open: Annotated[bool, typer.Option("--no-open", help="Don't open a browser")] = False,
    lan: Annotated[
        bool,
        typer.Option(
            "--lan", help="Let other devices on your home network use it, such as a tablet"
        ),
    ] = False,
) -> None:
    """Print sheets, write layouts and record games in your browser."""
    _check_installed()
    wanted = _studio(place or Path(), port, lan=lan)
    from printkit.studio.server import run

    if no_open:
        run(wanted, partial(_show, wanted, None))
    else:
        _remove_left_folders()
        with TemporaryDirectory(prefix=f"{_PRIVATE}{os.getpid()}-") as private:
            run(wanted, partial(_show, wanted, Path(private)))


def _remove_left_folders() -> None:
    """Remove the folders of studios that were killed, from which their browsers were opened."""
    for folder in Path(gettempdir()).glob(f"{_PRIVATE}*"):
        pid = folder.name.removeprefix(_PRIVATE).partition("-")[0]
        if pid.isascii() and pid.isdecimal() and not is_running(int(pid)):
            with suppress(OSError):
                (folder / _PAGE).unlink(missing_ok=True)
                folder.rmdir()


def _check_installed() -> None:
    missing = [name for name in ("starlette", "uvicorn", "watchfiles") if find_spec(name) is None]
    if missing:
        hint = f"{how_to_install('studio')}, or make studio in a clone"
        raise UsageError(f"the studio needs {' and '.join(missing)}", hint=hint)


def _studio(place: Path, port: int, *, lan: bool) -> Studio:
    """Make the options of the studio from a folder, or from a layout and its folder."""
    from printkit.studio.server import Studio

    if place.is_dir():
        return Studio(place.resolve(), port=port, lan=lan)
    if place.suffix not in (".yaml", ".yml"):
        hint = "give a folder, or a layout file that ends with .yaml"
        raise UsageError(f"no such folder: '{place}'", hint=hint)
    if not place.is_file():
        hint = f"create one: printkit new {place.stem}"
        raise UsageError(f"no such layout: '{place}'", hint=hint)
    check_name(place)
    return Studio(place.parent.resolve(), place.name, port, lan=lan)


def _show(wanted: Studio, private: Path | None, url: str, invite: Callable[[], str]) -> None:
    """Print the first address, and open it in a browser, unless `private` is None."""
    show(in_words(say("The studio is open: {url}", url=url)))
    if wanted.lan:
        _show_code(url)
        warning = say(
            "Anyone on your home network with this address can use it, and the connection\n"
            "isn't encrypted: use it only at home."
        )
        show_all(in_words(warning).splitlines())
    if sys.stdin is not None and sys.stdin.isatty():
        if hasattr(signal, "SIGTTIN"):  # reading in the background then fails, rather than stops
            signal.signal(signal.SIGTTIN, signal.SIG_IGN)
        advice = "To invite another browser or device, press Enter here, or Invite in the studio."
        show(in_words(say(advice)))
        Thread(target=_invite_on_enter, args=(wanted, invite), daemon=True).start()
    template = "It reads and writes files in {folder}. Press Ctrl-C to stop it."
    show(in_words(say(template, folder=str(wanted.folder))))
    if private:
        _open_browser(url, private)


def _invite_on_enter(wanted: Studio, invite: Callable[[], str]) -> None:
    """Print an invitation whenever Enter is pressed.

    This reads from the file itself: a lock of `sys.stdin` would still be held at the end.
    """
    with suppress(OSError):
        while os.read(sys.stdin.fileno(), 1000):
            url = invite()
            show(in_words(say("For one device, within ten minutes: {url}", url=url)))
            if wanted.lan:
                _show_code(url)


def _open_browser(url: str, private: Path) -> None:
    """Open a file that redirects to the studio: other users could see a URL in a command line."""
    import webbrowser

    page = private / _PAGE
    page.touch(0o600)
    page.write_text(f'<!doctype html><meta http-equiv="refresh" content="0; url={escape(url)}">')
    webbrowser.open(page.as_uri())


def _show_code(url: str) -> None:
    """Print the address as a QR code for a tablet's camera, two of its rows per line."""
    import segno

    rows = [[*row] for row in segno.make(url, micro=False).matrix_iter(border=2)]
    rows += [[0] * len(rows[0])] if len(rows) % 2 else []
    for pair in zip(rows[::2], rows[1::2], strict=True):
        show("".join("█▀▄ "[2 * bool(top) + bool(low)] for top, low in zip(*pair, strict=True)))
