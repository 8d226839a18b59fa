"""A layout draws from the seed: again on each page, or once for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.layout.desk import Desk

CARD = "draws: {numbers: 'sample(range(1, 76), 5)'}\n"
BODY = "- text: \"{join(numbers, ' ')}\""


def draw_pages(desk: Desk, copies: int, seed: str = "friday", head: str = CARD) -> list[str]:
    return ["".join(words) for words in desk.texts(BODY, head, copies=copies, seed=seed)]


def test_every_page_has_its_own_draw(desk: Desk) -> None:
    assert 20 == len(set(draw_pages(desk, 20)))


def test_a_draw_doesnt_depend_on_the_number_of_pages(desk: Desk) -> None:
    assert draw_pages(desk, 40)[:20] == draw_pages(desk, 20)
    assert draw_pages(desk, 1)[0] == draw_pages(desk, 20)[0]


def test_another_seed_draws_something_else(desk: Desk) -> None:
    assert draw_pages(desk, 3) != draw_pages(desk, 3, "monday")


def test_other_parts_of_a_layout_dont_change_draws(desk: Desk) -> None:
    more = "draws: {dice: 'roll(6, 3)', numbers: 'sample(range(1, 76), 5)'}\nfacts: {n: 3}\n"
    assert draw_pages(desk, 3) == draw_pages(desk, 3, head=more)


def test_a_draw_with_once_is_the_same_on_all_pages(desk: Desk) -> None:
    once = "draws: {numbers: {draw: 'sample(range(1, 76), 5)', once: true}}\n"
    assert 1 == len(set(draw_pages(desk, 5, head=once)))


def test_facts_can_use_draws_with_once_and_draws_can_use_facts(desk: Desk) -> None:
    head = """
        facts: {names: [Ann, Ben, Cleo], first: "{order[0]}"}
        draws: {order: {draw: shuffle(names), once: true}}
    """
    (words,) = desk.texts("- text: \"{first}: {join(order, ' ')}\"", head, seed="x")
    first, _, order = "".join(words).partition(": ")
    assert (first, ["Ann", "Ben", "Cleo"]) == (order.split()[0], sorted(order.split()))


def test_front_and_back_of_a_page_show_the_same_draw(desk: Desk) -> None:
    head = f"{CARD}page: {{size: card}}\nbacks: {{}}\n"
    front, back = desk.texts(BODY, head, seed="x")
    assert front == back


@pytest.mark.parametrize(
    ("draw", "expected"),
    [
        ("sample(range(75), 80)", "can't draw 80 items from 75"),
        ("sample(range(75))", "wrong arguments for 'sample' (write sample(list, how many))"),
        ("pick([])", "nothing to pick from: the list is empty"),
        ("shuffle(playes)", "unknown fact 'playes' (did you mean 'players'?)"),
        ("shuffel(players)", "unknown function 'shuffel' (did you mean 'shuffle'?)"),
    ],
)
def test_an_impossible_draw_is_reported_at_its_place(desk: Desk, draw: str, expected: str) -> None:
    (problem,) = desk.problems("- text: hello", f"draws: {{numbers: '{draw}'}}\n", seed="x")
    assert problem.startswith("3:")
    assert expected in problem


def test_a_fact_cannot_use_a_draw_that_differs_between_pages(desk: Desk) -> None:
    head = f"{CARD}facts: {{first: '{{numbers[0]}}'}}\n"
    (problem,) = desk.problems("- text: hello", head, seed="x")
    assert "4:16: 'numbers' is drawn anew on every page" in problem


def test_random_functions_are_allowed_only_under_draws(desk: Desk) -> None:
    (problem,) = desk.problems("- text: '{roll(6)}'")
    assert "unknown function 'roll' (put random choices under `draws:`" in problem


def test_data_files_become_facts(desk: Desk) -> None:
    desk.write("cards.csv", "name,cost,count\nWolf,3,2\nDog,1,1\n")
    head = "data: {cards: {file: cards.csv, count: count}}\neach: card in cards\n"
    pages = desk.texts("- text: '{card.name} {card.cost}'", head)
    assert [["Wolf 3"], ["Wolf 3"], ["Dog 1"]] == pages


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("../cards.csv", "3:15: the data file '../cards.csv' is outside the layout's folder"),
        ("/etc/passwd", "3:15: the data file '/etc/passwd' is outside the layout's folder"),
        ("card.csv", "3:15: no such data file: 'card.csv' (did you mean 'cards.csv'?)"),
    ],
)
def test_a_data_file_must_be_in_the_layouts_folder(desk: Desk, file: str, expected: str) -> None:
    desk.write("cards.csv", "name\nWolf\n")
    (problem,) = desk.problems("- text: hello", f"data: {{cards: {file}}}\n")
    assert expected in problem


def test_a_missing_column_is_reported_with_the_known_ones(desk: Desk) -> None:
    desk.write("cards.csv", "name,cost\nWolf,3\n")
    head = "data: {cards: cards.csv}\neach: card in cards\n"
    problems = desk.problems("- text: '{card.price}'", head)
    assert ["6:13: card has no field 'price' (choose from cost, name)"] == problems


def test_a_palette_gives_colours_to_layouts_and_parts(desk: Desk) -> None:
    desk.write("shared/line.yaml", "part: line\nbody: [{text: part, colour: leaf-dark}]\n")
    head = "palette: {leaf: '#2e8b57'}\n"
    body = "- {text: own, colour: leaf-dark}\n- {use: shared/line}"
    assert [["own", "part"]] == desk.texts(body, head)
    assert ["5:25: unknown colour 'leef-dark' (did you mean 'leaf-dark'?)"] == desk.problems(
        "- {text: own, colour: leef-dark}", head
    )


def test_a_data_file_cannot_take_the_name_of_a_fact(desk: Desk) -> None:
    desk.write("cards.csv", "name\nWolf\n")
    (problem,) = desk.problems("- text: hello", "data: {players: cards.csv}\n")
    assert "3:17: the name 'players' is already used by a fact" in problem
