"""What several commands are told about a game: its variant, rulings and settings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from printkit.errors import LayoutError, UsageError, did_you_mean

if TYPE_CHECKING:
    from printkit.rules.game import Game

Variant = Annotated[
    Optional[str],  # noqa: UP045 - Typer reads it at run time
    typer.Option("--variant", metavar="NAME", help="The way to play."),
]
Settings = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option("--set", metavar="KEY=VALUE", help="A setting of the game."),
]
Rulings = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option("--ruling", metavar="ID=CHOICE", help="How a rule is read."),
]


def pairs(items: Iterable[str] | None) -> dict[str, str]:
    """The pairs that an option names, one each time it is given."""
    found = {}
    for item in items or ():
        key, equals, value = item.partition("=")
        if not equals or not key:
            raise UsageError(f"'{item}' is not of the form key=value")
        found[key] = value
    return found


def check_rulings(game: Game[Any], rulings: Mapping[str, str]) -> None:
    """Raises `UsageError` for a ruling or a choice that the game does not have."""
    known = game.open_rulings
    for key, choice in rulings.items():
        if key not in known:
            raise UsageError(f"no ruling is called '{key}'", hint=did_you_mean(key, known))
        choices = known[key].choices
        if choice not in choices:
            raise UsageError(f"the ruling {key} is {' or '.join(choices)}, not '{choice}'")


def read_setting(game: Game[Any], key: str, value: str, *, recorded: bool = False) -> str:
    """The value of a setting, of a file its text: of a simulation, or of a record's header."""
    settings = {setting.key: setting for setting in game.settings}
    known = game.header_keys if recorded else settings.keys()
    if key not in known:
        whose = f"a record of {game.title}" if recorded else game.title
        raise UsageError(f"{whose} has no setting '{key}'", hint=did_you_mean(key, known))
    setting = settings.get(key)
    if setting is None or value in setting.choices:
        return value
    if setting.file:
        return _load_text(value)
    if setting.choices and not recorded:
        raise UsageError(f"{key} is {' or '.join(setting.choices)}, not '{value}'")
    return value


def _load_text(name: str) -> str:
    from printkit.source import load_source

    return load_source(Path(name)).text


@contextmanager
def files_named(settings: Mapping[str, str]) -> Iterator[None]:
    """Names the files of settings in an error: the game only knows their texts."""
    try:
        yield
    except LayoutError as error:
        if error.where is None or error.where.file not in settings:
            raise
        where = error.where._replace(file=settings[error.where.file])
        raise LayoutError(error.message, where, error.hint) from None
