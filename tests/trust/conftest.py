"""What the tests of trust share: a jail for commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.depth import many
from tests.trust.commandline import Cell, Jail, share

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def cell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cell]:
    """The process in which commands run."""
    cell = Cell(tmp_path_factory.mktemp("home"))
    yield cell
    cell.close()


@pytest.fixture(scope="session")
def jail(cell: Cell) -> Jail:
    """Commands run here: watched, and with little room."""
    return Jail(cell)


@pytest.fixture(scope="session")
def frugal_jail(cell: Cell) -> Jail:
    """A sheet gets a small part of the work that it may cost here; with `--deep` all of it."""
    return Jail(cell, cpu_s=many(4, deep=30), share=share())
