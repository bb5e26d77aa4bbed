"""How the fields of tasks, criteria and figures stand in a scene file.

Parts are written and read field by field, straight from their dataclasses and signatures. A field says what it is by
its annotation (numbers, truth values, names) or by its name in `KINDS`; "Class.field" goes before "field". A new task
needs a line here only when it has a field of a new name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import MISSING
from dataclasses import Field as DataField
from dataclasses import fields as fields_of
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from poise.errors import UnknownNameError
from poise.figure.company import Company
from poise.figure.figure import Figure
from poise.io.figure.pose_values import joint_values, pose_from
from poise.io.figure.read import placement_of, self_pair
from poise.io.figure.schema import Name, PlacementPart, SelfPairPart
from poise.io.figure.write import placement_parts
from poise.io.scene.entries import (
    BaseWeights,
    Joints,
    JointWeights,
    PointOrSite,
    Pose,
    TolerancePart,
    Turn,
    TurnOrSite,
    ViewEntry,
)
from poise.io.scene.forces import ForcePart, SupportPart, read_forces, read_supports, written
from poise.io.scene.kinds import TASKS, key_of
from poise.io.scene.surface import SurfacePart, surface_of, surface_parts
from poise.io.text.angles import angle_of
from poise.io.text.numbers import Angle, Number, Vector
from poise.plot.views import View
from poise.tasks.balance import Balance
from poise.world.world import World

VERSION = 2
"""Of the scene files that are written now."""


class Reading(NamedTuple):
    """What is known while a part is read. `version`: of the file; in old ones, what is left out may mean otherwise."""

    figure: Figure
    functions: Mapping[str, Callable[..., Any]]
    version: int = VERSION
    world: World | None = None

    def of(self, name: str | None) -> Reading:
        """What is known while a part of one of several figures is read."""
        if name is None or not isinstance(self.figure, Company):
            return self
        return self._replace(figure=self.figure.member(name))


class Kind(NamedTuple):
    """A kind of field: its type in the schema, the file's value of it, and its value from a file."""

    schema: Any
    write: Callable[[Any], Any]
    read: Callable[[Any, Reading], Any]


def _same(value: Any, *_: Any) -> Any:
    return value


# ---- kinds that need more than their type ---------------------------------------------------------


def _tolerance(value: tuple[float, float]) -> dict[str, Any]:
    return {"metres": value[0], "degrees": angle_of(value[1])}


def _helpers(value: Any) -> Any:
    """Who may help: a name, joint names, or weights by joint."""
    if isinstance(value, str):
        return value
    return list(value) if isinstance(value[0], str) else dict(value)


def _weights(value: Any) -> Any:
    """Who counts how much: weights of coordinates as lists."""
    plain = _helpers(value)
    return {joint: _base(weight) for joint, weight in plain.items()} if isinstance(plain, dict) else plain


