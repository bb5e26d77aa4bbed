"""Tasks about a body as a whole: of several figures in one solve they say which one they mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from poise.errors import InputError
from poise.figure.check import shown
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.figure.figure import Figure


@dataclass(frozen=True, kw_only=True)
class BodyTask(Task):
    """A task about one body. `figure`: of several figures in one solve, the name of the one it is about; everything
    that the task names, joints, supports, forces, is then that figure's own, without its name before it."""

    figure: str | None = None

    is_of_one_body: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.figure is not None and not isinstance(self.figure, str):
            raise InputError(f"the figure of a task is told by its name, not by {shown(self.figure)}")
        super().__post_init__()

    @property
    def default_name(self) -> str:
        """The name of a task that was given none."""
        return super().default_name if self.figure is None else f"{super().default_name} {self.figure}"


def require_figure(task: BodyTask, figure: Figure) -> None:
    """Raise when a task does not say which of several figures it is about, or says so of a single one."""
    if not figure.members and task.figure is not None:
        raise InputError(f"task {task.name!r}: {figure.name!r} is a single figure; leave figure={task.figure!r} out")
    if figure.members and task.figure is None:
        choices = " or ".join(f"figure={name!r}" for name in figure.members)
        raise InputError(f"task {task.name!r} is about one body: say which, {choices}")
