"""`printkit simulate`: random legal games, as statistics or as records."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from printkit.cli.output import print_json, show, show_all, table
from printkit.cli.parameters import (
    Cluster,
    GameSettings,
    GameVariant,
    Jobs,
    Json,
    Rulings,
    check_cluster,
    whole,
)
from printkit.cli.progressbar import progress
from printkit.core.units import counted

if TYPE_CHECKING:
    from printkit.rules.simulate import Spread
    from printkit.simulation.run import Simulation

MAX_GAMES = 100_000_000


def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Game to play")],
    players: Annotated[
        int | None,
        whole(1, 100, "Number of players (default: the fewest the game allows)", "--players", "-p"),
    ] = None,
    games: Annotated[
        int, whole(1, MAX_GAMES, "Number of games to play (default: 100)", "--games")
    ] = 100,
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed",
            metavar="TEXT",
            help="Seed; the same seed gives the same games (default: random)",
        ),
    ] = None,
    variant: GameVariant = None,
    set_: GameSettings = None,
    ruling: Rulings = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="DIR", help="Save each game as a record in this folder"),
    ] = None,
    jobs: Jobs = 0,
    cluster: Cluster = "",
    out: Annotated[
        str,
        typer.Option(
            "--out", "-o", metavar="FILE", help="Draw a page of charts into this file: report.pdf"
        ),
    ] = "",
    lang: Annotated[
        str,
        typer.Option(
            "--lang", metavar="CODE", help="Language of the charts (default: as for build)"
        ),
    ] = "",
    json: Json = False,
) -> None:
    """Play random legal games, and show scores, lengths, wins by seat and endings."""
    import printkit

    check_cluster(cluster, jobs)
    with progress("playing") as report:
        result = printkit.simulate(
            game, players=players, games=games, seed=seed, variant=variant, set=set_,
            ruling=ruling, save=save, out=out, lang=lang, jobs=jobs, cluster=cluster,
            progress=report,
        )  # fmt: skip
    if json:
        print_json(result.as_json(), indent=2)
    else:
        _print_text(result, save)


def _print_text(result: Simulation, save: Path | None) -> None:
    from printkit.games import load
    from printkit.rules.results import ROUND
    from printkit.simulation.run import describe

    game = load(result.game)
    unit = (game.result.words if game.result else ROUND).name.lower()
    show(f"{counted(result.games, 'game')} of {describe(result)}; seed {result.seed}")
    if result.unfinished:
        show(f"  {result.unfinished} were stopped because they didn't end; not counted below")
    show(f"  length: {_spread(result.rounds)} {unit}s, {_spread(result.events)} events")
    for rule, count in result.reasons.items():
        show(f"  ended by {rule}: {count}")
    if result.shared_wins:
        show(f"  shared victories: {result.shared_wins} (each winner counts as a win)")
    rows = [
        (one.seat, f"{one.score.mean:.2f}", one.score.min, one.score.max, one.wins)
        for one in result.seats
    ]
    show_all(table(("seat", "mean score", "lowest", "highest", "wins"), rows), "  ")
    if save is not None:
        show(f"  {counted(result.games, 'record')} written to {save}")
    for file in result.files:
        show(f"  charts in {file.path}")


def _spread(figures: Spread) -> str:
    if figures.min == figures.max:
        return f"{figures.min}"
    return f"{figures.mean:.1f} ({figures.min} to {figures.max})"
