"""Train the net: from goals to the pose a person takes, with how sure that is.

The loss is measured where it matters, in metres by forward kinematics: 10 × the mean distance of the 13 joints that no goal
places, 2 × how far goals are missed, 1 × all joint centres; and 0.3 × the Gaussian log-likelihood of pelvis and joints,
which gives the sigmas.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import goals as goal
import numpy as np
import torch
from goals import Goals
from kinematics import NUMBER, TREE, Bodies, frames, numbers, points, posed, rotation_vector
from layout import BASE_FREEDOM, JOINTS, OUTPUTS, POSE
from net import Net
from torch import Tensor
from weights import write

BATCH = 2048
RATE = 2e-3
"""Of AdamW at its highest, after a twentieth of the steps; it falls to nothing along a cosine."""
SWAPPED = 0.5
"""How many postures are tried on another body."""
STRETCH = 0.03
"""Spread of a segment's length about that body's."""
SURE = (1e-2, 3.0)
"""Sigmas stay between these: a leg length's hundredth, 0.6 degrees; nobody is surer than the fit is exact."""


@dataclass(frozen=True)
class Postures:
    """Rotations of pelvis (n, 3, 3) and joints (n, 19, 3, 3), whose they are, and how much each counts."""

    turn: Tensor
    joints: Tensor
    person: Tensor
    weight: Tensor

    def of(self, rows: Tensor) -> Postures:
        return Postures(self.turn[rows], self.joints[rows], self.person[rows], self.weight[rows])

    def mirrored(self, which: Tensor) -> Postures:
        """Those chosen (n,) as their mirror image: left and right change places, y and z of rotations their sign."""
        flip = torch.diag(torch.tensor([-1.0, 1.0, 1.0]))
        other = torch.tensor([NUMBER[_other(name)] for name, _ in JOINTS])
        turn = torch.where(which[:, None, None], flip @ self.turn @ flip, self.turn)
        joints = torch.where(which[:, None, None, None], flip @ self.joints[:, other] @ flip, self.joints)
        return Postures(turn, joints, self.person, self.weight)


@dataclass(frozen=True)
class Question:
    """Goals of a batch, the frame they are seen in, and the pose that a person took."""

    bodies: Bodies
    goals: Goals
    origin: Tensor
    heading: Tensor
    places: Tensor
    turns: Tensor
    joints: Tensor

    @property
    def inputs(self) -> Tensor:
        return goal.features(self.goals, self.bodies, self.origin, self.heading)

    @property
    def outputs(self) -> Tensor:
        """The truth as the net should say it."""
        back = self.heading.transpose(-1, -2)
        place = (back @ (self.places[:, 0] - self.origin)[..., None])[..., 0] / self.bodies.leg[:, None]
        return numbers(place, back @ self.turns[:, 0], self.joints)


def read(path: Path) -> tuple[Postures, Bodies, Tensor]:
    """All postures, all bodies, and the people held out."""
    stored = np.load(path)
    TREE.read(stored)
    root = torch.from_numpy(stored["root"])
    postures = Postures(
        _matrix(root[:, 3:]), torch.from_numpy(stored["joints"]), torch.from_numpy(stored["person"]),
        torch.from_numpy(stored["weight"]),
    )  # fmt: skip
    keys = ("place", "before", "after", "sites", "measured")
    return postures, Bodies(*(torch.from_numpy(stored[f"body_{k}"]) for k in keys)), torch.from_numpy(stored["held_out"])


def asked(postures: Postures, bodies: Bodies, rng: torch.Generator, kind: str | None = None) -> Question:
    """A question about every posture. Its frame is mostly the one that the goals tell, sometimes the pelvis's own, as the
    second pass has it, and seldom any, all with noise."""
    n = len(postures.turn)
    places, turns = frames(bodies, torch.zeros(n, 3), postures.turn, postures.joints)
    goals = goal.draw(bodies, places, turns, rng, kind)
    heading = goal.heading(goal.forward_of(goals, bodies.leg))
    if kind is None:
        pick = torch.rand(n, generator=rng)
        own = goal.heading(goal.facing(turns[:, 0]))
        heading = torch.where((pick < 0.5)[:, None, None], own, heading)
        noise = torch.where(pick < 0.05, 3.1, torch.where(pick < 0.5, 0.25, 0.15)) * torch.randn(n, generator=rng)
        heading = goal.turned_by(heading, noise)
    return Question(bodies, goals, goal.origin_of(goals), heading, places, turns, postures.joints)


def loss(question: Question, said: Tensor) -> tuple[Tensor, Tensor]:
    """The loss, and E13 in metres."""
    places, turns, joints = world(question, said)
    segments = TREE.measured_on
    free = points(places, turns, segments, question.bodies.measured)
    true = points(question.places, question.turns, segments, question.bodies.measured)
    e13 = _distance(free, true).mean()
    every = _distance(places, question.places).mean()
    missed = question.goals.missed(places, turns).mean()
    return 10 * e13 + 2 * missed + every + 0.3 * _surprise(question, said, turns, joints), e13.detach()


