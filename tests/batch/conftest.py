"""What the tests of batches share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.batch.running import Printkit, copy_printkit

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def printkit(tmp_path_factory: pytest.TempPathFactory) -> Printkit:
    """A printkit whose files stay as they are during the tests."""
    return copy_printkit(tmp_path_factory.mktemp("printkit"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a test keeps its manifest; files go to out/ in it."""
    return tmp_path
