"""The language in which commands speak: the user's own, or the one that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.core.errors import PrintkitError, diagnostic
from printkit.core.languages import catalogue_for, check_language
from printkit.core.messages import Message, translated
from printkit.core.source import shipped_folder
from printkit.request.preferences import default_language

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printkit.core.errors import Style
    from printkit.core.i18n import Catalogue


def words_of(lang: str = "") -> Catalogue:
    """Return the words of a language, by default of the user's own."""
    language = check_language(lang) if lang else default_language()
    return catalogue_for(language, shipped_folder("layouts"))


def in_words(message: str) -> str:
    """Return a message in the user's language."""
    return translated(message, words_of())


def labels_of(words: Catalogue) -> Mapping[str, str]:
    """Return what `diagnostic` calls an error and a hint in a language."""
    return {"error:": words.translate("error:"), "hint:": words.translate("hint:")}


def render_in_words(error: PrintkitError, style: Style) -> str:
    """Format an error in the user's language; empty if some of it has no translation."""
    try:
        words = words_of()
    except PrintkitError:
        return ""  # it's the choice of a language that is wrong
    said, hint = _whole(error.message, words), _whole(error.hint, words)
    if not said or error.used_at or (error.hint and not hint):
        return ""
    return diagnostic(error.severity, said, error.where, hint, style, labels_of(words))


def _whole(text: str, words: Catalogue) -> str:
    """Return a text in a language; empty if it has no translation."""
    entry = words.find(text)
    return (
        translated(text, words) if isinstance(text, Message) else entry.translation if entry else ""
    )
