"""Figure files in YAML, read. `write` writes them; a round trip is exact."""

from __future__ import annotations

import math
from typing import Any, cast

from pydantic import ValidationError

from poise.errors import FileError, InputError, PoiseError
from poise.figure.figure import Figure
from poise.figure.joint import Joint, Strength
from poise.figure.limit import Cone, Ellipse, Limit, Polygon, Range, TwistTable
from poise.figure.marks import Coupling, Group, LimbChain, Mirror, SelfPair, Site, Sole
from poise.figure.placement import Placement
from poise.figure.segment import Segment
from poise.figure.shape import Box, Capsule, Cylinder, Ellipsoid, Shape, Sphere
from poise.io.figure import schema
from poise.io.text.angles import radians_of
from poise.io.text.yaml_read import Document

METRES = ("distance", "x", "y", "z")
"""Coordinates that are lengths; all others are angles."""


def read_figure(document: Document) -> Figure:
    """The figure in a parsed file. Raises `FileError` with the line of what is wrong."""
    try:
        file = schema.FigureFile.model_validate(document.value)
    except ValidationError as error:
        raise readable(document, error) from None
    reader = FigureReader(document)
    try:
        return reader.figure(file)
    except FileError:
        raise
    except PoiseError as error:
        raise document.error(str(error), *_culprit(document, error)) from error


def self_pair(part: schema.SelfPairPart) -> SelfPair:
    """Two segments that keep out of each other."""
    return SelfPair(part.first, part.second, part.depth)


class FigureReader:
    """Turns each part of the file into ours, naming the line when a part is refused."""

    def __init__(self, document: Document) -> None:
        self.document = document

    def figure(self, file: schema.FigureFile) -> Figure:
        joints = {name: self._joint(name, part) for name, part in file.joints.items()}
        return Figure(
            file.name,
            [self._segment(name, part) for name, part in file.segments.items()],
            joints.values(),
            sites=[self.site(name, part) for name, part in file.sites.items()],
            soles=[self._sole(name, part) for name, part in file.soles.items()],
            limbs=[LimbChain(n, p.root, p.middle, p.end, p.site) for n, p in file.limbs.items()],
            groups=[Group(name, tuple(members)) for name, members in file.groups.items()],
            couplings=[self.coupling(name, part, joints) for name, part in file.couplings.items()],
            mirror=Mirror(file.mirror.axis, tuple(file.mirror.pairs)),
            postures={name: self._posture(name, values, joints) for name, values in file.postures.items()},
            gravity=file.gravity,
            self_pairs=None if file.self_pairs is None else [self_pair(part) for part in file.self_pairs],
        )

    def _segment(self, name: str, part: schema.SegmentPart) -> Segment:
        shapes = []
        for number, shape in enumerate(part.shapes):
            with self.document.at("segments", name, "shapes", number):
                shapes.append(shape_of(shape))
        with self.document.at("segments", name):
            if part.density is not None:
                return Segment.of_shapes(name, shapes, part.density)
            return Segment(name, part.mass, part.center, part.inertia, tuple(shapes))

    def _joint(self, name: str, part: schema.JointPart) -> Joint:
        limits = {}
        for key in part.limits.model_fields_set:
            with self.document.at("joints", name, "limits", key):
                limits[key] = limit_of(getattr(part.limits, key))
        with self.document.at("joints", name):
            strengths = {k: Strength(s.positive, s.negative, s.source, s.angles) for k, s in part.strengths.items()}
            outer, inner = placement_of(part.placement), placement_of(part.child_placement)
            ends = (part.parent, part.child)
            return Joint(name, part.model, *ends, outer, inner, part.axis, limits, part.weight, strengths)

    def site(self, name: str, part: schema.SitePart) -> Site:
        """One site of the file."""
        with self.document.at("sites", name):
            return Site(name, part.segment, placement_of(part))

    def _sole(self, name: str, part: schema.SolePart) -> Sole:
        with self.document.at("soles", name):
            return Sole(name, part.segment, tuple(part.outline))

    def coupling(self, name: str, part: schema.CouplingPart, joints: dict[str, Joint]) -> Coupling:
        """Without any term in metres the bounds are angles."""
        in_metres = any(is_length(term, joints) for term in part.terms)

        def bound(value: Any, otherwise: float) -> float:
            if value is None:
                return otherwise
            if in_metres and isinstance(value, str):
                raise InputError(f"coupling {name!r} mixes in metres, so its bounds are plain numbers, not {value!r}")
            return float(value) if in_metres else radians_of(value)

        with self.document.at("couplings", name):
            if part.equals is not None:
                return Coupling(name, part.terms, bound(part.equals, 0.0), bound(part.equals, 0.0))
            return Coupling(name, part.terms, bound(part.min, -math.inf), bound(part.max, math.inf))

    def _posture(self, name: str, values: dict[str, Any], joints: dict[str, Joint]) -> dict[str, Any]:
        posture = {}
        for key, value in values.items():
            with self.document.at("postures", name, key):
                posture[key] = _joint_value(key, value, joints)
        return posture


