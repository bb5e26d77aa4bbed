"""Motions written as BVH: joints are in the same places when the file is read again, by us and by others."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
from bvh_files import MANY_WAYS, TWO_ROOTS
from bvh_oracle import places

import poise
from poise.io.bvh.euler import ORDERS, euler_angles
from zoo import ZOO, inside, made

CLOSE = 1e-6
"""Of the figure's height."""


def wander(figure: poise.Figure, count: int, seed: int = 0) -> poise.Motion:
    """A motion through random poses, whose base travels."""
    rng = np.random.default_rng(seed)
    poses = [inside(figure, rng) for _ in range(count)]
    return poise.Motion(figure, np.arange(count) / 30.0, poses)


def centers(motion: poise.Motion) -> dict[str, np.ndarray]:
    """Where the joints are, by the names they have in a file."""
    found = {}
    for branch in motion.figure.branches:
        name = branch.segment if branch.carrier < 0 else branch.joint.name
        # Of a slide that is pulled out, the end on the segment that the tree carries.
        end = poise.Pose.joint_base if branch.reversed else poise.Pose.joint_frame
        found[name] = np.array([end(pose, branch.joint.name)[:3, 3] for pose in motion])
    return found


def same_places(motion: poise.Motion, path: Path, unit: float = 1.0) -> None:
    """The file, read by another reader, has all joints where the motion has them."""
    expected, read = centers(motion), places(path)
    everything = np.concatenate(list(expected.values()))
    height = max(float(np.ptp(everything, axis=0).max()), 1e-3)
    assert set(read) == set(expected)
    for name, wanted in expected.items():
        np.testing.assert_allclose(read[name] * unit, wanted, rtol=0, atol=CLOSE * height, err_msg=name)


@pytest.mark.parametrize("order", ORDERS)
def test_a_person_in_every_order_of_rotations(tmp_path, order):
    motion = wander(poise.human(), 12)
    motion.save(tmp_path / "man.bvh", order=order)
    same_places(motion, tmp_path / "man.bvh")
    again = poise.Motion.load(tmp_path / "man.bvh")
    assert again.notes[0].startswith("unit: m, in which the figure is about 1.")
    assert again.notes[1].startswith("up: y, ")
    for name in ("left_wrist", "right_ankle", "head"):
        np.testing.assert_allclose(again.trace(name), centers(motion)[name], atol=CLOSE * 1.7)


@pytest.mark.parametrize("name", ZOO)
def test_every_figure(tmp_path, name):
    motion = wander(made(name), 5)
    motion.save(tmp_path / "figure.bvh")
    same_places(motion, tmp_path / "figure.bvh")


@pytest.mark.parametrize("text", [MANY_WAYS, TWO_ROOTS], ids=["many ways", "two roots"])
def test_files_with_odd_channels_come_back(write, tmp_path, text):
    motion = poise.Motion.load(write(text, "odd.bvh"), unit=1.0)
    motion.save(tmp_path / "again.bvh")
    again = poise.Motion.load(tmp_path / "again.bvh", unit=1.0)
    for name in motion.figure.sites:
        if name in again.figure.sites:
            np.testing.assert_allclose(again.trace(name), motion.trace(name), atol=1e-8, err_msg=name)
    assert set(motion.figure.joints) - {"base"} <= set(again.figure.joints) | {"world"}


@pytest.mark.parametrize(("unit", "metres"), [("cm", 0.01), ("inch", 0.0254), ("mm", 0.001), (0.3, 0.3)])
def test_in_every_unit(tmp_path, unit, metres):
    motion = wander(poise.human(stature=1.6), 4)
    motion.save(tmp_path / "man.bvh", unit=unit)
    same_places(motion, tmp_path / "man.bvh", metres)
    if isinstance(unit, str):
        assert poise.Motion.load(tmp_path / "man.bvh").notes[0].startswith(f"unit: {unit},")


def test_the_zero_pose_can_be_chosen(tmp_path):
    human = poise.human()
    motion = wander(human, 3)
    motion.save(tmp_path / "man.bvh", zero=human.pose("t_pose"))
    same_places(motion, tmp_path / "man.bvh")
    zero = poise.Figure.load(tmp_path / "man.bvh").pose("zero")
    wanted = human.pose("t_pose")
    for a, b in (("left_wrist", "left_elbow"), ("right_knee", "right_hip")):
        way = zero.position(a) - zero.position(b)
        np.testing.assert_allclose(way, wanted.joint_frame(a)[:3, 3] - wanted.joint_frame(b)[:3, 3], atol=1e-8)


def test_frame_times_keep_all_their_digits(write, tmp_path):
    motion = poise.Motion.load(write(MANY_WAYS, "odd.bvh"), unit=1.0)
    motion.save(tmp_path / "again.bvh")
    assert "Frame Time: 0.04170837504170837\n" in (tmp_path / "again.bvh").read_text()
    np.testing.assert_array_equal(poise.Motion.load(tmp_path / "again.bvh").times, motion.times)


