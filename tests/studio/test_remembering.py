"""What one game night tells the studio, it doesn't ask again: who plays, and which variants."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.running import until
from tests.studio.opening import running_studio, seat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, ViewportSize

    from tests.running import Printkit
    from tests.studio.opening import RunningStudio

TABLET: ViewportSize = {"width": 820, "height": 1180}


@pytest.fixture(scope="module")
def own_studio(
    printkit: Printkit, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningStudio]:
    """A studio with a memory of its own."""
    folder = tmp_path_factory.mktemp("night")
    env = {"XDG_CONFIG_HOME": str(tmp_path_factory.mktemp("config"))}
    with running_studio(printkit, folder, env=env) as studio:
        yield studio


@pytest.fixture
def page(browser: Browser, own_studio: RunningStudio) -> Iterator[Page]:
    """A page on a tablet."""
    context = browser.new_context(viewport=TABLET)
    own_studio.enter(context)
    yield context.new_page()
    context.close()


def expect_names(page: Page, *names: str) -> None:
    """Wait until these names are in the form."""
    fields = page.locator(".names input")
    expect(fields).to_have_count(len(names))
    for field, name in zip(fields.all(), names, strict=True):
        expect(field).to_have_value(name)


def remembered(studio: RunningStudio) -> list[str]:
    """The names that the next page offers."""
    found: list[str] = studio.get("/api/catalogue").data["remembered"]["names"]
    return found


def test_players_are_remembered_in_play_and_print_until_they_are_removed(
    page: Page, own_studio: RunningStudio
) -> None:
    page.goto(f"{own_studio.home}?tab=play&game=attribute")
    seat(page, ("Ann", "Ben", "Cleo", "Dan"))
    page.get_by_role("button", name="Record the whole game").click()
    expect(page.locator(".asked h1")).to_contain_text("Topic of round 1")
    page.get_by_role("link", name="Print", exact=True).click()
    page.get_by_role("link", name="Swip’Sheep").or_(
        page.get_by_role("link", name="Swip'Sheep")
    ).click()
    expect_names(page, "Ann", "Ben", "Cleo", "Dan")
    page.get_by_role("button", name="fewer: Players").click()
    until(lambda: ["Ann", "Ben", "Cleo"] == remembered(own_studio))
    page.goto(f"{own_studio.home}?tab=play&game=cattitude")
    expect(page.locator(".names input")).to_have_count(3)
    page.get_by_role("button", name="more: Players").click()
    expect_names(page, "Ann", "Ben", "Cleo", "")


def test_a_game_can_be_played_again_with_the_same_players(
    page: Page, own_studio: RunningStudio
) -> None:
    given = {"game": "attribute", "names": "Eve,Flo,Gus", "variant": "bsw", "answers": []}
    game = own_studio.post("/api/play/begin", **given).data
    while game["question"]:
        asked = game["question"]["asks"]
        if asked.startswith("topic"):
            answer: object = ["cats"]
        else:
            sheep = [[seat, "green", ""] for seat in range(3)]
            answer = sheep if asked.startswith("sheep") else []
        sent = {"file": game["file"], "version": game["version"], "answer": answer}
        game = own_studio.post("/api/play/answer", **sent).data
        assert "refused" not in game, game["refused"]
    page.goto(f"{own_studio.home}?tab=play&file={game['file']}")
    page.get_by_role("link", name="Play again").click()
    expect_names(page, "Eve", "Flo", "Gus")
    expect(page.get_by_label("Variant")).to_have_value("bsw")


def test_every_game_keeps_its_variant_when_others_are_added(
    page: Page, own_studio: RunningStudio
) -> None:
    for name in ("day", "night"):
        own = f"sheet: own/{name}\ntitle: {name.title()}\nvariants: [base, long]\nbody: [text]\n"
        (own_studio.folder / f"{name}.yaml").write_text(own)
    page.goto(f"{own_studio.home}?tab=print&target=wolle/setup-card&players=3")
    page.get_by_label("Variant").select_option("no-cups")
    page.get_by_label("Add another game").select_option("cattitude")
    expect(page.get_by_label("Variant: Wolle")).to_have_value("no-cups")
    page.get_by_label("Variant: Cattitude").select_option("toss")
    command = page.locator(".command code")
    expect(command).to_contain_text("--variant wolle:no-cups,cattitude:toss")
    page.reload()
    expect(page.get_by_label("Variant: Cattitude")).to_have_value("toss")
    page.get_by_role("button", name="Remove Cattitude").click()
    expect(command).to_contain_text("--variant no-cups")
    for name in ("day.yaml", "night.yaml"):
        page.get_by_label("Add another game").select_option(name)
    page.get_by_label("Variant: Night").select_option("long")
    expect(command).to_contain_text("--variant wolle:no-cups,own/night:long")
    expect(page.get_by_label("Variant: Day")).to_have_value("base")


def test_finished_and_unfinished_games_are_apart_and_can_be_saved_and_deleted(
    page: Page, own_studio: RunningStudio
) -> None:
    game = own_studio.post(
        "/api/play/begin", game="attribute", names="Ida,Jan,Kim", variant="", answers=[]
    ).data
    end = {"reason": "rounds", "scores": {"Mia": 3, "Noa": 1, "Ole": 2}, "winners": ["Mia"]}
    head = {"printkit": 1, "game": "attribute", "players": ["Mia", "Noa", "Ole"]}
    lines = (json.dumps(one) for one in ({**head, "date": "2026-03-04"}, {"end": end}))
    done = own_studio.folder / "done.jsonl"
    done.write_text("\n".join(lines) + "\n")
    sheet = {"target": "swipsheep/score-pad", "names": "Pia,Rui,Sam", "variant": "", "settings": []}
    score = own_studio.post("/api/score/begin", **sheet).data["file"]
    own_studio.post("/api/score/write", file=score, sheet="0", field="sheep.1.2", text="2")
    data = json.loads((own_studio.folder / score).read_text())
    every = {f"sheep.{round_}.{seat}": seat for round_ in range(1, 5) for seat in range(1, 4)}
    full = {**data, "date": "2026-03-05T20:00:00+01:00", "values": every}
    (own_studio.folder / "full.json").write_text(json.dumps(full))
    page.goto(f"{own_studio.home}?tab=play")
    parts = page.locator(".records")
    both = parts.filter(has_text="Pia, Rui, Sam")
    expect(both).to_have_count(2)
    expect(both.first).not_to_contain_text("wins")
    expect(both.last).to_contain_text("Sam wins · Mar 5, 2026")
    running = parts.filter(has_text="Ida, Jan, Kim")
    finished = parts.filter(has_text="Mia, Noa, Ole")
    expect(finished).not_to_contain_text("Ida")
    expect(finished).to_contain_text("Mia wins · Mar 4, 2026")
    row = finished.locator("li", has_text="Mia, Noa, Ole")
    row.locator("summary").click()
    with page.expect_download() as waiting:
        row.get_by_role("link", name="Download").click()
    assert done.read_bytes() == waiting.value.path().read_bytes()
    row.get_by_role("button", name="Delete").click()
    assert done.exists(), "it asks once more"
    with page.expect_response("**/api/play/delete"):
        row.get_by_role("button", name="Delete for good").click()
    expect(row).to_have_count(0)
    assert not done.exists()
    running.locator("a", has_text="Ida, Jan, Kim").click()
    expect(page.locator(".asked h1")).to_contain_text("Topic of round 1")
    assert game["file"] in page.url


@pytest.mark.parametrize(
    ("name", "file", "title"),
    [
        ("My Game", "my-game.yaml", "My Game"),
        ("Würfel: die Große!", "wurfel-die-grosse.yaml", "Würfel: die Große!"),
        ("no", "no.yaml", "no"),
    ],
)
def test_a_layout_gets_the_name_that_was_typed(
    page: Page, own_studio: RunningStudio, name: str, file: str, title: str
) -> None:
    page.goto(f"{own_studio.home}?tab=write")
    opener = page.get_by_text("New layout", exact=True)
    expect(opener.or_(page.locator(".empty .beginning"))).to_be_visible()
    if opener.count():  # not in a folder without layouts
        opener.click()
    page.get_by_label("Name of the layout").fill(name)
    page.get_by_role("button", name="Create").click()
    page.wait_for_url(f"**target={file}**")
    shown = """(title) => [...document.querySelectorAll(".paper")]
        .some((one) => one.shadowRoot.textContent.startsWith(title))"""
    page.wait_for_function(shown, arg=f"{title}Score pad")
