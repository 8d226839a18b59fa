"""Mistakes: what is wrong with one combination of a job's values, each at the value's place.

Takes a combination, its request and its sheets; gives errors that point into the manifest. A layout
that is wrong itself is no mistake of the job: that is said when it is built.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from printkit.budget import spending
from printkit.build.facts import chosen_variant, game_info
from printkit.build.languages import languages
from printkit.build.options import check_settings, known_settings, option_values
from printkit.build.targets import expand
from printkit.errors import Findings, ManifestError, PrintkitError, UsageError
from printkit.layout.loading import sheet_path, shipped_games
from printkit.request import check_handling
from printkit.request.words import language_meant
from printkit.source import is_there

if TYPE_CHECKING:
    from printkit.batch.manifest import Chosen, SetOption
    from printkit.build.targets import Printings
    from printkit.request import Request


def _blame(error: UsageError, chosen: Chosen, *names: str) -> ManifestError:
    """The error at the place of the first of these options that the job gives."""
    name = next(name for name in names if name in chosen)
    return ManifestError(error.message, chosen[name].where, error.hint)


def check_target(target: str, chosen: Chosen) -> None:
    """Refuses a target that is neither a game, nor a sheet, nor a file."""
    if target in shipped_games():
        return
    try:
        path = sheet_path(target)
    except UsageError as error:
        raise _blame(error, chosen, "target") from None
    if not is_there(path):
        hint = "a path is meant from the folder of the manifest"
        raise ManifestError(f"there is no layout '{path}'", chosen["target"].where, hint)


@spending()
def _expand(request: Request) -> Printings:
    """The sheets of a request, or none where a layout is wrong."""
    try:
        return expand(request)
    except UsageError:
        raise
    except PrintkitError:
        return ()


def find_printings(request: Request, chosen: Chosen, found: Findings) -> Printings:
    """The sheets; if the players are wrong, those for any players, to find what else is wrong."""
    try:
        return _expand(request)
    except UsageError as error:
        found.add(_blame(error, chosen, "players", "names", "target"))
    try:
        return _expand(replace(request, counts=None, names=()))
    except UsageError as error:
        raise _blame(error, chosen, "target") from None


def problems_of(
    chosen: Chosen, request: Request, settings: Mapping[str, SetOption], printings: Printings
) -> Iterator[ManifestError]:
    """What is wrong with a request and its sheets: variant, language, paper, each setting."""
    yield from _variant_problems(chosen, request, printings)
    yield from _language_problems(chosen, request, printings)
    try:
        check_handling(request)
    except UsageError as error:
        yield _blame(error, chosen, "crop-marks")
    for name, one in settings.items():
        yield from _setting_problems(name, one, printings)


def _variant_problems(
    chosen: Chosen, request: Request, printings: Printings
) -> Iterator[ManifestError]:
    try:
        for printing in printings:
            chosen_variant(game_info(printing.sheet), request)
    except UsageError as error:
        yield _blame(error, chosen, "variant", "target")


def _language_problems(
    chosen: Chosen, request: Request, printings: Printings
) -> Iterator[ManifestError]:
    for folder in dict.fromkeys(printing.folder for printing in printings):
        known = known_languages(folder)
        if language_meant(request.language, known) not in known:
            hint = f"there are {', '.join(known)}"
            message = f"unknown language '{request.language}'"
            yield ManifestError(message, chosen["lang"].where, hint)
            return


known_languages = lru_cache(maxsize=64)(languages)
"""The languages that there are for the layouts of a folder, looked up once for all jobs."""


def _setting_problems(name: str, given: SetOption, printings: Printings) -> Iterator[ManifestError]:
    if not printings:
        return
    try:
        where = given.where if name in known_settings(printings) else given.named
        check_settings({name: given.value}, printings)
        for printing in printings:
            option_values(printing.sheet, {name: given.value})
    except UsageError as error:
        yield ManifestError(error.message, where, error.hint)
    except PrintkitError:
        return  # the layout is wrong, which shows when it is built
