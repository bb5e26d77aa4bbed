"""Limbs against sweeps: goals of valid poses are reached, intervals of swivel are complete, far goals end nearest.

- A goal read off a pose inside the limits must be reached, to rounding and inside the limits.
- The elbow of an arm of balls is carried round its circle in small steps; cones and ranges, asked directly, must allow
  what the intervals allow, and nothing else.
- For a goal out of reach, no pose among thousands, the nearest of them polished by L-BFGS, may come nearer.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

import poise
from verify.arms import arm_of_balls, arm_of_hinges
from verify.bodies import body
from verify.judge import OUTSIDE, angle_of, outside
from verify.tally import Tally, progress, scaled

STEPS = 3600
"""Places of the elbow on its circle."""
EDGE = 1e-6
"""rad by which the end of an interval may be off."""
NEARER = 1e-4
"""m by which a search must come nearer than the answer to count."""
SAMPLES, POLISHED = 1500, 4


def run(rng: np.random.Generator, size: float) -> Tally:
    tally = Tally()
    for name in progress(("left_arm", "right_arm", "left_leg", "right_leg"), "within reach"):
        limb = poise.Limb(body("human"), name)
        for _ in range(scaled(250, size)):
            reached(tally, limb, body("human").random(rng))
    for number in progress(range(scaled(200, size)), "circles"):
        figure = arm_of_balls(rng) if number % 2 else arm_of_hinges(rng)
        limb, pose = poise.Limb(figure, "arm"), figure.random(rng)
        reached(tally, limb, pose)
        if number % 2:
            swept(tally, limb, pose, number)
    far = [outreached(tally, rng, number) for number in progress(range(scaled(30, size)), "out of reach")]
    tally.say(
        f"out of reach: {sum(lost > NEARER for lost in far)} of {len(far)} not the nearest, at most {max(far):.3g} m"
    )
    return tally


def reached(tally: Tally, limb: poise.Limb, pose: poise.Pose) -> None:
    """The frame that a valid pose gives the site."""
    goal = pose.frame(limb.chain.site)
    answer = limb.solve(goal, pose=pose)
    tally.cases += 1
    told = f"{limb.figure.name}, {limb.name}: {np.round(goal, 6).tolist()}"
    if not answer.reached:
        tally.fail("a goal within reach is refused", told)
        return
    there = answer.pose.frame(limb.chain.site)
    if np.linalg.norm(there[:3, 3] - goal[:3, 3]) > 1e-9 or angle_of(there[:3, :3].T @ goal[:3, :3]) > 1e-9:
        tally.fail("called reached, but is beside", told)
    if outside(answer.pose) > OUTSIDE:
        tally.fail("reached outside of the limits", told)


def allowed(joint: poise.Joint, rotations: np.ndarray) -> np.ndarray:
    """Which rotations (n, 3, 3) of a ball joint its cone and range of twist allow."""
    swing = np.arccos(np.clip(rotations[:, 2, 2], -1.0, 1.0))
    q = Rotation.from_matrix(rotations).as_quat()
    twist = (2.0 * np.arctan2(q[:, 2], q[:, 3]) + math.pi) % (2 * math.pi) - math.pi
    cone, spin = joint.limits["swing"], joint.limits["twist"]
    return (swing <= cone.angle) & (spin.min <= twist) & (twist <= spin.max)


def swept(tally: Tally, limb: poise.Limb, pose: poise.Pose, number: int) -> None:
    """Carry the elbow round, hand and shoulder kept: R₁ = e^(δn) R₁(0), and the wrist gives way against it."""
    goal = pose.frame("tool")
    answer = limb.solve(goal)
    if not answer.reached:
        return
    shoulder, wrist = (answer.pose.joint_base(name) for name in ("shoulder", "wrist"))
    axis = wrist[:3, 3] - shoulder[:3, 3]
    angles = np.linspace(-math.pi, math.pi, STEPS, endpoint=False)
    E = Rotation.from_rotvec(angles[:, None] * axis / np.linalg.norm(axis)).as_matrix()
    B, W = shoulder[:3, :3], wrist[:3, :3]
    first = B.T @ E @ B @ answer.pose.rotation("shoulder")
    last = W.T @ E.transpose(0, 2, 1) @ W @ answer.pose.rotation("wrist")
    joints = limb.figure.joints
    truth = allowed(joints["shoulder"], first) & allowed(joints["wrist"], last)
    near, deep = np.zeros((2, STEPS), dtype=bool)
    for start, stop, branch in limb.intervals(goal):
        for whole in (-4 * math.pi, -2 * math.pi, 0.0, 2 * math.pi, 4 * math.pi) if branch == answer.branch else ():
            at = angles + answer.swivel + whole
            near |= (start - EDGE <= at) & (at <= stop + EDGE)
            deep |= (start + EDGE <= at) & (at <= stop - EDGE)
    tally.cases += 1
    if (truth & ~near).any():
        tally.fail("swivels that are allowed, but in no interval", f"arm {number}: {int((truth & ~near).sum())} angles")
    if (deep & ~truth).any():
        tally.fail("swivels in an interval that are not allowed", f"arm {number}: {int((deep & ~truth).sum())} angles")


def outreached(tally: Tally, rng: np.random.Generator, number: int) -> float:
    """A point one to three reaches away; how much nearer than the answer a search came (m, 0 when not)."""
    figure = arm_of_hinges(rng)
    limb = poise.Limb(figure, "arm")
    way = rng.normal(size=3)
    point = limb.shoulder() + way / np.linalg.norm(way) * rng.uniform(0.7, 2.0)
    answer = limb.solve(point)
    tally.cases += 1
    if answer.reached:
        return 0.0
    ours = float(np.linalg.norm(answer.pose.position("tool") - point))
    ranges = [joint.limits["angle"] for joint in figure.joints.values() if joint.model == "hinge"]
    lost = max(0.0, ours - nearest(figure, point, np.array([[r.min, r.max] for r in ranges]), rng))
    if lost > NEARER:
        tally.fail("a search comes nearer to a far goal", f"arm of hinges {number}, {point.tolist()}: by {lost:.4g} m")
    return lost


def nearest(figure: poise.Figure, point: np.ndarray, bounds: np.ndarray, rng: np.random.Generator) -> float:
    """The least distance of the tool from a point: many random poses inside the ranges, the best of them polished."""

    def distance(q: np.ndarray) -> tuple[float, np.ndarray]:
        pose = poise.Pose(figure, q)
        off = pose.position("tool") - point
        return 0.5 * float(off @ off), off @ pose.jacobian("tool", part="position")

    samples = rng.uniform(bounds[:, 0], bounds[:, 1], (SAMPLES, len(bounds)))
    ranked = sorted(samples, key=lambda q: distance(q)[0])[:POLISHED]
    found = [minimize(distance, q, jac=True, bounds=bounds, method="L-BFGS-B", options={"ftol": 1e-15}) for q in ranked]
    return math.sqrt(2.0 * min(answer.fun for answer in found))
