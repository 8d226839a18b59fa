"""Recordings of reads have every file, whether read now or cached."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

from printkit.core.budget import count_steps
from printkit.core.filecache import (
    ABSENT,
    LARGE_STEPS,
    FileCache,
    cached,
    digest,
    forget,
    forget_changed,
    note_read,
    recording_reads,
)

if TYPE_CHECKING:
    from pathlib import Path


@cached()
def load(path: Path) -> str:
    data = path.read_bytes()
    note_read(path, data)
    return data.decode()


@cached()
def load_both(one: Path, other: Path) -> str:
    note_read(one.with_name("absent"), None)
    return load(one) + load(other)


def test_a_result_from_the_cache_counts_as_read_again(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("one")
    with recording_reads() as first:
        load(file)
    with recording_reads() as second:
        load(file)

    assert first == second == {str(file): digest(b"one")}


def test_reads_of_nested_loads_are_recorded(tmp_path: Path) -> None:
    one, other = tmp_path / "a", tmp_path / "b"
    one.write_text("one")
    other.write_text("other")
    load(one)
    with recording_reads() as outer, recording_reads() as inner:
        load_both(one, other)
    with recording_reads() as again:
        load_both(one, other)

    absent = {str(tmp_path / "absent"): ABSENT}
    files = {str(one): digest(b"one"), str(other): digest(b"other"), **absent}
    assert inner == outer == again == files


def test_without_a_recording_no_reads_are_kept(tmp_path: Path) -> None:
    note_read(tmp_path / "a", b"one")
    with recording_reads() as files:
        pass

    assert files == {}


def test_only_results_of_changed_files_are_forgotten(tmp_path: Path) -> None:
    one, other = tmp_path / "a", tmp_path / "b"
    one.write_text("one")
    other.write_text("other")
    kept = load_once(other)
    assert "oneother" == load_both(one, other)
    one.write_text("new ")
    forget({str(one)})

    assert "new other" == load_both(one, other)
    assert kept is load_once(other)


@cached()
def load_once(path: Path) -> list[str]:
    return [load(path)]


def test_a_file_changed_since_it_was_read_is_noticed(tmp_path: Path) -> None:
    one, other = tmp_path / "a", tmp_path / "b"
    one.write_text("one")
    other.write_text("other")
    forget_changed()  # the first call in a working folder forgets everything
    kept = load_once(other)
    load_both(one, other)
    for text in ("two", "two", "six"):
        one.write_text(text)  # as long as before, and perhaps within one tick of the clock
        forget_changed()
        assert f"{text}other" == load_both(one, other)
    assert kept is load_once(other)

    (tmp_path / "absent").write_text("there")
    before = load_both(one, other)
    forget_changed()
    assert before is not load_both(one, other), "that it was not there mattered"


@cached(maxsize=8)
def load_large(number: int) -> list[int]:
    count_steps(10 * LARGE_STEPS)
    return [number]


def test_results_that_took_many_steps_to_load_count_as_several() -> None:
    first, *_, last = (load_large(number) for number in range(5))

    assert last is load_large(4)
    assert first is not load_large(0)


def test_the_least_recently_used_result_is_evicted_first() -> None:
    kept: FileCache[str] = FileCache(10)
    kept.put("a", "A", {}, 4)
    kept.put("b", "B", {}, 4)
    assert "A" == kept.get("a")
    kept.put("c", "C", {}, 4)
    assert (None, "A", "C") == (kept.get("b"), kept.get("a"), kept.get("c"))
    kept.put("huge", "H", {}, 11)
    assert (None, None, None) == tuple(map(kept.get, ("a", "c", "huge")))


def test_threads_that_load_the_same_thing_get_the_same_object() -> None:
    both_load = Barrier(2)

    @cached()
    def make() -> object:
        both_load.wait()
        return object()

    with ThreadPoolExecutor(2) as executor:
        one, other = executor.map(lambda _: make(), range(2))

    assert one is other is make()
