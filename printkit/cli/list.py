"""`printkit list`: games, sheets, player counts and options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from printkit.cli.output import print_error, print_json, show, show_all
from printkit.cli.parameters import Json, OptionalGame
from printkit.core.units import counted

if TYPE_CHECKING:
    from printkit.listing import GameSummary, PlayerRange
    from printkit.pipeline.sheetoptions import SheetOption


def list_(
    game: OptionalGame = None,
    icons: Annotated[bool, typer.Option("--icons", help="List the icons instead")] = False,
    shelf: Annotated[
        bool, typer.Option("--shelf", help="List the score pads that printkit pad knows instead")
    ] = False,
    json: Json = False,
) -> None:
    """List games with their sheets, player counts, variants and options."""
    if icons:
        _print_icons(json=json)
        return
    if shelf:
        _print_shelf(json=json)
        return
    import printkit
    from printkit.request.values import find_target

    if game is not None and "/" in game and find_target(game.rstrip("/")):
        game = game.partition("/")[0]  # a sheet is listed with its game
    games = printkit.list_games() if game is None else [printkit.load_game(game)]
    plugins = printkit.list_plugins()
    if json:
        found = [each.as_json() for each in games]
        print_json({"games": found, "plugins": [each.as_json() for each in plugins]})
        return
    _print_text(games, options=game is not None)
    for error in (error for plugin in plugins for error in plugin.errors):
        print_error(error)


def _print_icons(*, json: bool) -> None:
    from printkit.core.icons import icon_names

    names = icon_names()
    if json:
        print_json({"icons": list(names)})
        return
    show_all(names)


def _print_shelf(*, json: bool) -> None:
    from printkit.listing import list_shelf

    pads = list_shelf()
    if json:
        print_json({"shelf": [pad.as_json() for pad in pads]})
        return
    width = max(len(pad.id) for pad in pads)
    for pad in pads:
        show(f"{pad.id:<{width}}  {pad.title}: {pad.summary}")
    show()
    show(f"Print one: printkit pad {pads[0].id}")
    show('Any other game: printkit pad GAME --rows "Roads, Cities=2" or --rounds 10')


def _print_text(games: list[GameSummary], *, options: bool) -> None:
    for game in games:
        package = f" (from {game.package})" if game.package else ""
        show(f"{game.title}, {_players(game.players)}{package}")
        if game.package and game.sheets:
            players = min(max(4, game.players.min), game.players.max)
            show(f"  kit: printkit build {game.id} -p {players}")
        sheets = [sheet for sheet in game.sheets if options or not sheet.recorded]
        width = max((len(sheet.id) for sheet in sheets), default=0)
        for sheet in sheets:
            package = f" (from {sheet.package})" if sheet.package != game.package else ""
            show(f"  {sheet.id:<{width}}  {sheet.summary}{package}")
            for option in sheet.options if options else ():
                show(f"  {'':<{width}}    --set {_option(option)}")
        if options:
            show(f"  variants: {', '.join(game.variants)}")
            if game.aliases:
                show(f"  other names: {', '.join(game.aliases)}")
        else:
            show()
    if not options and games:
        show(f"Only one sheet: printkit build {games[0].sheets[0].id} -p 4")
        show(f"Options and variants: printkit list {games[0].id}")
        show(f"A recorded game, with its result: printkit build {games[0].id} --from-game FILE")
        show("Rulers and frames to measure your printer: printkit build calibration")
        show("A score pad for any other game: printkit list --shelf")
        show("Every icon, colour, style and font, with its name: printkit build reference")


def _players(players: PlayerRange) -> str:
    if not players.max:
        return "any number of players"
    if players.min == players.max:
        return counted(players.min, "player")
    return f"{players.min} to {players.max} players"


def _option(option: SheetOption) -> str:
    values = "|".join(option.choices) or {"bool": "true|false", "int": "N", "file": "FILE"}.get(
        option.type, "TEXT"
    )
    default = option.default
    if isinstance(default, bool):
        default = "true" if default else "false"
    return f"{option.name}={values}  {option.help} [{default}]"
