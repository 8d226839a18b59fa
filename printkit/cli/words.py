"""The language in which commands speak: the user's own, or the one that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.core.languages import catalogue_for, check_language
from printkit.core.messages import translated
from printkit.core.source import shipped_folder
from printkit.request.preferences import default_language

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue


def words_of(lang: str = "") -> Catalogue:
    """Return the words of a language, by default of the user's own."""
    language = check_language(lang) if lang else default_language()
    return catalogue_for(language, shipped_folder("layouts"))


def in_words(message: str) -> str:
    """Return a message in the user's language."""
    return translated(message, words_of())
