"""VRM 0, VRM 1 and VRMA: maps both ways, and bones that turn as three-vrm turns them.

Samples of VRM 0 and VRMA are made here, by the specification: nobody ships one that may be shared.
"""

from __future__ import annotations

import numpy as np
import pytest
from gltf_files import Small, opened
from gltf_oracle import asked, complaints
from scipy.spatial.transform import Rotation

import poise
from poise.figure.bones import BONES, REQUIRED

CLOSE = 1e-4
"""Radians and metres; what is measured is below 1e-6."""


def stick(version: str, seed: int) -> Small:
    """A humanoid of bones whose nodes are turned any way, as VRM 1 and VRMA allow; of VRM 0 they are not."""
    rng = np.random.default_rng(seed)
    up, side = {"spine": (0, 0.2, 0), "chest": (0, 0.2, 0), "neck": (0, 0.2, 0), "head": (0, 0.1, 0)}, {}
    for sign, name in ((1, "left"), (-1, "right")):
        side[f"{name}UpperArm"] = ("chest", (0.2 * sign, 0.15, 0))
        side[f"{name}LowerArm"] = (f"{name}UpperArm", (0.3 * sign, 0, 0))
        side[f"{name}Hand"] = (f"{name}LowerArm", (0.25 * sign, 0, 0))
        side[f"{name}UpperLeg"] = ("hips", (0.1 * sign, -0.05, 0))
        side[f"{name}LowerLeg"] = (f"{name}UpperLeg", (0, -0.4, 0))
        side[f"{name}Foot"] = (f"{name}LowerLeg", (0, -0.4, 0.01))
    parents = {
        "hips": (None, (0, 0.9, 0)),
        **dict(zip(up, zip(["hips", *up], up.values(), strict=False), strict=False)),
    }
    parents |= side
    facing = -1.0 if version == "VRM" else 1.0
    turns, nodes, index = {None: Rotation.identity()}, [], {}
    for bone, (parent, way) in parents.items():
        turns[bone] = Rotation.identity() if version == "VRM" else Rotation.random(random_state=int(rng.integers(1e6)))
        local = turns[parent].inv().apply(np.array(way) * (facing, 1, facing))
        turn = (turns[parent].inv() * turns[bone]).as_quat()
        index[bone] = len(nodes)
        nodes.append({"name": f"{bone}!", "translation": local.tolist(), "rotation": turn.tolist(), "children": []})
        if parent is not None:
            nodes[index[parent]]["children"].append(index[bone])
    for node in nodes:
        if not node["children"]:
            del node["children"]
    made = Small(nodes=nodes, scenes=[{"nodes": [0]}], scene=0, extensionsUsed=[version])
    if version == "VRM":
        bones: object = [{"bone": bone, "node": i} for bone, i in index.items()]
    else:
        bones = {bone: {"node": i} for bone, i in index.items()}
    more = {"VRMC_vrm": {"meta": {"name": "x", "authors": ["y"], "licenseUrl": "https://vrm.dev/licenses/1.0/"}}}
    humanoid = {"specVersion": "1.0", "humanoid": {"humanBones": bones}, **more.get(version, {"meta": {}})}
    made.json["extensions"] = {version: humanoid}
    return made


def moving(seed: int) -> Small:
    made = stick("VRMC_vrm_animation", seed)
    del made.json["extensions"]["VRMC_vrm_animation"]["meta"]
    count = len(made.json["nodes"])
    for node in range(count):
        values = Rotation.random(3, random_state=seed + node).as_quat()
        made.moved(node, "rotation", [0, 0.5, 1], values)
    made.moved(0, "translation", [0, 0.5, 1], [[0, 0.9, 0], [0.1, 0.7, 0.3], [0, 1, 1]])
    channels, samplers = [], []
    for k, part in enumerate(made.json["animations"]):
        channels.append({**part["channels"][0], "sampler": k})
        samplers += part["samplers"]
    made.json["animations"] = [{"name": "dance", "channels": channels, "samplers": samplers}]
    return made


def test_motions_go_onto_avatars_as_three_vrm_has_it(tmp_path, shared):
    """Both versions, rest poses turned every way, ours and theirs, there and back."""
    files = {"old.vrm": stick("VRM", 1), "new.vrm": stick("VRMC_vrm", 2), "dance.vrma": moving(3)}
    for name, made in files.items():
        (tmp_path / name).write_bytes(made.glb())
    human = poise.human()
    human.save(tmp_path / "man1.vrm")
    human.save(tmp_path / "man0.vrm", version=0)
    squat = poise.Motion(human, [0, 0.5, 1], [human.rest(), human.pose("squat"), human.pose("arms_up")])
    squat.save(tmp_path / "squat.vrma")
    sample = shared / "data" / "gltf" / "vrm1_isBinary_Overridden.vrm"
    avatars = [*(tmp_path / name for name in ("old.vrm", "new.vrm", "man0.vrm", "man1.vrm")), sample]
    times = [0.0, 0.2, 0.5, 0.8]
    jobs = [{"kind": "avatar", "path": a, "motion": tmp_path / m, "times": times}
            for a in avatars for m in ("dance.vrma", "squat.vrma")]  # fmt: skip
    for job, found in zip(jobs, asked(jobs), strict=True):
        figure = poise.Figure.load(job["path"])
        motion = poise.Motion.load(job["motion"], onto=figure)
        for t, bones in zip(times, found, strict=True):
            pose = motion.at(t)
            for bone, segment in figure.character.bones.items():
                ours, there = pose.segment_frame(segment), bones[bone]
                np.testing.assert_allclose(ours[:3, 3], there[:3], atol=CLOSE, err_msg=f"{job} {bone}")
                turned = Rotation.from_matrix(ours[:3, :3]).inv() * Rotation.from_quat(there[3:])
                assert turned.magnitude() < CLOSE, (job, bone)
    back = poise.Motion.load(tmp_path / "squat.vrma", onto=human)
    for site in ("left_hand", "right_toe", "eyes"):
        np.testing.assert_allclose(back.trace(site, times), squat.trace(site, times), atol=1e-5)


