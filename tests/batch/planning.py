"""Plan manifests: the files that would be made, and the problems."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from printkit.batch.plan import plan_batch
from printkit.core.errors import PrintkitError, Problems

if TYPE_CHECKING:
    from printkit.batch.plan import Order


def orders(folder: Path, text: str) -> list[Order]:
    """The orders of a manifest."""
    path = folder / "night.yaml"
    path.write_text(text, encoding="utf-8")
    return [task.order for task in plan_batch(path, folder / "out").tasks]


def names(folder: Path, *jobs: str, defaults: str = "{}") -> list[str]:
    """The names of the files of some jobs."""
    text = f"defaults: {defaults}\njobs:\n" + "".join(f"  - {job}\n" for job in jobs)
    return [order.name for order in orders(folder, text)]


def problems(folder: Path, text: str) -> list[str]:
    """Everything wrong with a manifest: 'line:column: message | hint'."""
    path = folder / "night.yaml"
    path.write_text(text, encoding="utf-8")
    try:
        failed = plan_batch(path, folder / "out").failed
        several = [one.as_json() for result in failed for one in result.problems]
    except PrintkitError as error:
        problems = error.problems if isinstance(error, Problems) else (error,)
        several = [one.as_json() for one in problems]
    assert several
    assert all(str(one["file"]).endswith("night.yaml") for one in several)
    return ["{line}:{column}: {message} | {hint}".format(**one) for one in several]


def problem(folder: Path, job: str) -> str:
    """The only problem of a job, which is in line 2 from column 5."""
    (found,) = problems(folder, f"jobs:\n  - {job}\n")
    return found


PAD = "target: attribute/score-pad"
