"""Promise 9: what you typed is what prints; what cannot be printed is refused by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

from tests.trust.kinds import TINY
from tests.trust.nasty import plant

if TYPE_CHECKING:
    from pathlib import Path

    from tests.trust.commandline import Ended, Jail

NAMES = {
    "accents": "Zoë Åkesson-Nuñez",
    "letters with a stroke": "Łukasz Ðorđević",
    "Greek": "Ελένη Ώμέγα",
    "Cyrillic": "Борис Ёлкин",
    "symbols": "♠♥ ★ ☃ ⚀ →",
    "HTML": "<b>Ann</b> &amp; &lt;i>",
    "Rich": "[bold]Ann[/] [/x] [link=a]b",
    "a template": "{count} {{}} {x:>9}",
    "a format": "%s %n %(x)s $x ${y}",
    "PDF": r"\) Tj ET (\101 endstream",
    "a command": "$(id) `id` ; rm *",
    "a CDATA section": "]]> <!-- --> <?x?>",
    "quotes": "\"Ann\" 'Ben' „Cleo“ ‹Dan›",
}
REFUSED = {
    "a sheep": ("\U0001f411", "U+1F411 SHEEP"),
    "a Chinese letter": ("李", "U+674E"),
    "a Hebrew letter": ("ש", "U+05E9 HEBREW LETTER SHIN"),
    "an Arabic letter": ("ع", "U+0639 ARABIC LETTER AIN"),
    "an override": ("\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE"),
    "nothing that can be seen": ("\u200b", "U+200B ZERO WIDTH SPACE"),
    "a bell": ("\x07", "U+0007"),
    "an escape": ("\x1b[31m", "U+001B"),
    "a letter of one font alone": ("\ue000", "U+E000"),
}
FORMATS = ("pdf", "svg", "png")
TEXT = "sheet: own/text\ntitle: Text\nplayers: none\nbody:\n  - text: {}\n"


def _build(jail: Jail, folder: Path, *more: str) -> Ended:
    formats = [word for name in FORMATS for word in ("--format", name)]
    argv = ("build", "x.yaml", "--out", "out/x.pdf", *formats, "--dpi", "40", *more)
    return jail.run(*argv, cwd=folder, writable=[folder / "out"], alone=True)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _in_pdf(path: Path) -> str:
    return str(pypdfium2.PdfDocument(path)[0].get_textpage().get_text_range())


def _in_svg(path: Path) -> str:
    return "".join(ElementTree.parse(path).getroot().itertext())


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_prints_as_it_was_typed(name: str, jail: Jail, tmp_path: Path) -> None:
    plant({"x.yaml": TINY}, tmp_path)

    ended = _build(jail, tmp_path, "--names", f"Ann,{name}")

    assert 0 == ended.code, ended.told()
    assert name in _in_pdf(tmp_path / "out" / "x.pdf")
    assert name in _in_svg(tmp_path / "out" / "x.svg")


@pytest.mark.parametrize("text", NAMES.values(), ids=NAMES)
def test_the_words_of_a_layout_print_as_they_were_typed(
    text: str, jail: Jail, tmp_path: Path
) -> None:
    braced = text.replace("{", "{{").replace("}", "}}")
    plant({"x.yaml": TEXT.format(_quoted(braced))}, tmp_path)

    ended = _build(jail, tmp_path)

    assert 0 == ended.code, ended.told()
    assert text in _in_pdf(tmp_path / "out" / "x.pdf")
    assert text in _in_svg(tmp_path / "out" / "x.svg")


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_picture_shows_a_name_of_its_own(name: str, jail: Jail, tmp_path: Path) -> None:
    plant({"x.yaml": TINY}, tmp_path)
    pictures = []
    for typed in (name, name[:-1] + ("y" if name[-1] != "y" else "z")):
        assert 0 == _build(jail, tmp_path, "--names", f"Ann,{typed}").code
        with Image.open(tmp_path / "out" / "x.png") as picture:
            pictures.append(picture.convert("L"))

    assert ImageChops.difference(*pictures).getbbox() is not None


@pytest.mark.parametrize(("character", "called"), REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("place", ["name", "manifest", "layout", "translation"])
def test_what_cannot_be_printed_is_refused_by_its_name(
    place: str, character: str, called: str, jail: Jail, tmp_path: Path
) -> None:
    argv = ["build", "x.yaml", "--out", "out/"]
    files: dict[str, str] = {"x.yaml": TINY}
    match place:
        case "name":
            argv += ["--names", f"A{character}n,Ben"]
        case "manifest":
            argv = ["batch", "night.yaml", "--out", "out"]
            job = f"jobs:\n  - {{target: x.yaml, names: [Ann, 'B{character}n']}}\n"
            files["night.yaml"] = job
        case "layout":
            files["x.yaml"] = TEXT.format(f"'A{character}n'")
        case _:
            argv += ["--lang", "de"]
            files["x.yaml"] = TEXT.format("Hello")
            files["locale/de.po"] = f'msgid "Hello"\nmsgstr "A{character}n"\n'
    plant(files, tmp_path)

    ended = jail.run(*argv, cwd=tmp_path, writable=[tmp_path / "out"], alone=True, processes=True)

    assert 1 == ended.code, ended.told()
    assert called in ended.out + ended.err
    assert not ended.broken
    assert [] == [*(tmp_path / "out").glob("*.pdf")]


def test_a_title_reaches_the_file_as_it_was_typed(jail: Jail, tmp_path: Path) -> None:
    title = "Größe <b>&amp;</b> (Ω) \\"
    plant({"x.yaml": TINY.replace("Tiny", _quoted(title))}, tmp_path)

    ended = _build(jail, tmp_path)

    assert 0 == ended.code, ended.told()
    with pikepdf.open(tmp_path / "out" / "x.pdf") as pdf:
        assert title in str(pdf.docinfo["/Title"])
    assert title in _in_svg(tmp_path / "out" / "x.svg")


@pytest.mark.parametrize("text", NAMES.values(), ids=NAMES)
def test_the_terminal_shows_words_as_they_are(text: str, jail: Jail, tmp_path: Path) -> None:
    argv = ("build", f"{text}.yaml", "--out", "out/")
    ended = jail.run(*argv, cwd=tmp_path, writable=[tmp_path / "out"], alone=True)

    assert 1 == ended.code, ended.told()
    assert f"{text}.yaml: cannot be read" in ended.err
