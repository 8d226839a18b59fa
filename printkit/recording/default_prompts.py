"""Prompts for a game that doesn't define its own: a numbered list of legal events.

A deal or a draw, whose possibilities no game lists, is typed as `key=value`, with the values of the
record.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from printkit.core.messages import say
from printkit.rules.judge import legal, spell
from printkit.rules.prompts import Ask, EnterText, Misread, PromptOption, Prompts
from printkit.rules.report import Naming, in_words

if TYPE_CHECKING:
    from printkit.rules.game import Event, Game

MOST = 1_000


def default_prompts(game: Game[Any]) -> Prompts[Any]:
    """Make prompts for a game from its legal events."""
    return Prompts(partial(_ask, game))


def _ask(game: Game[Any], state: Any, _full: bool) -> Ask | tuple[Event, ...]:
    offered = list(islice(legal(game, state), MOST))
    due = game.due(state)
    chance = [do for do in due.events if do not in {event["do"] for event in offered}]
    if not chance and len(offered) == 1:
        return (offered[0],)
    naming = Naming(game, state.header.players)
    options = tuple(
        PromptOption(str(number), in_words(event, naming), str(number))
        for number, event in enumerate(offered, 1)
    )
    example = "; ".join(_form(game, do) for do in due.events)
    prompt = EnterText(" or ".join(due.events), due.seats, ("",), options, example)
    return Ask(prompt, partial(_events, game, due.events, offered), partial(_recover, offered))


def _form(game: Game[Any], do: str) -> str:
    keys = sorted(set(game.kinds[do].keys) - {"do"})
    return " ".join([do, *(f"{key}=…" for key in keys)])


def _events(
    game: Game[Any], known: Sequence[str], offered: Sequence[Event], answer: list[str] | str
) -> tuple[Event, ...]:
    if isinstance(answer, str):
        return (offered[int(answer) - 1],)
    (text,) = answer
    first, _, rest = text.partition(" ")
    do = first if first in game.kinds else known[0]
    pairs = rest if first in game.kinds else text
    return ({"do": do, **_pairs(pairs)},)


def _pairs(text: str) -> dict[str, Any]:
    """Parse `key=value` pairs separated by blanks; a value is JSON, or a word."""
    pairs: dict[str, Any] = {}
    while text := text.strip():
        key, equals, rest = text.partition("=")
        if not equals or not key.isidentifier():
            message = "'{text}' isn't the number of a choice or of the form key=value"
            raise Misread(say(message, text=text))
        try:
            pairs[key], end = json.JSONDecoder().raw_decode(rest)
            text = rest[end:]
        except RecursionError:
            raise Misread(say("the value of '{key}' is nested too deep", key=key)) from None
        except ValueError:
            pairs[key], _, text = rest.partition(" ")
    return pairs


def _recover(offered: Sequence[Event], coming: Sequence[Event]) -> list[str] | str:
    event = coming[0]
    for number, each in enumerate(offered, 1):
        if spell(each) == spell(event):
            return str(number)
    pairs = (f"{key}={spell(value)}" for key, value in event.items() if key != "do")
    return [" ".join([event["do"], *pairs])]
