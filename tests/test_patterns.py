"""Patterns are regular expressions, compiled when they are first used."""

from __future__ import annotations

import re

import pytest

from printkit.patterns import pattern


def test_a_pattern_does_what_the_expression_does() -> None:
    ours, theirs = pattern("(a+)b", re.IGNORECASE), re.compile("(a+)b", re.IGNORECASE)

    for _ in range(2):
        assert [found.groups() for found in theirs.finditer("aab AB")] == [
            found.groups() for found in ours.finditer("aab AB")
        ]
    assert theirs.sub("-", "xaabx") == ours.sub("-", "xaabx")
    assert theirs.pattern == ours.pattern


def test_a_wrong_expression_is_found_when_it_is_used() -> None:
    wrong = pattern("(")

    with pytest.raises(re.error):
        wrong.match("x")
