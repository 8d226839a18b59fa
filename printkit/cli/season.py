"""`printkit season`: the standings of a folder of games."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from printkit.cli.output import print_error, print_json, printable, show, show_all, table
from printkit.cli.parameters import Jobs, Json, flag
from printkit.cli.progressbar import progress
from printkit.core.errors import MAX_SHOWN, LayoutError, PrintkitError, Problems, UsageError, Where
from printkit.core.extras import how_to_install
from printkit.core.units import counted

if TYPE_CHECKING:
    from printkit.pipeline.output import BuiltFile
    from printkit.season.filecontent import NotCounted
    from printkit.season.gathering import Season
    from printkit.season.ratings import Rating
    from printkit.season.standings import PlayerResult, Standing

COLUMNS: Final = (
    *("place", "name", "games", "wins", "points", "mean", "average_place", "streak"),
    *("longest_streak", "rating", "uncertainty"),
)
"""The columns of `--csv`, which are attributes of a standing."""

SeasonFolder = Annotated[
    Path,
    typer.Argument(
        metavar="FOLDER",
        help="Folder with records, score sheets and tables of results",
        show_default=False,
    ),
]
Unchecked = Annotated[
    bool, flag("--unchecked", "Also count records that break a rule, with the result they claim")
]


def season(
    folder: SeasonFolder,
    explain: Annotated[
        str,
        typer.Option(
            "--explain", metavar="NAME", help="Show every game of a player, and how it counted"
        ),
    ] = "",
    out: Annotated[
        str,
        typer.Option(
            "--out", "-o", metavar="FILE", help="Print standings and player cards: standings.pdf"
        ),
    ] = "",
    sheet: Annotated[
        list[str] | None,
        typer.Option(
            "--sheet",
            metavar="LAYOUT",
            help="Sheet or layout to print; repeatable"
            " (default: season/standings and season/player-card)",
        ),
    ] = None,
    lang: Annotated[
        str,
        typer.Option("--lang", metavar="CODE", help="Language of --out (default: as for build)"),
    ] = "",
    theme: Annotated[
        str, typer.Option("--theme", metavar="NAME", help="Theme of --out (default: colour)")
    ] = "",
    paper: Annotated[
        str, typer.Option("--paper", metavar="SIZE", help="Paper of --out (default: as for build)")
    ] = "",
    unchecked: Unchecked = False,
    csv_: Annotated[bool, flag("--csv", "Print one CSV table and nothing else")] = False,
    jobs: Jobs = 0,
    json: Json = False,
) -> None:
    """Add up all games in a folder: standings, head-to-head and ratings."""
    import printkit

    if json and csv_:
        raise UsageError("--json and --csv are two formats", hint="leave one of them out")
    look = {"lang": lang, "theme": theme, "paper": paper}
    if not out and (sheet or any(look.values())):
        raise UsageError("nothing is printed", hint="add --out standings.pdf")
    with progress("reading") as report:
        found = printkit.load_season(folder, unchecked=unchecked, jobs=jobs, progress=report)
    player = found.find(explain) if explain else None
    results = found.results(player.name) if player else ()
    files = _print_pages(found, sheet or (), out, look) if out else ()
    if json:
        explained = {"explained": [each.as_json() for each in results]} if player else {}
        printed = {"files": [file.as_json() for file in files]} if out else {}
        print_json({**found.as_json(), **explained, **printed}, indent=2)
    elif csv_:
        typer.echo(_as_csv([player] if player else found.standings), nl=False)
    elif player:
        show_all(_player_lines(found, player, results))
    else:
        show_all(chain(_standing_lines(found), _not_counted_lines(found)))
    for file in files if not (json or csv_) else ():
        show(f"printed to {file.path}")
    errors = [each for each in found.not_counted if each.cause == "error"]
    if errors and not json:
        print_error(
            Problems(LayoutError(each.reason, _place(found, each), each.hint) for each in errors)
        )
    if errors:
        raise typer.Exit(1)


def _print_pages(
    found: Season, sheets: Sequence[str], out: str, look: Mapping[str, str]
) -> tuple[BuiltFile, ...]:
    from printkit.season.sheets import write_pages

    if not found.games:
        raise PrintkitError("no games to print", Where(str(found.folder)))
    return write_pages(found, sheets, out=out, **look)


def _as_csv(standings: Iterable[Standing]) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([getattr(each, column) for column in COLUMNS] for each in standings)
    return text.getvalue()


def headline(found: Season) -> str:
    """Return the title of a season, how large it is, and when it was."""
    days = " to ".join(dict.fromkeys(filter(None, (found.first, found.last))))
    games, players = counted(len(found.games), "game"), counted(len(found.standings), "player")
    return ", ".join(filter(None, (f"{found.title}: {games}", players, days)))


def _standing_lines(found: Season) -> Iterator[str]:

    yield headline(found)
    if not found.standings:
        yield f"no games yet in {found.folder}"
        return
    yield ""
    heads = ["", "player", "games", "wins", "points", "per game", "average place", "streak"]
    rows = [
        [
            *(each.place, each.name, each.games, each.wins),
            *(f"{each.points:.2f}", f"{each.mean:.2f}", f"{each.average_place:.2f}"),
            streak(each.streak),
        ]
        for each in found.standings
    ]
    if found.rated:
        heads.append("rating")
        for row, each in zip(rows, found.standings, strict=True):
            row.append(f"{each.rating:.1f} ± {each.uncertainty:.1f}")
    yield from table(heads, rows, words=("player",))
    if not found.rated:
        yield ""
        yield f"hint: for ratings, {how_to_install('season')}"


def streak(number: int) -> str:
    """Return a streak in words: '3 won', or '2 not won'."""
    return f"{abs(number)} {'won' if number > 0 else 'not won'}"


def _not_counted_lines(found: Season) -> Iterator[str]:
    """Yield what doesn't count and is no error."""
    listed = [each for each in found.not_counted if each.cause != "error"]
    if listed:
        yield ""
        yield "not counted:"
    for each in listed[:MAX_SHOWN]:
        hint = f" ({each.hint})" if each.hint else ""
        yield f"  {_place(found, each)}: {each.reason}{hint}"
    if len(listed) > MAX_SHOWN:
        yield f"  {len(listed) - MAX_SHOWN:,} more; --json lists all of them"


