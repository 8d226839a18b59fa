"""`printkit validate`: replays recorded games and reports which were legal."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice, repeat
from json import dumps
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from printkit.cli.output import JSON_VERSION, has_colours, output_style, showable
from printkit.cli.parameters import Jobs, Json, completer
from printkit.cli.words import labels_of
from printkit.core.errors import Where, diagnostic
from printkit.core.languages import (
    catalogue_for,
    catalogue_of_game,
    check_language,
    languages,
)
from printkit.core.messages import both, mentions, say, translated
from printkit.core.source import shipped_folder
from printkit.games import find
from printkit.request.preferences import default_language
from printkit.rules.game import rule_text
from printkit.samples import (
    FOLDER,
    expected_violation,
    has_violation,
    plugin_samples,
    sample_files,
    violation_files,
)

if TYPE_CHECKING:
    from printkit.core.errors import Style
    from printkit.core.i18n import Catalogue
    from printkit.core.messages import Message
    from printkit.rules.report import LogEntry, Report
    from printkit.samples import ExpectedViolation


MOST_PIECES = 100
"""Number of reports or lines that are printed together."""


LOG_BYTES = 1_000_000
"""Bytes of the log that are kept in memory; more go to a temporary file."""
PIECE = 16_000
"""Characters of the log that are printed at once."""


FEW = 500
"""With fewer records, starting more processes takes longer than judging them."""
SHARE = 50
"""Number of records that a process gets at once."""


class RecordFile(NamedTuple):
    """A record to validate."""

    file: str  # the path
    name: str  # its name in the report
    expected: ExpectedViolation | None = None  # the rule that a sample breaks on purpose
    detailed: bool = False  # whether it was given by name, so that all of its report is shown
    empty: bool = False  # whether it is a folder without records


class RecordOutput(NamedTuple):
    """The printed report on a record, which a worker process returns."""

    good: bool  # whether the record is as expected
    text: Iterable[str]  # the report, piece by piece
    refused: bool  # whether it is a sample that breaks a rule on purpose


def validate(
    records: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[RECORD]...",
            help="Recorded games (*.jsonl) or folders of them (default: the sample games)",
            show_default=False,
        ),
    ] = None,
    explain: Annotated[
        bool,
        typer.Option("--explain", help="After each event, show what changed and by which rule"),
    ] = False,
    lang: Annotated[
        str,
        typer.Option(
            "--lang",
            metavar="CODE",
            help="Language of the report (default: your saved language, PRINTKIT_LANG, your "
            "system's or en, in that order)",
            show_default=False,
            autocompletion=completer(languages),
        ),
    ] = "",
    jobs: Jobs = 0,
    json: Json = False,
) -> None:
    """Replay recorded games: are they legal, which rule was broken where, and what is the score."""
    files = _named_records(records) if records else _sample_records()
    style, language = output_style(), check_language(lang) if lang else default_language()
    if explain:
        work = partial(_explain, style=style, language=language, json=json)
        outputs: Iterator[RecordOutput] = map(work, files)
    else:
        work = partial(_report, style=style, language=language, json=json)
        outputs = _outputs(files, jobs, work)
    good: Counter[bool] = Counter()
    pieces = _as_json(outputs, good) if json else _as_text(outputs, good, language)
    while some := "".join(islice(pieces, MOST_PIECES)):
        typer.echo(some, nl=False, color=has_colours(sys.stdout))
    if good[False]:
        raise typer.Exit(1)


def _named_records(paths: Iterable[Path]) -> Iterator[RecordFile]:
    from printkit.recording.recordfile import find_records

    for path in paths:
        name, file = str(path), None
        for file in find_records(path):
            yield RecordFile(file, file, detailed=file == name)
        if file is None:
            yield RecordFile(name, name, empty=True)


def _sample_records() -> Iterator[RecordFile]:
    for path in (*sample_files(), *violation_files()):
        yield _sample_record(path, path.relative_to(FOLDER).as_posix())
    for name, path in plugin_samples():
        yield _sample_record(path, name)


def _sample_record(path: Path, name: str) -> RecordFile:
    is_violation = path.parent.name == "violations"
    return RecordFile(str(path), name, expected_violation(path) if is_violation else None)


def _outputs(
    records: Iterable[RecordFile], jobs: int, work: Callable[[RecordFile], RecordOutput]
) -> Iterator[RecordOutput]:
    """Validate records in order; divide many of them among all cores."""
    from printkit.core.sandbox import SandboxExecutor, usable_cores

    rest = iter(records)
    few = [*islice(rest, FEW)]
    every = chain(few, rest)
    jobs = jobs or usable_cores()
    if jobs == 1 or len(few) < FEW:
        yield from map(work, every)
        return
    shares = iter(lambda: [*islice(every, SHARE)], [])
    with SandboxExecutor(jobs) as executor:
        for share in executor.map(partial(_share_outputs, work), shares):
            yield from share


def _share_outputs(
    work: Callable[[RecordFile], RecordOutput], share: Iterable[RecordFile]
) -> list[RecordOutput]:
    return [*map(work, share)]


def _report(record: RecordFile, *, style: Style, language: str, json: bool) -> RecordOutput:
    """Validate a record, without its log."""
    report = _validate(record)
    if json:
        text = dumps(report.as_json(record.name))
    else:
        text = describe(record, report, style, _words(language, report))
    return _output(record, report, (text,))


def _output(record: RecordFile, report: Report, text: Iterable[str]) -> RecordOutput:
    if record.expected is None:
        return RecordOutput(report.legal, text, refused=False)
    return RecordOutput(has_violation(report, record.expected), text, refused=True)


def _explain(record: RecordFile, *, style: Style, language: str, json: bool) -> RecordOutput:
    """Validate a record, and log what happened line by line.

    A record may be of any length, and whether it is legal is known only at its end, so the log is
    kept in a temporary file.
    """
    if record.empty:
        return _report(record, style=style, language=language, json=json)
    log = SpooledTemporaryFile(  # noqa: SIM115 - closed once it is printed
        LOG_BYTES, "w+", encoding="utf-8", errors="surrogatepass"
    )
    commas = chain([""], repeat(", "))

    def add(entry: LogEntry) -> None:
        if json:
            log.write(f"{next(commas)}{dumps(entry.as_json())}")
        else:
            words = catalogue_of_game(language, entry.game)
            log.writelines(f"{showable(line)}\n" for line in _log_lines(entry, words))

    report = _validate(record, add)

    def text() -> Iterator[str]:
        with log:
            log.seek(0)
            pieces = iter(partial(log.read, PIECE), "")
            if not json:
                yield from pieces
                yield describe(record, report, style, _words(language, report))
                return
            yield f'{dumps(report.as_json(record.name))[:-1]}, "log": ['
            yield from pieces
            yield "]}"

    return _output(record, report, text())


def _words(language: str, report: Report) -> Catalogue:
    """Return the translations for a report: those of its game, if that is known."""
    if report.rules is None:
        return catalogue_for(language, shipped_folder("layouts"))
    return catalogue_of_game(language, report.rules.id)


def describe(record: RecordFile, report: Report, style: Style, words: Catalogue) -> str:
    """Return a record's report: the verdict, the rule, the state, and the scores."""
    headline = _headline(record, report, style, words)
    lines = map(showable, _details(record, report, words))
    return "".join([f"{line}\n" for line in (headline, *lines)])


