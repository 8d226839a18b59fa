"""Checking: a layout is laid out for every player count, paper, theme and so on, not written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from math import prod
from time import process_time
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from printkit.core.budget import limit_work
from printkit.core.errors import Findings, FitError, PrintkitError, UsageError
from printkit.core.languages import languages
from printkit.core.names import MAX_NAME
from printkit.core.paper import PAPERS
from printkit.core.theme import theme_names
from printkit.core.units import counted
from printkit.layout.language.loading import RESULT, is_kit, sheet_path, sheets_of
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.gameinfo import game_info
from printkit.pipeline.sheetoptions import declared_options
from printkit.pipeline.targets import expand, open_sheet
from printkit.request.options import Request
from printkit.request.values import MAX_PLAYERS

if TYPE_CHECKING:
    from printkit.layout.language.definition import Sheet

CHECKED_PAPERS = ("a4", "letter")
MAX_SECONDS = 60
MOST_OF_ALL = 400
"""The number of combinations up to which all are tried; of more, enough to cover all pairs."""
LONG_NAME = "Wilhelmina Theodora von Rabenstein-Lund"


Coverage: TypeAlias = Literal["all", "pairs", "first"]
"""The combinations tried: all, enough to cover every pair of choices, or as time allowed."""


class CheckResult(NamedTuple):
    """The result of a check: each problem once, and the combinations that were tried."""

    problems: tuple[PrintkitError, ...]
    tried: int
    coverage: Coverage


def check_layout(target: str) -> CheckResult:
    """Lay out a sheet in every combination it supports, or as many as time allows."""
    found = Findings()
    tried = 0
    coverage: Coverage = "all"
    ends_s = process_time() + MAX_SECONDS
    try:
        coverage, requests = _requests(target, _open(target))
        for request in requests:
            if process_time() > ends_s:
                return CheckResult(tuple(found), tried, "first")
            tried += 1
            found.add_all(_in_context(problem, request) for problem in _problems(request))
    except UsageError:
        raise
    except PrintkitError as error:
        return CheckResult(error.problems, tried, coverage)
    return CheckResult(tuple(found), tried, coverage)


@limit_work()
def _open(target: str) -> Sheet:
    return open_sheet(sheet_path(target))


def sheets_to_check(layouts: Iterable[str]) -> tuple[str, ...]:
    """Return the named layouts; a game means all its sheets."""
    found = [
        name
        for layout in layouts
        for name in (sheets_of(layout) if is_kit(layout) else [layout])
        if not is_kit(layout) or name != f"{layout}/{RESULT}"  # needs a recorded game
    ]
    return tuple(dict.fromkeys(found))


@limit_work()
def _lay_out(request: Request) -> DocumentLayout:
    layout = DocumentLayout(request, expand(request))
    for _ in layout.pages():
        pass
    return layout


def _problems(request: Request) -> tuple[PrintkitError, ...]:
    try:
        layout = _lay_out(request)
        return (*layout.findings("hard_to_read"), *layout.findings("undescribed"))
    except PrintkitError as error:
        return error.problems


def _in_context(problem: PrintkitError, request: Request) -> PrintkitError:
    """Return the problem with the combination it occurs in."""
    if not isinstance(problem, FitError) or problem.where is None:
        return problem
    words = [request.paper.name, request.theme, request.language]
    if isinstance(request.counts, tuple) and request.counts[0]:
        words.insert(0, counted(request.counts[0], "player"))
    if request.names:
        words.append("long names")
    words += [f"{name}={value}" for name, value in request.settings.items()]
    hint = "\n".join(part for part in (problem.hint, f"with {', '.join(words)}") if part)
    return FitError(problem.message, problem.where, hint, problem.missing)


def _requests(target: str, sheet: Sheet) -> tuple[Coverage, Iterator[Request]]:
    """Return all combinations of look, players, variant and other choices, on both papers.

    If there are many, return enough of them to cover every pair of choices: a problem is mostly
    caused by one or two of them and the paper.
    """
    info = game_info(sheet)
    default, *others = theme_names()
    codes = languages(sheet_path(target).parent)
    # Themes don't affect positions, so the others are checked in one language only.
    combinations = [
        *((default, language) for language in codes),
        *((theme, "en") for theme in others),
    ]
    counts, ways = range(info.least, info.most + 1), [*_variations(sheet)]
    choices = (combinations, counts, info.variants, ways)
    if prod(map(len, choices)) * len(CHECKED_PAPERS) > MOST_OF_ALL:
        return "pairs", _on_papers(target, in_pairs(*choices))
    return "all", _on_papers(target, product(*choices))


def _on_papers(target: str, chosen: Iterable[tuple[Any, ...]]) -> Iterator[Request]:
    long_names = tuple(f"{number}{LONG_NAME}"[:MAX_NAME] for number in range(1, MAX_PLAYERS + 1))
    for (theme, language), count, variant, way in chosen:
        for paper in CHECKED_PAPERS:
            yield Request(
                targets=(target,),
                paper=PAPERS[paper],
                counts=(count,),
                variant=variant,
                theme=theme,
                language=language,
                names=long_names[:count] if way is None else (),
                settings=way or {},
                wants_fields=True,
            )


def _variations(sheet: Sheet) -> Iterator[dict[str, str] | None]:
    """Yield the defaults, long names (None), and every choice of every option, one at a time."""
    yield {}
    if game_info(sheet).most:
        yield None
    for option in declared_options(sheet):
        choices = ("true", "false") if option.type == "bool" else option.choices
        for choice in choices:
            if choice != str(option.default).lower():
                yield {option.name: choice}


def in_pairs(*choices: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield a few combinations of choices in which every pair of values occurs."""
    sizes = [range(len(each)) for each in choices]
    columns = [*combinations(range(len(choices)), 2)]
    left = {(one, a, two, b) for one, two in columns for a in sizes[one] for b in sizes[two]}

    def met(row: dict[int, int]) -> set[tuple[int, int, int, int]]:
        return {(one, row[one], two, row[two]) for one, two in columns if {one, two} <= row.keys()}

    while left:
        one, a, two, b = min(left)
        row = {one: a, two: b}
        for column in {*range(len(choices))} - row.keys():
            gains = [len(left & met({**row, column: place})) for place in sizes[column]]
            row[column] = gains.index(max(gains))
        left -= met(row)
        yield tuple(each[row[column]] for column, each in enumerate(choices))
