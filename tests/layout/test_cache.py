"""The layout cache is bounded, and what it returns for one look is never used for another."""

from __future__ import annotations

import gc
import weakref

from printkit.layout.cache import LayoutCache


class Look:
    """A theme, a language and so on."""


def test_equal_looks_have_one_number_and_different_looks_have_different_ones() -> None:
    cache = LayoutCache()
    first, second = (cache.number_of_look(look) for look in (("light", "de"), ("dark", "de")))

    assert first != second
    assert first == cache.number_of_look(("light", "de"))


def test_a_look_that_is_no_longer_used_is_dropped() -> None:
    cache, look = LayoutCache(), Look()
    there = weakref.ref(look)
    cache.number_of_look(look)
    del look
    for _ in range(1000):
        cache.number_of_look(Look())
    gc.collect()

    assert there() is None


def test_a_dropped_look_gets_a_number_that_nothing_else_had() -> None:
    cache = LayoutCache()
    numbers = [cache.number_of_look(("theme", at % 500)) for at in range(1000)]

    assert len({*numbers}) == len(numbers)


def test_a_look_in_use_keeps_its_number() -> None:
    cache = LayoutCache()
    numbers = set()
    for at in range(1000):
        numbers.add(cache.number_of_look("mine"))
        cache.number_of_look(("another", at))

    assert len(numbers) == 1
