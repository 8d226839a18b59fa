"""`printkit again`: rebuilds a file, with changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from printkit.cli.build import (
    NoOffset,
    Open,
    Preflight,
    Print,
    Printer,
    Save,
    SaveJob,
    build_and_report,
    chosen_actions,
)
from printkit.cli.buildcommand import AgainCommand, given_options
from printkit.cli.parameters import Json, Quiet
from printkit.core.errors import OutputError, PrintkitError, UsageError, Where

COMMAND_CLASS = AgainCommand
MOST_FILES = 500  # files searched for the newest one that printkit made


def again(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE.pdf]", help="File to rebuild (default: the newest one in this folder)"
        ),
    ] = None,
    prints: Print = False,
    printer: Printer = "",
    save: Save = False,
    no_offset: NoOffset = False,
    save_job: SaveJob = "",
    opens: Open = False,
    preflight: Preflight = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Rebuild a file with the options it was made with, and any changes you give."""
    actions = chosen_actions(locals())
    before, changes = _load_keywords(file or _last_file()), given_options(context)
    same_seed = "names" in changes and "seed" not in changes
    build_and_report(_with_changes(before, changes), actions, same_seed=same_seed)


def _load_keywords(path: Path) -> dict[str, Any]:
    """Read the options from a file, and check them all, because it may come from anyone."""
    from printkit.pipeline.naming import command_of
    from printkit.request.reader import read_command

    where = Where(str(path))
    if not path.is_file():
        raise OutputError("no such file", where, "check the name and the folder")
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
    if "names" in changes:
        keywords.pop("players", None)
    if "set" in changes:
        changes = {**changes, "set": [*keywords.get("set", ()), *changes["set"]]}
    return {**keywords, **changes}
