"""Targets: a sheet, a game's whole kit, or a layout file, as jobs to be done."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from printkit.build.facts import game_info, player_counts, unknown_facts, usual_count
from printkit.build.options import check_settings, known_settings
from printkit.errors import Problems
from printkit.layout.loading import (
    BrokenLayoutError,
    load_kit,
    load_sheet,
    sheet_path,
    shipped_games,
)

if TYPE_CHECKING:
    from pathlib import Path

    from printkit.layout.definition import KitEntry, Sheet
    from printkit.request import Request


class Job(NamedTuple):
    """One sheet to build: for which player counts, how often, and as part of which kit."""

    sheet: Sheet
    folder: Path
    counts: tuple[int, ...]
    copies: int
    kit: str


def open_sheet(path: Path) -> Sheet:
    """The layout in a file; of a broken one, facts that do not exist are named as well."""
    try:
        return load_sheet(path)
    except BrokenLayoutError as broken:
        raise Problems([*broken.problems, *unknown_facts(broken)]) from None


def expand(request: Request) -> tuple[Job, ...]:
    """All sheets that the targets ask for, in order."""
    jobs = (job for target in request.targets for job in _expand_one(target, request))
    return tuple(job for job in jobs if request.only in (None, job.sheet.id))


def _expand_one(target: str, request: Request) -> list[Job]:
    if target in shipped_games():
        return _kit(target, request)
    path = sheet_path(target)
    sheet = open_sheet(path)
    kit = game_info(sheet).title if len(request.targets) > 1 else ""
    return [Job(sheet, path.parent, player_counts(sheet, request), request.copies, kit)]


def _kit(game: str, request: Request) -> list[Job]:
    jobs = []
    for entry in load_kit(game).sheets:
        path = sheet_path(f"{game}/{entry.sheet}")
        sheet = load_sheet(path)
        counts = _kit_counts(sheet, request)
        for count in counts:
            facts: dict[str, object] = {"count": count, "named": bool(request.names)}
            if entry.when is None or entry.when.evaluate(facts):
                copies = _copies(entry, facts) * request.copies
                title = game_info(sheet).title
                jobs.append(Job(sheet, path.parent, (count,), copies, title))
    return jobs


def _kit_counts(sheet: Sheet, request: Request) -> tuple[int, ...]:
    """A kit is for one table: a sheet that shows all counts by itself shows tonight's here."""
    if request.counts is None and not request.names:
        request = replace(request, counts=(usual_count(game_info(sheet)),))
    return player_counts(sheet, request)


def _copies(entry: KitEntry, facts: dict[str, object]) -> int:
    if entry.copies is None:
        return 1
    value = entry.copies.value
    sole = getattr(value, "sole", None)
    return int(sole.evaluate(facts)) if sole is not None else int(str(value))


def split_requests(request: Request, jobs: tuple[Job, ...]) -> list[Request]:
    """A request for each of the sheets alone, in order; of the options, those that it has."""
    check_settings(request.settings, jobs)
    requests = []
    for sheet in dict.fromkeys(job.sheet.id for job in jobs):
        known = known_settings(job for job in jobs if job.sheet.id == sheet)
        settings = {name: value for name, value in request.settings.items() if name in known}
        requests.append(replace(request, only=sheet, split=False, settings=settings))
    return requests
