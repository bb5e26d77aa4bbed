"""Left and right are mirror images, in the build and in motion."""

from __future__ import annotations

import numpy as np
import pytest

import poise

FLIP = np.diag([-1.0, 1.0, 1.0])


def other(name: str) -> str:
    if name.startswith("left_"):
        return "right_" + name[5:]
    return "left_" + name[6:] if name.startswith("right_") else name


def test_segments_have_mirrored_mass_and_shapes(person: poise.Figure) -> None:
    for name, part in person.segments.items():
        twin = person.segments[other(name)]
        assert part.mass == twin.mass
        assert np.allclose(np.array(part.center) * (-1, 1, 1), twin.center, atol=1e-15)
        assert np.allclose(FLIP @ np.array(part.inertia) @ FLIP, twin.inertia, atol=1e-15)
        assert len(part.shapes) == len(twin.shapes)


def test_every_left_name_has_its_pair(handed: poise.Figure) -> None:
    pairs = dict(handed.mirror.pairs)
    for table in (handed.joints, handed.segments, handed.sites, handed.soles, handed.limbs, handed.groups):
        for name in table:
            if name.startswith("left_"):
                assert pairs[name] == other(name)
                assert other(name) in table


@pytest.mark.parametrize("posture", ["rest", "t_pose", "arms_up", "sitting", "squat", "reference"])
def test_postures_are_symmetric(person: poise.Figure, posture: str) -> None:
    pose = person.pose(posture)
    for site in person.sites:
        assert np.allclose(FLIP @ pose.position(site), pose.position(other(site)), atol=1e-12)


def test_a_mirrored_random_pose_is_the_mirror_image_and_allowed(handed: poise.Figure) -> None:
    rng = np.random.default_rng(2)
    for _ in range(30):
        pose = handed.random(rng)
        image = pose.mirrored()
        assert image.limit_violation <= 1e-9, image.worst_limit
        for site in handed.sites:
            expected = FLIP @ pose.frame(site)[:3, :3] @ FLIP
            assert np.allclose(image.frame(other(site))[:3, :3], expected, atol=1e-9), site
            assert np.allclose(image.position(other(site)), FLIP @ pose.position(site), atol=1e-9), site


def test_strengths_are_mirrored(man: poise.Figure) -> None:
    left, right = man.joints["left_shoulder"].strengths, man.joints["right_shoulder"].strengths
    assert left["swing_x"] == right["swing_x"]
    assert left["twist"].positive == right["twist"].negative
    assert left["twist"].negative == right["twist"].positive
