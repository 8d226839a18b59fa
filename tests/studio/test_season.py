"""The season in the studio: the standings of the folder, which follow every game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.season.clubs import random_rows, row, write_table
from tests.studio.opening import running_studio

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.running import Printkit
    from tests.studio.opening import RunningStudio


@pytest.fixture(scope="module")
def own_studio(
    printkit: Printkit, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningStudio]:
    """A studio in a folder with nothing else in it."""
    with running_studio(printkit, tmp_path_factory.mktemp("club")) as studio:
        yield studio


def begin(studio: RunningStudio) -> str:
    """Begin a score sheet of Swip'Sheep; return its file."""
    given = {
        "target": "swipsheep/score-pad",
        "names": "Ann,Ben,Cleo",
        "variant": "",
        "settings": (),
    }
    return str(studio.post("/api/score/begin", **given).data["file"])


def write_score(studio: RunningStudio, file: str, **fields: int) -> None:
    for field, value in fields.items():
        name = field.replace("_", ".")
        given = {"file": file, "sheet": "0", "field": name, "text": str(value)}
        assert 200 == studio.post("/api/score/write", **given).status


def test_the_standings_follow_a_game_that_is_played(
    own_studio: RunningStudio, browser: Browser
) -> None:
    assert [] == own_studio.get("/api/season").data["pages"]
    file = begin(own_studio)
    with browser.new_context(viewport={"width": 1100, "height": 800}) as context:
        own_studio.enter(context)
        page = context.new_page()
        page.goto(f"{own_studio.home}?tab=play")
        page.get_by_role("link", name="Standings of all games in this folder").click()
        expect(page.get_by_text("No game has been finished yet.")).to_be_visible()
        write_score(own_studio, file, sheep_1_1=3)
        write_score(own_studio, file, sheep_1_2=5)
        write_score(own_studio, file, sheep_1_3=1)
        expect(page.locator(".over li").first).to_have_text("Ben1.00")
        expect(page.locator(".sheet")).to_have_count(1)
        expect(page.get_by_text("No game has been finished yet.")).not_to_be_visible()
        write_score(own_studio, file, sheep_2_1=9)
        expect(page.locator(".over li").first).to_have_text("Ann1.00")


def test_what_does_not_count_is_mentioned(own_studio: RunningStudio) -> None:
    folder = own_studio.folder
    before = own_studio.get("/api/season").data
    write_table(folder / "old" / "results.csv", row("2026-01-01", "Skat", {"Eve": 3, "Dan": 4}))
    (folder / "bad.csv").write_text('date,game,names,scores\n2026-01-01,Skat,"Ann, Ben","x, 1"\n')
    after = own_studio.get("/api/season").data

    assert before["not_counted"] + 1 == after["not_counted"]
    assert {"Eve", "Dan"} <= {one["name"] for one in after["ranking"]}
    (folder / "season.yaml").write_text("titel: x\n")
    refused = own_studio.get("/api/season")
    (folder / "season.yaml").unlink()
    assert 422 == refused.status
    assert "unknown key 'titel'" in refused.data["problems"][0]["message"]


def test_a_large_club_has_all_its_pages(own_studio: RunningStudio) -> None:
    names = [f"Member {number}" for number in range(40)]
    write_table(own_studio.folder / "club.csv", *random_rows(80, names))

    assert 3 == len(own_studio.get("/api/season").data["pages"])
