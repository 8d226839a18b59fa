"""Checks of one order against the layouts it asks for.

What is wrong is blamed on the value in the manifest that is to blame for it. A layout that is
itself wrong is no problem of the manifest.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from printkit.build.facts import chosen_variant, game_info
from printkit.build.languages import languages
from printkit.build.options import check_settings, known_settings, option_values
from printkit.build.targets import expand
from printkit.errors import LayoutError, ManifestError, PrintkitError, UsageError, did_you_mean
from printkit.layout.loading import sheet_path, shipped_games
from printkit.request import check_handling
from printkit.source import is_there

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from printkit.batch.values import Choice, Set
    from printkit.build.targets import Job
    from printkit.request import Request


def find_jobs(chosen: Mapping[str, Choice], request: Request) -> tuple[Job, ...]:
    """The sheets of an order; none where a layout is wrong, which shows when it is built."""
    for target in request.targets:
        _check_target(target, chosen["target"])
    try:
        return expand(request)
    except UsageError as error:
        raise _blamed(error, chosen, "players", "names", "target") from None
    except PrintkitError:
        return ()


def _check_target(target: str, choice: Choice) -> None:
    if target in shipped_games():
        return
    try:
        path = sheet_path(target)
    except UsageError as error:
        raise ManifestError(error.message, choice.where, error.hint) from None
    if not is_there(path):
        hint = "a path is meant from the folder of the manifest"
        raise ManifestError(f"there is no layout '{path}'", choice.where, hint)


def find_problems(
    chosen: Mapping[str, Choice], request: Request, jobs: tuple[Job, ...]
) -> Iterator[ManifestError]:
    """What else is wrong with an order: its variant, its language, the options of its sheets."""
    for job in jobs:
        try:
            chosen_variant(game_info(job.sheet), request)
        except UsageError as error:
            yield _blamed(error, chosen, "variant", "target")
        known = known_languages(job.folder)
        if request.language not in known:
            hint = did_you_mean(request.language, known)
            message = f"unknown language '{request.language}'"
            yield ManifestError(message, chosen["lang"].where, hint)
    try:
        check_handling(request)
    except UsageError as error:
        yield _blamed(error, chosen, "crop-marks")
    if jobs and "set" in chosen:
        yield from _setting_problems(chosen["set"].value, request, jobs)


def _setting_problems(
    given: Mapping[str, Set], request: Request, jobs: tuple[Job, ...]
) -> Iterator[ManifestError]:
    for name, value in request.settings.items():
        try:
            known = known_settings(jobs)
            if name not in known:
                hint = did_you_mean(name, known)
                yield ManifestError(f"unknown option '{name}'", given[name].named, hint)
                continue
            check_settings({name: value}, jobs)
            for job in jobs:
                option_values(job.sheet, {name: value})
        except UsageError as error:
            yield ManifestError(error.message, given[name].where, error.hint)
        except LayoutError:
            return


def drop_foreign(
    given: Mapping[str, Set], jobs: tuple[Job, ...]
) -> tuple[dict[str, Set], dict[str, Set]]:
    """Options set for all jobs that this one's sheets do not have: (kept, dropped)."""
    try:
        known = known_settings(jobs) if jobs else set(given)
    except LayoutError:
        return dict(given), {}
    dropped = {n: one for n, one in given.items() if one.is_default and n not in known}
    return {n: one for n, one in given.items() if n not in dropped}, dropped


@lru_cache(maxsize=64)
def known_languages(folder: Path) -> tuple[str, ...]:
    """The languages that a layout of this folder can be printed in."""
    return languages(folder)


def _blamed(error: PrintkitError, chosen: Mapping[str, Choice], *names: str) -> ManifestError:
    """The error, at the first of these options that the job has."""
    name = next(name for name in names if name in chosen)
    return ManifestError(error.message, chosen[name].where, error.hint)
