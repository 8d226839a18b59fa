"""Every message about a recorded game is translated as a whole: no English is left inside it."""

from __future__ import annotations

import io
import re
from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from printkit.core.errors import PrintkitError
from printkit.core.i18n import load_catalogue, load_entries
from printkit.core.languages import languages
from printkit.core.messages import Message, say, translated
from printkit.core.source import shipped_folder
from printkit.games import find, game_ids, load
from printkit.layout.texts import has_words
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.main import prepare
from printkit.recording.answers import find_option
from printkit.recording.recordfile import find_recorded
from printkit.rules.judge import apply, check
from printkit.rules.prompts import Misread, PromptOption
from printkit.rules.replay import replay
from printkit.rules.report import LogEntry, Naming, describe_lines, in_words
from printkit.samples import sample_files, violation_files
from printkit.studio.files import request_from_choices
from tests.languages.texts import texts_in_modules
from tests.rules.test_mutations import WAYS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from printkit.rules.game import Game

HOME = shipped_folder("layouts") / "locale"
LANGUAGES = [name for name in languages() if name != "en"]
CORE = "core"
"""What may be said about the records of any game."""
MODULES = {
    CORE: r"printkit/rules/(?!prompts|results|simulate|settings)\w+\.py",
    **{
        game: rf"printkit/games/{game}/(?:rules|state|bidding|collecting|securing)\.py"
        for game in game_ids()
    },
}
"""The modules whose messages are triggered here."""
DAMAGED = 20  # records damaged in each way, for each game
LONGEST = 150  # lines of a record that gets damaged
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


def _said_about(data: bytes, *, line_by_line: bool) -> Iterator[str]:
    """All that is said about a record: its lines and their effects, its state, its violation."""
    entries: list[LogEntry] = []
    watch = describe_lines(find, entries.append) if line_by_line else None
    report = replay(io.BytesIO(data), find_recorded, watch)
    for entry in entries:
        yield entry.text
        yield from (effect.text for effect in entry.effects)
    yield report.summary
    if report.violation:
        yield report.violation.message


def _said_about_samples(game: str) -> Iterator[str]:
    """What is said about the samples of a game, those that break a rule, and damaged ones."""
    samples = [path.read_bytes() for path in sample_files(game)]
    for data in (*samples, *(path.read_bytes() for path in violation_files(game))):
        yield from _said_about(data, line_by_line=True)
    records = [data.splitlines() for data in samples]
    short = [lines for lines in records if len(lines) < LONGEST]
    for way in WAYS:
        rng = Random(f"messages/{game}/{way.__name__}")
        for _ in range(DAMAGED):
            lines = rng.choice(short)
            at = rng.choice([0, *(n for n, line in enumerate(lines) if line.startswith(b"{"))])
            yield from _said_about(b"\n".join(way(lines, at, rng)), line_by_line=False)


def _said_about_odd_events(game: Game[Any]) -> Iterator[str]:
    """What is said about events of each kind with odd values in them."""
    naming = Naming(game, ())
    for state, row in _positions(game):
        for odd in _with_odd_values(row):
            if faults := check(game, state, odd):
                yield from (fault.message for fault in faults)
                continue
            after = apply(game, state, odd)
            yield in_words(odd, naming._replace(players=state.header.players))
            yield from (effect.text for effect in game.effects(state, after))
            yield game.summary(after)


def _positions(game: Game[Any]) -> Iterator[tuple[Any, dict[str, Any]]]:
    """A state and the next event of some samples, the first of its kind in each."""
    for path in sample_files(game.id)[:6]:
        found: dict[tuple[str, ...], tuple[Any, dict[str, Any]]] = {}
        replay(io.BytesIO(path.read_bytes()), find_recorded, partial(_note_position, found))
        yield from found.values()


def _note_position(
    found: dict[tuple[str, ...], tuple[Any, dict[str, Any]]],
    _line: int,
    row: Mapping[str, Any],
    before: Any,
    _after: Any,
) -> None:
    if "do" in row and "reject" not in row:
        found.setdefault((row["do"], *sorted(row)), (before, dict(row)))


def _with_odd_values(value: Any) -> Iterator[Any]:
    """Copies of a value with an odd one at one place in it, or one part left out."""
    if isinstance(value, dict):
        for key in value:
            yield {other: value[other] for other in value if other != key}
            for odd in (*_with_odd_values(value[key]), *ODD):
                yield {**value, key: odd}


