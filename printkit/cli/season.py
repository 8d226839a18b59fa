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
from printkit.cli.words import words_of
from printkit.core.errors import MAX_SHOWN, LayoutError, PrintkitError, Problems, UsageError, Where
from printkit.core.extras import how_to_install
from printkit.core.messages import named, say, translated

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue
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
        typer.Option("--lang", metavar="CODE", help="Language (default: as for build)"),
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
    if not out and (sheet or theme or paper):
        raise UsageError("nothing is printed", hint="add --out standings.pdf")
    with progress("reading") as report:
        found = printkit.load_season(folder, unchecked=unchecked, jobs=jobs, progress=report)
    player = found.find(explain) if explain else None
    results = found.results(player.name) if player else ()
    files = _print_pages(found, sheet or (), out, look) if out else ()
    words = words_of(lang)
    if json:
        explained = {"explained": [each.as_json() for each in results]} if player else {}
        printed = {"files": [file.as_json() for file in files]} if out else {}
        print_json({**found.as_json(), **explained, **printed}, indent=2)
    elif csv_:
        typer.echo(_as_csv([player] if player else found.standings), nl=False)
    elif player:
        show_all(_player_lines(found, player, results, words))
    else:
        show_all(chain(_standing_lines(found, words), _not_counted_lines(found, words)))
    for file in files if not (json or csv_) else ():
        show(translated(say("printed to {path}", path=str(file.path)), words))
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


def headline(found: Season, words: Catalogue) -> str:
    """Return the title of a season, how large it is, and when it was."""
    template = (
        "{title}: {games} {plural(games, 'game', 'games')}, "
        "{players} {plural(players, 'player', 'players')}"
    )
    sizes = {"games": len(found.games), "players": len(found.standings)}
    days = dict.fromkeys(filter(None, (found.first, found.last)))
    first, last = min(days, default=""), max(days, default="")
    when = say("{first} to {last}", first=first, last=last) if len(days) > 1 else first
    lines = (say(template, title=found.title, **sizes), when)
    return ", ".join(translated(line, words) for line in lines if line)


def _standing_lines(found: Season, words: Catalogue) -> Iterator[str]:
    yield headline(found, words)
    if not found.standings:
        yield translated(say("no games yet in {folder}", folder=str(found.folder)), words)
        return
    yield ""
    heads = [
        *("", named("player"), named("games"), named("wins"), named("points")),
        *(named("per game"), named("average place"), named("streak")),
    ]
    rows = [
        [
            *(each.place, each.name, each.games, each.wins),
            *(_decimal(one, words) for one in (each.points, each.mean, each.average_place)),
            translated(streak(each.streak), words),
        ]
        for each in found.standings
    ]
    if found.rated:
        heads.append(named("rating"))
        for row, each in zip(rows, found.standings, strict=True):
            rating = f"{each.rating:.1f} ± {each.uncertainty:.1f}"
            row.append(rating.replace(".", words.point))
    yield from table_in_words(heads, rows, words, left=("player",))
    if not found.rated:
        yield ""
        hint = say("hint: for ratings, {command}", command=how_to_install("season"))
        yield translated(hint, words)


def _decimal(number: float, words: Catalogue) -> str:
    return f"{number:.2f}".replace(".", words.point)


def table_in_words(
    heads: Sequence[str],
    rows: Iterable[Sequence[object]],
    words: Catalogue,
    left: Sequence[str],
) -> list[str]:
    """Format a table with translated headings; the columns in `left` are texts."""
    said = {head: translated(head, words) for head in heads}
    return table([*said.values()], rows, [said[head] for head in left])


def streak(number: int) -> str:
    """Return a streak in words: '3 won', or '2 not won'."""
    if number > 0:
        return say("{count} won", count=number)
    return say("{count} not won", count=-number)


def _not_counted_lines(found: Season, words: Catalogue) -> Iterator[str]:
    """Yield what doesn't count and is no error."""
    listed = [each for each in found.not_counted if each.cause != "error"]
    if listed:
        yield ""
        yield translated(say("not counted:"), words)
    for each in listed[:MAX_SHOWN]:
        hint = f" ({each.hint})" if each.hint else ""
        yield f"  {_place(found, each)}: {each.reason}{hint}"
    if len(listed) > MAX_SHOWN:
        more = say("{count} more; --json lists all of them", count=len(listed) - MAX_SHOWN)
        yield f"  {translated(more, words)}"


def _place(found: Season, each: NotCounted) -> Where:
    return Where(str(found.folder / each.file), each.line)


def _player_lines(
    found: Season, player: Standing, results: Iterable[PlayerResult], words: Catalogue
) -> Iterator[str]:
    """Yield every game of a player, then what they add up to."""
    yield f"{player.name}, {headline(found, words)}"
    yield ""
    heads = [
        *(named("date"), named("game"), named("place"), named("score"), named("points")),
        *(named("against"), named("file")),
    ]
    rows = [
        [
            *(each.game.date or "–", each.game.title, _place_in_words(each, words)),
            *(f"{each.score:g}", f"{each.points:g}", _opponents(each, player.name)),
            each.game.place,
        ]
        for each in results
    ]
    if found.rated:
        heads.insert(5, named("rating"))
        for row, each in zip(rows, results, strict=True):
            row.insert(5, f"{_rating(each.before)} → {_rating(each.after)}")
    yield from table_in_words(heads, rows, words, left=("date", "game", "against", "file"))
    yield ""
    template = (
        "place {place}: {points} points in {games} {plural(games, 'game', 'games')}, "
        "{mean} per game; {wins} {plural(wins, 'win', 'wins')}; average place {average}; "
        "streak {streak}, longest {longest}"
    )
    total = say(
        template,
        place=player.place,
        points=f"{player.points:g}",
        games=player.games,
        mean=f"{player.mean:g}",
        wins=player.wins,
        average=f"{player.average_place:g}",
        streak=streak(player.streak),
        longest=player.longest_streak,
    )
    yield translated(total, words)
    shared = say("Players who share a place share its points.")
    yield f"{translated(_scoring(found), words)} {translated(shared, words)}"
    yield ""
    scores = [
        (each.title, each.games, each.wins, f"{each.best:g}", f"{each.worst:g}")
        for each in player.scores.values()
    ]
    heads = [named("game"), named("games"), named("wins"), named("best"), named("worst")]
    yield from table_in_words(heads, scores, words, left=("game",))
    yield ""
    met = [(name, *each) for name, each in player.opponents.items()]
    heads = [named("opponent"), named("games"), named("ahead"), named("level"), named("behind")]
    yield from table_in_words(heads, met, words, left=("opponent",))


def _place_in_words(result: PlayerResult, words: Catalogue) -> str:
    return translated(say("{number} of {count}", number=result.place, count=result.of), words)


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
            return say("A game scores the share of the opponents beaten.")
        case "wins":
            return say("A game scores 1 for a win.")
    return say("A game scores points for the place.")
