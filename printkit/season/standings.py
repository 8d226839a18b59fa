"""Standings: who played how many games, with which places, points and rating.

Points of different games can't be added, so a game counts by its places: they score the share of
the opponents beaten, or what `season.yaml` says. Players who share a place share its points; those
who share the first one have all won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from printkit.season.filecontent import place_in
from printkit.season.ratings import Rating, Ratings

if TYPE_CHECKING:
    from printkit.season.settings import Scoring

DIGITS = 3  # of points


class SeasonGame(NamedTuple):
    """A game that counts.

    Attributes:
        file: The file it is in, within the folder.
        line: The line of a table; 0 if the file is the game.
        game: The id of a game that printkit knows, or its title.
        title: The title of the game.
        date: The day it was played, as an ISO date; empty if unknown.
        names: The players.
        scores: The score of each player.
        places: The place of each player; players who are level share one.
        copies: Other places with the same game, which count no further.
    """

    file: str
    line: int
    game: str
    title: str
    date: str
    names: tuple[str, ...]
    scores: tuple[float, ...]
    places: tuple[int, ...]
    copies: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """The file, with the line if there is one."""
        return place_in(self.file, self.line)

    def as_json(self) -> dict[str, Any]:
        """Return the game as plain data."""
        return {**self._asdict(), "names": list(self.names), "scores": list(self.scores),
                "places": list(self.places), "copies": list(self.copies)}  # fmt: skip


class GameScores(NamedTuple):
    """A player's scores in one game.

    Attributes:
        title: The title of the game.
        games: How often it was played.
        wins: How often it was won.
        best: The best score: the lowest one, where that wins.
        worst: The worst score.
    """

    title: str
    games: int
    wins: int
    best: float
    worst: float


class HeadToHead(NamedTuple):
    """The games of a player with one opponent.

    Attributes:
        games: The number of games.
        ahead: The games with a better place than the opponent.
        level: The games with the same place.
        behind: The games with a worse place.
    """

    games: int
    ahead: int
    level: int
    behind: int


class PlayerResult(NamedTuple):
    """What one game meant for a player.

    Attributes:
        game: The game.
        place: The player's place.
        of: The number of players.
        score: The player's score.
        points: The points for the place.
        before: The rating before the game; None for the first one, and without ratings.
        after: The rating after it; None without ratings.
        ratings: Everyone's rating before the game, by seat; empty without ratings.
    """

    game: SeasonGame
    place: int
    of: int
    score: float
    points: float
    before: Rating | None
    after: Rating | None
    ratings: tuple[Rating, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the result as plain data."""
        own = {"before": self.before, "after": self.after}
        plain: dict[str, Any] = {key: each._asdict() if each else None for key, each in own.items()}
        plain["ratings"] = [each._asdict() for each in self.ratings]
        return {**self._asdict(), "game": self.game.as_json(), **plain}


class Standing(NamedTuple):
    """One player's season.

    Attributes:
        place: The place in the standings; players who are level share one.
        name: The player.
        games: The number of games.
        wins: The number of games won, alone or shared.
        points: The sum of the points for places.
        mean: Points per game.
        average_place: The mean of the places.
        places: How often each place was taken.
        streak: How many of the last games were won (positive) or not won (negative) in a row.
        longest_streak: The most games won in a row.
        rating: The mean of the rating; None without ratings.
        uncertainty: The uncertainty of the rating; None without ratings.
        scores: The best and worst score in each game, by its id or title.
        opponents: The games with each opponent, by name.
    """

    place: int
    name: str
    games: int
    wins: int
    points: float
    mean: float
    average_place: float
    places: Mapping[int, int]
    streak: int
    longest_streak: int
    rating: float | None
    uncertainty: float | None
    scores: Mapping[str, GameScores]
    opponents: Mapping[str, HeadToHead]

    def as_json(self) -> dict[str, Any]:
        """Return the standing as plain data."""
        return {
            **self._asdict(),
            "places": {str(place): times for place, times in self.places.items()},
            "scores": {game: each._asdict() for game, each in self.scores.items()},
            "opponents": {name: each._asdict() for name, each in self.opponents.items()},
        }


def points_for(scoring: Scoring, places: Sequence[int]) -> list[Fraction]:
    """Return the points for each of the places of a game."""
    if scoring == "wins":
        return [Fraction(place == 1) for place in places]
    count = len(places)
    if isinstance(scoring, str):
        table = [Fraction(count - place, count - 1) for place in range(1, count + 1)]
    else:
        given = scoring.get(count, scoring.get(0, ()))
        table = [*given[:count], *[Fraction(0)] * (count - len(given))]
    shares = Counter(places)
    return [
        sum(table[place - 1 : place - 1 + shares[place]], Fraction(0)) / shares[place]
        for place in places
    ]


