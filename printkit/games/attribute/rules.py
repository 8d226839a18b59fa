"""Attribute's rules: reading, checking and applying each event, then effects, offers, the end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count
from operator import eq
from typing import Any, Final

from printkit.core.messages import say
from printkit.games.attribute.state import (
    DRAW,
    GRAB,
    OVER,
    PASSED,
    PLAY,
    SHEEP,
    START,
    TOPIC,
    WAITING,
    State,
    announcer,
    due,
    round_delta,
    total,
)
from printkit.games.attribute.tables import COLOURS
from printkit.rules.game import (
    Effect,
    Event,
    EventKind,
    Expectation,
    Fault,
    Offer,
    Outcome,
    leaders,
    no_faults,
)
from printkit.rules.reading import (
    MISSING,
    changed,
    misdealt,
    read_card,
    read_cards,
    read_each,
    read_player,
    read_some,
    read_text,
    read_word,
    without,
)

Hands = tuple[tuple[str, ...], ...]
Cards = tuple[Any, ...]


def _read_deal(state: State, event: Event, _seat: int) -> Hands:
    hands = read_some(state.header, event, "hands")
    return tuple([() if hand is MISSING else read_cards(hand, "hands") for hand in hands])


def _deal_faults(state: State, hands: Hands) -> Iterator[Fault]:
    cards = [card for hand in hands for card in hand]
    if len(set(cards)) < len(cards):
        card = next(card for card in cards if cards.count(card) > 1)
        yield Fault(
            "core.chance",
            say("'{card}' is dealt twice; every attribute card exists only once", card=card),
        )
    for name, hand in zip(state.header.players, hands, strict=True):
        if wrong := misdealt(name, len(hand), state.tables.hand):
            yield Fault("attribute.deal", wrong)


def _apply_deal(state: State, hands: Hands) -> State:
    seen = frozenset(card for hand in hands for card in hand)
    return state._replace(phase=SHEEP, hands=hands, seen=seen)


def _read_sheep(state: State, event: Event, _seat: int) -> tuple[str, ...]:
    colours = read_each(state.header, event, "colours")
    return tuple([read_word(colour, COLOURS, "colours") for colour in colours])


def _apply_sheep(state: State, colours: tuple[str, ...]) -> State:
    acts = (WAITING,) * len(colours)
    number = state.round + 1
    return state._replace(phase=TOPIC, round=number, colours=colours, acts=acts, topic="", laid=())


def _read_topic(_state: State, event: Event, seat: int) -> str:
    return read_text(event["topic"], "topic", seat)


def _topic_faults(_state: State, topic: str) -> Iterator[Fault]:
    if not topic or topic.isspace():
        yield Fault("attribute.announcer", say("a topic cannot be blank"))


def _apply_topic(state: State, topic: str) -> State:
    return state._replace(phase=PLAY, topic=topic)


def _play_faults(state: State, cards: Cards) -> Iterator[Fault]:
    """Check for missing players, which is a named rule, before the cards of the others."""
    if MISSING in cards:
        for seat, card in enumerate(cards):
            if card is MISSING:
                yield Fault(
                    "attribute.play-one", say("no card is played; everyone plays one"), seat
                )
    if state.hands is not None:
        for seat, card in enumerate(cards):
            if card is not MISSING and card not in state.hands[seat]:
                yield Fault("core.card-held", say("'{card}' is not in this hand", card=card), seat)


def _apply_play(state: State, cards: Cards) -> State:
    hands = state.hands
    if hands is not None:
        hands = tuple([without(hand, card) for hand, card in zip(hands, cards, strict=True)])
    return state._replace(phase=GRAB, hands=hands, laid=cards)


_DONE: Final = (say("has already grabbed this round"), say("has already passed this round"))


def _grab_timing(state: State, seat: int) -> Fault | None:
    if state.phase != GRAB:
        return Fault("attribute.reveal", say("nobody can grab before all sets are revealed"))
    return _pass_timing(state, seat)


def _pass_timing(state: State, seat: int) -> Fault | None:
    if state.phase != GRAB or state.acts[seat] == WAITING:
        return None
    return Fault("attribute.grab-limit", _DONE[state.acts[seat] == PASSED])


def _read_grab(state: State, event: Event, seat: int) -> tuple[int, int]:
    return seat, read_player(state.header, event, "from")


def _grab_faults(state: State, grab: tuple[int, int]) -> Iterator[Fault]:
    seat, source = grab
    players = state.header.players
    if seat == source:
        yield Fault("attribute.grab-own", say("players can't grab their own set"))
    if source in state.acts:
        faster = players[state.acts.index(source)]
        message = say(
            "{faster} was faster and has the set of {player}", faster=faster, player=players[source]
        )
        yield Fault("attribute.grab-taken", message)


def _read_pass(_state: State, _event: Event, seat: int) -> tuple[int, int]:
    return seat, PASSED


def _apply_act(state: State, act: tuple[int, int]) -> State:
    seat, choice = act
    acts = changed(state.acts, seat, choice)
    after = state._replace(acts=acts)
    return after if WAITING in acts else _score(after)


def _score(state: State) -> State:
    delta = round_delta(state)
    scored = state.scored + 1
    phase = OVER if scored == state.length else SHEEP if state.hands is None else DRAW
    return state._replace(phase=phase, scored=scored, delta=delta, scores=total(state, delta))


def _draw_faults(state: State, cards: Cards) -> Iterator[Fault]:
    drawn = [card for card in cards if card is not MISSING]
    for index, card in enumerate(drawn):
        if card in state.seen or card in drawn[:index]:
            yield Fault(
                "core.chance", say("'{card}' was seen before and cannot be drawn again", card=card)
            )
    if len(state.seen) + len(drawn) > state.tables.attribute_cards:
        yield Fault(
            "core.chance",
            say(
                "there are only {attribute_cards} attribute cards",
                attribute_cards=state.tables.attribute_cards,
            ),
        )
    for name, card in zip(state.header.players, cards, strict=True):
        if card is MISSING:
            yield Fault("attribute.refill", say("{name} draws no card", name=name))


def _apply_draw(state: State, cards: Cards) -> State:
    assert state.hands is not None
    hands = tuple([(*hand, card) for hand, card in zip(state.hands, cards, strict=True)])
    return state._replace(phase=SHEEP, hands=hands, seen=state.seen.union(cards))


def _read_one_each(state: State, event: Event, _seat: int) -> Cards:
    """Read one card per seat; other rules decide whether a player may be missing."""
    cards = read_some(state.header, event, "cards")
    for seat, card in enumerate(cards):
        if card is not MISSING:
            read_card(card, "cards", seat)
    return tuple(cards)


EVENTS: tuple[EventKind[State, Any], ...] = (
    EventKind("deal", "chance", _read_deal, _deal_faults, _apply_deal, needs=("hands",)),
    EventKind("sheep", "chance", _read_sheep, no_faults, _apply_sheep, needs=("colours",)),
    EventKind("topic", "one", _read_topic, _topic_faults, _apply_topic, needs=("topic",)),
    EventKind("play", "all", _read_one_each, _play_faults, _apply_play, needs=("cards",)),
    EventKind(
        "grab", "one", _read_grab, _grab_faults, _apply_act, ("from",), timing_fault=_grab_timing
    ),
    EventKind("pass", "one", _read_pass, no_faults, _apply_act, timing_fault=_pass_timing),
    EventKind("draw", "chance", _read_one_each, _draw_faults, _apply_draw, needs=("cards",)),
)


def caused(before: State, after: State) -> Iterator[Effect]:
    """Yield the effects of one event."""
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


UNCHECKED = ("attribute.deal", "attribute.refill", "core.card-held")


def offers(state: State) -> tuple[Offer, ...]:
    if state.phase == TOPIC:
        name = state.header.players[announcer(state)]
        return (Offer({"do": "topic", "by": name, "topic": "sheep"}, free=True),)
    if state.phase == PLAY:
        return (_play_offer(state),)
    return tuple(_grab_offers(state)) if state.phase == GRAB else ()


def outcome(state: State) -> Outcome | None:
    return Outcome("attribute.length", leaders(state.scores)) if state.phase == OVER else None


def unchecked(state: State, refused: str) -> tuple[str, ...]:
    begun = state.round or refused not in ("", "deal")
    return UNCHECKED if state.hands is None and begun else ()


def invariants(state: State) -> Iterator[str]:
    reach = 2 * state.scored
    low = 0 if state.scoring.floor else -reach
    if min(state.scores) < low or max(state.scores) > reach:
        yield f"scores out of range: {state.scores}"
    taken = [act for act in state.acts if act >= 0]
    if len(set(taken)) < len(taken) or any(map(eq, state.acts, count())):
        yield f"a set is taken twice or by its owner: {state.acts}"
    if state.hands is not None:
        yield from _lost_cards(state, state.hands)


def _lost_cards(state: State, hands: tuple[tuple[str, ...], ...]) -> Iterator[str]:
    held = [*chain.from_iterable(hands)]
    gone = len(hands) * state.scored + (len(state.laid) if state.phase == GRAB else 0)
    if len(set(held)) < len(held) or not state.seen.issuperset(held):
        yield "a card is in two places"
    if len(held) + gone != len(state.seen):
        yield f"{len(state.seen)} cards seen, but {len(held)} in hands and {gone} gone"
    if len(state.seen) > state.tables.attribute_cards:
        yield f"{len(state.seen)} cards seen of {state.tables.attribute_cards}"


def _play_offer(state: State) -> Offer:
    players = state.header.players
    hands = state.hands or tuple((f"card {seat + 1}",) for seat in range(len(players)))
    slots = tuple(
        tuple({"cards": {name: card}} for card in sorted(hand))
        for name, hand in zip(players, hands, strict=True)
    )
    return Offer({"do": "play"}, slots, free=state.hands is None)


def _grab_offers(state: State) -> Iterator[Offer]:
    players = state.header.players
    for seat in due(state).seats:
        sources = [each for each in range(len(players)) if each != seat and each not in state.acts]
        if sources:
            names = sorted(players[each] for each in sources)
            grabs: tuple[Event, ...] = tuple({"from": name} for name in names)
            yield Offer({"do": "grab", "by": players[seat]}, (grabs,))
        yield Offer({"do": "pass", "by": players[seat]})


def _delta(state: State) -> tuple[int | None, ...]:
    return state.delta or (None,) * len(state.header.players)


def _announcer(state: State) -> str | None:
    return state.header.players[announcer(state)] if state.round else None


EXPECTATIONS: dict[str, Expectation[State]] = {
    "delta": Expectation(_delta, each=True),
    "round": Expectation(lambda state: state.round),
    "announcer": Expectation(_announcer),
}
