"""Attribute's score pad for four players, written by hand on ReportLab.

`reportlab_score_pad.py FILE` draws the pad: the same table with the same seven embedded fonts,
colours and pictures, at coordinates worked out beforehand. `reportlab_score_pad.py FOLDER files N`
draws N files in one process.
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

WIDTH, HEIGHT = 595.276, 841.89
LEFT, RIGHT = 28.346, 566.929
TOP, HEAD, SUBHEAD, FIRST, LAST, BOTTOM = 86.3, 98.9, 111.6, 111.6, 704.4, 735.5
ROUNDS, PLAYERS = 16, 4
ROW = (LAST - FIRST) / ROUNDS
NAME, TOPIC, SCORES = 53.9, 121.9, 210.8
PLAYER = (RIGHT - SCORES) / PLAYERS
CHANGE = 25.5

INK, SOFT, LINE, FRAME = "#20242c", "#555c68", "#aab2bf", "#5b6472"
ACCENT, DARK, TINT, PAPER = "#3f8f5f", "#1d5a3a", "#e6f3ea", "#ffffff"
GOOD, GOOD_TINT, BAD, BAD_TINT = "#1f7a38", "#e1f3e5", "#b3261e", "#fbe6e4"

FONTS = {
    "title": "nunito/Nunito_900Black.ttf",
    "number": "nunito/Nunito_700Bold.ttf",
    "text": "roboto/Roboto_400Regular.ttf",
    "strong": "roboto/Roboto_700Bold.ttf",
    "note": "roboto/Roboto_400Regular_Italic.ttf",
    "cell": "roboto-condensed/RobotoCondensed_400Regular.ttf",
    "head": "roboto-condensed/RobotoCondensed_700Bold.ttf",
}

# Pictures on a grid of 24: how to draw (filled, lined, both, or as paper), then the outline.
SHEEP = """
line M 10.5 17 L 10.5 21.5 M 17 17 L 17 21.5
both M 12.3 6.5 C 13.4 4.9 16.4 5.2 17.2 7.1 C 18.9 6.7 20.7 8 20.4 9.8 C 21.8 10.8 21.8 12.5
  20.4 13.4 C 20.7 15.2 18.9 16.6 17.2 16.1 C 16.4 18 13.4 18.4 12.3 16.7 C 10.4 17.8 8.2 16.8
  8.1 14.9 C 6.3 14.6 5.5 12.9 6.4 11.6 C 5.5 10.3 6.3 8.5 8.1 8.3 C 8.2 6.4 10.4 5.4 12.3 6.5 Z
solid M 8.6 7.4 C 9.6 8 9.8 9.4 9.4 11.4 C 9 13.6 7.6 15.4 5.6 15.4 C 3.4 15.4 2.4 14 2.6 12.2 C
  2.8 10.4 4.2 8.8 5.4 7.8 C 6.4 7 7.6 6.8 8.6 7.4 Z
solid M 7.6 8.2 C 8.4 7.2 9.9 7.4 10.9 8.2 C 11.9 9 12.3 10.2 11.6 11 C 10 11.5 8 10 7.6 8.2 Z
paper O 5.9 10.9 0.85
"""
GREEN = """
both M 6.5 9.6 C 4.8 8.2 2.2 8.6 1.4 10.2 C 1.8 13 4.8 14.2 6.8 12.8 Z
both M 17.5 9.6 C 19.2 8.2 21.8 8.6 22.6 10.2 C 22.2 13 19.2 14.2 17.2 12.8 Z
both M 6.6 8.6 C 6.6 10.6 6.4 12 6.8 14.2 C 7.4 18 9 21.8 12 21.8 C 15 21.8 16.6 18 17.2 14.2 C
  17.6 12 17.4 10.6 17.4 8.6 Z
both M 6.6 9.4 C 4.2 9 3.9 5.9 6.2 5.3 C 5.9 3.3 8 1.9 9.6 2.9 C 10.4 1 13.6 1 14.4 2.9 C 16 1.9
  18.1 3.3 17.8 5.3 C 20.1 5.9 19.8 9 17.4 9.4 C 16 11 13.2 10.9 12 9.2 C 10.8 10.9 8 11 6.6 9.4
  Z
