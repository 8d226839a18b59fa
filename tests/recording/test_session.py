"""The dialogue: questions, how answers are read, and refusals."""

from __future__ import annotations

import io
from random import Random
from typing import Any

import pytest

from printkit.games import find, game_ids, load
from printkit.recording.answers import codes, find_seat, legal_answers, short_name
from printkit.recording.resuming import resume, spell_record
from printkit.recording.session import GameSession, RefusedAnswer, answer, question, submit, undo
from printkit.recording.setup import GameSetup, start_session
from printkit.rules.prompts import Misread, PromptOption
from printkit.rules.replay import replay
from printkit.rules.simulate import Seating, play
from printkit.samples import FOLDER
from tests.recording.typing_games import type_game

FOUR = ("Ann", "Ben", "Cleo", "Dan")


def _begin(game_id: str, *players: str, variant: str = "base", **more: Any) -> GameSession:
    return start_session(GameSetup(load(game_id), variant, players, **more))


def _type_lines(session: GameSession, *lines: str) -> GameSession:
    for line in lines:
        session = answer(session, line)
    return session


def _question(session: GameSession) -> str:
    asked = question(session)
    return f"{', '.join(asked.who)}: {asked.asks}" if asked else ""


def _refusal(session: GameSession, text: str) -> RefusedAnswer:
    with pytest.raises(RefusedAnswer) as caught:
        answer(session, text)
    return caught.value


def test_a_round_of_attribute_takes_topic_sheep_and_grabs() -> None:
    session = _begin("attribute", *FOUR)
    asked = []
    for line in ("dunghill", "+-+-", "b>a d>c"):
        asked.append(_question(session))
        session = answer(session, line)

    assert asked == [
        "Ann: topic of round 1 of 16",
        "Ann, Ben, Cleo, Dan: sheep, green or red",
        "Ann, Ben, Cleo, Dan: who grabbed whose set",
    ]
    assert session.state.scores == (0, 2, 0, 2)
    assert _question(session) == "Ben: topic of round 2 of 16"


def test_a_forbidden_answer_is_refused_with_the_rule_and_changes_nothing() -> None:
    session = _type_lines(_begin("attribute", *FOUR), "dunghill", "+-+-")
    refused = _refusal(session, "b>a d>d")

    assert refused.message == "Dan: players can't grab their own set"
    assert refused.rule == "attribute.grab-own"
    assert refused.text == "Players can't grab their own set."
    assert _question(session) == "Ann, Ben, Cleo, Dan: who grabbed whose set"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "please enter an answer"),
        ("+-+", "enter one answer per player: 4 needed, 3 given (Ann, Ben, Cleo, Dan)"),
        ("green", "'green' needs a sign before it: + (Green), - (Red)"),
        ("+-\x1b+", "answers can't contain control characters"),
    ],
)
def test_unreadable_answers_are_explained(typed: str, said: str) -> None:
    assert _refusal(_type_lines(_begin("attribute", *FOUR), "dunghill"), typed).message == said


def test_a_player_can_be_a_name_its_beginning_or_a_seat_number() -> None:
    header = _begin("attribute", "Ann", "Anna", "Ben", "\u00c9va").state.header

    assert [find_seat(header, word) for word in ("ann", "anna", "b", "BEN", "2", "#4")] == [
        0, 1, 2, 2, 1, 3
    ]  # fmt: skip
    assert [short_name(header, seat) for seat in range(4)] == ["ann", "anna", "b", "4"]
    with pytest.raises(Misread, match=r"'an' could be Ann \(#1\) or Anna \(#2\)"):
        find_seat(header, "an")
    with pytest.raises(Misread, match="nobody here is called 'x'; Ann, Anna, Ben"):
        find_seat(header, "x")


def test_a_quoted_command_is_an_answer() -> None:
    session = _type_lines(_begin("attribute", *FOUR), '"undo"', "++++")

    assert session.state.topic == "undo"


