"""The page shows what the command line makes, with the source line of everything."""

from __future__ import annotations

import asyncio
import re
import shlex
import socket
from typing import TYPE_CHECKING, Any

import pytest

from printkit.core.languages import catalogue_for, languages
from printkit.core.source import shipped_folder
from printkit.studio.page import texts
from printkit.studio.server import listen
from tests.running import PATIENCE_S
from tests.studio.loops import run
from tests.studio.opening import running_studio

if TYPE_CHECKING:
    from pathlib import Path

    from tests.running import Printkit
    from tests.studio.opening import RunningStudio

OWN = """sheet: own/night
title: Night
players: 2-4
options:
  stars: {type: int, min: 1, max: 5, default: 2, help: how many}
body:
  - text: "For {count} players"
  - row:
      - {text: Left, width: 50%}
      - {text: Right, width: 50%}
  - canvas:
      - {for: i in range(3), circle: 5mm, fill: accent, at: ["{i * 10 + 5}", 10]}
    width: 80mm
    height: 20mm
"""


@pytest.mark.parametrize(
    "words",
    [
        {"target": ["wolle"], "names": ["Ann,Ben,Zoë"], "seed": ["friday"], "theme": ["mono"]},
        {"target": ["attribute/player-aid"] * 3 + ["attribute/score-pad"], "players": ["5"]},
        {"target": ["cattitude"], "players": ["2"], "lang": ["de"], "paper": ["letter"]},
        {"target": ["attribute/score-pad"], "set": ["size=half"], "fillable": ["true"]},
        {"target": ["any/pad"], "set": ["rows=Roads, Cities=2"], "large-print": ["true"]},
    ],
)
def test_the_pdf_has_the_same_bytes_as_the_shown_command(
    studio: RunningStudio, printkit: Printkit, tmp_path: Path, words: dict[str, Any]
) -> None:
    command = shlex.split(studio.get("/api/pages", words).data["command"])
    assert ["printkit", "build"] == command[:2]
    ran = printkit.run(*command[1:], "--out", "made.pdf", cwd=tmp_path)
    assert 0 == ran.code, ran.stderr
    pdf = studio.get("/api/pdf", words)
    assert (tmp_path / "made.pdf").read_bytes() == pdf.body
    assert pdf.headers["content-disposition"].startswith("attachment; filename*=utf-8''")


def test_cups_have_codes_and_stay_until_new_ones_are_drawn(studio: RunningStudio) -> None:
    words = {"target": "wolle/sheet", "players": "3"}
    first = studio.get("/api/pages", words).data
    again = studio.get("/api/pages", {**words, "seed": first["seed"]}).data
    other = studio.get("/api/pages", {**words, "seed": studio.get("/api/seed").data["seed"]}).data
    codes = [
        [sheet["code"] for page in one["pages"] for sheet in page["sheets"]]
        for one in (first, again, other)
    ]
    assert 3 == len(set(codes[0]))
    assert codes[0] == codes[1] != codes[2]


def test_only_the_first_of_many_pages_are_shown(studio: RunningStudio) -> None:
    shown = studio.get("/api/pages", {"target": "attribute/score-pad", "copies": "200"}).data
    assert 60 == len(shown["pages"])
    assert shown["total"] >= 100


def test_every_option_is_listed(studio: RunningStudio) -> None:
    known = studio.get("/api/catalogue").data
    assert {"attacke", "attribute", "cattitude", "swipsheep", "wolle"} == {
        game["id"] for game in known["games"]
    }
    assert "Cups cost nothing" in known["games"][-1]["variants"]["novice"]
    assert {"a4", "letter"} < {paper["id"] for paper in known["papers"]}


def test_options_and_choices_have_labels(studio: RunningStudio) -> None:
    known = studio.get("/api/catalogue").data
    sheets = [sheet for game in known["games"] for sheet in game["sheets"]]
    carpet, *others = next(sheet["options"] for sheet in sheets if sheet["id"] == "wolle/sheet")
    assert ("side", "Carpet") == (carpet["name"], carpet["label"])
    assert [["a", "yellow (A)"], ["b", "blue (B)"]] == carpet["choices"][:2]
    assert "Sheets" not in [option["label"] for option in others], "the list of sheets is called so"


