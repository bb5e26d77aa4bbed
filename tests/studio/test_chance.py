"""Two hundred requests by chance: none does harm, and all that was done comes back from the journal."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pytest
from chance import Chance

from poise.errors import PoiseError
from poise.studio.document.autosave import Autosave
from poise.studio.document.workspace import Workspace
from poise.studio.engine.open_document import OpenDocument
from poise.studio.engine.work import Work
from poise.studio.protocol.plain import Message
from poise.studio.protocol.session import Notice
from poise.studio.protocol.wire import MessageError, checked, packed


@pytest.mark.parametrize("seed", [1, 2])
def test_requests_by_chance_do_no_harm(seed: int, tmp_path: Path) -> None:
    chance, faults, done = Chance(seed), list[str](), 0

    def publish(message: Message, _: int | None) -> None:
        packed(message)
        if isinstance(message, Notice):
            faults.append(message.message)

    work = Work(OpenDocument(Workspace(tmp_path)), publish)
    with work.document.workspace.confined():
        for _ in range(100):
            asked = chance.request(work.document.state)
            before = (work.document.history.at, work.document.state.levels, work.document.state.figure)
            try:
                work.answer(checked(asked), 1)  # anything but our own errors ends the test
                done += 1
            except MessageError:
                assert (work.document.history.at, work.document.state.levels, work.document.state.figure) == before
            except PoiseError:
                assert work.document.history.at - before[0] in (0, 1)  # 1: what was held was let go first
            work.guarded(partial(work.pulled, 1, 1, chance.value(chance.one(["point", "number", "placement"]))))
            work.guarded(work.move)
            work.guarded(work.note)
            assert work.document.state.pose.limit_violation <= 1e-9
        work.end()
        assert faults == []
        assert done > 30

        found = Autosave(tmp_path / ".poise" / "journal", tmp_path).recover()
        assert found is not None
        assert found.history.at == work.document.history.at
        for ours, theirs in zip(work.document.history.entries, found.history.entries, strict=True):
            state = ours.state if not callable(ours.state) else ours.state()
            again = theirs.state if not callable(theirs.state) else theirs.state()
            assert again.figure == state.figure
            assert np.array_equal(again.pose.coordinates, state.pose.coordinates)
            assert (again.levels, again.criteria) == (state.levels, state.criteria)
            assert (again.forces, again.supports) == (state.forces, state.supports)
            assert dict(again.poses) == dict(state.poses)
