"""Data files become lists of records; what is wrong with them is named with its line."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

import pytest

from printkit.core.datafile import MAX_ROWS, load_data, repeat_rows
from printkit.core.errors import PrintkitError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def load(tmp_path: Path) -> Load:
    return Load(tmp_path)


class Load:
    """Write a file and read it back, as a layout would."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, content: str | bytes, name: str = "cards.csv") -> object:
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return load_data(path, name)

    def refusal(self, content: str | bytes, name: str = "cards.csv") -> str:
        with pytest.raises(PrintkitError) as caught:
            self(content, name)
        return f"{caught.value.where}: {caught.value.message}"


def test_rows_become_records_by_the_names_of_the_columns(load: Load) -> None:
    rows = load("name,cost,text\nWolf,3,howls\nDog,-1.5,\n")
    assert [
        {"name": "Wolf", "cost": 3, "text": "howls"},
        {"name": "Dog", "cost": -1.5, "text": ""},
    ] == rows


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("a,b\n1,x y\n", "t.csv"),
        ("a;b\n1;x y\n", "t.csv"),
        ("a\tb\n1\tx y\n", "t.csv"),
        ("a\tb\n1\tx y\n", "t.tsv"),
        ("\ufeffa,b\n1,x y\n", "t.csv"),
        ("a,b\r\n1,x y\r\n\r\n", "t.csv"),
        ("a, b ,,\n 1 ,x y,,\n,,,\n", "t.csv"),
        ('"a",b\n1,"x y"\n', "t.csv"),
        ('[{"a": 1, "b": "x y"}]', "t.json"),
        ("- {a: 1, b: x y}\n", "t.yaml"),
    ],
)
def test_the_delimiter_of_a_table_is_detected(load: Load, content: str, name: str) -> None:
    assert [{"a": 1, "b": "x y"}] == load(content, name)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("=1+1", "=1+1"),
        ("007", "007"),
        ("1e5", "1e5"),
        ("nan", "nan"),
        ("-0.5", -0.5),
        ("9" * 16, "9" * 16),
        ("3 wool", "3 wool"),
        ("true", "true"),
    ],
)
def test_numbers_become_numbers_and_the_rest_stays_text(
    load: Load, cell: str, expected: object
) -> None:
    assert [{"a": expected}] == load(f"a\n{cell}\n")


def test_decimals_in_a_table_with_semicolons_have_a_comma(load: Load) -> None:
    assert [{"a": 1.5, "b": "1.5.2"}] == load("a;b\n1,5;1.5.2\n")


def test_a_quoted_cell_can_have_several_lines(load: Load) -> None:
    assert [{"a": 'x\n"y"', "b": 1}, {"a": "z", "b": 2}] == load('a,b\n"x\n""y""",1\nz,2\n')


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("", "cards.csv: the file is empty"),
        ("a,a\n1,2\n", "cards.csv:1: two columns are called 'a'"),
        ("a,,b\n1,2,3\n", "cards.csv:1: column 2 has no name"),
        (
            "a,b\n1,2\n1,2,3\n",
            "cards.csv:3: this row has 3 cells: '3' belongs to no column",
        ),
        (
            'a\n"x\ny"\n1,2\n',
            "cards.csv:4: this row has 2 cells: '2' belongs to no column",
        ),
        ('a,b\n"x,1\n', "cards.csv:2: can't read the table from here: unexpected end of data"),
        (b"a\ncaf\xe9\n", "cards.csv:2:4: the byte 0xE9 is not UTF-8 text"),
        (
            "a\nx\u202ey\n",
            "cards.csv:2:2: the character U+202E RIGHT-TO-LEFT OVERRIDE cannot be used in a file",
        ),
        ("a\n" + "1\n" * (MAX_ROWS + 1), "cards.csv: more than 10,000 rows are too many"),
        ("a\n" + "1\n" * 1_000_000, "cards.csv: the file is larger than 1 MB"),
    ],
)
def test_a_wrong_table_is_refused_at_its_line(
    load: Load, content: str | bytes, expected: str
) -> None:
    assert expected == load.refusal(content)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("[1, 2", "cards.json:1:6: this isn't valid JSON: expecting ',' delimiter"),
        ('{"a": 1, "a": 2}', "cards.json: this data cannot be used: the key 'a' appears twice"),
        ("[NaN]", "cards.json: this data cannot be used: NaN is not a number"),
        ("[" * 100_000, "cards.json: this data cannot be used"),
        ("[" * 60 + "]" * 60, "cards.json: this data cannot be used: it is nested more than 40"),
        (f"[{'9' * 5000}]", "cards.json: this data cannot be used: the number 999"),
        ("[1e999]", "cards.json:1:2: the number 1e999 is too large"),
        ("[-1e16]", "cards.json:1:2: the number -1e16 is too large"),
        ("[5e-324]", "cards.json:1:2: the number 5e-324 is too small"),
        ('[\n"a\\uD800"]', "cards.json:2:3: the character U+D800 cannot be used in a file"),
        ('{"\\u0000": 1}', "cards.json:1:3: the character U+0000 cannot be used in a file"),
        ('[["\\u202e"]]', "cards.json:1:4: the character U+202E RIGHT-TO-LEFT OVERRIDE"),
        (f"[{'1,' * 100_001}1]", "cards.json: this data cannot be used: it holds more than"),
    ],
)
def test_wrong_json_is_refused(load: Load, content: str, expected: str) -> None:
    assert load.refusal(content, "cards.json").startswith(expected)


def test_a_duplicate_among_many_keys_is_found(load: Load) -> None:
    names = ",".join(f'"{number}":0' for number in range(90_000))
    started = process_time()

    assert load.refusal(f'{{{names},"89999":1}}', "cards.json").endswith(
        "the key '89999' appears twice in one record"
    )
    assert process_time() - started < 2


def test_surrogate_pairs_are_one_character(load: Load) -> None:
    assert ["🐑", "a\tb\nc"] == load('["\\ud83d\\udc11", "a\\tb\\nc"]', "cards.json")


def test_a_file_with_another_extension_is_refused(load: Load) -> None:
    assert "cards.xlsx: this isn't a data file" == load.refusal("x", "cards.xlsx")


def test_a_count_column_repeats_rows(load: Load) -> None:
    rows = load("name,count\nWolf,2\nDog,0\nSheep,1\n")
    deck = [row["name"] for row in repeat_rows(rows, "count", "cards.csv")]
    assert ["Wolf", "Wolf", "Sheep"] == deck


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("name,count\nWolf,2\nDog,two\n", "cards.csv:3: count: expected a number, not 'two'"),
        ("name,count\nWolf,-1\n", "cards.csv:2: count: expected a number, not '-1'"),
        ("name,count\nWolf,1.5\n", "cards.csv:2: count: expected a number, not '1.5'"),
        ("name,count\nWolf,\n", "cards.csv:2: count: expected a number, not ''"),
        ("name,number\nWolf,2\n", "cards.csv:2: unknown column 'count'"),
        (
            "name,count\nWolf,999999999\n",
            "cards.csv: more than 10,000 rows, counting copies, are too many",
        ),
    ],
)
def test_a_wrong_number_is_reported_with_line_and_column(
    load: Load, content: str, expected: str
) -> None:
    with pytest.raises(PrintkitError) as caught:
        repeat_rows(load(content), "count", "cards.csv")
    assert expected == f"{caught.value.where}: {caught.value.message}"
