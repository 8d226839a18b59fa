"""`printkit batch` on the command line: tables, plans, saved jobs, split kits."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from printkit.batch.plan import plan_batch
from printkit.batch.run import run_batch
from printkit.batch.state import load_state, save_state
from tests.running import Printkit, contents, statuses, write_manifest

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
    heads = ["built", "up to date", "failed", "pages", "paper", "seconds"]
    assert lines[0] == " ".join(heads).split()
    assert lines[1][:5] == ["attribute/score-pad", "2", "0", "0", "2"]
    assert lines[3][:4] == ["total", "3", "0", "0"]
    assert "Built 3 of 3 files in " in ran.stdout
    assert len(contents(folder / "output")) == 3


def test_a_target_with_good_and_bad_jobs_has_one_row(printkit: Printkit, folder: Path) -> None:
    write_manifest(folder, "{target: attribute/score-pad, players: [4, 12]}")
    ran = printkit.run("batch", "night.yaml", cwd=folder)
    head, row, *_ = ran.stdout.splitlines()

    assert head.split()[:4] == ["built", "up", "to", "date"]
    assert row.split()[:4] == ["attribute/score-pad", "1", "0", "1"]
    assert "Built 1 of 2 files in " in ran.stdout


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


def test_what_was_built_is_said_in_your_language(printkit: Printkit, folder: Path) -> None:
    write_manifest(folder, *JOBS)
    german = {"PRINTKIT_LANG": "de"}
    planned = printkit.run("batch", "night.yaml", "--dry-run", cwd=folder, env=german)
    built = printkit.run("batch", "night.yaml", cwd=folder, env=german)

    assert planned.stdout.endswith("würde gebaut: neu\n3 zu bauen, 0 aktuell\n")
    assert built.stdout.startswith(" " * len("attribute/score-pad  "))
    assert ["gebaut", "aktuell", "gescheitert", "Seiten", "Papier", "Sekunden"] == (
        built.stdout.split()[:6]
    )
    assert "3 von 3 Dateien in " in built.stdout


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
    assert any(line.split()[:2] == ["Setup", "card"] and "cut out" in line for line in lines)


# A list of tables without a manifest, and what a manifest doesn't order any more.


LIST = 'table,names\n1,"Ann,Ben,Cleo"\n2,Dan;Eve;Finn\n'


def test_a_list_of_tables_needs_no_manifest(printkit: Printkit, folder: Path) -> None:
    (folder / "players.csv").write_text(LIST)
    document = printkit.batch("players.csv", "--target", "attribute/score-pad", cwd=folder)

    assert {
        "attribute-score-pad-3p-table-01.pdf": "built",
        "attribute-score-pad-3p-table-02.pdf": "built",
    } == statuses(document)


def test_a_list_without_games_asks_for_a_target(printkit: Printkit, folder: Path) -> None:
    (folder / "players.csv").write_text(LIST)
    ran = printkit.run("batch", "players.csv", cwd=folder)

    assert 2 == ran.code
    assert "error: this list doesn't say what to build for its tables" in ran.stderr
    assert "hint: add --target attribute, or a column game to players.csv" in ran.stderr


def test_the_target_is_for_tables_without_a_game(printkit: Printkit, folder: Path) -> None:
    (folder / "players.csv").write_text('table,game,names\n1,,"Ann,Ben"\n2,wolle/setup-card,3\n')
    plan = printkit.run(
        *("batch", "players.csv", "--target", "wolle/player-aid", "--dry-run", "--json"), cwd=folder
    )

    names = [job["name"] for job in json.loads(plan.stdout)["jobs"]]
    assert "wolle-player-aid-2p-table-01.pdf" in names


def test_saved_preferences_apply_to_a_list(printkit: Printkit, folder: Path) -> None:
    (folder / "players.csv").write_text(LIST)
    env = {"PRINTKIT_LANG": "de", "XDG_CONFIG_HOME": str(folder / "config")}
    arguments = ("batch", "players.csv", "--target", "attribute", "--dry-run", "--json")
    ran = printkit.run(*arguments, cwd=folder, env=env)

    assert all("-de" in job["name"] for job in json.loads(ran.stdout)["jobs"])


def test_a_list_can_be_saved_as_a_manifest(printkit: Printkit, folder: Path) -> None:
    (folder / "players.csv").write_text(LIST)
    pad = ("--target", "attribute/score-pad")
    merge = ("--merge", "all.pdf", "--merge-every", "2")
    first = printkit.batch("players.csv", *pad, *merge, "--save-job", "night.yaml", cwd=folder)
    second = printkit.batch("night.yaml", cwd=folder)

    assert "merge: all.pdf\nmerge-every: 2\n" in (folder / "night.yaml").read_text()
    assert [*statuses(first)] == [*statuses(second)]
    assert {"up to date"} == {*statuses(second).values()}
    (folder / "players.csv").write_text(LIST.partition("\n2,")[0])
    third = printkit.batch("night.yaml", cwd=folder)
    gone = statuses(first).keys() - statuses(third).keys()
    assert gone
    assert gone <= {*third["obsolete"]}, "the manifest doesn't know what its list ordered"
    ran = printkit.run("batch", "players.csv", *pad, "--save-job", "x/night.yaml", cwd=folder)
    assert "the manifest must be in the folder of the list" in ran.stderr


def test_files_that_are_no_longer_ordered_are_listed_and_pruned(
    printkit: Printkit, folder: Path
) -> None:
    def table(*names: str) -> None:
        manifest = write_manifest(
            folder,
            "{target: attribute/setup-card, players: 3, out: first.pdf}",
            f"{{target: attribute/setup-card, table: 2, names: [{', '.join(names)}]}}",
        )
        assert manifest.name == "night.yaml"

    table("Ann", "Ben", "Cleo")
    printkit.batch("night.yaml", cwd=folder)
    (folder / "output" / "notes.pdf").write_bytes(b"mine")
    table("Ann", "Ben", "Cleo", "Dan", "Eve")
    listed = printkit.batch("night.yaml", cwd=folder)
    old = "attribute-setup-card-3p-table-2.pdf"
    assert [old] == listed["obsolete"]
    assert (folder / "output" / old).exists()

    pruned = printkit.batch("night.yaml", "--prune", cwd=folder)
    assert ([old], []) == (pruned["pruned"], pruned["obsolete"])
    assert ["attribute-setup-card-5p-table-2.pdf", "first.pdf", "notes.pdf"] == sorted(
        contents(folder / "output")
    )
    assert [] == printkit.batch("night.yaml", "--prune", cwd=folder)["pruned"]


def test_pruning_removes_folders_that_it_made_empty(printkit: Printkit, folder: Path) -> None:
    job = "{target: attribute/setup-card, players: 3, out: %s.pdf}"
    write_manifest(folder, job % "a/b/one", job % "c/two", job % "kept")
    printkit.batch("night.yaml", cwd=folder)
    (folder / "output" / "c" / "notes.txt").write_text("mine")
    write_manifest(folder, job % "kept")

    printkit.batch("night.yaml", "--prune", cwd=folder)
    left = sorted(path.name for path in (folder / "output").rglob("[!.]*"))
    assert ["c", "kept.pdf", "notes.txt"] == left


def test_pruning_leaves_what_has_changed_and_what_others_ordered(
    printkit: Printkit, folder: Path
) -> None:
    job = "{target: attribute/setup-card, players: 3, out: %s.pdf}"
    write_manifest(folder, job % "old", job % "kept").rename(folder / "one.yaml")
    write_manifest(folder, job % "other").rename(folder / "two.yaml")
    printkit.batch("one.yaml", cwd=folder)
    printkit.batch("two.yaml", cwd=folder)
    with (folder / "output" / "old.pdf").open("ab") as file:
        file.write(b"% signed by the referee\n")
    write_manifest(folder, job % "kept").rename(folder / "one.yaml")

    document = printkit.batch("one.yaml", "--prune", cwd=folder)
    assert (["old.pdf"], []) == (document["obsolete"], document["pruned"])
    assert ["kept.pdf", "old.pdf", "other.pdf"] == sorted(contents(folder / "output"))


def test_while_a_job_is_wrong_nothing_is_called_obsolete(printkit: Printkit, folder: Path) -> None:
    job = "{target: attribute/setup-card, players: %s, out: one.pdf}"
    write_manifest(folder, job % 3)
    printkit.batch("night.yaml", cwd=folder)
    write_manifest(folder, job % 99)

    document = printkit.batch("night.yaml", "--prune", cwd=folder, code=1)
    assert ([], []) == (document["obsolete"], document["pruned"])
    (folder / "wide.yaml").write_text("sheet: own/wide\ntitle: W\nbody: [{space: 500mm}]\n")
    write_manifest(folder, "{target: wide.yaml, out: two.pdf}")
    document = printkit.batch("night.yaml", "--prune", cwd=folder, code=1)
    assert ([], []) == (document["obsolete"], document["pruned"]), "its successor wasn't built"
    assert ["one.pdf"] == [*contents(folder / "output")]


def test_pruning_removes_nothing_outside_the_output_folder(
    printkit: Printkit, folder: Path
) -> None:
    job = "{target: attribute/setup-card, players: 3, out: %s.pdf}"
    write_manifest(folder, job % "old")
    printkit.batch("night.yaml", cwd=folder)
    (folder / "output" / "old.pdf").rename(folder / "mine.pdf")
    (entry,) = load_state(folder / "output").values()
    made = entry.files[0]._replace(name="../mine.pdf")
    save_state(folder / "output", {"../mine.pdf": entry._replace(files=(made,))})
    write_manifest(folder, job % "new")

    document = printkit.batch("night.yaml", "--prune", cwd=folder)
    assert ([], []) == (document["obsolete"], document["pruned"])
    assert (folder / "mine.pdf").exists()


def test_sheets_of_paper_are_counted_when_printing_double_sided(
    printkit: Printkit, folder: Path
) -> None:
    (folder / "cards.yaml").write_text(
        "sheet: own/cards\ntitle: Cards\npage: {size: a6}\n"
        "body:\n  - Front\nbacks:\n  body:\n    - Back\n"
    )
    write_manifest(folder, "{target: cards.yaml, copies: 6, out: cards.pdf}")
    ran = printkit.run("batch", "night.yaml", "--merge", "all.pdf", "--jobs", "1", cwd=folder)
    row = ran.stdout.splitlines()[1].split()

    assert ["4", "2"] == row[-3:-1]  # pages, paper
    assert "6 pages on 3 pieces of paper" in ran.stdout


def test_progress_is_reported_while_files_are_merged(folder: Path) -> None:
    write_manifest(folder, "{target: attribute/setup-card, players: 3, out: one.pdf}")
    told: list[tuple[int, int | None, str]] = []
    plan = plan_batch(folder / "night.yaml", folder / "out", merge="all.pdf")
    run_batch(plan, 1, progress=lambda *step: told.append(step))

    assert (1, None, "merging all.pdf") in told
