"""Backs: their own facts or body, on separate pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.layout.desk import Desk

CARDS = """\
page: {size: card, margin: 5mm}
facts: {names: [a, b, c], face: front, shout: "{upper(face)}"}
each: name in names
"""
BODY = "- '{name} {face} {shout}'"


def test_backs_follow_their_fronts_and_can_change_facts(desk: Desk) -> None:
    front, back = desk.texts(BODY, f"{CARDS}backs: {{facts: {{face: behind}}}}\n")

    assert ["a front FRONT", "b front FRONT", "c front FRONT"] == front
    assert {"a behind BEHIND", "b behind BEHIND", "c behind BEHIND"} == set(back)


def test_backs_can_have_their_own_body(desk: Desk) -> None:
    head = f"{CARDS}backs:\n  body: ['back of {{name}}']\n"

    assert {"back of a", "back of b", "back of c"} == set(desk.texts(BODY, head)[1])


def test_backs_are_left_out_if_their_condition_is_false(desk: Desk) -> None:
    head = f"{CARDS}backs: {{when: len(names) > 3}}\n"

    assert 1 == len(desk.pages(BODY, head))


def test_a_back_can_change_only_existing_facts(desk: Desk) -> None:
    head = f"{CARDS}backs: {{facts: {{fase: behind}}}}\n"

    assert ["6:23: the front has no fact 'fase' (did you mean 'face'?)"] == desk.problems(
        BODY, head
    )


def test_there_must_be_as_many_backs_as_fronts(desk: Desk) -> None:
    head = f"{CARDS}backs: {{facts: {{names: [d]}}}}\n"

    assert ["6:8: 3 fronts but 1 backs"] == desk.problems(BODY, head)


def test_refuse_stops_the_build_with_its_message(desk: Desk) -> None:
    body = """
    - refuse: "{count} are too many"
      hint: invite fewer
      when: count > 3
    - {text: "{count} players", width: 500mm}
    """
    head = "players: 2-6\n"

    assert ["4 are too many (invite fewer)"] == desk.problems(body, head, counts=(4,))
    assert ["3 players"] == desk.texts(body.replace("width: 500mm", ""), head, counts=(3,))[0]
