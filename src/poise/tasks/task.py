"""What all tasks share: weight, helpers, tolerance, name, and whether they count at all."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from poise.errors import InputError
from poise.figure.arguments import check_fields, checked_methods
from poise.figure.check import name as checked_name
from poise.figure.check import number, shown
from poise.figure.names import unknown
from poise.memo import value_getter
from poise.readable import AbstractReadable
from poise.tasks.recruits import recruited, recruits

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.figure.marks import Coupling
    from poise.pose import Pose
    from poise.tasks.piece import Goal, Piece

TOLERANCE = {"m": 1e-4, "rad": 1e-3}
"""How near is met, by unit, for tasks that do not say."""
_CHECKED_ALREADY = ("name", "enabled")
"""Fields that tasks look at themselves, in their own words."""


@checked_methods
@dataclass(frozen=True, kw_only=True)
class Task(metaclass=AbstractReadable):
    """Something wanted of a pose. Immutable.

    `weight`: positive; multiplies the squared error against the other tasks of the same level.
    `joints`: who may help. None: all; the name of a group, limb or joint; joint names; or a mapping from joint to
    0 … 1, where joints left out do not help.
    `tolerance`: the error at which the task counts as met; metres for positions, radians for rotations. A pair is
    (metres, radians), for tasks that have both. Default 1e-4 m and 1e-3 rad.
    `name`: default made of the task and its site. `enabled`: a disabled task wants nothing, and is still reported.
    """

    weight: float = 1.0
    joints: Any = None
    tolerance: Any = None
    name: str = ""
    enabled: bool = True

    word: ClassVar[str]
    """What the task is called in names, lower case."""
    goal_field: ClassVar[str | None] = None
    """The field that a session may change while it runs."""
    loosens: ClassVar[bool] = False
    """Whether tasks of this kind may let go of couplings (`loosened`)."""
    may_stand_above: ClassVar[bool] = False
    """Whether tasks of this kind may stand above all levels (`is_structural`, `is_first`)."""
    is_choice: ClassVar[bool] = False
    """Whether it is a choice between tasks (`AnyOf`). A solve asks this of every task many times."""
    is_of_one_body: ClassVar[bool] = False
    """Whether it is about a body as a whole (`BodyTask`)."""
    keeps_out: ClassVar[bool] = False
    """Whether it keeps out of things (`Avoid`)."""

    def __post_init__(self) -> None:
        own = self.__dict__
        name, weight = own["name"], own["weight"]
        own["name"] = self.default_name if isinstance(name, str) and not name else checked_name(name, "task")
        if type(weight) is not float or not 0.0 < weight < math.inf:
            own["weight"] = self._positive(weight)
        if own["joints"] is not None:
            own["joints"] = recruits(self.joints, self._what("joints option"))
        if own["tolerance"] is not None:
            own["tolerance"] = self._tolerances(self.tolerance)
        if not isinstance(own["enabled"], bool):
            raise InputError(f"{self._what('enabled option')} must be True or False, not {shown(self.enabled)}")
        if self.may_stand_above and not isinstance(self.is_structural, bool):
            raise InputError(
                f"{self._what('structural option')} must be True or False, not {shown(self.is_structural)}"
            )
        check_fields(self, _CHECKED_ALREADY)

    def __init_subclass__(cls) -> None:
        """What a kind of task says is asked with figures and poses alone."""
        cls.loosens = cls.loosened is not Task.loosened
        cls.may_stand_above = cls.is_structural is not Task.is_structural or cls.is_first is not Task.is_first
        checked_methods(cls)

    # ---- what a kind of task must say ----------------------------------------------------------

    @property
    @abstractmethod
    def sites(self) -> tuple[str, ...]:
        """The sites it speaks of."""

    @abstractmethod
    def pieces(self, start: Pose) -> list[Piece]:
        """The task as rows for the solver; `start` is where the solve begins."""

    def _in_world(self, world: Any) -> Task:
        """The same task in the world of a solve; most have nothing to do with one."""
        return self

    # ---- what follows from it ------------------------------------------------------------------

    @property
    def default_name(self) -> str:
        """The name of a task that was given none."""
        sites = self.sites
        return f"{self.word} {sites[0]}" if len(sites) == 1 else " ".join([self.word, *map(str, sites)])

    @property
    def goal(self) -> Any:
        """What is wanted: a point, a rotation, a frame or a pose. Tasks without one raise `InputError`."""
        return getattr(self, self._goal_field())

    def with_goal(self, goal: Any) -> Task:
        """The same task with another goal."""
        fields = self.__dict__.copy()  # goals move all the time: `dataclasses.replace` looks at all fields again
        fields[self._goal_field()] = self._checked_goal(goal)
        other = object.__new__(type(self))
        object.__setattr__(other, "__dict__", fields)
        return other

    def goals(self, start: Pose) -> tuple[Goal, ...]:
        """The goals of its pieces, in their order. Raises when the figure lacks what the goal names."""
        self.check(start.figure)
        return tuple(piece.goal for piece in self.pieces(start))

    def check(self, figure: Figure) -> None:
        """Raise when the figure lacks a site or joint that the task names."""
        for site in self.sites:
            if not isinstance(site, str) or site not in figure.sites:
                raise unknown(figure, "site", site, figure.sites, f"task {self.name!r}: the figure")
        if self.joints is not None:
            recruited(figure, self.joints, f"task {self.name!r}: the figure")

    def require_apart(self, figure: Figure, site: str, other: str) -> None:
        """Raise when a site and another site, or a segment, are parts of one segment."""
        if figure.site(site).segment == (other if other in figure.segments else figure.site(other).segment):
            what = f"{site!r} and {other!r} are on one segment"
            raise InputError(f"task {self.name!r}: {what} and cannot move against each other")

    def tolerance_in(self, unit: str) -> float:
        """The error at which a piece of that unit counts as met."""
        if self.tolerance is None:
            return self._usual_tolerance(unit)
        return float(self.tolerance[1 if unit == "rad" else 0])

    @property
    def is_structural(self) -> bool:
        """Whether it stands with the limits, above all levels."""
        return False

    @property
    def is_first(self) -> bool:
        """Whether it stands above all levels, right below structural tasks."""
        return False

    def told_as(self, start: Pose) -> Task:
        """What it amounts to for who foresees a pose: the task itself, or a simpler one that is nearly as much."""
        return self

    def loosened(self, figure: Figure) -> tuple[Coupling, ...]:
        """Couplings of the figure as they hold while the task counts, where they then hold less: tendons under load."""
        return ()

    @property
    def note(self) -> str:
        """What a report should add, if anything."""
        return ""

    # ---- inside ---------------------------------------------------------------------------------

    @property
    def _is_kept(self) -> bool:
        """Whether it is made of values alone and is told anew by its goals, or by its pieces from another start."""
        return False

    @property
    def _form(self) -> Hashable | None:
        """All of it but goal and tolerance, for plans that are kept; None where no plan with it is kept."""
        kind, values = type(self), self.__dict__
        if not self._is_kept or (structure := value_getter(kind, kind.goal_field)) is None:
            return None
        goal = values.get(kind.goal_field or "")
        return kind, structure(values), goal if goal is None or type(goal) is str else True

    @property
    def _given_goal(self) -> Any:
        """What is wanted, None where nothing was given."""
        return self.__dict__.get(self.goal_field or "")

    @property
    def _is_told_by_goal(self) -> bool:
        """Whether its goals are all that differs between two tasks of one form, wherever they begin."""
        goal = self._given_goal
        return goal is not None and type(goal) is not str

    def _checked_goal(self, goal: Any) -> Any:
        """The goal as the task keeps it. Raises when it is none; by default, when no such task can be made."""
        return replace(self, **{self._goal_field(): goal}).goal

    @classmethod
    def _usual_tolerance(cls, unit: str) -> float:
        """How near is met where nothing is said."""
        return TOLERANCE.get(unit, TOLERANCE["m"])

    def _put(self, field: str, value: object) -> None:
        self.__dict__[field] = value  # what is frozen for everybody else is filled here

    def _what(self, part: str) -> str:
        return f"the {part} of task {self.name!r}"

    def _goal_field(self) -> str:
        if self.goal_field is None:
            raise InputError(f"task {self.name!r} has no goal that could change")
        return self.goal_field

    def _positive(self, given: Any) -> float:
        weight = number(given, self._what("weight"))
        if weight <= 0.0:
            advice = "to switch a task off, say enabled=False"
            raise InputError(f"{self._what('weight')} must be positive, not {weight}; {advice}")
        return weight

    def _tolerances(self, given: Any) -> tuple[float, float]:
        """(metres, radians)."""
        what = self._what("tolerance")
        pair = (given, given) if not isinstance(given, tuple | list) else tuple(given)
        if len(pair) != 2:
            raise InputError(f"{what} must be one number or a pair (metres, radians), not {given!r}")
        metres, radians = number(pair[0], what), number(pair[1], what)
        if metres <= 0.0 or radians <= 0.0:
            raise InputError(f"{what} must be positive, not {given!r}")
        return metres, radians
