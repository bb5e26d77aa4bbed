"""Every differentiable quantity of a pose, with its derivative: one entry each.

The registry is what the finite-difference check runs over, so a quantity whose derivative is wrong cannot hide; and
it is the list from which tasks and criteria are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from poise import _core
from poise.criteria import (
    AwayFromLimits,
    Criterion,
    Extend,
    Flex,
    FunctionCriterion,
    LeastTorque,
    MidRange,
    NearPose,
    RestPosture,
    SupportTorque,
)
from poise.figure.figure import Figure
from poise.figure.placement import Placement
from poise.figure.shape import Ellipsoid
from poise.forces import Force, Support
from poise.pose import Pose
from poise.tasks.surface import Placed, placed

Array = NDArray[np.float64]
Of = Literal["figure", "site", "joint"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity and its derivative by the tangent of the pose.

    `value(pose, name)` has some shape s; `derivative(pose, name)` has shape (*s, dof). `of` says what `name` names.
    A `rotation` has (3, 3) values, and its derivative is the (3, dof) rotation rate in the axes it is seen from.
    """

    name: str
    of: Of
    unit: str
    value: Callable[[Pose, str], Array]
    derivative: Callable[[Pose, str], Array]
    rotation: bool = False

    def names(self, pose: Pose) -> Iterator[str]:
        """What the quantity can be asked of, for this pose's figure."""
        if self.of == "figure":
            yield self.name
        elif self.of == "site":
            yield from pose.figure.sites
        else:
            yield from (n for n, j in pose.figure.joints.items() if j.dof)


def _first_site(pose: Pose) -> str:
    return next(iter(pose.figure.sites))


def _seen_from_first(pose: Pose, site: str) -> Array:
    """T_first_site: the site as seen from the figure's first site."""
    return np.asarray(np.linalg.solve(pose.frame(_first_site(pose)), pose.frame(site)))


def _coordinates(pose: Pose, joint: str) -> Array:
    return np.atleast_1d(np.array(pose[joint], dtype=float))


def _coordinate_derivative(pose: Pose, joint: str) -> Array:
    derivative = np.zeros((len(pose.figure.joints[joint].coordinates), pose.figure.dof))
    derivative[:, pose.figure.tangent_slice(joint)] = pose.coordinate_rates(joint)
    return derivative


def _preference(name: str, made: Callable[[Pose], Criterion]) -> Quantity:
    """The value of a criterion and its gradient; made once for a figure, because making costs more than asking."""
    ready: dict[int, tuple[Pose, _core.Criterion]] = {}

    def criterion(pose: Pose) -> _core.Criterion:
        key = id(pose.figure)
        if key not in ready:
            ready[key] = (pose, made(pose).compiled(pose))  # the pose keeps the figure, and so its id, alive
        return ready[key][1]

    return Quantity(
        name, "figure", "1",
        lambda p, _: np.array(criterion(p).value(p._core)), lambda p, _: criterion(p).evaluate(p._core)[1],
    )  # fmt: skip


def _coordinate_weights(figure: Figure) -> dict[str, tuple[float, ...]]:
    """Other weights for all coordinates of a joint."""
    return {n: (0.3, 1.7, 0.8)[: j.dof] for n, j in figure.joints.items() if j.dof and j.model != "free"}


def _near_by_coordinates(pose: Pose) -> Criterion:
    goal = pose.figure.random(np.random.default_rng(1))
    base = (0.5, 1.5, 0.7) if pose.figure.base.model == "free" else None
    return NearPose(goal, joints=_coordinate_weights(pose.figure), base=base)


# An arbitrary control frame (columns are its axes) and an arbitrary axis: the general case, not a lucky one.
_TILTED = np.array([[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]])
_AXIS = (1.0, 2.0, -2.0)

_SHAPE = Ellipsoid((0.3, 0.5, 0.4), placement=Placement((0.1, 0.2, -0.3)))


def _thorax(pose: Pose) -> Placed:
    """An ellipsoid that the figure's first site carries."""
    return placed(_SHAPE, pose.figure, _first_site(pose))


def _thorax_slope(pose: Pose, site: str) -> Array:
    """The site moves against the body point of the carrier that is where the site is."""
    surface, point = _thorax(pose), pose.position(site)
    carried = pose.point_jacobian(str(surface.carrier), point)[:3]
    return np.asarray(surface.nearness(pose, point)[1] @ (pose.jacobian(site, part="position") - carried))


