"""Score sheets on a screen: a file of values (`--fill`) with the pages that show it.

`ScoreSheet.scores` finds the points of each player in the values, in total and after each round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from printkit.core.errors import Findings, Problems
from printkit.core.formulas.terms import compute
from printkit.core.scores import find_scores, is_number
from printkit.filling.bgstats import log_facts
from printkit.filling.valuesfile import SheetValues, amounts_of, check_values
from printkit.layout.translation import translate_sentence
from printkit.rules.results import ROUND, Filling, Scores, score_facts

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue
    from printkit.core.scene import Field, Goal
    from printkit.layout.language.definition import Sheet
    from printkit.request.options import Request
    from printkit.rules.results import FieldValue

    Values = Mapping[str, FieldValue]


class ScoreSheet(NamedTuple):
    """A sheet to fill in on a screen, or one for each player."""

    definition: Sheet
    request: Request
    catalogue: Catalogue  # of its language
    sheets: tuple[SheetValues, ...]  # from the file
    fields: tuple[Mapping[str, Field], ...]  # of each sheet, by name
    page: Mapping[str, Any]  # what the page code needs, with the markup of the empty pages
    players: tuple[str, ...]
    title: str  # of the game, in the sheet's language
    goal: Goal

    def is_fixed(self, sheet: int, name: str) -> bool:
        """Return whether a field is read-only: computed by a formula, or a player's name."""
        names = range(1, len(self.sheets[sheet].names) + 1)
        by_name = name in {f"name.{number}" for number in names}
        return by_name or self.fields[sheet][name].formula is not None

    def written(self, values: Sequence[Mapping[str, object]]) -> list[dict[str, FieldValue]]:
        """Return the values, including computed ones; raise an error for an invalid one."""
        problems = Findings()
        found = [
            check_values(replace(sheet, values=own), fields, problems)
            for sheet, fields, own in zip(self.sheets, self.fields, values, strict=True)
        ]
        if problems:
            raise Problems(problems)
        return found

    def scores(self, written: Sequence[Values]) -> Scores | None:
        """Return each player's points; None if the sheet has no scores, or none are written yet."""
        points = self._points(written)
        rounds = [] if self._is_each else _rounds(self.fields[0], written[0], points)
        if rounds and all(each is None for each in points):
            points = list(rounds[-1])
        if all(each is None for each in points):
            return None
        amounts = tuple(_amount(each) for each in points)
        level = tuple(_amount(each) for each in self._found(written, "tiebreaks")) or (0,) * len(
            points
        )
        sign = -1 if self.goal.lowest else 1
        standing = [(sign * has, tie) for has, tie in zip(amounts, level, strict=True)]
        winners = tuple(
            name
            for name, own in zip(self.players, standing, strict=True)
            if own == max(standing) and self._is_over(written[0])
        )
        return Scores(self.players, amounts, tuple(rounds), winners, self.goal.lowest, level)

    def _is_over(self, written: Values) -> bool:
        """Return whether the game is over, as far as the sheet says when that is."""
        if self.goal.over is None:
            return True
        return bool(compute(self.goal.over, amounts_of(written)))

    def is_finished(self, written: Sequence[Values]) -> bool:
        """Return whether the game's goal is reached, or else no number is missing.

        Nobody knows when a game is over whose sheet has only boxes to tick and no goal.
        """
        if self.goal.over is not None:
            return self._is_over(written[0])
        numbers = [
            name in own
            for fields, own in zip(self.fields, written, strict=True)
            for name, field in fields.items()
            if field.kind == "number" and field.formula is None
        ]
        return bool(numbers) and all(numbers)

    def without_points(self, written: Sequence[Values]) -> list[str]:
        """Return the players whose points haven't been written yet, on a sheet with numbers.

        Ticks are another matter: whoever has none has no points.
        """
        has_numbers = any(
            fields[name].kind == "number" and fields[name].formula is None
            for fields, own in zip(self.fields, written, strict=True)
            for name in own
        )
        points = self._points(written)
        if not has_numbers or all(each is None for each in points):
            return []
        return [name for name, has in zip(self.players, points, strict=True) if has is None]

    @property
    def _is_each(self) -> bool:
        """Whether there is a sheet for each player."""
        count = len(self.players)
        return 0 < count == len(self.sheets) and self.definition.loop is not None

    def _points(self, written: Sequence[Values]) -> list[FieldValue | None]:
        """Return the value of each player's final score; an empty list if the sheet has none."""
        return self._found(written, "fields")

    def _found(
        self, written: Sequence[Values], which: Literal["fields", "tiebreaks"]
    ) -> list[FieldValue | None]:
        """Return the last of each player's scores, or of the numbers that break ties."""
        scores = find_scores(self.fields, len(self.players))
        if scores is None:
            return []
        sheets = written if len(written) > 1 else [*written] * len(self.players)
        found = zip(sheets, getattr(scores, which), strict=True)
        return [_last(own, names) for own, names in found]


