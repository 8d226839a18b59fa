"""One studio for all tests: what is loaded stays warm."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.studio.opening import running_studio

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.running import Printkit
    from tests.studio.opening import RunningStudio


@pytest.fixture(scope="session")
def studio(printkit: Printkit, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    """A studio in its own folder, below one that it must not touch."""
    outer = tmp_path_factory.mktemp("outer")
    (outer / "secret.yaml").write_text("sheet: own/secret\n")
    (outer / "secret.jsonl").write_text("{}\n")
    folder = outer / "games"
    folder.mkdir()
    (folder / "linked.yaml").symlink_to(outer / "secret.yaml")
    (folder / "linked.jsonl").symlink_to(outer / "secret.jsonl")
    with running_studio(printkit, folder) as studio:
        yield studio
