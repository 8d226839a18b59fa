"""An option of `build` is declared once; the commands list it, and everything else knows it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.project.places import ROOT
from tests.running import copy_printkit, write_manifest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.running import Printkit

DECLARATION = """    motto: str = option(
        "motto",
        lambda text: values.check_text("motto", text),
        "A word for the evening.",
        metavar="TEXT",
        default="",
        in_name=str.lower,
    )
    split: bool = flag("""
ALIAS = 'Motto = Annotated[str, request_option("motto")]\nSplit = '
PARAMETER = '    motto: options.Motto = "",\n    split: options.Split'
USE = ('"copies": request.copies,', '"copies": request.copies, "motto": request.motto,')
LAYOUT = 'sheet: own/x\ntitle: X\nbody: [{text: "We say {motto}"}]\n'


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Printkit:
    """printkit with one more option: a declaration, two parameters, and a fact that uses it."""
    printkit = copy_printkit(tmp_path_factory.mktemp("own"))
    request = printkit.root / "printkit" / "request" / "options.py"
    facts = printkit.root / "printkit" / "pipeline" / "facts.py"
    replace(request, "    split: bool = flag(", DECLARATION)
    replace(facts, *USE)
    replace(printkit.root / "printkit" / "cli" / "options.py", "Split = ", ALIAS)
    for name in ("build", "again"):
        command = printkit.root / "printkit" / "cli" / f"{name}.py"
        replace(command, "    split: options.Split", PARAMETER)
    return printkit


def replace(path: Path, old: str, new: str) -> None:
    """Changes one place of a file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a layout that prints the new option."""
    (tmp_path / "x.yaml").write_text(LAYOUT)
    return tmp_path


def test_the_command_line_has_the_option_with_help_and_checks(own: Printkit, folder: Path) -> None:
    built = own.run("build", "x.yaml", "--motto", "Cheers", "-f", "svg", "--json", cwd=folder)
    shown = own.run("build", "--help", cwd=folder)
    wrong = own.run("build", "x.yaml", "--motto", "x" * 99, cwd=folder)

    assert built.code == 0, built.stderr
    (file,) = json.loads(built.stdout)["files"]
    assert file["path"] == "output/x-cheers.svg"
    assert "Cheers" in (folder / file["path"]).read_text(encoding="utf-8")
    assert "--motto" in shown.stdout
    assert "A word for the evening." in shown.stdout
    assert (wrong.code, wrong.stdout) == (2, "")
    assert "the motto must be" in wrong.stderr


def test_a_manifest_accepts_the_option_as_a_list_and_notices_changes(
    own: Printkit, folder: Path
) -> None:
    write_manifest(folder, '{target: x.yaml, motto: [Hi, Ho], format: svg, out: "{motto}"}')
    first = own.batch("night.yaml", "--out", "out", cwd=folder)
    again = own.batch("night.yaml", "--out", "out", cwd=folder)
    write_manifest(folder, "{target: x.yaml, motto: Ha, format: svg, out: Hi}")
    changed = own.batch("night.yaml", "--out", "out", "--dry-run", cwd=folder)

    assert [job["name"] for job in first["jobs"]] == ["Hi.svg", "Ho.svg"]
    assert "We say Ho" in words_of(folder / "out" / "Ho.svg")
    assert (first["built"], again["up_to_date"]) == (2, 2)
    assert [job["why"] for job in changed["jobs"]] == ["options changed"]


def words_of(svg: Path) -> str:
    """The text of a picture, without the positions of its letters."""
    return re.sub(r"<[^>]*>", "", svg.read_text(encoding="utf-8"))


def test_a_saved_job_has_the_option(own: Printkit, folder: Path) -> None:
    saved = ("build", "x.yaml", "--motto", "Hi there", "--save-job", "job.yaml", "-q")
    assert own.run(*saved, cwd=folder).code == 0

    assert '    motto: "Hi there"\n' in (folder / "job.yaml").read_text(encoding="utf-8")
    assert own.batch("job.yaml", "--out", "output", cwd=folder)["built"] == 1


def test_the_command_reference_has_the_option(own: Printkit) -> None:
    script = "from docs.generate.commands import page; print(page())"
    environment = {**own.environment(), "PYTHONPATH": f"{own.root}:{ROOT}"}
    page = subprocess.run(
        [sys.executable, "-c", script],
        cwd=own.root,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    assert "| `--motto` TEXT | A word for the evening. |" in page
