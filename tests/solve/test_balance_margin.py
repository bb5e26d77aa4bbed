"""A balance without a written margin keeps a centimetre; old files keep none, narrow soles keep what they have."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial import ConvexHull

import poise
from poise.figure.marks import Sole

HUMAN = poise.human()
REST = HUMAN.rest()
FEET = [poise.Hold("left_foot"), poise.Hold("right_foot")]
FAR = poise.Reach("right_hand", (-0.2, 1.2, 1.5))


def room(pose: poise.Pose) -> float:
    """Distance (m) of the centre of mass from the hull of all sole corners, by scipy; negative outside."""
    corners = []
    for sole in pose.figure.soles.values():
        T = pose.segment_frame(sole.segment)
        corners += [(T[:3, :3] @ np.array(p) + T[:3, 3])[[0, 2]] for p in sole.outline]
    equations = ConvexHull(np.array(corners)).equations
    return -float((equations[:, :2] @ pose.center_of_mass[[0, 2]] + equations[:, 2]).max())


@pytest.mark.parametrize(
    ("balance", "least"), [(poise.Balance(), 0.01), (poise.Balance(0.0), 0.0), (poise.Balance(0.03), 0.03)]
)
def test_a_reach_too_far_leans_up_to_the_margin(balance: poise.Balance, least: float) -> None:
    pose = poise.solve(REST, [FEET, balance, FAR]).pose
    assert room(pose) == pytest.approx(least, abs=2e-4)


def test_supports_of_the_solve_keep_it_as_well() -> None:
    supports = [poise.Support("left_foot"), poise.Support("right_foot")]
    solution = poise.solve(REST, [FEET, poise.Balance(), FAR], supports=supports)
    statics = poise.statics(solution.pose, supports=supports)
    assert statics.margin == pytest.approx(0.01, abs=3e-3)  # the planes may be 2 mm inside a curved edge
    assert statics.margin >= 0.0099
    assert solution.task("balance").wanted == (0.01,)


def narrow(width: float) -> poise.Pose:
    """Someone on one blade of that width (m)."""
    blade = Sole("blade", "left_foot", tuple((x, -0.086, z) for x, z in ((0, 0), (width, 0), (width, 0.2), (0, 0.2))))
    plain = HUMAN._edited(soles=[blade], mirror=None)
    pose = plain.rest()
    T = pose.segment_frame("left_foot")
    low = min((T[:3, :3] @ np.array(p) + T[:3, 3])[1] for p in blade.outline)
    return pose.with_joints({"root.y": pose["root"].y - low})


@pytest.mark.parametrize(("width", "kept"), [(0.05, 0.01), (0.021, 0.01), (0.019, 0.0), (0.004, 0.0)])
def test_soles_narrower_than_two_centimetres_keep_what_they_have(width: float, kept: float) -> None:
    solution = poise.solve(narrow(width), [poise.Hold("left_foot"), poise.Balance()])
    assert solution.task("balance").wanted == (kept,)
    assert solution.task("balance").met
    with pytest.raises(poise.PoiseError, match="leaves no room"):
        poise.solve(narrow(0.019), [poise.Balance(0.01)])


def test_the_account_says_what_is_left_in_millimetres() -> None:
    solution = poise.solve(REST, [FEET, poise.Balance()])
    line = next(line for line in str(solution).splitlines() if line.startswith("balance"))
    assert "inside >= 10 mm" in line
    assert f"inside {1000 * room(solution.pose):.3g} mm" in line


FILE = """poise: scene
version: {}
figure: human
levels:
  - [hold: {{site: left_foot}}, hold: {{site: right_foot}}]
  - balance: {}
"""


@pytest.mark.parametrize(
    ("version", "balance", "margin"),
    [
        (1, "{}", 0.0),
        (2, "{}", None),
        (1, "{margin: 0.03}", 0.03),
        (2, "{margin: 0}", 0.0),
        (1, "{over: [0, 0, 0]}", None),
    ],
)
def test_files_keep_the_meaning_of_their_time(tmp_path: Path, version: int, balance: str, margin: float | None) -> None:
    path = tmp_path / "scene.yaml"
    path.write_text(FILE.format(version, balance))
    scene = poise.Scene.load(path)
    assert scene.levels[1][0].margin == margin
    scene.save(path)
    assert "version: 2" in path.read_text()
    assert poise.Scene.load(path) == scene


def test_explanations_shrink_the_usual_margin() -> None:
    """What explain finds for the usual margin is what it finds for the same one written."""
    goal = poise.Reach("right_hand", (-0.2, 0.7, 1.25))
    found = []
    for balance in (poise.Balance(), poise.Balance(0.01)):
        finding = poise.solve(REST, [FEET, balance, goal]).explain().findings[0]
        found.append(next(c for c in finding.culprits if c.name == "balance"))
    usual, written = found
    assert usual.residual == pytest.approx(written.residual, abs=1e-9)
    assert (usual.relaxation is None) == (written.relaxation is None)
    if usual.relaxation is not None:
        assert usual.relaxation.words == written.relaxation.words
    assert math.isfinite(usual.residual)


def test_feet_that_slide_on_do_not_make_it_green() -> None:
    """A sole on a surface that nothing holds moves with every step; the account is about where it is in the end."""
    start = poise.human().rest().with_joints({"left_hip": (1, 0, 0), "left_knee": (1.4, 0)})
    floor = [
        poise.tasks.OnSurface("right_foot", poise.tasks.Plane()),
        poise.Orient("right_foot", (0, 1, 0), axis=(0, 1, 0)),
    ]
    levels = [floor, poise.Balance(0.01)]
    solution = poise.solve(start, levels, criteria=[poise.NearPose(start)], max_steps=400)
    asked_again = poise.Session(solution.pose, levels).solution().task("balance")
    assert solution.task("balance").met == asked_again.met
    assert abs(solution.task("balance").residual - asked_again.residual) < 1e-3
