"""Swip'Sheep's rules: the events in the order of the rulebook, then offers, effects, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from operator import attrgetter
from typing import TypeAlias

from printkit.core.errors import show
from printkit.core.messages import say
from printkit.games.swipsheep.numbers import DOG, WOLF
from printkit.games.swipsheep.state import (
    DEAL,
    GIVE,
    HUNT,
    NOBODY,
    OVER,
    State,
    card_in_words,
    defends,
    leader,
    shares,
)
from printkit.rules.game import (
    Effect,
    Event,
    Expectation,
    Fault,
    Move,
    Offer,
    Outcome,
    Refusal,
    leaders,
)
from printkit.rules.reading import (
    ARGS,
    MISSING,
    read_each,
    read_list,
    read_player,
    read_some,
    read_word,
    remove_card,
    replace_entry,
    wrong_hand_size,
)

Hand: TypeAlias = tuple[str, ...]
Hands: TypeAlias = tuple[Hand, ...]
Gifts: TypeAlias = tuple[str | None, ...]  # a card of each seat, or None


@dataclass(slots=True)
class Deal(Move[State]):
    """The cards that everyone gets at the beginning of a round."""

    do = "deal"
    actor = "chance"
    needs = ("hands",)

    hands: Hands  # by seat

    @classmethod
    def read(cls, state: State, event: Event, _seat: int) -> Deal:
        hands = [read_list(hand, "hands") for hand in read_each(state.header, event, "hands")]
        names = state.tables.names
        return cls(
            tuple([tuple([read_word(card, names, "hands") for card in hand]) for hand in hands])
        )

    def faults(self, state: State) -> Iterator[Fault]:
        kinds = zip(state.tables.names, state.deck, self._number_of_each(state), strict=True)
        for name, left, dealt in kinds:
            if dealt > left:
                message = say(
                    "'{card}' is dealt {dealt} times; the deck has {left}",
                    card=card_in_words(name),
                    dealt=dealt,
                    left=left,
                )
                yield Fault("core.chance", message)
        for name, hand, size in zip(state.header.players, self.hands, shares(state), strict=True):
            if wrong := wrong_hand_size(name, len(hand), size):
                yield Fault("swipsheep.deal", wrong)

    def apply(self, state: State) -> State:
        pairs = zip(state.deck, self._number_of_each(state), strict=True)
        deck = tuple([had - dealt for had, dealt in pairs])
        return state._replace(phase=GIVE, deck=deck, hands=self.hands)

    def _number_of_each(self, state: State) -> list[int]:
        """Return how many cards of each kind are dealt."""
        cards = [card for hand in self.hands for card in hand]
        return [cards.count(name) for name in state.tables.names]


@dataclass(slots=True)
class Give(Move[State]):
    """The cards that everyone gives to the neighbours; then all wolves go on the table."""

    do = "give"
    actor = "all"
    may = ("left", "right")

    left: Gifts
    right: Gifts

    @classmethod
    def read(cls, state: State, event: Event, _seat: int) -> Give:
        return cls(_read_gifts(state, event, "left"), _read_gifts(state, event, "right"))

    def faults(self, state: State) -> list[Fault]:
        """Return cards that players don't hold, and then wrong numbers of cards."""
        not_held: list[Fault] = []
        wrong_number: list[Fault] = []
        gifts = zip(state.hands, self.left, self.right, strict=True)
        for seat, (hand, left, right) in enumerate(gifts):
            name = state.header.players[seat]
            for card in (left, right):
                if card is not None and card not in hand:
                    message = say(
                        "{name} doesn't have '{card}'", name=name, card=card_in_words(card)
                    )
                    not_held.append(Fault("core.card-held", message, seat))
            if wrong := _wrong_gifts(name, hand, left, right):
                wrong_number.append(Fault("swipsheep.give", wrong, seat))
        return not_held + wrong_number

    def apply(self, state: State) -> State:
        """Pass cards left, to the next seat, and right, to the one before; then lay all wolves."""
        hands = [list(hand) for hand in state.hands]
        for seat, hand in enumerate(hands):
            for card in (self.left[seat], self.right[seat]):
                if card is not None:
                    hand.remove(card)
        for seat, hand in enumerate(hands):
            for card in (self.left[seat - 1], self.right[(seat + 1) % len(hands)]):
                if card is not None:
                    hand.append(card)
        laid = [hand.count(WOLF) for hand in hands]
        kept = [tuple([card for card in hand if card != WOLF]) for hand in hands]
        return _hunt_on(state, kept, laid)


