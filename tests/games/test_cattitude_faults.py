"""Cattitude: which rule is reported for a fault, and in which order."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from printkit.games import find
from printkit.rules.replay import replay
from tests.games.cattitude_positions import (
    after,
    broken_rules,
    choose,
    collected,
    keep,
    position,
    secure,
    start,
)

if TYPE_CHECKING:
    from printkit.games.cattitude.state import State

ARGS, CHANCE, HELD = "core.args", "core.chance", "core.card-held"
DEAL, PILES = "cattitude.deal", "cattitude.piles"
ALL, TWO, SOURCE = "cattitude.bid-all", "cattitude.bid-two", "cattitude.bid-source"
ESCORT, DIRECTION = "cattitude.secure-escort", "cattitude.direction"
BEGINNER, BONUS = "cattitude.beginner", "cattitude.bonus"


def _deal(*hands: list[Any]) -> dict[str, Any]:
    return {"do": "deal", "hands": dict(zip(("Ann", "Ben", "Cleo"), hands, strict=False))}


THREE = ["turkey", "chicken", "peacock"]
DEALS = [
    (_deal(THREE, THREE, ["royal cat"] * 3), [CHANCE]),
    (_deal(THREE, THREE, ["royal cat"] * 4), [CHANCE, DEAL]),
    (_deal(["royal cat"] * 2, THREE, ["royal cat"]), [CHANCE, DEAL, DEAL]),
    (_deal(THREE, THREE, ["queen", "queen", "turkey"]), [CHANCE, DEAL]),
    (_deal(THREE, THREE, ["queen", "turkey", "turkey"]), [DEAL]),
    (_deal(THREE, THREE, ["turkey"] * 2), [DEAL]),
    (_deal(THREE, THREE, []), [DEAL]),
    (_deal(THREE, THREE), [DEAL]),
    (_deal(THREE, THREE, ["turkey", "turkey", "Turkey"]), [ARGS]),
    (_deal(THREE, THREE, ["turkey", "turkey", ["turkey"]]), [ARGS]),
    (_deal(THREE, THREE, ["turkey", "turkey", None]), [ARGS]),
    ({"do": "deal", "hands": {"Ann": {"turkey": 1}, "Ben": THREE, "Cleo": THREE}}, [ARGS]),
    ({"do": "deal", "hands": {"Ann": "turkey", "Ben": THREE, "Cleo": THREE}}, [ARGS]),
    ({"do": "deal", "hands": {"Ann": THREE, "Ben": THREE, "Dan": THREE}}, [ARGS]),
    ({"do": "deal", "hands": [THREE, THREE, THREE]}, [ARGS]),
    ({"do": "deal", "hands": {}, "by": "Ann"}, [ARGS]),
]


@pytest.mark.parametrize(("event", "rules"), DEALS)
def test_a_bad_deal_is_refused(event: dict[str, Any], rules: list[str]) -> None:
    assert rules == broken_rules(start(3), event)


@pytest.mark.parametrize(
    ("duchesses", "rules"), [(4, []), (5, [PILES]), (6, [PILES]), (7, [CHANCE])]
)
def test_two_players_never_see_the_nobles_put_away(duchesses: int, rules: list[str]) -> None:
    cards = [*["duchess"] * duchesses, *["turkey"] * (10 - duchesses)]

    assert rules == broken_rules(start(2), _deal(cards[:5], cards[5:]))


@pytest.mark.parametrize(("number", "reds", "rules"), [(7, 0, []), (7, 1, [DEAL] * 3), (8, 1, [])])
def test_red_cards_come_after_all_blue_piles(number: int, reds: int, rules: list[str]) -> None:
    state = start(3)._replace(round=number - 1)
    hands = [["turkey", "turkey", red if reds else "turkey"] for red in _reds()]

    assert rules == broken_rules(state, _deal(*hands))


@pytest.mark.parametrize(("reds", "rules"), [(0, [DEAL]), (1, []), (2, [DEAL])])
def test_a_red_round_gives_everyone_one_red_card(reds: int, rules: list[str]) -> None:
    state = start(3)._replace(round=7)
    ann = [*["diva turkey", "diva chicken"][:reds], *["turkey"] * (3 - reds)]
    others = [["turkey", "turkey", red] for red in _reds()[1:]]

    assert rules == broken_rules(state, _deal(ann, *others))


def _reds() -> tuple[str, str, str]:
    return "queen", "catastrophe", "bonus turkeys"


def _bidding(**header: Any) -> State:
    """Round 2: Ann was dealt a turkey and a duchess; other cards are on tables and in palaces."""
    return position(
        start(3, **header),
        hands={"Ann": ["turkey", "duchess"], "Ben": ["chicken"], "Cleo": ["chicken"]},
        tables={"Ann": ["chicken", "baroness", "marquess"], "Ben": ["peacock"]},
        palaces={"Ann": ["royal cat", "bonus turkeys"], "Cleo": ["queen", "bonus chickens"]},
    )


def _ann(opened: list[str], taken: list[str] | None = None) -> dict[str, Any]:
    bid = {"open": opened, "closed": ["duchess"]}
    return bid if taken is None else {**bid, "taken": taken}


def _with(*taken: str) -> dict[str, Any]:
    return _ann(["turkey", *taken], [*taken])


OWN = ["chicken", "baroness", "marquess"]

BIDS = [
    (_ann(["turkey"]), []),
    (_ann(["turkey"], []), []),
    (_ann(["turkey", "chicken"], ["chicken"]), []),
    (_ann([]), [ALL]),
    (_ann(["turkey", "turkey"]), [HELD]),
    (_ann(["chicken"]), [HELD, ALL]),
    (_ann(["turkey", "chicken"]), [HELD]),
    (_ann(["turkey"], ["chicken"]), [ALL]),
    (_ann(["turkey", "royal cat"]), [HELD]),
    (_ann(["turkey", "royal cat"], ["royal cat"]), [SOURCE]),
    (_ann(["turkey", "peacock"], ["peacock"]), [SOURCE]),
    (_ann(["turkey", "chicken", "chicken"], ["chicken", "chicken"]), [HELD]),
    (_ann(["turkey", "birdoholic"], ["birdoholic"]), [HELD]),
    (_ann(["turkey", "turkey"], ["turkey"]), [HELD]),
    (_ann(["turkey", "queen"], ["queen"]), [HELD]),
    (_ann(["turkey", "bonus turkeys"], ["bonus turkeys"]), [BONUS]),
    (_ann(["turkey", "bonus chickens"], ["bonus chickens"]), [HELD]),
    (_ann(["turkey", "bonus peacocks"], ["bonus peacocks"]), [HELD]),
    (_with("chicken", "baroness", "marquess"), [TWO]),
    (_with("chicken", "baroness", "peacock"), [TWO, SOURCE]),
    (_with("chicken", "baroness", "queen"), [HELD, TWO]),
    (_ann([*OWN, "peacock"], [*OWN, "peacock"]), [ALL, TWO, SOURCE]),
    (_with("bonus turkeys", "peacock"), [SOURCE, BONUS]),
    ({"open": ["turkey", "duchess"]}, [ARGS]),
    ({"open": ["turkey"], "closed": "duchess"}, [ARGS]),
    ({"open": ["turkey"], "closed": ["duchess"], "taken": None}, [ARGS]),
    ({"open": ["turkey"], "closed": ["duchess"], "hidden": []}, [ARGS]),
    ({"open": ["turkey"], "closed": ["dutchess"]}, [ARGS]),
    (["turkey", "duchess"], [ARGS]),
    (None, [ARGS]),
]


@pytest.mark.parametrize(("bid", "rules"), BIDS)
def test_a_bad_bid_is_refused(bid: Any, rules: list[str]) -> None:
    state = _bidding()

    assert rules == broken_rules(state, keep(state, Ann=bid))


@pytest.mark.parametrize("card", ["chicken", "royal cat", "peacock", "birdoholic", "bonus turkeys"])
def test_beginners_cannot_take_a_card_from_anywhere(card: str) -> None:
    state = _bidding(variant="beginner")

    assert broken_rules(state, keep(state, Ann=_ann(["turkey", card], [card]))) == [BEGINNER]


def test_taking_a_card_in_round_one_is_refused() -> None:
    state = position(start(3), hands={"Ann": ["turkey", "duchess"]}, number=1)

    assert broken_rules(state, keep(state, Ann=_ann(["turkey", "chicken"], ["chicken"]))) == [TWO]


def test_an_empty_list_of_taken_cards_is_allowed() -> None:
    state = position(start(3, variant="beginner"), hands={"Ann": ["turkey", "duchess"]}, number=1)

    assert broken_rules(state, keep(state, Ann=_ann(["turkey"], []))) == []


@pytest.mark.parametrize(
    ("count", "variant", "direction", "rules"),
    [
        (3, "base", "right", []),
        (3, "base", "left", [DIRECTION]),
        (3, "beginner", "left", [DIRECTION]),
        (3, "toss", "left", []),
        (3, "toss", "right", []),
        (3, "base", "up", [ARGS]),
        (3, "base", None, [ARGS]),
        (2, "base", "left", [DIRECTION]),
        (2, "toss", "right", [DIRECTION]),
        (2, "base", "up", [ARGS]),
    ],
)
def test_a_bad_direction_is_refused(
    count: int, variant: str, direction: str, rules: list[str]
) -> None:
    state = position(start(count, variant=variant))

    assert rules == broken_rules(state, {**keep(state), "direction": direction})


def test_a_missing_direction_is_unreadable() -> None:
    state = position(start(4))
    event = {key: value for key, value in keep(state).items() if key != "direction"}

    assert broken_rules(state, event) == [ARGS]


def test_cards_are_checked_before_the_direction() -> None:
    state = _bidding()
    wrong = {**keep(state, Ann=_ann([])), "direction": "left"}

    assert broken_rules(state, wrong) == [ALL, DIRECTION]


def test_a_player_missing_from_the_bids_is_refused() -> None:
    state = _bidding()
    bids = {name: bid for name, bid in keep(state)["bids"].items() if name != "Ben"}

    assert broken_rules(state, {**keep(state), "bids": bids}) == [ALL]


@pytest.mark.parametrize(
    ("choices", "rules"),
    [
        ({"Ann": "open", "Ben": "open"}, ["cattitude.choose"]),
        ({}, ["cattitude.choose"] * 3),
        ({"Ann": "open", "Ben": "both"}, [ARGS]),
        ({"Ann": "open", "Ben": "open", "Dan": "open"}, [ARGS]),
        ({"Ann": "open", "Ben": "open", "Cleo": None}, [ARGS]),
        (["open", "open", "open"], [ARGS]),
    ],
)
def test_a_bad_choice_is_refused(choices: Any, rules: list[str]) -> None:
    state = _bidding()

    assert rules == broken_rules(after(state, keep(state)), {"do": "choose", "choices": choices})


TOP = ["turkey"] * 6 + ["chicken"] * 3 + ["peacock"]
LOW = ["peacock"] * 2 + ["chicken"] + ["turkey"] * 2


@pytest.mark.parametrize(
    ("cards", "species", "rule"),
    [
        ([*TOP, "birdoholic"], "peacock", "cattitude.birdoholic"),
        ([*LOW, "birdoholic"], "peacock", "cattitude.birdoholic"),
        ([*TOP, "birdoholic", "birdoholic"], "peacock", "cattitude.birdoholics"),
        ([*TOP, "catastrophe"], "peacock", "cattitude.catastrophe"),
        ([*TOP, "birdoholic", "catastrophe"], "peacock", "cattitude.birdoholic"),
        (["turkey"] * 2 + ["chicken", "birdoholic"], "peacock", HELD),
        (["turkey"] * 2 + ["chicken", "catastrophe"], "peacock", HELD),
        ([*TOP, "catastrophe"], "parrot", ARGS),
        ([*TOP, "catastrophe"], "duchess", ARGS),
        ([*TOP, "catastrophe"], ["turkey"], ARGS),
    ],
)
def test_a_bad_loss_is_refused(cards: list[str], species: Any, rule: str) -> None:
    state = collected(cards)

    assert [rule] == broken_rules(state, {"do": "lose", "by": "Ann", "species": species})


def test_only_a_player_with_a_tie_loses_a_species() -> None:
    state = collected([*TOP, "catastrophe"])
    paid = after(state, {"do": "lose", "by": "Ann", "species": "turkey"})

    assert broken_rules(state, {"do": "lose", "by": "Ben", "species": "parrot"}) == ["core.turn"]
    assert broken_rules(paid, {"do": "lose", "by": "Ann", "species": "chicken"}) == ["core.phase"]
    assert broken_rules(state, secure(state)) == ["core.phase"]
    assert broken_rules(state, choose(state)) == ["core.phase"]


RC, Q = "royal cat", "queen"
SECURINGS: list[tuple[list[str], list[str], dict[str, str] | None, list[str]]] = [
    ([], ["turkey"], None, [ESCORT]),
    (["baroness"], ["turkey"], None, [ESCORT]),
    (["duchess"], ["peacock"], None, [HELD, ESCORT]),
    (["marquess"], ["peacock"], None, [HELD]),
    ([RC], ["turkey", "chicken"], None, [ESCORT]),
    (["duchess", RC], ["turkey"], {"turkey": RC}, [ESCORT]),
    (["duchess", RC, Q], ["turkey"], {"turkey": Q}, [ESCORT]),
    (["duchess", RC, Q], ["turkey", "chicken"], {"turkey": Q, "chicken": RC}, [ESCORT]),
    (["duchess", RC, Q], ["turkey", "chicken"], None, [ESCORT]),
    (["duchess", RC, Q], ["turkey", "chicken"], {"chicken": RC}, []),
    (["duchess", RC, Q], ["turkey"], None, []),
    (["duchess", RC, Q], ["turkey"], {}, [ARGS]),
    ([RC], ["turkey"], {"turkey": RC}, [ARGS]),
    ([Q], ["turkey"], {"turkey": Q}, [ARGS]),
    ([RC], ["turkey"], {"turkey": Q}, [ARGS]),
    ([RC, RC], ["turkey"], {"turkey": RC}, [ARGS]),
    ([RC, Q], ["turkey", "chicken"], {"turkey": RC, "chicken": Q}, [ARGS]),
    ([RC, Q], ["turkey"], {"turkey": Q}, []),
    ([RC, Q], ["turkey"], None, [ESCORT]),
    ([RC, Q], ["turkey"], {}, [ESCORT]),
    ([RC, Q], [], {}, [ARGS]),
    ([RC, RC, Q], ["turkey", "chicken"], {"turkey": Q}, [ESCORT]),
    ([RC, RC, Q], ["turkey", "chicken"], {"turkey": Q, "chicken": Q}, [HELD]),
    ([RC, RC, Q], ["turkey", "chicken"], {"turkey": RC, "chicken": RC}, []),
    ([], ["turkey"], {"turkey": Q}, [ESCORT]),
    ([RC, Q], ["turkey"], {"chicken": Q}, [ARGS]),
    ([RC, Q], ["turkey"], {"turkey": "duchess"}, [ARGS]),
    ([RC, Q], ["turkey"], {"parrot": Q}, [ARGS]),
    (["duchess"], ["turkey", "turkey"], None, [ARGS]),
    (["duchess"], ["duchess"], None, [ARGS]),
]


@pytest.mark.parametrize(("cats", "species", "royals", "rules"), SECURINGS)
def test_a_bad_securing_is_refused(
    cats: list[str], species: list[str], royals: dict[str, str] | None, rules: list[str]
) -> None:
    """A turkey and a chicken are there, and some cats."""
    state = collected(["turkey", "chicken", *cats])
    event = secure(state, *species) if royals is None else secure(state, *species, royals=royals)

    assert rules == broken_rules(state, event)


@pytest.mark.parametrize(
    ("event", "rules"),
    [
        ({"species": {"Ann": [], "Ben": []}}, [ARGS]),
        ({"species": {"Ann": [], "Ben": [], "Cleo": "turkey"}}, [ARGS]),
        ({"species": {"Ann": [], "Ben": [], "Cleo": None}}, [ARGS]),
        ({"species": {"Ann": [], "Ben": [], "Cleo": [], "Dan": []}}, [ARGS]),
        ({"species": {"Ann": [], "Ben": [], "Cleo": []}, "with": {}}, [ARGS]),
        ({"species": {"Ann": [], "Ben": [], "Cleo": []}, "with": []}, [ARGS]),
        ({"species": {"Ann": [], "Ben": [], "Cleo": []}, "with": {"Dan": {}}}, [ARGS]),
        ({"species": {"Ann": [], "Ben": [], "Cleo": []}, "with": {"Ann": "queen"}}, [ARGS]),
        ({"species": {"Ann": [], "Ben": [], "Cleo": []}}, []),
        ({}, [ARGS]),
    ],
)
def test_an_unreadable_securing_is_refused(event: dict[str, Any], rules: list[str]) -> None:
    assert rules == broken_rules(collected(["turkey", "duchess"]), {"do": "secure", **event})


def test_a_missing_card_is_reported_before_a_missing_escort() -> None:
    tables = {"Ann": ["turkey"], "Ben": ["duchess"]}
    state = position(start(3), tables=tables, phase="secure")
    species = {"Ann": ["turkey"], "Ben": ["turkey"], "Cleo": []}

    assert broken_rules(state, {"do": "secure", "species": species}) == [HELD, ESCORT]


def _violation(*rows: dict[str, Any]) -> tuple[int, str | None, str] | None:
    text = "\n".join(json.dumps(row) for row in rows)
    found = replay(io.BytesIO(text.encode()), find).violation
    return found and (found.line, found.player, found.rule)


HEADER = {"printkit": 1, "game": "cattitude", "players": ["Ann", "Ben", "Cleo"]}
DEALT = _deal(["turkey", "duchess", "chicken"], ["peacock", "marquess", "turkey"], ["turkey"] * 3)
BID_1: dict[str, Any] = {
    "do": "bid",
    "direction": "right",
    "bids": {
        "Ann": {"open": ["turkey"], "closed": ["duchess", "chicken"]},
        "Ben": {"open": ["peacock", "marquess"], "closed": ["turkey"]},
        "Cleo": {"open": [], "closed": ["turkey"] * 3},
    },
}


def test_the_first_offender_in_seat_order_is_named() -> None:
    bids = {**BID_1["bids"], "Cleo": {"open": [], "closed": []}, "Ben": {"open": [], "closed": []}}

    assert _violation(HEADER, DEALT, {**BID_1, "bids": bids}) == (3, "Ben", ALL)


def test_nobody_is_blamed_for_deals_or_the_direction() -> None:
    two = {**HEADER, "players": ["Ann", "Ben"]}
    five = _deal(["turkey"] * 5, ["turkey"] * 5)
    bids = {name: {"open": [], "closed": ["turkey"] * 5} for name in ("Ann", "Ben")}
    token = {"do": "bid", "direction": "left", "bids": bids}

    assert _violation(HEADER, _deal(THREE, THREE)) == (2, None, DEAL)
    assert _violation(two, five, token) == (3, None, DIRECTION)


@pytest.mark.parametrize("values", ["high", "", None, 1, ["mid"]])
def test_unknown_values_are_refused_in_the_header(values: object) -> None:
    assert _violation({**HEADER, "values": values}) == (1, None, "core.header")


def test_a_ruling_cannot_be_switched() -> None:
    row = {**HEADER, "rulings": {"cattitude.winner": "shared"}}

    assert _violation(row) == (1, None, "core.header")


@pytest.mark.parametrize(
    ("claim", "rule"),
    [
        ({"round": 1, "direction": "right"}, None),
        ({"direction": None}, "core.expect"),
        ({"table": {"Ann": [], "Ben": []}}, None),
        ({"palace": {"Ann": []}, "scores": {"Ann": 0}, "totals": {"Ann": {}}}, None),
        ({"totals": {"Ann": {"turkey": 0}}}, "core.expect"),
        ({"hands": {}}, ARGS),
        ({"table": {"Dan": []}}, ARGS),
    ],
)
def test_checkpoints_after_the_bids_are_checked(claim: dict[str, Any], rule: str | None) -> None:
    found = _violation(HEADER, DEALT, BID_1, {"expect": claim})

    assert (found and found[2]) == rule


def test_checkpoints_accept_cards_in_any_order() -> None:
    choices = {"do": "choose", "choices": dict.fromkeys(("Ann", "Ben", "Cleo"), "open")}
    table = {"Ann": ["chicken", "marquess", "peacock", "duchess"], "Cleo": ["turkey"] * 4}

    assert _violation(HEADER, DEALT, BID_1, choices, {"expect": {"table": table}}) is None
