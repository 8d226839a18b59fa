"""Promise 7: bad input gets a clean refusal."""

from __future__ import annotations

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
    from pathlib import Path

    from tests.trust.commandline import Jail
    from tests.trust.nasty import Case

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


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{kind}: {case}") for kind in CASES for case in CASES[kind]]
)
def test_nasty_input_is_refused_cleanly_or_works(case: Case, jail: Jail, tmp_path: Path) -> None:
    plant(OUTSIDE, tmp_path / "outside")
    home = tmp_path / "home"
    home.mkdir()
    plant(case.files, home)

    judges = case.argv[:1] == ("preflight",)
    ended = jail.run(*case.argv, cwd=home, writable=[home / case.writes], processes=judges)

    assert not ended.faults({*case.files, *case.missing} if case.placed else None), ended.told()
    assert ended.code == case.code, ended.told()
    assert case.says in " ".join((ended.out + ended.err).split()), ended.told()