class _Totals:
    """One player's results while the games are added up."""

    def __init__(self) -> None:
        self.points = Fraction(0)
        self.places: Counter[int] = Counter()
        self.streak = self.longest = 0
        self.rating: Rating | None = None
        self.scores: dict[str, tuple[str, int, int, float, float]] = {}
        self.opponents: dict[str, list[int]] = {}

    def add(self, game: SeasonGame, seat: int, points: Fraction, *, lowest: bool) -> None:
        """Add a game."""
        place, score = game.places[seat], game.scores[seat]
        won = place == 1
        self.points += points
        self.places[place] += 1
        self.streak = max(self.streak, 0) + 1 if won else min(self.streak, 0) - 1
        self.longest = max(self.longest, self.streak)
        better, worse = (min, max) if lowest else (max, min)
        _, games, wins, best, worst = self.scores.get(game.game, ("", 0, 0, score, score))
        self.scores[game.game] = (
            game.title, games + 1, wins + won, better(best, score), worse(worst, score),
        )  # fmt: skip
        for other, theirs in zip(game.names, game.places, strict=True):
            if other != game.names[seat]:
                met = self.opponents.setdefault(other, [0, 0, 0])
                met[(theirs >= place) + (theirs > place)] += 1


class Counted(NamedTuple):
    """A game with what it meant for its players, by seat."""

    game: SeasonGame
    points: list[Fraction]
    ratings: list[Rating] | None  # after it


def count_games(games: Iterable[SeasonGame], scoring: Scoring, *, rated: bool) -> Iterator[Counted]:
    """Yield each game with the points for its places, and the ratings after it."""
    ratings = Ratings() if rated else None
    for game in games:
        after = ratings.add(game.names, game.places) if ratings else None
        yield Counted(game, points_for(scoring, game.places), after)


def lowest_wins(games: Iterable[SeasonGame]) -> frozenset[str]:
    """Return the games in which the first usually have lower scores than the last."""
    balance: Counter[str] = Counter()
    for game in games:
        ranked = sorted(zip(game.places, game.scores, strict=True))
        first, last = ranked[0][1], ranked[-1][1]
        balance[game.game] += (first < last) - (first > last)
    return frozenset(game for game, sum_ in balance.items() if sum_ > 0)


def rank(
    games: Sequence[SeasonGame],
    scoring: Scoring,
    *,
    rated: bool,
    unranked: Callable[[str], bool] = lambda _: False,
) -> tuple[Standing, ...]:
    """Return the standings after these games, which are in the order of play.

    More points rank higher, then more wins; players who are level in both share a place.
    """
    by_player: dict[str, _Totals] = {}
    lowest = lowest_wins(games)
    for game, points, ratings in count_games(games, scoring, rated=rated):
        for seat, name in enumerate(game.names):
            totals = by_player.setdefault(name, _Totals())
            totals.add(game, seat, points[seat], lowest=game.game in lowest)
            totals.rating = ratings[seat] if ratings else None
    listed = [(name, totals) for name, totals in by_player.items() if not unranked(name)]
    listed.sort(key=lambda each: each[0].casefold())
    listed.sort(key=lambda each: _level(each[1]), reverse=True)
    places: dict[tuple[Fraction, int], int] = {}
    for place, (_, totals) in enumerate(listed, 1):
        places.setdefault(_level(totals), place)
    return tuple(_standing(places[_level(totals)], name, totals) for name, totals in listed)


def _level(totals: _Totals) -> tuple[Fraction, int]:
    return totals.points, totals.places[1]


def _standing(place: int, name: str, totals: _Totals) -> Standing:
    games = totals.places.total()
    total = sum(taken * times for taken, times in totals.places.items())
    rating, uncertainty = totals.rating or (None, None)
    return Standing(
        place=place,
        name=name,
        games=games,
        wins=totals.places[1],
        points=round_points(totals.points),
        mean=round_points(totals.points / games),
        average_place=round_points(Fraction(total, games)),
        places=dict(sorted(totals.places.items())),
        streak=totals.streak,
        longest_streak=totals.longest,
        rating=rating,
        uncertainty=uncertainty,
        scores={game: GameScores(*each) for game, each in sorted(totals.scores.items())},
        opponents={
            other: HeadToHead(sum(met), met[2], met[1], met[0])
            for other, met in sorted(totals.opponents.items())
        },
    )


def round_points(number: Fraction) -> float:
    """Return a number of points to three decimals; a whole one without any."""
    found = round(number, DIGITS)
    return int(found) if found.denominator == 1 else float(found)
