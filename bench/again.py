"""One score pad again and again in one process, a name on it changed each time.

`python -m bench.again FILE wall|cpu` prints the median of the seconds that a pad takes.
"""

from __future__ import annotations

import sys
import time
from statistics import median

from printkit.build import build
from printkit.paper import parse_paper
from printkit.request import Request, parse_destination

TIMES = 20


def seconds(file: str, clock: str) -> float:
    """What a pad takes that is not the first."""
    now = time.perf_counter if clock == "wall" else time.process_time
    taken = []
    for number in range(TIMES + 1):
        started = now()
        names = (f"Ann {number}", "Ben", "Cleo", "Dan")
        place, paper = parse_destination(file), parse_paper("a4")
        build(Request(("attribute/score-pad",), names=names, paper=paper, out=place, force=True))
        taken.append(now() - started)
    return median(taken[1:])


if __name__ == "__main__":
    sys.stdout.write(f"{seconds(*sys.argv[1:])}\n")
