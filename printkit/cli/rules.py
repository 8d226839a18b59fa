"""`printkit rules`: a game's rules, rulings, values and events, with their sources."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from printkit.cli.output import print_json, show_all
from printkit.cli.parameters import Json
from printkit.games import load
from printkit.rules.game import CORE_RULES, RuleStatus

if TYPE_CHECKING:
    from printkit.rules.game import Game, Rule, Ruling


def rules(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Game")],
    json: Json = False,
) -> None:
    """Show the rules of a game with their ids, and its rulings, values and events."""
    found = load(game)
    if json:
        print_json(_document(found), indent=2)
        return
    show_all(_lines(found))


def _document(game: Game[Any]) -> dict[str, Any]:
    return {
        "game": game.id,
        "title": game.title,
        "players": list(game.players),
        "variants": [variant._asdict() for variant in game.variants],
        "rules": [_rule(rule) for rule in game.rules],
        "core": [_rule(rule) for rule in CORE_RULES],
        "rulings": [ruling._asdict() for ruling in game.rulings],
        "values": [value._asdict() for value in game.values(game.tables)],
        "header": dict(game.manual.header),
        "events": [_event(game, do) for do in game.kinds],
        "expectations": dict(game.manual.expects),
    }


def _event(game: Game[Any], do: str) -> dict[str, Any]:
    """Describe one kind of event: its keys in order, whether each is required, and its meaning."""
    kind, help_ = game.kinds[do], game.manual.events.get(do)
    keys = [
        {
            "key": key,
            "needed": key not in kind.may,
            "text": help_.keys.get(key, "") if help_ else "",
        }
        for key in kind.keys
    ]
    return {"do": do, "actor": kind.actor, "text": help_.text if help_ else "", "keys": keys}


def _rule(rule: Rule) -> dict[str, Any]:
    return {"id": rule.id, "text": rule.text, "section": rule.section, "status": rule.status}


def _lines(game: Game[Any]) -> Iterator[str]:
    low, high = game.players
    yield f"{game.title}, {low} to {high} players"
    yield from (f"  variant {variant.id}: {variant.title}" for variant in game.variants)
    yield from ("", "Rules")
    for rule in game.rules:
        yield f"  {rule.id} ({rule.status}; {rule.section})"
        yield f"    {rule.text}"
    yield from ("", "Rules for every record")
    for rule in CORE_RULES:
        yield f"  {rule.id}"
        yield f"    {rule.text}"
    yield from ("", "Events of a record")
    for do in game.manual.events:
        yield from _event_lines(_event(game, do))
    yield from ("", "Rulings")
    for ruling in game.rulings:
        yield from _ruling_lines(ruling)
    for heading, ours in (
        ("Values that we chose (not in the rulebook)", True),
        ("Other values", False),
    ):
        yield from ("", heading)
        for value in game.values(game.tables):
            if (value.status == RuleStatus.OURS) == ours:
                yield f"  {value.key} = {_value_text(value.value)} ({value.status}): {value.text}"


def _event_lines(event: dict[str, Any]) -> Iterator[str]:
    yield f"  {event['do']}: {event['text']}"
    for key in event["keys"]:
        if key["text"]:
            yield f"    {key['key']}{'' if key['needed'] else ' (optional)'}: {key['text']}"


def _ruling_lines(ruling: Ruling) -> Iterator[str]:
    yield f"  {ruling.id} ({ruling.status}; {ruling.section})"
    yield f"    {ruling.text}"
    if ruling.choices:
        yield f"    choices: {', '.join(ruling.choices)}; default: {ruling.default}"
    yield f"    why: {ruling.reason}"


def _value_text(value: object) -> str:
    if isinstance(value, dict):
        nested = any(isinstance(each, dict | list | tuple) for each in value.values())
        pairs = (f"{key}: {_value_text(each)}" for key, each in value.items())
        return ("; " if nested else ", ").join(pairs)
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)
