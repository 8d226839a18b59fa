"""Promise 2: it reads only what you named, and never uses the network.

A guard sees every opened file and every connection, also in all tests of promise 7. These tests
combine every key of a layout that names a file with every way out of the layout's folder.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import pytest

from printkit.samples import sample_files
from tests.trust.kinds import RESULTS, TINY
from tests.trust.nasty import PIPE, Content, Link, plant
from tests.trust.nasty.outside import OUTSIDE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.trust.sandbox import Sandbox

HEAD = "sheet: own/sheet\ntitle: Sheet\nplayers: none\n"


class Place(NamedTuple):
    """A key of a layout that names a file: how it is written, and where the file would be."""

    text: str
    folder: str
    ending: str
    outside: str = ""


PLACES = {
    "part": Place("body:\n  - use: {}\n", "", ".yaml"),
    "icon": Place("body:\n  - icon: {}\n", "icons/", ".yaml", "icons/"),
    "picture": Place("body:\n  - image: {}.png\n", "", ".png"),
    "font": Place("fonts: {{own: {}.ttf}}\nbody: [{{text: Hi, font: own}}]\n", "", ".ttf"),
}
NAMES = {
    "a step up": "../outside/{outside}stolen",
    "steps through a folder": "a/../../outside/{outside}stolen",
    "an absolute path": "{root}/outside/{outside}stolen",
    "a home folder": "~/stolen",
    "a URL": "http://localhost:9/stolen",
    "a file URL": "file://{root}/outside/{outside}stolen",
    "a Windows path": "C:\\stolen",
    "a Windows step up": "..\\outside\\stolen",
    "a variable": "$HOME/stolen",
}
LINKS = ("a file", "a link", "a device", "a process", "nothing, being a pipe")
"""What replaces a file in the layout's folder: a link to one of these, or a pipe."""


def _instead(name: str, link: str, root: Path) -> dict[str, Content]:
    match link:
        case "a file":
            return {name: Link(f"{root}/outside/{name}")}
        case "a link":
            again = str(root / "home" / "again")
            return {name: Link(again), "again": Link(f"{root}/outside/{name}")}
        case "a device":
            return {name: Link("/dev/zero")}
        case "a process":
            return {name: Link("/proc/self/environ")}
    return {name: PIPE}


def _build(
    sandbox: Sandbox, tmp_path: Path, text: str, files: dict[str, Content]
) -> tuple[int, str]:
    plant(OUTSIDE, tmp_path / "outside")
    plant({"sheet.yaml": HEAD + text, **files}, tmp_path / "home")
    ended = sandbox.run(
        "build",
        "sheet.yaml",
        "--out",
        "out/",
        cwd=tmp_path / "home",
        writable=[tmp_path / "home" / "out"],
    )
    assert not ended.faults({"sheet.yaml"}), ended.told()
    return ended.code, ended.err


@pytest.mark.parametrize("place", PLACES)
def test_files_in_the_folder_are_read(place: str, sandbox: Sandbox, tmp_path: Path) -> None:
    text, folder, ending, outside = PLACES[place]
    files = {f"{folder}stolen{ending}": OUTSIDE[f"{outside}stolen{ending}"]}

    assert _build(sandbox, tmp_path, text.format("stolen"), files) == (0, "")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("place", PLACES)
def test_a_path_out_of_the_folder_is_refused(
    place: str, name: str, sandbox: Sandbox, tmp_path: Path
) -> None:
    text, _, _, outside = PLACES[place]
    written = NAMES[name].format(root=tmp_path, outside=outside)
    code, said = _build(sandbox, tmp_path, text.format(written), {})

    assert code == 1, said
    assert said.startswith("sheet.yaml:")


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("place", PLACES)
def test_a_link_out_of_the_folder_is_refused(
    place: str, link: str, sandbox: Sandbox, tmp_path: Path
) -> None:
    text, folder, ending, _ = PLACES[place]
    files = _instead(f"{folder}stolen{ending}", link, tmp_path)
    code, said = _build(sandbox, tmp_path, text.format("stolen"), files)

    assert code == 1, said
    refusals = ("is outside", "no such", "unknown part", "unknown icon")
    assert any(words in said for words in refusals)


def test_a_link_within_the_folder_is_followed(sandbox: Sandbox, tmp_path: Path) -> None:
    files: dict[str, Content] = {
        "real.png": OUTSIDE["stolen.png"],
        "stolen.png": Link("real.png"),
    }
    assert _build(sandbox, tmp_path, "body:\n  - image: stolen.png\n", files) == (0, "")


@pytest.mark.parametrize(
    "argv",
    [
        "build attribute wolle cattitude attacke swipsheep --seed 1 --out out/",
        "build attribute --names Ann,Ben,Cleo --format svg --lang de --out out/",
        "build tiny.yaml --save-job out/job.yaml --out out/",
        "check tiny.yaml",
        "list",
        "list --icons",
        "schema",
        "rules attribute",
        "validate game.jsonl",
        "validate",
        "simulate wolle --games 1 --save out/games",
        "batch night.yaml --dry-run --out out",
        "preflight out/tiny.pdf",
        "build attribute/score-pad -p 4 -f html --out out/",
        "pad hearts -n Ann,Ben,Cleo,Dan --out out/",
        "season club --out out/season.pdf",
        "season pair club --seed x --out out/tables.yaml",
    ],
)
def test_a_command_reads_only_named_and_shipped_files(
    argv: str, sandbox: Sandbox, tmp_path: Path
) -> None:
    plant(
        {
            "tiny.yaml": TINY,
            "night.yaml": "jobs: [{target: tiny.yaml}]\n",
            "game.jsonl": next(iter(sample_files())).read_bytes(),
            "club/results.csv": RESULTS,
        },
        tmp_path,
    )
    out = tmp_path / "out"
    writable = [out, tmp_path / "club" / ".printkit-season.json"]
    judges = argv.startswith("preflight")
    if judges:
        sandbox.run("build", "tiny.yaml", "--out", "out/tiny.pdf", cwd=tmp_path, writable=[out])
    ended = sandbox.run(*argv.split(), cwd=tmp_path, writable=writable, processes=judges)

    assert ended.code == 0, ended.told()
    assert not ended.faults(None), ended.told()


@pytest.mark.parametrize("file", ["../outside.yaml", "{root}/outside.yaml", "link", "/dev/zero"])
def test_a_file_of_values_cannot_name_another_file(
    sandbox: Sandbox, tmp_path: Path, file: str
) -> None:
    settings = {"board": file.format(root=tmp_path)}
    values = {"target": "wolle/sheet", "names": ["Ann", "Ben"], "set": settings, "values": {}}
    plant({"v.json": json.dumps(values), "link": Link("../outside.yaml")}, tmp_path / "home")
    plant({"outside.yaml": "SECRET: 1\n"}, tmp_path)

    ended = sandbox.run("build", "wolle/sheet", "--fill", "v.json", cwd=tmp_path / "home")

    assert not ended.faults(None), ended.told()
    assert (ended.code, "SECRET" in ended.err) == (1, False)
    assert "isn't in this folder" in ended.err
