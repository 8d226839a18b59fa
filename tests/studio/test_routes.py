"""The studio's HTTP interface, with a worker that never answers."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

import pytest
from starlette.requests import Request

from printkit.studio.routes import Previews, play_routes, routes
from printkit.studio.watch import Events, FileWatcher
from tests.studio.loops import run

if TYPE_CHECKING:
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
