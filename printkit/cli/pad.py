"""`printkit pad`: a score pad for any game, which is the sheet `any/pad` with its settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from printkit.cli.build import build_and_report
from printkit.cli.buildcommand import CommandWithoutTarget, chosen_actions, given_options
from printkit.cli.output import show
from printkit.cli.parameters import Json, Quiet, completer, flag
from printkit.cli.usage import shell_command
from printkit.core.errors import UsageError
from printkit.pads import PAD
from printkit.request.options import WHAT

if TYPE_CHECKING:
    from collections.abc import Mapping


def _on_shelf() -> list[str]:
    from printkit.pads.shelf import shelf

    return [*shelf()]


def _option(name: str, metavar: str, help_: str) -> typer.models.OptionInfo:
    option: typer.models.OptionInfo = typer.Option(
        name, metavar=metavar, help=help_, rich_help_panel=WHAT, show_default=False
    )
    return option


COMMAND_CLASS = CommandWithoutTarget
Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="Name of the game; without --rows and --rounds, one that printkit list --shelf shows",
        show_default=False,
        autocompletion=completer(_on_shelf),
    ),
]
Rows = Annotated[
    str | None, _option("--rows", "ROWS", 'What scores: "Roads, Cities=2; Bonus: army, road"')
]
Rounds = Annotated[str | None, _option("--rounds", "N", "Number of rounds")]
Highest = Annotated[bool, flag("--highest-wins", "The highest total wins (default)", WHAT)]
Lowest = Annotated[bool, flag("--lowest-wins", "The lowest total wins", WHAT)]
Target = Annotated[str | None, _option("--target", "N", "Score that ends the game")]
Start = Annotated[str | None, _option("--start", "N", "Score at the start (default: 0)")]
CountDown = Annotated[
    bool, flag("--count-down", "Subtract points from the score at the start, down to 0", WHAT)
]
SaveLayout = Annotated[
    str,
    _option("--save-layout", "FILE", "Write the pad as a layout of your own, and build nothing"),
]


def pad(
    context: typer.Context,
    game: Game,
    rows: Rows = None,
    rounds: Rounds = None,
    highest_wins: Highest = False,
    lowest_wins: Lowest = False,
    target_score: Target = None,
    start: Start = None,
    count_down: CountDown = False,
    save_layout: SaveLayout = "",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Build a score pad for any game: rows, rounds or both, with a total for each player."""
    if highest_wins and lowest_wins:
        hint = "use one of them"
        raise UsageError("--highest-wins and --lowest-wins can't be used together", hint=hint)
    if not game.strip():
        hint = 'for example: printkit pad Catan --rows "Settlements, Cities=2, Roads"'
        raise UsageError("the game has no name", hint=hint)
    settings = {
        "game": game,
        "rows": rows,
        "rounds": rounds,
        "wins": "highest" if highest_wins else "lowest" if lowest_wins else None,
        "target": target_score,
        "start": start,
        "countdown": "true" if count_down else None,
    }
    pairs = [f"{name}={value}" for name, value in settings.items() if value is not None]
    keywords = given_options(context)
    keywords |= {"target": (PAD,), "set": (*pairs, *keywords.get("set", ()))}
    if save_layout:
        _save_layout(Path(save_layout), keywords)
    else:
        build_and_report(keywords, chosen_actions(context, json=json, quiet=quiet))


def _save_layout(file: Path, keywords: Mapping[str, Any]) -> None:
    from printkit.layout.language.loading import load_sheet, sheet_path
    from printkit.pads.layoutfile import save_layout
    from printkit.pipeline.gameinfo import default_count, game_info
    from printkit.pipeline.sheetoptions import option_values
    from printkit.request.reader import request_from_keywords

    request = request_from_keywords(keywords)
    pad, is_forced = load_sheet(sheet_path(PAD)), bool(keywords.get("force"))
    options = option_values(pad, request.settings)
    path = save_layout(file, options, request.paper, replaces=is_forced)
    given = ["-n", keywords["names"]] if "names" in keywords else []
    count = str(keywords.get("players", default_count(game_info(pad, request.settings))))
    show(f"Wrote {path}. Next:")
    show(f"  {shell_command(['build', str(path), *(given or ['-p', count])])}")