def _validate(record: RecordFile, log: Callable[[LogEntry], object] | None = None) -> Report:
    from printkit import api
    from printkit.recording.recordfile import unreadable

    if record.empty:
        return unreadable(say("no recorded games (*.jsonl) in this folder"))
    return api.validate(record.file, log=log)


def _as_json(outputs: Iterable[RecordOutput], good: Counter[bool]) -> Iterator[str]:
    """Yield the document in pieces, so that a million records need no more memory than one.

    Samples that break a rule on purpose are listed separately, under `refused`.
    """
    refused, comma = [], ""
    yield f'{{"version": {JSON_VERSION}, "reports": ['
    for is_good, text, is_refused in outputs:
        good[is_good] += 1
        if is_refused:
            refused.append("".join(text))
            continue
        yield f"{comma}\n  "
        yield from text
        comma = ","
    extra = f', "refused": [{", ".join(refused)}]' if refused else ""
    yield f'\n]{extra}, "legal": {"false" if good[False] else "true"}}}\n'


def _as_text(outputs: Iterable[RecordOutput], good: Counter[bool], language: str) -> Iterator[str]:
    for is_good, text, _ in outputs:
        good[is_good] += 1
        yield from text
    count, bad = good.total(), good[False]
    if count > 1:
        message = say("{count} records, all as expected", count=count)
        if bad:
            message = say("{count} records, {bad} not as expected", count=count, bad=bad)
        words = catalogue_for(language, shipped_folder("layouts"))
        yield f"\n{translated(message, words)}\n"


