"""Playing: the record of a game while it is played, as plain data for the page.

Each answer names the version of the game that it is for: if two devices answer at the same time,
the first one counts, and the other is shown what happened. `recording` has the questions, checks
the answers, and saves the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printkit.core.budget import limit_work
from printkit.core.errors import UsageError, escaped
from printkit.core.filecache import digest
from printkit.core.files import NameTakenError
from printkit.core.icons import icon_data
from printkit.core.languages import catalogue_of_game
from printkit.core.messages import say, translated
from printkit.filling.bgstats import PLAY_ID, LoggedPlayer, play_link, play_log
from printkit.games import load
from printkit.recording.resuming import spell_record
from printkit.recording.session import RefusedAnswer, question, ranking, submit, undo
from printkit.recording.setup import GameSetup, read_names, reply, setup_question, start_session
from printkit.recording.store import RecordStore, default_paths, now
from printkit.request.preferences import default_language
from printkit.rules.prompts import (
    Choose,
    ChooseEach,
    DrawPath,
    EnterNumber,
    EnterText,
    Misread,
    PickCards,
)
from printkit.rules.record import BOM, BadLine, parse_line
from printkit.rules.results import ROUND
from printkit.studio.files import FILLED, RECORDS, check_file, find_files
from printkit.studio.openfiles import OpenFiles

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue
    from printkit.recording.session import GameSession, Question
    from printkit.rules.game import Game
    from printkit.rules.prompts import Answer
    from printkit.studio.worker import HandlerResult

MOST_RECORDS: Final = 100
BOARD_ICONS: Final = ("paw", "cup", "wool", "block", "hourglass")
MAX_HEADER: Final = 10_000
MAX_END: Final = 20_000
PLAYED: Final = (*RECORDS, *FILLED)


class _OpenGame(NamedTuple):
    """A game being recorded, and its file."""

    store: RecordStore
    session: GameSession


_open_games: OpenFiles[_OpenGame] = OpenFiles()


def records() -> dict[str, Any]:
    """Return the recorded games of the folder, the newest first, from their first lines."""
    found = (_header(path) for path in find_files(RECORDS)[:MOST_RECORDS])
    return {"records": [header for header in found if header]}


def _header(path: Path) -> dict[str, Any] | None:
    """Return the header and the end of a record; None if it can't be read."""
    try:
        with path.open("rb") as file:
            row = parse_line(file.readline(MAX_HEADER).removeprefix(BOM))
            file.seek(max(0, path.stat().st_size - MAX_END))
            last = parse_line(file.read(MAX_END).rstrip().rpartition(b"\n")[2])
    except OSError:
        return None
    if isinstance(row, BadLine) or "game" not in row or type(row.get("players")) is not list:
        return None
    players = [str(player) for player in row["players"]]
    end = last.get("end") if not isinstance(last, BadLine) else None
    winners = end.get("winners") if isinstance(end, dict) else None
    return {
        "file": escaped(path.name),
        "game": str(row["game"]),
        "players": players,
        "date": str(row.get("date") or "")[:10],
        "winners": [str(one) for one in winners] if isinstance(winners, list) else [],
        "finished": end is not None,
    }


def download(file: str) -> tuple[dict[str, Any], bytes]:
    """Return a recorded game or a filled-in sheet as it is on disk, and its name."""
    return {"name": file}, check_file(file, PLAYED).read_bytes()


def delete(file: str) -> HandlerResult:
    """Delete a recorded game or a filled-in sheet."""
    path = check_file(file, PLAYED)
    try:
        path.unlink()
    except OSError as error:
        raise UsageError(say("can't delete it: {reason}", reason=error.strerror)) from None
    return {"file": file}, {}


@limit_work()
def begin(game: str, names: str, variant: str, answers: Answer) -> HandlerResult:
    """Start a game; return the next question before it begins, or its first question."""
    found = load(game)
    try:
        variant = variant or found.variants[0].id
        setup = GameSetup(found, variant, read_names(names), date=now())
        found.check(len(setup.players), setup.variant)
        for answer in answers if isinstance(answers, list) else ():
            setup = reply(setup, answer)
        opening = setup_question(setup)
        if opening is not None:
            return {}, {"opening": _question(opening, _words(found))}
        session = start_session(setup)
    except Misread as misread:
        raise UsageError(translated(misread.args[0], _words(found))) from None
    except RefusedAnswer as refused:
        why = _refusal(refused, found)
        raise UsageError(why["message"], hint=why["text"]) from None
    for path in default_paths(found.id, Path()):
        with suppress(NameTakenError):  # another studio may begin a game at the same time
            return _save(path.name, RecordStore(path), session)
    raise AssertionError("there is always another path")


@limit_work()
def look(file: str) -> dict[str, Any]:
    """Return the current state of a game."""
    return _view(file, _find(file).session)


@limit_work()
def take(file: str, version: str, answer: Answer) -> HandlerResult:
    """Answer the current question; return the game, and why the answer was refused, if it was."""
    return _change(file, version, lambda session: submit(session, answer))


@limit_work()
def take_back(file: str, version: str) -> HandlerResult:
    """Undo the last answer; return the game."""
    return _change(file, version, undo)


