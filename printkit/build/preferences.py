"""Preferences: what printkit remembers of a printer and of a table, in the configuration folder.

    paper: a4
    language: de
    offset: 0.5mm,-1mm/0mm,1mm
    game: attribute
    names: "Ann,Ben,Cleo"

The file is written whole or not at all. One that is wrong gets an error with its place: what is
printed must not depend on half of it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from json import dumps
from pathlib import Path
from typing import Any, Final

from printkit.build.languages import (
    asked_language,
    catalogue_for,
    check_language,
    languages,
    system_language,
)
from printkit.data import folder
from printkit.errors import LayoutError, UsageError, did_you_mean
from printkit.files import write_file
from printkit.layout.wording import say
from printkit.paper import (
    NO_OFFSET,
    Offset,
    Paper,
    asked_paper,
    parse_offset,
    parse_paper,
    system_paper,
)
from printkit.reads import cached, forget, note
from printkit.request import Request
from printkit.request.words import language_meant, usual_formats
from printkit.source import is_there
from printkit.tuples import NamedTuple
from printkit.yamlfile import load_yaml
from printkit.yamlnodes import Scalar, YamlMap

FIRST_LINE = "# Written by printkit."
KEYS: Final[dict[str, tuple[Callable[[str], Any], Callable[[Any], str]]]] = {
    "paper": (parse_paper, lambda paper: paper.name),
    "language": (check_language, str),
    "offset": (parse_offset, str),
    "game": (str, str),
    "names": (str, partial(dumps, ensure_ascii=False)),
}
"""What can be remembered: how each is read, and how it is written."""


class Preferences(NamedTuple):
    """What is remembered."""

    paper: Paper | None = None  # what lies in the printer
    offset: Offset = NO_OFFSET  # how far the printer misses its place
    language: str = ""  # of the sheets
    game: str = ""  # the game that was chosen last, where printkit asked for one
    names: str = ""  # who played it, with commas


def preferences_path() -> Path | None:
    """Where preferences are kept; None where nobody has a home."""
    if os.name == "nt":
        root = os.environ.get("APPDATA", "")
    else:
        root = os.environ.get("XDG_CONFIG_HOME", "")
    if root and Path(root).is_absolute():
        return Path(root) / "printkit" / "config.yaml"
    try:
        return Path.home() / ".config" / "printkit" / "config.yaml"
    except RuntimeError:
        return None


def load_preferences() -> Preferences:
    """What is remembered; nothing where there is no file."""
    path = preferences_path()
    return _load(path) if path else Preferences()


@cached(maxsize=1)
def _load(path: Path) -> Preferences:
    """The preferences in a file, which is read once for all who ask."""
    if not is_there(path, Path.exists):
        note(path, None)
        return Preferences()
    top = load_yaml(path)
    if not isinstance(top, YamlMap):
        raise LayoutError("these are no preferences", top.where, "remove the file")
    found = Preferences()
    for key, value in top.items:
        found = _with(found, key, value)
    return found


def _with(found: Preferences, key: Scalar, value: object) -> Preferences:
    if key.text not in KEYS:
        hint = did_you_mean(key.text, KEYS)
        raise LayoutError(f"there is no preference '{key.text}'", key.where, hint)
    if not isinstance(value, Scalar):
        raise LayoutError(f"{key.text} takes one value", key.where)
    try:
        read, _ = KEYS[key.text]
        return found._replace(**{key.text: read(value.text)})
    except UsageError as error:
        raise LayoutError(error.message, value.where, error.hint) from None


def save_preferences(preferences: Preferences) -> Path:
    """Writes the file anew; gives its path."""
    path = preferences_path()
    if path is None:
        raise UsageError("there is no folder for preferences", hint="set XDG_CONFIG_HOME")
    known, nothing = preferences._asdict(), Preferences()._asdict()
    lines = [
        f"{name}: {write(known[name])}"
        for name, (_, write) in KEYS.items()
        if known[name] != nothing[name]
    ]
    write_file(path, "\n".join([FIRST_LINE, *(lines or ["{}"]), ""]).encode())
    forget({str(path)})
    return path


def usual_paper() -> Paper:
    """PRINTKIT_PAPER, else the paper that is remembered, else the system's."""
    return asked_paper() or load_preferences().paper or system_paper()


def usual_language() -> str:
    """The language that is remembered, else PRINTKIT_LANG, else the system's, else English."""
    return load_preferences().language or asked_language() or system_language()


def usual_request(
    values: Mapping[str, Any], *, no_offset: bool = False, fields: bool = False
) -> tuple[Request, str]:
    """The request, with what is remembered of the printer; and a note if that moves the pages."""
    given, offset = dict(values), load_preferences().offset
    file = given["out"].file if "out" in given else ""
    if "paper" not in given or not file:
        usual = usual_paper()
        given["says_paper"] = given.setdefault("paper", usual) != usual
    if "language" not in given:
        given["language"] = usual_language()
    if "formats" not in given:
        given["formats"] = usual_formats(file)
    request = Request(**given, fields=fields)
    if "offset" in given or no_offset or request.crop_marks or offset == NO_OFFSET:
        return request, ""
    known = language_meant(request.language, languages())
    note = say(
        catalogue_for(known if known in languages() else "en", folder("layouts")),
        "moved by the remembered offset {offset}; without it: --no-offset",
        offset=str(offset),
    )
    return replace(request, offset=offset), note
