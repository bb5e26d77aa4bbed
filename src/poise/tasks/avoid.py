"""Avoid: keep out of obstacles, and of oneself (Baerlocher 7.3.2; Peinado et al. 2005)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from dataclasses import field as given_field
from typing import TYPE_CHECKING, Any, ClassVar, cast

from poise.errors import InputError, UnknownNameError
from poise.figure.check import listed, number, shown
from poise.figure.units import metres_hint
from poise.tasks.any_of import each
from poise.tasks.avoid_piece import Clear
from poise.tasks.piece import Piece
from poise.tasks.task import Task
from poise.tasks.world_task import GIVEN, WorldTask
from poise.world.body import SelfPair, core_body
from poise.world.world import World, checked_world

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose

SELF, EVERYTHING = "self", "world"
CLEAR = 1e-6
"""m: what overlaps by less is out of each other."""
ARM = 1.0
"""m: hardly anybody's arm is longer (estimate); a margin that is wider is doubtful."""


@dataclass(frozen=True, init=False)
class Avoid(WorldTask):
    """Keep the body out of things: names of obstacles, "world" for all of them, "self" for the body itself.

        poise.Avoid("table", "self", margin=0.02)

    `world`: where the obstacles are; by default that of the solve. `margin` (m): for these obstacles, instead of their
    own. `pairs`: the segments that keep out of each other, as `SelfPair`; by default `poise.self_pairs(figure)`.
    `ahead` (s): obstacles that come nearer are avoided where they will be then. `first`: above all levels, right below
    structural tasks, as the world of a solve is. Inside the room there is, the task wants nothing; the nearer two
    things are, the less they may approach in one step, so that nothing is switched on abruptly.
    """

    things: tuple[str, ...] = (EVERYTHING,)
    world: World | None = given_field(default=None, metadata=GIVEN)
    margin: float | None = None
    pairs: tuple[SelfPair, ...] | None = None
    ahead: float = 0.0
    first: bool = False

    word: ClassVar[str] = "avoid"
    keeps_out: ClassVar[bool] = True

    def __init__(
        self,
        *names: str,
        things: Iterable[str] = (EVERYTHING,),
        world: World | None = None,
        margin: float | None = None,
        pairs: Any = None,
        ahead: float = 0.0,
        first: bool = False,
        weight: float = 1.0,
        joints: Any = None,
        tolerance: Any = None,
        name: str = "",
        enabled: bool = True,
    ) -> None:
        given = {"weight": weight, "joints": joints, "tolerance": tolerance, "name": name, "enabled": enabled}
        own = {"world": world, "margin": margin, "pairs": pairs, "ahead": ahead, "first": first}
        for field, value in {**given, **own, "things": names or things}.items():
            self._put(field, value)
        self.__post_init__()

    def __post_init__(self) -> None:
        found = listed(self.things)
        if not found or not all(isinstance(thing, str) for thing in found):
            names = listed(found[0]) if found and len(found) == 1 else None
            hint = f"; names stand one by one: Avoid({', '.join(map(repr, names))})" if names else ""
            raise InputError(f'an avoiding task names obstacles, "world" or "self", not {shown(self.things)}{hint}')
        self._put("things", tuple(found))
        if self.pairs is not None:
            self._put("pairs", _checked_pairs(self.pairs))
        super().__post_init__()
        if self.margin is not None:
            self._put("margin", number(self.margin, self._what("margin")))
            if self.margin < 0.0:
                raise InputError(f"{self._what('margin')} must not be negative, not {self.margin:g}")
        self._put("ahead", number(self.ahead, self._what("ahead option")))
        if self.ahead < 0.0:
            raise InputError(f"{self._what('ahead option')} must not be negative, not {self.ahead:g} s")
        if self.world is not None:
            self._avoided(self.world)

    @property
    def sites(self) -> tuple[str, ...]:
        return ()

    @property
    def default_name(self) -> str:
        return " ".join((self.word, *map(str, self.things)))

    @property
    def is_first(self) -> bool:
        return self.first

    @property
    def obstacles(self) -> World | None:
        """The obstacles it is about; None when it is about the body alone."""
        if set(self.things) == {SELF}:
            return None
        if self.world is None:
            raise InputError(f"task {self.name!r} needs a world: poise.solve(…, world=world), or its own world=")
        return self._avoided(self.world)

    def check(self, figure: Figure) -> None:
        """Raise when there is no world, or the figure lacks what is named."""
        super().check(figure)
        core_body(figure, self.pairs)
        _ = self.obstacles

    @classmethod
    def _usual_tolerance(cls, unit: str) -> float:
        return CLEAR

    def pieces(self, start: Pose) -> list[Piece]:
        return [Clear((), self.obstacles, SELF in self.things, self.pairs, self.margin, self.ahead)]

    def _avoided(self, world: World) -> World:
        names = [thing for thing in self.things if thing not in (SELF, EVERYTHING)]
        for name in names:
            if name not in world:
                raise UnknownNameError("obstacle", name, world, f"task {self.name!r}: the world")
        return world if EVERYTHING in self.things else world.only(*names)


