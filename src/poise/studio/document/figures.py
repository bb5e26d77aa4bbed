"""Edits of the figure: another one, other lengths, limits, masses, another root. Poses and tasks move along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import ValidationError

from poise.criteria.default import default_criteria
from poise.errors import InputError, PoiseError, UnknownNameError
from poise.figure.figure import Figure
from poise.io.figure.read import limit_of
from poise.io.figure.schema import LimitsPart
from poise.io.scene.read import read_figure_source
from poise.io.text.yaml_read import Document
from poise.pose import Pose
from poise.question import moved
from poise.scene.source import FILE, FigureSource
from poise.studio.document.files import require_modest
from poise.studio.document.state import State, one_less
from poise.studio.document.stays import placed

LYING = 2.5
"""How much longer than high a figure is that lies: a person is six times, four-footed animals less than twice."""


def source_of(named: Any, folder: Path) -> tuple[FigureSource | None, Figure]:
    """The figure that a value names as scene files in `folder` do."""
    require_modest(named)
    return read_figure_source(Document("the figure", {"figure": named}), folder)


def with_made_sites(state: State, source: FigureSource | None, figure: Figure) -> tuple[FigureSource | None, Figure]:
    """Another figure of the same kind with the sites that hands have made on this one: their goals are kept so."""
    before = state.source
    if source is None or not isinstance(before, FigureSource) or source.kind != before.kind:
        return source, figure
    new = [s for s in before.sites if s.name not in figure.sites and s.segment in figure.segments]
    for site in new:
        figure = figure.with_site(site)
    return replace(source, sites=(*source.sites, *new)), figure


def lies(source: FigureSource | None, figure: Figure) -> bool:
    """Whether the figure of a file lies in its rest pose, and nobody has said which way is up in that file.

    What is so much longer than high, more than animals are, was probably drawn with another axis up.
    """
    if source is None or source.kind != FILE or source.options.get("up") is not None:
        return False
    rest = figure.rest()
    places = np.array([rest.segment_frame(name)[:3, 3] for name in figure.segments])
    wide, high, long = np.ptp(places, axis=0)
    return bool(max(wide, long) > LYING * max(high, 1e-9)) and len(places) > 3


def with_figure(state: State, source: FigureSource | None, figure: Figure) -> tuple[State, list[str]]:
    """Another figure at rest, with all that fits it; and the names of what does not.

    Where the criteria were those that serve by default, they are those of the new figure.
    """
    dropped: list[str] = []
    if state.criteria == default_criteria(state.figure):
        state = replace(state, criteria=default_criteria(figure), criteria_levels=())
    fresh = State(source=source, start=figure.rest(), pose=figure.rest(), name=state.name, notes=state.notes)
    settings = {k: v for k, v in state.settings.items() if k != "root"}
    fresh = replace(fresh, settings=settings, poses=_fitting_poses(state, figure, dropped))
    sizes = state.criteria_levels
    for attribute in ("forces", "supports", "criteria"):
        for part in getattr(state, attribute):
            trial = replace(fresh, **{attribute: (*getattr(fresh, attribute), moved_to(part, figure))})  # type: ignore[arg-type]
            fresh = _kept(fresh, trial, dropped, getattr(part, "site", None) or type(part).__name__)
            if attribute == "criteria" and fresh is not trial:
                sizes = one_less(sizes, len(fresh.criteria))
    fresh = replace(fresh, criteria_levels=sizes)
    for level in state.levels:
        fresh = replace(fresh, levels=(*fresh.levels, ()))
        for task in level:
            trial = replace(fresh, levels=(*fresh.levels[:-1], (*fresh.levels[-1], moved_to(task, figure))))
            fresh = _kept(fresh, trial, dropped, task.name)
        fresh = replace(fresh, levels=tuple(tasks for tasks in fresh.levels if tasks))
    return fresh.checked(), dropped


def missing_meshes(figure: Figure) -> list[str]:
    """In words, what a robot's file names to be drawn with and could not be read; nothing when all is there."""
    missing = () if figure.character is None else figure.character.missing
    return [f"{len(missing)} of the meshes that its file names ({missing[0]})"] if missing else []


def on_figure(state: State, figure: Figure) -> State:
    """With a figure that has the same joints: poses keep their coordinates, the feet their height."""
    poses = {name: clamped(figure, pose) for name, pose in state.poses.items()}
    start, pose = clamped(figure, state.start), clamped(figure, state.pose)
    levels = tuple(tuple(moved(task, figure) for task in level) for level in state.levels)
    criteria = tuple(moved(criterion, figure) for criterion in state.criteria)
    edited = replace(state, start=start, pose=pose, poses=poses, levels=levels, criteria=criteria, source=None)
    return placed(edited, ()).checked()


