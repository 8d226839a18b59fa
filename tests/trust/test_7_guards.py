"""The guards themselves: each notices what it is there for."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.trust.guards import ROOT
from tests.trust.kinds import TINY
from tests.trust.sandbox import Ended, Sandbox, environment

if TYPE_CHECKING:
    from pathlib import Path

VIOLATIONS = {
    "open('../outside.txt', 'w').close()": "writes",
    "open('../outside.txt', 'a').close()": "writes",
    "os.open('../outside.txt', os.O_RDWR)": "writes",
    "open('../outside.txt').close()": "reads",
    "pathlib.Path('link.txt').read_text()": "reads",
    "open('/etc/hosts').close()": "reads",
    "os.listdir('..')": "lists",
    "os.mkdir('../folder')": "os.mkdir",
    "os.rename('../folder', '../other')": "os.rename",
    "os.rmdir('../other')": "os.rmdir",
    "os.symlink('x', '../x')": "os.symlink",
    "os.remove('../x')": "os.remove",
    "open('../home/inside.txt', 'w').close()": "",
    "open('inside.txt').close()": "",
    "socket.socket().close()": "connects",
    "socket.getaddrinfo('localhost', 80)": "connects",
    "os.system('true')": "starts",
    "subprocess.run(['true'])": "starts",
    "eval('1')": "runs code",
    "exec(compile('1', 'x', 'exec'))": "runs code",
    "import planted": "imports",
    "pickle.loads(b'cos\\nsystem\\n.')": "runs code",
    "import colorsys": "",
    "collections.namedtuple('A', 'b')": "",
    "ast.parse('1')": "",
}
WATCHED = """
import ast, collections, json, os, pathlib, pickle, socket, subprocess, sys
from tests.trust.guards import Allowed, Guard
here = os.getcwd()
guard, found = Guard(), {}
sys.path.insert(0, here)
for text in json.load(sys.stdin):
    code = compile(text, "<text>", "exec")
    def act(code=code):
        try:
            call(code)
        except Exception as error:
            print(text, error, file=sys.stderr)
    from types import FunctionType
    call = lambda code: FunctionType(code, globals())()
    with guard.watching(Allowed((here,), (here,))) as broken:
        act()
    found[text] = list(broken)
json.dump(found, sys.stdout)
"""


@pytest.fixture(scope="module")
def guard_messages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The guard's message for each violation, all in one process."""
    home = tmp_path_factory.mktemp("guarded") / "home"
    home.mkdir()
    (home.parent / "outside.txt").write_text("outside")
    (home / "link.txt").symlink_to("../outside.txt")
    (home / "planted.py").write_text("")
    ran = subprocess.run(
        [sys.executable, "-c", WATCHED],
        input=json.dumps([*VIOLATIONS]),
        capture_output=True,
        text=True,
        check=True,
        cwd=home,
        env={**environment(home), "PYTHONPATH": str(ROOT)},
    )
    found: dict[str, list[str]] = json.loads(ran.stdout)
    return found


@pytest.mark.parametrize("violation", VIOLATIONS)
def test_a_guard_notices_forbidden_actions(
    violation: str, guard_messages: dict[str, list[str]]
) -> None:
    expected = VIOLATIONS[violation]

    assert [expected] * bool(expected) == [
        one[: len(expected)] for one in guard_messages[violation][: bool(expected) or None]
    ]


def test_a_command_that_takes_too_long_is_noticed(sandbox: Sandbox, tmp_path: Path) -> None:
    argv = ("simulate", "attribute", "--games", "900000", "--jobs", "1")
    ended = sandbox.run(*argv, cwd=tmp_path, cpu_s=0.3)

    assert "TooSlowError" in ended.err
    assert "a traceback" in ended.faults(None)


def test_a_command_that_gets_too_little_memory_says_so(tmp_path: Path) -> None:
    facts = "".join(f"  f{number}: '{{range(9999)}}'\n" for number in range(300))
    (tmp_path / "tiny.yaml").write_text(f"{TINY}facts:\n{facts}")
    sandbox = Sandbox(tmp_path, memory_mb=90)
    argv = ("build", "tiny.yaml", "--out", "out/")
    ended = sandbox.run(*argv, cwd=tmp_path, writable=[tmp_path / "out"])
    sandbox.close()

    assert ended.code == 1
    assert "this needs more than 512 MB of memory" in ended.err
    assert [] == ended.faults(None)


@pytest.mark.parametrize(
    ("ended", "fault"),
    [
        (Ended(1, "", "Traceback (most recent call last):\n", (), 0, 0), "a traceback"),
        (Ended(1, "", "a.yaml:1:2: bug in printkit\n", (), 0, 0), "a traceback"),
        (Ended(-11, "", "", (), 0, 0), "exit -11"),
        (Ended(3, "", "a.yaml:1:2: wrong\n", (), 0, 0), "exit 3"),
        (Ended(1, "", "", (), 0, 0), "no word about what is wrong"),
        (Ended(1, "", "wrong\n", (), 0, 0), "no place in a file: wrong"),
        (Ended(1, "", "b.yaml:1:2: wrong\n", (), 0, 0), "no place in a file: b.yaml:1:2: wrong"),
        (Ended(1, "", "a.yaml:1:2: \x1b[2J\n", (), 0, 0), r"the character '\x1b' on stderr"),
        (Ended(0, "\u202eAnn\n", "", (), 0, 0), r"the character '\u202e' on stdout"),
        (Ended(2, "", "x" * 40_000, (), 0, 0), "40,000 characters on stderr"),
        (Ended(0, "", "", (), 0, 600 * 1024), "600 MB of memory"),
        (Ended(0, "", "", ("connects",), 0, 0), "connects"),
    ],
)
def test_an_unclean_exit_is_noticed(ended: Ended, fault: str) -> None:
    assert fault in ended.faults({"a.yaml"})


@pytest.mark.parametrize(
    "said",
    ["a.yaml:1:2: wrong", "a.yaml:1: wrong", "a.yaml: error: the file is empty"],
)
def test_a_refusal_with_its_place_is_clean(said: str) -> None:
    assert [] == Ended(1, "", f"{said}\n", (), 0, 0).faults({"a.yaml"})
