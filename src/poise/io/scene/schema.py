"""The scene file as pydantic models, made from the dataclasses of tasks and criteria and from what builds figures.

Angles are degrees in the file and radians once read; lengths are metres.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, Field, GetJsonSchemaHandler, create_model, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from poise.io.figure.schema import CouplingPart, FigureFile, Name, Part, SitePart, only_one, without_null
from poise.io.scene.entries import Pose, TolerancePart
from poise.io.scene.fields import Kind, kind_of, kinds_of
from poise.io.scene.forces import ForcePart, SupportPart
from poise.io.scene.kinds import CRITERIA, TASKS
from poise.io.scene.world import ObstaclePart
from poise.io.text.numbers import Vector
from poise.scene.shot import Shot
from poise.scene.source import builders
from poise.tasks import AnyOf

VERSION = 1


def builder_kinds(name: str, build: Callable[..., Any]) -> dict[str, Kind]:
    """The kind of every argument of a function that builds a figure."""
    return {n: kind_of(name, n, str(p.annotation)) for n, p in inspect.signature(build).parameters.items()}


def _model(name: str, about: str | None, kinds: Mapping[str, Kind], required: set[str]) -> type[BaseModel]:
    entries: dict[str, Any] = {
        n: (k.schema, ...) if n in required else (k.schema | None, None) for n, k in kinds.items()
    }
    first = (about or "").strip().partition("\n")[0]
    return create_model(f"{name}Part", __base__=Part, __doc__=first, **entries)


def part_of(kind: type) -> type[BaseModel]:
    """The model of a dataclass: its fields, the required ones first."""
    required = {f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING}
    return _model(kind.__name__, kind.__doc__, kinds_of(kind), required)


class _OnlyOne(Part):
    """A mapping with exactly one of its keys."""

    @model_validator(mode="after")
    def _one(self) -> Self:
        only_one(self, "an entry here")
        return self


def _choice(name: str, about: str, parts: Mapping[str, type[BaseModel]]) -> type[BaseModel]:
    entries: dict[str, Any] = {key: (part | None, None) for key, part in parts.items()}
    return create_model(name, __base__=_OnlyOne, __doc__=about, **entries)


_PLAIN = {key: part_of(kind) for key, kind in TASKS.items() if kind is not AnyOf}
AlternativePart: Any = _choice("AlternativePart", "One task of a choice, by its kind.", _PLAIN)
_ALTERNATIVES = Annotated[list[AlternativePart], Field(min_length=2)]
_CHOICE = _model(
    "AnyOf",
    AnyOf.__doc__,
    {name: kind._replace(schema=_ALTERNATIVES) if name == "tasks" else kind for name, kind in kinds_of(AnyOf).items()},
    {"tasks"},
)
TaskPart: Any = _choice("TaskPart", "One task, by its kind.", {**_PLAIN, "any_of": _CHOICE})
CriterionPart: Any = _choice("CriterionPart", "One criterion.", {k: part_of(c) for k, c in CRITERIA.items()})
TaskPart.elsewhere = dict.fromkeys(CRITERIA, "it is a criterion and stands under 'criteria'")
CriterionPart.elsewhere = dict.fromkeys(TASKS, "it is a task and stands under 'levels'")
ShotPart: Any = part_of(Shot)


def _listed(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


class _OneOrMany:
    """In the schema, a list may be its only item."""

    def __init__(self, about: str) -> None:
        self._about = about

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        many = handler(core)
        return {"anyOf": [many["items"], many], "description": self._about}


def _level_of(part: Any, about: str) -> Any:
    return Annotated[list[part], BeforeValidator(_listed), Field(min_length=1), _OneOrMany(about)]


Level: Any = _level_of(TaskPart, "A task, or a list of tasks that share a level.")
CriteriaLevel: Any = _level_of(
    CriterionPart, "A criterion, or a list of criteria; where there are lists, every entry is a level of its own."
)


class FilePart(Part):
    """A figure in a file: Poise YAML, URDF or MJCF; the path is relative to the scene."""

    path: Name
    root: Literal["free", "fixed"] | None = None
    axes: Literal["poise", "keep"] | None = None
    up: Literal["y", "z"] | None = None


def _built_in(name: str, build: Callable[..., Any]) -> Any:
    part = _model(name, inspect.getdoc(build), builder_kinds(name, build), set())
    return (part | None, None)


class _FigureEdits(Part):
    """A figure by one of its sources, and what is added to it or taken away."""

    file: FilePart | None = None
    inline: FigureFile | None = Field(None, description="A whole figure file.")
    sites: dict[Name, SitePart] = Field(default_factory=dict)
    couplings: dict[Name, CouplingPart] = Field(default_factory=dict)
    without_couplings: list[Name] = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _named(cls, value: Any) -> Any:
        """`human` is short for `{human: {}}`, and a file may be given by its path alone."""
        if isinstance(value, str):
            return {value: {}}
        if isinstance(value, dict) and isinstance(value.get("file"), str):
            return {**value, "file": {"path": value["file"]}}
        return value

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        given = [key for key in SOURCES if key in self.model_fields_set]
        if len(given) != 1:
            raise ValueError(f"a figure is exactly one of {', '.join(SOURCES)}; found {', '.join(given) or 'none'}")
        return self


SOURCES = (*builders(), "file", "inline")
_BUILT: dict[str, Any] = {name: _built_in(name, build) for name, build in builders().items()}
FigurePart: Any = create_model("FigurePart", __base__=_FigureEdits, __doc__=_FigureEdits.__doc__, **_BUILT)


class StayPart(Part):
    """Something that was placed by hand and stays there, below all tasks: a point of a segment, or a joint."""

    segment: Name | None = None
    point: Vector | None = Field(None, description="Of the segment, in its coordinates.")
    place: Vector | None = Field(None, description="Where it stays in the world.")
    turn: Annotated[list[float], Field(min_length=4, max_length=4)] | None = Field(
        None, description="The quaternion x y z w of the segment."
    )
    joint: Name | None = None
    value: Annotated[list[float], Field(max_length=6)] | None = Field(
        None, description="Its natural coordinates, degrees and metres."
    )


class ClipPart(Part):
    """A motion that is looked at with the figure, by its file, from the scene's folder."""

    file: str
    animation: str | None = Field(None, description="Which one of several.")


