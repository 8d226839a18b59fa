"""Attacke, for 3 to 5 players.

`numbers` has numbers and rules as data, `state` the position, `rules` the events and their effects,
`sheets` the facts and values for printed sheets, and `dealer` the random players.
"""

from __future__ import annotations

from typing import Final

from printkit.games.attacke import numbers, rules, sheets, state
from printkit.games.attacke.dealer import AttackeDealer
from printkit.games.attacke.manual import MANUAL
from printkit.games.attacke.prompts import PROMPTS
from printkit.rules.game import Game, GameSetting

GAME: Final[Game[state.State]] = Game(
    id="attacke",
    title="Attacke",
    variants=numbers.VARIANTS,
    tables=numbers.Tables(),
    rules=numbers.RULES,
    rulings=numbers.RULINGS,
    values=numbers.values,
    settings=(GameSetting("hands", "whether cards in hand and draws are recorded", ("yes", "no")),),
    header_keys=frozenset(("first",)),
    manual=MANUAL,
    events=(rules.Deal, rules.Play, rules.Pass),
    expectations=rules.EXPECTATIONS,
    start=state.start,
    due=state.due,
    offers=rules.offers,
    scores=state.scores,
    outcome=rules.outcome,
    rounds=state.contests,
    effects=rules.effects,
    unchecked=rules.unchecked,
    invariants=state.invariants,
    summary=state.summary,
    name_value=state.name_value,
    dealer=AttackeDealer,
    facts=sheets.facts,
    written=sheets.written,
    result=sheets.RESULT,
    prompts=PROMPTS,
)
