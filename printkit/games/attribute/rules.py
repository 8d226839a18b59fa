"""Attribute's rules: the events in the order of the rulebook, then effects, offers and the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, count
from operator import eq
from typing import Any, TypeAlias

from printkit.core.messages import say
from printkit.games.attribute.numbers import COLOURS
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
from printkit.rules.game import (
    Effect,
    Event,
    Expectation,
    Fault,
    Move,
    Offer,
    Outcome,
    leaders,
    points_win,
)
from printkit.rules.reading import (
    MISSING,
    read_card,
    read_cards,
    read_each,
    read_player,
    read_some,
    read_text,
    read_word,
    remove_card,
    replace_entry,
    wrong_hand_size,
)

Cards: TypeAlias = tuple[Any, ...]
"""A card of each seat, or `MISSING`."""


@dataclass(slots=True)
class Deal(Move[State]):
    """The attribute cards in hand, if they are recorded."""

    do = "deal"
    actor = "chance"
    needs = ("hands",)

    hands: tuple[tuple[str, ...], ...]  # by seat

    @classmethod
    def read(cls, state: State, event: Event, _seat: int) -> Deal:
        hands = read_some(state.header, event, "hands")
        return cls(tuple([() if hand is MISSING else read_cards(hand, "hands") for hand in hands]))

    def faults(self, state: State) -> Iterator[Fault]:
        cards = [card for hand in self.hands for card in hand]
        if len(set(cards)) < len(cards):
            card = next(card for card in cards if cards.count(card) > 1)
            message = say(
                "'{card}' is dealt twice; every attribute card exists only once", card=card
            )
            yield Fault("core.chance", message)
        for name, hand in zip(state.header.players, self.hands, strict=True):
            if wrong := wrong_hand_size(name, len(hand), state.tables.hand):
                yield Fault("attribute.deal", wrong)

    def apply(self, state: State) -> State:
        seen = frozenset(card for hand in self.hands for card in hand)
        return state._replace(phase=SHEEP, hands=self.hands, seen=seen)


@dataclass(slots=True)
class Sheep(Move[State]):
    """Everyone's secret sheep, with which a round begins."""

    do = "sheep"
    actor = "chance"
    needs = ("colours",)

    colours: tuple[str, ...]  # by seat

    @classmethod
    def read(cls, state: State, event: Event, _seat: int) -> Sheep:
        colours = read_each(state.header, event, "colours")
        return cls(tuple([read_word(colour, COLOURS, "colours") for colour in colours]))

    def apply(self, state: State) -> State:
        return state._replace(
            phase=TOPIC,
            round=state.round + 1,
            colours=self.colours,
            acts=(WAITING,) * len(self.colours),
            topic="",
            laid=(),
        )


@dataclass(slots=True)
class Topic(Move[State]):
    """The topic that the announcer names."""

    do = "topic"
    actor = "one"
    needs = ("topic",)

    topic: str

    @classmethod
    def read(cls, _state: State, event: Event, seat: int) -> Topic:
        return cls(read_text(event["topic"], "topic", seat))

    def faults(self, _state: State) -> Iterator[Fault]:
        if not self.topic or self.topic.isspace():
            yield Fault("attribute.announcer", say("a topic cannot be blank"))

    def apply(self, state: State) -> State:
        return state._replace(phase=PLAY, topic=self.topic)


@dataclass(slots=True)
class Play(Move[State]):
    """The attribute card that everyone plays for the topic, face down with the sheep."""

    do = "play"
    actor = "all"
    needs = ("cards",)

    cards: Cards  # by seat

    @classmethod
    def read(cls, state: State, event: Event, _seat: int) -> Play:
        return cls(_read_one_each(state, event))

    def faults(self, state: State) -> Iterator[Fault]:
        """Yield missing players, which is a named rule, before the cards of the others."""
        if MISSING in self.cards:
            for seat, card in enumerate(self.cards):
                if card is MISSING:
                    message = say("no card is played; everyone plays one")
                    yield Fault("attribute.play-one", message, seat)
        if state.hands is not None:
            for seat, card in enumerate(self.cards):
                if card is not MISSING and card not in state.hands[seat]:
                    message = say("'{card}' is not in this hand", card=card)
                    yield Fault("core.card-held", message, seat)

    def apply(self, state: State) -> State:
        hands = state.hands
        if hands is not None:
            pairs = zip(hands, self.cards, strict=True)
            hands = tuple([remove_card(hand, card) for hand, card in pairs])
        return state._replace(phase=GRAB, hands=hands, laid=self.cards)


