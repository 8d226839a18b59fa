"""Writing files: what the system refuses is explained."""

from __future__ import annotations

from errno import EACCES, ENOSPC
from os import strerror
from pathlib import Path

from printkit.core.errors import cannot_read
from printkit.core.files import cannot_write


def test_a_refused_permission_comes_with_a_hint() -> None:
    refused = cannot_write(Path("prints/a.pdf"), PermissionError(EACCES, strerror(EACCES)))
    full = cannot_write(Path("prints/a.pdf"), OSError(ENOSPC, strerror(ENOSPC)))

    assert "Permission denied" in refused.message
    assert "--out" in refused.hint
    assert "" == full.hint
    unread = cannot_read("a.jsonl", PermissionError(EACCES, strerror(EACCES)))
    assert "cannot read this file: Permission denied" == unread.message
    assert "whose file it is" in unread.hint
