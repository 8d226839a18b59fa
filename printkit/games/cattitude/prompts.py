"""Cattitude's prompts: bids, which bid to take, what thieves take, and securing.

The deal follows from the bids, so there is a prompt for it only if everything is to be recorded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from printkit.core.messages import say
from printkit.games.cattitude.bidding import Deal, bid_faults, copy_faults, hand_faults
from printkit.games.cattitude.cards import CARDS, RED, SPECIES, pack
from printkit.games.cattitude.collecting import claim
from printkit.games.cattitude.rules import offers
from printkit.games.cattitude.state import (
    BID,
    CHOOSE,
    DEAL,
    LOSE,
    Bid,
    State,
    bid_limit,
    is_beginner,
    owing,
    required_direction,
    step,
)
from printkit.rules.game import Refusal
from printkit.rules.prompts import (
    Ask,
    Choose,
    ChooseEach,
    PickCards,
    Pile,
    PromptOption,
    Prompts,
    Share,
    View,
    ask_each,
)
from printkit.rules.reading import replace_entry

if TYPE_CHECKING:
    from printkit.rules.game import Event, Fault

TAKEN: Final = "<"
"""The mark after a card from the player's own table."""
NAMES: Final = {
    "turkey": say("Turkey"),
    "chicken": say("Chicken"),
    "peacock": say("Peacock"),
    "skinny turkey": say("Skinny turkey"),
    "frightened chicken": say("Frightened chicken"),
    "plucked peacock": say("Plucked peacock"),
    "duchess": say("Duchess"),
    "baroness": say("Baroness"),
    "marquess": say("Marquess"),
    "royal cat": say("Royal cat"),
    "birdoholic": say("Birdoholic"),
    "queen": say("Queen"),
    "catastrophe": say("Catastrophe"),
    "diva turkey": say("Diva turkey"),
    "diva chicken": say("Diva chicken"),
    "diva peacock": say("Diva peacock"),
    "bonus no turkeys": say("Bonus: no turkeys"),
    "bonus no chickens": say("Bonus: no chickens"),
    "bonus no peacocks": say("Bonus: no peacocks"),
    "bonus turkeys": say("Bonus: turkeys"),
    "bonus chickens": say("Bonus: chickens"),
    "bonus peacocks": say("Bonus: peacocks"),
}
_WHERE: Final = {"left": say("to the left"), "right": say("to the right")}
_ICONS: Final = {species.bad: "-".join(reversed(species.bad.split())) for species in SPECIES}


def ask(state: State, full: bool) -> Ask | tuple[Event, ...]:
    """Return the current prompt."""
    if state.phase == DEAL and full:
        return _deal(state)
    if state.phase in (DEAL, BID):
        return _direction(state)
    if state.phase == CHOOSE:
        return _choose(state)
    return _lose(state) if state.phase == LOSE else _secure(state)


def _card(card: str, copies: int = 0, *, taken: bool = False, legal: bool = True) -> PromptOption:
    icon = "bonus" if card.startswith("bonus") else _ICONS.get(card, card.replace(" ", "-"))
    colour = "red" if card in RED else "blue"
    if not taken:
        return PromptOption(card, NAMES[card], icon=icon, group=colour, copies=copies, legal=legal)
    return PromptOption(card + TAKEN, NAMES[card], "", icon, "table", TAKEN, copies, legal=legal)


def _dealable(state: State, before: Iterable[Iterable[str]]) -> tuple[PromptOption, ...]:
    """Return all kinds of cards; those left after the hands `before` in this round are legal."""
    is_red = state.split.is_red(state.round + 1)
    left = Counter(state.left)
    left.subtract(card for hand in before for card in hand)
    return tuple(
        _card(card, left[card], legal=left[card] > 0 and (is_red or card not in RED))
        for card in CARDS
    )


def _shares(state: State) -> tuple[Share, ...]:
    """Return how many blue and red cards are dealt to everyone in the next round."""
    red = state.split.red_each if state.split.is_red(state.round + 1) else 0
    shares = Share("blue", state.split.hand - red, say("blue")), Share("red", red, say("red"))
    return tuple(share for share in shares if share.size)


def _deal(state: State) -> Ask | tuple[Event, ...]:
    players, size = state.header.players, state.split.hand
    number, rounds = state.round + 1, state.split.rounds
    asks = say("hand, round {number} of {rounds}", number=number, rounds=rounds)

    def finish(hands: dict[int, Any]) -> tuple[Event, ...]:
        return ({"do": "deal", "hands": {players[s]: hand[0][0] for s, hand in hands.items()}},)

    def prompt(seat: int, before: Mapping[int, Any]) -> PickCards:
        cards = _dealable(state, (answer[0][0] for answer in before.values()))
        piles = (Pile(say("hand")),)
        return PickCards(asks, (seat,), (cards,), piles, (size,), shares=_shares(state))

    found = ask_each(
        range(len(players)), prompt, lambda s, coming: [[coming[0]["hands"][players[s]]]], finish
    )
    return _with_checks(found, lambda seat, answer: _hand_faults(state, seat, answer[0][0]))


