"""The kinds of input that are mutated: valid examples, mutations, and the commands that read them.

Each kind has a few valid inputs, a mutation, and the command that reads the result. The commands
are cheap, so that thousands take seconds, but they run all the way.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

import uharfbuzz as hb
from PIL import Image

from printkit.core.source import shipped_folder
from printkit.text.faces import FACES
from tests.depth import many
from tests.text.fontparts import put_together, taken_apart
from tests.trust.mutating import (
    mutate_bytes,
    mutate_font,
    mutate_png,
    mutate_record,
    mutate_text,
    mutate_words,
    mutate_yaml,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LAYOUTS: Final = (
    """sheet: own/scores
title: Scores
game-title: My game
players: 2-4
page: {size: a5, margin: 10mm, gap: 2mm}
options:
  rounds: {type: int, default: 3, min: 1, max: 9, help: How many}
facts:
  half: "{count // 2}"
body:
  - {use: shared/header, with: {title: "{title}"}, when: count > 9}
  - text: "{plural(half, 'pair', 'pairs')}: {half}"
    style: title
  - table:
      columns:
        - {head: Round, width: 14mm}
        - {for: player in players, head: "{player.label}", width: 1fr}
      rows:
        - {for: i in range(options.rounds), height: 7mm, cells: ["{i + 1}"]}
    zebra: true
""",
    """sheet: own/card
title: "Cards: all of them"
players: none
page:
  size: card
each: word in ['fox', 'hen']
body:
  - box:
      - {icon: sheep, size: 9mm, colour: "#335577", alt: "a sheep beside {word}"}
      - {text: "{upper(word)}", align: center, size: 14pt, shrink: 8pt, wrap: last}
      - {boxes: 5, size: 4mm, gap: 1mm}
    padding: 2mm
    radius: 2mm
  - track: "{range(1, 8)}"
    size: 6mm
    marked: [3, 5]
  - canvas:
      - {circle: 8mm, at: [5, 5], fill: tint}
      - {path: "M0 0 L24 24", at: [15, 5], width: 6mm, height: 6mm, stroke: ink}
    alt: ""
    height: 12mm
backs:
  body:
    - text: Back
      turn: up
""",
    """sheet: own/rows
title: Rows
summary: What stands side by side.
players: 1-3
usual-players: all
variants: [base, expert]
accent: {accent: "#3f8f5f", dark: "#1f4f2f", tint: "#e0f0e0", zebra: "#f0f8f0"}
page: {size: a6, orientation: landscape}
body:
  - row:
      - column:
          - rule: 0.5pt
          - {text: left}
      - {space: 3mm}
      - grid: [a, b, {text: c, span: 2}]
        columns: 2
        gap: 1mm
    height: 40mm
  - {group: [{text: "{i}"}, {space: 1mm}], for: "i in [1, 2]"}
  - {text: "Only for experts", when: "variant == 'expert'", font: hand, weight: regular}
""",
    """sheet: own/story
title: Story
players: none
page: {size: 90x120mm, margin: 8mm}
palette: {night: "#2b3a67", day: {base: "#e0b040", dark: "#6b5010"}}
draws:
  turns: shuffle(['**left** :arrow-left:', '*right* :arrow-right:'])
  once: {draw: "[roll(6) for n in range(3)]", once: true}
body:
  - {text: "The night, {flow.page} of {flow.pages}", style: heading, when: flow.page == 1}
  - flow:
      - {text: What happened, style: section, colour: night-dark}
      - rich: >
          Pay **2** :wool: to *draw* again, or ***wait***: the {title} goes on with
          :die-{once[0]}: until \\*someone\\* shouts.
      - {for: "i, turn in turns", rich: "{i}. {marks(turn)}", hyphens: false, width: 80%}
      - {space: 2mm}
      - {box: [{rich: ":wolf: **Danger**", paint: day-tint}], fill: night-tint}
      - {for: n in range(6), text: "Unforgettable misunderstandings, number {n}."}
      - {space: 1fr}
      - {write: Name, style: strong, gap: 1mm}
    columns: 2
    gutter: 4mm
    gap: 1mm
  - {rule: thin, valign: bottom, height: 3mm, colour: none}
""",
)

MANIFESTS: Final = (
    """defaults: {paper: a4, seed: friday}
jobs:
  - {target: tiny.yaml, out: "a/{players}.pdf", players: [2, 3]}
  - target: tiny.yaml
    names: [[Ann, Ben], [Cleo, Dan]]
    out: "{names}.svg"
    format: [svg]
    copies: 2
    theme: mono
""",
    """# A night
