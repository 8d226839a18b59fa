"""Rows of the bench, as a table to read and as JSON to keep."""

from __future__ import annotations

import os
import platform
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Figure(NamedTuple):
    """One measured value behind a row."""

    label: str
    value: float
    unit: str
    wall_s: float | None = None
    cpu_s: float | None = None

    def show(self) -> str:
        """The figure in a few characters."""
        return " ".join(filter(None, (self.label, _number(self.value), self.unit)))

    def as_json(self) -> dict[str, Any]:
        """The figure with its name; without what was not measured."""
        return {key: value for key, value in self._asdict().items() if value is not None}


@dataclass(frozen=True, slots=True)
class Row:
    """A value with what it must hold and what it aims at; without a unit it is a ratio.

    A row that has to hold nothing is there to be read; one without a value says why.
    """

    what: str
    value: float | None
    hold: float | None
    aim: float | None
    figures: tuple[Figure, ...]
    unit: str = ""
    more_is_better: bool = False
    note: str = ""

    def verdict(self) -> str:
        """Whether the aim is reached, the hold kept, or neither."""
        if self.value is None or self.hold is None or self.aim is None:
            return self.note
        sign = -1 if self.more_is_better else 1
        if sign * self.value <= sign * self.aim:
            return "aim"
        return "holds" if sign * self.value <= sign * self.hold else "MISSED"


HEADS = ("what", "value", "hold", "aim", "verdict", "figures (medians of whole processes)")


def show_table(rows: Iterable[Row]) -> list[str]:
    """The table, one line a row, under its heads."""
    lines = [HEADS, *map(_cells, rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(5)]
    return [
        "  ".join(
            (
                line[0].ljust(widths[0]),
                *(line[i].rjust(widths[i]) for i in (1, 2, 3)),
                line[4].ljust(widths[4]),
                line[5],
            )
        )
        for line in lines
    ]


def show_markdown(rows: Iterable[Row]) -> list[str]:
    """The same table for a page of the documentation."""
    marks = ("---", "---:", "---:", "---:", "---", "---")
    return ["| " + " | ".join(line) + " |" for line in (HEADS, marks, *map(_cells, rows))]


def _cells(row: Row) -> tuple[str, str, str, str, str, str]:
    limit = "≥" if row.more_is_better else "≤"
    unit = f" {row.unit}" if row.unit else ""
    return (
        row.what,
        "" if row.value is None else f"{_number(row.value)}{unit}",
        "" if row.hold is None else f"{limit} {row.hold:,g}",
        "" if row.aim is None else f"{limit} {row.aim:,g}",
        row.verdict(),
        ", ".join(figure.show() for figure in row.figures),
    )


def as_json(rows: Sequence[Row], runs: int, clock: str = "wall") -> dict[str, Any]:
    """Everything measured, with the machine it was measured on."""
    return {
        "machine": machine(),
        "runs": runs,
        "clock": clock,
        "rows": [
            {**asdict(row), "figures": [f.as_json() for f in row.figures], "verdict": row.verdict()}
            for row in rows
        ],
    }


def machine() -> str:
    """The machine in one line."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, {python}"


def _number(value: float) -> str:
    if value >= 100 or isinstance(value, int):
        return f"{value:,.0f}"
    return f"{value:.2f}" if value >= 1 else f"{value:.3f}"
