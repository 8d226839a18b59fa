"""Printing: sends finished files to a printer, or opens them in a viewer.

Linux and macOS print with `lp` (CUPS), Windows with its shell. The functions return a message about
the outcome; they get a `say` that translates it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from printkit.core.errors import OutputError
from printkit.core.units import to_mm

if TYPE_CHECKING:
    from printkit.core.paper import Paper

PATIENCE_S: Final = 30
MOMENT_S: Final = 1.0
"""The time to wait for a viewer to fail: `xdg-open` and the like mostly end at once."""
_started: list[subprocess.Popen[bytes]] = []
_MEDIA: Final = {"a3": "A3", "a4": "A4", "a5": "A5", "a6": "A6", "letter": "Letter",
                 "legal": "Legal"}  # fmt: skip
_SIDES: Final = {"": "one-sided", "long": "two-sided-long-edge", "short": "two-sided-short-edge"}


class PrintSettings(NamedTuple):
    """How to print files: paper, duplex edge and printer."""

    paper: Paper
    edge: str = ""
    printer: str = ""


def print_files(
    paths: Sequence[Path], settings: PrintSettings, say: Callable[..., str]
) -> tuple[bool, str]:
    """Send files to the printer at 100 %, or open them if there is no printer.

    Return whether they are being printed, and a message.
    """
    if sys.platform == "win32":
        for path in paths:
            os.startfile(path.absolute(), "print")
        return True, say("sent to the printer")
    if shutil.which("lp") is None or not (settings.printer or _printers()):
        return False, f"{say('no printer found')}; {open_files(paths, say)}"
    for path in paths:
        _print_file(path, settings)
    if settings.printer:
        return True, say("sent to {printer}", printer=settings.printer)
    return True, say("sent to the default printer")


def _print_file(path: Path, settings: PrintSettings) -> None:
    done = _run(["lp", *_options(settings), "--", str(path.absolute())])
    if done.returncode:
        said = " ".join(done.stderr.split()) or f"lp failed with exit code {done.returncode}"
        known = ", ".join(_printers())
        hint = f"the file is in {path}" + (f"\navailable printers: {known}" if known else "")
        raise OutputError(f"the file was built but not printed: {said}", hint=hint)


def _options(settings: PrintSettings) -> list[str]:
    """Return options for `lp`: one copy, as the file has all of them; no scaling; its paper."""
    chosen = ["-d", settings.printer] if settings.printer else []
    media = _MEDIA.get(settings.paper.name) or (
        f"Custom.{to_mm(settings.paper.width):g}x{to_mm(settings.paper.height):g}mm"
    )
    options = (
        f"media={media}",
        f"sides={_SIDES[settings.edge]}",
        "print-scaling=none",
        "scaling=100",
    )
    return [*chosen, "-n", "1", *(word for each in options for word in ("-o", each))]


def _printers() -> list[str]:
    """Return the printers that the system knows."""
    if shutil.which("lpstat") is None:
        return []
    return _run(["lpstat", "-e"]).stdout.split()


def open_files(paths: Sequence[Path], say: Callable[..., str]) -> str:
    """Open files in the system's default program; return a message about the outcome."""
    if sys.platform == "win32":
        for path in paths:
            os.startfile(path.absolute())
        return say("opened the file")
    viewer = next(filter(shutil.which, ("xdg-open", "open")), None)
    if viewer is None or not _has_display():
        return say("no program found to open {file}", file=str(paths[0]))
    for path in paths:
        if not _start([viewer, str(path.absolute())]):  # a name like -d.pdf would be an option
            return say("no program found to open {file}", file=str(path))
    return say("opened the file")


def _has_display() -> bool:
    """Return whether windows can be shown; without a display, `xdg-open` may still end well."""
    names = ("DISPLAY", "WAYLAND_DISPLAY")
    return not sys.platform.startswith("linux") or any(map(os.environ.get, names))


def _start(command: Sequence[str]) -> bool:
    """Start a program that may outlive this one; return False if it fails at once."""
    nothing = subprocess.DEVNULL
    try:
        process = subprocess.Popen(
            command, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
        )
    except OSError:
        return False
    _started.append(process)
    with suppress(subprocess.TimeoutExpired):
        return process.wait(MOMENT_S) == 0
    return True


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command,
            capture_output=True,
            check=False,
            errors="replace",
            stdin=subprocess.DEVNULL,
            text=True,
            timeout=PATIENCE_S,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return subprocess.CompletedProcess(command, 1, "", f"{command[0]}: {error}")
