"""What is measured, and the ratios that must hold.

Each group is a function that takes a `Measurement` and yields rows. A ratio compares printkit with
something else that was measured in the same run. There are no aims beyond these limits: past them,
plain code wins.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from bench.process import ROOT, Command, Measurement, Run, comparison, module, printkit, run

LIBRARIES = "import typer, reportlab.pdfgen.canvas, uharfbuzz, yaml"
RECORD = ROOT / "printkit/samples/attribute/whole-4.jsonl"  # a whole game of 128 events
WOLLE = (
    *("build", "wolle/sheet", "--set", "size=large", "--set", "cups=random"),
    *("--seed", "bench", "--paper", "a4", "--quiet", "--force"),
)
PAD = ("build", "attribute/score-pad", "--paper", "a4", "--quiet", "--force")
EVENTS = 100_000
CHESS_GAMES = 800
WARM_FILES = 61
BATCH_PADS = 100
BATCH_FILES = 500
GROWTH = 1, 10, 100, 1_000
TEST_PYTHON = ROOT / ".venv" / "bin" / "python"  # the environment of the tests has Playwright


class Row(NamedTuple):
    """A measured value and its limit; without a unit it is a ratio."""

    what: str
    value: float | None
    limit: float | None = None
    details: str = ""
    unit: str = ""
    at_least: bool = False

    @property
    def holds(self) -> bool | None:
        """Whether the limit is kept; None if there is none, or nothing was measured."""
        if self.value is None or self.limit is None:
            return None
        return self.value >= self.limit if self.at_least else self.value <= self.limit


@contextmanager
def folder() -> Iterator[Path]:
    """A temporary folder."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


@contextmanager
def wolle_page() -> Iterator[Path]:
    """A folder with the Wolle page as plain data, from which the comparisons draw it."""
    with folder() as place:
        run(module("bench.wolle_page", place))
        yield place


def sheets(measurement: Measurement) -> Iterator[Row]:
    """Many different Wolle sheets in one PDF."""
    with wolle_page() as place:
        ours = {count: _wolle(count, place / f"ours-{count}.pdf") for count in (1, 1_000, 10_000)}
        rivals = {
            "by hand": comparison("reportlab_wolle", place, "1000", place / "hand.pdf"),
            "fpdf2": comparison("fpdf2_wolle", place, "1000", place / "fpdf2.pdf"),
            "typst": comparison("typst_wolle", place, "1000", place / "typst.pdf"),
            "image": comparison("typst_wolle", place, "1000", place / "image.pdf", "image"),
        }
        mine, *others = measurement.measure(ours[1_000], *rivals.values())
        times = dict(zip(rivals, others, strict=True))
        what = "1,000 Wolle sheets, tagged: printkit / ReportLab by hand, untagged"
        yield _ratio(what, mine, times["by hand"], 1.4)
        yield _faster("1,000 Wolle sheets: Typst, drawn / printkit", times["typst"], mine, 12)
        yield _faster("1,000 Wolle sheets: Typst, SVG image / printkit", times["image"], mine, 4)
        yield _faster("1,000 Wolle sheets: fpdf2, cached / printkit", times["fpdf2"], mine, 5)
        size = (place / "ours-1000.pdf").stat().st_size / 1_000
        yield Row("1,000 Wolle sheets, tagged: bytes per page", size, 1_300, unit="bytes")
        hand = comparison("reportlab_wolle", place, "10000", place / "hand.pdf")
        one, many, by_hand = measurement.measure(ours[1], ours[10_000], hand)
        yield _ratio("10,000 Wolle sheets: printkit / ReportLab by hand", many, by_hand, 1.2)
        details = f"{one.peak_mb:.0f} and {many.peak_mb:.0f} MB"
        what = "10,000 Wolle sheets: peak memory above that of one"
        yield Row(what, many.peak_mb - one.peak_mb, 120, details, "MB")


