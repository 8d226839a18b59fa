"""`printkit batch` on the command line: tables, plans, saved jobs, split kits."""

from __future__ import annotations

import json
import sys
from io import StringIO
from typing import TYPE_CHECKING

import pytest

from printkit.cli.output import step_progress
from tests.running import Printkit, contents, write_manifest

if TYPE_CHECKING:
    from pathlib import Path

JOBS = ("{target: attribute/score-pad, players: [3, 4]}", "{target: wolle/sheet, players: 4}")


@pytest.fixture
def printkit() -> Printkit:
    """Run commands in any folder."""
    return Printkit()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of the manifest; output goes to out/ in it."""
    return tmp_path


def test_the_table_counts_files_by_target(printkit: Printkit, folder: Path) -> None:
    write_manifest(folder, *JOBS)
    ran = printkit.run("batch", "night.yaml", cwd=folder)
    lines = [line.split() for line in ran.stdout.splitlines()]

    assert (ran.code, ran.stderr) == (0, "")
    assert lines[0] == ["built", "up", "to", "date", "failed", "pages", "seconds"]
    assert lines[1][:5] == ["attribute/score-pad", "2", "0", "0", "2"]
    assert lines[3][:4] == ["all", "3", "0", "0"]
    assert "3 of 3 files are in output/" in ran.stdout
    assert len(contents(folder / "output")) == 3


def test_a_dry_run_shows_the_plan_and_builds_nothing(printkit: Printkit, folder: Path) -> None:
    write_manifest(folder, *JOBS)
    ran = printkit.run("batch", "night.yaml", "--out", "out", "--dry-run", cwd=folder)

    assert ran.stdout.splitlines() == [
        "out/attribute-score-pad-3p.pdf  would build: new",
        "out/attribute-score-pad-4p.pdf  would build: new",
        "out/wolle-sheet-4p.pdf  would build: new",
        "3 to build, 0 up to date",
    ]
    assert not (folder / "out").exists()


def test_json_is_one_document_and_quiet_prints_nothing(printkit: Printkit, folder: Path) -> None:
    write_manifest(folder, *JOBS)
    first = printkit.batch("night.yaml", cwd=folder)
    again = printkit.batch("night.yaml", cwd=folder)
    quiet = printkit.run("batch", "night.yaml", "--force", "-q", cwd=folder)

    assert (quiet.code, quiet.stdout, quiet.stderr) == (0, "", "")
    assert (first["built"], again["built"], again["up_to_date"]) == (3, 0, 3)
    wolle = first["jobs"][2]
    assert (wolle["target"], wolle["status"]) == ("wolle/sheet", "built")
    assert wolle["seed"] == again["jobs"][2]["seed"] != "friday"
    assert wolle["files"][0]["path"] == "output/wolle-sheet-4p.pdf"
    assert wolle["files"] == again["jobs"][2]["files"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(("none.yaml",), 1), (("--jobs", "x", "night.yaml"), 2), ((), 2), (("night.yaml", "--no"), 2)],
)
def test_a_wrong_command_ends_with_its_code(
    printkit: Printkit, folder: Path, arguments: tuple[str, ...], code: int
) -> None:
    ran = printkit.run("batch", *arguments, cwd=folder)

    assert (ran.code, ran.stdout) == (code, "")
    assert "Traceback" not in ran.stderr


def test_a_mistake_in_the_manifest_is_shown_with_a_caret(printkit: Printkit, folder: Path) -> None:
    write_manifest(folder, "{target: atribute}")
    ran = printkit.run("batch", "night.yaml", cwd=folder)

    assert ran.code == 1
    assert ran.stderr.splitlines() == [
        "night.yaml:3:14: error: unknown sheet or game 'atribute'",
        "      - {target: atribute}",
        "                 ^",
        "hint: did you mean 'attribute'?",
    ]


# Saved jobs.


@pytest.mark.parametrize(
    "command",
    [
        ("wolle/sheet", "-p", "3", "--set", "side=b"),
        ("attribute", "-n", "Ann,Ben: x,null", "-o", "night/friday.pdf", "--paper", "210x297mm"),
        (
            "attribute/setup-card",
            "attacke/setup-card",
            "-p",
            "all",
            "--split",
            "-f",
            "svg",
            "--lang",
            "de",
        ),
        ("club/mine.yaml", "-f", "png", "-f", "svg", "--dpi", "50", "--theme", "mono"),
    ],
    ids=lambda words: words[0],
)
def test_a_saved_job_makes_the_same_files_again(
    printkit: Printkit, folder: Path, command: tuple[str, ...]
) -> None:
    (folder / "club").mkdir()
    (folder / "club" / "mine.yaml").write_text("sheet: own/mine\ntitle: Mine\nbody: [Hello]\n")
    built = printkit.run("build", *command, "--save-job", "jobs/job.yaml", "--json", cwd=folder)
    assert built.code == 0, built.stderr
    files = [file["path"] for file in json.loads(built.stdout)["files"]]
    before = {path.rpartition("/")[2]: (folder / path).read_bytes() for path in files}

    printkit.batch("jobs/job.yaml", "--out", "again", cwd=folder)

    assert contents(folder / "again") == before


def test_a_saved_job_says_how_to_repeat_it(printkit: Printkit, folder: Path) -> None:
    command = ("build", "attribute/score-pad", "-p", "4", "--paper", "a4", "-o", "pads/a.pdf", "-q")
    for _ in range(2):
        assert printkit.run(*command, "--save-job", "job.yaml", cwd=folder).code == 0

    assert (folder / "job.yaml").read_text() == (
        "# Saved by printkit build --save-job. In this folder, repeat it with:\n"
        "#   printkit batch job.yaml --out pads\n"
        "jobs:\n"
        "  - target: attribute/score-pad\n"
        "    players: 4\n"
        "    paper: a4\n"
        "    out: a.pdf\n"
    )
    assert printkit.run("batch", "job.yaml", "--out", "pads", cwd=folder).code == 0


def test_a_saved_job_never_replaces_other_files(printkit: Printkit, folder: Path) -> None:
    mine = folder / "mine.yaml"
    mine.write_text("jobs: []\n")
    ran = printkit.run("build", "attribute/score-pad", "--save-job", "mine.yaml", cwd=folder)

    assert ran.code == 1
    assert "not overwritten" in ran.stderr
    assert mine.read_text() == "jobs: []\n"
    assert not (folder / "output").exists()


# Split, and the summary of a build.


def test_split_writes_each_sheet_of_a_kit_into_its_own_file(
    printkit: Printkit, folder: Path
) -> None:
    ran = printkit.run("build", "attribute", "-p", "4", "--split", "--json", cwd=folder)
    files = json.loads(ran.stdout)["files"]

    assert "output/attribute-score-pad-4p.pdf" in [file["path"] for file in files]
    assert all(len({sheet["id"] for sheet in file["sheets"]}) == 1 for file in files)


def test_split_needs_a_folder(printkit: Printkit, folder: Path) -> None:
    ran = printkit.run("build", "attribute", "--split", "-o", "friday.pdf", cwd=folder)

    assert ran.code == 2
    assert "give a folder" in ran.stderr
    assert contents(folder) == {}


def test_a_build_lists_sheets_with_pages_and_what_to_cut(printkit: Printkit, folder: Path) -> None:
    ran = printkit.run("build", "attribute", "-p", "5", "--paper", "a4", cwd=folder)
    lines = ran.stdout.splitlines()

    assert "pages on a4" in lines[0]
    assert any(line.split()[:2] == ["Score", "pad"] and "cut" not in line for line in lines)
    assert any(line.split()[:2] == ["Setup", "card"] and "to cut" in line for line in lines)


# The progress bar.


class Terminal(StringIO):
    """A stream that looks like a terminal."""

    def isatty(self) -> bool:
        return True


def test_the_progress_bar_escapes_names(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm")
    with step_progress(after_s=0.0) as step:
        step(0, 12, "[b]first[/b].pdf")
        step(3, 12, "pads/next.pdf")

    assert "[b]first[/b].pdf" in terminal.getvalue()
    assert "3/12" in terminal.getvalue()
