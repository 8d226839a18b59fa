"""Every test of layouts gets its own desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.layout.desk import Desk

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """An empty folder for layouts."""
    return Desk(tmp_path)
