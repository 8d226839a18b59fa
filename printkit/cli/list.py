"""`printkit list`: games, sheets, player counts and options."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from printkit.cli.options import Json, OptionalGame
from printkit.cli.plain import print_json, show, show_all
from printkit.errors import UsageError, Where, did_you_mean, known_as
from printkit.units import counted


def list_(
    game: OptionalGame = None,
    icons: Annotated[bool, typer.Option("--icons", help="List the icons instead.")] = False,
    json: Json = False,
) -> None:
    """Show games, their sheets, player counts, variants and options."""
    if icons:
        _print_icons(json=json)
        return
    games = shipped() if game is None else [_named(game)]
    if json:
        print_json({"games": games})
    else:
        _print_text(games, options=game is not None)


def _named(game: str) -> dict[str, Any]:
    """A game that ships, or a layout file as a game of its own."""
    if game.endswith((".yaml", ".yml")):
        from printkit.build.listing import list_layout

        return list_layout(game)
    known = {entry["id"]: entry for entry in shipped()}
    game = known_as(game, known)
    if game not in known:
        raise UsageError(f"there is no game '{game}'", hint=did_you_mean(game, known))
    return known[game]


def shipped() -> list[dict[str, Any]]:
    """The games that ship; what is told of them follows from the layouts and the code alone."""
    from printkit.cache import Packing, every_module, remember
    from printkit.data import layout_texts

    def read() -> list[dict[str, Any]]:
        from printkit.build.listing import list_games

        return list_games()

    return remember(layout_texts(), Where("layouts"), Packing(every_module(), list, list), read)


def _print_icons(*, json: bool) -> None:
    from printkit.icons import icon_names

    names = icon_names()
    if json:
        print_json({"icons": list(names)})
        return
    show_all(names)


def _print_text(games: list[dict[str, Any]], *, options: bool) -> None:
    for game in games:
        show(f"{game['title']}, {_players(game['players'])}")
        if not game["sheets"][0]["id"].endswith((".yaml", ".yml")):
            show(f"  everything: {_command(game)}")
        sheets = [sheet for sheet in game["sheets"] if options or not sheet["recorded"]]
        width = max(len(sheet["id"]) for sheet in sheets)
        for sheet in sheets:
            show(f"  {sheet['id']:<{width}}  {sheet['summary']}")
            for option in sheet["options"] if options else ():
                show(f"  {'':<{width}}    --set {_option(option)}")
        if options:
            show(f"  variants: {', '.join(game['variants'])}")
        else:
            show()
    if not options and games:
        show(f"One sheet alone: printkit build {games[0]['sheets'][0]['id']} -p 4")
        show(f"Options and variants: printkit list {games[0]['id']}")
        show(f"A recorded game, with its result: printkit build {games[0]['id']} --record FILE")
        show("printkit build calibration prints rulers and frames, to measure your printer.")
        show("printkit build reference prints every icon, colour, style and font with its name.")


def _command(game: dict[str, Any]) -> str:
    """What prints a whole kit."""
    usual = min(max(4, game["players"]["min"]), game["players"]["max"])
    return f"printkit build {game['id']} -p {usual}"


def _players(players: dict[str, int]) -> str:
    low, high = players["min"], players["max"]
    if not high:
        return "any number of players"
    if low == high:
        return counted(low, "player")
    return f"{low} to {high} players"


def _option(option: dict[str, Any]) -> str:
    values = "|".join(option["choices"]) or {"bool": "true|false", "int": "N", "file": "FILE"}.get(
        option["type"], "TEXT"
    )
    default = option["default"]
    if isinstance(default, bool):
        default = "true" if default else "false"
    return f"{option['name']}={values}  {option['help']} [{default}]"
