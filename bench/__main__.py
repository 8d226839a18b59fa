"""`python -m bench [--json] [--write PAGE] [--runs N] [--clock wall|cpu] [FAMILY...]`.

Measures, and prints one table; `--write` also puts each family's table between its marks in a page
of the documentation, `<!-- FAMILY: begin -->` and `<!-- FAMILY: end -->`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path

from bench import (
    aloud,
    fields,
    files,
    formats,
    layouts,
    records,
    sheets,
    simulation,
    startup,
    studio,
)
from bench.process import Plan
from bench.table import Row, as_json, machine, show_markdown, show_table

FAMILIES = {
    "sheets": sheets.rows,
    "files": files.rows,
    "formats": formats.rows,
    "layouts": layouts.rows,
    "fields": fields.rows,
    "aloud": aloud.rows,
    "startup": startup.rows,
    "records": records.rows,
    "simulation": simulation.rows,
    "studio": studio.rows,
}
MIN_RUNS = 5
CLOCKS = {"wall": "the clock on the wall", "cpu": "processor time"}


def main() -> None:
    """Measures the families asked for, or all; exit code 1 when something does not hold."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=", ".join(FAMILIES))
    parser.add_argument("--runs", type=int, default=MIN_RUNS, help="runs of each command")
    parser.add_argument("--clock", choices=CLOCKS, default="cpu", help="else the processor's")
    parser.add_argument("--json", action="store_true", help="one JSON document instead")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="keep the tables in this page")
    given = parser.parse_args()
    if unknown := set(given.families) - FAMILIES.keys():
        parser.error(f"no family {', '.join(sorted(unknown))}; there are {', '.join(FAMILIES)}")
    plan = Plan(given.runs, given.clock)
    measured: dict[str, list[Row]] = {}
    for family in given.families or FAMILIES:
        sys.stderr.write(f"measuring {family} ... ")
        sys.stderr.flush()
        started = time.monotonic()
        measured[family] = list(FAMILIES[family](plan))
        sys.stderr.write(f"{time.monotonic() - started:.0f} s\n")
        if given.write:
            write_page(given.write, family, [_setting(plan), "", *show_markdown(measured[family])])
    rows = [row for own in measured.values() for row in own]
    if given.json:
        lines = [json.dumps(as_json(rows, plan.runs, plan.clock), indent=2)]
    else:
        lines = [_setting(plan), "", *show_table(rows)]
    sys.stdout.write("\n".join(lines) + "\n")
    sys.exit(any(row.verdict() == "MISSED" for row in rows))


def _setting(plan: Plan) -> str:
    load = os.getloadavg()[0]
    clock = CLOCKS[plan.clock]
    return f"{machine()}, load {load:.1f}; median of {plan.runs} runs, {clock}."


def write_page(path: Path, family: str, lines: list[str]) -> None:
    """Puts the lines between the marks of a family."""
    begin, end = f"<!-- {family}: begin -->", f"<!-- {family}: end -->"
    before, rest = path.read_text(encoding="utf-8").split(begin)
    _, after = rest.split(end)
    text = f"{before}{begin}\n{chr(10).join(lines)}\n{end}{after}"
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
