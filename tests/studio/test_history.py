"""Undo without end, and a journal from which all of it comes back."""

from __future__ import annotations

import errno
import os
import shutil
import threading
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from poise.studio.document import figures, poses, tasks
from poise.studio.document.autosave import Autosave, Recovered
from poise.studio.document.fresh import person
from poise.studio.document.history import UndoList
from poise.studio.document.journal import Journal, framed, read_journal
from poise.studio.document.state import State

HUMAN = person()


@given(st.lists(st.one_of(st.just("push"), st.integers(-4, 4)), max_size=40))
def test_undo_and_redo_are_steps_in_a_row(steps: list[str | int]) -> None:
    """Against the plainest model there is: a list of names and a place in it."""
    history, names, at = UndoList("0", HUMAN), ["0"], 0
    for number, step in enumerate(steps, 1):
        if isinstance(step, str):
            del names[at + 1 :]
            names.append(str(number))
            at += 1
            history.push(str(number), replace(HUMAN, name=str(number)))
        else:
            goal = min(max(at + step, 0), len(names) - 1)
            expected = names[at + 1 : goal + 1] if step > 0 else names[goal + 1 : at + 1][::-1]
            assert history.step(step) == expected
            at = goal
        assert history.present.name == (HUMAN.name if at == 0 else names[at])
        assert history.undoable(100) == names[1 : at + 1][::-1]
        assert history.redoable(100) == names[at + 1 :]


def test_a_thousand_actions_are_taken_back() -> None:
    history = UndoList("new", HUMAN)
    for number in range(1000):
        history.push(f"{number}", replace(HUMAN, notes=str(number)))
    assert len(history.step(-1000)) == 1000
    assert history.present is HUMAN
    assert len(history.step(1000)) == 1000
    assert history.present.notes == "999"


# ---- the journal -------------------------------------------------------------------------------------


def test_a_journal_torn_anywhere_gives_what_was_whole(tmp_path: Path) -> None:
    records = [{"number": i, "data": b"x" * i} for i in range(12)]
    journal = Journal(tmp_path / "journal")
    for record in records:
        journal.append(record)
    journal.close()
    whole = (tmp_path / "journal").read_bytes()
    ends = np.cumsum([len(b"poise journal 1\n"), *(len(framed(r)) for r in records)])
    for cut in range(len(whole) + 1):
        file = tmp_path / "torn"
        file.write_bytes(whole[:cut])
        expected = max(0, int(np.searchsorted(ends, cut, side="right")) - 1)
        assert list(read_journal(file)) == records[:expected]
        assert file.stat().st_size == (ends[expected] if cut >= ends[0] else 0)


def test_a_journal_damaged_in_the_middle_ends_there(tmp_path: Path) -> None:
    records = [{"number": i} for i in range(5)]
    data = bytearray(b"poise journal 1\n" + b"".join(framed(r) for r in records))
    data[len(b"poise journal 1\n") + 2 * len(framed(records[0])) + 9] ^= 0xFF
    (tmp_path / "journal").write_bytes(data)
    assert list(read_journal(tmp_path / "journal")) == records[:2]


