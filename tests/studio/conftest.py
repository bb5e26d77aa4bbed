"""A studio in a folder of its own, served on a real socket, and windows that speak to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from serving import Served, serving
from visitor import Visitor


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A studio in `tmp_path`, with a person who stands ready."""
    with serving(tmp_path) as served:
        yield served


@pytest.fixture
def window(served: Served) -> Iterator[Callable[[], Visitor]]:
    """Opens windows; they are closed at the end."""
    with ExitStack() as stack:
        yield lambda: Visitor(stack.enter_context(served.connect()))
