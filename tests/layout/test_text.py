"""Text: wrapped, aligned, shrunk, rotated, and refused if it cannot be printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.core.scene import Text
from printkit.core.theme import load_theme
from printkit.core.units import MM
from printkit.layout.boxes import text
from printkit.layout.boxes.text import Breaks, StyledText, break_lines
from printkit.text.shaping import text_width
from tests.layout.desk import MARGIN, mm, of

if TYPE_CHECKING:
    from tests.layout.desk import Desk

LONG = "one two three four five six seven eight nine ten eleven twelve"


def lines(desk: Desk, node: str) -> list[Text]:
    return of(Text, desk.shapes(f"- {node}"))


def test_text_wraps_at_spaces_and_is_complete(desk: Desk) -> None:
    found = lines(desk, f"{{text: {LONG}, width: 30mm}}")

    assert LONG == " ".join(line.text for line in found)
    assert len(found) > 2
    assert all(mm(line.width) <= 30 for line in found)


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("Then the dog takes a card instead.", ["Then the dog takes", "a card instead."]),
        ("Then **the dog** takes a card instead.", ["Then the dog takes", "a card instead."]),
        (
            "Then the dog takes your card\N{NO-BREAK SPACE}!",
            ["Then the dog takes", "your card !"],
        ),
        ("Then the dog takes your\N{NO-BREAK SPACE}card", ["Then the dog takes", "your card"]),
        ("Unmistakable dog instead.", ["Unmistakable dog", "instead."]),
    ],
)
def test_a_last_word_is_not_alone_if_the_line_above_can_spare_one(
    desk: Desk, text: str, broken: list[str]
) -> None:
    kind = "rich" if "*" in text else "text"
    runs = lines(desk, f"{{{kind}: {text}, width: 39mm}}")

    rows = {round(run.y): "" for run in runs}
    for run in runs:
        rows[round(run.y)] += run.text
    assert broken == list(rows.values())


def test_a_newline_starts_a_line_and_an_empty_line_keeps_its_height(desk: Desk) -> None:
    first, last = lines(desk, '{text: "a\\n\\nb"}')
    style = load_theme("colour").styles["text"]

    assert ("a", "b") == (first.text, last.text)
    assert last.y - first.y == pytest.approx(2 * style.size * style.leading)


@pytest.mark.parametrize(("align", "share"), [("left", 0.0), ("center", 0.5), ("right", 1.0)])
def test_every_line_is_aligned_separately(desk: Desk, align: str, share: float) -> None:
    for line in lines(desk, f"{{text: {LONG}, width: 30mm, align: {align}}}"):
        free = 30 * 72 / 25.4 - line.width
        assert line.x - MARGIN == pytest.approx(free * share, abs=0.01)


@pytest.mark.parametrize(("valign", "share"), [("top", 0.0), ("middle", 0.5), ("bottom", 1.0)])
def test_text_is_aligned_vertically(desk: Desk, valign: str, share: float) -> None:
    (top,) = lines(desk, "{text: a, height: 50mm, valign: top}")
    (line,) = lines(desk, f"{{text: a, height: 50mm, valign: {valign}}}")
    style = load_theme("colour").styles["text"]
    free = 50 * 72 / 25.4 - style.size * style.leading

    assert line.y - top.y == pytest.approx(free * share, abs=0.01)


def test_text_shrinks_only_as_far_as_it_must(desk: Desk) -> None:
    node = "{{text: Hello friends, shrink: 6.5pt, wrap: none, width: {}mm}}"
    for width in (40, 18, 17, 16):
        (line,) = lines(desk, node.format(width))
        larger = text_width(line.text, line.font, line.size + 0.25)
        assert mm(line.width) <= width
        assert line.size == 9.5 or larger > width * MM


def test_shrinking_finds_the_same_size_as_trying_every_size(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = "{{text: Hello my friends, size: 120pt, shrink: 6.5pt, width: {}mm, height: {}mm}}"
    rooms = [(40, 12), (40, 30), (90, 20), (20, 60)]
    found = [lines(desk, node.format(*room)) for room in rooms]
    monkeypatch.setattr(text, "LITTLE_SHRINKING", 300.0)

    assert found == [lines(desk, node.format(*room)) for room in rooms]
    assert all(6.5 < line.size < 120 for each in found for line in each)


def test_an_error_shows_a_name_without_direction_marks(desk: Desk) -> None:
    (problem,) = desk.problems("- {text: \"{'נועה'} 3\", wrap: none, width: 5mm}")

    assert problem.startswith("4:5: text 'נועה 3' doesn't fit: ")


def test_text_that_doesnt_fit_at_its_smallest_size_is_an_error(desk: Desk) -> None:
    (problem,) = desk.problems("- {text: Hello friends, shrink: 8pt, wrap: none, width: 9mm}")

    expected = (
        "4:5: text 'Hello friends' doesn't fit: it needs 6.9 mm more (at 8 pt it is too wide)"
    )
    assert expected == problem


def test_text_that_cannot_shrink_gets_a_hint(desk: Desk) -> None:
    (problem,) = desk.problems("- {text: Hello, wrap: none, width: 5mm}")

    assert problem.startswith("4:5: text 'Hello' doesn't fit: ")
    assert problem.endswith("(at 9.5 pt it is too wide; `shrink: 6.5pt` would let it shrink)")


def test_lines_too_high_for_their_room_are_an_error_too(desk: Desk) -> None:
    (problem,) = desk.problems(f"- {{text: {LONG}, width: 30mm, height: 8mm}}")

    assert "doesn't fit: " in problem
    assert "at 9.5 pt it is too high" in problem


def test_a_word_wider_than_its_line_is_an_error_and_never_cut(desk: Desk) -> None:
    (problem,) = desk.problems("- {text: Donaudampfschifffahrt, width: 10mm}")

    assert problem.startswith("4:5: text 'Donaudampfschifffahrt' doesn't fit: ")


def test_a_long_text_is_shortened_in_its_error(desk: Desk) -> None:
    (problem,) = desk.problems(f"- {{text: {'x' * 9000}, width: 10mm}}")

    assert problem.startswith(f"4:5: text '{'x' * 39}…' doesn't fit: ")


NAME = "{{text: {name}, size: 11pt, shrink: 6.5pt, wrap: last, width: {wide}mm, height: {high}mm}}"


@pytest.mark.parametrize(
    ("name", "wide", "high", "expected", "sizes"),
    [
        ("Ann", 20, 9, ["Ann"], (11, 11)),
        ("Wilhelmina", 17, 9, ["Wilhelmina"], (8.25, 10.75)),
        # What would have to be much smaller breaks at a blank or hyphen, if there is room.
        ("Ann-Kathrin von Bo", 20, 12, ["Ann-Kathrin", "von Bo"], (8.25, 11)),
        ("Ann-Kathrin", 16.8, 12, ["Ann-", "Kathrin"], (11, 11)),
        ("Ann-Kathrin", 12, 12, ["Ann-", "Kathrin"], (8, 11)),
        ("Jean\N{HYPHEN}Baptiste", 12, 12, ["Jean\N{HYPHEN}", "Baptiste"], (7, 11)),
        ("Ann-Kathrin", 15, 4, ["Ann-Kathrin"], (6.5, 8)),
        # A word is never broken if it fits at the smallest size.
        ("Charlotte", 11, 20, ["Charlotte"], (6.5, 8)),
        ("- Ann -", 7, 20, ["-", "Ann", "-"], (6.5, 11)),
    ],
)
def test_a_name_shrinks_a_little_then_breaks_at_blanks_and_hyphens_and_then_shrinks_more(
    desk: Desk,
    name: str,
    wide: float,
    high: float,
    expected: list[str],
    sizes: tuple[float, float],
) -> None:
    found = lines(desk, NAME.format(name=f"'{name}'", wide=wide, high=high))
    (size,) = {line.size for line in found}

    assert expected == [line.text for line in found]
    assert sizes[0] <= size <= sizes[1]


def test_only_a_word_that_is_too_long_at_the_smallest_size_breaks_inside(desk: Desk) -> None:
    found = lines(desk, NAME.format(name="W" * 16, wide=20, high=9))

    assert "W" * 16 == "".join(line.text for line in found)
    assert {6.5} == {line.size for line in found}
    assert len(found) > 1


NAMED = '{{for: "n in {names}", text: "{{n}}", size: 11pt, {more}, width: 17mm, height: 9mm}}'
TOGETHER = "shrink: 6.5pt, wrap: last"


@pytest.mark.parametrize("names", [["Ann", "Wilhelmina", "Bo"], ["Wilhelmina", "Ann"]])
def test_names_of_one_node_shrink_together_to_what_the_longest_needs(
    desk: Desk, names: list[str]
) -> None:
    (longest,) = lines(desk, NAMED.format(names=["Wilhelmina"], more=TOGETHER))
    found = lines(desk, NAMED.format(names=names, more=TOGETHER))

    assert longest.size < 11
    assert [(name, longest.size) for name in names] == [(line.text, line.size) for line in found]


def test_a_name_that_is_much_longer_shrinks_alone(desk: Desk) -> None:
    names = ["Ann", "Wilhelmina", "W" * 16, "Wilhelmine-Charlotte"]
    ann, near, *long = lines(desk, NAMED.format(names=names, more=TOGETHER))
    *broken, first, second = long

    assert 11 > ann.size == near.size > 0.85 * 11 > first.size == second.size >= 8.25
    assert ["Wilhelmine-", "Charlotte"] == [first.text, second.text]
    assert {6.5} == {line.size for line in broken}


def test_names_that_fit_and_texts_that_break_at_spaces_keep_their_sizes(desk: Desk) -> None:
    fitting = lines(desk, NAMED.format(names=["Ann", "Ben"], more=TOGETHER))
    apart = lines(desk, NAMED.format(names=["Ann", "Wilhelmina"], more="shrink: 6.5pt, wrap: none"))

    assert [11.0, 11.0] == [line.size for line in fitting]
    assert 11.0 == apart[0].size > apart[1].size


def test_names_of_different_nodes_shrink_independently(desk: Desk) -> None:
    node = "{{text: {name}, size: 11pt, shrink: 6.5pt, wrap: last, width: 17mm, height: 9mm}}"
    both = f"- {node.format(name='Ann')}\n- {node.format(name='Wilhelmina')}"

    ann, long = of(Text, desk.shapes(both))
    assert 11.0 == ann.size > long.size


def test_wrap_none_keeps_one_line(desk: Desk) -> None:
    assert [LONG] == [line.text for line in lines(desk, f"{{text: {LONG}, wrap: none}}")]


@pytest.mark.parametrize(("turn", "angle"), [("up", -90.0), ("down", 90.0)])
def test_rotated_text_runs_along_the_height(desk: Desk, turn: str, angle: float) -> None:
    (line,) = lines(desk, f"{{text: Hello, turn: {turn}, height: 40mm, width: 10mm}}")

    assert angle == line.turn
    assert MARGIN < line.x < MARGIN + 10 * 72 / 25.4


def test_rotated_text_is_one_line_and_shrinks_or_fails(desk: Desk) -> None:
    (line,) = lines(desk, '{text: "Hello\\nfriends", turn: up, height: 17mm, shrink: 6.5pt}')
    (problem,) = desk.problems("- {text: Hello friends, turn: up, height: 8mm}")

    assert line.text == "Hello friends"
    assert line.size < 9.5
    assert "at 9.5 pt it is too high" in problem


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("'🐑'", "4:5: no available font has the character U+1F411 SHEEP"),
        ('"a\\tb"', "4:5: U+0009 is a control character and can't be printed"),
        ("'ส'", "4:5: no available font has the character U+0E2A THAI CHARACTER SO SUA"),
    ],
)
def test_an_unprintable_character_is_refused_by_name(
    desk: Desk, written: str, expected: str
) -> None:
    (problem,) = desk.problems(f"- {written}")

    assert problem.startswith(expected)


def test_accents_greek_cyrillic_symbols_and_markup_print_as_typed(desk: Desk) -> None:
    typed = "Zoë Ωμέγα Жук ♥ <b> [/] {x} ) & %s"
    body = "- {text: '{players[0].label}', wrap: none}"
    found = desk.texts(body, "players: 1-4\n", names=(typed,))

    assert typed == "".join(found[0])


def test_braces_are_doubled_to_print_as_braces(desk: Desk) -> None:
    assert [["{a}"]] == desk.texts("- '{{a}}'")


def test_style_font_weight_size_colour_and_leading_can_be_set(desk: Desk) -> None:
    theme = load_theme("colour")
    style = theme.styles["title"]
    (plain,) = lines(desk, "{text: a, style: title}")
    (chosen,) = lines(desk, "{text: a, font: condensed, weight: bold, size: 20pt, colour: bad}")
    first, second = lines(desk, '{text: "a\\nb", leading: 2}')

    assert (style.size, theme.colours[style.colour]) == (plain.size, plain.colour)
    assert (20.0, theme.colours["bad"]) == (chosen.size, chosen.colour)
    assert chosen.font == "RobotoCondensed-Bold"
    assert second.y - first.y == pytest.approx(19.0)


@given(
    st.lists(st.text("abcdefgWil", min_size=1, max_size=12), min_size=1, max_size=8).map(" ".join),
    st.floats(8, 200),
    st.booleans(),
)
def test_broken_lines_are_complete_and_fit(text: str, width: float, anywhere: bool) -> None:
    broken = break_lines(StyledText(text, "Roboto"), 10.0, width, Breaks(anywhere=anywhere))
    found = [line.text for line in broken]

    assert text.replace(" ", "") == "".join(found).replace(" ", "")
    assert all(
        text_width(line, "Roboto", 10.0) <= width + 0.02
        or (len(line) == 1 if anywhere else " " not in line)
        for line in found
    )