@cache
def _messages(about: str) -> tuple[str, ...]:
    """All that is said about the records of a game, or about odd lines, each once."""
    if about == CORE:
        found = [text for line in LINES for text in _said_about(line, line_by_line=True)]
    else:
        found = [*_said_about_samples(about), *_said_about_odd_events(load(about))]
    return tuple({text: text for text in found}.values())


def _parts(message: object) -> Iterator[Message]:
    """A message and the messages inside it."""
    if isinstance(message, Message):
        yield message
        for value in message.values.values():
            yield from _parts(value)
    elif isinstance(message, tuple | list):
        for each in message:
            yield from _parts(each)


@pytest.mark.parametrize("about", MODULES)
def test_everything_that_is_said_about_a_record_is_a_message(about: str) -> None:
    kinds = {kind.do for game in map(load, game_ids()) for kind in game.events}
    plain = {text for text in _messages(about) if not isinstance(text, Message)}

    # Problems of a board file stay English, like those of any layout file.
    assert {text for text in plain if not text.startswith("board: ")} <= {"", *kinds}


@pytest.mark.parametrize("about", MODULES)
def test_every_message_of_the_rules_is_said_about_some_record(about: str) -> None:
    known = {text for _, text in texts_in_modules(MODULES[about]) if has_words(text)}
    games = MODULES if about == CORE else (about,)
    messages = (message for game in games for message in _messages(game))
    said = {part.template for message in messages for part in _parts(message)}

    assert len(known) > 20
    assert known - said <= RARE


@pytest.mark.parametrize("about", MODULES)
def test_every_part_of_a_message_is_translated(about: str) -> None:
    templates = {part.template for message in _messages(about) for part in _parts(message)}
    for language in LANGUAGES:
        catalogue = load_catalogue([HOME / f"{language}.po"], language)
        assert [] == [text for text in templates if has_words(text) and not catalogue.find(text)]


@pytest.mark.parametrize("about", MODULES)
def test_no_word_of_a_game_is_left_in_english_inside_a_message(about: str) -> None:
    """A word that catalogues have, such as a colour or a card, is translated in a sentence, too."""
    texts = [entry.text for entry in load_entries(HOME / "de.po")]
    words = {text.casefold() for text in texts if re.fullmatch(r"[A-Z]\w+", text)}
    quoted = re.compile(r"'\{(\w+)\}'")
    wrong = {
        (part.template, value)
        for message in _messages(about)
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
    german = load_catalogue([HOME / "de.po"], "de")
    red = say("{colour} {number}", colour=say("Red"), number=2)
    with pytest.raises(Misread) as refused:
        find_option("xx", [PromptOption("red 2", red)])

    assert translated(refused.value.args[0], german) == "„xx“ steht nicht zur Wahl: r2 (Rot 2)"


def test_events_are_quoted_as_the_language_does() -> None:
    german = load_catalogue([HOME / "de.po"], "de")
    lines = b'\n{"do": "topic", "by": "A", "topic": "x"}'
    violation = replay(io.BytesIO(f"{A}}}".encode() + lines), find_recorded).violation

    assert violation
    assert "jetzt kommt „deal“ oder „sheep“" in translated(violation.message, german)


@pytest.mark.parametrize(
    "choice",
    [
        "theme=sepia", "orientation=up", "duplex=up", "sides=up", "per-page=3", "pages=x",
        "table=1234567", "label=", "label=a\u202e", "seed=", "seed=\u200b", "offset=far",
        "offset=9in,0mm", "copies=0", "dpi=x", "lang=tlh", "dpi=5000", "paper=a9", "format=exe",
        "fillable=perhaps", "set=size", "set=sise=full", "set=size=tiny", "set=wolle/sheet:size=a",
        "names=Ann,Ann", "names=\u0301", "names=a\u200bb", "names=\ud800,b", "names=Ann",
        "players=2", "players=no", "variant=no", "variant=wole:no", "target=attribute/result",
        "large-print=no",
    ],
)  # fmt: skip
def test_a_choice_that_is_refused_in_the_studio_is_refused_in_your_language(choice: str) -> None:
    german = load_catalogue([HOME / "de.po"], "de")
    with pytest.raises(PrintkitError) as refused:
        _lay_out_choice(*choice.split("=", 1))
    problem = refused.value.problems[0]
    shown = [problem.message, *([] if "--" in problem.hint else [problem.hint])]

    assert [] == [text for text in shown if text and not isinstance(text, Message)]
    templates = {part.template for text in shown for part in _parts(text)}
    assert [] == [text for text in templates if has_words(text) and not german.find(text)]


def _lay_out_choice(name: str, value: str) -> None:
    request = request_from_choices({"target": ["attribute/score-pad"], name: [value]})
    DocumentLayout(*prepare(request))
