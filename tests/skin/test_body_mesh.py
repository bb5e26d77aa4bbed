"""The skin of a person: closed, symmetric, of one topology, and true to the bones it hangs on."""

from __future__ import annotations

import functools
import itertools

import numpy as np
import pytest

import poise
from poise.skin.measure import joints_of, person_of

PEOPLE = [("male", 5, False), ("male", 50, True), ("female", 50, False), ("female", 95, True)]


@functools.cache
def figure(sex: str, percentile: int, hands: bool) -> poise.Figure:
    return poise.human(sex=sex, percentile=percentile, hands=hands)


@pytest.mark.parametrize(("sex", "percentile", "hands"), PEOPLE)
def test_it_is_one_closed_surface_that_faces_outwards(sex: str, percentile: int, hands: bool) -> None:
    mesh = poise.body_mesh(figure(sex, percentile, hands))
    starts, ends = mesh.triangles.reshape(-1), np.roll(mesh.triangles, -1, axis=1).reshape(-1)
    along = {(a, b) for a, b in zip(starts.tolist(), ends.tolist(), strict=True)}
    assert len(along) == len(starts)  # every directed edge once
    assert all((b, a) in along for a, b in along)  # and once the other way
    euler = len(mesh.vertices) - len(along) // 2 + len(mesh.triangles)
    assert euler == 2  # a sphere: one piece, no handles
    assert 0.9 < poise.human(sex=sex, percentile=percentile).mass / (1000 * mesh.volume) < 1.15
    assert 15_000 < len(mesh.triangles) < 21_000


@pytest.mark.parametrize(("sex", "percentile", "hands"), PEOPLE)
def test_left_and_right_are_mirror_images(sex: str, percentile: int, hands: bool) -> None:
    mesh = poise.body_mesh(figure(sex, percentile, hands))
    assert np.array_equal(mesh.mirror[mesh.mirror], np.arange(len(mesh.vertices)))
    assert np.abs(mesh.vertices[mesh.mirror] * (-1, 1, 1) - mesh.vertices).max() < 1e-9
    turned = figure(sex, percentile, hands).pose("sitting")
    vertices, _ = mesh.posed(turned)
    assert np.abs(vertices[mesh.mirror] * (-1, 1, 1) - vertices).max() < 1e-9


def test_all_sizes_have_the_same_triangles_and_weights_that_sum_to_one() -> None:
    for hands in (False, True):
        one, other = (poise.body_mesh(figure(sex, p, hands)) for sex, p in (("male", 50), ("female", 95)))
        assert np.array_equal(one.triangles, other.triangles)
        assert [b.name for b in one.bones] == [b.name for b in other.bones]
        assert np.abs(one.weights.sum(axis=1) - 1).max() < 1e-12
        assert one.weights.min() >= 0
    assert {one.segments[i] for i in np.unique(one.parts)} == set(one.segments)


def test_it_stands_on_its_soles_and_is_as_tall_as_the_person() -> None:
    for sex, percentile, hands in PEOPLE:
        body = figure(sex, percentile, hands)
        vertices, _ = poise.body_mesh(body).posed(body.pose("rest"))
        assert abs(vertices[:, 1].min()) < 0.004
        assert abs(vertices[:, 1].max() - body.rest().position("head_top")[1]) < 0.004


def test_the_skin_stays_near_the_bones_it_follows() -> None:
    """In random poses no vertex is farther from its segment than where it was modelled, but for a joint's width."""
    body = figure("male", 50, True)
    mesh = poise.body_mesh(body)
    first = mesh.joints[:, 0]
    own = [mesh.segments.index(mesh.bones[i].segment) for i in first]
    rest = np.linalg.inv(np.array([mesh.bind[i] for i in range(len(mesh.segments))]))[own]
    modelled = np.linalg.norm(np.einsum("nij,nj->ni", rest[:, :3, :3], mesh.vertices) + rest[:, :3, 3], axis=1)
    chance = np.random.default_rng(7)
    for _ in range(40):
        pose = body.random(chance)
        vertices, _ = mesh.posed(pose)
        frames = np.linalg.inv(np.array([pose.segment_frame(s) for s in mesh.segments]))[own]
        now = np.linalg.norm(np.einsum("nij,nj->ni", frames[:, :3, :3], vertices) + frames[:, :3, 3], axis=1)
        assert (now - modelled).max() < 0.10


