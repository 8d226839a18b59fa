"""Calls of the public functions, run in turn, in threads or by asyncio, in a process of their own.

    python -m tests.api.calls in_turn|in_threads|in_asyncio|pictures NUMBER PERIOD

prints a JSON list with a digest of each result. After PERIOD calls, they repeat. The working folder
has the files of `write_files`.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from threading import Barrier
from typing import Any, TypeAlias

from PIL import Image

import printkit
from printkit.samples import sample_files
from tests.text.fontparts import ROBOTO, glyph, mapped

THREADS = 8
NAME = "太郎"  # in a font of the system only
LAYOUT = """sheet: own/threads
title: Threads
players: 1-4
fonts: {own: {regular: own.ttf}}
data: {rows: rows.csv}
fields:
  points.R.P: {min: 0, max: 50}
  total.P: {formula: "sum(points.*.P) * (1 if points.1.P > 2 else 2)"}
body:
  - for: row in rows
    row:
      - {icon: star, width: 8mm}
      - {text: "{row.name}", font: own}
  - {rich: "**{count}** {plural(count, 'player', 'players')}, *about* {count + 0.5}"}
  - table:
      columns: [{width: 20mm}, {for: player in players, head: "{player.label}"}]
      rows:
        - {for: "n in [1, 2]", height: 8mm, cells: ["{n}"], field: "points.{n}.{player.number}"}
        - {height: 8mm, cells: ['Total \\x41'], field: "total.{player.number}"}
  - {image: dot.png, width: 20mm, alt: A dot}
  - {qr: "https://example.org", height: 20mm}
"""
SHEETS = (
    "attribute/score-pad", "attribute/setup-card", "attacke/contest-log", "cattitude/score-pad",
    "swipsheep/round-tracker", "wolle/sheet", "wolle/player-aid", "own.yaml",
)  # fmt: skip
FORMATS: tuple[dict[str, Any], ...] = (
    {"format": "pdf"},
    {"format": "svg", "pages": 1},
    {"format": "png", "pages": 1, "dpi": 40},
    {"format": "pdf", "fillable": True},
)
Call: TypeAlias = Callable[[], Any]


def write_files(folder: Path) -> None:
    """Write a layout with a font, a picture and data of its own, and a font for `NAME`."""
    (folder / "own.yaml").write_text(LAYOUT)
    (folder / "own.ttf").write_bytes(ROBOTO)
    (folder / "rows.csv").write_text("name\nAnn\nBen\n")
    Image.new("RGB", (60, 60), "red").save(folder / "dot.png")
    letters = {letter: glyph(ROBOTO, latin) for letter, latin in zip(NAME, "TR", strict=True)}
    (folder / "system.ttf").write_bytes(mapped(ROBOTO, letters))


def make_calls(number: int, period: int) -> list[Call]:
    """Return calls of all public functions, mostly renderings; after a period, they repeat."""
    others: list[Call] = [
        printkit.list_games,
        partial(printkit.check, "own.yaml"),
        partial(printkit.load_game, "wolle"),
        partial(printkit.validate, sample_files("attribute")[0]),
        partial(printkit.simulate, "attacke", games=2, seed="x"),
    ]
    random = Random("threads")
    keywords = [
        {
            "names": random.choice([("Ann", "Ben", "Cleo"), ("Ann", "Ben", NAME)]),
            "lang": random.choice(["en", "de", "fr", "pl"]),
            "theme": random.choice(["colour", "ink-saver", "mono"]),
            "paper": random.choice(["a4", "letter"]),
            "seed": "x",
            **random.choice(FORMATS),
        }
        for _ in range(period)
    ]
    every = period // len(others)
    calls: list[Call] = []
    for index in range(number):
        at = index % period
        target = SHEETS[at % len(SHEETS)]
        if at % every == every - 1:
            calls.append(others[at // every])
        elif at % every == every - 2:
            calls.append(partial(printkit.build, target, **keywords[at], out=f"out/{index}/"))
        else:
            calls.append(partial(printkit.render, target, **keywords[at]))
    return calls


def digest(result: Any) -> str:
    """Return a digest of everything in a result, including the files it names."""
    if isinstance(result, printkit.BuildResult):
        return digest([file.path.read_bytes() for file in result.files])
    if isinstance(result, bytes):
        return sha256(result).hexdigest()
    if isinstance(result, list):
        return digest(repr([digest(each) for each in result]).encode())
    if isinstance(result, Mapping):
        return digest(json.dumps(result, default=str).encode())
    if isinstance(result, printkit.Summary):
        return digest(repr(result.results).encode())
    if isinstance(result, printkit.Report):
        return digest(result.as_json("record"))
    return digest(result.as_json())


def attempt(call: Call) -> str:
    """Run a call; return the digest of its result, or the text of its error."""
    try:
        return digest(call())
    except printkit.PrintkitError as error:
        return str(error)


def in_turn(calls: list[Call]) -> list[str]:
    """Run one call after the other."""
    return [attempt(call) for call in calls]


def in_threads(calls: list[Call]) -> list[str]:
    """Run the calls in threads, which begin together and take turns very often."""
    sys.setswitchinterval(1e-5)
    start = Barrier(THREADS)
    with ThreadPoolExecutor(THREADS, initializer=start.wait) as executor:
        return [*executor.map(attempt, calls)]


def in_asyncio(calls: list[Call]) -> list[str]:
    """Run the calls by `asyncio.to_thread`."""

    async def run_all() -> list[str]:
        return [*await asyncio.gather(*(asyncio.to_thread(attempt, call) for call in calls))]

    return asyncio.run(run_all())


def pictures(calls: list[Call]) -> list[str]:
    """Draw one sheet as often as there are calls, in threads, as a notebook shows it."""
    sheet = printkit.render("wolle/sheet", players=2, seed="x", pages=1)
    with ThreadPoolExecutor(THREADS) as executor:
        return [*executor.map(lambda _: digest(sheet._repr_png_()), calls)]


if __name__ == "__main__":
    ways = (in_turn, in_threads, in_asyncio, pictures)
    how = {way.__name__: way for way in ways}[sys.argv[1]]
    sys.stdout.write(json.dumps(how(make_calls(*map(int, sys.argv[2:])))))
