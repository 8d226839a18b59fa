"""Attribute's score pad for four players, written by hand on ReportLab.

`reportlab_score_pad.py FILE` draws the pad on the left half of a page: the same table with the same
six embedded fonts, colours and pictures, at coordinates worked out beforehand.
`reportlab_score_pad.py FOLDER files N` draws N files in one process.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

if TYPE_CHECKING:
    from collections.abc import Callable

WIDTH, HEIGHT = 841.89, 595.276
LEFT, RIGHT, CUT = 19.843, 401.102, 420.945
TOP, HEAD, FIRST, LAST, BOTTOM = 61.06, 87.95, 100.22, 510.49, 536.0
ROUNDS, PLAYERS = 16, 4
ROW = (LAST - FIRST) / ROUNDS
NAME, TOPIC, SCORES = 45.35, 93.54, 164.41
PLAYER = (RIGHT - SCORES) / PLAYERS
CHANGE = 25.51

INK, SOFT, LINE, FRAME, CUTTING = "#20242c", "#555c68", "#aab2bf", "#5b6472", "#8c8c8c"
ACCENT, DARK, TINT, PAPER = "#3f8f5f", "#1d5a3a", "#e6f3ea", "#ffffff"
GOOD, GOOD_TINT, BAD, BAD_TINT = "#1f7a38", "#e1f3e5", "#9a1a14", "#fbe6e4"

FONTS = {
    "title": "nunito/Nunito_900Black.ttf",
    "number": "nunito/Nunito_700Bold.ttf",
    "text": "roboto/Roboto_400Regular.ttf",
    "strong": "roboto/Roboto_700Bold.ttf",
    "note": "roboto/Roboto_400Regular_Italic.ttf",
    "head": "roboto-condensed/RobotoCondensed_700Bold.ttf",
}

# Pictures on a grid of 24: how to draw (filled, lined, both, or as paper), then the outline.
SHEEP = """
both M 5 1.6 L 19 1.6 C 20.88 1.6 22.4 3.12 22.4 5 L 22.4 14.4 C 22.4 16.28 20.88 17.8 19 17.8 L
  11.6 17.8 L 6.4 22.4 L 6.4 17.8 L 5 17.8 C 3.12 17.8 1.6 16.28 1.6 14.4 L 1.6 5 C 1.6 3.12 3.12
  1.6 5 1.6 Z
solid M 9 8 C 9 12.4 9.8 15.6 12 15.6 C 14.2 15.6 15 12.4 15 8 Z
line M 9 9 C 7.6 8.2 6.2 8.6 5.8 9.8 M 15 9 C 16.4 8.2 17.8 8.6 18.2 9.8
paper O 10.8 10.9 0.75 O 13.2 10.9 0.75
both M 8.8 8.4 C 8.23 8.09 7.86 7.5 7.82 6.85 C 7.78 6.21 8.07 5.58 8.6 5.2 C 8.75 4.47 9.28 3.88
  10 3.67 C 10.71 3.46 11.48 3.66 12 4.2 C 12.52 3.66 13.29 3.46 14 3.67 C 14.72 3.88 15.25 4.47
  15.4 5.2 C 15.93 5.58 16.22 6.21 16.18 6.85 C 16.14 7.5 15.77 8.09 15.2 8.4 C 14.78 8.84 14.21
  9.09 13.6 9.09 C 12.99 9.09 12.42 8.84 12 8.4 C 11.58 8.84 11.01 9.09 10.4 9.09 C 9.79 9.09 9.22
  8.84 8.8 8.4 Z
"""
GREEN = """
both M 6.5 9.6 C 4.8 8.2 2.2 8.6 1.4 10.2 C 1.8 13 4.8 14.2 6.8 12.8 Z
both M 17.5 9.6 C 19.2 8.2 21.8 8.6 22.6 10.2 C 22.2 13 19.2 14.2 17.2 12.8 Z
both M 6.6 8.6 C 6.6 10.6 6.4 12 6.8 14.2 C 7.4 18 9 21.8 12 21.8 C 15 21.8 16.6 18 17.2 14.2 C
  17.6 12 17.4 10.6 17.4 8.6 Z
