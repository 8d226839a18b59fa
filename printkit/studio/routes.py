"""Routes: what the page can ask the studio, and the files of the page itself."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from starlette.responses import FileResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from printkit.faces import FACES
from printkit.studio.page import PAGE

if TYPE_CHECKING:
    from starlette.requests import Request

    from printkit.studio.ahead import Ahead
    from printkit.studio.desk import Answer, Desk
    from printkit.studio.watching import Bell, Watch

KINDS: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
OWN_KEYS: Final = ("client", "traced", "turn")
HEARTBEAT_S: Final = 15.0


def routes(layout_named: str, desk: Desk, ahead: Ahead, watch: Watch, bell: Bell) -> list[Route]:
    """Everything that can be asked; whatever is worked out is worked out at a desk."""

    async def layout(request: Request) -> Response:
        name = request.query_params.get("file", "")
        return said(await desk.ask(f"{_client(request)} layout", "layout", file=name))

    async def pages(request: Request) -> Response:
        key, turn, words = f"{_client(request)} pages", _turn(request), _words(request)
        if "traced" not in request.query_params:
            return said(await desk.ask(key, "pages", turn, words=words))
        answer = await ahead.ask(key, turn, words)
        watch.look_at(answer.head.get("reads", ()))
        return said(answer)

    async def events(_request: Request) -> Response:
        return StreamingResponse(_told(bell), media_type="text/event-stream")

    async def pdf(request: Request) -> Response:
        answer = await desk.ask(fresh_key(), "pdf", words=_words(request))
        if "name" not in answer.head:
            return said(answer)
        named = f"attachment; filename*=utf-8''{quote(answer.head['name'])}"
        headers = {"content-disposition": named}
        return Response(answer.body, media_type="application/pdf", headers=headers)

    return [
        Route("/", page),
        Route("/page/{name}", page),
        Route("/fonts.css", font_list),
        Route("/fonts/{face}", font),
        Route("/api/catalogue", asking(desk, "catalogue")),
        Route("/api/files", asking(desk, "files", layout=layout_named)),
        Route("/api/layout", layout),
        Route("/api/pages", pages),
        Route("/api/pdf", pdf),
        Route("/api/seed", asking(desk, "seed")),
        Route("/api/events", events),
    ]


def asking(desk: Desk, job: str, **given: Any) -> Callable[[Request], Awaitable[Response]]:
    """A route that has a job done and sends its answer."""

    async def ask(_request: Request) -> Response:
        return said(await desk.ask(fresh_key(), job, **given))

    return ask


def fresh_key() -> str:
    """A key that nobody else has: the question is always answered."""
    return secrets.token_hex(8)


async def _told(bell: Bell) -> AsyncIterator[str]:
    """News as server-sent events; a comment now and then finds out who has left."""
    yield ": here\n\n"
    heard = bell.heard()
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


def said(answer: Answer) -> Response:
    """An answer as JSON, just as it came."""
    return Response(answer.body, answer.head["status"], media_type="application/json")


def _client(request: Request) -> str:
    """Which tab asks: tabs do not take each other's place."""
    return request.query_params.get("client", "")[:64]


def _turn(request: Request) -> int:
    """The number of a tab's question: a later one may come in before it."""
    number = request.query_params.get("turn", "")[:9]
    return int(number) if number.isascii() and number.isdecimal() else 0


def _words(request: Request) -> dict[str, list[str]]:
    given = request.query_params
    return {name: given.getlist(name) for name in given if name not in OWN_KEYS}


async def page(request: Request) -> Response:
    """A file of the page; there are few, and only these."""
    name = request.path_params.get("name", "index.html")
    file = PAGE.get(name)
    if file is None:
        return PlainTextResponse("There is no such file.\n", 404)
    return FileResponse(file, media_type=KINDS[file.suffix])


async def font_list(_request: Request) -> Response:
    """The fonts of the sheets, so that a browser sets them as they are printed."""
    rules = [
        f"@font-face{{font-family:'{face.family}';font-weight:{face.weight};"
        f"font-style:{'italic' if face.italic else 'normal'};font-display:block;"
        f"src:url('/fonts/{face.id}')}}"
        for face in FACES.values()
    ]
    return Response("\n".join(rules), media_type=KINDS[".css"])


async def font(request: Request) -> Response:
    """A font that ships."""
    face: Any = FACES.get(request.path_params["face"])
    if face is None:
        return PlainTextResponse("There is no such font.\n", 404)
    keep = {"cache-control": "private, max-age=86400"}
    return FileResponse(face.path, media_type="font/ttf", headers=keep)
