"""Paths: where the files of a build go, and what they are called.

A name tells what distinguishes a build from others of the same target. Where another command made
a file of that name all the same, the new file gets a number: nothing is replaced by accident.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from printkit.build.languages import catalogue_for
from printkit.build.origin import command_line, command_of
from printkit.layout.wording import say
from printkit.request import OPTIONS, Request
from printkit.source import is_there

if TYPE_CHECKING:
    from printkit.build.targets import Printings


MAX_WORD = 32
MAX_STEM = 150


def out_path(request: Request, format_: str, number: int = 0) -> Path:
    """Where a file goes, once the request names it; pages of a picture are numbered."""
    stem, _, ending = request.out.file.rpartition(".")
    tail = f"-{number}" if number else ""
    return request.out.folder / f"{stem}{tail}.{ending if ending.lower() == format_ else format_}"


def with_file_name(request: Request, printings: Printings) -> tuple[Request, str]:
    """The request with a file name, and a note if a file of another command was in its way.

    A command without a seed counts as another one each time, as its sheets differ each time.
    """
    if request.out.file:
        return request, ""
    stem = file_stem(request, printings)
    for number in count(1):
        name = f"{stem} ({number})" if number > 1 else stem
        file = f"{name}.{request.formats[0]}"
        placed = replace(request, out=request.out._replace(file=file))
        if request.force or not _is_taken(placed):
            break
    first = request.out.folder / f"{stem}.{request.formats[0]}"
    if number == 1:
        return placed, ""
    catalogue = catalogue_for(request.language, printings[0].folder)
    note = say(
        catalogue,
        "{file} was made by another command and stays; --force replaces it",
        file=str(first),
    )
    return placed, note


def _is_taken(request: Request) -> bool:
    """Whether another command made one of the files, or the first page of one."""
    for name in request.formats:
        made_by = command_line(replace(request, formats=(name,)))
        for path in (out_path(request, name, page) for page in (0, 1)):
            if is_there(path) and command_of(path) != made_by:
                return True
    return False


def file_stem(request: Request, printings: Printings, *, is_batch: bool = False) -> str:
    """A telling file name: what it is, for how many players, and what is unusual about it."""
    targets = dict.fromkeys(
        Path(target).stem if "." in target else target for target in request.targets
    )
    words = [target.replace("/", "-") for target in ([request.only] if request.only else targets)]
    counts = sorted({count for printing in printings for count in printing.counts if count})
    if counts:
        words.append(f"{counts[0]}p" if len(counts) == 1 else f"{counts[0]}-{counts[-1]}p")
    for option in OPTIONS.values():
        is_usual = not request.says_paper if option.name == "paper" else option.is_default(request)
        if option.in_name and not is_usual and (option.in_batch_name or not is_batch):
            words.append(_slug(option.in_name(getattr(request, option.field))))
    return "-".join(filter(None, words))[:MAX_STEM]


def _slug(text: str) -> str:
    """A text as part of a file name that every system can write."""
    return re.sub(r"[^\w.+-]+", "-", text)[:MAX_WORD].strip("-.")
