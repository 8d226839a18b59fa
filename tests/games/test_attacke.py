"""Attacke: deal, totals, lost chips, pile and end."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from printkit.games.attacke import GAME
from printkit.games.attacke.numbers import Tables
from printkit.games.attacke.rules import UNCHECKED
from printkit.games.attacke.state import State, Stock, supply
from printkit.rules.judge import apply, check, legal
from printkit.rules.record import parse_header
from printkit.rules.simulate import NAMES, Seating, Tally, play

if TYPE_CHECKING:
    from printkit.rules.game import Event, Game

ANN, BEN, CLEO = range(3)
HANDS = {
    "Ann": ["red 7", "red 2", "blue 3", "shield 10"],
    "Ben": ["red 4", "red 5", "shield 10", "green 2", "yellow 2"],
    "Cleo": ["red 3", "shield 7", "blue 4", "purple 3", "yellow 4"],
}
DEAL: Event = {"do": "deal", "hands": HANDS}


def play_event(by: str, *cards: str, draw: Any = None, **more: Any) -> Event:
    return {"do": "play", "by": by, "cards": [*cards], "draw": draw, **more}


def passes(by: str, draw: Any = None, **more: Any) -> Event:
    return {"do": "pass", "by": by, "draw": draw, **more}


def without_hands(event: Event) -> Event:
    """The event as in a record without hands."""
    return {key: value for key, value in event.items() if key != "draw"}


def after(*events: Event, variant: str = "base", count: int = 3, game: Game[State] = GAME) -> State:
    row = {"printkit": 1, "game": "attacke", "players": [*NAMES[:count]], "variant": variant}
    _, header = parse_header(row, lambda _name: game)
    state = game.begin(header)
    for event in events:
        state = apply(game, state, event)
    return state


def broken_rules(state: State, event: Event) -> list[str]:
    return [fault.rule for fault in check(GAME, state, event)]


def with_pile_in_hand(state: State, *discards: str) -> State:
    """Give Cleo the whole pile except the given cards, which become the discards."""
    assert state.hands is not None
    pile = list(state.stock.pile)
    for card in discards:
        pile.remove(card)
    hands = (*state.hands[:CLEO], state.hands[CLEO] + tuple(pile))
    moved = state._replace(hands=hands, stock=Stock((), discards))
    assert [*GAME.invariants(moved)] == []
    return moved


ANN_OPENS = play_event("Ann", "red 7", draw="green 3")
ANN_WINS_RED = (ANN_OPENS, passes("Ben"), passes("Cleo"))
BEN_BEATS_THE_TEN = (
    *ANN_WINS_RED,
    play_event("Ann", "red 2", "shield 10"),
    play_event("Ben", "red 4", "shield 10"),
    passes("Cleo"),
)


class TestDeal:
    @pytest.mark.parametrize(("count", "dealt", "pile"), [(3, 14, 82), (4, 19, 77), (5, 24, 72)])
    def test_deals_and_piles_add_up_to_96(self, count: int, dealt: int, pile: int) -> None:
        played = play(Seating(GAME, NAMES[:count], "base"), Random(1), cap=1)

        assert dealt == sum(map(len, played.state.hands))
        assert pile == len(played.state.stock.pile)
        assert dealt + pile == 96

    def test_the_deck_has_90_knights_and_6_shields(self) -> None:
        deck = Tables().deck
        shields = [card for card in deck if card.startswith("shield")]

        assert (len(deck), len(shields)) == (96, 6)
        assert {18} == {
            sum(card.startswith(f"{colour} ") for card in deck) for colour in Tables().colour_ids
        }

    def test_the_first_player_gets_the_small_hand(self) -> None:
        row = {"printkit": 1, "game": "attacke", "players": ["Ann", "Ben", "Cleo"], "first": "Ben"}
        _, header = parse_header(row, lambda _name: GAME)

        assert broken_rules(GAME.begin(header), DEAL) == ["attacke.deal", "attacke.deal"]

    def test_the_tables_can_be_replaced(self) -> None:
        short = replace(
            GAME, tables=Tables(goals={"base": 1, "five": 2, "blind": 1, "five-blind": 2})
        )
        state = after(*map(without_hands, ANN_WINS_RED), game=short)

        assert state.over

    def test_a_face_down_card_counts_what_the_tables_say(self) -> None:
        heavy = replace(GAME, tables=Tables(face_down=2))
        state = after(
            without_hands(play_event("Ann", "red 7", blind=3)), variant="blind", game=heavy
        )

        assert heavy.expectations["totals"].value(state) == (13, 0, 0)


class TestContest:
    def test_a_total_adds_up_over_several_plays(self) -> None:
        state = after(
            DEAL,
            ANN_OPENS,
            play_event("Ben", "red 4", "red 5"),
            play_event("Cleo", "red 3", "shield 7"),
            play_event("Ann", "red 2", "shield 10"),
        )

        assert [laid.total for laid in state.laid if laid] == [19, 9, 10]

    def test_a_player_who_passed_is_skipped(self) -> None:
        state = after(DEAL, ANN_OPENS, passes("Ben"), play_event("Cleo", "red 3", "shield 7"))

        assert state.turn == ANN

    def test_the_winner_draws_nothing_and_leads(self) -> None:
        state = after(DEAL, *ANN_WINS_RED)

        assert state.hands is not None
        assert state.hands[ANN] == ("red 2", "blue 3", "shield 10", "green 3")
        assert (state.contest, state.leader, state.colour) == (2, ANN, "")

    def test_a_second_victory_in_a_colour_brings_no_chip(self) -> None:
        state = after(
            DEAL, *ANN_WINS_RED, play_event("Ann", "red 2"), passes("Ben"), passes("Cleo")
        )

        assert state.chips == (("red",), (), ())

    def test_a_leader_without_cards_passes_the_lead_to_the_next_player_with_cards(self) -> None:
        hands = {**HANDS, "Ann": ["red 7", "red 2", "red 3", "shield 10"]}
        state = after(
            {"do": "deal", "hands": hands},
            play_event("Ann", *hands["Ann"]),
            passes("Ben"),
            passes("Cleo"),
        )

        assert (state.leader, state.turn) == (BEN, BEN)

    def test_the_lead_skips_everyone_whose_hand_is_empty(self) -> None:
        state = after(DEAL, play_event("Ann", "red 7"), passes("Ben"))
        hands = state.hands or ()
        state = state._replace(hands=((), (), hands[CLEO]))

        assert apply(GAME, state, passes("Cleo")).leader == CLEO

    def test_without_hands_the_winner_always_leads(self) -> None:
        state = after(
            without_hands(play_event("Ann", "red 7")),
            without_hands(passes("Ben")),
            without_hands(passes("Cleo")),
        )

        assert (state.leader, state.contest) == (ANN, 2)

    def test_the_one_face_down_play_stays_used_up_until_the_contest_ends(self) -> None:
        state = after(
            without_hands(play_event("Ann", "red 2", blind=1)),
            without_hands(passes("Ben")),
            without_hands(play_event("Cleo", "red 5")),
            without_hands(play_event("Ann", "red 5")),
            without_hands(play_event("Cleo", "red 7")),
            variant="blind",
        )

        assert broken_rules(state, without_hands(play_event("Ann", "red 7", blind=1))) == [
            "attacke.blind-once"
        ]


class TestShieldTen:
    def test_the_chip_is_given_back_with_the_pass(self) -> None:
        state = after(DEAL, *BEN_BEATS_THE_TEN, passes("Ann", returns="red"))

        assert state.chips == ((), ("red",), ())
        assert supply(state) == {"red": 4, "blue": 5, "green": 5, "yellow": 5, "purple": 5}

    def test_every_offered_pass_gives_a_chip_back(self) -> None:
        state = after(DEAL, *BEN_BEATS_THE_TEN)
        offered = [event for event in legal(GAME, state) if event["do"] == "pass"]

        assert {event["returns"] for event in offered} == {"red"}

    @pytest.mark.parametrize("returns", [{}, {"returns": "blue"}])
    def test_only_the_players_own_chip_can_be_given_back(self, returns: Event) -> None:
        state = after(DEAL, *BEN_BEATS_THE_TEN)

        assert broken_rules(state, passes("Ann", **returns)) == ["attacke.shield10-fine"]

    def test_a_player_without_chips_gives_nothing_back(self) -> None:
        state = after(
            DEAL,
            play_event("Ann", "shield 10", colour="red"),
            play_event("Ben", "red 4", "shield 10"),
            passes("Cleo"),
        )

        assert broken_rules(state, passes("Ann", returns="red")) == ["attacke.shield10-fine"]
        assert broken_rules(state, passes("Ann")) == []

    def test_the_winner_of_a_contest_keeps_all_chips(self) -> None:
        state = after(
            DEAL,
            *ANN_WINS_RED,
            play_event("Ann", "blue 3", "shield 10"),
            passes("Ben"),
            passes("Cleo"),
        )

        assert state.chips == (("red", "blue"), (), ())

    def test_a_ten_counts_for_one_contest_only(self) -> None:
        hands = {**HANDS, "Ann": ["red 7", "shield 10", "shield 10", "blue 3"]}
        hands["Ben"] = ["red 4", "red 5", "green 3", "green 2", "yellow 2"]
        state = after(
            {"do": "deal", "hands": hands},
            play_event("Ann", "red 7", "shield 10"),
            passes("Ben"),
            passes("Cleo"),
        )

        assert broken_rules(state, play_event("Ann", "blue 3", "shield 10")) == []

    def test_a_second_ten_is_not_offered(self) -> None:
        hands = {**HANDS, "Ann": ["red 7", "shield 10", "shield 10", "blue 3"]}
        hands["Ben"] = ["red 4", "red 5", "red 4", "red 5", "red 5"]
        state = after(
            {"do": "deal", "hands": hands},
            play_event("Ann", "shield 10", colour="red"),
            play_event("Ben", "red 4", "red 5", "red 4"),
            passes("Cleo"),
        )
        plays = [event["cards"] for event in legal(GAME, state) if event["do"] == "play"]

        assert plays != []
        assert "shield 10" not in [card for cards in plays for card in cards]


class TestPile:
    def test_a_passing_player_can_draw_their_own_cards_back(self) -> None:
        state = with_pile_in_hand(
            after(DEAL, ANN_OPENS, play_event("Ben", "red 4", "red 5")), "purple 2"
        )
        state = apply(GAME, state, passes("Cleo", "purple 2"))

        assert broken_rules(state, passes("Ann", "red 7")) == []
        assert broken_rules(state, passes("Ann", "purple 2")) == ["core.chance"]

    def test_the_winners_cards_are_not_discarded_before_the_last_draw(self) -> None:
        state = with_pile_in_hand(after(DEAL, ANN_OPENS, passes("Ben")))

        assert broken_rules(state, passes("Cleo", "red 7")) == ["core.chance"]
        assert apply(GAME, state, passes("Cleo")).stock.discards == ("red 7",)

    def test_an_empty_pile_is_replaced_by_all_discards(self) -> None:
        state = with_pile_in_hand(after(DEAL), "purple 2", "blue 7")
        state = apply(GAME, state, play_event("Ann", "red 7", draw="blue 7"))

        assert Stock(("purple 2",), (), 1) == state.stock

    def test_with_both_piles_empty_nothing_is_drawn(self) -> None:
        state = with_pile_in_hand(after(DEAL))

        assert broken_rules(state, play_event("Ann", "red 7", draw=None)) == []
        assert broken_rules(state, play_event("Ann", "red 7", draw="red 7")) == ["core.chance"]

    def test_a_forgotten_draw_doesnt_change_the_pile(self) -> None:
        state = after(DEAL, play_event("Ann", "red 7"))

        assert len(state.stock.pile) == 82

    def test_a_forgotten_draw_doesnt_reshuffle(self) -> None:
        state = apply(GAME, with_pile_in_hand(after(DEAL), "purple 2"), play_event("Ann", "red 7"))

        assert Stock((), ("purple 2",), 0) == state.stock


class TestEnd:
    @pytest.mark.parametrize(
        ("variant", "goal"), [("base", 4), ("five", 5), ("blind", 4), ("five-blind", 5)]
    )
    def test_the_last_chip_ends_the_game_immediately(self, variant: str, goal: int) -> None:
        colours = Tables().colour_ids[:goal]
        events = [
            without_hands(event)
            for colour in colours
            for event in (play_event("Ann", f"{colour} 7"), passes("Ben"), passes("Cleo"))
        ]

        assert GAME.outcome(after(*events[:-1], variant=variant)) is None
        assert GAME.outcome(after(*events, variant=variant)) == ("attacke.end", (ANN,))

    def test_the_last_pass_gives_its_chip_back_before_the_game_ends(self) -> None:
        won = [
            without_hands(event)
            for colour in ("red", "blue", "green")
            for event in (play_event("Ann", f"{colour} 7"), passes("Ben"), passes("Cleo"))
        ]
        chip_for_ben = [
            play_event("Ann", "red 2"),
            play_event("Ben", "red 3"),
            passes("Cleo"),
            passes("Ann"),
        ]
        last = [
            play_event("Ben", "shield 10", colour="yellow"),
            passes("Cleo"),
            play_event("Ann", "yellow 7", "yellow 7"),
            passes("Ben", returns="red"),
        ]
        state = after(*won, *map(without_hands, (*chip_for_ben, *last)))

        assert state.chips == (("red", "blue", "green", "yellow"), (), ())
        assert state.over

    def test_after_the_end_the_last_contest_stays_readable(self) -> None:
        colours = ("red", "blue", "green", "yellow")
        events = [
            without_hands(event)
            for colour in colours
            for event in (play_event("Ann", f"{colour} 7"), passes("Ben"), passes("Cleo"))
        ]
        state = after(*events)
        expected = {key: GAME.expectations[key].value(state) for key in ("contest", "leader")}

        assert expected == {"contest": 4, "leader": "Ann"}
        assert GAME.expectations["totals"].value(state) == (None, None, None)

    def test_a_game_that_repeats_itself_never_ends(self) -> None:
        once = (play_event("Ann", "red 7"), passes("Ben"), passes("Cleo"))
        state = after(*[without_hands(event) for _ in range(1_000) for event in once])

        assert (state.contest, GAME.scores(state)) == (1_001, (1, 0, 0))
        assert GAME.outcome(state) is None

    def test_the_simulator_gives_up_at_its_cap_and_counts_such_games(self) -> None:
        tally = Tally(3)
        for seed in range(5):
            tally.add(play(Seating(GAME, NAMES[:3], "five"), Random(seed), cap=10))

        assert (tally.games, tally.unfinished) == (5, 5)


class TestRecordsWithoutHands:
    def test_what_needs_hands_is_reported_as_unchecked(self) -> None:
        assert GAME.unchecked(after(without_hands(ANN_OPENS)), "") == UNCHECKED
        assert GAME.unchecked(after(DEAL), "") == ()
        assert GAME.unchecked(after(), "") == GAME.unchecked(after(), "deal") == ()
        assert GAME.unchecked(after(), "play") == UNCHECKED

    def test_without_hands_copies_of_cards_are_not_counted(self) -> None:
        state = after(without_hands(play_event("Ann", *["red 7"] * 3)))

        assert broken_rules(state, without_hands(play_event("Ben", *["red 7"] * 4))) == []

    def test_without_hands_face_down_cards_are_a_number(self) -> None:
        state = after(without_hands(play_event("Ann", "red 7", blind=3, total=10)), variant="blind")

        assert GAME.expectations["totals"].value(state) == (10, 0, 0)

    @pytest.mark.parametrize("draw", ["red 2", None])
    def test_without_hands_a_draw_is_refused(self, draw: str | None) -> None:
        assert broken_rules(after(), play_event("Ann", "red 7", draw=draw)) == ["core.args"]


def test_all_legal_plays_of_a_small_hand_are_offered() -> None:
    hands = {**HANDS, "Ann": ["red 2", "red 3", "blue 5", "shield 7"]}
    state = after({"do": "deal", "hands": hands})
    plays = {json.dumps([event["cards"], event.get("colour")]) for event in legal(GAME, state)}

    knights = [["red 2"], ["red 3"], ["red 2", "red 3"], ["blue 5"]]
    expected = [
        *((cards, None) for cards in knights),
        *(([*cards, "shield 7"], None) for cards in knights),
        *((["shield 7"], colour) for colour in Tables().colour_ids),
    ]
    assert {json.dumps(each) for each in expected} == plays
