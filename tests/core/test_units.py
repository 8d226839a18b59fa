"""Numbers are added in the same way by every version of Python."""

from __future__ import annotations

from printkit.core.units import add_up


def test_numbers_are_added_from_left_to_right() -> None:
    """Since Python 3.12, `sum` gives 1.0 for the first of these, and 2.0 for the second."""
    assert add_up([0.1] * 10) == 0.9999999999999999
    assert add_up([1.0, 1e100, 1.0, -1e100]) == 0.0
    assert add_up([]) == 0