jobs:
  - target: attribute/score-pad
    players: 3-5
    set: {outline: "true"}
    lang: [en, de]
    paper: letter
    orientation: landscape
    out: "{game}/{sheet}-{players}p-{lang}.pdf"
  - {target: [[tiny.yaml, attribute/score-pad]], players: 3, out: both.pdf, dpi: 300}
  - {target: wolle/sheet, seed: abc, variant: base, duplex: long, offset: "1mm,0mm", split: true}
""",
)
BOARD: Final = """board: small
name: Small carpet
map: |
  S o m o a
  o . # . o
  s . o . s
  . o . o m
  a . s o P
timer: [2, 3, 4]
sets: [2, 3, 4]
"""
TINY: Final = """sheet: own/tiny
title: Tiny
players: 2-3
body: ["{count}", {for: player in players, text: "{player.label}"}]
"""
RESULTS: Final = """date,game,names,scores
2026-01-05,Skat,"Ann, Ben, Cleo","61, 40, 19"
2026-01-12,Catan,"Ben, Ann",10 8
2026-02-02,Wolle,Ann; Ben; Cleo; Dan,5;5;3;1
"""
SEASON: Final = """title: Club
aliases: {Ann: [Anne, Annie], Ben: Benny}
scoring: {2: [2, 0], 3: [3, 1, 0], 4: [5, 3, 2, 1]}
lowest: [Golf]
from: 2026-01-01
until: 2026-12-31
leave-out: {games: [Chess], players: [Guest], files: [old.csv]}
"""
FILLED: Final = """[{"target": "attribute/score-pad", "names": ["Ann", "Ben", "Cleo"],
  "date": "2026-11-18", "variant": "bsw", "set": {"size": "half"},
  "values": {"topic.1": "moon", "change.1.1": 2, "change.1.2": -1}}]
"""


class Mutant(NamedTuple):
    """A damaged input: the files it consists of, and the command that reads them."""

    argv: tuple[str, ...]
    files: dict[str, bytes]


class Kind(NamedTuple):
    """A kind of input; `make` gives the mutant of a number."""

    name: str
    make: Callable[[Random, int], Mutant]
    around: dict[str, bytes] = {}  # noqa: RUF012 - nobody changes it
    placed: bool = True
    writes: str = "out"
    """The folder that files go to."""
    read: tuple[str, ...] = ()
    """Shipped files that a refusal may name too."""


def mutant(kind: Kind, number: int) -> Mutant:
    """The mutant of that number, the same each time."""
    return kind.make(Random(f"{kind.name}/{number}"), number)


def _layout(rng: Random, number: int) -> Mutant:
    """Checking takes longest, because it lays out every combination: few are checked."""
    name = f"{number}.yaml"
    build = ("build", name, "--out", "out/", "--dpi", "30", "--format")
    checks = number % many(20, deep=10) == 0
    commands = (
        ("check", name) if checks else ("list", name),
        *[("list", name)] * 3,
        *[(*build, "svg")] * 3,
        *[(*build, "pdf")] * 2,
        (*build, "png"),
    )
    return Mutant(commands[number % 10], {name: mutate_yaml(rng.choice(LAYOUTS), rng)})


def _board(rng: Random, number: int) -> Mutant:
    """Small boards are played on; for the shipped ones that takes too long, and reading must do."""
    name = f"{number}.yaml"
    argv: tuple[str, ...]
    sheet = ("build", "wolle/sheet", "--seed", "1", "--out", "out/", "--set", f"board={name}")
    if number % 3:
        argv = ("simulate", "wolle", "--games", "1", "--seed", "1", "--set", f"board={name}")
    elif number % 45:
        argv = (*sheet, "--set", "code=none-such")
    else:
        argv = (*sheet, "--set", "cups=none", "--format", "svg")
    text = BOARD if number % 3 or number % 45 == 0 else _shipped_board(rng.choice("ab"))
    return Mutant(argv, {name: mutate_yaml(text, rng)})


@cache
def _shipped_board(side: str) -> str:
    board = shipped_folder("layouts") / "boards" / f"{side}.yaml"
    numbers = "timer: [2, 3, 3, 4, 5]\nsets: [2, 3, 4, 5, 6, 7, 8]\n"
    return board.read_text(encoding="utf-8") + numbers


def _manifest(rng: Random, number: int) -> Mutant:
    name = f"{number}.yaml"
    argv = ("batch", name, "--dry-run", "--out", "out")
    return Mutant(argv, {name: mutate_yaml(rng.choice(MANIFESTS), rng)})


def _record(rng: Random, number: int) -> Mutant:
    name = f"{number}.jsonl"
    return Mutant(("validate", name), {name: mutate_record(rng.choice(_records()), rng)})


@cache
def _records() -> list[str]:
    """The shortest recorded games of each game."""
    from printkit.samples import sample_files

    found: dict[Path, list[str]] = {}
    for file in sample_files():
        found.setdefault(file.parent, []).append(file.read_text(encoding="utf-8"))
    return [text for texts in found.values() for text in sorted(texts, key=len)[:2]]


FORMATS: Final = (*["pdf"] * 6, *["svg"] * 3, "png")
"""How often which is made: a PNG takes twice as long as the others."""

IMAGE_LAYOUT: Final = """sheet: own/picture
title: Picture
players: none
page: {{size: card}}
body:
  - {{image: {name}, height: 30mm}}
