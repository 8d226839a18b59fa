"""`python -m bench [--json] [--runs N] [FAMILY...]`: measures, and prints one table."""

from __future__ import annotations

import argparse
import json
import sys

from bench import records, startup
from bench.table import as_json, machine, show_table

FAMILIES = {"startup": startup.rows, "records": records.rows}
MIN_RUNS = 5


def main() -> None:
    """Measures the families asked for, or all."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=", ".join(FAMILIES))
    parser.add_argument("--runs", type=int, default=MIN_RUNS, help="runs of each command")
    parser.add_argument("--json", action="store_true", help="one JSON document instead")
    given = parser.parse_args()
    if unknown := set(given.families) - FAMILIES.keys():
        parser.error(f"no family {', '.join(sorted(unknown))}; there are {', '.join(FAMILIES)}")
    chosen = given.families or FAMILIES
    rows = [row for family in chosen for row in FAMILIES[family](given.runs)]
    if given.json:
        lines = [json.dumps(as_json(rows, given.runs), indent=2)]
    else:
        lines = [machine(), f"median of {given.runs} runs", "", *show_table(rows)]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
