"""Score sheets on a screen: a file of values (`--fill`) as empty pages with form fields.

`ScoreSheet.scores` finds the points of each player in the values, in total and after each round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.errors import Findings, Problems
from printkit.filling.bgstats import log_facts
from printkit.filling.valuesfile import SheetValues, check_values
from printkit.layout.translation import translate_sentence
from printkit.rules.results import ROUND, Filling, Scores, score_facts

if TYPE_CHECKING:
    from printkit.core.geometry import Bounds
    from printkit.core.i18n import Catalogue
    from printkit.core.scene import Field
    from printkit.layout.language.definition import Sheet
    from printkit.request.options import Request
    from printkit.rules.results import FieldValue

    Values = Mapping[str, FieldValue]


class Place(NamedTuple):
    """A field with its position on the page; `name` is its name within the sheet."""

    name: str
    field: Field


class BlankPage(NamedTuple):
    """A page to write on: a sheet of the file, or one of its pages."""

    sheet: int  # the index of its sheet in the file
    title: str  # of its bookmark
    svg: bytes  # of the whole paper
    box: Bounds  # the part of the paper that is this page, in points
    places: tuple[Place, ...]


class ScoreSheet(NamedTuple):
    """A sheet to fill in on a screen, or one for each player."""

    definition: Sheet
    request: Request
    catalogue: Catalogue  # of its language
    sheets: tuple[SheetValues, ...]  # from the file
    fields: tuple[Mapping[str, Field], ...]  # of each sheet, by name
    pages: tuple[BlankPage, ...]
    players: tuple[str, ...]

    def is_fixed(self, sheet: int, name: str) -> bool:
        """Return whether a field is read-only: computed by a formula, or a player's name."""
        names = range(1, len(self.sheets[sheet].names) + 1)
        by_name = name in {f"name.{number}" for number in names}
        return by_name or self.fields[sheet][name].formula is not None

    def written(self, values: Sequence[Values]) -> list[dict[str, FieldValue]]:
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
        count = len(self.players)
        if count and len(self.sheets) == count and self.definition.loop is not None:
            lasts = [last_formula(fields) for fields in self.fields]
            points = [own.get(last) for own, last in zip(written, lasts, strict=True)]
            rounds: list[tuple[float, ...]] = []
        elif count and len(self.sheets) == 1:
            names = score_names(self.fields[0], count)
            points = [written[0].get(name) for name in names]
            rounds = _rounds(self.fields[0], written[0], points)
        else:
            return None
        if rounds and all(each is None for each in points):
            points = list(rounds[-1])
        if all(each is None for each in points):
            return None
        amounts = tuple(_amount(each) for each in points)
        best = max(amounts)
        winners = tuple(
            name for name, has in zip(self.players, amounts, strict=True) if has == best
        )
        return Scores(self.players, amounts, tuple(rounds), winners)


def _amount(value: FieldValue | None) -> float:
    return value if isinstance(value, int | float) else 0


def last_formula(fields: Mapping[str, Field]) -> str:
    """Return the name of the last computed field; empty if there is none."""
    formulas = [name for name, field in fields.items() if field.formula is not None]
    return formulas[-1] if formulas else ""


def score_names(fields: Mapping[str, Field], count: int) -> list[str]:
    """Return the fields with the final scores: the last number that every player has.

    Computed ones are preferred to written ones, and `total.1` to `total.3.1`.
    """
    heads = dict.fromkeys(name.rpartition(".")[0] for name in fields if count)
    found = [
        [f"{head}.{seat}" for seat in range(1, count + 1)]
        for head in heads
        if head and all(_is_number(fields, f"{head}.{seat}") for seat in range(1, count + 1))
    ]
    computed = [names for names in found if fields[names[0]].formula is not None]
    plain = [names for names in found if names[0].count(".") == 1]
    both = [names for names in computed if names in plain]
    return next((names[-1] for names in (both, computed, plain) if names), [])


def _is_number(fields: Mapping[str, Field], name: str) -> bool:
    return name in fields and fields[name].kind == "number"


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
        if not all(_is_number(fields, name) for name in names):
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
        shown = {**facts, "proof": "", "date": self.date, "log": log_facts(self.link)}
        return Filling(({},), facts={"result": shown, **own})
