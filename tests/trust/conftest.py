"""What the tests of trust share: a jail for commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.depth import many
from tests.trust.commandline import Jail, share

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def jail(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jail]:
    """Commands run here: watched, and with little room."""
    jail = Jail(tmp_path_factory.mktemp("home"))
    yield jail
    jail.close()


@pytest.fixture(scope="session")
def frugal_jail(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jail]:
    """A sheet gets a small part of the work that it may cost here; with `--deep` all of it."""
    jail = Jail(tmp_path_factory.mktemp("home"), cpu_s=many(4, deep=30), share=share())
    yield jail
    jail.close()
