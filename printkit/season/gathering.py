"""Gathers a season: every game of a folder once, in the order of play, and the standings.

The same game may be in several files: a record, the score sheet of that evening, and the club's
table of results. It is found by its contents: the game, the day, and everyone's score. Two files of
the same kind are the same game only if one is a copy of the other; so are the rows of a table.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from printkit.core.budget import limit_build
from printkit.core.errors import PrintkitError, UsageError, Where, did_you_mean
from printkit.core.extras import how_to_install
from printkit.core.sandbox import SandboxExecutor, usable_cores
from printkit.core.source import is_there
from printkit.season.filecontent import (
    ORDER,
    FileContent,
    FoundGame,
    NotCounted,
    place_in,
    places_of,
)
from printkit.season.gamefiles import find_game_files, read_file
from printkit.season.ratings import START, START_UNCERTAINTY, Rating, has_ratings
from printkit.season.settings import SeasonSettings, fold, load_settings
from printkit.season.standings import (
    PlayerResult,
    SeasonGame,
    Standing,
    count_games,
    rank,
    round_points,
)
from printkit.season.state import KnownFile, is_settled, load_state, save_state, stamp_of

Progress = Callable[[int, int], None]

FEW: Final = 200
"""With fewer files, starting more processes takes longer than reading them."""
SHARE: Final = 25
"""The number of files that a process gets at once."""
KEEP: Final = 1_000
"""The number of files after which what was found is kept."""
BEING_WRITTEN: Final = "it is being written; it counts next time"


@dataclass(frozen=True)
class Season:
    """The games of a folder, and what they add up to.

    Attributes:
        folder: The folder.
        title: The title from `season.yaml`, or the name of the folder.
        games: The games that count, in the order of play.
        standings: The players, from first to last.
        not_counted: What is in the folder and doesn't count, with the reasons.
        rated: Whether there are ratings: whether openskill is installed.
    """

    folder: Path
    title: str
    games: tuple[SeasonGame, ...]
    standings: tuple[Standing, ...]
    not_counted: tuple[NotCounted, ...]
    rated: bool
    settings: SeasonSettings

    @property
    def first(self) -> str:
        """The day of the first game with a date; empty if there is none."""
        return min((game.date for game in self.games if game.date), default="")

    @property
    def last(self) -> str:
        """The day of the last game; empty if no game has a date."""
        return max((game.date for game in self.games), default="")

    @property
    def ranked_names(self) -> tuple[str, ...]:
        """The names of the players, from first to last."""
        return tuple(each.name for each in self.standings)

    def known_as(self, name: str) -> str:
        """Return a name as it is in the standings; one that isn't known stays as it is."""
        meant = fold(self.settings.aliases.get(fold(name), name))
        return next((each for each in self.ranked_names if fold(each) == meant), name)

    def find(self, name: str) -> Standing:
        """Return the standing of a player; case and other spellings don't matter.

        Raises:
            UsageError: Nobody of this name is ranked.
        """
        known = self.known_as(name)
        for each in self.standings:
            if each.name == known:
                return each
        hint = did_you_mean(name, self.ranked_names)
        raise UsageError(f"nobody called '{name}' is ranked", hint=hint)

    def results(self, name: str) -> tuple[PlayerResult, ...]:
        """Return all games of a player in the order of play, with points and ratings.

        Raises:
            UsageError: Nobody of this name is ranked.
        """
        return self._results[self.find(name).name]

    @cached_property
    def _results(self) -> Mapping[str, tuple[PlayerResult, ...]]:
        found: dict[str, list[PlayerResult]] = defaultdict(list)
        last: dict[str, Rating] = {}
        for game, points, ratings in count_games(
            self.games, self.settings.scoring, rated=self.rated
        ):
            first = Rating(START, START_UNCERTAINTY)
            table = tuple(last.get(name, first) for name in game.names) if ratings else ()
            for seat, name in enumerate(game.names):
                before, after = last.get(name), ratings[seat] if ratings else None
                own = (
                    game.places[seat],
                    len(game.names),
                    game.scores[seat],
                    round_points(points[seat]),
                )
                found[name].append(PlayerResult(game, *own, before, after, table))
            last.update(zip(game.names, ratings or (), strict=bool(ratings)))
        return {name: tuple(each) for name, each in found.items()}

    def as_json(self) -> dict[str, Any]:
        """Return the season as `printkit season --json` prints it."""
        return {
            "title": self.title,
            "from": self.first or None,
            "until": self.last or None,
            "rated": self.rated,
            "hint": "" if self.rated else f"for ratings, {how_to_install('season')}",
            "standings": [each.as_json() for each in self.standings],
            "games": [each.as_json() for each in self.games],
            "not_counted": [each._asdict() for each in self.not_counted],
        }


