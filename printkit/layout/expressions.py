"""The small expression language of layouts: `{round.number + 1}`, `player in players`.

Takes text and its place; gives an `Expression`, a `Template` (text with expressions in braces) or
a `Loop`, each of which knows its free names before it runs. A field `a.b` is a key of a record and
nothing else: no attribute of a Python object can be reached. What the words inside of an
expression do is the compiler's business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from printkit.budget import current, spend
from printkit.errors import LayoutError, RefusalError, Where, brief
from printkit.layout import operations
from printkit.layout.compiler import CONSTANTS, Closure, Compiler, Env, Functions, shift
from printkit.patterns import pattern
from printkit.tuples import NamedTuple

MAX_EXPRESSION: Final = 500
STEPS_TO_READ: Final = 50
CHARACTERS_A_STEP: Final = operations.CHARACTERS_A_STEP
NO_FUNCTIONS: Final[Functions] = {}

_NAME = r"[A-Za-z][A-Za-z0-9_]*"
_LOOP = pattern(rf"\s*({_NAME})(?:\s*,\s*({_NAME}))?\s+in\s+(?=\S)")
_QUOTED = r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+\""""
_INSIDE = rf"(?:[^{{}}'\"]|{_QUOTED})*+"
_BRACES = pattern(rf"\{{\{{|\}}\}}|\{{({_INSIDE})\}}|[{{}}]", re.DOTALL)
BRACED: Final = rf"\{{{_INSIDE}\}}"
"""A pattern for one expression in braces."""


class Expression:
    """A compiled expression."""

    __slots__ = ("_compiled", "_size", "_step", "names", "text", "where")

    def __init__(self, text: str, where: Where, compiler: Compiler, step: Closure) -> None:
        self.text = text
        self.where = where
        self.names = frozenset(compiler.names)  # its free names
        self._compiled = compiler  # knows where each name stands
        self._step = step  # computes it
        self._size = compiler.size  # how many steps that takes at least

    def place_of(self, name: str) -> Where:
        """Where one of its names stands."""
        return self._compiled.place(self._compiled.names[name])

    def evaluate(self, env: Env) -> object:
        """The value for these facts."""
        current().spend(self._size, self.where)
        return self._step(env)


