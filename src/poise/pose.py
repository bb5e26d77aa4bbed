"""A pose: a figure with joint values. Its kinematics have been run; it never changes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from poise import _core as core
from poise import shortcuts
from poise.arrays import Array, sealed
from poise.errors import InputError, UnknownNameError
from poise.figure import compile as compiling
from poise.figure.check import array, instance, number, unit3
from poise.figure.company import Company
from poise.figure.differences import require_same_figure
from poise.figure.figure import Figure
from poise.figure.limit_kind import LimitKind, limit_name
from poise.figure.members import Members
from poise.figure.names import unknown
from poise.figure.natural import NATURAL
from poise.figure.natural import BallAngles as BallAngles
from poise.figure.natural import ElbowAngles as ElbowAngles
from poise.figure.natural import FreeCoordinates as FreeCoordinates
from poise.figure.natural import SwingAngles as SwingAngles
from poise.figure.placement import quaternion_of
from poise.figure.units import turn_hint
from poise.readable import Readable
from poise.support import support_polygon

if TYPE_CHECKING:
    from poise.shortcuts import Picture


class Body(NamedTuple):
    """Mass (kg) and centre of mass (3,) of a part of the figure."""

    mass: float
    center: Array


class LimitReport(NamedTuple):
    """A limit that a pose exceeds.

    `joint`: its name (None for a coupling). `limit`: "angle", "swing", "twist" … or the coupling's name.
    `violation`: radians or metres; for a coupling, the distance to its plane in joint coordinates.
    """

    joint: str | None
    limit: str
    violation: float

    @property
    def hint(self) -> str:
        """What to add where a joint is so far out that its value may be degrees; else nothing."""
        return turn_hint(self.violation) if self.joint is not None and self.limit != "distance" else ""


class Pose(metaclass=Readable):
    """A figure with joint values. Immutable; arrays handed out are read-only.

    World axes: +Y up, +Z where the figure faces, +X its left. Metres and radians.
    """

    __slots__ = ("_core", "figure")

    figure: Figure
    _core: core.Pose

    def __init__(self, figure: Figure, coordinates: Any) -> None:
        """From all stored coordinates (figure.size,); `Figure.pose` takes joint values by name."""
        put = super().__setattr__
        put("figure", instance(figure, Figure, "the figure of a pose"))
        values = array(coordinates, f"coordinates of {figure.name!r}")
        try:
            put("_core", core.Pose(figure._core, values))
        except (TypeError, ValueError) as error:
            raise InputError(_explained(figure, values, error)) from None

    @classmethod
    def _of(cls, figure: Figure, posed: core.Pose) -> Pose:
        """From what the core has posed."""
        pose = object.__new__(cls)
        object.__setattr__(pose, "figure", figure)
        object.__setattr__(pose, "_core", posed)
        return pose

    @property
    def members(self) -> Mapping[str, Pose]:
        """Of several figures that are posed as one (`poise.company`), the pose of each by its name."""
        return Members({name: self.member(name) for name in self.figure.members})

    def member(self, name: str) -> Pose:
        """The pose of one of several figures."""
        if not isinstance(self.figure, Company):
            raise InputError(f"{self.figure.name!r} is a single figure: it has no figure {name!r} among others")
        return Pose(self.figure.member(name), self.coordinates[self.figure.member_coordinates(name)])

    def with_member(self, name: str, pose: Pose) -> Pose:
        """With one of several figures posed otherwise."""
        require_same_figure(self.member(name).figure, instance(pose, Pose, "the pose of a member").figure, "the pose")
        assert isinstance(self.figure, Company)
        coordinates = np.array(self.coordinates)
        coordinates[self.figure.member_coordinates(name)] = pose.coordinates
        return Pose(self.figure, coordinates)

    # ---- joint values -------------------------------------------------------------------------

    @property
    def coordinates(self) -> Array:
        """(figure.size,) stored coordinates, joint by joint in tree order."""
        return self._core.coordinates

    def __getitem__(self, joint: str) -> Any:
        """Natural value of a joint: a float for one coordinate, a named tuple for more.

        `pose["left_knee.flexion"]` gives a single coordinate of any joint.
        """
        joint_name, coordinate = compiling.split_key(self.figure, joint)
        model = self.figure.joints[joint_name]
        start = self.figure._core.natural_offset(self.figure._joint_ids[joint_name])
        values = self._core.natural()[start : start + len(model.coordinates)].tolist()
        if coordinate is not None:
            return values[model.coordinates.index(coordinate)]
        return NATURAL[model.model](*values) if len(values) > 1 else (values[0] if values else ())

    def rotation(self, joint: str) -> Array:
        """(3, 3) rotation of the joint: its moved frame seen from its resting one."""
        return self._core.joint_motion(self._joint(joint))[:3, :3]

    def coordinate_rates(self, joint: str) -> Array:
        """(n, n) derivative of the joint's natural coordinates by its tangent; finite at every angle."""
        return self._core.natural_rates(self._joint(joint))

    def to_dict(self) -> dict[str, dict[str, float]]:
        """Natural coordinates by joint and name, radians and metres; joints that cannot move are left out."""
        values = iter(self._core.natural().tolist())
        joints = self.figure.joints.values()
        return {j.name: {c: next(values) for c in j.coordinates} for j in joints if j.coordinates}

    # ---- frames and Jacobians -----------------------------------------------------------------

    def frame(self, site: str) -> Array:
        """(4, 4) T_world_site."""
        return self._core.site_frame(self._site(site))

    def position(self, site: str) -> Array:
        """(3,) position of a site in the world."""
        return self._core.site_position(self._site(site))

    def segment_frame(self, segment: str) -> Array:
        """(4, 4) T_world_segment."""
        return self._core.segment_frame(self._segment(segment))

    def joint_frame(self, joint: str) -> Array:
        """(4, 4) world frame of the joint, on its moving side: its z axis points along the limb."""
        return self._core.joint_frame(self._joint(joint))

    def joint_base(self, joint: str) -> Array:
        """(4, 4) world frame of the joint before it moves: the frame its limits are given in."""
        return self._core.joint_base(self._joint(joint))

    def jacobian(
        self, site: str, *, part: Literal["both", "position", "orientation"] = "both", frame: Any = "world"
    ) -> Array:
        """Jacobian of a site: rows linear then angular, columns degrees of freedom.

        (6, dof), or (3, dof) for one `part`. `frame`: "world"; a (3, 3) rotation whose columns are the axes
        to express it in; or the name of a site, for the motion as seen from that site, in its axes.
        """
        if isinstance(frame, str) and frame != "world":
            both = self._core.relative_jacobian(self._site(site), self._site(frame))
        else:
            both = self._core.site_jacobian(self._site(site))
            if not isinstance(frame, str):
                both = _turned(both, frame)
        if isinstance(part, str) and part == "both":
            return both
        if not isinstance(part, str) or part not in ("position", "orientation"):
            raise UnknownNameError("part", part, ("both", "position", "orientation"), "a Jacobian")
        return both[:3] if part == "position" else both[3:]

    def point_jacobian(self, segment: str, point: Any) -> Array:
        """(6, dof) Jacobian of a world point carried along by a segment."""
        return self._core.point_jacobian(self._segment(segment), _vector(point, 3, "a point"))

    # ---- mass ---------------------------------------------------------------------------------

    @property
    def center_of_mass(self) -> Array:
        """(3,) centre of mass in the world; the root's origin for a figure without mass."""
        return self._core.center_of_mass()

    def center_of_mass_jacobian(self) -> Array:
        """(3, dof) Jacobian of the centre of mass (Baerlocher eq. 4.7)."""
        return self._core.center_jacobian()

    com_jacobian = center_of_mass_jacobian  # the short name, which other programs rely on

    def inertia(self) -> Array:
        """(3, 3) inertia about the centre of mass, world axes, kg m²."""
        return self._core.inertia()

    def inertia_jacobian(self) -> Array:
        """(3, 3, dof) derivative of `inertia`."""
        return self._core.inertia_jacobian().reshape(3, 3, -1)

    def moment_of_inertia(self, axis: Any, point: Any = None) -> float:
        """Moment of inertia about an axis through `point` (default: the centre of mass), kg m²."""
        a = _unit(axis, "the axis of a moment of inertia")
        central = float(a @ self.inertia() @ a)
        if point is None:
            return central
        with np.errstate(over="ignore", invalid="ignore"):
            away = np.cross(a, self.center_of_mass - _vector(point, 3, "a point"))
            moment = central + self.figure.mass * float(away @ away)
        return number(moment, "the moment of inertia about a point so far away")

    def moment_jacobian(self, axis: Any) -> Array:
        """(dof,) derivative of the moment of inertia about an axis through the centre of mass."""
        a = _unit(axis, "the axis of a moment of inertia")
        return sealed(np.einsum("i,ijk,j->k", a, self.inertia_jacobian(), a))

    @property
    def potential_energy(self) -> float:
        """−m g·G in joules, zero at the world's origin."""
        return -self.figure.mass * float(np.dot(self.figure.gravity, self.center_of_mass))

    def gravity_torques(self) -> Array:
        """(dof,) torques (forces for slides) that hold the pose against gravity: the slope of the potential energy."""
        return self._core.gravity_torques()

    def upper_body(self, joint: str) -> Body:
        """All that the joint carries (Baerlocher 3.9.2)."""
        return Body(*self._core.upper_body(self._joint(joint)))

    def lower_body(self, joint: str) -> Body:
        """All that the joint does not carry."""
        return Body(*self._core.lower_body(self._joint(joint)))

    def support_polygon(self, *, floor: float = 0.0, within: float = 0.02) -> Array:
        """(n, 3) corners of the area over which the figure balances: the hull of its soles on the floor.

        A sole counts when all its corners are at most `within` metres above the `floor` height. Counter-
        clockwise seen from above; empty when no sole is down.
        """
        return support_polygon(self, number(floor, "the floor"), number(within, "the height a sole may have"))

    # ---- limits -------------------------------------------------------------------------------

    @property
    def limit_violation(self) -> float:
        """How far the worst limit or coupling is exceeded: radians or metres, 0 inside."""
        return float(self._core.worst_violation()[3])

    @property
    def within_limits(self) -> bool:
        """Whether all limits and couplings hold."""
        return self.limit_violation == 0.0

    @property
    def worst_limit(self) -> LimitReport | None:
        """The limit that is exceeded most; None inside."""
        kind, index, coordinate, amount = self._core.worst_violation()
        if kind == LimitKind.NONE:
            return None
        return LimitReport(*limit_name(self.figure, kind, index, coordinate), amount)

    def clamped(self, start: Pose | None = None) -> Pose:
        """The nearest pose inside all limits and couplings (Baerlocher 3.7.2); itself when it is inside.

        Swing comes first: the limb goes to the nearest allowed direction on the sphere by the shortest turn,
        then the twist it has there is brought into its range. With `start`, a pose inside the limits, a limb
        whose way is blocked halfway by a concave limit stops there (3.7.3).
        """
        if start is not None:
            self._require_same_figure(start)
        if self.within_limits and start is None:
            return self
        return Pose(self.figure, self._core.clamped(None if start is None else start._core))

    # ---- other poses --------------------------------------------------------------------------

    def with_joints(self, values: Mapping[str, Any]) -> Pose:
        """This pose with some joints changed; values as in `Figure.pose`."""
        return Pose(self.figure, compiling.coordinates_from(self.figure, values, self.coordinates))

    def integrate(self, velocity: Any) -> Pose:
        """Moved by a tangent vector (dof,): q ⊕ v."""
        return Pose(self.figure, self._core.integrate(_vector(velocity, self.figure.dof, "a tangent vector")))

    def difference(self, other: Pose) -> Array:
        """(dof,) tangent vector that leads from this pose to `other`, the short way round."""
        self._require_same_figure(other)
        return self._core.difference(other._core)

    def interpolate(self, other: Pose, t: float) -> Pose:
        """Between this pose (t = 0) and `other` (t = 1): shortest rotations, straight path of the base."""
        self._require_same_figure(other)
        return Pose(self.figure, self._core.interpolate(other._core, number(t, "t")))

    def mirrored(self) -> Pose:
        """The mirror image, as seen in the figure's plane of symmetry: left and right swap."""
        return shortcuts.mirrored_pose(self)

    def rerooted(self, segment: str) -> Pose:
        """The same posture of the figure held at another segment; nothing moves."""
        return shortcuts.rerooted_pose(self, segment)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the pose as .yaml, or the figure as it is posed, with its own mesh or ours, as .glb or .gltf."""
        shortcuts.save_pose(self, path)

    def plot(self, **options: Any) -> Picture:
        """A picture of the pose; `options`: those of `poise.plot.plot_pose`."""
        return shortcuts.plot_pose(self, **options)

    def _repr_html_(self) -> str:
        """In a notebook: its picture."""
        return self.plot(size=(320, 420))._repr_html_()

    # ---- Python -------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pose):
            return NotImplemented
        return self.figure == other.figure and bool(np.array_equal(self.coordinates, other.coordinates))

    def __hash__(self) -> int:
        return hash((self.figure, (self.coordinates + 0.0).tobytes()))  # −0 and 0 are equal

    def __repr__(self) -> str:
        worst = self.worst_limit
        state = "inside its limits" if worst is None else f"{worst.joint or worst.limit} outside its limits"
        state += "" if worst is None else worst.hint
        return f"<Pose of {self.figure.name!r}, {state}>"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a pose does not change; make another one with with_joints (tried to set {name!r})")

    def __reduce__(self) -> Any:
        return Pose, (self.figure, np.array(self.coordinates))

    # ---- inside -------------------------------------------------------------------------------

    def _joint(self, name: str) -> int:
        return self._index(self.figure._joint_ids, "joint", name)

    def _segment(self, name: str) -> int:
        return self._index(self.figure._segment_ids, "segment", name)

    def _site(self, name: str) -> int:
        return self._index(self.figure._site_ids, "site", name)

    def _index(self, table: Mapping[str, int], kind: str, name: str) -> int:
        try:
            return table[name]
        except (KeyError, TypeError):
            raise unknown(self.figure, kind, name, table) from None

    def _require_same_figure(self, other: Pose) -> None:
        instance(other, Pose, "the other pose")
        require_same_figure(self.figure, other.figure, "the other pose")


def posture_coordinates(figure: Figure, pose: object) -> Array:
    """The coordinates of a pose of this very figure; raises for anything else."""
    found: Pose = instance(pose, Pose, "a posture")
    require_same_figure(figure, found.figure, "a posture")
    return found.coordinates


def _explained(figure: Figure, coordinates: Array, error: Exception) -> str:
    """The core's complaint, or a better one about the shape."""
    shape = coordinates.shape
    if shape != (figure.size,):
        return f"coordinates of {figure.name!r} must have shape ({figure.size},), not {shape}"
    return str(error)


def _vector(values: Any, size: int, what: str) -> Array:
    found = array(values, what)
    if found.shape != (size,):
        raise InputError(f"{what} must have shape ({size},), not {found.shape}")
    if not np.isfinite(found).all():
        raise InputError(f"{what} must be finite, but holds NaN or infinity")
    return found


def _unit(values: Any, what: str) -> Array:
    return np.array(unit3(_vector(values, 3, what), what))


def _turned(jacobian: Array, axes: Any) -> Array:
    rotation = array(axes, "the control frame of a Jacobian")
    quaternion_of(rotation, "the control frame of a Jacobian")
    return sealed(np.vstack([rotation.T @ jacobian[:3], rotation.T @ jacobian[3:]]))
