"""`printkit batch --preflight`: every PDF is checked, even if it was built before."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from tests.running import write_manifest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.running import Printkit

PALE = 'sheet: own/pale\ntitle: Pale\nbody: [{text: pale words, colour: "#dddddd"}]\n'
GOOD = 'sheet: own/good\ntitle: Good\nbody: [{text: dark words, colour: "#111111"}]\n'


SIGNS = """sheet: own/signs
title: Signs
players: 3-4
palette: {red: "#b3261e", green: "#1f7a38"}
body:
  - {text: "{count} players"}
  - {icon: check, colour: green}
  - {icon: cross, colour: red}
"""


@pytest.fixture
def mixed_manifest(folder: Path) -> Path:
    """A manifest with a good sheet, one that is hard to read, and a picture."""
    (folder / "pale.yaml").write_text(PALE)
    (folder / "good.yaml").write_text(GOOD)
    write_manifest(
        folder, "{target: [good.yaml, pale.yaml]}", "{target: pale.yaml, format: svg, out: p.svg}"
    )
    return folder


def test_every_pdf_is_checked_and_an_error_fails_the_batch(
    printkit: Printkit, mixed_manifest: Path
) -> None:
    ran = printkit.run("batch", "night.yaml", "--preflight", "--jobs", 1, cwd=mixed_manifest)

    assert ran.code == 1
    assert ran.stderr == ""
    assert "output/pale.pdf: 1 page, 1 error, 0 warnings" in ran.stdout
    assert "'pale words', 2 times [contrast]" in ran.stdout
    assert "preflight: 2 files, 1 error, 0 warnings" in ran.stdout
    assert "Built 3 of 3 files in " in ran.stdout


def test_files_that_are_up_to_date_are_checked_but_not_rebuilt(
    printkit: Printkit, mixed_manifest: Path
) -> None:
    printkit.batch("night.yaml", cwd=mixed_manifest)
    document = printkit.batch("night.yaml", "--preflight", cwd=mixed_manifest, code=1)

    assert (document["built"], document["up_to_date"], document["failed"]) == (0, 3, 0)
    assert document["preflight"] == {"files": 2, "errors": 1, "warnings": 0}
    good, pale, picture = document["jobs"]
    assert [report["ok"] for report in good["preflight"]] == [True]
    assert [each["rule"] for each in pale["preflight"][0]["findings"]] == ["contrast"]
    assert picture["preflight"] == []
    assert printkit.batch("night.yaml", cwd=mixed_manifest)["up_to_date"] == 3


def test_quiet_shows_only_errors(printkit: Printkit, mixed_manifest: Path) -> None:
    bad = printkit.run("batch", "night.yaml", "--preflight", "--quiet", cwd=mixed_manifest)
    write_manifest(mixed_manifest, "{target: good.yaml}")
    good = printkit.run("batch", "night.yaml", "--preflight", "--quiet", cwd=mixed_manifest)

    assert bad.stdout.startswith("output/pale.pdf: 1 page, 1 error")
    assert (good.code, good.stdout, good.stderr) == (0, "", "")


def test_the_same_warning_on_several_files_is_one_line(printkit: Printkit, folder: Path) -> None:
    (folder / "signs.yaml").write_text(SIGNS)
    write_manifest(folder, "{target: signs.yaml, players: [3, 4]}")
    ran = printkit.run("batch", "night.yaml", "--preflight", cwd=folder)

    assert ran.code == 0
    (warning,) = [line for line in ran.stdout.splitlines() if line.startswith("warning")]
    assert "output/signs-3p.pdf and 1 more file: [colours-alike]" in warning


def test_accepted_warnings_are_accepted_in_a_merged_file_too(
    printkit: Printkit, folder: Path
) -> None:
    reason = 'alike: [{colours: "red*", beside: green, because: one is a cross}]\n'
    (folder / "signs.yaml").write_text(SIGNS + reason)
    write_manifest(folder, "{target: signs.yaml, players: [3, 4]}")
    ran = printkit.run("batch", "night.yaml", "--preflight", "--merge", "all.pdf", cwd=folder)
    judged = printkit.run("preflight", "output/all.pdf", "--json", cwd=folder)
    (file,) = json.loads(judged.stdout)["files"]

    assert "preflight: 2 files, passed" in ran.stdout
    assert (file["warnings"], file["findings"]) == (0, [])
    assert {each["because"] for each in file["accepted"]} == {"one is a cross"}


def test_a_batch_without_pdfs_cannot_be_checked(printkit: Printkit, mixed_manifest: Path) -> None:
    write_manifest(mixed_manifest, "{target: good.yaml, format: svg}")
    ran = printkit.run("batch", "night.yaml", "--preflight", cwd=mixed_manifest)

    assert (ran.code, ran.stdout) == (2, "")
    assert "preflight only checks PDF files" in ran.stderr
    assert not (mixed_manifest / "output").exists()


def test_a_missing_extra_is_reported_before_anything_is_built(
    printkit: Printkit, mixed_manifest: Path
) -> None:
    (mixed_manifest / "sitecustomize.py").write_text("import sys\nsys.modules['pikepdf'] = None\n")
    path = os.pathsep.join([str(printkit.root), str(mixed_manifest)])
    ran = printkit.run(
        "batch", "night.yaml", "--preflight", cwd=mixed_manifest, env={"PYTHONPATH": path}
    )

    assert ran.code == 1
    assert "pikepdf is missing" in ran.stderr
    assert "pip install 'printkit-games[preflight]'" in ran.stderr
    assert not (mixed_manifest / "output").exists()
