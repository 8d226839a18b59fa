"""How deep the tests dig: a good sample as a rule, thousands of cases in `make test-deep`."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

_is_deep = False


def dig(*, deep: bool) -> None:
    """Said once, before any test is read."""
    global _is_deep
    _is_deep = deep


def crossed(*lists: Sequence[T]) -> list[tuple[T, ...]]:
    """Combinations in which every value of every list occurs; with `--deep` all there are."""
    if _is_deep:
        return [*product(*lists)]
    most = max(map(len, lists))
    return [tuple(values[at % len(values)] for values in lists) for at in range(most)]


def in_turn(values: Sequence[T], turn: int, *, step: int = 2) -> Sequence[T]:
    """Every second value, or every so many, beginning with another each turn; with `--deep` all."""
    return values if _is_deep else values[turn % step :: step]


def many(usual: int, *, deep: int) -> int:
    """How many cases to try: as many as usual, or with `--deep` the other number."""
    return deep if _is_deep else usual
