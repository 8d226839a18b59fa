"""A folder of HTML pages: an index, and pages that open without a network after a first visit."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import printkit
from printkit.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

TARGETS = ["attribute/score-pad", "swipsheep/score-pad"]


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("club") / "site"
    printkit.build(TARGETS, names=["Ann", "Ben", "<Cleo>"], format="html", out=f"{folder}/")
    return folder


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    handler = partial(_QuietHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with serving(folder) as address:
        yield address


def test_the_folder_has_a_page_for_each_sheet_and_an_index(folder: Path) -> None:
    assert {
        "attribute-score-pad-3p-AB.html",
        "swipsheep-score-pad-3p-AB.html",
        "index.html",
        "printkit.webmanifest",
        "printkit-worker.js",
        "printkit-icon.svg",
    } == {path.name for path in folder.iterdir()}


def test_pages_open_offline_after_the_first_visit(browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    logged: list[str] = []
    page.on("console", lambda message: logged.append(message.text))
    page.goto(f"{address}/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => 1)")
    assert 1 == page.locator("link[rel=manifest]").count()
    context.set_offline(True)
    page.get_by_role("link", name="Attribute").click()
    expect(page.locator("html")).to_have_class("ready")
    page.locator("[data-field='change.1.1']").fill("2")
    page.keyboard.press("Enter")
    page.reload()
    expect(page.locator("[data-field='total.1.1']")).to_have_text("2")
    page.goto(f"{address}/")
    expect(page.get_by_role("link")).to_have_count(2)
    assert [] == logged
    context.close()


def test_a_page_on_its_own_asks_a_web_server_for_nothing_else(
    browser: Browser, tmp_path: Path
) -> None:
    printkit.build(TARGETS[0], players=3, format="html", out=tmp_path / "pad.html")
    with serving(tmp_path) as address:
        page = browser.new_page()
        asked: list[str] = []
        logged: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: logged.append(message.text))
        page.goto(f"{address}/pad.html")
        expect(page.locator("html")).to_have_class("ready")
        page.wait_for_load_state("networkidle")
        page.close()
    assert [f"{address}/pad.html"] == [url for url in asked if not url.startswith("data:")]
    assert [] == logged


def test_from_a_disk_nothing_else_is_asked_for(browser: Browser, folder: Path) -> None:
    page = browser.new_page()
    asked: list[str] = []
    logged: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: logged.append(message.text))
    for file in sorted(folder.glob("*.html")):
        page.goto(file.as_uri())
        page.wait_for_load_state("networkidle")
    page.close()
    assert 3 == len([url for url in asked if not url.startswith("data:")])
    assert [] == logged


def test_an_index_of_another_command_is_not_replaced(folder: Path) -> None:
    before = (folder / "index.html").read_bytes()
    with pytest.raises(UsageError, match="made by a different command"):
        printkit.build("wolle/sheet", format="html", out=f"{folder}/")
    assert before == (folder / "index.html").read_bytes()
    assert not list(folder.glob("wolle*"))


def test_one_file_has_no_company(tmp_path: Path) -> None:
    printkit.build(TARGETS, format="html", out=tmp_path / "both.html")
    assert ["both.html"] == [path.name for path in tmp_path.iterdir()]


def test_a_page_cannot_have_the_name_of_the_index(tmp_path: Path) -> None:
    layout = tmp_path / "index.yaml"
    layout.write_text("sheet: own/index\ntitle: Own\nplayers: none\nbody:\n  - text: Hello\n")

    with pytest.raises(UsageError, match=r"a page can't be called index\.html"):
        printkit.build(layout, format="html", out=f"{tmp_path / 'site'}/")

    assert not (tmp_path / "site").exists()
