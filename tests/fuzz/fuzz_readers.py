"""The readers that are fuzzed: every file `read_….py` beside this one is a harness of its own.

A harness has a docstring and a function `read(data: bytes) -> None`, which hands the bytes to one reader of Poise. A
reader may refuse them with a `PoiseError`; whatever else it raises, a crash, a hang or a warning of numpy is a find.
`TOKENS`: words of the format, which mutations put in. Its corpus, small files that are read or just not, lies in
`corpora/` under its name; what was found once is kept there too, so that it stays mended.
"""

from __future__ import annotations

import importlib
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import poise

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Reader:
    """One harness."""

    name: str
    title: str
    read: Callable[[bytes], None]
    tokens: tuple[bytes, ...]

    @property
    def corpus(self) -> Path:
        return HERE / "corpora" / self.name

    def seeds(self) -> list[bytes]:
        """What the corpus holds, always in the same order."""
        return [file.read_bytes() for file in sorted(self.corpus.iterdir())]

    def tried(self, data: bytes) -> None:
        """Read; what is refused with words is well."""
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.simplefilter("ignore", UserWarning)  # readers tell what they left out
            try:
                self.read(data)
            except poise.PoiseError as error:
                if not str(error).strip():
                    raise AssertionError("refused without a word") from error


def readers() -> dict[str, Reader]:
    """All harnesses by name."""
    return {name: reader(name) for name in sorted(f.stem.removeprefix("read_") for f in HERE.glob("read_*.py"))}


def reader(name: str) -> Reader:
    """The harness of that name."""
    module = importlib.import_module(f"read_{name}")
    tokens = tuple(token.encode() for token in getattr(module, "TOKENS", ()))
    return Reader(name, (module.__doc__ or "").strip().splitlines()[0], module.read, tokens)


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="poise-fuzz-")


def file_of(data: bytes, name: str) -> Path:
    """A file with these bytes in a folder of its own, which goes with this process."""
    file = Path(_folder().name) / name
    file.write_bytes(data)
    return file
