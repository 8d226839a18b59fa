"""Targets: resolves sheets, kits and layout files into sheets to print."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from printkit.core.errors import (
    LayoutError,
    PrintkitError,
    Problems,
    UsageError,
    brief,
    known_as,
)
from printkit.core.languages import languages, match_language
from printkit.core.messages import say, suggest
from printkit.layout.language.loading import (
    RESULT,
    BrokenLayoutError,
    is_kit,
    load_kit,
    load_sheet,
    sheet_path,
)
from printkit.pipeline.facts import unknown_facts
from printkit.pipeline.gameinfo import (
    default_count,
    game_info,
    player_counts,
    variant_keys,
    variants_by_game,
    wanted_variant,
)
from printkit.pipeline.sheetoptions import (
    check_settings,
    normalize_settings,
    settings_for,
)

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue
    from printkit.filling.recordedgame import RecordedGame
    from printkit.filling.valuesfile import SheetValues, ValuesGroup
    from printkit.layout.language.definition import KitEntry, Sheet
    from printkit.request.options import Request
    from printkit.rules.results import Filling


class GameValues(Protocol):
    """A game whose values fill in sheets: recorded, simulated, or the points of a score sheet."""

    @property
    def sha256(self) -> str:
        """The digest of its file; empty if there is none."""

    def request(self, request: Request) -> Request:
        """Return the request for the players of the game."""

    def filling(self, sheet: Sheet, catalogue: Catalogue) -> Filling:
        """Return the values for a sheet."""


class PlannedSheet(NamedTuple):
    """One sheet to print: its player counts, its copies, and its kit."""

    sheet: Sheet
    path: Path  # of its layout
    counts: tuple[int, ...]  # player counts
    copies: int
    kit: str  # the title above it in the outline: its kit's or game's; empty if there is none
    recorded: GameValues | None = None  # the game that fills it in
    filled: ValuesGroup | None = None  # the values from a file that fill it in

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
        from printkit.filling.recordedgame import load_recorded_game

        return _sheets_of_record(request, load_recorded_game(request.record))
    if request.fill is not None:
        return _sheets_of_values(request, _single_sheet(request))
    found = (one for target in request.targets for one in _sheets_of_target(target, request))
    return tuple(planned for planned in found if request.only in (None, planned.sheet.id))


def _sheets_of_target(
    target: str, request: Request, recorded: RecordedGame | None = None
) -> list[PlannedSheet]:
    """Return the sheets of one target: a kit's, or the sheet itself."""
    if is_kit(target):
        return _sheets_of_kit(target, request)
    path = sheet_path(target)
    sheet = open_sheet(path)
    if recorded is not None:
        recorded.check_sheet(sheet)
    _check_recorded(sheet, request)
    kit = game_info(sheet, request.settings).title if len(request.targets) > 1 else ""
    counts = player_counts(sheet, request)
    return [PlannedSheet(sheet, path, counts, copies_of(sheet, counts) * request.copies, kit)]


def _sheets_of_kit(game: str, request: Request) -> list[PlannedSheet]:
    """Return the sheets of a game's kit that it needs for these players."""
    planned_sheets = []
    for entry in load_kit(game).sheets:
        path = sheet_path(f"{game}/{entry.sheet}")
        sheet = load_sheet(path)
        own = request
        if request.counts is None and not request.names:  # a kit is for one table
            own = replace(request, counts=(default_count(game_info(sheet)),))
        for count in player_counts(sheet, own):
            facts: dict[str, object] = {"count": count, "names": request.names}
            if entry.when is None or entry.when.evaluate(facts):
                copies = _copies_in_kit(entry, sheet, facts) * request.copies
                title = game_info(sheet).title
                planned_sheets.append(PlannedSheet(sheet, path, (count,), copies, title))
    return planned_sheets


def _copies_in_kit(entry: KitEntry, sheet: Sheet, facts: Mapping[str, object]) -> int:
    if entry.copies is None:
        return copies_of(sheet, (int(str(facts["count"])),))
    value = entry.copies.value
    sole = getattr(value, "sole", None)
    return int(str(sole.evaluate(facts) if sole is not None else value))


def copies_of(sheet: Sheet, counts: tuple[int, ...]) -> int:
    """Return how many of a sheet a table needs; with several player counts, one for each."""
    return counts[0] if sheet.per_player and len(counts) == 1 else 1


def _check_recorded(sheet: Sheet, request: Request) -> None:
    if sheet.recorded and not sheet.game:
        hint = f"printkit season FOLDER --sheet {request.targets[0]} --out standings.pdf prints it"
        raise PrintkitError(say("{sheet} needs the games of a season", sheet=sheet.id), hint=hint)
    if sheet.recorded and request.record is None:
        template = "add --from-game FILE; printkit record {game} makes such a file"
        hint = say(template, game=sheet.game)
        raise PrintkitError(say("{sheet} needs a recorded game", sheet=sheet.id), hint=hint)


def _sheets_of_record(request: Request, recorded: RecordedGame) -> tuple[PlannedSheet, ...]:
    """Return the sheets of the targets; of a kit, those that a recorded game has values for."""
    request = recorded.request(request)
    found = []
    for target in request.targets:
        names = _recorded_sheets(target, recorded) if is_kit(target) else [target]
        found += [one for name in names for one in _sheets_of_target(name, request, recorded)]
    chosen = [planned for planned in found if request.only in (None, planned.sheet.id)]
    kit = recorded.game.title if len(chosen) > 1 else ""
    return tuple(planned._replace(recorded=recorded, kit=kit) for planned in chosen)


