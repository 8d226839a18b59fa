"""The address of a studio: where it listens, the names it answers to, and the token to get in."""

from __future__ import annotations

import secrets
import socket

from printkit.errors import UsageError
from printkit.tuples import NamedTuple

HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"


class Address(NamedTuple):
    """Where a studio is found."""

    host: str  # the name or number that the browser is given
    port: int  # where it listens
    token: str  # what the first request has to know
    hosts: frozenset[str]  # what a request may call this machine, each with the port
    tab: str = ""  # the tab that it leads to, if not to the first

    @property
    def url(self) -> str:
        """The whole address, with the token."""
        tab = f"tab={self.tab}&" if self.tab else ""
        return f"http://{self.host}:{self.port}/?{tab}token={self.token}"

    @property
    def cookie(self) -> str:
        """What the cookie is called: browsers share cookies between ports."""
        return f"printkit-{self.port}"


def listen(port: int, *, lan: bool) -> tuple[socket.socket, Address]:
    """A socket that listens, on a free port unless one is named, and its address."""
    # asyncio sends what is short without delay only where a socket says that it is TCP
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
    port = listening.getsockname()[1]
    host = home_address() if lan else HERE
    names = {HERE, "localhost", host}
    hosts = frozenset(f"{name}:{port}" for name in names)
    return listening, Address(host, port, secrets.token_urlsafe(24), hosts)


def home_address() -> str:
    """The number of this machine in the home network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is nobody's, for documentation
            return str(probe.getsockname()[0])
        except OSError:
            return HERE