solid O 9.7 13.3 1.05 O 14.3 13.3 1.05
line M 9.6 16.6 C 10.6 18.4 13.4 18.4 14.4 16.6
line M 13.6 17.6 C 15 18.8 16.6 18.9 18.4 18.4
solid O 20.3 16.2 1.2 O 21.82 17.31 1.2 O 21.24 19.09 1.2 O 19.36 19.09 1.2
solid O 18.78 17.31 1.2
paper O 20.3 17.8 0.8
"""
RED = """
both M 7.4 7 C 6.8 10 7 13 7.6 15.4 C 8.3 18.8 9.6 22 12 22 C 14.4 22 15.7 18.8 16.4 15.4 C 17
  13 17.2 10 16.6 7 Z
both M 10.4 6.2 C 9.4 3 6.2 1.3 3.6 3.2 C .9 5.2 .8 11.2 2 14.2 C 3 16.6 5.8 17.4 6.6 15.6 C 7.3
  14 5.6 13.4 5.2 11.4 C 4.8 8.8 6.4 7.2 8.2 9.2 Z
both M 13.6 6.2 C 14.6 3 17.8 1.3 20.4 3.2 C 23.1 5.2 23.2 11.2 22 14.2 C 21 16.6 18.2 17.4 17.4
  15.6 C 16.7 14 18.4 13.4 18.8 11.4 C 19.2 8.8 17.6 7.2 15.8 9.2 Z
line M 2.4 5.6 L 4.6 6.6 M 1.7 10.2 L 4 10.2 M 6.4 2.6 L 7 4.6
line M 21.6 5.6 L 19.4 6.6 M 22.3 10.2 L 20 10.2 M 17.6 2.6 L 17 4.6
both M 8.4 8.4 C 6.5 7.6 6.9 4.9 8.8 4.6 C 8.9 2.6 10.7 1.7 12 2.4 C 13.3 1.7 15.1 2.6 15.2 4.6
  C 17.1 4.9 17.5 7.6 15.6 8.4 C 14.6 9.8 12.9 9.8 12 8.6 C 11.1 9.8 9.4 9.8 8.4 8.4 Z
paper M 8 12 L 11.4 13.5 C 10.6 15.2 8.2 14.6 8 12 Z
paper M 16 12 L 12.6 13.5 C 13.4 15.2 15.8 14.6 16 12 Z
solid O 9.9 13.4 0.7 O 14.1 13.4 0.7
paper M 9.8 19 C 10.4 16.9 13.6 16.9 14.2 19 C 13.9 19.6 13.6 19.7 13.3 19.4 C 12.6 18.4 11.4
  18.4 10.7 19.4 C 10.4 19.7 9.9 19.6 9.8 19 Z
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

    def icon(self, picture: str, x: float, y: float, size: float, *colours: str) -> None:
        colour, tint = colours
        canvas = self.canvas
        canvas.saveState()
        canvas.translate(x, HEIGHT - y)
        canvas.scale(size / 24, -size / 24)
        canvas.setLineWidth(1.75)
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


def draw(path: str, pages: int = 1) -> None:
    """Draws a file; several pages share all but their number."""
    page = Page(path)
    if pages == 1:
        _draw_pad(page)
        _number(page, "Page 1 of 1")
        page.canvas.showPage()
    else:
        page.canvas.beginForm("pad")
        _draw_pad(page)
        page.canvas.endForm()
        for number in range(1, pages + 1):
            page.canvas.doForm("pad")
            _number(page, f"Page {number} of {pages}")
            page.canvas.showPage()
    page.canvas.save()


def _draw_pad(page: Page) -> None:
    _draw_header(page)
    _draw_table(page)
    _draw_legend(page)
    _draw_footer(page)


