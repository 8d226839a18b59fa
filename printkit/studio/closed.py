"""The page for a browser that isn't let in: it says what to do, in the browser's language."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING, Final

from starlette.responses import HTMLResponse, PlainTextResponse

from printkit.core.languages import catalogue_for
from printkit.core.messages import say, translated
from printkit.core.source import shipped_folder
from printkit.request.preferences import default_language
from printkit.studio.language import language_of

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

USED: Final = say("This invitation is no longer valid")
WHY_USED: Final = say("It lets in one device, once, and only for a few minutes.")
CLOSED: Final = say("You need an invitation")
WHY_CLOSED: Final = say("This device hasn’t joined this studio, or joined too long ago.")
WHAT_TO_DO: Final = say(
    "Tap Invite on a device that is in the studio, or press Enter in its terminal, "
    "and scan the code that appears."
)
STYLE: Final = """
:root{color-scheme:light dark;font:18px/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;box-sizing:border-box;
background:#ece8e1;color:#22252b}
main{max-width:30em}h1{font-size:30px;line-height:1.15;text-wrap:balance}p{margin:.6em 0}
.brand{font-weight:900;color:#8a4a0b}
@media(prefers-color-scheme:dark){body{background:#17181b;color:#eceae6}.brand{color:#e0a877}}
"""
_POLICY: Final = (
    f"default-src 'none'; style-src 'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def closed_page(request: Request, has_token: bool) -> Response:
    """Return the page, or its sentences for a request of a script."""
    language = language_of(request) or default_language()
    catalogue = catalogue_for(language, shipped_folder("layouts"))
    said = (USED, WHY_USED, WHAT_TO_DO) if has_token else (CLOSED, WHY_CLOSED, WHAT_TO_DO)
    title, why, todo = (translated(text, catalogue) for text in said)
    headers = {"connection": "close"}
    if request.url.path != "/":
        return PlainTextResponse(f"{title}. {todo}\n", 401, headers)
    return HTMLResponse(
        f'<!doctype html><html lang="{escape(language)}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>printkit · {escape(title)}</title><style>{STYLE}</style>"
        f'<main><p class="brand">printkit</p><h1>{escape(title)}</h1>'
        f"<p>{escape(why)}</p><p>{escape(todo)}</p></main>",
        401,
        {**headers, "content-security-policy": _POLICY},
    )
