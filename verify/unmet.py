"""Random demands that cannot all be met: people, hinge figures, robots and chains with goals that quarrel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

import poise
from poise import Figure, Joint, Placement, Pose, Range, Segment, Site, Solution
from poise.tasks import Balance, CenterOfMass, Hold, Keep, LookAt, Orient, Posture, Reach, Task

ROBOTS = Path(__file__).resolve().parents[2] / "shared" / "data" / "robots"
"""Robots of others, when they lie beside the repository; without them the other figures remain."""
Levels = list[list[Task]]


@dataclass(frozen=True)
class Unmet:
    """A question whose answer leaves something to explain. Holds have frames: they mean the same from any start."""

    kind: str
    start: Pose
    levels: Levels
    solution: Solution


def unmet(rng: np.random.Generator) -> Unmet:
    """A random question with an enabled task that is not met."""
    while True:
        kind = str(rng.choice(list(KINDS), p=list(SHARES)))
        try:
            start, levels = KINDS[kind](rng)
        except FileNotFoundError:
            continue
        solution = poise.solve(start, levels, criteria=())
        if solution.status in ("compromise", "stalled") and any(t.enabled and not t.met for t in solution.tasks):
            return Unmet(kind, start, levels, solution)


# ---- people ---------------------------------------------------------------------------------------


def person(rng: np.random.Generator, hands: bool = False) -> tuple[Pose, Levels]:
    """Feet that stay, balance, a gaze, something to keep to, and a hand that shall go too far."""
    figure = _human(float(rng.choice([1.5, 1.62, 1.7, 1.78, 1.95])), str(rng.choice(["male", "female"])), hands)
    rest, size = figure.rest(), figure.rest().position("head_top")[1]
    side = str(rng.choice(["left", "right"]))
    angle, far = rng.uniform(-1.2, 1.2), size * rng.uniform(0.35, 0.8)
    goal = np.array([far * np.sin(angle), size * rng.uniform(0.1, 1.1), far * np.cos(angle)])
    feet = [_held(rest, f"{s}_foot") for s in ("left", "right")]
    between: list[Task] = [
        Balance(margin=float(rng.uniform(0.0, 0.03))),
        LookAt("eyes", goal),
        _kept(rng, rest, goal, side),
        Orient(f"{side}_hand", rng.normal(size=3), axis=rng.normal(size=3)),
        Posture("rest", joints=["lumbar", "thoracic"] if rng.random() < 0.5 else ["pelvis", "neck"][1:]),
    ]
    chosen = [t for t, often in zip(between, (0.75, 0.3, 0.35, 0.25, 0.15), strict=True) if rng.random() < often]
    rng.shuffle(chosen)  # type: ignore[arg-type]
    idle = {"joints": figure.groups[f"{side}_arm"].joints} if rng.random() < 0.1 else {}
    levels: Levels = [feet, *([t] for t in chosen), [Reach(f"{side}_hand", goal, **idle)]]
    if rng.random() < 0.2:
        other = "right" if side == "left" else "left"
        levels[-1 if rng.random() < 0.5 else -2].append(Reach(f"{other}_hand", goal * [-1, 1, 1], weight=0.5))
    return rest, levels


def person_with_fingers(rng: np.random.Generator) -> tuple[Pose, Levels]:
    """The same with 96 degrees of freedom."""
    return person(rng, hands=True)


def loaded_person(rng: np.random.Generator) -> tuple[Pose, Levels]:
    """Balance under a push or a weight, over supports with friction; or the balance itself cannot be had."""
    figure = _human(float(rng.choice([1.6, 1.75, 1.9])), "male", False)
    rest, size = figure.rest(), figure.rest().position("head_top")[1]
    soles = [poise.Support(name, friction=float(rng.uniform(0.1, 0.9))) for name in figure.soles]
    load: poise.Weight | poise.Force = poise.Weight("right_hand", float(rng.uniform(2.0, 25.0)))
    if rng.random() < 0.5:
        load = poise.Force("chest", rng.normal(size=3) * [80, 20, 80])
    balance = Balance(margin=float(rng.uniform(0.0, 0.02)), forces=[load], supports=soles)
    goal = np.array([rng.uniform(-0.4, 0.2), rng.uniform(0.2, 1.0), rng.uniform(0.4, 0.75)]) * size
    feet = [_held(rest, f"{s}_foot") for s in ("left", "right")]
    first, second = (balance, Reach("right_hand", goal))
    return rest, [feet, [second], [first]] if rng.random() < 0.4 else [feet, [first], [second]]


def leaning_person(rng: np.random.Generator) -> tuple[Pose, Levels]:
    """The centre of mass shall be somewhere, and balance, too: who of them gives way."""
    figure = _human(float(rng.choice([1.55, 1.7, 1.85])), "female", False)
    rest = figure.rest()
    at = np.array(rest.center_of_mass) + rng.normal(size=3) * [0.15, 0.0, 0.2]
    feet = [_held(rest, f"{s}_foot") for s in ("left", "right")]
    demands: list[list[Task]] = [[CenterOfMass(at)], [Balance(margin=float(rng.uniform(0.0, 0.03)))]]
    return rest, [feet, *(demands if rng.random() < 0.6 else demands[::-1])]


# ---- other figures --------------------------------------------------------------------------------


def hinges(rng: np.random.Generator) -> tuple[Pose, Levels]:
    """A tree of fifty hinges within narrow limits on a fixed base: five branches with a tip each."""
    figure = _hinge_tree(int(rng.integers(0, 20)))
    return _quarrel(rng, figure, figure.pose({j: float(rng.uniform(-0.1, 0.1)) for j in figure.joints if j[0] == "j"}))


def chains(rng: np.random.Generator) -> tuple[Pose, Levels]:
    """A chain of balls or hinges with limited swings."""
    links, limit = int(rng.integers(3, 12)), float(rng.uniform(0.2, 1.0))
    flat = rng.random() < 0.4
    figure = (poise.figures.planar_chain if flat else poise.figures.chain)(links, limit=limit)
    tip = list(figure.segments)[links // 2]
    figure = figure.with_site(Site("middle", tip))
    start = figure.random(rng).clamped() if rng.random() < 0.5 else figure.rest()
    return _quarrel(rng, figure, start, flat)


def robots(rng: np.random.Generator) -> tuple[Pose, Levels]:
    """Robots of others, with sites on some of their segments."""
    files = sorted(ROBOTS.glob("*.*"))
    if not files:
        raise FileNotFoundError(ROBOTS)
    figure = _robot(files[int(rng.integers(len(files)))])
    return _quarrel(rng, figure, figure.random(rng))


def animals(rng: np.random.Generator) -> tuple[Pose, Levels]:
    """A bird, a quadruped, a hand or Baerlocher's planar man."""
    name = str(rng.choice(["bird", "quadruped", "hand", "planar_man"]))
    figure = _animal(name)
    rest = figure.rest()
    if name != "planar_man":
        return _quarrel(rng, figure, rest)
    goal = (0.0, float(rng.uniform(0.2, 1.8)), float(rng.uniform(0.6, 1.3)))
    return rest, [[_held(rest, "foot")], [Balance(float(rng.uniform(0.0, 0.04)))], [Reach("hand", goal, axes="yz")]]


