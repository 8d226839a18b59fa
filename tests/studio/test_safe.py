"""Nobody but the studio's own page can talk to it, and it touches nothing but its folder."""

from __future__ import annotations

import os
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.running import children, group, until
from tests.studio.opening import opened

if TYPE_CHECKING:
    from tests.running import Printkit
    from tests.studio.opening import Opened

BUSY = """sheet: own/busy
title: Busy
players: none
body:
  - {for: i in range(900), text: "{len([i for a in range(99) for b in range(100)])}"}
"""
"""A layout that takes nearly everything that a sheet may take."""

NAMES = (
    "../secret.yaml",
    "..\\secret.yaml",
    "./../secret.yaml",
    "/etc/hostname.yaml",
    "games/../../secret.yaml",
    "linked.yaml",
    ".hidden.yaml",
    "C:secret.yaml",
    "%2e%2e/secret.yaml",
)


def test_whoever_has_the_token_gets_a_cookie_and_the_page(studio: Opened) -> None:
    entered = studio.send(f"/?token={studio.token}&target=wolle")
    assert (303, "/?target=wolle") == (entered.status, entered.headers["location"])
    assert "HttpOnly" in entered.headers["set-cookie"]
    assert "SameSite=strict" in entered.headers["set-cookie"]
    assert 200 == studio.send("/", {"Cookie": studio.cookie}).status


@pytest.mark.parametrize(
    "path", ["/", "/page/main.js", "/api/catalogue", "/fonts/Roboto", "/api/events"]
)
def test_without_the_token_nothing_is_shown(studio: Opened, path: str) -> None:
    for headers in ({}, {"Cookie": f"printkit-{studio.port}=wrong"}):
        refused = studio.send(path, headers)
        assert 401 == refused.status
        assert studio.token.encode() not in refused.body
    assert 401 == studio.send("/?token=wrong", {"Cookie": studio.cookie}).status


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", ""]
)
def test_a_wrong_host_is_refused(studio: Opened, host: str) -> None:
    assert 421 == studio.send("/api/catalogue", {"Host": host, "Cookie": studio.cookie}).status
    assert 421 == studio.send(f"/?token={studio.token}", {"Host": host}).status


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_page_of_another_origin_is_refused(studio: Opened, headers: dict[str, str]) -> None:
    assert 403 == studio.send("/api/catalogue", {**headers, "Cookie": studio.cookie}).status
    assert 403 == studio.send(f"/?token={studio.token}", headers).status


def test_what_changes_something_has_to_say_where_it_comes_from(studio: Opened) -> None:
    refused = studio.send("/api/play/answer", {"Cookie": studio.cookie}, "POST", b"{}")
    assert 403 == refused.status


def test_too_much_at_once_is_refused(studio: Opened) -> None:
    own = {"Cookie": studio.cookie, "Origin": f"http://127.0.0.1:{studio.port}"}
    assert 413 == studio.send("/api/play/answer", own, "POST", b"x" * 100_000).status
    chunked = {**own, "Transfer-Encoding": "chunked"}
    assert 413 == studio.send("/api/play/answer", chunked, "POST", b"0\r\n\r\n").status


def test_every_answer_forbids_what_is_not_the_studios_own(studio: Opened) -> None:
    for said in (studio.get("/"), studio.get("/api/catalogue"), studio.send("/")):
        policy = said.headers["content-security-policy"].split("; ")
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert not any("unsafe" in part or "http" in part for part in policy)
        assert ("nosniff", "DENY") == (
            said.headers["x-content-type-options"], said.headers["x-frame-options"],
        )  # fmt: skip


def test_the_page_has_no_script_or_style_inside_and_names_no_other_place() -> None:
    for file in (Path("printkit/studio/page")).iterdir():
        if file.suffix in (".html", ".css", ".js"):
            text = file.read_text()
            assert "https://" not in text
            assert "http://" not in text
            assert "innerHTML" not in text
            if file.suffix == ".html":
                assert "<style" not in text
                assert 'style="' not in text
                assert text.count("<script") == text.count('<script type="module" src="/page/')


@pytest.mark.parametrize("name", NAMES)
def test_only_files_of_the_folder_are_known_by_their_names(studio: Opened, name: str) -> None:
    record = name.replace(".yaml", ".jsonl")
    for path, words in (
        ("/api/pages", {"target": name}),
        ("/api/pdf", {"target": name}),
        ("/api/layout", {"file": name}),
        ("/api/pages", {"target": "attribute", "record": record}),
    ):
        said = studio.get(path, words)
        assert 422 == said.status, path
        assert "is no file of this folder" in said.data["problems"][0]["message"]
    assert name not in studio.get("/api/files").data["layouts"]


