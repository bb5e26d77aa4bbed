"""Messages of the studio's page."""

from poise.studio.protocol.wire import unpacked


def read(data: bytes) -> None:
    unpacked(data)