KINDS: dict[str, Callable[[np.random.Generator], tuple[Pose, Levels]]] = {
    "person": person, "fingers": person_with_fingers, "loaded": loaded_person, "leaning": leaning_person,
    "hinges": hinges, "chains": chains, "robots": robots, "animals": animals,
}  # fmt: skip
SHARES = (0.34, 0.04, 0.1, 0.06, 0.12, 0.14, 0.12, 0.08)
"""How often each kind is drawn."""


def _quarrel(rng: np.random.Generator, figure: Figure, start: Pose, flat: bool = False) -> tuple[Pose, Levels]:
    """Two to four demands on sites: some where a random pose has them, some farther off."""
    other, sites = figure.random(rng), list(figure.sites)
    middle = np.mean([start.position(s) for s in sites], axis=0)
    levels: Levels = []
    for number in range(int(rng.integers(2, 5))):
        site = str(rng.choice(sites))
        far = rng.uniform(1.0, 1.6) if rng.random() < 0.6 else 1.0
        goal = middle + far * (other.position(site) - middle)
        choice = rng.random()
        if choice < 0.6 or flat:
            task: Task = Reach(site, goal, axes="yz" if flat else "xyz", name=f"reach {number}")
        elif choice < 0.75:
            task = Orient(site, other.frame(site)[:3, :3], name=f"orient {number}")
        elif choice < 0.85:
            task = LookAt(site, goal + rng.normal(size=3), name=f"look {number}")
        else:
            normal = start.position(site) - goal + 1e-3 * rng.normal(size=3)  # where it cannot move, any way
            task = Keep(site, 0.5 * (goal + start.position(site)), normal=normal, name=f"keep {number}")
        if levels and rng.random() < 0.2:
            levels[-1].append(task)
        else:
            levels.append([task])
    return start, levels


