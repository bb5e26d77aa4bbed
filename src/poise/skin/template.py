"""The template of a human skin: its cage fitted to a person, with the bones its vertices follow."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from poise.people.hand import Digit
from poise.people.hand import digits as usual_digits
from poise.people.limb_shapes import relaxed_points
from poise.skin import foot, hand, head, limb, trunk
from poise.skin.bones import Skeleton
from poise.skin.cage import Cage, Floats, Ints
from poise.skin.frame import Frame
from poise.skin.human_bones import DIGITS, Weigher, human_bones
from poise.skin.subdivide import Topology, relaxed

FACE_ROW = 3
"""The head's rows from this one on are carved once more when the mesh is finer."""
Frames = dict[str, Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """A closed cage of both halves, arms lifted. `shares` (n, b): how much every vertex follows every bone; `carved`
    (n,): 1 on the face and skull; `mirror` (n,): the vertex on the other side."""

    points: Floats
    topology: Topology
    shares: Floats
    carved: Floats
    mirror: Ints
    skeleton: Skeleton
    frame: Frame


def human_template(frame: Frame, straight: Frames, bind: Frames) -> Template:
    """The template in the posture of `bind`; `straight`: segment frames of the reference posture."""
    jointed = "left_index_1" in bind
    digits = usual_digits(frame.person, frame.marks)
    cage = _cage(frame, digits, jointed)
    lift = bind["left_upper_arm"] @ np.linalg.inv(straight["left_upper_arm"])
    skeleton = Skeleton(human_bones(bind, _tips(bind, digits, lift)), bind)
    shares = _shares(cage, Weigher(frame, jointed), skeleton)
    _lift(cage, lift)
    points, faces, mirror, used = cage.mirrored()
    topology = Topology.of(faces, len(points))
    loose = np.flatnonzero(np.isin(used, list(cage.loose)))
    points = relaxed(topology, points, np.unique(np.concatenate([loose, mirror[loose]])))
    whole = _both_sides(shares[used], mirror, skeleton)
    regions = [cage.regions[i] == "head" and cage.along[i] >= FACE_ROW for i in used]
    carved = np.zeros(len(points))
    carved[: len(used)] = regions
    carved = np.maximum(carved, carved[mirror])
    return Template(points, topology, whole, carved, mirror, skeleton, frame)


def _cage(frame: Frame, digits: list[Digit], jointed: bool) -> Cage:
    """The left half in the reference posture; hands that have no joints are modelled relaxed."""
    cage = Cage()
    rows = trunk.trunk(cage, frame)
    root = trunk.arm_opening(rows)
    arm = limb.arm(cage, frame, root)
    leg = limb.leg(cage, frame, limb.leg_opening(cage, frame, rows[0]))
    bent = [tuple(np.array(p) for p in (d.points if jointed else relaxed_points(d))) for d in digits]
    hand.hand(cage, frame, arm[-1], digits, bent)
    foot.foot(cage, frame, leg[-1])
    head.head(cage, frame, rows[-1])
    cage.loose |= {*root, *rows[0][1:-1]}
    return cage


def _lift(cage: Cage, lift: Floats) -> None:
    """The arm's vertices moved as the upper arm is."""
    for i, region in enumerate(cage.regions):
        if region in ("left_arm", "left_palm") or region.removeprefix("left_") in DIGITS:
            cage.points[i] = lift[:3, :3] @ cage.points[i] + lift[:3, 3]


def _shares(cage: Cage, weigher: Weigher, skeleton: Skeleton) -> Floats:
    found = np.zeros((len(cage.points), len(skeleton.bones)))
    for i, (region, along, point) in enumerate(zip(cage.regions, cage.along, cage.points, strict=True)):
        for name, share in weigher.shares(region, along, point).items():
            found[i, skeleton.index[name]] += share
    return found


def _both_sides(left: Floats, mirror: Ints, skeleton: Skeleton) -> Floats:
    """The shares of all vertices: on the right those of the left one's partners, in the middle the mean of both."""
    partner = [skeleton.index[_other(bone.name)] for bone in skeleton.bones]
    whole = np.zeros((len(mirror), left.shape[1]))
    whole[: len(left)] = left
    twins = mirror[: len(left)]
    whole[twins] = left[:, partner]
    middle = twins == np.arange(len(left))
    whole[: len(left)][middle] = (left[middle] + left[middle][:, partner]) / 2
    return whole


def _other(name: str) -> str:
    if name.startswith("left_"):
        return "right_" + name.removeprefix("left_")
    return "left_" + name.removeprefix("right_") if name.startswith("right_") else name


def _tips(bind: Frames, digits: list[Digit], lift: Floats) -> dict[str, Floats]:
    """Where segments end, of which the direction matters: at the next joint, or as far as the one before is long."""
    at = {name: frame[:3, 3] for name, frame in bind.items()}
    tips = {"neck": at["head"], "head": at["head"] + [0.0, 0.1, 0.0]}
    for side, sign in (("left_", 1.0), ("right_", -1.0)):
        chains = (("upper_arm", "forearm", "hand"), ("thigh", "shank", "foot", "toes"))
        tips |= {side + a: at[side + b] for chain in chains for a, b in itertools.pairwise(chain)}
        tips[side + "hand"] = 2 * at[side + "hand"] - at[side + "forearm"]
        tips[side + "toes"] = at[side + "toes"] + [0.0, 0.0, 0.05]
        for digit in digits:
            ends = {
                f"{side}{digit.name}_{i}": lift[:3, :3] @ np.array(digit.points[i]) + lift[:3, 3] for i in (1, 2, 3)
            }
            tips |= {name: end * (sign, 1.0, 1.0) for name, end in ends.items()}
    return tips
