"""The cache saves time and changes nothing: whatever lies in its folder, the same comes out."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from printkit import cache
from printkit.budget import spending
from printkit.data import folder
from printkit.icons import load_icon
from printkit.reads import forget
from printkit.yamlfile import load_yaml
from printkit.yamlnodes import YamlList, YamlMap
from tests.cli.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from printkit.yamlnodes import YamlNode

SHIPPED = [path for path in folder("layouts").rglob("*.yaml") if path.name != "starter.yaml"]
SHEET = folder("layouts") / "attribute" / "score-pad.yaml"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of its own, which is not there yet."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    forget()
    yield tmp_path / "cache"
    forget()


def told(node: YamlNode) -> object:
    """All that a node tells, but for the source, which is compared by identity."""
    match node:
        case YamlMap():
            return node.line, node.column, [(told(key), told(value)) for key, value in node.items]
        case YamlList():
            return node.line, node.column, [told(item) for item in node.items]
    return tuple(node)[:-1], type(node.value)


def refusing_to_parse(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on only the cache knows what a file says."""
    monkeypatch.setattr("printkit.yamlparser.parse", lambda _: pytest.fail("it was parsed"))


@pytest.mark.usefixtures("place")
def test_a_tree_from_the_cache_is_the_one_that_was_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = [told(load_yaml(path)) for path in SHIPPED]
    refusing_to_parse(monkeypatch)

    assert parsed == [told(load_yaml(path)) for path in SHIPPED]


@pytest.mark.usefixtures("place")
def test_an_icon_from_the_cache_is_drawn_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("die-6", "dog", "heart")
    drawn = [load_icon(name).layers for name in names]
    forget()
    refusing_to_parse(monkeypatch)

    assert drawn == [load_icon(name).layers for name in names]


@pytest.mark.usefixtures("place")
def test_what_comes_from_the_cache_costs_as_many_steps() -> None:
    spent = []
    for _ in range(2):
        with spending() as budget:
            load_yaml(SHEET)
        spent.append(budget.spent)

    assert spent[0] == spent[1] > 0


@pytest.mark.usefixtures("place")
def test_games_are_listed_from_the_cache_as_they_were_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    printkit = Terminal(monkeypatch, tmp_path)
    read = printkit("list", "--json").json()
    monkeypatch.setattr("printkit.build.listing.list_games", lambda: pytest.fail("it was read"))

    assert read == printkit("list", "--json").json()
    assert 5 == len(read["games"])


def test_only_the_user_may_look_into_it(place: Path) -> None:
    load_yaml(SHEET)

    assert 0o700 == place.stat().st_mode & 0o777
    assert {0o600} == {entry.stat().st_mode & 0o777 for entry in place.iterdir()}


def test_it_can_be_turned_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv(cache.VARIABLE, "")
    load_yaml(SHEET)
    assert [] == list(tmp_path.iterdir())

    monkeypatch.delenv(cache.VARIABLE)
    load_yaml(SHEET)
    assert ["printkit"] == [one.name for one in tmp_path.iterdir()]


def test_files_of_somebody_are_not_kept(place: Path, tmp_path: Path) -> None:
    shutil.copy(SHEET, tmp_path / "own.yaml")
    load_yaml(tmp_path / "own.yaml")

    assert not place.exists()


def cut(entry: Path) -> None:
    entry.write_bytes(entry.read_bytes()[:-1])


def change_a_number(entry: Path) -> None:
    entry.write_bytes(entry.read_bytes().replace(b"1", b"2"))


def empty(entry: Path) -> None:
    entry.write_bytes(b"")


def exchange(entry: Path) -> None:
    """Every entry holds what belongs to another; each is whole."""
    other = min(one for one in entry.parent.iterdir() if one != entry)
    shutil.copy(other, entry)


def make_a_folder_of(entry: Path) -> None:
    entry.unlink()
    entry.mkdir()


def deny(entry: Path) -> None:
    entry.chmod(0)


def lay_open(entry: Path) -> None:
    """Everybody may write into the folder, and somebody who knows the form of an entry did."""
    text = entry.read_bytes().partition(b"\n")[2].replace(b"1", b"2")
    entry.write_bytes(cache._seal(entry.name, text) + b"\n" + text)
    entry.parent.chmod(0o777)


@pytest.mark.parametrize(
    "damage", [cut, change_a_number, empty, exchange, make_a_folder_of, deny, lay_open]
)
def test_a_damaged_cache_changes_nothing(
    place: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    printkit = Terminal(monkeypatch, tmp_path)
    sheet = ("build", "attribute/setup-card", "-p", "3", "--quiet", "--force", "--out", "sheet.pdf")
    assert 0 == printkit(*sheet).code
    whole = (tmp_path / "sheet.pdf").read_bytes()
    for entry in sorted(place.iterdir()):
        damage(entry)
    forget()

    assert (0, "", "") == printkit(*sheet)
    assert whole == (tmp_path / "sheet.pdf").read_bytes()


def test_a_place_that_cannot_be_made_is_no_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "file" / "cache"))

    assert load_yaml(SHEET).line == 1


def test_other_code_has_other_entries(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_yaml(SHEET)
    before = set(place.iterdir())
    cache._state.cache_clear()
    monkeypatch.setattr(cache, "__version__", "another")
    load_yaml(SHEET)
    cache._state.cache_clear()

    assert before < set(place.iterdir())


def test_the_older_half_goes_when_there_are_too_many(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MAX_ENTRIES", 10)
    for number in range(25):
        name = f"{number:032}"
        cache.save(name, number)
        os.utime(place / name, (number, number))

    assert len(list(place.iterdir())) <= 11
    assert 24 == cache.load(f"{24:032}")
