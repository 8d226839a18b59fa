"""The server: assembles the studio and runs it until Ctrl-C."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from printkit.core.errors import UsageError
from printkit.studio.closed import closed_page
from printkit.studio.routes import Previews, joining_routes, play_routes, routes
from printkit.studio.security import Address, Connections, Guard, Sessions, limited_protocol
from printkit.studio.settings import session_key
from printkit.studio.watch import Events, FileWatcher
from printkit.studio.worker import Worker

if TYPE_CHECKING:
    from types import FrameType

    from starlette.routing import Route

HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
PACKING = 4  # most of what gzip can do, in a third of its time
LAN_PORT = 7746
"""The usual port with `--lan`: a tablet finds the studio again after a restart."""


class Studio(NamedTuple):
    """The startup options of a studio."""

    folder: Path  # the only folder whose files it reads and writes
    layout: str = ""  # the layout to edit, if one was given
    port: int = 0  # 0 for the usual or a free port
    lan: bool = False  # whether it is available on the home network


def run(studio: Studio, show: Callable[[str, Callable[[], str]], None]) -> None:
    """Run until interrupted.

    `show` gets the URL for the first browser, and a function that returns one for another: an
    invitation, which expires.
    """
    listening, address = listen(studio.port, lan=studio.lan)
    if studio.layout:
        address = address._replace(tab="write")
    sessions, connections, events = Sessions(session_key(address.port)), Connections(), Events()

    def invite() -> str:
        return address.url(sessions.invite())

    guard = Middleware(
        Guard,
        address=address,
        sessions=sessions,
        connections=connections,
        on_token_used=lambda: events.send("joined"),
        closed_page=closed_page,
    )
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # it logs every lost connection
    with (
        listening,
        closing(Worker(studio.folder)) as sheets,
        closing(Worker(studio.folder)) as play,
    ):
        app = _app(studio, sheets, play, events, guard, joining_routes(sheets, address, sessions))
        config = uvicorn.Config(
            app, log_level="critical", access_log=False, lifespan="off",
            server_header=False, ws="none", http=limited_protocol(connections),
        )  # fmt: skip
        show(address.url(sessions.token), invite)
        _Server(config).run(sockets=[listening])


class _Server(uvicorn.Server):
    """A server that shuts down without waiting for open connections."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handle Ctrl-C: close the connections of listening clients at once."""
        self.force_exit = True
        super().handle_exit(sig, frame)


def _app(
    studio: Studio,
    sheets: Worker,
    play: Worker,
    events: Events,
    guard: Middleware,
    joining: Sequence[Route],
) -> Starlette:
    previews = Previews(sheets)
    packing = Middleware(GZipMiddleware, compresslevel=PACKING)

    def on_change() -> None:
        previews.renew()
        events.send("changed")

    watcher = FileWatcher(on_change)
    print_routes = routes(studio.layout, sheets, previews, watcher, events)
    return Starlette(
        routes=[*print_routes, *play_routes(play, events), *joining], middleware=[guard, packing]
    )


def listen(port: int, *, lan: bool) -> tuple[socket.socket, Address]:
    """Return a listening socket, on the usual or a free port unless one is given, and its address.

    Without `lan`, a free one is best: on one machine, browsers share cookies between ports.
    """
    if lan and not port:
        with suppress(UsageError):
            return listen(LAN_PORT, lan=lan)
    # asyncio disables Nagle's algorithm only if the socket says that its protocol is TCP.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((EVERYWHERE if lan else HERE, port))
        listening.listen()
    except OSError as error:
        listening.close()
        reason = error.strerror or str(error)
        hint = "another program may use it; leave --port out for a free one"
        raise UsageError(f"port {port} cannot be used: {reason}", hint=hint) from None
    host = home_address() if lan else HERE
    names = frozenset((HERE, "localhost", host))
    return listening, Address(host, listening.getsockname()[1], names)


def home_address() -> str:
    """Return the address of this machine in the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation
            return str(probe.getsockname()[0])
        except OSError:
            return HERE