def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the disk is full the file stays whole; when there is room again all is written, in order."""
    file, real = tmp_path / "journal", os.fsync
    monkeypatch.setattr("poise.studio.document.journal._AGAIN", 600.0)  # when it is asked for only
    journal = Journal(file)
    journal.append({"number": 0})
    journal.flush()

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    for number in (1, 2):
        journal.append({"number": number})
        journal.flush()
        assert journal.failed == os.strerror(errno.ENOSPC)
        assert file.read_bytes() == b"poise journal 1\n" + framed({"number": 0})
    monkeypatch.setattr(os, "fsync", real)
    journal.append({"number": 3})
    journal.close()
    assert journal.failed is None
    assert list(read_journal(file)) == [{"number": i} for i in range(4)]


def test_what_a_full_disk_refused_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, room = Journal(tmp_path / "journal"), threading.Event()

    def once_full(descriptor: int) -> None:
        monkeypatch.undo()
        room.set()
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "fsync", once_full)
    journal.append({"number": 1})
    assert room.wait(60.0)
    until = time.monotonic() + 60.0
    whole = b"poise journal 1\n" + framed({"number": 1})
    while (tmp_path / "journal").read_bytes() != whole and time.monotonic() < until:
        time.sleep(0.05)
    assert (tmp_path / "journal").read_bytes() == whole
    journal.close()


# ---- autosave ----------------------------------------------------------------------------------------


def worked(state: State) -> list[tuple[str, State]]:
    """A little work: tasks, a force, an edited figure, a kept pose, another root."""
    done = []

    def do(name: str, after: State) -> None:
        nonlocal state
        state = after
        done.append((name, state))

    do("reach", tasks.added(state, "tasks", "reach", {"site": "left_hand", "point": [0.3, 1.1, 0.4]}, None)[0])
    do("weigh", tasks.added(state, "forces", "weight", {"site": "left_hand", "kilograms": 2.5}, None)[0])
    do("bend", replace(state, pose=state.pose.with_joints({"left_elbow": 1.1, "right_hip": (-0.3, 0.1, 0.05)})))
    do("limit", figures.with_limit(state, "left_knee", "flexion", {"min": 0, "max": 77}, True))
    do("keep", poses.kept(state, "mine"))
    do("reroot", figures.rerooted(state, "left_foot"))
    return done


def assert_same(found: State, expected: State) -> None:
    assert found.figure == expected.figure
    assert np.array_equal(found.pose.coordinates, expected.pose.coordinates)
    assert np.array_equal(found.start.coordinates, expected.start.coordinates)
    assert found.levels == expected.levels
    assert (found.forces, found.supports, found.criteria) == (expected.forces, expected.supports, expected.criteria)
    assert dict(found.poses) == dict(expected.poses)
    assert found.source == expected.source


def test_all_work_comes_back_bit_for_bit(tmp_path: Path) -> None:
    autosave, history = Autosave(tmp_path / "journal", tmp_path), UndoList("new", HUMAN)
    autosave.begin(Recovered(history), fresh=True)
    for name, state in worked(HUMAN):
        history.push(name, state)
        autosave.push(name, state)
    elsewhere = history.present.pose.with_joints({"neck": (0.1, 0.0, 0.2)})
    history.rest(elsewhere)
    autosave.pose(elsewhere)
    history.step(-2)
    autosave.step(-2)
    autosave.view({"com": True})
    autosave.file("a.yaml", 3)
    autosave.flush()

    found = Autosave(shutil.copy(tmp_path / "journal", tmp_path / "copy"), tmp_path).recover()
    assert found is not None
    assert (found.clean, found.overlays, found.path, found.saved_at) == (False, {"com": True}, "a.yaml", 3)
    assert (found.history.at, len(found.history.entries)) == (history.at, len(history.entries))
    found.history.step(-100)
    history.step(-100)
    while True:
        assert_same(found.history.present, history.present)
        if not history.step(1):
            break
        found.history.step(1)
    autosave.close()
    ended = Autosave(tmp_path / "journal", tmp_path).recover()
    assert ended is not None
    assert ended.clean


def test_work_goes_on_after_a_crash_and_another(tmp_path: Path) -> None:
    expected = ["new"]
    for round in range(3):
        autosave = Autosave(tmp_path / "journal", tmp_path)
        found = autosave.recover()
        was = found or Recovered(UndoList("new", HUMAN))
        autosave.begin(was, fresh=found is None)
        assert [entry.name for entry in was.history.entries] == expected
        for name, state in worked(was.history.present if round == 0 else HUMAN)[:4]:
            was.history.push(f"{name} {round}", state)
            autosave.push(f"{name} {round}", state)
            expected.append(f"{name} {round}")
        autosave.flush()  # and no end: the next one finds it as a crash leaves it


@settings(max_examples=25)
@given(st.integers(0, 20_000))
def test_a_crash_in_the_middle_of_a_write_loses_only_that(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    folder = tmp_path_factory.mktemp("torn")
    autosave, states = Autosave(folder / "journal", folder), worked(HUMAN)[:3]
    autosave.begin(Recovered(UndoList("new", HUMAN)), fresh=True)
    for name, state in states:
        autosave.push(name, state)
    autosave.close()
    data = (folder / "journal").read_bytes()
    (folder / "journal").write_bytes(data[: min(cut, len(data))])
    found = Autosave(folder / "journal", folder).recover()
    if found is not None:
        assert_same(found.history.present, [HUMAN, *(s for _, s in states)][found.history.at])
