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
from printkit.studio.security import SAVE_PATH
from printkit.studio.worker import SUPERSEDED
from printkit.text.faces import FACES

if TYPE_CHECKING:
    from starlette.requests import Request

    from printkit.studio.watch import Events, Watch
    from printkit.studio.worker import Answer, Worker

    Choices = Mapping[str, Sequence[str]]

MEDIA_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
PAGE_KEYS: Final = ("client", "traced", "turn")
BAD_REQUEST: Final = "Bad request.\n"
HEARTBEAT_S: Final = 15.0
MAX_PREVIEWS: Final = 8  # the latest ones


class Previews:
    """The previews of the Write tab, which are remade as soon as a file changes.

    When a page hears of the change, it repeats its request; by then the answer is in progress.
    """

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._requests: dict[str, tuple[int, Choices]] = {}  # the last request of each page
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
        """Start remaking the last request of each page, because a file has changed."""
        for key, (turn, choices) in self._requests.items():
            request = self._worker.ask(key, "pages", turn, choices=choices, traced=True)
            self._tasks[key] = choices, asyncio.create_task(request)

    def forget(self, key: str) -> None:
        """Stop making pages for a browser tab that was closed."""
        self._requests.pop(key, None)
        _, task = self._tasks.pop(key, (None, None))
        if task:
            task.cancel()


def routes(
    layout_named: str, worker: Worker, previews: Previews, watch: Watch, events: Events
) -> list[Route]:
    """Return the routes of the page and of the tabs Print and Write; the worker runs the jobs."""

    async def layout(request: Request) -> Response:
        name = request.query_params.get("file", "")
        return _json_response(await worker.ask(f"{_client(request)} layout", "layout", file=name))

    async def pages(request: Request) -> Response:
        key, turn, choices = f"{_client(request)} pages", _turn(request), _choices(request)
        if "traced" not in request.query_params:
            asking = worker.ask(key, "pages", turn, choices=choices)
            return _json_response(await _unless_disconnected(request, asking))
        answer = await _unless_disconnected(request, previews.ask(key, turn, choices))
        await watch.add(answer.head.get("reads", ()))
        return _json_response(answer)

    async def listening(request: Request) -> Response:
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

    async def source(request: Request) -> Response:
        name = request.query_params.get("file", "")
        return _json_response(await worker.ask(_unique_key(), "source", file=name))

    def change(job: str, *keys: str, several: tuple[str, ...] = ()) -> Any:
        async def changed(request: Request) -> Response:
            given = await _read_body(request, keys, several)
            if given is None:
                return PlainTextResponse(BAD_REQUEST, 400)
            return _json_response(await worker.ask(_unique_key(), job, **given))

        return changed

    return [
        Route("/", _page),
        Route("/page/{name}", _page),
        Route("/fonts.css", _font_list),
        Route("/fonts/{face}", _font),
        Route("/api/catalogue", _job_route(worker, "catalogue")),
        Route("/api/files", _job_route(worker, "files", layout=layout_named)),
        Route("/api/layout", layout),
        Route("/api/pages", pages),
        Route("/api/pdf", pdf),
        Route("/api/seed", _job_route(worker, "seed")),
        Route(
            "/api/remember",
            change("remember", "lang", "paper", several=("names",)),
            methods=["POST"],
        ),
        Route("/api/source", source),
        Route(SAVE_PATH, change("save", "file", "version", "text"), methods=["POST"]),
        Route("/api/new", change("new_layout", "name"), methods=["POST"]),
        Route("/api/events", listening),
    ]


def play_routes(worker: Worker, events: Events) -> list[Route]:
    """Return the routes of the Play tab; other pages with the same game are told about changes."""

    def look(job: str, key: str = "file") -> Any:
        async def looked(request: Request) -> Response:
            given: dict[str, Any] = {key: request.query_params.get(key, "")}
            return _json_response(await worker.ask(_unique_key(), job, **given))

        return looked

    def change(
        job: str, *keys: str, several: tuple[str, ...] = (), free: tuple[str, ...] = ()
    ) -> Any:
        async def changed(request: Request) -> Response:
            given = await _read_body(request, keys, several, free)
            if given is None:
                return PlainTextResponse(BAD_REQUEST, 400)
            answer = await worker.ask(_unique_key(), job, **given)
            if "file" in answer.head:
                events.send(f"game {answer.head['file']}")
            return _json_response(answer)

        return changed

    return [
        Route("/api/play/records", _job_route(worker, "records")),
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
        Route("/api/score/files", _job_route(worker, "scored")),
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


async def _read_body(
    request: Request, keys: tuple[str, ...], several: tuple[str, ...], free: tuple[str, ...] = ()
) -> dict[str, Any] | None:
    """Return the values sent: texts, lists of texts (`several`), any (`free`); None if invalid."""
    try:
        body = json.loads(await request.body())
        strings = {key: body[key] for key in keys}
        lists = {key: [*body[key]] for key in several}
        values = {key: body[key] for key in free}
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    flat = [*strings.values(), *(text for texts in lists.values() for text in texts)]
    known = all(isinstance(text, str) for text in flat)
    return {**strings, **lists, **values} if known else None


def _job_route(worker: Worker, job: str, **given: Any) -> Callable[[Request], Awaitable[Response]]:
    """Return a route that runs a job and sends its answer."""

    async def ask(_request: Request) -> Response:
        return _json_response(await worker.ask(_unique_key(), job, **given))

    return ask


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
    """Yield events for a page, and comments to detect that it is closed; then call `on_close`."""
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
    """Return the id of the browser tab, so that tabs don't supersede each other's requests."""
    return request.query_params.get("client", "")[:64]


def _turn(request: Request) -> int:
    """Return the number of a tab's request, because requests may arrive out of order."""
    number = request.query_params.get("turn", "")[:9]
    return int(number) if number.isascii() and number.isdecimal() else 0


def _choices(request: Request) -> dict[str, list[str]]:
    given = request.query_params
    return {name: given.getlist(name) for name in given if name not in PAGE_KEYS}


async def _page(request: Request) -> Response:
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
