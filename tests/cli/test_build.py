"""printkit build: files, messages and exit codes."""

from __future__ import annotations

import os
import re
import stat
from typing import TYPE_CHECKING

import pdfplumber
import pytest

from printkit.core.languages import languages
from printkit.layout import pages

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.terminal import Terminal

PAD = "attribute/score-pad"
LAYOUT = (
    "sheet: mine/x\ntitle: X\nplayers: 1-5\nbody:\n  - {for: p in players, text: '{p.label}'}\n"
)


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def text_of(path: Path) -> str:
    with pdfplumber.open(path) as pdf:
        return "\n".join(page.extract_text() for page in pdf.pages)


def test_a_sheet_becomes_a_pdf_in_the_output_folder(printkit: Terminal) -> None:
    shown = printkit("build", PAD)

    assert (0, "") == (shown.code, shown.err)
    assert re.fullmatch(
        r"output/attribute-score-pad-4p\.pdf  1 page on a4, \d+ KB\n"
        r"  Score pad  page 1, cut out\n"
        r"Print at 100%; cut page 1 along the lines\.\n",
        shown.out,
    )
    assert ["output/attribute-score-pad-4p.pdf"] == files(printkit.folder)
    assert (printkit.folder / "output/attribute-score-pad-4p.pdf").read_bytes()[:5] == b"%PDF-"


@pytest.mark.parametrize(
    ("out", "made", "begins"),
    [
        ("x.svg", "x.svg", b"<?xml"),
        ("x.PNG", "x.PNG", b"\x89PNG"),
        ("x.pdf", "x.pdf", b"%PDF-"),
    ],
)
def test_the_extension_of_a_file_sets_its_format(
    printkit: Terminal, out: str, made: str, begins: bytes
) -> None:
    assert 0 == printkit("build", PAD, "-o", out, "--dpi", 30).code
    assert [made] == files(printkit.folder)
    assert (printkit.folder / made).read_bytes().startswith(begins)


def test_a_folder_name_may_end_in_pdf(printkit: Terminal) -> None:
    assert 0 == printkit("build", PAD, "-p", 4, "-o", "x.pdf/").code
    assert ["x.pdf/attribute-score-pad-4p.pdf"] == files(printkit.folder)


@pytest.mark.parametrize(
    "arguments",
    [
        ("-p", "٣"),
        ("-p", "3-५"),
        ("--copies", "２"),
        ("--dpi", "১৫০"),
        ("--paper", "٢١٠x297mm"),
        ("--offset", "١mm,0mm"),
    ],
)
def test_numbers_must_be_ascii_digits(printkit: Terminal, arguments: tuple[str, str]) -> None:
    shown = printkit("build", PAD, *arguments)

    assert (2, "") == (shown.code, shown.out)
    assert [] == files(printkit.folder)


def test_formats_are_repeatable_and_svg_and_png_pages_are_numbered(
    printkit: Terminal,
) -> None:
    shown = printkit("build", PAD, "-f", "svg", "-f", "pdf", "-f", "svg", "--copies", 3, "-o", "x/")

    assert 0 == shown.code
    assert [
        "x/attribute-score-pad-4p-3x-1.svg",
        "x/attribute-score-pad-4p-3x-2.svg",
        "x/attribute-score-pad-4p-3x.pdf",
    ] == files(printkit.folder)


def test_out_names_a_file_or_a_folder(printkit: Terminal) -> None:
    printkit("build", PAD, "-o", "one.pdf")
    printkit("build", PAD, "-o", "two/three.pdf", "-f", "pdf", "-f", "png", "--dpi", 30)
    (printkit.folder / "dotted.dir").mkdir()
    printkit("build", PAD, "-o", "dotted.dir")

    assert [
        "dotted.dir/attribute-score-pad-4p.pdf",
        "one.pdf",
        "two/three.pdf",
        "two/three.png",
    ] == files(printkit.folder)


