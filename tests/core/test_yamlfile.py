"""YAML becomes nodes with positions, and everything ambiguous is refused."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from printkit.core import yamlfile
from printkit.core.errors import LayoutError, OutputError
from printkit.core.yamlfile import Scalar, YamlList, YamlMap, YamlNode, load_yaml, parse_yaml
from tests.depth import many

if TYPE_CHECKING:
    from pathlib import Path

LAYOUT = """\
sheet: attribute/score-pad
page: {paper: a4, margin: 10mm}
body:
  - use: shared/header
  - table:
      columns:
        - {for: player in players, width: 1fr, head: "{player.name}"}
"""


@pytest.fixture(autouse=True, params=["CSafeLoader", "SafeLoader"])
def _either_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yamlfile, "_LOADER", getattr(yaml, request.param))


def plain(node: YamlNode | None) -> object:
    """A node as plain Python data."""
    match node:
        case YamlMap():
            return {key.text: plain(child) for key, child in node.items}
        case YamlList():
            return [plain(child) for child in node.items]
        case Scalar():
            return node.value
    return "nothing"


def value_of(text: str) -> object:
    return plain(parse_yaml(f"a: {text}\n", "test.yaml").get("a"))  # type: ignore[union-attr]


def refusal(text: str) -> LayoutError:
    with pytest.raises(LayoutError) as caught:
        parse_yaml(text, "test.yaml")
    return caught.value


def test_a_layout_becomes_nodes() -> None:
    head = {"for": "player in players", "width": "1fr", "head": "{player.name}"}
    expected = {
        "sheet": "attribute/score-pad",
        "page": {"paper": "a4", "margin": "10mm"},
        "body": [{"use": "shared/header"}, {"table": {"columns": [head]}}],
    }

    assert expected == plain(parse_yaml(LAYOUT, "test.yaml"))


def test_every_node_and_key_knows_its_place() -> None:
    root = parse_yaml(LAYOUT, "test.yaml")
    assert isinstance(root, YamlMap)
    page_key, page = root.items[1]
    assert isinstance(page, YamlMap)

    assert str(page_key.where) == "test.yaml:2:1"
    assert str(page.where) == "test.yaml:2:7"
    assert str(page.items[1][0].where) == "test.yaml:2:19"
    assert page.items[1][1].where.source == "page: {paper: a4, margin: 10mm}"
    assert str(root.items[2][1].where) == "test.yaml:4:3"


def test_columns_count_characters_not_bytes() -> None:
    root = parse_yaml("{é𝄞: 1, b: 2}", "test.yaml")
    assert isinstance(root, YamlMap)

    assert root.items[1][0].column == 9


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("12", 12),
        ("-12", -12),
        ("012", 12),
        ("0x1F", 31),
        ("0o17", 15),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1e3", 1000.0),
    ],
)
def test_yaml_1_2_words_and_numbers_are_values(text: str, expected: object) -> None:
    value = value_of(text)

    assert (expected, type(expected)) == (value, type(value))


@pytest.mark.parametrize(
    "text",
    ["no", "on", "Yes", "y", "1_000", "12:30", "2024-01-31", "12mm", "-", "+", ".", "1e"],
)
def test_yaml_1_1_words_are_text(text: str) -> None:
    assert [text] == plain(parse_yaml(f"- '{text}'\n", "test.yaml"))
    if text != "-":
        assert text == value_of(text)


def test_quoted_and_block_values_are_text() -> None:
    text = "- \"12\"\n- 'true'\n- |\n  1\n- >\n  2\n"

    root = parse_yaml(text, "test.yaml")

    assert plain(root) == ["12", "true", "1\n", "2\n"]
    assert isinstance(root, YamlList)
    assert [item.style for item in root.items if isinstance(item, Scalar)] == [
        "double",
        "single",
        "literal",
        "folded",
    ]


def test_the_text_of_a_number_is_kept_as_written() -> None:
    node = parse_yaml("007", "test.yaml")

    assert isinstance(node, Scalar)
    assert (node.value, node.text) == (7, "007")


def test_a_missing_key_gives_none() -> None:
    root = parse_yaml("a: 1", "test.yaml")
    assert isinstance(root, YamlMap)

    assert root.get("b") is None


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("a: .nan", "1:4", "'.nan' is not a number"),
        ("a: -.inf", "1:4", "'-.inf' is not a number"),
        ("a: 1e999", "1:4", "too large"),
        ("a: 1000000000000001", "1:4", "too large"),
        ("a: " + "9" * 5000, "1:4", "too large"),
        ("a: &x 1", "1:4", "anchors"),
        ("a: *x", "1:4", "aliases"),
        ("*x : 1", "1:1", "aliases"),
        ("a: {<<: b}", "1:5", "merge keys"),
        ("a: !!python/object/apply:os.system [ls]", "1:4", "'!!python/object/apply:os.system'"),
        ("a: !mine x", "1:4", "'!mine'"),
        ("!!str a: 1", "1:1", "'!!str'"),
        ("a: !!map {}", "1:4", "'!!map'"),
        ("%YAML 1.2\n---\na: 1", "1:1", "directives"),
        ("# x\n%TAG ! !\n---\na: 1", "2:1", "directives"),
        ("a: 1\n...\n%FOO\n", "3:1", "directives"),
        ("a: 1\n---\nb: 1", "2:1", "second document"),
        ("[a]: 1", "1:1", "a key must be"),
        ('{"": 1}', "1:2", "a key is missing"),
        ('a: "\\0"', "1:4", "U+0000"),
        ('a: "\\x1b[31m"', "1:4", "U+001B"),
        ("a: \x00", "1:4", "U+0000"),
        ("ok: 1\na: x\x1by", "2:5", "U+001B"),
        ("a: x\u2028y", "1:5", "U+2028"),
        ("a: \ud800", "1:4", "U+D800"),
    ],
)
def test_ambiguous_values_are_refused_at_their_place(text: str, place: str, message: str) -> None:
    error = refusal(text)

    assert f"test.yaml:{place}" == str(error.where)
    assert message in error.message


@pytest.mark.parametrize("escape", ["\\q", "\\U00ffffff", "\\UFFFFFFFF", "\\ud800", "\\xZZ"])
def test_an_escape_that_isnt_a_character_is_refused(escape: str) -> None:
    error = refusal(f'ok: 1\na: "{escape}"\n')

    assert error.where
    assert error.where.line == 2


def test_a_duplicate_key_names_both_places() -> None:
    error = refusal("a: 1\nb:\n  c: 1\n  'c': 2\n")

    assert (str(error.where), error.message) == ("test.yaml:4:3", "the key 'c' appears twice")
    assert error.hint == "first at test.yaml:3:3"


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n", "\ufeff"])
def test_an_empty_file_is_refused(text: str) -> None:
    assert refusal(text).message == "the file is empty"


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ("a:\n\tb: 1\n", "2:1", "tab", "indent with spaces"),
        ("a: 1\n\tb: 1\n", "2:1", "tab", "indent with spaces"),
        ("a: {player.name}\n", "1:5", "has no value", '{ must be quoted: "{player.name}"'),
        ("a: {b: 1,5cm}\n", "1:10", "has no value", "1,5 is written 1.5"),
        ("a: {b: #157f86}\nc: 1\n", "2:2", "',' or '}' is missing", 'like "#157f86"'),
        ("a: {player.name} wins\n", "1:5", "has no value", "{ must be quoted"),
        ("a: {b: 1} wins\n", "1:11", "unexpected text after", "{ must be quoted"),
        ("a: {b: 1 c: 2}\n", "1:11", "',' or '}' is missing", "with commas"),
        ("a: [1, 2\nb: 3\n", "2:2", "',' or ']' is missing", "opened in line 1, column 4"),
        ("a: 1\nb\nc: 2\n", "2:1", "a ':' is missing", "key: value"),
        ("a: Round: one\n", "1:9", "a ':' is out of place", "in quotes"),
        ("a: 'it's'\n", "1:8", "unexpected text after", "''"),
        ("a: 'x\nb: 1\n", "1:4", "never closed", "closing quote"),
        ("a: @x\n", "1:4", "cannot begin with '@'", "in quotes"),
        ("a: * x\n", "1:4", "a lone '*'", "must be quoted"),
        ("a: - b\n", "1:4", "a list cannot begin here", "next line"),
        ("a:\n  b: 1\n c: 2\n", "3:2", "does not belong here", "same column"),
    ],
)
def test_a_syntax_error_has_a_hint(text: str, place: str, message: str, hint: str) -> None:
    error = refusal(text)

    assert f"test.yaml:{place}" == str(error.where)
    assert message in error.message
    assert hint in error.hint


@pytest.mark.parametrize("opening", ["[", "- ", "{a: ", "[[], "])
def test_deep_nesting_is_refused_before_it_can_crash(opening: str) -> None:
    assert refusal(opening * 100_000).message == "nested more than 40 levels deep"


@pytest.mark.parametrize("opening", ["{", "? "])
def test_keys_do_not_nest(opening: str) -> None:
    assert refusal(opening * 100_000).message == "a key must be a single word or text"


def test_forty_levels_are_allowed() -> None:
    parse_yaml("[" * 40 + "]" * 40, "test.yaml")

    assert refusal("[" * 42 + "]" * 42).message == "nested more than 40 levels deep"


def test_the_number_of_values_is_bounded() -> None:
    assert refusal("-\n" * 50_001).message == "more than 50,000 values in one file"


def test_the_size_of_a_file_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    path.write_bytes(b"#" * 1_000_001)

    assert "larger than 1 MB" in refusal("#" * 1_000_001).message
    with pytest.raises(LayoutError, match="larger than 1 MB"):
        load_yaml(path)


def test_an_alias_bomb_is_refused() -> None:
    levels = "".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]\n" for n in range(1, 9))

    assert "anchors" in refusal(f"l0: &l0 [x]\n{levels}").message


def test_a_file_may_have_a_byte_order_mark_and_windows_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "windows.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: |\r\n  x\r\n  y\r\nc: 2\r\n")

    root = load_yaml(path, "windows.yaml")

    assert plain(root) == {"a": 1, "b": "x\ny\n", "c": 2}
    assert isinstance(root, YamlMap)
    assert str(root.items[2][0].where) == "windows.yaml:5:1"


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"a: 1\nb: caf\xe9\n", "2:7"),
        ("é: 1\nb: ü".encode() + b"\xff", "2:5"),
        ("a: 1".encode("utf-16"), "1:1"),
        ("a: 1".encode("utf-16-le"), "1:2"),
    ],
)
def test_another_encoding_is_refused_at_its_place(tmp_path: Path, data: bytes, place: str) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes(data)

    with pytest.raises(LayoutError) as caught:
        load_yaml(path, "latin.yaml")

    assert f"latin.yaml:{place}" == str(caught.value.where)
    assert "UTF-8" in caught.value.hint


@pytest.mark.parametrize("kind", ["missing", "folder", "pipe"])
def test_an_unreadable_file_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "x.yaml"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)

    with pytest.raises(OutputError):
        load_yaml(path)


def test_shown_lines_have_no_control_characters() -> None:
    where = refusal("\ta: \x1b[31m").where

    assert where is not None
    assert where.source == " a: �[31m"


def test_a_caret_is_shown_only_where_it_can_be_right() -> None:
    near, far = refusal("a: !x " + "y" * 500).where, refusal("y" * 500 + ": !x z").where

    assert near is not None
    assert far is not None
    assert (len(near.source), near.source[-1]) == (160, "…")
    assert (far.column, far.source) == (503, "")


SPICE = st.sampled_from([*"[]{}:,-?&*!|>'\"%@`#~<=.\\ \t\n\r\x00", "<<: ", "- ", "\ud800", "𝄞"])


@given(st.text() | st.lists(SPICE | st.text(max_size=3), max_size=30).map("".join))
@settings(
    max_examples=many(200, deep=2_000), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_text_gives_nodes_or_a_layout_error(text: str) -> None:
    with suppress(LayoutError):
        parse_yaml(text, "test.yaml")


@given(st.integers(0, len(LAYOUT)), st.integers(0, 8), st.binary(max_size=4))
@settings(
    max_examples=many(100, deep=1_000), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_damaged_file_gives_nodes_or_a_layout_error(
    tmp_path: Path, start: int, length: int, noise: bytes
) -> None:
    data = LAYOUT.encode()
    path = tmp_path / "damaged.yaml"
    path.write_bytes(data[:start] + noise + data[start + length :])

    with suppress(LayoutError):
        load_yaml(path)