def _draw_header(page: Page) -> None:
    page.icon(SHEEP, 28.3, 28.3, 39.7, DARK, TINT)
    page.text("strong", 9.5, ACCENT, 76.5, 40, "Attribute")
    page.text("title", 24, DARK, 76.5, 64, "Score pad")
    page.right("strong", 9.5, INK, RIGHT, 38, "4 players · 16 rounds")
    page.right("note", 8.5, SOFT, RIGHT, 50, "Scores never drop below 0")
    page.text("text", 7.5, SOFT, 466.5, 68.8, "Date")
    page.line(SOFT, 0.5, 487.6, 70.4, RIGHT, 70.4)
    page.line(ACCENT, 1.5, LEFT, 77.1, RIGHT, 77.1)


def _draw_table(page: Page) -> None:
    canvas = page.canvas
    canvas.saveState()
    clip = canvas.beginPath()
    clip.roundRect(LEFT, HEIGHT - BOTTOM, RIGHT - LEFT, BOTTOM - TOP, 5.67)
    canvas.clipPath(clip, stroke=0, fill=0)
    page.area(DARK, LEFT, TOP, RIGHT, SUBHEAD)
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
    page.right("number", 12, DARK, SCORES - 2.8, 724.5, "Final score")
    canvas.setStrokeColor(FRAME)
    canvas.setLineWidth(1)
    page.rounded(LEFT, TOP, RIGHT, BOTTOM, stroke=1)


def _draw_round(page: Page, row: int) -> None:
    y = FIRST + row * ROW
    page.area(TINT, LEFT, y, NAME, y + ROW)
    page.area(TINT, NAME, y, TOPIC, y + ROW)
    page.centred("number", 11, DARK, (LEFT + NAME) / 2, y + 22.5, str(row + 1))
    page.text("cell", 9, INK, NAME + 2.8, y + 21.8, f"Player {row % PLAYERS + 1}")


def _draw_heads(page: Page) -> None:
    page.line(LINE, 0.5, SCORES, HEAD, RIGHT, HEAD)
    page.centred("head", 8.8, PAPER, (LEFT + NAME) / 2, 102, "Round")
    page.text("head", 9, PAPER, NAME + 2.8, 102, "Announcer")
    page.text("head", 9, PAPER, TOPIC + 2.8, 102, "Topic")
    for player in range(PLAYERS):
        x = SCORES + player * PLAYER
        page.centred("head", 9, PAPER, x + PLAYER / 2, 95.7, f"Player {player + 1}")
        page.centred("head", 9, PAPER, x + CHANGE / 2, 108.4, "±")
        page.centred("text", 7.5, PAPER, x + (CHANGE + PLAYER) / 2, 108, "Total")


def _draw_legend(page: Page) -> None:
    boxes = ((LEFT, "You grab a set", "+1", "−1"), (302.2, "Your set isn’t grabbed", "−1", "+1"))
    for x, title, green, red in boxes:
        page.canvas.setFillColor(TINT)
        page.rounded(x, 744, x + 264.7, 796.5, stroke=0)
        page.centred("strong", 9.5, INK, x + 132.4, 759.5, title)
        page.icon(GREEN, x + 75.5, 765.5, 25.5, GOOD, GOOD_TINT)
        page.text("title", 16, DARK, x + 104.9, 785, green)
        page.icon(RED, x + 141.5, 765.5, 25.5, BAD, BAD_TINT)
        page.text("title", 16, DARK, x + 170.8, 785, red)


def _draw_footer(page: Page) -> None:
    page.line(LINE, 0.35, LEFT, 802.4, RIGHT, 802.4)
    page.text("text", 6.5, SOFT, LEFT, 812, "attribute/score-pad")
    page.centred("text", 6.5, SOFT, 309.3, 812, "printkit 1.0.0 · unofficial play aid")


def _number(page: Page, words: str) -> None:
    page.right("text", 6.5, SOFT, RIGHT, 812, words)


if __name__ == "__main__":
    register_fonts()
    match sys.argv[1:]:
        case [folder, "files", count]:
            for each in range(int(count)):
                draw(f"{folder}/{each}.pdf")
        case [file, "pages", count]:
            draw(file, int(count))
        case [file]:
            draw(file)
