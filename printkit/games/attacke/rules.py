"""Attacke's rules: the events in the order of the rulebook, then offers, effects and the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, product
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from printkit.core.errors import nearest, show
from printkit.core.messages import named, say
from printkit.games.attacke.state import (
    NOTHING_YET,
    Laid,
    State,
    Stock,
    card_in_words,
    is_undealt,
    last_one_in,
    left_over,
    next_in,
    put_away,
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
)
from printkit.rules.reading import (
    ARGS,
    read_each,
    read_list,
    read_whole,
    read_word,
    replace_entry,
    suggest,
    wrong_hand_size,
)

if TYPE_CHECKING:
    from printkit.games.attacke.numbers import Card


Hand = tuple[str, ...]
Hands = tuple[Hand, ...]


@dataclass(slots=True)
class Deal(Move[State]):
    """The cards in hand, if they are recorded; the other cards are the pile."""

    do = "deal"
    actor = "chance"
    needs = ("hands",)

    hands: Hands  # by seat

    @classmethod
    def read(cls, state: State, event: Event, _seat: int) -> Deal:
        hands = read_each(state.header, event, "hands")
        return cls(tuple([_read_cards(state.tables.cards, hand, "hands") for hand in hands]))

    def faults(self, state: State) -> Iterator[Fault]:
        copies = state.tables.copies
        for card, dealt in Counter(chain.from_iterable(self.hands)).items():
            if dealt > copies[card]:
                message = say(
                    "'{card}' is dealt {dealt} times; there are {copies}",
                    card=card_in_words(card),
                    dealt=dealt,
                    copies=copies[card],
                )
                yield Fault("core.chance", message)
        for seat, hand in enumerate(self.hands):
            size = state.tables.hand(leads=seat == state.leader)
            if wrong := wrong_hand_size(state.header.players[seat], len(hand), size):
                yield Fault("attacke.deal", wrong)

    def apply(self, state: State) -> State:
        pile = left_over(state.tables.deck, tuple(chain.from_iterable(self.hands)))
        return state._replace(hands=self.hands, stock=Stock(tuple(pile)))


@dataclass(slots=True)
class Play(Move[State]):
    """Cards that a player plays, to open a contest or to fight on."""

    do = "play"
    actor = "one"
    needs = ("cards",)
    may = ("colour", "blind", "total", "draw")

    seat: int
    cards: Hand  # laid face up
    colours: tuple[str, ...]  # of the knights among them
    hidden: Hand  # laid face down, as far as known
    blind: int  # number of cards face down
    named: str  # the colour that was named, or ""
    total: int  # the player's correct total after this play
    stated: int | None  # the total in the record
    draw: Hand | None  # the cards drawn: one or none; None if the record doesn't tell

    @classmethod
    def read(cls, state: State, event: Event, seat: int) -> Play:
        tables = state.tables
        cards = _read_cards(tables.cards, event["cards"], "cards")
        hidden, blind = _read_blind(state, event["blind"]) if "blind" in event else ((), 0)
        colour = ""
        if "colour" in event:
            if state.colour:
                message = "'colour' belongs to an opening; this contest is in {colour}"
                raise Refusal(ARGS, say(message, colour=named(state.colour)))
            colour = read_word(event["colour"], tables.colour_ids, "colour")
        kinds = [tables.cards[card] for card in cards]
        before = state.laid[seat] or NOTHING_YET
        return cls(
            seat,
            cards,
            colours=tuple(dict.fromkeys([kind.colour for kind in kinds if kind.colour])),
            hidden=hidden,
            blind=blind,
            named=colour,
            total=before.total + sum([kind.value for kind in kinds]) + blind * tables.face_down,
            stated=read_whole(event["total"], "total") if "total" in event else None,
            draw=_read_draw(state, event),
        )

    def faults(self, state: State) -> Iterator[Fault]:
        yield from self._card_faults(state)
        if not state.colour:
            yield from self._opening_faults()
        colour = state.colour or self.named
        others = [each for each in self.colours if each != colour]
        if colour and others:
            values = {"colour": named(colour), "other": named(others[0])}
            message = say("the contest is in {colour}, not in {other}", **values)
            yield Fault("attacke.colour", message)
        # A card that must not be face down has no value, so this comes before the totals.
        before, variant = state.laid[self.seat] or NOTHING_YET, state.header.variant
        if self.blind and variant not in state.tables.blind:
            message = say(
                "cards can't be played face down in the variant {variant}", variant=variant
            )
            yield Fault("attacke.blind-once", message)
        elif self.blind and before.blind:
            message = say("this player has already played cards face down in this contest")
            yield Fault("attacke.blind-once", message)
        total, best, stated = self.total, state.best, self.stated
        if total <= best:
            message = say("a total of {total} does not beat {best}", total=total, best=best)
            yield Fault("attacke.beat", message)
        if stated is not None and stated != total:
            message = say("the total is {total}, not {stated}", total=total, stated=stated)
            yield Fault("attacke.total", message)
        if wrong := _wrong_draw(self.draw):
            yield Fault("attacke.draw", wrong)
        strong = state.tables.strong_shield
        if strong in self.cards and self.cards.count(strong) + before.strong > 1:
            message = say(
                "only one '{strong}' per contest is allowed", strong=card_in_words(strong)
            )
            yield Fault("attacke.shield10-one", message)

    def _card_faults(self, state: State) -> Iterator[Fault]:
        if wrong := _undrawable(self.draw, state.stock):
            yield Fault("core.chance", wrong)
        if state.hands is None:
            return
        rest = list(state.hands[self.seat])
        for card in self.cards + self.hidden:
            if card not in rest:
                yield Fault(
                    "core.card-held", say("'{card}' is not in this hand", card=card_in_words(card))
                )
                return
            rest.remove(card)

    def _opening_faults(self) -> Iterator[Fault]:
        if not self.cards:
            yield Fault("attacke.open", say("an opening needs at least one face-up card"))
        elif len(self.colours) > 1:
            together = [named(each) for each in self.colours]
            message = say("these colours can't open together: {together}", together=together)
            yield Fault("attacke.open", message)
        elif not self.colours and not self.named:
            message = say("shields alone open a contest only with a 'colour'")
            yield Fault("attacke.open-shield", message)

    def apply(self, state: State) -> State:
        """Lay the cards on the table, draw one, and pass the turn to the next player."""
        before = state.laid[self.seat] or NOTHING_YET
        laid = replace_entry(
            state.laid,
            self.seat,
            Laid(
                cards=before.cards + self.cards,
                hidden=before.hidden + self.hidden,
                total=self.total,
                strong=before.strong or state.tables.strong_shield in self.cards,
                blind=before.blind or self.blind > 0,
            ),
        )
        cards = self.cards + self.hidden
        hands, stock = _after_draw(state.hands, state.stock, self.seat, self.draw, cards)
        return state._replace(
            hands=hands,
            stock=stock,
            turn=next_in(laid, self.seat),
            colour=state.colour or self.named or self.colours[0],
            best=self.total,
            laid=laid,
        )


@dataclass(slots=True)
class Pass(Move[State]):
    """A player who gives up the contest; the last one in wins it."""

    do = "pass"
    actor = "one"
    may = ("draw", "returns")

    seat: int
    draw: Hand | None  # as in a play
    returns: str  # the chip given back, or ""

    @classmethod
    def timing_fault(cls, state: State, seat: int) -> Fault | None:
        """Return the fault of passing before the opening; for the leader it is a separate rule."""
        if state.colour:
            return None
        if seat == state.turn:
            return Fault("attacke.pass", say("the leader has to open and can't pass"))
        leader = state.header.players[state.turn]
        message = say("it is not this player's turn; {leader} has to open", leader=leader)
        return Fault("core.turn", message)

    @classmethod
    def read(cls, state: State, event: Event, seat: int) -> Pass:
        returns = ""
        if "returns" in event:
            returns = read_word(event["returns"], state.tables.colour_ids, "returns")
        return cls(seat, _read_draw(state, event), returns)

    def faults(self, state: State) -> Iterator[Fault]:
        if wrong := _undrawable(self.draw, put_away(state, self.seat)):
            yield Fault("core.chance", wrong)
        if wrong := _wrong_draw(self.draw):
            yield Fault("attacke.draw", wrong)
        held, laid = state.chips[self.seat], state.laid[self.seat]
        message = ""
        if not (laid and laid.strong and held):
            if self.returns:
                message = say("no chip has to be given back")
        elif not self.returns:
            message = say(
                "'returns' must name the chip that the lost '{strong}' costs",
                strong=card_in_words(state.tables.strong_shield),
            )
        elif self.returns not in held:
            returns = named(self.returns)
            message = say("this player has no {returns} chip to give back", returns=returns)
        if message:
            yield Fault("attacke.shield10-fine", message)

    def apply(self, state: State) -> State:
        """Discard, draw and pay the fine; if one player is left, the contest is won."""
        chips = state.chips
        if self.returns:
            kept = tuple(chip for chip in chips[self.seat] if chip != self.returns)
            chips = replace_entry(chips, self.seat, kept)
        laid = replace_entry(state.laid, self.seat, None)
        turn = next_in(laid, self.seat)
        hands, stock = _after_draw(state.hands, put_away(state, self.seat), self.seat, self.draw)
        if laid.count(None) == len(laid) - 1:
            return _win_contest(state, turn, hands, stock, chips)
        return state._replace(hands=hands, stock=stock, chips=chips, turn=turn, laid=laid)


def _read_cards(known: Mapping[str, Card], value: Any, key: str) -> Hand:
    cards = read_list(value, key)
    for card in cards:
        if not isinstance(card, str) or card not in known:
            _refuse_card(known, card, key)
    return tuple(cards)


def _refuse_card(known: Mapping[str, Card], card: object, key: str) -> NoReturn:
    problem = say("'{key}' has {card}, which isn't a card of this game", key=key, card=show(card))
    near = nearest(card, known) if isinstance(card, str) else ""
    raise Refusal(ARGS, suggest(problem, near, "" if near else _known_cards(known)))


def _known_cards(known: Mapping[str, Card]) -> str:
    return say("choose from {known}", known=tuple(known))


def _read_blind(state: State, value: Any) -> tuple[Hand, int]:
    """Read the cards, as far as known, and their number; a number alone only without hands."""
    if state.hands is None and type(value) is int:
        if value < 0:
            raise Refusal(ARGS, say("'blind' can't be negative: {value}", value=value))
        return (), value
    hidden = _read_cards(state.tables.cards, value, "blind")
    return hidden, len(hidden)


def _read_draw(state: State, event: Event) -> Hand | None:
    """Read the cards drawn; None if the event doesn't say.

    A list of one card is malformed; a longer one can be read, but breaks a rule.
    """
    value, known = event.get("draw"), state.tables.cards
    if state.hands is None:
        if "draw" in event:
            raise Refusal(ARGS, say("'draw' needs recorded hands, and no hands were dealt"))
        return ()
    if isinstance(value, str) and value in known:
        return (value,)
    if value is None:
        return () if "draw" in event else None
    if isinstance(value, list) and len(value) > 1:
        return _read_cards(known, value, "draw")
    _refuse_card(known, value, "draw")


def _undrawable(draw: Hand | None, stock: Stock) -> str:
    """Return what is wrong with a single drawn card; `_wrong_draw` has the rest."""
    if not draw or len(draw) > 1:
        return ""
    if not stock.drawable():
        return say("no cards are left to draw")
    return (
        ""
        if draw[0] in stock.drawable()
        else say("'{draw}' is not in the draw pile", draw=card_in_words(draw[0]))
    )


def _wrong_draw(draw: Hand | None) -> str:
    if draw is None:
        return say("'draw' must say which card was drawn, or null for none")
    if len(draw) > 1:
        return say("{count} cards are drawn; it is always one", count=len(draw))
    return ""


def _after_draw(
    hands: Hands | None, stock: Stock, seat: int, draw: Hand | None, laid: Hand = ()
) -> tuple[Hands | None, Stock]:
    """Return hands and stock after a player has laid cards and drawn, as far as recorded."""
    if hands is None:
        return hands, stock
    drawn = draw or ()
    hand = (*left_over(hands[seat], laid), *drawn)
    return replace_entry(hands, seat, hand), stock.draw(drawn[0]) if drawn else stock


def _win_contest(
    state: State, seat: int, hands: Hands | None, stock: Stock, chips: tuple[tuple[str, ...], ...]
) -> State:
    """Give the contest to the last player in; start the next one, unless the game ends."""
    if state.colour not in chips[seat]:
        chips = replace_entry(chips, seat, (*chips[seat], state.colour))
    laid, count = state.laid[seat], len(state.laid)
    if hands is not None and laid:
        stock = stock.put(laid.cards + laid.hidden)
    if len(chips[seat]) >= state.goal:
        return state._replace(
            hands=hands, stock=stock, chips=chips, turn=seat, laid=(None,) * count, over=True
        )
    leader = _next_leader(hands, seat)
    return state._replace(
        hands=hands,
        stock=stock,
        chips=chips,
        contest=state.contest + 1,
        leader=leader,
        turn=leader,
        colour="",
        best=0,
        laid=(NOTHING_YET,) * count,
    )


def _next_leader(hands: Hands | None, winner: int) -> int:
    """Return the winner, or the next player clockwise with a card; the winner if nobody has one."""
    if hands is None or hands[winner]:
        return winner
    count = len(hands)
    seats = [(winner + step) % count for step in range(count)]
    return next((seat for seat in seats if hands[seat]), winner)


_FORGOTTEN: Event = {"draw": None}


class CardSelection(NamedTuple):
    """Cards that can be laid face up together; `named` is the colour of shields that open."""

    cards: tuple[str, ...]
    named: str = ""


def offers(state: State) -> tuple[Offer, ...]:
    """Return the legal events in bundles; a draw is any card of the pile, or forgotten."""
    return () if state.over else tuple(_offers(state))


def _offers(state: State) -> Iterator[Offer]:
    recorded = state.hands is not None
    base = {"do": "play", "by": state.header.players[state.turn]}
    choices = list(_choices(state))
    if plays := tuple(_open_plays(state, choices)):
        yield Offer(base, (plays, *_draws(state, state.stock)), free=not recorded)
    if hidden := tuple(_hidden_plays(state, choices)):
        yield Offer(base, (hidden, (_FORGOTTEN,)), free=True)
    if state.colour:
        yield _passing(state)


def hand_of(state: State) -> tuple[str, ...]:
    """Return the cards of the player whose turn it is, or one of each kind."""
    return tuple(state.tables.cards) if state.hands is None else state.hands[state.turn]


def may_hide(state: State) -> bool:
    """Return whether the player whose turn it is may lay cards face down."""
    own = state.laid[state.turn] or NOTHING_YET
    return state.header.variant in state.tables.blind and not own.blind


def _passing(state: State) -> Offer:
    own = state.laid[state.turn] or NOTHING_YET
    held = state.chips[state.turn]
    fine: tuple[Event, ...] = tuple({"returns": chip} for chip in sorted(held))
    slots = (fine,) if own.strong and held else ()
    base = {"do": "pass", "by": state.header.players[state.turn]}
    return Offer(base, (*_draws(state, put_away(state, state.turn)), *slots))


def _draws(state: State, stock: Stock) -> tuple[tuple[Event, ...], ...]:
    if state.hands is None:
        return ()
    cards = set(stock.drawable())
    return ((_FORGOTTEN, *({"draw": card} for card in sorted(cards))),)


def _open_plays(state: State, choices: Iterable[CardSelection]) -> Iterator[Event]:
    for choice in choices:
        total = _total(state, choice)
        if choice.cards and total > state.best:
            yield _play(choice, total)


def _hidden_plays(state: State, choices: Iterable[CardSelection]) -> Iterator[Event]:
    if state.hands is None or not may_hide(state):
        return
    each = state.tables.face_down
    for choice in choices:
        if not choice.cards and not state.colour:
            continue
        rest = sorted(left_over(hand_of(state), choice.cards))
        for count in range(1, len(rest) + 1):
            total = _total(state, choice) + count * each
            if total > state.best:
                yield {**_play(choice, total), "blind": rest[:count]}


def _play(choice: CardSelection, total: int) -> dict[str, Any]:
    named = {"colour": choice.named} if choice.named else {}
    return {**named, "cards": list(choice.cards), "total": total}


def _total(state: State, choice: CardSelection) -> int:
    own, cards = state.laid[state.turn] or NOTHING_YET, state.tables.cards
    return own.total + sum(cards[card].value for card in choice.cards)


def _choices(state: State) -> Iterator[CardSelection]:
    """Yield all selections that fit the contest, or could open one; also an empty selection."""
    hand, tables = hand_of(state), state.tables
    shields = _shields(state, hand)
    if state.colour:
        knights = _subsets(card for card in hand if tables.cards[card].colour == state.colour)
        yield from (CardSelection(few + more) for few, more in product(knights, shields))
        return
    for colour in tables.colour_ids:
        knights = _subsets(card for card in hand if tables.cards[card].colour == colour)
        yield from (CardSelection(few + more) for few, more in product(knights, shields) if few)
        yield from (CardSelection(more, colour) for more in shields if more)


def _shields(state: State, hand: tuple[str, ...]) -> list[tuple[str, ...]]:
    own, tables = state.laid[state.turn] or NOTHING_YET, state.tables
    limit = 0 if own.strong else 1
    few = _subsets(card for card in hand if not tables.cards[card].colour)
    return [cards for cards in few if cards.count(tables.strong_shield) <= limit]


def _subsets(cards: Iterable[str]) -> list[tuple[str, ...]]:
    """Return every different selection of the cards, including none, from low to high."""
    copies = sorted(Counter(cards).items(), key=lambda item: (len(item[0]), item[0]))
    several = [[(card,) * number for number in range(count + 1)] for card, count in copies]
    return [tuple(chain.from_iterable(some)) for some in product(*several)]


def effects(before: State, after: State) -> Iterator[Effect]:
    """Yield the effects of one event."""
    seat = before.turn
    name, own, now = after.header.players[seat], before.laid[seat], after.laid[seat]
    ended = after.contest > before.contest or after.over > before.over
    if after.hands is not None and before.hands is None:
        yield Effect(
            "attacke.deal",
            say(
                "{count} {plural(count, 'card is', 'cards are')} in the draw pile",
                count=len(after.stock.pile),
            ),
        )
    elif own and now and now != own and not ended:
        yield from _play_effects(before, after, own, now)
    elif (own and not now) or ended:
        out = say("{name} is out of contest {number}", name=name, number=before.contest)
        yield Effect("attacke.pass", out)
    if after.stock.reshuffles > before.stock.reshuffles:
        yield Effect("attacke.reshuffle", say("the discards are shuffled and become the draw pile"))
    for chip in before.chips[seat]:
        if chip not in after.chips[seat]:
            yield Effect(
                "attacke.shield10-fine",
                say("{name} gives the {colour} chip back", name=name, colour=named(chip)),
            )
    if ended:
        yield from _win_effects(before, after)


def _play_effects(before: State, after: State, own: Laid, now: Laid) -> Iterator[Effect]:
    name = after.header.players[before.turn]
    if not before.colour:
        values = {"name": name, "number": after.contest, "colour": named(after.colour)}
        yield Effect("attacke.open", say("{name} opens contest {number} in {colour}", **values))
    total = say("{name}'s total is {total}", name=name, total=now.total)
    yield Effect("attacke.total", total)
    if now.blind and not own.blind:
        each = after.tables.face_down
        counts = say("each of {name}'s face-down cards counts {value}", name=name, value=each)
        yield Effect("attacke.blind-value", counts)


def _win_effects(before: State, after: State) -> Iterator[Effect]:
    players, colour = after.header.players, before.colour
    seat = last_one_in(before)
    name = players[seat]
    yield Effect(
        "attacke.win",
        say(
            "{name} is the last one in and wins contest {number}", name=name, number=before.contest
        ),
    )
    gained = len(after.chips[seat]) > len(before.chips[seat])
    values = {"name": name, "colour": named(colour)}
    taken = say("{name} takes the {colour} chip", **values)
    held = say("{name} has the {colour} chip already", **values)
    yield Effect("attacke.chip", taken if gained else held)
    if after.over:
        reached = say("{name} has {goal} different chips", name=name, goal=after.goal)
        yield Effect("attacke.end", reached)
    else:
        leader, number = players[after.leader], after.contest
        opens = say("{name} opens contest {number}", name=leader, number=number)
        yield Effect("attacke.lead", opens)


UNCHECKED = ("attacke.deal", "attacke.draw", "attacke.reshuffle", "core.card-held", "core.chance")


def outcome(state: State) -> Outcome | None:
    return Outcome("attacke.end", (state.turn,)) if state.over else None


def unchecked(state: State, refused: str) -> tuple[str, ...]:
    begun = not is_undealt(state) or refused not in ("", "deal")
    return UNCHECKED if state.hands is None and begun else ()


def _hands(state: State) -> tuple[tuple[str, ...], ...]:
    if state.hands is None:
        raise Refusal("core.expect", say("hands: no hands were dealt, so they are not known"))
    return state.hands


EXPECTATIONS: dict[str, Expectation[State]] = {
    "chips": Expectation(lambda state: state.chips, each=True),
    "totals": Expectation(
        lambda state: tuple([None if laid is None else laid.total for laid in state.laid]),
        each=True,
    ),
    "leader": Expectation(lambda state: state.header.players[state.leader]),
    "hands": Expectation(_hands, each=True),
    "contest": Expectation(lambda state: state.contest),
}
