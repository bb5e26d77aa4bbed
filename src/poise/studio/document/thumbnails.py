"""Pictures of kept poses: small PNG files in the studio's own folder, found by what the pose is."""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

from poise.errors import InputError
from poise.pose import Pose

_PNG = b"\x89PNG\r\n\x1a\n"


class Thumbnails:
    """A folder of pictures."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "thumbnails"
        self._known: dict[str, bytes | None] = {}

    def keep(self, pose: Pose, picture: bytes) -> None:
        """Keep a picture of a pose."""
        require_png(picture)
        key = _key(pose)
        self._known[key] = picture
        with contextlib.suppress(OSError):  # a picture is not worth a refusal
            self._folder.mkdir(exist_ok=True)
            (self._folder / f"{key}.png").write_bytes(picture)

    def of(self, pose: Pose) -> bytes | None:
        """The picture of a pose, if there is one."""
        key = _key(pose)
        if key not in self._known:
            self._known[key] = None
            with contextlib.suppress(OSError):
                self._known[key] = (self._folder / f"{key}.png").read_bytes()
        return self._known[key]


def require_png(picture: bytes) -> None:
    """Raise for what is no PNG."""
    if not picture.startswith(_PNG):
        raise InputError("a picture must be a PNG")


def _key(pose: Pose) -> str:
    return hashlib.sha256(pose.figure.name.encode() + pose.coordinates.tobytes()).hexdigest()[:32]