NEXT = {"pelvis": "abdomen", "abdomen": "midriff", "midriff": "chest", "chest": "neck", "neck": "head"}
NEXT |= {
    side + segment: side + following
    for side in ("left_", "right_")
    for chain in (("clavicle", "upper_arm", "forearm", "hand"), ("thigh", "shank", "foot", "toes"))
    for segment, following in itertools.pairwise(chain)
}


def test_the_skin_stays_within_its_girth_in_a_thousand_random_poses() -> None:
    """No vertex is a quarter farther from the line of its bone than the farthest one was where the skin was modelled:
    a girth is six times that distance."""
    body = figure("male", 50, False)
    mesh = poise.body_mesh(body, detail="light")
    order = {name: i for i, name in enumerate(mesh.segments)}
    own = np.array([order[mesh.bones[i].segment] for i in mesh.joints[:, 0]])
    following = [order[NEXT.get(name, name)] for name in mesh.segments]

    def farthest(vertices: np.ndarray, frames: np.ndarray) -> np.ndarray:
        start = frames[:, :3, 3]
        way = start[following] - start
        square = np.maximum(np.einsum("ij,ij->i", way, way), 1e-12)
        along = np.clip(np.einsum("ij,ij->i", vertices - start[own], way[own]) / square[own], 0.0, 1.0)
        far = np.linalg.norm(vertices - start[own] - along[:, None] * way[own], axis=1)
        return np.array([far[own == i].max() for i in range(len(order))])

    modelled = farthest(mesh.vertices, mesh.bind[: len(order)])
    assert [bone.segment for bone in mesh.bones[: len(order)]] == list(mesh.segments)
    chance = np.random.default_rng(1)
    for _ in range(1000):
        pose = body.random(chance)
        frames = np.array([pose.segment_frame(name) for name in mesh.segments])
        assert (farthest(mesh.posed(pose)[0], frames) / modelled).max() < 1.25


def test_a_straight_limb_that_only_twists_keeps_its_girth() -> None:
    body = figure("male", 50, False)
    mesh = poise.body_mesh(body)
    forearm = np.flatnonzero([mesh.bones[i].segment == "left_forearm" for i in mesh.joints[:, 0]])
    still, turned = (body.pose("t_pose").with_joints({"left_elbow": (0.0, turn)}) for turn in (0.0, 1.3))
    a, b = (_off_axis(pose, mesh.posed(pose)[0][forearm]) for pose in (still, turned))
    assert np.abs(b / a - 1).max() < 0.08


def _off_axis(pose: poise.Pose, points: np.ndarray) -> np.ndarray:
    elbow, wrist = (pose.segment_frame(s)[:3, 3] for s in ("left_forearm", "left_hand"))
    along = (wrist - elbow) / np.linalg.norm(wrist - elbow)
    away = points - elbow
    return np.linalg.norm(away - np.outer(away @ along, along), axis=1)


def test_a_person_is_recognised_by_the_lengths_of_its_bones() -> None:
    for sex, stature, mass in (("male", 1.61, 92.0), ("female", 1.83, 61.0)):
        body = poise.human(stature=stature, sex=sex, mass=mass)
        reference = body.pose("reference")
        found = person_of(joints_of({n: np.array(reference.segment_frame(n)) for n in body.segments}), body.mass)
        assert found.sex == sex
        assert found.stature == pytest.approx(stature, abs=1e-9)
        assert found.mass == pytest.approx(mass)


def test_equal_figures_share_one_mesh() -> None:
    assert poise.body_mesh(poise.human(stature=1.7)) is poise.body_mesh(poise.human(stature=1.7))
    light = poise.body_mesh(figure("male", 50, False), detail="light")
    assert 4000 < len(light.triangles) < 6000


def test_what_is_no_human_is_refused_by_name() -> None:
    with pytest.raises(poise.InputError, match=r"fern.*segments of poise.human"):
        poise.body_mesh(poise.figures.fern())
