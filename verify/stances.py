"""Random bodies on random supports: soles, points on walls, ropes and grips, with and without a push or a load."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import poise
from verify.bodies import body, inside

Rng = np.random.Generator
GRAVITY = np.array([0.0, -9.81, 0.0])


@dataclass(frozen=True)
class Contact:
    """One point that may carry: where it is, which way it pushes or pulls, and how far to the side (inf: any way)."""

    segment: str
    point: np.ndarray
    normal: np.ndarray
    slope: float


@dataclass(frozen=True)
class Stance:
    """What is asked: `poise.statics(pose, forces, supports)`."""

    pose: poise.Pose
    forces: list[Any]
    supports: list[poise.Support]

    def report(self) -> poise.Statics:
        return poise.statics(self.pose, self.forces, self.supports)

    def contacts(self) -> list[Contact]:
        """The points of all supports in their order; a sole pushes at its corners (docs/statics.md)."""
        return [contact for support in self.supports for contact in self._points(support)]

    def loads(self) -> list[tuple[str, np.ndarray, np.ndarray, np.ndarray]]:
        """All that acts but the contacts: segment, point, force, torque; the weight of the body is not among them."""
        found = []
        for force in self.forces:
            site = self.pose.figure.sites[force.site]
            if isinstance(force, poise.Weight):
                vector, torque = force.kilograms * GRAVITY, np.zeros(3)
            else:
                vector, torque = np.asarray(force.vector), np.asarray(force.torque)
            found.append((site.segment, self.pose.position(force.site), vector, torque))
        return found

    def wrench(self) -> np.ndarray:
        """(6,) force, and moment about the centre of mass, of the weight and all loads."""
        center = self.pose.center_of_mass
        total = np.array([*(self.pose.figure.mass * GRAVITY), 0.0, 0.0, 0.0])
        for _, point, force, torque in self.loads():
            total += [*force, *(np.cross(point - center, force) + torque)]
        return total

    def _points(self, support: poise.Support) -> list[Contact]:
        figure = self.pose.figure
        sole = figure.soles.get(support.site)
        segment = sole.segment if sole else figure.sites[support.site].segment
        T = self.pose.segment_frame(segment)
        points = (
            [self.pose.position(support.site)] if sole is None else [T[:3, :3] @ c + T[:3, 3] for c in sole.outline]
        )
        if support.rope is not None:
            ways = [np.asarray(support.rope) - point for point in points]
            return [Contact(segment, p, w / np.linalg.norm(w), 0.0) for p, w in zip(points, ways, strict=True)]
        up = np.array([0.0, 1.0, 0.0]) if support.normal is None else np.asarray(support.normal)
        slope = np.inf if support.grip else support.friction
        return [Contact(segment, point, up, slope) for point in points]


def stance(rng: Rng) -> Stance:
    """A person somewhere between rest and a random pose, on one to four supports; about half of these can be held."""
    figure = body("human")
    pose = inside(figure, rng, rng.uniform(0.0, 0.5))
    feet = [name for name in figure.soles if rng.random() < 0.7] or ["left_foot"]
    supports = [poise.Support(name, friction=_friction(rng), normal=_normal(rng)) for name in feet]
    others = [str(s) for s in rng.choice(["left_hand", "right_hand", "pelvis", "left_knee"], 2, replace=False)]
    for site in others[: rng.choice([0, 0, 1, 2])]:
        supports.append(_elsewhere(site, pose.position(site), rng))
    return Stance(pose, _push(rng), supports)


def _friction(rng: Rng) -> float:
    return float(rng.uniform(0.1, 1.2))


def _normal(rng: Rng) -> np.ndarray | None:
    """Straight up, or askew."""
    if rng.random() < 0.6:
        return None
    way = rng.normal(size=3) * 0.3 + [0, 1, 0]
    return way / np.linalg.norm(way)


def _elsewhere(site: str, point: np.ndarray, rng: Rng) -> poise.Support:
    """A wall, a rope or a rail."""
    kind = rng.random()
    if kind < 0.5:
        way = rng.normal(size=3)
        return poise.Support(site, friction=_friction(rng), normal=way / np.linalg.norm(way))
    if kind < 0.8:
        return poise.Support(site, rope=point + rng.normal(size=3) * 0.5 + [0, 1.5, 0])
    return poise.Support(site, grip=True)


def _push(rng: Rng) -> list[Any]:
    kind = rng.random()
    if kind < 0.5:
        return []
    if kind < 0.7:
        return [poise.Weight("right_hand", float(rng.uniform(0.5, 20)))]
    return [poise.Force("chest", rng.normal(size=3) * rng.choice([10.0, 60.0, 200.0]), rng.normal(size=3))]
