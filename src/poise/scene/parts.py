"""Whether tasks and criteria fit the figure of a scene, under the forces and supports that act there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from poise.criteria.own import each_figures_own
from poise.criteria.preferences import in_a_row
from poise.forces.wishes import Loads, under
from poise.tasks.any_of import each
from poise.tasks.members import check_task, pieces_of, whose

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose
    from poise.tasks.task import Task


def loaded(task: Task, loads: Loads) -> Task:
    """A task with the forces and supports of the scene, of several figures those of its own."""
    return each(task, lambda t: under(t, *loads.of(whose(t))))


def check_loaded_task(task: Task, start: Pose, loads: Loads) -> None:
    """Raise when a task does not fit the figure, or cannot be asked from the start."""
    check_task(loaded(task, loads), start.figure)
    pieces_of(loaded(task, loads), start)


def check_criteria(criteria: Any, figure: Figure, loads: Loads) -> None:
    """Raise when a criterion does not fit the figure; of several figures, none of them."""
    for criterion in in_a_row(each_figures_own(criteria, figure, loads)):
        under(criterion, *loads).check(figure)


def check_parts(figure: Figure, tasks: Iterable[Task], criteria: Any, loads: Loads) -> None:
    """Raise when a task or a criterion does not fit the figure."""
    loads.require_figures(figure.members)
    for task in tasks:
        check_task(loaded(task, loads), figure)
    check_criteria(criteria, figure, loads)
