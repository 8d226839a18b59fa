"""Many different Wolle sheets in one PDF, beside the same pages made in other ways."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bench.process import MB, Command, measure, module, printkit, run, script
from bench.table import Figure, Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.process import Figures, Plan

COPIES = 1_000
WEASYPRINT_MOST = 100
"""More pages would take WeasyPrint minutes and gigabytes; one run is enough to see that."""


class Rival(NamedTuple):
    """Another way to the same pages: a script, what must hold, and what follows its arguments.

    `holds` are hold and aim by number of sheets: of printkit / rival for the floors, of
    rival / printkit for the others.
    """

    label: str
    script: str
    holds: dict[int, tuple[float, float]]
    most: int
    extra: tuple[str, ...] = ()
    is_floor: bool = False


FLOOR = {1_000: (2.0, 1.0), 10_000: (1.5, 0.5)}
RIVALS = (
    Rival("floor script", "floor_wolle.py", FLOOR, 10_000, is_floor=True),
    Rival(
        "floor script, a cup being one circle",
        "floor_wolle.py", FLOOR, 10_000, ("circles",), is_floor=True,
    ),
    Rival("fpdf2 with cached drawing", "floor_fpdf2.py", {1_000: (4.0, 8.0)}, 1_000),
    Rival("Typst drawing it", "floor_typst.py", {1_000: (5.0, 10.0)}, 1_000),
    Rival(
        "Typst, board as an SVG image",
        "floor_typst.py", {1_000: (5.0, 10.0)}, 1_000, ("image",),
    ),
    Rival("WeasyPrint", "floor_weasyprint.py", {}, WEASYPRINT_MOST),
)  # fmt: skip


def rows(plan: Plan) -> Iterator[Row]:
    """The ratios for 1, 100, 1,000 and 10,000 sheets, then memory and size."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run(module("set the stage", "bench.wolle_page", name))
        rivals = [rival for rival in RIVALS if _works(rival, folder)]
        ours: dict[int, Figures] = {}
        floors: dict[int, list[Figures]] = {}
        for count in (1, 100, 1_000, 10_000):
            ours[count], *others = _measure(count, rivals, folder, plan)
            for rival, theirs in zip(_in_time(rivals, count), others, strict=True):
                yield _ratio(count, rival, ours[count], theirs, plan)
            floors[count] = others
        yield from _slopes(ours, floors, plan)
        yield from _sizes(ours, folder)
        yield _copies(folder)
    for rival in RIVALS:
        if rival not in rivals:
            yield Row(rival.label, None, None, None, (), note="not installable here")


def build(count: int, folder: Path) -> Command:
    """The command that builds that many sheets."""
    return printkit(
        *("build", "wolle/sheet", "--set", f"sheets={count}", "--set", "size=large"),
        *("--set", "cups=random", "--seed", "bench", "--paper", "a4", "--quiet"),
        *("--out", str(_ours(count, folder))),
    )


def _ours(count: int, folder: Path) -> Path:
    return folder / f"printkit-{count}.pdf"


def _rival(rival: Rival, count: int, folder: Path) -> Command:
    file = folder / "rival.pdf"
    return script(rival.label, rival.script, str(folder), str(count), str(file), *rival.extra)


def _works(rival: Rival, folder: Path) -> bool:
    """Whether the library is here and finds what it needs, such as WeasyPrint its Pango."""
    words = _rival(rival, 1, folder).words
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def _in_time(rivals: list[Rival], count: int) -> list[Rival]:
    return [rival for rival in rivals if count <= rival.most]


def _measure(count: int, rivals: list[Rival], folder: Path, plan: Plan) -> list[Figures]:
    """Printkit and its rivals in turn; WeasyPrint by itself where it is slow."""
    timely = _in_time(rivals, count)
    slow = [rival for rival in timely if count == rival.most == WEASYPRINT_MOST]
    quick = [_rival(rival, count, folder) for rival in timely if rival not in slow]
    figures = measure([build(count, folder), *quick], plan.runs)
    return figures + [measure([_rival(rival, count, folder)], 0)[0] for rival in slow]


def _ratio(count: int, rival: Rival, ours: Figures, theirs: Figures, plan: Plan) -> Row:
    sheets = f"{count:,} sheet{'s' if count > 1 else ''}"
    hold, aim = rival.holds.get(count, (None, None))
    memory = _memory("memory", ours), _memory("against", theirs)
    shown = plan.figure(ours), plan.figure(theirs)._replace(label="against"), *memory
    mine, other = plan.seconds(ours), plan.seconds(theirs)
    if rival.is_floor:
        return Row(f"{sheets}: printkit / {rival.label}", mine / other, hold, aim, shown)
    what = f"{sheets}: {rival.label} / printkit"
    return Row(what, other / mine, hold, aim, shown, more_is_better=True)


def _memory(label: str, figures: Figures) -> Figure:
    return Figure(label, figures.peak_bytes / MB, "MB")


def _slopes(
    ours: dict[int, Figures], floors: dict[int, list[Figures]], plan: Plan
) -> Iterator[Row]:
    """What each further sheet takes, beside the floors: what starting takes is left out."""
    for place, rival in enumerate(rival for rival in RIVALS if rival.is_floor):
        many, few = floors[10_000][place], floors[1_000][place]
        mine, other = (
            (plan.seconds(most) - plan.seconds(least)) / 9
            for most, least in ((ours[10_000], ours[1_000]), (many, few))
        )
        shown = Figure("printkit", mine, "ms a sheet"), Figure("against", other, "ms a sheet")
        yield Row(f"each further sheet: printkit / {rival.label}", mine / other, None, None, shown)


def _copies(folder: Path) -> Row:
    """What a page costs that comes again; the number on it is all that differs."""
    file, sizes = folder / "copies.pdf", []
    for copies in (1, COPIES):
        build = ("build", "attribute/round-tracker", "--players", "4", "--paper", "a4", "--quiet")
        run(printkit(*build, "--copies", str(copies), "--out", str(file)))
        sizes.append(file.stat().st_size)
    shown = [
        Figure(f"{n:,}:", size / 1000, "KB") for n, size in zip((1, COPIES), sizes, strict=True)
    ]
    each = (sizes[1] - sizes[0]) / (COPIES - 1)
    return Row("bytes of a page that comes again", each, None, None, tuple(shown), "bytes")


def _sizes(ours: dict[int, Figures], folder: Path) -> Iterator[Row]:
    extra = (ours[10_000].peak_bytes - ours[1].peak_bytes) / MB
    peaks = tuple(_memory(f"{count:,}:", ours[count]) for count in ours)
    yield Row("10,000 sheets: peak memory above that of 1", extra, 60, 30, peaks, "MB")
    sizes = {count: _ours(count, folder).stat().st_size for count in ours}
    shown = tuple(Figure(f"{count:,}:", size / 1000, "KB") for count, size in sizes.items())
    yield Row("1,000 sheets: bytes a page", sizes[1_000] / 1_000, 1_500, 700, shown, "bytes")
    slope = (sizes[10_000] - sizes[1_000]) / 9_000
    yield Row("bytes of each further page", slope, None, None, (), "bytes")
