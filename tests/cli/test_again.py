"""`printkit again`: a file made once more, with changes."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING

import pikepdf
import pytest

from printkit.cli.again import MOST_FILES
from printkit.pipeline.naming import HEAD_BYTES, TAIL_BYTES, command_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.terminal import Terminal

PAD = "attribute/score-pad"


def build_files(printkit: Terminal, *arguments: object) -> list[str]:
    """The files that a command makes."""
    shown = printkit(*arguments, "--json")
    assert (0, "") == (shown.code, shown.err)
    return [file["path"] for file in json.loads(shown.out)["files"]]


def keywords(path: Path) -> str:
    """The keywords of a PDF."""
    with pikepdf.open(path) as pdf:
        return str(pdf.docinfo["/Keywords"])


COMMANDS = [
    ("wolle", "-p", "3"),
    ("attribute", "-n", "Ann,Ben (II),Zoë", "--lang", "de", "--theme", "mono"),
    ("wolle/sheet", "--set", "side=b", "--set", "sheets=3", "--copies", "2", "--paper", "letter"),
    (PAD, "wolle/setup-card", "-p", "all", "--crop-marks"),
    ("cattitude/setup-card", "-p", "4", "--offset", "1mm,-2mm/0mm,3mm"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_again_makes_the_same_bytes(printkit: Terminal, command: tuple[str, ...]) -> None:
    (path,) = build_files(printkit, "build", *command)
    before = (printkit.folder / path).read_bytes()
    (printkit.folder / path).rename(printkit.folder / "moved.pdf")

    assert ["moved.pdf"] == build_files(printkit, "again", "moved.pdf")
    assert before == (printkit.folder / "moved.pdf").read_bytes()
    assert not (printkit.folder / path).exists()


def test_again_without_a_file_rebuilds_the_newest_one(printkit: Terminal) -> None:
    build_files(printkit, "build", "attribute/setup-card", "-p", 5)
    build_files(printkit, "build", PAD, "-p", 3)

    assert ["output/attribute-score-pad-3p-mono.pdf"] == build_files(
        printkit, "again", "--theme", "mono"
    )
    assert ["output/attribute-score-pad-3p-mono-de.pdf"] == build_files(
        printkit, "again", "--lang", "de"
    )
    build_files(printkit, "build", "attribute/setup-card", "-p", 5, "--out", "cards/")
    assert ["cards/attribute-setup-card-5p.pdf"] == build_files(printkit, "again")


def test_changes_override_and_new_names_set_the_player_count(printkit: Terminal) -> None:
    (first,) = build_files(
        printkit, "build", "wolle/sheet", "-p", 4, "--set", "side=b", "--seed", "x"
    )
    changes = ("--names", "Ann,Ben", "--set", "sheets=5")
    (path,) = build_files(printkit, "again", first, *changes, "--paper", "a4")

    assert keywords(printkit.folder / path) == (
        "printkit build wolle/sheet --names Ann,Ben --set side=b --set sheets=5 --seed x"
        " --paper a4 --lang en"
    )


def test_a_corrected_name_keeps_random_sheets_and_says_how_to_draw_new_ones(
    printkit: Terminal,
) -> None:
    first = printkit("build", "wolle/sheet", "-n", "Ann,Bne", "-o", "a.pdf", "--json").json()
    second = printkit("again", "a.pdf", "-n", "Ann,Ben", "-o", "b.pdf", "--json").json()
    third = printkit("again", "a.pdf", "-n", "Ann,Ben", "--seed", "other", "--json").json()

    codes = [[sheet["code"] for sheet in each["files"][0]["sheets"]] for each in (first, second)]
    assert codes[0] == codes[1]
    note = "random sheets are the same as before; --seed WORD draws new ones"
    assert note in second["notes"]
    assert note not in third["notes"]


def test_an_option_can_be_changed_back_to_its_default(printkit: Terminal) -> None:
    (mono,) = build_files(printkit, "build", PAD, "--theme", "mono")
    (colour,) = build_files(printkit, "again", mono, "--theme", "colour")

    assert "--theme" not in keywords(printkit.folder / colour)


def test_only_the_ends_of_a_large_file_are_read_unless_it_is_named(
    printkit: Terminal,
) -> None:
    (path,) = (printkit.folder / name for name in build_files(printkit, "build", PAD))
    command = command_of(path)
    data = path.read_bytes()
    path.write_bytes(b"%PDF-1.7" + bytes(HEAD_BYTES) + data + bytes(TAIL_BYTES))

    assert command.startswith("printkit build attribute/score-pad")
    assert command_of(path) == ""
    assert command_of(path, whole=True) == command
    path.write_bytes(b"%PDF-1.7" + bytes(HEAD_BYTES + TAIL_BYTES) + data)
    assert command_of(path) == command


def test_only_the_newest_of_many_files_are_searched(printkit: Terminal) -> None:
    build_files(printkit, "build", PAD, "-o", "old.pdf")
    os.utime(printkit.folder / "old.pdf", (0, 0))
    for number in range(MOST_FILES):
        (printkit.folder / f"{number}.pdf").touch()

    shown = printkit("again")
    assert shown.code == 2
    assert f"none of the {MOST_FILES} newest files here was made by printkit" in shown.err
    (printkit.folder / "0.pdf").unlink()
    assert build_files(printkit, "again", "-o", "new.pdf") == ["new.pdf"]


def test_a_file_name_that_is_not_utf_8_is_skipped_or_escaped(
    printkit: Terminal,
) -> None:
    (first,) = build_files(printkit, "build", PAD)
    odd = printkit.folder / os.fsdecode(b"odd\xff.pdf")
    odd.write_bytes(b"%PDF")
    again = build_files(printkit, "again", "--theme", "mono")
    (printkit.folder / first).replace(odd)
    shown = printkit("again", odd.name, "-o", os.fsdecode(b"other\xff.pdf"))

    assert again == ["output/attribute-score-pad-4p-mono.pdf"]
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith("other\\xff.pdf  1 page")


def test_again_in_an_empty_folder_says_that_nothing_was_built(printkit: Terminal) -> None:
    assert (2, "") == printkit("again")[:2]
    assert "nothing has been built in this folder yet" in printkit("again").err


WIDE = "printkit build wolle/sheet --names 'Ζωή,Ben'".encode("utf-16-be")


@pytest.mark.parametrize(
    "keywords",
    [
        rb"(printkit build wolle\057sheet \055\055names 'Ann\054Ben')",
        b"<FEFF" + WIDE.hex().upper().encode() + b">",
        b"<feff" + WIDE.hex().encode() + b">",
        b"(" + b"".join(b"\\%03o" % byte for byte in b"\xfe\xff" + WIDE) + b")",
    ],
)
def test_a_file_saved_by_another_program_can_be_rebuilt(
    printkit: Terminal, keywords: bytes
) -> None:
    (printkit.folder / "saved.pdf").write_bytes(b"%PDF-1.7 <</Keywords " + keywords + b">>")

    assert printkit("again", "saved.pdf").out.startswith("wolle-sheet-2p-")


# A PDF may come from anyone.


def write_forged_pdf(printkit: Terminal, command: str) -> None:
    """A PDF that claims to have been made by a command."""
    pdf = pikepdf.new()
    pdf.add_blank_page()
    pdf.docinfo["/Keywords"] = command
    pdf.save(printkit.folder / "forged.pdf", object_stream_mode=pikepdf.ObjectStreamMode.disable)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("printkit build attribute --out /tmp/evil.pdf", "option .* isn't allowed"),
        ("printkit build attribute -o evil.pdf", "option .* isn't allowed"),
        ("printkit build attribute --force", "option .* isn't allowed"),
        ("printkit build attribute --save-job evil.yaml", "option .* isn't allowed"),
        ("printkit build attribute --print", "option .* isn't allowed"),
        ("printkit build attribute --target x", "option .* isn't allowed|unknown sheet"),
        ("printkit build ../mine.yaml", "isn't in this folder"),
        ("printkit build /etc/mine.yaml", "isn't in this folder"),
        ("printkit build link.yaml", "isn't in this folder"),
        ("printkit build club/mine.yaml", "isn't in this folder"),
        ("printkit build wolle/sheet --set board=../secret.yaml", "isn't in this folder"),
        ("printkit build attribute --names 'Ann", "No closing quotation"),
        ("printkit build attribute --players 99999", "isn't a number of players"),
        ("printkit build attribute --names", "name 1 is missing"),
        ("printkit build", "."),
        ("printkit build --lang ../../x attribute", "unknown language"),
        ("printkit batch night.yaml", "doesn't contain the command"),
        ("rm -rf /", "doesn't contain the command"),
    ],
)
def test_only_options_of_a_job_are_read_from_a_file(
    printkit: Terminal, command: str, says: str
) -> None:
    (printkit.folder / "link.yaml").symlink_to("/etc/hostname")
    write_forged_pdf(printkit, command)
    before = sorted(printkit.folder.iterdir())
    shown = printkit("again", "forged.pdf")

    assert shown.code in (1, 2)
    assert shown.out == ""
    assert "Traceback" not in shown.err
    assert re.search(says, shown.err), shown.err
    assert before == sorted(printkit.folder.iterdir())


def test_a_guest_is_added_to_the_names_of_the_file(printkit: Terminal) -> None:
    (path,) = build_files(printkit, "build", PAD, "-n", "Ann,Ben,Cleo")

    assert ["output/attribute-score-pad-4p-ABCE.pdf"] == build_files(
        printkit, "again", path, "-n", "+Eve"
    )
    (two,) = build_files(printkit, "again", path, "--names", "+Eve and +Fred")
    assert "--names Ann,Ben,Cleo,Eve,Fred" in keywords(printkit.folder / two)


def test_a_player_who_has_left_is_taken_from_the_names_of_the_file(printkit: Terminal) -> None:
    (path,) = build_files(printkit, "build", PAD, "-n", "Ann,Ben,Cleo,Dan")

    (less,) = build_files(printkit, "again", path, "-n", "-Ben")
    assert "--names Ann,Cleo,Dan" in keywords(printkit.folder / less)
    (other,) = build_files(printkit, "again", path, "-n", "+Eve, -Ann")
    assert "--names Ben,Cleo,Dan,Eve" in keywords(printkit.folder / other)
    shown = printkit("again", path, "-n", "-Zoe")
    assert (
        "error: 'Zoe' isn't one of the players\nhint: those are: Ann, Ben, Cleo, Dan" in shown.err
    )


def test_a_guest_needs_names_to_be_added_to(printkit: Terminal) -> None:
    build_files(printkit, "build", PAD, "-p", 3)
    shown = printkit("again", "-n", "+Eve")

    assert 2 == shown.code
    assert "error: this file has no names to change by '+Eve'" in shown.err
    assert "hint: give all of them" in shown.err


@pytest.mark.parametrize("name", ["output/attribute-score-pad-3p-ABC.pdf", "here/tonight.pdf"])
def test_a_corrected_name_replaces_the_file(printkit: Terminal, name: str) -> None:
    build_files(printkit, "build", PAD, "-n", "Ann,Bne,Cleo", "-o", name)

    assert [name] == build_files(printkit, "again", name, "-n", "Ann,Ben,Cleo")
    assert "--names Ann,Ben,Cleo" in keywords(printkit.folder / name)
    assert [name] == [
        path.relative_to(printkit.folder).as_posix() for path in printkit.folder.rglob("*.pdf")
    ]


def test_a_file_that_was_changed_is_not_replaced(printkit: Terminal) -> None:
    (path,) = build_files(printkit, "build", PAD, "-n", "Ann,Bne,Cleo", "--fillable")
    with (printkit.folder / path).open("ab") as file:
        file.write(b"% filled in by a viewer\n")

    (other,) = build_files(printkit, "again", path, "-n", "Ann,Ben,Cleo")
    assert path.replace(".pdf", " (2).pdf") == other
    assert "Bne" in keywords(printkit.folder / path)


def test_files_are_written_where_the_source_is_unless_out_says_otherwise(
    printkit: Terminal,
) -> None:
    build_files(printkit, "build", PAD, "-p", 3, "-o", "friday/pads.pdf")

    mono = "attribute-score-pad-3p-mono.pdf"
    assert [f"friday/{mono}"] == build_files(
        printkit, "again", "friday/pads.pdf", "--theme", "mono"
    )
    assert [f"sunday/{mono}"] == build_files(
        printkit, "again", "friday/pads.pdf", "--theme", "mono", "-o", "sunday/"
    )