both M 6.6 9.4 C 5.88 9 5.4 8.27 5.32 7.46 C 5.24 6.64 5.57 5.83 6.2 5.3 C 6.26 4.5 6.68 3.76 7.34
  3.3 C 7.99 2.84 8.82 2.69 9.6 2.9 C 10.06 2 10.99 1.44 12 1.44 C 13.01 1.44 13.94 2 14.4 2.9 C
  15.18 2.69 16.01 2.84 16.66 3.3 C 17.32 3.76 17.74 4.5 17.8 5.3 C 18.43 5.83 18.76 6.64 18.68
  7.46 C 18.6 8.27 18.12 9 17.4 9.4 C 16.73 10.22 15.71 10.67 14.65 10.64 C 13.59 10.6 12.61 10.07
  12 9.2 C 11.39 10.07 10.41 10.6 9.35 10.64 C 8.29 10.67 7.27 10.22 6.6 9.4 Z
solid O 9.7 13.3 1.05 O 14.3 13.3 1.05
line M 9.6 16.6 C 10.6 18.4 13.4 18.4 14.4 16.6
line M 13.6 17.6 C 15 18.8 16.6 18.9 18.4 18.4
solid O 20.3 16.2 1.2 O 21.82 17.31 1.2 O 21.24 19.09 1.2 O 19.36 19.09 1.2 O 18.78 17.31 1.2
paper O 20.3 17.8 0.8
"""
RED = """
solid M 7.4 7 C 6.8 10 7 13 7.6 15.4 C 8.3 18.8 9.6 22 12 22 C 14.4 22 15.7 18.8 16.4 15.4 C 17 13
  17.2 10 16.6 7 Z
line M 7.4 7 C 6.8 10 7 13 7.6 15.4 C 8.3 18.8 9.6 22 12 22 C 14.4 22 15.7 18.8 16.4 15.4 C 17 13
  17.2 10 16.6 7 Z
both M 10.4 6.2 C 9.4 3 6.2 1.3 3.6 3.2 C 0.9 5.2 0.8 11.2 2 14.2 C 3 16.6 5.8 17.4 6.6 15.6 C 7.3
  14 5.6 13.4 5.2 11.4 C 4.8 8.8 6.4 7.2 8.2 9.2 Z
both M 13.6 6.2 C 14.6 3 17.8 1.3 20.4 3.2 C 23.1 5.2 23.2 11.2 22 14.2 C 21 16.6 18.2 17.4 17.4
  15.6 C 16.7 14 18.4 13.4 18.8 11.4 C 19.2 8.8 17.6 7.2 15.8 9.2 Z
line M 2.4 5.6 L 4.6 6.6 M 1.7 10.2 L 4 10.2 M 6.4 2.6 L 7 4.6 M 21.6 5.6 L 19.4 6.6 M 22.3 10.2 L
  20 10.2 M 17.6 2.6 L 17 4.6
both M 8.4 8.4 C 7.76 7.94 7.41 7.17 7.5 6.38 C 7.58 5.6 8.08 4.92 8.8 4.6 C 8.82 3.83 9.21 3.12
  9.84 2.68 C 10.47 2.25 11.28 2.14 12 2.4 C 12.72 2.14 13.53 2.25 14.16 2.68 C 14.79 3.12 15.18
  3.83 15.2 4.6 C 15.92 4.92 16.42 5.6 16.5 6.38 C 16.59 7.17 16.24 7.94 15.6 8.4 C 15.17 8.94
  14.53 9.28 13.85 9.31 C 13.16 9.35 12.48 9.09 12 8.6 C 11.52 9.09 10.84 9.35 10.15 9.31 C 9.47
  9.28 8.83 8.94 8.4 8.4 Z
paper M 8 12 L 11.4 13.5 C 10.99 14.44 9.89 14.86 8.95 14.45 C 8.01 14.04 7.59 12.94 8 12 Z M 16
  12 L 12.6 13.5 C 13.01 14.44 14.11 14.86 15.05 14.45 C 15.99 14.04 16.41 12.94 16 12 Z
solid O 9.9 13.4 0.7 O 14.1 13.4 0.7
paper M 9.8 19 C 10.4 16.9 13.6 16.9 14.2 19 C 14.26 19.24 14.14 19.48 13.92 19.58 C 13.7 19.68
  13.44 19.6 13.3 19.4 C 12.6 18.4 11.4 18.4 10.7 19.4 C 10.56 19.6 10.3 19.68 10.08 19.58 C 9.86
  19.48 9.74 19.24 9.8 19 Z
