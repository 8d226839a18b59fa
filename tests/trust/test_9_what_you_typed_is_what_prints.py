"""Promise 9: what you typed is what prints.

Read back with other tools than those that wrote it: from the PDF, the SVG and the terminal.
"""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pypdfium2
import pytest
from PIL import Image, ImageChops

from printkit.core.names import join_names
from tests.trust.nasty import Case, Content, plant

if TYPE_CHECKING:
    from pathlib import Path

    from tests.trust.sandbox import Ended, Sandbox

NAMES = (
    "Zoë", "Łukasz Żółć", "Ångström", "Čeněk Říha", "Íñigo Müßig", "Nguyễn Thị", "Ø", "ĲĿŉ",
    "Ελένη Ώμέγα", "Борис Ёж", "Їжак Ґедзь", "Ђорђе", "♠ ♥ ♦ ♣", "★ ☃ ☂ ✓", "€ £ ¥ ½ × ÷ ±",
    "<b>Ann</b>", "</text></svg>", "[/]", "[bold]Ann[/bold]", "[link=file:///]x[/]", "{count}",
    "{{}}", "}{", "%s %d %n", "%(x)s", "&amp; &lt;", "]]> <!-- -->", ") Tj ET", "(a) (b",
    "\\101 \\n", "a\\b\\", "'; --", '"quoted"', "`id` $(id)", "~ * ?", "/Type /Page", "<< >>",
    "#{x}", "@{x}",
    "::: |||", "-n", "=1+1", "None", "null", "true", "0x1F", "1e9", "…—–", "‘q’ “q”",
    "AV To WA", "fi fl ffi", "…",
)  # fmt: skip
"""Each is at most 40 characters long, without a comma, and no blank at an edge."""

SHEET = """sheet: own/names
title: Names
players: 2
body:
  - {for: player in players, text: "{player.name}", size: 12pt}
"""
UNPRINTABLE = {
    "\U0001f411": "U+1F411 SHEEP",
    "\u674e": "U+674E CJK UNIFIED IDEOGRAPH-674E",
    "\u0e2a": "U+0E2A THAI CHARACTER SO SUA",
    "\u200b": "U+200B ZERO WIDTH SPACE",
    "\ue000": "U+E000",
}
CONTROLS = {"\x07": "U+0007", "\x1b": "U+001B", "\x9f": "U+009F", "\u202e": "U+202E"}


def _build(sandbox: Sandbox, folder: Path, files: dict[str, Content], *argv: str) -> Ended:
    plant(files, folder)
    ended = sandbox.run(*argv, cwd=folder, writable=[folder / "out"])
    assert not ended.faults(None), ended.told()
    return ended


def _printed(name: str, sandbox: Sandbox, folder: Path, format_: str) -> Path:
    listed = join_names([name, "Ben"])
    argv = ("build", "names.yaml", f"--names={listed}", "--out", f"out/x.{format_}")
    ended = _build(
        sandbox, folder, {"names.yaml": SHEET}, *argv, "--format", format_, "--dpi", "100"
    )
    assert ended.code == 0, ended.told()
    return folder / "out" / f"x.{format_}"


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", text)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_read_back_from_the_pdf(name: str, sandbox: Sandbox, tmp_path: Path) -> None:
    with pypdfium2.PdfDocument(_printed(name, sandbox, tmp_path, "pdf")) as pdf:
        text = pdf[0].get_textpage().get_text_range()

    assert _plain(name) in _plain(text).replace("\r\n", "\n").split("\n")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_read_back_from_the_svg(name: str, sandbox: Sandbox, tmp_path: Path) -> None:
    tree = ElementTree.parse(_printed(name, sandbox, tmp_path, "svg"))
    texts = [element.text or "" for element in tree.iter() if element.tag.endswith("}text")]

    assert _plain(name) in _plain("".join(texts))


def test_names_are_drawn_in_the_png(sandbox: Sandbox, tmp_path: Path) -> None:
    """Each name is drawn differently: none as boxes, as nothing, or like another."""
    pictures = []
    for number, name in enumerate(("Борис", "Ελένη", "<b>A</b>", "[/]", "{count}", ") Tj")):
        path = _printed(name, sandbox, tmp_path / str(number), "png")
        with Image.open(path) as image:
            pictures.append(image.convert("L"))
    for number, picture in enumerate(pictures):
        assert min(picture.tobytes()) < 128
        for other in pictures[:number]:
            assert ImageChops.difference(picture, other).getbbox()


PLACES = {
    "a name": Case("", ("build", "x.yaml", "--names=X,Ben", "--out", "out/"), {"x.yaml": SHEET}),
    "a name in a manifest": Case(
        "",
        ("batch", "night.yaml", "--dry-run", "--out", "out"),
        {"x.yaml": SHEET, "night.yaml": "jobs: [{target: x.yaml, names: [X, Ben]}]\n"},
    ),
    "a text": Case(
        "", ("build", "x.yaml", "--out", "out/"), {"x.yaml": SHEET.replace("{player.name}", "X")}
    ),
    "a text in an expression": Case(
        "",
        ("build", "x.yaml", "--out", "out/"),
        {"x.yaml": SHEET.replace("{player.name}", "{'X' + 'b'}")},
    ),
    "a title": Case(
        "",
        ("build", "x.yaml", "--out", "out/"),
        {"x.yaml": SHEET.replace("Names", "X").replace("{player.name}", "{title}")},
    ),
    "a translation": Case(
        "",
        ("build", "x.yaml", "--lang", "de", "--out", "out/"),
        {
            "x.yaml": SHEET.replace("{player.name}", "Hello"),
            "locale/de.po": 'msgid "Hello"\nmsgstr "X"\n',
        },
    ),
    "an option": Case(
        "",
        ("build", "x.yaml", "--set", "word=X", "--out", "out/"),
        {
            "x.yaml": SHEET.replace("{player.name}", "{options.word}")
            + "options: {word: {type: text}}\n"
        },
    ),
}
"""Every X becomes the character."""


