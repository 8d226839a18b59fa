"""Listing: what is shipped, as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from printkit.budget import spending
from printkit.build.facts import GameInfo, game_info
from printkit.build.options import SheetOption, declared_options
from printkit.layout.loading import (
    load_sheet,
    sheet_path,
    shipped_games,
    shipped_results,
    shipped_sheets,
)

if TYPE_CHECKING:
    from printkit.layout.definition import Sheet


def list_games() -> list[dict[str, Any]]:
    """Every game with its sheets."""
    return [_game(game) for game in shipped_games()]


@spending()
def list_layout(target: str) -> dict[str, Any]:
    """A layout of one's own, as a game with one sheet."""
    info = game_info(load_sheet(sheet_path(target)))
    return _entry(info.id, info, [target])


def _game(game: str) -> dict[str, Any]:
    names = (*shipped_sheets(), *shipped_results())
    ids = [name for name in names if name.startswith(f"{game}/")]
    return _entry(game, game_info(load_sheet(sheet_path(ids[0]))), ids)


def _entry(game: str, info: GameInfo, ids: list[str]) -> dict[str, Any]:
    return {
        "id": game,
        "title": info.title,
        "players": {"min": info.least, "max": info.most},
        "variants": list(info.variants),
        "sheets": [_sheet(name) for name in ids],
    }


def _sheet(name: str) -> dict[str, Any]:
    sheet = load_sheet(sheet_path(name))
    info = game_info(sheet)
    return {
        "id": name,
        "title": sheet.title.text,
        "summary": sheet.summary,
        "recorded": sheet.recorded,
        "players": {"min": info.least, "max": info.most},
        "options": [
            {**option._asdict(), "choices": list(option.choices), **_bounds(option, sheet)}
            for option in declared_options(sheet)
        ],
    }


def _bounds(option: SheetOption, sheet: Sheet) -> dict[str, int]:
    """Between which numbers a number has to be."""
    declared = dict(sheet.options)[option.name]
    return {"min": declared.least, "max": declared.most} if option.type == "int" else {}
