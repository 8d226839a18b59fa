"""Paths: where the files of a build go, and what they are called."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from printkit.request import OPTIONS

if TYPE_CHECKING:
    from printkit.build.targets import Printings
    from printkit.request import Request


def out_path(request: Request, printings: Printings, format_: str, number: int = 0) -> Path:
    """Where a file goes: the path that was asked for, or a telling name in the output folder."""
    stem, _, ending = request.out.file.rpartition(".")
    tail = f"-{number}" if number else ""
    if ending.lower() != format_:
        ending = format_
    return request.out.folder / f"{stem or file_stem(request, printings)}{tail}.{ending}"


def file_stem(request: Request, printings: Printings) -> str:
    """A telling file name: what it is, for how many players, and what is unusual about it."""
    targets = dict.fromkeys(
        Path(target).stem if "." in target else target for target in request.targets
    )
    words = [target.replace("/", "-") for target in ([request.only] if request.only else targets)]
    counts = sorted({count for printing in printings for count in printing.counts if count})
    if counts:
        words.append(f"{counts[0]}p" if len(counts) == 1 else f"{counts[0]}-{counts[-1]}p")
    words += [
        option.in_name(getattr(request, option.field))
        for option in OPTIONS.values()
        if option.in_name and not option.is_usual(request)
    ]
    return "-".join(words)