def test_uneven_keys_become_even_frames(tmp_path):
    chain = poise.figures.chain(3)
    keys = wander(chain, 3)
    motion = poise.Motion(chain, [0.0, 0.1, 0.5], keys.poses)
    motion.save(tmp_path / "uneven.bvh")
    again = poise.Motion.load(tmp_path / "uneven.bvh", unit=1.0)
    np.testing.assert_allclose(again.times, np.arange(6) * 0.1)
    motion.save(tmp_path / "fine.bvh", frame_time=0.01)
    fine = poise.Motion.load(tmp_path / "fine.bvh", unit=1.0)
    assert len(fine) == 51
    same_places(motion.resampled(100.0), tmp_path / "fine.bvh")


def test_angles_do_not_leap(tmp_path):
    """A full turn about a slanted axis, through the pose where two of the three angles turn about one axis."""
    chain = poise.figures.chain(2)
    ball = next(name for name, joint in chain.joints.items() if joint.model == "ball" and joint.parent)
    turn = np.linspace(0.0, 2.0 * np.pi, 400)
    axis = np.array([0.01, 1.0, 0.02]) / np.linalg.norm([0.01, 1.0, 0.02])
    poses = [chain.pose({ball: (*(np.sin(a / 2) * axis), np.cos(a / 2))}) for a in turn]
    motion = poise.Motion(chain, np.arange(400) / 100, poses, hold_limits=False)
    motion.save(tmp_path / "turn.bvh", order="ZYX")
    same_places(motion, tmp_path / "turn.bvh")
    rows = np.array([line.split() for line in (tmp_path / "turn.bvh").read_text().splitlines()[-400:]], dtype=float)
    assert np.abs(np.diff(rows, axis=0)[:, 3:]).max() < 100.0  # never by half a turn and more


@pytest.mark.parametrize("order", ORDERS)
def test_euler_angles_where_two_axes_fall_together(order):
    from scipy.spatial.transform import Rotation

    axes = ["XYZ".index(letter) for letter in order]
    for middle in (90.0, -90.0, 89.9999999, -89.9999999, 12.0, 179.0):
        wanted = Rotation.from_euler(order, [[33.0, middle, -71.0], [0.0, middle, 180.0]], degrees=True)
        angles = euler_angles(wanted.as_quat(), (axes[0], axes[1], axes[2]))
        got = Rotation.from_euler(order, angles)
        assert (got * wanted.inv()).magnitude().max() < 1e-14 * 100


def test_what_cannot_be_written(tmp_path):
    motion = wander(poise.figures.chain(2), 2)
    for options, words in (
        ({"order": "ZZX"}, "a BVH file has no order of rotations 'ZZX'"),
        ({"unit": "ell"}, "'ell'"),
        ({"unit": 0.0}, "must be positive"),
        ({"frame_time": -1.0}, "the frame time must be positive"),
        ({"zero": poise.human().rest()}, "the zero pose of a BVH file"),
        ({"zero": 1}, "must be a Pose"),
        ({"fps": 30}, "writing BVH has no option 'fps'"),
    ):
        with pytest.raises(poise.PoiseError, match=words):
            motion.save(tmp_path / "no.bvh", **options)
    assert not list(tmp_path.iterdir())
    with pytest.raises(poise.FileError, match=r"has no motion format; use \.bvh, \.glb, \.gltf, \.vrma, \.npz"):
        motion.save(tmp_path / "no.fbx")


def test_captures_come_back(shared, tmp_path):
    for path in sorted((shared / "data" / "bvh").glob("*.bvh")):
        motion = poise.Motion.load(path)[:60]
        motion.save(tmp_path / path.name, order="XZY", unit="cm")
        again = poise.Motion.load(tmp_path / path.name, unit="cm", up="y")
        everything = np.concatenate([motion.trace(name) for name in motion.figure.joints])
        for name in motion.figure.joints:
            np.testing.assert_allclose(again.trace(name), motion.trace(name), atol=CLOSE * np.ptp(everything[:, 1]))


def test_pybvh_reads_what_we_write(tmp_path):
    pybvh = pytest.importorskip("pybvh")
    motion = wander(poise.human(), 4)
    motion.save(tmp_path / "man.bvh")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it wonders which way is up when somebody floats head down
        theirs = pybvh.read_bvh_file(str(tmp_path / "man.bvh"))
    wanted = centers(motion)
    for index, name in enumerate(theirs.joint_names):
        np.testing.assert_allclose(np.asarray(theirs.joint_positions())[:, index], wanted[name], atol=CLOSE * 1.7)
