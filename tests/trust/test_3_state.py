"""Promises 3 and 4: the state of a batch saves time, but is always compared with the files."""

from __future__ import annotations

import json
import shutil
import tracemalloc
from typing import TYPE_CHECKING, Any

import pytest

from printkit.batch.plan import plan_batch
from printkit.batch.state import NAME, MadeFile, StateEntry, load_state, save_state
from tests.running import write_manifest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.running import Printkit

PDF, PICTURE = "a.pdf", "b.svg"
LAYOUT = "sheet: own/x\ntitle: X\nbody: [Hello]\n"


@pytest.fixture(scope="module")
def built(printkit: Printkit, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a batch has made a PDF, and a picture of two pages."""
    folder = tmp_path_factory.mktemp("built")
    (folder / "x.yaml").write_text(LAYOUT)
    write_manifest(
        folder, f"{{target: x.yaml, out: {PDF}}}", f"{{target: x.yaml, copies: 2, out: {PICTURE}}}"
    )
    printkit.batch("night.yaml", "--out", "out", cwd=folder)
    return folder


@pytest.fixture
def folder_copy(built: Path, tmp_path: Path) -> Path:
    """A copy of that folder."""
    return shutil.copytree(built, tmp_path / "night")


def reasons(folder: Path) -> dict[str, str]:
    """Why each file is built again; nothing where it is up to date."""
    plan = plan_batch(folder / "night.yaml", folder / "out")
    return {task.order.name: task.why for task in plan.tasks if task.why}


def test_a_valid_state_is_used(folder_copy: Path) -> None:
    assert reasons(folder_copy) == {}


# A state that is damaged counts as none, and never as an error.

DAMAGES: dict[str, Callable[[dict[str, Any]], object]] = {
    "infinity as a size": lambda one: one["files"][0].__setitem__(3, float("inf")),
    "no number as a size": lambda one: one["files"][0].__setitem__(3, float("nan")),
    "half a surrogate in a name": lambda one: one["files"][0].__setitem__(0, "\ud800.pdf"),
    "half a surrogate in a digest": lambda one: one["files"][0].__setitem__(1, "\udfff"),
    "a name with a NUL": lambda one: one["files"][0].__setitem__(0, "a\0.pdf"),
    "a file of five parts": lambda one: one["files"][0].append(1),
    "a file that is a number": lambda one: one["files"].__setitem__(0, 7),
    "an input that is not there": lambda one: one["inputs"].append(10**9),
    "no digest of the options": lambda one: one.pop("options"),
    "a map as the toolchain": lambda one: one.update(toolchain={"a": []}),
    "no files at all": lambda one: one.update(files=[]),
    "no inputs at all": lambda one: one.update(inputs=[]),
    "no checksum": lambda one: one.pop("checksum"),
    "a checksum that is a list": lambda one: one.update(checksum=[]),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_only_damaged_files_are_rebuilt(folder_copy: Path, damage: str) -> None:
    path = folder_copy / "out" / NAME
    document = json.loads(path.read_text())
    DAMAGES[damage](document["outputs"][PDF])
    path.write_text(json.dumps(document))

    assert reasons(folder_copy) == {PDF: "new"}


@pytest.mark.parametrize(
    "text",
    [
        '{"format": 1, "inputs": [["\\ud800", "x"]], "outputs": {"\\udfff": {}}}',
        '{"format": 1, "inputs": Infinity, "outputs": NaN}',
        '{"format": 1, "inputs": [], "outputs": {"a.pdf": null}}',
        '{"format": 1, "inputs": [[{}, []]], "outputs": {"a.pdf": {"files": 1e999}}}',
        '{"format": 1' + "0" * 5000 + "}",
    ],
)
def test_a_nonsensical_state_is_ignored(folder_copy: Path, text: str) -> None:
    (folder_copy / "out" / NAME).write_text(text)

    assert load_state(folder_copy / "out") == {}
    assert set(reasons(folder_copy)) == {PDF, PICTURE}


# A false state with a valid checksum.


def forge_state(folder: Path, name: str, **changes: Any) -> None:
    """Write a state that is false about one order."""
    out = folder / "out"
    entry = load_state(out)[name]._replace(**changes)
    save_state(out, {name: entry})
    assert load_state(out)[name] == entry


LIES: dict[str, Callable[[StateEntry], tuple[MadeFile, ...]]] = {
    "no files": lambda _: (),
    "another order's file": lambda entry: (entry.files[0]._replace(name="b-1.svg"),),
    "the same file twice": lambda entry: entry.files * 2,
}


@pytest.mark.parametrize("name", LIES)
def test_a_missing_file_is_never_up_to_date(folder_copy: Path, name: str) -> None:
    forge_state(folder_copy, PDF, files=LIES[name](load_state(folder_copy / "out")[PDF]))
    (folder_copy / "out" / PDF).unlink()

    assert reasons(folder_copy) == {PDF: "new"}


def test_a_state_that_names_a_file_outside_the_folder_is_ignored(folder_copy: Path) -> None:
    out = folder_copy / "out"
    entry = load_state(out)[PDF]
    for name in ("../x.yaml", str(folder_copy / "x.yaml")):
        save_state(out, {PDF: entry._replace(files=(entry.files[0]._replace(name=name),))})

        assert PDF not in load_state(out)
    assert reasons(folder_copy) == {PDF: "new"}


def test_a_picture_with_wrong_pages_in_the_state_is_rebuilt(folder_copy: Path) -> None:
    first, second = load_state(folder_copy / "out")[PICTURE].files
    for files in ((second,), (second, first), (first._replace(name=PICTURE), second)):
        (folder_copy / "out" / PICTURE).touch()
        forge_state(folder_copy, PICTURE, files=files)

        assert reasons(folder_copy) == {PICTURE: "new"}


@pytest.mark.parametrize("where", ["input", "output"])
def test_a_file_of_700_megabytes_is_not_read_into_memory(folder_copy: Path, where: str) -> None:
    huge = folder_copy / ("huge.yaml" if where == "input" else f"out/{PDF}")
    with huge.open("r+b" if huge.exists() else "wb") as file:
        file.truncate(700_000_000)
    if where == "input":
        forge_state(folder_copy, PDF, inputs={"../huge.yaml": "0" * 32})
    tracemalloc.start()
    try:
        found = reasons(folder_copy)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert found == {PDF: f"changed: {'../huge.yaml' if where == 'input' else PDF}"}
    assert most < 60_000_000


def test_a_false_state_is_repaired_by_the_next_run(printkit: Printkit, folder_copy: Path) -> None:
    forge_state(folder_copy, PDF, files=())
    (folder_copy / "out" / PDF).unlink()

    document = printkit.batch("night.yaml", "--out", "out", cwd=folder_copy)

    assert (document["built"], document["up_to_date"]) == (1, 1)
    assert (folder_copy / "out" / PDF).read_bytes().startswith(b"%PDF")
    assert printkit.batch("night.yaml", "--out", "out", cwd=folder_copy)["built"] == 0
