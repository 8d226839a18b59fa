"""Cattitude, for 2 to 5 players.

`cards` and `numbers` have the components, numbers and rules as data, `state` the position,
`bidding`, `collecting` and `securing` the three phases, `rules` the offers, effects and checks of
all phases, `sheets` the facts and values for printed sheets, and `dealer` the random players.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from printkit.games.cattitude import numbers, rules, sheets, state
from printkit.games.cattitude.bidding import Deal, MakeBids
from printkit.games.cattitude.collecting import ChooseBids, LoseSpecies
from printkit.games.cattitude.dealer import CattitudeDealer
from printkit.games.cattitude.manual import MANUAL
from printkit.games.cattitude.prompts import PROMPTS
from printkit.games.cattitude.securing import SecureSpecies
from printkit.rules.game import Game, GameSetting

GAME: Final[Game[state.State]] = Game(
    id="cattitude",
    title="Cattitude",
    variants=numbers.VARIANTS,
    tables=numbers.Tables(),
    rules=numbers.RULES,
    rulings=numbers.RULINGS,
    values=numbers.values,
    settings=(GameSetting("values", "what the birds are worth", tuple(numbers.Tables().profiles)),),
    header_keys=frozenset(("values",)),
    manual=MANUAL,
    events=(Deal, MakeBids, ChooseBids, LoseSpecies, SecureSpecies),
    expectations=rules.EXPECTATIONS,
    start=state.start,
    due=state.due,
    offers=rules.offers,
    scores=attrgetter("points"),
    outcome=rules.outcome,
    rounds=attrgetter("finished"),
    effects=rules.effects,
    invariants=rules.invariants,
    summary=state.summary,
    name_value=state.name_value,
    dealer=CattitudeDealer,
    facts=sheets.facts,
    written=sheets.written,
    result=sheets.RESULT,
    prompts=PROMPTS,
)
