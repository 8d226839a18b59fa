"""Logging a play in the BG Stats app: a link, printed as a QR code.

printkit only makes the link and sends nothing: the play is logged when someone opens the link or
scans its code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from printkit.core.errors import LayoutError
from printkit.layout.boxes.qrcodes import qr_code

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE: Final = "printkit"  # the app recognises games and players by this name and their ids
PLAY_ID: Final = 16  # characters of a hash that identify a play
LEVEL: Final = "low"  # error correction: the paper is clean when the code is scanned
QUIET: Final = 4
LEAST_MODULE_MM: Final = 0.4
LEAST_SIDE_MM: Final = 30.0
MOST_SIDE_MM: Final = 56.0


class LoggedPlayer(NamedTuple):
    """A player's result at the end of the game."""

    name: str
    place: int
    score: float
    won: bool
    began: bool = False


def day_of(date: datetime | None) -> str:
    """Return the day of a game where it was played; empty if it isn't known."""
    return date.date().isoformat() if date else ""


def play_link(
    game: tuple[str, str], date: datetime, players: Sequence[LoggedPlayer], play_id: str
) -> str:
    """Return the link that logs a play of a game, given its id and title."""
    game_id, title = game
    play: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": play_id,
        "playDate": date.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {"name": title, "sourceGameId": game_id, "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": player.name,
                "startPlayer": player.began,
                "rank": player.place,
                "score": player.score,
                "winner": player.won,
            }
            for player in players
        ],
    }
    spelled = json.dumps(play, ensure_ascii=False, separators=(",", ":"))
    return ADDRESS + quote(spelled, safe=":,")


def players_by_seat(ranking: Sequence[Mapping[str, Any]], first: str = "") -> list[LoggedPlayer]:
    """Return the players of a ranking in seat order; `first` began."""
    seats = sorted(ranking, key=lambda one: int(one["number"]))
    return [
        LoggedPlayer(one["name"], one["place"], one["points"], one["won"], one["name"] == first)
        for one in seats
    ]


def code_side_mm(link: str) -> float | None:
    """Return the width of a link's code on paper with its quiet zone; None if it is too dense."""
    try:
        modules = qr_code(link, LEVEL).modules + 2 * QUIET
    except LayoutError:
        return None
    side = max(LEAST_SIDE_MM, modules * LEAST_MODULE_MM)
    return side if side <= MOST_SIDE_MM else None


def play_log(link: str) -> dict[str, str] | None:
    """Return a link and its code as SVG, for the screen; None without a link."""
    return link_and_code(link) if link else None


def link_and_code(link: str) -> dict[str, str]:
    """Return a link and its code as SVG, which is empty if the link is too long for one."""
    try:
        code = qr_code(link, LEVEL)
    except LayoutError:
        return {"link": link, "svg": ""}
    side = code.modules + 2 * QUIET
    path = " ".join(
        " ".join(f"{part:g}" if n else str(part) for n, part in enumerate(each))
        for each in code.outline
    )
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-QUIET} {-QUIET} {side} {side}">'
        f'<rect x="{-QUIET}" y="{-QUIET}" width="{side}" height="{side}" fill="#fff"/>'
        f'<path fill-rule="evenodd" d="{path}"/></svg>'
    )
    return {"link": link, "svg": svg}


def log_facts(link: str) -> dict[str, Any]:
    """Return the facts about a link for a result sheet: its code's size, or that it's too dense."""
    side = code_side_mm(link) if link else None
    return {"link": link if side else "", "side": side or 0, "dense": bool(link) and side is None}