def test_cards_of_recorded_hands_can_be_abbreviated() -> None:
    hands = ("smelly, bold, silly, dirty", "shy, calm, tall, icy", "a, b, c, d")
    session = _type_lines(_begin("attribute", "Ann", "Ben", "Cleo", full=True), *hands, "moon")

    plain = _type_lines(_begin("attribute", "Ann", "Ben", "Cleo"), "moon", "+smelly -very calm +")
    session = answer(session, "+-+")

    assert plain.state.laid == ("smelly", "very calm", "?")
    assert _question(session) == "Ann, Ben, Cleo: cards played"
    assert _refusal(session, "sm x a").message.startswith("'x' isn't one of the choices: s (shy)")
    assert answer(session, "sm ca a").state.laid == ("smelly", "calm", "a")


def test_questions_with_a_single_answer_are_skipped() -> None:
    session = _begin("wolle", "Ann", "Ben", variant="no-cups")
    one = _type_lines(session, "6", "d3 r3", "")
    lines = [line for line in one.lines if '"do"' in line]
    session = _type_lines(_begin("cattitude", "Ann", "Ben"), "5t /", "5c /", "oo")

    assert len(lines) == 2
    assert _question(session) == "Ann: bid, open / closed, round 2 of 9"
    assert session.events == 4


def test_answers_of_a_turn_are_checked_one_by_one() -> None:
    session = _type_lines(_begin("wolle", "Ann", "Ben", variant="no-cups"), "6", "d3 r3")
    refused = _refusal(session, "d3 r2")

    assert (refused.rule, refused.message) == (
        "wolle.exact", "Ben: 5 segments drawn, but the die shows 6"
    )  # fmt: skip


def test_hands_follow_from_bids_and_are_checked_with_each() -> None:
    session = _begin("cattitude", *FOUR)

    assert _question(session) == ": direction of the bids"
    session = answer(session, "left")

    assert _refusal(session, "2t / bi t").rule == "cattitude.deal"
    assert _refusal(session, "3t").message.startswith("separate the piles with one '/'")
    assert _refusal(session, "2t / q").message == ("Ann is dealt 1 red card in round 1, not 0")
    assert _refusal(session, "t c< / d m").rule == "cattitude.bid-two"


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("r7 b3", "attacke.open"),
        ("r7 s10 s10", "attacke.shield10-one"),
    ],
)
def test_attacke_answers_are_checked_by_its_rules(line: str, rule: str) -> None:
    assert _refusal(_begin("attacke", "Ann", "Ben", "Cleo"), line).rule == rule


def test_a_bare_number_has_the_colour_of_the_contest_or_the_card_before_it() -> None:
    session = _type_lines(_begin("attacke", "Ann", "Ben", "Cleo"), "r2 3", "4 s7")

    assert session.state.laid[0].cards == ("red 2", "red 3")
    assert session.state.laid[1].cards == ("red 4", "shield 7")


def test_a_lost_shield_10_asks_which_chip_it_costs() -> None:
    one = ("r2", "", "")
    session = _type_lines(
        _begin("attacke", "Ann", "Ben", "Cleo"), *one, "b2", "", "", "g2 s10", "5 s10", ""
    )
    session = answer(session, "p")

    assert _question(session) == "Ann: chip that the lost shield 10 costs"
    assert _refusal(session, "").message == "please enter an answer"
    assert _refusal(session, "g").message == "'g' isn't one of the choices: r (Red), b (Blue)"
    assert answer(session, "b").state.chips[0] == ("red",)


def test_with_recorded_hands_every_play_and_pass_asks_for_the_drawn_card() -> None:
    hands = ("r2 3 b4 5", "r4 5 7 g2 2", "y2 3 4 5 7")
    session = _type_lines(_begin("attacke", "Ann", "Ben", "Cleo", full=True), *hands)

    assert _refusal(answer(session, "g2"), "y2").rule == "core.card-held"
    session = answer(session, "r2 3")

    assert _question(session) == "Ann: card drawn"
    assert answer(session, "s7").state.hands[0] == ("blue 4", "blue 5", "shield 7")
    assert answer(session, "-").state.hands[0] == ("blue 4", "blue 5")


def test_each_attack_starts_from_the_state_after_the_last() -> None:
    session = _type_lines(_begin("swipsheep", "Ann", "Ben", "Cleo"), "w12 d3w 112", "12 d3 11")

    assert _refusal(session, "b9").message.startswith("'b9' isn't one of the choices: ")
    assert _type_lines(session, "b1", "c1").state.played == 1


