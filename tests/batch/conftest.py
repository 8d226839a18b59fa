"""Fixtures for tests of batches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of the manifest; output goes to out/ in it."""
    return tmp_path
