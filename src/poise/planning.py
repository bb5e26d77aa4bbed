"""From what a solve is asked to a plan for the core, made anew or kept from a question of the same form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from poise.criteria.default import given_or_default
from poise.criteria.own import each_figures_own
from poise.criteria.preferences import Preferences, each_changed, in_a_row
from poise.errors import InputError
from poise.forces.footing import footed
from poise.forces.wishes import NO_LOADS, under
from poise.forces.wishes import checked as checked_loads
from poise.kept_plans import MOST_FORMS, KeptPlans, form_of
from poise.methods import arrange, has_criteria, method_name, require_root
from poise.pose import Pose
from poise.question import as_tuple
from poise.tasks.any_of import each
from poise.tasks.members import whose
from poise.tasks.plan import Plan, checked_levels
from poise.tasks.structure import rooted_at

if TYPE_CHECKING:
    from poise.tasks.task import Task

KEPT = KeptPlans(MOST_FORMS)


def loaded_wishes(
    pose: Any, levels: Any, criteria: Any, forces: Any, supports: Any, world: Any = None
) -> tuple[list[list[Task]], Any]:
    """Levels and criteria, those about forces with the forces and supports of the solve."""
    if not isinstance(pose, Pose):
        raise InputError(f"the first argument must be the pose to start from, not {pose!r}")
    loads = checked_loads(forces, footed(pose, supports, world))
    tasks, wishes = checked_levels(levels), as_tuple(given_or_default(criteria, pose.figure))
    if loads is NO_LOADS and not pose.figure.members:
        return tasks, wishes
    loads.require_figures(pose.figure.members)
    if any(loads):
        tasks = [[each(task, lambda t: under(t, *loads.of(whose(t)))) for task in level] for level in tasks]
    if pose.figure.members:
        return tasks, each_figures_own(wishes, pose.figure, loads)
    if not any(loads) or not isinstance(wishes, tuple):
        return tasks, wishes
    return tasks, each_changed(wishes, lambda c: under(c, *loads))


def plan_for(
    pose: Pose, levels: Sequence[Sequence[Task]], criteria: Any, method: Any = "priority", root: str | None = None
) -> Plan:
    """The plan of a solve, for the caller alone: as `planned`, or one that was kept for questions of its form."""
    form = form_of(pose, levels, criteria) if method == "priority" and root is None else None
    plan = KEPT.take(form) if form is not None else None
    if plan is not None:
        plan.ask_again(pose, [task for level in levels for task in level])
        return plan
    plan = planned(pose, levels, criteria, method, root)
    plan.form = form if plan.is_alike_for_all_goals else None
    return plan


def keep(plan: Plan) -> None:
    """Let the next question of its form have a plan that nobody works with any more.

    Not to be said where something was raised on the way: nobody knows then what state it is in.
    """
    if plan.form is not None:
        KEPT.give(plan.form, plan)


def planned(
    pose: Pose, levels: Sequence[Sequence[Task]], criteria: Any, method: Any = "priority", root: str | None = None
) -> Plan:
    """The plan of a solve. The levels have been checked (`checked_levels`), method, root and criteria are."""
    name = method_name(method)
    if name == "weighted":
        levels = [[task for level in levels for task in level]]
    if root is not None:
        levels = [[rooted_at(pose, root)], *levels]
    require_root(method, root)
    wishes = each_figures_own(criteria, pose.figure)
    plan = Plan(pose, levels)
    plan.method = method
    arrange(method, plan)
    if wishes and not has_criteria(method):
        plan.left_out = tuple(criterion.title for criterion in in_a_row(wishes))
    elif wishes:
        plan.preferences = Preferences(plan.problem, pose, wishes, plan.tasks)
    return plan
