"""How long the studio takes to show a change in a browser.

`python -m bench.studio RUNS` opens a studio on a copy of the Wolle sheet and a Chromium that shows
its page, and prints the milliseconds of changes: of `saved` layouts from the save to the frame that
shows it, and of the options `changed` one after the other, by game, from the request to the pages
of its kit. `weights` are those of the start page over the network, in bytes and requests, at the
first visit and at the second. It needs the studio, Playwright and a Chromium: the environment of
the tests.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
NAMES = ("chromium", "chromium-browser", "google-chrome")
WARM_UP = 3
SAVES = 3
PAUSE_S = 0.3
GAMES = "attacke", "attribute", "cattitude", "swipsheep", "wolle"
KIT = {"names": "Ann, Ben, Cleo, Dan", "seed": "bench", "paper": "a4", "lang": "en"}
OPTIONS = (
    {"label": "Friday"},
    {"names": "Anna, Ben, Cleo, Dan"},
    {"theme": "ink-saver"},
    {"paper": "letter"},
    {"lang": "de"},
    {"names": "Anna, Ben, Cleo"},
)
"""Changes of a kit. In a new studio, each is the first of its kind."""
CHOICES = {
    "tab": "write",
    "target": "sheet.yaml",
    "set": ["sheets=1", "size=large", "cups=random"],
    "seed": "bench",
    "paper": "a4",
}
SEEN = """(words) => new Promise((done) => {
    const end = Date.now() + 10000;
    const look = () => {
        const shown = document.querySelector(".sheet .paper")?.shadowRoot?.textContent ?? "";
        if (shown.includes(words)) requestAnimationFrame(() => done(Date.now()));
        else if (Date.now() < end) requestAnimationFrame(look);
        else done(0);
    };
    look();
})"""
"""Looks before every frame, and answers when the frame with these words has been drawn."""
ASK = """async (choices) => {
    const started = performance.now();
    const query = new URLSearchParams({ ...choices, client: "bench", turn: started });
    const answer = await (await fetch(`/api/pages?${query}`)).json();
    if (!answer.pages?.length) throw new Error(JSON.stringify(answer));
    return performance.now() - started;
}"""


@contextmanager
def studio(folder: Path) -> Iterator[str]:
    """A studio for the layouts of a folder; its address."""
    command = [sys.executable, "-m", "printkit", "studio", "--no-open"]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        yield "http://" + process.stdout.readline().partition("http://")[2].strip()
    finally:
        process.terminate()
        process.communicate()


def saves(page: Any, file: Path, text: str, number: int) -> Iterator[float]:
    """The milliseconds of each change of a layout."""
    for turn in range(number + WARM_UP):
        words = f"wolle/change-{turn}-"
        waiting = f"window.coming = ({SEEN})({json.dumps(words)})"
        page.evaluate(f"() => {{ {waiting}; }}")
        saved = time.time()
        file.write_text(text.replace("wolle/sheet", f"{words}a"))  # its footer says its name
        seen = page.evaluate("() => window.coming")
        assert seen, "the studio shows no change"
        if turn >= WARM_UP:
            yield seen - 1000 * saved
        time.sleep(PAUSE_S)


def changes(page: Any, game: str) -> Iterator[float]:
    """The milliseconds of each change of an option, after the first look at the kit."""
    choices = {"target": game, **KIT}
    page.evaluate(ASK, choices)
    for change in OPTIONS:
        choices.update(change)
        yield page.evaluate(ASK, choices)


def weigh(browser: Any, address: str) -> Iterator[tuple[float, int]]:
    """The bytes and requests of a first visit to the start page, and of a second one."""
    page = browser.new_context().new_page()
    page.request.get(address)  # its token lets this browser in
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    for _ in range(2):
        sizes.clear()
        page.goto(address.partition("?")[0])
        page.locator(".fan .paper").first.wait_for()
        page.evaluate("() => document.fonts.ready")
        page.wait_for_load_state("networkidle")
        yield sum(sizes), len(sizes)
        page.goto("about:blank")


def main(runs: int) -> None:
    """Measures, and prints lists."""
    browser_path = next((path for name in NAMES if (path := shutil.which(name))), None)
    text = (ROOT / "layouts" / "wolle" / "sheet.yaml").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        file = Path(name) / "sheet.yaml"
        file.write_text(text)
        arguments = ["--no-sandbox"]
        browser = playwright.chromium.launch(executable_path=browser_path, args=arguments)
        page = browser.new_page(viewport={"width": 1200, "height": 900})
        with studio(Path(name)) as address:
            page.goto(f"{address}&{urlencode(CHOICES, doseq=True)}")
            page.locator(".sheet .paper").first.wait_for()
            saved = [round(each, 1) for each in saves(page, file, text, SAVES * runs)]
        changed: dict[str, list[float]] = {game: [] for game in GAMES}
        for _ in range(runs):
            with studio(Path(name)) as address:
                page.goto(address)
                page.locator("main h1").first.wait_for()
                for game, taken in changed.items():
                    taken += [round(each, 1) for each in changes(page, game)]
        with tempfile.TemporaryDirectory() as empty, studio(Path(empty)) as address:
            weights = [*weigh(browser, address)]
        browser.close()
    sys.stdout.write(json.dumps({"saved": saved, "changed": changed, "weights": weights}) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
