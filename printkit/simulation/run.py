"""Simulations: many random legal games, played in shares by worker processes.

A game depends only on the seed and its number, so the statistics don't depend on which process
plays which game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from printkit.core.budget import limit_build
from printkit.core.errors import PrintkitError, UsageError, known_as
from printkit.core.sandbox import SandboxExecutor, usable_cores
from printkit.games import load
from printkit.recording.recordfile import write_record
from printkit.rules.results import ROUND
from printkit.rules.settings import check_rulings, files_named, read_setting
from printkit.rules.simulate import (
    NAMES,
    Seating,
    SimulatedScore,
    Spread,
    Tally,
    bins,
    play,
    record_rows,
    score_rows,
    spread,
)

if TYPE_CHECKING:
    from printkit.pipeline.output import BuiltFile
    from printkit.request.values import Destination

Rows: TypeAlias = "Iterable[Mapping[str, Any]]"
MAX_GAMES: Final = 100_000_000
SHARE: Final = 250  # games per call of a worker
CLUSTER_SHARE: Final = 1_000  # games per call of a worker on another machine


class SeatResult(NamedTuple):
    """The results of one seat.

    Attributes:
        seat: Its number, counted from 1, clockwise.
        score: The scores of the finished games.
        wins: The number of games it won, alone or with others.
    """

    seat: int
    score: Spread
    wins: int


class Simulation(NamedTuple):
    """The results of many random games.

    Attributes:
        game: The id of the game.
        variant: The id of the variant.
        rulings: The rulings that differ from the default.
        seed: The seed; the same one gives the same games.
        players: The number of players.
        games: The number of games played.
        unfinished: The number of games given up because they didn't end. Scores, lengths and wins
            don't include them.
        events: The number of events per game.
        rounds: The number of rounds per game.
        seats: Scores and wins by seat.
        shared_wins: The number of games with several winners.
        reasons: The number of games that each rule ended.
        files: The page of charts, if there is one.
        rows: The result of every seat in every finished game, if you asked for `rows`.
    """

    game: str
    variant: str
    rulings: Mapping[str, str]
    seed: str
    players: int
    games: int
    unfinished: int
    events: Spread
    rounds: Spread
    seats: tuple[SeatResult, ...]
    shared_wins: int
    reasons: Mapping[str, int]
    files: tuple[BuiltFile, ...] = ()
    rows: tuple[SimulatedScore, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the result as `printkit simulate --json` prints it."""
        seats = [{**each._asdict(), "score": each.score._asdict()} for each in self.seats]
        plain = self._asdict()
        del plain["files"], plain["rows"]
        spreads = {"events": self.events._asdict(), "rounds": self.rounds._asdict()}
        return {**plain, **spreads, "seats": seats}


