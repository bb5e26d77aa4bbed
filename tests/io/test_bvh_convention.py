"""What BVH files do not say: unit, up axis and rest pose are found, said, and can be given."""

from __future__ import annotations

import numpy as np
import pytest
from bvh_files import GOOD

import poise

UP = {"x": 0, "y": 1, "z": 2}


def person(stature: float = 1.75, up: str = "y", *, leap: bool = False, frames: int = 8) -> str:
    """A stick man of a stature in file units, whose zero pose is upright along an axis; he bends his arms a little."""
    along = UP[up[-1]]
    sign = -1.0 if up[0] == "-" else 1.0
    across = 0 if along else 1

    def way(side: float, height: float) -> str:
        v = np.zeros(3)
        v[along], v[across] = sign * height * stature, side * stature
        return " ".join(f"{x:.6f}" for x in v)

    rotation = "CHANNELS 3 Zrotation Xrotation Yrotation"
    lines = ["HIERARCHY", "ROOT Hips {", f"OFFSET {way(0, 0)}"]
    lines.append("CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation")
    for side, name in ((0.05, "Left"), (-0.05, "Right")):
        lines += [f"JOINT {name}Leg {{ OFFSET {way(side, -0.03)} {rotation}"]
        lines += [f"JOINT {name}Foot {{ OFFSET {way(0, -0.48)} {rotation} End Site {{ OFFSET {way(0, -0.04)} }} }} }}"]
    lines += [f"JOINT Chest {{ OFFSET {way(0, 0.25)} {rotation}"]
    lines += [f"JOINT Head {{ OFFSET {way(0, 0.1)} {rotation} End Site {{ OFFSET {way(0, 0.1)} }} }}"]
    for side, name in ((1.0, "Left"), (-1.0, "Right")):
        lines += [f"JOINT {name}Arm {{ OFFSET {way(side * 0.1, 0.05)} {rotation}"]
        lines += [
            f"JOINT {name}Hand {{ OFFSET {way(side * 0.33, 0)} {rotation}",
            f"End Site {{ OFFSET {way(side * 0.1, 0)} }} }} }}",
        ]
    lines += ["} }", "MOTION", f"Frames: {frames}", "Frame Time: 0.02"]
    for k in range(frames):
        arm = 0.0 if leap and k == 0 else 60.0 * leap + k
        row = np.zeros(6 + 3 * 10)
        row[6 + 3 * 6], row[6 + 3 * 8] = -arm, arm  # about Z of LeftArm and RightArm
        lines.append(" ".join(f"{x:g}" for x in row))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("name", "metres"), [("m", 1.0), ("cm", 0.01), ("mm", 0.001), ("inch", 0.0254), ("cmu", 0.0254 / 0.45)]
)
@pytest.mark.parametrize("stature", [1.45, 1.75, 2.0])
def test_the_unit_is_found_by_the_size_of_people(write, name, metres, stature):
    motion = poise.Motion.load(write(person(stature / metres), "man.bvh"))
    assert motion.notes[0].startswith(f"unit: {name}, in which the figure is about ")
    height = np.ptp([motion.figure.pose("zero").position(s)[1] for s in motion.figure.sites])
    assert height == pytest.approx(stature, rel=1e-6)


def test_a_size_that_nobody_has_is_said_to_be_a_guess(write):
    assert "a guess" in poise.Motion.load(write(person(8.0), "giant.bvh")).notes[0]
    point = GOOD.replace("0.0 10.0 0.0", "0 0 0").replace("0.0 5.0 0.0", "0 0 0")
    assert "no length to tell" in poise.Motion.load(write(point, "point.bvh")).notes[0]


@pytest.mark.parametrize("up", ["x", "-x", "y", "-y", "z", "-z"])
def test_up_is_where_the_head_is(write, up):
    path = write(person(1.75, up), "man.bvh")
    motion = poise.Motion.load(path)
    assert motion.notes[1] == f"up: {up}, where the head is above the feet in the motion"
    for pose in (motion[0], motion.figure.rest()):
        way = pose.position("Head") - pose.position("LeftFoot")
        assert way[1] > 0.9 * np.linalg.norm(way)
    kept = poise.Motion.load(path, axes="keep")
    way = kept[0].position("Head") - kept[0].position("LeftFoot")
    assert abs(way[UP[up[-1]]]) > 0.9 * np.linalg.norm(way)
    down = np.array(kept.figure.gravity)
    assert down @ way < -0.9 * 9.81 * np.linalg.norm(way)


