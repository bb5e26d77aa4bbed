"""MJCF import: a MuJoCo model, as a figure.

| MJCF | here |
|---|---|
| hinge, slide, ball, free joints, `freejoint` | the same; `pos`, `ref`, several joints on one body included |
| limited range | range; of a ball joint: a swing cone and a twist range of that angle (see `ball_limits`) |
| body without joints | merged into its parent, kept as a site |
| body, site | sites |
| one top body that floats | it is the root, with a free base; anything else: a fixed root segment "world" |
| geoms | sphere, capsule, cylinder, ellipsoid, box become shapes; the world's own geoms are scenery, not body |
| geoms with a mesh, of groups 0 to 2 | what the figure is drawn with (`figure.character`), in their colours |
| inertial, or geoms with mass or density | mass, centre, inertia, by the compiler's settings; meshes are read for it |
| equality joint, equality tendon (fixed) | equality couplings; left out with a warning if curved or out of reach |
| fixed tendon with limits | an inequality coupling |
| keyframes | postures; one called "rest" is the rest pose, which is the file's own pose otherwise |
| option gravity | gravity, none if its flag says so; along −y it also says that the file is Y-up already |

Frames (`<frame>`), default classes, all five orientation spellings, `<include>` and `<replicate>` are read. Actuators,
sensors, contacts, connect and weld equalities, spatial tendons, damping and springs say nothing about the figure and
are ignored; `composite`, `flexcomp` and `attach` would add bodies and are refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from poise.figure.check import Vec3
from poise.figure.placement import IDENTITY, Placement
from poise.io.mjcf.bodies import BodyReader
from poise.io.mjcf.couplings import read_couplings
from poise.io.mjcf.defaults import read_compiler, read_defaults
from poise.io.mjcf.frame import quaternion_wxyz
from poise.io.mjcf.include import with_includes
from poise.io.mjcf.meshes import Meshes
from poise.io.mjcf.replicate import with_replicas
from poise.io.robot.assemble import coordinates
from poise.io.robot.robot import Robot, RobotBody
from poise.io.text.names import unique
from poise.io.text.xml_read import Element

GRAVITY: Vec3 = (0.0, 0.0, -9.81)


def read_mjcf(root: Element, path: Path | str) -> Robot:
    """The robot in a parsed MJCF file whose root element is `root`."""
    root = with_includes(root, Path(path))
    compiler, defaults = read_compiler(root), read_defaults(root)
    root = with_replicas(root, compiler)
    bodies = BodyReader(root, compiler, defaults, Meshes(root, Path(path), compiler, defaults)).bodies
    _scale_mass(bodies, compiler.settotalmass)
    tops = [b for b in bodies if b.parent == bodies[0].name]
    floats = len(tops) == 1 and _is_free(tops[0])
    rest = {} if floats else _loose(tops)
    postures = _keyframes(root, bodies)
    postures["rest"] = {**rest, **postures.get("rest", {})}
    gravity, up = _gravity(root)
    return Robot(
        "MJCF",
        root.attributes.get("model", "").strip() or Path(path).stem,
        str(path),
        bodies[1:] if floats else bodies,
        gravity,
        up,
        fixed=not floats,
        couplings=read_couplings(root, compiler, defaults, bodies),
        postures=postures,
        soft=True,
    )


def _is_free(body: RobotBody) -> bool:
    return bool(body.joints) and body.joints[0].model == "free"


def _scale_mass(bodies: list[RobotBody], total: float) -> None:
    """`settotalmass`: all masses and inertias by one factor."""
    found = sum(mass for body in bodies for mass, _, _ in body.parts)
    if total > 0 and found > 0:
        for body in bodies:
            body.parts = [(m * total / found, c, i * (total / found)) for m, c, i in body.parts]


def _loose(tops: list[RobotBody]) -> dict[str, tuple[float, ...]]:
    """Where several bodies float at first: MuJoCo's free coordinates are placements in the world."""
    rest = {}
    for body in tops:
        if _is_free(body):
            rest[body.joints[0].name] = coordinates(body.placement)
            body.placement = Placement()
    return rest


def _gravity(root: Element) -> tuple[Vec3, Literal["y", "z"]]:
    """Gravity, none where a flag switches it off, and the axis that points up."""
    gravity, on = GRAVITY, True
    for option in root.all("option"):
        gravity = option.vector("gravity", gravity)
        for flag in option.all("flag"):
            on = flag.choice("gravity", "enable" if on else "disable", ("disable", "enable")) == "enable"
    up: Literal["y", "z"] = "y" if -gravity[1] > max(abs(gravity[0]), abs(gravity[2])) else "z"
    return gravity if on else (0.0, 0.0, 0.0), up


def _keyframes(root: Element, bodies: list[RobotBody]) -> dict[str, dict[str, tuple[float, ...]]]:
    """Keys that set joints. One without a name is called by its place among all keys."""
    postures: dict[str, dict[str, tuple[float, ...]]] = {}
    for number, key in enumerate(key for section in root.all("keyframe") for key in section.all("key")):
        if "qpos" in key.attributes:
            name = unique(key.attributes.get("name", "").strip() or f"key_{number}", postures)
            postures[name] = _posture(key, bodies)
    return postures


def _posture(key: Element, bodies: list[RobotBody]) -> dict[str, tuple[float, ...]]:
    """MuJoCo's qpos: joints in file order; free ones position and w x y z, ball ones w x y z, zeros for no turn."""
    joints = [joint for body in bodies for joint in body.joints]
    sizes = {"free": 7, "ball": 4}
    values = key.exactly("qpos", sum(sizes.get(j.model, 1) for j in joints)) or []
    posture: dict[str, tuple[float, ...]] = {}
    for joint in joints:
        count = sizes.get(joint.model, 1)
        own, values = values[:count], values[count:]
        turn = () if count == 1 else quaternion_wxyz(own[-4:], key) if any(own[-4:]) else IDENTITY
        posture[joint.name] = (*own[:3], *turn) if count == 7 else turn or tuple(own)
    return posture
