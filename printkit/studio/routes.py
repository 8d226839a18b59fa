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

from starlette.responses import (
    JSONResponse,
    PlainTextResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from printkit.core.errors import escaped
from printkit.studio.language import language_of
from printkit.studio.page import Asset, asset, index
from printkit.studio.security import SAVE_PATH
from printkit.studio.worker import SUPERSEDED

if TYPE_CHECKING:
    from starlette.requests import Request

    from printkit.studio.security import Address, Sessions
    from printkit.studio.watch import Events, FileWatcher
    from printkit.studio.worker import Answer, Worker

    Choices = Mapping[str, Sequence[str]]

HTTP_OK: Final = 200
NO_FILE: Final = "No such file.\n"
CLIENT_KEYS: Final = ("client", "traced", "turn")
MAX_DEPTH: Final = 20  # of what the page sends; its answers need six
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
        self._requests: dict[str, tuple[int, Choices, str]] = {}  # the last request of each client
        self._tasks: dict[str, tuple[tuple[Choices, str], asyncio.Task[Answer]]] = {}

    async def ask(self, key: str, turn: int, choices: Choices, language: str) -> Answer:
        """Return the requested pages, which may already be in progress."""
        self._requests.pop(key, None)
        self._requests[key] = turn, choices, language
        while len(self._requests) > MAX_PREVIEWS:
            self.forget(next(iter(self._requests)))
        while (task := self._tasks.pop(key, None)) and task[0] == (choices, language):
            answer = await task[1]
            if answer.head["status"] != SUPERSEDED.head["status"]:
                return answer  # otherwise a file has changed again, and another one was begun
        return await self._worker.ask(
            key, "pages", turn, language=language, choices=choices, traced=True
        )

    def renew(self) -> None:
        """Start remaking the last request of each client, because a file has changed."""
        for key, (turn, choices, language) in self._requests.items():
            request = self._worker.ask(
                key, "pages", turn, language=language, choices=choices, traced=True
            )
            self._tasks[key] = (choices, language), asyncio.create_task(request)

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
        name, language = request.query_params.get("file", ""), language_of(request)
        asking = worker.ask(f"{_client(request)} layout", "layout", language=language, file=name)
        return _json_response(await _unless_disconnected(request, asking))

    async def pages(request: Request) -> Response:
        key, turn, choices = f"{_client(request)} pages", _turn(request), _choices(request)
        language = language_of(request)
        if "traced" not in request.query_params:
            asking = worker.ask(key, "pages", turn, language=language, choices=choices)
            return _json_response(await _unless_disconnected(request, asking))
        answer = await _unless_disconnected(request, previews.ask(key, turn, choices, language))
        await watcher.add(answer.head.get("reads", ()))
        return _json_response(answer)

    async def thumbnails(request: Request) -> Response:
        targets, language = request.query_params.getlist("target"), language_of(request)
        asking = worker.ask(_unique_key(), "thumbnails", language=language, targets=targets)
        return _kept_response(request, await _unless_disconnected(request, asking))

    async def listen(request: Request) -> Response:
        def on_close() -> None:
            previews.forget(f"{_client(request)} pages")

        return StreamingResponse(_event_stream(events, on_close), media_type="text/event-stream")

    async def pdf(request: Request) -> Response:
        language = language_of(request)
        asking = worker.ask(_unique_key(), "pdf", language=language, choices=_choices(request))
        answer = await _unless_disconnected(request, asking)
        return _file_response(answer, "application/pdf")

    get, post = partial(_get, worker), partial(_post, worker, events)
    return [
        Route("/", _index),
        Route("/page/{digest}/{name}", _asset),
        get("/api/catalogue", "catalogue", is_kept=True),
        Route("/api/thumbnails", thumbnails),
        get("/api/files", "files", layout=layout_named),
        Route("/api/layout", layout),
        Route("/api/pages", pages),
        Route("/api/pdf", pdf),
        get("/api/seed", "seed"),
        get("/api/season", "season"),
        post("/api/remember", "remember", "lang", "paper", lists=("names",)),
        get("/api/source", "source", "file"),
        post(SAVE_PATH, "save", "file", "version", "text"),
        post("/api/new", "new_layout", "name", "kind"),
        Route("/api/events", listen),
    ]


def joining_routes(worker: Worker, address: Address, sessions: Sessions) -> list[Route]:
    """Return the routes that invite another device, and withdraw the invitation."""

    async def invite(request: Request) -> Response:
        file = (await _body(request)).get("file")
        if not isinstance(file, str) or escaped(file) != file:
            return PlainTextResponse(BAD_REQUEST, 400)
        link = address.url(sessions.invite(), file)
        asking = worker.ask(_unique_key(), "link_code", language=language_of(request), link=link)
        return _json_response(await asking)

    async def withdraw(_request: Request) -> Response:
        sessions.withdraw()
        return JSONResponse({})

    return [
        Route("/api/invite", invite, methods=["POST"]),
        Route("/api/withdraw", withdraw, methods=["POST"]),
    ]


def play_routes(worker: Worker, events: Events) -> list[Route]:
    """Return the routes of the Play tab."""

    async def download(request: Request) -> Response:
        file, language = request.query_params.get("file", ""), language_of(request)
        asking = worker.ask(_unique_key(), "download", language=language, file=file)
        answer = await _unless_disconnected(request, asking)
        return _file_response(answer, "application/octet-stream")

    get, post = partial(_get, worker), partial(_post, worker, events)
    return [
        get("/api/play/records", "records"),
        get("/api/play/look", "look", "file"),
        Route("/api/play/download", download),
        post("/api/play/delete", "delete", "file"),
        post("/api/play/begin", "begin", "game", "names", "variant", others=("answers",)),
        post("/api/play/answer", "take", "file", "version", others=("answer",)),
        post("/api/play/undo", "take_back", "file", "version"),
        get("/api/score/sheets", "score_sheets", "game"),
        get("/api/score/files", "score_files"),
        get("/api/score/sheet", "score_sheet", "file"),
        get("/api/score/values", "score_values", "file"),
        get("/api/score/result", "score_result", "file"),
        post("/api/score/begin", "begin_score", "target", "names", "variant", lists=("settings",)),
        post(
            "/api/score/write",
            "score_write",
            "file",
            "sheet",
            "field",
            "text",
            optional=("before",),
        ),
        post("/api/score/undo", "score_undo", "file", "version"),
        post("/api/score/redo", "score_redo", "file", "version"),
    ]


def _get(
    worker: Worker, path: str, handler: str, *keys: str, is_kept: bool = False, **arguments: Any
) -> Route:
    """Return a route that calls a handler with these arguments, and others from the query.

    A browser may keep the answer until there's another one, if `is_kept`.
    """

    async def endpoint(request: Request) -> Response:
        asked: dict[str, Any] = {key: request.query_params.get(key, "") for key in keys}
        asking = worker.ask(
            _unique_key(), handler, language=language_of(request), **arguments, **asked
        )
        answer = await _unless_disconnected(request, asking)
        return _kept_response(request, answer) if is_kept else _json_response(answer)

    return Route(path, endpoint)


def _post(
    worker: Worker,
    events: Events,
    path: str,
    handler: str,
    *keys: str,
    lists: tuple[str, ...] = (),
    others: tuple[str, ...] = (),
    optional: tuple[str, ...] = (),
) -> Route:
    """Return a route that calls a handler with the values that were sent as JSON.

    These are texts (`keys`, and `optional` ones), lists of texts, and others, of which the handler
    checks the type. All clients are told if it changes a game.
    """

    async def endpoint(request: Request) -> Response:
        try:
            body = json.loads(await request.body())
            if _depth(body) > MAX_DEPTH:
                raise ValueError("nested too deeply")
            if path != SAVE_PATH:  # the editor's own error names the character
                json.dumps(body, ensure_ascii=False).encode()
            texts = {key: body[key] for key in (*keys, *(key for key in optional if key in body))}
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
        language = language_of(request)
        answer = await worker.ask(_unique_key(), handler, language=language, **arguments)
        if "file" in answer.head:
            events.send(f"game {answer.head['file']}")
        return _json_response(answer)

    return Route(path, endpoint, methods=["POST"])


async def _body(request: Request) -> dict[str, Any]:
    """Return what was sent as JSON; empty if it can't be read."""
    try:
        body = json.loads(await request.body())
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def _depth(value: object) -> int:
    """Return how many levels deep lists and objects are nested."""
    depth, level = 0, [value]
    while level:
        depth += 1
        inner = ([*each.values()] if isinstance(each, dict) else each for each in level)
        level = [one for each in inner if isinstance(each, list) for one in each]
    return depth


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
    received = events.listen()
    coming = asyncio.ensure_future(anext(received))
    try:
        yield ": here\n\n"
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


def _file_response(answer: Answer, media_type: str) -> Response:
    """Return a file to download, or an answer without one as JSON."""
    if "name" not in answer.head:
        return _json_response(answer)
    named = f"attachment; filename*=utf-8''{quote(answer.head['name'])}"
    return Response(answer.body, media_type=media_type, headers={"content-disposition": named})


def _kept_response(request: Request, answer: Answer) -> Response:
    """Return an answer as JSON that a browser keeps until there's another one."""
    if answer.head["status"] != HTTP_OK:
        return _json_response(answer)
    return _fresh(request, Asset(answer.body, "application/json"))


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


async def _index(request: Request) -> Response:
    """Serve the page, unless the browser has it."""
    return _fresh(request, index())


async def _asset(request: Request) -> Response:
    """Serve a piece of the page, which the browser may keep: its address has its digest."""
    try:
        found = asset(request.path_params["name"])
    except KeyError:
        return PlainTextResponse(NO_FILE, 404)
    if found.etag != request.path_params["digest"]:
        return PlainTextResponse(NO_FILE, 404)
    return _pack(request, found, {"cache-control": "private, max-age=31536000, immutable"})


def _fresh(request: Request, found: Asset) -> Response:
    """Serve something that may change, or say that the browser has the newest."""
    headers = {"etag": f'"{found.etag}"', "cache-control": "private, no-cache"}
    if found.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return _pack(request, found, headers)


def _pack(request: Request, found: Asset, headers: dict[str, str]) -> Response:
    if found.packed and "gzip" in request.headers.get("accept-encoding", ""):
        packed = {**headers, "content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(found.packed, media_type=found.media_type, headers=packed)
    return Response(found.data, media_type=found.media_type, headers=headers)
