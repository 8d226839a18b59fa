"""Saved preferences, and the defaults that follow from them and from the system.

Preferences are saved in the configuration folder:

    paper: a4
    language: de
    theme: ink-saver
    offset: 0.5mm,-1mm/0mm,1mm
    printer: Office
    game: attribute
    names: "Ann,Ben,Cleo"

A file with a mistake is an error and isn't used in part: otherwise sheets could be printed with the
wrong settings.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from json import dumps
from pathlib import Path
from typing import Any, Final, NamedTuple

from printkit.core.errors import LayoutError, UsageError, did_you_mean
from printkit.core.filecache import cached, forget, note_read
from printkit.core.files import write_file
from printkit.core.languages import (
    asked_language,
    check_language,
    system_language,
)
from printkit.core.paper import (
    NO_OFFSET,
    PAPERS,
    Offset,
    Paper,
    asked_paper,
    parse_offset,
    parse_paper,
    system_paper,
)
from printkit.core.source import is_there
from printkit.request.values import check_text, check_word, known_themes

FIRST_LINE = "# Written by printkit."
_asked_for: ContextVar[str] = ContextVar("language", default="")
KEYS: Final[dict[str, tuple[Callable[[str], Any], Callable[[Any], str]]]] = {
    "paper": (parse_paper, lambda paper: paper.name),
    "language": (check_language, str),
    "theme": (partial(check_word, "theme", known_themes), str),
    "offset": (parse_offset, str),
    "printer": (partial(check_text, "printer"), str),
    "game": (str, str),
    "names": (str, str),
}
"""The keys of the file, each with a function to parse its value and one to format it."""
_QUOTED: Final = ("printer", "names")  # in the file: any text


class Preferences(NamedTuple):
    """The saved preferences."""

    paper: Paper | None = None
    offset: Offset = NO_OFFSET
    language: str = ""
    theme: str = ""
    printer: str = ""  # the one that `--print` uses
    game: str = ""  # the last game chosen in the wizard
    names: str = ""  # its players, separated by commas


def preferences_path() -> Path | None:
    """Return the path of the preferences file; None if there is no home folder."""
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
    """Load the saved preferences; the defaults if there's no file."""
    path = preferences_path()
    return _load(path) if path else Preferences()


@cached(maxsize=1)
def _load(path: Path) -> Preferences:
    if not is_there(path, Path.exists):
        note_read(path, None)
        return Preferences()
    from printkit.core.yamlfile import Scalar, YamlMap, load_yaml

    top = load_yaml(path)
    if not isinstance(top, YamlMap):
        raise LayoutError("this isn't a preferences file", top.where, "delete the file")
    found = Preferences()
    for key, value in top.items:
        if key.text not in KEYS:
            hint = did_you_mean(key.text, KEYS)
            raise LayoutError(f"unknown preference '{key.text}'", key.where, hint)
        if not isinstance(value, Scalar):
            raise LayoutError(f"{key.text} needs a single value", key.where)
        read, _ = KEYS[key.text]
        try:
            found = found._replace(**{key.text: read(value.text)})
        except UsageError as error:
            raise LayoutError(error.message, value.where, error.hint) from None
    return found


def save_preferences(preferences: Preferences) -> Path:
    """Write the preferences file; return its path."""
    path = preferences_path()
    if path is None:
        raise UsageError("no folder for preferences", hint="set XDG_CONFIG_HOME")
    lines = [
        f"{name}: {dumps(value, ensure_ascii=False) if name in _QUOTED else value}"
        for name, value in format_preferences(preferences).items()
    ]
    write_file(path, "\n".join([FIRST_LINE, *(lines or ["{}"]), ""]).encode())
    forget({str(path)})
    return path


def format_preferences(preferences: Preferences) -> dict[str, str]:
    """Return what is saved, by name, as words."""
    known, nothing = preferences._asdict(), Preferences()._asdict()
    return {
        name: write(known[name])
        for name, (_, write) in KEYS.items()
        if known[name] != nothing[name]
    }


def forget_preferences() -> Path | None:
    """Remove the preferences file, even a damaged one; return its path, or None if there's none."""
    path = preferences_path()
    if path is None or not is_there(path, Path.exists):
        return None
    path.unlink()
    forget({str(path)})
    return path


def default_paper() -> Paper:
    """Return the paper of PRINTKIT_PAPER, or the saved one, or the system's, or A4."""
    return known_paper() or PAPERS["a4"]


def known_paper() -> Paper | None:
    """Return the default paper, if the user or the system has chosen one."""
    return asked_paper() or load_preferences().paper or system_paper()


@contextmanager
def answering_in(language: str) -> Iterator[None]:
    """Use a language as the default meanwhile, for someone at another device; empty: don't."""
    token = _asked_for.set(language)
    try:
        yield
    finally:
        _asked_for.reset(token)


def default_language() -> str:
    """Return the saved language, or PRINTKIT_LANG, or the system's, or English."""
    return known_language() or "en"


def known_language() -> str:
    """Return the default language, if the user or the system has chosen one."""
    return _asked_for.get() or load_preferences().language or asked_language() or system_language()


def default_theme() -> str:
    """Return the saved theme, or `colour`."""
    return load_preferences().theme or "colour"