def test_json_is_exactly_one_document(printkit: Terminal) -> None:
    shown = printkit("build", PAD, "attribute/player-aid", "-p", 3, "--copies", 2, "--json")
    document = shown.json()
    (file,) = document["files"]

    assert (0, "") == (shown.code, shown.err)
    assert document["seed"] is None
    assert {"path", "format", "pages", "bytes", "sheets"} <= set(file)
    assert ("pdf", 2) == (file["format"], file["pages"])
    assert (printkit.folder / file["path"]).stat().st_size == file["bytes"]
    assert [
        {"id": PAD, "page": 1, "code": None, "players": 3},
        {"id": PAD, "page": 1, "code": None, "players": 3},
        *[{"id": "attribute/player-aid", "page": 2, "code": None, "players": 3}] * 6,
    ] == [{key: sheet[key] for key in sheet if key != "fields"} for sheet in file["sheets"]]


def test_a_random_sheet_reports_seed_and_codes_and_can_be_reprinted(
    printkit: Terminal,
) -> None:
    first = printkit("build", "wolle/sheet", "-p", 2, "--json", "-o", "a.pdf").json()
    again = printkit(
        "build", "wolle/sheet", "-p", 2, "--json", "-o", "b.pdf", "--seed", first["seed"]
    ).json()

    assert first["seed"]
    assert all(sheet["code"] for sheet in first["files"][0]["sheets"])
    assert first["files"][0]["sheets"] == again["files"][0]["sheets"]
    assert (printkit.folder / "a.pdf").read_bytes() == (printkit.folder / "b.pdf").read_bytes()
    assert (
        f"seed {first['seed']} (repeats these sheets)"
        in printkit("build", "wolle/sheet", "-p", 2, "--seed", first["seed"]).out
    )


def test_quiet_prints_nothing_and_still_builds(printkit: Terminal) -> None:
    assert (0, "", "") == printkit("build", PAD, "-q")
    assert ["output/attribute-score-pad-4p.pdf"] == files(printkit.folder)


@pytest.mark.parametrize(
    ("players", "counts"),
    [
        ("4", [4]),
        ("3-5", [3, 4, 5]),
        ("2,4", [2, 4]),
        ("all", [1, 2, 3, 4, 5]),
        (" 2 - 3 ", [2, 3]),
    ],
)
def test_players_is_a_number_a_range_a_list_or_all(
    printkit: Terminal, players: str, counts: list[int]
) -> None:
    printkit.write("mine.yaml", LAYOUT)
    sheets = printkit("build", "mine.yaml", "-p", players, "--json").json()["files"][0]["sheets"]

    assert counts == [sheet["players"] for sheet in sheets]


def test_names_print_as_typed_and_set_the_player_count(printkit: Terminal) -> None:
    printkit.write("mine.yaml", LAYOUT)
    printkit("build", "mine.yaml", "-n", "Zoë, <b>x</b> ,[/],{y},)", "-o", "mine.pdf")

    assert ["Zoë", "<b>x</b>", "[/]", "{y}", ")"] == text_of(
        printkit.folder / "mine.pdf"
    ).splitlines()


