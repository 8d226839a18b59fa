"""Reads line 1 of a record: which game, who plays, which variant and rulings.

Takes a parsed line and a way to find a game by its id; gives the game and its checked header.
Raises `Refusal` with core.header, core.players or the game's own rule about its players.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from printkit.errors import did_you_mean, show
from printkit.rules.game import Game, Header, Refusal
from printkit.rules.reading import unknown_key

HEADER: Final = "core.header"
VERSION: Final = 1
MAX_NAME: Final = 40
_KEYS: Final = ("printkit", "game", "players", "variant", "rulings")

FindGame = Callable[[str], Game[Any] | None]
"""Finds the game of an id; where there is none it gives None, or raises `unknown_game` itself."""


def parse_header(row: Mapping[str, Any], find_game: FindGame) -> tuple[Game[Any], Header]:
    """The game and the header that line 1 names."""
    game = _game(row, find_game)
    players = _players(row.get("players"))
    _test_count(game, len(players))
    extras = _extras(game, row)
    seats = {name: seat for seat, name in enumerate(players)}
    variant, rulings = _variant(game, row), _rulings(game, row)
    return game, Header(game.id, players, variant, rulings, extras, seats)


def first_seat(header: Header) -> int:
    """The seat of the player whom the header calls `first`; left out, the first in the list."""
    name = header.extras.get("first", header.players[0])
    seat = header.seats.get(name) if isinstance(name, str) else None
    if seat is None:
        known = ", ".join(header.players)
        raise Refusal(HEADER, f"'first' must be one of the players ({known}), not {show(name)}")
    return seat


def _extras(game: Game[Any], row: Mapping[str, Any]) -> dict[str, Any]:
    extras = {}
    for key, value in row.items():
        if key in game.header_keys:
            extras[key] = value
        elif key not in _KEYS:
            known = (*_KEYS, *sorted(game.header_keys))
            raise Refusal(HEADER, unknown_key(key, "line 1", known, row))
    return extras


def _game(row: Mapping[str, Any], find_game: FindGame) -> Game[Any]:
    version = row.get("printkit")
    if type(version) is not int or version != VERSION:
        found = show(version) if "printkit" in row else "none"
        raise Refusal(HEADER, f'line 1 must say "printkit": {VERSION}, the format; found {found}')
    if "game" not in row:
        raise Refusal(HEADER, 'line 1 must name the game, as in "game": "attribute"')
    name = row["game"]
    game = find_game(name) if isinstance(name, str) else None
    if game is None:
        raise unknown_game(name)
    return game


def unknown_game(name: object, known: str = "") -> Refusal:
    """What is said of a game that nobody knows, and which there are."""
    said = f"no game is called {show(name)}"
    return Refusal(HEADER, f"{said}; {known}" if known else said)


def _players(names: Any) -> tuple[str, ...]:
    if not isinstance(names, list):
        raise Refusal("core.players", f"'players' must list the players' names, not {show(names)}")
    seen = set()
    for name in names:
        if not isinstance(name, str) or not 1 <= len(name) <= MAX_NAME:
            wanted = f"a player's name has 1 to {MAX_NAME} characters"
            raise Refusal("core.players", f"{wanted}; {show(name)} does not")
        if name in seen:
            raise Refusal("core.players", f"two players are called {show(name)}")
        seen.add(name)
    return tuple(names)


def _test_count(game: Game[Any], count: int) -> None:
    low, high = game.players
    if not low <= count <= high:
        raise Refusal(f"{game.id}.players", game.box.wrong_count(count))


def _variant(game: Game[Any], row: Mapping[str, Any]) -> str:
    known = game.variants
    name = row.get("variant", known[0].id)
    for variant in known:
        if name == variant.id:
            return variant.id
    ids = ", ".join(variant.id for variant in known)
    raise Refusal(HEADER, f"{game.title} has no variant {show(name)}; {ids}")


def _rulings(game: Game[Any], row: Mapping[str, Any]) -> dict[str, str]:
    given = row.get("rulings", {})
    if not isinstance(given, dict):
        raise Refusal(HEADER, f"'rulings' must map rulings to choices, not {show(given)}")
    known = game.open_rulings
    for name, choice in given.items():
        if name not in known:
            raise Refusal(HEADER, f"no ruling is called {show(name)}; {did_you_mean(name, known)}")
        if not isinstance(choice, str) or choice not in known[name].choices:
            choices = " or ".join(known[name].choices)
            raise Refusal(HEADER, f"the ruling {name} is {choices}, not {show(choice)}")
    return {name: given.get(name, ruling.default) for name, ruling in known.items()}
