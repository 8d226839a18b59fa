"""Previews: a change lays out only what it affects, with the same result as a fresh start."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from printkit.core.errors import PrintkitError
from printkit.core.paper import PAPERS, parse_offset
from printkit.layout.cache import LayoutCache
from printkit.pipeline.preview import preview
from printkit.request.options import Request
from printkit.samples import sample_files
from tests.depth import many

if TYPE_CHECKING:
    from pathlib import Path

    from printkit.pipeline.preview import Preview

MOST = 60
KIT = Request(("attribute",), names=("Ann", "Ben", "Cleo"), paper=PAPERS["a4"], seed="x")
CARDS = ["attribute/setup-card", "attribute/player-aid"]
PAGES = ["attribute/round-tracker", "attribute/score-pad"]
ALL = [*CARDS, *PAGES]


def preview_content(request: Request, cache: LayoutCache) -> tuple[Any, ...]:
    """Everything visible in a preview, or its error."""
    try:
        made = preview(request, MOST, cache)
    except PrintkitError as error:
        return str(error), error.hint
    pages = [(svg, one.sheets, one.node_bounds) for one, svg in made.pages]
    return pages, made.total, made.notes, made.request


@pytest.fixture(scope="module")
def cache() -> LayoutCache:
    """A cache in which the kit was shown."""
    cache = LayoutCache()
    assert ALL == laid_out(KIT, cache)
    return cache


def laid_out(request: Request, cache: LayoutCache) -> list[str]:
    """The sheets of which anything was laid out."""
    made: Preview = preview(request, MOST, cache)
    assert preview_content(request, cache) == preview_content(request, LayoutCache())
    return [*made.laid_out]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, []),
        ({"seed": "y"}, []),
        ({"names": ("Ann", "Ben", "Zoë")}, PAGES),
        ({"settings": {"size": "half"}}, ["attribute/score-pad"]),
        ({"settings": {"size": "full"}}, PAGES),  # one more page, which footers may count
        ({"table": "7"}, ALL),
        ({"paper": PAPERS["letter"]}, PAGES),
        ({"theme": "mono"}, ALL),
        ({"language": "de"}, ALL),
        ({"targets": ("attribute/score-pad",)}, ["attribute/score-pad"]),
        ({"fillable": True}, ALL),
    ],
    ids=str,
)
def test_a_change_lays_out_only_what_it_affects(
    cache: LayoutCache, change: dict[str, Any], expected: list[str]
) -> None:
    changed = replace(KIT, **change)

    assert expected == laid_out(changed, cache)
    assert () == (*preview(changed, MOST, cache).laid_out,)


def test_adding_a_sheet_lays_out_only_it_and_page_counts() -> None:
    five = replace(KIT, names=("Ann", "Ben", "Cleo", "Dan", "Eve"))  # their pad takes a whole page
    cache, few = LayoutCache(), replace(five, targets=(*CARDS, "attribute/score-pad"))
    laid_out(few, cache)
    card = replace(few, targets=(*CARDS, CARDS[0], "attribute/score-pad"))
    page = replace(few, targets=(*few.targets, "attribute/round-tracker"))
    assert [] == laid_out(card, cache), "it is the same card once more"
    assert [*reversed(PAGES)] == laid_out(page, cache)


def test_adding_half_a_page_to_half_a_page_lays_out_only_it() -> None:
    cache, few = LayoutCache(), replace(KIT, targets=(*CARDS, "attribute/score-pad"))
    laid_out(few, cache)
    more = replace(few, targets=(*few.targets, "attribute/round-tracker"))
    assert ["attribute/round-tracker"] == laid_out(more, cache)


def test_previews_after_any_change_equal_fresh_ones() -> None:
    random, cache, request = Random(17), LayoutCache(), KIT
    changes: list[dict[str, Any]] = [
        *({"names": (name, "Ben", "Cleo"), "counts": None} for name in ("Ann", "Zoë")),
        *({"names": (), "counts": (count,)} for count in (3, 5, 8)),
        *({"targets": targets} for targets in (("attribute",), (*PAGES, *CARDS), (CARDS[1],) * 3)),
        *({"copies": copies} for copies in (1, 3)),
        *({"settings": settings} for settings in ({}, {"size": "full"})),
        *({"paper": PAPERS[paper]} for paper in ("a4", "letter")),
        *({"language": language} for language in ("en", "de", "pl")),
        *({"theme": theme} for theme in ("colour", "mono")),
        *({"per_page": many} for many in (1, 2)),
        *({"pages": pages} for pages in ((), (1,))),
        *({"offset": parse_offset(text)} for text in ("0mm,0mm", "1mm,-1mm")),
        *({"fillable": fillable, "wants_node_bounds": not fillable} for fillable in (False, True)),
        {"label": "at Ann's"},
    ]
    for _ in range(many(8, deep=400)):
        request = replace(request, **random.choice(changes))
        assert preview_content(request, cache) == preview_content(request, LayoutCache()), request


TWICE = """
sheet: mine/twice
title: Twice
players: 2-6
body:
  - for: word in [players[0].name, table_label]
    row:
      - canvas: [{for: n in range(3), circle: 3mm, stroke: ink, at: [5, 5]}]
        width: 9mm
        height: 9mm
      - "{word}"
  - "{seed}"
"""
MANY = """
sheet: mine/many
title: Many
body: [{for: n in range(30), text: "{n}"}]
"""


@pytest.mark.parametrize("most", range(82, 96))
def test_previews_equal_fresh_ones_whatever_a_full_cache_has_dropped(
    most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printkit.layout.cache.MOST_NODES", most)
    cache, requests = LayoutCache(), []
    for name, text in (("twice", TWICE), ("many", MANY)):
        (tmp_path / f"{name}.yaml").write_text(text)
        requests.append(replace(KIT, targets=(str(tmp_path / f"{name}.yaml"),), label="1"))
    twice, many_texts = requests
    other = replace(twice, seed="other")
    for request in (twice, other, many_texts, replace(other, label="2")):
        assert preview_content(request, cache) == preview_content(request, LayoutCache())


def test_a_preview_of_a_running_game_is_never_stale() -> None:
    cache = LayoutCache()
    for record in sample_files("attribute")[:2]:
        request = Request(("attribute",), paper=PAPERS["a4"], record=record)
        assert preview_content(request, cache) == preview_content(request, LayoutCache())


def test_a_drawing_without_text_has_the_requested_language() -> None:
    cache = LayoutCache()
    for language in ("en", "de", "en"):
        request = Request(("calibration",), paper=PAPERS["a4"], language=language)
        (_, picture), *_ = preview(request, MOST, cache).pages
        assert f'xml:lang="{language}"'.encode() in picture
