"""Offers: what the game of a sheet lets chance decide, asked for with the layout's options.

A layout names what its game offers to draw. Everything the draw needs is looked at here before
the game is asked, and files are opened here: one that the user names may lie anywhere, one that a
layout names lies in the layout's own folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printkit.errors import Findings, LayoutError, Problems, UsageError, Where, brief, did_you_mean
from printkit.rules.printed import Asked, Draw, DrawOption, PrintedGame
from printkit.source import Source, beside, load_source

if TYPE_CHECKING:
    from printkit.layout.definition import DrawDef, OptionDef, Sheet
    from printkit.request import Request


def drawn_facts(
    sheet: Sheet, request: Request, home: Path, facts: Mapping[str, Any]
) -> dict[str, Any]:
    """What the game draws for a sheet, by the names that the layout gives it."""
    draws = _find_draws(sheet)
    options = facts["options"]
    options = {**options, **_files(sheet, request, home, options)}
    asked = Asked(facts["count"], request.names, facts["variant"], options, request.seed or "")
    try:
        return {name: dict(draw.make(asked)) for name, (draw, _) in draws.items()}
    except UsageError as error:
        used = {option.name for draw, _ in draws.values() for option in draw.options}
        if not used.isdisjoint(request.settings):
            raise
        _, where = next(iter(draws.values()))
        raise LayoutError(error.message, where, error.hint) from None


def _find_draws(sheet: Sheet) -> dict[str, tuple[Draw, Where]]:
    """What the game draws for a sheet; the layout must declare all the options that it needs."""
    from printkit.games import find_printed

    game = find_printed(sheet.game)
    found = Findings()
    draws = {}
    for name, asked in sheet.offers:
        draw = game.draws.get(asked.offer) if game else None
        if game is None or draw is None:
            raise _not_offered(asked, game)
        draws[name] = draw, asked.where
        found.add_all(_problems(sheet, game, draw, asked.where))
    if found:
        raise Problems(found)
    return draws


def _not_offered(asked: DrawDef, game: PrintedGame | None) -> LayoutError:
    from printkit.games import find_printed, game_ids

    drawing = [known.id for known in map(find_printed, game_ids()) if known and known.draws]
    if game is None or not game.draws:
        whose = f"{game.title} offers nothing to draw" if game else "no game draws for this sheet"
        return LayoutError(whose, asked.where, f"games that draw: {', '.join(drawing)}")
    message = f"{game.title} has no draw '{asked.offer}'"
    return LayoutError(message, asked.where, did_you_mean(asked.offer, game.draws))


def _problems(sheet: Sheet, game: PrintedGame, draw: Draw, where: Where) -> Iterator[LayoutError]:
    declared = dict(sheet.options)
    for wanted in draw.options:
        option = declared.get(wanted.name)
        if option is None:
            message = f"{game.title} draws by the option '{wanted.name}', which is missing"
            yield LayoutError(message, where, _as_written(wanted))
        elif option.type != wanted.type:
            message = f"{game.title} draws by '{wanted.name}', which must be of type {wanted.type}"
            yield LayoutError(message, option.where, _as_written(wanted))
        else:
            yield from _beyond(game, wanted, option)


def _beyond(game: PrintedGame, wanted: DrawOption, option: OptionDef) -> Iterator[LayoutError]:
    """Choices that a layout offers and the draw does not know."""
    given = option.choices.value if option.choices else []
    for choice in given if isinstance(given, list) and wanted.choices else ():
        if str(choice) not in wanted.choices:
            message = f"{game.title} cannot draw with {wanted.name} '{brief(str(choice))}'"
            hint = did_you_mean(str(choice), wanted.choices)
            yield LayoutError(message, option.where, hint)


def _as_written(wanted: DrawOption) -> str:
    choices = f", choices: [{', '.join(wanted.choices)}]" if wanted.choices else ""
    return f"write under options: {wanted.name}: {{type: {wanted.type}{choices}}}"


def _files(
    sheet: Sheet, request: Request, home: Path, options: Mapping[str, Any]
) -> dict[str, Source | None]:
    """The files that options name; what the layout itself says is never a way out of its folder."""
    files: dict[str, Source | None] = {}
    for name, option in sheet.options:
        if option.type != "file":
            continue
        path = options[name]
        if not path:
            files[name] = None
        elif name in request.settings:
            files[name] = load_source(Path(path))
        else:
            where = option.default.where if option.default else option.where
            files[name] = load_source(beside(home, path, "file", where))
    return files
