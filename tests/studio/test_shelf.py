"""The shelf: a change composes what it changes, and what is shown is what a fresh start shows."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from printkit.build.assembly import Assembly
from printkit.build.proof import proof
from printkit.build.shelf import Shelf, asked_facts
from printkit.build.targets import expand
from printkit.errors import PrintkitError
from printkit.layout.composer import Composer
from printkit.layout.loading import shipped_sheets
from printkit.paper import PAPERS, parse_offset
from printkit.request import Request
from printkit.samples import sample_files
from printkit.scene import Page
from tests.depth import many
from tests.rendering import render

if TYPE_CHECKING:
    from printkit.build.proof import Proof
    from printkit.build.targets import Printing

MOST = 60
KIT = Request(("attribute",), names=("Ann", "Ben", "Cleo"), paper=PAPERS["a4"], seed="x")
CARDS = ["attribute/setup-card", "attribute/player-aid"]
PAGES = ["attribute/round-tracker", "attribute/score-pad"]
ALL = [*CARDS, *PAGES]


def shown(request: Request, shelf: Shelf) -> tuple[Any, ...]:
    """Everything of a proof that somebody sees, or what is said in its place."""
    try:
        made = proof(request, MOST, shelf)
    except PrintkitError as error:
        return str(error), error.hint
    pages = [(svg, one.leaves, one.traces) for one, svg in made.pages]
    return pages, made.total, made.notes, made.request


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    """A shelf on which the kit lies."""
    shelf = Shelf()
    assert ALL == composed(KIT, shelf)
    return shelf


def composed(request: Request, shelf: Shelf) -> list[str]:
    """The sheets that had to be composed; nothing that is seen tells what lay on the shelf."""
    made: Proof = proof(request, MOST, shelf)
    assert shown(request, shelf) == shown(request, Shelf())
    return [*made.composed]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, []),
        ({"seed": "y"}, []),
        ({"names": ("Ann", "Ben", "Zoë")}, PAGES),
        ({"settings": {"size": "half"}}, ["attribute/score-pad"]),
        ({"table": "7"}, ALL),
        ({"paper": PAPERS["letter"]}, ALL),
        ({"theme": "mono"}, ALL),
        ({"language": "de"}, ALL),
        ({"targets": ("attribute/score-pad",)}, ["attribute/score-pad"]),
        ({"fillable": True}, ALL),
    ],
    ids=str,
)
def test_a_change_composes_what_it_changes(
    shelf: Shelf, change: dict[str, Any], expected: list[str]
) -> None:
    changed = replace(KIT, **change)

    assert expected == composed(changed, shelf)
    assert () == (*proof(changed, MOST, shelf).composed,)


def test_one_sheet_more_is_composed_with_those_that_say_how_many_pages_there_are() -> None:
    shelf, few = Shelf(), replace(KIT, targets=(*CARDS, "attribute/score-pad"))
    composed(few, shelf)
    card = replace(few, targets=(*CARDS, CARDS[1], "attribute/score-pad"))
    page = replace(few, targets=(*few.targets, "attribute/round-tracker"))
    assert [CARDS[1]] == composed(card, shelf), "it lies on the paper of the other cards"
    assert [*reversed(PAGES)] == composed(page, shelf)


def test_whatever_is_changed_what_is_shown_is_what_a_fresh_start_shows() -> None:
    random, shelf, request = Random(17), Shelf(), KIT
    changes: list[dict[str, Any]] = [
        *({"names": (name, "Ben", "Cleo"), "counts": None} for name in ("Ann", "Zoë")),
        *({"names": (), "counts": (count,)} for count in (3, 5, 8)),
        *({"targets": targets} for targets in (("attribute",), (*PAGES, *CARDS), (CARDS[1],) * 3)),
        *({"copies": copies} for copies in (1, 3)),
        *({"settings": settings} for settings in ({}, {"size": "half"})),
        *({"paper": PAPERS[paper]} for paper in ("a4", "letter")),
        *({"language": language} for language in ("en", "de", "pl")),
        *({"theme": theme} for theme in ("colour", "mono")),
        *({"per_page": many} for many in (1, 2)),
        *({"pages": pages} for pages in ((), (1,))),
        *({"offset": parse_offset(text)} for text in ("0mm,0mm", "1mm,-1mm")),
        *({"fillable": fillable, "traced": not fillable} for fillable in (False, True)),
        {"label": "at Ann's"},
    ]
    for _ in range(many(8, deep=400)):
        request = replace(request, **random.choice(changes))
        assert shown(request, shelf) == shown(request, Shelf()), request


def test_a_game_that_goes_on_is_never_shown_as_it_was() -> None:
    shelf = Shelf()
    for record in sample_files("attribute")[:2]:
        request = Request(("attribute",), paper=PAPERS["a4"], record=record)
        assert shown(request, shelf) == shown(request, Shelf())


def test_a_sheet_is_known_by_all_the_facts_that_it_can_ask_for() -> None:
    class Poor(Assembly):
        """Sheets that know nothing but what the shelf looks at."""

        def _compose(self, printing: Printing) -> Composer:
            rich = super()._compose(printing)
            names = asked[printing.sheet.id]
            editions = [
                one._replace(facts={name: one.facts[name] for name in names if name in one.facts})
                for one in rich.editions
            ]
            return Composer(rich.sheet, rich.ticket, editions)

    asked: dict[str, frozenset[str]] = {}
    for sheet in shipped_sheets()[:: many(3, deep=1)]:
        request = Request((sheet,), paper=PAPERS["a4"], seed="x", table="7")
        rich = Assembly(request, expand(request))
        drawn = render((one.page for one in rich.pages()), "svg")
        asked[sheet] = asked_facts(rich.composers[0])
        poor = Poor(request, expand(request))
        assert drawn == render((one.page for one in poor.pages()), "svg"), sheet


def test_a_picture_without_words_says_the_language_that_was_asked_for() -> None:
    shelf, page = Shelf(), Page(10.0, 10.0, ())
    for language in ("en", "de", "en"):
        picture = shelf.picture(page, language, outline=False)
        assert f'xml:lang="{language}"'.encode() in picture
