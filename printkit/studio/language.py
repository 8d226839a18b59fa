"""The language of a browser: the one chosen in the page, or the first it asks for that we have."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from printkit.core.languages import match_language, shipped_languages

if TYPE_CHECKING:
    from starlette.requests import Request

COOKIE: Final = "printkit-language"
MOST_WISHES: Final = 20


def language_of(request: Request) -> str:
    """Return the language for the answer to a request; empty for that of this machine."""
    header = request.headers.get("accept-language", "")
    wishes = [wish.partition(";")[0] for wish in header.split(",")[:MOST_WISHES]]
    known = _known()
    meant = (match_language(wish, known) for wish in (request.cookies.get(COOKIE, ""), *wishes))
    return next((language for language in meant if language in known), "")


@cache
def _known() -> tuple[str, ...]:
    return tuple(shipped_languages())
