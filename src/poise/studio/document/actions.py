"""Actions: what a request makes of a state, what that is called in the undo list, and its answer."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from poise.errors import InputError, UnknownNameError
from poise.io.scene.fields import Reading, kinds_of
from poise.limb.analytic import AnalyticLimbs
from poise.planning import planned
from poise.studio.document import (
    clips,
    company,
    compare,
    figures,
    meshes,
    one_of_several,
    points,
    poses,
    stances,
    stays,
    surroundings,
    tasks,
    things,
    twins,
)  # fmt: skip
from poise.studio.document.parts import valid
from poise.studio.document.state import State
from poise.studio.document.workspace import Workspace
from poise.studio.protocol import requests as ask
from poise.studio.protocol.answers import Dropped, PartPlace
from poise.studio.protocol.company import FigureName
from poise.studio.protocol.things import ThingName
from poise.tasks.posture import Posture
from poise.world.mesh import Mesh
from poise.world.obstacle import Obstacle


@dataclass(frozen=True)
class Done:
    """A state after an action, the action's name, and the answer to who asked for it."""

    state: State
    name: str
    answer: Any = None


def _add(state: State, request: ask.AddPart, _: Workspace) -> Done:
    after, at = tasks.added(state, request.list, request.kind, request.fields, request.level)
    after = twins.with_twins(state, after, request.list) if request.symmetric else after
    return Done(after, f"add {request.kind.replace('_', ' ')}", PartPlace(at=at))


def _edit(state: State, request: ask.EditPart, __: Workspace) -> Done:
    twin = twins.twin_of(state, request.list, request.at) if request.symmetric else None
    after, at = tasks.edited(state, request.list, request.at, request.fields)
    if twin is not None:
        after, _ = twins.like(after, request.list, at, twin, request.fields)
    return Done(after, f"change {' and '.join(request.fields)} of {_called(request)}", PartPlace(at=at))


def _remove(state: State, request: ask.RemovePart, _: Workspace) -> Done:
    twin = twins.twin_of(state, request.list, request.at) if request.symmetric else None
    return Done(twins.without(state, request.list, request.at, twin), f"remove {_called(request)}")


def _move(state: State, request: ask.MoveTask, _: Workspace) -> Done:
    after = tasks.moved(state, request.task, request.level, request.place, request.alone)
    return Done(after, f"move {request.task}")


def _pin(state: State, request: ask.Pin, _: Workspace) -> Done:
    spot = (request.site, request.segment, request.point)
    after, at = poses.pinned(state, *spot, request.turn)
    image = poses.mirrored_spot(state.pose, *spot) if request.symmetric else None
    if image is not None and poses.is_pinned(after, *image) == (at is None):
        after = poses.pinned(after, *image, request.turn)[0]
    what = request.site or request.segment
    return Done(after, f"{'let go of' if at is None else 'pin'} {what}", PartPlace(at=at))


def _scene(state: State, request: ask.SetScene, _: Workspace) -> Done:
    told = {n: v for n in ("name", "notes") if (v := getattr(request, n)) is not None}
    settings = dict(state.settings)
    if request.tolerance is not None:
        part = valid(Posture, "tolerance", request.tolerance)
        settings["tolerance"] = kinds_of(Posture)["tolerance"].read(part, Reading(state.figure, {}))
    if request.avoid_self is not None:
        settings["avoid_self"] = request.avoid_self
        words = "keep out of oneself" if request.avoid_self else "go through oneself"
        return Done(replace(state, settings=settings, **told).checked(), words)
    if request.method is None:
        return Done(replace(state, settings=settings, **told).checked(), "describe the scene")
    after = replace(state, settings={**settings, "method": request.method}, **told).checked()
    scene = after.scene()
    plan = planned(scene.start, scene.demands(), scene.criteria, scene.method, scene.root)
    AnalyticLimbs(plan, scene.analytic)  # both raise for what the method cannot honour
    return Done(after, f"follow by {request.method}")


def _analytic(state: State, request: ask.SetAnalytic, _: Workspace) -> Done:
    if request.limb not in state.figure.limbs:
        raise UnknownNameError("limb", request.limb, state.figure.limbs, f"the figure {state.figure.name!r}")
    others = tuple(name for name in state.settings.get("analytic", ()) if name != request.limb)
    limbs = (*others, request.limb) if request.on else others
    after = replace(state, settings={**state.settings, "analytic": limbs}).checked()
    return Done(after, f"{request.limb.replace('_', ' ')} {'in closed form' if request.on else 'by steps'}")


