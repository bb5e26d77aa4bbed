"""All numbers of a pinocchio model at one configuration."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
from numbers_of import Numbers


def pinocchio_numbers(model: pin.Model, data: pin.Data, q: np.ndarray, frame_ids: list[int]) -> Numbers:
    """World axes, tangents as pinocchio has them; matter that is fixed to the world counted too."""
    pin.computeJointJacobians(model, data, q)
    pin.updateFramePlacements(model, data)
    frames = np.array([data.oMf[i].homogeneous for i in frame_ids])
    jacobians = [pin.getFrameJacobian(model, data, i, pin.LOCAL_WORLD_ALIGNED) for i in frame_ids]
    center = pin.centerOfMass(model, data, q).copy()
    center_jacobian = pin.jacobianCenterOfMass(model, data, q).reshape(3, model.nv).copy()
    energy = pin.computePotentialEnergy(model, data, q)
    torques = pin.computeGeneralizedGravity(model, data, q).copy()
    pin.ccrba(model, data, q, np.zeros(model.nv))
    inertia = data.Ig.inertia.copy()
    columns = np.array(jacobians).reshape(-1, 6, model.nv)  # pinocchio drops a single column
    return _with_base(model, Numbers(frames, columns, center, center_jacobian, inertia, energy, torques))


def _with_base(model: pin.Model, numbers: Numbers) -> Numbers:
    """Pinocchio leaves out matter that is fixed to the world; we count all of the figure."""
    base, moving = model.inertias[0], pin.computeTotalMass(model)
    if base.mass == 0.0:
        return numbers
    total = base.mass + moving
    center = (base.mass * base.lever + moving * numbers.center) / total
    inertia = numbers.inertia + base.inertia
    inertia += _offset(moving, numbers.center - center) + _offset(base.mass, base.lever - center)
    return numbers._replace(
        center=center,
        center_jacobian=numbers.center_jacobian * moving / total,
        inertia=inertia,
        energy=numbers.energy - base.mass * float(model.gravity.linear @ base.lever),
    )


def _offset(mass: float, r: np.ndarray) -> np.ndarray:
    return mass * (float(r @ r) * np.eye(3) - np.outer(r, r))
