"""The small expression language of layouts: `{round.number + 1}`, `player in players`.

Takes text and its place; gives an `Expression`, a `Template` (text with expressions in braces) or
a `Loop`, each of which knows its free names before it runs. Python's own `ast` reads the text; an
allow-list compiles it into nested closures, and whatever is not on the list is refused. A field
`a.b` is a key of a record and nothing else: no attribute of a Python object can be reached.
"""

from __future__ import annotations

import ast
import re
import warnings
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from printkit.errors import LayoutError, Where, did_you_mean
from printkit.layout import operations
from printkit.layout.operations import FUNCTIONS, RECORDS, RefusalError
from printkit.source import find_forbidden

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    Env: TypeAlias = Mapping[str, object]
    Step: TypeAlias = Callable[[Env], object]

MAX_EXPRESSION: Final = 500
MAX_DEPTH: Final = 30

_CONSTANTS: Final = {"true": True, "false": False, "none": None, "null": None}
_OPERATORS: Final[dict[type[ast.AST], Callable[[object, object], object]]] = {
    ast.Add: operations.arithmetic("+"),
    ast.Sub: operations.arithmetic("-"),
    ast.Mult: operations.arithmetic("*"),
    ast.Div: operations.arithmetic("/"),
    ast.FloorDiv: operations.arithmetic("//"),
    ast.Mod: operations.arithmetic("%"),
}
_COMPARISONS: Final[dict[type[ast.AST], Callable[[object, object], bool]]] = {
    ast.Eq: lambda left, right: left == right,
    ast.NotEq: lambda left, right: left != right,
    ast.Lt: operations.ordering("<"),
    ast.LtE: operations.ordering("<="),
    ast.Gt: operations.ordering(">"),
    ast.GtE: operations.ordering(">="),
    ast.In: operations.contains,
    ast.NotIn: lambda item, group: not operations.contains(item, group),
}
_HINT = "use names, fields, numbers, 'text', + - * / // %, comparisons, and, or, not, functions"

