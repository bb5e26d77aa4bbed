"""CustomTask: an error of your own, and its Jacobian if you have one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from poise.errors import InputError
from poise.tasks.custom_piece import Computed
from poise.tasks.piece import Piece
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.pose import Pose


@dataclass(frozen=True)
class CustomTask(Task):
    """Bring a function of the pose to zero.

    `error(pose)`: a number or (m,) numbers, always as many, zero where all is well. `jacobian(pose)`: (m, dof), its
    derivative by the tangent of the pose, as `pose.jacobian` is. Without it the slope is measured by finite
    differences, which takes 2 dof evaluations of `error` each time; the report says so. `unit`: of the error, for
    reports; `tolerance` is in it (default 1e-4, for radians 1e-3). `check_jacobian`: whether the Jacobian is compared
    with finite differences at the start pose, once. What goes wrong inside is a `TaskError`.
    """

    error: Callable[[Pose], Any]
    jacobian: Callable[[Pose], Any] | None = field(default=None, kw_only=True)
    unit: str = field(default="m", kw_only=True)
    check_jacobian: bool = field(default=False, kw_only=True)

    word: ClassVar[str] = "custom"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.unit, str) or not self.unit:
            raise InputError(f"{self._what('unit')} must be a text as 'm' or 'rad', not {self.unit!r}")

    @property
    def sites(self) -> tuple[str, ...]:
        return ()

    @property
    def default_name(self) -> str:
        function = getattr(self.error, "__name__", "")
        return f"{self.word} {function}" if function.isidentifier() else self.word

    @property
    def note(self) -> str:
        return "Jacobian by finite differences" if self.jacobian is None else ""

    def pieces(self, start: Pose) -> list[Piece]:
        piece = Computed.at(start, self.name, self.error, self.jacobian, self.unit)
        if self.check_jacobian and self.jacobian is not None:
            piece.check_jacobian(start)
        return [piece]