def _place(found: Season, each: NotCounted) -> Where:
    return Where(str(found.folder / each.file), each.line)


def _player_lines(
    found: Season, player: Standing, results: Iterable[PlayerResult]
) -> Iterator[str]:
    """Yield every game of a player, then what they add up to."""
    yield f"{player.name}, {headline(found)}"
    yield ""
    heads = ["date", "game", "place", "score", "points", "against", "file"]
    rows = [
        [
            *(each.game.date or "–", each.game.title, f"{each.place} of {each.of}"),
            *(f"{each.score:g}", f"{each.points:g}", _opponents(each, player.name)),
            each.game.place,
        ]
        for each in results
    ]
    words = ("date", "game", "against", "file")
    if found.rated:
        heads.insert(5, "rating")
        for row, each in zip(rows, results, strict=True):
            row.insert(5, f"{_rating(each.before)} → {_rating(each.after)}")
    yield from table(heads, rows, words)
    yield ""
    yield (
        f"place {player.place}: {player.points:g} points in {counted(player.games, 'game')},"
        f" {player.mean:g} per game; {counted(player.wins, 'win')};"
        f" average place {player.average_place:g}; streak {streak(player.streak)},"
        f" longest {player.longest_streak}"
    )
    yield f"a game scores {_scoring(found)}; players who share a place share its points"
    yield ""
    scores = [
        (each.title, each.games, each.wins, f"{each.best:g}", f"{each.worst:g}")
        for each in player.scores.values()
    ]
    yield from table(("game", "games", "wins", "best", "worst"), scores, ("game",))
    yield ""
    met = [(name, *each) for name, each in player.opponents.items()]
    yield from table(("opponent", "games", "ahead", "level", "behind"), met, ("opponent",))


def _opponents(result: PlayerResult, name: str) -> str:
    game = result.game
    ratings = [f" ({_rating(each)})" for each in result.ratings] or [""] * len(game.names)
    seats = zip(game.places, game.names, game.scores, ratings, strict=True)
    others = sorted(each for each in seats if each[1] != name)
    return ", ".join(
        f"{place}. {printable(other)} {score:g}{rating}" for place, other, score, rating in others
    )


def _rating(rating: Rating | None) -> str:
    from printkit.season.ratings import START, START_UNCERTAINTY

    mean, uncertainty = rating or (START, START_UNCERTAINTY)
    return f"{mean:.2f} ± {uncertainty:.2f}"


def _scoring(found: Season) -> str:
    match found.settings.scoring:
        case "beaten":
            return "the share of the opponents beaten"
        case "wins":
            return "1 for a win"
    return "the points for the place in season.yaml"
