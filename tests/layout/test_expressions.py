"""Expressions compute with plain facts only."""

from __future__ import annotations

import re
from contextlib import suppress
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.core.errors import LayoutError, Where
from printkit.layout.language.expressions import parse_expression, parse_loop
from printkit.layout.language.templates import parse_template, show_value
from tests.depth import many

FACTS: dict[str, object] = {
    "player": {"name": "Ann", "score": -3, "pets": ["cat", "dog"]},
    "players": [{"name": "Ann"}, {"name": "Ben"}],
    "round": MappingProxyType({"number": 2}),
    "rounds": 5,
    "nothing": None,
    "braces": "{rounds}",
    "t": {"Sheep": "Schaf"}.get,
}


def place(text: str, *, quote: str = "") -> Where:
    return Where("test.yaml", 3, 7, f"head: {quote}{text}{quote}")


def value(text: str, **more: object) -> object:
    return parse_expression(text, place(text), {"t": None}).evaluate({**FACTS, **more})


def printed(text: str, **more: object) -> str:
    return parse_template(text, place(text), {"t": None}).evaluate({**FACTS, **more})


def refusal(text: str, **more: object) -> LayoutError:
    with pytest.raises(LayoutError) as caught:
        value(text, **more)
    return caught.value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rounds", 5),
        ("player.name", "Ann"),
        ("round.number", 2),
        ("player.pets[1]", "dog"),
        ("player['name']", "Ann"),
        ("players[-1].name", "Ben"),
        ("player.name[0]", "A"),
        ("1 + 2 * 3", 7),
        ("7 / 2", 3.5),
        ("7 // 2", 3),
        ("7 % 4", 3),
        ("-rounds", -5),
        ("(1 + 2) * 3", 9),
        ("'a' + 'b'", "ab"),
        ("[1] + [2]", (1, 2)),
        ("(1, 2)", (1, 2)),
        ("true and False", False),
        ("none == null", True),
        ("not nothing", True),
        ("nothing or 'x'", "x"),
        ("rounds and 'x'", "x"),
        ("1 < rounds <= 5", True),
        ("1 < rounds < 5", False),
        ("'a' < 'b'", True),
        ("2 in [1, 2]", True),
        ("'nn' in player.name", True),
        ("'name' not in player", False),
        ("'odd' if rounds % 2 else 'even'", "odd"),
        ("  rounds  ", 5),
        ("rounds\n+ 1", 6),
    ],
)
def test_expressions_are_evaluated(text: str, expected: object) -> None:
    assert value(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("len(players)", 2),
        ("len('Ann')", 3),
        ("min(3, 1, 2)", 1),
        ("max([3, 1, 2])", 3),
        ("sum([1, 2.5])", 3.5),
        ("abs(player.score)", 3),
        ("round(2.5)", 3),
        ("round(1.25, 1)", 1.3),
        ("floor(-1.5)", -2),
        ("ceil(1.2)", 2),
        ("range(3)", (0, 1, 2)),
        ("range(1, 4)", (1, 2, 3)),
        ("range(6, 0, -2)", (6, 4, 2)),
        ("join(player.pets, ' and ')", "cat and dog"),
        ("join([1, 2.50, none])", "1, 2.5, "),
        ("upper('ab')", "AB"),
        ("lower('AB')", "ab"),
        ("plural(1, 'cup', 'cups')", "cup"),
        ("plural(0, 'cup', 'cups')", "cups"),
        ("letter(1) + letter(26) + letter(27) + letter(703)", "AZAAAAA"),
        ("roman(1994)", "MCMXCIV"),
        ("pad(7, 3)", "007"),
        ("pad(-7, 2)", "−07"),
        ("signed(3) + signed(-3) + signed(0)", "+3−30"),
        ("sorted([3, 1, 2])", (1, 2, 3)),
        ("sorted(player.pets)", ("cat", "dog")),
        ("str(player.score)", "−3"),
        ("t('Sheep')", "Schaf"),
    ],
)
def test_functions_are_evaluated(text: str, expected: object) -> None:
    assert value(text) == expected


def test_and_or_and_if_evaluate_lazily() -> None:
    assert value("rounds or 1 / 0") == 5
    assert value("nothing and 1 / 0") is None
    assert value("1 if true else 1 / 0") == 1


def test_a_name_may_be_a_function_and_a_fact() -> None:
    assert value("round(round.number + 0.4)") == 2


