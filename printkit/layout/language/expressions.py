"""The small expression language of layouts: `round.number + 1`, `player in players`.

An `Expression` or a `Loop` is compiled from text and its place, and its free names are known before
it runs. Python's `ast` parses the text, and an allow-list of syntax (`_RULES`) turns it into nested
closures. A field `a.b` is a key of a record: no attribute of a Python object can be reached.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias

from printkit.core.budget import count_steps, current_budget
from printkit.core.errors import LayoutError, RefusalError, Where, brief, did_you_mean
from printkit.core.pythonsyntax import parse_python
from printkit.core.source import find_forbidden
from printkit.core.units import counted
from printkit.layout.language.functions import (
    DIVISION_BY_ZERO,
    FUNCTIONS,
    MAX_ITEMS,
    RECORDS,
    Function,
    Operator,
    arithmetic,
    as_list,
    bounded,
    contains,
    describe,
    negate,
    ordering,
    pick,
    same,
)

Env: TypeAlias = Mapping[str, object]
Facts: TypeAlias = dict[str, object]
Closure: TypeAlias = Callable[[Env], object]
Functions: TypeAlias = Mapping[str, Function | None]

MAX_DEPTH: Final = 30
MAX_EXPRESSION: Final = 500
STEPS_TO_READ: Final = 50
NO_FUNCTIONS: Final[Functions] = {}

CHANCE: Final = {
    "shuffle": "shuffle(list)",
    "sample": "sample(list, how many)",
    "pick": "pick(list)",
    "roll": "roll(sides) or roll(sides, dice)",
}
"""The random functions of draws, and how to call each."""

CONSTANTS: Final = {"true": True, "false": False, "none": None, "null": None}
KEYWORDS: Final = ("and", "or", "not", "in", "if", "else", "is")
_OPERATORS: Final[dict[type[ast.AST], Operator]] = {
    ast.Add: arithmetic("+", operator.add),
    ast.Sub: arithmetic("-", operator.sub),
    ast.Mult: arithmetic("*", operator.mul),
    ast.Div: arithmetic("/", operator.truediv),
    ast.FloorDiv: arithmetic("//", operator.floordiv),
    ast.Mod: arithmetic("%", operator.mod),
    ast.Eq: same,
    ast.NotEq: lambda left, right: not same(left, right),
    ast.Lt: ordering("<", operator.lt),
    ast.LtE: ordering("<=", operator.le),
    ast.Gt: ordering(">", operator.gt),
    ast.GtE: ordering(">=", operator.ge),
    ast.In: contains,
    ast.NotIn: lambda item, group: not contains(item, group),
}
ELSEWHERE: Final = {
    "area": "it's available in `body`, and in `facts` unless the page size depends on them",
    "copy": "it's available in `body`, but not in a flow",
    "flow": "it's available in the `body` of a layout with a flow, but not in the flow",
    "page": "it's available in `body`, but not in a flow, which comes before the pages",
    "pages": "it's available in `body`, but not in a flow, which comes before the pages",
}
"""Facts that are only available in some places, and hints about where."""

_HINT = "use names, fields, numbers, 'text', + - * / // %, comparisons, and, or, not, functions"
_NAME = r"[A-Za-z][A-Za-z0-9_]*"
_LOOP = re.compile(rf"\s*({_NAME})(?:\s*,\s*({_NAME}))?\s+in\s+(?=\S)")


class Expression:
    """A compiled expression."""

    __slots__ = ("_compiled", "_size", "_step", "names", "text", "where")

    def __init__(self, text: str, where: Where, compiler: Compiler, step: Closure) -> None:
        self.text = text
        self.where = where
        self.names = frozenset(compiler.names)  # its free names
        self._compiled = compiler  # has the places of names
        self._step = step
        self._size = compiler.size  # the least number of steps to evaluate it

    def place_of(self, name: str) -> Where:
        """Return the place of one of its names."""
        return self._compiled.place(self._compiled.names[name])

    def evaluate(self, env: Env) -> object:
        """Evaluate the expression for these facts."""
        current_budget().count(self._size, self.where)
        return self._step(env)


class Loop(NamedTuple):
    """A loop `player in players`, or with a number from 1 on: `i, player in players`."""

    names: tuple[str, ...]
    source: Expression

    def bindings(self, env: Env) -> list[dict[str, object]]:
        """Return the values of the loop's names, for each item."""
        items = self.source.evaluate(env)
        if not isinstance(items, tuple | list) or len(items) > MAX_ITEMS:
            found = describe(items)
            hint = f"a loop needs a list of at most {MAX_ITEMS:,} items"
            raise LayoutError(f"'{self.source.text}' is {found}", self.source.where, hint)
        count_steps(2 * len(items))
        if len(self.names) == 1:
            return [{self.names[0]: item} for item in items]
        number, name = self.names
        return [{number: count, name: item} for count, item in enumerate(items, 1)]