def _read_gifts(state: State, event: Event, side: str) -> Gifts:
    """Read a card per seat; other rules decide whether players or the whole side may be missing."""
    if side not in event:
        return (None,) * len(state.hands)
    names = state.tables.names
    return tuple(
        [
            None if card is MISSING else read_word(card, names, side, seat)
            for seat, card in enumerate(read_some(state.header, event, side))
        ]
    )


def _wrong_gifts(name: str, hand: Hand, left: str | None, right: str | None) -> str:
    """Return the fault of a player's gifts: a single card goes left; an empty hand gives none."""
    if left is None and hand:
        return say("{name} gives no card to the left", name=name)
    if right is None and len(hand) > 1:
        return say("{name} gives no card to the right", name=name)
    if left is not None and left == right and hand.count(left) == 1:
        return say(
            "{name} has only one '{card}' and gives two", name=name, card=card_in_words(left)
        )
    return ""


@dataclass(slots=True)
class Attack(Move[State]):
    """The attack of one wolf."""

    do = "attack"
    actor = "one"
    needs = ("on", "stolen")
    may = ("defended",)

    seat: int  # the attacker
    on: int  # the target
    stolen: str | None  # the card that changed hands
    spared: bool  # the target keeps a dog back
    defended: bool  # a dog meets the wolf

    @classmethod
    def read(cls, state: State, event: Event, seat: int) -> Attack:
        on = read_player(state.header, event, "on")
        stolen = event["stolen"]
        if stolen is not None:
            read_word(stolen, state.tables.names, "stolen")
        spared = "defended" in event
        if spared and event["defended"] is not False:
            message = say(
                "'defended' must be left out or false, not {value}: a dog in hand always defends",
                value=show(event["defended"]),
            )
            raise Refusal(ARGS, message)
        if spared and DOG not in state.hands[on]:
            name = state.header.players[on]
            message = say("'defended' must be left out: {name} has no dog", name=name)
            raise Refusal(ARGS, message)
        return cls(seat, on, stolen, spared, defends(state, on, spared=spared))

    def faults(self, state: State) -> Iterator[Fault]:
        name = state.header.players[self.on]
        if self.seat == self.on:
            yield Fault("swipsheep.not-self", say("players can't attack themselves"))
        if self.spared and not state.can_spare:
            yield Fault("swipsheep.dog", say("{name} holds a dog, and it has to defend", name=name))
        elif self.seat != self.on:
            yield from self._stolen_faults(state)

    def _stolen_faults(self, state: State) -> Iterator[Fault]:
        """Yield the faults of the card that changed hands; a dog decides whose hand it was in."""
        stolen, defended = self.stolen, self.defended
        source = self.seat if defended else self.on
        owner, hand = state.header.players[source], state.hands[source]
        if not hand:
            if stolen is not None:
                message = say("{owner} has no card that could be taken", owner=owner)
                yield Fault("swipsheep.empty", message)
        elif stolen is None:
            message = say("{owner} has cards in hand, and one of them is taken", owner=owner)
            yield Fault("swipsheep.dog" if defended else "swipsheep.steal", message)
        elif stolen not in hand and defended and stolen in state.hands[self.on]:
            message = say(
                "{target}'s dog defends: a card of {owner} is taken, not '{stolen}'",
                target=state.header.players[self.on],
                owner=owner,
                stolen=card_in_words(stolen),
            )
            yield Fault("swipsheep.dog", message)
        elif stolen not in hand:
            message = say(
                "{owner} has no '{stolen}' in hand", owner=owner, stolen=card_in_words(stolen)
            )
            yield Fault("core.chance", message)

    def apply(self, state: State) -> State:
        """Move the stolen card; the wolf is spent, and so is a dog that defended."""
        hands, laid = list(state.hands), list(state.laid)
        taker, source = self.seat, self.on
        if self.defended:
            hands[self.on] = remove_card(hands[self.on], DOG)
            taker, source = self.on, self.seat
        if self.stolen is not None:
            hands[source] = remove_card(hands[source], self.stolen)
            hands[taker] += (self.stolen,)
        laid[self.seat] -= 1
        return _hunt_on(state, hands, laid, wolves=1, dogs=int(self.defended))


