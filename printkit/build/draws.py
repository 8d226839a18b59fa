"""Draws: what a sheet's game lets chance decide, asked for with the options of the layout.

A layout says with `drawn: true` that its game draws. Everything the draw needs is looked at here
before the game is asked, and files are opened here: one that the user names may lie anywhere, one
that a layout names lies in the layout's own folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from printkit.errors import Findings, LayoutError, Problems, UsageError, did_you_mean
from printkit.rules.draws import Asked
from printkit.source import beside, load_source

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from printkit.layout.definition import OptionDef, Sheet
    from printkit.request import Request
    from printkit.rules.draws import Draw, DrawOption
    from printkit.rules.game import Game
    from printkit.source import Source


def drawn_facts(
    sheet: Sheet, request: Request, home: Path, facts: Mapping[str, Any]
) -> dict[str, Any]:
    """What chance decides for a sheet, given the facts that are known before."""
    draws = find_draws(sheet)
    options = facts["options"]
    options = {**options, **_files(sheet, request, home, options)}
    asked = Asked(facts["count"], request.names, facts["variant"], options, request.seed or "")
    try:
        return {name: fact for draw in draws for name, fact in draw.make(asked).items()}
    except UsageError as error:
        if any(option.name in request.settings for draw in draws for option in draw.options):
            raise
        raise LayoutError(error.message, sheet.places["drawn"], error.hint) from None


def find_draws(sheet: Sheet) -> tuple[Draw, ...]:
    """The draws of a sheet's game, all of whose options the layout declares as they must be."""
    from printkit.games import find, game_ids

    game = find(sheet.game)
    if game is None or not game.draws:
        drawing = [known.title for known in map(find, game_ids()) if known and known.draws]
        whose = f"{game.title} draws nothing" if game else "no game draws what is on this sheet"
        hint = f"leave 'drawn' out; games that draw: {', '.join(drawing)}"
        raise LayoutError(whose, sheet.places["drawn"], hint)
    found = Findings()
    for draw in game.draws.values():
        for problem in _problems(sheet, game, draw):
            found.add(problem)
    if found:
        raise Problems(found)
    return tuple(game.draws.values())


def _problems(sheet: Sheet, game: Game[Any], draw: Draw) -> Iterator[LayoutError]:
    declared = dict(sheet.options)
    for wanted in draw.options:
        option = declared.get(wanted.name)
        if option is None:
            message = f"{game.title} draws by the option '{wanted.name}', which is missing"
            yield LayoutError(message, sheet.places["drawn"], _as_written(wanted))
        elif option.type != wanted.type:
            message = f"{game.title} draws by '{wanted.name}', which must be of type {wanted.type}"
            yield LayoutError(message, option.where, _as_written(wanted))
        else:
            yield from _beyond(game, wanted, option)


def _beyond(game: Game[Any], wanted: DrawOption, option: OptionDef) -> Iterator[LayoutError]:
    """Choices that a layout offers and the draw does not know."""
    given = option.choices.value if option.choices else []
    for choice in given if isinstance(given, list) and wanted.choices else ():
        if str(choice) not in wanted.choices:
            message = f"{game.title} cannot draw with {wanted.name} '{str(choice)[:40]}'"
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
