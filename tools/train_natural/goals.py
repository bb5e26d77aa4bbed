"""Goals as the net is told them: which are known, where they are, in which frame.

`draw` makes up questions as people ask them; `features` says them in the numbers of `layout`. The same in numpy, for
one question at a time, stands in `reference.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from layout import EFFECTORS, FAR
from torch import Tensor

from kinematics import NUMBER, TREE, Bodies, columns

UP = torch.tensor([0.0, 1.0, 0.0])
FEET, HANDS = slice(0, 2), slice(2, 4)
HEAD, PELVIS, CHEST = 4, 5, 6

KINDS = {"S5": 0.2, "S5o": 0.2, "S3": 0.25, "any": 0.35}
"""How often which kind of question is asked."""


@dataclass(frozen=True)
class Goals:
    """Of n questions: `placed`, `turned` (n, 7) whether known; `local`, `place` (n, 7, 3) point on the segment and in
    the world; `turn` (n, 7, 3, 3); `gazes` (n,) whether a point `gaze` (n, 3) is looked at."""

    placed: Tensor
    turned: Tensor
    local: Tensor
    place: Tensor
    turn: Tensor
    gazes: Tensor
    gaze: Tensor

    def missed(self, places: Tensor, turns: Tensor) -> Tensor:
        """(n,) how far a pose is from the goals, metres; a radian of turn counts as 0.1 m."""
        there = places[:, TREE.effector] + (turns[:, TREE.effector] @ self.local[..., None])[..., 0]
        off = (there - self.place).square().sum(-1).add(1e-8).sqrt() * self.placed
        askew = (columns(turns[:, TREE.effector]) - columns(self.turn)).square().sum(-1).add(1e-8).sqrt() * self.turned
        return (off + 0.1 * askew).sum(-1) / (self.placed + self.turned).sum(-1).clamp(min=1)


def draw(bodies: Bodies, places: Tensor, turns: Tensor, rng: torch.Generator, kind: str | None = None) -> Goals:
    """Goals that these poses meet; `kind`: one of KINDS for all, at joint centres, otherwise mixed."""
    n = len(places)
    placed, turned = _known(n, rng, kind)
    local = torch.zeros(n, len(EFFECTORS), 3) if kind else _local(bodies, rng)
    local = local * (placed * (1 - turned))[..., None]
    turn = turns[:, TREE.effector]
    place = places[:, TREE.effector] + (turn @ local[..., None])[..., 0]
    gazes = torch.zeros(n) if kind else (torch.rand(n, generator=rng) < 0.12).float()
    eyes = places[:, TREE.effector[HEAD]] + (turn[:, HEAD] @ bodies.sites[:, HEAD, :, None])[..., 0]
    away = torch.exp(torch.rand(n, 1, generator=rng) * 2.3 - 0.7)  # 0.5 m … 5 m
    return Goals(placed, turned, local, place, turn, gazes, eyes + away * turn[:, HEAD, :, 2])


def features(goals: Goals, bodies: Bodies, origin: Tensor, heading: Tensor) -> Tensor:
    """(n, INPUTS). `origin` (n, 3) and `heading` (n, 3, 3), world ← canonical: the frame they are seen in."""
    leg = bodies.leg[:, None, None]
    back = heading.transpose(-1, -2)
    seen = ((back[:, None] @ (goals.place - origin[:, None])[..., None])[..., 0] / leg) * goals.placed[..., None]
    turn = columns(back[:, None] @ goals.turn) * goals.turned[..., None]
    parts = [seen, goals.local / leg, turn, goals.placed[..., None], goals.turned[..., None]]
    gaze = (back @ (goals.gaze - origin)[..., None])[..., 0] / leg[..., 0]
    gaze = gaze * (FAR / gaze.norm(dim=-1, keepdim=True).clamp(min=FAR)) * goals.gazes[:, None]
    return torch.cat([torch.cat(parts, -1).flatten(1), gaze, goals.gazes[:, None], proportions(bodies)], -1)


def proportions(bodies: Bodies) -> Tensor:
    """(n, BODY) leg length and what follows it in `layout.BODY`."""
    at = {name: bodies.place[:, i] for name, i in NUMBER.items()}
    spine = at["thoracolumbar"][:, 1] + at["thoracic"][:, 1] + at["neck"][:, 1]
    broad = at["left_clavicle"][:, 0] + at["left_shoulder"][:, 0]
    lengths = [
        at["left_knee"].norm(dim=-1), at["left_hip"][:, 0], at["lumbar"][:, 1], spine, at["head"].norm(dim=-1), broad,
        at["left_elbow"].norm(dim=-1), at["left_wrist"].norm(dim=-1),
    ]  # fmt: skip
    return torch.stack([bodies.leg, *(length / bodies.leg for length in lengths)], -1)


def origin_of(goals: Goals) -> Tensor:
    """(n, 3) the middle of the placed feet; of all that is placed where no foot is; else the world's origin."""
    feet, every = goals.placed[:, FEET], goals.placed
    some = (feet.sum(-1, keepdim=True) > 0).float()
    chosen = torch.cat([feet, every[:, 2:] * (1 - some)], -1)
    return (goals.place * chosen[..., None]).sum(1) / chosen.sum(-1, keepdim=True).clamp(min=1)


