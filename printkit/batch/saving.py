"""Saving a request as a manifest that repeats it.

An existing file is replaced only if it was saved this way: a manifest written by hand isn't.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from printkit.batch.manifest import is_list, read_manifest
from printkit.batch.plan import make_orders
from printkit.core.errors import OutputError, UsageError, Where, cannot_read
from printkit.core.files import cannot_write, check_writable, write_file
from printkit.core.yamlfile import parse_yaml
from printkit.request.options import JOB_OPTIONS
from printkit.request.preferences import default_language, default_theme

if TYPE_CHECKING:
    from printkit.request.options import Request

FIRST_LINE: Final = "# Saved by printkit build --save-job."
_PLAIN = re.compile(r"(?!null\Z)[A-Za-z0-9][A-Za-z0-9_./-]*\Z", re.IGNORECASE)


def check_job_file(path: Path) -> None:
    """Refuse to replace a link, a folder, or a file that printkit didn't save."""
    try:
        check_writable(path)
        with path.open("rb") as file:
            start = file.read(len(FIRST_LINE))
    except FileNotFoundError:
        return
    except OSError as error:
        raise cannot_read(str(path), error) from None
    if start != FIRST_LINE.encode():
        message = "this file wasn't saved by --save-job; not overwritten"
        raise OutputError(message, Where(str(path)), "choose another name, or remove it first")


def save_job(path: Path, request: Request) -> None:
    """Write a manifest with one job, which makes the same files again."""
    entries = "\n".join(f"    {name}: {value}" for name, value in _options(path, request))
    folder = os.path.relpath(request.out.folder, path.parent)
    command = f"#   printkit batch {path.name} --out {folder}"
    text = f"{FIRST_LINE} In this folder, repeat it with:\n{command}\njobs:\n  -{entries[3:]}\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)  # so that relative paths can be checked
    except OSError as error:
        raise cannot_write(path, error) from error
    _check(text, path)
    check_job_file(path)
    write_file(path, text.encode())


def save_list(path: Path, rows: Path, target: str, merge: str = "", merge_every: int = 0) -> None:
    """Write a manifest that builds a list of tables again; both are in the same folder."""
    if not is_list(rows):
        raise UsageError("--save-job is for lists of tables", hint="this is a manifest already")
    if path.resolve().parent != rows.resolve().parent:
        hint = f"write: --save-job {rows.with_suffix('.yaml')}"
        raise UsageError("the manifest must be in the folder of the list", hint=hint)
    defaults = f"lang: {_yaml(default_language(), path.parent)}, theme: {default_theme()}"
    job = f"rows-from: {_yaml(rows.name, path.parent)}"
    if target:
        job += f", target: [[{_yaml(target, path.parent)}]]"
    text = f"{FIRST_LINE}\ndefaults: {{{defaults}}}\n"
    text += f"merge: {_yaml(merge, path.parent)}\n" if merge else ""
    text += f"merge-every: {merge_every}\n" if merge and merge_every else ""
    text += f"jobs:\n  - {{{job}}}\n"
    check_job_file(path)
    write_file(path, text.encode())


def _check(text: str, path: Path) -> None:
    """Check that the saved text is a valid manifest."""
    manifest = read_manifest(parse_yaml(text, str(path)), path.parent)
    for bad in make_orders(manifest.jobs, path.parent, Path("output")).bad_jobs:
        message = f"can't save this as a job: {bad.problems[0].message}"
        raise UsageError(message, hint=bad.problems[0].hint)


def _options(path: Path, request: Request) -> Iterator[tuple[str, str]]:
    """Yield the options in the order of the command's help, without defaults."""
    for name, option in JOB_OPTIONS.items():
        written = option.format_value(request)
        if written and not option.is_default(request):
            yield name, _yaml(written, path.parent)


def _yaml(written: object, folder: Path) -> str:
    """Format words as YAML on one line, with paths relative to a folder."""
    match written:
        case tuple():
            return f"[{', '.join(_yaml(word, folder) for word in written)}]"
        case dict():
            pairs = (f"{_yaml(k, folder)}: {_yaml(v, folder)}" for k, v in written.items())
            return f"{{{', '.join(pairs)}}}"
    text = str(written)
    if text.endswith((".yaml", ".yml", ".jsonl")):
        text = Path(os.path.relpath(text, folder)).as_posix()
    return text if _PLAIN.match(text) else json.dumps(text, ensure_ascii=False)
