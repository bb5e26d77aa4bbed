"""Which bone is what: rigs by their names, unknown ones by words and by shape; who is no person is refused by name."""

from __future__ import annotations

import numpy as np
import pytest
from rig_figures import RIGS, bones_of, centers, skeleton

import poise
from poise import FigureError, Placement
from poise.humanoids.parts import PARTS

PREFIXED = {"Mixamo": "mixamorig:", "Rigify": "DEF-", "Biped": "Bip01 ", "VRM": "J_", "Poser": "", "Unreal": ""}


@pytest.mark.parametrize("rig", RIGS, ids=lambda rig: rig.name)
def test_every_rig_is_known_by_its_names(rig):
    names = {part: PREFIXED.get(rig.name, "") + bone for part, bone in bones_of(rig).items()}
    found = poise.humanoid(skeleton(names))
    assert {part: match.bone for part, match in found.matches.items()} == names
    assert found.certainty == 1.0


def test_names_nobody_knows_are_told_by_shape_whichever_way_the_figure_faces():
    numbers = {part: f"n{7 * i % 23}" for i, part in enumerate(PARTS)}
    for angle in (0.0, 2.5, np.pi):
        about = Placement.turned((0.0, 1.0, 0.0), angle, (0.4, 0.0, -2.0))
        for posture in ("t_pose", "reference"):
            found = poise.humanoid(skeleton(numbers, posture, about=about))
            assert {p: m.bone for p, m in found.matches.items()} == numbers
            assert {m.how for m in found.matches.values()} == {"shape"}


def test_numbered_arms_and_legs_are_told_by_their_order():
    names = {
        "pelvis": "torso_joint_1",
        "midriff": "torso_joint_2",
        "chest": "torso_joint_3",
        "neck": "neck_joint_1",
        "head": "neck_joint_2",
    }
    for side in ("left", "right"):
        arm = ("upper_arm", "forearm", "hand")
        names |= {f"{side}_{part}": f"Skeleton_arm_joint_{side[0].upper()}__{4 - i}_" for i, part in enumerate(arm)}
        leg = ("thigh", "shank", "foot", "toes")
        names |= {f"{side}_{part}": f"leg_joint_{side[0].upper()}_{(1, 2, 3, 5)[i]}" for i, part in enumerate(leg)}
    found = poise.humanoid(skeleton(names))
    assert {p: m.bone for p, m in found.matches.items()} == names
    assert found.missing == ("abdomen", "left_clavicle", "right_clavicle")


def test_feet_that_are_placed_by_themselves_are_found_wherever_they_are_listed():
    """As in rigs for games: the feet hang on the root, before the legs."""
    figure = skeleton({p: b for p, b in bones_of(RIGS[1]).items() if not p.endswith(("foot", "toes"))})
    for side, name in (("left", "Foot.L"), ("right", "Foot.R")):
        way = np.linalg.inv(figure.rest().segment_frame("hips")) @ (*centers()[f"{side}_foot"], 1.0)
        joint = poise.Joint(name, "ball", "hips", name, Placement(tuple(way[:3].tolist())))
        parts = figure._parts()
        segments, joints = (poise.Segment(name), *parts["segments"]), (parts["joints"][0], joint, *parts["joints"][1:])
        figure = poise.Figure(**{**parts, "segments": segments, "joints": joints})
    found = poise.humanoid(figure)
    assert (found.matches["left_foot"].bone, found.matches["right_foot"].bone) == ("Foot.L", "Foot.R")


def test_without_names_and_feet_nobody_guesses_which_side_is_left():
    parts = [p for p in PARTS if not p.endswith(("foot", "toes"))]
    with pytest.raises(FigureError, match="which side of 'rig' is left cannot be told"):
        poise.humanoid(skeleton({p: f"n{i}" for i, p in enumerate(parts)}))


def test_left_is_left_also_where_names_say_so_of_the_other_side():
    """Bones named right that are at the left of a figure that faces us are those of a figure that faces away."""
    mixamo = bones_of(next(rig for rig in RIGS if rig.name == "Mixamo"))
    swapped = {
        part: bone.replace("Left", "#").replace("Right", "Left").replace("#", "Right") for part, bone in mixamo.items()
    }
    found = poise.humanoid(skeleton(swapped))
    assert found.matches["left_hand"].bone == "LeftHand"
    here = found.figure.pose("file")
    assert np.allclose(here.frame("LeftHand")[:3, 3], centers()["right_hand"])


@pytest.mark.parametrize(
    ("figure", "why"),
    [
        (poise.figures.chain(6), "the figure 'chain' is no person: it has no left_upper_arm"),
        (poise.figures.quadruped(), "the figure 'quadruped' is no person: its legs do not go on from its trunk"),
        (poise.figures.bird(), "the figure 'bird' is no person"),
        (poise.figures.hand(), "the figure 'left_hand' is no person"),
    ],
)
def test_who_is_no_person_is_refused_by_name(figure, why):
    with pytest.raises(FigureError, match=why):
        poise.humanoid(figure)
