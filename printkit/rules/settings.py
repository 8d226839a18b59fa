"""Rulings and settings of a game, for `record` and `simulate`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printkit.core.errors import LayoutError, UsageError, did_you_mean

if TYPE_CHECKING:
    from printkit.rules.game import Game


def read_pairs(given: Mapping[str, object] | Iterable[str] | None) -> dict[str, str]:
    """Parse the pairs of an option: a mapping, or texts like 'key=value'."""
    if isinstance(given, Mapping):
        return {key: str(value) for key, value in given.items()}
    found = {}
    for item in given or ():
        key, equals, value = str(item).partition("=")
        if not equals or not key:
            raise UsageError(f"'{item}' has no value", hint="write key=value")
        found[key] = value
    return found


def check_rulings(game: Game[Any], rulings: Mapping[str, str]) -> None:
    """Raise `UsageError` for a ruling or a choice that the game does not have."""
    known = game.open_rulings
    for key, choice in rulings.items():
        if key not in known:
            is_fixed = any(ruling.id == key for ruling in game.rulings)
            message = f"the ruling '{key}' is fixed" if is_fixed else f"unknown ruling '{key}'"
            hint = did_you_mean(key, known) or f"{game.title} has no rulings to choose"
            raise UsageError(message, hint=hint)
        choices = known[key].choices
        if choice not in choices:
            raise UsageError(f"the ruling {key} must be {' or '.join(choices)}, not '{choice}'")


def read_setting(game: Game[Any], key: str, value: str, *, recorded: bool = False) -> str:
    """Check a setting of a simulation or a record's header; return its value, or a file's text."""
    settings = {setting.key: setting for setting in game.settings}
    known = game.header_keys if recorded else settings.keys()
    if key not in known:
        whose = f"a record of {game.title}" if recorded else game.title
        raise UsageError(f"{whose} has no setting '{key}'", hint=did_you_mean(key, known))
    setting = settings.get(key)
    if setting is None or value in setting.choices:
        return value
    if setting.file:
        from printkit.core.source import load_source

        return load_source(Path(value)).text
    if setting.choices and not recorded:
        raise UsageError(f"{key} must be {' or '.join(setting.choices)}, not '{value}'")
    return value


@contextmanager
def files_named(settings: Mapping[str, str]) -> Iterator[None]:
    """Name the files of settings in errors, because the game only sees their text."""
    try:
        yield
    except LayoutError as error:
        if error.where is None or error.where.file not in settings:
            raise
        where = error.where._replace(file=settings[error.where.file])
        raise LayoutError(error.message, where, error.hint) from None
