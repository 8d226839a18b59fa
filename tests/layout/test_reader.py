"""Reading a layout: every problem of the file at once, with its place and what would be right."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from PIL import Image

if TYPE_CHECKING:
    from tests.layout.desk import Desk


def test_all_problems_of_a_file_are_reported_in_line_order(desk: Desk) -> None:
    text = """\
        sheet: Mine
        titel: X
        page: {margin: 10}
        options:
          size: {type: chioce}
        body:
          - {tabel: {}}
          - {text: a, colour: acent, stlye: title}
          - {text: "{lambda: 1}"}
          - {text: a, for: x of players}
          - {row: {text: a}}
          - {text: a, icon: sheep}
          - {boxes: many}
          - {icon: shep, use: shared/headr}
          - row: [{text: a, font: txt}, {icon: "{cuont}"}, {use: broken, with: {icon: shep}}]
    """
    desk.write("broken.yaml", "part: broken\nbody: [{txt: a}]\n")
    assert [
        "2:9: unknown node 'txt' (did you mean 'text'?)",
        "1:1: a layout needs 'title'",
        "1:8: expected a name like my-game/score-pad, not 'Mine'",
        "2:1: unknown key 'titel' in a layout (did you mean 'title'?)",
        "3:16: expected a length like 12mm, not 10 (did you mean '10mm'?)",
        (
            "5:16: expected one of bool, int, text, choice, file, not 'chioce'"
            " (did you mean 'choice'?)"
        ),
        "7:6: unknown node 'tabel' (did you mean 'table'?)",
        "8:23: unknown colour 'acent' (did you mean 'accent'?)",
        "8:30: unknown key 'stlye' in 'text' (did you mean 'style'?)",
        (
            "9:14: 'lambda: 1' can't be used here (use names, fields, numbers, 'text',"
            " + - * / // %, comparisons, and, or, not, functions)"
        ),
        (
            "10:20: 'x of players' is not a loop (write 'player in players',"
            " or 'i, player in players'"
            " to count from 1)"
        ),
        "11:11: expected a list: lines that begin with '- '",
        "12:15: a node can only be one thing, not 'text' and 'icon'",
        (
            "13:13: expected a whole number from 0 to 2000, not 'many'"
            ' (for the value of a fact write "{many}")'
        ),
        "14:12: unknown icon 'shep' (did you mean 'sheep'?)",
        "14:18: a node can only be one thing, not 'icon' and 'use'",
        "14:23: unknown part 'shared/headr' (did you mean 'shared/header'?)",
        "15:27: unknown font 'txt' (did you mean 'text'?)",
        "15:42: unknown fact 'cuont' (did you mean 'count'?)",
    ] == desk.problems_of(dedent(text))


def test_a_problem_shows_file_line_and_caret(desk: Desk) -> None:
    error, *_ = desk.errors("sheet: mine/x\ntitle: X\nbody:\n  - {text: a, colour: acent}\n")
    file = error.where.file if error.where else ""

    assert [
        f"{file}:4:23: error: unknown colour 'acent'",
        "      - {text: a, colour: acent}",
        "                          ^",
        "hint: did you mean 'accent'?",
    ] == error.render().splitlines()
    assert file.endswith(".yaml")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("- {colum: [a]}", "4:6: unknown node 'colum' (did you mean 'column'?)"),
        ("- {text: a, algin: left}", "4:15: unknown key 'algin' in 'text' (did you mean 'align'?)"),
        ("- {text: a, colour: acent}", "4:23: unknown colour 'acent' (did you mean 'accent'?)"),
        ("- {text: a, style: tittle}", "4:22: unknown style 'tittle' (did you mean 'title'?)"),
        (
            "- {text: a, size: tittle}",
            (
                "4:21: expected a length like 9pt or one of the theme's styles,"
                " not 'tittle' (did you mean 'title'?)"
            ),
        ),
        (
            "- {rule: thinn}",
            (
                "4:12: expected a length like 0.5pt or one of the theme's lines,"
                " not 'thinn' (did you mean 'thin'?)"
            ),
        ),
        (
            "- {box: [], radius: crad}",
            (
                "4:23: expected a length like 2mm or one of the theme's radii,"
                " not 'crad' (did you mean 'card'?)"
            ),
        ),
        (
            "- {text: a, align: centre}",
            ("4:22: expected one of left, center, right, not 'centre' (did you mean 'center'?)"),
        ),
        ("- {icon: shep}", "4:12: unknown icon 'shep' (did you mean 'sheep'?)"),
        ("- {text: a, font: txt}", "4:21: unknown font 'txt' (did you mean 'text'?)"),
        ("- {text: a, weight: bld}", "4:5: font 'text' has no weight 'bld' (did you mean 'bold'?)"),
        (
            "- {use: shared/headr}",
            "4:11: unknown part 'shared/headr' (did you mean 'shared/header'?)",
        ),
        ("- '{cuont}'", "4:7: unknown fact 'cuont' (did you mean 'count'?)"),
        (
            "- {for: 'category in [1, 2]', text: '{categry}'}",
            "4:41: unknown fact 'categry' (did you mean 'category'?)",
        ),
        (
            "- '{game.titel}'",
            ("4:7: game has no field 'titel' (did you mean 'title'?; game has: id, title)"),
        ),
        ("- '{lenn(players)}'", "4:7: unknown function 'lenn' (did you mean 'len'?)"),
        (
            "- {use: shared/header, with: {icn: sheep}}",
            "4:5: 'header' has no parameter 'icn' (did you mean 'icon'?)",
        ),
        (
            "- {use: shared/header, with: {icon: shep, subtitle: a}}",
            "4:5: unknown icon 'shep' (did you mean 'sheep'?)",
        ),
        (
            "- {table: {columns: [{}], rows: []}, head: []}",
            "4:40: unknown key 'head' in 'table' (indent it further: it belongs inside `table:`)",
        ),
        (
            "- {table: {columns: [{widht: 1fr}], rows: []}}",
            "4:25: unknown key 'widht' in a column (did you mean 'width'?)",
        ),
        (
            "- {table: {columns: [{}], rows: [{cels: []}]}}",
            "4:37: unknown key 'cels' in a row (did you mean 'cells'?)",
        ),
    ],
)
def test_a_misspelt_word_gets_a_suggestion(desk: Desk, body: str, expected: str) -> None:
    assert [expected] == desk.problems(body)


def test_a_misspelt_option_gets_a_suggestion(desk: Desk) -> None:
    head = "options: {bonus: {type: bool}}\n"
    expected = "5:7: options has no field 'bonsu' (did you mean 'bonus'?; options has: bonus)"

    assert [expected] == desk.problems("- '{options.bonsu}'", head)


def test_a_computed_token_is_checked_like_a_literal_one(desk: Desk) -> None:
    expected = ["5:22: unknown style 'tittle' (did you mean 'title'?)"]

    assert expected == desk.problems("- {text: a, style: '{x}'}", "facts: {x: tittle}\n")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("- [a]", "4:5: expected a node like 'text: Hello', not a list"),
        ("- {text: [a]}", "4:12: expected text"),
        ("- {row: 5}", "4:11: expected a list: lines that begin with '- '"),
        ("- {table: 5}", "4:13: expected keys and values, not 5"),
        (
            "- {text: a, width: 12}",
            "4:22: expected a length like 12mm, 30%, 1fr or auto, not 12 (did you mean '12mm'?)",
        ),
        ("- {text: a, when: [1]}", "4:21: expected a condition like 'count > 3'"),
        ("- {text: a, for: [1]}", "4:20: expected a loop like 'player in players'"),
        ("- {text: a, span: 0}", "4:21: expected a whole number from 1 to 100, not 0"),
        ("- {grid: [a], columns: 0}", "4:26: expected a whole number from 1 to 60, not 0"),
        ("- {use: shared/header, with: 5}", "4:32: expected names and values"),
        ("- {text: a, size: 2pt}", "4:21: '2pt' is out of range (from 6.5 to 300 pt)"),
        ("- {table: {rows: []}}", "4:13: a table needs 'columns'"),
    ],
)
def test_a_wrong_type_is_reported_with_the_expected_one(
    desk: Desk, body: str, expected: str
) -> None:
    assert [expected] == desk.problems(body)


def test_a_node_without_a_kind_lists_the_kinds(desk: Desk) -> None:
    (problem,) = desk.problems("- {style: label}")

    assert problem.startswith("4:5: this entry has no node (choose from box, boxes, canvas,")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- a\n", ["1:1: expected a layout: keys and values"]),
        ("hello\n", ["1:1: expected a layout: keys and values"]),
        ("sheet: a/b\ntitle: X\n", ["1:1: a layout needs 'body'"]),
        (
            "sheet: a/b\ntitle: X\nbody: hello\n",
            ["3:7: expected a list: lines that begin with '- '"],
        ),
        (
            "sheet: a/b\ntitle: X\nbody: {text: a}\n",
            ["3:7: expected a list: lines that begin with '- '"],
        ),
        (
            "part: x\nbody: [a]\n",
            ["1:1: this is a part, where a layout is needed (name the layout that uses it)"],
        ),
        (
            "kit: x\nsheets: []\n",
            ["1:1: this is a kit, where a layout is needed (name the layout that uses it)"],
        ),
    ],
)
def test_a_file_that_isnt_a_layout_is_refused(desk: Desk, text: str, expected: list[str]) -> None:
    assert expected == desk.problems_of(text)


def test_a_loop_cannot_take_the_name_of_an_outer_loop(desk: Desk) -> None:
    body = "- {for: 'x in [1]', row: [{for: 'x in [2]', text: '{x}'}]}"

    assert ["4:35: the name 'x' is taken by an outer loop"] == desk.problems(body)


@pytest.mark.parametrize("name", ["page", "pages", "copy", "area", "t"])
def test_loops_facts_and_parameters_cannot_shadow_page_facts(desk: Desk, name: str) -> None:
    expected = f"the name '{name}' is taken (choose another name)"
    desk.write(f"my-{name}.yaml", f"part: x\nparameters: {{{name}: {{default: 1}}}}\nbody: []\n")

    assert [f"4:11: {expected}"] == desk.problems(f"- {{for: '{name} in [1]', text: a}}")
    assert [f"3:9: {expected}"] == desk.problems("- a", f"facts: {{{name}: 1}}\n")
    assert [f"3:7: {expected}"] == desk.problems("- a", f"each: {name} in [1, 2]\n")
    assert [f"2:14: {expected}"] == desk.problems(f"- use: my-{name}")


def test_a_fact_cannot_have_the_name_of_a_known_one(desk: Desk) -> None:
    expected = ["3:16: the name 'count' is already used by a fact (choose another name)"]

    assert expected == desk.problems("- a", "facts: {count: 7}\n")


def test_a_fact_can_use_only_earlier_facts(desk: Desk) -> None:
    assert [["3"]] == desk.texts("- '{b}'", "facts: {a: 1, b: '{a + 2}'}\n")
    assert ["3:14: unknown fact 'b'"] == [
        problem.split(" (")[0] for problem in desk.problems("- a", "facts: {a: '{b}', b: 1}\n")
    ]


def test_an_invalid_name_is_refused(desk: Desk) -> None:
    hint = "use the letters a to z, digits and _, and begin with a letter"

    assert [f"3:9: 'my-fact' isn't a valid name ({hint})"] == desk.problems(
        "- a", "facts: {my-fact: 1}\n"
    )
    assert [f"3:11: 'my-size' isn't a valid name ({hint})"] == desk.problems(
        "- a", "options: {my-size: {type: int}}\n"
    )


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("players: '{x}'", "3:10: expected a range like 2-6, a number, or none, not '{x}'"),
        (
            "players: 8-3",
            (
                "3:10: '8-3' isn't a number of players "
                "(use numbers from 1 to 100, the smaller one first: 3-5)"
            ),
        ),
        ("game: atribute", "3:7: unknown game 'atribute' (did you mean 'attribute'?)"),
        (
            "game: attribute\nplayers: 2-12",
            "4:10: these player counts don't match the game (Attribute is for 3 to 8)",
        ),
        (
            "game: attribute\nplayers: none",
            "4:10: these player counts don't match the game (Attribute is for 3 to 8)",
        ),
        (
            "game-title: '{count}'",
            "3:13: {…} can't be used here (it's needed before any fact is known)",
        ),
        (
            "options: {a: {type: text, default: '{count}'}}",
            "3:36: {…} can't be used here (it's needed before any fact is known)",
        ),
        (
            "options: {a: {type: bool, default: maybe}}",
            "3:36: a must be true or false, not 'maybe'",
        ),
        (
            "options: {a: {type: int, default: 5000}}",
            "3:35: a must be a whole number from 0 to 1000, not '5000'",
        ),
        ("options: {a: {type: int, default: [1]}}", "3:35: the default of 'a' must be one value"),
        (
            "options: {a: {type: int, min: 9, max: 2}}",
            "3:14: the option 'a' has a min above its max",
        ),
        ("options: {a: {type: choice}}", "3:14: the option 'a' needs choices"),
        (
            "options: {a: {type: choice, choices: [one, two], default: tow}}",
            "3:59: a can't be 'tow' (did you mean 'two'?)",
        ),
        ("accent: blue", "3:9: expected keys and values, not 'blue'"),
        ("page: a4", "3:7: expected keys and values, not 'a4'"),
        ("page: {size: halff}", "3:7: unknown page size 'halff' (did you mean 'half'?)"),
        ("page: {margin: 200mm}", "3:7: the margins leave no room on this page"),
        ("each: x in []", "3:12: nothing to print: '[]' is empty"),
        ("each: x in 5", "3:12: '5' is the number 5 (a loop needs a list of at most 10,000 items)"),
        ("facts: 5", "3:8: expected names and values"),
    ],
)
def test_the_head_of_a_layout_is_checked(desk: Desk, head: str, expected: str) -> None:
    assert [expected] == desk.problems("- a", f"{head}\n")


def test_braces_in_a_summary_are_plain_text(desk: Desk) -> None:
    assert [["a"]] == desk.texts("- a", "summary: 'fills {players} in'\n")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "- {for: x in 5, text: a}",
            "4:16: '5' is the number 5 (a loop needs a list of at most 10,000 items)",
        ),
        (
            "- {for: x in players.foo, text: a}",
            (
                "4:16: 'players' is a list and has no field 'foo'"
                " (its items may have one: players[0].foo, or a loop over players)"
            ),
        ),
        ("- {when: '1 / 0', text: a}", "4:13: division by zero"),
        ("- '{1 / 0}'", "4:7: division by zero"),
        ("- {text: a, width: '{1 / 0}mm'}", "4:24: division by zero"),
        (
            "- {text: a, width: '{5}'}",
            "4:22: expected a length like 12mm, 30%, 1fr or auto, not 5 (did you mean '5mm'?)",
        ),
    ],
)
def test_a_failing_expression_is_reported_at_its_place(
    desk: Desk, body: str, expected: str
) -> None:
    assert [expected] == desk.problems(body)


KINDS = {
    "column": "column: [z]",
    "row": "row: [z]",
    "box": "box: [z]",
    "grid": "grid: [z]",
    "group": "group: [z]",
    "canvas": "canvas: [{text: z, at: [5, 5]}], height: 10mm",
    "table": "table: {columns: [{}], rows: [{cells: [z]}]}",
    "text": "text: z",
    "use": "use: part",
}


@pytest.mark.parametrize("kind", KINDS)
def test_for_and_when_work_on_every_container_and_text(desk: Desk, kind: str) -> None:
    desk.write("part.yaml", "part: part\nbody: [z]\n")
    looped = f"- {{for: i in range(4), when: i != 2, {KINDS[kind]}}}"

    assert [["z"] * 3] == desk.texts(looped)
    assert [[]] == desk.texts(f"- {{when: false, {KINDS[kind]}}}")


@pytest.mark.parametrize(
    "leaf",
    [
        "rule: thin",
        "icon: sheep",
        "image: dot.png",
        "boxes: 1",
        "track: [1]",
        ("circle: 5mm, stroke: ink"),
        "path: M0 0 L9 9, stroke: ink",
    ],
)
def test_for_and_when_work_on_every_leaf(desk: Desk, leaf: str) -> None:
    Image.new("L", (4, 4)).save(desk.folder / "dot.png")
    once = len(desk.shapes(f"- {{{leaf}}}"))

    assert once > 0
    assert 3 * once == len(desk.shapes(f"- {{for: i in range(4), when: i != 2, {leaf}}}"))
    assert [] == desk.shapes(f"- {{when: false, {leaf}}}")


def test_a_loop_can_count_from_1(desk: Desk) -> None:
    body = "- {for: \"i, word in ['a', 'b']\", text: '{i}{word}'}"

    assert [["1a", "2b"]] == desk.texts(body)


def test_a_part_gets_its_arguments_or_defaults_and_nothing_else(desk: Desk) -> None:
    desk.write(
        "words.yaml",
        "part: words\nparameters: {one: {}, two: {default: b}}\nbody: ['{one}{two}']\n",
    )
    assert [["ab", "ac"]] == desk.texts(
        "- {use: words, with: {one: a}}\n- {use: words, with: {one: a, two: c}}"
    )
    assert ["4:5: 'words' needs 'one'"] == desk.problems("- use: words")


def test_problems_in_a_part_are_reported_with_those_of_the_sheet(desk: Desk) -> None:
    desk.write("broken.yaml", "part: broken\nbody:\n  - {txt: a}\n  - {icn: a}\n")

    assert [
        "3:6: unknown node 'txt' (did you mean 'text'?)",
        "4:6: unknown node 'icn' (did you mean 'icon'?)",
        "5:12: unknown icon 'shep' (did you mean 'sheep'?)",
    ] == desk.problems("- use: broken\n- {icon: shep}")


@pytest.mark.parametrize("name", ["../outside", "/etc/hosts", "a/../../b", "https://x.y/z"])
def test_a_part_is_never_searched_outside_its_folders(desk: Desk, name: str) -> None:
    (problem,) = desk.problems(f"- use: {name}")

    assert problem.startswith(f"4:10: '{name}' isn't a valid name for a part")


def test_a_part_behind_a_link_out_of_the_folder_is_refused(desk: Desk) -> None:
    home = desk.folder / "home"
    home.mkdir()
    desk.write("secret.yaml", "part: secret\nbody: [a]\n")
    (home / "secret.yaml").symlink_to(desk.folder / "secret.yaml")
    (problem,) = type(desk)(home).problems("- use: secret")

    assert problem.startswith("4:10: the part 'secret' is outside the layout's folder")


def test_a_part_that_uses_itself_is_refused(desk: Desk) -> None:
    desk.write("one.yaml", "part: one\nbody: [{use: two}]\n")
    desk.write("two.yaml", "part: two\nbody: [{use: one}]\n")

    assert ["2:8: the part 'one' uses itself"] == desk.problems("- use: one")


def test_the_number_of_nodes_on_a_page_is_limited(desk: Desk) -> None:
    body = "- {for: a in range(1000), row: [{for: b in range(1000), text: x}]}"

    assert ["4:5: more than 20,000 nodes on a page (make a `for` repeat less)"] == desk.problems(
        body
    )
