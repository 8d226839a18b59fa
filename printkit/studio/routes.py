"""Routes: the studio's HTTP interface, and the static files of the page.

A game may be recorded on several devices at once: all pages that show it are told about changes.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from starlette.responses import FileResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from printkit.studio.page import PAGE
from printkit.studio.security import SAVING
from printkit.studio.worker import SUPERSEDED
from printkit.text.faces import FACES

if TYPE_CHECKING:
    from starlette.requests import Request

    from printkit.studio.watch import Events, Watch
    from printkit.studio.worker import Answer, Worker

    Words = Mapping[str, Sequence[str]]

KINDS: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
OWN_KEYS: Final = ("client", "traced", "turn")
NOT_UNDERSTOOD: Final = "Bad request.\n"
HEARTBEAT_S: Final = 15.0
MAX_PREVIEWS: Final = 8  # the latest ones


class Previews:
    """The previews of the Write tab, which are remade as soon as a file changes.

    When a page hears of the change, it repeats its request; by then the answer is in progress.
    """

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._asked: dict[str, tuple[int, Words]] = {}  # the last request of each page
        self._begun: dict[str, tuple[Words, asyncio.Task[Answer]]] = {}

    async def ask(self, key: str, turn: int, words: Words) -> Answer:
        """Return the requested pages, which may already be in progress."""
        self._asked.pop(key, None)
        self._asked[key] = turn, words
        while len(self._asked) > MAX_PREVIEWS:
            self.forget(next(iter(self._asked)))
        while (begun := self._begun.pop(key, None)) and begun[0] == words:
            answer = await begun[1]
            if answer.head["status"] != SUPERSEDED.head["status"]:
                return answer  # otherwise a file has changed again, and another one was begun
        return await self._worker.ask(key, "pages", turn, words=words, traced=True)

    def renew(self) -> None:
        """Start remaking the last request of each page, because a file has changed."""
        for key, (turn, words) in self._asked.items():
            coming = self._worker.ask(key, "pages", turn, words=words, traced=True)
            self._begun[key] = words, asyncio.create_task(coming)

    def forget(self, key: str) -> None:
        """Stop making pages for a page that was closed."""
        self._asked.pop(key, None)
        _, task = self._begun.pop(key, (None, None))
        if task:
            task.cancel()


def routes(
    layout_named: str, worker: Worker, previews: Previews, watch: Watch, events: Events
) -> list[Route]:
    """Return the routes of the page and of the tabs Print and Write; the worker runs the jobs."""

    async def layout(request: Request) -> Response:
        name = request.query_params.get("file", "")
        return _said(await worker.ask(f"{_client(request)} layout", "layout", file=name))

    async def pages(request: Request) -> Response:
        key, turn, words = f"{_client(request)} pages", _turn(request), _words(request)
        if "traced" not in request.query_params:
            asking = worker.ask(key, "pages", turn, words=words)
            return _said(await _unless_left(request, asking))
        answer = await _unless_left(request, previews.ask(key, turn, words))
        await watch.add(answer.head.get("reads", ()))
        return _said(answer)

    async def listening(request: Request) -> Response:
        def left() -> None:
            previews.forget(f"{_client(request)} pages")

        return StreamingResponse(_told(events, left), media_type="text/event-stream")

    async def pdf(request: Request) -> Response:
        asking = worker.ask(_fresh_key(), "pdf", words=_words(request))
        answer = await _unless_left(request, asking)
        if "name" not in answer.head:
            return _said(answer)
        named = f"attachment; filename*=utf-8''{quote(answer.head['name'])}"
        headers = {"content-disposition": named}
        return Response(answer.body, media_type="application/pdf", headers=headers)

    async def source(request: Request) -> Response:
        name = request.query_params.get("file", "")
        return _said(await worker.ask(_fresh_key(), "source", file=name))

    def change(job: str, *keys: str, several: tuple[str, ...] = ()) -> Any:
        async def changed(request: Request) -> Response:
            given = await _given(request, keys, several)
            if given is None:
                return PlainTextResponse(NOT_UNDERSTOOD, 400)
            return _said(await worker.ask(_fresh_key(), job, **given))

        return changed

    return [
        Route("/", _page),
        Route("/page/{name}", _page),
        Route("/fonts.css", _font_list),
        Route("/fonts/{face}", _font),
        Route("/api/catalogue", _asking(worker, "catalogue")),
        Route("/api/files", _asking(worker, "files", layout=layout_named)),
        Route("/api/layout", layout),
        Route("/api/pages", pages),
        Route("/api/pdf", pdf),
        Route("/api/seed", _asking(worker, "seed")),
        Route(
            "/api/remember",
            change("remember", "lang", "paper", several=("names",)),
            methods=["POST"],
        ),
        Route("/api/source", source),
        Route(SAVING, change("save", "file", "version", "text"), methods=["POST"]),
        Route("/api/new", change("new_layout", "name"), methods=["POST"]),
        Route("/api/events", listening),
    ]


def play_routes(worker: Worker, events: Events) -> list[Route]:
    """Return the routes of the Play tab; other pages with the same game are told about changes."""

    def look(job: str, key: str = "file") -> Any:
        async def looked(request: Request) -> Response:
            given: dict[str, Any] = {key: request.query_params.get(key, "")}
            return _said(await worker.ask(_fresh_key(), job, **given))

        return looked

    def change(
        job: str, *keys: str, several: tuple[str, ...] = (), free: tuple[str, ...] = ()
    ) -> Any:
        async def changed(request: Request) -> Response:
            given = await _given(request, keys, several, free)
            if given is None:
                return PlainTextResponse(NOT_UNDERSTOOD, 400)
            answer = await worker.ask(_fresh_key(), job, **given)
            if "file" in answer.head:
                events.send(f"game {answer.head['file']}")
            return _said(answer)

        return changed

    return [
        Route("/api/play/records", _asking(worker, "records")),
        Route("/api/play/look", look("look")),
        Route(
            "/api/play/begin",
            change("begin", "game", "names", "variant", free=("answers",)),
            methods=["POST"],
        ),
        Route(
            "/api/play/answer",
            change("take", "file", "version", free=("answer",)),
            methods=["POST"],
        ),
        Route("/api/play/undo", change("take_back", "file", "version"), methods=["POST"]),
        Route("/api/score/sheets", look("score_sheets", "game")),
        Route("/api/score/files", _asking(worker, "scored")),
        Route("/api/score/sheet", look("score_sheet")),
        Route("/api/score/values", look("score_values")),
        Route("/api/score/result", look("score_result")),
        Route(
            "/api/score/begin",
            change("begin_score", "target", "names", "variant", several=("settings",)),
            methods=["POST"],
        ),
        Route(
            "/api/score/write",
            change("score_write", "file", "sheet", "field", "text"),
            methods=["POST"],
        ),
        Route("/api/score/undo", change("score_undo", "file", "version"), methods=["POST"]),
        Route("/api/score/redo", change("score_redo", "file", "version"), methods=["POST"]),
    ]


async def _given(
    request: Request, keys: tuple[str, ...], several: tuple[str, ...], free: tuple[str, ...] = ()
) -> dict[str, Any] | None:
    """Return the values sent under these keys: words, lists of words, any; None if invalid."""
    try:
        body = json.loads(await request.body())
        words = {key: body[key] for key in keys}
        lists = {key: [*body[key]] for key in several}
        values = {key: body[key] for key in free}
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    flat = [*words.values(), *(text for texts in lists.values() for text in texts)]
    known = all(isinstance(text, str) for text in flat)
    return {**words, **lists, **values} if known else None


def _asking(worker: Worker, job: str, **given: Any) -> Callable[[Request], Awaitable[Response]]:
    """Return a route that runs a job and sends its answer."""

    async def ask(_request: Request) -> Response:
        return _said(await worker.ask(_fresh_key(), job, **given))

    return ask


def _fresh_key() -> str:
    """Return a unique key, so that the request is never superseded."""
    return secrets.token_hex(8)


async def _unless_left(request: Request, asking: Coroutine[Any, Any, Answer]) -> Answer:
    """Return the answer; cancel the request if the browser stops waiting for it."""
    answer = asyncio.create_task(asking)
    left = asyncio.create_task(_left(request))
    try:
        await asyncio.wait({answer, left}, return_when=asyncio.FIRST_COMPLETED)
        return answer.result() if answer.done() else SUPERSEDED
    finally:
        answer.cancel()
        left.cancel()


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _told(events: Events, left: Callable[[], None]) -> AsyncIterator[str]:
    """Yield events for a page, and comments that detect a closed connection; then call `left`."""
    yield ": here\n\n"
    heard = events.listen()
    coming = asyncio.ensure_future(anext(heard))
    try:
        while True:
            done, _ = await asyncio.wait({coming}, timeout=HEARTBEAT_S)
            if done:
                yield f"data: {coming.result()}\n\n"
                coming = asyncio.ensure_future(anext(heard))
            else:
                yield ": still here\n\n"
    finally:
        coming.cancel()
        left()


def _said(answer: Answer) -> Response:
    """Return an answer as JSON, unchanged."""
    return Response(answer.body, answer.head["status"], media_type="application/json")


def _client(request: Request) -> str:
    """Return the id of the browser tab, so that tabs don't supersede each other's requests."""
    return request.query_params.get("client", "")[:64]


def _turn(request: Request) -> int:
    """Return the number of a tab's request, because requests may arrive out of order."""
    number = request.query_params.get("turn", "")[:9]
    return int(number) if number.isascii() and number.isdecimal() else 0


def _words(request: Request) -> dict[str, list[str]]:
    given = request.query_params
    return {name: given.getlist(name) for name in given if name not in OWN_KEYS}


async def _page(request: Request) -> Response:
    """Serve a file of the page, if it is in the list."""
    name = request.path_params.get("name", "index.html")
    file = PAGE.get(name)
    if file is None:
        return PlainTextResponse("No such file.\n", 404)
    return FileResponse(file, media_type=KINDS[file.suffix])


async def _font_list(_request: Request) -> Response:
    """Serve CSS with the fonts of the sheets, so that a browser shows them as printed."""
    rules = [
        f"@font-face{{font-family:'{face.family}';font-weight:{face.weight};"
        f"font-style:{'italic' if face.italic else 'normal'};font-display:block;"
        f"src:url('/fonts/{face.id}')}}"
        for face in FACES.values()
    ]
    return Response("\n".join(rules), media_type=KINDS[".css"])


async def _font(request: Request) -> Response:
    """Serve a shipped font."""
    face: Any = FACES.get(request.path_params["face"])
    if face is None:
        return PlainTextResponse("No such font.\n", 404)
    keep = {"cache-control": "private, max-age=86400"}
    return FileResponse(face.path, media_type="font/ttf", headers=keep)
