"""What Attribute's rules bring about between two states, told in words."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.games.attribute.state import GRAB, OVER, PASSED, START, WAITING, State, announcer
from printkit.rules.game import Effect


def caused(before: State, after: State) -> Iterator[Effect]:
    """The effects of one event."""
    if after.round > before.round:
        name = after.header.players[announcer(after)]
        yield Effect("attribute.announcer", f"{name} names the topic of round {after.round}")
    elif after.hands is not None and before.phase == START:
        yield Effect("attribute.deal", f"everyone holds {after.tables.hand} cards")
    elif after.topic != before.topic:
        yield Effect("attribute.play-one", f"everyone lays a card for \u201c{after.topic}\u201d")
    elif after.phase == GRAB and before.phase != GRAB:
        yield Effect("attribute.reveal", "all sets lie open, and everyone may grab one")
    elif before.phase == GRAB:
        yield from _acted(before, after)
    elif after.hands != before.hands:
        yield Effect("attribute.refill", f"everyone holds {after.tables.hand} cards again")


def _acted(before: State, after: State) -> Iterator[Effect]:
    players = after.header.players
    for name, then, now in zip(players, before.acts, after.acts, strict=True):
        if then == WAITING != now:
            if now == PASSED:
                yield Effect("attribute.grab-limit", f"{name} grabs nothing in this round")
            else:
                yield Effect("attribute.grab-taken", f"{players[now]}'s set is {name}'s now")
    if after.scored > before.scored:
        yield from _scored(before, after)


def _scored(before: State, after: State) -> Iterator[Effect]:
    base, scoring = after.header.variant == "base", after.scoring
    for seat, name in enumerate(after.header.players):
        act, points = after.acts[seat], after.delta[seat]
        if act != PASSED:
            green = after.colours[act] == "green"
            gain = scoring.grabbed.green if green else scoring.grabbed.red
            points -= gain
            yield Effect("attribute.score-grab", f"{name} grabbed {after.colours[act]}: {gain:+}")
        fate = "grabbed" if seat in after.acts else "left"
        rule = "attribute.score-left" if base else "attribute.bsw"
        counts = f"{points:+}" if points else "0"
        yield Effect(rule, f"{name}'s own {after.colours[seat]} set was {fate}: {counts}")
        if after.scores[seat] != before.scores[seat] + after.delta[seat]:
            yield Effect("attribute.floor", f"{name} stays at 0")
    if after.phase == OVER:
        yield Effect("attribute.length", f"all {after.length} topics have been named")
        yield Effect("attribute.winner", f"{max(after.scores)} points win")
