"""Every PDF that printkit makes conforms to PDF/UA-1 according to an independent validator.

Kits, forms to fill in, and recorded games with their results, of every game. The languages, papers
and themes take turns here; `make test-deep` tries all of them. `make preflight` validates every
sheet for every number of players.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import pytest

from printkit.core.languages import languages
from printkit.core.paper import PAPERS
from printkit.core.themenames import theme_names
from printkit.layout.language.loading import shipped_games
from printkit.request.options import Request
from printkit.samples import sample_files
from tests.depth import in_turn
from tests.preflight.matrix import CHECKED_PAPERS, targets
from tests.preflight.planted import changed, sheet
from tests.preflight.validator import ua1_failures
from tests.rendering import render_request

if TYPE_CHECKING:
    import pikepdf

KINDS = ("kit", "form", "record")


class Variant(NamedTuple):
    """One file: what of a game, and how it looks."""

    game: str
    kind: str
    language: str
    paper: str
    theme: str

    def __str__(self) -> str:
        return "-".join(self)


def variants() -> list[Variant]:
    """Of each game and kind some looks, each time others, so that every look has its turn."""
    looks = [*product(languages(), CHECKED_PAPERS, theme_names())]
    return [
        Variant(game, kind, *look)
        for turn, (game, kind) in enumerate(product(shipped_games(), KINDS))
        for look in in_turn(looks, 5 * turn, step=len(looks) // 3)
    ]


def made(variant: Variant) -> bytes:
    """The PDF of a variant; of a recorded game with its result."""
    is_record = variant.kind == "record"
    whole = [path for path in sample_files(variant.game) if path.name.startswith("whole-")]
    request = Request(
        targets=(variant.game,),
        paper=PAPERS[variant.paper],
        counts=None if is_record else (targets()[variant.game].most,),
        seed=None if is_record else "ua1",
        theme=variant.theme,
        language=variant.language,
        fillable=variant.kind == "form",
        record=whole[-1] if is_record else None,
    )
    (data,) = render_request(request)
    return data


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_a_file_conforms_to_pdf_ua_1(variant: Variant) -> None:
    assert ua1_failures(made(variant)) == []


def test_the_sample_covers_every_language_paper_and_theme() -> None:
    tried = {look for variant in variants() for look in variant[2:]}
    assert {*languages(), *CHECKED_PAPERS, *theme_names()} == tried


def test_the_validator_finds_what_is_missing() -> None:
    def remove_descriptions(pdf: pikepdf.Pdf) -> None:
        del pdf.Root.Lang

    whole = made(Variant("attribute", "kit", "en", "a4", "colour"))
    assert ua1_failures(changed(remove_descriptions, whole))
    assert ua1_failures(sheet())