def parse_expression(text: str, where: Where, functions: Functions = NO_FUNCTIONS) -> Expression:
    """Compile an expression; `functions` take precedence over the built-in ones.

    A function that is None there is looked up among the facts.
    """
    if len(text) > MAX_EXPRESSION:
        message = f"an expression of {len(text)} characters is too long"
        raise LayoutError(message, where, f"at most {MAX_EXPRESSION}")
    current_budget().count_reading(STEPS_TO_READ + len(text), where)
    compiler = Compiler(text, where, functions)
    step = compiler.compile(compiler.read(), 0)
    return Expression(text.strip(), where, compiler, step)


def parse_loop(text: str, where: Where, functions: Functions = NO_FUNCTIONS) -> Loop:
    """Compile a loop like `player in players`."""
    found = _LOOP.match(text)
    if found is None:
        hint = "write 'player in players', or 'i, player in players' to count from 1"
        raise LayoutError(f"'{brief(text, 80)}' is not a loop", where, hint)
    names = tuple(name for name in found.groups() if name)
    is_reserved = any(name.lower() in CONSTANTS or name in KEYWORDS for name in names)
    if len(set(names)) < len(names) or is_reserved:
        raise LayoutError(f"'{', '.join(names)}' cannot name items", where, "choose other names")
    return Loop(
        names, parse_expression(text[found.end() :], shift(where, text, found.end()), functions)
    )


def shift(where: Where, text: str, offset: int) -> Where:
    """Return the place `offset` characters into `text`, if `text` is found at (or after) `where`.

    Text that YAML folded or unescaped isn't found in its line: then the place isn't changed.
    """
    start = where.source.find(text, max(where.column - 1, 0))
    if not text or start not in (where.column - 1, where.column):
        return where
    return Where(where.file, where.line, start + 1 + offset, where.source)


class Clause(NamedTuple):
    """One `for` of a comprehension: its list, the names of an item, and the condition."""

    source: Closure
    names: tuple[str, ...]
    tests: list[Closure]