@dataclass(slots=True)
class Stop(Move[State]):
    """A player who holds the remaining wolves back; only if the ruling allows it."""

    do = "stop"
    actor = "one"

    seat: int

    @classmethod
    def read(cls, _state: State, _event: Event, seat: int) -> Stop:
        return cls(seat)

    def apply(self, state: State) -> State:
        laid = replace_entry(state.laid, self.seat, 0)
        return _hunt_on(state, state.hands, laid, wolves=state.laid[self.seat])


def _hunt_on(
    state: State, hands: Iterable[Hand], laid: Sequence[int], wolves: int = 0, dogs: int = 0
) -> State:
    """Give the turn to the first seat with wolves left; after the last wolf, end the round.

    `wolves` and `dogs` are those that have just been spent.
    """
    for hunter in state.order:
        if laid[hunter]:
            spent_wolves, spent_dogs = state.aside
            return state._replace(
                phase=HUNT,
                hands=tuple(hands),
                laid=tuple(laid),
                hunter=hunter,
                aside=(spent_wolves + wolves, spent_dogs + dogs),
            )
    return _end_round(state, hands)


def _end_round(state: State, hands: Iterable[Hand]) -> State:
    """Award the sheep in hand, and return all wolves and dogs to the deck."""
    tables, count = state.tables, len(state.hands)
    won = [tuple([card for card in hand if card != DOG]) for hand in hands]
    sheep = [sum([tables.worth[card] for card in cards]) for cards in won]
    played = state.played + 1
    return state._replace(
        order=state.order[1:] + state.order[:1],
        phase=OVER if played == state.length else DEAL,
        played=played,
        deck=tables.deck[:2] + state.deck[2:],
        hands=((),) * count,
        laid=(0,) * count,
        hunter=NOBODY,
        aside=(0, 0),
        piles=tuple([pile + cards for pile, cards in zip(state.piles, won, strict=True)]),
        sheep=tuple([had + more for had, more in zip(state.sheep, sheep, strict=True)]),
    )


def offers(state: State) -> tuple[Offer, ...]:
    """Return all legal events except deals, in bundles."""
    if state.phase == GIVE:
        players = state.header.players
        slots = tuple(
            tuple(_gifts(name, hand)) for name, hand in zip(players, state.hands, strict=True)
        )
        return (Offer({"do": "give", "left": {}, "right": {}}, slots),)
    return tuple(_hunt(state)) if state.phase == HUNT else ()


def _gifts(name: str, hand: tuple[str, ...]) -> Iterator[Event]:
    """Yield the ways to give away two cards of a hand, or the single one, or none."""
    for gifts in sorted(set(permutations(hand, min(2, len(hand))))):
        yield {side: {name: card} for side, card in zip(("left", "right"), gifts, strict=False)}


