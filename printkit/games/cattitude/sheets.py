"""Cattitude on paper: facts for sheets, and the values of a recorded game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import prod
from typing import TYPE_CHECKING, Any, Final

from printkit.games.cattitude.cards import (
    BIRDOHOLIC,
    BLUE,
    BONUSES,
    CARDS,
    CATASTROPHE,
    NOBLES,
    QUEEN,
    ROYAL_CAT,
    SPECIES,
    Species,
    pack,
)
from printkit.games.cattitude.collecting import settle
from printkit.games.cattitude.state import CHOOSE, LOSE, OVER, State, profile
from printkit.rules.results import ROUND, Filling, FillingEntry, Result
from printkit.rules.sheets import PLAYER, Family, number_field, text_field, tick_field

if TYPE_CHECKING:
    from printkit.games.cattitude.numbers import PileSplit, Tables, Worth
    from printkit.rules.results import FieldValue, PlayedEvent, Written


_ICONS = {
    "skinny turkey": "turkey-skinny",
    "frightened chicken": "chicken-frightened",
    "plucked peacock": "peacock-plucked",
}
_EXAMPLE = (9, 6, 4)
"""The totals of three species in the rulebook's example."""
_OF_SPECIES: Final = {
    species.name: (species.name, species.bad, species.diva, species.noble) for species in SPECIES
}
_TOKEN = {"base": "flip", "beginner": "flip", "toss": "toss"}


def facts(tables: Tables, count: int, variant: str) -> dict[str, Any]:
    """Return all facts for sheets."""
    split = tables.split(count)
    worths = {profile: tables.worth(profile) for profile in tables.profiles}
    token = _TOKEN[variant] if count > 2 else "none"
    sums = _sum_fields(tables, list(worths.values()))
    cards = {**dict(_card_fields(tables)), **dict(_subtotal_fields()), **_fields()}
    return {
        **_count_facts(tables, split),
        "token": token,
        "directions": [],
        "rounds": list(_rounds(split, token)),
        "steps": list(_steps(tables, split, token)),
        "profiles": [_profile(tables, profile) for profile in tables.profiles],
        "cards": [_card(tables, worths, card) for card in CARDS],
        "species": [_species(tables, worths, species) for species in SPECIES],
        "royals": [_card(tables, worths, card) for card in (ROYAL_CAT, QUEEN)],
        "takers": [_card(tables, worths, card) for card in (BIRDOHOLIC, CATASTROPHE)],
        "taker_examples": {name: list(_examples(worth)) for name, worth in worths.items()},
        "bonus": _bonus(tables, worths),
        "bid": {
            "limit": 0 if variant == "beginner" else tables.bid_limit,
            "from_round": 2,
            "bids": 2,
        },
        "nobles_secured": "one" if variant == "beginner" else "all",
        "card_values": {card.replace(" ", "-"): _values(worths, card) for card in CARDS},
        "fields": {**cards, **sums},
        "sum_fields": {**sums, **_fields()},
        "card_fields": cards,
        "counts": [_count_facts(tables, tables.split(each)) for each in sorted(tables.setups)],
    }


def _count_facts(tables: Tables, split: PileSplit) -> dict[str, Any]:
    """Return the facts that depend only on the number of players: a row of the set-up table."""
    nobles = split.nobles_away * len(NOBLES)
    return {
        "player_count": split.players,
        "blue": tables.blue,
        "red": tables.red,
        "nobles_away_each": split.nobles_away,
        "nobles_away": nobles,
        "blue_away": split.blue_away,
        "blue_away_total": nobles + split.blue_away,
        "blue_used": split.blue_used,
        "big_piles": split.big_piles,
        "big_size": split.big_size,
        "big_total": split.big_piles * split.big_size,
        "small_piles": split.small_piles,
        "small_size": split.small_size,
        "small_total": split.small_piles * split.small_size,
        "red_away": split.red_away,
        "red_on_each": split.red_on_each,
        "red_used": split.red_used,
        "pile_count": split.rounds,
        "pile_size": split.big_size,
        "cards_used": split.rounds * split.big_size,
        "round_count": split.rounds,
        "blue_rounds": split.big_piles,
        "red_rounds": split.small_piles,
        "first_red_round": split.big_piles + 1,
        "cards_each": split.hand,
        "red_each": split.red_each,
        "blue_each_red_round": split.hand - split.red_each,
        "uses_direction": split.players > 2,
    }


