"""Options that several commands share, and what the shell completes for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Optional

import typer

if TYPE_CHECKING:
    from collections.abc import Callable


def complete_target(incomplete: str) -> list[str]:
    """Games, sheets, and nothing for paths: the shell knows those."""
    from printkit.layout.loading import TOOLS, shipped_games, shipped_sheets

    names = (*shipped_games(), *shipped_sheets(), *TOOLS)
    return [name for name in names if name.startswith(incomplete)]


def complete_game(incomplete: str) -> list[str]:
    """The games."""
    from printkit.games import game_ids

    return [name for name in game_ids() if name.startswith(incomplete)]


def complete_paper(incomplete: str) -> list[str]:
    """The papers that have a name."""
    from printkit.paper import PAPERS

    return [name for name in PAPERS if name.startswith(incomplete)]


def complete_theme(incomplete: str) -> list[str]:
    """The themes."""
    from printkit.theme import theme_names

    return [name for name in theme_names() if name.startswith(incomplete)]


def complete_language(incomplete: str) -> list[str]:
    """The languages that have a catalogue."""
    from printkit.build.languages import languages

    return [name for name in languages() if name.startswith(incomplete)]


def complete_format(incomplete: str) -> list[str]:
    """The formats of files."""
    from printkit.backends import FORMATS

    return [name for name in FORMATS if name.startswith(incomplete)]


def whole(option: str, least: int, most: int) -> Callable[[str | int], int]:
    """A reader of whole numbers within bounds, whose refusal says the bounds."""

    def read(given: str | int) -> int:
        from printkit.units import parse_whole

        return parse_whole(option, str(given), least, most)

    return read


Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing unless it goes wrong.")]
OptionalGame = Annotated[
    Optional[str],  # noqa: UP045 - Typer reads it at run time
    typer.Argument(
        metavar="[GAME]", help="Only this game, or a layout file.", autocompletion=complete_game
    ),
]
