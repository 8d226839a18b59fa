"""`python -m tests.fuzz [TARGET...] [--seconds 40]`: let atheris look for inputs that break things.

Each target runs in a separate process. Inputs that reached new code are kept in .cache/fuzz/, where
the next run continues; an input that raised something becomes a file in tests/fuzz/cases/, which
the ordinary tests read from then on.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path

from tests.fuzz.targets import TARGETS

ROOT = Path(__file__).resolve().parent.parent.parent
CASES = Path(__file__).parent / "cases"
CORPUS = ROOT / ".cache" / "fuzz"
SECONDS = 40
TIMEOUT_S = 30
MEMORY_MB = 2_000
LINES = 40
"""The number of lines of libFuzzer's report that are shown."""
LETTERS = 20
"""The number of characters of libFuzzer's name for a finding that are kept."""


def main() -> int:
    """Fuzz the targets one after the other; 1 if one of them raised something."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=int, default=SECONDS, help="for each target")
    given = parser.parse_args()
    failed = [name for name in given.targets or TARGETS if not _fuzz(name, given.seconds)]
    if failed:
        print(f"FAILED: {', '.join(failed)}; see tests/fuzz/cases/")  # noqa: T201
    return 1 if failed else 0


def _fuzz(name: str, seconds: int) -> bool:
    """Fuzz one target, save what it found, and print a summary."""
    corpus, found = CORPUS / name, CORPUS / f"{name}-found"
    for folder in (corpus, found, CASES / name):
        folder.mkdir(parents=True, exist_ok=True)
    for data in TARGETS[name].seeds():
        (corpus / blake2b(data, digest_size=8).hexdigest()).write_bytes(data)
    words = CORPUS / f"{name}.dict"
    words.write_text("".join(f'"{_escaped(word)}"\n' for word in TARGETS[name].words))
    options = {
        "max_total_time": seconds,
        "timeout": TIMEOUT_S,
        "rss_limit_mb": MEMORY_MB,
        "max_len": TARGETS[name].longest,
        "dict": words,
        "artifact_prefix": f"{found}/",
        "len_control": 0,
        "print_final_stats": 1,
    }
    command = [sys.executable, "-m", "tests.fuzz.run", name, str(corpus), str(CASES / name)]
    command += [f"-{option}={value}" for option, value in options.items()]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    said = ran.stderr.decode(errors="replace") + ran.stdout.decode(errors="replace")
    print(f"{name}: {_speed(said)}", flush=True)  # noqa: T201
    if ran.returncode:
        print("\n".join(said.splitlines()[-LINES:]), flush=True)  # noqa: T201
    for path in found.iterdir():
        path.replace(CASES / name / f"{path.name[:LETTERS]}.case")
    return not ran.returncode


def _escaped(word: str) -> str:
    """A word as libFuzzer's dictionaries spell it: what is not plain ASCII in hexadecimal."""
    plain = (32 <= byte < 127 and byte not in b'\\"' for byte in word.encode())
    pairs = zip(word.encode(), plain, strict=True)
    return "".join(chr(byte) if is_plain else f"\\x{byte:02x}" for byte, is_plain in pairs)


def _speed(said: str) -> str:
    """The number of inputs and the speed, from libFuzzer's last line."""
    tried = re.search(r"number_of_executed_units: *([0-9]+)", said)
    a_second = re.search(r"average_exec_per_sec: *([0-9]+)", said)
    if not tried or not a_second:
        return "ended early"
    return f"{int(tried[1]):,} inputs, {int(a_second[1]):,} per second"


if __name__ == "__main__":
    sys.exit(main())
