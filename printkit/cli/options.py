"""Options that several commands share.

Those of `build` and `again` are declared as fields of `printkit.request.options.Request`, with
name, help and parsing. An alias here makes such a field a parameter of a command, and the commands
list the aliases as plain parameters. A test checks that none is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

import typer

from printkit.cli.usage import OUTPUT, check_misplaced
from printkit.core.errors import UsageError
from printkit.core.units import parse_whole
from printkit.games import game_ids
from printkit.request.options import OPTIONS


def completer(known: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Make a completion function for known words; the shell completes paths by itself."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in known() if name.startswith(incomplete)]

    return complete


# The panels of `printkit build --help`, in their order; the last is in `usage`.
WHAT = "What to print"
CONTENT = "On the sheets"
PAPER = "Paper and printing"
SAVED = "Saved settings"


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


def request_option(name: str, panel: str | None = None) -> Any:
    """Declare the option of `Request` with this name for Typer; `printkit.build` parses it."""
    option = OPTIONS[name]
    more: dict[str, Any] = {
        "help": option.explanation,
        "metavar": option.metavar or None,
        "show_default": False,
        "autocompletion": completer(option.known) if option.known else None,
        "rich_help_panel": panel,
    }
    if not option.has_default and option.repeats:
        return typer.Argument(**more)
    return typer.Option(f"--{name}", *filter(None, [option.short]), **more)


Targets = Annotated[list[str], request_option("target")]

Players = Annotated[str, request_option("players", WHAT)]
Names = Annotated[str, request_option("names", WHAT)]
Variant = Annotated[str, request_option("variant", WHAT)]
Settings = Annotated[list[str] | None, request_option("set", WHAT)]
Copies = Annotated[str, request_option("copies", WHAT)]
Pages = Annotated[str, request_option("pages", WHAT)]
Seed = Annotated[str, request_option("seed", WHAT)]

Language = Annotated[str, request_option("lang", CONTENT)]
Theme = Annotated[str, request_option("theme", CONTENT)]
Table = Annotated[str, request_option("table", CONTENT)]
Label = Annotated[str, request_option("label", CONTENT)]
Record = Annotated[str, request_option("record", CONTENT)]
Fill = Annotated[str, request_option("fill", CONTENT)]
Fillable = Annotated[bool, request_option("fillable", CONTENT)]
NoSystemFonts = Annotated[bool, request_option("no-system-fonts", CONTENT)]

Paper = Annotated[str, request_option("paper", PAPER)]
Orientation = Annotated[str, request_option("orientation", PAPER)]
Duplex = Annotated[str, request_option("duplex", PAPER)]
PerPage = Annotated[str, request_option("per-page", PAPER)]
Sides = Annotated[str, request_option("sides", PAPER)]
BacksLast = Annotated[bool, request_option("backs-last", PAPER)]
CropMarks = Annotated[bool, request_option("crop-marks", PAPER)]
Offset = Annotated[str, request_option("offset", PAPER)]

Out = Annotated[str, request_option("out", OUTPUT)]
Formats = Annotated[list[str] | None, request_option("format", OUTPUT)]
Dpi = Annotated[str, request_option("dpi", OUTPUT)]
Split = Annotated[bool, request_option("split", OUTPUT)]
Force = Annotated[bool, request_option("force", OUTPUT)]

# The actions of `build` and `again` besides building.
Print = Annotated[bool, flag("--print", "Print the PDF at 100%", PAPER)]
Printer = Annotated[
    str,
    typer.Option(
        "--printer",
        help="Printer to use (default: your default printer)",
        metavar="NAME",
        rich_help_panel=PAPER,
    ),
]
Open = Annotated[bool, flag("--open", "Open the files when they're ready", OUTPUT)]
Preflight = Annotated[
    bool, flag("--preflight", "Check the PDF, as printkit preflight does", OUTPUT)
]
Save = Annotated[
    bool, flag("--save", "Save --paper, --lang and --offset as defaults for later builds", SAVED)
]
NoOffset = Annotated[bool, flag("--no-offset", "Ignore the saved offset", SAVED)]
SaveJob = Annotated[
    str,
    typer.Option(
        "--save-job",
        help="Save this command as a manifest for printkit batch",
        metavar="FILE",
        rich_help_panel=SAVED,
    ),
]

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


def build_keywords(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the given options, as keywords of `printkit.build`."""
    check_misplaced(given)
    return {
        option.name.replace("-", "_"): text
        for option in OPTIONS.values()
        if (text := given.get(option.field))
    }
