"""`printkit season pair`: the tables of the next evening, and a manifest that prints for them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from printkit.cli.output import print_json, printable, show, show_all
from printkit.cli.parameters import Json, completer, whole
from printkit.cli.season import SeasonFolder, Unchecked, table_in_words
from printkit.cli.words import in_words, words_of
from printkit.core.errors import UsageError, did_you_mean
from printkit.core.extras import how_to_install
from printkit.core.files import write_file
from printkit.core.messages import named, say, translated
from printkit.games import game_ids
from printkit.request.preferences import default_language
from printkit.request.values import check_text, fresh_seed, read_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from printkit.core.i18n import Catalogue
    from printkit.season.gathering import Season
    from printkit.season.pairing import PairedTable

MOST_TABLES: Final = 100
MOST_PLAYERS: Final = 200


def _games() -> list[str]:
    from printkit.pads.shelf import shelf

    return [*game_ids(), *shelf()]


def season_pair(
    folder: SeasonFolder,
    tables: Annotated[
        int | None,
        whole(1, MOST_TABLES, "Number of tables (default: as few as possible)", "--tables"),
    ] = None,
    names: Annotated[
        str,
        typer.Option(
            "--names", "-n", metavar="NAMES", help="Who is there (default: everyone who is ranked)"
        ),
    ] = "",
    game: Annotated[
        str,
        typer.Option(
            "--game",
            metavar="GAME",
            help="Game that decides how many sit at a table, and whose sheets are printed: one that"
            " printkit knows, or a pad of printkit list --shelf (default: a score pad, 2 to 5)",
            autocompletion=completer(_games),
        ),
    ] = "",
    by: Annotated[
        str,
        typer.Option(
            "--by",
            metavar="WHAT",
            help="Whom to seat together: meetings (those who have met least often) or rating "
            "(those of similar strength) (default: meetings)",
            show_default=False,
        ),
    ] = "meetings",
    seed: Annotated[
        str,
        typer.Option(
            "--seed", metavar="TEXT", help="Seed; the same one gives the same tables (default: new)"
        ),
    ] = "",
    out: Annotated[
        str,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Manifest to write (default: tables.yaml, or the next free name)",
        ),
    ] = "",
    unchecked: Unchecked = False,
    json: Json = False,
) -> None:
    """Divide players into tables, and write a list (a manifest) that builds each table's sheets."""
    import printkit
    from printkit.season import pairing

    if by not in pairing.BY:
        raise UsageError(f"unknown order '{by}' for --by", hint=did_you_mean(by, pairing.BY))
    seed = check_text("seed", seed) if seed else fresh_seed()
    sheets = pairing.sheets_of(game)
    found = printkit.load_season(folder, unchecked=unchecked)
    if by == "rating" and not found.rated:
        raise UsageError("--by rating needs openskill", hint=how_to_install("season"))
    present = _present(found, names)
    number = tables or -(-len(present) // sheets.most)
    sizes = pairing.table_sizes(len(present), number, sheets.least, sheets.most)
    divided = pairing.pair_up(found, present, sizes, by, seed)
    path = Path(out) if out else _free_path()
    write_file(path, pairing.manifest_text(divided, sheets).encode())
    if json:
        print_json(
            {
                "seed": seed,
                "tables": [{"table": at, **each.as_json()} for at, each in enumerate(divided, 1)],
                "manifest": str(path),
            },
            indent=2,
        )
        return
    show_all(_lines(divided, words_of()))
    show(in_words(say("seed {seed}", seed=seed)))
    command = f"printkit batch {path} --out prints/"
    template = "written to {path}; {command} builds the sheets"
    show(in_words(say(template, path=str(path), command=command)))


def _present(found: Season, names: str) -> Sequence[str]:
    """Return who is there, by the names of the standings; others are new."""
    given = read_names(names, (default_language(),)).names if names else found.ranked_names
    if len(given) < 2:
        hint = 'write --names "Ann, Ben, Cleo, Dan"'
        raise UsageError("tables need at least two players", hint=hint)
    if len(given) > MOST_PLAYERS:
        raise UsageError(f"{len(given)} players are too many", hint=f"at most {MOST_PLAYERS}")
    present = tuple(map(found.known_as, given))
    for at, name in enumerate(present):
        if name in present[:at]:
            other = given[present.index(name)]
            message = f"'{other}' and '{given[at]}' are the same player"
            raise UsageError(message, hint="name everyone once")
    return present


def _free_path() -> Path:
    paths = (Path(f"tables{f'-{number}' if number > 1 else ''}.yaml") for number in count(1))
    return next(path for path in paths if not path.exists())


def _lines(tables: Sequence[PairedTable], words: Catalogue) -> Iterator[str]:
    heads = [named("table"), named("players"), named("met")]
    rows = [
        [number, ", ".join(map(printable, each.names)), each.meetings]
        for number, each in enumerate(tables, 1)
    ]
    if all(each.ratings for each in tables):
        heads.append(named("ratings"))
        for row, each in zip(rows, tables, strict=True):
            low, high = each.ratings or (0.0, 0.0)
            span = say("{first} to {last}", first=f"{low:.1f}", last=f"{high:.1f}")
            row.append(translated(span, words))
    yield from table_in_words(heads, rows, words, left=("players",))
