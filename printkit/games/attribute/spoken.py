"""Attribute at the table: a round is its topic, the sheep, and who grabbed whom.

The topic is known before the sheep are, so it is asked first, though the record has it second.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from printkit.games.attribute.state import DRAW, GRAB, PLAY, START, TOPIC, WAITING, State
from printkit.rules.game import Refusal
from printkit.rules.reading import misdealt
from printkit.rules.speech import (
    Form,
    Misheard,
    Said,
    Speech,
    Step,
    Turn,
    find_seat,
    find_word,
    quoted,
    read_list,
    short_name,
    split,
    unquoted,
)

if TYPE_CHECKING:
    from printkit.rules.game import Event

UNKNOWN: Final = "?"
"""The card of whoever's card was not written down."""
_SIGNS: Final = {"+": "green", "-": "red"}
_COLOURS: Final = {colour: sign for sign, colour in _SIGNS.items()}


def turn(state: State, full: bool) -> Turn:
    """What is asked now."""
    if state.phase == START and full:
        return _deal(state)
    if state.phase == GRAB:
        return Turn((_grabs(state),), lambda parts: parts[0])
    if state.phase == DRAW:
        return _draw(state)
    if state.phase == PLAY:
        return _play(state)
    return _round(state)


def _round(state: State) -> Turn:
    """A round up to the reveal; where its sheep are known already, only what is missing."""
    begun = state.phase == TOPIC
    number = state.round + (not begun)
    seat = (state.first + number - 1) % len(state.header.players)
    by = state.header.players[seat]
    asks = f"topic of round {number} of {state.length}"
    forms = (Form("dunghill", "any words"),)
    topic = Step(asks, _hear_topic, (seat,), forms)
    if begun:
        return Turn((topic,), lambda parts: ({"do": "topic", "by": by, "topic": parts[0]},))
    return Turn((topic, _sheep(state)), partial(_reveal, state, by))


def _reveal(state: State, by: str, parts: tuple[Any, ...]) -> tuple[Event, ...]:
    topic, (colours, cards) = parts
    players = state.header.players
    return (
        {"do": "sheep", "colours": dict(zip(players, colours, strict=True))},
        {"do": "topic", "by": by, "topic": topic},
        {"do": "play", "cards": dict(zip(players, cards, strict=True))},
    )


def _hear_topic(text: str) -> str:
    topic = unquoted(text)
    if not topic.strip():
        raise Refusal("attribute.announcer", "a topic cannot be blank")
    return topic