def test_the_page_gets_its_texts_with_placeholders() -> None:
    plain = re.compile(r"\{(\w+|plural\(\w+, '[^{}]*'\))\}")
    for language in languages():
        words = catalogue_for(language, shipped_folder("layouts"))
        for text in map(words.translate, texts()):
            assert not set("{}") & set(plain.sub("", text)), f"{language}: {text}"


def test_impossible_choices_are_explained(studio: RunningStudio) -> None:
    message_and_hint = studio.get("/api/pages", {"target": "wolle", "players": "9"})
    assert 422 == message_and_hint.status
    assert "Wolle is for 2 to 6 players, not 9" == message_and_hint.data["problems"][0]["message"]


def test_a_mistake_has_its_line_and_column(studio: RunningStudio) -> None:
    (studio.folder / "wrong.yaml").write_text(OWN.replace("- text:", "- txt:", 1))
    problem = studio.get("/api/pages", {"target": "wrong.yaml"}).data["problems"][0]
    assert ("wrong.yaml", 7, 5) == (problem["file"], problem["line"], problem["column"])
    assert '  - txt: "For {count} players"' == problem["source"]


def test_the_options_of_a_layout_are_listed_with_their_bounds(studio: RunningStudio) -> None:
    (studio.folder / "night.yaml").write_text(OWN)
    layout = studio.get("/api/layout", {"file": "night.yaml"}).data
    (option,) = layout["sheets"][0]["options"]
    assert ("int", 1, 5, 2) == (option["type"], option["min"], option["max"], option["default"])


def test_a_named_layout_has_a_link_to_the_configured_editor(
    printkit: Printkit, tmp_path: Path
) -> None:
    env = {"PRINTKIT_EDITOR": "edit://{file}:{line}"}
    (tmp_path / "night.yaml").write_text(OWN)
    with running_studio(printkit, tmp_path, "night.yaml", env=env) as studio:
        entered = studio.send(studio.invite())
        files = studio.get("/api/files").data
    assert b'url=/?tab=write"' in entered.body
    assert ("night.yaml", f"edit://{tmp_path}/{{file}}:{{line}}") == (
        files["layout"],
        files["editor"],
    )


def test_everything_on_the_page_knows_its_line(studio: RunningStudio) -> None:
    (studio.folder / "night.yaml").write_text(OWN)
    (page,) = studio.get("/api/pages", {"target": "night.yaml", "traced": "1"}).data["pages"]
    lines: dict[int, list[list[float]]] = {}
    for *box, number in page["boxes"]:
        lines.setdefault(page["places"][number][1], []).append(box)
    assert {"night.yaml"} == {place[0] for place in page["places"]}
    (first,), (left,), (right,) = lines[7], lines[9], lines[10]
    assert first[3] <= left[1] + 1
    assert left[2] <= right[0] == pytest.approx(105, abs=1)
    assert 3 == len(lines[12]), "what repeats is found at each of its places"


def test_source_lines_are_sent_only_to_the_design_tab(studio: RunningStudio) -> None:
    (page, *_) = studio.get("/api/pages", {"target": "wolle", "players": "2"}).data["pages"]
    assert ([], []) == (page["boxes"], page["places"])


def test_a_changed_file_is_announced_and_shown(studio: RunningStudio) -> None:
    file = studio.folder / "changing.yaml"
    file.write_text(OWN)
    words = {"target": "changing.yaml", "traced": "1"}
    before = studio.get("/api/pages", words).data
    with socket.create_connection(("127.0.0.1", studio.port), PATIENCE_S) as listening:
        head = f"Host: 127.0.0.1:{studio.port}\r\nCookie: {studio.cookie}"
        listening.sendall(f"GET /api/events HTTP/1.1\r\n{head}\r\n\r\n".encode())
        heard = listening.recv(4096)
        while b": here" not in heard:
            heard += listening.recv(4096)
        file.write_text(OWN.replace("For {count}", "Really for {count}"))
        while b"data: changed" not in heard:
            heard += listening.recv(4096)
    after = studio.get("/api/pages", words).data
    assert "Really" not in before["pages"][0]["svg"]
    assert "Really" in after["pages"][0]["svg"]