def _recorded_sheets(game: str, recorded: RecordedGame) -> list[str]:
    """Return the sheets of a kit that a recorded game has values for, and the result sheet."""
    names = [entry.sheet for entry in load_kit(game).sheets if entry.sheet in recorded.written]
    return [f"{game}/{name}" for name in (*dict.fromkeys(names), RESULT)]


def _single_sheet(request: Request) -> PlannedSheet:
    """Return the one sheet that is filled in from a file."""
    target = request.targets[0]
    if len(request.targets) > 1 or is_kit(target):
        message = say("--fill fills in a single sheet, but '{target}' is a kit", target=target)
        if len(request.targets) > 1:
            message = say("--fill fills in a single sheet, but these are several sheets")
        raise UsageError(message, hint=say("name one sheet, such as attribute/score-pad"))
    path = sheet_path(target)
    sheet = open_sheet(path)
    _check_recorded(sheet, request)
    return PlannedSheet(sheet, path, (), request.copies, "")


def _sheets_of_values(request: Request, planned: PlannedSheet) -> tuple[PlannedSheet, ...]:
    """Plan a sheet once for each object of the file.

    If the sheet has a page for each player, consecutive objects with the same players are planned
    together.
    """
    from printkit.filling.valuesfile import ValuesGroup, load_values

    assert request.fill is not None
    sheets, fingerprint = load_values(request.fill)
    known = {planned.sheet.id, planned.path.name, *request.targets}
    for each in sheets:
        if each.target and each.target not in known:
            message = f"these values are for '{brief(each.target)}', not for {planned.sheet.id}"
            raise LayoutError(message, each.where("target"), f"printkit build {each.target}")

    def together(numbered: tuple[int, SheetValues]) -> object:
        """Return a key that is equal for objects that are printed together."""
        number, values = numbered
        return number if planned.sheet.loop is None else values.edition

    found = []
    for _, group in groupby(enumerate(sheets), together):
        filled = ValuesGroup(tuple(each for _, each in group), fingerprint)
        filled.check(request)
        own = filled.request(request)
        filled_in = planned._replace(
            counts=_count_for_values(filled, planned.sheet, own), filled=filled
        )
        check_settings(dict(filled.sheets[0].settings), [filled_in])
        found.append(filled_in)
    return tuple(found)


def _count_for_values(filled: ValuesGroup, sheet: Sheet, request: Request) -> tuple[int, ...]:
    """Return the player count of the sheet, as a tuple of one."""
    info = game_info(sheet, request.settings)
    if request.counts is None and not request.names and info.most:
        request = replace(request, counts=(default_count(info),))
    if request.counts == "all" or len(request.counts or ()) > 1:
        hint = "give one number with --players, or names in the file"
        message = say("a filled-in sheet needs a single number of players")
        raise UsageError(message, hint=hint)
    try:
        return player_counts(sheet, request)
    except UsageError as error:
        if not filled.sheets[0].names:
            raise
        raise LayoutError(error.message, filled.sheets[0].where("names"), error.hint) from None


def normalize_request(request: Request, planned_sheets: tuple[PlannedSheet, ...]) -> Request:
    """Return the request with names spelled as their declarations spell them."""
    settings = normalize_settings(request.settings, planned_sheets)
    return replace(
        request,
        settings=settings,
        variant=_normalize_variant(request, planned_sheets),
        language=sheet_language(request, planned_sheets),
    )


def _normalize_variant(request: Request, planned_sheets: tuple[PlannedSheet, ...]) -> str | None:
    """Return the variants of a request as the games spell them; each game has to be printed."""
    known: dict[str, list[str]] = {}
    for planned in planned_sheets:
        for game in variant_keys(planned.sheet):
            known.setdefault(game, []).extend(game_info(planned.sheet).variants)
    found = variants_by_game(request.variant)
    for game in found:
        if game not in known:
            hint = suggest(game, sorted(filter(None, known)))
            message = say("--variant is for the game '{game}', which isn't printed", game=game)
            raise UsageError(message, hint=hint)
    return _spell_variants({game: known_as(found[game], known[game]) for game in found})


def _spell_variants(variants: Mapping[str, str]) -> str | None:
    """Return variants by game as `variants_by_game` reads them."""
    words = (f"{game}:{variant}".removeprefix(":") for game, variant in variants.items())
    return ",".join(words) or None


def narrow_request(request: Request, targets: tuple[str, ...]) -> Request:
    """Return a request for some of its targets, with only the options that apply to them."""
    request = replace(request, targets=targets)
    sheets = [planned.sheet for planned in expand(request)]
    games = {key for sheet in sheets for key in variant_keys(sheet)}
    variants = variants_by_game(request.variant).items()
    settings = request.settings.items()
    return replace(
        request,
        variant=_spell_variants({game: variant for game, variant in variants if game in games}),
        settings={k: v for k, v in settings if any(settings_for(one, {k: v}) for one in sheets)},
    )


def sheet_language(
    request: Request,
    planned_sheets: tuple[PlannedSheet, ...],
    find: Callable[[Path], Iterable[str]] = languages,
) -> str:
    """Return the language of a request, spelled as in the files beside its sheets."""
    homes = dict.fromkeys(planned.folder for planned in planned_sheets)
    return match_language(request.language, [code for home in homes for code in find(home)])


def split_requests(request: Request, planned_sheets: tuple[PlannedSheet, ...]) -> list[Request]:
    """Return a request for each sheet alone, in order, with only the options that apply to it."""
    check_settings(request.settings, planned_sheets)
    requests = []
    for sheet in dict.fromkeys(planned.sheet.id for planned in planned_sheets):
        own = next(planned.sheet for planned in planned_sheets if planned.sheet.id == sheet)
        settings = settings_for(own, request.settings)
        variant = wanted_variant(own, request)
        requests.append(
            replace(request, only=sheet, split=False, settings=settings, variant=variant)
        )
    return requests