def _hunt(state: State) -> Iterator[Offer]:
    name = state.header.players[state.hunter]
    targets = [seat for seat in range(len(state.hands)) if seat != state.hunter]
    attacks = tuple(event for seat in targets for event in _attacks(state, seat))
    yield Offer({"do": "attack", "by": name}, (attacks,))
    if state.can_stop:
        yield Offer({"do": "stop", "by": name})


def _attacks(state: State, target: int) -> Iterator[Event]:
    name = state.header.players[target]
    choices = (False, True) if state.can_spare and DOG in state.hands[target] else (False,)
    for spared in choices:
        source = state.hunter if defends(state, target, spared=spared) else target
        for card in sorted(set(state.hands[source])) or (None,):
            attack = {"on": name, "stolen": card}
            yield {**attack, "defended": False} if spared else attack


def effects(before: State, after: State) -> Iterator[Effect]:
    """Yield the effects of one event."""
    players = after.header.players
    if after.phase == GIVE and before.phase != GIVE:
        yield Effect(
            "swipsheep.deal",
            say(
                "{count} {plural(count, 'card is', 'cards are')} left in the deck",
                count=sum(after.deck),
            ),
        )
    if before.phase == GIVE:
        yield from _give_effects(before, after)
    if before.phase == HUNT:
        yield from _hunt_effects(before, after)
    if after.hunter not in (before.hunter, NOBODY):
        yield Effect("swipsheep.order", say("{name}'s wolves attack", name=players[after.hunter]))
    if after.played > before.played:
        yield from _round_effects(before, after)


def _give_effects(before: State, after: State) -> Iterator[Effect]:
    """Yield the hands after cards have gone left and right, unless that ends the round."""
    players = after.header.players
    if before.played:
        values = {"name": players[leader(before)], "number": before.played + 1}
        yield Effect("swipsheep.first", say("{name} leads round {number}", **values))
    if after.phase != HUNT:
        yield Effect("swipsheep.give", say("nobody has a wolf"))
        return
    for name, hand, wolves in zip(players, after.hands, after.laid, strict=True):
        cards = [*map(card_in_words, hand)] or [say("no card")]
        holds = say("{name} holds {cards}", name=name, cards=cards)
        if wolves:
            message = "{holds}, and puts {count} {plural(count, 'wolf', 'wolves')} on the table"
            holds = say(message, holds=holds, count=wolves)
        yield Effect("swipsheep.give", holds)


def _hunt_effects(before: State, after: State) -> Iterator[Effect]:
    """Yield the effects of a wolf, as far as two states show: the end of a round hides dogs."""
    name = after.header.players[before.hunter]
    if after.played == before.played and after.aside[1] > before.aside[1]:
        yield _dog_effect(before, after)
    elif moved := _theft_effect(before, after):
        yield moved
    elif after.played == before.played and sum(before.laid) - sum(after.laid) == 1:
        yield Effect("swipsheep.empty", say("no card changes hands"))
    yield Effect("swipsheep.aside", say("one of {name}'s wolves is used up", name=name))


def _dog_effect(before: State, after: State) -> Effect:
    """Describe how a dog fended off an attack.

    The defender is not always known: a dog can be missing from a hand because it defended, or
    because it was taken.
    """
    players, hunter = after.header.players, before.hunter
    lost = [*(Counter(before.hands[hunter]) - Counter(after.hands[hunter]))]
    changed = [seat for seat, hand in enumerate(after.hands) if hand != before.hands[seat]]
    owners = [seat for seat, hand in enumerate(before.hands) if DOG in hand and seat != hunter]
    found = [seat for seat in changed if seat != hunter] or owners
    who = players[found[0]] if len(found) == 1 else say("the defender")
    if not lost:
        return Effect(
            "swipsheep.dog",
            say("{who} has a dog, and {other} no card to lose", who=who, other=players[hunter]),
        )
    values = {"who": who, "card": _one(lost[0]), "other": players[hunter]}
    return Effect("swipsheep.dog", say("{who} has a dog and takes {card} from {other}", **values))