def _rounds(split: PileSplit, token: str) -> Iterator[dict[str, Any]]:
    """Yield one row per round; `if_left` is its direction if round 1 goes left, and so on."""
    for number in range(1, split.rounds + 1):
        red = split.is_red(number)
        odd = number % 2 == 1
        row = {
            "number": number,
            "red": red,
            "first_red": number == split.big_piles + 1,
            "last": number == split.rounds,
            "left": split.rounds - number,
            "cards_each": split.hand,
            "red_each": split.red_each if red else 0,
            "table_cards": number > 1,
            "if_left": "",
            "if_right": "",
        }
        if token == "flip":
            row |= {"if_left": "left" if odd else "right", "if_right": "right" if odd else "left"}
        yield row


def _steps(tables: Tables, split: PileSplit, token: str) -> Iterator[dict[str, Any]]:
    """Yield the steps of the set-up in order, each with a sum to check it.

    The cards that are left after one step are those of the next.
    """
    seats = 1, split.players
    yield _step("seats", "Take a palace card and a choice token each", "palace", seats[1], seats)
    backs = (1, tables.blue), (1, tables.red)
    yield _step("sort", "Sort the cards by their backs", "cards", tables.blue + tables.red, *backs)
    blue, away = tables.blue - split.nobles_away * len(NOBLES), split.blue_away
    if split.nobles_away:
        terms = [(1, tables.blue), (-len(NOBLES), split.nobles_away)]
        yield _step(
            "away-nobles", "Put nobles of each kind away", "duchess", split.nobles_away, *terms
        )
    yield _step("shuffle-blue", "Shuffle the blue cards", "shuffle", blue, (1, blue))
    if away:
        yield _step("away-blue", "Put blue cards away unseen", "minus", away, (1, blue), (-1, away))
    big, small = (split.big_piles, split.big_size), (split.small_piles, split.small_size)
    yield _step("piles", "Deal the blue cards into piles", "deck", split.rounds, big, small)
    yield _step("shuffle-red", "Shuffle the red cards", "shuffle", tables.red, backs[1])
    if split.red_away:
        terms = [(1, tables.red), (-1, split.red_away)]
        yield _step("away-red", "Put red cards away unseen", "minus", split.red_away, *terms)
    reds = split.small_piles, split.red_on_each
    yield _step("red", "Put red cards on each small pile", "plus", split.red_on_each, reds)
    whole = split.rounds, split.big_size
    yield _step("equal", "Check that all piles are equal", "check", split.big_size, whole)
    terms = [(1, split.big_piles), (1, split.small_piles)]
    yield _step("stack", "Line the piles up, red ones last", "cards", split.rounds, *terms)
    hands = split.players, split.hand
    yield _step("hand-out", "Hand out the first pile", "deal", split.hand, hands)
    if token != "none":
        yield _step("token", "Put the direction token on the next pile", "arrow-right", 1)


def _step(key: str, text: str, icon: str, number: int, *terms: tuple[int, int]) -> dict[str, Any]:
    """Return a step with its large number; the terms (count and size) add up to the total."""
    return {
        "id": key,
        "text": text,
        "icon": icon,
        "number": number,
        "terms": [{"count": count, "size": size} for count, size in terms],
        "total": sum(map(prod, terms)),
        "work": _work(terms),
        "has_sum": bool(terms),
    }


