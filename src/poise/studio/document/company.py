"""Several figures on one stage: one more comes, is placed, named or taken away; all else of the scene goes along.

What is named on a figure bears the figure's name and a slash as soon as there are two (`poise.company`). So every part
of a scene is told its new names by one function, and what names a figure that is gone goes with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from poise.criteria.default import default_criteria
from poise.errors import InputError, UnknownNameError
from poise.figure.check import vec3
from poise.figure.company import SLASH
from poise.figure.figure import Figure
from poise.figure.placement import Placement
from poise.pose import Pose
from poise.scene.source import CompanySource, FigureSource
from poise.several import company
from poise.studio.document import stays
from poise.studio.document.fresh import fresh
from poise.studio.document.pins import pin_name, pins
from poise.studio.document.state import State, in_these_levels
from poise.tasks.any_of import AnyOf
from poise.tasks.body_task import BodyTask
from poise.tasks.hold import Hold
from poise.tasks.reach import Reach
from poise.tasks.task import Task

BESIDE = 0.9
"""Metres between two who stand side by side: with arms that hang, nobody touches anybody."""
MOST = 8
"""Figures on one stage: each has some fifty degrees of freedom, and a drag shall stay one."""
_NAMING = ("site", "site_a", "site_b", "of", "frame", "point", "place", "hand", "onto")
"""Fields of tasks, forces and supports that may name something of a figure."""


class _GoneError(Exception):
    """A part is about a figure that is no longer there."""


Rename = Callable[[str], str]
"""The new name of something named on a figure; raises `_GoneError` for what is gone."""


def added(state: State, source: FigureSource | None, figure: Figure, name: str | None) -> tuple[State, str]:
    """With one figure more, beside the others, held where it stands and in balance; and its name.

    Several would keep out of each other besides, and they shall join hands: at first they do not.
    """
    if not state.figure.members:
        state = replace(state, settings={**state.settings, "avoid_self": False})
    before = state if state.figure.members else _named(state, _plain(state.figure.name))
    names = list(before.figure.members)
    if len(names) >= MOST:
        raise InputError(f"there are {MOST} figures on the stage already: take one away first")
    new = _free(name if name is not None else _plain(figure.name), names, given=name is not None)
    own = fresh(source, figure)
    right = max(float(before.pose.member(n).segment_frame(before.figure.members[n].root)[0, 3]) for n in names)
    rest = _moved(own.pose, (right + BESIDE, 0.0), 0.0)
    own = recast(replace(own, start=rest, pose=rest), {new: rest}, lambda n: f"{new}{SLASH}{n}", lambda _: new)
    after = replace(
        before,
        source=CompanySource({**_sources(before), new: source or figure}),
        start=company({**before.start.members, new: rest}),
        pose=company({**before.pose.members, new: rest}),
        poses={n: company({**pose.members, new: rest}) for n, pose in before.poses.items()},
        levels=merged(before.levels, own.levels),
    )
    return _checked(after, before), new


def removed(state: State, name: str) -> State:
    """Without one of several figures, and without all that is about it; who is left alone loses its name."""
    _require(state, name)
    left = {n: pose for n, pose in state.pose.members.items() if n != name}
    alone = next(iter(left)) if len(left) == 1 else None

    def rename(full: str) -> str:
        who, _, own = full.partition(SLASH)
        if who == name:
            raise _GoneError
        return own if alone else full

    def body(who: str | None) -> str | None:
        if who == name:
            raise _GoneError
        return None if alone else who

    after = recast(state, left, rename, body)
    sources = {n: source for n, source in _sources(state).items() if n != name}
    only = sources[alone] if alone else None
    source: Any = CompanySource(sources) if not alone else (only if isinstance(only, FigureSource) else None)
    return _checked(replace(after, source=source), state)


def renamed(state: State, name: str, to: str) -> State:
    """With another name of a figure."""
    _require(state, name)
    if to == name:
        return state
    new = _free(to, state.figure.members, given=True)

    def called(who: str | None) -> str | None:
        return new if who == name else who

    def rename(full: str) -> str:
        who, _, own = full.partition(SLASH)
        return f"{called(who)}{SLASH}{own}"

    poses = {called(n) or n: pose for n, pose in state.pose.members.items()}
    sources = {called(n) or n: source for n, source in _sources(state).items()}
    return _checked(replace(recast(state, poses, rename, called), source=CompanySource(sources)), state)


def placed(state: State, name: str, position: tuple[float, float] | None, heading: float | None) -> State:
    """With a figure elsewhere on the floor (x, z of its root) or with another heading (radians): all of it goes along.

    Where it is held, it is held there; goals in the world stay where they are.
    """
    _require(state, name)
    now = state.pose.member(name)
    x, z = floor_of(now) if position is None else position
    turn = 0.0 if heading is None else heading - heading_of(now)
    pivot = floor_of(now)

    def moved(pose: Pose) -> Pose:
        return pose.with_member(name, _moved(pose.member(name), (x - pivot[0], z - pivot[1]), turn, pivot))

    way = motion((x - pivot[0], z - pivot[1]), turn, pivot)
    hers = {task.name for task in state.tasks.values() if is_of(state.figure, task, name)}
    levels = tuple(tuple(carried(t, way) if t.name in hers else t for t in level) for level in state.levels)
    after = replace(state, pose=moved(state.pose), start=moved(state.start), levels=levels)
    return stays.placed(after, ()).checked()


def heading_of(pose: Pose) -> float:
    """Where a figure's root faces about the vertical, radians."""
    turn = np.array(pose.segment_frame(pose.figure.root))[:3, :3]
    return math.atan2(turn[0, 2], turn[2, 2])


