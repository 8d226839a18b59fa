"""Promise 6: same input, same bytes, whatever the machine, the time and the settings are."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

import pytest

from printkit.layout.language.loading import load_sheet, sheet_path, shipped_sheets
from printkit.pipeline.gameinfo import game_info
from tests.depth import in_turn, many
from tests.running import contents, copy_printkit, write_manifest
from tests.trust.kinds import RESULTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from tests.running import Printkit

# Many jobs.

MANY = many(20, deep=200)
PATTERN = '"{game}/{sheet}-{players}p-{paper}-{lang}-{theme}.pdf"'
HERE = {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1"}
FAR = {"TZ": "Pacific/Kiritimati", "LC_ALL": "C", "PYTHONHASHSEED": "4294967295"}


def many_jobs() -> list[str]:
    """Every shipped sheet, on one paper and in one language or on both and in both."""
    jobs = []
    for number, name in enumerate(shipped_sheets()):
        info = game_info(load_sheet(sheet_path(name)))
        is_card = name.endswith("/setup-card")
        every = many(info.most - info.least, deep=1)
        counts = [*range(info.least, info.most + 1, every)] if is_card else [info.most]
        themes = [*in_turn(["colour", "mono"], number)] if is_card else ["colour"]
        looks = many(1, deep=2)
        papers, languages = (["a4", "letter"] * 2)[number % 2 :][:looks], ["en", "de"][:looks]
        jobs.append(
            f"{{target: {name}, players: {counts}, paper: {papers}, lang: {languages},"
            f" theme: {themes}, out: {PATTERN}}}"
        )
    return jobs


def test_a_batch_gives_the_same_bytes_with_any_number_of_workers(
    printkit: Printkit, tmp_path: Path
) -> None:
    write_manifest(tmp_path, *many_jobs())
    one = printkit.batch("night.yaml", "--out", "one", "--jobs", 1, cwd=tmp_path, env=HERE)
    two = printkit.batch("night.yaml", "--out", "two", "--jobs", 2, cwd=tmp_path, env=FAR)
    again = printkit.batch("night.yaml", "--out", "two", cwd=tmp_path)

    assert one["built"] == two["built"] >= MANY
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert (again["built"], again["up_to_date"]) == (0, two["built"])


# One build in many worlds.

LAYOUT = """sheet: own/own
title: Own
players: 2-4
body:
  - {icon: star, size: 8mm}
  - {for: i in range(9), text: "Row {i} of {count} ÄÖΩ"}
"""
PAD = ("any/pad", "--set", "any/pad:game=hearts")
COMMAND = ("build", "own.yaml", "attacke/setup-card", *PAD, "-p", "3", "--paper", "a4", "-q")
SEASON = ("season", "club", "--out", "out/season.pdf", "--paper", "a4", "--lang", "en")
FORMATS = ("pdf", "svg", "png", "html")


class World(NamedTuple):
    """Where a build takes place: a folder, and the variables that it sees."""

    folder: Path
    variables: dict[str, str]


def build(printkit: Printkit, world: World, formats: Iterable[str] = FORMATS) -> dict[str, bytes]:
    """What a build makes there."""
    (world.folder / "own.yaml").write_text(LAYOUT, encoding="utf-8")
    wanted = [word for name in formats for word in ("-f", name)]
    command = (*COMMAND, *wanted, "--lang", "en", "--dpi", "30", "-o", "out")
    ran = printkit.run(*command, cwd=world.folder, env=world.variables)
    assert (ran.code, ran.stdout, ran.stderr) == (0, "", "")
    (world.folder / "club").mkdir()
    (world.folder / "club" / "results.csv").write_text(RESULTS, encoding="utf-8")
    ran = printkit.run(*SEASON, cwd=world.folder, env=world.variables)
    assert (ran.code, ran.stderr) == (0, "")
    return contents(world.folder / "out")


@pytest.fixture(scope="module")
def expected_files(
    printkit: Printkit, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, bytes]:
    """What a build makes in a usual world."""
    return build(printkit, World(tmp_path_factory.mktemp("expected_files"), HERE))


SETTINGS = {"pageCompression": 0, "useA85": 1, "invariant": 0, "pdfComments": 1, "pdfMultiLine": 1}
"""Settings of ReportLab that change every PDF."""


def far_away(_world: World) -> Mapping[str, str]:
    """Another time zone, locale, hash seed and time."""
    return {
        "TZ": "Etc/GMT+12",
        "LC_ALL": "de_DE.UTF-8",
        "LANG": "de_DE.UTF-8",
        "LANGUAGE": "de",
        "PYTHONUTF8": "0",
        "PYTHONHASHSEED": "7",
        "SOURCE_DATE_EPOCH": "1",
    }


def variables(_world: World) -> Mapping[str, str]:
    return {f"RL_{name}": str(value) for name, value in SETTINGS.items()}


def settings_here(world: World) -> Mapping[str, str]:
    plant_settings(world.folder)
    return {}


def settings_on_the_path(world: World) -> Mapping[str, str]:
    plant_settings(world.folder / "path")
    before = world.variables["PYTHONPATH"]
    return {"PYTHONPATH": f"{world.folder / 'path'}{os.pathsep}{before}"}


def settings_at_home(world: World) -> Mapping[str, str]:
    plant_settings(world.folder / "home", hidden=True)
    return {"HOME": str(world.folder / "home")}


def plant_settings(folder: Path, *, hidden: bool = False) -> None:
    """Lays ReportLab's settings into a folder, under the names that it looks for."""
    folder.mkdir(exist_ok=True)
    settings = "".join(f"{name} = {value}\n" for name, value in SETTINGS.items())
    mods = "import reportlab.rl_config\nreportlab.rl_config.pdfComments = 1\n"
    for name, text in (("reportlab_settings", settings), ("reportlab_mods", mods)):
        (folder / (f".{name}" if hidden else f"{name}.py")).write_text(text)


PLANTED = (variables, settings_on_the_path, settings_at_home)
WORLDS = (far_away, settings_here, *PLANTED)


@pytest.mark.parametrize("change", WORLDS, ids=lambda change: change.__name__)
def test_locale_time_zone_and_environment_dont_change_the_bytes(
    printkit: Printkit,
    expected_files: dict[str, bytes],
    tmp_path: Path,
    change: Callable[[World], Mapping[str, str]],
) -> None:
    world = World(tmp_path, printkit.environment())
    world.variables.update(change(world))

    assert build(printkit, world) == expected_files


def test_file_times_folder_and_permissions_dont_change_the_bytes(
    expected_files: dict[str, bytes], tmp_path: Path
) -> None:
    elsewhere = copy_printkit(tmp_path / "an other Wörld")
    for path in (*elsewhere.root.rglob("*.yaml"), *elsewhere.root.rglob("*.ttf")):
        os.utime(path, (1, 1))
    umask = os.umask(0o077)
    try:
        found = build(elsewhere, World(elsewhere.root, HERE))
    finally:
        os.umask(umask)

    assert found == expected_files


@pytest.mark.parametrize("change", PLANTED, ids=lambda change: change.__name__)
def test_the_tried_settings_reach_reportlab(
    printkit: Printkit, tmp_path: Path, change: Callable[[World], Mapping[str, str]]
) -> None:
    world = World(tmp_path, printkit.environment())
    world.variables.update(change(world))
    script = "from reportlab import rl_config; print(rl_config.pdfComments)"
    ran = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=world.variables,
        capture_output=True,
        text=True,
        check=True,
    )

    assert ran.stdout == "1\n"
