"""The texts of a layout file that are translated: found in the file, under any condition.

They are its words, what it hands to parts that print it, and what it translates with `t(…)`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from printkit.layout.language.declarations import Data, Declared, MarkedWords, Words
from printkit.layout.language.expressions import Expression
from printkit.layout.language.loading import load_part
from printkit.layout.language.templates import Template
from printkit.layout.nodes.containers import UseNode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from printkit.layout.language.definition import Part, Sheet


def has_words(text: str) -> bool:
    """Return whether anything is left to translate besides what is filled in.

    Two texts that a mark joins are translated, because French puts spaces before some marks, and
    so is a text in quotation marks.
    """
    rest = re.sub(r"\{(?!plural\()[^{}]*\}", "", text)
    return bool(re.search(r"[^\W\d_]", rest) or re.fullmatch(r"\{\w+\}[:;?!].*|'\{\w+\}'", text))


def texts_of_file(file: Sheet | Part, home: Path) -> Iterator[Words | MarkedWords]:
    """Yield the texts of a file; those of its own facts by the fields it translates: t(move.alt).

    `home` is the folder of the layout, with the parts that it uses.
    """
    expressions = list(_expressions(file))
    fields = {
        node.args[0].attr
        for each in expressions
        for node in _translations(each)
        if isinstance(node.args[0], ast.Attribute)
    }
    yield from _words(file, home)
    for _, data in file.facts:
        for text in _values(data.value, fields):
            yield Words(text, Template((text,)), data.where)
    for each in expressions:
        for node in _translations(each):
            for text in literals(node.args):
                yield Words(text, Template((text,)), each.where)


def parts_used(thing: object) -> Iterator[UseNode]:
    """Yield the nodes of a file that use a part."""
    match thing:
        case Declared():
            if isinstance(thing, UseNode):
                yield thing
            yield from parts_used(list(vars(thing).values()))
        case tuple() | list() if not isinstance(thing, Data):
            for item in thing:
                yield from parts_used(item)


def literals(nodes: Iterable[ast.expr]) -> Iterator[str]:
    """Yield the texts among Python expressions."""
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _translations(expression: Expression) -> Iterator[ast.Call]:
    """Yield where an expression calls t()."""
    for node in ast.walk(ast.parse(expression.text, mode="eval")):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "t":
            yield from [node] if node.args else []


def _expressions(thing: object) -> Iterator[Expression]:
    """Yield all expressions inside a thing that a layout declares."""
    match thing:
        case Expression():
            yield thing
        case Template():
            yield from thing.expressions
        case Declared():
            yield from _expressions(list(vars(thing).values()))
        case dict():
            yield from _expressions(list(thing.values()))
        case tuple() | list():
            for item in thing:
                yield from _expressions(item)


def _values(data: object, fields: set[str]) -> Iterator[str]:
    """Yield the texts of data in these fields."""
    pairs = data.items() if isinstance(data, dict) else ()
    for key, value in pairs:
        if key in fields and isinstance(value, str):
            yield value
    for item in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _values(item, fields)


def _words(thing: object, home: Path) -> Iterator[Words | MarkedWords]:
    """Yield all words inside a thing that a layout declares."""
    match thing:
        case Words() | MarkedWords():
            yield thing
        case Declared():
            if isinstance(thing, UseNode):
                yield from _words_for_part(thing, home)
            yield from _words(list(vars(thing).values()), home)
        case tuple() | list() if not isinstance(thing, Data):
            for item in thing:
                yield from _words(item, home)


def _words_for_part(use: UseNode, home: Path) -> Iterator[Words]:
    """Yield what is handed to a part that prints it, and what it prints where nothing is."""
    if not isinstance(use.part, str):
        return
    part = load_part(home, use.part, use.where)
    given = dict(use.parameters)
    for name, parameter in part.parameters:
        data = given.get(name, parameter.default)
        if parameter.words and data is not None and data.words is not None:
            yield data.words