def _solve(state: State, _: ask.SolveFromStart, __: Workspace) -> Done:
    return Done(compare.solved(state), "solve from the start")


def _add_thing(state: State, request: ask.AddThing, _: Workspace) -> Done:
    after, name = things.added(state, request.kind)
    return Done(after, f"add {name}", ThingName(name=name))


def _edit_thing(state: State, request: ask.EditThing, _: Workspace) -> Done:
    after = moved_thing(state, request)
    return Done(after, f"change {request.name}")


def moved_thing(state: State, request: ask.EditThing) -> State:
    """With a thing, an obstacle or a mesh elsewhere, turned, or of other sizes."""
    thing = things.thing_named(state, request.name)
    if isinstance(thing, Obstacle) and isinstance(thing.shape, Mesh):
        heading = None if request.heading is None else math.radians(request.heading)
        return things.with_obstacle(state, meshes.edited(thing, request.position, heading, request.sizes or {}))
    return things.edited(state, request.name, request.position, request.heading, request.sizes)


def _add_mesh(state: State, request: meshes.AddMesh, _: Workspace) -> Done:
    after, answer = meshes.added(state, request)
    return Done(after, f"import {answer.name}", answer)


def _remove_thing(state: State, request: ask.RemoveThing, _: Workspace) -> Done:
    return Done(things.removed(state, request.name), f"remove {request.name}")


def _stand_on(state: State, request: ask.StandOn, _: Workspace) -> Done:
    after, what = surroundings.resting(state, request.segment)
    return Done(after, f"rest {request.segment} on {what}".replace("_", " "))


def _apply(state: State, request: ask.ApplyPose, _: Workspace) -> Done:
    pose = poses.applied(state, request.source, request.name)
    return Done(replace(state, pose=pose, stays=()), f"go to {request.name or request.source}")


def _stance(state: State, request: ask.TakeStance, _: Workspace) -> Done:
    words = request.name.replace("_", " ")
    if request.figure is None:
        return Done(stances.taken(state, request.name), words)
    on_chair = things.chair_to_sit_on(state) is not None and request.name == "sitting"
    after = one_of_several.posed(
        state, request.figure, lambda own: stances.taken(own, request.name), in_place=not on_chair
    )
    return Done(after, f"{request.figure}: {words}")


def _relax(state: State, request: ask.Relax, _: Workspace) -> Done:
    group = state.figure.groups.get(request.part or "")
    if group is not None:
        return Done(stays.without(state, group.joints), f"relax {request.part}")
    if request.part is not None and request.part not in {stay.part for stay in state.stays}:
        raise UnknownNameError("part that stays", request.part, [stay.part for stay in state.stays], "the scene")
    after = replace(state, stays=()) if request.part is None else stays.without(state, [request.part])
    return Done(after, f"relax {request.part or 'all'}")


def _joints(state: State, request: ask.SetJoints, _: Workspace) -> Done:
    pose = poses.with_joints(state.pose, request.values)
    after = stays.placed(replace(state, pose=pose), [stays.TurnStay(joint, ()) for joint in request.values])
    return Done(after, f"set {', '.join(request.values) or 'nothing'}")


def _mirror(state: State, request: ask.MirrorPose, _: Workspace) -> Done:
    pose = poses.mirrored(state.pose, request.side)
    return Done(stays.placed(replace(state, pose=pose), ()), "mirror the pose")


def _keep(state: State, request: ask.KeepPose, _: Workspace) -> Done:
    return Done(poses.kept(state, request.name), f"keep the pose {request.name}")


def _rename(state: State, request: ask.RenamePose, _: Workspace) -> Done:
    return Done(poses.renamed(state, request.name, request.to), f"rename the pose {request.name}")


def _forget(state: State, request: ask.RemovePose, _: Workspace) -> Done:
    return Done(poses.forgotten(state, request.name), f"remove the pose {request.name}")


def _start(state: State, _: ask.SetStart, __: Workspace) -> Done:
    return Done(replace(state, start=state.pose).checked(), "start here")


def _choose(state: State, request: ask.ChooseFigure, workspace: Workspace) -> Done:
    source, figure = figures.source_of(request.figure, workspace.folder)
    source, figure = figures.with_made_sites(state, source, figure)
    after, dropped = figures.with_figure(state, source, figure)
    clip, trouble = clips.own_clip(source, figure)
    dropped += [] if trouble is None else [trouble]
    dropped += figures.missing_meshes(figure)
    answer = Dropped(dropped=dropped, lies=figures.lies(source, figure))
    return Done(replace(after, clip=clip), f"choose {figure.name}", answer)


