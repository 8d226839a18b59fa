"""Access control: who may connect to the studio, and what its page may load.

Every request must have a valid Host header, must not come from a page of another origin, and must
have the cookie of a session. The token in the address opens one session, once; the session's cookie
is a separate secret, valid for a month. A connection without such a request is closed.

There is one token at a time: that of the first address, and later those of invitations, which
expire and can be withdrawn.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from hmac import compare_digest
from hmac import digest as sign
from html import escape
from math import inf
from time import monotonic, time
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlencode

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY: Final = 64_000
MAX_SAVED: Final = 2_000_000  # of a layout that is saved
SAVE_PATH: Final = "/api/save"
SESSION_S: Final = 30 * 24 * 3600
INVITATION_S: Final = 600
HEADER_S: Final = 10.0  # timeout for a connection's first accepted request
MAX_WAITING: Final = 100  # connections without an accepted request, from all machines
MAX_WAITING_EACH: Final = 32  # connections without an accepted request, from one machine
HTTP_PORT: Final = 80  # browsers omit it in the Host header
OWN_SITES: Final = ("same-origin", "none")
HEADERS: Final = {
    "content-security-policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "font-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class Address(NamedTuple):
    """The address of a studio."""

    host: str  # in the URL for the browser
    port: int
    names: frozenset[str]  # host names allowed in requests
    tab: str = ""  # the tab to open, if not the first

    def url(self, token: str, file: str = "") -> str:
        """Return the URL with a token: of a game that is played, or else of the first tab."""
        tab = "play" if file else self.tab
        asked = {"tab": tab, "file": file, "token": token}
        return f"http://{self.host}:{self.port}/?{urlencode({k: v for k, v in asked.items() if v})}"

    @property
    def hosts(self) -> frozenset[str]:
        """The allowed values of the Host header."""
        hosts = frozenset(f"{name}:{self.port}" for name in self.names)
        return hosts | self.names if self.port == HTTP_PORT else hosts

    @property
    def cookie(self) -> str:
        """The name of the cookie, with the port, because browsers share cookies between ports."""
        return f"printkit-{self.port}"


class Sessions:
    """The token that opens the next session, and the key that signs the secrets of sessions.

    With the same key, sessions stay valid after a restart.
    """

    def __init__(self, key: bytes, clock: Callable[[], float] = monotonic) -> None:
        self._key, self._clock = key, clock
        self.token = secrets.token_urlsafe(24)  # empty if there is none
        self._until = inf  # when it expires

    def invite(self) -> str:
        """Return a new token, which expires; the one before it is no longer valid."""
        self.token, self._until = secrets.token_urlsafe(24), self._clock() + INVITATION_S
        return self.token

    def withdraw(self) -> None:
        """Make the token invalid."""
        self.token = ""

    def open(self, token: str) -> str | None:
        """Open a session; return its secret, or None if the token isn't valid, or no longer."""
        is_known = compare_digest(token.encode(), self.token.encode())
        if not self.token or not is_known or self._clock() > self._until:
            return None
        self.withdraw()
        return self._with_signature(f"{int(time()) + SESSION_S}.{secrets.token_urlsafe(24)}")

    def is_valid(self, secret: str) -> bool:
        """Return whether this is the secret of a session that is still valid."""
        session, _, _ = secret.rpartition(".")
        if not compare_digest(secret.encode(), self._with_signature(session).encode()):
            return False
        return int(session.partition(".")[0]) > time()

    def _with_signature(self, session: str) -> str:
        return f"{session}.{sign(self._key, session.encode(), 'sha256').hex()}"


