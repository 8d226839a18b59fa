"""Only the studio's own page has access to it, and it touches only its folder."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from printkit.studio import security
from printkit.studio.security import Address
from tests.running import children, computed_s, group, stopwatch, until
from tests.studio.loops import run
from tests.studio.opening import running_studio, secret_of
from tests.trust.test_5_ctrl_c import press

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.running import Printkit
    from tests.studio.opening import RunningStudio

BUSY = """sheet: own/busy
title: Busy
players: none
each: n in range(100)
body:
  - height: 100mm
    canvas:
      - {for: i in range(2000), at: [30, 30], text: "{i} {n}"}
"""
"""A layout that keeps a worker busy for many seconds."""

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


def test_a_token_works_only_once(printkit: Printkit, tmp_path: Path) -> None:
    with running_studio(printkit, tmp_path, enters=False) as studio:
        first = studio.send(f"/?token={studio.token}&target=wolle")
        assert 200 == first.status
        assert b'url=/?target=wolle"' in first.body
        assert "HttpOnly" in first.headers["set-cookie"]
        assert "SameSite=strict" in first.headers["set-cookie"]
        assert studio.token not in first.headers["set-cookie"]
        used = f"/?token={studio.token}&target=wolle"
        assert 401 == studio.send(used).status
        known = studio.send(used, {"Cookie": f"printkit-{studio.port}={secret_of(first)}"})
        assert (200, first.body) == (known.status, known.body), "who is in gets in"
        assert "set-cookie" not in known.headers

        again = studio.send(studio._replace(secret=secret_of(first)).invite())
        secrets = {secret_of(first), secret_of(again)}
        assert 2 == len(secrets)
        for secret in secrets:
            assert 200 == studio.send("/", {"Cookie": f"printkit-{studio.port}={secret}"}).status


def test_pipes_in_the_configuration_folder_are_left_alone_and_a_cut_off_key_is_made_anew(
    printkit: Printkit, tmp_path: Path
) -> None:
    key, choices = tmp_path / "printkit" / "studio-key", tmp_path / "printkit" / "studio.json"
    key.parent.mkdir()
    os.mkfifo(choices)
    os.mkfifo(key)
    env = {"XDG_CONFIG_HOME": str(tmp_path)}
    with running_studio(printkit, tmp_path, env=env) as studio:
        assert 200 == studio.get("/api/catalogue").status
    key.unlink()
    key.write_bytes(b"cut off by a full disk")
    with running_studio(printkit, tmp_path, env=env):
        assert 32 == len(key.read_bytes())


def test_the_browser_is_opened_through_a_private_file(printkit: Printkit, tmp_path: Path) -> None:
    seen, browser = tmp_path / "seen", tmp_path / "browser"
    browser.write_text(
        "#!/bin/sh\n"
        f'{{ echo "$1"; file="${{1#file://}}"; stat -c %a "$file"; cat "$file"; }} > {seen}.part\n'
        f"mv {seen}.part {seen}\n"
    )
    browser.chmod(0o755)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    env = {"BROWSER": f"{browser} %s", "TMPDIR": str(temporary)}
    for number in (signal.SIGKILL, signal.SIGINT):
        seen.unlink(missing_ok=True)
        process = printkit.start("studio", cwd=tmp_path, env=env)
        try:
            until(seen.exists)
            assert process.stdout is not None
            token = process.stdout.readline().partition("token=")[2].strip()
            place, mode, page = seen.read_text().split("\n", 2)
            assert token not in place
            assert ("600", True) == (mode, token in page)
            assert [Path(place.removeprefix("file://")).parent] == [*temporary.iterdir()]
        finally:
            os.killpg(process.pid, number)
            process.communicate()
    assert not [*temporary.iterdir()]


def test_a_host_header_without_the_default_port_is_accepted() -> None:
    names = frozenset({"127.0.0.1"})
    assert {"127.0.0.1", "127.0.0.1:80"} == Address("127.0.0.1", 80, names).hosts
    assert {"127.0.0.1:81"} == Address("127.0.0.1", 81, names).hosts


@pytest.mark.parametrize(
    "path", ["/", "/page/main.js", "/api/catalogue", "/fonts/Roboto", "/api/events"]
)
def test_without_the_token_nothing_is_shown(studio: RunningStudio, path: str) -> None:
    for headers in ({}, {"Cookie": f"printkit-{studio.port}=wrong"}):
        refused = studio.send(path, headers)
        assert 401 == refused.status
        assert studio.token.encode() not in refused.body
    assert 401 == studio.send("/?token=wrong").status


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", ""]
)
def test_a_wrong_host_is_refused(studio: RunningStudio, host: str) -> None:
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
def test_a_page_of_another_origin_is_refused(
    studio: RunningStudio, headers: dict[str, str]
) -> None:
    assert 403 == studio.send("/api/catalogue", {**headers, "Cookie": studio.cookie}).status
    assert 403 == studio.send("/", {**headers, "Cookie": studio.cookie}).status
    fetched = {**headers, "Sec-Fetch-Mode": "cors"}
    assert 403 == studio.send(f"/?token={studio.token}", fetched).status


def test_requests_that_change_something_need_an_origin(studio: RunningStudio) -> None:
    refused = studio.send("/api/play/answer", {"Cookie": studio.cookie}, "POST", b"{}")
    assert 403 == refused.status


def test_a_request_that_is_too_large_is_refused(studio: RunningStudio) -> None:
    own = {"Cookie": studio.cookie, "Origin": f"http://127.0.0.1:{studio.port}"}
    assert 413 == studio.send("/api/play/answer", own, "POST", b"x" * 100_000).status
    chunked = {**own, "Transfer-Encoding": "chunked"}
    assert 413 == studio.send("/api/play/answer", chunked, "POST", b"0\r\n\r\n").status


def test_every_response_has_a_content_security_policy(studio: RunningStudio) -> None:
    for response in (studio.get("/"), studio.get("/api/catalogue"), studio.send("/api/files")):
        policy = response.headers["content-security-policy"].split("; ")
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert not any("unsafe" in part or "http" in part for part in policy)
        assert ("nosniff", "DENY") == (
            response.headers["x-content-type-options"], response.headers["x-frame-options"],
        )  # fmt: skip


def test_the_page_has_no_inline_code_and_no_other_hosts() -> None:
    for file in (Path("printkit/studio/page")).iterdir():
        if file.suffix in (".html", ".css", ".js"):
            text = file.read_text().replace("xmlns='http://www.w3.org/2000/svg'", "")
            assert "https://" not in text
            assert "http://" not in text
            assert "innerHTML" not in text
            if file.suffix == ".html":
                assert "<style" not in text
                assert 'style="' not in text
                assert text.count("<script") == text.count('<script type="module" src="/page/')


@pytest.mark.parametrize("name", NAMES)
def test_only_files_in_the_folder_can_be_opened(studio: RunningStudio, name: str) -> None:
    record = name.replace(".yaml", ".jsonl")
    for path, words in (
        ("/api/pages", {"target": name}),
        ("/api/pdf", {"target": name}),
        ("/api/layout", {"file": name}),
        ("/api/pages", {"target": "attribute", "record": record}),
    ):
        response = studio.get(path, words)
        assert 422 == response.status, path
        assert "isn't a file in this folder" in response.data["problems"][0]["message"]
    assert name not in studio.get("/api/files").data["layouts"]


@pytest.mark.parametrize(
    "path",
    ["/page/x/..%2f__init__.py", "/page/../server.py", "/page/x/main.js", "/page/x/studio.js"],
)
def test_only_the_files_of_the_page_are_served(studio: RunningStudio, path: str) -> None:
    assert 404 == studio.get(path).status


@pytest.mark.parametrize("option", ["out", "split", "format", "force", "nonsense"])
def test_no_option_can_set_the_output_path(studio: RunningStudio, option: str) -> None:
    before = sorted(studio.folder.iterdir())
    response = studio.get("/api/pdf", {"target": "wolle", option: "../x"})
    assert 422 == response.status
    assert f"unknown option '{option}'" == response.data["problems"][0]["message"]
    assert before == sorted(studio.folder.iterdir())


def test_a_slow_layout_is_stopped_for_the_next_request(studio: RunningStudio) -> None:
    (studio.folder / "busy.yaml").write_text(BUSY)
    busy = {"target": "busy.yaml", "client": "one"}
    quick = {"target": "attribute/setup-card", "players": "4", "client": "one"}
    studio.get("/api/pages", quick)
    with ThreadPoolExecutor() as pool:
        before = computed(studio)
        first = pool.submit(studio.get, "/api/pages", busy)
        until(lambda: computed(studio) > before + 0.3)
        second = studio.get("/api/pages", quick)
        assert 409 == first.result().status
    assert 200 == second.status, second.data


@contextmanager
def busy_worker(studio: RunningStudio) -> Iterator[None]:
    """Someone else keeps the worker busy, and leaves in the end."""
    before = computed(studio)
    with socket.create_connection(("127.0.0.1", studio.port)) as waiting:
        head = f"Host: 127.0.0.1:{studio.port}\r\nCookie: {studio.cookie}"
        ask = f"GET /api/pages?target=busy.yaml&client=other HTTP/1.1\r\n{head}\r\n\r\n"
        waiting.sendall(ask.encode())
        until(lambda: computed(studio) > before + 0.3)
        yield


def test_only_the_newest_of_many_changes_is_rendered(studio: RunningStudio) -> None:
    words = {"target": "wolle", "players": "4", "client": "two"}
    turns = [*range(1, 10), 20, *range(10, 20)]  # as if the newest had overtaken others
    (studio.folder / "busy.yaml").write_text(BUSY)
    with ThreadPoolExecutor(len(turns)) as pool:
        with busy_worker(studio):
            asked = {turn: {**words, "seed": f"n{turn}", "turn": str(turn)} for turn in turns}
            response = {
                turn: pool.submit(studio.get, "/api/pages", words) for turn, words in asked.items()
            }
            newest = response.pop(20)
            assert {409} == {answer.result().status for answer in response.values()}
        assert 200 == newest.result().status


def test_the_studio_listens_only_on_this_machine(studio: RunningStudio) -> None:
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


def test_ctrl_c_stops_the_studio_and_its_workers(printkit: Printkit, tmp_path: Path) -> None:
    (tmp_path / "busy.yaml").write_text(BUSY)
    with running_studio(printkit, tmp_path) as studio, ThreadPoolExecutor() as pool:
        listening = socket.create_connection(("127.0.0.1", studio.port))
        head = f"Host: 127.0.0.1:{studio.port}\r\nCookie: {studio.cookie}"
        listening.sendall(f"GET /api/events HTTP/1.1\r\n{head}\r\n\r\n".encode())
        assert b"200" in listening.recv(100)
        waiting = pool.submit(_tried, studio)
        until(lambda: children(studio.process.pid))
        stopped = press(studio.process)
        assert (130, True) == (stopped.code, stopped.seconds < 2)
        waiting.result()
        listening.close()
    assert ["busy.yaml"] == [path.name for path in tmp_path.iterdir()]


def _tried(studio: RunningStudio, path: str = "/api/pages") -> None:
    with suppress(OSError, HTTPException):
        studio.get(path, {"target": "busy.yaml"})


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_workers_end_with_the_studio_however_it_ends(
    printkit: Printkit, tmp_path: Path, number: int
) -> None:
    (tmp_path / "busy.yaml").write_text(BUSY)
    with running_studio(printkit, tmp_path) as studio, ThreadPoolExecutor() as pool:
        waiting = pool.submit(_tried, studio)
        until(lambda: busy(studio))
        passed = stopwatch()
        studio.process.send_signal(number)
        until(lambda: not group(studio.process.pid))
        assert passed() < 3, "and not because it was done"
        waiting.result()


def busy(studio: RunningStudio) -> bool:
    """Whether a worker computes."""
    return any(computed_s(child) > 1 for child in children(studio.process.pid))


def computed(studio: RunningStudio) -> float:
    """For how long the workers have been computing."""
    return computed_s(*children(studio.process.pid))


@pytest.mark.parametrize("path", ["/api/pdf", "/api/pages"])
def test_abandoned_requests_are_cancelled(printkit: Printkit, tmp_path: Path, path: str) -> None:
    (tmp_path / "busy.yaml").write_text(BUSY)
    with running_studio(printkit, tmp_path) as studio:
        with socket.create_connection(("127.0.0.1", studio.port)) as leaving:
            head = f"Host: 127.0.0.1:{studio.port}\r\nCookie: {studio.cookie}"
            leaving.sendall(f"GET {path}?target=busy.yaml HTTP/1.1\r\n{head}\r\n\r\n".encode())
            until(lambda: busy(studio))
        passed = stopwatch()
        assert 200 == studio.get("/api/seed").status
        assert passed() < 2


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="this system has no such limit")
def test_a_worker_that_cannot_start_is_reported_and_tried_again(
    printkit: Printkit, tmp_path: Path
) -> None:
    with running_studio(printkit, tmp_path) as studio:
        process, kind = studio.process.pid, resource.RLIMIT_NOFILE
        before = resource.prlimit(process, kind)
        files = len([*Path(f"/proc/{process}/fd").iterdir()])
        resource.prlimit(process, kind, (files + 2, before[1]))
        for _ in range(2):
            (problem,) = studio.get("/api/seed").data["problems"]
            assert problem["message"].startswith("cannot start a worker process: ")
        resource.prlimit(process, kind, before)
        assert 200 == studio.get("/api/seed").status


def test_a_deleted_folder_is_reported_and_a_new_one_is_used(
    printkit: Printkit, tmp_path: Path
) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    with running_studio(printkit, folder) as studio:
        assert 200 == studio.get("/api/files").status
        folder.rmdir()
        for _ in range(2):
            gone = studio.get("/api/files")
            assert (422, True) == (gone.status, "no longer exists" in str(gone.data["problems"]))
        folder.mkdir()
        (folder / "new.yaml").write_text(BUSY)
        assert ["new.yaml"] == studio.get("/api/files").data["layouts"]


def test_half_open_requests_keep_nobody_out(printkit: Printkit, tmp_path: Path) -> None:
    with running_studio(printkit, tmp_path) as studio, ExitStack() as stack:
        for _ in range(300):
            half = stack.enter_context(socket.create_connection(("127.0.0.1", studio.port)))
            half.sendall(b"GET / HTTP/1.1\r\nHost: ")
        assert 200 == studio.get("/").status
        (process,) = [studio.process.pid]
        until(lambda: sum(map(is_socket, Path(f"/proc/{process}/fd").iterdir())) < 60)
        os.killpg(process, signal.SIGINT)
        assert studio.process.stderr is not None
        assert "" == studio.process.stderr.read()


def test_a_half_open_request_is_closed_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "HEADER_S", 0.0)

    class Transport:
        aborted = False

        def get_extra_info(self, _: str) -> tuple[str, int]:
            return "127.0.0.1", 5

        def abort(self) -> None:
            self.aborted = True

    async def wait() -> None:
        one, other = Transport(), Transport()
        security.Connections().add(cast("asyncio.Transport", one))
        accepted = security.Connections()
        accepted.add(cast("asyncio.Transport", other))
        accepted.release(other.get_extra_info("peername"))
        while not one.aborted:
            await asyncio.sleep(0)
        assert not other.aborted

    run(wait())


def is_socket(path: Path) -> bool:
    try:
        return str(path.readlink()).startswith("socket:")
    except OSError:
        return False


def test_lan_prints_a_warning_and_a_qr_code(printkit: Printkit, tmp_path: Path) -> None:
    with running_studio(printkit, tmp_path, "--lan") as studio:
        assert studio.process.stdout is not None
        text = ""
        while "Ctrl-C" not in text:
            text += studio.process.stdout.readline()
        assert "home network" in text
        assert "isn't encrypted" in text
        assert text.count("█") > 50
        assert 401 == studio.send("/", {"Host": studio.url.split("/")[2]}).status
        assert 421 == studio.send("/", {"Host": "evil.example"}).status


def test_a_port_in_use_is_reported(printkit: Printkit, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = printkit.run("studio", "--no-open", "--port", port, cwd=tmp_path)
    assert 2 == ran.code
    assert ran.stderr.startswith(f"error: port {port} cannot be used: ")


def test_an_argument_that_is_neither_folder_nor_layout_is_refused(
    printkit: Printkit, tmp_path: Path
) -> None:
    for name, response in (("nowhere", "no such folder"), ("my.yaml", "no such layout")):
        ran = printkit.run("studio", "--no-open", name, cwd=tmp_path)
        assert (2, f"error: {response}: '{name}'") == (ran.code, ran.stderr.splitlines()[0])


def test_a_layout_whose_name_is_not_utf_8_is_refused(printkit: Printkit, tmp_path: Path) -> None:
    odd = tmp_path / os.fsdecode(b"odd\xff.yaml")
    odd.write_text(BUSY)
    ran = printkit.run("studio", "--no-open", odd.name, cwd=tmp_path)
    assert 1 == ran.code
    assert ran.stderr.startswith(
        "odd\\xff.yaml: error: cannot read this file: its name is not UTF-8"
    )
