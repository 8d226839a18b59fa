"""A season on paper: the facts of `season/standings`, `season/player-card` and your own layouts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printkit.core.budget import limit_work
from printkit.core.errors import UsageError
from printkit.core.files import Staging
from printkit.core.languages import catalogue_for
from printkit.core.source import shipped_folder
from printkit.layout.language.loading import SEASON, load_sheet, sheet_path
from printkit.layout.language.templates import show_value
from printkit.layout.translation import translate_sentence
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.gameinfo import game_info
from printkit.pipeline.main import make_files
from printkit.pipeline.naming import with_file_name
from printkit.pipeline.preview import svg_pages
from printkit.pipeline.targets import PlannedSheet
from printkit.request.reader import request_from_keywords
from printkit.rules.results import Filling
from printkit.season.ratings import START

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue
    from printkit.core.scene import Page
    from printkit.layout.cache import LayoutCache
    from printkit.layout.language.definition import Sheet
    from printkit.pipeline.output import BuiltFile
    from printkit.request.options import Request
    from printkit.season.gathering import Season
    from printkit.season.standings import Standing

CHARTED: Final = 8  # players in a chart: as many as a theme has colours for
DAYS: Final = 24  # days in a chart, besides its beginning
TOGETHER: Final = 12  # players whose table leaves room for the charts
PER_PAGE: Final = 34  # rows of the table
COMPARED: Final = 10  # players in the table of who beat whom
SHORT: Final = 12  # characters of a name that heads a column
LISTED: Final = 4  # games and opponents on a card


class SeasonPages(NamedTuple):
    """A season, used in place of a recorded game."""

    season: Season
    sha256: str = ""

    def request(self, request: Request) -> Request:
        """Return the request unchanged: each page has its own players."""
        return request

    def filling(self, _sheet: Sheet, catalogue: Catalogue) -> Filling:
        """Return the facts of the pages, in the language of the catalogue."""
        game = {"id": "own", "title": self.season.title}
        return Filling(({},), facts={"season": season_facts(self.season, catalogue), "game": game})


def season_facts(season: Season, catalogue: Catalogue) -> dict[str, Any]:
    """Return everything about a season that a layout can print, with numbers as texts."""
    rows = [_row(each, catalogue) for each in season.standings]
    days = _days(season)
    steps = ["", *days]
    charted = season.standings[:CHARTED] if len(days) > 1 else ()
    history = {each.name: _history(season, each.name, steps) for each in charted}
    return {
        "title": season.title,
        "games": len(season.games),
        "players": len(rows),
        "first": season.first,
        "last": season.last,
        "rated": season.rated,
        "scoring": _scoring(season, catalogue),
        "standings": rows,
        "parts": list(_parts(rows, has_charts=bool(charted))),
        "days": days,
        "steps": steps,
        "points": _series(history, "points"),
        "ratings": _series(history, "ratings") if season.rated else [],
        "places": [
            {"name": name, "values": values}
            for name, values in _places(season, [*history], days).items()
        ],
        "matrix": list(_matrix(season.standings)),
        "cards": [_card(season, each, catalogue) for each in season.standings],
    }


def _scoring(season: Season, catalogue: Catalogue) -> str:
    """Return what a game scores, in a sentence."""
    match season.settings.scoring:
        case "beaten":
            return catalogue.translate("A game scores the share of the opponents beaten.")
        case "wins":
            return catalogue.translate("A game scores 1 for a win.")
    return catalogue.translate("A game scores points for the place.")


def _streak(number: int, catalogue: Catalogue) -> str:
    """Return a streak in a sentence; empty if it has just begun."""
    if abs(number) < 2:
        return ""
    if number > 0:
        return translate_sentence("The last {number} games were all won.", catalogue, number=number)
    return translate_sentence("None of the last {number} games was won.", catalogue, number=-number)


def _row(each: Standing, catalogue: Catalogue) -> dict[str, Any]:
    return {
        "place": each.place,
        "name": each.name,
        "games": each.games,
        "wins": each.wins,
        "points": _decimal(each.points, 2, catalogue),
        "mean": _decimal(each.mean, 2, catalogue),
        "average": _decimal(each.average_place, 2, catalogue),
        "rating": "" if each.rating is None else _decimal(each.rating, 1, catalogue),
        "uncertainty": "" if each.uncertainty is None else _decimal(each.uncertainty, 1, catalogue),
    }


def _decimal(number: float, digits: int, catalogue: Catalogue) -> str:
    return f"{number:.{digits}f}".replace(".", catalogue.point).replace("-", "−")


def _parts(rows: Sequence[Mapping[str, Any]], *, has_charts: bool) -> Iterator[dict[str, Any]]:
    """Yield the pages: the table, with the charts below it or on a page of their own."""
    together = has_charts and len(rows) <= TOGETHER
    for start in range(0, len(rows), PER_PAGE):
        yield {"rows": rows[start : start + PER_PAGE], "charts": together}
    if has_charts and not together:
        yield {"rows": [], "charts": True}


def _days(season: Season) -> list[str]:
    """Return the days of the charts: all with a game, or every second or third, and so on."""
    days = sorted({game.date for game in season.games if game.date})
    step = -(-len(days) // DAYS)
    return days[::-1][:: max(step, 1)][::-1]


class _AfterDay(NamedTuple):
    """A player's state after a day."""

    points: float
    ratings: float


