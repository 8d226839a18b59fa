"""Plain text on a terminal: whatever a player is called, it prints as text and nothing else."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from printkit.errors import PrintkitError

SHOWN_END = 500  # of a very long line, so many characters at either end are shown

_UNBROKEN = str.maketrans(dict.fromkeys("\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}", " "))


def show(line: str = "") -> None:
    """Prints one line; control characters and what the terminal cannot show are spelled out."""
    typer.echo(showable(line))


def show_all(lines: Iterable[str], indent: str = "") -> None:
    """Prints lines, each as `show` does."""
    for line in lines:
        show(f"{indent}{line}")


def showable(line: str) -> str:
    """The line as this terminal can show it."""
    encoding = sys.stdout.encoding or "utf-8"
    return printable(line).encode(encoding, "backslashreplace").decode(encoding)


def printable(text: str) -> str:
    """The text with every control character spelled out; a no-break space is a space."""
    if text.isprintable():
        return text
    text = text.translate(_UNBROKEN)
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """Columns aligned to the right, two blanks apart, the first row being the heads."""
    cells = [[printable(str(cell)) for cell in row] for row in (heads, *rows)]
    widths = [max(len(row[index]) for row in cells) for index in range(len(heads))]
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in cells
    ]


def warn(text: str) -> None:
    """Prints lines to the error stream; of a very long one, both ends."""
    for line in text.splitlines():
        typer.echo(_shortened(printable(line)), err=True)


def _shortened(line: str) -> str:
    return line if len(line) <= 2 * SHOWN_END else f"{line[:SHOWN_END]} … {line[-SHOWN_END:]}"


def complain(error: PrintkitError) -> None:
    """Prints an error to the error stream."""
    warn(error.render())


def print_json(document: object, indent: int | None = None) -> None:
    """Prints one JSON document."""
    import json

    text = json.dumps(document, ensure_ascii=False, indent=indent)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(document, indent=indent)
    sys.stdout.write(text + "\n")
