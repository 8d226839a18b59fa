"""Score sheets that are filled in on the screen: by questions to the studio, and in a browser."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.studio.opening import seat

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

    from tests.running import Printkit
    from tests.studio.opening import RunningStudio

TABLET: ViewportSize = {"width": 1024, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
PAD = "attribute/score-pad"
OWN = """sheet: own/pad
title: Our pad
players: 2-4
fields:
  points.R.P: {kind: number, min: 0, max: 99, label: "{players[P - 1].label}, round {R}"}
  sum.P: {kind: number, formula: sum(points.*.P), label: "{players[P - 1].label}, sum"}
  note: {kind: text, label: A note}
body:
  - for: round in [1, 2]
    row:
      - for: player in players
        box: []
        width: 20mm
        height: 12mm
        field: "points.{round}.{player.number}"
  - row:
      - {for: player in players, box: [], width: 20mm, height: 12mm, field: "sum.{player.number}"}
  - {box: [], width: 60mm, height: 12mm, field: note}
"""


def begin_sheet(
    studio: RunningStudio,
    target: str = PAD,
    names: str = "Ann,Ben,Cleo",
    settings: tuple[str, ...] = (),
) -> str:
    given = {"target": target, "names": names, "variant": "", "settings": settings}
    response = studio.post("/api/score/begin", **given)
    assert 200 == response.status, response.body
    return str(response.data["file"])


def write_field(
    studio: RunningStudio, file: str, field: str, text: str, sheet: int = 0
) -> dict[str, Any]:
    given = {"file": file, "sheet": str(sheet), "field": field, "text": text}
    return studio.post("/api/score/write", **given).data


def saved_values(studio: RunningStudio, file: str) -> Any:
    return json.loads((studio.folder / file).read_text())


def test_the_file_is_what_fill_prints_after_every_change(
    studio: RunningStudio, printkit: Printkit, tmp_path: Path
) -> None:
    file = begin_sheet(studio)
    assert saved_values(studio, file)["values"] == {}
    write_field(studio, file, "change.1.1", "2")
    response = write_field(studio, file, "topic.1", "  two   socks ")
    data = saved_values(studio, file)
    assert (PAD, ["Ann", "Ben", "Cleo"]) == (data["target"], data["names"])
    assert {"topic.1": "two socks", "change.1.1": 2} == data["values"]
    assert data["values"] == response["values"][0], "the page computes the totals"
    made = ("build", PAD, "--fill", file, "--out", tmp_path / "made.pdf")
    assert 0 == printkit.run(*made, cwd=studio.folder).code
    page = studio.get("/api/pdf", {"target": PAD, "fill": file})
    assert (tmp_path / "made.pdf").read_bytes() == page.body


def test_what_cannot_stand_in_a_field_is_refused_with_its_range(studio: RunningStudio) -> None:
    file = begin_sheet(studio)
    write_field(studio, file, "change.1.1", "1")
    for text in ("3", "x", "1.5", "−3"):
        response = write_field(studio, file, "change.1.1", text)
        wanted = "Ann, round 1, points: please enter a whole number from −2 to 2."
        assert wanted == response["refused"]
    long = write_field(studio, file, "topic.1", "x" * 201)
    assert "Round 1, topic: please use at most 200 characters" == long["refused"]
    assert {"change.1.1": 1} == saved_values(studio, file)["values"]
    for field in ("total.1.1", "nothing", "change.99.1"):
        assert "problems" in write_field(studio, file, field, "1")


def test_changes_of_several_devices_are_undone_and_redone_in_their_order(
    studio: RunningStudio,
) -> None:
    file = begin_sheet(studio)
    write_field(studio, file, "change.1.1", "1")
    now = write_field(studio, file, "change.1.2", "-1")
    stale = now["version"]
    back = studio.post("/api/score/undo", file=file, version=stale).data
    assert ({"change.1.1": 1}, True) == (saved_values(studio, file)["values"], back["redo"])
    twice = studio.post("/api/score/undo", file=file, version=stale).data
    assert back["version"] == twice["version"], "two who press at once undo one change"
    again = studio.post("/api/score/redo", file=file, version=back["version"]).data
    assert (stale, False) == (again["version"], again["redo"])
    assert {"change.1.1": 1, "change.1.2": -1} == saved_values(studio, file)["values"]


def test_a_sheet_for_each_player_is_one_file(studio: RunningStudio) -> None:
    file = begin_sheet(studio, "wolle/sheet", "Ann,Ben")
    shown = studio.get("/api/score/sheet", {"file": file}).data
    assert [0, 1] == [page["sheet"] for page in shown["pages"]]
    response = write_field(studio, file, "item.mouse.1", "1", sheet=1)
    assert [{}, {"item.mouse.1": True}] == [one["values"] for one in saved_values(studio, file)]
    assert [{}, {"item.mouse.1": True}] == response["values"]
    assert {} == dict(write_field(studio, file, "item.mouse.1", "0", sheet=1)["values"][1])


def test_a_file_that_was_changed_elsewhere_is_read_again(studio: RunningStudio) -> None:
    file = begin_sheet(studio)
    data = saved_values(studio, file)
    data["values"] = {"change.1.3": 2}
    (studio.folder / file).write_text(json.dumps(data))
    shown = studio.get("/api/score/values", {"file": file}).data
    assert {"change.1.3": 2} == shown["values"][0]
    (studio.folder / file).write_text('{"target": "attribute/score-pad", "values": {"x": 1}}')
    wrong = studio.get("/api/score/values", {"file": file})
    assert "unknown field 'x'" in wrong.data["problems"][0]["message"]
    (studio.folder / file).unlink()


@pytest.mark.parametrize("file", ["../secret.json", "/etc/x.json", "a.yaml", "gone.json"])
def test_a_score_sheet_is_a_file_of_the_folder(studio: RunningStudio, file: str) -> None:
    given = {"sheet": "0", "field": "x", "text": "1"}
    assert 422 == studio.get("/api/score/sheet", {"file": file}).status
    assert 422 == studio.post("/api/score/write", file=file, **given).status
    begin = {"target": f"../{file}", "names": "Ann,Ben", "variant": "", "settings": []}
    assert 422 == studio.post("/api/score/begin", **begin).status


def test_options_of_a_sheet_are_kept_in_its_file(studio: RunningStudio) -> None:
    file = begin_sheet(studio, "wolle/sheet", "Ann,Ben", settings=("side=b",))
    assert [{"side": "b"}] * 2 == [one["set"] for one in saved_values(studio, file)]
    shown = studio.get("/api/score/sheet", {"file": file}).data
    assert [36, 36] <= [len(page["places"]) for page in shown["pages"]]


def test_a_pad_for_any_game_ranks_by_who_wins_and_says_when_it_is_over(
    device: Any, studio: RunningStudio
) -> None:
    settings = ("game=Golf/Dice", "rounds=3", "wins=lowest", "target=20")
    file = begin_sheet(studio, "any/pad", "Ann,Ben", settings)
    own = json.loads((studio.folder / file).read_text())
    assert {"game": "Golf/Dice", "rounds": "3", "wins": "lowest", "target": "20"} == own["set"]

    page = device(TABLET, f"tab=play&file={file}")
    for field, text, head in (
        ("round.1.1", "9", "The scores so far"),
        ("round.1.2", "4", "The scores so far"),
        ("round.2.1", "11", "Ben wins"),
    ):
        write_field(studio, file, field, text)
        page.goto(f"{studio.home}?tab=play&file={file}")
        page.get_by_role("link", name="Finish").click()
        expect(page.locator("h1")).to_have_text(head)
    expect(page.locator(".over li")).to_have_text([re.compile("Ben.*4"), re.compile("Ann.*20")])
    opened = studio.get("/api/score/sheet", {"file": file}).data
    assert "Golf/Dice: Score pad" == opened["title"]


@pytest.mark.parametrize("game", ["attacke", "attribute", "cattitude", "swipsheep", "wolle"])
def test_every_sheet_with_fields_can_be_filled_in_by_the_most_players(
    studio: RunningStudio, game: str
) -> None:
    most = {"attacke": 5, "attribute": 8, "cattitude": 5, "swipsheep": 5, "wolle": 6}[game]
    names = ",".join("ABCDEFGH"[:most])
    for sheet in studio.get("/api/score/sheets", {"game": game}).data["sheets"]:
        file = begin_sheet(studio, sheet["id"], names)
        shown = studio.get("/api/score/sheet", {"file": file}).data
        kinds = [shown["kinds"][place[0]] for place in shown["pages"][0]["places"]]
        at = next(number for number, kind in enumerate(kinds) if not kind["formula"])
        name = re.findall(r'data-field="([^"]+)"', shown["markup"])[at]
        least = max(1, kinds[at]["least"] or 0)
        text = {"tick": "1", "text": "x", "number": str(least)}[kinds[at]["kind"]]
        own = name.removeprefix(shown["sheets"][0])
        response = write_field(studio, file, own, text)
        assert "refused" not in response, sheet
        assert response["values"][0][own] in (True, "x", least)


def test_a_layout_without_players_is_filled_in(studio: RunningStudio) -> None:
    layout = OWN.replace("players: 2-4", "players: none")
    (studio.folder / "list.yaml").write_text(
        layout[: layout.index("fields:")].replace("Our pad", "To do")
        + "fields: {done.R: {kind: tick}}\nbody: [{boxes: 3, field: done.*}]\n"
    )
    file = begin_sheet(studio, "list.yaml", "")
    response = write_field(studio, file, "done.2", "1")
    assert {"done.2": True} == response["values"][0]
    assert studio.get("/api/score/sheet", {"file": file}).data["scoring"] is None


def test_sheets_where_points_are_counted_are_offered_first(studio: RunningStudio) -> None:
    first = {
        game: [one["id"] for one in studio.get("/api/score/sheets", {"game": game}).data["sheets"]]
        for game in ("attribute", "wolle", "swipsheep", "attacke", "cattitude")
    }
    assert [
        "attribute/score-pad",
        "wolle/sheet",
        "swipsheep/score-pad",
        "attacke/chip-tracker",
        "cattitude/score-pad",
    ] == [names[0] for names in first.values()]
    assert ["swipsheep/score-pad"] == first["swipsheep"], "nothing is written on its tracker"


# In a browser.


@pytest.fixture
def device(browser: Browser, studio: RunningStudio) -> Any:
    """Opens the studio on another device of a size."""
    opened: list[BrowserContext] = []

    def open_device(size: ViewportSize, rest: str) -> Page:
        context = browser.new_context(viewport=size, has_touch=True, reduced_motion="reduce")
        opened.append(context)
        studio.enter(context)
        page = context.new_page()
        page.goto(f"{studio.home}?{rest}")
        return page

    yield open_device
    for context in opened:
        context.close()


def start(page: Page, *names: str, sheet: str = "") -> None:
    """Says who plays, and begins to score."""
    seat(page, names)
    if sheet:
        page.get_by_label("Sheet", exact=True).select_option(sheet)
    page.get_by_role("button", name="Keep score on the sheet").click()
    page.locator(".pad").first.wait_for()


def tap(page: Page, key: str) -> None:
    page.locator(".dock").get_by_role("button", name=key, exact=True).click()


def test_attribute_is_scored_with_mistakes_a_reload_and_somebody_watching(
    device: Any, studio: RunningStudio
) -> None:
    page = device(TABLET, "tab=play&game=attribute")
    start(page, "Ann", "Ben", "Cleo")
    page.get_by_label("topic").first.fill("socks")
    page.keyboard.press("Enter")
    for key in ("2", "−1"):  # the next field follows
        tap(page, key)
    expect(page.get_by_label("Ann, total after round 1", exact=True)).to_have_text("2")
    watching = device(PHONE, page.url.partition("?")[2])
    expect(watching.get_by_label("Ben, round 1, points", exact=True)).to_have_value("−1")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("please enter a whole number from −2 to 2")
    tap(page, "1")
    after = page.get_by_label("Ann, round 2, points", exact=True)
    expect(after).to_be_focused()  # not the topic, which would open a keyboard
    expect(watching.get_by_label("Cleo, total after round 1", exact=True)).to_have_text("1")
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    expect(watching.get_by_label("Cleo, round 1, points", exact=True)).to_have_value("")
    page.reload()
    undo.click()  # the second mistake, after a reload
    for one in (page, watching):  # who redoes what they have not yet seen undone changes nothing
        expect(one.get_by_label("Ben, round 1, points", exact=True)).to_have_value("")
    watching.get_by_role("button", name="Redo").click()
    expect(page.get_by_label("Ben, round 1, points", exact=True)).to_have_value("−1")
    watching.get_by_role("link", name="Finish").click()
    expect(watching.locator("h1")).to_have_text("The scores so far")
    watching.get_by_role("button", name="Finish anyway").click()
    expect(watching.locator("h1")).to_have_text("Ann wins")
    expect(watching.locator(".sheet")).to_have_count(2)  # the chart, and the sheet itself
    expect(watching.get_by_role("img", name="Scan this code")).to_be_visible()
    link = watching.get_by_role("link", name="Add to BG Stats").get_attribute("href")
    play = json.loads(parse_qs(urlsplit(str(link)).query)["data"][0])
    assert [("Ann", 1, True), ("Ben", 2, False), ("Cleo", 2, False)] == [
        (one["name"], one["rank"], one["winner"]) for one in play["players"]
    ]
    file = page.url.partition("file=")[2]
    assert {"topic.1": "socks", "change.1.1": 2, "change.1.2": -1} == saved_values(studio, file)[
        "values"
    ]
    watching.get_by_role("button", name="Play again").click()
    expect(watching.get_by_label("Cleo, round 1, points", exact=True)).to_have_value("")
    again = saved_values(studio, watching.url.partition("file=")[2])
    assert (["Ann", "Ben", "Cleo"], {}) == (again["names"], again["values"])


def test_a_change_that_the_studio_did_not_get_is_sent_again(
    device: Any, studio: RunningStudio
) -> None:
    page = device(TABLET, f"tab=play&file={begin_sheet(studio)}")
    page.route("**/api/score/write", lambda route: route.abort())
    page.get_by_label("Ann, round 1, points", exact=True).click()
    tap(page, "2")
    expect(page.get_by_role("status").first).to_have_text("Not saved yet")
    page.unroute("**/api/score/write")
    expect(page.get_by_label("Ann, total after round 1", exact=True)).to_have_text("2")


def test_whoever_replaces_what_another_device_wrote_meanwhile_is_told(
    device: Any, studio: RunningStudio
) -> None:
    file = begin_sheet(studio)
    page = device(PHONE, f"tab=play&file={file}")
    field = page.get_by_label("Ann, round 1, points", exact=True)
    page.route("**/api/score/write", lambda route: route.abort())
    field.click()
    tap(page, "2")
    expect(page.locator(".kept")).to_have_text("Not saved yet")
    write_field(studio, file, "change.1.1", "-1")
    page.unroute("**/api/score/write")
    expect(page.get_by_role("alert")).to_have_text(
        "Ann, round 1, points: another device had written '−1' here. Undo brings it back."
    )
    expect(field).to_have_value("2")
    page.get_by_role("button", name="Undo").click()
    expect(field).to_have_value("−1")
    expect(field).to_be_focused()


def test_dice_are_thrown_beside_the_sheet(device: Any, studio: RunningStudio) -> None:
    page = device(PHONE, f"tab=play&file={begin_sheet(studio)}")
    page.get_by_role("button", name="At the table").click()
    dialog = page.get_by_role("dialog", name="At the table")
    dialog.get_by_role("button", name="Tap or shake to roll").click()
    expect(dialog.locator(".thrown").first).to_have_text(re.compile("[1-6]"))
    dialog.get_by_role("button", name="Draw a player").click()
    expect(dialog.get_by_text("begins.")).to_contain_text(re.compile("Ann|Ben|Cleo"))
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_every_kind_of_sheet_is_filled_in(
    device: Any, studio: RunningStudio, size: ViewportSize
) -> None:
    page = device(size, "tab=play&game=wolle")
    start(page, "Ann", "Ben")
    page.get_by_role("tab", name="Ben").tap()
    mouse = page.locator(".pad").nth(1).get_by_role("checkbox", name="Mouse, box 1")
    mouse.tap()
    expect(mouse).to_be_checked()
    expect(page.get_by_role("tab", name="Ben")).to_contain_text("1")
    mouse.tap()
    expect(mouse).not_to_be_checked()
    for file, field, keys, total in (
        (
            begin_sheet(studio, "swipsheep/score-pad"),
            "Ann, round 1, sheep",
            "12",
            "Ann, sheep in total",
        ),
        (begin_sheet(studio, "cattitude/score-pad"), "Ann, points: Turkeys", "2", "Ann, total"),
    ):
        page.goto(f"{studio.home}?tab=play&file={file}")
        page.get_by_label(field, exact=True).tap()
        for key in keys:
            tap(page, key)
        if page.locator(".place.active").get_attribute("aria-label") == field:
            tap(page, "Next")
        expect(page.get_by_label(total, exact=True)).to_have_text(keys)
    page.goto(f"{studio.home}?tab=play&file={begin_sheet(studio, 'attacke/chip-tracker')}")
    ending = page.get_by_role("button", name="Ann wins")
    for number, colour in enumerate(("red", "blue", "green", "yellow"), 1):
        expect(ending).to_have_count(0)
        page.locator(f"[data-field='chip.{colour}.1.1']").tap()
        expect(page.locator(".standing li").first).to_contain_text(str(number))
    expect(ending).to_be_visible()
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "the page itself never scrolls sideways"


def test_a_layout_of_one_s_own_is_scored(device: Any, studio: RunningStudio) -> None:
    (studio.folder / "our-pad.yaml").write_text(OWN)
    page = device(TABLET, "tab=play")
    page.get_by_role("link", name="our-pad.yaml").click()
    start(page, "Ann", "Ben")
    page.get_by_label("Ann, round 1").tap()
    for key in "10":  # 100 would be too many, so the next field follows
        tap(page, key)
    expect(page.get_by_label("Ben, round 1")).to_be_focused()
    page.keyboard.type("30")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Ben, sum")).to_have_text("30")
    page.get_by_role("link", name="Finish").click()
    page.get_by_role("button", name="Finish anyway").click()
    expect(page.locator("h1")).to_have_text("Ben wins")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download PDF").click()
    assert waiting.value.path().read_bytes().startswith(b"%PDF")
