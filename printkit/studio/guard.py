"""The guard: lets in whoever has the token and nobody else, and says what a page may load.

Every request has to call this machine by a name of the studio, may not come from a page of another
origin, and has to bring the token: in the address once, from then on in a cookie.
"""

from __future__ import annotations

from hmac import compare_digest
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from printkit.studio.address import Address

MAX_BODY: Final = 64_000
OWN: Final = ("same-origin", "none")
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


class Guard:
    """Stands before the studio: refuses a request, or passes it on."""

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self._app, self._address = app, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; whatever is answered carries the headers that keep the page safe."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if scope["type"] != "http":
            return
        answer = self._refusal(Request(scope)) or self._welcome(Request(scope))
        await (answer or self._app)(scope, receive, guarded)

    def _refusal(self, request: Request) -> Response | None:
        """Why a request is not let in; None where it is."""
        headers = request.headers
        if headers.get("host", "") not in self._address.hosts:
            return _refuse(421, "This is not the name of the studio.")
        origin = headers.get("origin")
        own = f"http://{headers['host']}"
        if origin not in (None, own) or headers.get("sec-fetch-site", "none") not in OWN:
            return _refuse(403, "Another page may not talk to the studio.")
        if request.method not in ("GET", "HEAD") and origin is None:
            return _refuse(403, "Only the studio's own page may change something.")
        length = headers.get("content-length", "0")
        if "transfer-encoding" in headers or not length.isdecimal() or int(length) > MAX_BODY:
            return _refuse(413, "That is too much at once.")
        return None

    def _welcome(self, request: Request) -> Response | None:
        """Makes a cookie of the token in the address; None if the cookie is there already."""
        token = self._address.token.encode()
        given = request.query_params.get("token")
        if request.url.path == "/" and request.method == "GET" and given is not None:
            if not compare_digest(given.encode(), token):
                return _refuse(401, "This address is from another time. " + _AGAIN)
            return self._enter(request)
        cookie = request.cookies.get(self._address.cookie, "")
        if not compare_digest(cookie.encode(), token):
            return _refuse(401, _AGAIN)
        return None

    def _enter(self, request: Request) -> Response:
        rest = [(key, value) for key, value in request.query_params.multi_items() if key != "token"]
        answer = RedirectResponse(f"/?{urlencode(rest)}" if rest else "/", 303)
        answer.set_cookie(
            self._address.cookie, self._address.token, httponly=True, samesite="strict", path="/"
        )
        return answer


_AGAIN = "Open the whole address that printkit studio shows in its first line."


def _refuse(status: int, sentence: str) -> Response:
    return PlainTextResponse(f"{sentence}\n", status)
