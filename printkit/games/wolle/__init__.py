"""Wolle, for 2 to 6 players.

`numbers` has numbers and rules as data, `board` the carpets, `routes` the ways over them, `state`
the position, `rules` the events and their effects, `cups` the choices of cups and their codes,
`sheets` the facts and values for printed sheets, and `dealer` the random players.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from printkit.games.wolle import numbers, rules, sheets, state
from printkit.games.wolle.board import SHIPPED
from printkit.games.wolle.dealer import WolleDealer
from printkit.games.wolle.manual import MANUAL
from printkit.games.wolle.prompts import PROMPTS
from printkit.rules.game import Game, GameSetting
from printkit.rules.sheets import Draw

GAME: Final[Game[state.State]] = Game(
    id="wolle",
    title="Wolle",
    aliases=("Wolle-Spiel",),
    variants=numbers.VARIANTS,
    tables=numbers.Points(),
    rules=numbers.RULES,
    rulings=numbers.RULINGS,
    values=numbers.values,
    settings=(
        GameSetting("board", "a side, or a board file of your own", SHIPPED, file=True),
        GameSetting("cups", "how the cups are placed", ("fair", "random")),
    ),
    header_keys=frozenset(("board", "cups")),
    manual=MANUAL,
    events=(rules.Roll, rules.DrawThreads),
    expectations=rules.EXPECTATIONS,
    start=rules.start,
    due=state.due,
    offers=rules.offers,
    scores=state.scores,
    outcome=state.outcome,
    rounds=attrgetter("turns"),
    effects=rules.effects,
    invariants=rules.invariants,
    summary=state.summary,
    name_value=state.name_value,
    dealer=WolleDealer,
    facts=sheets.facts,
    draws={"sheets": Draw(sheets.OPTIONS, sheets.draw)},
    written=sheets.written,
    written_at_start=sheets.written_at_start,
    result=sheets.RESULT,
    prompts=PROMPTS,
)
