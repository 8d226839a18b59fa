"""Cattitude at the table: a line for each player's bid, one for all choices, one for who secures.

What was dealt follows from the bids, so it is asked only where everything is to be written down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from printkit.games.cattitude.bidding import Round, apply_deal, hand_faults, round_faults, too_many
from printkit.games.cattitude.cards import (
    PLAIN_BIRDS,
    QUEEN,
    RED,
    ROYAL_CAT,
    pack,
)
from printkit.games.cattitude.collecting import WORDS, claim
from printkit.games.cattitude.letters import LETTERS, SHORT, Laid, read_bid, read_cards, spell_bid
from printkit.games.cattitude.rules import offers
from printkit.games.cattitude.state import (
    BID,
    CHOOSE,
    DEAL,
    LOSE,
    Bid,
    State,
    bid_limit,
    flipped,
    is_beginner,
    owing,
)
from printkit.rules.game import Refusal
from printkit.rules.speech import Form, Misheard, Said, Speech, Step, Turn, View, find_word, split

if TYPE_CHECKING:
    from printkit.games.cattitude.cards import Cards
    from printkit.rules.game import Event, Fault

_ROYALS: Final = {"q": QUEEN, "r": ROYAL_CAT}


def turn(state: State, full: bool) -> Turn:
    """What is asked now."""
    if state.phase == DEAL and full:
        return _deal(state)
    if state.phase in (DEAL, BID):
        return _bids(state)
    if state.phase == CHOOSE:
        return _choose(state)
    return _lose(state) if state.phase == LOSE else _secure(state)


def _deal(state: State) -> Turn:
    asks = f"hand, round {state.round + 1} of {state.split.rounds}"
    forms = (Form("2t d", "two turkeys and a duchess"),)
    hear, choices = partial(_hear_hand, state), partial(_dealable, state)
    players = state.header.players
    return Turn.deal(players, asks, hear, forms=forms, choices=choices, shape="many")


def _hear_hand(state: State, seat: int, text: str) -> list[str]:
    hand = [card for card, _ in read_cards(text)]
    _test_hand(state, seat, pack(hand))
    return hand


def _test_hand(state: State, seat: int, hand: Cards) -> None:
    _refuse(hand_faults(state, seat, hand))
    _refuse(too_many(state, state.seen + hand))


def _refuse(faults: Iterable[Fault]) -> None:
    for fault in faults:
        raise Refusal(*fault)


def _bids(state: State) -> Turn:
    """A bid of each player; the first one says where bids go, where that is free."""
    players, begun = state.header.players, state.phase == BID
    number = state.round + (not begun)
    direction = flipped(state) if len(players) > 2 else None
    is_free = direction is None and len(players) > 2
    asks = f"bid, open / closed, round {number} of {state.split.rounds}"
    steps = tuple(
        Step(
            _bid_asks(asks, direction, is_free=is_free and not seat),
            partial(_hear_bid, state, seat, is_free and not seat),
            (seat,),
            tuple(_bid_forms(state, is_free=is_free and not seat)),
            partial(_biddable, state, seat, is_free and not seat),
            "many",
        )
        for seat in range(len(players))
    )
    return Turn(steps, partial(_bid_events, state, direction))


def _bid_asks(asks: str, direction: str | None, *, is_free: bool) -> str:
    if is_free:
        return f"{asks}, and left or right"
    return f"{asks}, to the {direction}" if direction else asks


def _bid_forms(state: State, *, is_free: bool) -> Iterator[Form]:
    yield Form("2t / d", "two turkeys lie open, a duchess closed")
    if state.round > (state.phase == BID):
        yield Form("t c< / d", "the chicken came from the own table")
    if is_free:
        yield Form("left 2t / d", "this round's bids go to the left")


def _dealable(state: State) -> Iterator[Form]:
    """The kinds of cards that can come up in the round that is about to begin."""
    is_red = state.split.is_red(state.round + 1)
    for word, card in SHORT.items():
        if state.playable[card] > state.seen.count(card) and (is_red or card not in RED):
            yield Form(word, card)


def _biddable(state: State, seat: int, is_free: bool) -> Iterator[Form]:
    """What a bid is made of: where it goes, the cards, and what parts open ones from closed."""
    for side in ("left", "right") if is_free else ():
        yield Form(side, f"to the {side}")
    if state.phase == DEAL:
        yield from _dealable(state)
    else:
        for card in dict.fromkeys(state.hands[seat]):
            yield Form(LETTERS[card], card)
    if bid_limit(state) or (state.phase == DEAL and state.round and not is_beginner(state)):
        for card in dict.fromkeys(state.fronts[seat]):
            yield Form(f"{LETTERS[card]}<", f"{card}, from the own table")
    yield Form("/", "then closed")


def _bid_events(state: State, direction: str | None, parts: tuple[Laid, ...]) -> tuple[Event, ...]:
    named = dict(zip(state.header.players, parts, strict=True))
    where = parts[0].direction or direction
    bid: dict[str, Any] = {"do": "bid"} | ({"direction": where} if where else {})
    bid["bids"] = {name: laid.bid() for name, laid in named.items()}
    if state.phase == BID:
        return (bid,)
    return {"do": "deal", "hands": {name: laid.dealt for name, laid in named.items()}}, bid


def _hear_bid(state: State, seat: int, is_free: bool, text: str) -> Laid:
    laid = read_bid(text)
    if is_free and laid.direction is None:
        raise Misheard("say left or right as well: that is where the bids of this round go")
    if laid.direction and not is_free:
        raise Misheard("where bids go is not said here")
    bags: list[Cards] = [()] * len(state.fronts)
    if state.phase == DEAL:
        bags[seat] = pack(laid.dealt)
        _test_hand(state, seat, bags[seat])
        state = apply_deal(state, tuple(bags))
    else:
        bags[seat] = state.hands[seat]
        state = state._replace(hands=tuple(bags))
    bids = [Bid((), (), ())] * len(bags)
    bids[seat] = Bid(pack(laid.open), pack(laid.closed), pack(laid.taken))
    _refuse(round_faults(state, Round(None, tuple(bids))))
    return laid


def _choose(state: State) -> Turn:
    players = state.header.players
    forms = (
        Form("o", "takes the open bid"),
        Form("c", "takes the closed one"),
        Form("oc" * (len(players) // 2) + "o" * (len(players) % 2), "all of them, in this order"),
    )
    step = Step(
        "which bid, open or closed",
        partial(_hear_choices, state),
        tuple(range(len(players))),
        forms,
        lambda: forms[:2],
        "each",
    )
    return Turn((step,), lambda parts: ({"do": "choose", "choices": parts[0]},))


def _hear_choices(state: State, text: str) -> dict[str, str]:
    words, players = split(text.lower()), state.header.players
    if len(words) != len(players):
        words = [*"".join(words)]
    if len(words) != len(players):
        names = ", ".join(players)
        raise Misheard(f"that is {len(words)} choices, and {len(players)} choose: {names}")
    return {name: find_word(word, WORDS, "bid") for name, word in zip(players, words, strict=True)}


def _lose(state: State) -> Turn:
    seat = owing(state)[0]
    by, species = state.header.players[seat], claim(state.fronts[seat], state.worth).species
    forms = tuple(Form(name[0], f"gives up all of {name}") for name in species)
    hear = partial(find_word, words=PLAIN_BIRDS, what="species")
    step = Step("loses which species", hear, (seat,), choices=lambda: forms)
    return Turn((step,), lambda parts: ({"do": "lose", "by": by, "species": parts[0]},))


def _secure(state: State) -> Turn:
    """Only whoever could secure something is asked."""
    (offer,) = offers(state)
    asked = [seat for seat, slot in enumerate(offer.slots) if len(slot) > 1]
    steps = tuple(
        Step(
            f"secures of {_securable(state.header.players[seat], offer.slots[seat])}",
            _hear_securing,
            (seat,),
            _SECURE_FORMS,
            partial(_securings, state.header.players[seat], offer.slots[seat]),
            usual="nothing",
            trial=partial(_secure_trial, state, seat),
        )
        for seat in asked
    )
    return Turn(steps, partial(_secure_event, state, asked))


_SECURE_FORMS: Final = (
    Form("t c", "the turkeys and the chickens"),
    Form("t:q", "the turkeys with the queen; t:r with a royal cat"),
)


def _securable(name: str, slot: Sequence[Event]) -> str:
    """The species that a player could secure, one way or another."""
    species = [each for part in slot for each in part["species"][name]]
    return ", ".join(dict.fromkeys(species))


def _securings(name: str, slot: Sequence[Event]) -> Iterator[Form]:
    for part in slot:
        species, royals = part["species"][name], part.get("with", {}).get(name, {})
        if species:
            with_royals = [f"{each} with the {royal}" for each, royal in royals.items()]
            yield Form(_say_securing(species, royals), ", ".join(with_royals or species))


def _hear_securing(text: str) -> tuple[list[str], dict[str, str]]:
    species, royals = [], {}
    for word in split(text.lower()):
        name, colon, royal = word.partition(":")
        species.append(find_word(name, PLAIN_BIRDS, "species"))
        if colon:
            royals[species[-1]] = _ROYALS[find_word(royal[:1], _ROYALS, "royal")]
    return species, royals


def _secure_trial(state: State, seat: int, part: Any) -> Event:
    (event,) = _secure_event(state, [seat], (part,))
    return event


def _secure_event(
    state: State, asked: Sequence[int], parts: tuple[Any, ...]
) -> tuple[dict[str, Any], ...]:
    players = state.header.players
    said = {players[seat]: part for seat, part in zip(asked, parts, strict=True)}
    event: dict[str, Any] = {"do": "secure"}
    event["species"] = {name: said[name][0] if name in said else [] for name in players}
    royals = {name: part[1] for name, part in said.items() if part[1]}
    return ({**event, "with": royals} if royals else event,)


def say(state: State, events: Sequence[Event], full: bool) -> Said:
    """The lines that tell what comes next."""
    event, do, players = events[0], events[0]["do"], state.header.players
    if do == "deal" and not full and len(events) == 1:
        raise Misheard("hands are told along with the bids")
    if do == "deal":
        return _say_hands(state, event) if full else _say_bids(state, events[1], 2)
    if do == "bid":
        return _say_bids(state, event, 1)
    if do == "choose":
        return Said(("".join(event["choices"][name][0] for name in players),), 1)
    if do == "lose":
        return Said((event["species"][0],), 1)
    (offer,) = offers(state)
    royals = event.get("with", {})
    asked = [name for name, slot in zip(players, offer.slots, strict=True) if len(slot) > 1]
    lines = [_say_securing(event["species"][name], royals.get(name, {})) for name in asked]
    return Said(tuple(lines), 1)


def _say_bids(state: State, event: Event, events: int) -> Said:
    lines = [spell_bid(event["bids"][name]) for name in state.header.players]
    if "direction" in event and flipped(state) is None:
        lines[0] = f"{event['direction']} {lines[0]}"
    return Said(tuple(lines), events)


def _say_securing(species: Sequence[str], royals: Event) -> str:
    return " ".join(name[0] + (f":{royals[name][0]}" if name in royals else "") for name in species)


def _say_hands(state: State, event: Event) -> Said:
    hands = (event["hands"][name] for name in state.header.players)
    return Said(tuple(" ".join(LETTERS[card] for card in hand) for hand in hands), 1)


def _look(state: State, _seat: int) -> Iterator[str]:
    for seat, name in enumerate(state.header.players):
        totals = state.worth.totals(state.fronts[seat])
        worth = ", ".join(f"{species} {total}" for species, total in totals.items())
        cards = ", ".join(state.fronts[seat]) or "nothing"
        yield f"{name}: {cards}" + (f" ({worth})" if worth else "")
        if state.palaces[seat]:
            yield f"  palace, {state.points[seat]} points: {', '.join(state.palaces[seat])}"


SPEECH: Final = Speech(
    turn,
    say,
    frozenset(
        f"cattitude.{rule}"
        for rule in ("birdoholic", "birdoholics", "lonely", "catastrophe", "bonus", "end")
    ),
    {"table": View("what lies in front of everyone", _look)},
)
