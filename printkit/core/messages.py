"""Messages that can be translated later: an English template and its values.

A `Message` is a string, the English sentence. It also keeps its template and values, so that
`translated` can fill in a catalogue's template instead. The rules of games therefore don't depend
on a language; the code that shows a message translates it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from printkit.core.i18n import ENGLISH

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue

_PLACE: Final = re.compile(r"\{(?:(\w+)|plural\((\w+), '((?:[^']|', ')*)'\))\}")


class Message(str):
    """An English sentence, its template and its values."""

    template: str
    values: Mapping[str, object]


def say(template: str, **values: object) -> Message:
    """Fill in a template: `{name}`, and `{plural(count, 'card', 'cards')}`.

    A value may itself be a message, or a list of messages, which are separated by commas.
    """
    message = Message(_fill_in(template, values, ENGLISH, str))
    message.template, message.values = template, values
    return message


def named(word: str) -> Message:
    """Make a message of a word in a record, such as a card, whose key is capitalised."""
    message = Message(word)
    message.template, message.values = word[:1].upper() + word[1:], {}
    return message


def either(words: Sequence[str]) -> Message:
    """List alternatives in words: `turkey, chicken or peacock`."""
    *first, last = words
    return say("{first} or {last}", first=first, last=last) if first else say("{last}", last=last)


def translated(text: str, catalogue: Catalogue) -> str:
    """Translate a message with a catalogue; return plain text unchanged."""
    if not isinstance(text, Message):
        return text
    if not text.values and catalogue.find(text.template) is None:
        return str(text)
    template = catalogue.translate(text.template)
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
