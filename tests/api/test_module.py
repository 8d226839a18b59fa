"""The module `printkit` itself: what is public, what it loads, and what it raises."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

import printkit
from tests.project.commands import succeed

if TYPE_CHECKING:
    from pathlib import Path


def test_every_public_name_exists_and_has_a_docstring() -> None:
    for name in set(printkit.__all__) - {"__version__"}:
        assert getattr(printkit, name).__doc__, name
    assert dir(printkit) == sorted(printkit.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'bild'"):
        printkit.__getattr__("bild")


def test_every_error_is_a_printkit_error() -> None:
    errors = [getattr(printkit, name) for name in printkit.__all__ if name.endswith("Error")]

    assert len(errors) > 5
    assert all(issubclass(error, printkit.PrintkitError) for error in errors)


def test_importing_printkit_loads_no_other_module(tmp_path: Path) -> None:
    code = "import sys, json, printkit; print(json.dumps([*sys.modules]))"
    loaded = json.loads(succeed([sys.executable, "-c", code], tmp_path).stdout)

    assert {name for name in loaded if name.startswith("printkit")} == {
        "printkit",
        "printkit._version",
    }


def test_a_bug_in_printkit_is_a_printkit_error_with_its_cause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("printkit.listing.list_games", lambda: 1 / 0)
    with pytest.raises(printkit.InternalError) as caught:
        printkit.list_games()

    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_an_os_error_is_an_output_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise PermissionError(13, "Permission denied", "secret.yaml")

    monkeypatch.setattr("printkit.listing.list_games", refuse)
    with pytest.raises(printkit.OutputError) as caught:
        printkit.list_games()

    assert (
        caught.value.message == "the operating system refused this: Permission denied: secret.yaml"
    )
