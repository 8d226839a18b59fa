"""Many tables: labels on every page, a job per row of a list, and separate draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pdfplumber
import pytest

from printkit.batch.plan import plan_batch
from printkit.core.paper import PAPERS
from printkit.layout.language.loading import shipped_sheets
from printkit.pipeline.main import build
from printkit.request.options import Request
from tests.layout.desk import words
from tests.rendering import lay_out

if TYPE_CHECKING:
    from pathlib import Path

    from printkit.batch.plan import Plan
    from tests.running import Printkit

LONGEST = {"table": "128 B", "label": "Summer cup, group 12"}


def plan(folder: Path, text: str, **files: str) -> Plan:
    """The plan of a manifest with lists next to it."""
    for name, content in files.items():
        (folder / f"{name}.csv").write_text(content, encoding="utf-8")
    path = folder / "night.yaml"
    path.write_text(text, encoding="utf-8")
    return plan_batch(path, folder / "out")


def problems(found: Plan) -> list[str]:
    """What is wrong: 'file:line: message'."""
    data = [one.as_json() for result in found.failed for one in result.problems]
    return [
        f"{str(one['file']).rpartition('/')[2]}:{one['line']}: {one['message']}" for one in data
    ]


# Labels.


@pytest.mark.parametrize(("number", "sheet"), [*enumerate(shipped_sheets())])
def test_every_page_of_every_sheet_has_room_for_the_label(number: int, sheet: str) -> None:
    paper = ("a4", "letter")[number % 2]
    asked: dict[str, Any] = {"paper": PAPERS[paper], "counts": "all", "seed": "x", **LONGEST}
    for page in lay_out(Request((sheet,), **asked)).pages():
        text = "".join("".join(words(page)).split())

        assert text.count("Table128B·Summercup") >= len(page.sheets)
        assert "12" in text.partition("Table128B·Summercup")[2]


def test_a_label_is_in_the_language_of_the_sheets_and_in_the_name(tmp_path: Path) -> None:
    job = "{target: attribute/score-pad, players: 4, table: [7, 8], lang: de}"
    (first, second) = plan(tmp_path, f"jobs:\n  - {job}\n").tasks
    build(first.order.request)

    assert [first.order.name, second.order.name] == [
        "attribute-score-pad-4p-table-07-de.pdf",
        "attribute-score-pad-4p-table-08-de.pdf",
    ]
    with pdfplumber.open(tmp_path / "out" / first.order.name) as pdf:
        assert "Tisch 7" in pdf.pages[0].extract_text()


@pytest.mark.parametrize("label", ["x" * 25, '""', "🐑", r'"a\tb"'])
def test_a_label_that_cannot_be_printed_fails_its_job(tmp_path: Path, label: str) -> None:
    jobs = f"  - {{target: attribute, label: {label}}}\n  - {{target: attribute, label: Good}}\n"
    found = plan(tmp_path, f"jobs:\n{jobs}")

    assert [task.order.name for task in found.tasks] == ["attribute-4p-Good.pdf"]
    assert len(problems(found)) == 1


# A job for each row.

LISTS = [
    'table,game,names\n1,attribute,"Ann,Ben,Cleo"\n2,Wolle,Dan;Eve\n\n',
    "Table;Game;Names\n1;attribute;Ann,Ben,Cleo\n2;wolle;Dan,Eve\n",
    "table\tgame\tplayer 1\tplayer 2\tplayer 3\n1\tattribute\tAnn\tBen\tCleo\n2\twolle\tDan\tEve\n",
    "\ufefftable,game,names\r\n1,attribute,Ann,Ben,Cleo\r\n2,WOLLE,Dan,Eve\r\n",
]


@pytest.mark.parametrize("rows", LISTS, ids=["commas", "semicolons", "columns", "windows"])
def test_a_list_makes_a_job_for_each_row(tmp_path: Path, rows: str) -> None:
    found = plan(tmp_path, "jobs:\n  - {rows-from: players.csv, theme: mono}\n", players=rows)
    first, second = (task.order.request for task in found.tasks)

    assert problems(found) == []
    assert (first.targets, first.table, first.names) == (
        ("attribute",),
        "1",
        ("Ann", "Ben", "Cleo"),
    )
    assert (second.targets, second.table, second.names) == (("wolle",), "2", ("Dan", "Eve"))
    assert first.theme == second.theme == "mono"
    assert found.tasks[0].order.name == "attribute-3p-table-01-mono.pdf"


COMMAS = """table,game,names
1,attribute,"O'Brien;Müller, Hans;Łukasz"
2,attribute,O'Brien;Müller, Hans;Łukasz
3,attribute,"Ann, Ben und Cleo"
4,attribute,"Müller, Hans",Łukasz,Ann
5,attribute,",,,"
6,attribute,"Ann,,Ben,Cleo"
"""
SEMICOLONS = "table;game;names\n1;attribute;O'Brien;Müller, Hans;Łukasz\n"


def test_names_in_a_list_are_read_as_on_the_command_line(tmp_path: Path) -> None:
    jobs = "jobs:\n  - {rows-from: a.csv, lang: de}\n  - {rows-from: b.csv, label: B}\n"
    found = plan(tmp_path, jobs, a=COMMAS, b=SEMICOLONS)

    irish = ("O'Brien", "Müller, Hans", "Łukasz")
    assert [task.order.request.names for task in found.tasks] == [
        *(irish, irish),
        ("Ann", "Ben", "Cleo"),
        ("Müller, Hans", "Łukasz", "Ann"),
        *((), irish),
    ]
    assert found.tasks[4].order.request.counts == (4,)
    assert problems(found) == ["a.csv:7: name 2 is missing"]
    assert [note.rpartition("/")[2] for note in found.notes] == [
        "a.csv:2: read as these names: O'Brien | Müller, Hans | Łukasz",
        "a.csv:3: read as these names: O'Brien | Müller, Hans | Łukasz",
        "a.csv:4: read as these names: Ann | Ben | Cleo",
    ]


def test_a_manifest_says_how_names_were_read(printkit: Printkit, tmp_path: Path) -> None:
    plan(tmp_path, 'jobs:\n  - {target: attribute, names: "Ann, Ben und Cleo", lang: de}\n')
    note = "night.yaml:2:32: read as these names: Ann | Ben | Cleo"

    assert note in printkit.run("batch", "night.yaml", "--dry-run", cwd=tmp_path).stdout
    assert printkit.batch("night.yaml", cwd=tmp_path)["notes"] == [note]


def test_a_bad_row_skips_only_its_table(tmp_path: Path) -> None:
    rows = "table,game,names\n1,attribute,Ann;Ben;Cleo\n2,atribute,A;B;C\n3,wolle,🐑;B\n4,,A;B\n"
    rows += "5,attribute,Ann\n6,wolle,Dan;Eve\n"
    found = plan(tmp_path, "jobs:\n  - rows-from: players.csv\n", players=rows)

    assert [task.order.request.table for task in found.tasks] == ["1", "6"]
    assert [one.partition(": ")[0] for one in problems(found)] == [
        "players.csv:3",
        "players.csv:4",
        "players.csv:5",
        "players.csv:6",
    ]


@pytest.mark.parametrize(
    ("job", "rows", "says"),
    [
        ("rows-from: gone.csv", "", "no such list: 'gone.csv'"),
        ("rows-from: ../players.csv", "", "is outside"),
        ("rows-from: /etc/passwd", "", "is outside"),
        ("rows-from: [a, b]", "", "needs the name of one file"),
        ("rows-from: players.csv", "", "this list is empty"),
        ("rows-from: players.csv", "table,game,names\n , ,\n", "this list has no tables"),
        ("rows-from: players.csv", "table,gmae\n1,wolle\n", "unknown column 'gmae'"),
        ("rows-from: players.csv", "1,Ann,Ben\n", "doesn't begin with the names of its columns"),
        ("rows-from: players.csv", "Tisch,Namen\n1,Ann\n", "doesn't begin with the names of its"),
        ("rows-from: players.csv", "game,out\nwolle,../x.pdf\n", "unknown column 'out'"),
        ("rows-from: players.csv", "game,table\nwolle,1,2,3\n", "this row has 4 cells, not 2"),
        ("rows-from: players.csv", "game\n" + "x\n" * 10_001, "more than 10,000 rows"),
        ("rows-from: players.csv", 'game\n"' + "x" * 140_000, "can't read this list"),
    ],
)
def test_a_bad_list_fails_only_its_own_job(tmp_path: Path, job: str, rows: str, says: str) -> None:
    found = plan(tmp_path, f"jobs:\n  - {job}\n  - {{target: attribute}}\n", players=rows)

    assert [task.order.name for task in found.tasks] == ["attribute-4p.pdf"]
    assert says in problems(found)[0]


# Seeds.


def seeds(folder: Path, *jobs: str, defaults: str = "{seed: friday}") -> list[str | None]:
    """The seeds of some jobs."""
    text = f"defaults: {defaults}\njobs:\n" + "".join(f"  - {job}\n" for job in jobs)
    return [task.order.request.seed for task in plan(folder, text).tasks]


def test_a_default_seed_gives_every_job_different_draws(tmp_path: Path) -> None:
    jobs = ("{target: wolle, table: [1, 2, 3]}", "{target: wolle, players: 3}")
    found = seeds(tmp_path, *jobs)

    assert len(set(found)) == 4
    assert found == seeds(tmp_path, *jobs)
    assert not set(found) & set(seeds(tmp_path, *jobs, defaults="{seed: monday}"))
    assert not set(found) & set(seeds(tmp_path, *jobs, defaults="{}"))


def test_jobs_that_differ_only_in_name_draw_differently(tmp_path: Path) -> None:
    first, second = seeds(tmp_path, "{target: wolle, out: a}", "{target: wolle, out: b}")

    assert first != second


def test_language_paper_and_format_dont_change_draws(tmp_path: Path) -> None:
    found = seeds(tmp_path, "{target: wolle/sheet, lang: [en, de], paper: [a4, letter], format: "
                            "[pdf, svg]}")  # fmt: skip

    assert len(found) == 8
    assert len(set(found)) == 1


def test_a_jobs_own_seed_is_used_unchanged(tmp_path: Path) -> None:
    jobs = ("{target: wolle, table: 1, seed: mine}", "{target: wolle, table: 2, seed: mine}")

    assert seeds(tmp_path, *jobs) == ["mine", "mine"]


def test_adding_a_table_changes_no_other_table(printkit: Printkit, tmp_path: Path) -> None:
    rows = "table,game,names\n1,wolle/setup-card,Ann;Ben\n2,wolle/sheet,Dan;Eve\n"
    plan(tmp_path, "defaults: {seed: x}\njobs:\n  - rows-from: players.csv\n", players=rows)
    printkit.batch("night.yaml", "--out", "out", cwd=tmp_path)
    more = rows.replace("1,wolle", "0,wolle/sheet,Gus;Hal\n1,wolle").replace("Ben", "Bo")
    (tmp_path / "players.csv").write_text(more)
    document = printkit.batch("night.yaml", "--out", "out", cwd=tmp_path)

    assert {job["name"] for job in document["jobs"] if job["status"] == "built"} == {
        "wolle-sheet-2p-table-00.pdf",
        "wolle-setup-card-2p-table-01.pdf",
    }