def _with_checks(ask: Ask | Any, faults: Any, seat: int = 0) -> Ask | Any:
    """Return the same prompts, with each answer checked separately."""
    if not isinstance(ask, Ask):
        return ask

    def then(answer: Any) -> Ask | Any:
        for fault in faults(seat, answer):
            raise Refusal(*fault)
        return _with_checks(ask.then(answer), faults, seat + 1)

    return ask._replace(then=then)


def _hand_faults(state: State, seat: int, hand: Iterable[str]) -> Iterator[Fault]:
    cards = pack(hand)
    yield from hand_faults(state, seat, cards)
    yield from copy_faults(state, [cards])


def _direction(state: State) -> Ask | tuple[Event, ...]:
    """Ask for the direction, if it is free, then for the bids."""
    wanted = required_direction(state)
    if len(state.fronts) == 2 or wanted is not None:
        return _bids(state, wanted)
    options = (
        PromptOption("left", _WHERE["left"], "l", "arrow-left"),
        PromptOption("right", _WHERE["right"], "r", "arrow-right"),
    )
    return Ask(
        Choose(say("direction of the bids"), (), options),
        lambda answer: _bids(state, answer),
        lambda coming: coming[state.phase == DEAL]["direction"],
    )


def _bids(state: State, direction: str | None) -> Ask | tuple[Event, ...]:
    players, begun = state.header.players, state.phase == BID
    number, rounds = state.round + (not begun), state.split.rounds
    asks = say("bid, open / closed, round {number} of {rounds}", number=number, rounds=rounds)
    if direction:
        asks = say("{bid}, {where}", bid=asks, where=_WHERE[direction])
    piles = (Pile(say("open")), Pile(say("closed")))

    def prompt(seat: int, before: Mapping[int, Any]) -> PickCards:
        counts = Counter(state.hands[seat]).items()
        dealt = (_dealt_cards(_bid_of(*answer[0])) for answer in before.values())
        hand = tuple(_card(*held) for held in counts) if begun else _dealable(state, dealt)
        hand += _from_table(state, seat)
        return PickCards(
            asks,
            (seat,),
            (hand,),
            piles,
            (state.split.hand,),
            held=begun,
            shares=() if begun else _shares(state),
            marked=state.tables.bid_limit,
        )

    def recover(seat: int, coming: Sequence[Event]) -> list[list[list[str]]]:
        bid = coming[not begun]["bids"][players[seat]]
        taken = [*bid.get("taken", ())]
        closed = _mark_taken(bid["closed"], taken)
        return [[_mark_taken(bid["open"], taken), closed]]

    def finish(answers: dict[int, Any]) -> tuple[Event, ...]:
        laid = {players[seat]: _bid_of(*piles) for seat, (piles,) in answers.items()}
        bid: dict[str, Any] = {"do": "bid"} | ({"direction": direction} if direction else {})
        bid["bids"] = {name: _bid(each) for name, each in laid.items()}
        dealt = {name: _dealt_cards(each) for name, each in laid.items()}
        return (bid,) if begun else ({"do": "deal", "hands": dealt}, bid)

    found = ask_each(range(len(players)), prompt, recover, finish)
    return _with_checks(found, lambda seat, answer: _bid_faults(state, seat, _bid_of(*answer[0])))


def _from_table(state: State, seat: int) -> tuple[PromptOption, ...]:
    """Return the cards of the player's own table; those that may join a bid are legal."""
    first = state.round == (state.phase == BID)
    legal = bool(bid_limit(state)) if state.phase == BID else not (first or is_beginner(state))
    front = Counter(state.fronts[seat])
    known = front if legal else Counter(CARDS)
    return tuple(_card(card, front[card], taken=True, legal=legal) for card in known)


def _mark_taken(cards: Sequence[str], taken: list[str]) -> list[str]:
    """Return the cards of a bid, and mark those in `taken`; remove these from `taken`."""
    marked = []
    for card in cards:
        marked.append(card + TAKEN * (card in taken))
        if card in taken:
            taken.remove(card)
    return marked


def _bid_of(opened: list[str], closed: list[str]) -> Bid:
    taken = [card.removesuffix(TAKEN) for card in (*opened, *closed) if card.endswith(TAKEN)]
    sides = ([card.removesuffix(TAKEN) for card in side] for side in (opened, closed))
    return Bid(*map(tuple, (*sides, taken)))


def _dealt_cards(laid: Bid) -> list[str]:
    cards = [*laid.open, *laid.closed]
    for card in laid.taken:
        cards.remove(card)
    return cards


def _bid(laid: Bid) -> Event:
    bid = {"open": [*laid.open], "closed": [*laid.closed]}
    return {**bid, "taken": [*laid.taken]} if laid.taken else bid