def _least_torque(pose: Pose) -> LeastTorque:
    """Under a push that turns along with its site, taken up where the base is free by another support."""
    site = _first_site(pose)
    push = Force(list(pose.figure.sites)[-1], (3.0, -4.0, 5.0), (1.0, 2.0, -1.0), frame="site")
    shares = [Support(site, share=1.0)] if pose.figure.base.model == "free" else []
    return LeastTorque(forces=[push], supports=shares)


def _push(pose: Pose) -> _core.Loads:
    """A push and a turn of the last segment, and one that turns along with the first."""
    last = float(len(pose.figure.segments) - 1)
    rows = [
        (last, 0.0, 0.1, -0.2, 0.3, 3.0, -4.0, 5.0, 1.0, 2.0, -1.0),
        (0.0, 1.0, 0.2, 0.1, 0.0, 1.0, 2.0, -3.0, 0.5, 0.0, 1.0),
    ]
    return _core.Loads(np.array(rows))


QUANTITIES: tuple[Quantity, ...] = (
    Quantity("position", "site", "m", Pose.position, lambda p, s: p.jacobian(s, part="position")),
    Quantity(
        "orientation", "site", "rad",
        lambda p, s: p.frame(s)[:3, :3], lambda p, s: p.jacobian(s, part="orientation"), rotation=True,
    ),
    Quantity(
        "position in a control frame", "site", "m",
        lambda p, s: _TILTED.T @ p.position(s), lambda p, s: p.jacobian(s, part="position", frame=_TILTED),
    ),
    Quantity(
        "orientation in a control frame", "site", "rad",
        lambda p, s: _TILTED.T @ p.frame(s)[:3, :3], lambda p, s: p.jacobian(s, part="orientation", frame=_TILTED),
        rotation=True,
    ),
    Quantity(
        "position seen from a site", "site", "m",
        lambda p, s: _seen_from_first(p, s)[:3, 3], lambda p, s: p.jacobian(s, part="position", frame=_first_site(p)),
    ),
    Quantity(
        "orientation seen from a site", "site", "rad",
        lambda p, s: _seen_from_first(p, s)[:3, :3],
        lambda p, s: p.jacobian(s, part="orientation", frame=_first_site(p)), rotation=True,
    ),
    Quantity(
        "distance from an ellipsoid on a segment", "site", "m",
        lambda p, s: np.array(_thorax(p).nearness(p, p.position(s))[0]), _thorax_slope,
    ),
    Quantity("center of mass", "figure", "m", lambda p, _: p.center_of_mass, lambda p, _: p.center_of_mass_jacobian()),
    Quantity("inertia", "figure", "kg m²", lambda p, _: p.inertia(), lambda p, _: p.inertia_jacobian()),
    Quantity(
        "moment of inertia", "figure", "kg m²",
        lambda p, _: np.array(p.moment_of_inertia(_AXIS)), lambda p, _: p.moment_jacobian(_AXIS),
    ),
    Quantity(
        "potential energy", "figure", "J",
        lambda p, _: np.array(p.potential_energy), lambda p, _: p.gravity_torques(),
    ),
    Quantity(
        "joint torques under forces", "figure", "N m",
        lambda p, _: _push(p).torques(p._core), lambda p, _: _push(p).torque_jacobian(p._core),
    ),
    Quantity("joint coordinates", "joint", "rad or m", _coordinates, _coordinate_derivative),
    _preference("near pose", lambda p: NearPose(p.figure.random(np.random.default_rng(1)))),
    _preference("near pose by coordinates", _near_by_coordinates),
    _preference("rest posture", lambda _: RestPosture()),
    _preference("rest posture by weight", lambda _: RestPosture(by_weight=True)),
    _preference("mid range", lambda _: MidRange()),
    _preference("mid range by coordinates", lambda p: MidRange(joints=_coordinate_weights(p.figure))),
    _preference("away from limits", lambda _: AwayFromLimits()),
    _preference("flexion", lambda _: Flex()),
    _preference("extension", lambda _: Extend()),
    _preference("support torque about a site", lambda p: SupportTorque(_first_site(p))),
    _preference("support torque about a point", lambda _: SupportTorque(point=(0.1, 0.0, -0.2))),
    _preference("least torque", _least_torque),
    _preference("a function", lambda _: FunctionCriterion(lambda p: float(np.sin(p.center_of_mass).sum()))),
)  # fmt: skip
"""All of them; add yours here and it is checked."""
