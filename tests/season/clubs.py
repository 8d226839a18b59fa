"""Folders of games for the tests of seasons."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import printkit
from printkit.filling.recordedgame import load_recorded_game
from printkit.samples import FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

ANN_WINS = {"Ann": 5.0, "Ben": 3.0}
HEAD = "date,game,names,scores\n"
SHEETS = {
    "attacke": "chip-tracker",
    "attribute": "score-pad",
    "cattitude": "score-pad",
    "swipsheep": "score-pad",
    "wolle": "sheet",
}
"""The sheet of each game with everyone's points."""
EXTRA: dict[str, dict[str, Any]] = {"wolle": {"seed": "x"}, "cattitude": {"set": {"pad": "long"}}}


def write_table(path: Path, *rows: str) -> Path:
    """Write a table of results, one game in each row."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


def row(date: str, game: str, scores: Mapping[str, float]) -> str:
    """Return a row of a table of results."""
    names, points = ", ".join(scores), ", ".join(map(str, scores.values()))
    return f'{date},{game},"{names}","{points}"'


def random_rows(number: int, names: Iterable[str], seed: str = "club") -> list[str]:
    """Return rows with random games of two to five players, in the order of their dates."""
    chance, players = random.Random(seed), list(names)
    found = []
    for day in range(number):
        table = chance.sample(players, chance.randint(2, min(5, len(players))))
        scores: dict[str, float] = {name: chance.randint(-2, 9) for name in table}
        date = f"2026-{day * 10 // number + 1:02}-{day % 28 + 1:02}"
        found.append(row(date, chance.choice(["Catan", "Skat"]), scores))
    return sorted(found)


def sheet_of(record: Path, **more: Any) -> str:
    """Return the score sheet of a recorded game, as Play would have written it."""
    recorded = load_recorded_game(record)
    game, names = recorded.game.id, recorded.header.players
    extra = EXTRA.get(game, {})
    objects = [
        {
            "target": f"{game}/{SHEETS[game]}",
            "names": list(names),
            "variant": recorded.header.variant,
            **extra,
            **more,
            "values": {
                name: value
                for name, value in page.items()
                if value != "crossed" and name != "name"
                if game != "cattitude" or name.startswith("count.")
            },
        }
        for page in recorded.written[SHEETS[game]].pages
    ]
    return json.dumps(objects if len(objects) > 1 else objects[0])


def whole_game(game: str) -> Path:
    """A recorded sample game that was played to its end."""
    return min(path for path in (FOLDER / game).glob("whole-*.jsonl"))


def reasons(folder: Path) -> dict[str, str]:
    """Why something doesn't count, by its place."""
    return {each.place: each.reason for each in printkit.load_season(folder).not_counted}
