"""File names of a build, and the command that each file records.

A name includes the options that distinguish a build from others of the same target. If a different
command made an existing file of that name, the new file gets a number, so nothing is replaced by
accident. For this check and for `printkit again`, every file contains its command.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path, PurePath
from shlex import join
from typing import TYPE_CHECKING, Final

from printkit.backends import COMMAND, find_command
from printkit.core.errors import PrintkitError
from printkit.core.languages import catalogue_for
from printkit.core.names import join_names
from printkit.core.source import is_there
from printkit.layout.translation import translate_sentence
from printkit.pipeline.gameinfo import game_info
from printkit.request.options import JOB_OPTIONS, OPTIONS, Request
from printkit.request.reader import read_command

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue
    from printkit.pipeline.targets import PlannedSheet
    from printkit.request.options import Option

MAX_WORD = 32
MAX_STEM = 150


def out_path(request: Request, format_: str, number: int = 0) -> Path:
    """Return the path of a file of a named request; files of single pages are numbered."""
    stem, _, ending = request.out.file.rpartition(".")
    tail = f"-{number}" if number else ""
    return request.out.folder / f"{stem}{tail}.{ending if ending.lower() == format_ else format_}"


def with_file_name(
    request: Request, planned_sheets: tuple[PlannedSheet, ...]
) -> tuple[Request, str]:
    """Return the request with a file name, and a note if another command's file had the same name.

    Random sheets without a given seed differ each time, so each run counts as a different command.
    """
    if request.out.file:
        return request, ""
    stem = file_stem(request, planned_sheets)
    for number in count(1):
        name = f"{stem} ({number})" if number > 1 else stem
        file = f"{name}.{request.formats[0]}"
        placed = replace(request, out=request.out._replace(file=file))
        if request.force or not _is_taken(placed):
            break
    first = request.out.folder / f"{stem}.{request.formats[0]}"
    if number == 1:
        return placed, ""
    catalogue = catalogue_for(request.language, planned_sheets[0].folder)
    return placed, _not_overwritten(first, request, catalogue)


def _not_overwritten(first: Path, request: Request, catalogue: Catalogue) -> str:
    """Say how the command differs from the one that made the existing file."""
    say = partial(translate_sentence, catalogue=catalogue, file=str(first))
    before = command_of(first)
    if is_there(first) and not before:
        return say(
            "{file} already exists, and printkit didn’t make it; not overwritten "
            "(use --force to replace it)"
        )
    try:
        old, new = read_command(before), read_command(command_line(request))
    except PrintkitError:
        old = new = {}
    changed = [
        name for name, one in OPTIONS.items() if old.get(one.keyword) != new.get(one.keyword)
    ]
    if not changed or "target" in changed:
        return say(
            "{file} already exists, made by a different command; not overwritten "
            "(use --force to replace it)"
        )
    return say(
        "{file} already exists, made with a different {options}; not overwritten "
        "(use --force to replace it)",
        options=", ".join(f"--{name}" for name in changed),
    )


def is_same_command(new: Path, old: Path) -> bool:
    """Return whether two files were made by the same command, so that one may replace the other."""
    return command_of(new) == command_of(old)


def _is_taken(request: Request) -> bool:
    """Return whether another command made one of the files, or the first page of one."""
    for name in request.formats:
        made_by = command_line(replace(request, formats=(name,)))
        for path in (out_path(request, name, page) for page in (0, 1)):
            if is_there(path) and command_of(path) != made_by:
                return True
    return False


def file_stem(
    request: Request, planned_sheets: tuple[PlannedSheet, ...], *, is_batch: bool = False
) -> str:
    """Make a descriptive file name: target, player count, and options that aren't defaults."""
    targets = dict.fromkeys(
        Path(target).stem if "." in target else target for target in request.targets
    )
    words = [target.replace("/", "-") for target in ([request.only] if request.only else targets)]
    is_pad = len(planned_sheets) == 1 and planned_sheets[0].sheet.is_pad
    if is_pad:  # its settings may be a hundred words long; the game is enough
        title = game_info(planned_sheets[0].sheet, request.settings).title.lower()
        words = [f"{_slug(title)}-{words[0].removeprefix('any-')}"]
    counts = sorted({count for planned in planned_sheets for count in planned.counts if count})
    if counts:
        words.append(f"{counts[0]}p" if len(counts) == 1 else f"{counts[0]}-{counts[-1]}p")
    for option in OPTIONS.values():
        is_usual = (
            not request.has_paper_in_name if option.name == "paper" else option.is_default(request)
        )
        if is_pad and option.name == "set":
            continue
        if option.in_name and not is_usual and (option.in_batch_name or not is_batch):
            words.append(_slug(option.in_name(getattr(request, option.field))))
    return "-".join(filter(None, words))[:MAX_STEM]


def _slug(text: str) -> str:
    """Return a text as part of a file name that is valid on every system."""
    return re.sub(r"[^\w.+-]+", "-", text)[:MAX_WORD].strip("-.")


MAX_BYTES: Final = 100_000_000
HEAD_BYTES: Final = 64_000
TAIL_BYTES: Final = 2_000_000
"""The parts of a file that are searched; in a PDF of 10,000 pages, 1 MB follows the command."""
MAX_COMMAND: Final = 10_000


def command_line(request: Request) -> str:
    """Return the command that makes the same file again.

    It doesn't name an output file, and names a layout without its folder.
    """
    words = [COMMAND, join(_without_folder(target) for target in request.targets)]
    for name, option in JOB_OPTIONS.items():
        if name not in ("target", "out") and not option.can_be_omitted(request):
            words += _words(option, request)
    return " ".join([*words, "--split"] if request.only else words)


def _words(option: Option, request: Request) -> list[str]:
    name, written = f"--{option.name}", option.format_value(request)
    if option.is_flag:
        return [name]
    if isinstance(written, dict):
        written = tuple(f"{key}={_without_folder(value)}" for key, value in written.items())
    if isinstance(written, tuple) and option.repeats:
        return [join((name, word)) for word in written]
    if isinstance(getattr(request, option.field), Path):
        written = PurePath(written).name
    return [join((name, join_names(written) if isinstance(written, tuple) else written))]


def _without_folder(text: str) -> str:
    """Return a path without its folders, so that a file doesn't reveal where it was made."""
    return PurePath(text).name if text.endswith((".yaml", ".yml")) else text


def command_of(path: Path, *, whole: bool = False) -> str:
    """Return the command that made a file, as recorded in it; empty if there is none.

    In a file written by printkit, the command is near the beginning or the end. `whole` searches
    the whole file, which another program may have saved.
    """
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            return ""
        with path.open("rb") as file:
            if whole or size <= HEAD_BYTES + TAIL_BYTES:
                return find_command(file.read(MAX_BYTES))[:MAX_COMMAND]
            head = file.read(HEAD_BYTES)
            file.seek(-TAIL_BYTES, os.SEEK_END)
            return find_command(head + file.read(TAIL_BYTES))[:MAX_COMMAND]
    except OSError:
        return ""
