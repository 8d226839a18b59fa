"""The parser of formulas: `max(0, total.R-1.P + change.R.P)` becomes a tree of terms.

It takes the text of a formula, the values of its capital letters, and the names of all fields. A
`FormulaError` says where in the text a problem is. `terms` defines the terms.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Mapping
from functools import lru_cache, reduce
from typing import Final, NamedTuple

from printkit.core.errors import brief, did_you_mean
from printkit.core.formulas.terms import MOST, OPERATIONS, Constant, FieldName, Operation, Term
from printkit.core.pythonsyntax import parse_python

MAX_FORMULA: Final = 4000
MAX_DEPTH: Final = 30
MAX_RANGE: Final = 10_000

_PART = r"(?:\*|(?:\d+|[A-Z]+(?:[+-]\d+)?)(?:\.\.(?:\d+|[A-Z]+(?:[+-]\d+)?))?|[a-z][a-z0-9-]*)"
_FIELD = re.compile(rf"(?<![\w.])[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:\.{_PART})*(?![\w(])")
_STEP = re.compile(r"([A-Z]+)([+-]\d+)?")
_WORDS = frozenset(("and", "or", "not", "if", "else", "in", "is", "true", "false", "none"))
_HINT = "use fields, numbers, + - * /, comparisons, and, or, not, if … else, and functions"


class FormulaError(Exception):
    """An error in a formula: message, offset and hint."""

    def __init__(self, message: str, offset: int = 0, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.offset, self.hint = message, offset, hint


_OF_LISTS: Final = {"sum": "sum", "count": "count", "min": "least", "max": "most"}
"""The functions that take lists of fields, and the operation each applies to a list."""

_SINGLE = frozenset(("abs", "floor", "ceil", "round"))
FUNCTIONS: Final = frozenset(_OF_LISTS) | _SINGLE
_BINARY: Final[dict[type[ast.AST], str]] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.And: "and",
    ast.Or: "or",
}


class _SyntaxTree(NamedTuple):
    """A formula as Python's syntax tree, in which a name like _3 represents a field."""

    top: ast.expr
    fields: Mapping[str, str]  # as they are written in the formula, by those names
    places: tuple[tuple[int, int], ...]  # offsets in the tree's text, and in the formula

    def offset(self, node: ast.expr) -> int:
        """Return the offset of a node in the formula's text."""
        at = node.col_offset
        before = [(short, long) for short, long in self.places if short <= at]
        short, long = before[-1] if before else (0, 0)
        return long + at - short


@lru_cache(maxsize=1024)
def _parse_tree(text: str) -> _SyntaxTree:
    if len(text) > MAX_FORMULA:
        raise FormulaError(f"a formula of {len(text)} characters is too long", 0, "make it simpler")
    fields: dict[str, str] = {}
    places = [(0, 0)]
    shown, end = "", 0
    for found in _FIELD.finditer(text):
        if found[0] in _WORDS:
            continue
        name = f"_{len(fields)}"
        fields[name] = found[0]
        shown += text[end : found.start()]
        places.append((len(shown), found.start()))
        shown, end = shown + name, found.end()
        places.append((len(shown), end))
    shown += text[end:]
    try:
        return _SyntaxTree(parse_python(shown.strip()), fields, tuple(places))
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        short = text if len(text) <= 60 else text[:59] + "…"
        raise FormulaError(f"'{short}' is not a formula", 0, _HINT) from None


def parse_formula(text: str, parts: Mapping[str, str], known: Collection[str]) -> Term:
    """Parse a formula over the `known` fields; `parts` has the values of its capital letters."""
    return _TermBuilder(_parse_tree(text.strip()), parts, known).term()


