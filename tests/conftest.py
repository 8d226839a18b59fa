"""Every run tests the same: no random cases, and no files or settings of the user.

`--hypothesis-profile=explore` looks for new cases instead.
"""

from __future__ import annotations

import gc
import shutil
import signal
import tempfile
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from playwright.sync_api import expect, sync_playwright

from printkit.core import paper
from printkit.core.errors import reset_suggestions
from tests.depth import many, set_depth
from tests.running import Printkit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
NOT_NEEDED = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess",
    "HttpsUpgrades", "MediaRouter", "OptimizationHints", "PaintHolding",
)  # fmt: skip
"""Features that Chromium prepares for each window, which take half of its start-up time."""
SWITCHES = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--in-process-gpu",
    "--disable-features=" + ",".join(NOT_NEEDED),
)  # fmt: skip

settings.register_profile("explore", deadline=None)
settings.register_profile("steady", derandomize=True, database=None, deadline=None)
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--deep`: thousands of random games and damaged inputs."""
    parser.addoption(
        "--deep", action="store_true", help="try thousands of cases instead of a sample"
    )
    parser.addoption("--write-goldens", action="store_true", help="update the golden files")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Prepare the process, here and in every worker: how deep to test, and signals as usual.

    A shell starts commands in the background with SIGINT ignored, and `nohup` with SIGHUP; programs
    that they start would inherit that.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    set_depth(deep=config.getoption("--deep"))
    settings.register_profile("steady", settings(), max_examples=many(60, deep=300))
    settings.load_profile("steady")


def pytest_collection_finish() -> None:
    """Collect garbage rarely: a sixth of the time went into looking at objects that stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 50)


@pytest.fixture(autouse=True, scope="session")
def _empty_configuration(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """An empty folder for configuration, no language; also for commands it starts."""
    folder = tmp_path_factory.mktemp("configuration")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_CONFIG_HOME", "APPDATA"):
            patch.setenv(name, str(folder))
        for name in ("LANGUAGE", "PRINTKIT_LANG", "PRINTKIT_PAPER"):
            patch.delenv(name, raising=False)
        patch.setenv("LC_ALL", "C.UTF-8")
        patch.setattr(paper, "SYSTEM_FILE", folder / "papersize")
        patch.setenv("PRINTKIT_FONTS", "")
        yield


@pytest.fixture(autouse=True, scope="session")
def _empty_temporary_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A temporary folder of our own, in which nothing is left at the end."""
    folder = tmp_path_factory.mktemp("tmp")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(folder))
        patch.setattr(tempfile, "tempdir", str(folder))
        yield
    assert [] == [path.name for path in folder.iterdir()], "left in the temporary folder"


@pytest.fixture(autouse=True)
def _fresh_suggestions() -> None:
    """Reset the limit on suggestions, as in a fresh process."""
    reset_suggestions()


@pytest.fixture(scope="session")
def printkit() -> Printkit:
    """Run commands."""
    return Printkit()


@pytest.fixture(scope="session")
def start_browser() -> Iterator[Callable[..., Browser]]:
    """Start the system's Chromium; skip the test if there is none."""
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no Chromium is installed here: nobody looks with a browser")
    expect.set_options(timeout=30_000)  # others want to compute as well
    with sync_playwright() as playwright:
        yield lambda *more: playwright.chromium.launch(
            executable_path=found, headless=False, args=[*SWITCHES, *more]
        )


@pytest.fixture(scope="session")
def browser(start_browser: Callable[..., Browser]) -> Iterator[Browser]:
    """A browser shared by all tests, because starting it takes longer than most of them."""
    browser = start_browser()
    yield browser
    browser.close()
