"""The tables of docs/human.md, made from the code they describe; the tests compare them with the page.

Run `python tests/human/human_document.py` in the repository to print them.
"""

from __future__ import annotations

import math

import poise
from poise.people.ansur import FRACTIONS
from poise.people.motion import ROM


def joints() -> str:
    """Every joint of the middle and left side, with what it carries."""
    figure = poise.human(hands=True)
    rows = ["| joint | model | carries | coordinates | at rest |", "|---|---|---|---|---|"]
    for branch in figure.branches:
        joint = branch.joint
        if not joint.name.startswith("right_"):
            rows.append(
                f"| `{joint.name}` | {joint.model} | {branch.segment} | {', '.join(joint.coordinates)} "
                f"| {_rest(figure, joint.name)} |"
            )
    return "\n".join(rows)


def _rest(figure: poise.Figure, joint: str) -> str:
    """The rest pose in degrees."""
    if joint == "root":
        return "feet on y = 0"
    value = figure.rest()[joint]
    values = value if isinstance(value, tuple) else (value,)
    return ", ".join(f"{math.degrees(v):.0f}°".replace("-0°", "0°").replace("-", "−") for v in values)


def ranges() -> str:
    """The ranges of motion."""
    rows = ["| joint | motion | degrees | source |", "|---|---|---|---|"]
    for joint, motions in ROM.items():
        rows += [f"| {joint} | {motion} | {e.degrees:g} | {e.source} |" for motion, e in motions.items()]
    return "\n".join(rows)


def lengths() -> str:
    """The survey's measures in use."""
    rows = ["| measure | men | women |", "|---|---|---|"]
    rows += [f"| {name.replace('_', ' ')} | {m:.4f} | {w:.4f} |" for name, (m, w) in FRACTIONS.items()]
    return "\n".join(rows)


def people() -> str:
    """Some people, as built."""
    rows = ["| call | stature | mass | eyes | shoulder | hip | knee | centre of mass |", "|---" * 8 + "|"]
    for sex in ("female", "male"):
        for percentile in (5, 50, 95):
            pose = poise.human(sex=sex, percentile=percentile).rest()
            heights = [
                pose.position("eyes")[1], pose.joint_frame("left_shoulder")[1, 3], pose.joint_frame("left_hip")[1, 3],
                pose.position("left_knee")[1], pose.center_of_mass[1],
            ]  # fmt: skip
            cells = " | ".join(f"{h:.3f} m" for h in heights)
            stature, mass = pose.position("head_top")[1], pose.figure.mass
            call = f'`human(sex="{sex}", percentile={percentile})`'
            rows.append(f"| {call} | {stature:.3f} m | {mass:.1f} kg | {cells} |")
    return "\n".join(rows)


TABLES = {"joints": joints, "ranges": ranges, "lengths": lengths, "people": people}

if __name__ == "__main__":
    for name, make in TABLES.items():
        print(f"<!-- {name} -->\n{make()}\n<!-- end -->\n")