def _kept(rng: np.random.Generator, rest: Pose, goal: np.ndarray, side: str) -> Task:
    """A plane before the chest or above the knees, a distance of the elbow, or an upright head."""
    choice = rng.integers(4)
    if choice == 0:
        return Keep("chest", rest.position("chest") + np.array([0, 0, 0.1]), normal=(0, 0, -1))
    if choice == 1:
        return Keep(f"{side}_elbow", goal, min=0.1 + float(np.linalg.norm(goal)) * 0.3)
    if choice == 2:
        return Keep("head_top", axis=(0, 1, 0), direction=(0, 1, 0), angle=float(rng.uniform(0.1, 0.6)))
    return Keep("pelvis", rest.position("pelvis"), max=float(rng.uniform(0.05, 0.3)))


def _held(pose: Pose, site: str) -> Task:
    return Hold(site, frame=pose.frame(site))


@cache
def _human(stature: float, sex: str, hands: bool) -> Figure:
    return poise.human(stature=stature, sex=sex, hands=hands)


@cache
def _animal(name: str) -> Figure:
    figure: Figure = getattr(poise.figures, name)()
    return figure


@cache
def _robot(file: Path) -> Figure:
    figure = Figure.load(file)
    segments = list(figure.segments)
    for segment in segments[len(segments) // 3 :: max(1, len(segments) // 6)]:
        figure = figure.with_site(Site(f"on {segment}", segment))
    return figure


@cache
def _hinge_tree(seed: int) -> Figure:
    """Ten hinges of a trunk, then four branches of ten, axes and lengths at random."""
    rng, axes = np.random.default_rng(seed), np.eye(3)
    segments, joints, sites = [Segment("base", mass=1.0)], [Joint("ground", "fixed", None, "base")], []
    for branch in range(5):
        parent = "base" if branch == 0 else "s0_9"
        for i in range(10):
            name = f"s{branch}_{i}"
            segments.append(Segment(name, mass=0.5))
            limit = Range(-float(rng.uniform(0.1, 0.8)), float(rng.uniform(0.1, 0.8)))
            offset = (0.0, 0.0, 0.0) if parent == "base" else tuple(rng.normal(size=3) * 0.02 + [0.0, 0.1, 0.0])
            there, axis = Placement(offset), axes[rng.integers(3)]
            joints.append(Joint(f"j{name}", "hinge", parent, name, placement=there, axis=axis, limits={"angle": limit}))
            parent = name
        sites.append(Site(f"tip{branch}", parent))
    return Figure("hinges", segments, joints, sites=sites)
