"""A scene: everything one solve needs, as a value that can be kept in a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from poise import shortcuts
from poise.criteria.default import given_or_default
from poise.criteria.preferences import checked_criteria
from poise.errors import InputError, UnknownNameError
from poise.figure.arguments import check_fields, checked_methods
from poise.figure.check import count, instance
from poise.forces.footing import footed
from poise.forces.wishes import Loads, checked
from poise.limb.analytic import checked_analytic
from poise.methods import METHODS, usual_criteria
from poise.pose import Pose
from poise.readable import Readable
from poise.scene.parts import check_parts
from poise.scene.shot import Shot
from poise.scene.source import CompanySource, FigureSource
from poise.tasks.avoid import with_world
from poise.tasks.plan import checked_levels, unique_names
from poise.tasks.structure import rooted_at
from poise.tasks.task import Task
from poise.world.world import World

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.many import Solutions
    from poise.plot import Picture
    from poise.solution import Solution


@checked_methods
@dataclass(frozen=True)
class Scene(metaclass=Readable):
    """A figure in its start pose, what is wanted of it in which order, and how to solve and show it. Immutable.

    `start`, `levels`, `criteria`, `method`, `root`, `analytic`, `max_steps`, `attempts`: as `poise.solve` takes them
    (`max_steps` None: as many as `solve` allows). `seed`: of the random starts when `attempts` is more than one.
    `tolerance`: (metres, radians) for the tasks that have none of their own. `source`: where the figure comes from;
    without one, a file holds the whole figure. `forces`, `supports`: what acts on the body and carries it. `world`,
    `avoid_self`: what it keeps out of. `shot`: how a picture shows the solution. `name` and `notes` are for people.
    Several figures that are posed together start in `poise.company` of their poses.
    """

    start: Pose
    levels: Any
    criteria: Any = None
    _: KW_ONLY
    name: str = ""
    notes: str = ""
    source: FigureSource | CompanySource | None = None
    method: str = "priority"
    root: str | None = None
    analytic: Any = ()
    max_steps: int | None = None
    attempts: int = 1
    seed: int = 0
    forces: Any = ()
    supports: Any = ()
    world: World | None = None
    avoid_self: bool = False
    tolerance: Any = None
    shot: Shot = field(default_factory=Shot)

    def __post_init__(self) -> None:
        instance(self.start, Pose, "the start of a scene")
        instance(self.shot, Shot, "the shot of a scene")
        self._put("levels", tuple(tuple(level) for level in checked_levels(self.levels)))
        self._put(
            "criteria", checked_criteria(given_or_default(usual_criteria(self.method, self.criteria), self.figure))
        )
        loads = checked(self.forces, self.supports)
        self._put("forces", loads.forces)
        self._put("supports", loads.supports)
        self._put("tolerance", replace(self.tasks[0], tolerance=self.tolerance).tolerance)  # as tasks understand it
        unique_names(self.tasks)
        self._put("analytic", checked_analytic(self.figure, self.analytic))
        in_world = [task for level in with_world(self.levels, self.world, self.avoid_self) for task in level]
        standing = Loads(loads.forces, footed(self.start, loads.supports, self.world))
        check_parts(self.figure, in_world, self.criteria, standing)
        self._check_settings()

    # ---- from and to files ----------------------------------------------------------------------

    @staticmethod
    def load(path: str | os.PathLike[str], *, functions: Mapping[str, Callable[..., Any]] | None = None) -> Scene:
        """The scene in a YAML file, or a shipped one by name (`poise.shipped_scenes`).

        `functions`: the Python functions that the file names; a file is never a reason to run code of its own.
        """
        return shortcuts.load_scene(path, functions or {})

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the scene as YAML; reading it again gives an equal scene."""
        shortcuts.save_scene(self, path)

    def script(self, path: str | os.PathLike[str] | None = None) -> str:
        """The scene as Python source that gives the same solution; with `path` it is written there too."""
        return shortcuts.scene_script(self, path)

    # ---- what it holds --------------------------------------------------------------------------

    @property
    def figure(self) -> Figure:
        """The figure that is posed."""
        return self.start.figure

    @property
    def tasks(self) -> list[Task]:
        """All tasks, the most important first."""
        return [task for level in self.levels for task in level]

    # ---- solving --------------------------------------------------------------------------------

    def solve(self, *, history: bool = False) -> Solution:
        """Solve it, always in the same way."""
        from poise.solver import solve

        return solve(self.start, self.demands(), criteria=self.criteria, history=history, **self.settings())

    def solve_many(self, goals: Any, *, progress: Any = None, threads: int | None = None) -> Solutions:
        """Solve it for many goals, given by the names of tasks as in `poise.solve_many`."""
        from poise.many import solve_many

        if self.attempts > 1:
            raise InputError("many goals are solved with one attempt each: set attempts of the scene to 1")
        more: dict[str, Any] = {"progress": progress, "threads": threads, **self.settings()}
        return solve_many(self.start, self.demands(), goals=goals, criteria=self.criteria, **more)

    def demands(self) -> list[list[Task]]:
        """The levels as the solver gets them: tasks without a tolerance have the scene's."""
        given = {} if self.tolerance is None else {"tolerance": self.tolerance}
        return [[task if task.tolerance else replace(task, **given) for task in level] for level in self.levels]

    def settings(self) -> dict[str, Any]:
        """The options of the solve that differ from `poise.solve`'s own, but for criteria."""
        options: dict[str, Any] = {} if self.method == "priority" else {"method": self.method}
        options |= {n: v for n in ("root", "max_steps") if (v := getattr(self, n)) is not None}
        options |= {n: getattr(self, n) for n in ("forces", "supports", "analytic", "avoid_self") if getattr(self, n)}
        options |= {} if self.world is None else {"world": self.world}
        if self.attempts > 1:
            options |= {"attempts": self.attempts, "rng": np.random.default_rng(self.seed)}
        return options

    def plot(self, solution: Solution | None = None, **options: Any) -> Picture:
        """A picture of the solution, solved now unless given; `options` as of `poise.plot.plot_pose`."""
        from poise.scene.picture import scene_picture

        return scene_picture(self, solution or self.solve(), **options)

    # ---- inside ---------------------------------------------------------------------------------

    def _repr_html_(self) -> str:
        """In a notebook: the solution, drawn."""
        return self.plot(size=(420, 420))._repr_html_()

    def _made_by(self, source: FigureSource | CompanySource | None) -> Scene:
        """The same scene with another source, which is known to make its figure: that is not checked again."""
        scene = copy(self)
        scene._put("source", source)
        return scene

    def _put(self, field: str, value: object) -> None:
        object.__setattr__(self, field, value)

    def _check_settings(self) -> None:
        if not isinstance(self.method, str) or self.method not in METHODS:
            raise UnknownNameError("method", self.method, METHODS, "the solver")
        if self.root is not None:
            rooted_at(self.start, self.root)  # raises for what is no segment to stand on
        for name, least in (("attempts", 1), ("seed", 0), ("max_steps", 1)):
            value = getattr(self, name)
            if value is None and name == "max_steps":
                continue
            count(value, f"{name} of a scene", 2**63 - 1, least)
        for name in ("name", "notes"):
            instance(getattr(self, name), str, f"{name} of a scene")
        check_fields(self)
        kinds = (FigureSource, CompanySource)
        if self.source is not None and instance(self.source, kinds, "the source").figure() != self.figure:
            raise InputError("the source of a scene makes another figure than that of its start pose")
