"""Saving: a request becomes a manifest that repeats it.

The file is written anew only if it was saved like this before: what a person wrote by hand is
never replaced.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from printkit.batch.manifest import read_manifest
from printkit.batch.orders import make_orders
from printkit.build.paths import is_file
from printkit.errors import Findings, OutputError, UsageError, Where
from printkit.files import cannot_write, check_writable, write_file
from printkit.paper import NO_OFFSET
from printkit.yamlfile import parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printkit.request import Request

FIRST_LINE: Final = "# Saved by printkit build --save-job."
_PLAIN = re.compile(r"(?!(?:null|true|false)\Z)[A-Za-z0-9][A-Za-z0-9_./-]*\Z", re.IGNORECASE)


def check_job_file(path: Path) -> None:
    """Refuses a file that must not be replaced: a link, a folder, or what was not saved by us."""
    try:
        check_writable(path)
        with path.open("rb") as file:
            start = file.read(len(FIRST_LINE))
    except FileNotFoundError:
        return
    except OSError as error:
        raise OutputError(f"cannot be read: {error.strerror}", Where(str(path))) from None
    if start != FIRST_LINE.encode():
        message = "this was not saved by --save-job, and is not replaced"
        raise OutputError(message, Where(str(path)), "choose another name, or remove it first")


def save_job(path: Path, request: Request, *, split: bool = False) -> None:
    """Writes a manifest with one job, which makes the same files again."""
    out = request.out or Path("output")
    folder = out.parent if is_file(out) else out
    entries = "\n".join(f"    {name}: {value}" for name, value in _options(path, request, split))
    command = f"#   printkit batch {path.name} --out {os.path.relpath(folder, path.parent)}"
    text = f"{FIRST_LINE} In this folder, repeat it with:\n{command}\njobs:\n  -{entries[3:]}\n"
    _make_folder(path)
    _check(text, path)
    check_job_file(path)
    write_file(path, text.encode())


def _make_folder(path: Path) -> None:
    """Paths in a manifest begin at its folder, so it must be there to check them."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(path, error) from error


def _check(text: str, path: Path) -> None:
    """What is saved must be a manifest that can be used."""
    found = Findings()
    entries = read_manifest(parse_yaml(text, str(path)), found)
    make_orders(entries, path.parent, Path("output"), found)
    for problem in found:
        message = f"this cannot be kept as a job: {problem.message}"
        raise UsageError(message, hint=problem.hint)


def _options(path: Path, request: Request, split: bool) -> Iterator[tuple[str, str]]:
    """The options in the order of the command's help; what is usual is left out."""
    targets = [_moved(target, path) for target in request.targets]
    yield "target", _word(targets[0]) if len(targets) == 1 else f"[{_list(targets)}]"
    if request.counts:
        yield "players", _counts(request.counts)
    if request.names:
        yield "names", _list(request.names)
    settings = ", ".join(
        f"{_word(name)}: {_word(_moved(value, path))}" for name, value in request.settings.items()
    )
    given = {
        "variant": request.variant,
        "set": f"{{{settings}}}" if settings else None,
        "copies": str(request.copies) if request.copies > 1 else None,
        "seed": request.seed,
        "paper": request.paper.name,
        "orientation": request.orientation,
        "duplex": request.duplex,
        "crop-marks": "true" if request.crop_marks else None,
        "offset": None if request.offset == NO_OFFSET else str(request.offset),
        "theme": request.theme if request.theme != "colour" else None,
        "lang": request.language if request.language != "en" else None,
        "format": _list(request.formats) if request.formats != ("pdf",) else None,
        "dpi": str(request.dpi) if request.dpi != 150 else None,
        "split": "true" if split else None,
        "out": request.out.name if request.out and is_file(request.out) else None,
    }
    for name, value in given.items():
        if value is not None:
            yield name, value if name in ("set", "format") else _word(value)


def _moved(text: str, path: Path) -> str:
    """A file's path, as seen from the folder of the manifest."""
    if not text.endswith((".yaml", ".yml")):
        return text
    return Path(os.path.relpath(text, path.parent)).as_posix()


def _counts(counts: tuple[int, ...] | str) -> str:
    return counts if isinstance(counts, str) else _word(",".join(map(str, counts)))


def _list(words: tuple[str, ...] | list[str]) -> str:
    return f"[{', '.join(map(_word, words))}]"


def _word(text: str) -> str:
    return text if _PLAIN.match(text) else json.dumps(text, ensure_ascii=False)
