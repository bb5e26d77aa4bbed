"""Forward kinematics of many bodies at once, differentiable."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import torch
from layout import BASE, JOINTS
from torch import Tensor


@dataclass(frozen=True)
class Bodies:
    """A batch of bodies; see `bodies.body` for the arrays, all with a first axis of people."""

    place: Tensor
    before: Tensor
    after: Tensor
    sites: Tensor
    measured: Tensor

    def of(self, chosen: Tensor) -> Bodies:
        return Bodies(*(getattr(self, key)[chosen] for key in self.__dataclass_fields__))

    def stretched(self, factor: Tensor) -> Bodies:
        """Every segment (n, 20) longer or shorter: where joints stand on it, where points are."""
        place = self.place * factor[:, TREE.parent, None]
        sites, measured = self.sites * factor[:, TREE.effector, None], self.measured * factor[:, TREE.measured_on, None]
        return Bodies(place, self.before, self.after, sites, measured)

    @property
    def leg(self) -> Tensor:
        """(n,) thigh and shank, metres."""
        return self.place[:, NUMBER["left_knee"]].norm(dim=-1) + self.place[:, NUMBER["left_ankle"]].norm(dim=-1)


NUMBER = {name: i for i, (name, _) in enumerate(JOINTS)}


class Tree:
    """Who hangs on whom; filled from the training file by `read`."""

    parent: Tensor
    effector: Tensor
    measured_on: Tensor
    depths: list[tuple[Tensor, Tensor]]
    """Joints of equal depth and their parent segments: each depth is one product of matrices."""

    def read(self, stored: Any) -> None:
        for key in ("parent", "effector", "measured_on"):
            setattr(self, key, torch.from_numpy(stored[key]))
        depth = [0]
        for parent in self.parent.tolist():
            depth.append(depth[parent] + 1)
        self.depths = []
        for level in range(1, max(depth) + 1):
            joints = torch.tensor([i for i, d in enumerate(depth[1:]) if d == level])
            self.depths.append((joints, self.parent[joints]))


TREE = Tree()


def frames(bodies: Bodies, place: Tensor, turn: Tensor, joints: Tensor) -> tuple[Tensor, Tensor]:
    """Places (n, 20, 3) and turns (n, 20, 3, 3) of all segments. `place`, `turn`: of the pelvis; `joints`: (n, 19, 3,
    3)."""
    local = bodies.before @ joints @ bodies.after
    places, turns = [place] * 20, [turn] * 20
    for children, parents in TREE.depths:
        above = torch.stack([turns[p] for p in parents.tolist()], 1)
        carried = torch.stack([places[p] for p in parents.tolist()], 1)
        here = above @ local[:, children]
        there = carried + (above @ bodies.place[:, children, :, None])[..., 0]
        for k, child in enumerate(children.tolist()):
            places[child + 1], turns[child + 1] = there[:, k], here[:, k]
    return torch.stack(places, 1), torch.stack(turns, 1)


def points(places: Tensor, turns: Tensor, segments: Tensor, local: Tensor) -> Tensor:
    """(n, k, 3) points given on segments, in the world."""
    return places[:, segments] + (turns[:, segments] @ local[..., None])[..., 0]


def posed(pose: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """What the net says as place (n, 3) and turn (n, 3, 3) of the pelvis and rotations (n, 19, 3, 3) of the joints."""
    ball, swing, elbow = _slices()
    joints = pose.new_empty(len(pose), len(JOINTS), 3, 3)
    joints[:, ball[0]] = orthonormal(pose[:, ball[1]].unflatten(1, (-1, 6)))
    joints[:, swing[0]] = _swings(pose[:, swing[1]].unflatten(1, (-1, 2)))
    joints[:, elbow[0]] = _elbows(pose[:, elbow[1]].unflatten(1, (-1, 2)))
    return pose[:, :3], orthonormal(pose[:, 3:9]), joints


def numbers(place: Tensor, turn: Tensor, joints: Tensor) -> Tensor:
    """The other way: a pose as the net should say it."""
    parts = [place, columns(turn)]
    for i, (_, model) in enumerate(JOINTS):
        m = joints[:, i]
        if model == "ball":
            parts.append(columns(m))
        elif model == "swing":
            parts.append(rotation_vector(m)[:, :2])
        else:  # Rx(flexion) Rz(twist)
            parts.append(torch.stack([torch.atan2(-m[:, 1, 2], m[:, 2, 2]), _twist(m)], -1))
    return torch.cat(parts, -1)


def columns(turn: Tensor) -> Tensor:
    """(…, 6) the first two columns, one after the other (Zhou et al. 2019)."""
    return torch.cat([turn[..., 0], turn[..., 1]], -1)


def orthonormal(six: Tensor) -> Tensor:
    """(…, 3, 3) from two columns that need not be quite upright on each other (Zhou et al. 2019, eq. 10)."""
    x = torch.nn.functional.normalize(six[..., :3], dim=-1)
    y = six[..., 3:] - (x * six[..., 3:]).sum(-1, keepdim=True) * x
    y = torch.nn.functional.normalize(y, dim=-1)
    return torch.stack([x, y, torch.linalg.cross(x, y)], -1)


def rotation_vector(turn: Tensor) -> Tensor:
    """(…, 3) axis × angle, angles up to π."""
    twice = torch.stack(
        [turn[..., 2, 1] - turn[..., 1, 2], turn[..., 0, 2] - turn[..., 2, 0], turn[..., 1, 0] - turn[..., 0, 1]], -1
    )
    sine = (twice.square().sum(-1) + 1e-12).sqrt() / 2
    cosine = (turn.diagonal(dim1=-2, dim2=-1).sum(-1) - 1) / 2
    return twice / 2 * (torch.atan2(sine, cosine) / sine)[..., None]


@cache
def _slices() -> tuple[tuple[list[int], list[int]], ...]:
    """Joints of the three models, and their numbers in the pose."""
    width, start = {"ball": 6, "swing": 2, "elbow": 2}, BASE
    found: dict[str, tuple[list[int], list[int]]] = {model: ([], []) for model in width}
    for i, (_, model) in enumerate(JOINTS):
        found[model][0].append(i)
        found[model][1].extend(range(start, start + width[model]))
        start += width[model]
    return tuple(found.values())


def _swings(s: Tensor) -> Tensor:
    """exp[s_x, s_y, 0] by Rodrigues' formula."""
    angle = (s.square().sum(-1) + 1e-12).sqrt()
    x, y = s[..., 0] / angle, s[..., 1] / angle
    sin, cos = torch.sin(angle), torch.cos(angle)
    less = 1 - cos
    rows = [
        cos + x * x * less,
        x * y * less,
        y * sin,
        x * y * less,
        cos + y * y * less,
        -x * sin,
        -y * sin,
        x * sin,
        cos,
    ]
    return torch.stack(rows, -1).unflatten(-1, (3, 3))


def _elbows(a: Tensor) -> Tensor:
    """Rx(flexion) Rz(twist)."""
    (sf, st), (cf, ct) = torch.sin(a).unbind(-1), torch.cos(a).unbind(-1)
    zero = torch.zeros_like(sf)
    rows = [ct, -st, zero, cf * st, cf * ct, -sf, sf * st, sf * ct, cf]
    return torch.stack(rows, -1).unflatten(-1, (3, 3))


def _twist(m: Tensor) -> Tensor:
    return torch.atan2(-m[:, 0, 1], m[:, 0, 0])
