"""What the fuzzer feeds: each target takes bytes, hands them to printkit, and returns.

A `PrintkitError` is a clean refusal. Whatever else a target raises is a finding.
"""

from __future__ import annotations

import atexit
import io
import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Final, NamedTuple

from printkit.backends import FORMATS
from printkit.cli.output import output_style
from printkit.cli.validate import RecordFile, describe
from printkit.core.budget import limit_work
from printkit.core.datafile import load_data, repeat_rows
from printkit.core.errors import PrintkitError
from printkit.core.filecache import forget
from printkit.core.i18n import ENGLISH
from printkit.core.paper import PAPERS
from printkit.games import find, game_ids, load
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.main import prepare
from printkit.pipeline.output import Output, render
from printkit.preflight.checks import check_pdf
from printkit.recording.answers import AnswerForm, forms, legal_answers
from printkit.recording.recordfile import find_recorded
from printkit.recording.resuming import resume, spell_record
from printkit.recording.session import GameSession, RefusedAnswer, answer, question, undo
from printkit.recording.setup import GameSetup, start_session
from printkit.request.options import Request
from printkit.rules.replay import replay
from printkit.rules.report import describe_lines
from printkit.samples import sample_files, violation_files
from printkit.text.faces import recording_fonts
from tests.preflight.test_hostile import HOSTILE, pdf
from tests.trust.kinds import LAYOUTS
from tests.trust.mutating import SNIPPETS, mutate_record, mutate_text, mutate_yaml

if TYPE_CHECKING:
    from random import Random

STEPS: Final = 300_000
"""Less work than a build may do, so that the fuzzer tries more inputs."""
MOST_LINES: Final = 30
FILES: Final = ("pdf", "svg", "html")
HEAD: Final = "sheet: own/a\ntitle: A\nplayers: none\npage: {size: a6, margin: 8mm}\n"
NODES: Final = (
    "{chart: lines, series: [{name: a, values: [0, 2.5, -3]}], height: 30mm, alt: 'A {title}'}",
    "{chart: bars, series: [{name: b, values: [1, '{5 / 3}']}], labels: [x, y], height: 30mm}",
    "{track: [1, 2, 3], size: 5mm, marked: [2], shape: circle}",
    "{boxes: 12, size: 4mm, gap: 1mm}",
    "{canvas: [{circle: 4mm, at: [9, 9]}, {path: M0 0 L5 5 Z, at: [1, 1]}], height: 12mm}",
    "{rich: '**bold** and _slanted_ :sheep: {round(1 / 3, 2)}'}",
    "{table: {columns: [{head: a}, {head: b, width: 9mm}], rows: [{cells: [c, {icon: sheep}]}]}}",
    "{grid: [{for: i in range(4), text: '{i * 2}'}], columns: 3, gap: 1mm}",
)
FIELDS: Final = """fields:
  a: {kind: number, min: 0, max: 9}
  b: {kind: number, formula: "a * 2 + 1"}
body:
  - row: [{write: 9mm, field: a}, {write: 9mm, field: b}]
"""
OPERATORS: Final = ("q", "Q", "cm", "Do", "BT", "ET", "Tf", "Td", "Tj", "TJ", "re", "f", "S", "gs")
CHOICES: Final = b"01234ABCDE"
NAMES: Final = ("Ann", "Ben", "Cleo", "Dan")


class Target(NamedTuple):
    """Something that reads bytes from outside."""

    run: Callable[[bytes], object]
    seeds: Callable[[], Iterator[bytes]]
    mutate: Callable[[str, Random], bytes]
    """Damages an input with an eye for what it is made of."""
    words: tuple[str, ...] = SNIPPETS
    longest: int = 4_000


@cache
def _folder() -> Path:
    memory = Path("/dev/shm")
    folder = mkdtemp(prefix="printkit-fuzz-", dir=memory if memory.is_dir() else None)
    atexit.register(rmtree, folder, ignore_errors=True)
    return Path(folder)


def _write(data: bytes, name: str) -> Path:
    path = _folder() / name
    path.write_bytes(data)
    return path


# Records.


def _record(data: bytes) -> None:
    """Replay a record as `validate --explain` does, and go on with it as `record` does."""
    report = replay(io.BytesIO(data), find_recorded, describe_lines(find, lambda _entry: None))
    json.dumps(report.as_json("f.jsonl"))
    describe(RecordFile("f.jsonl", "f.jsonl", detailed=True), report, output_style(), ENGLISH)
    if report.legal:
        spell_record(resume(data, find_recorded, full=False))


def _records() -> Iterator[bytes]:
    for game in game_ids():
        for path in (*sample_files(game)[:1], *violation_files(game)[:2]):
            lines = path.read_bytes().splitlines(keepends=True)
            yield b"".join(lines[:12])