def _change(file: str, version: str, change: Callable[[GameSession], GameSession]) -> HandlerResult:
    """Change a game, unless another device has changed it since this version."""
    known = _find(file)
    if version != _version(known.session):
        return {}, {**_view(file, known.session), "late": True}
    try:
        after = change(known.session)
    except RefusedAnswer as refused:
        return {}, {**_view(file, known.session), "refused": _refusal(refused, known.session.game)}
    try:
        return _save(file, known.store, after)
    except NameTakenError:
        return {}, {**_view(file, _find(file).session), "late": True}


def _save(file: str, store: RecordStore, session: GameSession) -> HandlerResult:
    store.save(session)
    _open_games.put(store.path, spell_record(session), _OpenGame(store, session))
    return {"file": file}, _view(file, session)


def _find(file: str) -> _OpenGame:
    """Return the game in a file, reloaded if someone else has changed it."""
    path = check_file(file, RECORDS)
    return _open_games.get(path) or _open_games.load(path, _load)


def _load(path: Path) -> _OpenGame:
    store = RecordStore(path)
    return _OpenGame(store, store.load(full=False))


def _version(session: GameSession) -> str:
    return digest(spell_record(session))


def _words(game: Game[Any]) -> Catalogue:
    return catalogue_of_game(default_language(), game.id)


def _refusal(refused: RefusedAnswer, game: Game[Any]) -> dict[str, str]:
    catalogue = _words(game)
    message, text = translated(refused.message, catalogue), catalogue.translate(refused.text)
    return {"message": message, "rule": refused.rule, "text": text}


def _view(file: str, session: GameSession) -> dict[str, Any]:
    """Return everything that the page shows about a game."""
    game, header = session.game, session.state.header
    catalogue = _words(game)
    current = question(session)
    messages = dict.fromkeys(e.text for e in session.effects if e.rule in session.prompts.notable)
    return {
        "file": file,
        "version": _version(session),
        "game": game.id,
        "title": catalogue.translate(game.title),
        "round": catalogue.translate((game.result.words if game.result else ROUND).name),
        "players": list(header.players),
        "variant": header.variant,
        "summary": translated(game.summary(session.state), catalogue),
        "question": _question(current, catalogue) if current else None,
        "looks": _looks(session, catalogue) if current else [],
        "sheet": session.prompts.sheet or f"{game.id}/result",
        "said": list(session.said),
        "last": _last(session, catalogue),
        "told": [translated(text, catalogue) for text in messages],
        "notes": [translated(text, catalogue) for text in session.notes],
        "rounds": [list(scores) for scores in session.rounds],
        "scores": list(game.scores(session.state)),
        "ranking": [place._asdict() for place in ranking(session)] if current is None else [],
        "log": _log(session) if current is None else None,
    }


def _looks(session: GameSession, catalogue: Catalogue) -> list[dict[str, Any]]:
    """Return what lies on the table: for each view its name, and its lines."""
    return [
        {
            "means": translated(view.means, catalogue),
            "lines": [translated(line, catalogue) for line in view.look(session.state, 0)],
        }
        for view in session.prompts.views.values()
        if not view.is_drawing
    ]


def _last(session: GameSession, catalogue: Catalogue) -> str | None:
    """Return what undo takes back: the text that was entered, or the question that was answered."""
    if session.before is None or session.before.ask is None:
        return None
    prompt = session.before.ask.prompt
    return session.typed if isinstance(prompt, EnterText) else translated(prompt.asks, catalogue)


def _log(session: GameSession) -> dict[str, str] | None:
    """Return the link that logs a finished game and its code, as on its result sheet."""
    header, game = session.state.header, session.game
    if header.date is None:
        return None
    first = header.extras.get("first", header.players[0])
    placed = {one.name: one for one in ranking(session)}
    seats = [
        LoggedPlayer(name, one.place, one.score, one.wins, name == first)
        for name in header.players
        for one in (placed[name],)
    ]
    play_id = sha256(spell_record(session)).hexdigest()[:PLAY_ID]
    return play_log(play_link((game.id, game.title), header.date, seats, play_id))


_TYPES: Final = {
    Choose: "choose",
    ChooseEach: "each",
    PickCards: "cards",
    EnterNumber: "number",
    EnterText: "text",
    DrawPath: "path",
}
"""The names of the types of prompts in the page."""


def _question(current: Question, catalogue: Catalogue) -> dict[str, Any]:
    """Return a prompt for the page: its type, its texts in the user's language, and its icons."""
    prompt = current.prompt
    plain = _plain(prompt, catalogue)
    icons = {name: icon_data(name) for name in _icons(plain)}
    return {**plain, "type": _TYPES[type(prompt)], "who": list(current.who), "icons": icons}


def _plain(value: Any, catalogue: Catalogue) -> Any:
    """Convert prompts and options to plain data, without illegal options."""
    if isinstance(value, str):
        return translated(value, catalogue)
    if hasattr(value, "_asdict"):
        return {key: _plain(each, catalogue) for key, each in value._asdict().items()}
    if isinstance(value, Mapping):
        return {key: _plain(each, catalogue) for key, each in value.items()}
    if isinstance(value, tuple | list):
        legal = (each for each in value if getattr(each, "legal", True))
        return [_plain(each, catalogue) for each in legal]
    return value


def _icons(value: Any) -> Iterator[str]:
    """Yield the names of all icons in a prompt."""
    if isinstance(value, dict):
        if value.get("icon") == "die":
            yield from (f"die-{face}" for face in range(value["least"], value["most"] + 1))
        elif value.get("icon"):
            yield value["icon"]
        if "marks" in value:
            yield from BOARD_ICONS
            yield f"die-{value['die']}"
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _icons(each)
