"""The history: every state there was, with the name of the action that led to it, without end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from poise.pose import Pose
from poise.studio.document.state import State

Later = Callable[[], State]
"""A state that is read only when it is needed: those of a recovered journal."""


@dataclass
class UndoEntry:
    """A state, and the action that made it."""

    name: str
    state: State | Later


class UndoList:
    """States in a row, and which of them is the present one."""

    def __init__(self, name: str, state: State | Later) -> None:
        self.entries = [UndoEntry(name, state)]
        self.at = 0

    @property
    def present(self) -> State:
        """The state now."""
        return self._state(self.at)

    def push(self, name: str, state: State) -> None:
        """An action was done; what could have been done again is forgotten."""
        del self.entries[self.at + 1 :]
        self.entries.append(UndoEntry(name, state))
        self.at += 1

    def rest(self, pose: Pose) -> None:
        """The body has come to rest elsewhere since the last action; that is no action of its own."""
        self.entries[self.at].state = replace(self.present, pose=pose)

    def renew(self, change: Callable[[State], State]) -> None:
        """The present state is another one, by no action."""
        self.entries[self.at].state = change(self.present)

    def step(self, count: int) -> list[str]:
        """Back (negative) or forth by so many actions, as far as there are any; their names, in order."""
        goal = self._goal(count)
        self._state(goal)  # nothing has changed when this fails
        low, high = sorted((self.at, goal))
        names = [entry.name for entry in self.entries[low + 1 : high + 1]]
        self.at = goal
        return names if count > 0 else names[::-1]

    def ahead(self, count: int) -> State:
        """The state to which `step` would lead."""
        return self._state(self._goal(count))

    def undoable(self, most: int) -> list[str]:
        """Names of the actions that can be taken back, the next one first."""
        return [entry.name for entry in self.entries[max(1, self.at + 1 - most) : self.at + 1]][::-1]

    def redoable(self, most: int) -> list[str]:
        """Names of the actions that can be done again, the next one first."""
        return [entry.name for entry in self.entries[self.at + 1 : self.at + 1 + most]]

    def _goal(self, count: int) -> int:
        return min(max(self.at + count, 0), len(self.entries) - 1)

    def _state(self, index: int) -> State:
        entry = self.entries[index]
        if not isinstance(entry.state, State):
            entry.state = entry.state()
        return entry.state
