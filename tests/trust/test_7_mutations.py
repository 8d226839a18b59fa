"""Promise 7, by the thousand: whatever is damaged works still, or is refused cleanly.

A failure names the kind and the number of the mutant, and where its files are kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.depth import many
from tests.trust.kinds import KINDS, mutant
from tests.trust.nasty import plant

if TYPE_CHECKING:
    from pathlib import Path

    from tests.trust.sandbox import Sandbox

MUTANTS = many(50, deep=3_000)
CHUNK = 50


@pytest.mark.parametrize("chunk", range(MUTANTS // CHUNK))
@pytest.mark.parametrize("name", KINDS)
def test_a_mutant_works_or_is_refused_cleanly(
    name: str, chunk: int, sandbox: Sandbox, tmp_path: Path
) -> None:
    kind, folder = KINDS[name], tmp_path / "home"
    plant(kind.around, folder)
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        made = mutant(kind, number)
        plant(made.files, folder)

        ended = sandbox.run(
            *made.argv,
            cwd=folder,
            writable=[folder / kind.writes],
            processes=bool({"batch", "preflight", "--preflight"} & {*made.argv}),
        )

        if faults := ended.faults({*made.files, *kind.around, *kind.read} if kind.placed else None):
            place = f"{name} {number}, kept in {folder}: {made.argv}"
            pytest.fail(f"{place}\n{faults}\n{ended.told()}")


def test_files_are_valid_before_they_are_mutated(sandbox: Sandbox, tmp_path: Path) -> None:
    """A mutant shows nothing if the original input is refused."""
    from tests.trust.kinds import BOARD, FILLED, LAYOUTS, MANIFESTS, RESULTS, SEASON, TINY

    names = [f"layout-{number}.yaml" for number in range(len(LAYOUTS))]
    nights = [f"night-{number}.yaml" for number in range(len(MANIFESTS))]
    plant(dict(zip(names, LAYOUTS, strict=True)), tmp_path)
    plant(dict(zip(nights, MANIFESTS, strict=True)), tmp_path)
    plant({"tiny.yaml": TINY, "board.yaml": BOARD, "values.json": FILLED}, tmp_path)
    plant({"club/season.yaml": SEASON, "club/results.csv": RESULTS}, tmp_path)
    commands = [
        *(("check", name) for name in names),
        *(("batch", night, "--dry-run", "--out", "out") for night in nights),
        ("simulate", "wolle", "--games", "1", "--set", "board=board.yaml"),
        ("season", "club", "--explain", "Ann"),
        ("build", "attribute/score-pad", "--fill", "values.json", "--out", "out/"),
    ]
    for argv in commands:
        ended = sandbox.run(*argv, cwd=tmp_path, writable=[tmp_path / "out", tmp_path / "club"])

        assert ended.code == 0, ended.told()
        assert not ended.faults(None), ended.told()
