"""Tasks, criteria, forces and supports by their fields, read and written as in scene files."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, replace
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from poise.errors import InputError, UnknownNameError
from poise.figure.figure import Figure
from poise.figure.placement import Placement
from poise.forces.force import Force, Press, Weight
from poise.forces.support import Support
from poise.io.scene.fields import (
    ALTERNATIVES,
    ANGLE,
    FUNCTION,
    NAMES,
    PLACEMENT,
    TOLERANCE,
    Kind,
    Reading,
    in_files,
    kinds_of,
)
from poise.io.scene.kinds import CRITERIA, TASKS, key_of
from poise.studio.protocol.plain import PartList
from poise.tasks.touch import Touch

_FORCES: dict[str, type] = {"force": Force, "weight": Weight, "press": Press}
_SUPPORTS: dict[str, type] = {"support": Support}


def makeable(kind: type) -> bool:
    """Whether a page can make it: what needs a function of Python, other tasks, or names of obstacles, cannot be."""
    return not {FUNCTION, ALTERNATIVES, NAMES} & set(kinds_of(kind).values()) and kind is not Touch


KINDS: Mapping[PartList, dict[str, type]] = {
    "tasks": {key: kind for key, kind in TASKS.items() if makeable(kind)},
    "criteria": {key: kind for key, kind in CRITERIA.items() if makeable(kind)},
    "forces": _FORCES,
    "supports": _SUPPORTS,
}
"""All kinds of parts that can be made, by list and by their key in files."""


def made(list: PartList, kind: str, given: Mapping[str, Any], figure: Figure) -> Any:
    """A new part."""
    if kind not in KINDS[list]:
        raise UnknownNameError(f"kind of {list}", kind, KINDS[list], "Poise")
    whole = KINDS[list][kind]
    values = {name: value for name, value in _read(whole, given, figure).items() if value is not MISSING}
    missing = next((f.name for f in part_fields(whole) if _required(f) and f.name not in values), None)
    if missing is not None:
        raise InputError(f"{kind} needs the field {missing!r}")
    return whole(**values)


def changed(part: Any, given: Mapping[str, Any], figure: Figure) -> Any:
    """The part with other values of some fields; a task that had the default name gets the one it would have now."""
    values = _read(type(part), given, figure)
    for field in part_fields(type(part)):
        if values.get(field.name) is MISSING:
            if _required(field):
                raise InputError(f"the field {field.name!r} cannot be left out")
            values[field.name] = field.default
    default = getattr(part, "default_name", None)
    if default is not None and "name" not in values and re.fullmatch(rf"{re.escape(default)}( [0-9]+)?", part.name):
        values["name"] = ""
    return replace(part, **values)


def value_of(part: Any, field: str, value: Any, figure: Figure) -> Any:
    """One value of a field, read from its form in files."""
    return _read(type(part), {field: value}, figure)[field]


def shown(part: Any) -> dict[str, Any]:
    """All fields as they stand in files, angles as plain degrees; None where nothing is given."""
    kinds = kinds_of(type(part))
    return {f.name: shown_value(kinds[f.name], getattr(part, f.name)) for f in part_fields(type(part))}


def kind_key(part: Any) -> str:
    """What its class is called in files."""
    return key_of(type(part))


def part_fields(kind: type) -> list[Field[Any]]:
    """The fields that can be given: not whose the part is, since the page has one figure on its stage."""
    return [field for field in fields(kind) if in_files(field) and field.name != "figure"]


def shown_value(kind: Kind, value: Any) -> Any:
    """A value as it stands in files, angles as plain degrees."""
    if value is None:
        return None
    if kind is ANGLE:
        return round(math.degrees(value), 10)
    if kind is TOLERANCE:
        return {"metres": value[0], "degrees": round(math.degrees(value[1]), 10)}
    if kind is PLACEMENT:
        return placement_fields(value)
    return kind.write(value)


def placement_fields(placement: Placement) -> dict[str, Any]:
    """Position and rotation, both told."""
    return {"position": list(placement.position), "rotation": list(placement.rotation)}


def _read(kind: type, given: Mapping[str, Any], figure: Figure) -> dict[str, Any]:
    """The values given, as the class takes them; `MISSING` for what should go back to its default."""
    kinds, reading = kinds_of(kind), Reading(figure, {})
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in kinds:
            raise UnknownNameError("field", name, kinds, key_of(kind))
        values[name] = MISSING if value is None else kinds[name].read(valid(kind, name, value), reading)
    return values


def valid(kind: type, name: str, value: Any) -> Any:
    """A value of a field that has the form it has in files; raises for any other."""
    try:
        return _adapter(kind, name).validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in (name, *first["loc"]))
        raise InputError(f"{key_of(kind)}: {where}: {first['msg'].removeprefix('Value error, ')}") from None


@cache
def _adapter(kind: type, name: str) -> TypeAdapter[Any]:
    return TypeAdapter(kinds_of(kind)[name].schema)


def _required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING
