"""Ten everyday questions, answered without a criterion and as people would."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from PIL import Image

import poise
from poise.plot import side_by_side

FEET = [poise.Hold("left_foot"), poise.Hold("right_foot")]
"""What stands on the floor stays there."""

FLOOR = poise.World([poise.Obstacle("floor", poise.HalfSpace())])
"""Fingers do not go through it."""


class Everyday(NamedTuple):
    """A question: where it begins, what is wanted, and what else `poise.solve` is told."""

    start: poise.Pose
    levels: list[Any]
    options: dict[str, Any]


def everyday(person: poise.Figure) -> dict[str, Everyday]:
    """The questions, by name; lengths in metres, for somebody of ordinary size, whose hands hang loosely."""
    rest = person.pose("hands_relaxed")
    found = {
        "pick up a pen": _hand(rest, (-0.15, 0.05, 0.4))._replace(options={"world": FLOOR}),
        "low shelf": _hand(rest, (-0.2, 0.6, 0.5)),
        "middle shelf": _hand(rest, (-0.2, 1.25, 0.5)),
        "high shelf": _hand(rest, (-0.2, 1.85, 0.45)),
        "look behind": Everyday(rest, [FEET, poise.Balance(), poise.LookAt("eyes", (-1.5, 1.6, -0.9))], {}),
        "wave": _wave(rest),
        "push a cart": _cart(rest),
        "step up": _step(rest),
        "carry a box": _box(rest),
    }
    return found | _from_stances(person)


def _hand(start: poise.Pose, point: tuple[float, float, float]) -> Everyday:
    """The right hand goes there, the eyes follow."""
    return Everyday(start, [FEET, poise.Balance(), poise.LookAt("eyes", point), poise.Reach("right_hand", point)], {})


def _wave(start: poise.Pose) -> Everyday:
    """The right hand beside the head, its palm to whom it greets, the fingers up."""
    open_hands = start.figure.pose("hands_flat")
    start = start.with_joints({name: open_hands[name] for name in start.figure.joints if _of_hand(name, "right")})
    palm = np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]])  # of the palm, z is along the fingers and y out of its back
    hand = [poise.Reach("right_hand", (-0.42, 1.62, 0.2)), poise.Orient("right_palm", palm)]
    return Everyday(start, [FEET, poise.Balance(), poise.LookAt("eyes", (-0.3, 1.6, 4.0)), hand], {})


def _cart(start: poise.Pose) -> Everyday:
    """Both hands closed round a bar, a step into it, behind on the toes, 60 N against the push."""
    closed = start.figure.pose("hands_grasping")
    digits = {name: closed[name] for name in start.figure.joints if _of_hand(name, "left") or _of_hand(name, "right")}
    start = start.with_joints(digits)
    c, s = np.cos(np.radians(30)), np.sin(np.radians(30))
    palm = np.array([[1, 0, 0], [0, c, s], [0, -s, c]])  # fingers ahead and a little up, the palm below
    feet = [_moved(start, "left_foot", (0.0, 0.0, 0.15)), _moved(start, "right_toe", (0.0, 0.0, -0.25))]
    hands = [poise.Reach("left_palm", (0.2, 1.1, 0.55)), poise.Reach("right_palm", (-0.2, 1.1, 0.55))]
    hands += [poise.Orient(f"{side}_palm", palm) for side in ("left", "right")]
    pushes = [poise.Force(f"{side}_hand", (0.0, 0.0, -30.0)) for side in ("left", "right")]
    return Everyday(start, [feet, poise.Balance(forces=pushes), hands], {})


def _step(start: poise.Pose) -> Everyday:
    """The left foot on a step of 20 cm, behind on the toes."""
    return Everyday(start, [[_moved(start, "left_foot", (0.0, 0.2, 0.3)), poise.Hold("right_toe")]], {})


def _box(start: poise.Pose) -> Everyday:
    """Palms on the sides of a box of 10 kg, at the height of the waist."""
    inward = {
        "left": np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 1]]),
        "right": np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]]),
    }
    hands = [poise.Orient(f"{side}_palm", turn) for side, turn in inward.items()]
    hands += [poise.Reach("left_palm", (0.19, 1.0, 0.42)), poise.Reach("right_palm", (-0.19, 1.0, 0.42))]
    loads = [poise.Weight(f"{side}_hand", 5.0) for side in ("left", "right")]
    return Everyday(start, [FEET, poise.Balance(forces=loads), hands], {})


def _from_stances(person: poise.Figure) -> dict[str, Everyday]:
    """Those that do not begin on both feet."""
    kneeling, sitting = person.stance("kneeling_on_one_knee"), person.stance("sitting")
    x, _, z = kneeling.pose.position("left_foot")
    shoe = (x, 0.07, z)
    hands = [poise.Reach("left_hand", (x + 0.05, 0.1, z)), poise.Reach("right_hand", (x - 0.05, 0.1, z))]
    tie = [kneeling.tasks, poise.LookAt("eyes", shoe), hands]
    socket = (-0.25, 0.3, 0.75)
    plug = [kneeling.tasks, poise.LookAt("eyes", socket), poise.Reach("right_hand", socket)]
    cup = (-0.15, 0.85, 0.75)
    reach = [sitting.tasks, poise.LookAt("eyes", cup), poise.Reach("right_hand", cup)]
    return {
        "tie a shoe": Everyday(kneeling.pose, tie, {"supports": kneeling.supports}),
        "kneel to a socket": Everyday(kneeling.pose, plug, {"supports": kneeling.supports}),
        "sit and reach": Everyday(sitting.pose, reach, {"supports": sitting.supports}),
    }


def _moved(start: poise.Pose, site: str, by: tuple[float, float, float]) -> poise.Hold:
    """A site held as it is turned, but elsewhere."""
    frame = np.array(start.frame(site))
    frame[:3, 3] += by
    return poise.Hold(site, frame=frame)


def _of_hand(joint: str, side: str) -> bool:
    """Whether it is a joint of the digits of that hand."""
    return joint.startswith(f"{side}_") and any(
        digit in joint for digit in ("thumb", "index", "middle", "ring", "little")
    )


def everyday_questions() -> Image.Image:
    """Every question twice: above without a criterion, below as it is answered by default."""
    asked, rows = list(everyday(poise.human(hands=True)).items()), []
    for some in (asked[:6], asked[6:]):
        for words, how in (("none", {"criteria": ()}), ("natural", {})):
            poses = [poise.solve(q.start, q.levels, **q.options, **how).pose for _, q in some]
            labels = [f"{name}: {words}" for name, _ in some]
            rows.append(side_by_side(poses, labels=labels, size=(224 * len(poses), 312), view="three-quarter").image)
    return Image.fromarray(np.vstack([np.array(row) for row in rows]))
