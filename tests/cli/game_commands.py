"""Run the commands about rules and recorded games, in the folder where the test is."""

from __future__ import annotations

import json
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from printkit.cli.rules import rules
from printkit.cli.simulate import simulate
from printkit.cli.validate import validate
from printkit.games import game_ids, load

every_game = pytest.mark.parametrize("game", [load(name) for name in game_ids()], ids=game_ids())
_app = typer.Typer()
for _command in (validate, simulate, rules):
    _app.command()(_command)


def invoke(*args: object) -> Result:
    """The outcome of a command."""
    return CliRunner().invoke(_app, [str(arg) for arg in args])


def invoke_json(*args: object) -> Any:
    """The document that a command prints with `--json`."""
    return json.loads(invoke(*args, "--json").stdout)