def test_free_names_are_known_before_evaluation() -> None:
    text = "len(players) + player.pet.age if t('x') else xs[i].y"
    expression = parse_expression(text, place(text), {"t": None})

    assert expression.names == {"players", "player", "xs", "i"}


ESCAPES = [
    "().__class__",
    "().__class__.__bases__[0].__subclasses__()",
    "player.__class__",
    "player._private",
    "_private",
    "__import__('os')",
    "__builtins__",
    "getattr(player, 'name')",
    "eval('1')",
    "open('/etc/passwd')",
    "'{0.__class__}'.format(1)",
    "'%s' % rounds",
    "player.get('name')",
    "player.items()",
    "t.__globals__",
    "t.__self__",
    "t['x']",
    "len.__self__",
    "f'{rounds}'",
    "lambda: 1",
    "(lambda: 1)()",
    "{x for x in players}",
    "(x for x in players)",
    "{x: 1 for x in players}",
    "{'a': 1}",
    "{1, 2}",
    "(x := 1)",
    "2 ** 9",
    "1 << 9",
    "1 | 2",
    "~1",
    "+1",
    "rounds is 5",
    "*players",
    "len(*players)",
    "len(players=1)",
    "str(1, x=2)",
    "players[0:1]",
    "players[...]",
    "b'x'",
    "1j",
    "yield 1",
    "await x",
    "x = 1",
    "import os",
    "print(1)",
    "'a' * 9",
    "9 * [1]",
    "'a' * 10 ** 9",
    "range(1000000000)",
    "range(0, 1, 0)",
    "1" + "0" * 16,
    "999999999999999 * 999999999999999",
    "1e999",
    "1e308 * 10",
    "'" + "\\x00" + "'",
    "'" + "\\ud800" + "'",
    "(" * 300 + "1" + ")" * 300,
    "[" * 100 + "]" * 100,
    "[" * 250,
    "-" * 400 + "1",
    "not " * 100 + "1",
    "1" + "+1" * 40,
    "rounds" + " " * 495,
    "ｐlayer.name",
    "player.ｎame",
    "ſtr(1)",
    "größe",
    "1if 1 else 2",
    "'\\d'",
    "",
    "  ",
    "\ud800",
    "\x00",
]


@pytest.mark.parametrize("text", ESCAPES)
def test_unsupported_syntax_is_refused_at_its_place(text: str) -> None:
    where = refusal(text).where

    assert where is not None
    assert (where.file, where.line) == ("test.yaml", 3)
    assert 7 <= where.column <= 7 + len(text)


@pytest.mark.parametrize("name", ["_private", "__class__", "größe"])
def test_an_invalid_name_is_refused_even_if_it_is_a_fact(name: str) -> None:
    strange = {name: 1}

    assert "isn't a valid name" in refusal(name, **strange).message
    assert "isn't a valid name" in refusal(f"record.{name}", record=strange).message


@pytest.mark.parametrize(
    ("text", "column", "message", "hint"),
    [
        ("player.nmae", 7, "player has no field 'nmae'", "did you mean 'name'?\nplayer has: name"),
        ("1 + plaier.name", 11, "unknown fact 'plaier'", "did you mean 'player'?"),
        ("rounds.name", 7, "'rounds' is the number 5 and has no field 'name'", ""),
        ("leter(1)", 7, "unknown function 'leter'", "did you mean 'letter'?"),
        ("1 + pad(1)", 11, "wrong arguments for 'pad'", "write pad(number, width)"),
        ("1 + 2 / 0", 11, "division by zero", ""),
        ("1 + 'a'", 7, "cannot add the number 1 and the text 'a'", "str(number)"),
        ("true + 1", 7, "'+' does not work with true and the number 1", ""),
        ("1 < 'a'", 7, "'<' does not work with the number 1 and the text 'a'", ""),
        ("players[2]", 7, "no item [2] in a list of 2", "the first item is [0]"),
        ("player['age']", 7, "the record has no field 'age'", ""),
        ("len(5)", 7, "expected a list or a text, not the number 5", ""),
        ("min([])", 7, "expected at least one number, not a list of 0", ""),
        ("roman(0)", 7, "expected a number from 1 to 3999, not the number 0", ""),
        ("'é' + 5 / 0", 13, "division by zero", ""),
    ],
)
def test_an_error_has_a_place_and_a_hint(text: str, column: int, message: str, hint: str) -> None:
    error = refusal(text)

    assert (error.where and error.where.column, error.message) == (column, message)
    assert hint in error.hint


