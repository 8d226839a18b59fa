"""Proves our boards by simulation: the figures in docs/boards.md and the pictures beside it.

    python -m docs.generate.boards [--games 2000] [--rounds 2500]

Bots play each board with 2, 4 and 6 players, with and without cups. Then the sheets of one build
are compared, with random and with fair cups. The tables go between the marks in docs/boards.md, and
where threads go is drawn as docs/boards-a.png and docs/boards-b.png.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, pvariance, quantiles
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from printkit.games.wolle.board import BLOCK, PAW, SHADOW, SHIPPED, START, shipped_board
from printkit.games.wolle.cups import draw_choices, find_costs
from printkit.games.wolle.dealer import SEATS, new_trial, play_out
from printkit.games.wolle.routes import segment_ends
from printkit.games.wolle.state import items, knocked_cups, scores, ways

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printkit.games.wolle.board import Board
    from printkit.games.wolle.cups import Costs, CupChoice
    from printkit.games.wolle.state import State

DOCS = Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"
COUNTS = (2, 4, 6)
BUILD = 96
PITCH, MARGIN = 26, 26
INK = {"a": (166, 98, 0), "b": (25, 84, 150)}
PAPER = {"a": (255, 247, 219), "b": (228, 241, 252)}


@dataclass(slots=True)
class Figures:
    """What came of many games on one board."""

    turns: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    sets: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    cups: list[int] = field(default_factory=list)
    paws: int = 0
    draws: int = 0
    stuck: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    segments: Counter[tuple[int, int]] = field(default_factory=Counter)

    def watch(self, state: State) -> None:
        """Counts what happens during a game."""
        if state.die:
            seats = [n for n, thread in enumerate(state.threads) if not thread.stopped]
            self.draws += len(seats)
            self.stuck += sum(1 for seat in seats if not ways(state, seat))

    def add(self, state: State) -> None:
        """Takes one finished game in."""
        board = state.board
        self.turns.append(state.turns)
        self.reasons[state.reason] += 1
        self.scores += scores(state)
        self.cups += knocked_cups(state)
        for thread in state.threads:
            self.sets.append(min(items(board, thread)))
            self.paws += thread.stopped
            self.segments.update(segment_ends(thread.used, board.columns))


def measure(board: Board, players: int, games: int, *, cups: bool) -> Figures:
    """Plays that many games between bots."""
    rng = Random(f"boards/{board.id}/{players}/{cups}")
    figures = Figures()
    for _ in range(games):
        choices: list[CupChoice] = [()] * players
        if cups:
            choices = list(draw_choices(board, players, rng))
        began: list[int] = []

        def watch(state: State, began: list[int] = began) -> None:
            figures.watch(state)
            if state.timer is not None and not state.die and not began:
                began.append(state.turns)

        figures.add(play_out(new_trial(board, choices), rng, watch))
        figures.starts += began
    return figures


def tabulate(board: Board, games: int, heat: Figures) -> Iterator[str]:
    """The table of one board, in Markdown; its threads are added to `heat`."""
    yield f"### Side {board.id.upper()}, {board.name.lower()}"
    yield ""
    yield "| | " + " | ".join(f"{players} players" for players in COUNTS) + " |"
    yield "| --- |" + " ---: |" * len(COUNTS)
    columns = []
    for players in COUNTS:
        played = measure(board, players, games, cups=True)
        heat.segments.update(played.segments)
        heat.scores += played.scores
        columns.append(_column(played, measure(board, players, games, cups=False)))
    for key in columns[0]:
        yield f"| {key} | " + " | ".join(column[key] for column in columns) + " |"
    yield ""


def _column(played: Figures, without: Figures) -> dict[str, str]:
    low, *_, high = quantiles(played.turns, n=10)
    threads = len(played.scores)
    some = sum(1 for sets in played.sets if 1 <= sets <= 4)
    idle = played.reasons["wolle.end-idle"]
    mean, bare = fmean(played.scores), fmean(without.scores)
    return {
        "turns per game (4 games in 5)": f"{fmean(played.turns):.1f} ({low:.0f} to {high:.0f})",
        "the timer starts after turn": f"{fmean(played.starts):.1f}",
        "sets per player": f"{fmean(played.sets):.2f}",
        "players with 1 to 4 sets": f"{some / threads:.0%}",
        "threads that end on the paw": f"{played.paws / threads:.0%}",
        "cups knocked over by a player": f"{fmean(played.cups):.2f}",
        "turns in which a player is stuck": f"{played.stuck / played.draws:.1%}",
        "games that end because nobody draws": f"{idle / len(played.turns):.0%}",
        "mean score": f"{mean:.2f}",
        "mean score without cups": f"{bare:.2f}",
        "what cups cost a player": f"{bare - mean:.2f}",
    }


def compare(board: Board, rounds: int) -> str:
    """A line about how far apart the sheets of one build are, random and fair."""
    random = _spread(board, None, rounds)
    fair = _spread(board, find_costs(board), rounds)
    return f"| {board.id.upper()} | {random:.3f} | {fair:.3f} | {fair / random:.0%} |"


def _spread(board: Board, costs: Costs | None, rounds: int) -> float:
    """The standard deviation of the sheets' true mean scores.

    Every sheet of a build is played equally often, six different ones at a table. What the luck
    of dice and bots adds to the variance of the means is known, and taken off.
    """
    rng = Random(f"spread/{board.id}/{costs is None}")
    sheets = list(draw_choices(board, BUILD, rng, costs))
    found: dict[CupChoice, list[int]] = {sheet: [] for sheet in sheets}
    for _ in range(rounds):
        rng.shuffle(sheets)
        for first in range(0, BUILD, SEATS):
            table = sheets[first : first + SEATS]
            played = play_out(new_trial(board, table), rng)
            for sheet, score in zip(table, scores(played), strict=True):
                found[sheet].append(score)
    means = [fmean(each) for each in found.values()]
    luck = fmean(pvariance(each) for each in found.values()) / rounds
    return sqrt(max(0.0, pvariance(means) * BUILD / (BUILD - 1) - luck))


def draw_heat(board: Board, heat: Figures) -> Image.Image:
    """Where threads go: the oftener a segment is drawn, the bolder it is."""
    columns, rows = board.columns, len(board.rows)
    scale = 4
    size = ((columns - 1) * PITCH + 2 * MARGIN) * scale, ((rows - 1) * PITCH + 2 * MARGIN) * scale
    image = Image.new("RGB", size, PAPER[board.id])
    pen = ImageDraw.Draw(image)
    most = max(heat.segments.values())

    def centre(dot: int) -> tuple[int, int]:
        row, column = divmod(dot, columns)
        return (MARGIN + column * PITCH) * scale, (MARGIN + row * PITCH) * scale

    for (one, other), times in sorted(heat.segments.items(), key=lambda each: each[1]):
        share = times / most
        colour = tuple(
            round(paper + (ink - paper) * share**0.6)
            for paper, ink in zip(PAPER[board.id], INK[board.id], strict=True)
        )
        width = max(1, round(share**0.7 * PITCH * 0.55 * scale))
        pen.line((centre(one), centre(other)), fill=colour, width=width)
    for dot, mark in enumerate(board.marks):
        _draw_mark(pen, centre(dot), mark, scale)
    return image.reduce(scale).quantize(64)


def _draw_mark(pen: ImageDraw.ImageDraw, at: tuple[int, int], mark: str, scale: int) -> None:
    x, y = at
    ink = (40, 40, 40)
    if mark == BLOCK:
        half = 7 * scale
        pen.rectangle((x - half, y - half, x + half, y + half), fill=(150, 60, 50))
    elif mark == SHADOW:
        half = 5 * scale
        pen.ellipse((x - half, y - half, x + half, y + half), fill=(110, 110, 110))
    elif mark == ".":
        half = 2 * scale
        pen.ellipse((x - half, y - half, x + half, y + half), fill=ink)
    else:
        half = 7 * scale
        fill = (40, 120, 70) if mark in (START, PAW) else (255, 255, 255)
        pen.ellipse((x - half, y - half, x + half, y + half), fill=fill, outline=ink, width=scale)
        letter = (255, 255, 255) if mark in (START, PAW) else ink
        pen.text(at, mark, fill=letter, anchor="mm", font_size=11 * scale)


def _about(rounds: int) -> str:
    return (
        f"How far apart the mean scores of {BUILD} sheets are (standard deviation, in points), "
        f"when each is played {rounds:,} times."
    )


def write_figures(lines: list[str]) -> None:
    """Puts the lines between the marks of docs/boards.md."""
    path = DOCS / "boards.md"
    before, rest = path.read_text(encoding="utf-8").split(BEGIN)
    _, after = rest.split(END)
    text = f"{before}{BEGIN}\n{chr(10).join(lines)}\n{END}{after}"
    path.write_text(text, encoding="utf-8")


def main() -> None:
    """Plays, measures, writes and draws."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2_000, help="games for each line of a table")
    parser.add_argument("--rounds", type=int, default=2_500, help="games for each sheet of a build")
    given = parser.parse_args()
    lines: list[str] = []
    for board in map(shipped_board, SHIPPED):
        heat = Figures()
        lines += tabulate(board, given.games, heat)
        draw_heat(board, heat).save(DOCS / f"boards-{board.id}.png", optimize=True)
    lines += ["### The sheets of one build", "", _about(given.rounds), ""]
    lines += ["| side | random cups | fair cups | fair / random |", "| --- | ---: | ---: | ---: |"]
    lines += [compare(board, given.rounds) for board in map(shipped_board, SHIPPED)]
    write_figures(lines)


if __name__ == "__main__":
    main()
