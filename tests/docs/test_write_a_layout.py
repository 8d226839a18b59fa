"""The page docs/write-a-layout.md is true: its files and commands work, its tables are complete."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pdfplumber
import pytest
from PIL import Image, ImageChops, ImageStat

from docs.generate.pictures import pictures
from printkit.checking import check_layout
from printkit.core.i18n import Catalogue
from printkit.core.icons import PAINTS, icon_names
from printkit.core.languages import languages
from printkit.core.paper import PAPERS
from printkit.core.source import shipped_folder
from printkit.core.theme import load_theme
from printkit.core.themenames import theme_names
from printkit.core.units import to_mm
from printkit.layout.language.definition import (
    Backs,
    FontFiles,
    Kit,
    KitEntry,
    OptionDef,
    PageSetup,
    Parameter,
    Part,
    Sheet,
)
from printkit.layout.language.functions import FUNCTIONS, GIVEN
from printkit.layout.language.loading import load_part, load_sheet, tokens
from printkit.layout.language.reader import PAGE_NAMES
from printkit.layout.language.values import OneOf
from printkit.layout.nodes.base import NODE_KINDS, Node
from printkit.layout.nodes.tables import TableColumn, TableParts, TableRow
from printkit.pipeline.facts import gather_facts
from printkit.request.options import Request
from printkit.text.faces import FACES, FAMILIES
from tests.cli.terminal import Terminal
from tests.depth import many
from tests.running import Ran

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from printkit.core.errors import Where
    from printkit.layout.language.declarations import Attribute, Declared
    from tests.running import Printkit

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "write-a-layout.md").read_text(encoding="utf-8")
PROSE = re.sub(r"^```.*?^```$", "", TEXT, flags=re.DOTALL | re.MULTILINE)
PICTURE = DOCS / "images" / "dice-sheet.png"
FILE = "dice-night.yaml"


class Block(NamedTuple):
    """A fenced block: its language, its file name (or 'fails'), and its lines."""

    language: str
    name: str
    text: str


def _blocks() -> list[Block]:
    found = re.findall(r"^```(\S+)(?: (\S+))?\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    return [Block(*parts) for parts in found]


FILES = [block for block in _blocks() if block.language in ("yaml", "po", "csv") and block.name]
STEPS = [block.text for block in FILES if block.name == FILE]
FRAGMENTS = [block.text for block in _blocks() if block.language == "yaml" and not block.name]


def _write(block: Block, home: Path) -> None:
    path = home / block.name
    path.parent.mkdir(exist_ok=True)
    path.write_text(block.text, encoding="utf-8")


def _bring_fonts(home: Path) -> None:
    """The font files that the page mentions: shipped ones under other names."""
    (home / "fonts").mkdir()
    for name, face in (
        ("fonts/Runes.ttf", "PatrickHand"),
        ("fonts/Runes-Bold.ttf", "RobotoCondensed-Bold"),
        ("Poster.ttf", "Nunito-Black"),
    ):
        shutil.copy(FACES[face].path, home / name)


def _run(printkit: Printkit, command: str, home: Path) -> Ran:
    """Run a line of the page as a reader would, on A4 and without colours."""
    said, _, file = command.partition(" > ")
    program, *words = shlex.split(said)
    assert "printkit" == program
    ran = printkit.run(*words, cwd=home, env={"PRINTKIT_PAPER": "a4", "NO_COLOR": "1"})
    if file:
        (home / file).write_text(ran.stdout, encoding="utf-8")
    return ran._replace(stdout="") if file else ran


def _dialogue(block: Block) -> Iterator[tuple[str, str]]:
    """Each command of a console block, with the output on the page."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, answer = part.partition("\n")
        yield command, answer


def _without_sizes(text: str) -> str:
    """Sizes differ a little, and every language that is added makes more combinations."""
    return re.sub(r"\d+ (KB|combinations)", r"… \1", text)


# Following the page.