def _sheep(state: State) -> Step:
    seats = _all(state)
    words = "sheep and cards" if state.hands else "sheep"
    forms = [
        Form("+", "a green sheep"),
        Form("-", "a red sheep"),
        Form("+-" * (len(seats) // 2) + "+" * (len(seats) % 2), "all of them, in this order"),
        Form("+smelly -bold …", "the cards with them"),
    ]
    pair = (Form("+", "green"), Form("-", "red"))
    hear = partial(_hear_sheep, state)
    return Step(
        words, hear, seats, tuple(forms[3:] if state.hands else forms), lambda: pair, "each"
    )


def _hear_sheep(state: State, text: str) -> tuple[list[str], list[str]]:
    """The colours and cards by seat: a sign for everyone, a card after it where it is known."""
    said: list[list[str]] = []
    for word in text.split():
        rest = word.lstrip("+-")
        said += [[sign] for sign in word[: len(word) - len(rest)]]
        if rest and not said:
            raise Misheard(f"'{rest}' needs a + or a - before it: a green or a red sheep")
        if rest:
            said[-1].append(rest)
    players = state.header.players
    if len(said) != len(players):
        raise Misheard(f"that is {len(said)} sheep, and {len(players)} play: {', '.join(players)}")
    cards = [_card(state, seat, " ".join(words[1:])) for seat, words in enumerate(said)]
    return [_SIGNS[words[0]] for words in said], cards


def _card(state: State, seat: int, text: str) -> str:
    if state.hands is None:
        return text or UNKNOWN
    if not text:
        raise Misheard(f"{state.header.players[seat]}'s card is missing: +smelly or -smelly")
    return find_word(text, state.hands[seat], f"card of {state.header.players[seat]}")


def _play(state: State) -> Turn:
    """The cards alone; without hands nobody needs them."""
    players = state.header.players
    if state.hands is None:
        cards = dict.fromkeys(players, UNKNOWN)
        return Turn((), lambda _parts: ({"do": "play", "cards": cards},))
    step = Step("cards laid", partial(_hear_cards, state), _all(state), _LIST)
    return Turn((step,), lambda parts: ({"do": "play", "cards": parts[0]},))


def _hear_cards(state: State, text: str) -> dict[str, str]:
    cards = _one_each(state, text)
    return {name: _card(state, seat, cards[name]) for seat, name in enumerate(cards)}


def _grabs(state: State) -> Step:
    players, header = state.header.players, state.header
    waiting = tuple(seat for seat, act in enumerate(state.acts) if act == WAITING)
    first, second = waiting[0], (waiting[0] + 1) % len(players)
    one, other = short_name(header, first), short_name(header, second)
    forms = (
        Form(f"{one}>{other}", f"{players[first]} grabs {players[second]}'s set"),
        Form(f"{one}>{other} {other}>{one}", "several, in the order in which they grabbed"),
        Form(one, f"{players[first]} passes; so does whoever is not named"),
    )
    usual = "nobody grabs" if len(waiting) == len(players) else "the others pass"
    return Step(
        "who grabbed whom",
        partial(_hear_grabs, state),
        waiting,
        forms,
        partial(_pieces, state, waiting),
        "many",
        usual,
    )


def _pieces(state: State, waiting: tuple[int, ...]) -> Iterator[Form]:
    header, players = state.header, state.header.players
    for seat in waiting:
        for source in range(len(players)):
            if source != seat and source not in state.acts:
                typed = f"{short_name(header, seat)}>{short_name(header, source)}"
                yield Form(typed, f"{players[seat]} grabs {players[source]}'s set")


def _hear_grabs(state: State, text: str) -> tuple[Event, ...]:
    header, players = state.header, state.header.players
    events: list[Event] = []
    for word in split(text):
        by, arrow, source = word.partition(">")
        event = {"do": "grab" if arrow else "pass", "by": players[find_seat(header, by)]}
        events.append({**event, "from": players[find_seat(header, source)]} if arrow else event)
    named = {event["by"] for event in events}
    for seat, act in enumerate(state.acts):
        if act == WAITING and players[seat] not in named:
            events.append({"do": "pass", "by": players[seat]})
    return tuple(events)


_LIST: Final = (Form("smelly, bold, …", "one card each, in this order"),)


def _deal(state: State) -> Turn:
    forms = (Form("smelly, bold, silly, dirty", f"{state.tables.hand} cards"),)
    return Turn.deal(state.header.players, "hand", partial(_hear_hand, state), forms=forms)


def _hear_hand(state: State, seat: int, text: str) -> list[str]:
    cards = read_list(text)
    if wrong := misdealt(state.header.players[seat], len(cards), state.tables.hand):
        raise Refusal("attribute.deal", wrong)
    return cards


def _draw(state: State) -> Turn:
    step = Step("cards drawn", partial(_one_each, state), _all(state), _LIST)
    return Turn((step,), lambda parts: ({"do": "draw", "cards": parts[0]},))


def _one_each(state: State, text: str) -> dict[str, str]:
    cards, players = read_list(text), state.header.players
    if len(cards) != len(players):
        message = f"that is {len(cards)} cards, with commas between, and {len(players)} play"
        raise Misheard(f"{message}: {', '.join(players)}")
    return dict(zip(players, cards, strict=True))


def _all(state: State) -> tuple[int, ...]:
    return tuple(range(len(state.header.players)))


def say(state: State, events: Sequence[Event], _full: bool) -> Said:
    """The lines that tell what comes next."""
    first, do = events[0], events[0]["do"]
    players = state.header.players
    if do == "sheep" and len(events) > 2 and events[2]["do"] == "play":
        return Said((quoted(events[1]["topic"]), _say_sheep(players, first, events[2])), 3)
    if do == "topic":
        return Said((quoted(first["topic"]),), 1)
    if do == "deal":
        return Said(tuple(", ".join(first["hands"][name]) for name in players), 1)
    if do in ("play", "draw"):
        return Said((", ".join(first["cards"][name] for name in players),), 1)
    if do in ("grab", "pass"):
        return _say_grabs(state, events)
    raise Misheard("a round is told as a whole")


def _say_sheep(players: Sequence[str], sheep: Event, play: Event) -> str:
    signs = [_COLOURS[sheep["colours"][name]] for name in players]
    cards = [play["cards"][name] for name in players]
    if set(cards) == {UNKNOWN}:
        return "".join(signs)
    pairs = zip(signs, cards, strict=True)
    return " ".join(sign + ("" if card == UNKNOWN else card) for sign, card in pairs)


def _say_grabs(state: State, events: Sequence[Event]) -> Said:
    """All that grab or pass in this round; passes at the end, in order, go without saying."""
    header = state.header
    acts = events[: state.acts.count(WAITING)]
    seats = [header.seats[event["by"]] for event in acts]
    end = len(acts)
    while end and acts[end - 1]["do"] == "pass" and seats[end - 1] < min(seats[end:], default=99):
        end -= 1
    return Said((" ".join(_say_act(state, event) for event in acts[:end]),), len(acts))


def _say_act(state: State, event: Event) -> str:
    header = state.header
    names = [event["by"]] if event["do"] == "pass" else [event["by"], event["from"]]
    return ">".join(short_name(header, header.seats[name]) for name in names)


SPEECH: Final = Speech(turn, say)
