"""The comparison with `typst watch`: from saving to the PDF, for the page of `floor_typst.py`.

`python -m bench.floor_typst_watch FOLDER CHANGES [image]` prints the milliseconds of each change.
The Python package of Typst brings no `typst watch`, so this does what it does: one warm compiler,
which keeps what it has computed; after a change it waits until nothing else has changed for 100 ms
(as the watcher of Typst's command line does, for editors that save in several steps), compiles, and
writes the PDF. Noticing the change takes no time here.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import typst

from bench.floor_typst import source

SILENCE_S = 0.1
WARM_UP = 3


def main(folder: Path, number: int, *, image: bool) -> None:
    """Measures, and prints a list of two: with the wait, and compiling and writing alone."""
    page = json.loads((folder / "page.json").read_text(encoding="utf-8"))
    lines = source(folder, page, 1, image=image)
    file, output = folder / "watched.typ", folder / "watched.pdf"
    file.write_text("\n".join(lines), encoding="utf-8")
    fonts = sorted({str(Path(font["path"]).parent) for font in page["fonts"].values()})
    compiler = typst.Compiler(file, root="/", font_paths=fonts, ignore_system_fonts=True)
    whole, alone = [], []
    for turn in range(number + WARM_UP):
        changed = [*lines, f'#place(bottom, text(size: 7pt, "change {turn}."))']
        saved = time.perf_counter()
        file.write_text("\n".join(changed), encoding="utf-8")
        time.sleep(SILENCE_S)
        begun = time.perf_counter()
        compiler.compile(output=str(output), format="pdf")
        done = time.perf_counter()
        if turn >= WARM_UP:
            whole.append(round(1000 * (done - saved), 1))
            alone.append(round(1000 * (done - begun), 1))
    sys.stdout.write(json.dumps([whole, alone]) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), image="image" in sys.argv[3:])
