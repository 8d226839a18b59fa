"""A studio as people start it: a whole process, asked through real HTTP requests."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from tests.running import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Page

    from tests.running import Printkit


class Response(NamedTuple):
    """An answer of the studio."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> dict[str, Any]:
        """The answer as plain data."""
        document: dict[str, Any] = json.loads(self.body)
        return document


class RunningStudio(NamedTuple):
    """A running studio with a session."""

    url: str
    """The first address, whose token has been used."""
    process: subprocess.Popen[str]
    folder: Path
    secret: str = ""
    """The session cookie."""

    @property
    def port(self) -> int:
        """Where it listens."""
        return urlsplit(self.url).port or 0

    @property
    def home(self) -> str:
        """The address without a token."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def token(self) -> str:
        """What the address knows."""
        return self.url.partition("token=")[2]

    @property
    def cookie(self) -> str:
        """What a browser sends that has been let in."""
        return f"printkit-{self.port}={self.secret}"

    def enter(self, context: BrowserContext) -> None:
        """Let a browser in, as if it had used a token."""
        name = f"printkit-{self.port}"
        context.add_cookies([{"name": name, "value": self.secret, "url": self.home}])

    def invite(self) -> str:
        """The address of an invitation, without the host."""
        link = str(self.post("/api/invite", file="").data["link"])
        return link[link.index("/?") :]

    def send(
        self,
        path: str,
        headers: Mapping[str, str] | None = None,
        method: str = "GET",
        body: bytes | None = None,
    ) -> Response:
        """One request with these headers and no others but Host, just as they are."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            connection.request(method, path, body, dict(headers or {}))
            answer = connection.getresponse()
            heads = {name.lower(): value for name, value in answer.getheaders()}
            return Response(answer.status, heads, answer.read())
        finally:
            connection.close()

    def get(self, path: str, words: Mapping[str, Any] | None = None) -> Response:
        """Send a GET request with the session cookie."""
        asked = f"{path}?{urlencode(words, doseq=True)}" if words else path
        return self.send(asked, {"Cookie": self.cookie})

    def post(self, path: str, **given: Any) -> Response:
        """Send a POST request as the page does."""
        own = {"Cookie": self.cookie, "Origin": f"http://127.0.0.1:{self.port}"}
        headers = {**own, "Content-Type": "application/json"}
        return self.send(path, headers, "POST", json.dumps(given).encode())


def seat(page: Page, names: Sequence[str]) -> None:
    """Say on the page who plays, whoever is remembered; an empty name leaves a seat unnamed."""
    inputs = page.locator(".names input")
    inputs.first.wait_for()
    while inputs.count() != len(names):
        which = "fewer" if inputs.count() > len(names) else "more"
        page.get_by_role("button", name=f"{which}: players").click()
    for number, name in enumerate(names, 1):
        page.get_by_label(f"Name of player {number}", exact=True).fill(name)


def secret_of(response: Response) -> str:
    """The secret of the session that an answer opens."""
    return response.headers["set-cookie"].partition("=")[2].partition(";")[0]


@contextmanager
def running_studio(
    printkit: Printkit,
    folder: Path,
    *arguments: str,
    env: Mapping[str, str] | None = None,
    enters: bool = True,
    stdin: int = subprocess.DEVNULL,
) -> Iterator[RunningStudio]:
    """A studio in a folder, which ends with the test; someone is let in, unless not wanted."""
    process = printkit.start("studio", *arguments, "--no-open", cwd=folder, env=env, stdin=stdin)
    assert process.stdout is not None
    try:
        first = process.stdout.readline()
        assert "http://" in first, first + (process.stderr.read() if process.stderr else "")
        url = "http://" + first.partition("http://")[2].strip()
        studio = RunningStudio(url, process, folder)
        if enters:
            response = studio.send(url[url.index("/?") :])
            assert response.status == 200, response
            studio = studio._replace(secret=secret_of(response))
        yield studio
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