@pytest.mark.parametrize(
    "path", ["/page/..%2f__init__.py", "/page/../server.py", "/fonts/..%2fREADME"]
)
def test_only_the_files_of_the_page_are_served(studio: Opened, path: str) -> None:
    assert 404 == studio.get(path).status


@pytest.mark.parametrize("option", ["out", "split", "format", "force", "nonsense"])
def test_no_choice_says_where_to_write(studio: Opened, option: str) -> None:
    before = sorted(studio.folder.iterdir())
    said = studio.get("/api/pdf", {"target": "wolle", option: "../x"})
    assert 422 == said.status
    assert f"there is no option '{option}'" == said.data["problems"][0]["message"]
    assert before == sorted(studio.folder.iterdir())


def test_a_layout_that_takes_all_it_may_makes_room_for_the_next(studio: Opened) -> None:
    (studio.folder / "busy.yaml").write_text(BUSY)
    busy = {"target": "busy.yaml", "client": "one"}
    quick = {"target": "attribute/setup-card", "players": "4", "client": "one"}
    studio.get("/api/pages", quick)
    with ThreadPoolExecutor() as pool:
        first = pool.submit(studio.get, "/api/pages", busy)
        time.sleep(0.3)
        second = studio.get("/api/pages", quick)
        assert 409 == first.result().status
    assert 200 == second.status


def test_of_many_changes_only_the_newest_is_worked_out(studio: Opened) -> None:
    words = {"target": "wolle", "players": "4", "client": "two"}
    turns = [*range(1, 20), 40, *range(20, 40)]  # as if the newest had overtaken others
    asked = [{**words, "seed": f"n{turn}", "turn": str(turn)} for turn in turns]
    with ThreadPoolExecutor(40) as pool:
        answers = [*pool.map(lambda words: studio.get("/api/pages", words), asked)]
    statuses = [answer.status for answer in answers]
    assert {200, 409} == set(statuses)
    assert 200 == statuses[turns.index(40)]
    assert statuses.count(409) > 20


def test_it_listens_on_this_machine_alone(studio: Opened) -> None:
    table = Path("/proc/net/tcp")
    if not table.exists():
        pytest.skip("this system does not show who listens")
    listening = [line.split() for line in table.read_text().splitlines()[1:]]
    here = {
        row[1].split(":")[0]
        for row in listening
        if row[1].endswith(f":{studio.port:04X}") and row[3] == "0A"
    }
    assert {"0100007F"} == here


def test_ctrl_c_ends_it_at_once_and_with_it_its_workers(printkit: Printkit, tmp_path: Path) -> None:
    (tmp_path / "busy.yaml").write_text(BUSY)
    with opened(printkit, tmp_path) as studio, ThreadPoolExecutor() as pool:
        listening = socket.create_connection(("127.0.0.1", studio.port))
        head = f"Host: 127.0.0.1:{studio.port}\r\nCookie: {studio.cookie}"
        listening.sendall(f"GET /api/events HTTP/1.1\r\n{head}\r\n\r\n".encode())
        assert b"200" in listening.recv(100)
        waiting = pool.submit(_tried, studio)
        until(lambda: children(studio.process.pid))
        os.killpg(studio.process.pid, signal.SIGINT)
        assert 130 == studio.process.wait(2)
        until(lambda: not group(studio.process.pid), 2)
        waiting.result()
        listening.close()
    assert ["busy.yaml"] == [path.name for path in tmp_path.iterdir()]


def _tried(studio: Opened) -> None:
    with suppress(OSError, HTTPException):
        studio.get("/api/pages", {"target": "busy.yaml"})


def test_lan_says_so_and_shows_a_code(printkit: Printkit, tmp_path: Path) -> None:
    with opened(printkit, tmp_path, "--lan") as studio:
        assert studio.process.stdout is not None
        text = ""
        while "Ctrl-C" not in text:
            text += studio.process.stdout.readline()
        assert "home network" in text
        assert "not encrypted" in text
        assert text.count("█") > 50
        assert 401 == studio.send("/", {"Host": studio.url.split("/")[2]}).status
        assert 421 == studio.send("/", {"Host": "evil.example"}).status


def test_a_port_that_is_taken_is_said_so(printkit: Printkit, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = printkit.run("studio", "--no-open", "--port", port, cwd=tmp_path)
    assert 2 == ran.code
    assert ran.stderr.startswith(f"port {port} cannot be used: ")


def test_what_is_neither_folder_nor_layout_is_said_so(printkit: Printkit, tmp_path: Path) -> None:
    for name, said in (("nowhere", "there is no folder"), ("my.yaml", "there is no layout")):
        ran = printkit.run("studio", "--no-open", name, cwd=tmp_path)
        assert (2, f"{said} '{name}'") == (ran.code, ran.stderr.splitlines()[0])
