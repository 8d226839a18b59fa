"""Promise 8: uncounted work is stopped by the system, and the most expensive place is named."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from printkit.core.budget import Budget, count_steps, cpu_limit, current_budget, limit_work
from printkit.core.errors import Problems, Where
from printkit.text.shaping import text_width
from tests.running import PATIENCE_S
from tests.trust.nasty import plant
from tests.trust.sandbox import environment

if TYPE_CHECKING:
    from pathlib import Path

    from tests.running import Printkit
    from tests.trust.sandbox import Sandbox

HEAD = "sheet: own/dear\ntitle: Dear\nplayers: none\n"
DEAR = (
    HEAD
    + """facts:
  cheap: "{sum(range(99))}"
  dear: "{range(9000)}"
body:
  - {for: i in range(900), text: "{cheap}", when: i < 1}
  - {for: i in range(9000), text: a, when: sum(dear) < 0 - i}
  - {for: i in range(900), text: "{cheap}", when: i < 2}
"""
)


def test_the_most_expensive_place_is_named(sandbox: Sandbox, tmp_path: Path) -> None:
    plant({"dear.yaml": DEAR}, tmp_path)
    ended = sandbox.run("build", "dear.yaml", cwd=tmp_path, cpu_s=30)

    assert not ended.faults({"dear.yaml"}), ended.told()
    assert ended.err.startswith("dear.yaml:9:44: error: this is too much work"), ended.told()
    assert "sum(dear)" in ended.err


def test_joined_letters_count_as_more_work() -> None:
    with limit_work() as plain:
        text_width("Ann" * 100, "Roboto", 1.0)
    with limit_work() as joined:
        text_width("دانا" * 100, "Roboto", 1.0)

    assert joined.taken > 10 * 400 > plain.taken


def test_a_nested_budget_counts_in_both() -> None:
    here = Where("x", 1, 1)
    with limit_work(1000) as whole:
        for _ in range(3):
            with limit_work(500):
                current_budget().count(400, here)
        with pytest.raises(Problems, match="too much work"):
            count_steps(1)
    assert whole.taken > 1000


def test_an_interruption_at_the_end_of_a_budget_leaves_none_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupt(_ends_s: float) -> None:
        raise KeyboardInterrupt

    before = current_budget()
    monkeypatch.setattr(cpu_limit, "restore", interrupt)
    with pytest.raises(KeyboardInterrupt), limit_work(1):
        pass
    assert current_budget() is before


def test_the_place_that_spent_most_is_named_not_the_last_one() -> None:
    dear, last, budget = Where("x", 1, 1), Where("x", 2, 2), Budget(10_000)
    budget.count(9_000, dear)
    with pytest.raises(Problems) as refused:
        budget.count(2_000, last)

    assert [dear] == [problem.where for problem in refused.value.problems]


def test_finished_pages_extend_the_budget() -> None:
    budget = Budget(1000)
    budget.allowed += 500
    budget.count(1400)
    with pytest.raises(Problems):
        budget.count(300)


MEANWHILE = """
import sys
import printkit.pipeline.main as targets
from printkit import __main__
from printkit.core import budget

def expand(request):
    if sys.argv[-1] == "memory":
        return [bytes(100_000_000) for _ in range(9)]
    budget.cpu_limit.restart(0)
    while sys.argv[-1] == "time":
        pass

targets.expand = expand
sys.argv = ["printkit", "build", "calibration", "-o", sys.argv[-1]]
sys.exit(__main__.main())
"""
LIMITS = {
    "memory": "error: this needs more than 512 MB of memory",
    "time": "error: this needs more than 30 seconds of computing",
}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep fewer limits")
@pytest.mark.parametrize("what", LIMITS)
def test_uncounted_work_is_stopped_by_the_system(what: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", MEANWHILE, what],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )

    assert done.returncode == 1, done.stderr
    assert done.stderr.startswith(LIMITS[what]), done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_an_expensive_layout_fails_only_its_own_job(printkit: Printkit, tmp_path: Path) -> None:
    unknown = "".join(f"  f{number}: '{{unknown{number}}}'\n" for number in range(300))
    plant({"bad.yaml": f"{HEAD}facts:\n{unknown}body: [a]\n", "dear.yaml": DEAR}, tmp_path)
    plant({"good.yaml": f"{HEAD}body: [a]\n"}, tmp_path)
    jobs = ("bad", "bad", "dear", "good")
    lines = "".join(f"  - {{target: {name}.yaml, out: '{{number}}.pdf'}}\n" for name in jobs)
    plant({"night.yaml": f"jobs:\n{lines}"}, tmp_path)

    ran = printkit.run("batch", "night.yaml", "-o", "out", cwd=tmp_path)

    assert ran.code == 1
    assert "Built 1 of 4 files in " in ran.stdout
    assert (tmp_path / "out" / "4.pdf").is_file()
    assert ran.stderr.count("note: 250 more problems not shown") == 2
    assert "dear.yaml:9:44: error: this is too much work" in ran.stderr
