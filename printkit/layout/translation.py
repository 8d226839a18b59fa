"""Translation: texts in the language of a sheet, and filling them in.

Translations are templates like the English texts; mistakes in them are reported at their place in
the .po file. A translation may only use facts that the English text uses, so that everything known
about a layout when it has been read is true in every language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from printkit.core.errors import Where
from printkit.layout.language.expressions import Functions, shift, unknown_fact
from printkit.layout.language.functions import GIVEN, plural_of
from printkit.layout.language.templates import (
    IconMark,
    Phrases,
    Template,
    parse_marks,
    parse_template,
)
from printkit.text.bidi import apart, is_mixed, mark_of

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue
    from printkit.layout.language.declarations import MarkedWords, Words


def translate_sentence(text: str, /, catalogue: Catalogue, **values: object) -> str:
    """Translate and fill in a sentence of printkit; inserted values are never parsed."""
    return fill_template(_translate_sentence(text, catalogue), values)


@lru_cache(maxsize=256)
def _translate_sentence(text: str, catalogue: Catalogue) -> Template:
    entry = catalogue.find(text)
    if entry is None:
        return parse_template(text, Where(""))
    template = parse_template(entry.translation, entry.where, functions_of(catalogue))
    return template.with_decimal_point(catalogue.point)


def fill_template(template: Template, env: Mapping[str, object]) -> str:
    """Fill in a template so that each value in it keeps its own direction.

    The line has the direction of the sheet's language, unless it is a single value.
    """
    text = template.evaluate(env)
    if template.is_constant or template.sole:
        return text
    return mark_of(0) + "".join(map(apart, template.texts(env))) if is_mixed(text) else text


@lru_cache(maxsize=4096)
def translate_words(words: Words, catalogue: Catalogue) -> Template:
    """Translate the words of a layout."""
    entry = catalogue.find(words.text)
    if entry is None:
        return words.template.with_decimal_point(catalogue.point)
    template = parse_template(entry.translation, entry.where, functions_of(catalogue))
    _check_names([template], [words.template])
    return template.with_decimal_point(catalogue.point)


@lru_cache(maxsize=1024)
def translate_marked_words(words: MarkedWords, catalogue: Catalogue) -> Phrases:
    """Translate words with marks."""
    entry = catalogue.find(words.text)
    if entry is None:
        return _with_decimal_point(words.phrases, catalogue.point)
    text, where = entry.translation, entry.where
    phrases = parse_marks(text, lambda at: shift(where, text, at), functions_of(catalogue))
    _check_names(_templates(phrases), _templates(words.phrases))
    return _with_decimal_point(phrases, catalogue.point)


def _with_decimal_point(phrases: Phrases, point: str) -> Phrases:
    """Return the phrases with another decimal separator."""
    return tuple(
        each
        if isinstance(each, IconMark)
        else each._replace(template=each.template.with_decimal_point(point))
        for each in phrases
    )


def _templates(phrases: Phrases) -> list[Template]:
    return [each.name if isinstance(each, IconMark) else each.template for each in phrases]


def _check_names(found: Iterable[Template], known: Iterable[Template]) -> None:
    """Refuse a fact that the English text doesn't use."""
    names = frozenset[str]().union(*(template.names for template in known))
    for template in found:
        for expression in template.expressions:
            for name in sorted(expression.names - names):
                raise unknown_fact(name, expression.place_of(name), names)


def functions_of(catalogue: Catalogue) -> Functions:
    """Return the functions that differ in this language, or come from the facts."""
    return {**GIVEN, "plural": plural_of(catalogue.plurals)}
