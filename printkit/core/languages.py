"""Languages: which ones have translations, what they are called, and their catalogues."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final
from unicodedata import combining, normalize

from printkit.core.errors import LayoutError, UsageError, Where, brief, known_as
from printkit.core.filecache import cached, note_read
from printkit.core.i18n import Catalogue, header, load_catalogue, load_entries
from printkit.core.messages import say
from printkit.core.plugins import game_folder, search_path
from printkit.core.source import find_inside, inside, is_there, shipped_folder, shown_path

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables for the language of messages; the first that is set counts."""


@cached(maxsize=64)
def catalogue_for(language: str, home: Path) -> Catalogue:
    """Load the translations of a language: the shipped ones, and those beside the layout.

    A region's catalogue is completed with that of its language: de_AT with de.
    """
    language = check_language(language, home)
    wider = match_language(re.split("[-_]", language)[0], languages(home))
    roots = [*search_path(home)][::-1]
    paths = [
        _catalogue_path(root, code) for code in dict.fromkeys((wider, language)) for root in roots
    ]
    for path in paths:
        if not is_there(path):
            note_read(path, None)
    there = [path for path in paths if is_there(path)]
    return load_catalogue(there, language, shown_path)


def catalogue_of_game(language: str, game: str) -> Catalogue:
    """Load the translations of a game's messages, which for a plugin's are in its own layouts."""
    folder, shipped = game_folder(game), shipped_folder("layouts")
    return catalogue_for(language, shipped if folder.is_relative_to(shipped) else folder)


def check_language(text: str, home: Path | None = None) -> str:
    """Return the code of an available language, in its usual spelling."""
    known = languages(home)
    language = match_language(text, known)
    if language not in known:
        message = say("unknown language '{language}'", language=brief(text))
        raise UsageError(message, hint=say("available: {known}", known=tuple(known)))
    return language


def asked_language() -> str:
    """Return the language that PRINTKIT_LANG names; empty if it isn't set."""
    wanted = os.environ.get("PRINTKIT_LANG")
    try:
        return check_language(wanted) if wanted else ""
    except UsageError as error:
        raise UsageError(f"PRINTKIT_LANG: {error.message}", hint=error.hint) from None


def system_language() -> str:
    """Return the first available language of the system; empty if it names none.

    As in gettext, LANGUAGE is a list that takes precedence over the locale, unless that is C.
    """
    locale = next((os.environ[name] for name in LOCALE if os.environ.get(name)), "")
    wishes = [] if locale in ("C", "POSIX") else os.environ.get("LANGUAGE", "").split(":")
    known = languages()
    meant = (match_language(wish, known) for wish in (*wishes, locale))
    return next((language for language in meant if language in known), "")


def _catalogue_path(root: Path, language: str) -> Path:
    path = inside(root, f"locale/{language}.po")
    if path is None:
        where = Where(str(root / "locale" / f"{language}.po"))
        raise LayoutError(
            "this catalogue is outside the layout's folder",
            where,
            "put it in the layout's own folder",
        )
    return path


def languages(home: Path | None = None) -> tuple[str, ...]:
    """Return English and every language that has a catalogue."""
    return tuple(sorted({"en", *(path.stem for path in _catalogue_files(home))}))


def language_names(home: Path | None = None) -> dict[str, str]:
    """Return each language's name in that language, from its catalogue."""
    names = {"en": "English"}
    for path in _catalogue_files(home):
        names[path.stem] = _language_name(path) or names.get(path.stem, path.stem)
    return dict(sorted(names.items()))


@cached(maxsize=64)
def _language_name(path: Path) -> str:
    """Return the name in a catalogue; empty if it has none."""
    said = [header(entry) for entry in load_entries(path)[:1] if not entry.text]
    return said[0].get("X-Language-Name", "") if said else ""


def _catalogue_files(home: Path | None) -> Iterator[Path]:
    roots = [*search_path(home or shipped_folder("layouts"))][::-1]
    return (path for root in roots for path in find_inside(root, "locale", ".po"))


LANGUAGE_NAMES: Final = {
    name: code
    for code, names in {
        "cs": ("czech", "cestina"),
        "da": ("danish", "dansk"),
        "de": ("german", "deutsch"),
        "en": ("english",),
        "eo": ("esperanto",),
        "es": ("spanish", "espanol", "castellano"),
        "fi": ("finnish", "suomi"),
        "fr": ("french", "francais"),
        "hu": ("hungarian", "magyar"),
        "it": ("italian", "italiano"),
        "ja": ("japanese", "日本語"),
        "nb": ("norwegian", "norsk"),
        "nl": ("dutch", "nederlands"),
        "pl": ("polish", "polski"),
        "pt": ("portuguese", "portugues"),
        "ro": ("romanian", "romana"),
        "sk": ("slovak", "slovencina"),
        "sv": ("swedish", "svenska"),
        "uk": ("ukrainian", "украинська"),
    }.items()
    for name in names
}
"""The names of languages in English and in the language itself, without accents."""


def shipped_languages() -> list[str]:
    """Return the languages of the sheets that ship."""
    return sorted(
        {"en", *(path.stem for path in find_inside(shipped_folder("layouts"), "locale", ".po"))}
    )


def read_language(text: str) -> str:
    """Return the code of a shipped language, or the text: a layout may have others."""
    known = shipped_languages()
    code = _code_of_name(text)
    return code if code in known else known_as(text, known)


def match_language(text: str, known: Iterable[str]) -> str:
    """Return the known language for a code or a name, otherwise the text itself.

    If there is no file for Austria, de_AT is de; 'Spanish' and 'español' are es. Systems put an
    encoding or a modifier after the code, as in 'de_AT.UTF-8' and 'de_AT@euro'.
    """
    codes = {code.casefold().replace("_", "-"): code for code in known}
    plain = text.strip().casefold().replace("_", "-")
    tag = re.fullmatch(r"(\w+(?:-\w+)*)(?:[.@][\w.@-]*)?", plain)
    wanted = tag[1] if tag else ""
    while wanted and wanted not in codes:
        wanted = wanted.rpartition("-")[0]
    return codes.get(wanted) or codes.get(_code_of_name(text), text)


def _code_of_name(text: str) -> str:
    """Return the code of a language from its name in English or in itself; empty if unknown.

    Case, accents, and a region as in 'Spanish (Mexico)' are ignored.
    """
    name = re.sub(r"\s*\([^()]*\)$", "", text.strip())
    letters = normalize("NFD", name.casefold())
    plain = "".join(letter for letter in letters if not combining(letter))
    return LANGUAGE_NAMES.get(plain, "")