"""


def _image(rng: Random, number: int) -> Mutant:
    """A picture that is shown; a JPEG and a PNG of each kind that there is."""
    ending, picture = rng.choice(_pictures())
    name, layout = f"{number}.{ending}", f"{number}.yaml"
    damaged = mutate_png(picture, rng) if ending == "png" else mutate_bytes(picture, rng)
    format_ = FORMATS[number % 10]
    argv = ("build", layout, "--out", "out/", "--format", format_, "--dpi", "30")
    return Mutant(argv, {layout: IMAGE_LAYOUT.format(name=name).encode(), name: damaged})


@cache
def _pictures() -> list[tuple[str, bytes]]:
    colours = Image.effect_noise((11, 7), 99).convert("RGB")
    modes = [colours.convert(mode) for mode in ("RGB", "L", "1", "P", "RGBA", "LA", "I;16")]
    found = [("png", _saved(image, "PNG")) for image in modes]
    found.append(("png", _saved(colours.convert("P"), "PNG", transparency=3)))
    found += [("jpg", _saved(colours.convert(mode), "JPEG")) for mode in ("RGB", "L", "CMYK")]
    found.append(("jpg", _saved(colours, "JPEG", progressive=True)))
    turned = Image.Exif()
    turned[0x0112] = 6
    return [*found, ("jpg", _saved(colours, "JPEG", exif=turned))]


def _saved(image: Image.Image, format_: str, **options: object) -> bytes:
    file = BytesIO()
    image.save(file, format_, **options)
    return file.getvalue()


FONT_LAYOUT: Final = """sheet: own/font
title: Font
players: none
page: {{size: card}}
fonts: {{own: {name}}}
body:
  - {{text: Hi AVA 012, font: own}}
"""


def _font(rng: Random, number: int) -> Mutant:
    """A font that is printed with, one of its tables damaged or all of the file."""
    font = rng.choice(_fonts())
    if number % 4:
        tables = taken_apart(font)
        tag = rng.choice(sorted(tables))
        damaged = put_together({**tables, tag: mutate_bytes(tables[tag], rng)})
    else:
        damaged = mutate_font(font, rng)
    name, layout = f"{number}.ttf", f"{number}.yaml"
    format_ = FORMATS[number % 10]
    argv = ("build", layout, "--out", "out/", "--format", format_, "--dpi", "30")
    return Mutant(argv, {layout: FONT_LAYOUT.format(name=name).encode(), name: damaged})


@cache
def _fonts() -> list[bytes]:
    """Shipped fonts, of which a few letters are left: quickly read, and each table counts."""
    faces = (FACES[name] for name in ("Roboto", "Nunito-Black", "PatrickHand"))
    choice = hb.SubsetInput()
    choice.unicode_set.update(map(ord, "Hi AVA 012"))
    return [
        bytes(hb.subset(hb.Face(hb.Blob.from_file_path(str(face.path))), choice).blob.data)
        for face in faces
    ]


def _season(rng: Random, number: int) -> Mutant:
    """A season's settings, or its results, in a folder of their own."""
    folder = f"club-{number}"
    settings, results = SEASON.encode(), RESULTS.encode()
    if number % 2:
        settings = mutate_yaml(SEASON, rng)
    else:
        results = mutate_text(RESULTS, rng)
    argv = ("season", folder, "--jobs", "1", *(("--explain", "Ann") if number % 5 == 0 else ()))
    return Mutant(argv, {f"{folder}/season.yaml": settings, f"{folder}/results.csv": results})


def _values(rng: Random, number: int) -> Mutant:
    """A file of values, which fills in a score pad."""
    name = f"{number}.json"
    sheet = ("build", "attribute/score-pad", "--fill", name, "--format", "svg", "--out", "out/")
    return Mutant(sheet, {name: mutate_yaml(FILLED, rng)})