def _add_figure(state: State, request: ask.AddFigure, workspace: Workspace) -> Done:
    source, figure = figures.source_of(request.figure, workspace.folder)
    after, name = company.added(state, source, figure, request.name)
    return Done(after, f"add {name}", FigureName(name=name, notes=figures.missing_meshes(figure)))


def _place_figure(state: State, request: ask.PlaceFigure, _: Workspace) -> Done:
    heading = None if request.heading is None else math.radians(request.heading)
    place = None if request.position is None else (request.position[0], request.position[1])
    return Done(company.placed(state, request.name, place, heading), f"place {request.name}")


def _rename_figure(state: State, request: ask.RenameFigure, _: Workspace) -> Done:
    return Done(company.renamed(state, request.name, request.to), f"name {request.to}")


def _remove_figure(state: State, request: ask.RemoveFigure, _: Workspace) -> Done:
    return Done(company.removed(state, request.name), f"remove {request.name}")


def _clip(state: State, request: ask.OpenClip, workspace: Workspace) -> Done:
    file = workspace.within(request.path)
    clip = clips.clip_from(file, state.figure, request.animation)
    return Done(replace(state, clip=clip), f"open the motion {clip.motion.name}")


def _scale(state: State, request: ask.ScaleSegments, _: Workspace) -> Done:
    names = ", ".join(request.factors)
    return Done(figures.scaled(state, request.factors, request.symmetric), f"change the length of {names}")


def _limit(state: State, request: ask.SetLimit, _: Workspace) -> Done:
    after = figures.with_limit(state, request.joint, request.limit, request.value, request.symmetric)
    return Done(after, f"change the {request.limit} limit of {request.joint}")


def _mass(state: State, request: ask.SetMass, _: Workspace) -> Done:
    after = figures.with_mass(state, request.segment, request.kilograms, request.symmetric)
    return Done(after, f"change the mass of {request.segment or 'the figure'}")


def _weight(state: State, request: ask.SetJointWeight, _: Workspace) -> Done:
    after = figures.with_weight(state, request.joint, request.weight, request.symmetric)
    return Done(after, f"change the weight of {request.joint}")


def _rest(state: State, _: ask.SetRest, __: Workspace) -> Done:
    return Done(figures.with_rest(state), "rest like this")


def _reroot(state: State, request: ask.Reroot, _: Workspace) -> Done:
    return Done(figures.rerooted(state, request.segment), f"hold at {request.segment}")


def _called(request: ask.EditPart | ask.RemovePart) -> str:
    return request.at if isinstance(request.at, str) else f"{request.list[:-1]} {request.at + 1}"


ACTIONS: dict[type, Callable[[State, Any, Workspace], Done]] = {
    ask.AddPart: _add, ask.EditPart: _edit, ask.RemovePart: _remove, ask.MoveTask: _move, ask.Pin: _pin,
    ask.SetScene: _scene, ask.ApplyPose: _apply, ask.SetJoints: _joints, ask.MirrorPose: _mirror, ask.KeepPose: _keep,
    ask.RenamePose: _rename, ask.RemovePose: _forget, ask.SetStart: _start, ask.ChooseFigure: _choose,
    ask.ScaleSegments: _scale, ask.SetLimit: _limit, ask.SetMass: _mass, ask.SetJointWeight: _weight,
    ask.SetRest: _rest, ask.Reroot: _reroot, ask.Relax: _relax, ask.TakeStance: _stance,
    ask.SetAnalytic: _analytic, ask.SolveFromStart: _solve, ask.AddThing: _add_thing,
    ask.EditThing: _edit_thing, ask.RemoveThing: _remove_thing, ask.StandOn: _stand_on,
    ask.OpenClip: _clip, meshes.AddMesh: _add_mesh, ask.AddFigure: _add_figure, ask.PlaceFigure: _place_figure,
    ask.RenameFigure: _rename_figure, ask.RemoveFigure: _remove_figure,
}  # fmt: skip
"""The requests that change the state, and what they make of it."""


def done(state: State, request: Any, workspace: Workspace) -> Done:
    """What a request makes of a state; raises, with nothing changed, when it cannot be done."""
    action = ACTIONS.get(type(request))
    if action is None:
        raise InputError(f"{type(request).__name__} is no change of the document")
    result = action(state, request, workspace)
    return replace(result, state=stays.without_held(points.without_idle_sites(state, result.state)))
