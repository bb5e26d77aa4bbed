"""Frozen bodies in mujoco: who is called balanced stays, who is not falls, by how far inside the edge the weight is.

A body in some pose is made rigid, put on the corners of its soles and let go for two seconds. "Balanced" promises that
forces exist, not that they will be found by a stiff body on slightly soft ground: so near the edge, and where more than
80 % of the friction is used, either may happen. The table shows both; what is clearly inside must stay, what is clearly
outside must fall.
"""

from __future__ import annotations

from itertools import pairwise

import mujoco
import numpy as np

import poise
from verify.bodies import body, inside
from verify.stances import Stance
from verify.tally import Tally, progress, scaled

SECONDS, STEP = 2.0, 0.002
FALLEN = np.radians(5.0)
"""Tilt after which a body has fallen; one that stands tilts by less than a tenth of it."""
SLID = 0.02
"""m that a body may creep: contacts of mujoco give way a little under friction."""
CLEAR = 0.008
"""m inside or outside of the edge at which there is no doubt; ground and corners give way by about a millimetre."""
GRIP = 0.8
"""The share of the friction up to which a body surely stays."""
EDGES = (-np.inf, -0.05, -0.02, -CLEAR, 0.0, CLEAR, 0.02, 0.05, np.inf)


def run(rng: np.random.Generator, size: float) -> Tally:
    tally = Tally()
    seen: list[tuple[float, float, bool, bool]] = []
    for number in progress(range(scaled(250, size)), "standing"):
        asked = standing(rng)
        report = asked.report()
        stays = simulated(asked)
        margin, slip = report.margin, max((s.slip or 0.0 for s in report.supports), default=0.0)
        if margin is None:
            continue
        tally.cases += 1
        seen.append((margin, slip, bool(report.balanced), stays))
        name = f"body {number}: margin {1e3 * margin:.1f} mm, {slip:.0%} of the grip used, {asked.forces}"
        if report.balanced and margin > CLEAR and slip < GRIP and not stays:
            tally.fail("called balanced, and fell", name)
        if not report.balanced and margin < -CLEAR and stays:
            tally.fail("called not balanced, and stayed", name)
        if report.balanced != (margin >= 0.0) and abs(margin) > 1e-3:
            tally.fail("balanced and margin disagree", name)
    table(tally, seen)
    return tally


def table(tally: Tally, seen: list[tuple[float, float, bool, bool]]) -> None:
    tally.say(f"{'margin (mm)':<16}{'balanced':>10}{'stays':>8}{'falls':>8}   of those that fall, grip used over 80 %")
    for low, high in pairwise(EDGES):
        some = [s for s in seen if low <= s[0] < high]
        falls = [s for s in some if not s[3]]
        span = f"{1e3 * low:>6.0f} … {1e3 * high:.0f}"
        gripping = sum(s[1] > GRIP for s in falls)
        tally.say(f"{span:<16}{sum(s[2] for s in some):>10}{len(some) - len(falls):>8}{len(falls):>8}{gripping:>8}")


def standing(rng: np.random.Generator) -> Stance:
    """A person who leans somewhere above feet that stand flat on the floor; a third hold or are given something."""
    figure = body("human")
    rest = figure.rest()
    over = rest.center_of_mass + rng.normal(size=3) * (0.10, 0.0, 0.10)
    hand = rest.position("right_hand") + rng.normal(0.0, 0.3, 3)
    feet = [poise.Hold(name) for name in ("left_foot", "right_foot", "left_toe", "right_toe")]
    start = inside(figure, rng, 0.3)
    start = start.with_joints({figure.base.name: rest.coordinates[figure.coordinate_slice(figure.base.name)]})
    wanted = [poise.Hold(hold.site, frame=rest.frame(hold.site)) for hold in feet]
    pose = poise.solve(start, [wanted, poise.CenterOfMass(over), poise.Reach("right_hand", hand)], criteria=()).pose
    friction = float(rng.uniform(0.3, 1.0))
    forces = []
    if (kind := rng.random()) < 0.15:
        forces = [poise.Weight("right_hand", float(rng.uniform(1.0, 10.0)))]
    elif kind < 0.35:
        forces = [poise.Force("chest", rng.normal(size=3) * (30.0, 5.0, 30.0))]
    return Stance(pose, forces, [poise.Support(name, friction=friction) for name in figure.soles])


def model_of(asked: Stance) -> mujoco.MjModel:
    """The body as one lump with its own mass and inertia, small balls at the corners of its soles, and a floor."""
    pose, points = asked.pose, asked.contacts()
    low = min(contact.point[1] for contact in points)
    center, mass, inertia = pose.center_of_mass, pose.figure.mass, pose.inertia()
    full = " ".join(map(repr, map(float, inertia[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]])))
    friction = asked.supports[0].friction
    balls = "".join(
        f'<geom type="sphere" size="0.001" pos="{" ".join(map(repr, map(float, contact.point - center)))}" mass="0"/>'
        for contact in points
        if contact.point[1] < low + 0.002
    )
    return mujoco.MjModel.from_xml_string(f"""
        <mujoco>
          <option gravity="0 -9.81 0" timestep="{STEP}" cone="elliptic" impratio="10"/>
          <default><geom friction="{friction} 0 0" condim="3" solref="0.01 1"/></default>
          <worldbody>
            <geom type="plane" size="5 5 0.1" pos="0 {low - 0.001} 0" zaxis="0 1 0"/>
            <body pos="{" ".join(map(repr, map(float, center)))}">
              <freejoint/>
              <inertial pos="0 0 0" mass="{mass}" fullinertia="{full}"/>
              {balls}
            </body>
          </worldbody>
        </mujoco>""")


def simulated(asked: Stance) -> bool:
    """Whether the frozen body still stands after two seconds, with its loads where they act."""
    model = model_of(asked)
    data = mujoco.MjData(model)
    center = asked.pose.center_of_mass
    loads = [(point - center, force, torque) for _, point, force, torque in asked.loads()]
    for _ in range(round(SECONDS / STEP)):
        R = data.xmat[1].reshape(3, 3) if data.time > 0 else np.eye(3)
        if R[1, 1] < np.cos(FALLEN):
            return False
        data.xfrc_applied[1] = 0.0
        for arm, force, torque in loads:
            data.xfrc_applied[1, :3] += force
            data.xfrc_applied[1, 3:] += np.cross(R @ arm, force) + torque
        mujoco.mj_step(model, data)
    moved = data.qpos[:3] - center
    return bool(np.hypot(moved[0], moved[2]) < SLID)
