"""Lists of tables as spreadsheets, as organisers have them."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from printkit.batch.plan import Plan, plan_batch
from printkit.core.spreadsheet import MEMORY_MB
from tests.core.spreadsheets import Rows, write_ods, write_xlsx

ROWS: Rows = (
    ("Table", "Game", "Names"),
    (1, "Attribute", "Ann, Ben and Cleo"),
    (),
    (2, "wolle", "O'Brien;Müller, Hans;Łukasz"),
    (3, "wole", "Dan;Eve"),
)
WRITERS = {"xlsx": write_xlsx, "ods": write_ods}


def plan(folder: Path, name: str) -> Plan:
    manifest = folder / "night.yaml"
    manifest.write_text(f"jobs: [{{sheets-of: {name}}}]\n")
    return plan_batch(manifest, folder / "out")


def problems(found: Plan) -> list[str]:
    return [
        f"{Path(str(one['file'])).name}:{one['line']}: {one['message']}"
        for result in found.failed
        for one in (problem.as_json() for problem in result.problems)
    ]


@pytest.mark.parametrize("ending", WRITERS)
def test_a_spreadsheet_works_as_a_list_of_tables(tmp_path: Path, ending: str) -> None:
    WRITERS[ending](tmp_path / f"players.{ending}", ROWS)
    found = plan(tmp_path, f"players.{ending}")

    assert [(task.order.request.table, task.order.request.names) for task in found.tasks] == [
        ("1", ("Ann", "Ben", "Cleo")),
        ("2", ("O'Brien", "Müller, Hans", "Łukasz")),
    ]
    assert problems(found) == [f"players.{ending}:5: unknown sheet or game 'wole'"]


@pytest.mark.parametrize("ending", WRITERS)
def test_names_in_separate_cells_are_not_split(tmp_path: Path, ending: str) -> None:
    rows = (("game", "player 1", "player 2", ""), ("wolle", "Müller, Hans", "Tim and Tina", "Bo"))
    WRITERS[ending](tmp_path / f"players.{ending}", rows)
    (task,) = plan(tmp_path, f"players.{ending}").tasks

    assert task.order.request.names == ("Müller, Hans", "Tim and Tina", "Bo")


def test_without_the_library_the_error_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_xlsx(tmp_path / "players.xlsx", ROWS)
    monkeypatch.setattr("printkit.core.spreadsheet.find_spec", lambda _: None)
    (failed,) = plan(tmp_path, "players.xlsx").failed

    assert "pip install 'printkit-games[spreadsheets]'" in failed.problems[0].hint


def _no_archive(path: Path) -> None:
    path.write_bytes(b"PK\x03\x04 not really")


def _bomb(path: Path) -> None:
    """A cell that is small in the file and larger than the memory for reading it."""
    write_xlsx(path, ROWS)
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = "xl/worksheets/sheet1.xml"
    start, end = parts.pop(name).split(b"</sheetData>")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for part, data in parts.items():
            archive.writestr(part, data)
        with archive.open(name, "w") as file:
            file.write(start + b'<row><c t="inlineStr"><is><t>')
            for _ in range(MEMORY_MB):
                file.write(b"x" * 1_048_576)
            file.write(b"</t></is></c></row></sheetData>" + end)


def _wide(path: Path) -> None:
    write_xlsx(path, [["game", *(["names"] * 300)]])


FAR = b'<c r="ZZZZZZ4294967295"><v>1</v></c>'


def _far(path: Path) -> None:
    """A cell so far away that its row has no room in memory."""
    _change_sheet(path, b"</sheetData>", b"<row>" + FAR + b"</row></sheetData>")


def _claims_strings(path: Path) -> None:
    """A table of texts that claims to have as many as there are numbers."""
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"
    relation = f'<Relationship Id="rId2" Type="{kind}" Target="sharedStrings.xml"/></Relationships>'
    _change_sheet(path, b"</Relationships>", relation.encode())
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(
            "xl/sharedStrings.xml",
            f'<sst xmlns="{main}" count="{2**64 - 1}" uniqueCount="{2**64 - 1}"/>',
        )


def _change_sheet(path: Path, old: bytes, new: bytes) -> None:
    write_xlsx(path, ROWS)
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for part, data in parts.items():
            archive.writestr(part, data.replace(old, new))


@pytest.mark.parametrize("write", [_no_archive, _bomb, _wide, _far, _claims_strings])
def test_an_unreadable_spreadsheet_is_refused(
    tmp_path: Path, write: Callable[[Path], None], capfd: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "players.xlsx")
    (failed,) = plan(tmp_path, "players.xlsx").failed

    assert "can't read this spreadsheet" in failed.problems[0].message
    assert capfd.readouterr() == ("", "")