def _work(terms: tuple[tuple[int, int], ...]) -> str:
    """Return a calculation as printed: 5 × 12 + 3 × 8; empty for a single number."""
    if len(terms) < 2 and all(count == 1 for count, _ in terms):
        return ""
    shown = ""
    for times, size in terms:
        sign = " − " if times < 0 else " + " if shown else ""
        shown += sign + (f"{abs(times)} × {size}" if abs(times) > 1 else str(size))
    return shown


def _profile(tables: Tables, profile: str) -> dict[str, Any]:
    values = tables.worth(profile).values
    birds = [values[species.name] for species in SPECIES]
    return {"id": profile, "usual": profile == next(iter(tables.profiles)), "birds": birds}


def _card(tables: Tables, worths: dict[str, Worth], card: str) -> dict[str, Any]:
    """Return a kind of card; `value` is the usual one, `scores` is false if it has none."""
    by_profile = _values(worths, card)
    return {
        "id": card.replace(" ", "-"),
        "name": card,
        "title": card.capitalize(),
        "icon": _icon(card),
        "back": "blue" if card in BLUE else "red",
        "copies": tables.copies[card],
        "scores": all(card in worth.values for worth in worths.values()),
        "value": next(iter(by_profile.values())),
        "values": by_profile,
    }


def _values(worths: dict[str, Worth], card: str) -> dict[str, int]:
    """Return the value of a card, by profile."""
    return {profile: worth.values.get(card, 0) for profile, worth in worths.items()}


def _icon(card: str) -> str:
    if card.startswith("bonus"):
        return "bonus"
    return _ICONS.get(card, card.replace(" ", "-"))


def _species(tables: Tables, worths: dict[str, Worth], species: Species) -> dict[str, Any]:
    """Return a species and the cards of its row on a score pad."""
    cards = {
        "bird": species.name,
        "bad": species.bad,
        "diva": species.diva,
        "noble": species.noble,
        "bonus_none": species.bonus_none,
        "bonus_some": species.bonus_some,
    }
    return {
        "id": species.name,
        "name": species.name,
        "title": f"{species.name.capitalize()}s",
        "plural": f"{species.name}s",
        "icon": species.name,
        "goal": tables.goals[species.name],
        **{key: _card(tables, worths, card) for key, card in cards.items()},
    }


def _bonus(tables: Tables, worths: dict[str, Worth]) -> dict[str, Any]:
    none = [_card(tables, worths, species.bonus_none) for species in SPECIES]
    some = [_card(tables, worths, species.bonus_some) for species in SPECIES]
    goals = [{"name": species.name, "number": tables.goals[species.name]} for species in SPECIES]
    total = sum(card["copies"] for card in (*none, *some))
    return {"points": tables.bonus, "cards": total, "none": none, "some": some, "goals": goals}


