"""`printkit again`: a file is built once more, with changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Optional

import typer

from printkit.cli.build import Manner, build_values
from printkit.cli.options import chosen, read_given, takes_request
from printkit.errors import OutputError, PrintkitError, UsageError, Where


@takes_request(Manner)
def again(
    file: Annotated[
        Optional[Path],  # noqa: UP045 - Typer reads it at run time
        typer.Argument(metavar="[FILE.pdf]", help="A file; else the last one built here."),
    ] = None,
    **given: Any,
) -> None:
    """Build a file again, as the file itself says it was made, with changes."""
    values = _merged(_load_values(file or _last_file()), read_given(given))
    build_values(values, chosen(Manner, given))


def _load_values(path: Path) -> dict[str, Any]:
    """What the file asks for; it may come from anybody, so all of it is checked."""
    from printkit.build.origin import command_of, parse_command

    where = Where(str(path))
    if not path.is_file():
        raise OutputError("there is no such file", where, "printkit again FILE.pdf")
    text = command_of(path)
    if not text:
        raise OutputError("this file does not say how it was made", where, "build it by name")
    try:
        return parse_command(text)
    except (PrintkitError, ValueError) as error:
        reason = error.message if isinstance(error, PrintkitError) else str(error)
        raise OutputError(f"this cannot be built again: {reason}", where) from None


def _last_file() -> Path:
    """The newest file that printkit made in this folder, or in one that lies in it."""
    from printkit.build.origin import command_of

    newest = sorted(_files(), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    found = next((path for path in newest if command_of(path)), None)
    if found is None:
        raise UsageError("nothing was built here yet", hint="printkit build attribute -p 4")
    return found


def _files() -> Iterator[Path]:
    from printkit.backends import FORMATS

    for name in FORMATS:
        for pattern in (f"*.{name}", f"[!.]*/*.{name}"):
            yield from (path for path in Path().glob(pattern) if path.is_file())


def _merged(values: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The values with changes; new names also decide how many players there are."""
    if "names" in changes:
        values.pop("counts", None)
    if "settings" in changes:
        changes = {**changes, "settings": {**values.get("settings", {}), **changes["settings"]}}
    return {**values, **changes}
