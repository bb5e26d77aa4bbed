"""A pinocchio model built straight from a figure: an independent second opinion on any figure, however it came about.

Free joints become free flyers, ball and swing joints spherical ones, hinges and slides unaligned revolute and prismatic
ones, elbows two revolute ones. A joint walked backwards is its inverse: M(q)⁻¹, its velocity seen from the other side.
"""

from __future__ import annotations

import numpy as np
import pinocchio as pin
from numbers_of import Numbers, mapped
from pinocchio_numbers import pinocchio_numbers

import poise
from poise.figure.tree import Branch

X, Z = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])


class FigureOracle:
    """All numbers of a pose as pinocchio finds them for the same tree."""

    def __init__(self, figure: poise.Figure) -> None:
        self.figure = figure
        self.model = pin.Model()
        self.model.gravity = pin.Motion(np.array(figure.gravity), np.zeros(3))
        self.placed: list[tuple[int, pin.SE3]] = []  # per branch: pinocchio joint, segment frame in it
        self.ids: list[list[int]] = []
        for branch in figure.branches:
            self._add(branch)
        where = {b.segment: spot for b, spot in zip(figure.branches, self.placed, strict=True)}
        self.frame_ids = [self._frame(site, *where[site.segment]) for site in figure.sites.values()]
        self.data = self.model.createData()
        self.sites = list(figure.sites)

    def _add(self, branch: Branch) -> None:
        joint = branch.joint
        parent, frame = (0, pin.SE3.Identity()) if branch.carrier < 0 else self.placed[branch.carrier]
        outer, inner = _se3(joint.placement), _se3(joint.child_placement)
        if branch.reversed:
            outer, inner = inner.inverse(), outer.inverse()
        models = _models(branch)
        at = frame * outer
        ids = []
        for number, model in enumerate(models):
            parent = self.model.addJoint(parent, model, at, f"{joint.name}/{number}")
            at = pin.SE3.Identity()
            ids.append(parent)
        self.placed.append((parent, inner if models else at * inner))
        self.ids.append(ids)
        segment = self.figure.segments[branch.segment]
        inertia = pin.Inertia(segment.mass, np.array(segment.center), np.array(segment.inertia))
        self.model.appendBodyToJoint(parent, inertia, self.placed[-1][1])

    def _frame(self, site: poise.Site, joint: int, frame: pin.SE3) -> int:
        placement = frame * _se3(site.placement)
        return self.model.addFrame(pin.Frame(f"site {site.name}", joint, placement, pin.OP_FRAME), False)

    def __call__(self, pose: poise.Pose) -> Numbers:
        q, columns = self.configuration(pose)
        return mapped(pinocchio_numbers(self.model, self.data, q, self.frame_ids), columns)

    def configuration(self, pose: poise.Pose) -> tuple[np.ndarray, np.ndarray]:
        """Their coordinates, and the matrix from our tangent to theirs."""
        q, columns = pin.neutral(self.model), np.zeros((self.model.nv, self.figure.dof))
        for branch, ids in zip(self.figure.branches, self.ids, strict=True):
            own = np.array(pose.coordinates[self.figure.coordinate_slice(branch.joint.name)])
            values, rates = _values(branch, own)
            at = 0
            for i in ids:
                theirs = self.model.joints[i]
                q[theirs.idx_q : theirs.idx_q + theirs.nq] = values[at : at + theirs.nq]
                at += theirs.nq
            start = self.model.joints[ids[0]].idx_v if ids else 0
            columns[start : start + len(rates), self.figure.tangent_slice(branch.joint.name)] = rates
        return q, columns


def _models(branch: Branch) -> list[pin.JointModel]:
    joint, sign = branch.joint, -1.0 if branch.reversed else 1.0
    if joint.model == "hinge":
        return [pin.JointModelRevoluteUnaligned(sign * np.array(joint.axis))]
    if joint.model == "slide":
        return [pin.JointModelPrismaticUnaligned(sign * np.array(joint.axis))]
    if joint.model == "elbow":
        pair = [pin.JointModelRevoluteUnaligned(sign * X), pin.JointModelRevoluteUnaligned(sign * Z)]
        return pair[::-1] if branch.reversed else pair
    if joint.model in ("ball", "swing"):
        return [pin.JointModelSpherical()]
    return [pin.JointModelFreeFlyer()] if joint.model == "free" else []


def _values(branch: Branch, own: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Their coordinates, and their velocity per our velocity (their dof, our dof)."""
    model = branch.joint.model
    if model == "elbow":
        return (own[::-1], np.eye(2)[::-1]) if branch.reversed else (own, np.eye(2))
    if model in ("ball", "swing"):
        rotation, rates = _turn(model, own)
        if branch.reversed:
            rotation, rates = rotation.T, -rotation @ rates
        return pin.Quaternion(rotation).coeffs(), rates
    if model == "free":
        motion = pin.XYZQUATToSE3(own)
        if not branch.reversed:
            return own, np.eye(6)
        return pin.SE3ToXYZQUAT(motion.inverse()), -motion.action
    return own, np.eye(len(own))


def _turn(model: str, own: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The rotation, and the angular velocity in the moving frame per our velocity."""
    if model == "ball":
        return pin.Quaternion(own).toRotationMatrix(), np.eye(3)
    swing = np.array([own[0], own[1], 0.0])
    return pin.exp3(swing), pin.Jexp3(swing)[:, :2]


def _se3(placement: poise.Placement) -> pin.SE3:
    return pin.XYZQUATToSE3(np.array([*placement.position, *placement.rotation]))