def _checked(home: Path, monkeypatch: pytest.MonkeyPatch) -> Ran:
    """The output of a check of two languages; all of them would take too long."""
    monkeypatch.setattr("printkit.checking.languages", lambda _: ("en", "de"))
    return Ran(*Terminal(monkeypatch, home)("check", FILE))


def test_the_commands_print_what_the_page_shows(
    printkit: Printkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _bring_fonts(tmp_path)
    long = f"printkit check {FILE}" if many(1, deep=0) else ""
    for block in _blocks():
        if block in FILES:
            _write(block, tmp_path)
        elif block.language == "console":
            for command, answer in _dialogue(block):
                here = command == long
                ran = _checked(tmp_path, monkeypatch) if here else _run(printkit, command, tmp_path)
                assert _without_sizes(answer) == _without_sizes(ran.stdout + ran.stderr), command
                assert (block.name == "fails") == bool(ran.code), command


@pytest.mark.parametrize("step", range(len(STEPS))[: many(1, deep=len(STEPS))])
def test_every_step_fits_for_every_player_count(
    tmp_path: Path, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    printkit = Terminal(monkeypatch, tmp_path)
    printkit.write(FILE, STEPS[step])

    report = printkit("check", FILE, "--json").json()

    assert report["ok"], report
    assert report["layouts"][0]["tried"] >= 8 * 2 * len(theme_names())


def test_each_step_builds_on_the_one_before() -> None:
    assert len(STEPS) >= 4
    assert sorted(STEPS, key=len) == STEPS


def test_the_whole_layout_has_less_than_60_lines() -> None:
    assert len(STEPS[-1].splitlines()) < 60


def test_the_whole_layout_prints_one_page_with_its_text(printkit: Printkit, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(STEPS[-1], encoding="utf-8")
    command = f'printkit build {FILE} --names "Ann,Ben,Cleo,Dan" --out sheet.pdf'
    ran = _run(printkit, command, tmp_path)
    assert ran.code == 0, ran.stderr

    with pdfplumber.open(tmp_path / "sheet.pdf") as pdf:
        assert len(pdf.pages) == 1
        words = pdf.pages[0].extract_text()

    throws = re.findall(r"name: ([\w ]+)", STEPS[-1])
    numbers = ["Ones", "Twos", "Threes", "Fours", "Fives", "Sixes"]
    assert len([*numbers, *throws]) == 13
    expected = [*numbers, *throws, "Upper half", "Bonus", "+35", "Lower half", "Total", "4 players"]
    assert [word for word in (*expected, "Ann", "Ben", "Cleo", "Dan") if word not in words] == []


def test_translations_next_to_the_layout_are_used(printkit: Printkit, tmp_path: Path) -> None:
    _write(next(block for block in FILES if block.language == "po"), tmp_path)
    (tmp_path / FILE).write_text(STEPS[-1], encoding="utf-8")
    _run(printkit, f"printkit build {FILE} -p 4 --lang sv --out sheet.pdf", tmp_path)

    with pdfplumber.open(tmp_path / "sheet.pdf") as pdf:
        words = pdf.pages[0].extract_text()

    assert all(word in words for word in ("Poängblad", "4 spelare", "Övre halvan", "6 var"))


@pytest.mark.parametrize("number", range(len(FRAGMENTS)))
def test_every_yaml_fragment_is_valid(
    tmp_path: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = languages(tmp_path)[:: many(4, deep=1)]  # it has no words in any of them
    monkeypatch.setattr("printkit.checking.languages", lambda _: every)
    for block in FILES:
        _write(block, tmp_path)
    shutil.copy(PICTURE, tmp_path)
    fragment = FRAGMENTS[number]
    top = f"sheet: own/fragment\ntitle: Fragment\nplayers: {many(3, deep=2)}-{many(3, deep=4)}\n"
    if fragment.startswith("- "):
        text = f"{top}body:\n{fragment}"
    else:
        text = f"{fragment}{top}body: [Hello]\n"
    path = tmp_path / "fragment.yaml"
    path.write_text(text, encoding="utf-8")

    problems, tried, _ = check_layout(str(path))

    assert [problem.render() for problem in problems] == []
    assert tried


def test_the_picture_is_small_and_shows_the_whole_layout(
    printkit: Printkit, tmp_path: Path
) -> None:
    (tmp_path / FILE).write_text(STEPS[-1], encoding="utf-8")
    command = f"printkit build {FILE} -p 4 -f png --dpi 60 --out new.png"
    _run(printkit, command, tmp_path)
    with Image.open(PICTURE) as kept, Image.open(tmp_path / "new.png") as new:
        assert kept.mode == "P"
        assert kept.size == new.size
        difference = ImageChops.difference(kept.convert("L"), new.convert("L"))

    assert PICTURE.stat().st_size < 60_000
    assert ImageStat.Stat(difference).mean[0] < 0.5, f"make it anew with 64 colours: {command}"


def test_the_other_pictures_show_what_is_printed() -> None:
    for name, new in pictures():
        with Image.open(DOCS / name) as kept:
            assert kept.size == new.size, name
            difference = ImageChops.difference(kept.convert("L"), new.convert("L"))

        assert (DOCS / name).stat().st_size < 100_000, name
        assert ImageStat.Stat(difference).mean[0] < 0.5, f"make {name} anew with `make gallery`"


# Tables: what the page says is what the program knows, no more and no less.


class Row(NamedTuple):
    """A row of a table: the words in code type of its first cell, and all of it."""

    names: tuple[str, ...]
    cells: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.cells)


def _code(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def _tables() -> dict[str, list[Row]]:
    """The tables of the page; each is known by 'section: heading of its first column'."""
    tables: dict[str, list[Row]] = {}
    section, rows = "", None
    for line in PROSE.splitlines():
        if line.startswith("#"):
            section = line.lstrip("# ")
        if not line.startswith("|"):
            rows = None
        elif rows is None:
            rows = tables[f"{section}: {_cells(line)[0]}"] = []
        elif not line.startswith("| ---"):
            cells = _cells(line)
            rows.append(Row(tuple(_code(cells[0])), cells))
    return tables


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip().strip("|").split("|"))


TABLES = _tables()
DECLARED: Mapping[str, type[Declared]] = {
    "The file: key": Sheet,
    "The page: key of `page`": PageSetup,
    "Backs: key of `backs`": Backs,
    "Keys of every node: key": Node,
    "Tables: key of a column": TableColumn,
    "Tables: key of a row": TableRow,
    "Options: key of an option": OptionDef,
    "Fonts of your own: key of a font": FontFiles,
    "Parts: key of a part": Part,
    "Parts: key of a parameter": Parameter,
}


def _names(table: str) -> list[str]:
    return sorted(name for row in TABLES[table] for name in row.names)


def _own_keys(kind: str) -> dict[str, Attribute]:
    attributes = NODE_KINDS[kind].attributes
    return {
        key: attributes[key] for key in attributes if key not in Node.attributes and key != kind
    }


def _unsaid_choices(table: str, attributes: Mapping[str, Attribute]) -> list[str]:
    """The words a key may be that its row does not mention."""
    return [
        f"{key}: {word}"
        for row in TABLES[table]
        for key in row.names
        if key in attributes and isinstance(kind := attributes[key].kind, OneOf)
        for word in kind.words
        if word not in _code(row.text)
    ]


@pytest.mark.parametrize("table", DECLARED)
def test_every_key_is_explained(table: str) -> None:
    assert sorted(DECLARED[table].attributes) == _names(table)
    assert _unsaid_choices(table, DECLARED[table].attributes) == []


def test_every_kind_of_node_is_listed_with_its_own_keys() -> None:
    expected = {kind: sorted(_own_keys(kind)) for kind in NODE_KINDS}

    assert expected == {row.names[0]: sorted(_code(row.cells[3])) for row in TABLES["Nodes: kind"]}


def test_the_keys_of_each_node_are_explained() -> None:
    assert sorted({key for kind in NODE_KINDS for key in _own_keys(kind)}) == _names("Nodes: key")
    for kind in NODE_KINDS:
        assert _unsaid_choices("Nodes: key", _own_keys(kind)) == []


@pytest.mark.parametrize("cls", [TableParts, Kit, KitEntry])
def test_the_keys_without_a_table_are_mentioned(cls: type[Declared]) -> None:
    assert set(cls.attributes) <= set(_code(PROSE))


def test_every_function_is_listed_as_it_is_called() -> None:
    usual = {name: function.usage.split(" or ")[0] for name, function in FUNCTIONS.items()}

    assert sorted([*usual.values(), *(f"{name}(text)" for name in GIVEN)]) == _names(
        "Expressions: function"
    )


def test_every_built_in_fact_is_listed(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(STEPS[-1], encoding="utf-8")
    request = Request((FILE,), paper=PAPERS["a4"])
    facts = gather_facts(load_sheet(tmp_path / FILE), request, 2, Catalogue("en", {}), tmp_path)

    assert sorted({*facts, *PAGE_NAMES}) == _names("Facts: fact")
    players = next(row for row in TABLES["Facts: fact"] if "players" in row.names)
    assert isinstance(facts["players"], list)
    assert set(facts["players"][0]) <= set(_code(players.text))


def test_every_colour_is_listed() -> None:
    section = "Colours, styles and other tokens: colour"
    assert sorted(tokens().colours) == _names(section)


def test_every_style_is_listed_with_its_look() -> None:
    rows = {row.names[0]: row.text for row in TABLES["Colours, styles and other tokens: style"]}
    styles = load_theme("colour").styles

    assert set(styles) == set(rows)
    for name, style in styles.items():
        looks = [style.font, f"{style.size:g} pt", style.weight.replace("regular", "")]
        assert [look for look in looks if look not in rows[name]] == [], name


def test_every_line_radius_and_space_is_listed_with_its_value() -> None:
    theme = load_theme("colour")
    lines = {f"`{name}` {width:g} pt" for name, width in theme.lines.items()}
    radii = {f"`{name}` {to_mm(radius):g} mm" for name, radius in theme.radii.items()}
    spaces = {f"`{name}` {to_mm(space):g} mm" for name, space in theme.spaces.items()}

    said = [row.cells[1].split(", ") for row in TABLES["Colours, styles and other tokens: for"]]

    assert [lines, radii, spaces] == [set(names) for names in said]


def test_every_font_weight_theme_and_layer_of_icons_is_named() -> None:
    keys = {row.names[0]: row for row in TABLES["Nodes: key"]}
    weights = {weight for family in FAMILIES.values() for weight in family}

    assert set(_code(keys["font"].cells[1])) == set(FAMILIES)
    assert weights <= set(_code(keys["weight"].cells[1]))
    assert sorted(PAINTS) == _names("Icons and pictures: layer")
    assert set(theme_names()) <= set(_code(PROSE))


def test_every_icon_that_is_named_exists() -> None:
    paragraph = re.search(r"^Some of the icons:(.*?)\n\n", PROSE, re.DOTALL | re.MULTILINE)

    assert paragraph
    assert set(_code(paragraph[1])) <= set(icon_names())


def test_shipped_parts_take_the_parameters_on_the_page() -> None:
    paragraph = re.search(
        r"^These parts come with printkit:(.*?)\n\n", PROSE, re.DOTALL | re.MULTILINE
    )
    assert paragraph
    said = re.split(r"`(shared/[\w-]+)`", paragraph[1])[1:]
    nowhere: Where = load_sheet(shipped_folder("layouts") / "attribute" / "score-pad.yaml").where

    for name, words in zip(said[::2], said[1::2], strict=True):
        part = load_part(shipped_folder("layouts"), name, nowhere)
        assert [key for key, _ in part.parameters] == _code(words), name


def test_every_node_has_an_example_and_a_picture() -> None:
    page = (DOCS / "nodes.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"\(images/node-([\w-]+)\.png\)", page))

    assert shown == {*NODE_KINDS} - {"tell", "refuse"}
    assert all(f"`{name}`" in page for name in NODE_KINDS)
