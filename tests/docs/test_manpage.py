"""The man page matches the help of the commands."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from docs.generate.manpage import PAGE, page


def test_the_man_page_matches_the_help_of_the_commands() -> None:
    expected = page()

    assert expected == PAGE.read_text(encoding="utf-8"), "run make gallery"


def test_every_command_and_option_is_in_it() -> None:
    text = page()

    assert "\\fBprintkit build\\fR \\fIGAME\\-OR\\-SHEET...\\fR" in text
    assert "\\fB\\-\\-no\\-system\\-fonts\\fR" in text
    assert "printkit info" in text


@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed")
def test_groff_finds_nothing_wrong_with_it() -> None:
    shown = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", str(PAGE)], capture_output=True, text=True, check=True
    )

    assert shown.stderr == ""