class Template:
    """Text with expressions."""

    __slots__ = ("expressions", "is_constant", "names", "parts", "point", "sole")

    def __init__(self, parts: tuple[str | Expression, ...], point: str = ".") -> None:
        found = [part for part in parts if isinstance(part, Expression)]
        self.parts = parts  # texts and expressions in turn
        self.point = point  # stands before decimals
        self.expressions = found  # those among the parts
        self.names: frozenset[str] = frozenset().union(*(part.names for part in found))
        self.is_constant = not found  # whether there is nothing to fill in
        self.sole = found[0] if found and len(parts) == 1 else None  # the expression that is all

    def evaluate(self, env: Env) -> str:
        """The text for these facts; what is inserted is never read as a template again."""
        if self.is_constant:
            return "".join(self.parts)  # type: ignore[arg-type]
        if self.sole:
            text = self._shown(self.sole, env)
        else:
            text = "".join([p if isinstance(p, str) else self._shown(p, env) for p in self.parts])
        spend(len(text) // CHARACTERS_A_STEP)
        if len(text) > operations.MAX_TEXT:
            where = self.expressions[0].where
            raise LayoutError(f"a text of {len(text)} characters is too long", where)
        return text

    def settled(self, env: Env, varying: frozenset[str]) -> Template:
        """The same text, with everything filled in that does not vary."""
        parts: list[str | Expression] = [""]
        for part in self.parts:
            text = part if isinstance(part, str) or part.names & varying else self._shown(part, env)
            if isinstance(text, str) and isinstance(parts[-1], str):
                parts[-1] += text
            else:
                parts.append(text)
        return Template(tuple(parts), self.point)

    def pointed(self, point: str) -> Template:
        """The same text with something else before decimals."""
        return self if point == self.point else Template(self.parts, point)

    def texts(self, env: Env) -> Iterator[str]:
        """The texts it is put together from, each filled in by itself."""
        for part in self.parts:
            yield part if isinstance(part, str) else self._shown(part, env)

    def _shown(self, part: Expression, env: Env) -> str:
        value = part.evaluate(env)
        try:
            return operations.show(value, self.point)
        except RefusalError as error:
            raise LayoutError(f"'{part.text}': {error.message}", part.where, error.hint) from None


class Loop(NamedTuple):
    """`player in players`, or with a number from 1: `i, player in players`."""

    names: tuple[str, ...]
    source: Expression

    def bindings(self, env: Env) -> list[dict[str, object]]:
        """What the loop's names stand for, once for each item."""
        items = self.source.evaluate(env)
        if not isinstance(items, tuple | list) or len(items) > operations.MAX_ITEMS:
            found = operations.describe(items)
            hint = f"a loop needs a list of at most {operations.MAX_ITEMS:,} items"
            raise LayoutError(f"'{self.source.text}' is {found}", self.source.where, hint)
        spend(2 * len(items))
        if len(self.names) == 1:
            return [{self.names[0]: item} for item in items]
        number, name = self.names
        return [{number: count, name: item} for count, item in enumerate(items, 1)]


def parse_expression(text: str, where: Where, functions: Functions = NO_FUNCTIONS) -> Expression:
    """Compiles an expression; `functions` come before the usual ones.

    Those that are None there are brought along by the facts.
    """
    if len(text) > MAX_EXPRESSION:
        message = f"an expression of {len(text)} characters is too long"
        raise LayoutError(message, where, f"at most {MAX_EXPRESSION}")
    current().spend_reading(STEPS_TO_READ + len(text), where)
    compiler = Compiler(text, where, functions)
    step = compiler.compile(compiler.read(), 0)
    return Expression(text.strip(), where, compiler, step)


def parse_loop(text: str, where: Where, functions: Functions = NO_FUNCTIONS) -> Loop:
    """Compiles a loop like `player in players`."""
    found = _LOOP.match(text)
    if found is None:
        hint = "write 'player in players', or 'i, player in players' to count from 1"
        raise LayoutError(f"'{brief(text, 80)}' is not a loop", where, hint)
    names = tuple(name for name in found.groups() if name)
    if len(set(names)) < len(names) or any(_is_reserved(name) for name in names):
        raise LayoutError(f"'{', '.join(names)}' cannot name items", where, "choose other names")
    return Loop(
        names, parse_expression(text[found.end() :], shift(where, text, found.end()), functions)
    )


def parse_template(text: str, where: Where, functions: Functions = NO_FUNCTIONS) -> Template:
    """Compiles text with expressions in braces; {{ and }} are plain braces."""
    if len(text) > operations.MAX_TEXT:
        raise LayoutError(f"a text of {len(text)} characters is too long", where)
    parts: list[str | Expression] = []
    literal, end = "", 0
    for found in _BRACES.finditer(text):
        literal += text[end : found.start()]
        end = found.end()
        if found[0] in ("{{", "}}"):
            literal += found[0][0]
            continue
        if found[1] is None:
            raise _lone_brace(found[0], shift(where, text, found.start()))
        parts += [literal] if literal else []
        parts.append(parse_expression(found[1], shift(where, text, found.start() + 1), functions))
        literal = ""
    literal += text[end:]
    return Template((*parts, literal) if literal or not parts else tuple(parts))


def show_value(value: object, point: str = ".") -> str:
    """A value as a template prints it; raises a LayoutError without a place if it cannot be."""
    try:
        return operations.show(value, point)
    except RefusalError as error:
        raise error.at(None) from None


def _lone_brace(brace: str, where: Where) -> LayoutError:
    if brace == "{":
        hint = "close it and its quotes, or write {{ for a plain brace"
        return LayoutError("this { is never closed", where, hint)
    return LayoutError("a } without a {", where, "write }} for a plain brace")


def _is_reserved(name: str) -> bool:
    return name.lower() in CONSTANTS or name in ("and", "or", "not", "in", "if", "else", "is")
