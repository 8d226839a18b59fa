"""Languages: which there are, which the system speaks, and the words of one for a layout."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from printkit.catalogue import Catalogue, header, load_catalogue, load_entries
from printkit.data import folder
from printkit.errors import LayoutError, UsageError, Where
from printkit.layout.loading import shown_path
from printkit.reads import cached, note
from printkit.request.words import language_meant
from printkit.source import find_inside, inside, is_there

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name the language of a system's messages; the first that is set counts."""


@cached(maxsize=64)
def catalogue_for(language: str, home: Path) -> Catalogue:
    """The words of a language: the shipped ones, then those beside the layout.

    What the words of a region lack, its language says.
    """
    language = check_language(language, home)
    wider = language_meant(re.split("[-_]", language)[0], languages(home))
    roots, codes = dict.fromkeys((folder("layouts"), home)), dict.fromkeys((wider, language))
    paths = [_words_path(root, code) for code in codes for root in roots]
    for path in paths:
        if not is_there(path):
            note(path, None)
    there = [path for path in paths if is_there(path)]
    return load_catalogue(there, language, shown_path)


def check_language(text: str, home: Path | None = None) -> str:
    """The code of a language that there is, in its usual spelling."""
    known = languages(home)
    language = language_meant(text, known)
    if language not in known:
        raise UsageError(f"unknown language '{text}'", hint=f"there are {', '.join(known)}")
    return language


def asked_language() -> str:
    """What PRINTKIT_LANG says."""
    wanted = os.environ.get("PRINTKIT_LANG")
    try:
        return check_language(wanted) if wanted else ""
    except UsageError as error:
        raise UsageError(f"PRINTKIT_LANG: {error.message}", hint=error.hint) from None


def system_language() -> str:
    """The first language of the system that there is, else English.

    As everywhere, LANGUAGE is a list that goes before the locale, unless that is plain C.
    """
    locale = next((os.environ[name] for name in LOCALE if os.environ.get(name)), "")
    wishes = [] if locale in ("C", "POSIX") else os.environ.get("LANGUAGE", "").split(":")
    known = languages()
    meant = (language_meant(wish, known) for wish in (*wishes, locale))
    return next((language for language in meant if language in known), "en")


def _words_path(root: Path, language: str) -> Path:
    path = inside(root, f"locale/{language}.po")
    if path is None:
        where = Where(str(root / "locale" / f"{language}.po"))
        raise LayoutError("these words lie outside", where, "they lie in the layout's own folder")
    return path


def languages(home: Path | None = None) -> tuple[str, ...]:
    """English, and every language that has a catalogue."""
    return tuple(sorted({"en", *(path.stem for path in _files(home))}))


def language_names(home: Path | None = None) -> dict[str, str]:
    """What each language is called by those who speak it, as its file says."""
    names = {"en": "English"}
    for path in _files(home):
        said = [header(entry) for entry in load_entries(path)[:1] if not entry.text]
        named = said[0].get("X-Language-Name") if said else None
        names[path.stem] = named or names.get(path.stem, path.stem)
    return dict(sorted(names.items()))


def _files(home: Path | None) -> Iterator[Path]:
    roots = (folder("layouts"), *([home] if home else []))
    return (path for root in roots for path in find_inside(root, "locale", ".po"))
