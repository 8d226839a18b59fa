"""Make corpus.json: what this version writes, for later versions to read.

    python -m tests.compatibility.make_corpus

A released version makes its corpus once. Later versions read it, and add one of their own where
they write something new.
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

from tests.running import ROOT

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
OWN_FILES: Final = ("Ann-Ben.pdf", "Cleo-Dan.pdf")
GAMES: Final = ("attacke", "attribute", "cattitude", "swipsheep", "wolle")
CUT_EVERY: Final = 7  # lines of a recorded game; without one of them, most records aren't legal
_GIVEN: Final = re.compile(r"\b(?:[A-Z]-[0-9A-Z]{5}|Ann|Ben|Cleo|Dan|Zoë|Øle|Ádám|Friday)\b")


class Maker:
    """Runs printkit in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.preferences = folder / "home" / "printkit" / "config.yaml"

    def run(self, *arguments: str, code: int | None = 0) -> str:
        """Run a command; return what it prints."""
        variables = {
            "PYTHONPATH": str(ROOT),
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder / "home"),
            "XDG_CONFIG_HOME": str(self.folder / "home"),
            "LC_ALL": "C.UTF-8",
            "PRINTKIT_FONTS": "",
        }
        ran = subprocess.run(
            [sys.executable, "-m", "printkit", *arguments],
            cwd=self.folder,
            env=variables,
            capture_output=True,
            check=False,
            text=True,
        )
        assert code in (None, ran.returncode), f"{arguments}: {ran.stdout}{ran.stderr}"
        return ran.stdout

    def build(self, command: str) -> dict[str, Any]:
        """Build x.pdf; return what has to stay the same about it."""
        document = self.run("build", *command.split(), "--out", "x.pdf", "--json")
        return outcome(json.loads(document), self.folder / "x.pdf")


def outcome(document: dict[str, Any], path: Path) -> dict[str, Any]:
    """Return what has to stay the same about a PDF: its seed, sheets, fields and given words."""
    (file,) = document["files"]
    sheets = [
        {key: value for key, value in sheet.items() if key != "page"}
        | {"fields": [field["name"] for field in sheet.get("fields", [])]}
        for sheet in file["sheets"]
    ]
    own = any(sheet["id"].startswith("party/") for sheet in sheets)
    return {"seed": document["seed"], "sheets": sheets, "words": words(path, own=own)}


def words(path: Path, *, own: bool) -> list[str]:
    """Return the words of a PDF in alphabetical order.

    These are all words of each page of your own layouts, but only names, labels and codes of
    shipped sheets, which may be designed and worded anew.
    """
    with pypdfium2.PdfDocument(path) as pdf:
        pages = [page.get_textpage().get_text_range() for page in pdf]
    if own:
        return [" ".join(sorted(page.split())) for page in pages]
    return sorted(set(_GIVEN.findall(" ".join(pages))))


def keywords(path: Path) -> str:
    """Return the command with which a PDF says that it was made."""
    with pikepdf.open(path) as pdf:
        return str(pdf.docinfo["/Keywords"])


def report(document: str) -> dict[str, Any]:
    """Return the report on one record, without its sentences, which may be worded anew."""
    (found,) = json.loads(document)["reports"]
    violation = found["violation"]
    if violation:
        found["violation"] = {key: violation[key] for key in ("line", "player", "rule")}
    kept = {key: value for key, value in found.items() if key != "file"}
    return {**kept, "unchecked": len(found["unchecked"])}


def write_record(path: Path, lines: list[str], cut: int | None) -> None:
    """Write a recorded game, without one of its lines if a number is given."""
    kept = [line for number, line in enumerate(lines) if number != cut]
    path.write_text("\n".join(kept) + "\n", encoding="utf-8")


def _builds(maker: Maker) -> list[dict[str, Any]]:
    builds = []
    for command in BUILDS:
        made = maker.build(command)
        builds.append({"keywords": keywords(maker.folder / "x.pdf"), **made})
    return builds


def _pictures(maker: Maker) -> dict[str, str]:
    """Return the parts of an SVG and a PNG with their command, as hexadecimal digits."""
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
    text = maker.preferences.read_text(encoding="utf-8")
    maker.build(USING)
    maker.preferences.unlink()
    return {"text": text, "build": USING, "keywords": keywords(maker.folder / "x.pdf")}


def _batch(maker: Maker) -> dict[str, Any]:
    (maker.folder / "night.yaml").write_text(MANIFEST, encoding="utf-8")
    maker.run("batch", "night.yaml", "--out", "out", "--json")
    state = (maker.folder / "out" / ".printkit-batch.json").read_text(encoding="utf-8")
    files = sorted((maker.folder / "out").glob("*.pdf"))
    found = {path.name: words(path, own=path.name in OWN_FILES) for path in files}
    return {"manifest": MANIFEST, "state": state, "words": found}


def _records(maker: Maker) -> list[dict[str, Any]]:
    """Return the shortest of some random games of each kind, with reports on it and its parts."""
    records = []
    for game in GAMES:
        maker.run("simulate", game, "--games", "12", "--seed", "corpus", "--save", f"games/{game}")
        found = [path.read_text() for path in sorted((maker.folder / "games" / game).iterdir())]
        lines = min(found, key=len).splitlines()
        reports = {}
        for cut in (None, *range(1, len(lines), CUT_EVERY)):
            write_record(maker.folder / "game.jsonl", lines, cut)
            document = maker.run("validate", "game.jsonl", "--json", code=None)
            reports[str(cut)] = report(document)
        records.append({"lines": lines, "without": reports})
    return records


def make() -> dict[str, Any]:
    """Return the whole corpus."""
    with TemporaryDirectory() as folder:
        maker = Maker(Path(folder))
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
    corpus = json.dumps(make(), ensure_ascii=False, indent=1)
    CORPUS.write_text(corpus + "\n", encoding="utf-8")
