"""Wheel, sdist and editable install all bring layouts, fonts, samples and licences along."""

from __future__ import annotations

import json
import os
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from printkit import __version__
from tests.depth import many
from tests.project.commands import succeed
from tests.project.places import ROOT

LAYOUT = "printkit/_data/layouts/attribute/score-pad.yaml"
FONT = "printkit/_data/fonts/roboto/Roboto_400Regular.ttf"

TINY = """
import json, sys
from printkit import data, faces, fonts
from printkit.layout.loading import shipped_sheets
print(json.dumps({
    "layouts": str(data.folder("layouts")),
    "fonts": str(data.folder("fonts")),
    "sheets": list(shipped_sheets()),
    "width": fonts.text_width("Ann", faces.resolve("text", "regular"), 10),
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
        f"printkit-{__version__}.dist-info",
    }


def test_a_wheel_holds_the_licences_of_code_and_fonts(wheel: Path) -> None:
    licences = f"printkit-{__version__}.dist-info/licenses/"
    names = {name.removeprefix(licences) for name in contents(wheel) if name.startswith(licences)}
    families = {folder.name for folder in (ROOT / "fonts").iterdir() if folder.is_dir()}
    assert "LICENSE" in names
    assert {Path(name).parent.name for name in names if name != "LICENSE"} == families


def test_an_sdist_gives_the_same_wheel(packages: Path, wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(next(packages.glob("*.tar.gz"))) as file:
        file.extractall(tmp_path, filter="data")
    build(tmp_path / f"printkit-{__version__}", tmp_path, "wheel")
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
