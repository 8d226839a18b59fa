"""A random game of Attribute: shuffled cards and sheep, and players who grab at random.

The adjectives and topics are our own lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.games.attribute.state import (
    DRAW,
    GRAB,
    PLAY,
    START,
    TOPIC,
    WAITING,
    State,
    announcer,
)
from printkit.rules.simulate import Dealer, draw_cards

if TYPE_CHECKING:
    from random import Random

    from printkit.games.attribute.numbers import Tables
    from printkit.rules.game import Event
    from printkit.rules.simulate import Seating


_ADJECTIVES = """
    absent amber ancient angular anxious aromatic awkward balanced barefoot bashful beige bendy
    bitter blurry borrowed bouncy breezy brittle bubbly bulky bumpy calm candid careful cheap
    cheeky chewy chilly clever clumsy coastal colossal comical compact cosy courteous cracked
    crafty creaky creamy crispy crooked crowded cubic cuddly curious damp daring dazzling delicate
    dented detailed digital distant dizzy double dramatic dreamy dusty eager earnest echoing
    eccentric edible elastic elderly elegant endless expensive faded faithful famous fancy
    festive fiery flaky flat fluffy foggy foreign forgetful fragile frosty frugal furry fuzzy
    gentle ghostly giant glossy gloomy golden graceful grainy greasy grumpy hairy handmade harmless
    hasty heavy hidden hollow homely honest humble icy idle imported jealous jolly juicy jumpy
    kind knitted knotty late lazy leafy legendary loud loyal lukewarm lumpy lunar magnetic marble
    mighty modest moist muddy muffled musical mysterious narrow nervous noble noisy nutty oily
    patient peppery playful polite portable precious prickly proud quiet rapid rusty silvery sleepy
    slippery sour speckled stubborn sunny tangled tiny velvety wobbly woolly zesty
"""
ADJECTIVES = tuple(_ADJECTIVES.split())

_TOPICS = """
    alarm clock, apple pie, attic, backpack, ballet, bathtub, beehive, bicycle bell, birthday cake,
    breakfast, bus stop, campfire, caravan, castle, cheese, circus, cloud, dentist, desert island,
    doormat, elevator, ferry, fireworks, flea market, football, frog, garden gnome, grandfather,
    haircut, hammock, holiday, igloo, jigsaw puzzle, karaoke, kite, ladder, library, lighthouse,
    Monday, moonlight, motorway, mushroom, neighbour, new shoes, night train, opera, orchard,
    parking, pillow, pirate, post office, puddle, rain, scarecrow, snowman, soup, spider, stapler,
    swimming pool, tax office, thunder, traffic jam, umbrella, violin, waiting room, wedding,
    windmill, zoo
"""
TOPICS = tuple(topic.strip() for topic in _TOPICS.split(","))


PASS_CHANCE = 0.2


class AttributeDealer(Dealer[State]):
    """Decks of attribute cards, sheep and topics, and players who grab at random."""

    def __init__(self, seating: Seating, rng: Random) -> None:
        super().__init__(seating, rng)
        tables: Tables = self.tables
        self._attributes = self.shuffle(_attribute_cards(tables.attribute_cards))
        self._sheep = self.shuffle(["green"] * tables.green_sheep + ["red"] * tables.red_sheep)
        self._discard: list[str] = []
        self._held: list[str] = []
        topics = min(tables.rounds(len(seating.players)), len(TOPICS))
        self._topics = rng.sample(TOPICS, topics)

    def event(self, state: State) -> Event:
        players = state.header.players
        if state.phase == GRAB:
            return self._act(state)
        if state.phase == START and self.seating.settings.get("hands", "yes") == "yes":
            size = state.tables.hand
            hands = {name: draw_cards(self._attributes, size) for name in players}
            return {"do": "deal", "hands": hands}
        if state.phase == TOPIC:
            topic = self._topics[(state.round - 1) % len(self._topics)]
            return {"do": "topic", "by": players[announcer(state)], "topic": topic}
        if state.phase == PLAY:
            return {"do": "play", "cards": self._lay(state)}
        if state.phase == DRAW:
            return {"do": "draw", "cards": {name: self._attributes.pop() for name in players}}
        return {"do": "sheep", "colours": self._deal_sheep(players)}

    def _deal_sheep(self, players: tuple[str, ...]) -> dict[str, str]:
        self._discard += self._held
        self._held = []
        return {name: self._draw_sheep() for name in players}

    def _draw_sheep(self) -> str:
        """Draw a sheep card; after the last one, the discards become the new stack at once."""
        sheep = self._sheep.pop()
        self._held.append(sheep)
        if not self._sheep:
            self._sheep, self._discard = self.shuffle(self._discard), []
        return sheep

    def _lay(self, state: State) -> dict[str, str]:
        players, choice = state.header.players, self.rng.choice
        if state.hands is None:
            return {name: self._attributes.pop() for name in players}
        return {name: choice(hand) for name, hand in zip(players, state.hands, strict=True)}

    def _act(self, state: State) -> Event:
        players, acts = state.header.players, state.acts
        seats = range(len(acts))
        seat = self.rng.choice([each for each in seats if acts[each] == WAITING])
        sources = [each for each in seats if each != seat and each not in acts]
        if not sources or self.rng.random() < PASS_CHANCE:
            return {"do": "pass", "by": players[seat]}
        return {"do": "grab", "by": players[seat], "from": players[self.rng.choice(sources)]}


def _attribute_cards(size: int) -> list[str]:
    """Return a deck of different words; numbered ones if the list is too short."""
    made_up = (f"attribute {number}" for number in range(len(ADJECTIVES) + 1, size + 1))
    return [*ADJECTIVES[:size], *made_up]
