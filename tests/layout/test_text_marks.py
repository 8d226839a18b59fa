"""Rich text: bold, italic and icons, by marks in the layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from printkit.core.scene import Placed, Text
from printkit.core.theme import load_theme
from printkit.layout.boxes.text import ICON_SIZE
from tests.layout.desk import MARGIN, drawings, flat, mm, of

if TYPE_CHECKING:
    from printkit.core.scene import Page
    from tests.layout.desk import Desk

PLAYERS = "players: 1-4\n"
BOLD, ITALIC, UPRIGHT = "Roboto-Bold", "Roboto-Italic", "Roboto"


def icons_of(page: Page) -> list[Placed]:
    """The icons of a page, each where it is."""
    return [placed for placed in drawings(page.items) if not placed.fragment.role]


def runs(desk: Desk, node: str, **request: object) -> list[tuple[str, str]]:
    """What is written, run by run, and in which face."""
    found = of(Text, desk.shapes(f"- {node}", PLAYERS, **request))
    return [(text.text, text.font) for text in found]


def test_marks_make_words_bold_and_italic(desk: Desk) -> None:
    assert [("Pay ", UPRIGHT), ("2", BOLD), (" or ", UPRIGHT), ("skip", ITALIC)] == runs(
        desk, "{rich: 'Pay **2** or *skip*'}"
    )


def test_bold_italic_is_slanted_bold(desk: Desk) -> None:
    (text,) = of(Text, desk.shapes("- {rich: '***Now***'}"))

    assert (BOLD, True) == (text.font, text.slant > 0)


@pytest.mark.parametrize(
    ("style", "marked", "face", "leans"),
    [
        ("note", "*x*", UPRIGHT, False),
        ("note", "**x**", BOLD, True),
        ("strong", "**x**", BOLD, False),
        ("title", "**x**", "Nunito-Black", False),
        ("section", "*x*", "Nunito-Bold", True),
        ("cell", "**x**", "RobotoCondensed-Bold", False),
        ("cell", "*x*", "RobotoCondensed", True),
    ],
)
def test_marks_follow_the_style_of_the_words_around(
    desk: Desk, style: str, marked: str, face: str, leans: bool
) -> None:
    (text,) = of(Text, desk.shapes(f"- {{rich: '{marked}', style: {style}}}"))

    assert (face, leans) == (text.font, text.slant > 0)


def test_a_font_without_a_bold_weight_is_an_error(desk: Desk) -> None:
    (problem,) = desk.problems("- {rich: '**x**', style: hand}")

    assert problem.startswith("4:5: font 'hand' has no weight 'bold'")


def test_an_icon_in_a_line_is_square(desk: Desk) -> None:
    (page,) = desk.pages("- {rich: 'a:wool:b'}")
    first, last = of(Text, flat(page.items))
    (icon,) = icons_of(page)

    assert icon.fragment.width == pytest.approx(first.size * ICON_SIZE)
    assert icon.x == pytest.approx(first.x + first.width)
    assert last.x == pytest.approx(icon.x + icon.fragment.width)
    assert icon.y < first.y < icon.y + icon.fragment.height


def test_icons_count_as_characters_where_a_line_breaks(desk: Desk) -> None:
    icons = " ".join([":wool:"] * 30)
    places = icons_of(desk.pages(f"- {{rich: '{icons}', width: 40mm}}")[0])

    assert 30 == len(places)
    assert all(mm(place.x + place.fragment.width - MARGIN) <= 40 for place in places)
    assert len({place.y for place in places}) > 2


def test_a_number_stays_on_one_line_with_its_icon(desk: Desk) -> None:
    for width in range(20, 60):
        (page,) = desk.pages(f"- {{rich: 'Take **2** :wool: or **3** :cup:', width: {width}mm}}")
        icons = icons_of(page)
        numbers = [text for text in of(Text, flat(page.items)) if text.text in "23"]

        for icon, number in zip(icons, numbers, strict=True):
            assert icon.y < number.y < icon.y + icon.fragment.height


def test_marks_in_filled_in_values_are_plain_text(desk: Desk) -> None:
    node = "{rich: 'Hello **{players[0].name}** {players[0].name}', wrap: none}"
    name = "*A* :wool: {x} \\*"

    assert [("Hello ", UPRIGHT), (name, BOLD), (f" {name}", UPRIGHT)] == runs(
        desk, node, names=(name,)
    )


def test_marks_in_a_value_work_with_the_marks_function(desk: Desk) -> None:
    body = "- {rich: '{marks(card)} {card}'}"
    found = of(Text, desk.shapes(body, "facts: {card: 'a **b** {{c}}'}\n"))

    expected = [("a ", UPRIGHT), ("b", BOLD), (" {c} a **b** {c}", UPRIGHT)]
    assert expected == [(text.text, text.font) for text in found]


def test_the_name_of_an_icon_can_be_filled_in(desk: Desk) -> None:
    icons = icons_of(desk.pages("- {for: \"n in [1, 2, 3]\", rich: ':die-{n}:'}")[0])

    assert 3 == len({icon.fragment for icon in icons})


def test_plain_stars_and_colons_are_written_with_a_backslash_or_blanks(desk: Desk) -> None:
    node = r"{rich: '5 * 3 \*x\* 3:45:20 a: b: \:wool\: \\ {{y}}'}"

    assert [(r"5 * 3 *x* 3:45:20 a: b: :wool: \ {y}", UPRIGHT)] == runs(desk, node)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("'Pay :wol: now'", "4:18: unknown icon 'wol'"),
        ("'a **b'", "4:15: this ** is never closed (write ** again where it ends, or \\* for"),
        ("'a *b'", "4:15: this * is never closed"),
        ("'**a** :wool: {nobody}'", "4:27: unknown fact 'nobody'"),
        ("'{marks(5)}'", "4:14: expected a text, not the number 5"),
        ("[a]", "4:12: expected text"),
    ],
)
def test_a_mistake_in_marks_is_reported_at_its_place(
    desk: Desk, written: str, expected: str
) -> None:
    assert any(found.startswith(expected) for found in desk.problems(f"- {{rich: {written}}}"))


@pytest.mark.parametrize("sign", [">", ">-", "|", '"', "'"])
def test_the_place_is_right_in_a_text_of_several_lines(desk: Desk, sign: str) -> None:
    quote = sign if sign in ('"', "'") else ""
    first = f"{sign} It{sign}'s" if sign == "'" else f"{quote} It's"
    lines = f"{first} a **bold**\n    word and :wol: here{quote}"
    body = f"- rich: {lines}" if quote else f"- rich: {sign}\n    {lines.strip()}"
    line = 5 if quote else 6
    (problem,) = desk.problems_of(f"sheet: mine/sheet\ntitle: My sheet\nbody:\n{body}\n")

    assert problem.startswith(f"{line}:15: unknown icon 'wol'")
    assert problem.endswith(r"for plain colons write \:wol\:)")


def test_a_mistake_in_marked_data_shows_the_text(desk: Desk) -> None:
    problems = desk.problems("- {rich: '{marks(card)}'}", "facts: {card: 'Pay **2'}\n")

    expected = "5:12: this ** is never closed, in 'Pay **2' (write ** again where it ends"
    assert [True] == [found.startswith(expected) for found in problems]


def test_a_text_with_marks_is_translated_as_a_whole(desk: Desk) -> None:
    desk.write("locale/de.po", 'msgid "Pay **{count}** :wool:"\nmsgstr "Zahle :wool: *{count}*"\n')
    found = runs(desk, "{rich: 'Pay **{count}** :wool:'}", language="de", counts=(3,))

    assert [("Zahle ", UPRIGHT), (" ", UPRIGHT), ("3", ITALIC)] == found


def test_rich_text_shrinks_wraps_and_rotates_like_plain_text(desk: Desk) -> None:
    node = "{{rich: 'Hello **dear** :heart: friends', shrink: 6.5pt, width: {}mm, wrap: {}}}"
    (small, *_) = of(Text, desk.shapes(f"- {node.format(30, 'none')}"))
    broken = of(Text, desk.shapes(f"- {node.format(16, 'last')}"))
    turned = of(Text, desk.shapes("- {rich: 'a **b**', turn: up, height: 30mm, width: 9mm}"))
    (problem,) = desk.problems("- {rich: 'Hello **dear** :heart: friends', width: 9mm}")

    assert 6.5 <= small.size < 9.5
    assert len({text.y for text in broken}) > 1
    assert {-90.0} == {text.turn for text in turned}
    assert problem.startswith("4:5: text 'Hello dear :heart: friends' doesn't fit")


def test_icons_are_tinted_except_in_light_text(desk: Desk) -> None:
    tint = load_theme("colour").colours["tint"]
    dark, light, own = (
        {getattr(shape, "fill", None) for shape in desk.shapes(f"- {{rich: ':cup:', {look}}}")}
        for look in ("size: 9pt", "colour: on-head", "paint: bad-tint")
    )

    assert tint in dark
    assert tint not in light
    assert load_theme("colour").colours["bad-tint"] in own
