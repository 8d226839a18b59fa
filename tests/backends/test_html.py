"""HTML pages as files: what is in them, and what isn't. `test_html_in_browser` uses them."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest

import printkit
from printkit.backends import find_command
from printkit.backends.html import page as page_code
from printkit.core.paper import PAPERS
from printkit.layout.language.loading import shipped_sheets
from printkit.request.options import Request
from tests.backends.scenes import page as scene
from tests.rendering import lay_out, render, render_request

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

LARGEST = 150 * 1024
MOST_PLAYERS = {"attacke": 5, "attribute": 8, "cattitude": 5, "swipsheep": 5, "wolle": 6}
HOSTILE = ("</script><b>x</b>", "{title}", "\"Ann\" & 'Ben'", "{P} {1} $&", "دانا")


class Parsed(HTMLParser):
    """The elements of a page, with their attributes, and the text in its scripts and styles."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.code: list[str] = []
        self.feed(data.decode())

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag in ("script", "style"):
            self.code.append("")

    def handle_data(self, data: str) -> None:
        if self.cdata_elem:
            self.code[-1] += data

    @property
    def names(self) -> set[str]:
        """The names of the fields that have an input or an output."""
        return {str(given["data-field"]) for _, given in self.elements if "data-field" in given}


def request(sheet: str, **more: Any) -> Request:
    return Request((sheet,), paper=PAPERS["a4"], formats=("html",), seed="html", **more)


def page(sheet: str, **more: Any) -> bytes:
    (data,) = render_request(request(sheet, **more), "html")
    return data


def data_of(file: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Parsed(file).code[1])
    return found


def test_the_values_of_every_game_are_for_its_own_variant() -> None:
    variants = "wolle:no-cups,attribute:base"
    both = ("wolle/sheet", "attribute/score-pad")
    asked = replace(request("wolle/sheet"), targets=both, counts=(3,), variant=variants)
    (data,) = render_request(asked, "html")
    heads = {one["head"]["target"]: one["head"] for one in data_of(data)["files"]}
    assert "no-cups" == heads["wolle/sheet"]["variant"]
    assert "variant" not in heads["attribute/score-pad"]


SHEETS = [name for name in shipped_sheets() if name.partition("/")[0] in MOST_PLAYERS]


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_field_has_an_input_with_its_name(sheet: str) -> None:
    players = MOST_PLAYERS[sheet.partition("/")[0]]
    asked = request(sheet, counts=(players,))
    pages = list(lay_out(asked).pages())
    fields = {field.name for side in pages for placed in side.sheets for field in placed.fields}
    assert fields == Parsed(page(sheet, counts=(players,))).names


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_has_at_most_150_kb(sheet: str, language: str) -> None:
    players = MOST_PLAYERS[sheet.partition("/")[0]]
    file = page(sheet, counts=(players,), language=language)
    sheets = data_of(file)["sheets"]
    assert len(file) <= LARGEST * len(sheets)


def test_one_sheet_of_wolle_is_as_small() -> None:
    assert len(page("wolle/sheet", counts=(2,), settings={"sheets": "1"})) <= LARGEST


def test_the_file_asks_for_nothing_and_allows_only_its_own_code() -> None:
    parsed = Parsed(page("attribute/score-pad", names=("Ann", "Ben", "Cleo")))
    for tag, given in parsed.elements:
        links = [given.get(name) for name in ("src", "href", "action", "xlink:href", "style")]
        assert all(link is None or link.startswith(("#", "data:")) for link in links), (tag, given)
        assert not any(name.startswith("on") for name in given)
    (policy,) = [
        given["content"]
        for _, given in parsed.elements
        if given.get("http-equiv") == "Content-Security-Policy"
    ]
    rules = dict(rule.split(" ", 1) for rule in str(policy).split("; "))
    style, _, script = parsed.code
    digests = [
        f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
        for text in (script, style)
    ]
    assert digests == [rules.pop("script-src"), rules.pop("style-src")]
    assert rules == {
        "default-src": "'none'", "font-src": "data:", "img-src": "data:",
        "base-uri": "'none'", "form-action": "'none'",
    }  # fmt: skip
    assert "http" not in re.sub(r"http://www.w3.org/\S+|https?:(?=\")", "", style + script)


def test_names_are_data() -> None:
    file = page("attribute/score-pad", names=HOSTILE)
    parsed = Parsed(file)
    assert [tag for tag, _ in parsed.elements].count("script") == 2
    assert "b" not in [tag for tag, _ in parsed.elements]
    assert list(HOSTILE) == data_of(file)["players"]
    assert not any(name.startswith("name.") for name in parsed.names), "names in print"


def test_the_same_request_gives_the_same_bytes() -> None:
    assert page("wolle/sheet", counts=(2,)) == page("wolle/sheet", counts=(2,))


def test_again_finds_the_command() -> None:
    document = lay_out(request("attribute/score-pad")).document
    command = 'printkit build attribute/score-pad --names "Ann & Ben"'

    (file,) = render((scene(),), "html", document._replace(keywords=(command,)))
    assert command == find_command(file)


def test_tables_and_headings_are_read_aloud() -> None:
    parsed = Parsed(page("attribute/score-pad", counts=(3,)))
    tags = [tag for tag, _ in parsed.elements]
    assert {"h2", "h3", "table", "th", "td"} <= set(tags)
    assert all(
        given.get("aria-hidden") == "true" for tag, given in parsed.elements if tag == "svg"
    ), "the drawing itself isn't read"


def test_modules_have_different_names() -> None:
    names = re.findall(
        r"^(?:export )?(?:async )?(?:function|class|const|let|var) (\w+)",
        "\n".join(path.read_text() for path in page_code.MODULES.values()),
        re.MULTILINE,
    )
    assert len(set(names)) == len(names), "one script has them all"


@pytest.mark.parametrize("sheet", ["attribute/score-pad", "wolle/sheet", "attacke/chip-tracker"])
def test_scores_are_declared_by_the_game(sheet: str) -> None:
    scoring = data_of(page(sheet, counts=(3,)))["scoring"]
    assert len(scoring["fields"]) == 3
    assert not scoring["lowest"]


@pytest.mark.parametrize(
    ("node", "problem"),
    [
        ("box: [], height: 10mm, field: total", "'total' isn't listed under `fields`"),
        ("text: '{nothing}'", "unknown fact 'nothing'"),
    ],
)
def test_a_mistake_is_a_problem_of_the_layout(node: str, problem: str, tmp_path: Path) -> None:
    layout = tmp_path / "own.yaml"
    layout.write_text(f"sheet: own/own\ntitle: Own\nplayers: none\nbody:\n  - {{{node}}}\n")

    with pytest.raises(printkit.PrintkitError, match=problem) as caught:
        printkit.render(layout, format="html")
    assert 1 == len(caught.value.problems)
