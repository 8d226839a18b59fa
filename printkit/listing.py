"""Everything you can print: games with their sheets, player counts, variants and options.

Listing all games doesn't read whole layouts, only their YAML. Properties that need the layout read
it when they are first used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from printkit.core.budget import limit_work
from printkit.core.errors import PluginError, PrintkitError, UsageError, known_as
from printkit.core.i18n import load_entries
from printkit.core.plugins import (
    GAMES,
    LAYOUTS,
    SHIPPED,
    game_folder,
    pack_problems,
    package_problems,
    packs,
    plugins,
)
from printkit.core.source import find_inside
from printkit.core.theme import game_colours
from printkit.core.units import counted
from printkit.core.yamlfile import Scalar, YamlMap, load_yaml
from printkit.games import all_games, find, find_id, game_ids, package_of, problems, suggest
from printkit.layout.language.loading import (
    load_kit,
    load_sheet,
    plugin_kits,
    plugin_sheets,
    sheet_path,
    sheets_of,
    sheets_taken,
    shipped_games,
)
from printkit.pads import PAD
from printkit.pads.shelf import shelf
from printkit.pipeline.gameinfo import game_info
from printkit.pipeline.sheetoptions import declared_options

if TYPE_CHECKING:
    from printkit.core.plugins import Plugin
    from printkit.layout.language.definition import Sheet
    from printkit.pipeline.sheetoptions import SheetOption
    from printkit.rules.game import Rule, Ruling


class PlayerRange(NamedTuple):
    """A range of player counts; 0 to 0 if players don't matter.

    Attributes:
        min: The fewest players.
        max: The most players.
    """

    min: int
    max: int


@dataclass(frozen=True)
class SheetSummary:
    """A sheet that can be built.

    Attributes:
        id: Its name for `build`: `attribute/score-pad`, or the path of a layout file.
        summary: A description in one sentence.
        recorded: Whether it shows a recorded game, and so needs one.
        package: The name and version of its package; empty for a layout file.
    """

    id: str
    summary: str
    recorded: bool
    package: str = ""

    @cached_property
    def _sheet(self) -> Sheet:
        return load_sheet(sheet_path(self.id))

    @cached_property
    def title(self) -> str:
        """The title of the sheet."""
        return self._sheet.title.text

    @cached_property
    def players(self) -> PlayerRange:
        """The player counts it is for."""
        info = game_info(self._sheet)
        return PlayerRange(info.least, info.most)

    @cached_property
    def options(self) -> tuple[SheetOption, ...]:
        """The options that `set` takes for it."""
        return declared_options(self._sheet)

    def as_json(self) -> dict[str, Any]:
        """Return the sheet as `printkit list --json` prints it."""
        return {
            "id": self.id,
            "title": self.title,
            "summary": self.summary,
            "recorded": self.recorded,
            "package": self.package,
            "players": self.players._asdict(),
            "options": [option.as_json() for option in self.options],
        }


@dataclass(frozen=True)
class GameSummary:
    """A game, or a layout file as a game with one sheet.

    Attributes:
        id: Its name for `build`; `own` for a layout file whose game printkit doesn't know.
        title: The title of the game.
        players: The range of player counts.
        variants: The ids of its variants, the default first.
        sheets: Its sheets.
        package: The name and version of its package; empty for a layout file.
        aliases: Its other names for `build` and other commands.
    """

    id: str
    title: str
    players: PlayerRange
    variants: tuple[str, ...]
    sheets: tuple[SheetSummary, ...]
    package: str = ""
    aliases: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Its rules, each with `id`, `text`, `section` and `status`."""
        game = find(self.id)
        return game.rules if game else ()

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The readings of unclear passages in its rulebook, and the choices for each."""
        game = find(self.id)
        return game.rulings if game else ()

    def as_json(self) -> dict[str, Any]:
        """Return the game as `printkit list --json` prints it."""
        return {
            "id": self.id,
            "title": self.title,
            "aliases": list(self.aliases),
            "players": self.players._asdict(),
            "variants": list(self.variants),
            "package": self.package,
            "sheets": [sheet.as_json() for sheet in self.sheets],
        }


@dataclass(frozen=True)
class PadSummary:
    """A score pad on the shelf.

    Attributes:
        id: Its name for `printkit pad`.
        title: The title of the game.
        players: The range of player counts.
        rounds: The number of rounds; 0 if it has only rows.
        rows: The names of its rows.
        wins: Which total wins: `highest` or `lowest`.
        target: The score that ends the game; 0 for none.
    """

    id: str
    title: str
    players: PlayerRange
    rounds: int
    rows: tuple[str, ...]
    wins: str
    target: int

    @property
    def summary(self) -> str:
        """Players, rounds and rows in words."""
        least, most = self.players
        players = f"{least} to {most} players" if least < most else counted(least, "player")
        parts = [players]
        parts += [counted(self.rounds, "round")] if self.rounds else []
        parts += [counted(len(self.rows), "row")] if self.rows else []
        parts += [f"up to {self.target}"] if self.target else []
        return ", ".join([*parts, f"{self.wins} wins"])

    def as_json(self) -> dict[str, Any]:
        """Return the pad as `printkit list --shelf --json` prints it."""
        return {**self.__dict__, "players": self.players._asdict(), "rows": list(self.rows)}


@dataclass(frozen=True)
class PluginSummary:
    """An entry point by which an installed package adds a game or layouts.

    Attributes:
        name: The id of the game, or the name of the layouts.
        group: `printkit.games` or `printkit.layouts`.
        package: The name and version of its package.
        errors: The problems with it; empty if there are none.
    """

    name: str
    group: str
    package: str
    errors: tuple[PluginError, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the plugin as `printkit list --json` prints it."""
        problems = [error.as_json() for error in self.errors]
        return {**self.__dict__, "errors": problems}


