"""Promise 7, by the thousand: whatever is damaged works still, or is refused cleanly.

A failure names the kind and the number of the mutant, and keeps its files. More of them:
`pytest tests/trust --mutations 30000`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.trust.kinds import KINDS, mutant
from tests.trust.nasty import plant

if TYPE_CHECKING:
    from pathlib import Path

    from tests.trust.commandline import Jail

CHUNK = 250


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    number = metafunc.config.getoption("--mutations")
    if "chunk" in metafunc.fixturenames:
        metafunc.parametrize("chunk", range(-(-number // CHUNK)))


@pytest.mark.parametrize("name", KINDS)
def test_a_mutant_works_or_is_refused_cleanly(
    name: str, chunk: int, jail: Jail, tmp_path: Path
) -> None:
    kind = KINDS[name]
    plant(kind.around, tmp_path)
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        made = mutant(kind, number)
        plant(made.files, tmp_path)

        ended = jail.run(
            *made.argv,
            cwd=tmp_path,
            writable=[tmp_path / kind.writes],
            processes="batch" in made.argv,
        )

        faults = ended.faults({*made.files, *kind.around} if kind.placed else None)
        assert not faults, f"{name} {number} in {tmp_path}: {made.argv}\n{faults}\n{ended.told()}"
