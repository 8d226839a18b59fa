"""The games that printkit knows: cheap to list, imported when needed.

A `Game` has everything that the engine, the printed sheets and the dialogue need; it is registered
as an entry point of the group `printkit.games`. The games of this package are also listed here, so
that they are found without a search through the installed packages, and if printkit itself is not
installed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from printkit.core import plugins
from printkit.core.errors import (
    PluginError,
    UsageError,
    did_you_mean,
    known_as,
    nearest,
    register_plugin_folder,
)
from printkit.core.filecache import cached, note_read

if TYPE_CHECKING:
    from pathlib import Path

    from printkit.core.plugins import Plugin
    from printkit.rules.game import Game

SHIPPED = {
    game: f"printkit.games.{game}:GAME"
    for game in ("attacke", "attribute", "cattitude", "swipsheep", "wolle")
}
"""The entry points of the games in this package, by id."""

ALIAS = re.compile(r"\w+([ '’-]\w+)*")
"""The pattern of a game's aliases: nothing that is part of a path or of a list of targets."""


def game_ids() -> tuple[str, ...]:
    """Return the ids of all games, in alphabetical order, without importing them."""
    return tuple(sorted((*SHIPPED, *_plugins())))


def find(game_id: str) -> Game[Any] | None:
    """Return the game with that id, or None; raise `PluginError` when its plugin is broken."""
    if game_id in SHIPPED:
        game: Game[Any] = import_module(f"printkit.games.{game_id}").GAME
        return game
    plugin = _plugins().get(game_id)
    return _load(plugin) if plugin else None


def all_games() -> Iterator[Game[Any]]:
    """Yield all games, in alphabetical order; those of broken plugins are left out."""
    for game_id in game_ids():
        try:
            game = find(game_id)
        except PluginError:
            continue
        if game is not None:
            yield game


def find_id(name: str) -> str:
    """Return the id of the game with this id, alias or title, ignoring case; else the name."""
    for ids in (SHIPPED, game_ids()):
        if (known := known_as(name, ids)) in ids:
            return known
    names = other_names()
    return names.get(known_as(name, names), name)


def other_names() -> dict[str, str]:
    """Return the ids of all games by their aliases and titles, where these differ from all ids.

    Shipped games take precedence, then those that come first.
    """
    ids, names = game_ids(), dict[str, str]()
    for game in sorted(all_games(), key=lambda game: game.id not in SHIPPED):
        for name in (*game.aliases, game.title):
            if known_as(name, ids) not in ids:
                names.setdefault(known_as(name, names), game.id)
    return names


def suggest(name: str, ids: Collection[str]) -> str:
    """Return a hint that names the nearest id or other name of a game, or lists the ids."""
    near = nearest(name, (*ids, *other_names()))
    return f"did you mean '{near}'?" if near else did_you_mean(name, ids)


def package_of(game_id: str) -> str:
    """Return the package of a game, with its version."""
    plugin = _plugins().get(game_id) if game_id not in SHIPPED else None
    return plugin.package if plugin else plugins.SHIPPED


def samples_of(game_id: str) -> Path | None:
    """Return the folder of a plugin's recorded games: `samples`, in its package."""
    plugin = _plugins().get(game_id)
    home = plugins.home_of(plugin) if plugin else None
    return home / "samples" if home else None


def problems() -> Iterator[tuple[Plugin, PluginError]]:
    """Import all game plugins, and yield the errors."""
    known = _plugins()
    for plugin in plugins.plugins(plugins.GAMES):
        try:
            plugins.check_plugin_name(plugin)
            if plugin != known.get(plugin.name):
                package = package_of(plugin.name)
                raise plugin.error(f"the game '{plugin.name}' is already part of {package}")
            for alias in _load(plugin).aliases:
                if (taken := find_id(alias)) != plugin.name:
                    raise plugin.error(f"'{alias}' is a name of {taken}, from {package_of(taken)}")
        except PluginError as error:
            yield plugin, error


def _plugins() -> dict[str, Plugin]:
    """Return the games of plugins, by id; shipped games take precedence, then the first plugin."""
    return _by_id(plugins.plugins(plugins.GAMES))


@cache
def _by_id(found: tuple[Plugin, ...]) -> dict[str, Plugin]:
    return {plugin.name: plugin for plugin in reversed(found) if _is_free(plugin)}


def _is_free(plugin: Plugin) -> bool:
    try:
        plugins.check_plugin_name(plugin)
    except PluginError:
        return False
    return plugin.name not in SHIPPED


@cached()
def _load(plugin: Plugin) -> Game[Any]:
    """Return the game of a plugin, and note the code of its package as a dependency."""
    from printkit.rules.game import Game

    found = plugins.load_plugin(plugin)
    if not isinstance(found, Game):
        raise plugin.error(f"'{plugin.value}' isn't a printkit.rules.game.Game")
    if found.id != plugin.name:
        raise plugin.error(f"its game has the id '{found.id}', not '{plugin.name}'")
    for alias in found.aliases:
        if not (isinstance(alias, str) and ALIAS.fullmatch(alias)):
            raise plugin.error(f"'{alias}' isn't a valid alias: use letters, digits, spaces and -")
    home = plugins.home_of(plugin)
    if home:
        register_plugin_folder(home, plugin.package)
    for path in sorted(home.rglob("*.py")) if home else ():
        note_read(path, path.read_bytes())
    return found


def load(name: str) -> Game[Any]:
    """Return the game with that id, alias or title; raise `UsageError` when there is none."""
    game = find(find_id(name))
    if game is None:
        raise UsageError(f"unknown game '{name}'", hint=suggest(name, game_ids()))
    return game