def _answers(data: bytes) -> None:
    """Type lines into the dialogue; what it accepts is a legal record that can go on.

    The first character chooses the game: 0 to 4, or A to E where hands are recorded as well.
    """
    at = max(0, CHOICES.find(data[:1]))
    lines = data[1:].decode(errors="surrogateescape").split("\n")
    session = _begin(game_ids()[at % 5], full=at >= 5)
    for line in lines[:MOST_LINES]:
        with suppress(RefusedAnswer):
            session = undo(session) if line == "undo" else answer(session, line)
        question(session)
        _help(session)
    kept = spell_record(session)
    report = replay(io.BytesIO(kept), find_recorded)
    assert report.legal, report.violation
    assert spell_record(resume(kept, find_recorded, full=session.full)) == kept


@cache
def _begin(game_id: str, *, full: bool) -> GameSession:
    game = load(game_id)
    variant = "no-cups" if game_id == "wolle" else game.variants[0].id
    return start_session(GameSetup(game, variant, NAMES[: game.players[1]], full=full))


def _help(session: GameSession) -> list[AnswerForm]:
    """What the help shows: the ways to answer, and what is legal."""
    if session.ask is None:
        return []
    prompt, header = session.ask.prompt, session.state.header
    return [*forms(prompt, header), *legal_answers(prompt, header)]


def _typed() -> Iterator[bytes]:
    """What can be typed at the beginning of each game, and what the help shows."""
    for at, choice in enumerate(CHOICES.decode()):
        session = _begin(game_ids()[at % 5], full=at >= 5)
        yield "\n".join([choice, *(form.typed for form in _help(session)[:9])]).encode()
    yield b"1dunghill\n+-+-\nb>a d>c\nundo\nmoon\n++++"


# Layouts and their data.


def _layout(data: bytes) -> None:
    """Build a layout as PDF, SVG and HTML, up to the bytes."""
    path = _write(data, "layout.yaml")
    forget()
    request = Request(
        (str(path),), seed="AB", paper=PAPERS["a4"], formats=FILES, no_system_fonts=True
    )
    with suppress(PrintkitError), limit_work(STEPS), recording_fonts(forbid=True):
        request, planned_sheets = prepare(request)
        laid_out = DocumentLayout(request, planned_sheets)
        outputs = [Output(FORMATS[name], request, laid_out) for name in request.formats]
        for _ in render(laid_out.pages(), outputs):
            pass


def _layouts() -> Iterator[bytes]:
    yield from (text.encode() for text in LAYOUTS)
    yield from (f"{HEAD}body:\n  - {node}\n".encode() for node in NODES)
    yield f"{HEAD}{FIELDS}".encode()


def _data(ending: str, data: bytes) -> None:
    """Read a data file, and count its records by a column."""
    path = _write(data, f"data{ending}")
    with suppress(PrintkitError), limit_work(STEPS):
        rows = load_data(path, path.name)
        repeat_rows(rows, "n", path.name)


def _tables() -> Iterator[bytes]:
    yield b'name,n\n"a ""b""",2\nc,1,\n'
    yield "näme;n;x\n1,5;2;=1+1\n".encode()
    yield b"n\tb\n1\t2\n\n3\t\n"


def _json() -> Iterator[bytes]:
    yield b'[{"n": 2, "a": [1.5, "x\\u00e9"]}, {"n": -0.0, "b": {"c": null}}]'
    yield b'{"n": 1e308, "n": 99999999999999999, "s": "\\ud800"}'


def _yaml() -> Iterator[bytes]:
    yield b"- {n: 2, a: [1.5, 0x1F]}\n- &a {n: 1}\n- *a\n- n: |\n    text\n"
    yield b"- n: 1e400\n  'b': \"\\uD800\"\n- <<: {n: ~}\n"


# Preflight.


def _pdf(data: bytes) -> None:
    """Judge a PDF in this process, without the limits of its child process."""
    with suppress(PrintkitError):
        check_pdf(data, "f.pdf")


def _pdfs() -> Iterator[bytes]:
    yield pdf({})
    yield from (data for data in HOSTILE.values() if len(data) < 2_000)


def _drawn_words() -> tuple[str, ...]:
    keys = {word for data in _pdfs() for word in re.findall(r"/\w+", data.decode("latin-1"))}
    return (*sorted(keys), *OPERATORS)


TARGETS: Final = {
    "record": Target(_record, _records, mutate_record),
    "answers": Target(_answers, _typed, mutate_text, longest=600),
    "layout": Target(_layout, _layouts, mutate_yaml),
    "csv": Target(partial(_data, ".csv"), _tables, mutate_text, longest=500),
    "json": Target(partial(_data, ".json"), _json, mutate_yaml, longest=500),
    "yaml": Target(partial(_data, ".yaml"), _yaml, mutate_yaml, longest=500),
    "preflight": Target(_pdf, _pdfs, mutate_text, _drawn_words(), longest=3_000),
}