def test_a_single_equals_sign_gets_a_hint() -> None:
    with pytest.raises(LayoutError) as caught:
        printed("{rounds = 3}")

    assert caught.value.hint == "write == to compare"


@pytest.mark.parametrize("text", ["{rounds:02}", "{rounds!r}", "{rounds rounds}", "{player.}"])
def test_text_that_python_cannot_parse_is_refused(text: str) -> None:
    with pytest.raises(LayoutError, match=f"'{re.escape(text[1:-1])}' is not an expression"):
        printed(text)


def test_a_format_specifier_gets_a_hint() -> None:
    assert "write pad(x, 2)" in refusal("rounds:02").hint


def test_an_error_in_escaped_text_has_the_place_of_its_value() -> None:
    where = Where("test.yaml", 3, 7, 'head: "say \\"{nothing.x}\\""')

    with pytest.raises(LayoutError) as caught:
        parse_template('say "{nothing.x}"', where).evaluate(FACTS)

    assert caught.value.where == where


def test_the_place_is_right_inside_quotes() -> None:
    text = "Round {nothing.x}"

    with pytest.raises(LayoutError) as caught:
        parse_template(text, place(text, quote='"')).evaluate(FACTS)

    assert caught.value.where
    assert caught.value.where.column == 15


@pytest.mark.parametrize(
    "text", ["long + long", "join(many, long)", "many + many", "t(many)", "huge * huge", "-huge"]
)
def test_results_are_bounded(text: str) -> None:
    more = {"long": "x" * 9_000, "many": ["x"] * 9_000, "huge": 10**400, "t": lambda x: [*x, *x]}

    assert refusal(text, **more).where


def test_only_declared_functions_of_the_facts_can_be_called() -> None:
    with pytest.raises(LayoutError, match="unknown function 't'"):
        parse_expression("t('x')", place(""))


def test_a_failing_function_of_the_facts_is_a_layout_error() -> None:
    assert "wrong arguments for 't'" in refusal("t(1, 2, 3)").message
    assert "the function 't' can't be used here" in refusal("t(1)", t="text").message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Round {round.number} of {rounds}", "Round 2 of 5"),
        ("{{x}} {rounds} }}{{", "{x} 5 }{"),
        ("{{{rounds}}}", "{5}"),
        ("{braces}", "{rounds}"),
        ("{'}' + \"{\"}", "}{"),
        ("{nothing}", ""),
        ("{player.score}", "−3"),
        ("{3.0} {2.50} {1 / 3} {0.001} {0 - 0.001}", "3 2.5 0.33 0 0"),
        ("it's {player.name}'s", "it's Ann's"),
        ("", ""),
    ],
)
def test_a_template_is_filled_in(text: str, expected: str) -> None:
    assert printed(text) == expected


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("a {rounds", 9, "this { is never closed"),
        ("a } b", 9, "a } without a {"),
        ("a {} b", 10, "an expression is missing here"),
        ("{player's name}", 7, "this { is never closed"),
        ("{rounds == 5}", 8, "'rounds == 5': true cannot be printed"),
        ("x {players}", 10, "'players': a list cannot be printed"),
        ("{player}", 8, "'player': expected a number, not a record"),
        ("{t}", 8, "'t': expected a number, not something that isn't a plain value"),
    ],
)
def test_a_template_that_cannot_be_printed_is_refused(text: str, column: int, message: str) -> None:
    with pytest.raises(LayoutError) as caught:
        printed(text)

    assert caught.value.where
    assert (caught.value.where.column, caught.value.message) == (column, message)


def test_a_template_is_bounded() -> None:
    with pytest.raises(LayoutError, match="too long"):
        printed("{long} {long}", long="x" * 6_000)
    with pytest.raises(LayoutError, match="too long"):
        printed("x" * 10_001)


def test_a_template_knows_its_names_and_whether_it_is_constant() -> None:
    template = parse_template("{a.b} {c}", place(""))
    constant = parse_template("a {{b}}", place(""))

    assert template.names == {"a", "c"}
    assert (template.is_constant, constant.is_constant) == (False, True)
    assert constant.names == frozenset()