def test_a_variant_and_an_option_change_the_sheet(printkit: Terminal) -> None:
    printkit("build", PAD, "-p", 3, "-o", "base.pdf")
    printkit("build", PAD, "-p", 3, "-o", "bsw.pdf", "--variant", "bsw")
    printkit("build", PAD, "-p", 3, "-o", "half.pdf", "--set", "size=half")
    found = {(printkit.folder / name).read_bytes() for name in ("base.pdf", "bsw.pdf", "half.pdf")}

    assert 3 == len(found)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["atribute"], "unknown sheet or game 'atribute'\nhint: did you mean 'attribute'?\n"),
        (
            ["attribute/scorepad"],
            f"unknown sheet or game 'attribute/scorepad'\nhint: did you mean '{PAD}'?\n",
        ),
        (
            ["score-pad"],
            (
                "unknown sheet or game 'score-pad'\nhint: did you mean 'attribute/score-pad' or "
                "'cattitude/score-pad' or 'swipsheep/score-pad'?\n"
            ),
        ),
        (
            [PAD, "4p"],
            (
                "unknown sheet or game '4p'\nhint: choose from attacke, attribute, cattitude, "
                "swipsheep, wolle; printkit list shows their sheets\n"
                "hint: a layout of yours ends with .yaml, an option begins with -\n"
            ),
        ),
        (
            [PAD, "-p", "99"],
            "Attribute is for 3 to 8 players, not 99\nhint: for example: 4 players\n",
        ),
        (
            [PAD, "-p", "1"],
            "Attribute is for 3 to 8 players, not 1\nhint: for example: 4 players\n",
        ),
        (
            [PAD, "-p", "3-20"],
            "Attribute is for 3 to 8 players, not 3-20\nhint: use numbers from 3 to 8\n",
        ),
        ([PAD, "-p", "x"], "'x' isn't a number of players\nhint: write 4, 3-5, 2,4 or all\n"),
        (
            [PAD, "-p", "5-3"],
            (
                "'5-3' isn't a number of players\n"
                "hint: use numbers from 1 to 100, the smaller one first: 3-5\n"
            ),
        ),
        (
            [PAD, "-p", "1000000000"],
            "'1000000000' isn't a number of players\nhint: write 4, 3-5, 2,4 or all\n",
        ),
        (
            [PAD, "-n", "Ann Ben Cleo"],
            (
                "Attribute is for 3 to 8 players, not 1\n"
                'hint: separate names with commas: "Ann, Ben, Cleo"\n'
            ),
        ),
        (
            [PAD, "-p", "3", "-n", "A,B,C,D"],
            (
                "4 names (A | B | C | D), but --players says 3\n"
                "hint: give one name per player, or leave --players out\n"
            ),
        ),
        (
            [PAD, "-n", "Ann & Ben"],
            ("Attribute is for 3 to 8 players, not 2\nhint: these names were read: Ann | Ben\n"),
        ),
        (
            [PAD, "-n", "Ann & Ben & Cleo"],
            (
                "Attribute is for 3 to 8 players, not 2\n"
                "hint: read as Ann & Ben | Cleo; separate all names with commas\n"
            ),
        ),
        (
            [PAD, "-n", "4"],
            "Attribute is for 3 to 8 players, not 1\nhint: for 4 players, write: -p 4\n",
        ),
        (
            [PAD, "-p", "4", "-n", ",,"],
            "3 empty names, but --players says 4\nhint: leave one of them out\n",
        ),
        ([PAD, "--variant", "bws"], "Attribute has no variant 'bws'\nhint: did you mean 'bsw'?\n"),
        ([PAD, "--set", "size=hlaf"], "size can't be 'hlaf'\nhint: did you mean 'half'?\n"),
        ([PAD, "--set", "size"], "'size' has no value\nhint: write --set key=value\n"),
        ([PAD, "--set", "outline=maybe"], "outline must be true or false, not 'maybe'\n"),
        (
            [PAD, "--paper", "a44"],
            "unknown paper 'a44'\nhint: did you mean 'a4'?\nhint: or give a size, like 210x297mm\n",
        ),
        ([PAD, "--theme", "color"], "unknown theme 'color'\nhint: did you mean 'colour'?\n"),
        (
            [PAD, "--lang", "tlh"],
            f"unknown language 'tlh'\nhint: available: {', '.join(languages())}\n",
        ),
        ([PAD, "--copies", "0"], "--copies must be a whole number from 1 to 1000, not '0'\n"),
        ([PAD, "--dpi", "many"], "--dpi must be a whole number from 30 to 1200, not 'many'\n"),
        ([PAD, "-f", "pfd"], "unknown format 'pfd'\nhint: did you mean 'pdf'?\n"),
        (
            [PAD, "-o", "pad.jpg"],
            (
                "unknown format for the file 'pad.jpg'\n"
                "hint: end a file name with .pdf, .svg, .png or .html, a folder with /\n"
            ),
        ),
        ([PAD, "--seed", "x" * 65], "the seed must be 1 to 64 printable characters\n"),
    ],
)
def test_unknown_words_are_usage_errors_with_suggestions(
    printkit: Terminal, arguments: list[str], expected: str
) -> None:
    assert (2, "", f"error: {expected}") == printkit("build", *arguments)
    assert [] == files(printkit.folder)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "printkit build needs a GAME-OR-SHEET"),
        ([PAD, "--nope"], "has no option '--nope'"),
        ([PAD, "--copies", "1001"], "--copies"),
        ([PAD, "--dpi", "9"], "--dpi"),
    ],
)
def test_a_wrong_command_line_is_a_usage_error(
    printkit: Terminal, arguments: list[str], words: str
) -> None:
    shown = printkit("build", *arguments)

    assert (2, "") == (shown.code, shown.out)
    assert words in shown.err