class _TermBuilder:
    """A converter from the syntax tree of one formula to terms."""

    def __init__(self, tree: _SyntaxTree, parts: Mapping[str, str], known: Collection[str]) -> None:
        self.tree, self.parts, self.known = tree, parts, known

    def term(self) -> Term:
        return self._term(self.tree.top, 0)

    def _term(self, node: ast.expr, depth: int) -> Term:
        if depth > MAX_DEPTH:
            raise self._error(node, f"nested more than {MAX_DEPTH} levels deep", "make it simpler")
        deeper = depth + 1
        match node:
            case ast.Constant(value=bool() | int() | float() as value):
                if not -MOST <= value <= MOST:
                    raise self._error(node, "the number is too large")
                return Constant(float(value))
            case ast.Name(id=name):
                return self._name(node, name)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return _fold("neg", self._term(operand, deeper))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return _fold("not", self._term(operand, deeper))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
                do = _BINARY[type(op)]
                return _fold(do, self._term(left, deeper), self._term(right, deeper))
            case ast.BoolOp(op=op, values=values):
                terms = [self._term(value, deeper) for value in values]
                return reduce(lambda a, b: _fold(_BINARY[type(op)], a, b), terms)
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                return self._comparison(node, [left, *comparators], ops, deeper)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._choice(test, body, orelse, deeper)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self._call(node, name, args, deeper)
        raise self._error(node, "this can't be used in a formula", _HINT)

    def _name(self, node: ast.expr, name: str) -> Term:
        if name in self.tree.fields:
            written = self.tree.fields[name]
            if _is_list(written):
                raise self._error(
                    node, f"'{brief(written)}' is a list of fields", f"write sum({written})"
                )
            return self._fields(node, written)[0]
        if name in ("true", "false"):
            return Constant(float(name == "true"))
        return Constant(float(self._number_of(node, name)))

    def _letter(self, node: ast.expr, name: str) -> str:
        """Return the value of a capital letter."""
        if name not in self.parts:
            hint = f"this field has: {', '.join(self.parts)}" if self.parts else ""
            raise self._error(node, f"unknown name '{name}'", hint)
        return self.parts[name]

    def _number_of(self, node: ast.expr, name: str) -> int:
        part = self._letter(node, name)
        if not part.isdigit():
            raise self._error(node, f"'{name}' is '{part}' here, which isn't a number")
        return int(part)

    def _comparison(
        self, node: ast.expr, values: list[ast.expr], ops: list[ast.cmpop], depth: int
    ) -> Term:
        if any(type(op) not in _BINARY for op in ops):
            raise self._error(node, "this comparison can't be used in a formula", _HINT)
        terms = [self._term(value, depth) for value in values]
        links = [_fold(_BINARY[type(op)], terms[at], terms[at + 1]) for at, op in enumerate(ops)]
        return reduce(lambda a, b: _fold("and", a, b), links)

    def _choice(self, test: ast.expr, body: ast.expr, orelse: ast.expr, depth: int) -> Term:
        """Convert a conditional; if its test depends on no field, only one branch is kept.

        The other branch may then name fields that don't exist: `total.R-1.P if R > 1 else 0`.
        """
        decided = self._term(test, depth)
        if isinstance(decided, Constant):
            return self._term(body if decided.value else orelse, depth)
        terms = decided, self._term(body, depth), self._term(orelse, depth)
        return Operation("if", terms)

    def _call(self, node: ast.expr, name: str, args: list[ast.expr], depth: int) -> Term:
        if name not in FUNCTIONS:
            hint = did_you_mean(name, FUNCTIONS)
            raise self._error(node, f"unknown function '{name}' in a formula", hint)
        if not args or (name in _SINGLE and len(args) > 1):
            raise self._error(node, f"wrong arguments for '{name}'", f"write {name}(…)")
        terms: list[Term] = []
        for each in args:
            written = self.tree.fields.get(each.id, "") if isinstance(each, ast.Name) else ""
            if name in _OF_LISTS and _is_list(written):
                fields = self._fields(each, written)
                terms += fields if name in ("sum", "count") else [_fold(_OF_LISTS[name], *fields)]
            else:
                terms.append(self._term(each, depth))
        return terms[0] if name in ("min", "max") and len(terms) == 1 else _fold(name, *terms)

    def _fields(self, node: ast.expr, written: str) -> list[FieldName]:
        """Return the fields that match a name or pattern, in the order of the sheet."""
        names = written.replace("..", "\0").split(".")  # at all dots but those of a range
        parts = [self._part(node, name.replace("\0", "..")) for name in names]
        if all(len(part) == 1 and part[0] != "*" for part in parts):
            name = ".".join(part[0] for part in parts)
            if name not in self.known:
                hint = did_you_mean(name, self.known)
                raise self._error(node, f"unknown field '{brief(name)}'", hint)
            return [FieldName(name)]
        if not all(parts):
            return []
        sets = [None if part == ["*"] else frozenset(part) for part in parts]
        found = [FieldName(name) for name in self.known if _matches(name, sets)]
        if not found:
            raise self._error(node, f"no field matches '{brief(written)}'")
        return found

    def _part(self, node: ast.expr, part: str) -> list[str]:
        """Return the values that one part of a pattern matches; none for a range like 1..0."""
        start, dots, end = part.partition("..")
        if not dots:
            return [self._bound(node, start)]
        bounds = [self._bound(node, start), self._bound(node, end)]
        if not all(bound.lstrip("-").isdigit() for bound in bounds):
            raise self._error(node, f"'{brief(part)}' isn't a range of numbers")
        first, last = map(int, bounds)
        if last - first > MAX_RANGE:
            raise self._error(node, f"a range of more than {MAX_RANGE:,} fields is too long")
        return [str(number) for number in range(first, last + 1)]

    def _bound(self, node: ast.expr, text: str) -> str:
        found = _STEP.fullmatch(text)
        if found is None:
            return text
        if not found[2]:
            return self._letter(node, found[1])
        return str(self._number_of(node, found[1]) + int(found[2]))

    def _error(self, node: ast.expr, message: str, hint: str = "") -> FormulaError:
        return FormulaError(message, self.tree.offset(node), hint)


def _is_list(written: str) -> bool:
    return "*" in written or ".." in written


def _matches(name: str, sets: list[frozenset[str] | None]) -> bool:
    parts = name.split(".")
    return len(parts) == len(sets) and all(
        allowed is None or part in allowed for part, allowed in zip(parts, sets, strict=True)
    )


def _fold(do: str, *terms: Term) -> Term:
    """Make an operation, or compute its value if it depends on no field."""
    if all(isinstance(term, Constant) for term in terms):
        value = OPERATIONS[do](*[term.value for term in terms if isinstance(term, Constant)])
        if value is not None:
            return Constant(value)
    return Operation(do, terms)