def _headline(record: RecordFile, report: Report, style: Style, words: Catalogue) -> str:
    """Return the first line of a record's report, the verdict."""
    if record.expected is not None:
        verdict = translated(_expected_verdict(report, record.expected), words)
        return showable(f"{record.name}: {verdict}")
    if report.violation is None:
        return showable(f"{record.name}: {translated(_verdict(report), words)}")
    line, player, rule, message = report.violation
    if player in report.players and not mentions(message, player):
        message = say("{who}: {what}", who=player, what=message)
    message = translated(message, words)
    if line:
        message = f"{message} [{rule}]"
    is_missing = not line and not record.empty and not os.path.lexists(record.file)
    hint = translated(say("check the name and the folder"), words) if is_missing else ""
    place = Where(record.name, line)
    return diagnostic("error", message, place, hint, style, labels_of(words))


def _details(record: RecordFile, report: Report, words: Catalogue) -> Iterator[str]:
    """Yield the other lines of a record's report: the rule, the state, and the scores."""
    if record.expected is not None:
        return
    if report.violation and report.violation.line:
        game, rule = find(report.game or ""), report.violation.rule
        text = words.translate(rule_text(game.rules if game else (), rule)) or rule
        yield f"  {translated(say('rule: {text}', text=text), words)}"
        if report.summary:
            yield f"  {translated(say('state: {text}', text=report.summary), words)}"
    if record.detailed or report.violation:
        yield from (f"  {line}" for line in _score_table(report, words))
        if report.unchecked:
            message = "not checked, because the record doesn't have the information: {rules}"
            yield f"  {translated(say(message, rules=report.unchecked), words)}"


def _log_lines(entry: LogEntry, words: Catalogue) -> Iterator[str]:
    """Yield an event with its line in the record, and its effects with their rules."""
    yield f"{entry.line:>5}  {translated(entry.text, words)}"
    for effect in entry.effects:
        yield f"         {translated(effect.text, words)} [{effect.rule}]"


def _verdict(report: Report) -> Message:
    scores = [f"{name} {score}" for name, score in report.scores.items()]
    if not report.finished:
        template = (
            "legal so far ({count} {plural(count, 'event', 'events')}),"
            " not finished: {summary}; {scores}"
        )
        return say(template, count=report.events, summary=report.summary, scores=scores)
    template = "legal, finished by {reason}; won by {winners} ({scores})"
    return say(template, reason=report.reason, winners=both(report.winners), scores=scores)


def _score_table(report: Report, words: Catalogue) -> Iterable[str]:
    from printkit.cli.dialogue import score_table

    if not report.scores:
        return ()
    now, result = tuple(report.scores.values()), report.rules.result if report.rules else None
    return score_table(report.players, report.rounds, now, result, words)


def _expected_verdict(report: Report, expected: ExpectedViolation) -> Message:
    found = report.violation
    if has_violation(report, expected):
        template = "breaks a rule on purpose at line {line} [{rule}]"
        return say(template, line=expected.line, rule=expected.rule)
    wanted = say("line {line} [{rule}]", line=expected.line, rule=expected.rule)
    if found:
        actual = say("line {line} [{rule}]", line=found.line, rule=found.rule)
    else:
        actual = say("no violation")
    template = "should break a rule at {wanted}, but has {actual}"
    return say(template, wanted=wanted, actual=actual)
