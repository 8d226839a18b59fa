"""Every message about a recorded game is translated as a whole: no English is left inside it."""

from __future__ import annotations

import io
import json
import re
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from printkit.core.i18n import load_catalogue
from printkit.core.languages import languages
from printkit.core.messages import Message, say, translated
from printkit.core.source import shipped_folder
from printkit.games import find, game_ids, load
from printkit.layout.texts import has_words
from printkit.recording.answers import find_option
from printkit.recording.recordfile import find_recorded
from printkit.rules.prompts import Misread, PromptOption
from printkit.rules.replay import replay
from printkit.rules.report import LogEntry, describe_lines
from printkit.samples import sample_files, violation_files
from tests.languages.texts import texts_to_translate
from tests.rules.test_mutations import WAYS

if TYPE_CHECKING:
    from collections.abc import Iterator

RULES = re.compile(
    r"printkit/(?:rules/(?!prompts|results|simulate|settings)\w+"
    r"|games/\w+/(?:rules|state|bidding|collecting|securing))\.py"
)
"""The modules whose messages are triggered here."""
DAMAGED = 20  # records damaged in each way, for each game
ODD: tuple[Any, ...] = (
    None, -1, " ", "x", [], {}, ["x"], ["turkey", "turkey"], {"turkey": "queen"}, {"x": 1},
)  # fmt: skip
FIELDS = (
    "key",
    "keys",
    "known",
    "what",
    "thing",
    "claimed",
    "found",
    "choices",
    "values",
    "reason",
    "name",  # a player may be called like a card
    "names",
    "players",
    "who",
)
"""Values of messages that quote the record format, which is English."""
RARE = {
    "'with' names nobody",
    "a ',' too many",
    "'blind' can't be negative: {value}",
    "'{card}' was seen before and cannot be drawn again",
    "no cards are left to draw",
    "something unexpected",
    "the token was flipped: bids go to the left in round {round}",
    "there are only {attribute_cards} attribute cards",
    "{game} has no variant '{variant}'",
    "{name} has no choice between royals; leave 'with' out",
    "{name} has only {value} '{royal}'",
}
"""Messages about positions that no sample has, of another version of Python, or of no record."""
A = '{"printkit": 1, "game": "attribute", "players": ["A", "B", "C"]'
LINES = (
    b"",
    f'{A}, "rulings": []}}'.encode(),
    f'{A}, "rulings": {{"x": "y"}}}}'.encode(),
    f'{A}, "date": "today"}}'.encode(),
    *(
        f"{A}}}\n{line}".encode()
        for line in (
            '{"do": "sheep",}',
            '{"do": 1e999}',
            '{"do": NaN}',
            r'{"do": "\x"}',
            "{} {}",
            "[" * 40,
            r'{"do": "\ud800"}',
            "x" * 1_000_001,
            '{"end": {"reason": 1}}',
            '{"end": {"winners": 1}}',
            '{"note": "x", "y": 1}',
            '{"do": "deal", "hands": {"A": [1], "B": [], "C": []}}',
        )
    ),
)  # fmt: skip


def _messages_of(data: bytes) -> Iterator[str]:
    """All that is said about a record: its lines, their effects, its state and its violation."""
    entries: list[LogEntry] = []
    report = replay(io.BytesIO(data), find_recorded, describe_lines(find, entries.append))
    for entry in entries:
        yield entry.text
        yield from (effect.text for effect in entry.effects)
    yield report.summary
    if report.violation:
        yield report.violation.message


def _records(game: str) -> Iterator[bytes]:
    """The samples of a game, those that break a rule, and damaged ones."""
    legal = [path.read_bytes() for path in sample_files(game)]
    yield from legal
    yield from (path.read_bytes() for path in violation_files(game))
    for way in WAYS:
        rng = Random(f"messages/{game}/{way.__name__}")
        for _ in range(DAMAGED):
            lines = rng.choice(legal).splitlines()
            at = rng.choice([0, *(n for n, line in enumerate(lines) if line.startswith(b"{"))])
            yield b"\n".join(way(lines, at, rng))
    for record in legal[:6]:
        yield from _odd_values(record.splitlines())


def _odd_values(lines: list[bytes]) -> Iterator[bytes]:
    """The beginning of a record up to an event of each kind, with odd values in it."""
    done: set[tuple[str, ...]] = set()
    for at, line in enumerate(lines):
        row = json.loads(line) if line.startswith(b'{"do"') else {}
        if not row or (row["do"], *sorted(row)) in done:
            continue
        done.add((row["do"], *sorted(row)))
        for whole in _with_odd_values(row):
            yield b"\n".join([*lines[:at], json.dumps(whole).encode()])