def gather_season(
    folder: Path, *, unchecked: bool = False, jobs: int = 0, progress: Progress | None = None
) -> Season:
    """Read the games of a folder and add them up; only files that changed are read again."""
    if not is_there(folder, Path.is_dir):
        message = "this is a file, not a folder" if is_there(folder) else "no such folder"
        hint = "give the folder that the games are in"
        raise PrintkitError(message, Where(str(folder)), hint)
    settings = load_settings(folder)
    contents = read_folder(folder, jobs, progress)
    games, not_counted = choose_games(contents, settings, unchecked=unchecked)
    rated = has_ratings()
    standings = rank(
        games, settings.scoring, rated=rated, unranked=lambda name: fold(name) in settings.unranked
    )
    title = settings.title or folder.resolve().name or "Season"
    return Season(folder, title, games, standings, not_counted, rated, settings)


def read_folder(folder: Path, jobs: int, progress: Progress | None) -> dict[str, FileContent]:
    """Return what is in each file of a folder, by its name within the folder."""
    known, digests = load_state(folder), dict[str, str]()
    entries: dict[str, KnownFile] = {}
    contents: dict[str, FileContent] = {}
    changed = []
    for file in find_game_files(folder):
        stamp, entry = stamp_of(folder / file), known.get(file)
        if stamp and entry and entry.is_current(stamp, folder, digests):
            entries[file], contents[file] = entry, entry.content
        else:
            contents[file] = FileContent()  # in the order of the names
            changed.append((file, stamp))
    for done, (file, stamp, content) in enumerate(_read_files(folder, changed, jobs), 1):
        if stamp is None or stamp_of(folder / file) != stamp:
            content = FileContent(
                problems=(NotCounted(file, 0, BEING_WRITTEN, cause="unfinished"),)
            )
        elif is_settled(stamp) and not _has_errors(content):
            entries[file] = KnownFile(stamp, content)
        contents[file] = content
        if done % KEEP == 0:
            save_state(folder, entries)  # so that reading may be interrupted
        if progress:
            progress(done, len(changed))
    if entries.keys() != known.keys() or any(file in entries for file, _ in changed):
        save_state(folder, entries)
    return contents


def _has_errors(content: FileContent) -> bool:
    """Return whether something in a file couldn't be read, which may be the fault of another."""
    return any(each.cause == "error" for each in content.problems)


class _ReadFile(NamedTuple):
    file: str
    stamp: tuple[int, ...] | None  # before it was read
    content: FileContent


def _read_files(
    folder: Path, files: Sequence[tuple[str, tuple[int, ...] | None]], jobs: int
) -> Iterator[_ReadFile]:
    """Yield the content of files; divide many of them among all cores."""
    jobs = jobs or usable_cores()
    if jobs == 1 or len(files) < FEW:
        for file, stamp in files:
            yield _ReadFile(file, stamp, read_file(folder, file))
        return
    rest = iter(files)
    shares = iter(lambda: [*islice(rest, SHARE)], [])
    with SandboxExecutor(jobs, limit_build) as executor:
        for share in executor.map(partial(_read_share, folder), shares):
            yield from share


def _read_share(
    folder: Path, files: Sequence[tuple[str, tuple[int, ...] | None]]
) -> list[_ReadFile]:
    return [_ReadFile(file, stamp, read_file(folder, file)) for file, stamp in files]


def choose_games(
    contents: Mapping[str, FileContent], settings: SeasonSettings, *, unchecked: bool
) -> tuple[tuple[SeasonGame, ...], tuple[NotCounted, ...]]:
    """Return the games that count, in the order of play, and what doesn't count."""
    chooser = _Chooser(settings, unchecked=unchecked)
    not_counted: list[NotCounted] = []
    candidates: list[tuple[str, FoundGame]] = []
    for file, content in contents.items():
        if file in settings.left_out_files:
            not_counted.append(NotCounted(file, 0, _by_settings("file"), cause="left out"))
            continue
        not_counted += content.problems
        for found in content.games:
            reason = chooser.why_not(file, found)
            if reason is None:
                candidates.append((file, found))
            else:
                not_counted.append(reason)
    games, copies = _without_copies(candidates, chooser)
    order = {file: number for number, file in enumerate(contents)}
    not_counted += copies
    not_counted.sort(key=lambda each: (order.get(each.file, -1), each.line))
    return games, tuple(not_counted)


def _by_settings(what: str) -> str:
    return f"season.yaml leaves this {what} out"


