"""Sample sizes: a good sample by default, thousands of cases in `make test-deep`."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

_is_deep = False


def set_depth(*, deep: bool) -> None:
    """Set the depth, once, before any test is imported."""
    global _is_deep
    _is_deep = deep


def crossed(*lists: Sequence[T]) -> list[tuple[T, ...]]:
    """Combinations in which every value of every list occurs; with `--deep`, all of them."""
    if _is_deep:
        return [*product(*lists)]
    most = max(map(len, lists))
    return [tuple(values[at % len(values)] for values in lists) for at in range(most)]


def in_turn(values: Sequence[T], turn: int, *, step: int = 2) -> Sequence[T]:
    """Every `step`-th value, starting with a different one each turn; with `--deep`, all."""
    return values if _is_deep else values[turn % step :: step]


def many(usual: int, *, deep: int) -> int:
    """The number of cases to try by default, or with `--deep`."""
    return deep if _is_deep else usual
