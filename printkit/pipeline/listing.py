"""What there is to print: every game with its sheets, player counts, variants, options and rules.

A list of all games reads only the lines at the top of each layout. Whatever needs the whole layout
is read when it is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from printkit.core.budget import limit_work
from printkit.core.errors import UsageError, did_you_mean, known_as
from printkit.core.yamlfile import Scalar, YamlMap, load_yaml
from printkit.games import find, load
from printkit.layout.language.loading import (
    load_sheet,
    sheet_path,
    shipped_games,
    shipped_results,
    shipped_sheets,
)
from printkit.pipeline.gameinfo import game_info
from printkit.pipeline.options import declared_options

if TYPE_CHECKING:
    from printkit.layout.language.definition import Sheet
    from printkit.pipeline.options import SheetOption
    from printkit.rules.game import Rule, Ruling


class PlayerRange(NamedTuple):
    """A range of player counts; 0 to 0 where players do not matter.

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
        id: What `build` calls it: `attribute/score-pad`, or the path of a layout file.
        summary: What it is, in a sentence.
        recorded: Whether it shows a recorded game, so that it needs one.
    """

    id: str
    summary: str
    recorded: bool

    @cached_property
    def _sheet(self) -> Sheet:
        return load_sheet(sheet_path(self.id))

    @cached_property
    def title(self) -> str:
        """What is printed at its top."""
        return self._sheet.title.text

    @cached_property
    def players(self) -> PlayerRange:
        """For how many players it is."""
        info = game_info(self._sheet)
        return PlayerRange(info.least, info.most)

    @cached_property
    def options(self) -> tuple[SheetOption, ...]:
        """What `set` takes for it."""
        return declared_options(self._sheet)

    def as_json(self) -> dict[str, Any]:
        """The sheet as `printkit list --json` prints it."""
        return {
            "id": self.id,
            "title": self.title,
            "summary": self.summary,
            "recorded": self.recorded,
            "players": self.players._asdict(),
            "options": [option.as_json() for option in self.options],
        }


@dataclass(frozen=True)
class GameSummary:
    """A game, or a layout file as a game with one sheet.

    Attributes:
        id: What `build` calls it; `own` for a layout file of a game that only it knows.
        title: What people call it.
        players: For how many players it is.
        variants: The ids of its variants, the usual one first.
        sheets: Its sheets.
    """

    id: str
    title: str
    players: PlayerRange
    variants: tuple[str, ...]
    sheets: tuple[SheetSummary, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Its rules, each with `id`, `text`, `section` and `status`."""
        game = find(self.id)
        return game.rules if game else ()

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """How unclear passages of its rulebook are read, and which choices there are."""
        game = find(self.id)
        return game.rulings if game else ()

    def as_json(self) -> dict[str, Any]:
        """The game as `printkit list --json` prints it."""
        return {
            "id": self.id,
            "title": self.title,
            "players": self.players._asdict(),
            "variants": list(self.variants),
            "sheets": [sheet.as_json() for sheet in self.sheets],
        }


def list_games() -> list[GameSummary]:
    """Every game with its sheets."""
    return [_game(game) for game in shipped_games()]


def find_game(name: str) -> GameSummary:
    """The game with this id, or a layout file as a game of its own."""
    if name.endswith((".yaml", ".yml")):
        return _layout(name)
    game = known_as(name, shipped_games())
    if game not in shipped_games():
        raise UsageError(f"there is no game '{game}'", hint=did_you_mean(game, shipped_games()))
    return _game(game)


def _game(game_id: str) -> GameSummary:
    game = load(game_id)
    names = (*shipped_sheets(), *shipped_results())
    sheets = tuple(_summary(name) for name in names if name.startswith(f"{game_id}/"))
    variants = tuple(variant.id for variant in game.variants)
    return GameSummary(game_id, game.title, PlayerRange(*game.players), variants, sheets)


def _summary(name: str) -> SheetSummary:
    top = load_yaml(sheet_path(name))
    items = top.items if isinstance(top, YamlMap) else ()
    words = {key.text: value.text for key, value in items if isinstance(value, Scalar)}
    return SheetSummary(name, words.get("summary", ""), words.get("recorded") == "true")


@limit_work()
def _layout(target: str) -> GameSummary:
    """A layout of one's own, as a game with one sheet."""
    sheet = load_sheet(sheet_path(target))
    info = game_info(sheet)
    one = SheetSummary(target, sheet.summary, sheet.recorded)
    players = PlayerRange(info.least, info.most)
    return GameSummary(info.id, info.title, players, info.variants, (one,))
