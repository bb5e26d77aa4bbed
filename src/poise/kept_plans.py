"""Plans that are kept: a question of the same form as one before goes on with the plan that was made for that one.

The form of a question is all of it but what a plan can be told anew: the figure, its tasks level by level with their
kinds, sites, axes, weights and names, and the criteria. Goals, tolerances and the pose where a solve begins are no part
of it. Forms are compared by value, figures by identity. What holds more than values, such as functions and obstacles,
has no form: such a question is planned each time.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any

from poise.criteria.criterion import Criterion

if TYPE_CHECKING:
    from poise.pose import Pose
    from poise.tasks.plan import Plan
    from poise.tasks.task import Task

MOST_FORMS, MOST_ALIKE = 32, 8
"""Forms of questions that are remembered, and plans of one form: so many threads may ask alike. A plan with its problem
and its solver takes some 100 kB."""


class KeptPlans:
    """The plans that nobody works with at present, by the form of their question; any thread may take or give.

    `take` and `give` are one step each of a dictionary and a list, which Python makes whole; new forms, which are rare,
    are entered one by one.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._idle: dict[Hashable, list[Plan]] = {}
        self._entering = Lock()

    def take(self, form: Hashable) -> Plan | None:
        """A plan of that form, for the caller alone until it is given back; None where there is none."""
        idle = self._idle.get(form)
        try:
            return idle.pop() if idle else None
        except IndexError:  # another thread was quicker
            return None

    def give(self, form: Hashable, plan: Plan) -> None:
        """Keep a plan that nobody works with any more; the form that has been known for the longest time may go."""
        idle = self._idle.get(form)
        if idle is None:
            idle = self._entered(form)
        if len(idle) < MOST_ALIKE:
            idle.append(plan)

    def clear(self) -> None:
        """Forget all of them."""
        with self._entering:
            self._idle.clear()

    def _entered(self, form: Hashable) -> list[Plan]:
        with self._entering:
            while len(self._idle) >= self._most:
                del self._idle[next(iter(self._idle))]
            return self._idle.setdefault(form, [])


def form_of(start: Pose, levels: Sequence[Sequence[Task]], criteria: Any) -> Hashable | None:
    """The form of a question that strict levels answer, None where it has none."""
    figure = start.figure
    if figure.members or type(criteria) is not tuple:
        return None
    tasks: list[Hashable] = []
    for level in levels:
        for task in level:
            if (form := task._form) is None:
                return None
            tasks.append(form)
        tasks.append(None)  # where a level ends
    wishes: list[Hashable] = []
    for wish in criteria:
        if not isinstance(wish, Criterion) or (form := wish._form) is None:
            return None
        wishes.append(form)
    return figure._core, tuple(tasks), tuple(wishes)
