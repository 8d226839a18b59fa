"""Lists of names: how people write them, and how they are read."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from printkit.core.errors import PrintkitError
from printkit.core.names import MAX_LIST, join_names, split_names

CLEAR = {
    "Ann, Ben,Cleo": ("Ann", "Ben", "Cleo"),
    "Ann; Ben ;Cleo": ("Ann", "Ben", "Cleo"),
    "Ann\nBen\r\nCleo\n": ("Ann", "Ben", "Cleo"),
    "Ann,\nBen,\n\nCleo": ("Ann", "Ben", "Cleo"),
    "Ann, Ben, and Cleo": ("Ann", "Ben", "Cleo"),
    "“Ann”, “Ben”": ("Ann", "Ben"),
    "O'Brien, D’Arcy": ("O'Brien", "D’Arcy"),
    '"Müller, Hans", Łukasz': ("Müller, Hans", "Łukasz"),
    '"Tim and Tina", "Rock & Co"': ("Tim and Tina", "Rock & Co"),
    "“Ann”": ("Ann",),
    "Ann": ("Ann",),
    "Andy, Bandit": ("Andy", "Bandit"),
    "安，本、科": ("安", "本", "科"),
    ",,,": ("", "", "", ""),
    "Ann,,Ben": ("Ann", "", "Ben"),
}
DOUBTFUL = {
    "Ann, Ben, Cleo and Dan": ("Ann", "Ben", "Cleo", "Dan"),
    "Ann & Ben": ("Ann", "Ben"),
    "Ann&Ben": ("Ann", "Ben"),
    "“Ann, Ben, Cleo”": ("Ann", "Ben", "Cleo"),
    "'Ann', \"Ben\"; «Cleo»": ("'Ann', \"Ben\"", "Cleo"),
    "'Ann, Ben and Cleo'": ("Ann", "Ben", "Cleo"),
    "O'Brien;Müller, Hans;Łukasz": ("O'Brien", "Müller, Hans", "Łukasz"),
    "Tim and Tina, Cleo": ("Tim and Tina", "Cleo"),
    "Ann, 't Hart": ("Ann", "'t Hart"),
    'Ann, "Ben': ("Ann", '"Ben'),
    '"Ann and Co" and Ben': ("Ann and Co", "Ben"),
}


@pytest.mark.parametrize("text", CLEAR)
def test_unambiguous_lists_are_read(text: str) -> None:
    assert split_names(text) == (CLEAR[text], True)


@pytest.mark.parametrize("text", DOUBTFUL)
def test_ambiguous_lists_are_recognised(text: str) -> None:
    assert split_names(text) == (DOUBTFUL[text], False)


def test_a_very_long_list_is_refused() -> None:
    with pytest.raises(PrintkitError, match="10,001 characters"):
        split_names("," * (MAX_LIST + 1))


# Laws.

LETTERS = "ab ,;&'\"“”„‘’«»\n|and"
plain = st.text("abcxyzÄß", min_size=1, max_size=6).filter(lambda name: name != "and")
names = st.text(LETTERS, max_size=12).map(str.strip).filter(lambda name: "\n" not in name)


@given(st.lists(plain, min_size=1, max_size=8), st.sampled_from([",", ";", "\n", ", ", " ; "]))
def test_plain_names_are_read_with_any_separator(expected: list[str], separator: str) -> None:
    assert split_names(separator.join(expected)) == (tuple(expected), True)


@given(st.lists(plain, min_size=2, max_size=8), st.sampled_from([" and ", " & ", " und "]))
def test_plain_names_are_read_with_and_before_the_last(expected: list[str], word: str) -> None:
    text = f"{', '.join(expected[:-1])}{word}{expected[-1]}"

    assert split_names(text, ["und"]).names == tuple(expected)


@given(st.lists(names.filter(bool), min_size=1, max_size=6))
@example(['and " b', "& '"])
def test_formatted_names_are_parsed_as_the_same_names(expected: list[str]) -> None:
    assert split_names(join_names(expected)).names == tuple(expected)


@given(st.text(LETTERS, max_size=40))
def test_any_list_can_be_read(text: str) -> None:
    found = split_names(text, ["und"]).names

    assert found
    assert all(name == name.strip() for name in found)
