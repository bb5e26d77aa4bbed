"""A window as a test sees it: it asks, it waits, and it remembers the newest of everything it was told."""

from __future__ import annotations

from typing import Any

import msgpack
import numpy as np
from numpy.typing import NDArray

TOKEN = "a-token-for-the-tests"

PATIENCE = 120.0
"""Seconds after which a message that should come has not; machines are busy at times."""


class RefusedError(Exception):
    """The studio has said no."""


def moved(point: Any, x: float, y: float, z: float) -> list[float]:
    """A point farther along the axes of the world."""
    return [float(p) + d for p, d in zip(point, (x, y, z), strict=True)]


def planes(data: bytes) -> NDArray[np.int64]:
    """Numbers of two bytes whose lower ones come before all upper ones."""
    low, high = np.frombuffer(data, np.uint8).reshape(2, -1).astype(np.int64)
    return np.asarray(low + 256 * high)


class Visitor:
    """One socket. `told`: the newest message of every type."""

    def __init__(self, socket: Any) -> None:
        self._socket, self._id = socket, 0
        self.told: dict[str, Any] = {}
        self.send(type="hello", protocol=1)
        self.until("frame")

    def send(self, **message: Any) -> None:
        self._socket.send(msgpack.packb(message))

    def hear(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = msgpack.unpackb(self._socket.recv(timeout=PATIENCE))
        self.told[message["type"]] = message
        return message

    def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Wait for a message of that type with those fields."""
        while True:
            message = self.hear()
            if message["type"] == kind and all(message[name] == value for name, value in fields.items()):
                return message

    def ask(self, type: str, **fields: Any) -> Any:
        """Ask, wait, and return the answer; what is refused raises `RefusedError`."""
        self._id += 1
        self.send(type=type, id=self._id, **fields)
        while True:
            message = self.hear()
            if message["type"] in ("answer", "refused") and message["id"] == self._id:
                break
        if message["type"] == "refused":
            raise RefusedError(message["message"])
        return message["value"]

    def pull(self, number: int, value: Any) -> dict[str, Any]:
        """Pull what is held, and wait for the frame that shows it."""
        self.send(type="pull", n=number, value=value)
        return self.until("frame", pull=number)

    def drag(self, *values: Any) -> dict[str, Any]:
        """Pull through several values, and wait until the body has come to rest."""
        for number, value in enumerate(values, 1):
            frame = self.pull(number, value)
        return frame if frame["settled"] else self.until("frame", settled=True)

    def frame(self, **fields: Any) -> dict[str, Any]:
        """The newest frame, or the next one with those fields."""
        now: dict[str, Any] = self.told["frame"]
        return now if all(now[n] == v for n, v in fields.items()) else self.until("frame", **fields)

    def settle(self) -> dict[str, Any]:
        """Wait until the body has come to rest after the newest change of the document."""
        while True:
            frame: dict[str, Any] = self.told["frame"]
            if frame["settled"] and frame["document"] >= self.told["document"]["revision"]:
                return frame
            self.hear()

    # ---- what it sees -----------------------------------------------------------------------------

    @property
    def tasks(self) -> list[list[str]]:
        """Names of the tasks by level."""
        return [[task["name"] for task in level] for level in self.told["document"]["levels"]]

    def place(self, segment: str) -> NDArray[np.float64]:
        """Where a segment is in the newest frame: x y z and the quaternion."""
        names = [s["name"] for s in self.told["figure"]["segments"]]
        rows = np.frombuffer(self.told["frame"]["placements"], "<f4").reshape(-1, 7)
        return np.array(rows[names.index(segment)], float)

    def light(self, task: str) -> dict[str, Any]:
        """How a task does."""
        return next(t for t in self.told["frame"]["tasks"] if t["name"] == task)

    def joint(self, name: str) -> list[float]:
        """The natural coordinates of a joint, radians and metres."""
        joint = next(j for j in self.told["figure"]["joints"] if j["name"] == name)
        values = np.frombuffer(self.told["frame"]["joints"], "<f4")
        return values[joint["offset"] : joint["offset"] + len(joint["coordinates"])].tolist()
