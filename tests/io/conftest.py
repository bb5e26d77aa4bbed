"""Shared helpers of the file tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import poise


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write a text to a new file and give its path."""

    def write_text(text: str | bytes, name: str = "figure.txt") -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write_text


@pytest.fixture
def refused(write: Callable[..., Path]) -> Callable[..., poise.FileError]:
    """Load a text that must be refused; the error, which names the file."""

    def load(text: str | bytes) -> poise.FileError:
        path = write(text)
        with pytest.raises(poise.FileError) as caught:
            poise.Figure.load(path)
        assert caught.value.path == str(path)
        assert str(path) in str(caught.value)
        return caught.value

    return load
