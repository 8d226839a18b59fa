"""Names of files that never collide, and the command that every file stores."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pikepdf
import pytest

from printkit.pipeline.naming import command_of
from printkit.samples import FOLDER

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


def test_a_different_command_writes_a_numbered_file_and_says_so(printkit: Terminal) -> None:
    (first,) = build_files(printkit, "build", PAD, "-n", "Ann,Ben,Cleo")
    before = (printkit.folder / first).read_bytes()
    shown = printkit("build", PAD, "-n", "Anton,Berta,Carl")

    assert "output/attribute-score-pad-3p-ABC (2).pdf  1 page" in shown.out
    assert f"{first} already exists, made with a different --names; not overwritten" in shown.out
    assert before == (printkit.folder / first).read_bytes()
    assert [first] == build_files(printkit, "build", PAD, "-n", "Ann,Ben,Cleo")
    assert [first.replace(".pdf", " (2).pdf")] == build_files(
        printkit, "build", PAD, "-n", "Anton,Berta,Carl"
    )
    assert [first.replace(".pdf", " (3).pdf")] == build_files(
        printkit, "build", PAD, "-n", "Al,Bo,Cy"
    )


def test_another_draw_is_named_as_the_difference(printkit: Terminal) -> None:
    (first,) = build_files(printkit, "build", "wolle/sheet", "-p", 3)
    shown = printkit("build", "wolle/sheet", "-p", 3)

    assert f"{first} already exists, made with a different --seed; not overwritten" in shown.out


def test_a_file_of_another_program_is_called_so(printkit: Terminal) -> None:
    printkit.write("output/attribute-score-pad-3p.pdf", "mine")
    shown = printkit("build", PAD, "-p", 3)

    assert "already exists, and printkit didn’t make it; not overwritten" in shown.out


def test_force_and_an_explicit_name_replace_the_file(printkit: Terminal) -> None:
    (first,) = build_files(printkit, "build", PAD, "-n", "Ann,Ben,Cleo")

    assert [first] == build_files(printkit, "build", PAD, "-n", "Al,Bo,Cy", "--force")
    assert [first] == build_files(printkit, "build", PAD, "-n", "Ada,Bea,Cid", "-o", first)


@pytest.mark.parametrize("name", ["svg", "png"])
def test_pictures_store_their_command_too(printkit: Terminal, name: str) -> None:
    command = ("build", PAD, "-n", 'Ann,Ben,"Zoë & Co"', "-f", name, "--dpi", 30)
    (first,) = build_files(printkit, *command)

    assert [first] == build_files(printkit, *command)
    assert "Zoë & Co" in command_of(printkit.folder / first)
    (second,) = build_files(printkit, "build", PAD, "-n", "Al,Bo,Zed", "-f", name, "--dpi", 30)
    assert second.endswith(f" (2).{name}")


def test_pages_of_different_png_builds_are_never_mixed(printkit: Terminal) -> None:
    first = build_files(printkit, "build", PAD, "-p", 4, "--copies", 3, "-f", "svg")
    other = build_files(printkit, "build", PAD, "-p", 4, "--copies", 3, "-f", "svg", "--no-offset")

    assert len(first) == 2
    assert other == first
    (printkit.folder / first[0]).write_text("<svg/>")
    moved = build_files(printkit, "build", PAD, "-p", 4, "--copies", 3, "-f", "svg")
    assert [path.replace("3x-", "3x (2)-") for path in first] == moved


def test_only_a_chosen_seed_is_in_the_file_name(
    printkit: Terminal,
) -> None:
    first, second = (build_files(printkit, "build", "wolle/sheet", "-p", 4)[0] for _ in range(2))
    (friday,) = build_files(printkit, "build", "wolle/sheet", "-p", 4, "--seed", "friday")

    assert first == "output/wolle-sheet-4p.pdf"
    assert second == "output/wolle-sheet-4p (2).pdf"
    assert friday == "output/wolle-sheet-4p-friday.pdf"


def test_a_pdf_stores_its_command_and_seed(printkit: Terminal) -> None:
    shown = printkit("build", "wolle/sheet", "-p", 4, "--set", "side=b", "--paper", "a4", "--json")
    document = json.loads(shown.out)
    said = keywords(printkit.folder / document["files"][0]["path"])

    assert said == (
        f"printkit build wolle/sheet --players 4 --set side=b --seed {document['seed']}"
        " --paper a4 --lang en"
    )


def test_a_layout_is_stored_without_its_folder(printkit: Terminal) -> None:
    printkit.write("club/mine.yaml", "sheet: own/mine\ntitle: Mine\nbody: [Hello]\n")
    (path,) = build_files(printkit, "build", "club/mine.yaml", "--paper", "a4")

    assert keywords(printkit.folder / path) == "printkit build mine.yaml --paper a4 --lang en"


def test_a_recorded_game_is_stored_without_its_folder(printkit: Terminal) -> None:
    game = next((FOLDER / "attribute").glob("*.jsonl")).read_text()
    printkit.write("games/friday.jsonl", game)
    command = ("attribute/score-pad", "--from-game", "games/friday.jsonl", "--save-job", "job.yaml")
    (path,) = build_files(printkit, "build", *command)
    before = (printkit.folder / path).read_bytes()

    assert "--from-game friday.jsonl" in keywords(printkit.folder / path)
    assert "does not say" not in printkit("again", path).err
    (printkit.folder / "friday.jsonl").write_text(game)
    (printkit.folder / path).rename(printkit.folder / "moved.pdf")
    (again,) = build_files(printkit, "again", "moved.pdf")
    assert before == (printkit.folder / again).read_bytes()
    assert "from-game: games/friday.jsonl" in (printkit.folder / "job.yaml").read_text()


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("options", "stem"),
    [
        (["-p", "5"], "5p"),
        (["-p", "3-5"], "3-5p"),
        (["-p", "all", "--theme", "mono"], "3-8p-mono"),
        (["-n", "Ann,Ben,Cleo", "--lang", "de"], "3p-ABC-de"),
        (["-p", "4", "--paper", "a5"], "4p-a5"),
        (["-p", "4", "--copies", "3", "--seed", "fri/day"], "4p-3x-fri-day"),
        (["--variant", "bsw"], "3-8p-bsw"),
    ],
)
def test_a_file_name_has_every_option_that_isnt_default(
    printkit: Terminal, options: list[str], stem: str
) -> None:
    printkit("build", "attribute/setup-card", *options)

    assert [f"output/attribute-setup-card-{stem}.pdf"] == files(printkit.folder)
