"""Every kind of node can be laid out, and is read aloud as its entry here says.

A new kind of node needs an entry: it says which role the node has in the tagged structure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PIL import Image

from printkit.core.errors import PrintkitError
from printkit.layout.nodes.base import NODE_KINDS
from tests.layout.desk import layout
from tests.rendering import render
from tests.sheets.aloud import read_aloud

if TYPE_CHECKING:
    from tests.layout.desk import Desk

READ_ALOUD = {
    "text: Hello": ["P: Hello"],
    "rich: 'A **bold** word'": ["P: A bold word"],
    "column: [One, Two]": ["P: One", "P: Two"],
    "row: [One, Two]": ["P: One Two"],
    "box: [One, Two]": ["P: One", "P: Two"],
    "grid: [One, Two], columns: 2": ["P: One", "P: Two"],
    "group: [One, Two]": ["P: One", "P: Two"],
    "flow: [One, Two]": ["P: One", "P: Two"],
    "canvas: [{text: One, at: [1, 1]}], height: 20mm": ["P: One"],
    "table: {columns: [{head: Round}], rows: [{cells: ['1']}]}": [
        "table",
        "row: [Round]",
        "row: 1",
    ],
    "use: hello": ["P: Hello"],
    "write: Name": ["P: Name"],
    "track: [1, 2]": ["P: 1 2"],
    "chart: bars, height: 40mm, series: [{name: Ann, values: [1, 2]}]": [
        "figure: (Ann: 1 1, 2 2.)"
    ],
    "qr: 'https://example.org', alt: The rules": ["figure: (The rules)"],
    "icon: cup, alt: A cup": ["figure: (A cup)"],
    "image: cat.png, alt: A cat": ["figure: (A cat)"],
    "circle: 10mm, alt: A dot": ["figure: (A dot)"],
    "path: M 0 0 L 9 9, width: 9mm, alt: A line": ["figure: (A line)"],
    # Places to write without a field, and decoration.
    "boxes: 3": [],
    "rule: thin": [],
    "space: 5mm": [],
    # Nothing is printed.
    "tell: Print it twice": [],
}


def kind_of(node: str) -> str:
    return node.partition(":")[0]


def test_every_kind_of_node_is_tested_here() -> None:
    assert sorted(NODE_KINDS) == sorted([*map(kind_of, READ_ALOUD), "refuse"])


@pytest.mark.parametrize("node", READ_ALOUD, ids=kind_of)
def test_a_node_is_laid_out_and_has_a_role_in_the_tagged_structure(desk: Desk, node: str) -> None:
    Image.new("RGB", (40, 40)).save(desk.folder / "cat.png")
    desk.write("hello.yaml", "part: hello\nbody: [Hello]\n")
    document = desk.document(layout(f"- {{{node}}}"))
    (data,) = render(document.pages(), "pdf", document.document)
    lines = [line.strip() for line in read_aloud(data).splitlines()]

    assert READ_ALOUD[node] == [line for line in lines if line not in ("Document", "Sect")]


def test_refuse_stops_the_build(desk: Desk) -> None:
    with pytest.raises(PrintkitError, match="too many"):
        desk.pages("- {refuse: too many}")
