"""`printkit simulate`: random legal games, as statistics or as records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from printkit.cli.options import Jobs, whole
from printkit.cli.plain import show, show_all, table
from printkit.cli.progress import progress
from printkit.cli.seating import (
    Rulings,
    Settings,
    Variant,
    check_rulings,
    files_named,
    pairs,
    read_setting,
)
from printkit.errors import PrintkitError, UsageError, known_as
from printkit.games import load
from printkit.units import counted

if TYPE_CHECKING:
    from printkit.build.output import FileMade
    from printkit.request import Destination
    from printkit.rules.game import Game
    from printkit.rules.simulate import Seating, Tally

MAX_GAMES = 1_000_000


def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game to play.")],
    players: Annotated[
        int | None, whole(1, 100, "How many play; default: the fewest.", "--players", "-p")
    ] = None,
    games: Annotated[int, whole(1, MAX_GAMES, "How many games are played.", "--games")] = 100,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="TEXT", help="The same seed gives the same games."),
    ] = None,
    variant: Variant = None,
    set_: Settings = None,
    ruling: Rulings = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="DIR", help="Write each game as a record.")
    ] = None,
    jobs: Jobs = 0,
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="Draw a page of charts: report.pdf.")
    ] = "",
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Play random legal games: scores, lengths, wins by seat, and how they ended."""
    from json import dumps
    from secrets import token_hex

    from printkit.cli.shares import Tournament, tally_all
    from printkit.request.words import check_text

    place = _destination(out) if out else None
    seed = token_hex(4) if seed is None else check_text("seed", seed)
    seating = _seating(load(game), players, variant, pairs(ruling), pairs(set_))
    game_id, names, settings = seating.game.id, seating.players, seating.settings
    plan = Tournament(game_id, names, seating.variant, seating.rulings, settings, seed, games, save)
    with progress("playing") as report, files_named(pairs(set_)):
        tally = tally_all(plan, jobs, report)
    document = _document(seating, tally, seed)
    charts = _charts(document, tally, seating, place) if place is not None else ()
    typer.echo(dumps(document, indent=2)) if json else _print_text(document, seating, save, charts)


def _destination(text: str) -> Destination:
    """The file of a report; a folder has no name for it."""
    from printkit.request import parse_destination

    place = parse_destination(text)
    if not place.file:
        raise UsageError(f"'{text}' is no file that can be made", hint="write --out report.pdf")
    return place


def _charts(
    document: dict[str, Any], tally: Tally, seating: Seating, place: Destination
) -> tuple[FileMade, ...]:
    """A page of charts: how scores, lengths and wins are spread; gives the files made."""
    from printkit.build.report import write_report
    from printkit.rules.simulate import bins

    if tally.games == tally.unfinished:
        raise PrintkitError("no game came to an end: there is nothing to draw")
    scores, rounds = bins(sum(tally.scores, Counter())), bins(tally.rounds)
    finished = tally.games - tally.unfinished
    figures = {
        **document,
        "title": _title(seating),
        "scores": {"name": "Scores", "values": [number for _, number in scores]},
        "score_labels": [label for label, _ in scores],
        "rounds": {"name": "Games", "values": [number for _, number in rounds]},
        "round_labels": [label for label, _ in rounds],
        "wins": {"name": "Wins", "values": [100 * wins / finished for wins in tally.wins]},
        "seat_labels": [str(seat) for seat in range(1, tally.seats + 1)],
        "reasons": [{"rule": rule, "count": n} for rule, n in document["reasons"].items()],
    }
    return write_report(figures, place)


def _seating(
    game: Game[Any],
    count: int | None,
    variant: str | None,
    rulings: Mapping[str, str],
    settings: Mapping[str, str],
) -> Seating:
    from printkit.rules.simulate import NAMES, Seating

    count = game.players[0] if count is None else count
    ids = [each.id for each in game.variants]
    variant = known_as(variant or ids[0], ids)
    game.box.check(count, variant)
    check_rulings(game, rulings)
    texts = {key: read_setting(game, key, value) for key, value in settings.items()}
    return Seating(game, NAMES[:count], variant, rulings, texts)


def _document(seating: Seating, tally: Tally, seed: str) -> dict[str, Any]:
    from printkit.rules.simulate import spread

    return {
        "game": seating.game.id,
        "variant": seating.variant,
        "rulings": dict(seating.rulings),
        "seed": seed,
        "players": len(seating.players),
        "games": tally.games,
        "unfinished": tally.unfinished,
        "events": spread(tally.events),
        "rounds": spread(tally.rounds),
        "seats": [
            {"seat": seat, "score": spread(scores), "wins": wins}
            for seat, (scores, wins) in enumerate(zip(tally.scores, tally.wins, strict=True), 1)
        ],
        "shared_wins": tally.shared,
        "reasons": dict(sorted(tally.reasons.items())),
    }


def _print_text(
    document: dict[str, Any], seating: Seating, save: Path | None, charts: tuple[FileMade, ...]
) -> None:
    events, rounds, games = document["events"], document["rounds"], document["games"]
    show(f"{counted(games, 'game')} of {_title(seating)}; seed {document['seed']}")
    if document["unfinished"]:
        show(
            f"  {document['unfinished']} never came to an end and were given up; not counted below"
        )
    show(f"  length: {_spread(rounds)} rounds, {_spread(events)} events")
    for rule, count in document["reasons"].items():
        show(f"  ended by {rule}: {count}")
    if document["shared_wins"]:
        show(f"  shared victories: {document['shared_wins']} (a win for each of the winners)")
    rows = [
        (seat["seat"], f"{seat['score']['mean']:.2f}", seat["score"]["min"], seat["score"]["max"],
         seat["wins"])
        for seat in document["seats"]
    ]  # fmt: skip
    show_all(table(("seat", "mean score", "lowest", "highest", "wins"), rows), "  ")
    if save is not None:
        show(f"  {counted(games, 'record')} written to {save}")
    for file in charts:
        show(f"  charts in {file.path}")


def _title(seating: Seating) -> str:
    return f"{seating.game.title}, {len(seating.players)} players, {seating.variant}"


def _spread(figures: dict[str, float]) -> str:
    if figures["min"] == figures["max"]:
        return f"{figures['min']}"
    return f"{figures['mean']:.1f} ({figures['min']} to {figures['max']})"