def clamped(figure: Figure, pose: Pose) -> Pose:
    """The pose of a figure with the same joints, inside its limits, its lowest sole as high as it was."""
    new = Pose(figure, pose.coordinates).clamped()
    if figure.base.model != "free" or not figure.soles:
        return new
    up = -np.array(figure.gravity) / (float(np.linalg.norm(figure.gravity)) or 1.0)
    away = _lowest(pose, up) - _lowest(new, up)
    if abs(away) < 1e-12:
        return new
    frame = np.array(new.segment_frame(figure.root))
    frame[:3, 3] += away * up
    base = figure.base
    motion = base.placement.inverse().matrix @ frame @ base.child_placement.inverse().matrix
    return new.with_joints({base.name: motion})


def scaled(state: State, factors: Mapping[str, float], symmetric: bool) -> State:
    """With longer or shorter segments."""
    other = state.figure.mirror.other
    both = {**({other(name): f for name, f in factors.items()} if symmetric else {}), **factors}
    return on_figure(state, state.figure.scaled(both))


def with_limit(state: State, joint: str, limit: str, value: Any, symmetric: bool) -> State:
    """With another limit of a joint, as it stands in figure files; None takes it away."""
    figure = state.figure
    allowed = figure.joint(joint).facts.limits
    if limit not in allowed:
        raise UnknownNameError("limit", limit, allowed, f"the joint {joint!r}")
    new = None if value is None else limit_of(getattr(_valid_limit(limit, value), limit))
    edited = figure.with_limits(joint, **{limit: new})
    partner = figure.mirror.other(joint)
    if symmetric and partner != joint:
        edited = edited.with_limits(partner, **{limit: edited.mirrored().joint(partner).limits.get(limit)})
    return on_figure(state, edited)


def with_mass(state: State, segment: str | None, kilograms: float, symmetric: bool) -> State:
    """With another mass of a segment, or of all."""
    figure = state.figure
    if segment is None:
        return on_figure(state, figure.with_mass(kilograms))
    if kilograms < 0.0:
        raise InputError(f"the mass of a segment must not be negative, not {kilograms:g}")
    for name in dict.fromkeys((segment, figure.mirror.other(segment) if symmetric else segment)):
        figure = figure.with_segment(figure.segment(name).with_mass(kilograms))
    return on_figure(state, figure)


def with_weight(state: State, joint: str, weight: float, symmetric: bool) -> State:
    """With a joint that moves more or less willingly."""
    figure = state.figure
    figure.joint(joint)
    names = dict.fromkeys((joint, figure.mirror.other(joint) if symmetric else joint))
    return on_figure(state, figure.with_weights(dict.fromkeys(names, weight)))


def with_rest(state: State) -> State:
    """With the present pose for rest."""
    return on_figure(state, state.figure.with_rest(state.pose))


def rerooted(state: State, segment: str) -> State:
    """Held at another segment; nothing moves."""
    figure = state.figure.rerooted(segment)
    poses = {name: _at_root(pose, segment, figure) for name, pose in state.poses.items()}
    start, pose = _at_root(state.start, segment, figure), _at_root(state.pose, segment, figure)
    levels = tuple(tuple(_wish_at_root(task, segment, figure) for task in level) for level in state.levels)
    criteria = tuple(_wish_at_root(criterion, segment, figure) for criterion in state.criteria)
    edited = replace(state, start=start, pose=pose, poses=poses, levels=levels, criteria=criteria, source=None)
    return edited.checked()


def moved_to(wish: Any, figure: Figure) -> Any:
    """A task or criterion for a figure that may be another one altogether: poses that do not fit stay, and fail."""
    try:
        return moved(wish, figure)
    except PoiseError:
        return wish


def _kept(before: State, trial: State, dropped: list[str], name: str) -> State:
    try:
        full = replace(trial, levels=tuple(tasks for tasks in trial.levels if tasks))
        full.checked()
    except PoiseError:
        dropped.append(name)
        return before
    return trial


def _fitting_poses(state: State, figure: Figure, dropped: list[str]) -> dict[str, Pose]:
    same = [(j.name, j.model) for j in state.figure.joints.values()] == [
        (j.name, j.model) for j in figure.joints.values()
    ]
    if not same:
        dropped += list(state.poses)
        return {}
    return {name: clamped(figure, pose) for name, pose in state.poses.items()}


def _lowest(pose: Pose, up: Any) -> float:
    """The height of the lowest corner of any sole."""
    heights = []
    for sole in pose.figure.soles.values():
        frame = np.array(pose.segment_frame(sole.segment))
        heights.append(float(((np.array(sole.outline) @ frame[:3, :3].T + frame[:3, 3]) @ up).min()))
    return min(heights)


def _at_root(pose: Pose, segment: str, figure: Figure) -> Pose:
    return Pose(figure, pose.rerooted(segment).coordinates)


def _wish_at_root(wish: Any, segment: str, figure: Figure) -> Any:
    poses = {name: _at_root(v, segment, figure) for name, v in vars(wish).items() if isinstance(v, Pose)}
    return replace(wish, **poses) if poses else wish


def _valid_limit(limit: str, value: Any) -> LimitsPart:
    try:
        return LimitsPart.model_validate({limit: value})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise InputError(f"the limit {where}: {first['msg'].removeprefix('Value error, ')}") from None