def _one(card: str) -> str:
    """Return a card that somebody takes, with its article."""
    return say("a dog") if card == DOG else card_in_words(card)


def _theft_effect(before: State, after: State) -> Effect | None:
    """Return the effect of a card that changed hands; at the end of a round, only of sheep."""
    players, goes_on = after.header.players, after.played == before.played
    source = taker = card = ""
    for seat, hand in enumerate(before.hands):
        won = after.piles[seat][len(before.piles[seat]) :]
        then = Counter(card for card in hand if goes_on or card != DOG)
        now = Counter(after.hands[seat] if goes_on else won)
        source = players[seat] if then - now else source
        if gained := [*(now - then)]:
            taker, card = players[seat], gained[0]
    if not (source and taker):
        return None
    stolen = taker == players[before.hunter]
    rule = "swipsheep.steal" if stolen else "swipsheep.dog"
    return Effect(
        rule,
        say("{taker} takes {card} from {source}", taker=taker, card=_one(card), source=source),
    )


def _round_effects(before: State, after: State) -> Iterator[Effect]:
    players, scores = after.header.players, after.sheep
    for name, had, has in zip(players, before.sheep, scores, strict=True):
        values = {"name": name, "count": has - had, "total": has}
        yield Effect("swipsheep.keep", say("{name} wins {count} sheep and has {total}", **values))
    wolves, dogs, *_ = after.deck
    message = (
        "{wolves} {plural(wolves, 'wolf', 'wolves')} and {dogs} {plural(dogs, 'dog', 'dogs')} "
        "are in the deck"
    )
    yield Effect("swipsheep.return", say(message, wolves=wolves, dogs=dogs))
    if after.phase == OVER:
        rounds = say("all {rounds} rounds are over", rounds=after.length)
        yield Effect("swipsheep.rounds", rounds)
        best = say("{count} sheep {plural(count, 'wins', 'win')}", count=max(scores))
        yield Effect("swipsheep.winner", best)


def outcome(state: State) -> Outcome | None:
    if state.phase != OVER:
        return None
    return Outcome("swipsheep.rounds", leaders(state.sheep))


def invariants(state: State) -> Iterator[str]:
    yield from _lost_cards(state)
    hunting = state.phase == HUNT
    if any(state.laid) != hunting or (state.hunter != NOBODY) != hunting:
        yield f"wolves {state.laid}, hunter {state.hunter} in phase {state.phase}"
    if hunting and any(WOLF in hand for hand in state.hands):
        yield f"a wolf is in hand while wolves act: {state.hands}"
    if state.phase in (DEAL, OVER) and any((*state.hands, *state.aside)):
        yield f"cards are left over between rounds: {state.hands}, aside {state.aside}"
    won = tuple(sum(map(state.tables.worth.__getitem__, pile)) for pile in state.piles)
    if won != state.sheep:
        yield f"{won} sheep are on the cards won, not {state.sheep}"


def _lost_cards(state: State) -> Iterator[str]:
    """Check that every card is in the deck, a hand, a pile, laid or aside; yield mistakes."""
    wolves, dogs = state.aside
    out = {WOLF: sum(state.laid) + wolves, DOG: dogs}
    held = [card for cards in (*state.hands, *state.piles) for card in cards]
    for name, left, total in zip(state.tables.names, state.deck, state.tables.deck, strict=True):
        found = left + held.count(name) + out.get(name, 0)
        if found != total or left < 0:
            yield f"{found} cards '{name}' instead of {total}, {left} of them in the deck"


EXPECTATIONS: dict[str, Expectation[State]] = {
    "hands": Expectation(lambda state: state.hands, each=True),
    "sheep": Expectation(attrgetter("sheep"), each=True),
    "deck": Expectation(lambda state: sum(state.deck)),
    "wolves": Expectation(lambda state: state.laid, each=True),
}
