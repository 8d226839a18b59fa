"""Files that are up to date are skipped; only changed ones are rebuilt."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from printkit.batch.state import NAME, load_state
from printkit.text.faces import FACES
from tests.running import copy_printkit, statuses, write_manifest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.running import Printkit


def changed(folder: Path, before: dict[str, int]) -> set[str]:
    """The files that have been written since then."""
    return {name for name, time in modification_times(folder).items() if before.get(name) != time}


def modification_times(folder: Path) -> dict[str, int]:
    """The modification time of each file."""
    return {
        path.relative_to(folder).as_posix(): path.stat().st_mtime_ns
        for path in folder.rglob("*.pdf")
    }


def test_changing_an_icon_rebuilds_only_what_uses_it(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    own = copy_printkit(tmp_path_factory.mktemp("own"))
    write_manifest(folder, "{target: [wolle/sheet, attribute/score-pad, attribute/setup-card]}")
    first = printkit_built(own, folder)
    before = modification_times(folder / "out")
    icon = own.root / "layouts" / "icons" / "sock.yaml"

    os.utime(icon, (0, 0))
    assert printkit_built(own, folder) == set()

    text = icon.read_text(encoding="utf-8")
    icon.write_text(text.replace('line: "M', 'solid: "M').replace('shape: "M', 'solid: "M'))
    assert icon.read_text(encoding="utf-8") != text
    plan = own.batch("night.yaml", "--out", "out", "--dry-run", cwd=folder)
    to_build = {job["name"]: job["why"] for job in plan["jobs"] if job["why"]}
    assert to_build == {"wolle-sheet-4p.pdf": "changed: icons/sock.yaml"}
    assert printkit_built(own, folder) == {"wolle-sheet-4p.pdf"} < first
    assert changed(folder / "out", before) == {"wolle-sheet-4p.pdf"}

    with (own.root / "printkit" / "core" / "scene.py").open("a", encoding="utf-8") as code:
        code.write("# printkit changed\n")
    plan = own.batch("night.yaml", "--out", "out", "--dry-run", cwd=folder)
    assert {job["why"] for job in plan["jobs"]} == {"printkit changed"}


def printkit_built(printkit: Printkit, folder: Path) -> set[str]:
    """The files that a run builds."""
    document = printkit.batch("night.yaml", "--out", "out", cwd=folder)
    return {name for name, status in statuses(document).items() if status == "built"}


SHEET = """sheet: own/{name}
title: Mine
players: 2-4
body:
  - use: shared/top
  - {{icon: {icon}, size: 8mm}}
  - {{text: Hello}}
