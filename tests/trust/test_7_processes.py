"""Promise 7 in separate processes: the installed command behaves as in the sandbox."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.depth import many
from tests.trust.commands import start
from tests.trust.kinds import KINDS, mutant
from tests.trust.nasty import plant

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE = many(1, deep=4)


@pytest.mark.parametrize("number", range(SAMPLE))
@pytest.mark.parametrize("name", KINDS)
def test_a_mutant_behaves_the_same_in_a_real_process(
    name: str, number: int, tmp_path: Path
) -> None:
    kind = KINDS[name]
    made = mutant(kind, number)
    plant({**kind.around, **made.files}, tmp_path / "home")
    before = {path.name for path in tmp_path.iterdir()}
    ended = start(*made.argv, cwd=tmp_path / "home", home=tmp_path / "home")

    faults = ended.faults({*made.files, *kind.around, *kind.read} if kind.placed else None)
    assert not faults, f"{name} {number} in {tmp_path}: {made.argv}\n{faults}\n{ended.told()}"
    assert before == {path.name for path in tmp_path.iterdir()}
