"""The recorded games that printkit ships, in a folder for each game.

Whole games and worked examples are legal. The files in a game's `violations` folder break a rule on
purpose: a remark says which line breaks which rule (`# expect-violation: LINE RULE-ID`).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from printkit.games import all_games, samples_of

if TYPE_CHECKING:
    from printkit.rules.report import Report

FOLDER = Path(__file__).resolve().parent
_MARK = b"# expect-violation:"


class ExpectedViolation(NamedTuple):
    """The violation that a sample has on purpose."""

    line: int
    rule: str


def sample_files(game_id: str = "*") -> list[Path]:
    """Return the legal samples of one shipped game, or of all."""
    return sorted(FOLDER.glob(f"{game_id}/*.jsonl"))


def violation_files(game_id: str = "*") -> list[Path]:
    """Return the samples of one shipped game, or of all, that break a rule on purpose."""
    return sorted(FOLDER.glob(f"{game_id}/violations/*.jsonl"))


def plugin_samples() -> Iterator[tuple[str, Path]]:
    """Yield the samples of plugins' games, each with a short name; those in `violations` last."""
    folders = [(game.id, folder) for game in all_games() if (folder := samples_of(game.id))]
    for pattern in ("*.jsonl", "violations/*.jsonl"):
        for game, folder in folders:
            for path in sorted(folder.glob(pattern)):
                yield f"{game}/{path.relative_to(folder).as_posix()}", path


def expected_violation(path: Path) -> ExpectedViolation:
    """Read which violation a sample has on purpose."""
    with path.open("rb") as lines:
        for line in lines:
            if line.startswith(_MARK):
                number, rule = line.removeprefix(_MARK).decode().split()
                return ExpectedViolation(int(number), rule)
    raise ValueError(f"{path} has no remark 'expect-violation'")


def has_violation(report: Report, expected: ExpectedViolation) -> bool:
    """Return whether a record breaks this rule at this line."""
    found = report.violation
    return found is not None and (found.line, found.rule) == expected