"""


@pytest.fixture
def layout_folder(folder: Path) -> Path:
    """A folder of two layouts with a shared part, an icon, translations and a picture."""
    for name, icon in (("one", "mine"), ("two", "star")):
        (folder / f"{name}.yaml").write_text(SHEET.format(name=name, icon=icon))
    for name in ("shared", "icons", "locale"):
        (folder / name).mkdir()
    (folder / "shared" / "top.yaml").write_text("part: shared/top\nbody: [Top]\n")
    (folder / "icons" / "mine.yaml").write_text('icon: mine\nlayers:\n  - line: "M4 12 L20 12"\n')
    write_manifest(folder, "{target: [one.yaml, two.yaml], lang: [en, de]}")
    return folder


CHANGES = [
    ("one.yaml", SHEET.format(name="one", icon="mine") + "  - More\n", {"one"}),
    ("shared/top.yaml", "part: shared/top\nbody: [Other]\n", {"one", "two"}),
    ("icons/mine.yaml", 'icon: mine\nlayers:\n  - line: "M4 9 L20 9"\n', {"one"}),
    ("icons/star.yaml", 'icon: star\nlayers:\n  - line: "M4 9 L20 9"\n', {"two"}),
    ("locale/de.po", 'msgid "Hello"\nmsgstr "Hallo"\n', {"one-de", "two-de"}),
    ("icons/sheep.yaml", 'icon: sheep\nlayers:\n  - line: "M4 9 L20 9"\n', set()),
]


@pytest.mark.parametrize(("file", "text", "built"), CHANGES, ids=[name for name, *_ in CHANGES])
def test_a_change_rebuilds_only_the_files_that_depend_on_it(
    printkit: Printkit, layout_folder: Path, file: str, text: str, built: set[str]
) -> None:
    assert len(printkit_built(printkit, layout_folder)) == 4

    (layout_folder / file).write_text(text, encoding="utf-8")
    expected = {
        name
        for name in ("one-2p.pdf", "one-2p-de.pdf", "two-2p.pdf", "two-2p-de.pdf")
        if any(name.replace("-2p", "").startswith(word) for word in built)
    }

    assert {
        name.replace("-4p", "-2p") for name in printkit_built(printkit, layout_folder)
    } == expected


def test_a_changed_font_rebuilds_the_files_that_use_it(printkit: Printkit, folder: Path) -> None:
    fonts = "fonts: {mine: Mine.ttf}\nbody:\n  - {text: Hello, font: mine}\n"
    (folder / "one.yaml").write_text(f"sheet: own/one\ntitle: Mine\n{fonts}")
    (folder / "two.yaml").write_text("sheet: own/two\ntitle: Mine\nbody: [Hello]\n")
    write_manifest(folder, "{target: [one.yaml, two.yaml]}")
    (folder / "Mine.ttf").write_bytes(FACES["Roboto"].path.read_bytes())
    assert printkit_built(printkit, folder) == {"one.pdf", "two.pdf"}
    assert printkit_built(printkit, folder) == set()

    (folder / "Mine.ttf").write_bytes(FACES["Nunito-Bold"].path.read_bytes())

    assert printkit_built(printkit, folder) == {"one.pdf"}


def test_changed_options_and_changed_or_missing_files_are_rebuilt(
    printkit: Printkit, layout_folder: Path
) -> None:
    printkit_built(printkit, layout_folder)
    out = layout_folder / "out"
    (out / "one-4p.pdf").write_bytes(b"scribbled over")
    (out / "two-4p.pdf").unlink()

    assert printkit_built(printkit, layout_folder) == {"one-4p.pdf", "two-4p.pdf"}
    write_manifest(
        layout_folder, "{target: [one.yaml, two.yaml], lang: [en, de]}", defaults="{paper: a5}"
    )
    assert len(printkit_built(printkit, layout_folder)) == 4
    forced = printkit.batch("night.yaml", "--out", "out", "--force", cwd=layout_folder)
    assert forced["built"] == 4


def test_a_folder_that_moves_with_its_manifest_stays_up_to_date(
    printkit: Printkit, layout_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    printkit_built(printkit, layout_folder)
    moved = layout_folder.rename(tmp_path_factory.mktemp("moved") / "club")

    assert printkit_built(printkit, moved) == set()
    above = moved.parent
    document = printkit.batch("club/night.yaml", "--out", "club/out", cwd=above)
    assert document["built"] == 0


def test_a_batch_in_a_folder_whose_name_is_not_utf_8_stays_up_to_date(
    printkit: Printkit, layout_folder: Path
) -> None:
    named = layout_folder.rename(layout_folder.with_name(os.fsdecode(b"caf\xe9")))
    (named / "one.yaml").rename(named / "eins.yaml")
    write_manifest(named, "{target: [eins.yaml, two.yaml]}")

    assert len(printkit_built(printkit, named)) == 2
    assert printkit_built(printkit, named) == set()


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b'{"format": 1, "inputs": [[1]], "outputs": 3}', b"\xff" * 99]
)
def test_a_damaged_state_file_is_ignored(folder: Path, damage: bytes) -> None:
    (folder / NAME).write_bytes(damage)

    assert load_state(folder) == {}


def test_a_damaged_state_file_only_causes_a_rebuild(
    printkit: Printkit, layout_folder: Path
) -> None:
    (layout_folder / "out").mkdir()
    (layout_folder / "out" / NAME).write_bytes(b"{")

    assert len(printkit_built(printkit, layout_folder)) == 4
    assert printkit_built(printkit, layout_folder) == set()
