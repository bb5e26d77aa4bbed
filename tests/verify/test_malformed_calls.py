"""The fixed short form of the check of malformed calls: always the same ones, and those that once went wrong."""

from __future__ import annotations

import inspect
import os
import stat
from pathlib import Path
from typing import Any

import pytest

import poise
from verify.checks import malformed_calls
from verify.checks.malformed_calls import asked
from verify.malformed.entry_points import Entry, entry_points
from verify.malformed.verdict import judged
from verify.tally import Tally

SEED, CALLS = 14, 250


def test_no_malformed_call_goes_wrong() -> None:
    tally = Tally()
    asked(tally, SEED, CALLS)
    assert tally.cases == CALLS
    assert not tally.failures


@pytest.mark.skipif(os.name != "posix", reason="a shell script plays the part of the child")
@pytest.mark.parametrize(("sent", "kind"), [("SEGV", "crash"), ("PROF", "hang")])
def test_a_call_that_never_comes_back_is_counted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, sent: str, kind: str
) -> None:
    """However late its process started: only the processor's time counts, by whose signal it ends."""
    child = tmp_path / "child"
    told = '{\\"call\\": $4, \\"what\\": \\"human(stature=huge)\\"}'
    child.write_text(f'#!/bin/sh\nprintf "{told}\\n"\nkill -{sent} $$\n')
    child.chmod(child.stat().st_mode | stat.S_IEXEC)
    monkeypatch.setattr(malformed_calls.sys, "executable", str(child))
    tally = Tally()
    asked(tally, SEED, 2)
    assert tally.cases == 2
    assert {name: len(found) for name, found in tally.failures.items()} == {kind: 2}


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # former names are among what is found
def test_two_classes_of_one_name_are_both_found() -> None:
    """A solid and what is drawn are both a Mesh, a question and a drawing both a Scene."""
    labels = {entry.label for entry in entry_points()}
    assert {"Mesh", "Mesh.load", "Mesh.scaled", "plot.Mesh.moved", "Scene.solve", "Scene.save"} <= labels
    assert {"Grasp", "Press", "World.distances", "company"} <= labels


def wrong(function: Any, parameter: str, kind: str) -> str | None:
    """What is wrong with a call of one function with one malformed argument."""
    entry = Entry(function.__name__, tuple(inspect.signature(function).parameters.values()), function)
    return judged(entry, inspect.signature(function).parameters[parameter], kind)


def quiet(pose: poise.Pose) -> None:
    """Accepts anything."""


def vague(name: str) -> None:
    raise TypeError("something is not right")


def late(pose: poise.Pose) -> None:
    raise AttributeError("no attribute 'figure'")


def blank(size: float) -> float:
    return float("nan")


def spoiling(values: Any) -> None:
    values.clear()
    raise poise.InputError("no")


@pytest.mark.parametrize(
    ("function", "parameter", "kind", "words"),
    [
        (quiet, "pose", "nan", "accepted, as NoneType"),
        (quiet, "pose", "zero", "accepted where"),
        (vague, "name", "object", "TypeError without the name"),
        (late, "pose", "object", "AttributeError"),
        (blank, "size", "half", "gives NaN"),
        (spoiling, "values", "mapping of nan", "something has changed"),
    ],
)
def test_what_goes_wrong_is_told(function: Any, parameter: str, kind: str, words: str) -> None:
    assert words in str(wrong(function, parameter, kind))


def test_what_is_refused_with_words_is_well() -> None:
    assert wrong(poise.Range, "min", "masked number") is None
    assert wrong(poise.human, "stature", "huge") is None