def _last(values: Values, names: Sequence[str]) -> FieldValue | None:
    """Return the last value of these fields."""
    return next((values[name] for name in reversed(names) if name in values), None)


def _amount(value: FieldValue | None) -> float:
    return value if isinstance(value, int | float) else 0


def _rounds(
    fields: Mapping[str, Field], written: Values, points: Sequence[FieldValue | None]
) -> list[tuple[float, ...]]:
    """Return the scores after each round, if fields like `total.1.2` add up to the points."""
    count = len(points)
    for head in dict.fromkeys(name.partition(".")[0] for name in fields):
        rows = _rows(fields, written, head, count)
        is_computed = rows and fields[f"{head}.1.1"].formula is not None
        totals = rows if is_computed else _sums(rows)
        unknown = is_computed and all(each is None for each in points)
        if totals and (unknown or list(totals[-1]) == [_amount(each) for each in points]):
            return totals
    return []


def _rows(
    fields: Mapping[str, Field], written: Values, head: str, count: int
) -> list[tuple[float, ...]]:
    """Return the numbers in `head.1.1`, `head.1.2` and so on, up to the first empty round."""
    rows: list[tuple[float, ...]] = []
    while True:
        names = [f"{head}.{len(rows) + 1}.{seat}" for seat in range(1, count + 1)]
        if not all(is_number(fields, name) for name in names):
            return rows
        given = [written.get(name) for name in names]
        if all(each is None for each in given):
            return rows
        is_computed = fields[names[0]].formula is not None
        before = rows[-1] if rows and is_computed else (0,) * count
        rows.append(
            tuple(
                old if new is None else _amount(new) for old, new in zip(before, given, strict=True)
            )
        )


def _sums(rows: Sequence[tuple[float, ...]]) -> list[tuple[float, ...]]:
    """Return the running totals of the rounds."""
    totals: list[tuple[float, ...]] = []
    for row in rows:
        before = totals[-1] if totals else (0,) * len(row)
        totals.append(tuple(old + new for old, new in zip(before, row, strict=True)))
    return totals


class ScoredGame(NamedTuple):
    """The points on a score sheet, used in place of a recorded game."""

    scores: Scores
    unit: str  # of the points, in English
    title: str  # of the game
    link: str = ""  # that logs the game
    date: str = ""  # the day it was played
    sha256: str = ""

    def request(self, request: Request) -> Request:
        """Return the request unchanged, because its players are known."""
        return request

    def filling(self, sheet: Sheet, catalogue: Catalogue) -> Filling:
        """Return the points as facts of the result sheet."""
        facts = score_facts(
            self.scores, self.unit, ROUND, partial(translate_sentence, catalogue=catalogue)
        )
        own = {} if sheet.game else {"game": {"id": "own", "title": self.title}}
        shown = {
            **facts,
            "proof": "",
            "date": self.date,
            "log": log_facts(self.link),
            "kept": False,
        }
        return Filling(({},), facts={"result": shown, **own})