def _history(season: Season, name: str, days: Sequence[str]) -> list[_AfterDay]:
    """Return a player's points and rating after each of the days."""
    results = season.results(name)
    played = [each.game.date for each in results]
    totals = [0.0]
    for each in results:
        totals.append(totals[-1] + each.points)
    found = []
    for day in days:
        number = bisect_right(played, day)
        rating = results[number - 1].after if number else None
        found.append(_AfterDay(round(totals[number], 3), rating.mean if rating else START))
    return found


def _series(history: Mapping[str, list[_AfterDay]], what: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "values": [round(getattr(step, what), 2) for step in steps]}
        for name, steps in history.items()
    ]


def _places(season: Season, names: Sequence[str], days: Sequence[str]) -> dict[str, list[int]]:
    """Return the places of players in the standings after each day."""
    totals: dict[str, list[float]] = {}
    for each in season.standings:
        totals[each.name] = [step.points for step in _history(season, each.name, days)]
    ranked = [sorted(column, reverse=True) for column in zip(*totals.values(), strict=True)]
    return {
        name: [1 + ranked[at].index(points) for at, points in enumerate(totals[name])]
        for name in names
    }


def _matrix(standings: Sequence[Standing]) -> Iterator[dict[str, Any]]:
    """Yield for each player against each: games ahead, and games together."""
    are_short = all(len(each.name) <= SHORT for each in standings)
    for number, each in enumerate(standings if 2 < len(standings) <= COMPARED else (), 1):
        met = [each.opponents.get(other.name) for other in standings]
        yield {
            "name": each.name if are_short else f"{number}. {each.name}",
            "short": each.name if are_short else f"{number}.",
            "met": [f"{one.ahead} / {one.games}" if one else "–" for one in met],
        }


def _card(season: Season, each: Standing, catalogue: Catalogue) -> dict[str, Any]:
    """Return what a player's card shows."""
    results = season.results(each.name)
    days = [[*group] for _, group in groupby(results, lambda result: result.game.date)]
    ratings = [group[-1].after for group in days]
    row = _row(each, catalogue)
    figures = [("Games", each.games), ("Wins", each.wins), ("Points", row["points"])]
    figures += [("Average place", row["average"])]
    figures += [("Rating", f"{row['rating']}")] if season.rated else []
    scores = sorted(each.scores.values(), key=lambda one: -one.games)[:LISTED]
    opponents = sorted(each.opponents.items(), key=lambda one: -one[1].games)[:LISTED]
    return {
        **row,
        "figures": [{"name": name, "value": str(value)} for name, value in figures],
        "streak": _streak(each.streak, catalogue),
        "rating_values": [START, *(round(one.mean, 2) for one in ratings if one)][-DAYS:],
        "times": [each.places.get(place, 0) for place in range(1, 1 + max(each.places))],
        "scores": [
            {
                **one._asdict(),
                "title": catalogue.translate(one.title),
                "best": show_value(one.best, catalogue.point),
                "worst": show_value(one.worst, catalogue.point),
            }
            for one in scores
        ],
        "opponents": [{"name": name, **one._asdict()} for name, one in opponents],
    }


def season_rows(season: Season, language: str) -> list[dict[str, Any]]:
    """Return the rows of the standings, with numbers as texts in a language."""
    catalogue = catalogue_for(language, shipped_folder("layouts"))
    return [_row(each, catalogue) for each in season.standings]


@limit_work()
def write_pages(
    season: Season, sheets: Sequence[str] = SEASON, **options: Any
) -> tuple[BuiltFile, ...]:
    """Write pages about a season, with options of `build` such as `out`; return the files."""
    request, planned = _plan(season, sheets, options)
    with Staging() as staging:
        made = make_files(*with_file_name(request, planned), planned, staging)
        staging.commit()
    return made.files


@limit_work()
def season_pages(season: Season, language: str, cache: LayoutCache) -> list[tuple[Page, bytes]]:
    """Return the standings as pages for a screen."""
    request, planned = _plan(season, SEASON[:1], {"lang": language})
    layout = DocumentLayout(request, planned, cache)
    return svg_pages(layout.pages(), request)


def _plan(
    season: Season, sheets: Iterable[str], options: Mapping[str, Any]
) -> tuple[Request, tuple[PlannedSheet, ...]]:
    targets = tuple(sheets) or SEASON
    request = replace(request_from_keywords({"target": targets, **options}), force=True)
    paths = [sheet_path(target) for target in targets]
    for path in paths:
        sheet = load_sheet(path)
        if sheet.game or game_info(sheet).most:
            hint = "a layout for `printkit season` has players: none, and recorded: true"
            raise UsageError(f"{sheet.id} doesn't show a season", hint=hint)
    pages = SeasonPages(season)
    kit = season.title if len(targets) > 1 else ""
    return request, tuple(
        PlannedSheet(load_sheet(path), path, (0,), 1, kit, pages) for path in paths
    )