def run_simulation(
    game: str,
    players: int | None,
    games: int,
    seed: str,
    variant: str | None,
    settings: Mapping[str, str],
    rulings: Mapping[str, str],
    *,
    save: Path | None = None,
    out: str = "",
    language: str = "en",
    jobs: int = 0,
    cluster: str = "",
    rows: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Simulation:
    """Play random legal games and count their results; with `rows`, also list them."""
    place = _destination(out) if out else None
    seating = _seating(game, players, variant, rulings, settings)
    plan = Tournament(
        seating.game.id, seating.players, seating.variant, rulings, seating.settings, seed, games,
        save, rows,
    )  # fmt: skip
    with files_named(settings):
        tally = tally_all(plan, jobs, progress or (lambda *_: None), cluster)
    result = Simulation(
        game=seating.game.id,
        variant=seating.variant,
        rulings=dict(rulings),
        seed=seed,
        players=len(seating.players),
        games=tally.games,
        unfinished=tally.unfinished,
        events=spread(tally.events),
        rounds=spread(tally.rounds),
        seats=tuple(
            SeatResult(seat, spread(scores), wins)
            for seat, (scores, wins) in enumerate(zip(tally.scores, tally.wins, strict=True), 1)
        ),
        shared_wins=tally.shared,
        reasons=dict(sorted(tally.reasons.items())),
        rows=tuple(tally.rows),
    )
    if place is None:
        return result
    return result._replace(files=_charts(result, seating, tally, place, language))


def describe(result: Simulation) -> str:
    """Describe what was played: the game, the number of players and the variant."""
    return f"{load(result.game).title}, {result.players} players, {result.variant}"


def _destination(text: str) -> Destination:
    """Parse the path of a report, which must be a file."""
    from printkit.request.values import parse_destination

    place = parse_destination(text)
    if not place.file:
        raise UsageError(f"unknown format for the file '{text}'", hint="write --out report.pdf")
    return place


def _seating(
    game_id: str,
    count: int | None,
    variant: str | None,
    rulings: Mapping[str, str],
    settings: Mapping[str, str],
) -> Seating:
    game = load(game_id)
    count = game.players[0] if count is None else count
    ids = [each.id for each in game.variants]
    variant = known_as(variant or ids[0], ids)
    game.check(count, variant)
    check_rulings(game, rulings)
    texts = {key: read_setting(game, key, value) for key, value in settings.items()}
    return Seating(game, NAMES[:count], variant, rulings, texts)


def _charts(
    result: Simulation, seating: Seating, tally: Tally, place: Destination, language: str
) -> tuple[BuiltFile, ...]:
    """Write a page of charts with the distributions of scores, lengths and wins."""
    from printkit.simulation.charts import write_report

    if tally.games == tally.unfinished:
        raise PrintkitError("no game came to an end: there is nothing to draw")
    scores, rounds = bins(sum(tally.scores, Counter())), bins(tally.rounds)
    finished = tally.games - tally.unfinished
    variants = {variant.id: variant.title for variant in seating.game.variants}
    texts = {rule.id: rule.text for rule in seating.game.rules}
    words = seating.game.result.words if seating.game.result else ROUND
    figures = {
        **result.as_json(),
        "length": words.length,
        "constant": words.constant,
        "title": seating.game.title,
        "variant": "" if result.variant == "base" else variants[result.variant],
        "scores": [number for _, number in scores],
        "score_labels": [label for label, _ in scores],
        "lengths": [number for _, number in rounds],
        "length_labels": [label for label, _ in rounds],
        "wins": [100 * wins / finished for wins in tally.wins],
        "reasons": [
            {"text": texts.get(rule, rule), "count": count}
            for rule, count in result.reasons.items()
        ],
    }
    return write_report(figures, place, language)


class Tournament(NamedTuple):
    """The games to be played."""

    game: str  # the id
    players: tuple[str, ...]  # clockwise
    variant: str
    rulings: Mapping[str, str]  # that differ from the default
    settings: Mapping[str, str]
    seed: str
    games: int  # the number of games
    save: Path | None  # the folder for their records
    rows: bool = False  # whether the result of every game is kept

    def seating(self) -> Seating:
        """Return the game with its players; each process makes its own."""
        return Seating(load(self.game), self.players, self.variant, self.rulings, self.settings)


def tally_all(
    plan: Tournament, jobs: int, tell: Callable[[int, int], None], cluster: str = ""
) -> Tally:
    """Play all games, report the progress, and return the statistics.

    With 0 `jobs`, there are as many workers as cores, but not more than shares.
    """
    share = CLUSTER_SHARE if cluster else SHARE
    firsts = range(2, plan.games + 1, share)
    shares = [range(first, min(first + share, plan.games + 1)) for first in firsts]
    jobs = min(jobs or usable_cores(), len(shares))
    tally = Tally(len(plan.players))
    if cluster:
        played = _play_on_cluster(cluster, plan, shares)
    else:
        played = _play_in_turn(plan) if jobs < 2 else _play_in_processes(plan, shares, jobs)
    for each in played:
        tally.merge(each)
        tell(tally.games, plan.games)
    return tally


def _play_in_turn(plan: Tournament) -> Iterator[Tally]:
    """Yield the statistics game by game, so that progress can be shown."""
    for number in range(1, plan.games + 1):
        yield play_share(plan, range(number, number + 1))


def _play_in_processes(plan: Tournament, shares: list[range], jobs: int) -> Iterator[Tally]:
    """Yield the statistics share by share; the first game is played here, to find errors early."""
    yield play_share(plan, range(1, 2))
    with SandboxExecutor(jobs) as executor:
        yield from executor.map(partial(play_share, plan), shares)


def _play_on_cluster(cluster: str, plan: Tournament, shares: list[range]) -> Iterator[Tally]:
    """Yield the statistics of games played on a cluster; their records are written here."""
    from printkit.core.cluster import ClusterExecutor

    with ClusterExecutor(cluster, limit_build) as executor:
        yield play_share(plan, range(1, 2))
        for tally, records in executor.map(partial(play_share_far, plan), shares):
            for number, played in records:
                _save(plan, number, played)
            yield tally


def play_share_far(plan: Tournament, numbers: range) -> tuple[Tally, list[tuple[int, Rows]]]:
    """Return the statistics of the games with these numbers, and their records to be saved."""
    seating, tally = plan.seating(), Tally(len(plan.players))
    records: list[tuple[int, Rows]] = []
    for number in numbers:
        played = play(seating, Random(f"{plan.seed}/{number}"))
        tally.add(played)
        if plan.rows:
            tally.rows += score_rows(number, played)
        if plan.save is not None:
            records.append((number, list(record_rows(played))))
    return tally, records


def play_share(plan: Tournament, numbers: range) -> Tally:
    """Return the statistics of the games with these numbers."""
    seating, tally = plan.seating(), Tally(len(plan.players))
    for number in numbers:
        played = play(seating, Random(f"{plan.seed}/{number}"))
        tally.add(played)
        if plan.rows:
            tally.rows += score_rows(number, played)
        if plan.save is not None:
            _save(plan, number, record_rows(played))
    return tally


def _save(plan: Tournament, number: int, rows: Rows) -> None:
    assert plan.save is not None
    digits = len(str(plan.games))
    name = f"{plan.game}-{len(plan.players)}-{plan.variant}-{number:0{digits}}.jsonl"
    write_record(plan.save / name, rows)
