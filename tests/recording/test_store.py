"""The file of a record is complete after every answer, whatever happens to the disk."""

from __future__ import annotations

import io
import resource
from random import Random
from typing import TYPE_CHECKING

import pytest

from printkit.core.errors import OutputError, PrintkitError
from printkit.core.files import append_file
from printkit.games import find, game_ids, load
from printkit.recording.session import answer
from printkit.recording.setup import GameSetup, start_session
from printkit.recording.store import RecordStore
from printkit.rules.replay import replay
from printkit.samples import sample_files
from tests.depth import many

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def test_a_partial_write_is_rolled_back(tmp_path: Path) -> None:
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


def test_links_folders_and_grown_files_are_never_appended_to(tmp_path: Path) -> None:
    (tmp_path / "f.jsonl").write_bytes(b"old\n")
    (tmp_path / "link.jsonl").symlink_to("f.jsonl")
    for name, size in (("link.jsonl", 4), (".", 4), ("f.jsonl", 3), ("gone.jsonl", 0)):
        with pytest.raises(OutputError):
            append_file(tmp_path / name, b"new\n", size)

    assert (tmp_path / "f.jsonl").read_bytes() == b"old\n"
    assert not (tmp_path / "gone.jsonl").exists()


def test_every_answer_is_saved_before_the_next_question(tmp_path: Path) -> None:
    store = RecordStore(tmp_path / "f.jsonl")
    session = start_session(GameSetup(load("attribute"), "base", ("Ann", "Ben", "Cleo")))
    kept = []
    store.save(session)
    for line in ("moon", "+-+", "a>b"):
        session = answer(session, line)
        store.save(session)
        kept.append((tmp_path / "f.jsonl").read_text().splitlines()[-1])

    assert kept[0] == "# said: moon"
    assert kept[1].startswith('{"do": "play"')
    assert kept[2] == '{"do": "pass", "by": "Cleo"}'


@pytest.mark.parametrize("game_id", game_ids())
def test_a_damaged_record_is_continued_or_refused(game_id: str, tmp_path: Path) -> None:
    rng, file = Random(game_id), tmp_path / "f.jsonl"
    samples = sample_files(game_id)
    for sample in rng.sample(samples, min(len(samples), many(2, deep=20))):
        whole = sample.read_bytes()
        for data in _damaged(whole, rng):
            file.write_bytes(data)

            assert _continues_or_is_refused(file)


def _damaged(data: bytes, rng: Random) -> Iterator[bytes]:
    """Cut off, a byte changed, a line missing; and what is odd but no damage at all."""
    lines = data.splitlines(keepends=True)
    for _ in range(3):
        place = rng.randrange(len(data))
        yield data[:place]
        yield data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :]
        gone = rng.randrange(len(lines))
        yield b"".join(lines[:gone] + lines[gone + 1 :])
    yield data.replace(b"\n", b"\r\n")
    yield b"\xef\xbb\xbf" + data
    yield data + b"# \xff\n# said: ???\n"


def _continues_or_is_refused(file: Path) -> bool:
    """Whether a record that is taken stays legal while a few answers of it are taken back."""
    store = RecordStore(file)
    try:
        session = store.load(full=False)
    except PrintkitError:
        return True
    for _ in range(3):
        store.save(session)
        session = session.before or session
    return replay(io.BytesIO(file.read_bytes()), find).legal


def test_a_damaged_first_line_is_not_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b'{"printkit": 1, "game": ' + b"[" * 50)

    with pytest.raises(PrintkitError, match="brackets are nested"):
        RecordStore(path).load(full=False)
