"""Autosave: a history kept in a journal, and brought back from it.

Records: `begin` and `end` (of a studio), `figure` (one that was edited, once, by number), `push` (an action and the
state after it), `pose` (where the body is, between actions), `step` (undo, redo), `view` (overlays), `file` (saved).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from poise.errors import PoiseError
from poise.figure.figure import Figure
from poise.io.figure.write import figure_parts, without_empty
from poise.io.text.yaml_read import Document
from poise.pose import Pose
from poise.studio.document.files import Contents, document_parts, from_document
from poise.studio.document.history import UndoEntry, UndoList
from poise.studio.document.journal import Journal, Record, read_journal
from poise.studio.document.state import State

MOST_BYTES = 64 << 20
"""A journal that has grown beyond this is begun anew at the next start, with the present state alone."""


@dataclass
class Recovered:
    """What a journal held. `clean`: the studio had ended as it should. `saved_at`: the state that its file has."""

    history: UndoList
    overlays: dict[str, bool] = field(default_factory=dict)
    path: str | None = None
    saved_at: int = -1
    clean: bool = False


@dataclass
class Recorded:
    """A state as it stands in a journal, read when it is called; `coordinates`: where its body went afterwards."""

    autosave: Autosave
    parts: dict[str, Any]
    coordinates: bytes | None = None

    def __call__(self) -> State:
        state = self.autosave._read(self.parts)
        if self.coordinates is None:
            return state
        return replace(state, pose=Pose(state.figure, np.frombuffer(self.coordinates, np.float64)))


class Autosave:
    """Writes a document's history to a journal as it happens. States stand in it as files in `folder` would."""

    def __init__(self, file: Path, folder: Path) -> None:
        self._file, self._folder = file, folder
        self._figures: dict[int, Any] = {}  # what the journal says of edited figures, by number
        self._numbers: list[tuple[Figure, int]] = []
        self._journal: Journal | None = None

    def recover(self, usable: Callable[[State], object] = State.checked) -> Recovered | None:
        """What the journal of the last time holds; None when there is none, or none that can be read.

        `usable` raises for a state that cannot be worked on.
        """
        if not self._file.exists():
            return None
        try:
            found = self._replayed(list(read_journal(self._file)))
            if found is not None:
                usable(found.history.present)
        except (PoiseError, OSError, LookupError, TypeError, ValueError, AttributeError):
            found = None
        if found is None:
            self._figures.clear()
            with contextlib.suppress(OSError):  # keep what cannot be read, but do not trip over it again
                self._file.replace(self._file.with_suffix(".damaged"))
        return found

    def begin(self, found: Recovered, *, fresh: bool) -> None:
        """Go on writing after what was recovered; or, `fresh` or when it has grown too large, begin anew."""
        if fresh or self._file.stat().st_size > MOST_BYTES:
            self._file.unlink(missing_ok=True)
            self._figures.clear()
            found.history = UndoList(found.history.entries[found.history.at].name, found.history.present)
            found.saved_at = -1
            self._journal = Journal(self._file)
            self.push(found.history.entries[0].name, found.history.present)
            self.view(found.overlays)
        else:
            self._journal = Journal(self._file)
            self._put({"do": "begin"})

    def push(self, name: str, state: State) -> None:
        """An action was done."""
        for record in self._push(name, state):
            self._put(record)

    def pose(self, pose: Pose) -> None:
        """The body is here now."""
        self._put({"do": "pose", "coordinates": np.array(pose.coordinates).tobytes()})

    def step(self, count: int) -> None:
        """Undo (negative) or redo."""
        self._put({"do": "step", "count": count})

    def view(self, overlays: dict[str, bool]) -> None:
        """Overlays were switched."""
        self._put({"do": "view", "overlays": dict(overlays)})

    def file(self, path: str | None, at: int) -> None:
        """The present state has this file; `at` is its place in the history, −1 when the file has another."""
        self._put({"do": "file", "path": path, "at": at})

    def flush(self) -> None:
        """Wait until all is on the disk."""
        if self._journal is not None:
            self._journal.flush()

    def close(self) -> None:
        """All is well: the studio ends."""
        if self._journal is not None:
            self._put({"do": "end"})
            self._journal.close()
            self._journal = None

    @property
    def lost(self) -> bool:
        """Whether somebody has deleted the journal: what is written now would be gone with it."""
        return self._journal is not None and not self._file.exists()

    def again(self, history: UndoList, overlays: dict[str, bool], path: str | None, saved_at: int) -> None:
        """Write a journal that was deleted once more, with all of its history."""
        if self._journal is not None:
            self._journal.close()
        self._figures.clear()
        self._numbers.clear()
        self._journal = Journal(self._file)
        at = history.at
        for index, entry in enumerate(history.entries):
            self.push(entry.name, history.ahead(index - at))
        self.step(at - len(history.entries) + 1)
        self.view(overlays)
        self.file(path, saved_at)

    @property
    def failed(self) -> str | None:
        """Why the last write was not possible, if it was not."""
        return None if self._journal is None else self._journal.failed

    def _put(self, record: Record) -> None:
        if self._journal is not None:
            self._journal.append(record)

    def _push(self, name: str, state: State) -> list[Record]:
        """The records of an action: an edited figure stands in the journal once, and is named by its number then."""
        if state.source is not None or state.figure.members:
            return [{"do": "push", "name": name, "state": document_parts(Contents(state), self._folder)}]
        number, before = next((n for figure, n in self._numbers if figure is state.figure), None), []
        if number is None:
            number = len(self._figures)
            self._figures[number] = {"inline": without_empty(figure_parts(state.figure))}
            self._numbers.append((state.figure, number))
            before = [{"do": "figure", "number": number, "figure": self._figures[number]}]
        parts = document_parts(Contents(state), self._folder, {"number": number})
        return [*before, {"do": "push", "name": name, "state": parts}]

    # ---- replaying ------------------------------------------------------------------------------

    def _replayed(self, records: list[Record]) -> Recovered | None:
        found: Recovered | None = None
        for record in records:
            if record["do"] == "figure":
                self._figures[record["number"]] = record["figure"]
            elif record["do"] == "push" and found is None:
                found = Recovered(UndoList(record["name"], Recorded(self, record["state"])))
            elif found is not None:
                self._replay(found, record)
        return found

    def _replay(self, found: Recovered, record: Record) -> None:
        history = found.history
        match record["do"]:
            case "push":
                del history.entries[history.at + 1 :]
                history.entries.append(UndoEntry(record["name"], Recorded(self, record["state"])))
                history.at += 1
                found.saved_at = -1 if found.saved_at >= history.at else found.saved_at
            case "pose":
                self._later_at(history).coordinates = record["coordinates"]
            case "step":
                history.at = min(max(history.at + record["count"], 0), len(history.entries) - 1)
            case "view":
                found.overlays = {str(name): bool(on) for name, on in record["overlays"].items()}
            case "file":
                found.path, found.saved_at = record["path"], record["at"]
            case "begin" | "end":
                found.clean = record["do"] == "end"

    @staticmethod
    def _later_at(history: UndoList) -> Recorded:
        state = history.entries[history.at].state
        assert isinstance(state, Recorded)  # nothing is read before all is replayed
        return state

    def _read(self, parts: dict[str, Any]) -> State:
        figure = parts.get("figure")  # of several figures, their journal has `figures`
        if isinstance(figure, dict) and "number" in figure:
            parts = {**parts, "figure": self._figures[figure["number"]]}
        return from_document(Document("the journal", parts), self._folder).state
