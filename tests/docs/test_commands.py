"""The command reference matches the help of the commands."""

from __future__ import annotations

from docs.generate.commands import PAGE, page


def test_the_reference_matches_the_help_of_the_commands() -> None:
    expected = page()

    assert expected == PAGE.read_text(encoding="utf-8"), "run make gallery"