COMMANDS: Final = (
    "build tiny.yaml --players 3 --out out/ --paper a5 --theme mono",
    "build tiny.yaml --names Ann,Ben --format svg --out out/x.svg --copies 2",
    "build tiny.yaml --orientation landscape --duplex short --offset 1mm,-1mm --quiet --out out",
    "build tiny.yaml --format png --dpi 30 --crop-marks --json --out out/",
    "build attribute/score-pad --set outline=true --lang de --variant base --seed abc --out out/",
    "build wolle/sheet --set cups=none --set sheets=1 --players 2 --format svg --out out/",
    "build wolle/sheet --set code=A-5BF65 --players 2 --format svg --out out/",
    "build tiny.yaml --save-job out/job.yaml --out out/t.pdf --split",
    "check tiny.yaml --quiet", "list attribute --json", "list tiny.yaml", "list --icons",
    "new my-layout", "rules attribute", "validate record.jsonl --json", "schema", "--version",
    "simulate attribute --players 3 --games 2 --seed x --ruling attribute.bsw-red=literal --json",
    "simulate swipsheep --games 1 --save out/saved", "preflight out/none.pdf",
    "batch night.yaml --dry-run --out out --jobs 1 --limit 5 --force", "--help", "build --help",
    "pad hearts --names Ann,Ben,Cleo,Dan --out out/", "pad --rows Farms,Mills --out out/",
    "build tiny.yaml --format html --out out/x.html", "season . --explain Ann --json",
    "season pair . --tables 2 --names Ann,Ben,Cleo,Dan --seed x --out out/tables.yaml",
)  # fmt: skip
VALUES: Final = (
    "", " ", "-", "--", "-1", "0", "1", "2", "3-5", "5-3", "2,4", "all", "1-100", "1000000000",
    "9" * 400, "1e9", "nan", "inf", "-inf", "0.5", "a", "ä", "é" * 41, "x" * 10_000, "Ann,Ann",
    "Ann,,Ben", "a,b,c,d,e,f", "\udcff", "\u202eAnn,Ben", "\U0001f411,Ben", "a\nb,c", "\x1b[2J",
    "<b>Ann</b>,[/]", "{x},%s", "$(id)", "`id`", "~", "*", "tiny.yaml", "out", "out/", ".", "..",
    "out/a.pdf", "out/../x.svg", "out/a/b/c.png", "out/x.jpg", "nosuch.yaml", "nosuch/", "a4",
    "210x297mm", "1x1mm", "1000000x1000000mm", "letter", "portrait", "landscape", "long", "short",
    "fold", "colour", "ink-saver", "mono", "en", "de", "xx", "pdf", "svg", "png", "base", "bsw",
    "20mm,20mm", "21mm,0mm", "1mm,1mm/2mm,2mm", "rounds=1", "rounds=-1", "rounds=", "=", "a=b",
    "board=tiny.yaml", "board=nosuch", "board=.", "code=A-00000", "code=" + "A" * 5000, "code=,,",
    "sheets=10000", "cups=none", "outline=true", "attribute", "attribute/score-pad", "wolle/sheet",
    "calibration", "--out", "--players", "-p", "--names", "-n", "--set", "--copies", "--seed",
    "--paper", "--dpi", "--format", "-f", "--json", "--quiet", "--split", "--offset", "--theme",
    "--lang", "--variant", "--orientation", "--duplex", "--crop-marks", "--no-offset", "--nosuch",
    "--save-job", "--games", "build", "check", "--install-completion=", "@file", "/dev/zero",
    "/dev/stdin", "/dev/null",
)  # fmt: skip
_READABLE: Final = ("/dev/zero", "/dev/stdin", "/dev/null")


def _options(rng: Random, _number: int) -> Mutant:
    """Arguments; such as would name a file of this machine, or take long, are drawn again."""
    while True:
        words = mutate_words(rng.choice(COMMANDS).split(), VALUES, rng)
        if not any(map(_leads_out, words)) and not _takes_long(words):
            return Mutant(tuple(words), {})


def _leads_out(word: str) -> bool:
    if word in _READABLE:
        return False
    paths = (word, word.partition("=")[2], word[2:])
    is_foreign = any(path.startswith(("/", "~")) for path in paths)
    return is_foreign or ".." in word or word.startswith(("--install", "--show"))


def _takes_long(words: list[str]) -> bool:
    """Whole games are checked in minutes, and many random ones played; a device isn't a folder."""
    return ("check" in words and "tiny.yaml" not in words) or (
        "simulate" in words and ("--games" not in words or bool({*_READABLE} & {*words}))
    )


KINDS: Final = {
    kind.name: kind
    for kind in (
        Kind("layouts", _layout),
        Kind("boards", _board, read=("layouts/shared/wolle-head.yaml",)),
        Kind("manifests", _manifest, {"tiny.yaml": TINY.encode()}),
        Kind("records", _record),
        Kind("seasons", _season, writes="."),
        Kind("values", _values),
        Kind("images", _image),
        Kind("fonts", _font),
        Kind(
            "options",
            _options,
            {
                "tiny.yaml": TINY.encode(),
                "night.yaml": b"jobs: [{target: tiny.yaml}]\n",
                "record.jsonl": _records()[0].encode(),
            },
            placed=False,
            writes=".",
        ),
    )
}
