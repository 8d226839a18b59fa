"""The page about batches is true."""

from __future__ import annotations

import re
from pathlib import Path

from printkit.batch.plan import plan_batch
from printkit.request.options import JOB_OPTIONS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "batches.md").read_text(encoding="utf-8")


def test_the_example_is_a_manifest(tmp_path: Path) -> None:
    example, _tables = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    manifest = tmp_path / "night.yaml"
    manifest.write_text(example, encoding="utf-8")

    names = [task.order.name for task in plan_batch(manifest, tmp_path / "out").tasks]

    assert names[0] == "attribute/score-pad-3p-en.pdf"
    assert names[-1] == "wolle-sheet-4p.pdf"
    assert len(names) == 7


def test_every_option_of_a_job_is_named() -> None:
    assert [name for name in JOB_OPTIONS if f"`{name}`" not in PAGE] == []