def _base(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _view(view: Any) -> Any:
    if isinstance(view, str):
        return view
    parts = {"azimuth": angle_of(view.azimuth), "elevation": angle_of(view.elevation)}
    return {**parts, "perspective": view.perspective}


def _look(value: Any, _: Reading) -> Any:
    return value if isinstance(value, str) else View(value.azimuth, value.elevation, value.perspective)


def _written(value: Any) -> Any:
    """A posture by its name; a pose always by its values, so that it comes back as a pose."""
    return value if isinstance(value, str) else joint_values(value, only_moved=True)


def _posed(value: Any, reading: Reading) -> Any:
    """A posture stays a name, so that it stays readable."""
    return value if isinstance(value, str) else pose_from(reading.figure, value)


def _function(value: Any, reading: Reading) -> Any:
    if value not in reading.functions:
        raise UnknownNameError("function", value, reading.functions, "what was handed to Scene.load(…, functions=…)")
    return reading.functions[value]


def _listed(value: Any) -> Any:
    return value if isinstance(value, str) else list(value)


NUMBER = Kind(Number, _same, _same)
ANGLE = Kind(Angle, angle_of, _same)
FLAG = Kind(Annotated[bool, Field(strict=True)], _same, _same)
COUNT = Kind(Annotated[int, Field(strict=True)], _same, _same)
NAME = Kind(Name, _same, _same)
VECTOR = Kind(Vector, list, _same)
TURN = Kind(Turn, list, _same)
PLACEMENT = Kind(PlacementPart, placement_parts, lambda part, _: placement_of(part))
JOINTS = Kind(Joints, _helpers, _same)
JOINT_WEIGHTS = Kind(JointWeights, _weights, _same)
BASE = Kind(BaseWeights, _base, _same)
POSE = Kind(Pose, _written, _posed)
TOLERANCE = Kind(TolerancePart, _tolerance, lambda part, _: (part.metres, part.degrees))
VIEW = Kind(ViewEntry, _view, _look)
POINT_OR_SITE = Kind(PointOrSite, _listed, _same)
TURN_OR_SITE = Kind(TurnOrSite, _listed, _same)
SURFACE = Kind(SurfacePart, surface_parts, surface_of)
FUNCTION = Kind(Name, lambda f: f.__name__, _function)


def _alternatives(tasks: Any) -> Any:
    return [{key_of(type(task)): part_parts(task)} for task in tasks]


def _chosen(parts: Any, reading: Reading) -> tuple[Any, ...]:
    return tuple(part_from(TASKS[key], getattr(part, key), reading) for part in parts for key in part.model_fields_set)


ALTERNATIVES = Kind(list[Any], _alternatives, _chosen)
"""The tasks of a choice, each as it stands in a level; the schema of the file says which."""
NAMES = Kind(list[Name], list, lambda names, _: tuple(names))
PAIRS = Kind(
    list[SelfPairPart],
    lambda pairs: [{f.name: getattr(pair, f.name) for f in fields_of(pair)} for pair in pairs],
    lambda parts, _: tuple(map(self_pair, parts)),
)
FORCES = Kind(list[ForcePart], written, lambda parts, _: read_forces(parts))
SUPPORTS = Kind(list[SupportPart], written, lambda parts, _: read_supports(parts))

ANNOTATIONS = {"float": NUMBER, "float | None": NUMBER, "bool": FLAG, "int": COUNT, "str": NAME, "str | None": NAME}

_WEIGHING = ("AwayFromLimits", "Extend", "Flex", "Habit", "LeastTorque", "MidRange", "NearPose", "RestPosture")
"""The criteria whose joints have weights of their own, each coordinate by itself."""

KINDS = {
    "AnyOf.tasks": ALTERNATIVES,
    "axis": VECTOR,
    "direction": VECTOR,
    "line": VECTOR,
    "normal": VECTOR,
    "over": VECTOR,
    "palm": VECTOR,
    "point": VECTOR,
    "side": VECTOR,
    "Keep.point": POINT_OR_SITE,
    "Keep.angle": ANGLE,
    "rotation": TURN,
    "Reach.frame": TURN_OR_SITE,
    "Orient.frame": NAME,
    "Hold.frame": PLACEMENT,
    "surface": SURFACE,
    "error": FUNCTION,
    "jacobian": FUNCTION,
    "pose": POSE,
    "joints": JOINTS,
    **{f"{criterion}.joints": JOINT_WEIGHTS for criterion in _WEIGHING},
    "NearPose.base": BASE,
    "RestPosture.base": BASE,
    "tolerance": TOLERANCE,
    "things": NAMES,
    "thumb": VECTOR,
    "pairs": PAIRS,
    "view": VIEW,
    "limit": ANGLE,
    "function": FUNCTION,
    "gradient": FUNCTION,
    "forces": FORCES,
    "supports": SUPPORTS,
    "vector": VECTOR,
    "torque": VECTOR,
    "rope": VECTOR,
}  # fmt: skip


def kind_of(owner: str, name: str, annotation: str) -> Kind:
    """What kind of field it is. Raises `UnknownNameError` for one that no file could hold."""
    if annotation.startswith("Literal["):
        return NAME
    found = KINDS.get(f"{owner}.{name}") or KINDS.get(name) or ANNOTATIONS.get(annotation)
    if found is None:
        raise UnknownNameError("kind of field", f"{owner}.{name}", KINDS, "a scene file")
    return found


def in_files(field: DataField[Any]) -> bool:
    """Whether files say it with the part; what the solve gives they say once."""
    return field.init and not field.metadata.get("given")


def kinds_of(part: type) -> dict[str, Kind]:
    """The kind of every field of a dataclass."""
    return {f.name: kind_of(part.__name__, f.name, str(f.type)) for f in fields_of(part) if in_files(f)}


def part_parts(part: Any) -> dict[str, Any]:
    """The fields of a task, criterion or shot that differ from their defaults, as they stand in files."""
    kinds, told = kinds_of(type(part)), {}
    for field in fields_of(part):
        value = getattr(part, field.name)
        if in_files(field) and value is not None and not _is_default(part, field, value):
            told[field.name] = kinds[field.name].write(value)
    return told


def _is_default(part: Any, field: DataField[Any], value: Any) -> bool:
    if field.name == "name":
        return bool(value == getattr(part, "default_name", None))
    return field.default is not MISSING and bool(value == field.default)


def part_from(
    kind: type, part: Any, reading: Reading, at: Callable[..., AbstractContextManager[Any]] = lambda *_: nullcontext()
) -> Any:
    """A task, criterion or shot from what the file gives of its fields. `at`: tells where, should one be wrong."""
    kinds, values = kinds_of(kind), {}
    with at("figure"):
        reading = reading.of(getattr(part, "figure", None))
    for field in fields_of(kind):
        if field.name in part.model_fields_set:
            with at(field.name):
                values[field.name] = kinds[field.name].read(getattr(part, field.name), reading)
    if reading.version == 1 and kind is Balance and "over" not in values:
        values = {"margin": 0.0, **values}  # the usual margin came with version 2
    with at():
        return kind(**values)
