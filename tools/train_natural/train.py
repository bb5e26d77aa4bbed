"""Train the net: from goals to the pose a person takes, with how sure that is.

The loss is measured where it matters, in metres by forward kinematics: 10 × the mean distance of the 13 joints that
no goal places, 2 × how far goals are missed, 1 × all joint centres; and 0.3 × the Gaussian log-likelihood of pelvis
and joints, which gives the sigmas.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, replace
from pathlib import Path

import goals as goal
import numpy as np
import torch
from agreement import disagreement
from goals import Goals
from layout import BASE_FREEDOM, JOINTS, OUTPUTS, POSE
from net import Net
from torch import Tensor
from weights import write

from kinematics import NUMBER, TREE, Bodies, frames, numbers, points, posed, rotation_vector

BATCH = 512
POOL = 40_000
"""Postures on bodies are made so many at a time, by forward kinematics, and asked about in several ways …"""
EPOCH = 400
"""… for so many steps."""
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
class Truth:
    """Bodies in the postures that people took: places (n, 20, 3) and turns of all segments, rotations of the joints."""

    bodies: Bodies
    places: Tensor
    turns: Tensor
    joints: Tensor

    def of(self, rows: Tensor) -> Truth:
        return Truth(self.bodies.of(rows), self.places[rows], self.turns[rows], self.joints[rows])


@dataclass(frozen=True)
class Question:
    """Goals of a batch, the frame they are seen in, and the pose that a person took."""

    truth: Truth
    goals: Goals
    origin: Tensor
    heading: Tensor

    @property
    def inputs(self) -> Tensor:
        return goal.features(self.goals, self.truth.bodies, self.origin, self.heading)

    @property
    def outputs(self) -> Tensor:
        """The truth as the net should say it."""
        back = self.heading.transpose(-1, -2)
        place = (back @ (self.truth.places[:, 0] - self.origin)[..., None])[..., 0] / self.truth.bodies.leg[:, None]
        return numbers(place, back @ self.truth.turns[:, 0], self.truth.joints)


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
    return (
        postures,
        Bodies(*(torch.from_numpy(stored[f"body_{k}"]) for k in keys)),
        torch.from_numpy(stored["held_out"]),
    )


def taken(postures: Postures, bodies: Bodies) -> Truth:
    """Every posture on its body."""
    nowhere = torch.zeros(len(postures.turn), 3)
    return Truth(bodies, *frames(bodies, nowhere, postures.turn, postures.joints), postures.joints)


def asked(truth: Truth, rng: torch.Generator, kind: str | None = None) -> Question:
    """A question about every posture. Its frame is mostly the one that the goals tell, sometimes the pelvis's own, as
    the second pass has it, and seldom any, all with noise."""
    goals = goal.draw(truth.bodies, truth.places, truth.turns, rng, kind)
    heading = goal.heading(goal.forward_of(goals, truth.bodies.leg))
    if kind is None:
        pick = torch.rand(len(heading), generator=rng)
        own = goal.heading(goal.facing(truth.turns[:, 0]))
        heading = torch.where((pick < 0.5)[:, None, None], own, heading)
        noise = torch.where(pick < 0.05, 3.1, torch.where(pick < 0.5, 0.25, 0.15))
        heading = goal.turned_by(heading, noise * torch.randn(len(noise), generator=rng))
    return Question(truth, goals, goal.origin_of(goals), heading)


def loss(question: Question, said: Tensor) -> tuple[Tensor, Tensor]:
    """The loss, and E13 in metres."""
    truth = question.truth
    places, turns, joints = world(question, said)
    free, true = (
        points(p, t, TREE.measured_on, truth.bodies.measured) for p, t in ((places, turns), (truth.places, truth.turns))
    )
    e13 = _distance(free, true).mean()
    every = _distance(places, truth.places).mean()
    missed = question.goals.missed(places, turns).mean()
    return 10 * e13 + 2 * missed + every + 0.3 * _surprise(question, said, turns[:, 0], joints), e13.detach()


def world(question: Question, said: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Places and turns of all segments in the world, and the joints, as the net says."""
    place, turn, joints = posed(said[:, :POSE])
    bodies = question.truth.bodies
    stands = question.origin + (question.heading @ place[..., None])[..., 0] * bodies.leg[:, None]
    return *frames(bodies, stands, question.heading @ turn, joints), joints