def start(measurement: Measurement) -> Iterator[Row]:
    """What a person waits for when one file is built, or nothing at all."""
    with folder() as place:
        listing, bare, pad, wolle, imports = measurement.measure(
            printkit("list"),
            comparison("bare_typer", "hello", "Ann"),
            printkit(*PAD, "--players", "4", "--out", place / "pad.pdf"),
            _wolle(1, place / "wolle.pdf"),
            Command((sys.executable, "-c", LIBRARIES)),
        )
    yield _ratio("printkit list / a command of a bare Typer app", listing, bare, 2.5)
    yield _ratio("one score pad / importing the libraries", pad, imports, 1.8)
    yield _ratio("one Wolle sheet / importing the libraries", wolle, imports, 2.1)


def formats(measurement: Measurement) -> Iterator[Row]:
    """SVG and PNG of one Wolle sheet, beside Typst, which writes both too."""
    with wolle_page() as place:
        for kind, limit in (("svg", 3.0), ("png", 2.2)):
            options = ("--set", "sheets=1", "--format", kind, "--dpi", "300")
            ours, typst = measurement.measure(
                printkit(*WOLLE, *options, "--out", place / f"ours.{kind}"),
                comparison("typst_wolle", place, "1", place / f"typst.{kind}"),
            )
            yield _ratio(f"{kind.upper()} of a Wolle sheet / Typst's", ours, typst, limit)
            if kind == "png":
                yield Row("PNG of a Wolle sheet: peak memory", ours.peak_mb, 200, unit="MB")


def files(measurement: Measurement) -> Iterator[Row]:
    """Every shipped sheet as a file of its own; the start of the script by hand does not count."""
    with folder() as place:
        manifest = place / "every-sheet.yaml"
        count = _write_manifest(manifest)
        one, cold, warm = measurement.measure(
            _batch(manifest, place, 1),
            *(_pads_by_hand(place, number) for number in (1, WARM_FILES)),
        )
    each = one.cpu_s / count
    by_hand = (warm.cpu_s - cold.cpu_s) / (WARM_FILES - 1)
    details = f"{each * 1000:.1f} and {by_hand * 1000:.1f} ms a file, {count} files"
    yield Row("every sheet as its own PDF / a pad by hand, warm", each / by_hand, 4, details)


def pads(measurement: Measurement) -> Iterator[Row]:
    """A batch of score pads that differ in their table and a name, and one PDF of all of them."""
    with folder() as place:
        few, many = (_write_list(place, count) for count in (1, 1 + BATCH_PADS))
        whole, one, all_, one_merged, all_merged = measurement.measure(
            printkit(*PAD, "--names", "Ann,Ben,Cleo", "--out", place / "pad.pdf"),
            *(_batch(manifest, place, 1) for manifest in (few, many)),
            *(_batch(manifest, place, 1, "--merge", "all.pdf") for manifest in (few, many)),
        )
        manifest = _write_list(place, BATCH_FILES)
        alone, shared = measurement.measure(*(_batch(manifest, place, each) for each in (1, 2)))
    file = (all_.cpu_s - one.cpu_s) / BATCH_PADS
    section = (all_merged.cpu_s - one_merged.cpu_s) / BATCH_PADS - file
    details = f"{file * 1000:.1f} and {whole.cpu_s * 1000:.0f} ms, {BATCH_PADS} more files"
    yield Row("a file of a batch of pads / one whole command", file / whole.cpu_s, 0.06, details)
    details = f"{section * 1000:.1f} and {file * 1000:.1f} ms"
    yield Row("a page of a merge / a file of the batch", section / file, 0.5, details)
    details = f"{alone.wall_s:.2f} and {shared.wall_s:.2f} s of wall-clock time"
    what = f"{BATCH_FILES} files with two workers: speed-up"
    yield Row(what, alone.wall_s / shared.wall_s, 1.7, details, at_least=True)


def growth(measurement: Measurement) -> Iterator[Row]:
    """More and more sheets in one PDF, and files of a batch, beside those drawn by hand."""
    with wolle_page() as place:
        for count in (*GROWTH, 10_000):
            ours, by_hand = measurement.measure(
                _wolle(count, place / "ours.pdf"),
                comparison("reportlab_wolle", place, str(count), place / "hand.pdf"),
            )
            yield _grown(f"Wolle sheets in one PDF: {count:,}", ours, by_hand)
        for count in GROWTH:
            ours, by_hand = measurement.measure(
                _batch(_write_list(place, count), place, 1), _pads_by_hand(place, count)
            )
            yield _grown(f"score pads, each a file of a batch: {count:,}", ours, by_hand)


