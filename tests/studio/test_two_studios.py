"""Two studios, or a studio and a terminal, on one folder: nothing that was accepted is lost."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from subprocess import PIPE
from typing import TYPE_CHECKING, Any

import pytest

from tests.core.clusters import wait_until
from tests.studio.opening import running_studio

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tests.running import Printkit
    from tests.studio.opening import RunningStudio

BEGIN = {"game": "attribute", "names": "Ann,Ben,Cleo", "variant": "", "answers": []}


@pytest.fixture(scope="module")
def studios(
    printkit: Printkit, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[RunningStudio, RunningStudio]]:
    folder = tmp_path_factory.mktemp("shared")
    with running_studio(printkit, folder) as one, running_studio(printkit, folder) as two:
        yield one, two


def at_once(studios: Sequence[RunningStudio], path: str, requests: list[Any]) -> list[Any]:
    """Send requests to the studios in turn, all at the same time; return the answers."""
    with ThreadPoolExecutor(len(requests)) as threads:
        sent = [
            threads.submit(studios[number % 2].post, path, **request)
            for number, request in enumerate(requests)
        ]
        return [each.result() for each in sent]


def test_of_twelve_answers_to_one_question_one_counts(
    studios: tuple[RunningStudio, RunningStudio],
) -> None:
    game = studios[0].post("/api/play/begin", **BEGIN).data
    given = {"file": game["file"], "version": game["version"]}
    topics = [{**given, "answer": [f"topic {number}"]} for number in range(12)]
    answers = at_once(studios, "/api/play/answer", topics)

    taken = [each.data for each in answers if "late" not in each.data]
    assert [200] * 12 == [each.status for each in answers]
    assert len(taken) == 1
    record = (studios[0].folder / game["file"]).read_text()
    assert record.splitlines()[1:] == [f"# said: {taken[0]['said'][0]}"]
    assert {each.data["version"] for each in answers} == {taken[0]["version"]}


def test_games_that_are_begun_at_once_each_have_a_file(
    studios: tuple[RunningStudio, RunningStudio],
) -> None:
    answers = at_once(studios, "/api/play/begin", [BEGIN] * 12)

    files = {each.data["file"] for each in answers}
    assert len(files) == 12
    for studio in studios:
        assert files <= {each["file"] for each in studio.get("/api/play/records").data["records"]}


def test_a_record_that_was_replaced_from_outside_is_not_overwritten(
    studios: tuple[RunningStudio, RunningStudio],
) -> None:
    studio, _ = studios
    game = studio.post("/api/play/begin", **BEGIN).data
    given = {"file": game["file"], "version": game["version"]}
    game = studio.post("/api/play/answer", **given, answer=["moon"]).data
    path = studio.folder / game["file"]
    replace_unnoticed(path, path.read_text().replace("moon", "noon"))

    undone = studio.post("/api/play/undo", file=game["file"], version=game["version"]).data

    assert undone["late"]
    assert undone["said"] == ["noon"]
    assert path.read_text().endswith("# said: noon\n")


def replace_unnoticed(path: Path, text: str) -> None:
    """Replace a file by one of the same size and time, as `cp -p` may."""
    before = path.stat()
    assert len(text.encode()) == before.st_size
    path.write_text(text)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_a_game_in_the_terminal_stops_when_a_studio_goes_on_with_it(
    studios: tuple[RunningStudio, RunningStudio], printkit: Printkit
) -> None:
    studio, _ = studios
    terminal = printkit.start(
        "record", "attribute", "shared.jsonl", "--names", "Ann,Ben,Cleo", cwd=studio.folder,
        stdin=PIPE,
    )  # fmt: skip
    assert terminal.stdin is not None
    terminal.stdin.write("moon\n")
    terminal.stdin.flush()
    path = studio.folder / "shared.jsonl"
    wait_until(lambda: path.exists() and path.read_text().endswith("# said: moon\n"))
    game = studio.get("/api/play/look", {"file": path.name}).data
    game = studio.post("/api/play/undo", file=path.name, version=game["version"]).data
    studio.post("/api/play/answer", file=path.name, version=game["version"], answer=["stars"])
    _, said = terminal.communicate("+-+\n")

    assert terminal.returncode == 1
    assert "shared.jsonl: error: another program has changed this file" in said
    assert path.read_text().endswith("# said: stars\n")
    assert json.loads(path.read_text().splitlines()[0])["players"] == ["Ann", "Ben", "Cleo"]


SHEET = {"target": "attribute/score-pad", "names": "Ann,Ben,Cleo", "variant": "", "settings": []}


def test_score_sheets_that_are_begun_at_once_each_have_a_file(
    studios: tuple[RunningStudio, RunningStudio],
) -> None:
    answers = at_once(studios, "/api/score/begin", [SHEET] * 12)

    assert len({each.data["file"] for each in answers}) == 12


def test_no_value_is_lost_when_two_studios_fill_in_one_sheet(
    studios: tuple[RunningStudio, RunningStudio],
) -> None:
    file = studios[0].post("/api/score/begin", **SHEET).data["file"]
    fields = [f"change.{round_}.{seat}" for round_ in range(1, 9) for seat in range(1, 4)]
    written = [{"file": file, "sheet": "0", "field": field, "text": "1"} for field in fields]
    answers = at_once(studios, "/api/score/write", written)

    assert {200} == {each.status for each in answers}
    kept = json.loads((studios[0].folder / file).read_text())["values"]
    assert kept == dict.fromkeys(fields, 1)
    for studio in studios:
        (shown,) = studio.get("/api/score/values", {"file": file}).data["values"]
        assert shown == dict.fromkeys(fields, 1)


def test_a_score_sheet_that_was_replaced_from_outside_is_read_again(
    studios: tuple[RunningStudio, RunningStudio],
) -> None:
    studio, _ = studios
    file = studio.post("/api/score/begin", **SHEET).data["file"]
    first = {"file": file, "sheet": "0", "field": "change.1.1", "text": "1"}
    studio.post("/api/score/write", **first)
    path = studio.folder / file
    replace_unnoticed(path, path.read_text().replace('"change.1.1": 1', '"change.1.1": 2'))

    studio.post("/api/score/write", file=file, sheet="0", field="change.1.2", text="-1")

    values = json.loads(path.read_text())["values"]
    assert values == {"change.1.1": 2, "change.1.2": -1}


@pytest.mark.parametrize("name", ["x" * 194, "ż" * 80, "猫" * 66])
def test_a_layout_with_a_very_long_name_is_scored(
    studios: tuple[RunningStudio, RunningStudio], name: str
) -> None:
    studio, _ = studios
    (studio.folder / f"{name}.yaml").write_text(
        "sheet: own/long\ntitle: Long\nplayers: none\nfields: {points.R: {kind: number}}\n"
        "body:\n  - {box: [], field: points.1, height: 10mm}\n"
    )
    begun = studio.post("/api/score/begin", **{**SHEET, "target": f"{name}.yaml", "names": ""})

    assert 200 == begun.status, begun.data
    assert 200 == studio.get("/api/score/sheet", {"file": begun.data["file"]}).status


def test_requests_that_no_page_sends_are_refused(
    studios: tuple[RunningStudio, RunningStudio],
) -> None:
    studio, _ = studios
    game, sheet = (
        studio.post(f"/api/{tab}/begin", **given).data
        for tab, given in (("play", BEGIN), ("score", SHEET))
    )
    deep: list[Any] = []
    for _level in range(900):
        deep = [deep]
    asked = {"file": game["file"], "version": game["version"]}
    for wrong in (deep, "\ud800", [["\udfff"]], "9" * 5000, 10**4000):
        answer = studio.post("/api/play/answer", **asked, answer=wrong)
        assert answer.status == 400 or "refused" in answer.data
    write = {"file": sheet["file"], "sheet": "0", "field": "topic.1", "text": "x"}
    for other in ({"text": "\ud800"}, {"sheet": "9" * 5000}, {"field": "\ud800"}):
        assert studio.post("/api/score/write", **{**write, **other}).status in (400, 422)
    assert studio.post("/api/invite", file="\ud800").status == 400
    version = studio.post("/api/new", kind="layout", name="halves").data
    assert version["problems"][0]["message"] == "unknown kind 'layout'"
