"""Attacke, as the engine sees it: the rules as data, and the functions that play by them."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from printkit.games.attacke import effects
from printkit.games.attacke import state as position
from printkit.games.attacke.moves import EVENTS
from printkit.games.attacke.offers import offers
from printkit.games.attacke.tables import RULES, RULINGS, Tables, box, values
from printkit.rules.catalogue import Setting
from printkit.rules.game import Expectation, Extras, Game, Offer, Outcome, Refusal

if TYPE_CHECKING:
    from printkit.games.attacke.state import State

UNCHECKED = ("attacke.deal", "attacke.draw", "attacke.reshuffle", "core.card-held", "core.chance")


def _offers(state: State) -> tuple[Offer, ...]:
    return () if state.over else tuple(offers(state))


def _outcome(state: State) -> Outcome | None:
    return Outcome("attacke.end", (state.turn,)) if state.over else None


def _unchecked(state: State, refused: str) -> tuple[str, ...]:
    begun = not position.is_undealt(state) or refused not in ("", "deal")
    return UNCHECKED if state.hands is None and begun else ()


def _totals(state: State) -> tuple[int | None, ...]:
    return tuple([None if laid is None else laid.total for laid in state.laid])


def _hands(state: State) -> tuple[tuple[str, ...], ...]:
    if state.hands is None:
        raise Refusal("core.expect", "hands: no hands were dealt, so they are not known")
    return state.hands


_EXPECTATIONS: dict[str, Expectation[State]] = {
    "chips": Expectation(lambda state: state.chips, each=True),
    "totals": Expectation(_totals, each=True),
    "leader": Expectation(lambda state: state.header.players[state.leader]),
    "hands": Expectation(_hands, each=True),
    "contest": Expectation(lambda state: state.contest),
}


def _extras(tables: Tables) -> Extras[State]:
    from printkit.games.attacke.dealer import Table
    from printkit.games.attacke.facts import new_printed
    from printkit.games.attacke.manual import MANUAL
    from printkit.games.attacke.spoken import SPEECH
    from printkit.games.attacke.written import RESULT, written

    return Extras(new_printed(tables), Table, MANUAL, SPEECH, written, RESULT)


def new_game(tables: Tables) -> Game[State]:
    """The game with these cards, hands and goals."""
    return Game(
        box=box(tables),
        rules=RULES,
        rulings=RULINGS,
        values=values(tables),
        settings=(Setting("hands", "whether cards in hand and draws are recorded", ("yes", "no")),),
        header_keys=frozenset(("first",)),
        events=EVENTS,
        expectations=_EXPECTATIONS,
        start=partial(position.start, tables),
        due=position.due,
        offers=_offers,
        scores=position.scores,
        outcome=_outcome,
        rounds=position.contests,
        caused=effects.caused,
        unchecked=_unchecked,
        invariants=position.faults_of,
        summary=position.summary,
        extras=cache(partial(_extras, tables)),
    )


GAME = new_game(Tables())
