"""Run commands with an unexpected error at a given moment."""

from __future__ import annotations

import inspect
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pytest

from printkit.cli import run
from tests.running import ROOT, run_printkit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

PACKAGE: Final = str(ROOT / "printkit")
SPREAD: Final = (0.0, 0.6, 1.0)
"""How far a command has got, from its first call to its last."""


class Fault(NamedTuple):
    """How a command ended in which a function call failed."""

    command: str
    call: str
    code: int
    out: str
    err: str


class InjectedError(Exception):
    """An unexpected error."""


def inject(command: str, cwd: Path) -> Iterator[Fault]:
    """Run a command once per part of the way, with an error raised in the call it has got to."""
    _run(command, cwd, _Injector(0))  # imports what it needs
    _run(command, cwd, counted := _Injector(0))
    for number in dict.fromkeys(max(1, round(part * counted.calls)) for part in SPREAD):
        if (fault := _run(command, cwd, _Injector(number))).call:
            yield fault


def _run(command: str, cwd: Path, injector: _Injector) -> Fault:
    env = {**os.environ, "PRINTKIT_PAPER": "a4"}
    before = sys.gettrace()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO())
        sys.settrace(injector.hear)
        try:
            ran = run_printkit(command.split(), cwd, env)
        finally:
            sys.settrace(before)
    return Fault(command, injector.call, *ran)


class _Injector:
    """Counts the calls of printkit's own functions, and raises an error in one of them."""

    def __init__(self, wanted: int) -> None:
        self.wanted, self.calls, self.call = wanted, 0, ""
        self._counts: dict[object, bool] = {}
        self._has_begun = False

    def hear(self, frame: FrameType, _event: str, _value: Any) -> None:
        code = frame.f_code
        if code is run.__code__:
            self._has_begun = True
        counts = self._counts.get(code)
        if counts is None:
            counts = self._counts[code] = _is_counted(code)
        if not counts or not self._has_begun:
            return
        self.calls += 1
        if self.calls == self.wanted:
            sys.settrace(None)
            self.call = f"{Path(code.co_filename).name}: {code.co_name}"
            raise InjectedError("\x1b[2J boom")


def _is_counted(code: Any) -> bool:
    """Whether it is a function of printkit, but not of what turns errors into messages."""
    if not code.co_filename.startswith(PACKAGE) or code.co_flags & inspect.CO_GENERATOR:
        return False
    return not code.co_filename.endswith(("cli/exitcode.py", "cli/__init__.py"))
