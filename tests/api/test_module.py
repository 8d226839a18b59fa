"""The module `printkit` itself: what is public, what it loads, and what it raises."""

from __future__ import annotations

import json
import sys
from inspect import signature
from typing import TYPE_CHECKING, Any, Final

import pytest

import printkit
from tests.project.commands import succeed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FUNCTIONS: Final = {
    name: getattr(printkit, name) for name in printkit.__all__ if name.islower() and name[0] != "_"
}
MISSING: Final = {"target": "a.yaml", "game": "wolf", "record": [], "folder": "a", "manifest": "a"}
"""What leads to an early error: nothing has to be built to find out about the other arguments."""


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


@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_argument_that_no_function_has_is_refused(name: str) -> None:
    function: Callable[..., Any] = FUNCTIONS[name]
    with pytest.raises(printkit.UsageError, match="unknown option 'nosuch'"):
        function("a.yaml", nosuch=1)
    with pytest.raises(printkit.UsageError, match=f"{name}: too many positional arguments"):
        function(1, 2)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_argument_of_the_wrong_type_is_refused(name: str, tmp_path: Path) -> None:
    function: Callable[..., Any] = FUNCTIONS[name]
    known = signature(function).parameters
    usual = {key: value for key, value in MISSING.items() if key in known}
    for parameter in known.keys() - {"progress", "log"}:
        for wrong in (object(), 5, b"x", [1], {"a": object()}, "a\0b", tmp_path / "a\0b"):
            try:
                function(**{**usual, parameter: wrong})
            except printkit.InternalError as error:
                pytest.fail(f"{parameter}={wrong!r}: {error}")
            except printkit.PrintkitError:
                continue
