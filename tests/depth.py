"""How deep the tests dig: a good sample as a rule, thousands of cases in `make test-deep`."""

from __future__ import annotations

_is_deep = False


def dig(*, deep: bool) -> None:
    """Said once, before any test is read."""
    global _is_deep
    _is_deep = deep


def many(usual: int, *, deep: int) -> int:
    """How many cases to try: as many as usual, or with `--deep` the other number."""
    return deep if _is_deep else usual
