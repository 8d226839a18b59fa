"""`printkit again`: rebuilds a file, with changes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from printkit.cli.build import build_and_report
from printkit.cli.buildcommand import CommandWithoutTarget, chosen_actions, given_options
from printkit.cli.parameters import Json, Quiet
from printkit.core.errors import OutputError, PrintkitError, UsageError, Where, cannot_read

COMMAND_CLASS = CommandWithoutTarget
GUEST, LEFT = "+", "-"
"""Before a name that is added to those of the file, and before one that is taken away."""
MOST_FILES = 500  # files searched for the newest one that printkit made


def again(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE.pdf]", help="File to rebuild (default: the newest one in this folder)"
        ),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Rebuild a file with the options it was made with, and any changes you give."""
    actions = chosen_actions(context, json=json, quiet=quiet)
    source = file or _last_file()
    before, changes = _load_keywords(source), given_options(context)
    same_seed = "names" in changes and "seed" not in changes
    after = _with_changes(before, changes)
    if "out" not in changes:
        after["out"] = _destination(source, before, changes, after)
    build_and_report(after, actions, same_seed=same_seed)


def _load_keywords(path: Path) -> dict[str, Any]:
    """Read the options from a file, and check them all, because it may come from anyone."""
    from printkit.pipeline.naming import command_of
    from printkit.request.reader import read_command

    where = Where(str(path))
    if not path.is_file():
        raise cannot_read(str(path), FileNotFoundError())
    text = command_of(path, whole=True)
    if not text:
        raise OutputError(
            "this file doesn't contain the command that made it", where, "use printkit build"
        )
    try:
        return read_command(text)
    except PrintkitError as error:
        raise OutputError(f"can't rebuild this file: {error.message}", where) from None


def _last_file() -> Path:
    """Return the newest file made by printkit in this folder or a folder in it."""
    from printkit.pipeline.naming import command_of

    newest = sorted(_files(), key=_changed_ns, reverse=True)
    found = next((path for path in newest[:MOST_FILES] if command_of(path)), None)
    if found is None and len(newest) > MOST_FILES:
        message = f"none of the {MOST_FILES} newest files here was made by printkit"
        raise UsageError(message, hint="name the file: printkit again FILE.pdf")
    if found is None:
        raise UsageError(
            "nothing has been built in this folder yet",
            hint="start with: printkit build attribute -p 4",
        )
    return found


def _changed_ns(path: Path) -> int:
    """Return the modification time of a file; 0 if it no longer exists."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _files() -> Iterator[Path]:
    from printkit.backends import FORMATS

    for name in FORMATS:
        for pattern in (f"*.{name}", f"[!.]*/*.{name}"):
            yield from (path for path in Path().glob(pattern) if path.is_file())


def _with_changes(keywords: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Apply changes to keywords; new names also set the number of players."""
    after = {**keywords, **changes}
    if "names" in changes:
        after.pop("players", None)
        if changes["names"].startswith((GUEST, LEFT)):
            after["names"] = _with_guests(keywords, changes["names"])
    if "set" in changes:
        after["set"] = [*keywords.get("set", ()), *changes["set"]]
    return after


def _with_guests(keywords: Mapping[str, Any], changes: str) -> tuple[str, ...]:
    """Return the names of a file with changes, such as `+Eve` or `+Eve, -Ben`."""
    from printkit.request.preferences import default_language
    from printkit.request.values import read_names

    if "names" not in keywords:
        hint = "give all of them: --names 'Ann,Ben,Eve'"
        raise UsageError(f"this file has no names to change by '{changes}'", hint=hint)
    languages = [keywords.get("lang") or default_language()]
    names = [*read_names(keywords["names"], languages).names]
    for change in read_names(changes, languages).names:
        name = change[1:].strip() if change.startswith((GUEST, LEFT)) else change
        if not change.startswith(LEFT):
            names.append(name)
        elif name in names:
            names.remove(name)
        else:
            raise UsageError(
                f"'{name}' isn't one of the players", hint=f"those are: {', '.join(names)}"
            )
    return tuple(names)


def _destination(
    source: Path, before: Mapping[str, Any], changes: Mapping[str, Any], after: Mapping[str, Any]
) -> str:
    """Return where to write: over the source if it would get the same name, or into its folder.

    A file with a name of its own keeps it if at most names change. A source that has changed since
    printkit made it, as a form does that has been filled in, isn't replaced.
    """
    stem = re.sub(r" \([0-9]+\)\Z", "", source.stem)
    own_name = stem != _default_stem(before)
    keeps_name = not changes.keys() - {"names"} if own_name else stem == _default_stem(after)
    if source.suffix == ".pdf" and keeps_name and _is_unchanged(source, before):
        return str(source)
    return f"{source.parent}{os.sep}"


def _default_stem(keywords: Mapping[str, Any]) -> str:
    """Return the name, without its ending, that a file with these options gets."""
    from printkit.pipeline.main import prepare
    from printkit.pipeline.naming import file_stem
    from printkit.request.reader import request_from_keywords

    return file_stem(*prepare(request_from_keywords(keywords)))


def _is_unchanged(source: Path, keywords: Mapping[str, Any]) -> bool:
    """Return whether a PDF still has the bytes that its options give."""
    from printkit.pipeline.main import render_file
    from printkit.request.reader import request_from_keywords

    try:
        request = request_from_keywords({**keywords, "out": source.name}, no_offset=True)
        _, rendered = render_file(request)
    except PrintkitError:
        return False
    return rendered.data == source.read_bytes()
