"""A place to install plugins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.core.installing import Site

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def site(tmp_path: Path) -> Site:
    (tmp_path / "packages").mkdir()
    (tmp_path / "work").mkdir()
    return Site(tmp_path / "packages", tmp_path / "work")
