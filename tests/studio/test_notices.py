"""The studio hears of files that change: soon, and only of whole ones."""

from __future__ import annotations

import asyncio
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from printkit.studio.notices import NOTICE, TOO_MANY, _changed, by_inotify, by_watchfiles
from printkit.studio.watching import Watch
from tests.studio.loops import run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

linux = pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's own")
WAYS = [pytest.param(by_inotify, marks=linux), partial(by_watchfiles, look=False)]
SOON_S = 20.0


class Heard:
    """What was told until now, and the wait for more."""

    def __init__(self) -> None:
        self.paths: asyncio.Queue[set[str]] = asyncio.Queue()

    async def until(self, path: Path) -> None:
        """Waits until a file is told of."""
        async with asyncio.timeout(SOON_S):
            while str(path) not in await self.paths.get():
                pass


@pytest.mark.parametrize("way", WAYS, ids=["inotify", "watchfiles"])
def test_files_are_told_that_are_written_replaced_or_gone(
    tmp_path: Path, way: Callable[..., Any]
) -> None:
    file, other = tmp_path / "a.yaml", tmp_path / "b.yaml"

    async def hear() -> None:
        heard = Heard()
        end = way([str(tmp_path)], heard.paths.put_nowait)
        while heard.paths.empty():  # it may take a moment until it listens
            other.write_text("two")
            await asyncio.sleep(0.02)
        for change in (lambda: file.write_text("one"), lambda: other.replace(file), file.unlink):
            other.write_text("two")
            await heard.until(other)
            change()
            await heard.until(file)
        end()

    run(hear())


@linux
def test_a_file_is_told_of_when_it_is_written_and_not_before(tmp_path: Path) -> None:
    file, other = tmp_path / "a.yaml", tmp_path / "b.yaml"

    async def hear() -> None:
        heard = Heard()
        end = by_inotify([str(tmp_path)], heard.paths.put_nowait)
        with file.open("w") as writing:
            writing.write("half")
            writing.flush()
            other.touch()
            assert {str(other)} == await heard.paths.get()
        await heard.until(file)
        file.with_name("c.yaml").symlink_to(file)
        await heard.until(file.with_name("c.yaml"))
        end()

    run(hear())


@linux
def test_an_editor_that_puts_a_file_in_the_place_of_another_never_shows_that_it_is_gone(
    tmp_path: Path,
) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("one")
    seen = []

    async def change() -> None:
        changed = asyncio.Event()

        def look() -> None:
            seen.append(file.exists())
            changed.set()

        watch = Watch(look)
        watch.look_at([str(file)])
        file.rename(tmp_path / "a.yaml~")
        await asyncio.sleep(0)
        file.write_text("two")
        await changed.wait()
        changed.clear()
        file.unlink()
        await changed.wait()
        watch.close()

    run(change())
    assert seen[0]
    assert not seen[-1]


def test_where_linux_has_dropped_notices_anything_may_have_changed() -> None:
    told = _changed(NOTICE.pack(TOO_MANY, 0x4000, 0, 0), {1: ["/a", "/link-to-a"], 2: ["/b"]})
    assert told == {"/a", "/link-to-a", "/b"}


@linux
def test_a_folder_that_is_replaced_removed_or_made_anew_is_still_watched(tmp_path: Path) -> None:
    folder, old, real = tmp_path / "layouts", tmp_path / "old", tmp_path / "real.yaml"
    file, link = folder / "a.yaml", folder / "link.yaml"

    def make() -> None:
        folder.mkdir()
        file.write_text("one")

    make()
    real.touch()
    link.symlink_to(real)

    async def change() -> None:
        changed = asyncio.Event()
        watch = Watch(changed.set)

        async def heard(*steps: Callable[[], object]) -> None:
            watch.look_at([str(file), str(link)])
            changed.clear()
            for step in steps:
                step()
            async with asyncio.timeout(SOON_S):
                await changed.wait()

        await heard(lambda: real.write_text("through a link"))
        await heard(partial(folder.rename, old), make)
        await heard(partial(file.write_text, "two"))
        await heard(file.unlink, folder.rmdir)
        await heard(make)
        await heard(file.unlink, folder.rmdir, make)
        await heard(partial(file.write_text, "two"))
        watch.close()

    run(change())


@linux
def test_a_folder_with_two_paths_is_told_of_by_both(tmp_path: Path) -> None:
    folder, link = tmp_path / "a", tmp_path / "link"
    folder.mkdir()
    link.symlink_to(folder)

    async def hear() -> None:
        heard = Heard()
        end = by_inotify([str(folder), str(link)], heard.paths.put_nowait)
        (folder / "a.yaml").touch()
        assert await heard.paths.get() == {str(folder / "a.yaml"), str(link / "a.yaml")}
        end()

    run(hear())
