"""Words for random games: adjectives to lay and topics to name, our own lists."""

from __future__ import annotations

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
