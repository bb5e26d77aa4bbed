"""The figure that the peers can all read: a human of 44 hinges on a free base, and one arm of it, as URDF and MJCF.

x forward, y left, z up. Every hinge has a range; three hinges in a row make a shoulder, a hip, a piece of the back.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import radians

Vec = tuple[float, float, float]
AXES = {"x": "1 0 0", "y": "0 1 0", "z": "0 0 1"}


@dataclass(frozen=True)
class Hinge:
    """Turns about `axis` of the parent; range in radians."""

    name: str
    axis: str
    low: float
    high: float


@dataclass(frozen=True)
class Body:
    """`offset`: from the parent's origin. `inertia`: diagonal, about the centre of mass."""

    name: str
    parent: str | None
    offset: Vec
    hinges: tuple[Hinge, ...]
    mass: float
    center: Vec
    inertia: Vec


def spine(name: str, parent: str, offset: float, mass: float, center: float, degrees: Vec) -> Body:
    """A stiff piece of the back; it bends forward further than backward."""
    x, y, z = (radians(d) for d in degrees)
    hinges = (Hinge(f"{name}_x", "x", -x, x), Hinge(f"{name}_y", "y", -0.6 * y, y), Hinge(f"{name}_z", "z", -z, z))
    return Body(name, parent, (0, 0, offset), hinges, mass, (0, 0, center), (0.05, 0.05, 0.05))


def side(name: str, left: int) -> list[Body]:
    """Arm and leg of one side; `left` is 1 or −1. Ranges about x and z are mirrored."""

    def hinge(joint: str, axis: str, low: float, high: float) -> Hinge:
        if left < 0 and axis != "y":
            low, high = -high, -low
        return Hinge(f"{name}_{joint}", axis, radians(low), radians(high))

    shoulder = (hinge("sh_y", "y", -170, 60), hinge("sh_x", "x", -20, 150), hinge("sh_z", "z", -70, 80))
    wrist = (hinge("forearm_roll", "z", -80, 80), hinge("wrist_x", "x", -25, 35), hinge("wrist_y", "y", -70, 70))
    hip = (hinge("hip_y", "y", -120, 25), hinge("hip_x", "x", -25, 45), hinge("hip_z", "z", -40, 45))
    clavicle = (hinge("clav_z", "z", -15, 20), hinge("clav_x", "x", -8, 30))
    ankle = (hinge("ankle_y", "y", -30, 50), hinge("ankle_x", "x", -25, 25))
    elbow, knee, toe = (hinge("elbow", "y", -145, 0),), (hinge("knee", "y", 0, 145),), (hinge("toe", "y", -50, 20),)
    collar, arm, fore, hand, thigh, shank, foot, toes = (
        f"{name}_{part}" for part in ("clavicle", "upperarm", "forearm", "hand", "thigh", "shank", "foot", "toe")
    )
    return [
        Body(collar, "chest", (0, 0.03 * left, 0.17), clavicle, 0.8, (0, 0.08 * left, 0), (0.003, 0.003, 0.003)),
        Body(arm, collar, (0, 0.15 * left, 0), shoulder, 2.0, (0, 0, -0.14), (0.015, 0.015, 0.003)),
        Body(fore, arm, (0, 0, -0.30), elbow, 1.2, (0, 0, -0.11), (0.007, 0.007, 0.001)),
        Body(hand, fore, (0, 0, -0.26), wrist, 0.5, (0, 0, -0.07), (0.001, 0.001, 0.0005)),
        Body(thigh, "pelvis", (0, 0.09 * left, -0.05), hip, 8.5, (0, 0, -0.18), (0.13, 0.13, 0.03)),
        Body(shank, thigh, (0, 0, -0.42), knee, 3.5, (0, 0, -0.18), (0.045, 0.045, 0.006)),
        Body(foot, shank, (0, 0, -0.41), ankle, 1.0, (0.05, 0, -0.04), (0.002, 0.004, 0.004)),
        Body(toes, foot, (0.13, 0, -0.05), toe, 0.2, (0.03, 0, 0), (0.0002, 0.0002, 0.0002)),
    ]


NECK = (
    Hinge("neck_z", "z", radians(-70), radians(70)),
    Hinge("neck_y", "y", radians(-50), radians(50)),
    Hinge("neck_x", "x", radians(-35), radians(35)),
)
BODIES = [
    Body("pelvis", None, (0, 0, 0), (), 11.0, (0, 0, 0.02), (0.09, 0.08, 0.09)),
    spine("lumbar", "pelvis", 0.10, 8.0, 0.06, (20, 40, 15)),
    spine("thorax", "lumbar", 0.12, 8.0, 0.06, (15, 25, 15)),
    spine("chest", "thorax", 0.13, 10.0, 0.09, (15, 20, 20)),
    Body("neck", "chest", (0, 0, 0.22), NECK, 5.5, (0.02, 0, 0.16), (0.03, 0.03, 0.02)),
    *side("left", 1),
    *side("right", -1),
]
SITES: dict[str, tuple[str, Vec]] = {
    "left_sole": ("left_foot", (0, 0, -0.07)),
    "right_sole": ("right_foot", (0, 0, -0.07)),
    "left_palm": ("left_hand", (0, 0, -0.09)),
    "right_palm": ("right_hand", (0, 0, -0.09)),
    "gaze": ("neck", (0.09, 0, 0.20)),
}
_LEFT_ARM = {h.name: h for b in BODIES if b.name in ("left_upperarm", "left_forearm", "left_hand") for h in b.hinges}
_OFFSETS = {"left_elbow": -0.30, "left_forearm_roll": -0.26}
ARM = [(h, (0.0, 0.0, _OFFSETS.get(name, 0.0))) for name, h in _LEFT_ARM.items()]
"""The left arm from the shoulder on, alone: seven hinges on a fixed base, 0.65 m to the palm."""
ARM_TIP = (0.0, 0.0, -0.09)

