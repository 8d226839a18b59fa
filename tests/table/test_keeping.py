"""The file of a record is whole after every answer, whatever happens to the disk."""

from __future__ import annotations

import resource
from typing import TYPE_CHECKING

import pytest

from printkit.errors import OutputError
from printkit.files import append_file
from printkit.games import load
from printkit.table.keeping import Keeper
from printkit.table.opening import Invitation, seated
from printkit.table.sitting import answer

if TYPE_CHECKING:
    from pathlib import Path


def test_what_is_added_only_half_is_taken_off_again(tmp_path: Path) -> None:
    file = tmp_path / "f.jsonl"
    file.write_bytes(b"old\n")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, before[1]))
    try:
        with pytest.raises(OutputError, match="cannot be written"):
            append_file(file, b"a line that does not fit\n", 4)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)

    assert file.read_bytes() == b"old\n"


def test_a_link_a_folder_and_a_file_that_has_grown_are_never_added_to(tmp_path: Path) -> None:
    (tmp_path / "f.jsonl").write_bytes(b"old\n")
    (tmp_path / "link.jsonl").symlink_to("f.jsonl")
    for name, size in (("link.jsonl", 4), (".", 4), ("f.jsonl", 3), ("gone.jsonl", 0)):
        with pytest.raises(OutputError):
            append_file(tmp_path / name, b"new\n", size)

    assert (tmp_path / "f.jsonl").read_bytes() == b"old\n"
    assert not (tmp_path / "gone.jsonl").exists()


def test_an_answer_is_in_the_file_before_the_next_is_asked(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "f.jsonl")
    sitting = seated(Invitation(load("attribute"), "base", ("Ann", "Ben", "Cleo")))
    kept = []
    keeper.keep(sitting)
    for line in ("moon", "+-+", "a>b"):
        sitting = answer(sitting, line)
        keeper.keep(sitting)
        kept.append((tmp_path / "f.jsonl").read_text().splitlines()[-1])

    assert kept[0] == "# said: moon"
    assert kept[1].startswith('{"do": "play"')
    assert kept[2] == '{"do": "pass", "by": "Cleo"}'