def _example(worth: Worth) -> dict[str, int]:
    """Return the numbers of birds with the totals of the example, with as few cards as possible."""
    names = [species.name for species in SPECIES]
    fits = [
        {name: total // worth.values[name] for name, total in zip(order, _EXAMPLE, strict=True)}
        for order in permutations(names)
        if not any(total % worth.values[name] for name, total in zip(order, _EXAMPLE, strict=True))
    ]
    return min(fits, key=lambda birds: sum(birds.values()), default=dict.fromkeys(names, 3))


def _examples(worth: Worth) -> Iterator[dict[str, Any]]:
    """Yield the effects of takers on three species, from high to low, by the game's rules."""
    birds = tuple(name for name, number in _example(worth).items() for _ in range(number))
    for takers in ((BIRDOHOLIC,), (BIRDOHOLIC,) * 2, (CATASTROPHE,), (BIRDOHOLIC, CATASTROPHE)):
        front = pack(birds + takers)
        left = worth.totals(settle(front, worth, 0)[0])
        totals = sorted(worth.totals(birds).items(), key=lambda item: -item[1])
        rows = [{"name": n, "total": value, "stays": n in left} for n, value in totals]
        yield {"takers": [_icon(taker) for taker in takers], "species": rows}


def _fields() -> dict[str, Family]:
    """Return the fields of round tracker and pile checklist, and the total of both score pads."""
    plurals = {species.name: f"{species.name.capitalize()}s" for species in SPECIES}
    secured = {
        f"secured.{name}.R.P": tick_field(
            f"{PLAYER}, round {{R}}, secures: {{species}}", circled=True, species=plural
        )
        for name, plural in plurals.items()
    }
    captured = {
        f"captured.{name}.R.P": tick_field(
            f"{PLAYER}, round {{R}}, loses to thieves: {{species}}", species=plural
        )
        for name, plural in plurals.items()
    }
    return {
        "total.P": number_field(f"{PLAYER}, total", formula="sum(points.*.P)", score="total"),
        "done.R": tick_field("Round {R} is over"),
        "direction": text_field("First direction"),
        **secured,
        **captured,
        "step.N": tick_field("Step {N} done"),
    }


def _sum_fields(tables: Tables, worths: Sequence[Worth]) -> dict[str, Family]:
    """Return the fields of the short score pad: points by species, for royals and for bonuses."""
    sums = {name: (f"{name.capitalize()}s", cards) for name, cards in _OF_SPECIES.items()}
    fields = {}
    for key, (title, cards) in {**sums, "royals": ("Royals", (ROYAL_CAT, QUEEN))}.items():
        points = [tables.copies[card] * worth.values[card] for worth in worths for card in cards]
        rows = [points[at : at + len(cards)] for at in range(0, len(points), len(cards))]
        least = min(sum(min(0, value) for value in row) for row in rows)
        most = max(sum(max(0, value) for value in row) for row in rows)
        label = f"{PLAYER}, points: {{card}}"
        fields[f"points.{key}.P"] = number_field(label, least, most, card=title)
    most = tables.bonus * sum(tables.copies[card] for card in BONUSES)
    label = f"{PLAYER}, points: {{card}}"
    fields["points.bonus.P"] = number_field(label, 0, most, card="Fulfilled bonus cards")
    return fields


def _subtotal_fields() -> Iterator[tuple[str, Family]]:
    """Yield a field for the subtotal of each species."""
    for name, cards in _OF_SPECIES.items():
        points = ", ".join(f"points.{_points_name(card)}.P" for card in cards)
        label = f"{PLAYER}, subtotal: {{species}}"
        title = f"{name.capitalize()}s"
        yield f"subtotal.{name}.P", number_field(label, formula=f"sum({points})", species=title)


def _card_fields(tables: Tables) -> Iterator[tuple[str, Family]]:
    """Yield fields for the number of each card under a palace, and for its points."""
    kinds = [card for s in SPECIES for card in (s.name, s.bad, s.diva, s.noble)]
    for card in (*kinds, ROYAL_CAT, QUEEN):
        key, most = card.replace(" ", "-"), tables.copies[card]
        title = card.capitalize()
        yield (
            f"count.{key}.P",
            number_field(f"{PLAYER}, number: {{card}}", 0, most, card=title),
        )
        worth = f"{{card_values['{key}'][options.values]}}"
        formula = f"count.{key}.P * {worth}"
        label = f"{PLAYER}, points: {{card}}"
        yield f"points.{key}.P", number_field(label, formula=formula, card=title)
        if card in _OF_SPECIES:
            yield f"points.{_alone(key)}.P", number_field(label, formula=formula, card=title)
    bonuses = [card for s in SPECIES for card in (s.bonus_none, s.bonus_some)]
    most = sum(tables.copies[card] for card in bonuses)
    title = "Fulfilled bonus cards"
    yield "count.bonus.P", number_field(f"{PLAYER}, number: {{card}}", 0, most, card=title)
    formula = f"count.bonus.P * {tables.bonus}"
    yield (
        "points.bonus.P",
        number_field(f"{PLAYER}, points: {{card}}", formula=formula, card=title),
    )


def _points_name(card: str) -> str:
    """Return the name of a card's points on the long pad, for a formula."""
    key = card.replace(" ", "-")
    return f"{{'{_alone(key)}' if recorded else '{key}'}}" if card in _OF_SPECIES else key


def _alone(key: str) -> str:
    """Return the name of a bird's points on the long pad when a record fills it in.

    There `points.turkey` would be the points of all turkeys, as on the short pad.
    """
    return f"{key}-alone"


_COUNTED: Final = (*(card for cards in _OF_SPECIES.values() for card in cards), ROYAL_CAT, QUEEN)
"""The cards that have a line on the score pad."""


def written(steps: Sequence[PlayedEvent[State]]) -> Written:
    """Return the values on score pad and round tracker."""
    state = steps[-1].after
    settings = {"values": profile(state.tables, state.header)}
    bids = (after for event, _, after in steps if event["do"] == "bid")
    facts = {"directions": [after.direction for after in bids if after.direction]}
    ways = [FillingEntry("", f"to the {way}") for way in facts["directions"][:1]]
    first = {"direction": ways} if ways else {}
    return {
        "score-pad": Filling((dict(_palaces(state)),), settings, is_partial=True),
        "round-tracker": Filling(
            (dict(_rounds_played(steps)),), facts=facts, entries=first, is_partial=True
        ),
    }


def _palaces(state: State) -> Iterator[tuple[str, FieldValue]]:
    """Yield the values of both score pads from the cards under each palace.

    Missing cards stay empty, except for the final total.
    """
    for seat, palace in enumerate(state.palaces, 1):
        lines = {
            card.replace(" ", "-"): (palace.count(card), state.worth.values[card])
            for card in _COUNTED
        }
        if state.phase == OVER:
            lines["bonus"] = state.worth.bonuses(palace), state.worth.bonus
        for key, (copies, worth) in lines.items():
            if copies:
                yield f"count.{key}.{seat}", copies
                name = _alone(key) if key in _OF_SPECIES else key
                yield f"points.{name}.{seat}", copies * worth
        for name, cards in (*_OF_SPECIES.items(), ("royals", (ROYAL_CAT, QUEEN))):
            keys = [card.replace(" ", "-") for card in cards]
            if any(lines[key][0] for key in keys):
                points = sum(prod(lines[key]) for key in keys)
                yield f"points.{name}.{seat}", points
                if name in _OF_SPECIES:
                    yield f"subtotal.{name}.{seat}", points
        if state.phase == OVER or any(copies for copies, _ in lines.values()):
            yield f"total.{seat}", state.points[seat - 1]


def _rounds_played(steps: Sequence[PlayedEvent[State]]) -> Iterator[tuple[str, FieldValue]]:
    """Yield ticks for rounds that are over, what thieves took in them, and what was secured."""
    for event, before, after in steps:
        for loss in after.losses if event["do"] in (CHOOSE, LOSE) else ():
            for each in loss.species:
                yield f"captured.{each}.{after.round}.{loss.seat + 1}", True
        if after.finished == before.finished:
            continue
        yield f"done.{after.finished}", True
        for name, species in event["species"].items():
            seat = after.header.seats[name] + 1
            for each in species:
                yield f"secured.{each}.{after.finished}.{seat}", True


def _sources(state: State) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the sources of each seat's points: the species, the royals, the bonus cards."""
    for species in SPECIES:
        yield f"{species.name.capitalize()}s", _worth(state, _OF_SPECIES[species.name])
    yield "Royals", _worth(state, (ROYAL_CAT, QUEEN))
    if state.phase == OVER:
        met = (state.worth.bonuses(palace) for palace in state.palaces)
        yield "Bonus cards", tuple(state.worth.bonus * number for number in met)


def _worth(state: State, cards: tuple[str, ...]) -> tuple[int, ...]:
    values = state.worth.values
    return tuple(
        sum(palace.count(card) * values[card] for card in cards) for palace in state.palaces
    )


RESULT: Final = Result("Points", ROUND, sources=_sources)