def _bid_faults(state: State, seat: int, laid: Bid) -> Iterator[Fault]:
    """Yield the fault of a bid, or of the hand it implies if none was dealt."""
    if state.phase == DEAL:
        hand = pack(_dealt_cards(laid))
        yield from _hand_faults(state, seat, hand)
        nothing = ((),) * len(state.fronts)
        state = Deal(replace_entry(nothing, seat, hand)).apply(state)
    yield from bid_faults(state, seat, Bid(*map(pack, laid)))


def _choose(state: State) -> Ask:
    players = state.header.players
    options = []
    for seat in range(len(players)):
        bid = state.bids[(seat - step(state)) % len(players)]
        text = say("open: {cards}", cards=[NAMES[card] for card in bid.open] or [say("nothing")])
        count = len(bid.closed)
        hidden = say("closed: {count} {plural(count, 'card', 'cards')}", count=count)
        options.append((PromptOption("open", text, "o"), PromptOption("closed", hidden, "c")))
    return Ask(
        ChooseEach(say("which bid, open or closed"), tuple(range(len(players))), tuple(options)),
        lambda answer: ({"do": "choose", "choices": {players[s]: key for s, key in answer}},),
        lambda coming: [[s, coming[0]["choices"][name]] for s, name in enumerate(players)],
    )


def _lose(state: State) -> Ask:
    seat = owing(state)[0]
    by, species = state.header.players[seat], claim(state.fronts[seat], state.worth).species
    options = tuple(_card(each.name, legal=each.name in species) for each in SPECIES)
    return Ask(
        Choose(say("loses which species"), (seat,), tuple(o._replace(group="") for o in options)),
        lambda answer: ({"do": "lose", "by": by, "species": answer},),
        lambda coming: _own(coming[0], by)["species"],
    )


def _own(event: Event, by: str) -> Event:
    if event.get("by") != by:
        raise LookupError(by)
    return event


def _secure(state: State) -> Ask | tuple[Event, ...]:
    """Ask every player who can secure something."""
    (offer,) = offers(state)
    players = state.header.players
    ways = [
        {_key(part, name): part for part in slot}
        for slot, name in zip(offer.slots, players, strict=True)
    ]

    def prompt(seat: int, _: Mapping[int, Any]) -> Choose:
        asks = say("secures")
        options = tuple(
            PromptOption(key, _securing(part, players[seat]), key)
            for key, part in ways[seat].items()
            if key
        )
        return Choose(asks, (seat,), options, say("nothing"))

    def event(answers: dict[int, str]) -> Event:
        parts = {players[seat]: ways[seat][key] for seat, key in answers.items()}
        species = {name: parts[name]["species"][name] if name in parts else [] for name in players}
        royals = {name: part["with"][name] for name, part in parts.items() if "with" in part}
        return {"do": "secure", "species": species} | ({"with": royals} if royals else {})

    return ask_each(
        [seat for seat, slot in enumerate(offer.slots) if len(slot) > 1],
        prompt,
        lambda seat, coming: _key(coming[0], players[seat]),
        lambda answers: (event(answers),),
    )


def _key(part: Event, name: str) -> str:
    """Return the code of a choice: tc for turkeys and chickens, t:q for turkeys with the queen."""
    royals = part.get("with", {}).get(name, {})
    species = sorted(part["species"][name], key=[each.name for each in SPECIES].index)
    return "".join(each[0] + (f":{royals[each][0]}" if each in royals else "") for each in species)


def _securing(part: Event, name: str) -> str:
    royals = part.get("with", {}).get(name, {})
    texts = [
        say("{bird} with the {royal}", bird=NAMES[each], royal=NAMES[royals[each]])
        if each in royals
        else NAMES[each]
        for each in part["species"][name]
    ]
    return say("{birds}", birds=texts)


def _look(state: State, _seat: int) -> Iterator[str]:
    for seat, name in enumerate(state.header.players):
        totals = state.worth.totals(state.fronts[seat])
        cards = [NAMES[card] for card in state.fronts[seat]] or [say("nothing")]
        worth = [
            say("{bird} {total}", bird=NAMES[bird], total=total) for bird, total in totals.items()
        ]
        yield say("{name}: {cards} ({worth})", name=name, cards=cards, worth=worth or ["0"])
        if state.palaces[seat]:
            palace, points = [NAMES[card] for card in state.palaces[seat]], state.points[seat]
            yield say(
                "palace of {name}, points: {points}; {cards}",
                name=name,
                points=points,
                cards=palace,
            )


PROMPTS: Final = Prompts(
    ask,
    frozenset(
        f"cattitude.{rule}"
        for rule in ("birdoholic", "birdoholics", "lonely", "catastrophe", "bonus", "end")
    ),
    {"table": View(say("the cards in front of everyone"), _look)},
)
