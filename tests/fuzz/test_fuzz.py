"""The short form of `make fuzz`: the corpora, and mutations of them by a fixed seed, are read or refused, no more."""

from __future__ import annotations

from random import Random

import pytest
from fuzz_mutations import mutated
from fuzz_readers import readers

READERS = readers()
TRIES = 200
"""Mutations of each corpus; `make fuzz` tries as many as fit in a minute, led by coverage."""
SMALL = 20_000
"""Bytes of a corpus."""


@pytest.mark.parametrize("name", READERS)
def test_what_was_found_once_stays_mended(name: str) -> None:
    for data in READERS[name].seeds():
        READERS[name].tried(data)


@pytest.mark.parametrize("name", READERS)
def test_damage_is_read_or_refused(name: str) -> None:
    reader, dice = READERS[name], Random(name)
    seeds = reader.seeds()
    for _ in range(TRIES):
        data = mutated(dice.choice(seeds), seeds, reader.tokens, dice)
        try:
            reader.tried(data)
        except Exception as error:
            pytest.fail(f"{type(error).__name__}: {error} at {data!r}")


@pytest.mark.parametrize("name", READERS)
def test_corpora_are_small_and_hold_something_good(name: str) -> None:
    seeds = READERS[name].seeds()
    assert sum(map(len, seeds)) <= SMALL
    READERS[name].read(seeds[0])  # the first by name is as it should be