def test_pages_of_sheets_that_alternate_are_listed_one_by_one(printkit: Terminal) -> None:
    text = "sheet: mine/x\ntitle: {0}\nbody: [text]\n"
    for name in ("Pad", "Aid"):
        printkit.write(f"{name}.yaml", text.format(name))
    shown = printkit("build", *["Pad.yaml", "Aid.yaml"] * 2, "Pad.yaml")

    assert ["  Pad  pages 1, 3 and 5", "  Aid  pages 2 and 4"] == shown.out.splitlines()[1:3]

    shown = printkit("build", *["Pad.yaml", "Aid.yaml"] * 9)
    assert "  Pad  pages 1, 3, 5, …, 17" == shown.out.splitlines()[1]


def test_names_are_read_as_people_write_them_and_again_keeps_them(printkit: Terminal) -> None:
    built = printkit("build", PAD, "--names", "O'Brien;Müller, Hans;Łukasz and Zoë", "-o", "a.pdf")
    once_more = printkit("again", "a.pdf", "-o", "b.pdf")

    note = "read as these names: O'Brien | Müller, Hans | Łukasz | Zoë; "
    assert f"{note}put quotes around a name to keep it together\n" in built.out
    assert note not in once_more.out
    for name in ("a.pdf", "b.pdf"):
        with pdfplumber.open(printkit.folder / name) as pdf:
            text = pdf.pages[0].extract_text()
        assert all(each in text for each in ("O'Brien", "Müller, Hans", "Łukasz", "Zoë"))


def test_empty_names_leave_the_same_room_as_a_player_count(printkit: Terminal) -> None:
    printkit("build", PAD, "--names", ",,,", "-o", "a.pdf")
    printkit("build", PAD, "-p", "4", "-o", "b.pdf")

    folder = printkit.folder
    assert (folder / "a.pdf").read_bytes() == (folder / "b.pdf").read_bytes()


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("A,A,B", "'A' appears twice\nhint: give each player a different name\n"),
        ("A,,B", 'name 2 is missing\nhint: write --names "Ann,Ben,Cleo"\n'),
        (
            "A,B," + "x" * 41,
            f"the name '{'x' * 20}…' is too long: 41 characters\nhint: use at most 40\n",
        ),
        (
            "A,B,🐑",
            (
                "can't print the name '🐑': no available font has the character U+1F411 SHEEP\n"
                "hint: the fonts of this system are off because of "
                "--no-system-fonts or PRINTKIT_FONTS\n"
            ),
        ),
        (
            "A,B,a\x1b[31m",
            (
                "can't print the name 'a\\x1b[31m':"
                " U+001B is a control character and can't be printed\n"
            ),
        ),
        (
            'A,B,"a\nb"',
            ("can't print the name 'a\\nb': U+000A is a control character and can't be printed\n"),
        ),
    ],
)
def test_unprintable_names_are_refused(printkit: Terminal, names: str, expected: str) -> None:
    assert (1, "", f"error: {expected}") == printkit("build", PAD, "-n", names)


def test_every_problem_of_a_layout_is_shown_and_nothing_is_written(printkit: Terminal) -> None:
    printkit.write(
        "mine.yaml",
        "sheet: mine/x\ntitle: X\nbody:\n  - {icon: shep}\n  - '{nane}'\n"
        "  - {text: a, width: 900mm}\n",
    )
    shown = printkit("build", "mine.yaml")

    assert (1, "") == (shown.code, shown.out)
    assert "mine.yaml:5:7: error: unknown fact 'nane'" in shown.err
    assert ["mine.yaml"] == files(printkit.folder)