def test_short_forms_follow_from_names_and_are_unique() -> None:
    names = ("turkey", "skinny turkey", "shy", "red 7", "red 10", "1 sheep", "turtle", "♥")
    options = [PromptOption(str(at), name) for at, name in enumerate(names)]

    assert [*codes(options).values()] == ["t", "s", "sh", "r7", "r10", "1", "tu", "#8"]


def test_malformed_answers_of_a_page_are_refused() -> None:
    shapes: list[Any] = [None, 1, "x", [], [[]], [[0, "green"]], [[9, "green", ""]] * 4, {"a": 1}]
    for session in (
        _begin("attribute", *FOUR),
        _type_lines(_begin("attribute", *FOUR), "dunghill"),
        _type_lines(_begin("attribute", *FOUR), "dunghill", "+-+-"),
        _begin("swipsheep", *FOUR),
        _type_lines(_begin("wolle", "Ann", "Ben", variant="no-cups"), "6"),
        _begin("attacke", *FOUR),
    ):
        for shape in shapes:
            if shape == [] and getattr(session.ask and session.ask.prompt, "ordered", False):
                continue
            with pytest.raises(RefusedAnswer):
                submit(session, shape)


def test_the_board_of_wolle_shows_the_thread() -> None:
    session = _type_lines(_begin("wolle", "Ann", "Ben", variant="no-cups"), "6", "d3 r3", "")
    lines = [*session.prompts.views["board"].look(session.state, 0)]

    assert lines[0].split() == [*"ABCDEFGHIJKLM"]
    assert "\u2500\u2500\u2500@" in lines[7]
    assert "\u2502" in lines[2]


def test_legal_answers_can_be_listed_and_typed() -> None:
    session = _type_lines(_begin("wolle", "Ann", "Ben", variant="no-cups"), "6")

    assert session.ask is not None
    legal = [*legal_answers(session.ask.prompt, session.state.header)]

    assert len(legal) > 2
    for typed, _ in legal:
        assert answer(session, typed).said == (typed,)


@pytest.mark.parametrize(
    ("record", "lines", "means"),
    [
        ("swipsheep/whole-4-may-defend", 4, "Jana: Dog, the dog stays"),
    ],
)
def test_legal_answers_are_described_in_phrases(record: str, lines: int, means: str) -> None:
    text = (FOLDER / f"{record}.jsonl").read_bytes().splitlines(keepends=True)
    session = resume(b"".join(text[:lines]), find, full=True)

    assert session.ask is not None
    legal = legal_answers(session.ask.prompt, session.state.header)
    assert means in {form.means for form in legal}


def test_undo_stops_at_the_beginning() -> None:
    with pytest.raises(RefusedAnswer, match="nothing to undo"):
        undo(_begin("attribute", *FOUR))


def test_a_finished_game_shows_its_result_and_accepts_no_answers() -> None:
    game = load("swipsheep")
    session = type_game(game, play(Seating(game, FOUR, "base"), Random(1)), full=False).sittings[-1]

    assert session.outcome is not None
    assert session.lines[-1].startswith('{"end": {"reason": "swipsheep.rounds"')
    assert _refusal(session, "b1").rule == "core.over"
    assert replay(io.BytesIO(spell_record(session)), find).legal


# Whatever is typed.

SCRAPS = (
    *"abcdkortw123+-=!></:#,'\" ",
    *("99999999999", "r7", "s10", "x2", "xb2", "2t", "c<", "left", "stop", "b3k", "p -r", "u0"),
    *("\u00e9", "\u00b2", "\u0663", "\u00a0", "null", "[1]", "key=[", "t:q", "#9", "A-5BF65"),
)


@pytest.mark.parametrize("game_id", game_ids())
def test_random_input_is_refused_in_one_line(game_id: str) -> None:
    game, rng = load(game_id), Random(game_id)
    played = play(Seating(game, FOUR, game.variants[-1].id), rng)
    for session in type_game(game, played, full=True).sittings:
        for _ in range(8):
            text = "".join(rng.choice(SCRAPS) for _ in range(rng.randint(1, 6)))
            assert _outcome(session, text) in ("taken", "refused"), text


def _outcome(session: GameSession, text: str) -> str:
    """What becomes of an answer; an exception that is no refusal fails the test."""
    try:
        after = answer(session, text)
    except RefusedAnswer as refused:
        return "refused" if refused.message and "\n" not in refused.message else refused.message
    return "taken" if after.before is session else "lost"
