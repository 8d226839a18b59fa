"""Promise 7: bad input gets a clean refusal."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from tests.trust.nasty import (
    boards,
    fonts,
    images,
    layouts,
    manifests,
    options,
    plant,
    records,
    words,
)
from tests.trust.nasty.outside import OUTSIDE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.trust.nasty import Case
    from tests.trust.sandbox import Sandbox

CASES = {
    "layouts": layouts.CASES,
    "boards": boards.CASES,
    "manifests": manifests.CASES,
    "records": records.CASES,
    "words": words.CASES,
    "images": images.CASES,
    "fonts": fonts.CASES,
    "options": options.CASES,
}


@pytest.fixture(scope="module")
def empty_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Empty folders, next to files that must not be read."""
    around = tmp_path_factory.mktemp("around")
    plant(OUTSIDE, around / "outside")
    return _empty(around)


def _empty(around: Path) -> Iterator[Path]:
    for number in count():
        home = around / f"home-{number}"
        home.mkdir()
        yield home


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{kind}: {case}") for kind in CASES for case in CASES[kind]]
)
def test_nasty_input_is_refused_cleanly_or_works(
    case: Case, sandbox: Sandbox, empty_folders: Iterator[Path]
) -> None:
    home = next(empty_folders)
    plant(case.files, home)

    judges = case.argv[:1] == ("preflight",)
    ended = sandbox.run(*case.argv, cwd=home, writable=[home / case.writes], processes=judges)

    assert not ended.faults({*case.files, *case.missing} if case.placed else None), ended.told()
    assert ended.code == case.code, ended.told()
    assert case.says in " ".join((ended.out + ended.err).split()), ended.told()
