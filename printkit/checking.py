"""Checking: a layout is laid out for every player count, paper, theme and so on, not written."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import prod
from time import process_time
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from printkit.core.budget import limit_work
from printkit.core.errors import (
    Findings,
    FitError,
    PrintkitError,
    TranslationWarning,
    UsageError,
    brief,
    nearest,
)
from printkit.core.i18n import load_entries
from printkit.core.languages import catalogue_for, languages
from printkit.core.names import MAX_NAME
from printkit.core.paper import PAPERS
from printkit.core.plugins import search_path
from printkit.core.source import (
    find_inside,
    inside,
    is_there,
    load_source,
    shipped_folder,
    shown_path,
)
from printkit.core.themenames import theme_names
from printkit.core.units import counted
from printkit.core.yamlfile import Scalar, YamlList, YamlNode, load_yaml
from printkit.layout.cache import LayoutCache
from printkit.layout.language.loading import RESULT, is_kit, load_part, sheet_path, sheets_of
from printkit.layout.texts import has_words, parts_used, texts_of_file
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.gameinfo import game_info
from printkit.pipeline.sheetoptions import declared_options
from printkit.pipeline.targets import expand, open_sheet
from printkit.request.options import Request
from printkit.request.values import MAX_PLAYERS, parse_targets

if TYPE_CHECKING:
    from pathlib import Path

    from printkit.layout.language.declarations import MarkedWords, Words
    from printkit.layout.language.definition import Part, Sheet

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
    cache = LayoutCache()  # what combinations have in common is laid out once
    ends_s = process_time() + MAX_SECONDS
    try:
        coverage, requests = _requests(target, _open(target))
        for request in requests:
            if process_time() > ends_s:
                return CheckResult(tuple(found), tried, "first")
            tried += 1
            found.add_all(_in_context(problem, request) for problem in _problems(request, cache))
    except UsageError:
        raise
    except PrintkitError as error:
        return CheckResult(error.problems, tried, coverage)
    return CheckResult(tuple(found), tried, coverage)


@limit_work()
def check_translations(targets: Iterable[str]) -> tuple[PrintkitError, ...]:
    """Return warnings about the catalogues beside layouts: what they lack, and what's misspelt."""
    found = Findings()
    for target in targets:
        home = sheet_path(target).parent
        roots = [root for root in search_path(home) if root != shipped_folder("layouts")]
        catalogues = [path for root in roots for path in find_inside(root, "locale", ".po")]
        if not catalogues or home.is_relative_to(shipped_folder("layouts")):
            continue
        try:
            sheet = _open(target)
            texts = [words for words in _own_texts(sheet, home, roots) if has_words(words.text)]
            found.add_all(
                _missing_translations(texts, {path.stem: path for path in catalogues}, home)
            )
            known = {words.text for words in texts}
            found.add_all(_unknown_texts(catalogues, known, roots, only_near=bool(sheet.game)))
        except PrintkitError:
            continue  # a problem of the layout
    return tuple(found)


def _own_texts(sheet: Sheet, home: Path, roots: Sequence[Path]) -> Iterator[Words | MarkedWords]:
    """Yield the texts of a layout, and of those of its parts that aren't printkit's."""
    files: list[Sheet | Part] = [sheet]
    seen = set[str]()
    for file in files:
        yield from texts_of_file(file, home)
        for use in parts_used(file):
            name = use.part if isinstance(use.part, str) else ""
            own = any(is_there(path) for root in roots if (path := inside(root, f"{name}.yaml")))
            if own and name not in seen:
                seen.add(name)
                files.append(load_part(home, name, use.where))


def _missing_translations(
    texts: Iterable[Words | MarkedWords], catalogues: Mapping[str, Path], home: Path
) -> Iterator[TranslationWarning]:
    for words in texts:
        without = [
            shown_path(path)
            for language, path in sorted(catalogues.items())
            if catalogue_for(language, home).find(words.text) is None
        ]
        if without:
            message = f"'{brief(words.text)}' has no translation in {', '.join(without)}"
            yield TranslationWarning(message, words.where, "without one, it stays English")


def _unknown_texts(
    catalogues: Iterable[Path], texts: Collection[str], roots: Iterable[Path], *, only_near: bool
) -> Iterator[TranslationWarning]:
    """Yield warnings about translations of texts that nothing here has.

    The facts of a game may have any text, so then only those that are nearly a text count.
    """
    known = {*texts, *_shipped_texts(), *(text for root in roots for text in _strings_in(root))}
    for path in catalogues:
        for entry in load_entries(path, shown_path(path)):
            if not entry.text or entry.text in known:
                continue
            near = nearest(entry.text, texts)
            if near or not only_near:
                hint = f"did you mean '{near}'?" if near else "remove it, or check its spelling"
                message = f"no text of the layouts here is '{brief(entry.text)}'"
                yield TranslationWarning(message, entry.where, hint)


def _shipped_texts() -> Iterator[str]:
    """Yield the texts of printkit itself, whose translations a catalogue can replace."""
    for path in find_inside(shipped_folder("layouts"), "locale", ".po"):
        yield from (entry.text for entry in load_entries(path))


def _strings_in(root: Path) -> Iterator[str]:
    """Yield everything in layouts and data files that may be a text, also of a broken layout."""
    for path in (*root.glob("*.*"), *root.glob("*/*.*")):
        try:
            if path.suffix == ".yaml":
                for text in _scalars(load_yaml(path)):
                    yield text
                    yield from re.findall(r"\bt\('([^']*)'\)", text)
            elif path.suffix in (".csv", ".tsv", ".json"):
                text = load_source(path).text
                yield from map(str.strip, re.split(r'[,;\t\n"]', text))
                yield from re.findall(r'"([^"]*)"', text)
        except PrintkitError:
            continue


def _scalars(node: YamlNode) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield node.text
    else:
        below = node.items if isinstance(node, YamlList) else [value for _, value in node.items]
        for each in below:
            yield from _scalars(each)


@limit_work()
def _open(target: str) -> Sheet:
    return open_sheet(sheet_path(target))


def sheets_to_check(layouts: Iterable[str]) -> tuple[str, ...]:
    """Return the named layouts; a game means all its sheets."""
    found = [
        name
        for layout in parse_targets(tuple(layouts))
        for name in (sheets_of(layout) if is_kit(layout) else [layout])
        if not is_kit(layout) or name != f"{layout}/{RESULT}"  # needs a recorded game
    ]
    return tuple(dict.fromkeys(found))


@limit_work()
def _lay_out(request: Request, cache: LayoutCache) -> DocumentLayout:
    layout = DocumentLayout(request, expand(request), cache)
    for _ in layout.pages():
        pass
    return layout


def _problems(request: Request, cache: LayoutCache) -> tuple[PrintkitError, ...]:
    try:
        layout = _lay_out(request, cache)
        return (*layout.findings("hard_to_read"), *layout.findings("undescribed"))
    except PrintkitError as error:
        return error.problems


def _in_context(problem: PrintkitError, request: Request) -> PrintkitError:
    """Return the problem with the combination it occurs in."""
    if not isinstance(problem, FitError) or problem.where is None:
        return problem
    words = [
        f"{request.paper.name} paper",
        f"theme {request.theme}",
        f"language {request.language}",
    ]
    if isinstance(request.counts, tuple) and request.counts[0]:
        words.insert(0, counted(request.counts[0], "player"))
    if request.names:
        words.append("long names")
    words += [f"{name}={value}" for name, value in request.settings.items()]
    hint = "\n".join(part for part in (problem.hint, f"seen with: {', '.join(words)}") if part)
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
