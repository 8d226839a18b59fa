"""The studio's HTTP interface, with a worker that never answers."""

from __future__ import annotations

import asyncio
import gc
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakSet

import pytest
from starlette.requests import Request

from printkit.studio.routes import MAX_PREVIEWS, Previews, play_routes, routes
from printkit.studio.watch import Events, FileWatcher
from printkit.studio.worker import Answer
from tests.studio.loops import run

if TYPE_CHECKING:
    from starlette.responses import StreamingResponse
    from starlette.routing import Route

    from printkit.studio.worker import Worker


class Silent:
    """A worker that never answers, and knows which calls were cancelled."""

    def __init__(self) -> None:
        self.cancelled: list[str] = []

    async def ask(self, _key: str, handler: str, *_: Any, **__: Any) -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled.append(handler)
            raise


SILENT = Silent()
_worker, _events = cast("Worker", SILENT), Events()
READING: list[Route] = [
    route
    for route in (
        *routes("", _worker, Previews(_worker), FileWatcher(lambda: None), _events),
        *play_routes(_worker, _events),
    )
    if route.methods == {"GET", "HEAD"} and route.path.startswith("/api/")
    if route.path != "/api/events"
]


@pytest.mark.parametrize("route", READING, ids=lambda route: route.path)
@pytest.mark.parametrize("query", ["", "traced=1"])
def test_what_nobody_waits_for_is_cancelled(route: Route, query: str) -> None:
    """A page that is reloaded again and again would otherwise keep its worker busy for long."""

    async def disconnect() -> dict[str, str]:
        return {"type": "http.disconnect"}

    scope = {"type": "http", "method": "GET", "headers": [], "query_string": query.encode()}

    async def leave() -> None:
        async with asyncio.timeout(60):
            await route.endpoint(Request(scope, disconnect))
            await asyncio.sleep(0)

    SILENT.cancelled.clear()
    run(leave())
    assert len(SILENT.cancelled) == 1


TABS = 60


class Head(dict[str, Any]):
    """The head of an answer, of which it is known whether it is still in memory."""

    __hash__ = object.__hash__  # type: ignore[assignment]


class Quick:
    """A worker that answers at once, and knows which answers are still kept."""

    def __init__(self) -> None:
        self.answers: WeakSet[Head] = WeakSet()

    async def ask(self, *_: Any, **__: Any) -> Answer:
        head = Head(status=200)
        self.answers.add(head)
        return Answer(head, b"pages")


@pytest.mark.parametrize("is_closed", [True, False])
def test_closed_tabs_leave_no_pages_in_memory(is_closed: bool) -> None:
    """Each tab shows pages, which are made again when a file is saved; then it is closed."""
    worker, events = Quick(), Events()
    previews = Previews(cast("Worker", worker))
    listen, pages = (
        next(route.endpoint for route in _routes_of(worker, previews, events) if route.path == path)
        for path in ("/api/events", "/api/pages")
    )

    async def wait() -> dict[str, str]:
        await asyncio.Event().wait()
        raise AssertionError

    async def open_tab(number: int) -> None:
        scope = {
            "type": "http",
            "method": "GET",
            "headers": [],
            "query_string": f"client={number}&traced=1&turn=1".encode(),
        }
        stream: StreamingResponse = await listen(Request(scope, wait))
        told = aiter(stream.body_iterator)
        await anext(told)
        await pages(Request(scope, wait))
        previews.renew()
        await asyncio.sleep(0)
        if is_closed:
            await told.aclose()  # type: ignore[attr-defined]

    kept: list[int] = []

    async def open_tabs() -> None:
        async with asyncio.timeout(60):
            for number in range(TABS):
                await open_tab(number)
            await asyncio.sleep(0)
        gc.collect()
        kept.append(len(worker.answers))

    run(open_tabs())
    assert kept == [0] if is_closed else kept[0] <= MAX_PREVIEWS


def _routes_of(worker: Quick, previews: Previews, events: Events) -> list[Route]:
    watcher = FileWatcher(lambda: None)
    return routes("", cast("Worker", worker), previews, watcher, events)
