"""No test reads or writes what the person who runs it has remembered, or has set for paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from printkit import paper

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True, scope="session")
def _home_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Configuration is kept in an empty folder, also for commands that a test starts."""
    folder = tmp_path_factory.mktemp("configuration")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_CONFIG_HOME", "APPDATA"):
            patch.setenv(name, str(folder))
        patch.setattr(paper, "SYSTEM_FILE", folder / "papersize")
        yield
