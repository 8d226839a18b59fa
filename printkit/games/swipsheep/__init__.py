"""Swip'Sheep, for 3 to 5 players.

`numbers` has numbers and rules as data, `state` the position, `rules` the events and their effects,
`sheets` the facts and values for printed sheets, and `dealer` the random players.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from printkit.games.swipsheep import numbers, rules, sheets, state
from printkit.games.swipsheep.dealer import SwipsheepDealer
from printkit.games.swipsheep.manual import MANUAL
from printkit.games.swipsheep.prompts import PROMPTS
from printkit.rules.game import Game

GAME: Final[Game[state.State]] = Game(
    id="swipsheep",
    title="Swip’Sheep",
    aliases=("swip-sheep",),
    variants=numbers.VARIANTS,
    tables=numbers.Tables(),
    rules=numbers.RULES,
    rulings=numbers.RULINGS,
    values=numbers.values,
    header_keys=frozenset(("first",)),
    manual=MANUAL,
    events=(rules.Deal, rules.Give, rules.Attack, rules.Stop),
    expectations=rules.EXPECTATIONS,
    start=state.start,
    due=state.due,
    offers=rules.offers,
    scores=attrgetter("sheep"),
    outcome=rules.outcome,
    rounds=attrgetter("played"),
    effects=rules.effects,
    invariants=rules.invariants,
    summary=state.summary,
    name_value=state.name_value,
    dealer=SwipsheepDealer,
    facts=sheets.facts,
    written=sheets.written,
    result=sheets.RESULT,
    prompts=PROMPTS,
)
