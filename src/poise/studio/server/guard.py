"""Who may come in: only pages that this server has handed out, to somebody who knows the token.

The token keeps out other people of the machine; the Host keeps out pages whose name was bent to this address (DNS
rebinding); the Origin keeps out all other pages of the browser.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from poise.errors import InputError

LEAST_TOKEN = 16
"""Characters of a token that somebody chooses."""


@dataclass(frozen=True)
class Guard:
    """`host`, `port`: where the server listens. `token`: what every visitor must know; empty: nothing."""

    host: str
    port: int
    token: str

    def __post_init__(self) -> None:
        if not self.token and not is_loopback(self.host):
            raise InputError(f"a studio on {self.host!r} can be reached from elsewhere: it needs a token")
        if self.token and len(self.token) < LEAST_TOKEN:
            raise InputError(f"a token needs at least {LEAST_TOKEN} characters, not {len(self.token)}")

    @property
    def address(self) -> str:
        """Where the page is, token included."""
        host = "127.0.0.1" if is_wildcard(self.host) else self.host
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{self.port}/" + (f"?token={self.token}" if self.token else "")

    @property
    def page_key(self) -> str:
        """What a browser keeps that has come in once: it opens the page again, without the token, and nothing else.

        Browsers show cookies to all ports of a machine, so it is not the token itself.
        """
        return hmac.new(self.token.encode(), b"page", "sha256").hexdigest()

    def knows_page_key(self, key: str | None) -> bool:
        """Whether a browser has come in before."""
        return bool(self.token) and hmac.compare_digest((key or "").encode(), self.page_key.encode())

    def refusal(self, host: str | None, origin: str | None, token: str | None) -> str | None:
        """Why a visitor may not come in; None when he may."""
        if not self._known_host(host):
            return "this address is not that of the studio: open the one it has printed"
        if origin is not None and not self._known_origin(origin):
            return "another page cannot use the studio"
        if self.token and not hmac.compare_digest((token or "").encode(), self.token.encode()):
            return "the token is missing or wrong: open the address that the studio has printed"
        return None

    def _known_host(self, host: str | None) -> bool:
        name, port = _split(f"//{host}") if host else (None, None)
        if name is None or (port or 80) != self.port:
            return False
        if name in {"localhost", self.host} or _is_address(name, loopback=True):
            return True
        if is_loopback(self.host):
            return False
        return _is_address(name) or name == socket.gethostname().lower()

    def _known_origin(self, origin: str) -> bool:
        parts = urlsplit(origin)
        return parts.scheme == "http" and not parts.path and self._known_host(parts.netloc)


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(24)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach it."""
    return host == "localhost" or _is_address(host, loopback=True)


def is_wildcard(host: str) -> bool:
    """Whether it stands for all addresses of the machine."""
    return host in ("0.0.0.0", "::", "")


def _is_address(name: str, loopback: bool = False) -> bool:
    """Whether it is a number and no name: names can be bent to any address, numbers cannot."""
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return address.is_loopback if loopback else True


def _split(address: str) -> tuple[str | None, int | None]:
    try:
        parts = urlsplit(address)
        return parts.hostname, parts.port
    except ValueError:
        return None, None
