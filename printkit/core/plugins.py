"""Plugins: installed packages that add games or layouts, found by their entry points.

`printkit.games` names a `Game` (`dicey = "dicey:GAME"`), and `printkit.layouts` a package whose
folder has the structure of the shipped one (`dicey = "dicey.layouts"`): a folder of sheets for each
game, and `shared`, `icons`, `fonts` and `locale` for what they use.

The user chose to install a plugin, so its code may run, but only when something of it is needed.
What ships is found without searching the installed packages.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from printkit._version import __version__
from printkit.core.errors import PluginError, Where
from printkit.core.source import shipped_folder

GAMES = "printkit.games"
LAYOUTS = "printkit.layouts"
DISTRIBUTION = "printkit-games"
SWITCH = "PRINTKIT_NO_PLUGINS"
"""The environment variable that disables plugins, in this process and its children."""

SHIPPED = f"{DISTRIBUTION} {__version__}"
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_RESERVED = ("own", "shared", "icons", "fonts", "boards", "locale", "calibration", "reference")


class Plugin(NamedTuple):
    """One entry point of an installed package."""

    group: str  # `printkit.games` or `printkit.layouts`
    name: str  # the id of the game, or a name for the layouts
    value: str  # the object or package it refers to
    package: str  # name and version

    def error(self, message: str, where: Where | None = None) -> PluginError:
        """Return the error for a problem with this plugin, with a hint."""
        package = self.package.partition(" ")[0]
        hint = f"update or uninstall {package}, or leave plugins out with --no-plugins"
        return PluginError(f"plugin '{self.name}' of {self.package}: {message}", where, hint)

    def not_imported(self, error: BaseException) -> PluginError:
        """Return the error for an exception raised while importing it."""
        text = " ".join(f"{type(error).__name__}: {error}".split())
        return self.error(f"'{self.value}' cannot be imported: {text[:300]}")


class Pack(NamedTuple):
    """The layouts of one package."""

    folder: Path
    plugin: Plugin

    @property
    def package(self) -> str:
        """The name and version of the package."""
        return self.plugin.package


def plugins(group: str) -> tuple[Plugin, ...]:
    """Return the entry points of a group, by name; nothing is imported."""
    return () if os.environ.get(SWITCH) else _entry_points(group)


@cache
def _entry_points(group: str) -> tuple[Plugin, ...]:
    from importlib.metadata import entry_points

    found = {
        Plugin(group, point.name, point.value, f"{point.dist.name} {point.dist.version}")
        for point in entry_points(group=group)
        if point.dist is not None and point.dist.name != DISTRIBUTION
    }
    return tuple(sorted(found, key=lambda plugin: (plugin.name, plugin.package)))


def check_name(plugin: Plugin) -> None:
    """Refuse an invalid or reserved name."""
    if not _NAME.fullmatch(plugin.name):
        raise plugin.error("its name may contain only a-z, 0-9 and single hyphens")
    if plugin.name in _RESERVED:
        raise plugin.error(f"'{plugin.name}' is a name that printkit uses itself")


def load_plugin(plugin: Plugin) -> object:
    """Import the object of an entry point; raise PluginError if that fails for any reason."""
    from importlib.metadata import EntryPoint

    try:
        return EntryPoint(plugin.name, plugin.value, plugin.group).load()
    except (Exception, SystemExit) as error:
        raise plugin.not_imported(error) from None


def home_of(plugin: Plugin) -> Path | None:
    """Return the folder of the package that an entry point names; None for a plain module."""
    from importlib.util import find_spec

    spec = find_spec(plugin.value.partition(":")[0].partition(".")[0])
    places = list(spec.submodule_search_locations or ()) if spec else []
    return Path(places[0]) if places else None


_roots: set[Path] = set()  # the folders of the packs found so far


def packs() -> tuple[Pack, ...]:
    """Return the layouts of plugins, by name; those that cannot be found are left out."""
    return tuple(found for found in map(_locate, plugins(LAYOUTS)) if isinstance(found, Pack))


def pack_problems() -> Iterator[tuple[Plugin, PluginError]]:
    """Yield the plugins whose layouts cannot be found."""
    for plugin in plugins(LAYOUTS):
        if isinstance(found := _locate(plugin), PluginError):
            yield plugin, found


@cache
def _locate(plugin: Plugin) -> Pack | PluginError:
    """Find the folder of a plugin's layouts; import at most the packages above it."""
    from importlib.util import find_spec

    try:
        spec = find_spec(plugin.value)
    except (Exception, SystemExit) as error:
        return plugin.not_imported(error)
    places = list(spec.submodule_search_locations or ()) if spec else []
    if not places or not Path(places[0]).is_dir():
        return plugin.error(f"no such package: '{plugin.value}'")
    folder = Path(places[0]).resolve()
    _roots.add(folder)
    return Pack(folder, plugin)


def pack_of(folder: Path) -> Path | None:
    """Return the root of the pack that a folder is part of, if `packs` has found it."""
    return next((root for root in [*_roots] if folder.is_relative_to(root)), None)


def search_path(home: Path) -> Iterator[Path]:
    """Yield the folders with a layout's parts, icons and words: its own, its pack's, ours."""
    yield home
    for root in (pack_of(home), shipped_folder("layouts")):
        if root is not None and root != home:
            yield root


def game_folder(game: str) -> Path:
    """Return the folder with the sheets and colours of a game: the shipped one, or a plugin's."""
    shipped = shipped_folder("layouts") / game
    if shipped.is_dir() or game == "own":
        return shipped
    folders = (pack.folder / game for pack in packs())
    return next((folder for folder in folders if folder.is_dir()), shipped)
