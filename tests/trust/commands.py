"""The installed command in separate processes."""

from __future__ import annotations

import subprocess
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.running import PATIENCE_S
from tests.trust.sandbox import Ended, environment

if TYPE_CHECKING:
    from collections.abc import Mapping

SCRIPT: Final = Path(sysconfig.get_path("scripts")) / "printkit"
MEMORY_KB: Final = 512 * 1024


def start(
    *argv: str, cwd: Path, home: Path, cpu_s: int = 5, more: Mapping[str, str] | None = None
) -> Ended:
    """Run `printkit ARGV` in a folder, with its limits of memory and time."""
    limited = f'ulimit -v {MEMORY_KB} && ulimit -t {cpu_s} && ulimit -c 0 && exec "$0" "$@"'
    ran = subprocess.run(
        ["sh", "-c", limited, SCRIPT, *argv],
        cwd=cwd,
        env={**environment(home), **(more or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    out, err = (stream.decode("utf-8") for stream in (ran.stdout, ran.stderr))
    return Ended(ran.returncode, out, err, (), 0.0, 0)
