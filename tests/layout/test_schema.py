"""The JSON Schema: what is shipped passes an independent validator, planted mistakes do not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from printkit.core.source import shipped_folder
from printkit.layout.language.loading import load_sheet
from printkit.layout.language.schema import layout_schema
from printkit.layout.nodes.base import NODE_KINDS
from printkit.starter import starter
from tests.depth import many
from tests.layout.desk import layout

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.layout.desk import Desk

VALIDATOR = Draft202012Validator(layout_schema())
LAYOUTS = shipped_folder("layouts")
SHIPPED = sorted(
    path
    for path in LAYOUTS.glob("*/*.yaml")
    if path.parent.name not in ("icons", "boards", "locale") and path.name != "palette.yaml"
)


def complaints(text: str) -> list[str]:
    return [error.message for error in VALIDATOR.iter_errors(yaml.safe_load(text))]


def test_the_schema_is_a_valid_json_schema() -> None:
    Draft202012Validator.check_schema(layout_schema())


def test_check_jsonschema_passes_everything_shipped_and_the_starter(tmp_path: Path) -> None:
    schema, first = tmp_path / "schema.json", tmp_path / "starter.yaml"
    schema.write_text(json.dumps(layout_schema()))
    first.write_text(starter("mine", "mine.yaml"))
    tool = Path(sys.executable).with_name("check-jsonschema")
    some = SHIPPED[:: many(6, deep=1)]
    run = subprocess.run(
        [tool, "--schemafile", schema, first, *some], capture_output=True, text=True, check=False
    )
    assert (0, "ok -- validation done\n") == (run.returncode, run.stdout)


@pytest.mark.parametrize(
    "mistake",
    [
        "- {tabel: {}}",
        "- {text: a, stlye: title}",
        "- {text: a, style: tittle}",
        "- {text: a, colour: '#3f8f5'}",
        "- {text: a, width: 12}",
        "- {text: a, width: 12em}",
        "- {text: a, align: centre}",
        "- {text: a, icon: sheep}",
        "- {text: [a]}",
        "- {style: label}",
        "- {row: a}",
        "- {grid: [a], columns: 0}",
        "- {boxes: many}",
        "- {boxes: 3, size: 30%}",
        "- {rule: thinn}",
        "- {text: a, padding: [1mm, 2mm, 3mm]}",
        "- {text: a, leading: 9}",
        "- {table: {rows: []}}",
        "- {table: {columns: [{widht: 1fr}], rows: []}}",
        "- {table: {columns: [{}], rows: [{cels: []}]}}",
        "- {table: {columns: [{}], rows: [{cells: [{txt: a}]}]}}",
        "- {rich: [a]}",
        "- {flow: a}",
        "- {flow: [a], columns: 0}",
        "- {flow: [a], gutter: 30%}",
        "- {write: [a]}",
        "- {use: shared/header, with: 5}",
        "- [a]",
    ],
)
def test_a_planted_mistake_fails_in_the_editor_and_in_printkit(desk: Desk, mistake: str) -> None:
    assert complaints(layout(mistake))
    assert desk.problems(mistake)


@pytest.mark.parametrize(
    "head",
    [
        "titel: X",
        "players: many",
        "players: true",
        "page: a4",
        "page: {margn: 5mm}",
        "page: {orientation: tall}",
        "options: {a: {type: chioce}}",
        "usual-players: some",
        "accent: blue",
        "facts: 5",
        "fonts: {a: {heavy: a.ttf}}",
        "fonts: {a: [a.ttf]}",
        "fonts: a.ttf",
    ],
)
def test_a_planted_mistake_in_the_head_fails_too(desk: Desk, head: str) -> None:
    assert complaints(layout("- a", f"{head}\n"))
    assert desk.problems("- a", f"{head}\n")


@pytest.mark.parametrize(
    "right",
    [
        "- text",
        "- 5",
        "- {text: '{count}', when: count > 3, for: x in players}",
        "- {text: a, width: '{5}mm', style: \"{'title'}\", colour: '#123456', padding: 0}",
        "- {text: a, width: 12.5 mm, height: 1in, padding: [1mm, 2mm]}",
        "- {space: m}",
        "- {rich: 'Pay **2** :wool:', hyphens: true}",
        "- {flow: [a, {rich: b}], columns: 2, gutter: 5mm, height: 50%}",
        "- {write: Name, height: 12mm}",
        "- {write: }",
        "- {boxes: '{count}'}",
        "- {track: '{range(9)}'}",
        "- {icon: sheep}",
        "- {canvas: [{circle: 5mm, at: [1, 2mm]}], height: 5cm}",
        "- {table: {columns: [{columns: [{}]}], rows: [{section: a, rows: [{cells: [b]}]}]}}",
    ],
)
def test_valid_layouts_pass(right: str) -> None:
    assert [] == complaints(layout(right))


def test_a_font_is_a_file_or_a_file_for_each_weight() -> None:
    fonts = "fonts: {a: a.ttf, b: {regular: b.ttf, bold: fonts/b.ttf}}\n"

    assert [] == complaints(layout("- {text: a, font: a}", fonts))


def test_a_schema_describes_every_key_of_every_node() -> None:
    definitions = layout_schema()["$defs"]
    bare = [
        f"{name}.{key}"
        for name in NODE_KINDS
        for key, value in definitions[name]["properties"].items()
        if not value["description"]
    ]
    assert [] == bare
    assert set(NODE_KINDS) <= set(definitions)


def _sheets() -> Iterator[Path]:
    for path in SHIPPED:
        if path.stem != "kit" and path.parent.name not in ("shared", "shelf"):
            yield path


@pytest.mark.parametrize(
    "path", list(_sheets()), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_a_shipped_sheet_is_named_like_its_file(path: Path) -> None:
    assert f"{path.parent.name}/{path.stem}" == load_sheet(path).id