def train(postures: Postures, bodies: Bodies, others: Tensor, steps: int, seed: int) -> Net:
    """`others`: the bodies on which postures may be tried."""
    torch.manual_seed(seed)
    rng = torch.Generator().manual_seed(seed)
    pool = _pool(postures, bodies, others, rng)
    question = asked(pool, rng)
    net = Net(_standard(question.inputs), _standard(question.outputs))
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps, pct_start=0.05)
    began, recent = time.process_time(), 0.0
    for step in range(steps):
        if step % EPOCH == EPOCH - 1:
            pool = _pool(postures, bodies, others, rng)
        question = asked(pool.of(torch.randint(POOL, (BATCH,), generator=rng)), rng)
        value, e13 = loss(question, net(question.inputs))
        optimizer.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        schedule.step()
        recent = float(e13) if step == 0 else 0.98 * recent + 0.02 * float(e13)
        if step % 200 == 199:
            seconds = time.process_time() - began
            print(f"step {step + 1}: E13 of all kinds {100 * recent:.2f} cm, {seconds:.0f} s of processor", flush=True)
    return net


def judged(net: Net, postures: Postures, bodies: Bodies, seed: int) -> dict[str, tuple[float, float]]:
    """E13 in cm of the bare prediction for S5, S5o, S3: one pass, and a second one in the heading that the first
    found."""
    found, truth = {}, taken(postures, bodies.of(postures.person))
    for kind in ("S5", "S5o", "S3"):
        question = asked(truth, torch.Generator().manual_seed(seed), kind)
        with torch.no_grad():
            said = net(question.inputs)
            again = replace(question, heading=goal.heading(goal.facing(question.heading @ posed(said[:, :POSE])[1])))
            passes = loss(question, said)[1], loss(again, net(again.inputs))[1]
        found[kind] = (100 * float(passes[0]), 100 * float(passes[1]))
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("postures", type=Path, help="what prepare.py wrote")
    options.add_argument("output", type=Path, help="the file of weights")
    options.add_argument("--steps", type=int, default=7000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--threads", type=int, default=1)
    said = options.parse_args()
    torch.set_num_threads(said.threads)
    postures, bodies, out = read(said.postures)
    unseen = torch.isin(postures.person, out)
    others = torch.tensor([i for i in range(len(bodies.place)) if i not in out.tolist()])
    net = train(postures.of(~unseen), bodies, others, said.steps, said.seed)
    write(said.output, [(w.numpy(), b.numpy()) for w, b in net.folded()])
    truth = taken(postures.of(unseen), bodies.of(postures.person[unseen]))
    print(f"numpy and torch differ by at most {disagreement(net, truth.bodies, truth.places, truth.turns):.1e}")
    for kind, (first, second) in judged(net, postures.of(unseen), bodies, said.seed).items():
        print(f"{kind}: held-out people, bare prediction {first:.2f} cm, second pass {second:.2f} cm")


def _pool(postures: Postures, bodies: Bodies, others: Tensor, rng: torch.Generator) -> Truth:
    """Postures drawn by their weight, half of them mirrored, some on another body, on bodies stretched a little."""
    rows = torch.multinomial(postures.weight, POOL, replacement=True, generator=rng)
    chosen = postures.of(rows).mirrored(torch.rand(POOL, generator=rng) < 0.5)
    swapped = torch.rand(POOL, generator=rng) < SWAPPED
    another = others[torch.randint(len(others), (POOL,), generator=rng)]
    stretch = 1 + STRETCH * torch.randn(POOL, len(JOINTS) + 1, generator=rng)
    for name, i in NUMBER.items():
        if name.startswith("left_"):  # both sides alike
            stretch[:, NUMBER[_other(name)] + 1] = stretch[:, i + 1]
    return taken(chosen, bodies.of(torch.where(swapped, another, chosen.person)).stretched(stretch))


def _standard(values: Tensor) -> tuple[Tensor, Tensor]:
    """Mean and spread; what hardly varies is not blown up."""
    return values.mean(0), values.std(0).clamp(min=0.02)


def _surprise(question: Question, said: Tensor, turn: Tensor, joints: Tensor) -> Tensor:
    """Mean of ½ (error / σ)² + log σ over place and turn of the pelvis and all joints."""
    log = said[:, POSE:OUTPUTS].clamp(float(np.log(SURE[0])), float(np.log(SURE[1])))
    true = question.outputs
    errors = [true[:, :3] - said[:, :3], rotation_vector(turn.transpose(-1, -2) @ question.truth.turns[:, 0])]
    askew = rotation_vector(joints.transpose(-1, -2) @ question.truth.joints)
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