KNEES_BENT = {"knee": 0.3, "hip_y": -0.15, "ankle_y": -0.15, "elbow": -0.5}
START = {f"{s}_{joint}": angle for s in ("left", "right") for joint, angle in KNEES_BENT.items()}
START |= {"left_sh_x": 0.15, "right_sh_x": -0.15}
"""Where solves start: standing, knees and elbows a little bent. Soles flat; the rest is zero."""


def numbers(values: Vec) -> str:
    return " ".join(f"{v:.6g}" for v in values)


def urdf_joint(name: str, parent: str, child: str, at: Vec, hinge: Hinge | None = None) -> str:
    kind = "fixed" if hinge is None else "revolute"
    lines = [f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>']
    lines.append(f'<origin xyz="{numbers(at)}"/>')
    if hinge is not None:
        lines.append(f'<axis xyz="{AXES[hinge.axis]}"/>')
        lines.append(f'<limit lower="{hinge.low:.9g}" upper="{hinge.high:.9g}" effort="300" velocity="20"/>')
    return "".join(lines) + "</joint>"


def urdf_link(name: str, body: Body | None = None) -> str:
    if body is None:
        return f'<link name="{name}"/>'
    x, y, z = body.inertia
    inertia = f'<inertia ixx="{x:g}" iyy="{y:g}" izz="{z:g}" ixy="0" ixz="0" iyz="0"/>'
    matter = f'<origin xyz="{numbers(body.center)}"/><mass value="{body.mass:g}"/>{inertia}'
    return f'<link name="{name}"><inertial>{matter}</inertial></link>'


def human_urdf() -> str:
    """The human; links without mass stand between the hinges of one joint."""
    lines = []
    for body in BODIES:
        parent, at = body.parent, body.offset
        for hinge in body.hinges[:-1]:
            lines += [urdf_link(f"{hinge.name}_link"), urdf_joint(hinge.name, parent, f"{hinge.name}_link", at, hinge)]
            parent, at = f"{hinge.name}_link", (0, 0, 0)
        lines.append(urdf_link(body.name, body))
        if parent is not None:
            lines.append(urdf_joint(body.hinges[-1].name, parent, body.name, at, body.hinges[-1]))
    for site, (carrier, at) in SITES.items():
        lines += [urdf_link(site), urdf_joint(f"{site}_fix", carrier, site, at)]
    return "\n".join(['<robot name="human50">', *lines, "</robot>"])


def arm_urdf() -> str:
    lines, parent = [urdf_link("base")], "base"
    for number, (hinge, at) in enumerate(ARM, 1):
        matter = Body(f"l{number}", parent, at, (hinge,), 1.0, (0, 0, -0.1), (0.01, 0.01, 0.01))
        lines += [urdf_link(matter.name, matter), urdf_joint(hinge.name, parent, matter.name, at, hinge)]
        parent = matter.name
    lines += [urdf_link("tip"), urdf_joint("tip_fix", parent, "tip", ARM_TIP)]
    return "\n".join(['<robot name="arm7">', *lines, "</robot>"])


def human_mjcf() -> str:
    def written(body: Body) -> str:
        at = body.offset if body.parent is not None else (0, 0, 0.95)
        lines = [f'<body name="{body.name}" pos="{numbers(at)}">']
        if body.parent is None:
            lines.append('<freejoint name="root"/>')
        for h in body.hinges:
            about = f'axis="{AXES[h.axis]}" range="{h.low:.9g} {h.high:.9g}"'
            lines.append(f'<joint name="{h.name}" type="hinge" {about}/>')
        matter = f'mass="{body.mass:g}" diaginertia="{numbers(body.inertia)}"'
        lines.append(f'<inertial pos="{numbers(body.center)}" {matter}/>')
        lines += [f'<site name="{s}" pos="{numbers(p)}"/>' for s, (b, p) in SITES.items() if b == body.name]
        lines += [written(b) for b in BODIES if b.parent == body.name]
        return "\n".join([*lines, "</body>"])

    settings = '<compiler angle="radian" autolimits="true"/>'
    return f'<mujoco model="human50">{settings}<worldbody>{written(BODIES[0])}</worldbody></mujoco>'
