"""What the fuzzer has found, and what it starts from: read, or refused with a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.targets import TARGETS

CASES = Path(__file__).parent / "cases"


@pytest.mark.parametrize(
    ("name", "file"),
    [(path.parent.name, path.name) for path in sorted(CASES.glob("*/*.case"))],
)
def test_a_saved_case_is_read_or_refused(name: str, file: str) -> None:
    TARGETS[name].run((CASES / name / file).read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_every_seed_of_the_fuzzer_is_read_or_refused(name: str) -> None:
    for data in TARGETS[name].seeds():
        TARGETS[name].run(data)