class StudioPart(Part):
    """What the studio remembers beside the scene; a solve takes no notice of it."""

    pose: Pose | None = Field(None, description="Where the body was when the file was saved.")
    poses: dict[Name, Pose] = Field(default_factory=dict, description="The library of poses.")
    stays: list[StayPart] = Field(default_factory=list, description="What was placed by hand.")
    clip: ClipPart | None = Field(None, description="The motion that can be played.")
    overlays: dict[Name, bool] = Field(default_factory=dict, description="What is shown besides the body.")


class SceneFile(Part):
    """A scene: a figure, where it starts, and what is wanted of it in order of priority."""

    poise: Literal["scene"]
    version: Literal[1, 2] = Field(description="1: a balance without a margin keeps none. 2: it keeps 1 cm.")
    name: str = ""
    notes: str = ""
    figure: FigurePart | None = None
    figures: dict[Name, FigurePart] = Field(
        default_factory=dict,
        description="Several figures that are posed together, in place of one; sites are ann/hand.",
    )
    start: Pose = "rest"
    starts: dict[Name, Pose] = Field(default_factory=dict, description="Where each of several figures starts.")
    levels: Annotated[list[Level], Field(min_length=1)]
    criteria: list[CriteriaLevel] = Field(default_factory=list)
    forces: list[ForcePart] = Field(default_factory=list)
    supports: list[SupportPart] = Field(default_factory=list)
    world: dict[Name, ObstaclePart] = Field(default_factory=dict, description="Obstacles by name.")
    avoid_self: Annotated[bool, Field(strict=True)] = Field(False, description="The body keeps out of itself.")
    tolerance: TolerancePart | None = None
    method: Name = "priority"
    root: Name | None = Field(None, description="A segment that stays exactly where it is, above all levels.")
    analytic: list[Name] = Field(default_factory=list, description="Limbs that reach their goals in closed form.")
    max_steps: int | None = Field(None, strict=True)
    attempts: int = Field(1, strict=True)
    seed: int = Field(0, strict=True)
    shot: ShotPart | None = None
    studio: StudioPart | None = None


def scene_schema() -> dict[str, Any]:
    """The JSON schema of scene files."""
    schema: dict[str, Any] = without_null(SceneFile.model_json_schema(by_alias=True))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "Poise scene"}


def schema_text() -> str:
    """The text of the published schema file."""
    return json.dumps(scene_schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