def test_maps_both_ways(tmp_path):
    human = poise.human(hands=True)
    for version, kind in ((1, "VRM 1"), (0, "VRM 0")):
        path = tmp_path / f"man{version}.vrm"
        human.save(path, version=version)
        figure = poise.Figure.load(path)
        assert figure.character.kind == kind
        assert figure.character.humanoid == {name: name for name in human.segments}
        assert set(REQUIRED) <= set(figure.character.bones) <= set(BONES)
        for name in human.segments:  # VRM 0 faces the other way in the file, and ours here
            np.testing.assert_allclose(
                figure.rest().segment_frame(name)[:3, 3], human.pose("t_pose").segment_frame(name)[:3, 3], atol=1e-9
            )
        figure.save(tmp_path / "again.vrm", version=version)
        assert opened(tmp_path / "again.vrm") == opened(path)
        with pytest.raises(poise.InputError, match=f"came from a {kind} file"):
            figure.save(tmp_path / "other.vrm", version=1 - version)
    thumbs = [b["bone"] for b in opened(tmp_path / "man0.vrm")[0]["extensions"]["VRM"]["humanoid"]["humanBones"]]
    assert "leftThumbProximal" in thumbs
    assert "leftThumbMetacarpal" not in thumbs
    # The name "VRM" itself is what the validator minds about VRM 0; nothing else.
    assert complaints(tmp_path / "man1.vrm", tmp_path / "man0.vrm") == [
        [], ["INVALID_EXTENSION_NAME_FORMAT /extensionsUsed/0"],
    ]  # fmt: skip


def test_a_motion_as_vrma(tmp_path):
    human = poise.human()
    motion = poise.Motion(human, [0, 1], [human.rest(), human.pose("sitting")])
    motion.save(tmp_path / "sit.vrma")
    document, _ = opened(tmp_path / "sit.vrma")
    assert document["extensions"]["VRMC_vrm_animation"]["specVersion"] == "1.0"
    assert not {"meshes", "skins"} & set(document)
    shifted = [c["target"]["node"] for c in document["animations"][0]["channels"] if c["target"]["path"] != "rotation"]
    assert [document["nodes"][node]["name"] for node in shifted] == ["hips"]
    assert complaints(tmp_path / "sit.vrma") == [[]]
    assert poise.Motion.load(tmp_path / "sit.vrma").figure.character.kind == "VRMA"


def test_maps_that_are_wrong(write):
    for bones, words in (
        ({"hips": {"node": 0}, "spine": {"node": 0}}, r"node 0 \('hips!'\) is two bones of its humanoid"),
        ({"hips": {"node": 99}}, "there is no node, the bone 'hips' of its humanoid: 99"),
        ({"hips": {"node": -1}}, "extensions.VRMC_vrm.humanoid.humanBones.hips.node"),
        (7, "extensions.VRMC_vrm.humanoid.humanBones"),
    ):
        made = stick("VRMC_vrm", 0)
        made.json["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"] = bones
        with pytest.raises(poise.FileError, match=words):
            poise.Figure.load(write(made.glb(), "bad.vrm"))
    made = stick("VRMC_vrm", 0)
    del made.json["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"]["leftHand"]
    figure = poise.Figure.load(write(made.glb(), "no_hand.vrm"))
    with pytest.raises(poise.InputError, match="it has no bone leftHand"):
        poise.Motion(figure, [0.0], [figure.rest()]).save("x.vrma")


def test_a_person_made_of_an_avatar_keeps_its_skin(tmp_path):
    """Its bones follow the person's segments in pictures and in the file, whatever its joints are now."""
    poise.human(stature=1.6).save(tmp_path / "avatar.vrm")
    source = poise.Figure.load(tmp_path / "avatar.vrm")
    who = poise.humanoid(source)
    assert {match.how for match in who.matches.values()} == {"given"}
    pose = who.figure.pose("squat")
    bones = who.figure.character.frames(pose.segment_frame)
    for bone, site in who.sites.items():
        np.testing.assert_allclose(bones[bone], pose.frame(site), atol=1e-9)
    rest = who.figure.pose("file")
    for part in source.character.parts:
        before, _ = part.placed(source.character.frames(source.rest().segment_frame))
        after, _ = part.placed(who.figure.character.frames(rest.segment_frame))
        np.testing.assert_allclose(after, before, atol=1e-6)
    pose.save(tmp_path / "squat.glb")
    again = poise.Figure.load(tmp_path / "squat.glb")
    for bone, site in who.sites.items():
        np.testing.assert_allclose(again.rest().segment_frame(bone)[:3, 3], pose.position(site), atol=1e-6)
    assert complaints(tmp_path / "squat.glb") == [[]]