def list_games() -> list[GameSummary]:
    """Return every game with its sheets; broken plugins are left out."""
    games = {game.id for game in all_games()}
    return [_game(game) for game in sorted(games.union(set(plugin_kits()).difference(game_ids())))]


def list_shelf() -> list[PadSummary]:
    """Return the score pads on the shelf, sorted by their ids."""
    return [
        PadSummary(
            pad.id,
            pad.title,
            PlayerRange(*pad.players),
            pad.rounds,
            tuple(row.title for row in pad.rows),
            pad.wins,
            pad.target,
        )
        for pad in shelf().values()
    ]


def list_plugins() -> list[PluginSummary]:
    """Return every plugin with its problems; this imports all of them.

    Installed packages that are damaged, whether they are plugins or not, come last.
    """
    found = [*problems(), *pack_problems(), *sheets_taken(), *_broken_layouts()]
    summaries = [
        PluginSummary(
            plugin.name,
            plugin.group,
            plugin.package,
            tuple(error for broken, error in found if broken == plugin),
        )
        for plugin in (*plugins(GAMES), *plugins(LAYOUTS))
    ]
    return [*summaries, *(PluginSummary("", "", "", (error,)) for error in package_problems())]


def _broken_layouts() -> Iterator[tuple[Plugin, PluginError]]:
    """Yield the first problem of each broken kit, palette, catalogue or sheet of a plugin."""
    sheets = plugin_sheets()
    for pack in packs():
        own = [name for name, owner in sheets.items() if owner == pack]
        games = dict.fromkeys(name.split("/")[0] for name in own)
        checks: list[Callable[[], object]] = [
            *(partial(load_kit, game) for game in games if game_folder(game).parent == pack.folder),
            *(partial(game_colours, game) for game in games),
            *(partial(load_entries, path) for path in find_inside(pack.folder, "locale", ".po")),
            *(partial(_check_sheet, name) for name in own),
        ]
        for check in checks:
            if (problem := _first_problem(check)) is not None:
                yield pack.plugin, pack.plugin.error(problem.message, problem.where)


def _first_problem(check: Callable[[], object]) -> PrintkitError | None:
    try:
        check()
    except PrintkitError as error:
        return error.problems[0]
    return None


@limit_work()
def _check_sheet(name: str) -> None:
    """Read every part of a sheet that a list shows; raise the first problem."""
    sheet = load_sheet(sheet_path(name))
    game_info(sheet)
    declared_options(sheet)
    if sheet.unresolved:
        raise sheet.unresolved[0]


def find_game(name: str) -> GameSummary:
    """Return the game with this id, alias or title, or a layout file as a game with one sheet."""
    if name == PAD or name.endswith((".yaml", ".yml")):
        return _layout(name)
    game = find_id(name)
    if game not in shipped_games():
        games = sorted({*game_ids(), *plugin_kits()})
        game = known_as(game, games)
        if game not in games:
            raise UsageError(f"unknown game '{name}'", hint=suggest(name, games))
    return _game(game)


def _game(game_id: str) -> GameSummary:
    game = find(game_id)
    found = (_summary(name, package) for name, package in sheets_of(game_id).items())
    sheets = tuple(sheet for sheet in found if sheet)
    if game is None:
        return _pack(game_id, sheets)
    variants = tuple(variant.id for variant in game.variants)
    players, package = PlayerRange(*game.players), package_of(game_id)
    return GameSummary(game_id, game.title, players, variants, sheets, package, game.aliases)


def _pack(name: str, sheets: tuple[SheetSummary, ...]) -> GameSummary:
    """Summarise the layouts of a plugin for a game that printkit doesn't know."""
    infos = [game_info(load_sheet(sheet_path(sheet.id))) for sheet in sheets]
    if not infos:
        return GameSummary(name, name, PlayerRange(0, 0), (), ())
    players = PlayerRange(min(info.least for info in infos), max(info.most for info in infos))
    first = infos[0]
    return GameSummary(name, first.title, players, first.variants, sheets, sheets[0].package)


def _summary(name: str, package: str) -> SheetSummary | None:
    """Return the summary of a sheet; None if it belongs to a plugin and is broken."""
    if package != SHIPPED and _first_problem(partial(_check_sheet, name)):
        return None
    top = load_yaml(sheet_path(name))
    items = top.items if isinstance(top, YamlMap) else ()
    words = {key.text: value.text for key, value in items if isinstance(value, Scalar)}
    return SheetSummary(name, words.get("summary", ""), words.get("recorded") == "true", package)


@limit_work()
def _layout(target: str) -> GameSummary:
    """Summarise a layout file as a game with one sheet."""
    sheet = load_sheet(sheet_path(target))
    info = game_info(sheet)
    one = SheetSummary(target, sheet.summary, sheet.recorded)
    players = PlayerRange(info.least, info.most)
    return GameSummary(info.id, info.title, players, info.variants, (one,))