def with_world(levels: Sequence[list[Task]], world: Any, avoid_self: Any, ahead: float = 0.0) -> list[list[Task]]:
    """Levels in a world: who avoids and has none gets it; where nobody does, a task above all levels is added."""
    if world is not None:
        checked_world(world)
    if not isinstance(avoid_self, bool):
        raise InputError(f"avoid_self must be True or False, not {shown(avoid_self)}")
    if world is None and not avoid_self:
        return [*levels]
    tasks = [[each(task, lambda t: t._in_world(world)) for task in level] for level in levels]
    things = [EVERYTHING] * (world is not None) + [SELF] * avoid_self
    if not things or any(isinstance(task, Avoid) for level in tasks for task in level):
        return tasks
    return [[Avoid(*things, world=world, first=True, ahead=ahead)], *tasks]


def avoiding(levels: Sequence[Sequence[Task]]) -> list[Avoid]:
    """The tasks that avoid something, those that count."""
    return [cast(Avoid, task) for level in levels for task in level if task.keeps_out and task.enabled]


def avoiding_notes(levels: Sequence[Sequence[Task]], start: Pose) -> tuple[str, ...]:
    """What is odd about what is avoided: where the body begins inside, and margins that are too wide."""
    every = avoiding(levels)
    return (*_begun_inside(every, start), *_wide_margins(every)) if every else ()


def _begun_inside(every: Sequence[Avoid], start: Pose) -> tuple[str, ...]:
    """A sentence for each task whose obstacles the body is in when it begins."""
    pieces = (Clear((), task.obstacles, False, None, None, 0.0) for task in every if task.obstacles)
    return tuple(
        f"the start is inside: {piece.hint(start)}; the body comes out first, as its rank allows"
        for piece in pieces
        if piece.reached(start)[0] < -CLEAR
    )


def _wide_margins(every: Sequence[Avoid]) -> tuple[str, ...]:
    """A sentence for each margin that no arm can bridge, with what may have been meant."""
    own = [(task._what("margin"), task.margin) for task in every if task.margin is not None]
    theirs = [
        (f"the margin of obstacle {obstacle.name!r}", obstacle.margin)
        for task in every
        if task.margin is None and task.obstacles
        for obstacle in task.obstacles.values()
    ]
    return tuple(
        f"{what} is {margin:g} m, more than an arm is long{metres_hint(margin, 0.0, ARM)}"
        for what, margin in dict.fromkeys(own + theirs)
        if margin > ARM
    )


def _checked_pairs(pairs: Any) -> tuple[SelfPair, ...]:
    found = listed(pairs)
    if found is None or not all(isinstance(pair, SelfPair) for pair in found):
        raise InputError(f"the pairs of an avoiding task must be a list of poise.SelfPair, not {shown(pairs)}")
    return tuple(found)
