"""Options of sheets: for all sheets of a kit, or for one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.terminal import Terminal

PAD = "attribute/score-pad"
CHECKLIST = "cattitude/pile-checklist"


def refusal(message: str, hint: str) -> tuple[int, str, str]:
    return 2, "", f"error: {message}\nhint: {hint}\n"


def test_an_option_can_be_set_for_one_sheet_of_a_kit(printkit: Terminal) -> None:
    usual = printkit("build", "cattitude").out
    aimed = printkit("build", "cattitude", "--set", f"{CHECKLIST.upper()}:size=quarter").out

    assert "Pile checklist  page 1\n" in usual
    assert "Pile checklist  page 1, cut out\n" in aimed


def test_an_option_for_one_sheet_overrides_one_for_all(printkit: Terminal) -> None:
    settings = ("--set", f"{CHECKLIST}:size=full", "--set", "size=quarter")

    assert "cut out" not in printkit("build", CHECKLIST, *settings).out


def test_an_unknown_option_lists_the_sheets_of_the_request(printkit: Terminal) -> None:
    shown = printkit("build", PAD, "attribute/player-aid", "--set", "sise=half")

    message = f"unknown option 'sise' for {PAD}, attribute/player-aid"
    assert refusal(message, "did you mean 'size'?") == shown


def test_an_option_cannot_be_set_for_a_sheet_that_isnt_printed(printkit: Terminal) -> None:
    shown = printkit("build", PAD, "--set", "wolle/sheet:size=large")

    message = "'wolle/sheet:size' is for a sheet that isn't being printed"
    assert refusal(message, f"choose from {PAD}") == shown