@pytest.mark.parametrize("character", [*UNPRINTABLE, *CONTROLS], ids=ascii)
@pytest.mark.parametrize("place", PLACES)
def test_unprintable_characters_are_refused_by_name(
    place: str, character: str, sandbox: Sandbox, tmp_path: Path
) -> None:
    case = PLACES[place]
    argv = [word.replace("X", character) for word in case.argv]
    files = {name: str(text).replace("X", character) for name, text in case.files.items()}
    ended = _build(sandbox, tmp_path, dict(files), *argv)

    assert ended.code == 1, ended.told()
    assert {**UNPRINTABLE, **CONTROLS}[character] in ended.err, ended.told()
    assert not list((tmp_path / "out").glob("*.pdf"))


@pytest.mark.parametrize("name", NAMES)
def test_names_are_shown_unchanged_on_a_terminal(
    name: str, sandbox: Sandbox, tmp_path: Path
) -> None:
    head = {"printkit": 1, "game": "attribute", "players": [name, "Ben", "Cleo"]}
    files: dict[str, Content] = {"game.jsonl": json.dumps(head, ensure_ascii=False) + "\n"}
    ended = _build(sandbox, tmp_path, files, "validate", "game.jsonl")

    assert ended.code == 0, ended.told()
    assert f"{name} 0, Ben 0, Cleo 0" in ended.out


@pytest.mark.parametrize("word", [name for name in NAMES if "/" not in name])
def test_unknown_words_are_repeated_as_typed(word: str, sandbox: Sandbox, tmp_path: Path) -> None:
    ended = _build(sandbox, tmp_path, {"x.yaml": SHEET}, "build", "x.yaml", f"--variant={word}")

    assert ended.code == 2, ended.told()
    assert f"has no variant '{word}'" in ended.err


@pytest.mark.parametrize("name", ["Zoë & Борис", "[bold]", "{x}", "%s", "'q'"])
def test_a_file_is_named_as_typed(name: str, sandbox: Sandbox, tmp_path: Path) -> None:
    manifest = f"jobs: [{{target: x.yaml, names: [{json.dumps(name)}, Ben], out: '{{names}}'}}]\n"
    files: dict[str, Content] = {"x.yaml": SHEET, "night.yaml": manifest}
    plant(files, tmp_path)
    ended = sandbox.run("batch", "night.yaml", "--dry-run", "--out", "out", cwd=tmp_path)

    assert ended.code == 0, ended.told()
    assert f"out/{name}-Ben.pdf  would build: new" in ended.out


ON_SCREEN = """sheet: own/names
title: Names
players: 1-100
fields: {points.P: {}}
body:
  - {for: player in players, text: "{player.name}", size: 7pt}
  - {box: [], field: points.1, height: 10mm}
"""


class _Words(HTMLParser):
    """Collects what a page shows."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_data(self, data: str) -> None:
        """Collect a text."""
        self.texts.append(data)


def test_names_are_read_back_from_an_html_page(sandbox: Sandbox, tmp_path: Path) -> None:
    argv = ("build", "names.yaml", f"--names={join_names(NAMES)}", "--out", "out/x.html")
    ended = _build(sandbox, tmp_path, {"names.yaml": ON_SCREEN}, *argv, "--paper", "a3")
    assert ended.code == 0, ended.told()

    words = _Words()
    words.feed((tmp_path / "out" / "x.html").read_text(encoding="utf-8"))
    shown = _plain("".join(words.texts))
    assert [] == [name for name in NAMES if _plain(name) not in shown]


def test_names_of_a_season_are_read_back(sandbox: Sandbox, tmp_path: Path) -> None:
    table = io.StringIO()
    rows = [["2026-01-01", "Skat", join_names([name, "Ben"]), "2, 1"] for name in NAMES]
    csv.writer(table).writerows([["date", "game", "names", "scores"], *rows])
    plant({"club/results.csv": table.getvalue()}, tmp_path)
    ended = sandbox.run(
        "season", "club", "--json", "--out", "out/x.pdf", "--sheet", "season/standings",
        cwd=tmp_path, writable=[tmp_path / "out", tmp_path / "club"],
    )  # fmt: skip
    assert ended.code == 0, ended.told()
    ranked = {_plain(each["name"]) for each in json.loads(ended.out)["standings"]}
    assert ranked == {*map(_plain, NAMES), "Ben"}

    with pypdfium2.PdfDocument(tmp_path / "out" / "x.pdf") as pdf:
        shown = _plain("\n".join(page.get_textpage().get_text_range() for page in pdf))
    assert [] == [name for name in NAMES if _plain(name) not in shown]
