"""One studio and one browser for all tests: what is loaded stays warm."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from tests.studio.opening import opened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.running import Printkit
    from tests.studio.opening import Opened

NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def studio(printkit: Printkit, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """A studio in a folder of its own, below one that is none of its business."""
    outer = tmp_path_factory.mktemp("outer")
    (outer / "secret.yaml").write_text("sheet: own/secret\n")
    (outer / "secret.jsonl").write_text("{}\n")
    folder = outer / "games"
    folder.mkdir()
    (folder / "linked.yaml").symlink_to(outer / "secret.yaml")
    (folder / "linked.jsonl").symlink_to(outer / "secret.jsonl")
    with opened(printkit, folder) as studio:
        yield studio


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium of this system; where there is none, whoever needs it says so."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no Chromium is installed here: nobody opens the studio in a browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()