def is_length(term: str, joints: dict[str, Joint]) -> bool:
    """Whether a term ("joint.coordinate", or a joint with one coordinate) counts metres. Joint names may have dots."""
    if term in joints:
        return joints[term].model == "slide"
    joint, _, coordinate = term.rpartition(".")
    return joint in joints and joints[joint].model in ("slide", "free") and coordinate in METRES


def placement_of(part: schema.PlacementPart) -> Placement:
    """The placement that stands in a file."""
    if part.axis_angle is not None:
        x, y, z, angle = part.axis_angle
        return Placement.turned((x, y, z), angle, part.position)
    return Placement(part.position) if part.rotation is None else Placement(part.position, part.rotation)


def shape_of(part: schema.ShapePart) -> Shape:
    """The shape that stands in a file."""
    if part.sphere:
        return Sphere(part.sphere.radius, placement=placement_of(part.sphere))
    if part.ellipsoid:
        return Ellipsoid(part.ellipsoid.radii, placement=placement_of(part.ellipsoid))
    if part.box:
        return Box(part.box.size, placement=placement_of(part.box))
    if part.cylinder:
        return Cylinder(part.cylinder.radius, part.cylinder.length, placement=placement_of(part.cylinder))
    capsule = cast(schema.CapsulePart, part.capsule)
    if capsule.length is None:
        return Capsule.between(capsule.start, capsule.end, capsule.radius, capsule.end_radius)
    return Capsule(capsule.radius, capsule.length, capsule.end_radius, placement=placement_of(capsule))


def limit_of(part: Any) -> Limit:
    """The limit that stands in a file."""
    if isinstance(part, schema.SwingLimitPart):
        if part.cone is not None:
            return Cone(part.cone)
        if part.ellipse is not None:
            return Ellipse(part.ellipse.x, part.ellipse.y)
        return Polygon(tuple(part.polygon or ()))
    if isinstance(part, schema.TwistLimitPart) and part.table is not None:
        return TwistTable(tuple((row.direction, row.min, row.max) for row in part.table))
    return Range(-math.inf if part.min is None else part.min, math.inf if part.max is None else part.max)


def _joint_value(key: str, value: Any, joints: dict[str, Joint]) -> Any:
    """A posture's entry as `Figure` takes it: radians and metres, quaternions, placements as seven numbers."""
    if isinstance(value, schema.PlacementPart):
        placement = placement_of(value)
        return (*placement.position, *placement.rotation)
    if not isinstance(value, list):
        return _quantity(value, is_length(key, joints))
    if len(value) == 4:
        return tuple(_quantity(v, True) for v in value)
    return tuple(_quantity(v, is_length(key, joints)) for v in value)


def _quantity(value: Any, plain: bool) -> float:
    if plain and isinstance(value, str):
        raise InputError(f"must be a plain number, not {value!r}")
    return float(value) if plain else radians_of(value)


def readable(document: Document, error: ValidationError, version: int = schema.VERSION) -> FileError:
    """The first complaint of the schema, with its place in words and its line; `version`: that of new files."""
    first = error.errors(include_url=False)[0]
    place = [p for p in first["loc"] if p != "[key]"]
    key = first.get("ctx", {}).get("key")
    where = " › ".join(map(str, place))
    message = first["msg"].removeprefix("Value error, ")
    if first["type"] == "missing":
        message = "this is missing"
        if place == ["version"]:
            message += f"; write version: {version}"
    elif first["type"] == "literal_error":
        message = f"must be {first['ctx']['expected']}, not {first['input']!r}"
    return document.error(f"{where}: {message}" if where else message, *place, *([] if key is None else [key]))


def _culprit(document: Document, error: PoiseError) -> tuple[Any, ...]:
    """Where in the file an error of the assembled figure points to, as far as it can be told from its words."""
    text = str(error)
    for section in ("joints", "segments", "sites", "soles", "limbs", "groups", "couplings", "postures"):
        names = document.value.get(section) or {}
        for name in names:
            told = (f"{section[:-1]} {name!r}" in text, f"{name!r} joins" in text, text.startswith(f"{name!r} "))
            if any(told):
                return (section, name)
    return ()