"""
COUNTS = {"M": 2, "L": 2, "C": 6, "O": 3, "Z": 0}


class Page:
    """A canvas whose y grows downwards."""

    def __init__(self, path: str) -> None:
        self.canvas = Canvas(
            path,
            (WIDTH, HEIGHT),
            invariant=1,
            pageCompression=1,
            initialFontName="text",  # type: ignore[arg-type]  # the stubs want a number
        )
        self.canvas.setTitle("Score pad")

    def text(self, font: str, size: float, colour: str, x: float, y: float, text: str) -> None:
        self._set(font, size, colour)
        self.canvas.drawString(x, HEIGHT - y, text)

    def centred(self, font: str, size: float, colour: str, x: float, y: float, text: str) -> None:
        self._set(font, size, colour)
        self.canvas.drawCentredString(x, HEIGHT - y, text)

    def right(self, font: str, size: float, colour: str, x: float, y: float, text: str) -> None:
        self._set(font, size, colour)
        self.canvas.drawRightString(x, HEIGHT - y, text)

    def _set(self, font: str, size: float, colour: str) -> None:
        self.canvas.setFont(font, size)
        self.canvas.setFillColor(colour)

    def area(self, colour: str, x: float, y: float, right: float, bottom: float) -> None:
        self.canvas.setFillColor(colour)
        self.canvas.rect(x, HEIGHT - bottom, right - x, bottom - y, stroke=0, fill=1)

    def line(self, colour: str, width: float, x: float, y: float, x2: float, y2: float) -> None:
        self.canvas.setStrokeColor(colour)
        self.canvas.setLineWidth(width)
        self.canvas.line(x, HEIGHT - y, x2, HEIGHT - y2)

    def rounded(self, x: float, y: float, right: float, bottom: float, stroke: int) -> None:
        self.canvas.roundRect(
            x, HEIGHT - bottom, right - x, bottom - y, 5.67, stroke=stroke, fill=1 - stroke
        )

    def circle(self, x: float, y: float, radius: float) -> None:
        self.canvas.setFillColor(PAPER)
        self.canvas.setStrokeColor(DARK)
        self.canvas.setLineWidth(0.5)
        self.canvas.circle(x, HEIGHT - y, radius, stroke=1, fill=1)

    def icon(self, picture: str, x: float, y: float, size: float, *colours: str) -> None:
        colour, tint = colours
        canvas = self.canvas
        canvas.saveState()
        canvas.translate(x, HEIGHT - y)
        canvas.scale(size / 24, -size / 24)
        canvas.setLineWidth(1.5)
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
        canvas.setStrokeColor(colour)
        for layer in re.split(r"\n(?=\w)", picture.strip()):
            kind, *words = layer.split()
            canvas.setFillColor({"both": tint, "paper": PAPER}.get(kind, colour))
            self._outline(words, stroke=kind in ("both", "line"), fill=kind != "line")
        canvas.restoreState()

    def _outline(self, words: list[str], *, stroke: bool, fill: bool) -> None:
        path = self.canvas.beginPath()
        verbs: dict[str, Callable[..., None]] = {
            "M": path.moveTo,
            "L": path.lineTo,
            "C": path.curveTo,
            "O": path.circle,
            "Z": path.close,
        }
        at = 0
        while at < len(words):
            last = at + 1 + COUNTS[words[at]]
            verbs[words[at]](*map(float, words[at + 1 : last]))
            at = last
        self.canvas.drawPath(path, stroke=int(stroke), fill=int(fill))


def register_fonts() -> None:
    """All fonts, once a process: parsing them again for each file would double its time."""
    fonts = Path(__file__).resolve().parents[2] / "fonts"
    for name, file in FONTS.items():
        pdfmetrics.registerFont(TTFont(name, str(fonts / file)))


def draw(path: str) -> None:
    """Draws a file."""
    page = Page(path)
    page.canvas.saveState()
    page.canvas.setDash(3, 3)
    page.line(CUTTING, 0.4, CUT, 18.14, CUT, 577.13)
    page.canvas.restoreState()
    _draw_header(page)
    _draw_table(page)
    _draw_legend(page)
    _draw_footer(page)
    page.canvas.showPage()
    page.canvas.save()


def _draw_header(page: Page) -> None:
    page.icon(SHEEP, LEFT, 22.69, 25.51, DARK, TINT)
    page.text("strong", 7.5, DARK, 53.86, 30.42, "Attribute")
    page.text("title", 14, DARK, 53.86, 45.51, "Score pad")
    page.right("strong", 7.5, INK, RIGHT, 27.57, "4 players · 16 rounds")
    page.right("note", 7.5, SOFT, RIGHT, 37.51, "Scores never drop below 0")
    page.text("text", 7.5, SOFT, 300.63, 49.03, "Date")
    page.line(FRAME, 0.5, 321.73, 50.81, RIGHT, 50.81)
    page.line(ACCENT, 1.5, LEFT, 54.64, RIGHT, 54.64)


def _draw_table(page: Page) -> None:
    canvas = page.canvas
    canvas.saveState()
    clip = canvas.beginPath()
    clip.roundRect(LEFT, HEIGHT - BOTTOM, RIGHT - LEFT, BOTTOM - TOP, 5.67)
    canvas.clipPath(clip, stroke=0, fill=0)
    page.area(DARK, LEFT, TOP, RIGHT, FIRST)
    page.area(PAPER, SCORES, TOP, RIGHT, HEAD)
    page.area(TINT, LEFT, LAST, SCORES, BOTTOM)
    for row in range(ROUNDS):
        _draw_round(page, row)
    canvas.restoreState()
    _draw_heads(page)
    for row in range(ROUNDS + 1):
        strong = row % PLAYERS == 0
        y = FIRST + row * ROW
        page.line(FRAME if strong else LINE, 1 if strong else 0.5, LEFT, y, RIGHT, y)
    for x in (NAME, TOPIC):
        page.line(LINE, 0.5, x, TOP, x, LAST)
    for player in range(PLAYERS):
        x = SCORES + player * PLAYER
        page.line(FRAME, 1, x, TOP, x, BOTTOM)
        page.line(LINE, 0.5, x + CHANGE, HEAD, x + CHANGE, LAST)
    page.right("number", 12, DARK, 155.91, 527.52, "Final score")
    canvas.setStrokeColor(FRAME)
    canvas.setLineWidth(1)
    page.rounded(LEFT, TOP, RIGHT, BOTTOM, stroke=1)


def _draw_round(page: Page, row: int) -> None:
    y = FIRST + row * ROW
    page.area(TINT, LEFT, y, NAME, y + ROW)
    page.area(TINT, NAME, y, TOPIC, y + ROW)
    page.centred("number", 11, DARK, (LEFT + NAME) / 2, y + 16.74, str(row + 1))
    page.circle(55.98, y + 12.82, 7.795)
    page.centred("number", 9, DARK, 55.98, y + 16.03, str(row % PLAYERS + 1))
    for player in range(PLAYERS):
        page.text("text", 7.5, SOFT, SCORES + player * PLAYER + CHANGE + 1.98, y + 15.49, "=")


def _draw_heads(page: Page) -> None:
    page.line(LINE, 0.5, SCORES, HEAD, RIGHT, HEAD)
    page.centred("head", 8.75, PAPER, (LEFT + NAME) / 2, 83.75, "Round")
    page.text("head", 9, PAPER, NAME + 2.84, 83.84, "Announcer")
    page.text("head", 9, PAPER, TOPIC + 2.84, 83.84, "Topic")
    for player in range(PLAYERS):
        x = SCORES + player * PLAYER
        page.text("text", 7, SOFT, x + 2.27, 69.06, f"Player {player + 1}")
        page.centred("text", 8, PAPER, x + CHANGE / 2, 96.93, "±")
        page.centred("head", 9, PAPER, x + (CHANGE + PLAYER) / 2, 97.28, "Total")


def _draw_legend(page: Page) -> None:
    cases = (
        (LEFT, 34.61, "You grab a set", (GOOD, "+1"), (BAD, "−1")),
        (212.6, 22.41, "Your set isn’t grabbed", (BAD, "−1"), (GOOD, "+1")),
    )
    for x, indent, title, green, red in cases:
        page.canvas.setFillColor(TINT)
        page.rounded(x, 538.84, x + 188.5, 559.25, stroke=0)
        page.text("text", 7.5, INK, x + indent, 551.71, title)
        page.icon(GREEN, x + 119.3, 540.54, 17.01, GOOD, GOOD_TINT)
        page.text("number", 11, green[0], x + 137.73, 552.96, green[1])
        page.icon(RED, x + 155.18, 540.54, 17.01, BAD, BAD_TINT)
        page.text("number", 11, red[0], x + 173.61, 552.96, red[1])


def _draw_footer(page: Page) -> None:
    page.line(LINE, 0.35, LEFT, 563.67, RIGHT, 563.67)
    page.text("text", 7, SOFT, LEFT, 573.55, "attribute/score-pad")
    page.text("text", 7, SOFT, 183.08, 573.55, "unofficial play aid")


if __name__ == "__main__":
    register_fonts()
    match sys.argv[1:]:
        case [folder, "files", count]:
            for each in range(int(count)):
                draw(f"{folder}/{each}.pdf")
        case [file]:
            draw(file)
