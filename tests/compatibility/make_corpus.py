"""Make corpus.json: what a released printkit wrote, for later versions to read.

    python -m tests.compatibility.make_corpus PATH/TO/printkit

The corpus that is checked in was made by commit 60b4bcc. Do not make it again with a newer
version: its point is that an older one wrote it. Later versions add files of their own.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pikepdf
import pypdfium2

_VERSION: Final = re.compile(r"printkit \d+\.\d+\.\d+")
CORPUS: Final = Path(__file__).with_name("corpus.json")

LAYOUTS: Final = {
    "bingo.yaml": """sheet: party/bingo
title: Bingo
draws:
  columns: "[sample(range(15 * c + 1, 15 * c + 16), 5) for c in range(5)]"
body:
  - grid:
      - {for: i in range(25), text: "{columns[i % 5][i // 5]}", align: center}
    columns: 5
  - {text: "Card {copy} · draw {seed}"}
""",
    "order.yaml": """sheet: party/order
title: Order of play
players: 2-6
draws:
  order: shuffle(players)
  die: join(roll(6, 3), ' ')
  card: pick(['sun', 'moon', 'star'])
body:
  - {for: one in order, text: "{one.name}"}
  - {text: "{die} {card} {seed}"}
""",
}
BUILDS: Final = (
    "attribute --names Ann,Ben,Cleo --paper a4",
    "attribute/score-pad --players 5 --set size=half --theme ink-saver --paper letter",
    "attacke --names Zoë,Øle,Ádám,Ben --lang de --paper a4 --label Friday",
    "cattitude/score-pad cattitude/setup-card --players 2-3 --variant beginner --paper a4",
    "swipsheep --players 4 --lang pl --paper a4 --theme mono",
    "wolle --players 3 --seed friday --paper a4",
    "wolle/sheet --set sheets=6 --set side=b --seed 42 --paper a4 --fillable",
    "wolle/sheet --set sheets=8 --seed summer --paper letter",
    "wolle/sheet --set code=A-5BF65 --paper a4",
    "bingo.yaml --copies 3 --seed summer --paper a4",
    "order.yaml --names Ann,Ben,Cleo,Dan --seed x --paper a4",
    "order.yaml --names Ann,Ben,Cleo,Dan --seed 7f3a --paper a4 --per-page 2 --copies 2",
)
JOBS: Final = (
    "attribute/score-pad --names Ann,Ben,Cleo --paper a4 --lang de --theme ink-saver",
    "wolle/sheet --set sheets=4 --seed friday --paper letter",
    "order.yaml --names Ann,Ben --seed x --paper a4 --copies 2",
)
PREFERENCES: Final = "attribute/setup-card --paper letter --lang fr --offset 0.5mm,-1mm/0mm,1mm"
USING: Final = "attribute/setup-card --players 4"
MANIFEST: Final = """defaults: {paper: a4, seed: friday}
jobs:
  - {target: attribute/setup-card, players: [3, 4]}
  - {target: order.yaml, names: [[Ann, Ben], [Cleo, Dan]], out: "{names}"}
"""
GAMES: Final = ("attacke", "attribute", "cattitude", "swipsheep", "wolle")
EVERY: Final = 7
"""Every so many lines of a recorded game, one is left out: most of what is left is not legal."""


class Maker:
    """Runs the printkit that the corpus is made with, in an empty folder."""

    def __init__(self, program: str, folder: Path) -> None:
        self.program, self.folder = program, folder
        self.home = folder / "home"

    def run(self, *arguments: str, code: int | None = 0) -> str:
        """What a command prints."""
        variables = {"XDG_CONFIG_HOME": str(self.home), "LC_ALL": "C.UTF-8", "PRINTKIT_FONTS": ""}
        ran = subprocess.run(
            [self.program, *arguments],
            cwd=self.folder,
            env={"PATH": os.environ["PATH"], "HOME": str(self.home), **variables},
            capture_output=True,
            check=False,
            text=True,
        )
        assert code in (None, ran.returncode), f"{arguments}: {ran.stdout}{ran.stderr}"
        return ran.stdout

    def build(self, command: str) -> dict[str, Any]:
        """What a build made."""
        said = json.loads(self.run("build", *command.split(), "--out", "x.pdf", "--json"))
        return outcome(said, self.folder / "x.pdf")


def outcome(said: dict[str, Any], path: Path) -> dict[str, Any]:
    """What is to stay the same about a PDF: what it says of itself, and what is printed."""
    (file,) = said["files"]
    sheets = [
        {key: value for key, value in sheet.items() if key != "fields"}
        | {"fields": [field["name"] for field in sheet.get("fields", [])]}
        for sheet in file["sheets"]
    ]
    return {"seed": said["seed"], "sheets": sheets, "words": words(path)}


def words(path: Path) -> list[str]:
    """The words on each page of a PDF, in the order of the alphabet; not printkit's version."""
    with pypdfium2.PdfDocument(path) as pdf:
        texts = [page.get_textpage().get_text_range() for page in pdf]
    return [" ".join(sorted(_VERSION.sub("printkit", text).split())) for text in texts]


