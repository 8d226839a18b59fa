"""All commands that write a file, with the file and an older version of it."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Final, NamedTuple

from printkit.samples import sample_files
from tests.running import write_manifest

if TYPE_CHECKING:
    from pathlib import Path

HOLLOW: Final = b"old"


class Writer(NamedTuple):
    """A command that writes `file` in a folder; `cwd` and the configuration are in it too."""

    command: str
    file: str
    old: bytes = HOLLOW
    cwd: str = "."
    home: str = "home"


WRITERS: Final = {
    "build": Writer("build attribute/score-pad -p 4 -o out/pad.pdf", "out/pad.pdf"),
    "svg": Writer("build attribute/score-pad -p 4 -f svg -o out/pad.svg", "out/pad.svg"),
    "png": Writer("build own.yaml -f png --dpi 40 -o out/own.png", "out/own.png"),
    "split": Writer(
        "build attribute -p 4 --split --force -o out", "out/attribute-score-pad-4p.pdf"
    ),
    "save-job": Writer(
        "build own.yaml --paper a4 -o else --save-job out/job.yaml",
        "out/job.yaml",
        b"# Saved by printkit build --save-job.\n",
    ),
    "save": Writer(
        "build own.yaml --paper a4 -o else --save",
        "out/printkit/config.yaml",
        b"paper: a5\n",
        home="out",
    ),
    "batch": Writer("batch night.yaml -o out", "out/pads/own.pdf"),
    "simulate": Writer(
        "simulate attribute --games 1 --seed friday --save out/games",
        "out/games/attribute-3-base-1.jsonl",
    ),
    "new": Writer("new dice-night", "out/dice-night.yaml", cwd="out"),
    "pad": Writer("pad hearts -n Ann,Ben,Cleo,Dan -o out/hearts.pdf", "out/hearts.pdf"),
    "site": Writer(
        "build attribute/score-pad -p 4 -f html --force -o out/site/", "out/site/index.html"
    ),
    "charts": Writer("simulate attribute --games 2 --seed x -o out/c.pdf", "out/c.pdf"),
    "season": Writer("season games -o out/season.pdf", "out/season.pdf"),
    "pair": Writer("season pair games --seed x -o out/tables.yaml", "out/tables.yaml"),
}
STATE: Final = Writer("batch night.yaml -o out", "out/.printkit-batch.json")
KILLED: Final = ("build", "split", "batch", "simulate", "new", "site")
"""Those that are killed in every run: the others write their one file like `build`."""
REPLACING: Final = [name for name in WRITERS if name != "new"]
"""Writers that replace an older file; `printkit new` never does."""


def prepare(folder: Path) -> Path:
    """Make a folder in which every writer can run, with an empty out/ in it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "own.yaml").write_text("sheet: own/own\ntitle: Own\nplayers: none\nbody: [Hello]\n")
    write_manifest(folder, '{target: own.yaml, out: "pads/own.pdf"}')
    (folder / "out").mkdir(exist_ok=True)
    (folder / "games").mkdir(exist_ok=True)
    shutil.copy(sample_files("wolle")[0], folder / "games" / "friday.jsonl")
    return folder


def plant_old(folder: Path, *writers: Writer) -> None:
    """Put an older file where each writer writes."""
    for writer in writers:
        path = folder / writer.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(writer.old)