class Compiler:
    """A compiler from the syntax tree of one expression to closures, which notes names it uses."""

    def __init__(self, text: str, where: Where, functions: Functions) -> None:
        self.text = text
        self.where = where
        self.functions = functions
        self.names: dict[str, int] = {}  # the free names, and the first offset of each
        self.bound: list[str] = []  # the names bound by the comprehensions around
        self.size = 0  # the number of steps, as far as it is known before it runs
        # Positions in the tree count UTF-8 bytes from the first character that isn't a blank.
        self.blanks = len(text) - len(text.lstrip())
        self.data = text.strip().replace("\n", " ").encode("utf-8", "replace")

    def read(self) -> ast.expr:
        if not self.data:
            raise LayoutError("an expression is missing here", self.where, _HINT)
        try:
            return parse_python(self.data.decode())
        except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
            raise self.not_understood(error) from None

    def not_understood(self, error: Exception) -> LayoutError:
        offset = getattr(error, "offset", None) or 1
        where = shift(self.where, self.text, self.blanks + min(offset - 1, len(self.text)))
        hint = _HINT
        if ":" in self.text:
            hint = "formats like {x:02} are not used: write pad(x, 2)"
        elif re.search(r"[^=!<>]=[^=]", self.text):
            hint = "write == to compare"
        return LayoutError(f"'{brief(self.text)}' is not an expression", where, hint)

    def compile(self, node: ast.expr, depth: int) -> Closure:
        if depth > MAX_DEPTH:
            raise self.error(node, f"nested more than {MAX_DEPTH} levels deep", "make it simpler")
        self.size += 1
        rule = _RULES.get(type(node))
        if rule is None:
            raise self.refusal(node)
        return rule(self, node, depth + 1)

    def constant(self, node: ast.Constant, _depth: int) -> Closure:
        value = node.value
        if not (value is None or isinstance(value, str | int | float)):
            raise self.refusal(node)
        if isinstance(value, str) and find_forbidden(value):
            raise self.error(node, "a text with a character that cannot be printed")
        try:
            bounded(value)
        except RefusalError as error:
            raise error.at(self.place(self.offset(node))) from None
        return lambda _env: value

    def name(self, node: ast.Name, _depth: int) -> Closure:
        name = self.check_name(node, node.id)
        if name in CONSTANTS:
            value = CONSTANTS[name]
            return lambda _env: value
        if name not in self.bound:
            self.names.setdefault(name, self.offset(node))

        def look_up(env: Env) -> object:
            try:
                return env[name]
            except KeyError:
                raise unknown_fact(name, self.place(self.offset(node)), env) from None

        return look_up

    def field(self, node: ast.Attribute, depth: int) -> Closure:
        name, owner = self.check_name(node, node.attr), self.compile(node.value, depth)

        def look_up(env: Env) -> object:
            record = owner(env)
            if isinstance(record, RECORDS) and name in record:
                return record[name]
            raise self.no_field(node, name, record)

        return look_up

    def no_field(self, node: ast.Attribute, name: str, record: object) -> LayoutError:
        owner = self.segment(node.value)
        if not isinstance(record, RECORDS):
            if isinstance(record, list | tuple):
                hint = f"its items may have one: {owner}[0].{name}, or a loop over {owner}"
                return self.error(node, f"'{owner}' is a list and has no field '{name}'", hint)
            found = describe(record)
            return self.error(node, f"'{owner}' is {found} and has no field '{name}'")
        hint = did_you_mean(name, record)
        if hint.startswith("did"):
            hint += f"\n{owner} has: {', '.join(map(str, list(record)[:24]))}"
        return self.error(node, f"{owner} has no field '{name}'", hint)

    def item(self, node: ast.Subscript, depth: int) -> Closure:
        if isinstance(node.slice, ast.Slice):
            raise self.refusal(node)
        group, index = self.compile(node.value, depth), self.compile(node.slice, depth)
        return self.guard(node, pick, group, index)

    def sequence(self, node: ast.List | ast.Tuple, depth: int) -> Closure:
        steps = [self.compile(item, depth) for item in node.elts]
        return lambda env: tuple([step(env) for step in steps])

    def unary(self, node: ast.UnaryOp, depth: int) -> Closure:
        operand = self.compile(node.operand, depth)
        if isinstance(node.op, ast.Not):
            return lambda env: not operand(env)
        if isinstance(node.op, ast.USub):
            return self.guard(node, negate, operand)
        raise self.refusal(node)

    def binary(self, node: ast.BinOp, depth: int) -> Closure:
        operate = self.operator(node, node.op)
        left, right = self.compile(node.left, depth), self.compile(node.right, depth)
        return self.guard(node, operate, left, right)

    def logical(self, node: ast.BoolOp, depth: int) -> Closure:
        steps = [self.compile(value, depth) for value in node.values]
        decisive = isinstance(node.op, ast.Or)

        def decide(env: Env) -> object:
            value: object = None
            for step in steps:
                value = step(env)
                if bool(value) is decisive:
                    break
            return value

        return decide

    def comparison(self, node: ast.Compare, depth: int) -> Closure:
        steps = [self.compile(value, depth) for value in (node.left, *node.comparators)]
        links = [
            self.guard(node, self.operator(node, op), left, right)
            for op, (left, right) in zip(node.ops, pairwise(steps), strict=True)
        ]
        return links[0] if len(links) == 1 else lambda env: all(link(env) for link in links)

    def choice(self, node: ast.IfExp, depth: int) -> Closure:
        test, yes, no = (self.compile(n, depth) for n in (node.test, node.body, node.orelse))
        return lambda env: yes(env) if test(env) else no(env)

    def comprehension(self, node: ast.ListComp, depth: int) -> Closure:
        """Compile `[x.name for x in xs if x.cost > 2]`; of two names, the first counts from 1."""
        before, size = len(self.bound), self.size
        loops = [self.clause(clause, depth) for clause in node.generators]
        result = self.compile(node.elt, depth)
        del self.bound[before:]
        steps_a_round = self.size - size

        def collect(env: Env) -> object:
            items: list[object] = []
            for inner in self.rounds(loops, dict(env), steps_a_round):
                items.append(result(inner))
                if len(items) > MAX_ITEMS:
                    hint = f"at most {MAX_ITEMS:,}"
                    raise self.error(node, "this list becomes too long", hint)
            return tuple(items)

        return collect

    def clause(self, clause: ast.comprehension, depth: int) -> Clause:
        """Compile one `for … in … if …`; its names are bound for what follows."""
        source = self.compile(clause.iter, depth)
        target = clause.target
        targets = target.elts if isinstance(target, ast.Tuple) else [target]
        names = [each.id for each in targets if isinstance(each, ast.Name)]
        if clause.is_async or len(names) != len(targets) or len(names) > 2:
            raise self.refusal(target)
        for each, name in zip(targets, names, strict=True):
            if self.check_name(each, name) in CONSTANTS or name in self.bound:
                raise self.error(each, f"the name '{name}' is taken", "choose another name")
        self.bound += names
        tests = [self.compile(test, depth) for test in clause.ifs]
        return Clause(self.guard(clause.iter, as_list, source), tuple(names), tests)

    def rounds(self, loops: Sequence[Clause], env: Facts, steps: int) -> Iterator[Env]:
        """Yield the facts for each combination of items, bound to their names."""
        clause, *rest = loops
        items: Any = clause.source(env)
        for number, item in enumerate(items, 1):
            count_steps(steps)
            env[clause.names[-1]] = item
            if len(clause.names) == 2:
                env[clause.names[0]] = number
            if all(test(env) for test in clause.tests):
                yield from self.rounds(rest, env, steps) if rest else (env,)

    def call(self, node: ast.Call, depth: int) -> Closure:
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise self.refusal(node)
        name = self.check_name(node.func, node.func.id)
        function = self.functions.get(name, FUNCTIONS.get(name))
        if function is None and name in self.functions:
            return self.call_given(node, name, depth)
        if function is None:
            hint = did_you_mean(name, (*FUNCTIONS, *self.functions))
            if name in CHANCE:
                hint = "put random choices under `draws:`, where they depend on the seed"
            raise self.error(node, f"unknown function '{name}'", hint)
        if not function.fewest <= len(node.args) <= function.most:
            raise self.error(node, f"wrong arguments for '{name}'", f"write {function.usage}")
        steps = [self.compile(argument, depth) for argument in node.args]
        return self.guard(node, function.call, *steps)

    def call_given(self, node: ast.Call, name: str, depth: int) -> Closure:
        """Compile a call of a function from the facts, such as t() for translations."""
        steps = [self.compile(argument, depth) for argument in node.args]

        def call(env: Env) -> object:
            function: Any = env.get(name)
            if not callable(function):
                raise self.error(node, f"the function '{name}' can't be used here")
            try:
                return bounded(function(*[step(env) for step in steps]))
            except RefusalError as error:
                raise error.at(self.place(self.offset(node))) from None
            except (TypeError, ValueError):
                hint = f"write {CHANCE[name]}" if name in CHANCE else ""
                raise self.error(node, f"wrong arguments for '{name}'", hint) from None

        return call

    def operator(self, node: ast.expr, op: ast.AST) -> Operator:
        if type(op) not in _OPERATORS:
            raise self.refusal(node)
        return _OPERATORS[type(op)]

    def guard(self, node: ast.expr, operate: Callable[..., object], *steps: Closure) -> Closure:
        """Return a closure that calls `operate` with the values of `steps`, and places errors."""
        if len(steps) == 2:
            left, right = steps

            def run_two(env: Env) -> object:
                try:
                    return operate(left(env), right(env))
                except RefusalError as error:
                    count = env.get("count")
                    if error.message == DIVISION_BY_ZERO and isinstance(count, int) and count:
                        error = RefusalError(f"{error.message}, with {counted(count, 'player')}")
                    raise error.at(self.place(self.offset(node))) from None

            return run_two

        def run(env: Env) -> object:
            try:
                return operate(*[step(env) for step in steps])
            except RefusalError as error:
                raise error.at(self.place(self.offset(node))) from None

        return run

    def check_name(self, node: ast.expr, name: str) -> str:
        """Return a valid name; refuse look-alikes such as 'ｎame', which Python normalises."""
        written = self.segment(node)
        if name.startswith("_") or not name.isascii() or not written.endswith(name):
            hint = "use the letters a to z, digits and _, and begin with a letter"
            raise self.error(node, f"'{brief(written)}' isn't a valid name", hint)
        return name

    def segment(self, node: ast.expr) -> str:
        return self.data[node.col_offset : node.end_col_offset].decode("utf-8", "replace")

    def refusal(self, node: ast.expr) -> LayoutError:
        return self.error(node, f"'{brief(self.segment(node))}' can't be used here", _HINT)

    def error(self, node: ast.expr, message: str, hint: str = "") -> LayoutError:
        return LayoutError(message, self.place(self.offset(node)), hint)

    def offset(self, node: ast.expr) -> int:
        """Return the offset of a node in the text."""
        return self.blanks + len(self.data[: node.col_offset].decode("utf-8", "replace"))

    def place(self, offset: int) -> Where:
        return shift(self.where, self.text, offset)


def unknown_fact(name: str, where: Where, known: Collection[str]) -> LayoutError:
    """Return the error about an undefined name."""
    if name in ELSEWHERE:
        return LayoutError(f"'{name}' isn't available here", where, ELSEWHERE[name])
    return LayoutError(f"unknown fact '{name}'", where, did_you_mean(name, known))


_RULES: Final[dict[type[ast.AST], Callable[[Compiler, Any, int], Closure]]] = {
    ast.Constant: Compiler.constant,
    ast.Name: Compiler.name,
    ast.Attribute: Compiler.field,
    ast.Subscript: Compiler.item,
    ast.List: Compiler.sequence,
    ast.Tuple: Compiler.sequence,
    ast.UnaryOp: Compiler.unary,
    ast.BinOp: Compiler.binary,
    ast.BoolOp: Compiler.logical,
    ast.Compare: Compiler.comparison,
    ast.IfExp: Compiler.choice,
    ast.Call: Compiler.call,
    ast.ListComp: Compiler.comprehension,
}
