"""Checking: a layout is laid out for every combination it is for, and nothing is written."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from time import process_time
from typing import TYPE_CHECKING

from printkit.budget import spending
from printkit.build.assembly import Assembly
from printkit.build.facts import game_info
from printkit.build.languages import languages
from printkit.build.options import declared_options
from printkit.build.targets import expand, open_sheet
from printkit.errors import Findings, FitError, PrintkitError, Problems, UsageError
from printkit.layout.loading import sheet_path, shipped_games, shipped_sheets
from printkit.paper import PAPERS
from printkit.request import Request
from printkit.request.words import MAX_NAME
from printkit.theme import theme_names
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printkit.layout.definition import Sheet

CHECKED_PAPERS = ("a4", "letter")
MAX_SECONDS = 60
LONG_NAME = "Wilhelmina Theodora von Rabenstein-Lund"


class Checked(NamedTuple):
    """Every problem, each once, how many combinations were tried, and whether these are all."""

    problems: tuple[PrintkitError, ...]
    tried: int
    is_all: bool


def check_layout(target: str) -> Checked:
    """Lays a sheet out in every combination; where that takes very long, in the first ones."""
    found = Findings()
    tried = 0
    ends_s = process_time() + MAX_SECONDS
    try:
        for request in _requests(target, _opened(target)):
            if process_time() > ends_s:
                return Checked(tuple(found), tried, is_all=False)
            tried += 1
            for problem in _problems(request):
                found.add(_in_context(problem, request))
    except Problems as several:
        return Checked(several.problems, tried, is_all=True)
    except UsageError:
        raise
    except PrintkitError as error:
        return Checked((error,), tried, is_all=True)
    return Checked(tuple(found), tried, is_all=True)


@spending()
def _opened(target: str) -> Sheet:
    return open_sheet(sheet_path(target))


def checked_targets(layouts: Iterable[str]) -> tuple[str, ...]:
    """The layouts that were named; a game stands for all its sheets."""
    games = shipped_games()
    found = [
        [name for name in shipped_sheets() if name.startswith(f"{layout}/")]
        if layout in games
        else [layout]
        for layout in layouts
    ]
    return tuple(dict.fromkeys(name for names in found for name in names))


@spending()
def _assemble(request: Request) -> Assembly:
    assembly = Assembly(request, expand(request))
    for _ in assembly.pages():
        pass
    return assembly


def _problems(request: Request) -> tuple[PrintkitError, ...]:
    try:
        assembly = _assemble(request)
        return (*assembly.found("weak"), *assembly.found("silent"))
    except Problems as several:
        return several.problems
    except PrintkitError as error:
        return (error,)


def _in_context(problem: PrintkitError, request: Request) -> PrintkitError:
    """What does not fit may fit elsewhere: say in which combination it does not."""
    if not isinstance(problem, FitError) or problem.where is None:
        return problem
    words = [request.paper.name, request.theme, request.language]
    if isinstance(request.counts, tuple) and request.counts[0]:
        words.insert(0, f"{request.counts[0]} players")
    if request.names:
        words.append("long names")
    words += [f"{name}={value}" for name, value in request.settings.items()]
    hint = "\n".join(part for part in (problem.hint, f"with {', '.join(words)}") if part)
    return FitError(problem.message, problem.where, hint, problem.missing)


def _requests(target: str, sheet: Sheet) -> Iterator[Request]:
    info = game_info(sheet)
    counts = range(info.least, info.most + 1)
    usual, *others = theme_names()
    spoken = languages(sheet_path(target).parent)
    # Colours move nothing: the other themes need no languages and no variations.
    looks = (*((usual, language) for language in spoken), *((theme, "en") for theme in others))
    for theme, language in looks:
        for paper, count, variant in product(CHECKED_PAPERS, counts, info.variants):
            request = Request(
                targets=(target,),
                paper=PAPERS[paper],
                counts=(count,),
                variant=variant,
                theme=theme,
                language=language,
                fields=True,
            )
            yield request
            if theme == usual:
                yield from _variations(request, sheet, count)


def _variations(request: Request, sheet: Sheet, count: int) -> Iterator[Request]:
    """With long names, and with every choice of every option, one at a time."""
    if count:
        names = tuple(f"{number}{LONG_NAME}"[:MAX_NAME] for number in range(1, count + 1))
        yield replace(request, names=names)
    for option in declared_options(sheet):
        choices = ("true", "false") if option.type == "bool" else option.choices
        for choice in choices:
            if choice != str(option.default).lower():
                yield replace(request, settings={option.name: choice})
