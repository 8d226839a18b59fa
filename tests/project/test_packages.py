"""Wheel, sdist and editable install all bring layouts, fonts, samples and licences along."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tarfile
import zipfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from printkit import __version__
from tests.depth import many
from tests.project.commands import succeed
from tests.project.environment import Environment, create_environment
from tests.project.places import ROOT, repository_files

if TYPE_CHECKING:
    from collections.abc import Iterator

LAYOUT = "printkit/_data/layouts/attribute/score-pad.yaml"
EXAMPLE = ROOT / "docs" / "examples" / "tumble"
FONT = "printkit/_data/fonts/roboto/Roboto_400Regular.ttf"

TINY = """
import json, sys
from printkit.core.source import shipped_folder
from printkit.text import faces, shaping
from printkit.layout.language.loading import shipped_sheets
print(json.dumps({
    "layouts": str(shipped_folder("layouts")),
    "fonts": str(shipped_folder("fonts")),
    "sheets": list(shipped_sheets()),
    "width": shaping.text_width("Ann", faces.resolve("text", "regular"), 10),
}))
"""


def build(source: Path, folder: Path, *kinds: str) -> None:
    """Builds packages from a source tree, without the network."""
    targets = [word for kind in kinds for word in ("-t", kind)]
    command = [sys.executable, "-m", "hatchling", "build", *targets, "-d", str(folder)]
    succeed(command, source)


def run_python(code: str, folder: Path, *, path: Path | None = None) -> str:
    """What a program prints that runs far from the checkout, with `path` searched first."""
    env = {**os.environ, "PYTHONPATH": str(path) if path else ""}
    return succeed([sys.executable, "-c", code], folder, env).stdout


def contents(wheel: Path) -> dict[str, int]:
    """The files in a wheel with their checksums; the list of files itself left out."""
    with zipfile.ZipFile(wheel) as file:
        return {i.filename: i.CRC for i in file.infolist() if not i.filename.endswith("RECORD")}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packages")
    build(ROOT, folder, "wheel", "sdist")
    return folder


@pytest.fixture(scope="module")
def wheel(packages: Path) -> Path:
    return next(packages.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, installed: unpacked as pip does it, which does it itself in `make test-deep`."""
    folder = tmp_path_factory.mktemp("installed")
    if many(0, deep=1):
        pip = [
            sys.executable,
            *["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-compile"],
        ]
        succeed([*pip, "--target", str(folder), str(wheel)], folder)
    else:
        with zipfile.ZipFile(wheel) as file:
            file.extractall(folder)
    return folder


def test_an_installed_wheel_finds_its_own_layouts_and_fonts(
    installed: Path, tmp_path: Path
) -> None:
    found = json.loads(run_python(TINY, tmp_path, path=installed))
    assert Path(found["layouts"]) == installed / "printkit" / "_data" / "layouts"
    assert Path(found["fonts"]) == installed / "printkit" / "_data" / "fonts"
    assert found["sheets"]
    assert found["width"] > 10


def test_an_installed_wheel_builds_a_sheet(installed: Path, tmp_path: Path) -> None:
    code = "import sys; from printkit.cli import run; sys.argv = ['printkit', *{}]; sys.exit(run())"
    arguments = ["build", "attribute/score-pad", "-p", "3", "--out", "pad.pdf", "--quiet"]
    run_python(code.format(arguments), tmp_path, path=installed)
    assert (tmp_path / "pad.pdf").read_bytes().startswith(b"%PDF")


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """A clean environment with the wheel in it, as the README installs it."""
    environment = create_environment(tmp_path_factory.mktemp("environment"))
    environment.install(f"{wheel}[studio]")
    return environment


def test_the_first_readme_commands_work_without_the_clone(
    environment: Environment, tmp_path: Path
) -> None:
    try_first_commands(environment, tmp_path)


