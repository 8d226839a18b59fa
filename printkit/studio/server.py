"""The server: puts the studio together and runs it until Ctrl-C."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware

from printkit.studio.address import listen
from printkit.studio.ahead import Ahead
from printkit.studio.desk import Desk
from printkit.studio.guard import Guard
from printkit.studio.routes import play_routes, routes
from printkit.studio.watching import Bell, Watch
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from types import FrameType

    from printkit.studio.address import Address


class Studio(NamedTuple):
    """What a studio is opened for."""

    folder: Path  # the only folder it reads from and writes to
    layout: str = ""  # the file that somebody is writing, if one was named
    port: int = 0  # where it listens; 0 for a free port
    lan: bool = False  # whether the home network sees it


def run(studio: Studio, opened: Callable[[Address], None]) -> None:
    """Runs until it is interrupted; `opened` is told the address before anything is served."""
    listening, address = listen(studio.port, lan=studio.lan)
    with listening:
        config = uvicorn.Config(
            _app(studio, address), log_level="critical", access_log=False, lifespan="on",
            server_header=False, ws="none",
        )  # fmt: skip
        opened(address._replace(tab="write") if studio.layout else address)
        _Server(config).run(sockets=[listening])


class _Server(uvicorn.Server):
    """A server that does not wait for anybody when it is told to end."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ctrl-C: pages that still listen are left at once."""
        self.force_exit = True
        super().handle_exit(sig, frame)


def _app(studio: Studio, address: Address) -> Starlette:
    sheets_desk, play_desk, bell = Desk(studio.folder), Desk(studio.folder), Bell()

    ahead = Ahead(sheets_desk)

    def changed() -> None:
        ahead.begin()
        bell.ring("changed")

    watch = Watch(changed)

    @asynccontextmanager
    async def open_(_app: Starlette) -> AsyncIterator[None]:
        working = [asyncio.create_task(one.work()) for one in (sheets_desk, play_desk)]
        try:
            yield
        finally:
            for task in working:
                task.cancel()
            watch.close()
            sheets_desk.close()
            play_desk.close()

    guard = Middleware(Guard, address=address)
    found = [*routes(studio.layout, sheets_desk, ahead, watch, bell), *play_routes(play_desk, bell)]
    return Starlette(routes=found, middleware=[guard], lifespan=open_)
