"""Cattitude's events by name: who acts, which keys they have, and the functions of their phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from printkit.games.cattitude import bidding, collecting, securing
from printkit.rules.game import EventKind

if TYPE_CHECKING:
    from printkit.games.cattitude.state import State

EVENTS: tuple[EventKind[State, Any], ...] = (
    EventKind(
        "deal",
        "chance",
        bidding.read_deal,
        bidding.deal_faults,
        bidding.apply_deal,
        needs=("hands",),
    ),
    EventKind(
        "bid",
        "all",
        bidding.read_round,
        bidding.round_faults,
        bidding.apply_round,
        needs=("bids",),
        may=("direction",),
    ),
    EventKind(
        "choose",
        "all",
        collecting.read_choices,
        collecting.choice_faults,
        collecting.apply_choices,
        needs=("choices",),
    ),
    EventKind(
        "lose",
        "one",
        collecting.read_loss,
        collecting.loss_faults,
        collecting.apply_loss,
        needs=("species",),
    ),
    EventKind(
        "secure",
        "all",
        securing.read_wishes,
        securing.wish_faults,
        securing.apply_wishes,
        needs=("species",),
        may=("with",),
    ),
)