def try_first_commands(environment: Environment, tmp_path: Path) -> None:
    """Run the commands with which the README begins."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    start = readme.partition("## Three commands")[2].partition("\n## ")[0]
    build, alone, studio = re.findall(r"^(printkit.*)$", start, re.MULTILINE)

    environment.build(*shlex.split(build)[1:], cwd=tmp_path)
    assert next((tmp_path / "output").glob("*.pdf")).read_bytes().startswith(b"%PDF")
    assert alone == "printkit"
    assert "Usage: printkit" in environment.run(cwd=tmp_path).stdout  # this is no terminal
    assert studio == "printkit studio"
    with open_studio(environment, tmp_path) as line:
        assert line.startswith("The studio is open: http://127.0.0.1:")


@contextmanager
def open_studio(environment: Environment, folder: Path) -> Iterator[str]:
    """Starts the studio and ends it again; gives the first line that it prints."""
    command = [str(environment.folder / "bin" / "printkit"), "studio", "--no-open"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline()
        finally:
            process.send_signal(signal.SIGINT)


def test_an_installed_printkit_shows_its_version_and_location(
    environment: Environment, tmp_path: Path
) -> None:
    told = json.loads(environment.build("info", "--json", cwd=tmp_path))

    assert environment.build("--version", cwd=tmp_path) == f"printkit {__version__}\n"
    assert told["printkit"] == __version__
    assert Path(told["folders"]["layouts"]).is_relative_to(environment.folder)
    assert "starlette" in told["extras"]["studio"]
    assert told["extras"]["preflight"] == "pikepdf not installed"


def test_an_installed_printkit_has_a_man_page_and_completes_commands(
    environment: Environment, tmp_path: Path
) -> None:
    named = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}  # else a parent must be a shell
    script = environment.run("--show-completion", "bash", cwd=tmp_path, **named).stdout
    words = {"COMP_WORDS": "printkit bui", "COMP_CWORD": "1", "_PRINTKIT_COMPLETE": "complete_bash"}
    completed = environment.run(cwd=tmp_path, **words)

    assert (environment.folder / "share" / "man" / "man1" / "printkit.1").is_file()
    assert "_PRINTKIT_COMPLETE=complete_bash" in script
    assert completed.stdout.split() == ["build"]


def test_the_example_plugin_can_be_installed_and_used(
    environment: Environment, tmp_path: Path
) -> None:
    build(EXAMPLE, tmp_path, "wheel")
    environment.install("--target", tmp_path / "plugins", "--no-deps", *tmp_path.glob("*.whl"))
    plugins = {"PYTHONPATH": str(tmp_path / "plugins")}

    def run(*words: object) -> str:
        ran = environment.run(*words, cwd=tmp_path, **plugins)
        assert (0, "") == (ran.returncode, ran.stderr)
        return ran.stdout

    assert "Tumble, 2 to 6 players (from printkit-tumble 1.0)" in run("list")
    assert "tumble (printkit.layouts): printkit-tumble 1.0" in run("info")
    assert "tumble.keep" in run("rules", "tumble")
    run("simulate", "tumble", "-p", 3, "--games", 2, "--seed", "x", "--save", "records")
    assert "2 records, all " in run("validate", "records")
    record = "records/tumble-3-base-1.jsonl"
    answered = run("build", "tumble", "--from-game", record, "--lang", "de", "-o", "played.pdf")
    assert "Punktezettel" in answered
    assert "every-rule.jsonl" in run("validate")
    assert "Tumble" not in run("list", "--no-plugins")

    refused = environment.run("build", "tumble", "--no-plugins", cwd=tmp_path, **plugins)
    assert refused.returncode == 2
    assert "unknown sheet or game 'tumble'" in refused.stderr


@pytest.mark.parametrize("kind", ["plugin", "pack"])
def test_a_new_package_can_be_installed_and_used(
    environment: Environment, tmp_path: Path, kind: str
) -> None:
    written = environment.run("new", kind, "dice-duel", cwd=tmp_path)
    assert (0, "") == (written.returncode, written.stderr)
    build(tmp_path / "printkit-dice-duel", tmp_path, "wheel")
    environment.install("--target", tmp_path / "plugins", "--no-deps", *tmp_path.glob("*.whl"))
    plugins = {"PYTHONPATH": str(tmp_path / "plugins")}

    checks = ["--plugin", "dice-duel"] if kind == "plugin" else ["dice-duel"]
    for words in (("build", "dice-duel", "-p", 4), ("check", *checks), ("list", "dice-duel")):
        ran = environment.run(*words, cwd=tmp_path, **plugins)
        assert (0, "") == (ran.returncode, ran.stderr)
    assert "printkit-dice-duel 1.0" in environment.run("list", cwd=tmp_path, **plugins).stdout


def test_the_first_commands_of_the_readme_work_from_an_sdist_too(
    packages: Path, tmp_path: Path
) -> None:
    environment = create_environment(tmp_path / "environment")
    sdist = next(packages.glob("*.tar.gz"))
    environment.install(f"{sdist}[studio]")
    try_first_commands(environment, tmp_path)


def test_no_page_installs_the_other_printkit_from_pypi() -> None:
    wrong = re.compile(r"(?:pip|pipx|tool) install [^`\n,]*\bprintkit(?![\w-])")
    for path in repository_files("*.md", "*.py", "*.yml"):
        text = path.read_text(encoding="utf-8")
        found = [one.group() for one in wrong.finditer(text) if path.name != "test_packages.py"]
        assert found == [], path


def test_a_wheel_holds_every_layout_font_and_sample(wheel: Path) -> None:
    expected = {
        *_shipped("layouts", "printkit/_data/layouts"),
        *_shipped("fonts", "printkit/_data/fonts"),
        *_shipped("printkit/samples", "printkit/samples"),
        "printkit/py.typed",
    }
    assert expected - contents(wheel).keys() == set()
    assert {LAYOUT, FONT} <= expected


def test_a_wheel_holds_nothing_but_printkit(wheel: Path) -> None:
    assert {name.partition("/")[0] for name in contents(wheel)} == {
        "printkit",
        f"printkit_games-{__version__}.data",
        f"printkit_games-{__version__}.dist-info",
    }


def test_a_wheel_holds_the_licences_of_code_and_fonts(wheel: Path) -> None:
    licences = f"printkit_games-{__version__}.dist-info/licenses/"
    names = {name.removeprefix(licences) for name in contents(wheel) if name.startswith(licences)}
    families = {folder.name for folder in (ROOT / "fonts").iterdir() if folder.is_dir()}
    assert "LICENSE" in names
    assert {Path(name).parent.name for name in names if name != "LICENSE"} == families


def test_an_sdist_gives_the_same_wheel(packages: Path, wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(next(packages.glob("*.tar.gz"))) as file:
        file.extractall(tmp_path, filter="data")
    build(tmp_path / f"printkit_games-{__version__}", tmp_path, "wheel")
    assert contents(next(tmp_path.glob("*.whl"))) == contents(wheel)


def test_an_editable_install_finds_the_checkout(tmp_path: Path) -> None:
    build(ROOT, tmp_path, "wheel:editable")
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as file:
        file.extractall(tmp_path / "site")
    visit = f"import site, sys; sys.path = [p for p in sys.path if p != {str(ROOT)!r}]\n"
    code = f"{visit}site.addsitedir({str(tmp_path / 'site')!r})\n{TINY}"
    found = json.loads(run_python(code, tmp_path))
    assert Path(found["layouts"]) == ROOT / "layouts"
    assert Path(found["fonts"]) == ROOT / "fonts"


def _shipped(folder: str, inside: str) -> set[str]:
    paths = (path for path in (ROOT / folder).rglob("*") if path.is_file())
    return {
        f"{inside}/{path.relative_to(ROOT / folder).as_posix()}"
        for path in paths
        if "__pycache__" not in path.parts
    }
