"""Every run tests the same: no cases by chance, no file and no setting of whoever runs it.

`--hypothesis-profile=explore` looks for new cases instead.
"""

from __future__ import annotations

import gc
import shutil
from itertools import count
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from playwright.sync_api import expect, sync_playwright

from printkit import paper
from printkit.errors import guess_anew
from printkit.processes import usable_cores
from tests.contents import read_once
from tests.depth import dig, many
from tests.forked import forked
from tests.memory import place_in_memory, remove_from_memory
from tests.running import Printkit, copy_printkit
from tests.workers import run_side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Hashable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
NOT_NEEDED = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess",
    "HttpsUpgrades", "MediaRouter", "OptimizationHints", "PaintHolding",
)  # fmt: skip
"""What Chromium makes ready with each window, as if somebody sat before it: half of its work."""
SWITCHES = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--in-process-gpu",
    "--disable-features=" + ",".join(NOT_NEEDED),
)  # fmt: skip

settings.register_profile("explore", deadline=None)
settings.register_profile("steady", derandomize=True, database=None, deadline=None)
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Games played and input damaged by chance: thousands of them, when asked for."""
    parser.addoption("--deep", action="store_true", help="thousands of cases where some will do")
    parser.addoption("--write-goldens", action="store_true", help="write what is kept to compare")
    workers = "how many processes run them; 0: this one does"
    parser.getgroup("tests")._addoption("-n", "--workers", type=int, help=workers)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Tells the tests how deep to dig, here and in every worker; has PDFs read faster."""
    dig(deep=config.getoption("--deep"))
    settings.register_profile("steady", settings(), max_examples=many(60, deep=300))
    settings.load_profile("steady")
    read_once()
    if config.getoption("basetemp") is None:
        config.option.basetemp = place_in_memory()


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """One worker more than there are cores: now and then one waits, for a browser or a printer."""
    workers = session.config.getoption("--workers")
    if session.testsfailed or session.config.option.collectonly or workers == 0:
        return None
    run_side_by_side(session, workers or usable_cores() + 1, _together)
    return True


def _together(item: pytest.Item) -> Hashable:
    """Tests of a file, and all tests with a browser: starting another takes longer than most."""
    return "browser" if "start_browser" in getattr(item, "fixturenames", ()) else item.path


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """What tests that fail have made stays, for whoever has to find out."""
    if exitstatus == pytest.ExitCode.OK:
        remove_from_memory(session.config.option.basetemp)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is there when all tests are read stays to the end: nobody looks for garbage there.

    What tests make themselves is looked through seldom: nearly all of it goes without that.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(200_000, 20, 100)
        gc.enable()


@pytest.fixture(autouse=True, scope="session")
def _home_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """An empty folder for configuration and cache, no language; also for commands it starts."""
    folder = tmp_path_factory.mktemp("configuration")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_CONFIG_HOME", "APPDATA"):
            patch.setenv(name, str(folder))
        patch.setenv("PRINTKIT_CACHE", str(folder / "cache"))
        for name in ("LANGUAGE", "PRINTKIT_LANG", "PRINTKIT_PAPER"):
            patch.delenv(name, raising=False)
        patch.setenv("LC_ALL", "C.UTF-8")
        patch.setattr(paper, "SYSTEM_FILE", folder / "papersize")
        patch.setenv("PRINTKIT_FONTS", "")
        yield


@pytest.fixture(autouse=True)
def _guesses_of_its_own() -> None:
    """What was meant is guessed as in a fresh process, whatever the tests before have asked."""
    guess_anew()


@pytest.fixture(scope="session")
def _places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One path after the other, none of which is taken."""
    folder = tmp_path_factory.mktemp("tests")
    return (folder / str(number) for number in count())


@pytest.fixture
def tmp_path(_places: Iterator[Path], request: pytest.FixtureRequest) -> Path:
    """An empty folder; pytest would look through all there are to find a name for it."""
    place = next(_places)
    folder = place.with_name(f"{request.function.__name__[:40]}-{place.name}")
    folder.mkdir()
    return folder


@pytest.fixture(scope="session")
def printkit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Printkit]:
    """A printkit whose files stay as they are during the tests; runs as whole processes."""
    copy = copy_printkit(tmp_path_factory.mktemp("printkit"))
    with forked(copy.root) as loaded:
        yield copy._replace(forked=loaded)


@pytest.fixture(scope="session")
def start_browser() -> Iterator[Callable[..., Browser]]:
    """Starts the Chromium of this system; where there is none, whoever needs it says so."""
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no Chromium is installed here: nobody looks with a browser")
    expect.set_options(timeout=15_000)  # others want to compute as well
    with sync_playwright() as playwright:
        yield lambda *more: playwright.chromium.launch(
            executable_path=found, headless=False, args=[*SWITCHES, *more]
        )


@pytest.fixture(scope="session")
def browser(start_browser: Callable[..., Browser]) -> Iterator[Browser]:
    """One for all tests that need nothing special: starting it takes longer than most of them."""
    browser = start_browser()
    yield browser
    browser.close()
