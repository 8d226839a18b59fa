"""The whole matrix: every shipped sheet in every combination, built and checked.

`make preflight` runs it: sheets x player counts x papers x themes x languages x no names or long
names, on all cores. It fails on any error and on any warning (what a sheet accepts is decided where
it is made, under `alike`, with a reason), and on any file that an outside validator does not accept
as PDF/UA-1.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from printkit.core.errors import PrintkitError
from printkit.core.languages import languages
from printkit.core.names import MAX_NAME
from printkit.core.paper import PAPERS
from printkit.core.themenames import theme_names
from printkit.layout.language.loading import (
    TOOLS,
    load_sheet,
    sheet_path,
    shipped_games,
    shipped_sheets,
)
from printkit.pipeline.gameinfo import game_info
from printkit.preflight.checks import check_pdf
from printkit.request.options import Request
from tests.preflight.validator import ua1_failures
from tests.rendering import render_request

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printkit.pipeline.gameinfo import GameInfo
    from printkit.preflight import Finding

CHECKED_PAPERS: Final = ("a4", "letter")
LONG_NAME: Final = "Wilhelmina Theodora von Rabenstein-Lund"


class Case(NamedTuple):
    """One file of the matrix."""

    sheet: str
    players: int
    paper: str
    theme: str
    language: str
    is_named: bool

    def __str__(self) -> str:
        players = f"{self.players} players, " if self.players else ""
        names = ", long names" if self.is_named else ""
        return f"{self.sheet} ({players}{self.paper}, {self.theme}, {self.language}{names})"


class Verdict(NamedTuple):
    """The result of a case: findings, or why it could not be built, and its cost."""

    case: Case
    findings: tuple[Finding, ...]
    refusal: str
    pages: int
    ink: float
    building_s: float
    judging_s: float
    ua1: tuple[str, ...] = ()  # what an outside validator says of it as PDF/UA-1

    @property
    def good(self) -> bool:
        """Whether the sheet has no findings."""
        return not (self.refusal or self.findings or self.ua1)


def targets() -> dict[str, GameInfo]:
    """Every sheet and every kit, whose cards share pages, with the game that it is for."""
    sheets = {
        sheet: game_info(load_sheet(sheet_path(sheet))) for sheet in (*shipped_sheets(), *TOOLS)
    }
    return {**sheets, **{info.id: info for info in sheets.values() if info.id in shipped_games()}}


def cases() -> Iterator[Case]:
    """All combinations, sheet by sheet."""
    for sheet, info in targets().items():
        counts = range(info.least, info.most + 1)
        looks = product(counts, CHECKED_PAPERS, theme_names(), languages(), (False, True))
        for look in looks:
            yield Case(sheet, *look)


def made(case: Case) -> bytes:
    """The PDF of a case."""
    names = (f"{number}{LONG_NAME}"[:MAX_NAME] for number in range(1, case.players + 1))
    request = Request(
        targets=(case.sheet,),
        paper=PAPERS[case.paper],
        counts=(case.players,),
        names=tuple(names) if case.is_named else (),
        seed="preflight",
        theme=case.theme,
        language=case.language,
    )
    (data,) = render_request(request)
    return data


def judged(case: Case) -> Verdict:
    """Build and check a case."""
    start = monotonic()
    try:
        data = made(case)
    except PrintkitError as error:
        return Verdict(case, (), error.render(), 0, 0.0, monotonic() - start, 0.0)
    built = monotonic()
    report = check_pdf(data, str(case))
    ink = max(page.measures.ink_percent for page in report.pages)
    times = built - start, monotonic() - built
    failures = tuple(ua1_failures(data))
    return Verdict(case, report.findings, "", len(report.pages), ink, *times, failures)


def describe(verdict: Verdict) -> Iterator[str]:
    """What is wrong with a case, in lines."""
    if verdict.refusal:
        yield f"{verdict.case}: not built: {verdict.refusal}"
    for failure in verdict.ua1:
        yield f"{verdict.case}: not PDF/UA-1: {failure}"
    for finding in verdict.findings:
        place = finding.place.as_json() if finding.place else {}
        at = "at {x_mm}, {y_mm} mm ({width_mm} x {height_mm})".format(**place) if place else ""
        yield (
            f"{verdict.case}: {finding.severity}: page {finding.page} {at}: {finding.message}"
            f" '{finding.words}' [{finding.rule}]"
        )


def summary(verdicts: Iterable[Verdict], seconds: float) -> Iterator[str]:
    """Summarise the results, and compare ink-saver with colour."""
    done = list(verdicts)
    pages = sum(verdict.pages for verdict in done)
    rules = Counter(finding.rule for verdict in done for finding in verdict.findings)
    refused = sum(bool(verdict.refusal) for verdict in done)
    building = sum(verdict.building_s for verdict in done)
    judging = sum(verdict.judging_s for verdict in done)
    yield f"{len(done)} files, {pages} pages in {seconds:.0f} s"
    each = building / max(1, pages), judging / max(1, pages)
    yield "a page takes {:.3f} s to build, {:.3f} s to judge".format(*each)
    yield f"{refused} not built; findings: {dict(rules) or 'none'}"
    for sheet in dict.fromkeys(verdict.case.sheet for verdict in done):
        own = [verdict for verdict in done if verdict.case.sheet == sheet]
        bad = sum(not verdict.good for verdict in own)
        inks = {theme: mean_ink(own, theme) for theme in theme_names()}
        shown = ", ".join(f"{theme} {ink:.1f} %" for theme, ink in inks.items())
        yield f"  {sheet}: {len(own) - bad} of {len(own)} pass; ink: {shown}"


def mean_ink(verdicts: Iterable[Verdict], theme: str) -> float:
    """What the fullest page takes in this theme, on average."""
    inks = [verdict.ink for verdict in verdicts if verdict.case.theme == theme]
    return sum(inks) / max(1, len(inks))


def main() -> int:
    """Judges all cases, or those whose text contains all the given words."""
    parser = ArgumentParser(prog="make preflight")
    parser.add_argument("words", nargs="*", help="only cases that contain these words")
    parser.add_argument("--lang", default="", help="only cases in this language")
    parser.add_argument("--every", type=int, default=1, help="only every n-th case")
    options = parser.parse_args()
    chosen = [
        case
        for case in cases()
        if all(word in str(case) for word in options.words) and options.lang in ("", case.language)
    ]
    start = monotonic()
    verdicts = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for verdict in pool.map(judged, chosen[:: options.every], chunksize=8):
            verdicts.append(verdict)
            for line in describe(verdict):
                print(line, flush=True)  # noqa: T201
    for line in summary(verdicts, monotonic() - start):
        print(line, flush=True)  # noqa: T201
    return 0 if all(verdict.good for verdict in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
