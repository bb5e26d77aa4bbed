"""The protocol: the same for both sides, and deaf to nonsense."""

from __future__ import annotations

from pathlib import Path

import msgpack
import pytest

from poise.studio.protocol.requests import GrabPoint, Pull
from poise.studio.protocol.typescript import typescript
from poise.studio.protocol.wire import MOST_BYTES, MessageError, unpacked

GENERATED = Path(__file__).parents[2] / "studio/src/protocol/messages.ts"


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    assert GENERATED.read_text() == typescript(), "run python -m poise.studio.protocol.typescript again"


def test_requests_are_read_as_their_classes() -> None:
    grab = {"type": "grab_point", "id": 3, "segment": "left_hand", "point": [0, 0.1, 0]}
    assert unpacked(msgpack.packb(grab)) == GrabPoint(id=3, segment="left_hand", point=[0, 0.1, 0])
    assert unpacked(msgpack.packb({"type": "pull", "n": 2, "value": [1, 2, 3]})) == Pull(n=2, value=[1, 2, 3])


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ([1, 2], "a message is a mapping with a type"),
        ({"type": "explode", "id": 1}, "no message of type 'explode'; there are: hello"),
        ({"type": ["list"]}, "no message of type"),
        ({"type": "undo", "id": 1, "extra": 2}, "undo: there is no field 'extra'"),
        ({"type": "undo", "id": "1"}, "undo: id: "),
        ({"type": "undo"}, "undo: id: "),
        ({"type": "undo", "id": 1, "steps": 1.5}, "undo: steps: "),
        ({"type": "grab_point", "id": 1, "segment": 5, "point": [0, 0, 0]}, "grab_point: segment: "),
        ({"type": "grab_point", "id": 1, "segment": "a", "point": [0, 0]}, "grab_point: point: "),
        ({"type": "grab_point", "id": 1, "segment": "a", "point": [0, 0, float("nan")]}, "grab_point: point.2: "),
        ({"type": "grab_point", "id": 1, "segment": "a", "point": ["0", 0, 0]}, "grab_point: point.0: "),
        ({"type": "release", "id": 1, "keep": "yes"}, "release: keep: "),
        ({"type": "export", "id": 1, "format": "exe"}, "export: format: "),
        ({"type": "keep_pose", "id": 1, "name": "a", "thumbnail": b"x" * 70000}, "keep_pose: thumbnail"),
        ({"type": "open", "id": 1, "path": "x" * 201}, "open: path"),
    ],
)
def test_what_is_malformed_is_refused_with_words(message: object, words: str) -> None:
    with pytest.raises(MessageError) as caught:
        unpacked(msgpack.packb(message))
    assert words in str(caught.value)


def test_the_refusal_knows_the_request() -> None:
    with pytest.raises(MessageError) as caught:
        unpacked(msgpack.packb({"type": "undo", "id": 7, "extra": 2}))
    assert caught.value.id == 7


@pytest.mark.parametrize("data", [b"", b"\xc1", b"\xdf\xff\xff\xff\xff", b"\x91" * 100000, b"\x81\xa4type"])
def test_what_is_no_msgpack_is_refused(data: bytes) -> None:
    with pytest.raises(MessageError, match="not msgpack"):
        unpacked(data)


def test_large_and_deep_messages_are_refused() -> None:
    with pytest.raises(MessageError, match="at most 1,048,576 bytes"):
        unpacked(b"\x00" * (MOST_BYTES + 1))
    deep: object = 1
    for _ in range(200):
        deep = [deep]
    with pytest.raises(MessageError, match="nested more than 32"):
        unpacked(msgpack.packb({"type": "pull", "n": 1, "value": deep}))
