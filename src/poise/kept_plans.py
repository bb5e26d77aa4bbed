"""Plans that are kept: a question of the same form as one before goes on with the plan that was made for that one.

The form of a question is all of it but what a plan can be told anew: the figure, its tasks level by level with their
kinds, sites, axes, weights and names, and the criteria. Goals, tolerances and the pose where a solve begins are no part
of it. Forms are compared by value, figures by identity. What holds more than values, such as functions and obstacles,
has no form: such a question is planned each time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any

from poise.criteria.criterion import Criterion
from poise.memo import Same

if TYPE_CHECKING:
    from poise.pose import Pose
    from poise.tasks.plan import Plan
    from poise.tasks.task import Task

MOST = 32
"""Plans that are kept, those asked last: a plan with its problem takes some 100 kB."""


class KeptPlans:
    """The plans that nobody works with at present, by the form of their question; any thread may take or give."""

    def __init__(self, most: int) -> None:
        self._most, self._count = most, 0
        self._idle: OrderedDict[Hashable, list[Plan]] = OrderedDict()  # the form asked last is the last one
        self._lock = Lock()

    def take(self, form: Hashable) -> Plan | None:
        """A plan of that form, for the caller alone until it is given back; None where there is none."""
        with self._lock:
            idle = self._idle.get(form)
            if idle is None:
                return None
            plan = idle.pop()
            self._count -= 1
            if not idle:
                del self._idle[form]
            return plan

    def give(self, form: Hashable, plan: Plan) -> None:
        """Keep a plan that nobody works with any more; those that were not asked for the longest time go."""
        with self._lock:
            self._idle.setdefault(form, []).append(plan)
            self._idle.move_to_end(form)
            self._count += 1
            while self._count > self._most:
                oldest, idle = next(iter(self._idle.items()))
                idle.pop(0)
                self._count -= 1
                if not idle:
                    del self._idle[oldest]

    def clear(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._idle.clear()
            self._count = 0


def form_of(start: Pose, levels: Sequence[Sequence[Task]], criteria: Any) -> Hashable | None:
    """The form of a question that strict levels answer, None where it has none."""
    figure = start.figure
    if figure.members or type(criteria) is not tuple:
        return None
    tasks = []
    for level in levels:
        for task in level:
            if (form := task._form) is None:
                return None
            tasks.append(form)
        tasks.append(None)
    wishes = []
    for criterion in criteria:
        if not isinstance(criterion, Criterion) or (form := criterion._form) is None:
            return None
        wishes.append(form)
    return (Same(figure), tuple(tasks), tuple(wishes))