def forward_of(goals: Goals, leg: Tensor) -> Tensor:
    """(n, 3) level vector that points where the goals seem to face; its length says how sure that is.

    Lines from right to left point to the left of the body; feet, head, pelvis and chest look ahead; hands are mostly in
    front of the feet. Weights are by rule of thumb.
    """
    p, known = goals.place / leg[:, None, None], goals.placed
    ahead = torch.zeros(len(p), 3)
    for pair in (FEET, HANDS):
        across = (p[:, pair][:, 0] - p[:, pair][:, 1]) * known[:, pair].prod(-1, keepdim=True)
        ahead = ahead + torch.linalg.cross(across, UP.expand_as(across))
    looks = {0: 0.5, 1: 0.5, HEAD: 0.5, PELVIS: 1.0, CHEST: 1.0}
    for i, weight in looks.items():
        ahead = ahead + weight * goals.turn[:, i, :, 2] * goals.turned[:, i, None]
    feet = (known[:, FEET].sum(-1, keepdim=True) > 0).float()
    out = (p[:, HANDS] - (origin_of(goals) / leg[:, None])[:, None]) * known[:, HANDS, None]
    ahead = ahead + 0.5 * out.sum(1) * feet
    to = goals.gaze - origin_of(goals)
    ahead = ahead + 0.5 * to / to.norm(dim=-1, keepdim=True).clamp(min=1e-6) * goals.gazes[:, None]
    return ahead * torch.tensor([1.0, 0.0, 1.0])


def facing(turn: Tensor) -> Tensor:
    """(n, 3) level vector that a pelvis faces, upright, lying or on its side: z, and x turned by a right angle."""
    ahead = turn[..., 2] + torch.linalg.cross(turn[..., 0], UP.expand_as(turn[..., 0]))
    return ahead * torch.tensor([1.0, 0.0, 1.0])


def heading(ahead: Tensor) -> Tensor:
    """(n, 3, 3) upright frames that look there; along world z where the vector vanishes."""
    sure = ahead.norm(dim=-1, keepdim=True) > 1e-6
    z = torch.where(sure, ahead, torch.tensor([0.0, 0.0, 1.0]).expand_as(ahead))
    z = z / z.norm(dim=-1, keepdim=True)
    y = UP.expand_as(z)
    return torch.stack([torch.linalg.cross(y, z), y, z], -1)


def turned_by(frames: Tensor, angle: Tensor) -> Tensor:
    """Frames (n, 3, 3) turned about the vertical by angles (n,)."""
    s, c, zero, one = torch.sin(angle), torch.cos(angle), torch.zeros_like(angle), torch.ones_like(angle)
    return torch.stack([c, zero, s, zero, one, zero, -s, zero, c], -1).unflatten(-1, (3, 3)) @ frames


def _known(n: int, rng: torch.Generator, kind: str | None) -> tuple[Tensor, Tensor]:
    """What is placed and what is turned."""
    sets = {
        "S5": ([1, 1, 1, 1, 1, 0, 0], [0] * 7),
        "S5o": ([1, 1, 1, 1, 1, 0, 0], [1, 1, 1, 1, 1, 0, 0]),
        "S3": ([1, 1, 0, 1, 0, 0, 0], [1, 1, 0, 0, 0, 0, 0]),
    }
    fixed = {name: (torch.tensor(p).float(), torch.tensor(t).float()) for name, (p, t) in sets.items()}
    if kind is not None:
        return fixed[kind][0].expand(n, 7), fixed[kind][1].expand(n, 7)
    chance = torch.tensor([0.75, 0.75, 0.5, 0.5, 0.4, 0.15, 0.12])
    placed = (torch.rand(n, 7, generator=rng) < chance).float()
    turned = (torch.rand(n, 7, generator=rng) < 0.4 * placed + 0.08 * (1 - placed)).float()
    pick = torch.multinomial(torch.tensor(list(KINDS.values())), n, replacement=True, generator=rng)
    for i, name in enumerate(fixed):
        placed = torch.where((pick == i)[:, None], fixed[name][0], placed)
        turned = torch.where((pick == i)[:, None], fixed[name][1], turned)
    return placed, turned


def _local(bodies: Bodies, rng: torch.Generator) -> Tensor:
    """Points on the effectors: joint centre, the usual site, or anywhere within a hand's breadth."""
    n = len(bodies.place)
    pick = torch.rand(n, len(EFFECTORS), 1, generator=rng)
    anywhere = (torch.rand(n, len(EFFECTORS), 3, generator=rng) - 0.5) * 0.2
    return torch.where(pick < 0.5, torch.zeros(1), torch.where(pick < 0.85, bodies.sites, anywhere))
