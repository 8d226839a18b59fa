"""Printing to the terminal: lines of text, tables, JSON and errors.

Control characters are escaped, because names and texts come from users. Errors have colours on a
terminal.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, TextIO
from unicodedata import combining, east_asian_width

import typer

from printkit.core.errors import diagnostic, escaped

if TYPE_CHECKING:
    from printkit.core.errors import PrintkitError, Style

JSON_VERSION = 1
"""The version of the output of `--json`: keys may be added to it, but not changed or removed."""

SHOWN_END = 500  # characters shown at either end of a very long line

COLOURS = {
    "error": "red",
    "warning": "yellow",
    "note": "cyan",
    "hint": "cyan",
    "caret": "red",
}
"""The colours of the parts of a diagnostic; the place and the message are only bold."""

_UNBROKEN = str.maketrans(dict.fromkeys("\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}", " "))


def show(line: str = "") -> None:
    """Print one line; escape control characters and those the terminal can't show."""
    typer.echo(showable(line))


def show_all(lines: Iterable[str], indent: str = "") -> None:
    """Print lines, each as `show` does."""
    for line in lines:
        show(f"{indent}{line}")


def showable(line: str) -> str:
    """Escape everything in a line that this terminal can't show."""
    encoding = sys.stdout.encoding or "utf-8"
    return printable(line).encode(encoding, "backslashreplace").decode(encoding)


def printable(text: str) -> str:
    """Escape control characters and odd bytes; make no-break spaces plain ones."""
    if text.isprintable():
        return text
    text = escaped(text.translate(_UNBROKEN))
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def table(
    heads: Sequence[str], rows: Iterable[Sequence[object]], words: Collection[str] = ()
) -> list[str]:
    """Format columns, two blanks apart, with a header row.

    They are right-aligned, like numbers, except those whose headings are among the `words`.
    """
    cells = [[printable(str(cell)) for cell in row] for row in (heads, *rows)]
    widths = [max(map(_columns, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(
            _pad(cell, width, left=head in words)
            for cell, width, head in zip(row, widths, heads, strict=True)
        ).rstrip()
        for row in cells
    ]


def _pad(cell: str, width: int, *, left: bool) -> str:
    blanks = " " * (width - _columns(cell))
    return cell + blanks if left else blanks + cell


def _columns(text: str) -> int:
    """Return how many columns of a terminal a text takes: wide characters two, accents none."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(char) else 1 + (east_asian_width(char) in "WF") for char in text)


def print_error(error: PrintkitError, indent: str = "") -> None:
    """Print an error to the error stream, in the user's language if all of it is translated."""
    from printkit.cli.words import render_in_words

    style = _error_style()
    _print_diagnostic(render_in_words(error, style) or error.render(style), indent)


def print_warning(message: str) -> None:
    """Print a warning to the error stream."""
    _print_diagnostic(diagnostic("warning", message, style=_error_style()))


def _print_diagnostic(lines: str, indent: str = "") -> None:
    for line in lines.splitlines():
        typer.echo(f"{indent}{line}", err=True, color=has_colours(sys.stderr))


def _error_style() -> Style:
    """Return the style of diagnostics, in colour if the error stream is such a terminal."""
    colours = has_colours(sys.stderr)

    def style(part: str, text: str) -> str:
        text = _shorten(printable(text))
        return _colour(part, text) if colours else text

    return style


def show_styled(lines: Iterable[str]) -> None:
    """Print lines that were made with `output_style`."""
    for line in lines:
        typer.echo(line, color=has_colours(sys.stdout))


def output_style() -> Style:
    """Return the style of diagnostics that are part of the output, in colour on a terminal.

    It can be pickled, because `validate` describes reports in worker processes.
    """
    return partial(_show_part, colours=has_colours(sys.stdout))


def _show_part(part: str, text: str, *, colours: bool) -> str:
    return _colour(part, showable(text)) if colours else showable(text)


def _colour(part: str, text: str) -> str:
    return text if part == "text" else typer.style(text, fg=COLOURS.get(part), bold=True)


def has_colours(stream: TextIO) -> bool:
    """Return whether a stream shows colours: a terminal, unless a variable says otherwise."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def _shorten(line: str) -> str:
    """Shorten a very long line in the middle."""
    return line if len(line) <= 2 * SHOWN_END else f"{line[:SHOWN_END]} … {line[-SHOWN_END:]}"


def print_json(document: Mapping[str, object], indent: int | None = None) -> None:
    """Print the result of a command as one JSON document, which begins with its version."""
    print_document({"version": JSON_VERSION, **document}, indent)


def print_document(document: object, indent: int | None = None) -> None:
    """Print one JSON document."""
    import json

    text = json.dumps(document, ensure_ascii=False, indent=indent)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(document, indent=indent)
    sys.stdout.write(text + "\n")
