"""What a gesture is: something is grabbed, pulled about and let go. A whole gesture is one action."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Any, ClassVar

from poise.studio.document.state import State
from poise.studio.engine.live import Live
from poise.studio.protocol.frame import Handle
from poise.studio.protocol.plain import Place


class Gesture(ABC):
    """What is held. `before`: the state when it was grabbed; `live`: the session that follows the grip."""

    before: State
    live: Live
    rests: ClassVar[bool] = False
    """Whether the body stays exactly as it is when it is let go, until something changes."""

    @abstractmethod
    def pull(self, value: Any) -> None:
        """The hand is there now. What is refused changes nothing."""

    @abstractmethod
    def released(self, keep: bool) -> tuple[State, str, Place | None]:
        """The state after it, the name of the action, and where the task stands that was kept."""

    @property
    def led_anywhere(self) -> bool:
        """Whether there is anything to undo."""
        return True

    def handles(self) -> list[Handle]:
        """The points that are dragged."""
        return []

    def dragged(self) -> dict[str, Any] | None:
        """The field that is dragged, and its present value."""
        return None

    def _present(self) -> State:
        """The state as it was, with the body where it is now."""
        return replace(self.before, pose=self.live.pose_of(self.before))