def keywords(path: Path) -> str:
    """Where a PDF says how it was made."""
    with pikepdf.open(path) as pdf:
        return str(pdf.docinfo["/Keywords"])


def report(document: str) -> dict[str, Any]:
    """What validating one record found; sentences may be worded again."""
    (found,) = json.loads(document)["reports"]
    violation = found["violation"]
    if violation:
        found["violation"] = {key: violation[key] for key in ("line", "player", "rule")}
    return {key: value for key, value in found.items() if key not in ("file", "unchecked")} | {
        "unchecked": len(found["unchecked"])
    }


def _records(maker: Maker) -> list[dict[str, Any]]:
    """The shortest game of each kind among some random ones, whole and damaged."""
    records = []
    for game in GAMES:
        maker.run("simulate", game, "--games", "12", "--seed", "corpus", "--save", f"games/{game}")
        found = [path.read_text() for path in sorted((maker.folder / "games" / game).iterdir())]
        lines = min(found, key=len).splitlines()
        cuts = [None, *range(1, len(lines), EVERY)]
        reports = [_validated(maker, lines, cut) for cut in cuts]
        records.append({"lines": lines, "without": dict(zip(map(str, cuts), reports, strict=True))})
    return records


def _validated(maker: Maker, lines: list[str], cut: int | None) -> dict[str, Any]:
    write_record(maker.folder / "game.jsonl", lines, cut)
    return report(maker.run("validate", "game.jsonl", "--json", code=None))


def write_record(path: Path, lines: list[str], cut: int | None) -> None:
    """A recorded game, with one line left out."""
    kept = [line for number, line in enumerate(lines) if number != cut]
    path.write_text("\n".join(kept) + "\n", encoding="utf-8")


def _jobs(maker: Maker) -> list[dict[str, Any]]:
    jobs = []
    for command in JOBS:
        made = maker.build(f"{command} --save-job job.yaml --force")
        text = (maker.folder / "job.yaml").read_text(encoding="utf-8")
        (maker.folder / "job.yaml").unlink()
        jobs.append({"text": text, "words": made["words"]})
    return jobs


def _preferences(maker: Maker) -> dict[str, Any]:
    maker.build(f"{PREFERENCES} --save")
    text = (maker.home / "printkit" / "config.yaml").read_text(encoding="utf-8")
    made = maker.build(USING)
    command = keywords(maker.folder / "x.pdf")
    (maker.home / "printkit" / "config.yaml").unlink()
    return {"text": text, "build": USING, "keywords": command, "words": made["words"]}


def _batch(maker: Maker) -> dict[str, Any]:
    (maker.folder / "night.yaml").write_text(MANIFEST, encoding="utf-8")
    document = json.loads(maker.run("batch", "night.yaml", "--out", "out", "--json"))
    files = sorted(path.name for path in (maker.folder / "out").glob("*.pdf"))
    assert len(files) == len(document["jobs"])
    state = (maker.folder / "out" / ".printkit-batch.json").read_text(encoding="utf-8")
    found = {name: words(maker.folder / "out" / name) for name in files}
    return {"manifest": MANIFEST, "state": state, "words": found}


def _builds(maker: Maker) -> list[dict[str, Any]]:
    builds = []
    for command in BUILDS:
        made = maker.build(command)
        builds.append({"keywords": keywords(maker.folder / "x.pdf"), **made})
    return builds


def _pictures(maker: Maker) -> dict[str, str]:
    """The parts of an SVG and a PNG that say how they were made, as hexadecimal digits."""
    picture = "order.yaml --names Ann,Zoë --seed x --paper a6 --dpi 30 --format"
    for format_ in ("svg", "png"):
        maker.run("build", *picture.split(), format_, "--out", f"x.{format_}")
    svg, png = ((maker.folder / f"x.{format_}").read_bytes() for format_ in ("svg", "png"))
    start = png.index(b"iTXtComment") - 4
    end = start + 12 + int.from_bytes(png[start : start + 4])  # length, name and checksum
    return {
        "svg": svg.partition(b"</command>")[0].hex() + b"</command>".hex(),
        "png": (png[:8] + png[start:end]).hex(),
    }


def make(program: str) -> dict[str, Any]:
    """The whole corpus."""
    with TemporaryDirectory() as folder:
        maker = Maker(program, Path(folder))
        for name, text in LAYOUTS.items():
            (maker.folder / name).write_text(text, encoding="utf-8")
        return {
            "layouts": LAYOUTS,
            "builds": _builds(maker),
            "pictures": _pictures(maker),
            "jobs": _jobs(maker),
            "preferences": _preferences(maker),
            "batch": _batch(maker),
            "records": _records(maker),
        }


if __name__ == "__main__":
    text = json.dumps(make(str(Path(sys.argv[1]).resolve())), ensure_ascii=False, indent=1)
    CORPUS.write_text(text + "\n", encoding="utf-8")
