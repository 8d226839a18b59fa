"""A page that keeps score on a slow phone: its first paint, how far it shifts, and a keystroke.

`python -m bench.phone TIMES` builds Attribute's score pad for eight players, and opens it so often
in a Chromium whose processor is slowed down four times. It needs Playwright and a Chromium: the
environment of the tests.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import printkit
from bench.studio import NAMES

SLOWER = 4
PAINT = """() => new Promise((done) => {
    const look = () => {
        const [paint] = performance.getEntriesByName("first-contentful-paint");
        if (paint) done(paint.startTime);
        else setTimeout(look, 20);
    };
    look();
})"""
SHIFT = """() => new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value; })
        .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => done(sum), 100);
})"""
KEYSTROKE = """() => {
    const input = document.querySelector("[data-field='change.1.1']");
    input.focus();
    document.body.getBoundingClientRect();  // the keys are there before one is pressed
    input.value = "2";
    const start = performance.now();
    input.dispatchEvent(new Event("input"));
    document.body.getBoundingClientRect();
    return performance.now() - start;
}"""


def measure(times: int) -> dict[str, Any]:
    """Return the size of the page, and each paint, shift and keystroke in milliseconds."""
    found: dict[str, Any] = {"paint": [], "shift": [], "keystroke": []}
    browser_path = next(path for name in NAMES if (path := shutil.which(name)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "pad.html"
        printkit.build("attribute/score-pad", players=8, format="html", out=file, paper="a4")
        found["bytes"] = file.stat().st_size
        browser = playwright.chromium.launch(
            executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"]
        )
        for _ in range(times + 1):  # the first one warms the browser up
            context = browser.new_context(viewport={"width": 390, "height": 844})
            page = context.new_page()
            session = context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            page.goto(file.as_uri())
            found["paint"].append(page.evaluate(PAINT))
            found["shift"].append(page.evaluate(SHIFT))
            found["keystroke"].append(page.evaluate(KEYSTROKE))
            context.close()
        browser.close()
    return {name: value[1:] if isinstance(value, list) else value for name, value in found.items()}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure(int(sys.argv[1]))))
