"""What a refusal must be: the right error, with words that name the thing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from poise import Figure, Joint, PoiseError, Segment

A, B, C = Segment("a"), Segment("b"), Segment("c")
BASE = Joint("base", "free", None, "a")
HINGE = Joint("hinge", "hinge", "a", "b")


def figure(segments: list[Segment] | None = None, joints: list[Joint] | None = None, **more: Any) -> Figure:
    """Two segments and a hinge, but for what is given."""
    return Figure("f", segments or [A, B], joints or [BASE, HINGE], **more)


def refused(make: Callable[[], object], kind: type[PoiseError], text: str) -> None:
    """`make()` must raise exactly this kind of error, and its message must hold the text."""
    with pytest.raises(kind, match=re.escape(text)) as caught:
        make()
    assert type(caught.value) is kind
    assert isinstance(caught.value, PoiseError)
