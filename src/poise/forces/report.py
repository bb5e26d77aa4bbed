"""The report of statics: whether a pose can be held, by which forces, and what that costs."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from poise import shortcuts
from poise.errors import UnknownNameError
from poise.forces.joint_loads import JointLoad, joint_loads
from poise.forces.region import EquilibriumRegion, region_of
from poise.forces.support_loads import SupportLoad, base_load, shared_loads, solved_loads, with_shares
from poise.readable import Readable

if TYPE_CHECKING:
    from poise.forces.friction import FrictionNeed
    from poise.forces.loading import Loading
    from poise.pose import Pose
    from poise.shortcuts import Picture

Array = NDArray[np.float64]
HELD = 1e-6
"""Force (N) and moment (N m) that may be left over in equilibrium."""


@dataclass(frozen=True, eq=False)
class Statics(metaclass=Readable):
    """What holds a pose, or that nothing can.

    `possible`: whether forces inside all friction cones exist. Supports with a share have no choice: what they must
    give is inside their cones, or the pose is not possible (`slipping`).
    `missing_force`, `missing_moment`: what is left over of all forces (N) and of their moment about the centre of mass
    (N m); zero in equilibrium (Baerlocher eqs. 6.1, 6.2). `torques` (dof,): what the joints must give to hold the
    pose (6.11); a free base gives what is missing. `contact_forces` (n, 3): of all points whose force was solved for,
    see `supports`; where none will do, those that leave least over. `virtual_motion` (6,): when forces that are solved
    for do not exist, the proof (Farkas): a velocity of the whole body, linear then angular about the centre of mass,
    of length one, that every support admits, whatever it pushes, and in which weight and loads do positive work. None
    otherwise, and where it is too close to call.
    """

    pose: Pose
    loading: Loading
    possible: bool
    missing_force: Array
    missing_moment: Array
    torques: Array
    contact_forces: Array | None
    virtual_motion: Array | None

    @property
    def motion(self) -> Array | None:
        """The old name of `virtual_motion`."""
        warnings.warn("Statics.motion is now called Statics.virtual_motion", DeprecationWarning, stacklevel=2)
        return self.virtual_motion

    @property
    def balanced(self) -> bool:
        """Whether forces inside all cones exist that cancel all forces and moments.

        It says nothing about how near they are to their bounds: see `robust`.
        """
        return self.possible and max(map(_size, (self.missing_force, self.missing_moment))) < HELD * self._unit

    @property
    def center_of_mass(self) -> Array:
        """(3,) of the figure, without what it carries."""
        return self.pose.center_of_mass

    @cached_property
    def supports(self) -> tuple[SupportLoad, ...]:
        """The load of each support; of a fixed base too."""
        loads = [*shared_loads(self.loading, self.pose)]
        if self.contact_forces is not None:
            loads += solved_loads(self.loading, self.pose, self.contact_forces)
        if self.loading.fixed:
            loads.append(base_load(self.loading, self.pose))
        return with_shares(self.loading, loads)

    @cached_property
    def joints(self) -> tuple[JointLoad, ...]:
        """Torque of every joint coordinate, and how much of its strength that is."""
        return tuple(joint_loads(self.pose, self.torques))

    def joint(self, name: str) -> dict[str, JointLoad]:
        """The loads of one joint by coordinate."""
        found = {load.coordinate: load for load in self.joints if isinstance(name, str) and load.joint == name}
        if not found:
            raise UnknownNameError("joint", name, dict.fromkeys(load.joint for load in self.joints), "the report")
        return found

    @property
    def weakest(self) -> JointLoad | None:
        """The coordinate that uses most of its strength; None when no strengths are known."""
        known = [load for load in self.joints if load.use is not None]
        return max(known, key=lambda load: round(load.use or 0.0, 9), default=None)  # of twins, the first

    @cached_property
    def region(self) -> EquilibriumRegion | None:
        """Where the centre of mass may be; None without weight, on a fixed base, or when all forces are given."""
        weighs = self.loading.weight > 0.0
        return region_of(self.loading, self.pose) if self.loading.solved and weighs else None

    @property
    def margin(self) -> float | None:
        """Distance (m) of the centre of mass from the edge of the region, negative outside; None without a region."""
        return None if self.region is None else self.region.margin(self.center_of_mass)

    @property
    def slipping(self) -> tuple[SupportLoad, ...]:
        """The supports with a share that must give more than friction can."""
        return tuple(load for load in self.supports if load.beyond > 0.0)

    @property
    def friction_needed(self) -> float | None:
        """The smallest factor on all coefficients of friction with which the pose can be held, to 0.1 %.

        Below 1 there is some to spare; above 1 something slips. None when no friction would do, none is asked, or no
        finite answer is certain: `friction_at_least` knows then.
        """
        return self._friction.needed

    @property
    def friction_at_least(self) -> float:
        """A factor with less than which the pose can certainly not be held; infinite when no friction would do.

        Where `friction_needed` is known, it is at most 0.1 % below that.
        """
        return self._friction.at_least

    @cached_property
    def _friction(self) -> FrictionNeed:
        from poise.forces.friction import friction_need

        return friction_need(self)

    def robust(self, friction: float = 0.2, force: float | None = None) -> bool:
        """Whether the pose can be held with something to spare.

        `friction`: the part of every coefficient of friction that must not be needed, 0 … 1. `force`: a level push
        (N) at the centre of mass that the supports must withstand as well, from any side; by default a twentieth of
        the weight. Both at once. The push is tried from 24 sides and up to 0.9 % stronger, so that what lies between
        them is certain. A share is what a support carries, not all that it can: against a push, supports with a share
        may give any force inside their cones.
        """
        from poise.forces.robust import is_robust

        return is_robust(self, friction, force)

    def support(self, site: str) -> SupportLoad:
        """The load of one support."""
        found = next((s for s in self.supports if s.site == site), None) if isinstance(site, str) else None
        if found is None:
            raise UnknownNameError("support", site, [s.site for s in self.supports], "the report")
        return found

    def plot(self, **options: Any) -> Picture:
        """A picture: forces, torques, joint load and region; see `poise.plot.statics_picture` for the options."""
        return shortcuts.plot_statics(self, **options)

    def _repr_html_(self) -> str:
        """In a notebook: the picture, and the report."""
        return shortcuts.statics_html(self)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON: newtons, newton metres, metres."""
        from poise.forces.table import as_dict

        return as_dict(self)

    def __str__(self) -> str:
        from poise.forces.table import as_text

        return as_text(self)

    def __repr__(self) -> str:
        return f"<Statics of {self.pose.figure.name!r}, {'balanced' if self.balanced else 'not balanced'}>"

    @property
    def _unit(self) -> float:
        """Very large loads round more."""
        return max(1.0, 1e-3 * self.loading.weight)


def _size(vector: Array) -> float:
    return float(np.abs(vector).max(initial=0.0))