def test_content_that_doesnt_fit_is_reported_with_its_place(printkit: Terminal) -> None:
    printkit.write("mine.yaml", "sheet: mine/x\ntitle: X\nbody:\n  - {text: a, width: 200mm}\n")

    assert (
        1,
        "",
        (
            "mine.yaml:4:5: error: this doesn't fit: it needs 10 mm more\n"
            "      - {text: a, width: 200mm}\n"
            "        ^\n"
            "hint: it should be 200 mm wide, but only 190 mm are free\n"
        ),
    ) == printkit("build", "mine.yaml")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (
            "gone.yaml",
            ("gone.yaml: error: no such file\nhint: check the name and the folder\n"),
        ),
        (
            "foldr.yaml",
            ("foldr.yaml: error: no such file\nhint: did you mean 'folder.yaml'?\n"),
        ),
        ("folder.yaml", "folder.yaml: error: this is a folder, not a file\n"),
    ],
)
def test_an_unreadable_layout_is_refused(printkit: Terminal, name: str, reason: str) -> None:
    (printkit.folder / "folder.yaml").mkdir()

    assert (1, "", reason) == printkit("build", name)


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_layout_without_read_permission_is_refused(printkit: Terminal) -> None:
    printkit.write("mine.yaml", LAYOUT).chmod(0)

    assert (1, "", "mine.yaml: error: cannot read this file: Permission denied\n") == printkit(
        "build", "mine.yaml"
    )


def test_output_is_never_written_through_a_link_or_over_a_folder(printkit: Terminal) -> None:
    target = printkit.write("kept.pdf", "kept")
    (printkit.folder / "link.pdf").symlink_to(target)
    (printkit.folder / "dir.pdf").mkdir()
    os.mkfifo(printkit.folder / "pipe.pdf")

    assert (
        1,
        "",
        (
            "link.pdf: error: this is a link; printkit doesn't write through links\n"
            "hint: choose another name, or remove the link\n"
        ),
    ) == printkit("build", PAD, "-o", "link.pdf")
    assert 1 == printkit("build", PAD, "-o", "pipe.pdf").code
    assert "kept" == target.read_text()
    assert stat.S_ISFIFO((printkit.folder / "pipe.pdf").stat().st_mode)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        (("--paper", "a6"), "on a6 paper\nhint: it is made for a4 and letter paper\n"),
        (
            ("--orientation", "landscape"),
            "on a4 paper in landscape\nhint: leave --orientation out\n",
        ),
    ],
)
def test_a_shipped_sheet_that_doesnt_fit_the_paper_gives_one_error(
    printkit: Terminal, more: tuple[str, str], expected: str
) -> None:
    shown = printkit("build", PAD, "-p", 5, *more)

    assert (1, "", f"error: {PAD} doesn't fit {expected}") == shown


def test_a_file_in_place_of_the_output_folder_is_an_error(printkit: Terminal) -> None:
    printkit.write("taken", "")
    shown = printkit("build", PAD, "-o", "taken/pad.pdf")

    assert (1, "") == (shown.code, shown.out)
    assert "taken/pad.pdf: error: cannot be written: taken isn't a folder\n" == shown.err


def test_too_many_pages_are_refused_with_their_number(
    printkit: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "MAX_PAGES", 50)
    printkit.write("mine.yaml", LAYOUT)

    assert (2, "", "error: 60 pages are too many\nhint: at most 50\n") == printkit(
        "build", "mine.yaml", "--copies", 60
    )


def test_no_progress_bar_is_shown_without_a_terminal(
    printkit: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printkit.cli.progressbar.monotonic", iter(range(10**6)).__next__)

    assert "" == printkit("build", PAD, "--copies", 10).err


def test_the_same_input_gives_the_same_bytes(printkit: Terminal) -> None:
    for name in ("a", "b"):
        printkit("build", "attribute", "-p", 3, "-o", f"{name}.pdf")

    assert (printkit.folder / "a.pdf").read_bytes() == (printkit.folder / "b.pdf").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ((PAD, "-p", "9"), "Fehler: Attribut ist für 3 bis 8 Spieler, nicht für 9\nHinweis: "),
        ((PAD, "--per-page", "3"), "Fehler: --per-page muss 2 oder 4 sein, nicht „3“\n"),
        (("gone.yaml",), "gone.yaml: Fehler: diese Datei gibt es nicht\nHinweis: prüfe den Namen"),
        (("attribute/pad",), "error: unknown sheet or game 'attribute/pad'\nhint: "),
    ],
)
def test_an_error_is_in_your_language_if_all_of_it_is_translated(
    printkit: Terminal, arguments: tuple[str, ...], shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTKIT_LANG", "de")

    assert printkit("build", *arguments).err.startswith(shown)
