"""Generate the parts of docs/record-a-game.md that follow from the games.

What can be typed, which events a record has and what stands under their keys comes from each
game's declarations; the examples come from the recorded games that ship. The rest of the page is
written by hand. A test compares the page with what this module says.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from printkit.cli.dialogue import prompt
from printkit.games import game_ids, load
from printkit.games.attribute.prompts import UNKNOWN
from printkit.games.wolle.cups import spell_codes
from printkit.recording.answers import codes, forms, spell_answer
from printkit.recording.session import answer, begin, question
from printkit.recording.setup import GameSetup, setup_question
from printkit.rules.prompts import PickCards
from printkit.samples import FOLDER, sample_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from printkit.recording.session import GameSession, Question
    from printkit.rules.game import Game

PAGE = Path(__file__).parent.parent / "record-a-game.md"
WHOLE = {
    "attacke": "whole-3",
    "attribute": "whole-4",
    "cattitude": "whole-3",
    "swipsheep": "whole-3",
    "wolle": "whole-2",
}
"""The sample that stands for a whole game of each."""
SHOWN_ON_SCREEN = 6
MOST_FORMS = 8
CARDS_IN_A_ROW = 3


class Told(NamedTuple):
    """A recorded game as it is typed: its command, its lines, and the question before each."""

    command: str
    lines: tuple[str, ...]
    asked: tuple[Question, ...]
    last: GameSession


def page() -> str:
    """The whole page, with what the games say put in again."""
    text = PAGE.read_text(encoding="utf-8")
    for game_id in game_ids():
        text = _put(text, f"{game_id} typed", _typed(game_id))
        text = _put(text, f"{game_id} file", _file(game_id))
    return _put(text, "cattitude letters", _letters("cattitude"))


def _put(text: str, name: str, lines: Iterable[str]) -> str:
    """The page with these lines between two marks."""
    head, begun, rest = text.partition(f"<!-- begin: {name} -->\n")
    _, ended, tail = rest.partition(f"<!-- end: {name} -->\n")
    if not begun or not ended:
        raise ValueError(f"the page has no place for {name}")
    return "".join((head, begun, "\n", *(f"{line}\n" for line in lines), "\n", ended, tail))


def tell_sample(game_id: str) -> Told:
    """The whole sample of a game, typed without hands."""
    game = load(game_id)
    header, *events = _without_hands(game, _rows(FOLDER / game_id / f"{WHOLE[game_id]}.jsonl"))
    session = begin(game, header, full=False)
    lines, asked = _opening(game, header)
    while session.outcome is None:
        open_question = question(session)
        assert open_question is not None
        assert session.ask is not None
        if not session.said:
            coming = events[session.events :]
        found = session.ask.recover(coming)
        asked.append(open_question)
        lines.append(spell_answer(session.ask.prompt, found, session.state.header))
        session = answer(session, lines[-1])
    return Told(_command(header), tuple(lines), tuple(asked), session)


def _rows(path: Path) -> list[dict[str, Any]]:
    rows = [
        json.loads(line)
        for line in path.read_text(encoding="utf-8").splitlines()
        if line[:1] == "{"
    ]
    return [row for row in rows if "printkit" in row or ("do" in row and "reject" not in row)]


def _without_hands(game: Game[Any], rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same game as a spectator writes it down, where hands may be left out."""
    if not any(setting.key == "hands" for setting in game.settings):
        return rows
    kept = [row for row in rows if row.get("do") not in ("deal", "draw")]
    seen = [{key: value for key, value in row.items() if key != "draw"} for row in kept]
    for row in seen:
        if isinstance(row.get("cards"), dict):
            row["cards"] = dict.fromkeys(row["cards"], UNKNOWN)
    return seen


def _opening(game: Game[Any], header: Mapping[str, Any]) -> tuple[list[str], list[Question]]:
    """What is typed before the game begins: the codes on Wolle's sheets."""
    players = tuple(header["players"])
    asked = setup_question(GameSetup(game, header.get("variant", "base"), players))
    if asked is None:
        return [], []
    board = game.begin(_checked(game, header)).board
    names = list(board.shadows)
    choices = [tuple(sorted(map(names.index, header["cups"][name]))) for name in players]
    return [", ".join(spell_codes(board, choices))], [asked]


def _checked(game: Game[Any], header: Mapping[str, Any]) -> Any:
    from printkit.rules.record import parse_header

    return parse_header(header, lambda _name: game)[1]


