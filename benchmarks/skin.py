"""The skin of people against the survey and the masses of their segments; fails when one is missed.

    python benchmarks/skin.py

Girths, breadths and depths are measured on cuts of the mesh and compared with ANSUR II at the 5th, 50th and 95th
percentile; volumes of the parts, cut as de Leva's segments are, times Dempster's densities with the figure's masses.
Then how long a picture of a body takes after the first one.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

import poise
from outlines import Outline, around, outlines
from poise.people.deleva import PAIRED, rows
from poise.people.landmarks import landmarks
from poise.people.person import person

X, Y, Z = np.eye(3)
WHO = [(sex, percentile) for sex in ("male", "female") for percentile in (5, 50, 95)]
SURVEY = {
    # mm: men at 5, 50, 95 %, women at 5, 50, 95 %; arms are measured flexed
    "waist girth": (768, 937, 1131, 710, 852, 1040),
    "waist breadth": (272, 325, 385, 250, 298, 356),
    "waist depth": (188, 234, 300, 169, 209, 271),
    "chest girth": (922, 1056, 1207, 824, 940, 1094),
    "chest breadth": (261, 289, 320, 241, 268, 302),
    "chest depth": (211, 253, 298, 205, 245, 296),
    "buttock girth": (899, 1017, 1149, 901, 1018, 1156),
    "buttock depth": (204, 246, 291, 196, 231, 277),
    "hip breadth": (308, 344, 387, 311, 353, 400),
    "thigh girth": (532, 624, 723, 527, 613, 711),
    "lower thigh girth": (359, 408, 463, 347, 398, 465),
    "calf girth": (346, 392, 443, 328, 372, 423),
    "ankle girth": (206, 228, 254, 193, 215, 242),
    "upper arm girth": (303, 357, 418, 259, 304, 360),
    "forearm girth": (275, 310, 348, 235, 263, 296),
    "wrist girth": (162, 176, 191, 142, 154, 168),
    "neck girth": (360, 395, 443, 302, 328, 363),
    "head girth": (548, 574, 601, 532, 560, 597),
    "head length": (188, 200, 211, 178, 190, 202),
    "head breadth": (146, 154, 163, 140, 147, 156),
}
DENSITY = {
    "head": 1.11, "upper_trunk": 0.92, "middle_trunk": 1.01, "lower_trunk": 1.01, "upper_arm": 1.07, "forearm": 1.13,
    "hand": 1.16, "thigh": 1.05, "shank": 1.09, "foot": 1.10,
}  # fmt: skip
"""kg/l (Dempster 1955, in Winter 2009, table 4.1)."""
HIP_CUT = np.tan(np.radians(37.0))
"""The plane between thigh and trunk goes through the front iliac spine and leans so far from the sagittal plane
(Zatsiorsky and others 1990)."""
HIP_FROM_SPINES = (0.14, 0.30)
"""How far the hip centre is inwards of and below that spine, of the distance between both (Bell and others 1990)."""

GIRTH, BREADTH, LIMB, TRUNK, WHOLE = 0.10, 0.05, 0.05, 0.10, 0.02
"""What may be missing of girths, of breadths and depths, of the mass of limbs, of trunk segments and the head, of the
whole body."""


class Body:
    """One skin, where it was modelled, and what is known of the person."""

    def __init__(self, sex: str, percentile: float) -> None:
        self.figure = poise.human(sex=sex, percentile=percentile)
        self.mesh = poise.body_mesh(self.figure)
        self.person = person(None, sex, percentile, None)
        self.marks = landmarks(self.person)
        self.at = {b.name: frame[:3, 3] for b, frame in zip(self.mesh.bones, self.mesh.bind, strict=True)}

    def cut(self, point: np.ndarray, across: np.ndarray, ahead: np.ndarray) -> list[Outline]:
        return outlines(self.mesh.vertices, self.mesh.triangles, point, across, ahead)

    def level(self, y: float) -> Outline:
        """The trunk or the head, cut level; axes ahead and to the left."""
        return around(self.cut(y * Y, Z, X))

    def across(self, start: str, end: str, t: float) -> Outline:
        """A limb cut across, at `t` of the way between two joints."""
        a, b = self.at[start], self.at[end]
        along = (b - a) / np.linalg.norm(b - a)
        side = np.cross(along, Z) / np.linalg.norm(np.cross(along, Z))
        return around(self.cut(a + t * (b - a), side, np.cross(along, side)))

    def integral(self, start: str, end: str, first: float, last: float) -> float:
        """m³ of a limb between two parts of the way."""
        t = first + (np.arange(24) + 0.5) / 24 * (last - first)
        length = float(np.linalg.norm(self.at[end] - self.at[start]))
        return sum(self.across(start, end, v).area for v in t) * length * (last - first) / 24

    def slab(self, low: float, high: float) -> float:
        return sum(self.level(y).area for y in low + (np.arange(30) + 0.5) / 30 * (high - low)) * (high - low) / 30


def measures(body: Body) -> dict[str, float]:
    """mm, by the names of `SURVEY`."""
    length, hip = body.person.length, body.person.length("trochanterion_height")
    levels = {"waist": body.marks.levels["omphalion"], "chest": length("chest_height") - hip}
    levels["buttock"] = (0.5056 if body.person.sex == "male" else 0.5119) * body.person.stature - hip
    found = {}
    for name, y in levels.items():
        found |= {f"{name} girth": body.level(y).girth, f"{name} depth": body.level(y).span(0)}
        found["hip breadth" if name == "buttock" else f"{name} breadth"] = body.level(y).span(1)
    fold = (0.012 * body.person.stature - body.marks.levels["crotch"]) / body.marks.thigh
    found["thigh girth"] = body.across("left_thigh", "left_shank", fold).girth
    found["lower thigh girth"] = body.across("left_thigh", "left_shank", 0.86).girth
    for name, start, end, low, high, choose in (
        ("calf", "left_shank", "left_foot", 0.15, 0.5, max), ("ankle", "left_shank", "left_foot", 0.6, 0.92, min),
        ("upper arm", "left_upper_arm", "left_forearm", 0.45, 0.7, max),
        ("forearm", "left_forearm", "left_hand", 0.1, 0.4, max),
        ("wrist", "left_forearm", "left_hand", 0.8, 0.98, min), ("neck", "neck", "head", 0.2, 0.8, min),
    ):  # fmt: skip
        found[f"{name} girth"] = choose(body.across(start, end, t).girth for t in np.linspace(low, high, 8))
    brow = body.marks.levels["eyes"] + 0.02 * body.person.stature
    cuts = [body.level(y) for y in np.linspace(brow - 0.01, brow + 0.03, 5)]
    found |= {"head girth": max(c.girth for c in cuts), "head length": max(c.span(0) for c in cuts)}
    found["head breadth"] = max(c.span(1) for c in cuts[1:])
    return {name: 1000 * value for name, value in found.items()}


def volumes(body: Body) -> dict[str, float]:
    """m³ of the parts that de Leva weighs; of the limbs one side."""
    levels, at = body.marks.levels, body.at
    found = {
        "shank": body.integral("left_shank", "left_foot", 0, 1),
        "forearm": body.integral("left_forearm", "left_hand", 0, 1),
    }
    root = body.across("left_upper_arm", "left_forearm", 0.3).area  # nearer to the shoulder a cut meets the chest
    length = float(np.linalg.norm(at["left_forearm"] - at["left_upper_arm"]))
    found["upper_arm"] = 0.3 * length * root + body.integral("left_upper_arm", "left_forearm", 0.3, 1)
    found["hand"] = beyond(body, at["left_hand"], at["left_hand"] - at["left_forearm"], 0.9)
    found["foot"] = beyond(body, at["left_foot"], np.array([0.0, -body.marks.ankle_height, 0.0]), 1.0)
    found["thigh"], found["lower_trunk"] = hips(body)
    found["middle_trunk"] = body.slab(levels["omphalion"], levels["xiphion"])
    found["head"] = body.slab((levels["cervicale"] + levels["suprasternale"]) / 2, levels["vertex"] - 1e-3)
    rest = sum(v * (2 if name in PAIRED else 1) for name, v in found.items())
    return found | {"upper_trunk": body.mesh.volume - rest}


def beyond(body: Body, start: np.ndarray, way: np.ndarray, part: float) -> float:
    """m³ of all that lies near a line that goes on from a joint."""
    length = float(np.linalg.norm(way))
    along = way / length
    side = np.cross(along, Z) / np.linalg.norm(np.cross(along, Z))
    total = 0.0
    for t in (np.arange(24) + 0.5) / 24 * part:
        curves = body.cut(start + t * way, side, np.cross(along, side))
        middles = [np.abs(c.points.mean(axis=0)) for c in curves]
        total += sum(c.area for c, m in zip(curves, middles, strict=True) if m[0] < 0.1 and m[1] < 0.25)
    return total * length * part / 24


def hips(body: Body) -> tuple[float, float]:
    """m³ of a thigh and of the lower trunk."""
    low, high = -body.marks.thigh, body.marks.levels["omphalion"]
    spines = body.marks.joints["hip"][0] / (0.5 - HIP_FROM_SPINES[0])  # apart
    middle = HIP_FROM_SPINES[1] * spines - spines / 2 / HIP_CUT  # where the planes of both sides meet
    step, thigh, trunk = (high - low) / 60, 0.0, 0.0
    for y in low + (np.arange(60) + 0.5) * step:
        curves = [c for c in body.cut(y * Y, Z, X) if abs(c.points[:, 1].mean()) < 0.2]
        outside = sum(c.clipped((0.0, 1.0), max(0.0, y - middle) * HIP_CUT).area for c in curves)
        thigh, trunk = thigh + step * outside, trunk + step * (sum(c.area for c in curves) - 2 * outside)
    return thigh, trunk


class Item(NamedTuple):
    """What was found on a body, what is wanted, and how much of it may be missing."""

    found: float
    wanted: float
    allowed: float

    @property
    def off(self) -> float:
        """As a part of what is wanted."""
        return self.found / self.wanted - 1

    @property
    def cell(self) -> str:
        """For a table; a star where too much is missing."""
        return f"{self.found:7.4g} /{self.wanted:6.4g} {self.off:+6.1%}{'*' if abs(self.off) > self.allowed else ' '}"


def compared(body: Body, number: int) -> dict[str, Item]:
    """Sizes in mm and masses in kg of the body that is `number` in `WHO`."""
    sizes = measures(body)
    items = {n: Item(sizes[n], w[number], GIRTH if "girth" in n else BREADTH) for n, w in SURVEY.items()}
    masses = {part: 1000 * DENSITY[part] * v for part, v in volumes(body).items()}
    for part, mass in masses.items():
        items[part] = Item(mass, rows(body.person.sex)[part].mass * body.figure.mass, LIMB if part in PAIRED else TRUNK)
    whole = sum(mass * (2 if part in PAIRED else 1) for part, mass in masses.items())
    return items | {"whole body": Item(whole, body.figure.mass, WHOLE)}


PICTURE = 0.2
"""s of the processor: what a picture may take, drawn and written, once there was one (median of nine)."""


def drawing() -> float:
    """s of the processor that a picture of a pose takes which was never drawn before, on disk."""
    human, rng, taken = poise.human(), np.random.default_rng(), list[float]()
    with TemporaryDirectory() as folder:
        for _ in range(10):
            pose, began = human.random(rng), time.process_time()
            pose.plot().save(Path(folder) / "pose.png")
            taken.append(time.process_time() - began)
    return float(np.median(taken[1:]))


def main() -> int:
    """Print the table; how many cells miss what is allowed."""
    print(f"{'':18}" + "".join(f"{sex[0] + ' ' + str(p) + ' %':>24}" for sex, p in WHO))
    bodies = [compared(Body(*who), i) for i, who in enumerate(WHO)]
    for name in bodies[0]:
        print(f"{name:18}" + "".join(f"{items[name].cell:>24}" for items in bodies))
    missed = sum(abs(item.off) > item.allowed for items in bodies for item in items.values())
    print(
        f"{missed} of {sum(map(len, bodies))} outside: girths {GIRTH:.0%}, breadths and depths {BREADTH:.0%}, ", end=""
    )
    print(f"limbs {LIMB:.0%}, trunk and head {TRUNK:.0%}, whole body {WHOLE:.0%}")
    seconds = drawing()
    print(f"a picture after the first {seconds:.3f} s, {'kept' if seconds < PICTURE else 'MISSED'}: {PICTURE} s")
    return missed + (seconds >= PICTURE)


if __name__ == "__main__":
    sys.exit(main() > 0)
