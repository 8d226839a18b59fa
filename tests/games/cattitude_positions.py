"""Positions of Cattitude for its tests, and short ways to write its events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from printkit.games import find
from printkit.games.cattitude import GAME
from printkit.games.cattitude.cards import pack
from printkit.games.cattitude.state import BID, required_direction
from printkit.rules.judge import apply, check
from printkit.rules.record import parse_header
from printkit.rules.simulate import NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from printkit.games.cattitude.state import State

Cards = dict[str, list[str]]


def start(count: int = 3, **header: Any) -> State:
    """Before the first deal."""
    row = {"printkit": 1, "game": "cattitude", "players": [*NAMES[:count]], **header}
    state: State = GAME.begin(parse_header(row, find)[1])
    return state


def after(state: State, *events: Mapping[str, Any]) -> State:
    """The state after some legal events."""
    for event in events:
        state = apply(GAME, state, event)
    return state


def broken_rules(state: State, event: Mapping[str, Any]) -> list[str]:
    """The rules that an event breaks, in the order in which they are checked."""
    return [fault.rule for fault in check(GAME, state, event)]


def position(
    state: State,
    *,
    hands: Cards | None = None,
    tables: Cards | None = None,
    palaces: Cards | None = None,
    number: int = 2,
    phase: str = BID,
) -> State:
    """A state in the middle of a game, with the given cards on tables and in palaces."""
    return state._replace(
        phase=phase,
        round=number,
        hands=_bags(state, hands),
        fronts=_bags(state, tables),
        palaces=_bags(state, palaces),
        direction="left" if len(state.fronts) > 2 else None,
    )


def _bags(state: State, cards: Cards | None) -> tuple[tuple[str, ...], ...]:
    return tuple(pack((cards or {}).get(name, [])) for name in state.header.players)


def collected(ann: Sequence[str], count: int = 3, **header: Any) -> State:
    """Ann has kept her dealt cards, and takers have acted until somebody has to choose."""
    state = position(start(count, **header), hands={"Ann": [*ann]}, number=5)
    return after(state, keep(state), choose(state))


def keep(state: State, **others: Any) -> dict[str, Any]:
    """Everyone offers nothing, or everything that was dealt."""
    hands = zip(state.header.players, state.hands, strict=True)
    bids = {name: {"open": [], "closed": [*hand]} for name, hand in hands}
    event: dict[str, Any] = {"do": "bid", "bids": {**bids, **others}}
    return {**event, "direction": required_direction(state) or "left"} if len(bids) > 2 else event


def choose(state: State, **others: str) -> dict[str, Any]:
    """Everyone takes the open bid."""
    return {"do": "choose", "choices": {**dict.fromkeys(state.header.players, "open"), **others}}


def secure(state: State, *ann: str, **more: Any) -> dict[str, Any]:
    """Ann secures some species; `royals` are hers."""
    species: dict[str, list[str]] = {name: [] for name in state.header.players}
    event: dict[str, Any] = {"do": "secure", "species": {**species, "Ann": [*ann]}}
    return {**event, "with": {"Ann": more["royals"]}} if "royals" in more else event
