"""Forces and supports in scene files: a list each, of the fields that differ from their defaults."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from poise.errors import InputError
from poise.forces.force import AnyForce, Force, Press, Weight
from poise.forces.support import Support
from poise.io.figure.schema import Name, Part
from poise.io.text.numbers import Number, Vector

Flag = Annotated[bool, Field(strict=True)]


class ForcePart(Part):
    """A force on a site: newtons and newton metres, or something of so many kilograms that hangs there.

    `site_b`: the other site that holds the weight. `onto`: the site whose segment this one presses with the vector.
    """

    site: Name
    site_b: Name | None = None
    onto: Name | None = None
    vector: Vector | None = None
    torque: Vector | None = None
    frame: Literal["world", "site"] | None = None
    kilograms: Number | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        given = self.model_fields_set - {"site"}
        if "kilograms" in given:
            fits = given <= {"kilograms", "site_b"}
        else:
            fits = "vector" in given and given <= {"vector", "frame", "onto" if "onto" in given else "torque"}
        if not fits:
            raise ValueError(
                "a force has a vector (with torque and frame, if need be), or kilograms (with site_b, if two hold it), "
                "or a vector and the site onto which it presses"
            )
        return self


class SupportPart(Part):
    """What carries the body: a sole or a site, with a share of its weight or a force that is solved for."""

    site: Name
    share: Number | None = None
    friction: Number | None = None
    normal: Vector | None = None
    rope: Vector | None = None
    grip: Flag | None = None
    on: Name | None = Field(None, description="The obstacle of the world on which it rests.")


def read_forces(parts: list[ForcePart]) -> tuple[AnyForce, ...]:
    """Forces from a file."""
    return tuple(_kind(part)(**_given(part)) for part in parts)


def _kind(part: ForcePart) -> type[AnyForce]:
    if part.kilograms is not None:
        return Weight
    return Force if part.onto is None else Press


def read_supports(parts: list[SupportPart]) -> tuple[Support, ...]:
    """Supports from a file."""
    return tuple(Support(**_given(p)) for p in parts)


def written(values: Any) -> list[dict[str, Any]]:
    """Forces or supports as they stand in files."""
    return [{name: _plain(v) for name, v in told(value).items()} for value in values]


def told(value: AnyForce | Support) -> dict[str, Any]:
    """The fields that differ from their defaults."""
    none = (0, 0, 0)
    kinds: dict[type, Any] = {
        Force: Force("", none), Weight: Weight("", 1), Press: Press("", "", none), Support: Support("")
    }  # fmt: skip
    if type(value) not in kinds:
        raise InputError(f"{value!r} is neither a force nor a support")
    plain, first = vars(kinds[type(value)]), ("site", "vector", "kilograms", "onto")
    return {n: v for n, v in vars(value).items() if (n in first and n in plain) or v != plain[n]}


def _given(part: Part) -> dict[str, Any]:
    return {name: getattr(part, name) for name in part.model_fields_set}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
