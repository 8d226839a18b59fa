"""The house rules that a reader counts on: short modules, short functions, explained fields."""

from __future__ import annotations

import ast
from functools import cache
from typing import TYPE_CHECKING

from tests.project.places import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_MODULE = 400
LONGEST_FUNCTION = 40
FEW_FIELDS = 4


@cache
def modules() -> dict[str, str]:
    files = sorted((ROOT / "printkit").rglob("*.py"))
    return {str(file.relative_to(ROOT)): file.read_text("utf-8") for file in files}


@cache
def declared() -> list[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]]:
    """All functions and classes, each with the name of its module."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    return [
        (name, node)
        for name, text in modules().items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, kinds)
    ]


def test_no_module_is_too_long_to_be_read_at_once() -> None:
    lines = {name: text.count("\n") for name, text in modules().items()}
    assert {} == {name: count for name, count in lines.items() if count > LONGEST_MODULE}


def test_no_function_is_too_long_to_be_seen_at_once() -> None:
    """The options of a command are a table; what counts is what it does with them."""
    lengths = {
        f"{name}: {node.name}": (node.end_lineno or 0) - node.body[0].lineno + 1
        for name, node in declared()
        if not isinstance(node, ast.ClassDef)
    }
    assert {} == {name: lines for name, lines in lengths.items() if lines > LONGEST_FUNCTION}


def test_a_class_with_many_fields_explains_each() -> None:
    unexplained = [
        f"{name}: {node.name}.{field}"
        for name, node in declared()
        if isinstance(node, ast.ClassDef)
        for field in _unexplained(node, modules()[name].splitlines())
    ]
    assert [] == unexplained


def _unexplained(node: ast.ClassDef, lines: list[str]) -> Iterator[str]:
    """The fields with no remark on their line or above, no text below and no `help`."""
    fields = [at for at, inner in enumerate(node.body) if isinstance(inner, ast.AnnAssign)]
    for at in fields if len(fields) > FEW_FIELDS else ():
        field, below = node.body[at], node.body[at + 1] if at + 1 < len(node.body) else None
        assert isinstance(field, ast.AnnAssign)
        around = lines[field.lineno - 2 : field.end_lineno]
        is_told = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
        is_declared = isinstance(field.value, ast.Call) or "help=" in ast.unparse(field)
        if not is_told and not is_declared and not any("#" in line for line in around):
            yield ast.unparse(field.target)
