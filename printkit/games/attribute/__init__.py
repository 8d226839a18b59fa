"""Attribute, for 3 to 8 players.

`numbers` has numbers and rules as data, `state` the position, `rules` the events and their effects,
`sheets` the facts and values for printed sheets, and `dealer` the random players.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from printkit.games.attribute import numbers, rules, sheets, state
from printkit.games.attribute.dealer import AttributeDealer
from printkit.games.attribute.manual import MANUAL
from printkit.games.attribute.prompts import PROMPTS
from printkit.rules.game import Game, GameSetting

GAME: Final[Game[state.State]] = Game(
    id="attribute",
    title="Attribute",
    aliases=("Attribut",),
    variants=numbers.VARIANTS,
    tables=numbers.Tables(),
    rules=numbers.RULES,
    rulings=numbers.RULINGS,
    values=numbers.values,
    settings=(GameSetting("hands", "whether attribute cards in hand are recorded", ("yes", "no")),),
    header_keys=frozenset(("first",)),
    manual=MANUAL,
    events=(
        rules.Deal,
        rules.Sheep,
        rules.Topic,
        rules.Play,
        rules.Grab,
        rules.Pass,
        rules.DrawCards,
    ),
    expectations=rules.EXPECTATIONS,
    start=state.start,
    due=state.due,
    offers=rules.offers,
    scores=attrgetter("scores"),
    outcome=rules.outcome,
    rounds=attrgetter("scored"),
    effects=rules.effects,
    unchecked=rules.unchecked,
    invariants=rules.invariants,
    summary=state.summary,
    name_value=state.name_value,
    dealer=AttributeDealer,
    facts=sheets.facts,
    written=sheets.written,
    result=sheets.RESULT,
    prompts=PROMPTS,
)
