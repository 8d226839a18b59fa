"""Speaks for a game that has no short forms of its own: what is offered is numbered.

A deal or a draw, of which no game lists all, is told as `key=value`, with the values of the record.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from printkit.rules.judge import legal, spell
from printkit.rules.report import in_words
from printkit.rules.speech import Form, Misheard, Said, Speech, Step, Turn, read_number

if TYPE_CHECKING:
    from printkit.rules.game import Event, Game

MOST = 1_000


def plain_speech(game: Game[Any]) -> Speech[Any]:
    """The speech of a game, from its offers."""
    return Speech(partial(_turn, game), partial(_say, game))


def _turn(game: Game[Any], state: Any, _full: bool) -> Turn:
    offered = list(islice(legal(game, state), MOST))
    due = game.due(state)
    chance = [do for do in due.events if do not in {event["do"] for event in offered}]
    if not chance and len(offered) == 1:
        return Turn((), lambda _parts: (offered[0],))
    choices = tuple(Form(str(number), in_words(event)) for number, event in enumerate(offered, 1))
    free = tuple(_form(game, do) for do in due.events)
    step = Step(
        " or ".join(due.events),
        partial(_hear, game, due.events, offered),
        due.seats,
        (*([Form("1", "the first of the choices")] if offered else []), *free),
        lambda: choices,
    )
    return Turn((step,), lambda parts: parts)


def _form(game: Game[Any], do: str) -> Form:
    kind = game.kinds[do]
    keys = sorted(set(kind.in_order) - {"do"})
    return Form(" ".join([do, *(f"{key}=…" for key in keys)]), "with the values of the record")


def _hear(game: Game[Any], known: Sequence[str], offered: Sequence[Event], text: str) -> Event:
    if text.isdecimal() and 1 <= read_number(text) <= len(offered):
        return offered[read_number(text) - 1]
    first, _, rest = text.partition(" ")
    do = first if first in game.kinds else known[0]
    pairs = rest if first in game.kinds else text
    return {"do": do, **_pairs(pairs)}


def _pairs(text: str) -> dict[str, Any]:
    """`key=value` with blanks between; a value is JSON, or a word."""
    pairs: dict[str, Any] = {}
    while text := text.strip():
        key, equals, rest = text.partition("=")
        if not equals or not key.isidentifier():
            raise Misheard(f"'{text}' is no number of a choice and not of the form key=value")
        try:
            pairs[key], end = json.JSONDecoder().raw_decode(rest)
            text = rest[end:]
        except RecursionError:
            raise Misheard(f"the value of '{key}' is nested too deep") from None
        except ValueError:
            pairs[key], _, text = rest.partition(" ")
    return pairs


def _say(game: Game[Any], state: Any, events: Sequence[Event], _full: bool) -> Said:
    event = events[0]
    for number, offered in enumerate(islice(legal(game, state), MOST), 1):
        if spell(offered) == spell(event):
            return Said((str(number),), 1)
    pairs = (f"{key}={spell(value)}" for key, value in event.items() if key != "do")
    return Said((" ".join([event["do"], *pairs]),), 1)