class Guard:
    """Middleware that rejects a request, or passes it on to the studio.

    `on_token_used` is called when a token has been used, and `closed_page` makes the page for
    someone who isn't let in, by whether there was a token.
    """

    def __init__(
        self,
        app: ASGIApp,
        address: Address,
        sessions: Sessions,
        connections: Connections,
        on_token_used: Callable[[], None],
        closed_page: Callable[[Request, bool], Response],
    ) -> None:
        self._app, self._address, self._sessions = app, address, sessions
        self._connections, self._on_token_used = connections, on_token_used
        self._closed_page = closed_page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request; every response has the security headers."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if scope["type"] != "http":
            return
        answer = self._refusal(Request(scope)) or self._authenticate(Request(scope))
        if answer is None:
            self._connections.release(scope["client"])
        await (answer or self._app)(scope, receive, send_with_headers)

    def _refusal(self, request: Request) -> Response | None:
        """Return the response to a request that is rejected; None if it isn't."""
        headers = request.headers
        if headers.get("host", "") not in self._address.hosts:
            return _refuse(421, "Wrong host name.")
        origin = headers.get("origin")
        own = f"http://{headers['host']}"
        is_own = headers.get("sec-fetch-site", "none") in OWN_SITES or _has_token(request)
        if origin not in (None, own) or not is_own:
            return _refuse(403, "Requests from other pages aren't allowed.")
        if request.method not in ("GET", "HEAD") and origin is None:
            return _refuse(403, "Only the studio's own page may change anything.")
        length = headers.get("content-length", "0")
        most = MAX_SAVED if request.url.path == SAVE_PATH else MAX_BODY
        if "transfer-encoding" in headers or not length.isdecimal() or int(length) > most:
            return _refuse(413, "The request is too large.")
        return None

    def _authenticate(self, request: Request) -> Response | None:
        """Open a session for the token in the address; None if there already is one."""
        token = request.query_params.get("token")
        is_inside = self._sessions.is_valid(request.cookies.get(self._address.cookie, ""))
        if request.url.path == "/" and request.method == "GET" and token is not None:
            secret = self._sessions.open(token)
            if secret:
                self._on_token_used()
            elif not is_inside:
                return self._closed_page(request, True)
            return self._lead_in(request, secret)
        return None if is_inside else self._closed_page(request, False)

    def _lead_in(self, request: Request, secret: str | None) -> Response:
        """Lead to the studio, with the cookie of a new session if there is one.

        An HTTP redirect would count as a request from the page where the address was opened, and a
        browser doesn't send a strict cookie then; so a page of our own redirects.
        """
        rest = [(key, value) for key, value in request.query_params.multi_items() if key != "token"]
        place = escape(f"/?{urlencode(rest)}" if rest else "/")
        answer = HTMLResponse(
            f'<!doctype html><meta http-equiv="refresh" content="0; url={place}">'
            f'<a href="{place}">printkit</a>'
        )
        if secret:
            answer.set_cookie(
                self._address.cookie, secret, SESSION_S, httponly=True, samesite="strict", path="/"
            )
        return answer


def _has_token(request: Request) -> bool:
    """Return whether a browser was sent here with a token, by the file that opens the studio."""
    mode = request.headers.get("sec-fetch-mode", "navigate")
    return mode == "navigate" and request.url.path == "/" and "token" in request.query_params


def _refuse(status: int, sentence: str) -> Response:
    return PlainTextResponse(f"{sentence}\n", status, {"connection": "close"})


class Connections:
    """Connections without an accepted request yet: limited in number and time."""

    def __init__(self) -> None:
        self._pending: dict[Any, tuple[asyncio.Transport, asyncio.TimerHandle]] = {}

    def add(self, transport: asyncio.Transport) -> None:
        """Start the timeout of a new connection; if there are too many, close the oldest."""
        client = transport.get_extra_info("peername")
        if client is None:  # already disconnected
            transport.abort()
            return
        same = [other for other in self._pending if other[0] == client[0]]
        if len(same) >= MAX_WAITING_EACH:
            self._abort(same[0])
        elif len(self._pending) >= MAX_WAITING:
            self._abort(next(iter(self._pending)))
        timer = asyncio.get_running_loop().call_later(HEADER_S, self._abort, client)
        self._pending[client] = transport, timer

    def release(self, client: object) -> None:
        """Stop the timeout: a request was accepted, or the connection is closed."""
        _, timer = self._pending.pop(_key(client), (None, None))
        if timer:
            timer.cancel()

    def _abort(self, client: object) -> None:
        transport, _ = self._pending[_key(client)]
        self.release(client)
        transport.abort()


def _key(client: object) -> object:
    return tuple(client) if isinstance(client, list) else client


def limited_protocol(connections: Connections) -> type[H11Protocol]:
    """Return the HTTP protocol of uvicorn, with timeouts for connections."""

    class LimitedProtocol(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            connections.add(transport)

        def connection_lost(self, exc: Exception | None) -> None:
            connections.release(self.client)
            super().connection_lost(exc)

    return LimitedProtocol