def test_somebody_who_lies_down_does_not_turn_the_world(write):
    """The zero pose stands along y; in the motion the figure lies along z."""
    text = person(1.75)
    head, _, rows = text.partition("Frame Time: 0.02\n")
    lying = "\n".join(" ".join([*row.split()[:4], "90", *row.split()[5:]]) for row in rows.splitlines())
    motion = poise.Motion.load(write(f"{head}Frame Time: 0.02\n{lying}\n", "lying.bvh"))
    assert motion.notes[1] == "up: y, where the head is above the feet in the zero pose"


def test_bones_in_a_row_along_x_do_not_turn_the_world(write):
    """The zero pose lies along x, as in LAFAN1; in the motion the figure stands along y."""
    text = person(1.75, "x")
    head, _, rows = text.partition("Frame Time: 0.02\n")
    standing = "\n".join(" ".join([*row.split()[:3], "90", *row.split()[4:]]) for row in rows.splitlines())
    motion = poise.Motion.load(write(f"{head}Frame Time: 0.02\n{standing}\n", "row.bvh"))
    assert motion.notes[1] == "up: y, where the head is above the feet in the motion"


def test_turning_moves_nothing_but_the_base(write):
    path = write(person(1.75, "z"), "man.bvh")
    turned, kept = poise.Motion.load(path), poise.Motion.load(path, axes="keep")
    np.testing.assert_array_equal(turned.poses[:, 7:], kept.poses[:, 7:])
    x, y, z = kept.trace("LeftHand").T
    np.testing.assert_allclose(turned.trace("LeftHand"), np.column_stack([x, z, -y]), atol=1e-12)


def test_names_that_tell_nothing_are_said(write):
    assert "no names of feet and head tell" in poise.Motion.load(write(GOOD, "x.bvh")).notes[1]


def test_a_t_pose_that_stands_apart_is_at_rest(write):
    apart = poise.Motion.load(write(person(leap=True), "man.bvh"))
    assert apart.notes[2] == "rest: the first frame, a T-pose that stands 61° apart from the motion"
    np.testing.assert_array_equal(apart.figure.rest().coordinates, apart[0].coordinates)
    smooth = poise.Motion.load(write(person(), "man.bvh"))
    assert smooth.notes[2] == "rest: the zero pose"


def test_at_zero_nothing_is_turned_and_the_figure_stands(write):
    figure = poise.Figure.load(write(person(leap=True), "man.bvh"))
    zero = figure.pose("zero")
    assert min(zero.position(site)[1] for site in figure.sites) == pytest.approx(0.0, abs=1e-12)
    assert all(zero[name].twist == 0.0 for name, joint in figure.joints.items() if joint.model == "ball")


def test_all_can_be_given(write):
    path = write(person(leap=True), "man.bvh")
    motion = poise.Motion.load(path, unit=0.5, up="-z", rest="zero")
    assert motion.notes[:3] == ("unit: 0.5 m, as given", "up: -z, as given", "rest: zero, as given")
    assert motion.figure.rest() == motion.figure.pose("zero")
    first = poise.Motion.load(path, rest="first", unit="cm")
    assert first.figure.rest().coordinates.tolist() == first[0].coordinates.tolist()
    with pytest.raises(poise.InputError, match="the first frame cannot be the rest pose"):
        poise.Motion.load(write(person(frames=0), "none.bvh"), rest="first")


def test_files_of_others(shared):
    """CMU: 0.45 units an inch, and a T-pose in front; Mixamo: centimetres; the rest as their authors say."""
    units = {
        "cmu_07_01_walk": ("cmu", "y", "a T-pose"), "cmu_13_01_sit_stool": ("cmu", "y", "a T-pose"),
        "cmu_05_02_dance_pirouette": ("cmu", "y", "a T-pose"), "ad_cmu1_jumping_jacks": ("cmu", "y", "zero"),
        "bvhpython_freebvh_mixamorig": ("cm", "y", "zero"), "pymo_8walk": ("inch", "y", "zero"),
        "ad_fair1_zombie": ("", "z", "zero"),
    }  # fmt: skip
    for name, (unit, up, rest) in units.items():
        notes = poise.Motion.load(shared / "data" / "bvh" / f"{name}.bvh").notes
        assert notes[0].startswith(f"unit: {unit}"), name
        assert notes[1].startswith(f"up: {up},"), name
        assert rest in notes[2], name
