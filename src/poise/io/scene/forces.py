"""Forces and supports in scene files: a list each, of the fields that differ from their defaults."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from poise.errors import InputError
from poise.forces.force import Force, Weight
from poise.forces.support import Support
from poise.io.figure.schema import Name, Part
from poise.io.text.numbers import Number, Vector

Flag = Annotated[bool, Field(strict=True)]


class ForcePart(Part):
    """A force on a site: newtons and newton metres, or something of so many kilograms that hangs there."""

    site: Name
    vector: Vector | None = None
    torque: Vector | None = None
    frame: Literal["world", "site"] | None = None
    kilograms: Number | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        given = self.model_fields_set - {"site"}
        if given != {"kilograms"} and ("kilograms" in given or "vector" not in given):
            raise ValueError("a force has a vector (with torque and frame, if need be), or kilograms alone")
        return self


class SupportPart(Part):
    """What carries the body: a sole or a site, with a share of its weight or a force that is solved for."""

    site: Name
    share: Number | None = None
    friction: Number | None = None
    normal: Vector | None = None
    rope: Vector | None = None
    grip: Flag | None = None


def read_forces(parts: list[ForcePart]) -> tuple[Force | Weight, ...]:
    """Forces from a file."""
    return tuple((Weight if p.kilograms is not None else Force)(**_given(p)) for p in parts)


def read_supports(parts: list[SupportPart]) -> tuple[Support, ...]:
    """Supports from a file."""
    return tuple(Support(**_given(p)) for p in parts)


def written(values: Any) -> list[dict[str, Any]]:
    """Forces or supports as they stand in files."""
    return [{name: _plain(v) for name, v in told(value).items()} for value in values]


def told(value: Force | Weight | Support) -> dict[str, Any]:
    """The fields that differ from their defaults."""
    if isinstance(value, Weight):
        return {"site": value.site, "kilograms": value.kilograms}
    kinds: dict[type, Any] = {Force: Force("", (0, 0, 0)), Support: Support("")}
    if type(value) not in kinds:
        raise InputError(f"{value!r} is neither a force nor a support")
    plain, first = vars(kinds[type(value)]), ("site", "vector")
    return {n: v for n, v in vars(value).items() if (n in first and n in plain) or v != plain[n]}


def _given(part: Part) -> dict[str, Any]:
    return {name: getattr(part, name) for name in part.model_fields_set}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
