"""`printkit new`: a starter layout that builds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.terminal import Terminal


def test_new_writes_a_starter_that_builds_and_fits(printkit: Terminal) -> None:
    shown = printkit("new", "dice-night")

    assert (0, "") == (shown.code, shown.err)
    assert "Wrote dice-night.yaml." in shown.out
    assert 0 == printkit("build", "dice-night.yaml", "-p", 4).code
    assert 0 == printkit("build", "dice-night.yaml", "--set", "bonus=false").code
    assert 0 == printkit("check", "dice-night.yaml", "-q").code
    assert "{name}" not in (printkit.folder / "dice-night.yaml").read_text()


def test_new_never_overwrites_a_file(printkit: Terminal) -> None:
    path = printkit.write("mine.yaml", "mine")
    (printkit.folder / "loose.yaml").symlink_to("nowhere")
    expected = "error: file already exists; not changed\n"

    assert (1, "", f"mine.yaml: {expected}") == printkit("new", "mine")
    assert (1, "", f"loose.yaml: {expected}") == printkit("new", "loose.yaml")
    assert "mine" == path.read_text()


@pytest.mark.parametrize("name", ["Dice Night", "../x", "/tmp/x", "x" * 60, "", "a.b", "-x"])
def test_new_refuses_an_invalid_name(printkit: Terminal, name: str) -> None:
    shown = printkit("new", "--", name)

    assert (2, "") == (shown.code, shown.out)
    assert [] == list(printkit.folder.iterdir())
