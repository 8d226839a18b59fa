"""Languages: which there are, and the words of one for a layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.catalogue import Catalogue, load_catalogue
from printkit.data import folder
from printkit.errors import LayoutError, UsageError, Where, did_you_mean, known_as
from printkit.layout.loading import shown_path
from printkit.reads import cached, note
from printkit.source import find_inside, inside, is_there

if TYPE_CHECKING:
    from pathlib import Path


@cached(maxsize=64)
def catalogue_for(language: str, home: Path) -> Catalogue:
    """The words of a language: the shipped ones, then those beside the layout."""
    known = languages(home)
    if known_as(language, known) not in known:
        raise UsageError(f"unknown language '{language}'", hint=did_you_mean(language, known))
    language = known_as(language, known)
    paths = {root: _words_path(root, language) for root in (folder("layouts"), home)}
    for path in paths.values():
        if not is_there(path):
            note(path, None)
    there = [path for path in paths.values() if is_there(path)]
    return load_catalogue(there, language, shown_path)


def _words_path(root: Path, language: str) -> Path:
    path = inside(root, f"locale/{language}.po")
    if path is None:
        where = Where(str(root / "locale" / f"{language}.po"))
        raise LayoutError("these words lie outside", where, "they lie in the layout's own folder")
    return path


def languages(home: Path | None = None) -> tuple[str, ...]:
    """English, and every language that has a catalogue."""
    roots = (folder("layouts"), *([home] if home else []))
    paths = (path for root in roots for path in find_inside(root, "locale", ".po"))
    return tuple(sorted({"en", *(path.stem for path in paths)}))