def world(question: Question, said: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Places and turns of all segments in the world, and the joints, as the net says."""
    place, turn, joints = posed(said[:, :POSE])
    stands = question.origin + (question.heading @ place[..., None])[..., 0] * question.bodies.leg[:, None]
    return *frames(question.bodies, stands, question.heading @ turn, joints), joints


def train(postures: Postures, bodies: Bodies, others: Tensor, steps: int, seed: int) -> Net:
    """`others`: the bodies on which postures may be tried."""
    torch.manual_seed(seed)
    rng = torch.Generator().manual_seed(seed)
    net = Net(*_standard(postures, bodies, rng))
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps, pct_start=0.05)
    began, recent = time.perf_counter(), 0.0
    for step in range(steps):
        question = _batch(postures, bodies, others, rng)
        value, e13 = loss(question, net(question.inputs))
        optimizer.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        schedule.step()
        recent = float(e13) if step == 0 else 0.98 * recent + 0.02 * float(e13)
        if step % 100 == 99:
            seconds = time.perf_counter() - began
            print(f"step {step + 1}: loss {float(value):.3f}, E13 of all kinds {100 * recent:.2f} cm, {seconds:.0f} s", flush=True)
    return net


def judged(net: Net, postures: Postures, bodies: Bodies, seed: int) -> dict[str, tuple[float, float]]:
    """E13 in cm of the bare prediction for S5, S5o, S3: one pass, and a second one in the heading that the first found."""
    found = {}
    for kind in ("S5", "S5o", "S3"):
        question = asked(postures, bodies.of(postures.person), torch.Generator().manual_seed(seed), kind)
        with torch.no_grad():
            said = net(question.inputs)
            first = loss(question, said)[1]
            again = _again(question, said)
            second = loss(again, net(again.inputs))[1]
        found[kind] = (100 * float(first), 100 * float(second))
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("postures", type=Path, help="what prepare.py wrote")
    options.add_argument("output", type=Path, help="the file of weights")
    options.add_argument("--steps", type=int, default=20000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--threads", type=int, default=2)
    said = options.parse_args()
    torch.set_num_threads(said.threads)
    postures, bodies, out = read(said.postures)
    unseen = torch.isin(postures.person, out)
    others = torch.tensor([i for i in range(len(bodies.place)) if i not in out.tolist()])
    net = train(postures.of(~unseen), bodies, others, said.steps, said.seed)
    write(said.output, [(w.numpy(), b.numpy()) for w, b in net.folded()])
    for kind, (first, second) in judged(net, postures.of(unseen), bodies, said.seed).items():
        print(f"{kind}: held-out people, bare prediction {first:.2f} cm, second pass {second:.2f} cm")


def _again(question: Question, said: Tensor) -> Question:
    """The same question in the heading of the pelvis that was said."""
    turn = question.heading @ posed(said[:, :POSE])[1]
    parts: dict[str, Any] = {key: getattr(question, key) for key in question.__dataclass_fields__}
    return Question(**(parts | {"heading": goal.heading(goal.facing(turn))}))


def _batch(postures: Postures, bodies: Bodies, others: Tensor, rng: torch.Generator) -> Question:
    rows = torch.multinomial(postures.weight, BATCH, replacement=True, generator=rng)
    chosen = postures.of(rows).mirrored(torch.rand(BATCH, generator=rng) < 0.5)
    swapped = torch.rand(BATCH, generator=rng) < SWAPPED
    another = others[torch.randint(len(others), (BATCH,), generator=rng)]
    stretch = 1 + STRETCH * torch.randn(BATCH, len(JOINTS) + 1, generator=rng)
    for name in ("elbow", "wrist", "knee", "ankle", "clavicle", "shoulder", "hip"):  # both sides alike
        stretch[:, NUMBER[f"right_{name}"] + 1] = stretch[:, NUMBER[f"left_{name}"] + 1]
    return asked(chosen, bodies.of(torch.where(swapped, another, chosen.person)).stretched(stretch), rng)


def _standard(postures: Postures, bodies: Bodies, rng: torch.Generator) -> tuple[tuple[Tensor, Tensor], tuple[Tensor, Tensor]]:
    """Mean and spread of inputs and outputs. Inputs that are mostly unknown get no larger than they are."""
    rows = torch.multinomial(postures.weight, 8 * BATCH, replacement=True, generator=rng)
    some = postures.of(rows).mirrored(torch.rand(len(rows), generator=rng) < 0.5)
    question = asked(some, bodies.of(some.person), rng)
    x, y = question.inputs, question.outputs
    return (x.mean(0), x.std(0).clamp(min=0.02)), (y.mean(0), y.std(0).clamp(min=0.02))


def _surprise(question: Question, said: Tensor, turns: Tensor, joints: Tensor) -> Tensor:
    """Mean of ½ (error / σ)² + log σ over place and turn of the pelvis and all joints."""
    log = said[:, POSE:OUTPUTS].clamp(float(np.log(SURE[0])), float(np.log(SURE[1])))
    true = question.outputs
    errors = [true[:, :3] - said[:, :3], rotation_vector(turns[:, 0].transpose(-1, -2) @ question.turns[:, 0])]
    askew = rotation_vector(joints.transpose(-1, -2) @ question.joints)
    start = BASE_FREEDOM + 3
    for i, (_, model) in enumerate(JOINTS):
        width = 6 if model == "ball" else 2
        errors.append(askew[:, i] if model == "ball" else true[:, start : start + 2] - said[:, start : start + 2])
        start += width
    error = torch.cat(errors, -1)
    return (0.5 * (error * torch.exp(-log)).square() + log).mean()


def _distance(a: Tensor, b: Tensor) -> Tensor:
    return (a - b).square().sum(-1).add(1e-10).sqrt()


def _matrix(q: Tensor) -> Tensor:
    x, y, z, w = torch.nn.functional.normalize(q, dim=-1).unbind(-1)
    rows = [
        1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),
        2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
        2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y),
    ]  # fmt: skip
    return torch.stack(rows, -1).unflatten(-1, (3, 3))


def _other(name: str) -> str:
    return name.replace("left", "*").replace("right", "left").replace("*", "right")


if __name__ == "__main__":
    main()
