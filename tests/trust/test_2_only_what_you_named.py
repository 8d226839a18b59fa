"""Promise 2: it reads only what you named, inside the layout's own folder, and no network."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from printkit.fonts import FACES
from tests.trust.kinds import TINY
from tests.trust.nasty import PIPE, Link, plant
from tests.trust.nasty.images import SMALL

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.trust.commandline import Jail
    from tests.trust.nasty import Content

HEAD = "sheet: own/x\ntitle: X\nplayers: none\n"
BUILD = ("build", "x.yaml", "--out", "out/")

PLACES: dict[str, tuple[str, str, str]] = {
    "part": ("", "body:\n  - use: '{}'\n", ".yaml"),
    "picture": ("", "body:\n  - {{image: '{}', width: 9mm, height: 9mm}}\n", ".png"),
    "font": ("fonts: {{own: '{}'}}\n", "body:\n  - {{text: Hi, font: own}}\n", ".ttf"),
    "icon": ("", "body:\n  - {{icon: '{}'}}\n", ".yaml"),
}
"""Where a layout names a file: what stands before its body, its body, and the file's ending."""
FILES: dict[str, Content] = {
    "part": "part: stolen\nbody: [stolen]\n",
    "picture": SMALL,
    "font": FACES["Roboto"].path.read_bytes(),
    "icon": 'icon: stolen\nlayers:\n  - line: "M1 1 L2 2"\n',
}
FOLDERS = {"icon": "icons/"}
"""Icons lie in a folder of their own."""


def _absolute(name: str, outside: Path) -> tuple[str, dict[str, Content]]:
    return f"{outside}/{name}", {}


def _above(name: str, _outside: Path) -> tuple[str, dict[str, Content]]:
    return f"../outside/{name}", {}


def _around(name: str, _outside: Path) -> tuple[str, dict[str, Content]]:
    return f"out/../../outside/{name}", {}


def _address(name: str, _outside: Path) -> tuple[str, dict[str, Content]]:
    return f"http://127.0.0.1:9/{name}", {}


def _file_address(name: str, outside: Path) -> tuple[str, dict[str, Content]]:
    return f"file://{outside}/{name}", {}


def _link(name: str, outside: Path) -> tuple[str, dict[str, Content]]:
    return name, {name: Link(f"{outside}/{name}")}


def _device(name: str, _outside: Path) -> tuple[str, dict[str, Content]]:
    return name, {name: Link("/dev/zero")}


def _pipe(name: str, _outside: Path) -> tuple[str, dict[str, Content]]:
    return name, {name: PIPE}


WAYS: dict[str, Callable[[str, Path], tuple[str, dict[str, Content]]]] = {
    "an absolute path": _absolute,
    "a path above": _above,
    "a path around": _around,
    "an address": _address,
    "the address of a file": _file_address,
    "a link": _link,
    "a link to a device": _device,
    "a pipe": _pipe,
}


def _layout(place: str, name: str) -> str:
    before, body, ending = PLACES[place]
    named = name.removesuffix(ending) if ending == ".yaml" else name
    return HEAD + before.format(named) + body.format(named)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("place", PLACES)
def test_nothing_outside_is_read(place: str, way: str, jail: Jail, tmp_path: Path) -> None:
    home, outside = tmp_path / "home", tmp_path / "outside"
    file = f"stolen{PLACES[place][2]}"
    plant({file: FILES[place]}, outside)
    name, beside = WAYS[way](file, outside)
    folder = FOLDERS.get(place, "")
    around = {f"{folder}{key}": content for key, content in beside.items()}
    plant({"x.yaml": _layout(place, name), **around}, home)

    ended = jail.run(*BUILD, cwd=home, writable=[home / "out"], alone=True)

    assert [] == ended.faults({"x.yaml"}), ended.told()
    assert 1 == ended.code, ended.told()
    assert not (home / "out").exists()


@pytest.mark.parametrize("place", PLACES)
def test_what_lies_in_the_layouts_folder_is_read(place: str, jail: Jail, tmp_path: Path) -> None:
    file = f"stolen{PLACES[place][2]}"
    plant({f"{FOLDERS.get(place, '')}{file}": FILES[place]}, tmp_path)
    (tmp_path / "x.yaml").write_text(_layout(place, file))

    ended = jail.run(*BUILD, cwd=tmp_path, writable=[tmp_path / "out"], alone=True)

    assert 0 == ended.code, ended.told()
    assert () == ended.broken


COMMANDS = (
    ("list",), ("list", "wolle"), ("rules", "cattitude"), ("schema",), ("check", "tiny.yaml"),
    ("validate",), ("simulate", "swipsheep", "--games", "3", "--save", "out/saved"),
    ("build", "attribute", "--names", "Ann,Ben,Cleo", "--out", "out/"),
    ("build", "wolle/sheet", "--format", "svg", "--format", "png", "--dpi", "40", "--out", "out/"),
    ("build", "tiny.yaml", "--lang", "de", "--out", "out/", "--save-job", "out/job.yaml"),
    ("batch", "night.yaml", "--out", "out"), ("preflight", "ours.pdf"),
)  # fmt: skip


@pytest.mark.parametrize("argv", COMMANDS, ids=" ".join)
def test_a_command_touches_nothing_but_its_own_and_opens_no_connection(
    argv: tuple[str, ...], jail: Jail, tmp_path: Path
) -> None:
    plant({"tiny.yaml": TINY, "night.yaml": "jobs: [{target: tiny.yaml}]\n"}, tmp_path)
    made = jail.run(
        "build", "tiny.yaml", "--out", "ours.pdf", cwd=tmp_path, writable=[tmp_path], alone=True
    )
    assert 0 == made.code, made.told()

    workers = "batch" in argv
    ended = jail.run(
        *argv, cwd=tmp_path, writable=[tmp_path / "out"], alone=True, processes=workers
    )

    assert 0 == ended.code, ended.told()
    assert () == ended.broken