@dataclass(slots=True)
class Grab(Move[State]):
    """A player who grabs another player's set."""

    do = "grab"
    actor = "one"
    needs = ("from",)

    seat: int
    source: int  # the seat of the set

    @classmethod
    def timing_fault(cls, state: State, seat: int) -> Fault | None:
        if state.phase != GRAB:
            return Fault("attribute.reveal", say("nobody can grab before all sets are revealed"))
        return _second_act(state, seat)

    @classmethod
    def read(cls, state: State, event: Event, seat: int) -> Grab:
        return cls(seat, read_player(state.header, event, "from"))

    def faults(self, state: State) -> Iterator[Fault]:
        players = state.header.players
        if self.seat == self.source:
            yield Fault("attribute.grab-own", say("players can't grab their own set"))
        if self.source in state.acts:
            message = say(
                "{faster} was faster and has the set of {player}",
                faster=players[state.acts.index(self.source)],
                player=players[self.source],
            )
            yield Fault("attribute.grab-taken", message)

    def apply(self, state: State) -> State:
        return _act(state, self.seat, self.source)


@dataclass(slots=True)
class Pass(Move[State]):
    """A player who grabs nothing in this round."""

    do = "pass"
    actor = "one"

    seat: int

    @classmethod
    def timing_fault(cls, state: State, seat: int) -> Fault | None:
        return _second_act(state, seat) if state.phase == GRAB else None

    @classmethod
    def read(cls, _state: State, _event: Event, seat: int) -> Pass:
        return cls(seat)

    def apply(self, state: State) -> State:
        return _act(state, self.seat, PASSED)


def _second_act(state: State, seat: int) -> Fault | None:
    """Return the fault of a player who has already grabbed or passed."""
    if state.acts[seat] == WAITING:
        return None
    passed, grabbed = say("has already passed this round"), say("has already grabbed this round")
    return Fault("attribute.grab-limit", passed if state.acts[seat] == PASSED else grabbed)


def _act(state: State, seat: int, act: int) -> State:
    """Let a player grab from a seat, or pass; after the last one, score the round."""
    acts = replace_entry(state.acts, seat, act)
    after = state._replace(acts=acts)
    if WAITING in acts:
        return after
    delta = round_delta(after)
    scored = state.scored + 1
    phase = OVER if scored == state.length else SHEEP if state.hands is None else DRAW
    return after._replace(phase=phase, scored=scored, delta=delta, scores=total(state, delta))


@dataclass(slots=True)
class DrawCards(Move[State]):
    """The attribute card that everyone draws after a round."""

    do = "draw"
    actor = "chance"
    needs = ("cards",)

    cards: Cards  # by seat

    @classmethod
    def read(cls, state: State, event: Event, _seat: int) -> DrawCards:
        return cls(_read_one_each(state, event))

    def faults(self, state: State) -> Iterator[Fault]:
        drawn = [card for card in self.cards if card is not MISSING]
        for index, card in enumerate(drawn):
            if card in state.seen or card in drawn[:index]:
                message = say("'{card}' was seen before and cannot be drawn again", card=card)
                yield Fault("core.chance", message)
        size = state.tables.attribute_cards
        if len(state.seen) + len(drawn) > size:
            message = say("there are only {attribute_cards} attribute cards", attribute_cards=size)
            yield Fault("core.chance", message)
        for name, card in zip(state.header.players, self.cards, strict=True):
            if card is MISSING:
                yield Fault("attribute.refill", say("{name} draws no card", name=name))

    def apply(self, state: State) -> State:
        assert state.hands is not None
        pairs = zip(state.hands, self.cards, strict=True)
        hands = tuple([(*hand, card) for hand, card in pairs])
        return state._replace(phase=SHEEP, hands=hands, seen=state.seen.union(self.cards))


