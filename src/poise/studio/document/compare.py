"""The same question for people of other sizes: each solved from the start, drawn by one camera, and what differs."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any

import numpy as np

from poise.errors import InputError, PoiseError
from poise.forces import Statics, statics
from poise.io.figure.read import METRES
from poise.people.anatomy import movement
from poise.plot.props import Prop
from poise.plot.views import View, still
from poise.plot.weights import hanging
from poise.scene.picture import scene_drawing
from poise.scene.scene import Scene
from poise.scene.source import FigureSource
from poise.solution import Solution
from poise.studio.document import words
from poise.studio.document.figures import with_figure
from poise.studio.document.loads import ROUGH
from poise.studio.document.sources import AnySource
from poise.studio.document.state import State
from poise.studio.protocol.people import ComparedRow, Comparison, Person

ROUGHLY = "~ "
"""Before what is an order of magnitude alone."""
SIZES = ("percentile", "stature", "mass")
"""Options of a person that a percentile takes the place of."""
WHO = {"female": "woman", "male": "man"}
PICTURE = (260, 340)
"""Pixels of a picture."""
MOST = 8
"""Rows of joints, of angles and of efforts: those that differ most, and those that work hardest."""


@dataclass(frozen=True, eq=False)
class Answer:
    """What one person does."""

    percentile: float
    sex: str | None
    state: State
    scene: Scene
    solution: Solution
    statics: Statics | None
    dropped: list[str]


def solved(state: State) -> State:
    """In the pose that the scene's solve finds from its start."""
    return replace(state, pose=state.scene().solve().pose, stays=())


def compared(
    state: State, percentiles: Sequence[float], azimuth: float, elevation: float, sexes: Sequence[str] | None = None
) -> Comparison:
    """The question of a state for people of those percentiles; without sexes, of the sex that is asked."""
    if sexes is not None and len(sexes) != len(percentiles):
        raise InputError(f"as many sexes as percentiles: {len(sexes)} for {len(percentiles)}")
    if not isinstance(state.source, FigureSource) or state.source.kind != "human":
        raise InputError("only people can be compared by percentile: choose a human under Figure")
    answers = [_answer(state, p, sex) for p, sex in zip(percentiles, sexes or repeat(None), strict=False)]
    return Comparison(
        people=_people(answers, View(azimuth, elevation, perspective=True)),
        rows=_rows(answers),
        asked=words.asked(state),
        sources=_sources(answers),
    )


def _answer(state: State, percentile: float, sex: str | None) -> Answer:
    assert isinstance(state.source, FigureSource)
    options = {name: value for name, value in state.source.options.items() if name not in SIZES}
    options |= {"percentile": percentile} if sex is None else {"percentile": percentile, "sex": sex}
    source = replace(state.source, options=options)
    other, dropped = with_figure(replace(state, stays=(), poses={}), source, source.figure())
    scene = other.scene()
    solution = scene.solve()
    other = replace(other, pose=solution.pose)
    try:
        held: Statics | None = statics(solution.pose, other.forces, other.supports)
    except PoiseError:  # nothing carries it
        held = None
    return Answer(percentile, sex, other, scene, solution, held, dropped)


# ---- pictures -----------------------------------------------------------------------------------


def _people(answers: Sequence[Answer], view: View) -> list[Person]:
    drawings = [scene_drawing(answer.scene, answer.solution, props=_held(answer)) for answer in answers]
    camera = still(view, np.vstack([drawing.points() for drawing in drawings]), PICTURE[0] / PICTURE[1])
    return [
        Person(
            title=f"{ordinal(answer.percentile)} percentile{'' if answer.sex is None else f', {WHO[answer.sex]}'}",
            figure=_source_value(answer.state.source),
            picture=_png(answer, camera),
            light=answer.solution.light,
            dropped=answer.dropped,
        )
        for answer in answers
    ]


def _png(answer: Answer, camera: View) -> bytes:
    shot = replace(answer.scene.shot, view=camera)
    return replace(answer.scene, shot=shot).plot(answer.solution, size=PICTURE, props=_held(answer))._repr_png_()


def _held(answer: Answer) -> Prop:
    """The weights that the person holds."""
    return hanging(answer.solution.pose, answer.scene.forces)


def _source_value(source: AnySource | None) -> dict[str, Any]:
    """As scene files name a person."""
    return {"human": dict(source.options) if isinstance(source, FigureSource) else {}}


def ordinal(number: float) -> str:
    """A rank in words: 5th, 51st."""
    whole = round(number)
    ending = "th" if 10 <= whole % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(whole % 10, "th")
    return f"{whole}{ending}"


# ---- the table ----------------------------------------------------------------------------------