def fields(measurement: Measurement) -> Iterator[Row]:
    """A fillable pad, and one that is filled in from a record."""
    with folder() as place:
        plain, fillable, filled = measurement.measure(
            printkit(*PAD, "--out", place / "plain.pdf", "--names", "Ines,Karl,Lotte,Nils"),
            printkit(*PAD, "--out", place / "form.pdf", "--players", "4", "--fillable"),
            printkit(*PAD, "--out", place / "filled.pdf", "--record", RECORD),
        )
    yield _ratio("a fillable score pad / a plain one", fillable, plain, 2)
    added = 1000 * (filled.cpu_s - plain.cpu_s)
    yield Row("filling it in from a record of 128 events adds", added, 100, unit="ms")


def records(measurement: Measurement) -> Iterator[Row]:
    """Recorded decisions validated per second, beside the plies that python-chess validates."""
    with folder() as place:
        pgn = place / "games.pgn"
        run(comparison("chess_plies", "make", pgn, str(CHESS_GAMES)))
        listed = json.loads(run(printkit("list", "--json")).output)
        games = [game["id"] for game in listed["games"]]
        decisions = [_save_games(game, place / game) for game in games]
        *ours, chess = measurement.measure(
            *(printkit("validate", "--json", "--jobs", "1", place / game) for game in games),
            comparison("chess_plies", "read", pgn),
        )
    plies = int(chess.output) / chess.cpu_s
    for game, number, taken in zip(games, decisions, ours, strict=True):
        if not json.loads(taken.output)["legal"]:
            raise SystemExit(f"an illegal game of {game}")
        each = number / taken.cpu_s
        details = f"{each:,.0f} decisions and {plies:,.0f} plies per second"
        what = f"{game}: decisions per second / python-chess plies per second"
        yield Row(what, each / plies, 1.0, details, at_least=True)


def studio(measurement: Measurement) -> Iterator[Row]:
    """What a person waits for in a browser: saved layouts, changed options, the start page."""
    saved = "studio: from saving to seeing the Wolle sheet"
    changed = "studio: from a changed option to the pages of a kit, all games"
    if not _has_browser():
        for what in (saved, changed):
            yield Row(what, None, details="needs Chromium, and the .venv of `make test`")
        return
    command = module("bench.studio", str(measurement.runs), python=TEST_PYTHON)
    taken = json.loads(run(command).output)
    seen = taken["saved"]
    yield Row(saved, median(seen), 150, f"slowest {max(seen):.0f} ms", "ms")
    games = {game: median(each) for game, each in taken["changed"].items()}
    details = ", ".join(f"{game} {each:.0f}" for game, each in games.items())
    every = [one for each in taken["changed"].values() for one in each]
    yield Row(changed, median(every), 150, details, "ms")
    (size, requests), (again, fewer) = taken["weights"]
    yield Row("studio: the start page over the network", size / 1000, 400, unit="KB")
    yield Row("studio: requests for the start page", requests, 15)
    yield Row("studio: the start page again", again / 1000, 20, f"{fewer} requests", "KB")


def phone(measurement: Measurement) -> Iterator[Row]:
    """A page that keeps score for eight players, on a processor slowed down four times."""
    what = "page of a score pad: first paint on a slow phone"
    if not _has_browser():
        yield Row(what, None, details="needs Chromium, and the .venv of `make test`")
        return
    command = module("bench.phone", str(3 * measurement.runs), python=TEST_PYTHON)
    found = json.loads(run(command).output)
    yield Row(what, median(found["paint"]), 200, f"slowest {max(found['paint']):.0f} ms", "ms")
    slowest = f"slowest {max(found['keystroke']):.0f} ms"
    yield Row("page of a score pad: a keystroke", median(found["keystroke"]), 16, slowest, "ms")
    yield Row("page of a score pad: layout shift", max(found["shift"]), 0, "the largest")
    yield Row("page of a score pad: size", found["bytes"] / 1024, 150, "eight players", "KB")


