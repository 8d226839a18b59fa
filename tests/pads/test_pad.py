"""Score pads for any game: rows, rounds, formulas, and what contradicts itself."""

from __future__ import annotations

import pytest

from printkit.core.errors import UsageError
from printkit.pads.pad import Group, Row, formulas, parse_rows
from printkit.pads.shelf import pad_from_options


def test_rows_have_a_name_and_the_points_for_each() -> None:
    groups = parse_rows("Roads, Cities=2; Bonus: army, road=-1")
    assert groups == (
        Group((Row("Roads"), Row("Cities", 2))),
        Group((Row("army"), Row("road", -1)), "Bonus"),
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"game": "x", "rows": "a;;b"}, "a group of rows is empty"),
        ({"game": "x", "rows": "a; Bonus:"}, "the group 'Bonus' has no rows"),
        ({"game": "x", "rows": "a,,b"}, "a row or group has no name"),
        ({"game": "x", "rows": "a, A"}, "the row 'A' appears twice"),
        ({"game": "x", "rows": "a=lots"}, "the row 'a' can't count lots each"),
        ({"game": "x", "rows": "a" * 41}, "is too long"),
        ({"game": "x", "rows": ",".join(map(str, range(200)))}, "no room for 200 rows"),
        ({"game": "x", "rows": "a,b,c", "rounds": 34}, "no room for 37 lines"),
        ({"game": "x", "rounds": 3, "start": 100, "target": 100}, "is reached at the start"),
        ({"game": "x", "rounds": 3, "countdown": True}, "a count-down needs a start"),
        ({"game": "x", "rows": "a", "countdown": True, "start": 9}, "only rounds can count down"),
        (
            {"game": "x", "rounds": 3, "countdown": True, "start": 9, "target": 5},
            "ends at 0, not at the target 5",
        ),
        (
            {"game": "x", "rounds": 3, "countdown": True, "start": 9, "wins": "highest"},
            "won by the lowest total, not by the highest",
        ),
        ({"game": "x" * 61, "rounds": 3}, "is too long"),
        ({"game": "hearts", "target": 1000}, "12 rounds can't reach the target 1000"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(
    options: dict[str, object], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        pad_from_options(options)


def test_formulas_name_ranges_of_rows() -> None:
    pad = pad_from_options({"game": "x", "rows": "a, b, c=2, d; e", "rounds": 2, "start": 5})
    found = formulas(pad)
    assert found["subtotal.1.P"] == "sum(row.1..2.P, 2 * row.3.P, row.4.P)"
    assert found["total.P"] == "5 + sum(round.*.P, subtotal.*.P)"
    assert found["running.R.P"] == "5 + sum(round.1..R-1.P) + round.R.P"