def _rows(answers: Sequence[Answer]) -> list[ComparedRow]:
    def row(group: str, label: str, unit: str, value: Callable[[Answer], float | None]) -> ComparedRow:
        return ComparedRow(group=group, label=label, unit=unit, values=[_finite(value(answer)) for answer in answers])

    rows = [row("person", "stature", "m", _stature), row("person", "mass", "kg", lambda a: a.state.figure.mass)]
    names = dict.fromkeys(
        task.name for answer in answers for task in answer.solution.tasks if task.name in answer.state.tasks
    )
    for name in names:
        label, unit = f"{words.plain(name)}: remaining", _unit(answers, name)
        rows.append(row("tasks", label, unit, lambda a, n=name: _left(a, n)))  # type: ignore[misc]
    rows += [row("balance", "margin", "m", lambda a: None if a.statics is None else a.statics.margin)]
    efforts = _efforts(answers)
    for key, label in efforts:
        rows.append(row("efforts", label, "of its strength", lambda a, k=key: _use(a, k)))  # type: ignore[misc]
    for key, label in efforts:
        rows.append(row("torques", label.removeprefix(ROUGHLY), "N m", lambda a, k=key: _torque(a, k)))  # type: ignore[misc]
    for joint, place, label, unit in _angles(answers):
        rows.append(row("joints", label, unit, lambda a, j=joint, p=place: _angle(a, j, p)))  # type: ignore[misc]
    return rows


def _stature(answer: Answer) -> float | None:
    rest = answer.state.figure.rest()
    return float(rest.position("head_top")[1]) if "head_top" in answer.state.figure.sites else None


def _left(answer: Answer, name: str) -> float | None:
    found = [task.worst.residual for task in answer.solution.tasks if task.name == name]
    return found[0] if found else None


def _unit(answers: Sequence[Answer], name: str) -> str:
    return next(task.worst.unit for answer in answers for task in answer.solution.tasks if task.name == name)


def _efforts(answers: Sequence[Answer]) -> list[tuple[tuple[str, str], str]]:
    """The joint coordinates that use most of their strength in anybody, with the name of the effort."""
    most: dict[tuple[str, str], tuple[float, str]] = {}
    for answer in answers:
        for load in answer.statics.joints if answer.statics is not None else ():
            effort = movement(load.joint, load.coordinate, load.torque > 0.0) or words.plain(load.coordinate)
            use, key = load.use or 0.0, (load.joint, load.coordinate)
            if use > most.get(key, (0.0, ""))[0]:
                rough = ROUGHLY if load.source.startswith(ROUGH) else ""
                most[key] = (use, f"{rough}{words.plain(load.joint)}: {effort}")
    ranked = sorted(most.items(), key=lambda entry: -entry[1][0])
    return [(key, label) for key, (_, label) in ranked[:MOST]]


def _use(answer: Answer, key: tuple[str, str]) -> float | None:
    loads = answer.statics.joints if answer.statics is not None else ()
    return next((load.use for load in loads if (load.joint, load.coordinate) == key), None)


def _torque(answer: Answer, key: tuple[str, str]) -> float | None:
    loads = answer.statics.joints if answer.statics is not None else ()
    return next((abs(load.torque) for load in loads if (load.joint, load.coordinate) == key), None)


def _sources(answers: Sequence[Answer]) -> list[str]:
    """Where the strengths of the efforts that are shown come from."""
    keys = {key for key, _ in _efforts(answers)}
    loads = [load for answer in answers if answer.statics is not None for load in answer.statics.joints]
    told = [load.source for load in loads if (load.joint, load.coordinate) in keys and load.source]
    return list(dict.fromkeys(f"{ROUGHLY if source.startswith(ROUGH) else ''}{source}" for source in told))


def _angles(answers: Sequence[Answer]) -> list[tuple[str, int, str, str]]:
    """The joint coordinates in which people differ most."""
    figure, found = answers[0].state.figure, []
    for name, joint in figure.joints.items():
        for place, coordinate in enumerate(joint.coordinates if joint is not figure.base else ()):
            values = [_angle(answer, name, place) for answer in answers]
            unit = "m" if coordinate in METRES else "°"
            label = f"{name.replace('_', ' ')}: {coordinate.replace('_', ' ')}"
            found.append((max(values) - min(values), (name, place, label, unit)))
    return [entry for spread, entry in sorted(found, key=lambda e: -e[0])[:MOST] if spread > 0.5]


def _angle(answer: Answer, joint: str, place: int) -> float:
    value = float(np.atleast_1d(answer.solution.pose[joint])[place])
    return value if answer.state.figure.joints[joint].coordinates[place] in METRES else math.degrees(value)


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