def _command(header: Mapping[str, Any]) -> str:
    names = ",".join(header["players"])
    more = f" --set first={header['first']}" if "first" in header else ""
    return f'printkit record {header["game"]} {header["game"]}.jsonl --names "{names}"{more}'


def _typed(game_id: str) -> Iterator[str]:
    """What can be typed, the first questions on the screen, and a whole game."""
    told = tell_sample(game_id)
    yield from ("| it asks | you type | which means |", "| --- | --- | --- |")
    for asks, known in _kinds(told).items():
        for number, (typed, means) in enumerate(known):
            yield f"| {asks if not number else ''} | `{typed}` | {means} |"
    yield from ("", "How it begins on the screen:", "", "```text", f"$ {told.command}")
    for asked, line in list(zip(told.asked, told.lines, strict=True))[:SHOWN_ON_SCREEN]:
        yield f"{prompt(asked)}{line}".rstrip()
    yield from ("```", "", f"The whole game, as it is typed; an empty line is Enter. {_size(told)}")
    yield from ("", f"```typed {game_id}", *told.lines, "```")


def _letters(game_id: str) -> Iterator[str]:
    """The letters of all cards, from the question that offers most of them; three in a row."""
    prompts = [asked.prompt for asked in tell_sample(game_id).asked]
    hands = [hand for one in prompts if isinstance(one, PickCards) for hand in one.hands]
    options = [option for option in max(hands, key=len) if not option.mark]
    typed = codes(options)
    yield from ("| letters | cards |", "| --- | --- |")
    for start in range(0, len(options), CARDS_IN_A_ROW):
        row = options[start : start + CARDS_IN_A_ROW]
        letters = " ".join(f"`{typed[option.key]}`" for option in row)
        yield f"| {letters} | {', '.join(option.text for option in row)} |"


def _size(told: Told) -> str:
    return f"It has {len(told.lines)} lines, and its record {len(told.last.lines)}."


def _kinds(told: Told) -> dict[str, tuple[Any, ...]]:
    """The forms of each kind of question, told apart by its words without numbers and names."""
    found: dict[str, tuple[Any, ...]] = {}
    names = "|".join(map(re.escape, told.last.state.header.players))
    for asked in told.asked:
        asks = re.split(r"[,(]| of (?!the)| contest| from", asked.asks)[0].strip()
        asks = re.sub(rf"^(?:{names}) ", "", asks)
        colour = told.last.game.id == "attacke" and "opens" not in asks
        key = "fights on" if colour else asks
        typed = forms(asked.prompt, told.last.state.header)
        found.setdefault(key, typed[:MOST_FORMS] + _enter(asked))
    return found


def _enter(asked: Question) -> tuple[tuple[str, str], ...]:
    return (("Enter", asked.usual),) if asked.usual else ()


def _file(game_id: str) -> Iterator[str]:
    """The events with their keys and an example each, what else a record can say, a whole one."""
    game = load(game_id)
    manual = game.manual
    yield from ("| event | key | what it says |", "| --- | --- | --- |")
    for do, (text, keys) in manual.events.items():
        yield f"| `{do}`{_actor(game, do)} | | {text} |"
        for key, words in keys.items():
            needed = "" if key in game.kinds[do].needs else " (optional)"
            yield f"| | `{key}`{needed} | {words} |"
    yield from ("", "For example:", "", f"```jsonl examples {game_id}")
    yield from (example(game, do) for do in manual.events)
    yield from ("```", "", "The header, line 1, can also have:", "")
    yield from (f"- `{key}`: {text}" for key, text in manual.header.items())
    yield from ("", "A checkpoint can check `scores`, and also:", "")
    yield from (f"- `{key}`: {text}" for key, text in manual.expects.items())
    yield from ("", *(f"{note}\n" for note in manual.notes))
    record = tell_sample(game_id).last.lines
    summary = f"A whole game to copy, {len(record)} lines"
    yield from (f"<details><summary>{summary}</summary>", "", f"```jsonl record {game_id}")
    yield from (*record, "```", "", "</details>")


def _actor(game: Game[Any], do: str) -> str:
    return {"one": ", `by` a player", "all": ", all at once", "chance": ""}[game.kinds[do].actor]


def example(game: Game[Any], do: str) -> str:
    """The first event of that kind in the samples that has the most to say."""
    known = [row for path in sample_files(game.id) for row in _rows(path) if row.get("do") == do]
    return json.dumps(max(known, key=len), ensure_ascii=False)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
