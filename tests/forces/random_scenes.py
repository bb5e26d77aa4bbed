"""Random bodies on random supports: soles, points, ropes and grips, with and without a push."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

import poise
import zoo
from poise import _core


@dataclass
class Scene:
    """A pose; footholds and loads as rows for the core; the same contacts in the world: point, normal, kind, μ."""

    pose: poise.Pose
    footholds: np.ndarray
    loads: np.ndarray
    points: np.ndarray
    normals: np.ndarray

    @property
    def kinds(self) -> np.ndarray:
        return self.footholds[:, 1]

    @property
    def friction(self) -> np.ndarray:
        return self.footholds[:, 8]

    @property
    def load(self) -> np.ndarray:
        """(6,) all that acts but the contacts: force, and moment about the centre of mass."""
        return _core.Loads(self.loads).unbalanced(self.pose._core)

    def forces(self, price: float) -> tuple:
        """What the core says."""
        return _core.Footholds(self.footholds).forces(self.pose._core, _core.Loads(self.loads), price)

    def maps(self, forces: np.ndarray) -> np.ndarray:
        """(6,) wrench of contact forces about the centre of mass."""
        arms = self.points - self.pose.center_of_mass
        return np.concatenate([forces.sum(axis=0), np.cross(arms, forces).sum(axis=0)])


@cache
def human() -> poise.Figure:
    return poise.human()


def random_scene(rng: np.random.Generator) -> Scene:
    """One to four supports somewhere under the body, their normals askew; half of these scenes can be held."""
    figure = human()
    pose = zoo.inside(figure, rng)
    center = pose.center_of_mass
    points, normals, rows = [], [], []
    for _ in range(rng.integers(1, 5)):
        segment = int(rng.integers(0, len(figure.segments)))
        normal = rng.normal(size=3) * 0.4 + [0, 1, 0]
        normal /= np.linalg.norm(normal)
        spot = center + rng.normal(size=3) * [0.3, 0.2, 0.3] - [0, 0.8, 0]
        kind = rng.choice([0.0, 1.0, 2.0], p=[0.8, 0.15, 0.05])
        corners = _corners(spot, normal, rng) if kind == 0.0 and rng.random() < 0.8 else spot[None]
        friction = rng.uniform(0.1, 1.2)
        frame = pose._core.segment_frame(segment)
        for corner in corners:
            local = frame[:3, :3].T @ (corner - frame[:3, 3])
            end = corner + normal * rng.uniform(0.5, 2.0) if kind == 1.0 else normal
            points.append(corner)
            normals.append(normal)
            rows.append([segment, kind, *local, *end, friction])
    push = rng.normal(size=3) * rng.choice([0.0, 0.0, 20.0, 100.0, 300.0])
    loads = np.array([[rng.integers(0, len(figure.segments)), 0.0, 0, 0, 0, *push, 0, 0, 0]])
    return Scene(pose, np.array(rows), loads, np.array(points), np.array(normals))


def _corners(spot: np.ndarray, normal: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    across = np.cross(normal, [1.0, 0.0, 0.0])
    across /= np.linalg.norm(across)
    angles = np.sort(rng.uniform(0, 2 * np.pi, rng.integers(3, 7)))
    ring = np.cos(angles)[:, None] * across + np.sin(angles)[:, None] * np.cross(normal, across)
    return spot + rng.uniform(0.05, 0.4) * ring