def test_short_answers_are_sent_without_delay() -> None:
    delays: list[bool] = []

    async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        at_once = writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        delays.append(not at_once)
        writer.close()

    async def ask() -> None:
        listening, address = listen(0, lan=False)
        async with await asyncio.start_server(serve, sock=listening):
            reader, writer = await asyncio.open_connection(address.host, address.port)
            await reader.read()
            writer.close()

    run(ask())
    assert [False] == delays


def test_a_layout_is_saved_only_over_the_version_that_was_edited(studio: RunningStudio) -> None:
    file = studio.folder / "edited.yaml"
    file.write_bytes(OWN.replace("\n", "\r\n").encode())
    found = studio.get("/api/source", {"file": "edited.yaml"}).data
    assert OWN == found["text"]
    changed = OWN.replace("Night", "Day")
    given = {"file": "edited.yaml", "version": found["version"], "text": changed}
    assert 200 == studio.post("/api/save", **given).status
    assert changed.replace("\n", "\r\n").encode() == file.read_bytes(), "lines end as they did"
    refused = studio.post("/api/save", **given)
    assert (409, changed) == (refused.status, refused.data["text"])
    for name in ("../secret.yaml", "linked.yaml", "missing.jsonl"):
        assert 422 == studio.post("/api/save", **{**given, "file": name}).status


def test_a_bad_value_in_a_data_row_is_reported_at_the_row_and_in_the_layout(
    studio: RunningStudio, printkit: Printkit
) -> None:
    layout = """sheet: own/deck
title: Deck
data: {cards: deck.csv}
body:
  - {for: card in cards, text: "{card.name}", colour: "{card.colour}"}
  - {for: card in cards, icon: "{card.icon}"}
  - {for: card in cards, text: "{card.cost + 1}"}
"""
    (studio.folder / "deck.yaml").write_text(layout)
    rows = "name,colour,icon,cost", "Moon,ink,star,1", "Sun,reed,star,1", "Sky,ink,starr,1"
    (studio.folder / "deck.csv").write_text("\n".join([*rows, "Sea,ink,star,two", ""]))
    found = studio.get("/api/pages", {"target": "deck.yaml"}).data["problems"]
    places = [(one["file"], one["line"], one["also"]["line"]) for one in found]
    assert [("deck.csv", 3, 5), ("deck.csv", 4, 6), ("deck.csv", 5, 7)] == places
    ran = printkit.run("check", "deck.yaml", cwd=studio.folder)
    lines = (ran.stdout + ran.stderr).splitlines()
    assert "deck.csv:3: error: unknown colour 'reed'" in lines
    assert "hint: used at deck.yaml:5:55" in lines


def test_errors_are_translated_except_those_of_layouts(printkit: Printkit, tmp_path: Path) -> None:
    (tmp_path / "wrong.yaml").write_text(OWN.replace("- text:", "- txt:", 1))
    with running_studio(printkit, tmp_path, env={"PRINTKIT_LANG": "de"}) as studio:

        def message_and_hint(**words: Any) -> tuple[str, str]:
            problem = studio.get("/api/pages", words).data["problems"][0]
            return problem["message"], problem["hint"]

        many = "Wolle ist für 2 bis 6 Spieler, nicht für 9", "zum Beispiel: 4 Spieler"
        assert many == message_and_hint(target="wolle", players=9)
        twice = "„Ann“ kommt zweimal vor", "gib jeder Person einen anderen Namen"
        assert twice == message_and_hint(target="wolle", names=["Ann", "Ann"])
        sheep, advice = message_and_hint(target="wolle", names=["Ann 🐑", "Ben"])
        assert sheep.startswith("der Name „Ann 🐑“ kann nicht gedruckt werden: keine Schrift hier")
        assert advice == "lass dieses Zeichen weg"
        assert "„no.yaml“ ist keine Datei in diesem Ordner" == message_and_hint(
            target="../no.yaml"
        )[0].replace("../", "")
        assert message_and_hint(target="wrong.yaml")[0].startswith("unknown node 'txt'")
        taken = studio.post("/api/new", name="wrong", kind="").data["problems"][0]["message"]
        assert "die Datei gibt es schon; sie bleibt unverändert" == taken
