"""What the tests of batches share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a test keeps its manifest; files go to out/ in it."""
    return tmp_path
