"""Routes of the table: games that are kept while they are played, on several devices at once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from starlette.responses import PlainTextResponse
from starlette.routing import Route

from printkit.studio.routes import asking, fresh_key, said

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from printkit.studio.desk import Desk
    from printkit.studio.watching import Bell


def play_routes(desk: Desk, bell: Bell) -> list[Route]:
    """What can be asked at the table; whoever else looks at a game hears of its answers."""

    async def look(request: Request) -> Response:
        file = request.query_params.get("file", "")
        return said(await desk.ask(fresh_key(), "look", file=file))

    def change(job: str, *keys: str, several: tuple[str, ...] = ()) -> Any:
        async def changed(request: Request) -> Response:
            given = await _given(request, keys, several)
            if given is None:
                return PlainTextResponse("That cannot be understood.\n", 400)
            answer = await desk.ask(fresh_key(), job, **given)
            if "file" in answer.head:
                bell.ring(f"game {answer.head['file']}")
            return said(answer)

        return changed

    return [
        Route("/api/play/records", asking(desk, "records")),
        Route("/api/play/look", look),
        Route(
            "/api/play/begin",
            change("begin", "game", "names", "variant", several=("answers",)),
            methods=["POST"],
        ),
        Route("/api/play/answer", change("take", "file", "version", "text"), methods=["POST"]),
        Route("/api/play/undo", change("take_back", "file", "version"), methods=["POST"]),
    ]


async def _given(
    request: Request, keys: tuple[str, ...], several: tuple[str, ...]
) -> dict[str, Any] | None:
    """The words that were sent under these keys; None where they are anything else."""
    try:
        body = json.loads(await request.body())
        words = {key: body[key] for key in keys}
        lists = {key: [*body[key]] for key in several}
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    flat = [*words.values(), *(text for texts in lists.values() for text in texts)]
    return {**words, **lists} if all(isinstance(text, str) for text in flat) else None
