"""Draws depend only on the seed, the draw's name and the page's number."""

from __future__ import annotations

from collections import Counter

import pytest

from printkit.core.errors import RefusalError
from printkit.layout.draws import Chance


def chance(seed: str = "friday", name: str = "cards", page: int = 1) -> Chance:
    return Chance(seed, name, page)


def test_the_same_seed_name_and_page_draw_the_same() -> None:
    drawn = chance()
    assert (11, 32, 72, 42, 41) == drawn.sample(range_list(75), 5)
    assert (5, (1, 6, 3)) == (drawn.roll(6), drawn.roll(6, 3))


def range_list(count: int) -> list[object]:
    return list(range(1, count + 1))


@pytest.mark.parametrize("other", [{"seed": "monday"}, {"name": "dice"}, {"page": 2}])
def test_another_seed_name_or_page_draws_something_else(other: dict[str, object]) -> None:
    one, two = chance(), chance(**other)  # type: ignore[arg-type]
    assert one.shuffle(range_list(75)) != two.shuffle(range_list(75))


def test_a_shuffle_loses_nothing_and_a_sample_repeats_nothing() -> None:
    assert range_list(75) == sorted(chance().shuffle(range_list(75)))  # type: ignore[type-var]
    assert 24 == len(set(chance().sample(range_list(75), 24)))
    assert () == chance().sample([], 0)


def test_every_order_of_three_is_equally_likely() -> None:
    orders = Counter(chance(page=page).shuffle([1, 2, 3]) for page in range(6000))
    assert 6 == len(orders)
    assert all(850 < count < 1150 for count in orders.values())


def test_dice_have_all_their_sides() -> None:
    assert set(range(1, 7)) == set(chance().roll(6, 200))  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda c: c.sample(range_list(75), 80), "can't draw 80 items from 75"),
        (lambda c: c.sample(range_list(5), -1), "can't draw -1 items from 5"),
        (lambda c: c.sample(7, 1), "expected a list, not the number 7"),
        (lambda c: c.pick([]), "nothing to pick from: the list is empty"),
        (lambda c: c.roll(0), "a die needs at least 1 side, not the number 0"),
        (lambda c: c.roll(6, 10**9), "1,000,000,000 dice are too many"),
        (lambda c: c.roll(6, -1), "-1 dice are too few"),
        (lambda c: c.roll("six"), "expected a number, not the text 'six'"),
    ],
)
def test_impossible_draws_are_refused(draw: object, message: str) -> None:
    with pytest.raises(RefusalError) as caught:
        draw(chance())  # type: ignore[operator]
    assert message == caught.value.message
