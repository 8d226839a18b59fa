"""The repository is in order: locks, fonts, version, and nothing that belongs to one machine."""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from yaml import safe_load

from printkit.core.libraries import LIBRARIES
from printkit.layout.language.loading import shipped_sheets
from tests.project.places import ROOT, ignored_files, repository_files

if TYPE_CHECKING:
    from collections.abc import Iterator

LOCKS = {
    "run.lock": ("build",),
    "studio.lock": ("build",),
    "dev.lock": ("dev",),
    "bench.lock": ("bench",),
}
BINARY = {".ttf", ".png", ".jpg", ".pdf", ".case"}
MACHINE_PATH = re.compile(r"(?<![\w.~>])/(?:home|Users|root|work|opt|mnt|srv)/\w|[A-Z]:\\Users")


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def pins(lock: str) -> dict[str, str]:
    """The versions in a lock file by name."""
    text = (ROOT / "requirements" / lock).read_text(encoding="utf-8")
    found = re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE)
    return {canonicalize_name(name): version for name, version in found}


def group(name: str) -> Iterator[Requirement]:
    """The requirements of a dependency group and those it includes."""
    for entry in project()["dependency-groups"][name]:
        if isinstance(entry, dict):
            yield from group(entry["include-group"])
        else:
            yield Requirement(entry)


@pytest.mark.parametrize("lock", [*LOCKS, "fuzz.lock"])
def test_lock_files_have_no_host_names(lock: str) -> None:
    assert "://" not in (ROOT / "requirements" / lock).read_text(encoding="utf-8")


@pytest.mark.parametrize("lock", [*LOCKS, "fuzz.lock"])
def test_every_pin_has_a_hash(lock: str) -> None:
    text = (ROOT / "requirements" / lock).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert lines
    assert [line for line in lines if "--hash=sha256:" not in line] == []


@pytest.mark.parametrize(("lock", "groups"), LOCKS.items())
def test_lock_files_satisfy_the_declared_dependencies(lock: str, groups: tuple[str, ...]) -> None:
    wanted = [Requirement(text) for text in project()["project"]["dependencies"]]
    wanted += [requirement for name in groups for requirement in group(name)]
    pinned = pins(lock)
    unfit = [
        str(requirement)
        for requirement in wanted
        if not requirement.specifier.contains(pinned.get(canonicalize_name(requirement.name), "0"))
    ]
    assert unfit == []


def test_lock_files_agree_on_versions() -> None:
    run_time = pins("run.lock")
    for lock in LOCKS:
        assert {name: pins(lock).get(name) for name in run_time} == run_time


def test_files_depend_on_every_library_but_that_of_the_command_line() -> None:
    needed = {Requirement(text).name for text in project()["project"]["dependencies"]}
    assert needed - {"typer"} == set(LIBRARIES)


def test_comparison_libraries_are_not_in_the_main_lock() -> None:
    compared = {canonicalize_name(requirement.name) for requirement in group("bench")}
    product = [Requirement(text) for text in project()["project"]["dependencies"]]
    ours = {canonicalize_name(requirement.name) for requirement in (*group("build"), *product)}
    assert (compared - ours) & pins("run.lock").keys() == set()


def test_the_font_files_have_the_expected_hashes() -> None:
    lines = (ROOT / "fonts/SHA256SUMS").read_text(encoding="utf-8").splitlines()
    sums = {name.lstrip("*"): digest for digest, name in (line.split() for line in lines)}
    fonts = ROOT / "fonts"
    found = {
        path.relative_to(fonts).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in fonts.rglob("*.ttf")
    }
    assert {name: sums.get(name) for name in found} == found


def test_every_font_family_comes_with_its_licence() -> None:
    for family in (path for path in (ROOT / "fonts").iterdir() if path.is_dir()):
        assert {"OFL.txt", "LICENSE.txt"} & {path.name for path in family.iterdir()}


def test_the_version_is_in_one_place() -> None:
    settings = project()
    assert "version" not in settings["project"]
    assert settings["tool"]["hatch"]["version"]["path"] == "printkit/_version.py"


def test_git_ignores_no_code_and_no_data() -> None:
    ignored = ignored_files("printkit/*", "layouts/*", "fonts/*", "tests/*")
    assert [path for path in ignored if "__pycache__" not in path.parts] == []


def test_no_generated_files_are_committed() -> None:
    generated = repository_files("*.pdf", "*.pyc", "output/*", "dist/*", "build/*")
    assert [path.relative_to(ROOT).as_posix() for path in generated] in ([], ["output/.gitkeep"])


def test_every_file_is_in_a_known_folder() -> None:
    folders = {"bench", "docs", "fonts", "layouts", "output", "printkit"}
    folders |= {"requirements", "tests"}
    found = {path.relative_to(ROOT).parts for path in repository_files("*")}
    tops = {parts[0] for parts in found if len(parts) > 1 and not parts[0].startswith(".")}

    assert tops <= folders


def test_no_file_has_a_path_of_a_particular_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in repository_files()
        if path.suffix not in BINARY
        for match in MACHINE_PATH.finditer(path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert found == []


def test_the_continuous_integration_runs_make_test() -> None:
    script = ROOT / ".ci/run"
    assert os.access(script, os.X_OK)
    assert "make test" in script.read_text(encoding="utf-8")


@pytest.mark.parametrize("target", ["demo", "test", "bench", "clean"])
def test_the_makefile_has_the_usual_targets(target: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_the_release_has_every_shipped_sheet_as_a_pdf() -> None:
    manifest = (ROOT / ".github" / "sheets.yaml").read_text(encoding="utf-8")

    assert [*shipped_sheets()] == re.findall(r"^  - target: (\S+)$", manifest, re.MULTILINE)


def test_the_jobs_of_the_release_check_out_what_they_use() -> None:
    workflow = safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))
    for name, job in workflow["jobs"].items():
        for step in job["steps"]:
            if "sparse-checkout" in step.get("with", {}):
                folders = step["with"]["sparse-checkout"].split()
                words = " ".join(step.get("run", "") for step in job["steps"]).split()
                files = [word for word in words if "/" in word and (ROOT / word).is_file()]
                assert files, name
                assert {Path(file).parts[0] for file in files} <= {*folders}, name


def test_the_docker_image_gets_all_that_a_wheel_is_built_from() -> None:
    wheel = project()["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {
        *wheel["only-include"],
        *wheel["shared-data"],
        project()["project"]["readme"],
        "LICENSE",
    }
    allowed = (ROOT / ".dockerignore").read_text(encoding="utf-8")

    assert needed <= {*re.findall(r"^!(\S+)$", allowed, re.MULTILINE)}
