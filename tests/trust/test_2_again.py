"""Promise 2: a file's stored command cannot make printkit read other files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.trust.kinds import TINY
from tests.trust.nasty import Link, plant

if TYPE_CHECKING:
    from pathlib import Path

    from tests.trust.sandbox import Sandbox

SAID = (
    b"(printkit build ../outside.yaml)", b"(printkit build /etc/hosts)",
    b"(printkit build wolle/sheet --set board=../outside.yaml)",
    b"(printkit build wolle/sheet --set board=/etc/hosts)",
    b"(printkit build wolle/sheet --set board=link)", b"(printkit build link.yaml)",
    b"(printkit build wolle/sheet --set board=..)", b"(printkit build tiny.yaml --record link)",
    b"(printkit build tiny.yaml --record ../outside.yaml)", b"(printkit build tiny.yaml --out x)",
    b"(printkit build tiny.yaml --open)", b"(printkit build tiny.yaml -o ../x.pdf)",
    b"(printkit build 'tiny.yaml)", b"(printkit build tiny.yaml --names)", b"(printkit build )",
    b"<FEFF012>", b"<FEFF>", b"<FEFFD800>",
    b"(printkit build " + b"x" * 3_000_000 + b")", b"(" * 100_000,
)  # fmt: skip


@pytest.mark.parametrize("said", SAID, ids=lambda said: repr(said[:60]))
def test_a_stored_command_cannot_reach_other_files(
    said: bytes, sandbox: Sandbox, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    plant({"tiny.yaml": TINY, "a.pdf": b"%PDF-1.7\n/Keywords " + said}, home)
    plant({"link": Link("../outside.yaml"), "link.yaml": Link("../outside.yaml")}, home)
    plant({"outside.yaml": "SECRET: 1\n"}, tmp_path)

    ended = sandbox.run("again", "a.pdf", cwd=home, writable=[home / "output"])

    assert not ended.faults(None), ended.told()
    assert ended.code in (1, 2), ended.told()
    assert "SECRET" not in ended.err + ended.out
    assert not (home / "output").exists()
