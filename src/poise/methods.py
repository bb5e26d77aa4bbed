"""The methods of the solver: their names, what each can honour, and what it makes of levels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from poise.errors import InputError, UnknownNameError
from poise.figure.arguments import check_fields
from poise.figure.check import number
from poise.readable import Readable

if TYPE_CHECKING:
    from poise import _core
    from poise.tasks.plan import Entry, Plan

METHODS = ("priority", "weighted", "cascaded", "transpose", "ccd")
DIRECT = ("transpose", "ccd")
"""Those of direct manipulation (Welman): they pull, and know neither criteria nor strict levels."""
LEVEL_WEIGHT = 100
"""What cyclic coordinate descent makes of a level: its tasks weigh so much more than those of the next."""


@dataclass(frozen=True)
class Transpose(metaclass=Readable):
    """The Jacobian transpose method with a choice; `method="transpose"` is the usual one.

    `feedback`: share of what a constraint lacks that each correction makes good, above 0 and at most 1 (Welman 5.2.5).
    """

    feedback: float = 1.0

    def __post_init__(self) -> None:
        check_fields(self)
        if not 0.0 < number(self.feedback, "the feedback of Transpose") <= 1.0:
            raise InputError(f"the feedback of Transpose must be above 0 and at most 1, not {self.feedback}")

    name = "transpose"


@dataclass(frozen=True)
class CCD(metaclass=Readable):
    """Cyclic coordinate descent with a choice; `method="ccd"` is the usual one.

    `wang`: weigh positions against orientations by how far tip and goal are from each joint, w = α (1 + ρ) (Wang and
    Chen 1991; Welman 4.2.1). The sum of all errors may then grow from one cycle to the next.
    """

    wang: bool = False

    def __post_init__(self) -> None:
        check_fields(self)

    name = "ccd"


def method_name(method: Any) -> str:
    """The name of a method; raises for what is none."""
    name = method if isinstance(method, str) else method.name if isinstance(method, Transpose | CCD) else None
    if name not in METHODS:
        raise UnknownNameError("method", method, METHODS, "the solver")
    return name


def usual_criteria(method: Any, criteria: Any) -> Any:
    """The criteria as they were given; where none were, none for a method that cannot honour any."""
    return () if criteria is None and method_name(method) in DIRECT else criteria


def has_criteria(method: Any) -> bool:
    """Whether a method has a place for criteria. Where it has none they are left out, and the solution tells it."""
    return method_name(method) not in DIRECT


def require_root(method: Any, root: str | None) -> None:
    """Raise for a root that a method cannot honour."""
    if root is not None and method_name(method) == "ccd":
        held = f"hold the figure at that segment instead (figure.rerooted({root!r})), or add a Hold"
        raise InputError(f"method 'ccd' cannot honour root={root!r}: {held}")


def require_limbs(method: Any) -> None:
    """Raise when a method has no use for analytic limbs."""
    if method_name(method) in DIRECT:
        raise InputError(f"method {method_name(method)!r} cannot honour analytic limbs: leave analytic out")


def arrange(method: Any, plan: Plan) -> None:
    """Let a plan be solved by a method. Raises for tasks that it cannot honour, naming them."""
    name = method_name(method)
    if name == "cascaded":
        plan.problem.cascade()
    elif name == "transpose":
        _require_whole_constraints(plan)
        plan.problem.pull(method.feedback if isinstance(method, Transpose) else 1.0)
    elif name == "ccd":
        for entry in plan.entries.values():
            if entry.task.enabled:
                require_honoured(method, plan, entry)
        plan.problem.descend(isinstance(method, CCD) and method.wang)


def notes(method: Any, plan: Plan, ending: _core.Ending) -> tuple[str, ...]:
    """What a method made of the levels, and of constraints that say nothing new."""
    if method == "priority" or (name := method_name(method)) not in DIRECT:
        return ()
    told = list[str]()
    count = len({entry.level for entry in plan.entries.values()})
    if name == "ccd" and count > 1:
        told.append(f"levels were read as weights: each counts {LEVEL_WEIGHT} times the next")
    if name == "transpose" and count > 1:
        many = f"levels 1 to {count - 1} were" if count > 2 else "level 1 was"
        told.append(f"{many} kept as constraints, and the last level pulled")
    if plan.left_out:
        told.append(f"the criteria were left out, since the method has no place for them: {', '.join(plan.left_out)}")
    surplus = ending.surplus_rows
    if surplus:
        told.append(f"{surplus} row{'s' * (surplus != 1)} of the constraints said nothing new, or contradicted others")
    return tuple(told)


def require_honoured(method: Any, plan: Plan, entry: Entry) -> None:
    """Raise when a method cannot honour a task that counts."""
    if method_name(method) != "ccd":
        return
    if entry.level == 0:
        raise InputError(f"method 'ccd' cannot honour the structural task {entry.name!r}: it keeps nothing exactly")
    if not all(plan.problem.is_geometric(index) for index in entry.indices):
        kinds = "points, lines and planes to reach or be on, orientations, holds, things together, the centre of mass"
        raise InputError(f"method 'ccd' cannot honour task {entry.name!r}; it knows {kinds}; take method=\"transpose\"")


def _require_whole_constraints(plan: Plan) -> None:
    last = max(entry.level for entry in plan.entries.values())
    for entry in plan.entries.values():
        if entry.task.joints is not None and entry.level < last and entry.task.word != "posture":
            raise InputError(
                f"method 'transpose' cannot keep {entry.name!r} by some joints alone: above the last level, tasks are "
                "constraints on the whole body; leave joints out, or put the task into the last level"
            )
