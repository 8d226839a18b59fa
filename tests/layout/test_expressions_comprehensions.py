"""`[x for x in xs if …]` makes lists, and its names stay inside."""

from __future__ import annotations

import pytest

from printkit.core.errors import LayoutError, Where
from printkit.layout.language.expressions import Expression, parse_expression

FACTS = {"xs": [1, 2, 3, 4], "cards": [{"name": "Wolf", "cost": 3}, {"name": "Dog", "cost": 1}]}


def parsed(text: str) -> Expression:
    return parse_expression(text, Where("test.yaml", 1, 1, text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[x * x for x in xs]", (1, 4, 9, 16)),
        ("[x for x in xs if x % 2 == 0]", (2, 4)),
        ("[x for x in xs if x > 1 if x < 4]", (2, 3)),
        ("[card.name for card in cards if card.cost > 2]", ("Wolf",)),
        ("[10 * i + x for i, x in xs]", (11, 22, 33, 44)),
        ("[x + y for x in [0, 10] for y in [1, 2]]", (1, 2, 11, 12)),
        ("[[c + r for r in range(2)] for c in range(2)]", ((0, 1), (1, 2))),
        ("sum([card.cost for card in cards])", 4),
        ("[]", ()),
    ],
)
def test_a_comprehension_gives_a_list(text: str, expected: object) -> None:
    assert expected == parsed(text).evaluate(FACTS)


def test_loop_variables_are_not_needed_facts() -> None:
    assert {"xs"} == parsed("[x for x in xs]").names
    assert {"xs", "x"} == parsed("x + sum([x for x in xs])").names


def test_two_names_count_from_one_as_a_loop_does() -> None:
    assert (1, 2) == parsed("[i for i, card in cards]").evaluate(FACTS)


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("[x for x in 5]", "expected a list, not the number 5", 13),
        ("[x for x, y, z in xs]", "'x, y, z' can't be used here", 8),
        ("[x for x.y in xs]", "'x.y' can't be used here", 8),
        ("[x for true in xs]", "the name 'true' is taken", 8),
        ("[x for none in xs]", "the name 'none' is taken", 8),
        ("[[x for x in xs] for x in xs]", "the name 'x' is taken", 9),
        ("[_x for _x in xs]", "'_x' isn't a valid name", 9),
        ("[y for x in xs]", "unknown fact 'y'", 2),
    ],
)
def test_invalid_comprehensions_are_refused_at_their_place(
    text: str, message: str, column: int
) -> None:
    with pytest.raises(LayoutError) as caught:
        parsed(text).evaluate(FACTS)
    assert caught.value.where is not None
    assert (message, column) == (caught.value.message, caught.value.where.column)


def test_a_list_that_gets_too_long_is_refused() -> None:
    with pytest.raises(LayoutError, match="too long"):
        parsed("[x for x in range(1000) for y in range(1000)]").evaluate({})
