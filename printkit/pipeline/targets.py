"""Targets: resolves sheets, kits and layout files into sheets to print."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.errors import PrintkitError, Problems, UsageError, known_as
from printkit.layout.language.loading import (
    RESULT,
    BrokenLayoutError,
    is_kit,
    load_kit,
    load_sheet,
    sheet_path,
)
from printkit.pipeline.facts import unknown_facts
from printkit.pipeline.gameinfo import default_count, game_info, player_counts
from printkit.pipeline.parsing import match_language
from printkit.pipeline.preferences import languages
from printkit.pipeline.sheetoptions import (
    check_settings,
    normalize_settings,
    settings_for,
)

if TYPE_CHECKING:
    from printkit.layout.language.definition import KitEntry, Sheet
    from printkit.pipeline.filled import Filled
    from printkit.pipeline.recorded import Recorded
    from printkit.pipeline.report import Simulated
    from printkit.pipeline.request import Request
    from printkit.pipeline.scoring import Scored


class PlannedSheet(NamedTuple):
    """One sheet to print: its player counts, its copies, and its kit."""

    sheet: Sheet
    path: Path  # of its layout
    counts: tuple[int, ...]  # player counts
    copies: int
    kit: str  # the title above it in the outline: its kit's or game's; empty if there is none
    recorded: Recorded | Scored | Simulated | None = None  # the game that fills it in
    filled: Filled | None = None  # the values from a file that fill it in

    @property
    def folder(self) -> Path:
        """The folder of its layout."""
        return self.path.parent


def open_sheet(path: Path) -> Sheet:
    """Load a layout; for a broken one, unknown facts are reported as well."""
    try:
        return load_sheet(path)
    except BrokenLayoutError as broken:
        raise Problems([*broken.problems, *unknown_facts(broken)]) from None


def expand(request: Request) -> tuple[PlannedSheet, ...]:
    """Return all sheets of the targets, in order."""
    if request.record is not None:
        from printkit.pipeline.recorded import load_recorded

        return _filled_in(request, load_recorded(request.record))
    if request.fill is not None:
        from printkit.pipeline.filled import fill_in

        return fill_in(request, _only_sheet(request))
    found = (one for target in request.targets for one in _expand_one(target, request))
    return tuple(planned for planned in found if request.only in (None, planned.sheet.id))


def normalize_request(request: Request, planned_sheets: tuple[PlannedSheet, ...]) -> Request:
    """Return the request with names spelled as their declarations spell them."""
    settings = normalize_settings(request.settings, planned_sheets)
    variants = (name for one in planned_sheets for name in game_info(one.sheet).variants)
    variant = known_as(request.variant, variants) if request.variant else None
    return replace(
        request,
        settings=settings,
        variant=variant,
        language=sheet_language(request, planned_sheets),
    )


def sheet_language(
    request: Request,
    planned_sheets: tuple[PlannedSheet, ...],
    find: Callable[[Path], Iterable[str]] = languages,
) -> str:
    """Return the language of a request, spelled as in the files beside its sheets."""
    homes = dict.fromkeys(planned.folder for planned in planned_sheets)
    return match_language(request.language, [code for home in homes for code in find(home)])


def _filled_in(request: Request, recorded: Recorded) -> tuple[PlannedSheet, ...]:
    """Return the sheets of the targets; of a kit, those that a recorded game has values for."""
    request = recorded.request(request)
    found = []
    for target in request.targets:
        names = _written_sheets(target, recorded) if is_kit(target) else [target]
        found += [one for name in names for one in _expand_one(name, request, recorded)]
    chosen = [planned for planned in found if request.only in (None, planned.sheet.id)]
    kit = recorded.game.title if len(chosen) > 1 else ""
    return tuple(planned._replace(recorded=recorded, kit=kit) for planned in chosen)


def _only_sheet(request: Request) -> PlannedSheet:
    """Return the one sheet that is filled in from a file."""
    target = request.targets[0]
    if len(request.targets) > 1 or is_kit(target):
        what = "these are several sheets" if len(request.targets) > 1 else f"'{target}' is a kit"
        hint = "name one sheet, such as attribute/score-pad"
        raise UsageError(f"--fill fills in a single sheet, but {what}", hint=hint)
    path = sheet_path(target)
    sheet = open_sheet(path)
    _check_recorded(sheet, request)
    return PlannedSheet(sheet, path, (), request.copies, "")


def _check_recorded(sheet: Sheet, request: Request) -> None:
    if sheet.recorded and request.record is None:
        hint = f"add --record FILE; printkit record {sheet.game} makes such a file"
        raise PrintkitError(f"{sheet.id} needs a recorded game", hint=hint)


def _written_sheets(game: str, recorded: Recorded) -> list[str]:
    """Return the sheets of a kit that a recorded game has values for, and the result sheet."""
    names = [entry.sheet for entry in load_kit(game).sheets if entry.sheet in recorded.written]
    return [f"{game}/{name}" for name in (*dict.fromkeys(names), RESULT)]


def _expand_one(
    target: str, request: Request, recorded: Recorded | None = None
) -> list[PlannedSheet]:
    if is_kit(target):
        return _kit(target, request)
    path = sheet_path(target)
    sheet = open_sheet(path)
    if recorded is not None:
        recorded.check_sheet(sheet)
    _check_recorded(sheet, request)
    kit = game_info(sheet).title if len(request.targets) > 1 else ""
    return [PlannedSheet(sheet, path, player_counts(sheet, request), request.copies, kit)]


def _kit(game: str, request: Request) -> list[PlannedSheet]:
    planned_sheets = []
    for entry in load_kit(game).sheets:
        path = sheet_path(f"{game}/{entry.sheet}")
        sheet = load_sheet(path)
        counts = _kit_counts(sheet, request)
        for count in counts:
            facts: dict[str, object] = {"count": count, "named": bool(request.names)}
            if entry.when is None or entry.when.evaluate(facts):
                copies = _copies(entry, facts) * request.copies
                title = game_info(sheet).title
                planned_sheets.append(PlannedSheet(sheet, path, (count,), copies, title))
    return planned_sheets


def _kit_counts(sheet: Sheet, request: Request) -> tuple[int, ...]:
    """Return the player counts for a sheet in a kit: one by default, as a kit is for one table."""
    if request.counts is None and not request.names:
        request = replace(request, counts=(default_count(game_info(sheet)),))
    return player_counts(sheet, request)


def _copies(entry: KitEntry, facts: dict[str, object]) -> int:
    if entry.copies is None:
        return 1
    value = entry.copies.value
    sole = getattr(value, "sole", None)
    return int(sole.evaluate(facts)) if sole is not None else int(str(value))


def split_requests(request: Request, planned_sheets: tuple[PlannedSheet, ...]) -> list[Request]:
    """Return a request for each sheet alone, in order, with only the options that apply to it."""
    check_settings(request.settings, planned_sheets)
    requests = []
    for sheet in dict.fromkeys(planned.sheet.id for planned in planned_sheets):
        own = next(planned.sheet for planned in planned_sheets if planned.sheet.id == sheet)
        settings = settings_for(own, request.settings)
        requests.append(replace(request, only=sheet, split=False, settings=settings))
    return requests
