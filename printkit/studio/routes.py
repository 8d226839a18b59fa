"""Routes: the studio's HTTP interface, and the static files of the page.

A client is a browser tab with the studio's page. Several may show the same game: all of them are
told about its changes.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from starlette.responses import FileResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from printkit.studio.page import PAGE
from printkit.studio.security import SAVE_PATH
from printkit.studio.worker import SUPERSEDED
from printkit.text.faces import FACES

if TYPE_CHECKING:
    from starlette.requests import Request

    from printkit.studio.watch import Events, FileWatcher
    from printkit.studio.worker import Answer, Worker

    Choices = Mapping[str, Sequence[str]]

MEDIA_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
CLIENT_KEYS: Final = ("client", "traced", "turn")
BAD_REQUEST: Final = "Bad request.\n"
HEARTBEAT_S: Final = 15.0
MAX_PREVIEWS: Final = 8  # the latest ones


class Previews:
    """The previews of the Write tab, which are remade as soon as a file changes.

    When a client is told about the change, it repeats its request; by then the answer is in
    progress.
    """

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._requests: dict[str, tuple[int, Choices]] = {}  # the last request of each client
        self._tasks: dict[str, tuple[Choices, asyncio.Task[Answer]]] = {}

    async def ask(self, key: str, turn: int, choices: Choices) -> Answer:
        """Return the requested pages, which may already be in progress."""
        self._requests.pop(key, None)
        self._requests[key] = turn, choices
        while len(self._requests) > MAX_PREVIEWS:
            self.forget(next(iter(self._requests)))
        while (task := self._tasks.pop(key, None)) and task[0] == choices:
            answer = await task[1]
            if answer.head["status"] != SUPERSEDED.head["status"]:
                return answer  # otherwise a file has changed again, and another one was begun
        return await self._worker.ask(key, "pages", turn, choices=choices, traced=True)

    def renew(self) -> None:
        """Start remaking the last request of each client, because a file has changed."""
        for key, (turn, choices) in self._requests.items():
            request = self._worker.ask(key, "pages", turn, choices=choices, traced=True)
            self._tasks[key] = choices, asyncio.create_task(request)

    def forget(self, key: str) -> None:
        """Stop making pages for a client that was closed."""
        self._requests.pop(key, None)
        _, task = self._tasks.pop(key, (None, None))
        if task:
            task.cancel()


def routes(
    layout_named: str, worker: Worker, previews: Previews, watcher: FileWatcher, events: Events
) -> list[Route]:
    """Return the routes of the page and of the tabs Print and Write."""

    async def layout(request: Request) -> Response:
        name = request.query_params.get("file", "")
        return _json_response(await worker.ask(f"{_client(request)} layout", "layout", file=name))

    async def pages(request: Request) -> Response:
        key, turn, choices = f"{_client(request)} pages", _turn(request), _choices(request)
        if "traced" not in request.query_params:
            asking = worker.ask(key, "pages", turn, choices=choices)
            return _json_response(await _unless_disconnected(request, asking))
        answer = await _unless_disconnected(request, previews.ask(key, turn, choices))
        await watcher.add(answer.head.get("reads", ()))
        return _json_response(answer)

    async def listen(request: Request) -> Response:
        def on_close() -> None:
            previews.forget(f"{_client(request)} pages")

        return StreamingResponse(_event_stream(events, on_close), media_type="text/event-stream")

    async def pdf(request: Request) -> Response:
        asking = worker.ask(_unique_key(), "pdf", choices=_choices(request))
        answer = await _unless_disconnected(request, asking)
        if "name" not in answer.head:
            return _json_response(answer)
        named = f"attachment; filename*=utf-8''{quote(answer.head['name'])}"
        headers = {"content-disposition": named}
        return Response(answer.body, media_type="application/pdf", headers=headers)

    get, post = partial(_get, worker), partial(_post, worker, events)
    return [
        Route("/", _page_file),
        Route("/page/{name}", _page_file),
        Route("/fonts.css", _font_list),
        Route("/fonts/{face}", _font),
        get("/api/catalogue", "catalogue"),
        get("/api/files", "files", layout=layout_named),
        Route("/api/layout", layout),
        Route("/api/pages", pages),
        Route("/api/pdf", pdf),
        get("/api/seed", "seed"),
        post("/api/remember", "remember", "lang", "paper", lists=("names",)),
        get("/api/source", "source", "file"),
        post(SAVE_PATH, "save", "file", "version", "text"),
        post("/api/new", "new_layout", "name"),
        Route("/api/events", listen),
    ]


def play_routes(worker: Worker, events: Events) -> list[Route]:
    """Return the routes of the Play tab."""
    get, post = partial(_get, worker), partial(_post, worker, events)
    return [
        get("/api/play/records", "records"),
        get("/api/play/look", "look", "file"),
        post("/api/play/begin", "begin", "game", "names", "variant", others=("answers",)),
        post("/api/play/answer", "take", "file", "version", others=("answer",)),
        post("/api/play/undo", "take_back", "file", "version"),
        get("/api/score/sheets", "score_sheets", "game"),
        get("/api/score/files", "score_files"),
        get("/api/score/sheet", "score_sheet", "file"),
        get("/api/score/values", "score_values", "file"),
        get("/api/score/result", "score_result", "file"),
        post("/api/score/begin", "begin_score", "target", "names", "variant", lists=("settings",)),
        post("/api/score/write", "score_write", "file", "sheet", "field", "text"),
        post("/api/score/undo", "score_undo", "file", "version"),
        post("/api/score/redo", "score_redo", "file", "version"),
    ]


def _get(worker: Worker, path: str, handler: str, *keys: str, **arguments: Any) -> Route:
    """Return a route that calls a handler with these arguments, and others from the query."""

    async def endpoint(request: Request) -> Response:
        asked: dict[str, Any] = {key: request.query_params.get(key, "") for key in keys}
        return _json_response(await worker.ask(_unique_key(), handler, **arguments, **asked))

    return Route(path, endpoint)


def _post(
    worker: Worker,
    events: Events,
    path: str,
    handler: str,
    *keys: str,
    lists: tuple[str, ...] = (),
    others: tuple[str, ...] = (),
) -> Route:
    """Return a route that calls a handler with the values that were sent as JSON.

    These are texts (`keys`), lists of texts, and others, of which the handler checks the type. All
    clients are told if it changes a game.
    """

    async def endpoint(request: Request) -> Response:
        try:
            body = json.loads(await request.body())
            texts = {key: body[key] for key in keys}
            lists_of_texts = {key: [*body[key]] for key in lists}
            arguments: dict[str, Any] = {
                **texts,
                **lists_of_texts,
                **{key: body[key] for key in others},
            }
        except (ValueError, KeyError, TypeError, RecursionError):
            return PlainTextResponse(BAD_REQUEST, 400)
        if not all(
            isinstance(text, str) for text in chain(texts.values(), *lists_of_texts.values())
        ):
            return PlainTextResponse(BAD_REQUEST, 400)
        answer = await worker.ask(_unique_key(), handler, **arguments)
        if "file" in answer.head:
            events.send(f"game {answer.head['file']}")
        return _json_response(answer)

    return Route(path, endpoint, methods=["POST"])


def _unique_key() -> str:
    """Return a unique key, so that the request is never superseded."""
    return secrets.token_hex(8)


async def _unless_disconnected(request: Request, asking: Coroutine[Any, Any, Answer]) -> Answer:
    """Return the answer; cancel the request if the browser stops waiting for it."""
    answer = asyncio.create_task(asking)
    disconnected = asyncio.create_task(_disconnected(request))
    try:
        await asyncio.wait({answer, disconnected}, return_when=asyncio.FIRST_COMPLETED)
        return answer.result() if answer.done() else SUPERSEDED
    finally:
        answer.cancel()
        disconnected.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _event_stream(events: Events, on_close: Callable[[], None]) -> AsyncIterator[str]:
    """Yield events for a client, and comments to detect that it is closed; call `on_close` then."""
    yield ": here\n\n"
    received = events.listen()
    coming = asyncio.ensure_future(anext(received))
    try:
        while True:
            done, _ = await asyncio.wait({coming}, timeout=HEARTBEAT_S)
            if done:
                yield f"data: {coming.result()}\n\n"
                coming = asyncio.ensure_future(anext(received))
            else:
                yield ": still here\n\n"
    finally:
        coming.cancel()
        on_close()


def _json_response(answer: Answer) -> Response:
    """Return an answer as JSON, unchanged."""
    return Response(answer.body, answer.head["status"], media_type="application/json")


def _client(request: Request) -> str:
    """Return the id of the client, so that clients don't supersede each other's requests."""
    return request.query_params.get("client", "")[:64]


def _turn(request: Request) -> int:
    """Return the number of a client's request, because requests may arrive out of order."""
    number = request.query_params.get("turn", "")[:9]
    return int(number) if number.isascii() and number.isdecimal() else 0


