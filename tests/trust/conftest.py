"""What the tests of trust share: a sandbox for commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.trust.sandbox import Sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    """Run commands with an audit hook and limits."""
    sandbox = Sandbox(tmp_path_factory.mktemp("home"))
    yield sandbox
    sandbox.close()
