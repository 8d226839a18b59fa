"""Recorded games: sheets filled in from a record that was replayed and found legal.

A record determines the players and the variant of the request, and the values on every sheet. A
record that breaks a rule is refused with the message of `printkit validate`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from printkit.core.errors import PrintkitError, Where
from printkit.core.filecache import note_read
from printkit.core.source import check_name
from printkit.filling.bgstats import PLAY_ID, day_of, log_facts, play_link, players_by_seat
from printkit.layout.translation import translate_sentence
from printkit.rules.results import Filling, PlayedEvent, Written, result_facts

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue
    from printkit.layout.language.definition import Sheet
    from printkit.request.options import Request
    from printkit.rules.game import Game, Header
    from printkit.rules.report import Report


PROOF: Final = "{events} events, all checked against the rules · record {fingerprint}"
"""The foot of a result sheet."""


@dataclass(frozen=True)
class RecordedGame:
    """A recorded game."""

    path: Path
    game: Game[Any]
    header: Header
    report: Report
    steps: tuple[PlayedEvent[Any], ...]  # the events, each with the states before and after it
    sha256: str  # of the file

    @cached_property
    def written(self) -> Written:
        """The values for the game's sheets, by the names of the sheets without the game."""
        if not self.steps:
            opening = self.game.written_at_start
            return opening(self.report.state) if opening else {}
        return self.game.written(self.steps) if self.game.written else {}

    def request(self, request: Request) -> Request:
        """Return the request for these players; refuse one that contradicts the record."""
        players, variant = self.header.players, self.header.variant
        counts = request.counts in (None, (len(players),))
        self._check(counts, f"{self.path} is a game of {len(players)} players", "--players")
        names = request.names in ((), players)
        self._check(names, f"{self.path} already has the names of the players", "--names")
        same = request.variant in (None, variant)
        self._check(same, f"{self.path} was played in the variant '{variant}'", "--variant")
        own_variant = None if variant == self.game.variants[0].id else variant
        return replace(request, names=players, counts=(len(players),), variant=own_variant)

    def _check(self, agrees: bool, message: str, option: str) -> None:
        if not agrees:
            raise PrintkitError(message, hint=f"leave {option} out: it comes from the record")

    def result(self, catalogue: Catalogue) -> dict[str, Any]:
        """Return the facts of the result sheet: ranking, rounds, sources, remarks and so on."""
        result = self.game.result
        if result is None or not self.steps:
            raise PrintkitError(f"{self.path} has no events, so there's no result to show")
        facts = result_facts(
            result, self.steps, self.report, partial(translate_sentence, catalogue=catalogue)
        )
        events, fingerprint = self.report.events, self.sha256[:12]
        proof = translate_sentence(PROOF, catalogue, events=events, fingerprint=fingerprint)
        link = self._link(facts["ranking"]) if facts["finished"] else ""
        return {**facts, "proof": proof, "date": day_of(self.header.date), "log": log_facts(link)}

    def _link(self, ranking: Sequence[Mapping[str, Any]]) -> str:
        """Return the link that logs the game; empty if the record has no date."""
        date, first = self.header.date, self.header.extras.get("first", self.header.players[0])
        if date is None:
            return ""
        game = self.game.id, self.game.title
        return play_link(game, date, players_by_seat(ranking, first), self.sha256[:PLAY_ID])

    def check_sheet(self, sheet: Sheet) -> None:
        """Refuse a sheet of another game, or of none."""
        if sheet.game != self.game.id:
            whose = f"a sheet of {sheet.game}" if sheet.game else "for a game of its own"
            message = f"{self.path} is a game of {self.game.title}, and {sheet.id} is {whose}"
            raise PrintkitError(
                message, hint=f"printkit build {self.game.id} --from-game {self.path}"
            )

    def filling(self, sheet: Sheet, catalogue: Catalogue) -> Filling:
        """Return the values for a sheet; one that the game doesn't know gets all of them."""
        found = self.written.get(sheet.id.partition("/")[2])
        filling = _translate_entries(self._all_values() if found is None else found, catalogue)
        if sheet.recorded:
            result = {**self.result(catalogue), "drawn": filling.draws, "kept": True}
            facts = {**filling.facts, "result": result}
            filling = filling._replace(settings={}, facts=facts, draws={})
        names = {f"name.{seat}": name for seat, name in enumerate(self.header.players, 1)}
        return filling._replace(pages=tuple({**names, **page} for page in filling.pages))

    def _all_values(self) -> Filling:
        """Return the values for all sheets of the game, except those that differ by page."""
        fillings = self.written.values()
        shared = [one.pages[0] for one in fillings if len(one.pages) == 1]
        return Filling(
            (_merge(shared),),
            _merge(one.settings for one in fillings),
            _merge(one.facts for one in fillings),
            _merge(one.draws for one in fillings),
            _merge(one.entries for one in fillings),
        )


def _merge(maps: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    return {name: value for each in maps for name, value in each.items()}


def _translate_entries(filling: Filling, catalogue: Catalogue) -> Filling:
    """Return the filling with its entries in the language of the sheet, on all pages."""
    lines = {
        name: ", ".join(
            translate_sentence("{who}: {what}", catalogue, who=entry.name, what=word)
            if entry.name
            else word
            for entry in entries
            for word in (catalogue.translate(entry.word).lower(),)
        )
        for name, entries in filling.entries.items()
    }
    return filling._replace(pages=tuple({**page, **lines} for page in filling.pages))


def with_recorded_settings(
    filling: Filling, request: Request, options: Mapping[str, object]
) -> Request:
    """Return the request with the options that the record determines."""
    decided = {name: value for name, value in filling.settings.items() if name in options}
    for name, value in decided.items():
        if request.settings.get(name, value) != value:
            message = f"the recorded game was played with {name}={value}"
            raise PrintkitError(message, hint=f"leave --set {name} out: it comes from the record")
    return replace(request, settings={**request.settings, **decided})


def load_recorded_game(path: Path) -> RecordedGame:
    """Load and replay a record; raise an error if it isn't legal."""
    from printkit.games import load
    from printkit.recording.recordfile import load_report

    check_name(path)
    steps: list[PlayedEvent[Any]] = []

    def watch(_line: int, row: Mapping[str, Any], before: Any, after: Any) -> None:
        if "do" in row and "reject" not in row:
            steps.append(PlayedEvent(row, before, after))

    report = load_report(path, watch)
    if report.violation is not None:
        line, player, rule, message = report.violation
        who = f"{player}: " if player else ""
        text = f"{who}{message} [{rule}]" if line else message
        hint = f"run printkit validate {path} for details" if line else ""
        if not path.exists():
            hint = "check the name and the folder"
        raise PrintkitError(text, Where(str(path), line), hint)
    data = path.read_bytes()
    note_read(path, data)
    game = load(str(report.game))
    header = report.state.header
    return RecordedGame(path, game, header, report, tuple(steps), sha256(data).hexdigest())