def _choices(request: Request) -> dict[str, list[str]]:
    given = request.query_params
    return {name: given.getlist(name) for name in given if name not in CLIENT_KEYS}


async def _page_file(request: Request) -> Response:
    """Serve a file of the page, if it is in the list."""
    name = request.path_params.get("name", "index.html")
    file = PAGE.get(name)
    if file is None:
        return PlainTextResponse("No such file.\n", 404)
    return FileResponse(file, media_type=MEDIA_TYPES[file.suffix])


async def _font_list(_request: Request) -> Response:
    """Serve CSS with the fonts of the sheets, so that a browser shows them as printed."""
    rules = [
        f"@font-face{{font-family:'{face.family}';font-weight:{face.weight};"
        f"font-style:{'italic' if face.italic else 'normal'};font-display:block;"
        f"src:url('/fonts/{face.id}')}}"
        for face in FACES.values()
    ]
    return Response("\n".join(rules), media_type=MEDIA_TYPES[".css"])


async def _font(request: Request) -> Response:
    """Serve a shipped font."""
    face: Any = FACES.get(request.path_params["face"])
    if face is None:
        return PlainTextResponse("No such font.\n", 404)
    keep = {"cache-control": "private, max-age=86400"}
    return FileResponse(face.path, media_type="font/ttf", headers=keep)
