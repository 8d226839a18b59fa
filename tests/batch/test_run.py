"""Orders of one worker share its layouts, and are the same as if each was built alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.running import contents, statuses, write_manifest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.running import Printkit

LAYOUT = """sheet: own/x
title: X
players: 2-4
page: {size: a6}
fields:
  points.P: {kind: number}
body:
  - {text: "{table_label} · a sheet for everyone"}
  - canvas:
      - {box: [A carpet], at: [0mm, 0mm], width: 40mm}
      - {text: "{copy}", at: [5mm, 20mm]}
    height: 40mm
  - row:
      - {for: player in players, text: "{player.name}", width: 20mm}
  - row:
      - {for: player in players, box: [], width: 20mm, field: "points.{player.number}"}
"""
JOBS = (
    "{target: x.yaml, names: [Ann, Ben], out: one}",
    "{target: x.yaml, names: [Ann, Ben], copies: 3, out: copies}",
    "{target: x.yaml, names: [Cleo, Dan], table: 7, lang: de, out: german}",
    "{target: x.yaml, names: [Cleo, Dan], theme: ink-saver, out: theme}",
    "{target: x.yaml, names: [Ann, Ben], fillable: true, out: fillable}",
)


def test_orders_that_share_a_worker_are_the_same_as_each_alone(
    printkit: Printkit, folder: Path
) -> None:
    (folder / "x.yaml").write_text(LAYOUT)
    write_manifest(folder, *JOBS)
    printkit.batch("night.yaml", "--out", "together", "--jobs", 1, cwd=folder)
    for job in JOBS:
        write_manifest(folder, job)
        printkit.batch("night.yaml", "--out", "alone", cwd=folder)

    assert contents(folder / "together") == contents(folder / "alone")


def test_an_order_that_fails_does_not_affect_the_next_of_its_worker(
    printkit: Printkit, folder: Path
) -> None:
    (folder / "x.yaml").write_text(LAYOUT)
    long = "W" * 40
    write_manifest(
        folder,
        f"{{target: x.yaml, names: [{long}, Ben], out: long}}",
        "{target: x.yaml, names: [Ann, Ben], out: short}",
    )

    document = printkit.batch("night.yaml", "--out", "out", "--jobs", 1, cwd=folder, code=1)

    assert statuses(document) == {"long.pdf": "failed", "short.pdf": "built"}
