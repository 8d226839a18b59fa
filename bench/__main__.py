"""Measure printkit beside its comparisons and print a table: `python -m bench [GROUP...]`."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from pathlib import Path
from typing import Any

from bench.process import Measurement
from bench.rows import GROUPS, Row

COLUMNS = ("what", "measured", "must hold", "", "details")
GROWTH = "growth"
"""The group with a table of its own in the documentation."""


def main() -> None:
    """Measure the groups asked for, or all; exit code 1 when a ratio does not hold."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(GROUPS))
    parser.add_argument("--runs", type=int, default=5, help="runs of each command (default: 5)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="update the table in this page")
    given = parser.parse_args()
    if unknown := set(given.groups) - GROUPS.keys():
        parser.error(f"unknown group {', '.join(sorted(unknown))}; choose from {', '.join(GROUPS)}")
    found: dict[str, list[Row]] = {}
    for group in given.groups or GROUPS:
        sys.stderr.write(f"measuring {group} ...\n")
        found[group] = [*GROUPS[group](Measurement(given.runs))]
    setting = f"{machine()}; median of {given.runs} runs, processor time of whole processes."
    rows = [row for group in found for row in found[group]]
    if given.write:
        grown = found.pop(GROWTH, [])
        figures = [row for group in found for row in found[group]]
        for name, some in (("figures", figures), (GROWTH, grown)):
            if some:
                write_page(given.write, name, [setting, "", *markdown(some)])
    if given.json:
        print_lines([json.dumps(as_json(rows, given.runs), indent=2)])
    else:
        print_lines([setting, "", *table(rows)])
    sys.exit(any(row.holds is False for row in rows))


def machine() -> str:
    """The machine in one line."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    return f"{system}, {python}, load {os.getloadavg()[0]:.1f}"


def table(rows: list[Row]) -> list[str]:
    """The rows as lines of text in columns."""
    lines = [COLUMNS, *map(_cells, rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    return [
        "  ".join((*(cell.ljust(widths[at]) for at, cell in enumerate(line[:4])), line[4]))
        for line in lines
    ]


def markdown(rows: list[Row]) -> list[str]:
    """The same table for a page of the documentation."""
    marks = ("---", "---:", "---:", "---", "---")
    return ["| " + " | ".join(line) + " |" for line in (COLUMNS, marks, *map(_cells, rows))]


def _cells(row: Row) -> tuple[str, str, str, str, str]:
    limit = "" if row.limit is None else f"{'≥' if row.at_least else '≤'} {row.limit:,g}"
    measured = "" if row.value is None else f"{row.value:,.3g} {row.unit}".strip()
    verdict = {True: "holds", False: "MISSED", None: ""}[row.holds]
    return row.what, measured, limit, verdict, row.details


def as_json(rows: list[Row], runs: int) -> dict[str, Any]:
    """Everything measured, with the machine it was measured on."""
    found = [{**row._asdict(), "holds": row.holds} for row in rows]
    return {"machine": machine(), "runs": runs, "rows": found}


def write_page(path: Path, name: str, lines: list[str]) -> None:
    """Replace the table between the marks with this name in a page of the documentation."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, rest = path.read_text(encoding="utf-8").split(begin)
    after = rest.split(end)[1]
    path.write_text("\n".join((before + begin, *lines, end + after)), encoding="utf-8")


def print_lines(lines: list[str]) -> None:
    """Print lines to standard output."""
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
