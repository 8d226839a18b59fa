"""Our named tuples behave as those of `typing` do."""

from __future__ import annotations

import pickle
import typing
from typing import Any

import pytest

from printkit import tuples


class Ours(tuples.NamedTuple):
    """A sheet."""

    name: str
    pages: int
    copies: int = 1

    def total(self) -> int:
        return self.pages * self.copies


class Theirs(typing.NamedTuple):
    """A sheet."""

    name: str
    pages: int
    copies: int = 1

    def total(self) -> int:
        return self.pages * self.copies


def shown(made: Any) -> list[object]:
    """What can be seen of a named tuple from outside, but for the name of its class."""
    return [
        tuple(made),
        repr(made).partition("(")[2],
        made.name,
        made.total(),
        made._replace(copies=7)[2],
        made._asdict(),
        made._fields,
        made._field_defaults,
        made._make("xyz"),
        hash(made),
        made == made._replace(name="other"),
        pickle.loads(pickle.dumps(made)) == made,
        hasattr(made, "__dict__"),
        type(made).__match_args__,
        type(made).__doc__,
    ]


@pytest.mark.parametrize("given", [("pad", 2), ("pad", 2, 3)])
def test_a_named_tuple_is_that_of_typing(given: tuple[Any, ...]) -> None:
    assert shown(Theirs(*given)) == shown(Ours(*given))
    assert Ours(*given) == Ours(pages=given[1], name=given[0], copies=Ours(*given).copies)


@pytest.mark.parametrize(("given", "named"), [((), {}), ((1, 2, 3, 4), {}), ((1,), {"size": 2})])
def test_wrong_values_are_refused_in_the_same_words(
    given: tuple[Any, ...], named: dict[str, Any]
) -> None:
    said = []
    for cls in (Ours, Theirs):
        with pytest.raises(TypeError) as refused:
            cls(*given, **named)
        said.append(str(refused.value).partition("()")[2])

    assert said[0] == said[1]


def test_a_field_that_there_is_not_is_not_replaced() -> None:
    with pytest.raises(ValueError, match="size"):
        Ours("pad", 2)._replace(size=1)  # type: ignore[call-arg]


def test_a_default_before_a_field_without_one_is_refused() -> None:
    declaring: Any = type(tuples.NamedTuple)
    body = {"__annotations__": {"pages": "int", "copies": "int"}, "pages": 1}

    with pytest.raises(TypeError, match="copies"):
        declaring("Wrong", (tuples.NamedTuple,), body)