def _with_odd_values(value: Any) -> Iterator[Any]:
    """Copies of a value with an odd one at one place in it, or one part left out."""
    if isinstance(value, dict):
        for key in value:
            yield {other: value[other] for other in value if other != key}
            for odd in (*_with_odd_values(value[key]), *ODD):
                yield {**value, key: odd}


@cache
def _messages() -> tuple[str, ...]:
    """All messages about all records, each once."""
    records = [*LINES, *(record for game in game_ids() for record in _records(game))]
    return tuple({text: text for record in records for text in _messages_of(record)}.values())


def _parts(message: object) -> Iterator[Message]:
    """A message and the messages inside it."""
    if isinstance(message, Message):
        yield message
        for value in message.values.values():
            yield from _parts(value)
    elif isinstance(message, tuple | list):
        for each in message:
            yield from _parts(each)


def test_everything_that_is_said_about_a_record_is_a_message() -> None:
    kinds = {kind.do for game in map(load, game_ids()) for kind in game.events}
    plain = {text for text in _messages() if not isinstance(text, Message)}

    # Problems of a board file stay English, like those of any layout file.
    assert {text for text in plain if not text.startswith("board: ")} <= {"", *kinds}


def test_every_message_of_the_rules_is_said_about_some_record() -> None:
    texts = texts_to_translate()
    known = {text for text, use in texts.items() if any(map(RULES.match, use.by))}
    said = {part.template for message in _messages() for part in _parts(message)}

    assert len(known) > 250
    assert known - said <= RARE


@pytest.mark.parametrize("language", [name for name in languages() if name != "en"])
def test_every_part_of_a_message_is_translated(language: str) -> None:
    catalogue = load_catalogue([shipped_folder("layouts") / "locale" / f"{language}.po"], language)
    templates = {part.template for message in _messages() for part in _parts(message)}

    assert [] == [text for text in templates if has_words(text) and not catalogue.find(text)]


def test_no_word_of_a_game_is_left_in_english_inside_a_message() -> None:
    """A word that catalogues have, such as a colour or a card, is translated in a sentence, too."""
    words = {text.casefold() for text in texts_to_translate() if re.fullmatch(r"[A-Z]\w+", text)}
    quoted = re.compile(r"'\{(\w+)\}'")
    wrong = {
        (part.template, value)
        for message in _messages()
        for part in _parts(message)
        if has_words(part.template) and "{event}" not in part.template
        for name, given in part.values.items()
        if name not in (*FIELDS, *quoted.findall(part.template))
        for value in (given if isinstance(given, tuple | list) else [given])
        if type(value) is str and value.casefold() in words
    }

    assert set() == wrong


def test_the_words_of_a_record_are_known_to_catalogues() -> None:
    for game in map(load, game_ids()):
        keys = {key for kind in game.events for key in (kind.do, *kind.needs, *kind.may)}
        assert {*game.manual.words} >= {*keys, *game.expectations}, game.id


def test_no_word_of_the_record_format_is_left_in_the_line_of_an_event() -> None:
    wrong = set()
    for game in map(load, game_ids()):
        for path in (*sample_files(game.id), *violation_files(game.id)):
            entries: list[LogEntry] = []
            data = io.BytesIO(path.read_bytes())
            report = replay(data, find, describe_lines(find, entries.append))
            plain = {text for entry in entries[1:] for text in _plain_texts(entry.text)}
            for text in plain - {*report.players}:
                if text in game.manual.words or isinstance(game.name_value("", text), Message):
                    wrong.add((path.name, text))

    assert set() == wrong


def _plain_texts(message: object) -> Iterator[str]:
    """The values inside a message that no catalogue translates."""
    if isinstance(message, Message):
        yield from (text for value in message.values.values() for text in _plain_texts(value))
    elif isinstance(message, tuple | list):
        yield from (text for each in message for text in _plain_texts(each))
    elif isinstance(message, str):
        yield message


def test_the_choices_after_a_refused_answer_are_translated() -> None:
    german = load_catalogue([shipped_folder("layouts") / "locale" / "de.po"], "de")
    red = say("{colour} {number}", colour=say("Red"), number=2)
    with pytest.raises(Misread) as refused:
        find_option("xx", [PromptOption("red 2", red)])

    assert translated(refused.value.args[0], german) == "„xx“ steht nicht zur Wahl: r2 (Rot 2)"


def test_events_are_quoted_as_the_language_does() -> None:
    german = load_catalogue([shipped_folder("layouts") / "locale" / "de.po"], "de")
    lines = b'\n{"do": "topic", "by": "A", "topic": "x"}'
    violation = replay(io.BytesIO(f"{A}}}".encode() + lines), find_recorded).violation

    assert violation
    assert "jetzt kommt „deal“ oder „sheep“" in translated(violation.message, german)
