"""Options that several commands share; those of `build` are in `request/options.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any

import typer

from printkit.core.errors import UsageError
from printkit.games import game_ids
from printkit.request.values import parse_whole


def completer(known: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Make a completion function for known words; the shell completes paths by itself."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in known() if name.startswith(incomplete)]

    return complete


def whole(least: int, most: int, help_: str, *names: str, panel: str | None = None) -> Any:
    """Declare an option that takes a whole number within bounds."""

    def read(given: str | int) -> int:
        return parse_whole(names[0], str(given), least, most)

    return typer.Option(
        *names, metavar="N", parser=read, help=help_, show_default=False, rich_help_panel=panel
    )


def flag(name: str, help_: str, panel: str | None = None) -> Any:
    """Declare an option without a value."""
    return typer.Option(name, help=help_, rich_help_panel=panel)


Json = Annotated[bool, flag("--json", "Print one JSON document and nothing else")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Only show errors")]
Jobs = Annotated[
    int, whole(0, 256, "Number of parallel jobs (default: one per core)", "--jobs", "-j")
]
Cluster = Annotated[
    str,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Run on the Dask cluster with this scheduler: tcp://127.0.0.1:8786",
    ),
]
OptionalGame = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]",
        help="Game or layout file (default: all games)",
        show_default=False,
        autocompletion=completer(game_ids),
    ),
]

# Options of `record` and `simulate`.
GameVariant = Annotated[
    str | None,
    typer.Option("--variant", metavar="NAME", help="Variant to play (default: the base game)"),
]
GameSettings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Setting of the game; repeatable"),
]
Rulings = Annotated[
    list[str] | None,
    typer.Option(
        "--ruling",
        metavar="ID=CHOICE",
        help="How to read an unclear rule; printkit rules GAME lists them",
    ),
]


def check_cluster(cluster: str, jobs: int) -> None:
    """Refuse a number of processes together with a cluster."""
    if cluster and jobs:
        hint = "leave --jobs out: every thread of the cluster runs a job"
        raise UsageError("--jobs counts processes on this machine, not on a cluster", hint=hint)