def test_a_template_that_is_one_expression_can_give_its_value() -> None:
    sole = parse_template("{players}", place("")).sole

    assert sole is not None
    assert sole.evaluate(FACTS) is FACTS["players"]
    assert parse_template("{players} ", place("")).sole is None
    assert parse_template("players", place("")).sole is None


def test_a_value_shows_as_in_a_template() -> None:
    assert show_value(-1.5) == "−1.5"
    with pytest.raises(LayoutError, match="true cannot be printed"):
        show_value(True)


def test_a_loop_binds_each_item() -> None:
    loop = parse_loop("pet in player.pets", place(""))

    assert loop.names == ("pet",)
    assert loop.source.names == {"player"}
    assert loop.bindings(FACTS) == [{"pet": "cat"}, {"pet": "dog"}]


def test_a_loop_with_two_names_counts_from_one() -> None:
    loop = parse_loop("i, pet in player.pets", place(""))

    assert loop.bindings(FACTS) == [{"i": 1, "pet": "cat"}, {"i": 2, "pet": "dog"}]


NOT_LOOPS = "player;in players;player in;a, b, c in x;a, a in x;true in x;_a in x;a.b in x"


@pytest.mark.parametrize("text", NOT_LOOPS.split(";"))
def test_a_malformed_loop_is_refused(text: str) -> None:
    with pytest.raises(LayoutError):
        parse_loop(text, place(text))


@pytest.mark.parametrize("text", ["x in rounds", "x in player", "x in player.name", "x in many"])
def test_a_loop_needs_a_list(text: str) -> None:
    with pytest.raises(LayoutError, match="a loop needs a list"):
        parse_loop(text, place(text)).bindings({**FACTS, "many": [0] * 10_001})


def test_an_error_in_a_loop_points_into_it() -> None:
    text = "pet in player.pest"

    with pytest.raises(LayoutError) as caught:
        parse_loop(text, place(text)).bindings(FACTS)

    assert caught.value.where
    assert caught.value.where.column == 14


@given(st.text(max_size=200))
def test_plain_text_is_unchanged_by_a_template(text: str) -> None:
    escaped = text.replace("{", "{{").replace("}", "}}")

    assert parse_template(escaped, place("")).evaluate({}) == text


@given(st.text(max_size=200))
def test_inserted_text_is_never_evaluated(text: str) -> None:
    assert printed("<{name}>", name=text) == f"<{text}>"


PIECES = (
    *FACTS,
    *"()[]{}.,:+-*/%<>=!'\"\\ 019ſ\n",
    *("**", "//", "1e9", "99999999", " if ", " else ", " in ", " not ", " and ", "lambda", "for"),
    *("len", "range", "join", "str", "pad", "letter", "name", "__class__"),
)
WORDS = st.sampled_from(PIECES)
SNIPPETS = st.text(max_size=40) | st.lists(WORDS, max_size=14).map("".join)


@given(SNIPPETS)
@settings(max_examples=many(200, deep=2_000))
def test_any_text_is_evaluated_or_a_layout_error(text: str) -> None:
    with suppress(LayoutError):
        value(text)
    with suppress(LayoutError):
        printed("{" + text + "}")
    with suppress(LayoutError):
        parse_loop(f"x in {text}", place(text), {"t": None}).bindings(FACTS)


ATOMS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
PLAIN = (
    ATOMS | st.lists(ATOMS, max_size=3) | st.dictionaries(st.text(max_size=2), ATOMS, max_size=3)
)
SHAPES = """\
a + b; a - b; a * b; a / b; a // b; a % b; -a; a < b; a == b; a in b; a[b]; a.x; not a;
a if b else 1; len(a); min(a, b); max(a); sum(a); abs(a); round(a, b); floor(a); ceil(a);
range(a, b); range(1, a, b); join(a, b); upper(a); plural(a, b, b); letter(a); roman(a);
pad(a, b); signed(a); sorted(a); str(a)"""


@given(st.sampled_from(re.split(r";\s+", SHAPES)), PLAIN, PLAIN)
@settings(max_examples=many(200, deep=2_000))
def test_any_facts_are_evaluated_or_a_layout_error(text: str, a: object, b: object) -> None:
    with suppress(LayoutError):
        value(text, a=a, b=b)
    with suppress(LayoutError):
        printed("{" + text + "}", a=a, b=b)
