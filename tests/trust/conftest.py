"""What the tests of trust share: a jail for commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.trust.commandline import Jail

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def jail(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jail]:
    """Commands run here: watched, and with little room."""
    jail = Jail(tmp_path_factory.mktemp("home"))
    yield jail
    jail.close()