def _read_one_each(state: State, event: Event) -> Cards:
    """Read one card per seat; other rules decide whether a player may be missing."""
    cards = read_some(state.header, event, "cards")
    for seat, card in enumerate(cards):
        if card is not MISSING:
            read_card(card, "cards", seat)
    return tuple(cards)


def effects(before: State, after: State) -> Iterator[Effect]:
    """Yield the effects of one event."""
    if after.round > before.round:
        name = after.header.players[announcer(after)]
        values = {"name": name, "number": after.round}
        message = say("{name} names the topic of round {number}", **values)
        yield Effect("attribute.announcer", message)
    elif after.hands is not None and before.phase == START:
        holds = say("everyone holds {count} cards", count=after.tables.hand)
        yield Effect("attribute.deal", holds)
    elif after.topic != before.topic:
        plays = say("everyone plays a card for \u201c{topic}\u201d", topic=after.topic)
        yield Effect("attribute.play-one", plays)
    elif after.phase == GRAB and before.phase != GRAB:
        yield Effect("attribute.reveal", say("all sets are revealed; everyone may grab one"))
    elif before.phase == GRAB:
        yield from _act_effects(before, after)
    elif after.hands != before.hands:
        again = say("everyone holds {count} cards again", count=after.tables.hand)
        yield Effect("attribute.refill", again)


def _act_effects(before: State, after: State) -> Iterator[Effect]:
    players = after.header.players
    for name, then, now in zip(players, before.acts, after.acts, strict=True):
        if then == WAITING != now:
            if now == PASSED:
                nothing = say("{name} grabs nothing in this round", name=name)
                yield Effect("attribute.grab-limit", nothing)
            else:
                values = {"name": name, "other": players[now]}
                yield Effect("attribute.grab-taken", say("{name} grabs {other}'s set", **values))
    if after.scored > before.scored:
        yield from _score_effects(before, after)


def _score_effects(before: State, after: State) -> Iterator[Effect]:
    base, scoring = after.header.variant == "base", after.scoring
    for seat, name in enumerate(after.header.players):
        act, points = after.acts[seat], after.delta[seat]
        if act != PASSED:
            green = after.colours[act] == "green"
            gain = scoring.grabbed.green if green else scoring.grabbed.red
            points -= gain
            values = {"name": name, "points": f"{gain:+}"}
            red = say("{name} grabbed a red sheep: {points}", **values)
            grabbed = say("{name} grabbed a green sheep: {points}", **values) if green else red
            yield Effect("attribute.score-grab", grabbed)
        rule = "attribute.score-left" if base else "attribute.bsw"
        yield Effect(rule, _fate(after, seat, f"{points:+}" if points else "0"))
        if after.scores[seat] != before.scores[seat] + after.delta[seat]:
            yield Effect("attribute.floor", say("{name} stays at 0", name=name))
    if after.phase == OVER:
        named = say("all {count} topics have been named", count=after.length)
        yield Effect("attribute.length", named)
        yield Effect("attribute.winner", points_win(max(after.scores)))


def _fate(state: State, seat: int, points: str) -> str:
    """Return what became of a player's own set, and what it was worth."""
    values = {"name": state.header.players[seat], "points": points}
    match state.colours[seat], seat in state.acts:
        case "green", True:
            return say("{name}'s own green set was grabbed: {points}", **values)
        case "green", False:
            return say("{name}'s own green set wasn't grabbed: {points}", **values)
        case _, True:
            return say("{name}'s own red set was grabbed: {points}", **values)
        case _:
            return say("{name}'s own red set wasn't grabbed: {points}", **values)


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


EXPECTATIONS: dict[str, Expectation[State]] = {
    "delta": Expectation(
        lambda state: state.delta or (None,) * len(state.header.players), each=True
    ),
    "round": Expectation(lambda state: state.round),
    "announcer": Expectation(
        lambda state: state.header.players[announcer(state)] if state.round else None
    ),
}