GROUPS: dict[str, Callable[[Measurement], Iterator[Row]]] = {
    group.__name__: group
    for group in (sheets, start, formats, files, pads, fields, records, studio, phone, growth)
}


def _ratio(what: str, ours: Run, other: Run, limit: float) -> Row:
    details = f"{ours.cpu_s * 1000:,.0f} and {other.cpu_s * 1000:,.0f} ms"
    return Row(what, ours.cpu_s / other.cpu_s, limit, details)


def _faster(what: str, other: Run, ours: Run, limit: float) -> Row:
    return _ratio(what, other, ours, limit)._replace(at_least=True)


def _grown(what: str, ours: Run, by_hand: Run) -> Row:
    theirs = f"by hand {by_hand.cpu_s:.3g} s, {by_hand.peak_mb:.0f} MB"
    return Row(what, ours.cpu_s, details=f"{ours.peak_mb:.0f} MB; {theirs}", unit="s")


def _pads_by_hand(place: Path, count: int) -> Command:
    return comparison("reportlab_score_pad", place, "files", str(count))


def _wolle(count: int, out: Path) -> Command:
    return printkit(*WOLLE, "--set", f"sheets={count}", "--out", out)


def _batch(manifest: Path, place: Path, workers: int, *more: str) -> Command:
    out = ("--out", place / f"by-{workers}", "--jobs", str(workers), "--force", "--quiet")
    return printkit("batch", manifest, *out, *more)


def _write_list(place: Path, count: int) -> Path:
    """Write a list of tables, and a manifest that prints a score pad for each; return that."""
    rows = [f'{number},attribute/score-pad,"Ann {number}, Ben, Cleo"' for number in range(count)]
    (place / f"{count}.csv").write_text("\n".join(["table,game,names", *rows, ""]))
    manifest = place / f"{count}.yaml"
    manifest.write_text(f"jobs: [{{sheets-of: {count}.csv}}]\n")
    return manifest


def _write_manifest(path: Path) -> int:
    """Every shipped sheet in two languages, papers and themes; return the number of files."""
    listed = json.loads(run(printkit("list", "--json")).output)
    ids = [sheet["id"] for game in listed["games"] for sheet in game["sheets"]]
    targets = [each for each in ids if not each.endswith("/result")]  # needs a recorded game
    job = {
        "target": targets,
        "lang": ["en", "de"],
        "paper": ["a4", "letter"],
        "theme": ["colour", "mono"],
        "out": "{game}/{sheet}-{lang}-{paper}-{theme}.pdf",
    }
    path.write_text(json.dumps({"defaults": {"seed": "bench"}, "jobs": [job]}), encoding="utf-8")
    return len(targets) * 8


def _save_games(game: str, place: Path) -> int:
    """Save random games of four with about `EVENTS` events; return the number of decisions."""
    simulate = ("simulate", game, "--seed", "bench", "--players", "4")
    mean = json.loads(run(printkit(*simulate, "--games", "10", "--json")).output)["events"]["mean"]
    run(printkit(*simulate, "--games", str(ceil(EVENTS / mean)), "--save", place))
    kinds = json.loads(run(printkit("rules", game, "--json")).output)["events"]
    actors = {kind["do"]: kind["actor"] for kind in kinds}
    records = (path.read_text(encoding="utf-8") for path in place.rglob("*.jsonl"))
    rows = (json.loads(line) for record in records for line in record.splitlines())
    return sum(_count_decisions(row, actors.get(row.get("do"), "chance")) for row in rows)


def _count_decisions(row: dict[str, Any], actor: str) -> int:
    """One for a player's event, none for chance; where all decide, a map names each of them."""
    if actor == "all":
        return max(len(value) for value in row.values() if isinstance(value, dict))
    return int(actor == "one")


def _has_browser() -> bool:
    if not TEST_PYTHON.exists() or not shutil.which("chromium"):
        return False
    asked = [str(TEST_PYTHON), "-c", "import playwright, uvicorn, watchfiles"]
    return not subprocess.run(asked, capture_output=True, check=False).returncode