class _Chooser:
    """Decides by `season.yaml` whether a game counts, and who its players are."""

    def __init__(self, settings: SeasonSettings, *, unchecked: bool) -> None:
        self._settings, self._unchecked = settings, unchecked
        self._latest = datetime.now(UTC) + timedelta(days=1)  # the day has begun elsewhere

    def player(self, name: str) -> str:
        """Return the key of a player: the name, or the one that it is another spelling of."""
        key = fold(name)
        return fold(self._settings.aliases[key]) if key in self._settings.aliases else key

    def why_not(self, file: str, found: FoundGame) -> NotCounted | None:
        """Return why a game doesn't count; None if it does."""
        settings, day = self._settings, found.when[:10]
        reject = partial(NotCounted, file, found.line)
        if found.illegal and not self._unchecked:
            hint = "correct it, or count it with --unchecked"
            return reject(found.illegal, hint, cause="illegal")
        if {fold(found.game), fold(found.title)} & settings.left_out_games:
            return reject(_by_settings("game"), cause="left out")
        if len(found.names) < 2:
            return reject("a game needs at least two players", f"it has {len(found.names)}")
        if found.when and datetime.fromisoformat(found.when) > self._latest:
            return reject(f"the date {day} is in the future", "correct the date")
        if (settings.first and day < settings.first) or (settings.last and day > settings.last):
            when = f"on {day}, " if day else "without a date, "
            return reject(f"it was played {when}outside of the season", cause="left out")
        seen: dict[str, str] = {}
        for name in found.names:
            key = self.player(name)
            if key in seen:
                message = f"'{seen[key]}' and '{name}' are the same player"
                return reject(message, "give each player a name of their own, such as 'Ann K'")
            seen[key] = name
        return None

    def places(self, found: FoundGame) -> tuple[int, ...]:
        """Return everyone's place, by the lowest score where `season.yaml` says so."""
        if {fold(found.game), fold(found.title)} & self._settings.lowest:
            return places_of([-score for score in found.scores])
        return found.places

    def spellings(self, games: Iterable[FoundGame]) -> dict[str, str]:
        """Return how each player is called: as in `season.yaml`, or as most often."""
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for found in games:
            for name in found.names:
                counts[self.player(name)][" ".join(name.split())] += 1
        named = {fold(name): name for name in self._settings.aliases.values()}
        usual = {key: max(each, key=each.__getitem__) for key, each in counts.items()}
        return {**usual, **{key: named[key] for key in named.keys() & usual.keys()}}


class _GameWithCopies:
    """A game while its copies are found."""

    def __init__(self, file: str, found: FoundGame) -> None:
        self.file, self.found, self.when = file, found, found.when
        self.sources = {self._source(file, found): found.mark}
        self.copies: list[str] = []

    @staticmethod
    def _source(file: str, found: FoundGame) -> str:
        """Return what has a game only once: all records, all score sheets, or one table."""
        return file if found.kind == "table" else found.kind

    def takes(self, file: str, found: FoundGame) -> bool:
        """Return whether this is the same game, and if so, note it."""
        if self.when and found.when and self.when[:10] != found.when[:10]:
            return False
        source = self._source(file, found)
        if source in self.sources and (not found.mark or self.sources[source] != found.mark):
            return False
        self.sources.setdefault(source, found.mark)
        self.copies.append(place_in(file, found.line))
        self.when = self.when or found.when
        return True


def _without_copies(
    candidates: list[tuple[str, FoundGame]], chooser: _Chooser
) -> tuple[tuple[SeasonGame, ...], list[NotCounted]]:
    """Return every game once, in the order of play, and the copies."""
    groups: dict[object, list[_GameWithCopies]] = defaultdict(list)
    copies: list[NotCounted] = []
    candidates.sort(key=lambda each: (ORDER.index(each[1].kind), not each[1].when))
    for file, found in candidates:
        scores = zip(map(chooser.player, found.names), found.scores, strict=True)
        alike = groups[fold(found.game), frozenset(scores)]
        same = next((entry for entry in alike if entry.takes(file, found)), None)
        if same is None:
            alike.append(_GameWithCopies(file, found))
        else:
            reason = f"the same game as {place_in(same.file, same.found.line)}"
            copies.append(NotCounted(file, found.line, reason, cause="duplicate"))
    entries = [entry for alike in groups.values() for entry in alike]
    entries.sort(key=_order)
    names = chooser.spellings(entry.found for entry in entries)
    titles = {fold(entry.found.game): entry.found for entry in reversed(entries)}
    games = tuple(
        SeasonGame(
            entry.file,
            entry.found.line,
            titles[fold(entry.found.game)].game,
            titles[fold(entry.found.game)].title,
            entry.when[:10],
            tuple(names[chooser.player(name)] for name in entry.found.names),
            entry.found.scores,
            chooser.places(entry.found),
            tuple(entry.copies),
        )
        for entry in entries
    )
    return games, copies


def _order(entry: _GameWithCopies) -> tuple[bool, str, float, str, int]:
    """Return a key for the order of play; games without a date come first."""
    moment = datetime.fromisoformat(entry.when).timestamp() if entry.when else 0.0
    return bool(entry.when), entry.when[:10], moment, entry.file, entry.found.line
