"""Layouts of one's own: chance and data beside the shipped sheets, and what checking costs."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bench.pictures import EXAMPLES, FILES
from bench.process import measure, module, printkit
from bench.table import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.process import Plan

PAGES = 1_000
CARDS = "name,cost,text\n" + "".join(
    f"Card {n},{n % 9},Take {n % 5} and pass {n % 7}\n" for n in range(PAGES)
)
DECK = """
page: {size: card, margin: 4mm}
each: card in cards
body:
  - {text: "{card.name}", style: section}
  - {text: "{card.cost}", style: big-number}
  - {text: "{card.text}"}
"""


def rows(plan: Plan) -> Iterator[Row]:
    """Bingo beside Wolle, a deck from a file beside one in the layout, checking with legibility."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _write(folder)
        yield _bingo(plan, folder)
        yield _deck(plan, folder)
        yield _check(plan, folder)


def _write(folder: Path) -> None:
    for name, content in FILES.findall(EXAMPLES.read_text(encoding="utf-8")):
        (folder / name).write_text(content, encoding="utf-8")
    (folder / "thousand.csv").write_text(CARDS, encoding="utf-8")
    head = "sheet: bench/deck\ntitle: Deck\n"
    listed = "".join(
        "    - {{name: '{}', cost: {}, text: '{}'}}\n".format(*line.split(","))
        for line in CARDS.splitlines()[1:]
    )
    (folder / "file.yaml").write_text(f"{head}data: {{cards: thousand.csv}}{DECK}", "utf-8")
    (folder / "listed.yaml").write_text(f"{head}facts:\n  cards:\n{listed}{DECK[1:]}", "utf-8")


def _ratio(
    plan: Plan, what: str, hold: float, aim: float, first: list[str], second: list[str]
) -> Row:
    mine, other = measure([printkit(*first), printkit(*second)], plan.runs)
    figures = (
        plan.figure(mine)._replace(label=what.split(" / ")[0]),
        plan.figure(other)._replace(label=what.split(" / ")[1]),
    )
    return Row(what, plan.seconds(mine) / plan.seconds(other), hold, aim, figures)


def _built(folder: Path, *words: str) -> list[str]:
    return ["build", *words, "--seed", "bench", "--quiet", "--out", str(folder / "out.pdf")]


def _bingo(plan: Plan, folder: Path) -> Row:
    bingo = _built(folder, str(folder / "bingo.yaml"), "--copies", str(PAGES))
    wolle = _built(folder, "wolle/sheet", "--set", f"sheets={PAGES}")
    return _ratio(plan, f"{PAGES:,} bingo cards / {PAGES:,} Wolle sheets", 2.0, 1.5, bingo, wolle)


def _deck(plan: Plan, folder: Path) -> Row:
    from_file, listed = (_built(folder, str(folder / f"{n}.yaml")) for n in ("file", "listed"))
    what = f"a deck of {PAGES:,} cards from a CSV / the same with its data in the layout"
    return _ratio(plan, what, 1.5, 1.0, from_file, listed)


def _check(plan: Plan, folder: Path) -> Row:
    """The same check with and without looking at legibility, in processes of their own."""
    layout = str(folder / "round-robin.yaml")
    commands = [
        module("with legibility", "bench.checking", layout),
        module("without", "bench.checking", layout, "blind"),
    ]
    with_it, without = measure(commands, plan.runs)
    ratio = plan.seconds(with_it) / plan.seconds(without)
    what = "check of a layout / the same without looking at legibility"
    return Row(what, ratio, 1.5, 1.2, (plan.figure(with_it), plan.figure(without)))
