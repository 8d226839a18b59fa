"""Messages that can be translated later: an English template and its values.

A `Message` is the English sentence, as any text is. It also keeps what it was made of, so that
`translated` can make the same sentence from a catalogue's template. The rules of games are judged
without knowing a language; the code that shows them translates them.
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

    A value may be a message of its own, or several of them, which are listed with commas.
    """
    message = Message(_filled(template, values, ENGLISH, str))
    message.template, message.values = template, values
    return message


def named(word: str) -> Message:
    """A word of a record, such as the name of a card; sheets begin it with a capital letter."""
    message = Message(word)
    message.template, message.values = word[:1].upper() + word[1:], {}
    return message


def either(words: Sequence[str]) -> Message:
    """Return one of several, in words: `turkey, chicken or peacock`."""
    *first, last = words
    return say("{first} or {last}", first=first, last=last) if first else say("{last}", last=last)


def translated(text: str, catalogue: Catalogue) -> str:
    """Return a message in the language of a catalogue; plain text is returned unchanged."""
    if not isinstance(text, Message):
        return text
    if not text.values and catalogue.find(text.template) is None:
        return str(text)
    template = catalogue.translate(text.template)
    return _filled(template, text.values, catalogue, lambda value: translated(value, catalogue))


def _filled(
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