def _named(state: State, name: str) -> State:
    """The one figure of a scene, as the first of several."""
    after = recast(state, {name: state.pose}, lambda n: f"{name}{SLASH}{n}", lambda _: name)
    return replace(after, source=CompanySource({name: state.source or state.figure}))  # type: ignore[dict-item]


def recast(state: State, poses: Mapping[str, Pose], rename: Rename, body: Callable[[Any], str | None]) -> State:
    """The same scene with its names changed, and without what names a figure that is gone."""
    known = _known(state.figure)

    def changed(parts: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(new for part in parts if (new := _changed(part, known, rename, body)) is not None)

    def posed(pose: Pose) -> Pose:
        own = pose.members if state.figure.members else {next(iter(poses)): pose}
        kept = {body(n) or n: p for n, p in own.items() if _is_kept(n, body)}
        return company(kept) if any(body(n) for n in own if _is_kept(n, body)) else next(iter(kept.values()))

    levels = tuple(new for level in state.levels if (new := changed(level)))
    settings = dict(state.settings)
    if settings.get("analytic"):
        settings["analytic"] = _listed(settings["analytic"], rename)
    if settings.get("root"):
        settings["root"] = next(iter(_listed([settings["root"]], rename)), None)
    criteria = [changed(level) for level in _levels_of(state)]
    return replace(
        state,
        start=posed(state.start),
        pose=posed(state.pose),
        poses={n: posed(pose) for n, pose in state.poses.items()},
        levels=levels,
        criteria=tuple(c for level in criteria for c in level),
        criteria_levels=tuple(len(level) for level in criteria if level) if state.criteria_levels else (),
        forces=changed(state.forces),
        supports=changed(state.supports),
        stays=changed(state.stays),
        clip=None,
        settings=settings,
    )


def _is_kept(name: str, body: Callable[[Any], str | None]) -> bool:
    try:
        body(name)
    except _GoneError:
        return False
    return True


def _levels_of(state: State) -> list[tuple[Any, ...]]:
    found = in_these_levels(state.criteria, state.criteria_levels)
    return [tuple(level) for level in found] if len(state.criteria_levels) > 1 else [tuple(found)]


def _changed(part: Any, known: set[str], rename: Rename, body: Callable[[Any], str | None]) -> Any:
    """A task, criterion, force, support or stay under its new names; None when what it is about is gone."""
    try:
        if isinstance(part, stays.Stay):
            return replace(part, segment=rename(part.segment))
        if isinstance(part, stays.TurnStay):
            return replace(part, joint=rename(part.joint))
        if not isinstance(part, Task):
            return _criterion_or_load(part, known, rename, body)
        new = _fields(part, known, rename, body)
        if part.name == part.default_name:
            return replace(part, **new, name="")
        if isinstance(part, Reach) and "site" in new and pins(part):  # named by what it pins
            new["name"] = part.name.replace(pin_name(part.site), pin_name(str(new["site"])))
        return replace(part, **new)
    except _GoneError:
        return None


def _criterion_or_load(part: Any, known: set[str], rename: Rename, body: Callable[[Any], str | None]) -> Any:
    if hasattr(part, "figure"):  # a criterion, all names in it its figure's own
        return part if part.figure is None and _suits_all(part) else replace(part, figure=body(part.figure))
    return replace(part, **_fields(part, known, rename, body))


def _suits_all(part: Any) -> bool:
    """A preference that names nothing is that of everybody whom it suits."""
    return not any(
        getattr(part, field.name) is not None for field in fields(part) if field.name in ("joints", "site", "pose")
    )


def _fields(part: Any, known: set[str], rename: Rename, body: Callable[[Any], str | None]) -> dict[str, Any]:
    """The fields of a part that name something, changed."""
    if isinstance(part, BodyTask):
        return {"figure": body(part.figure)}  # all else in it is that figure's own
    if isinstance(part, AnyOf):
        inner = [_changed(task, known, rename, body) for task in part.tasks]
        if any(task is None for task in inner):
            raise _GoneError
        return {"tasks": tuple(inner)}
    values = {f.name: getattr(part, f.name) for f in fields(part) if f.init} if is_dataclass(part) else {}
    new = {n: rename(v) for n, v in values.items() if n in _NAMING and isinstance(v, str) and v in known}
    joints = values.get("joints")
    return new if joints is None else {**new, "joints": _helpers(joints, rename)}


def _helpers(joints: Any, rename: Rename) -> Any:
    """Who may help: a name, names, or weights by name."""
    if isinstance(joints, str):
        return rename(joints)
    if isinstance(joints[0], str):
        return tuple(rename(name) for name in joints)
    return {rename(name): weight for name, weight in dict(joints).items()}


def _listed(names: Iterable[str], rename: Rename) -> tuple[str, ...]:
    """Names that are still there."""
    found = []
    for name in names:
        try:
            found.append(rename(name))
        except _GoneError:
            continue
    return tuple(found)


def _known(figure: Figure) -> set[str]:
    kinds = (figure.segments, figure.joints, figure.sites, figure.soles, figure.limbs, figure.groups)
    return {name for kind in kinds for name in kind}


def is_of(figure: Figure, part: Any, name: str) -> bool:
    """Whether a task, support or stay is about one of several figures alone."""

    def rename(full: str) -> str:
        if full.partition(SLASH)[0] != name:
            raise _GoneError
        return full

    def body(who: str | None) -> str | None:
        if who != name:
            raise _GoneError
        return who

    return _changed(part, _known(figure), rename, body) is not None


def carried(task: Task, way: Placement) -> Task:
    """A task that keeps a place of the body in the world goes along with the body."""
    if not pins(task):
        return task
    if isinstance(task, Hold):
        return replace(task, frame=way @ task.frame) if isinstance(task.frame, Placement) else task
    if isinstance(task.frame, str):  # in a frame of the body itself
        return task
    return replace(task, point=vec3((way.matrix @ [*task.point, 1.0])[:3].tolist(), "a place"))


def motion(by: tuple[float, float], turn: float, pivot: tuple[float, float]) -> Placement:
    """Turned about the vertical through a place of the floor, then moved along the floor."""
    about = Placement((pivot[0], 0.0, pivot[1]))
    turned = about @ Placement.turned((0.0, 1.0, 0.0), turn) @ about.inverse()
    return Placement((by[0], 0.0, by[1])) @ turned


def _moved(pose: Pose, by: tuple[float, float], turn: float, pivot: tuple[float, float] = (0.0, 0.0)) -> Pose:
    """A figure with a free base, elsewhere on the floor."""
    return carried_by(pose, motion(by, turn, pivot))


def carried_by(pose: Pose, way: Placement) -> Pose:
    """A figure with a free base, carried by a motion of the world."""
    figure, base = pose.figure, pose.figure.base
    if base.model != "free":
        raise InputError(f"the figure {figure.name!r} is fixed where it stands: load it with a free root to place it")
    frame = way.matrix @ np.array(pose.segment_frame(figure.root))
    return pose.with_joints(
        {base.name: base.placement.inverse().matrix @ frame @ base.child_placement.inverse().matrix}
    )


def floor_of(pose: Pose) -> tuple[float, float]:
    x, _, z = pose.segment_frame(pose.figure.root)[:3, 3]
    return float(x), float(z)


def merged(ours: Any, theirs: Any) -> Any:
    """Levels of both, the first with the first: nobody's feet count more than anybody's."""
    long = max(len(ours), len(theirs))
    at = [(ours[i] if i < len(ours) else (), theirs[i] if i < len(theirs) else ()) for i in range(long)]
    return tuple((*a, *b) for a, b in at)


def _sources(state: State) -> dict[str, Any]:
    """Recipes by name; of who was edited beyond them, the figure itself."""
    recipes = state.source.sources if isinstance(state.source, CompanySource) else {}
    return {name: recipes.get(name, figure) for name, figure in state.figure.members.items()}


def _checked(after: State, before: State) -> State:
    """Where the criteria were those that serve by default, they are those of the new company."""
    if before.criteria == default_criteria(before.figure):
        after = replace(after, criteria=default_criteria(after.figure), criteria_levels=())
    return after.checked()


def _require(state: State, name: str) -> None:
    if name not in state.figure.members:
        raise UnknownNameError("figure", name, state.figure.members, "the scene")


def _plain(name: str) -> str:
    return name.replace(SLASH, " ").strip() or "figure"


def _free(name: str, taken: Iterable[str], *, given: bool) -> str:
    """The name, or when nobody has chosen it, that name with a number."""
    if given and name in taken:
        raise InputError(f"there is a figure named {name!r} already")
    if given and (SLASH in name or not name.strip()):
        raise InputError(f"the name of a figure has no slash and is not empty: {name!r}")
    names = set(taken)
    return next(n for i in range(1, MOST + 2) if (n := name if i == 1 else f"{name} {i}") not in names)
