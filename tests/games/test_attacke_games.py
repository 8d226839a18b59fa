"""Attacke played at random: every game ends, and a plain ledger agrees with the engine.

The ledger follows the events alone, with lists and no rules, as a person would move the cards.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from printkit.games.attacke import GAME
from printkit.games.attacke.numbers import Tables
from printkit.rules.simulate import NAMES, Seating, Tally, play
from tests.depth import many

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printkit.games.attacke.state import State

LEDGERS = many(5, deep=20)
COUNTS = (3, 4, 5)
VARIANTS = tuple(variant.id for variant in GAME.variants)
GAMES = many(100, deep=750)
SHOWING = 150
CARDS, CHIPS = Counter(Tables().deck), 25


class Ledger:
    """Cards and chips on the table, moved by events."""

    def __init__(self, players: tuple[str, ...]) -> None:
        self.hands: dict[str, list[str]] = {name: [] for name in players}
        self.laid: dict[str, list[str]] = {name: [] for name in players}
        self.chips: dict[str, list[str]] = {name: [] for name in players}
        self.box = [colour for colour in Tables().colour_ids for _ in range(5)]
        self.pile = [*Tables().deck]
        self.discards: list[str] = []
        self.inside = [*players]
        self.colour = ""

    def follow(self, event: Mapping[str, Any]) -> None:
        if event["do"] == "deal":
            for name, hand in event["hands"].items():
                self.hands[name] = [self._from_pile(card) for card in hand]
        elif event["do"] == "play":
            self._play(event)
        else:
            self._pass(event)

    def _play(self, event: Mapping[str, Any]) -> None:
        name, cards = event["by"], [*event["cards"], *event.get("blind", [])]
        for card in cards:
            self.hands[name].remove(card)
        self.laid[name] += cards
        knights = [card.split()[0] for card in event["cards"] if not card.startswith("shield")]
        self.colour = self.colour or event.get("colour") or knights[0]
        self._draw(event)

    def _pass(self, event: Mapping[str, Any]) -> None:
        name = event["by"]
        self._clear(name)
        self._draw(event)
        if "returns" in event:
            self.chips[name].remove(event["returns"])
            self.box.append(event["returns"])
        self.inside.remove(name)
        if len(self.inside) == 1:
            self._win(self.inside[0])

    def _win(self, name: str) -> None:
        self._clear(name)
        if self.colour not in self.chips[name]:
            self.box.remove(self.colour)
            self.chips[name].append(self.colour)
        self.colour = ""
        self.inside = [*self.hands]

    def _clear(self, name: str) -> None:
        self.discards += self.laid[name]
        self.laid[name] = []

    def _draw(self, event: Mapping[str, Any]) -> None:
        if event["draw"] is None:
            return
        if not self.pile:
            self.pile, self.discards = self.discards, []
        self.hands[event["by"]].append(self._from_pile(event["draw"]))

    def _from_pile(self, card: str) -> str:
        self.pile.remove(card)
        return card

    def cards(self) -> Counter[str]:
        places = [*self.hands.values(), *self.laid.values(), self.pile, self.discards]
        return Counter(card for place in places for card in place)

    def chip_count(self) -> int:
        return len(self.box) + sum(map(len, self.chips.values()))


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_ends_and_every_seat_can_win(variant: str, count: int) -> None:
    rng = Random(f"{variant}/{count}")
    tally = Tally(count)
    for _ in range(GAMES):
        tally.add(play(Seating(GAME, NAMES[:count], variant), rng))

    assert (tally.games, tally.unfinished) == (GAMES, 0)
    assert tally.reasons == {"attacke.end": GAMES}
    assert min(tally.wins) > GAMES / count / 2


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_independent_bookkeeping_agrees_with_the_engine(variant: str, count: int) -> None:
    players = NAMES[:count]
    for seed in range(LEDGERS):
        ledger = Ledger(players)

        def watch(
            _number: int, event: Any, _before: State, after: State, ledger: Ledger = ledger
        ) -> None:
            ledger.follow(event)
            assert ledger.cards() == CARDS
            assert ledger.chip_count() == CHIPS
            assert tuple(map(tuple, ledger.chips.values())) == after.chips
            assert tuple(map(tuple, ledger.hands.values())) == after.hands
            assert sorted(ledger.pile) == sorted(after.stock.pile)

        play(Seating(GAME, players, variant), Random(seed), watch=watch)


def test_random_games_show_everything_that_can_happen() -> None:
    happened: set[str] = set()

    def watch(_number: int, event: Any, before: State, after: State) -> None:
        happened.update(effect.rule for effect in GAME.effects(before, after))
        if event["do"] != "deal" and event["draw"] is None:
            happened.add("forgotten")
        if "colour" in event:
            happened.add("shields alone")

    for seed in range(SHOWING):
        play(Seating(GAME, NAMES[:5], "five-blind"), Random(seed), watch=watch)

    assert happened == {
        "attacke.blind-value",
        "attacke.chip",
        "attacke.deal",
        "attacke.end",
        "attacke.lead",
        "attacke.open",
        "attacke.pass",
        "attacke.reshuffle",
        "attacke.shield10-fine",
        "attacke.total",
        "attacke.win",
        "forgotten",
        "shields alone",
    }


@pytest.mark.parametrize("variant", VARIANTS)
def test_games_without_hands_end_too(variant: str) -> None:
    rng = Random(variant)
    seating = Seating(GAME, NAMES[:4], variant, settings={"hands": "no"})
    for _ in range(many(10, deep=50)):
        played = play(seating, rng)

        assert played.outcome is not None
        assert not any("draw" in event for event in played.events)
