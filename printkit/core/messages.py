"""Messages that can be translated later: an English template and its values.

A `Message` is a string, the English sentence. It also keeps its template and values, so that
`translated` can fill in a catalogue's template instead. The rules of games therefore don't depend
on a language; the code that shows a message translates it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from printkit.core.errors import lower_first, nearest
from printkit.core.i18n import ENGLISH

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue

_PLACE: Final = re.compile(r"\{(?:(\w+)|plural\((\w+), '((?:[^']|', ')*)'\))\}")


class Message(str):
    """An English sentence, its template and its values."""

    template: str
    values: Mapping[str, object]
    is_word: bool = False  # a word inside a sentence, although its key is capitalised


def say(template: str, **values: object) -> Message:
    """Fill in a template: `{name}`, and `{plural(count, 'card', 'cards')}`.

    A value may itself be a message, or a list of messages, which are separated by commas.
    """
    message = Message(_fill_in(template, values, ENGLISH, str))
    message.template, message.values = template, values
    return message


def named(word: str, key: str = "") -> Message:
    """Make a message of a word in a record, such as a card.

    Its key in catalogues is the capitalised word, or another text that says what it means.
    """
    message = Message(word)
    message.template = key or word[:1].upper() + word[1:]
    message.values, message.is_word = {}, message.template[:1].isupper()
    return message


def either(words: Sequence[str]) -> Message:
    """List alternatives in words: `turkey, chicken or peacock`."""
    *first, last = words
    return say("{first} or {last}", first=first, last=last) if first else say("{last}", last=last)


def both(words: Sequence[str]) -> Message:
    """List words of which each is meant: `Ann, Ben and Cleo`."""
    *first, last = words
    return say("{first} and {last}", first=first, last=last) if first else say("{last}", last=last)


def series(sentences: Sequence[str]) -> Message:
    """Put sentences in a row, separated by semicolons."""
    *first, last = sentences
    if not first:
        return say("{last}", last=last)
    return say("{first}; {last}", first=series(first), last=last)


def suggest(word: str, known: Collection[str]) -> Message:
    """Ask whether the nearest known word was meant, or list all of them when none is near."""
    if near := nearest(word, known):
        return say("did you mean '{near}'?", near=near)
    return say("choose from {known}", known=tuple(known))


def mentions(text: object, name: str) -> bool:
    """Return whether a name is one of the values in a message."""
    if isinstance(text, Message):
        return any(mentions(value, name) for value in text.values.values())
    if isinstance(text, tuple | list):
        return any(mentions(value, name) for value in text)
    return text == name


def translated(text: str, catalogue: Catalogue) -> str:
    """Translate a message with a catalogue; return plain text unchanged."""
    if not isinstance(text, Message):
        return text
    if not text.values and catalogue.find(text.template) is None:
        return str(text)
    template = catalogue.translate(text.template)
    if text.is_word and not catalogue.capital_nouns:
        return lower_first(template)
    return _fill_in(template, text.values, catalogue, lambda value: translated(value, catalogue))


def _fill_in(
    template: str,
    values: Mapping[str, object],
    catalogue: Catalogue,
    spell: Callable[[str], str],
) -> str:
    def put(place: re.Match[str]) -> str:
        name, counted, forms = place.groups()
        if counted:
            number = values[counted]
            assert isinstance(number, int)
            return str(forms.split("', '")[catalogue.plurals.form(number)])
        value = values[name]
        if isinstance(value, tuple | list):
            return ", ".join(spell(each) for each in value)
        return spell(value) if isinstance(value, str) else str(value)

    return _PLACE.sub(put, template)
