"""Formulas: what they mean, what is wrong with them, and that JavaScript computes the same."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from printkit.core.formulas.javascript import (
    CALCULATE,
    LIBRARY,
    WORDS,
    check_action,
    is_document_script,
    is_field_script,
    script,
)
from printkit.core.formulas.parser import FormulaError, parse_formula
from printkit.core.formulas.terms import (
    OPERATIONS,
    Constant,
    FieldName,
    Operation,
    calculation_order,
    compute,
    compute_all,
)
from tests.core.javascript_engine import compute_on_page, fill_in_script, refuse_in_script
from tests.core.shown_values import show

if TYPE_CHECKING:
    from collections.abc import Callable

    from printkit.core.formulas.terms import Amount, Term

KNOWN = [f"{what}.{r}.{p}" for r in (1, 2, 3) for p in (1, 2) for what in ("change", "total")]
KNOWN += ["paw", "paw-points", "items"]


def value(formula: str, parts: dict[str, str] | None = None, **values: float) -> Amount:
    given = {name.replace("_", "."): number for name, number in values.items()}
    return compute(parse_formula(formula, parts or {}, KNOWN), given)


def test_a_formula_computes_with_fields_by_their_names() -> None:
    assert value("change.1.1 * 2 - change.2.1 / 4", change_1_1=3, change_2_1=2) == 5.5


def test_capital_letters_stand_for_parts_of_the_field_name() -> None:
    parts = {"R": "3", "P": "2"}

    assert value("total.R-1.P + change.R.P", parts, total_2_2=5, change_3_2=-1) == 4


def test_a_branch_decided_beforehand_may_use_a_missing_field() -> None:
    formula = "(total.R-1.P if R > 1 else 0) + change.R.P"

    assert value(formula, {"R": "1", "P": "1"}, change_1_1=2) == 2


@pytest.mark.parametrize(
    ("pattern", "expected"), [("change.*.1", 111), ("change.2..3.1", 110), ("change.1..0.1", None)]
)
def test_a_pattern_stands_for_a_list_of_fields(pattern: str, expected: float | None) -> None:
    found = value(f"sum({pattern})", change_1_1=1, change_2_1=10, change_3_1=100, change_1_2=1000)

    assert found == expected


def test_arithmetic_with_an_empty_field_is_empty() -> None:
    assert value("max(0, total.1.1 + change.2.1)", total_1_1=3) is None


def test_sums_and_counts_skip_empty_fields() -> None:
    assert value("sum(items, paw-points, 1)", items=3) == 4
    assert value("count(change.*.*)", change_1_1=0, change_2_2=5) == 2
    assert value("max(change.*.1)", change_1_1=-3) == -3


def test_a_formula_is_empty_while_all_its_fields_are() -> None:
    assert value("5 if paw else 0") is None
    assert value("5 if paw else 0", paw=1) == 5


def test_division_by_zero_and_huge_numbers_give_empty() -> None:
    assert value("1 / items", items=0) is None
    assert value("items * items", items=1e9) is None


@pytest.mark.parametrize(
    ("formula", "message", "offset"),
    [
        ("max(0, chnage.1.1)", "unknown field 'chnage.1.1'", 7),
        ("sum(chnage.*.1)", "no field matches 'chnage.*.1'", 4),
        ("1 + change.*.1", "'change.*.1' is a list of fields", 4),
        ("change.1.1 +", "'change.1.1 +' is not a formula", 0),
        ("1 + average(items)", "unknown function 'average' in a formula", 4),
        ("items + R", "unknown name 'R'", 8),
        ("total.R.1", "unknown name 'R'", 0),
        ("items ** 2", "this can't be used in a formula", 0),
        ("items.__class__", "this can't be used in a formula", 0),
        (f"items + {'9' * 400}", "the number is too large", 8),
        ("items * 1e999", "the number is too large", 8),
        ("sum(total.1..99999.1)", "a range of more than 10,000 fields is too long", 4),
        (f"sum(total.1..{'9' * 400}.1)", "a range of more than 10,000 fields is too long", 4),
        ("items if paw", "'items if paw' is not a formula", 0),
        ("(" * 40 + "1" + ")" * 40 + " + -" + "-" * 40 + "1", "nested more than 30 levels deep", 0),
    ],
)
def test_mistakes_are_reported_with_their_place(formula: str, message: str, offset: int) -> None:
    with pytest.raises(FormulaError) as caught:
        parse_formula(formula, {}, KNOWN)

    assert caught.value.message == message
    assert caught.value.offset == offset or offset == 0


def test_formulas_are_computed_in_order_of_dependency() -> None:
    formulas: dict[str, Term] = {
        "c": Operation("add", (FieldName("a"), FieldName("b"))),
        "b": Operation("neg", (FieldName("a"),)),
    }

    assert calculation_order(formulas) == ["b", "c"]
    assert compute_all(formulas, {"a": 2.0, "b": 99.0}) == {"a": 2.0, "b": -2.0, "c": 0.0}


@pytest.mark.parametrize(
    ("number", "shown"),
    [(None, ""), (3.0, "3"), (-0.0, "0"), (0.125, "0.13"), (-1.005, "-1"), (1e15, "1" + "0" * 15)],
)
def test_a_number_has_at_most_two_decimals(number: float | None, shown: str) -> None:
    assert show(number) == shown


def random_term(chance: Random, names: list[str], depth: int = 0) -> Term:
    """Some formula over some fields."""
    if depth > 4 or chance.random() < 0.25:
        if chance.random() < 0.3:
            return Constant(chance.choice([0.0, 1.0, -2.0, 0.5, 7.25, 1e9, 3.0]))
        return FieldName(chance.choice(names))
    do = chance.choice([*OPERATIONS])
    one, two = ("neg", "not", "abs", "floor", "ceil", "round"), ("min", "max", "sum", "count")
    size = 1 if do in one else 3 if do == "if" else 2
    if do in two or do in ("least", "most"):
        size = chance.randint(1, 5) if do not in ("min", "max") else chance.randint(2, 4)
    return Operation(do, tuple(random_term(chance, names, depth + 1) for _ in range(size)))


def random_filling(chance: Random) -> dict[str, float | bool | None]:
    numbers = [0, 1, -1, 2, 3, 7, 12, -5, 0.5, 2.25, 0.1, 1e8, 123456789]
    filling: dict[str, float | bool | None] = {
        name: chance.choice([None, *numbers]) for name in ("a", "b", "c.1", "c.2", "c.3")
    }
    return {**filling, "tick.1": chance.random() < 0.5, "tick.2": chance.random() < 0.5}


def test_python_and_javascript_agree_on_thousands_of_random_fillings() -> None:
    chance = Random("formulas")
    inputs = [*random_filling(chance)]
    formulas: dict[str, Term] = {}
    for number in range(300):
        names = [*inputs, *[*formulas][-3:]]
        formulas[f"f.{number}"] = random_term(chance, names)
    fillings = [random_filling(chance) for _ in range(40)]
    order = calculation_order(formulas)

    in_script = fill_in_script(script(formulas), order, fillings)
    on_page = compute_on_page(formulas, fillings)

    assert [{name: found[name] for name in order} for found in on_page] == in_script
    for filling, found in zip(fillings, in_script, strict=True):
        numbers = {name: _as_number(value) for name, value in filling.items()}
        computed = compute_all(formulas, numbers)
        assert {name: show(computed[name]) for name in order} == found


def _as_number(value: float | bool | None) -> float | None:
    return (1.0 if value else None) if isinstance(value, bool) else value


@pytest.mark.parametrize(
    ("typed", "refused"), [("2", False), ("", False), ("−2", False), ("3", True), ("1.5", True)]
)
def test_a_number_out_of_range_is_refused_with_a_message(typed: str, refused: bool) -> None:
    said = ["Ann, round 1: please enter a whole number from -2 to 2."] if refused else []

    assert (refused, said) == refuse_in_script(script({}), check_action(-2, 2), typed)


def test_our_own_scripts_are_recognised() -> None:
    formula = parse_formula("max(0, sum(change.*.1) * 2.5)", {}, KNOWN)
    ours = script({"total.1": formula, "total.2": formula}, ["Größe {least}", 'a "b"', *WORDS[2:]])

    assert is_document_script(ours)
    assert is_document_script(ours.replace("\n", "\r\n"))
    assert is_document_script(script({}))
    assert is_field_script("V", check_action(None, 7))
    assert is_field_script("C", CALCULATE)


@pytest.mark.parametrize(
    "change",
    [
        lambda ours: ours + "app.launchURL('x')",
        lambda ours: ours + "\n",
        lambda ours: ours.replace("v(", "app.alert("),
        lambda ours: ours.replace("return p", "return 0,p"),
        lambda ours: ours.replace("return p", "return p.abs(0))&&p"),
        lambda ours: ours.replace("return p", "return p.abs(0),p"),
        lambda ours: ours.replace("isNaN", "eval"),
        lambda ours: ours.replace("words=[", 'words=["more", '),
        lambda ours: ours.replace("words=[", "words=[app.alert(1), "),
        lambda ours: ours.replace("};", "}};app.alert({};"),
        lambda ours: ours.replace(";\nprintkit.fields", ";app.alert(1);\nprintkit.fields"),
        lambda ours: ours.replace("return p", f"return {'1' * 50_000}x,p"),
        lambda _ours: "app.alert(1)",
        lambda _ours: LIBRARY,
        lambda _ours: check_action(1, 2),
    ],
)
def test_a_modified_script_is_not_recognised(change: Callable[[str], str]) -> None:
    ours = script({"total.1": parse_formula("max(0, sum(change.*.1) * 2.5)", {}, KNOWN)})

    assert not is_document_script(change(ours))


@pytest.mark.parametrize(
    ("event", "text"),
    [
        ("C", f"{CALCULATE};app.alert(1)"),
        ("C", check_action(1, 2)),
        ("V", CALCULATE),
        ("V", "printkit.check(1,app.alert(1))"),
        ("E", CALCULATE),
    ],
)
def test_a_field_script_is_recognised_only_for_its_event(event: str, text: str) -> None:
    assert not is_field_script(event, text)