_NAME = r"[A-Za-z][A-Za-z0-9_]*"
_LOOP = re.compile(rf"\s*({_NAME})(?:\s*,\s*({_NAME}))?\s+in\s+(?=\S)")
_QUOTED = r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+\""""
_BRACES = re.compile(rf"\{{\{{|\}}\}}|\{{((?:[^{{}}'\"]|{_QUOTED})*+)\}}|[{{}}]", re.DOTALL)


class Expression:
    """A compiled expression; `names` are its free names, `fields` its paths like 'player.name'."""

    __slots__ = ("_step", "fields", "names", "text", "where")

    def __init__(self, text: str, where: Where, compiler: _Compiler, step: Step) -> None:
        self.text = text
        self.where = where
        self.names = frozenset(compiler.names)
        self.fields = frozenset(compiler.fields)
        self._step = step

    def evaluate(self, env: Env) -> object:
        """The value for these facts."""
        return self._step(env)


class Template:
    """Text with expressions; `sole` is the expression that is all of it, if one is."""

    __slots__ = ("fields", "is_constant", "names", "parts", "sole")

    def __init__(self, parts: tuple[str | Expression, ...]) -> None:
        found = [part for part in parts if isinstance(part, Expression)]
        self.parts = parts
        self.names: frozenset[str] = frozenset().union(*(part.names for part in found))
        self.fields: frozenset[str] = frozenset().union(*(part.fields for part in found))
        self.is_constant = not found
        self.sole = found[0] if found and len(parts) == 1 else None

    def evaluate(self, env: Env) -> str:
        """The text for these facts; what is inserted is never read as a template again."""
        if self.is_constant:
            return "".join(self.parts)  # type: ignore[arg-type]
        text = "".join([p if isinstance(p, str) else _shown(p, env) for p in self.parts])
        if len(text) > operations.MAX_TEXT:
            where = next(part.where for part in self.parts if isinstance(part, Expression))
            raise LayoutError(f"a text of {len(text)} characters is too long", where)
        return text


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
        if len(self.names) == 1:
            return [{self.names[0]: item} for item in items]
        number, name = self.names
        return [{number: count, name: item} for count, item in enumerate(items, 1)]


def parse_expression(text: str, where: Where, functions: Collection[str] = ()) -> Expression:
    """Compiles an expression; `functions` are names that the facts will hold functions for."""
    if len(text) > MAX_EXPRESSION:
        message = f"an expression of {len(text)} characters is too long"
        raise LayoutError(message, where, f"at most {MAX_EXPRESSION}")
    compiler = _Compiler(text, where, functions)
    step = compiler.compile(compiler.read(), 0)
    return Expression(text.strip(), where, compiler, step)


def parse_loop(text: str, where: Where, functions: Collection[str] = ()) -> Loop:
    """Compiles a loop like `player in players`."""
    found = _LOOP.match(text)
    if found is None:
        hint = "write 'player in players', or 'i, player in players' to count from 1"
        raise LayoutError(f"'{text[:80]}' is not a loop", where, hint)
    names = tuple(name for name in found.groups() if name)
    if len(set(names)) < len(names) or any(_is_reserved(name) for name in names):
        raise LayoutError(f"'{', '.join(names)}' cannot name items", where, "choose other names")
    return Loop(
        names, parse_expression(text[found.end() :], _shift(where, text, found.end()), functions)
    )


def parse_template(text: str, where: Where, functions: Collection[str] = ()) -> Template:
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
            raise _lone_brace(found[0], _shift(where, text, found.start()))
        parts += [literal] if literal else []
        parts.append(parse_expression(found[1], _shift(where, text, found.start() + 1), functions))
        literal = ""
    literal += text[end:]
    return Template((*parts, literal) if literal or not parts else tuple(parts))


def show_value(value: object) -> str:
    """A value as a template prints it; ValueError says why it cannot."""
    try:
        return operations.show(value)
    except RefusalError as error:
        raise ValueError(error.message) from None


def _shown(part: Expression, env: Env) -> str:
    value = part.evaluate(env)
    try:
        return operations.show(value)
    except RefusalError as error:
        raise LayoutError(f"'{part.text}': {error.message}", part.where, error.hint) from None


def _lone_brace(brace: str, where: Where) -> LayoutError:
    if brace == "{":
        hint = "close it and its quotes, or write {{ for a plain brace"
        return LayoutError("this { is never closed", where, hint)
    return LayoutError("a } without a {", where, "write }} for a plain brace")


def _is_reserved(name: str) -> bool:
    return name.lower() in _CONSTANTS or name in ("and", "or", "not", "in", "if", "else", "is")


def _shift(where: Where, text: str, offset: int) -> Where:
    """The place `offset` characters into `text`, if `text` stands as it is at (or after) `where`.

    Text that YAML folded or unescaped is not found in its line: then the place stays as it is.
    """
    start = where.source.find(text, max(where.column - 1, 0))
    if not text or start not in (where.column - 1, where.column):
        return where
    return Where(where.file, where.line, start + 1 + offset, where.source)


class _Compiler:
    """Turns the syntax tree of one expression into closures, noting the names it uses."""

    def __init__(self, text: str, where: Where, functions: Collection[str]) -> None:
        self.text = text
        self.where = where
        self.functions = functions
        self.names: set[str] = set()
        self.fields: set[str] = set()
        # Positions in the tree count UTF-8 bytes from the first character that is not a blank.
        self.blanks = len(text) - len(text.lstrip())
        self.data = text.strip().replace("\n", " ").encode("utf-8", "replace")

    def read(self) -> ast.expr:
        if not self.data:
            raise LayoutError("an expression is missing here", self.where, _HINT)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                return ast.parse(self.data.decode(), mode="eval").body
        except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
            raise self.not_understood(error) from None

    def not_understood(self, error: Exception) -> LayoutError:
        offset = getattr(error, "offset", None) or 1
        where = _shift(self.where, self.text, self.blanks + min(offset - 1, len(self.text)))
        hint = "formats like {x:02} are not used: write pad(x, 2)" if ":" in self.text else _HINT
        return LayoutError(f"'{_short(self.text)}' is not an expression", where, hint)

    def compile(self, node: ast.expr, depth: int) -> Step:
        if depth > MAX_DEPTH:
            raise self.error(node, f"nested more than {MAX_DEPTH} levels deep", "make it simpler")
        rule = _RULES.get(type(node))
        if rule is None:
            raise self.refused(node)
        return rule(self, node, depth + 1)

    def constant(self, node: ast.Constant, _depth: int) -> Step:
        value = node.value
        if not (value is None or isinstance(value, str | int | float)):
            raise self.refused(node)
        if isinstance(value, str) and find_forbidden(value):
            raise self.error(node, "a text with a character that cannot be printed")
        return self.guarded(node, lambda: operations.bounded(value))

    def name(self, node: ast.Name, _depth: int) -> Step:
        name = self.checked(node, node.id)
        if name in _CONSTANTS:
            value = _CONSTANTS[name]
            return lambda _env: value
        self.names.add(name)

        def look_up(env: Env) -> object:
            try:
                return env[name]
            except KeyError:
                hint = did_you_mean(name, env)
                raise self.error(node, f"there is no '{name}' here", hint) from None

        return look_up

    def field(self, node: ast.Attribute, depth: int) -> Step:
        name, owner = self.checked(node, node.attr), self.compile(node.value, depth)
        if path := _path(node):
            self.fields.add(path)

        def look_up(env: Env) -> object:
            record = owner(env)
            if isinstance(record, RECORDS) and name in record:
                return record[name]
            raise self.no_field(node, name, record)

        return look_up

    def no_field(self, node: ast.Attribute, name: str, record: object) -> LayoutError:
        owner = self.segment(node.value)
        if not isinstance(record, RECORDS):
            found = operations.describe(record)
            return self.error(node, f"'{owner}' is {found} and has no field '{name}'")
        hint = did_you_mean(name, record)
        if hint.startswith("did"):
            hint += f"\n{owner} has: {', '.join(map(str, list(record)[:24]))}"
        return self.error(node, f"{owner} has no field '{name}'", hint)

    def item(self, node: ast.Subscript, depth: int) -> Step:
        if isinstance(node.slice, ast.Slice):
            raise self.refused(node)
        group, index = self.compile(node.value, depth), self.compile(node.slice, depth)
        return self.guarded(node, operations.pick, group, index)

    def sequence(self, node: ast.List | ast.Tuple, depth: int) -> Step:
        steps = [self.compile(item, depth) for item in node.elts]
        return lambda env: tuple([step(env) for step in steps])

    def unary(self, node: ast.UnaryOp, depth: int) -> Step:
        operand = self.compile(node.operand, depth)
        if isinstance(node.op, ast.Not):
            return lambda env: not operand(env)
        if isinstance(node.op, ast.USub):
            return self.guarded(node, operations.negate, operand)
        raise self.refused(node)

    def binary(self, node: ast.BinOp, depth: int) -> Step:
        operate = _OPERATORS.get(type(node.op))
        if operate is None:
            raise self.refused(node)
        left, right = self.compile(node.left, depth), self.compile(node.right, depth)
        return self.guarded(node, operate, left, right)

    def logical(self, node: ast.BoolOp, depth: int) -> Step:
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

    def comparison(self, node: ast.Compare, depth: int) -> Step:
        steps = [self.compile(value, depth) for value in (node.left, *node.comparators)]
        tests = [_COMPARISONS.get(type(op)) for op in node.ops]
        links: list[Step] = []
        for at, test in enumerate(tests):
            if test is None:
                raise self.refused(node)
            links.append(self.guarded(node, test, steps[at], steps[at + 1]))
        return links[0] if len(links) == 1 else lambda env: all(link(env) for link in links)

    def choice(self, node: ast.IfExp, depth: int) -> Step:
        test, yes, no = (self.compile(n, depth) for n in (node.test, node.body, node.orelse))
        return lambda env: yes(env) if test(env) else no(env)

    def call(self, node: ast.Call, depth: int) -> Step:
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise self.refused(node)
        name = self.checked(node.func, node.func.id)
        if name in self.functions:
            return self.call_given(node, name, depth)
        function = FUNCTIONS.get(name)
        if function is None:
            hint = did_you_mean(name, (*FUNCTIONS, *self.functions))
            raise self.error(node, f"there is no function '{name}'", hint)
        if not function.fewest <= len(node.args) <= function.most:
            raise self.error(node, f"'{name}' takes other values", f"write {function.usage}")
        steps = [self.compile(argument, depth) for argument in node.args]
        return self.guarded(node, function.call, *steps)

    def call_given(self, node: ast.Call, name: str, depth: int) -> Step:
        """A call of a function that the facts bring along, such as t() for translations."""
        steps = [self.compile(argument, depth) for argument in node.args]

        def call(env: Env) -> object:
            function: Any = env.get(name)
            if not callable(function):
                raise self.error(node, f"there is no function '{name}' here")
            try:
                return operations.bounded(function(*[step(env) for step in steps]))
            except RefusalError as error:
                raise self.error(node, error.message, error.hint) from None
            except (TypeError, ValueError) as error:
                raise self.error(node, f"'{name}' does not work with this: {error}") from None

        return call

    def guarded(self, node: ast.expr, operate: Callable[..., object], *steps: Step) -> Step:
        """A step that puts the values of `steps` into `operate`, and a place to its refusals."""

        def refuse(error: RefusalError) -> LayoutError:
            return self.error(node, error.message, error.hint)

        if len(steps) == 2:
            left, right = steps

            def run_two(env: Env) -> object:
                try:
                    return operate(left(env), right(env))
                except RefusalError as error:
                    raise refuse(error) from None

            return run_two

        def run(env: Env) -> object:
            try:
                return operate(*[step(env) for step in steps])
            except RefusalError as error:
                raise refuse(error) from None

        return run

    def checked(self, node: ast.expr, name: str) -> str:
        """The name as it was written; Python would also take look-alikes such as 'ｎame'."""
        if name.startswith("_") or not self.segment(node).endswith(name):
            raise self.error(
                node, f"'{name}' is not a name", "names begin with a letter from a to z"
            )
        if not name.isascii():
            raise self.error(node, f"'{name}' is not a name", "names consist of letters a to z")
        return name

    def segment(self, node: ast.expr) -> str:
        return self.data[node.col_offset : node.end_col_offset].decode("utf-8", "replace")

    def refused(self, node: ast.expr) -> LayoutError:
        return self.error(node, f"'{_short(self.segment(node))}' cannot be used here", _HINT)

    def error(self, node: ast.expr, message: str, hint: str = "") -> LayoutError:
        before = len(self.data[: node.col_offset].decode("utf-8", "replace"))
        return LayoutError(message, _shift(self.where, self.text, self.blanks + before), hint)


def _path(node: ast.expr) -> str:
    """`a.b.c` as it is written, or '' when it hangs on anything but a name."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (owner := _path(node.value)):
        return f"{owner}.{node.attr}"
    return ""


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


_RULES: Final[dict[type[ast.AST], Callable[[_Compiler, Any, int], Step]]] = {
    ast.Constant: _Compiler.constant,
    ast.Name: _Compiler.name,
    ast.Attribute: _Compiler.field,
    ast.Subscript: _Compiler.item,
    ast.List: _Compiler.sequence,
    ast.Tuple: _Compiler.sequence,
    ast.UnaryOp: _Compiler.unary,
    ast.BinOp: _Compiler.binary,
    ast.BoolOp: _Compiler.logical,
    ast.Compare: _Compiler.comparison,
    ast.IfExp: _Compiler.choice,
    ast.Call: _Compiler.call,
}
