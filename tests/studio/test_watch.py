"""The studio is notified of changed files."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from printkit.studio.watch import FileWatcher
from tests.running import PATIENCE_S
from tests.studio.loops import run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


async def check(files: list[Path], *changes: tuple[Callable[[], object], ...]) -> None:
    """Every change is announced, perhaps in several steps."""

    def look() -> list[str | None]:
        return [file.read_text() if file.exists() else None for file in files]

    changed = asyncio.Event()
    watcher = FileWatcher(changed.set)
    await watcher.add(map(str, files))
    seen = look()
    for steps in changes:
        for step in steps:
            step()
        assert seen != look()
        async with asyncio.timeout(PATIENCE_S):
            while seen != look():
                await changed.wait()
                changed.clear()
                await watcher.add(map(str, files))
                seen = look()
    watcher.close()


def test_written_replaced_and_deleted_files_are_announced(tmp_path: Path) -> None:
    file, other = tmp_path / "a.yaml", tmp_path / "b.yaml"
    other.write_text("two")
    changes = (partial(file.write_text, "one"),), (partial(other.replace, file),), (file.unlink,)

    run(check([file], *changes))


def test_a_file_replaced_by_an_editor_is_never_announced_as_deleted(
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

        watcher = FileWatcher(look)
        await watcher.add([str(file)])
        file.rename(tmp_path / "a.yaml~")
        await asyncio.sleep(0)
        file.write_text("two")
        await changed.wait()
        file.unlink()
        async with asyncio.timeout(PATIENCE_S):
            while seen[-1]:
                changed.clear()
                await changed.wait()
        watcher.close()

    run(change())
    assert seen[0]
    assert not seen[-1]


def test_a_folder_that_is_replaced_or_recreated_is_still_watched(tmp_path: Path) -> None:
    folder, old, real = tmp_path / "layouts", tmp_path / "old", tmp_path / "real.yaml"
    file, link = folder / "a.yaml", folder / "link.yaml"

    def make(text: str) -> None:
        folder.mkdir()
        file.write_text(text)

    make("one")
    real.touch()
    link.symlink_to(real)
    changes = (
        (partial(real.write_text, "through a link"),),
        (partial(folder.rename, old), partial(make, "another")),
        (partial(file.write_text, "two"),),
        (file.unlink, folder.rmdir),
        (partial(make, "once more"),),
        (file.unlink, folder.rmdir, partial(make, "at once")),
        (partial(file.write_text, "three"),),
    )

    run(check([file, link], *changes))


def test_a_folder_with_two_paths_is_watched_by_both(tmp_path: Path) -> None:
    folder, link = tmp_path / "a", tmp_path / "link"
    folder.mkdir()
    link.symlink_to(folder)

    for path in (folder, link):
        run(check([path / "a.yaml"], ((folder / "a.yaml").touch,)))
        (folder / "a.yaml").unlink()
