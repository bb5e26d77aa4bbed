"""glTF files that are made to do harm end in a named error, after little work and in little memory.

Time is measured by `benchmarks/motion.py`; here memory is bounded, and so is what is looked at.
"""

from __future__ import annotations

import base64
import json
import struct
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from gltf_files import Small, arm, glb

import poise

MOST_MEMORY = 64_000_000


def refused(path: Path, words: str, load: Any = poise.Figure.load) -> None:
    """The file is refused in these words, within the memory that may be used."""
    tracemalloc.start()
    try:
        with pytest.raises(poise.FileError, match=words) as caught:
            load(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MOST_MEMORY
    assert len(str(caught.value)) < 1000
    assert str(path) in str(caught.value)


def changed(where: str, value: Any, made: Small | None = None) -> bytes:
    """The arm with one thing of its JSON changed: "nodes.1.children"."""
    made = made or moving()
    part: Any = made.json
    *way, last = [int(word) if word.isdigit() else word for word in where.split(".")]
    for step in way:
        part = part[step]
    part[last] = value
    return made.glb()


def moving() -> Small:
    made = arm()
    made.moved(3, "rotation", [0, 1], [[0, 0, 0, 1], [0, 1, 0, 0]])
    return made


def test_cut_short(write):
    data = moving().glb()
    for size in (3, 5, 11, 19, 40, len(data) // 2, len(data) - 1):
        refused(
            write(data[:size], "cut.glb"), "ends after|cut short|cannot be read|no glTF|figure is|no Poise|not a Poise"
        )
    text = moving().text()
    refused(write(text[: len(text) // 2], "cut.gltf"), "the JSON cannot be read")
    lying = bytearray(data)
    struct.pack_into("<I", lying, 12, 2**32 - 1)
    refused(write(bytes(lying), "lying.glb"), "the JSON chunk says 4294967295 bytes")


@pytest.mark.parametrize(
    ("where", "value", "words"),
    [
        ("nodes.3.children", [1], r"node 1 \('upper'\) hangs on two nodes"),
        ("nodes.1.children", [1], "hangs on itself"),
        ("nodes.1.children", [-1], r"nodes\[1\].children\[0\]: .*greater than or equal to 0"),
        ("nodes.1.children", [99], r"there is no node, the child of node 1 \('upper'\): 99: the file has 5"),
        ("nodes.1.rotation", [0, 0, 0, 0], r"the rotation of node 1 \('upper'\) is no unit quaternion"),
        ("nodes.1.translation", [1e308, 1, 1], "no numbers are left"),
        ("nodes.1.translation", [1, 2], r"nodes\[1\].translation"),
        ("nodes.0.scale", [0, 0, 0], r"node 0 \('armature'\) has (a scale of zero|the scale)"),
        ("skins.0.joints", [1, -3], r"skins\[0\].joints\[1\]"),
        ("skins.0.joints", [1, 77], "there is no node, a joint of skin 0: 77"),
        ("skins.0.joints", [], r"skins\[0\].joints"),
        ("asset.version", "1.0", "this is glTF '1.0'; only 2.0"),
        ("extensionsRequired", ["KHR_draco_mesh_compression"], "without the extension 'KHR_draco_mesh_compression'"),
        ("animations.0.channels.0.target.node", 50, "there is no node, the target of an animation: 50"),
    ],
)
def test_figures(write, where, value, words):
    refused(write(changed(where, value), "bad.glb"), words)


@pytest.mark.parametrize(
    ("where", "value", "words"),
    [
        ("accessors.3.count", 2**62, "says 4611686018427387904 × 1 numbers, more than"),
        ("accessors.3.count", 3, "accessor 3 ends at byte"),
        ("accessors.3.byteOffset", 2**63, "accessor 3 ends at byte"),
        ("accessors.3.componentType", 7, "accessor 3 has the component type 7"),
        ("accessors.3.bufferView", 40, "there is no buffer view 40"),
        ("bufferViews.3.byteOffset", 2**64, "buffer view 3 ends at byte"),
        ("bufferViews.3.byteLength", 2**40, "buffer view 3 ends at byte"),
        ("bufferViews.3.buffer", 3, "there is no buffer 3"),
        ("buffers", [{"byteLength": 2**50}], "buffer 0 says 1125899906842624 bytes, but there are"),
        ("animations.0.channels.0.sampler", 9, "there is no sampler, asked for by channel 0"),
        ("animations.0.samplers.0.interpolation", "MAGIC", "has the interpolation 'MAGIC'"),
        ("animations.0.samplers.0.output", 3, "needs 2 × 4 numbers for its 2 keys, not 2 × 1"),
        ("animations.0.samplers.0.input", 2, "needs 3 × 4 numbers"),
    ],
)
def test_motions(write, where, value, words):
    refused(write(changed(where, value), "bad.glb"), words, poise.Motion.load)


def test_vertices_of_two_numbers(write):
    """Found by fuzzing: they are refused when the mesh is asked for, which is when it is read."""
    refused(
        write(changed("accessors.0.type", "VEC2"), "flat.glb"),
        "POSITION has 2 numbers a vertex, not 3",
        lambda path: poise.Figure.load(path).character.parts,
    )


def test_numbers_beyond_those_of_a_double_are_refused_wherever_they_stand(write):
    text = b'{"asset": {"version": "2.0"}, "extras": {"far": 1e999}}'
    refused(write(text, "far.gltf"), "1e999 is too large: numbers must be finite")


def test_a_view_that_nobody_has_read_is_refused_when_it_is_written_again(write, tmp_path):
    figure = poise.Figure.load(write(changed("bufferViews.3.buffer", 3), "bad.glb"))
    with pytest.raises(poise.FileError, match="there is no buffer 3"):
        figure.rest().save(tmp_path / "again.glb")


@pytest.mark.parametrize(
    ("uri", "words"),
    [
        ("../secret.bin", "only files in the folder of this one"),
        ("%2e%2e/secret.bin", "only files in the folder of this one"),
        ("/etc/hostname", "only files in the folder of this one"),
        ("..\\secret.bin", "only files in the folder of this one"),
        ("http://127.0.0.1:9/x.bin", "nothing from elsewhere"),
        ("file:///etc/hostname", "nothing from elsewhere"),
        ("link.bin", "only files in the folder of this one"),
        ("none.bin", "but there is no such file"),
        ("a\0b", "only files in the folder"),
        ("data:application/gzip,xyz", "is not base64"),
        ("data:;base64,!!!!", "is not base64"),
    ],
)
def test_places_of_buffers(tmp_path, uri, words):
    folder = tmp_path / "inside"
    folder.mkdir()
    (tmp_path / "secret.bin").write_bytes(b"\0" * 1000)
    (folder / "link.bin").symlink_to(tmp_path / "secret.bin")
    made = moving()
    made.json["buffers"] = [{"byteLength": len(made.data), "uri": uri}]
    (folder / "bad.gltf").write_bytes(made.text())
    refused(folder / "bad.gltf", words, poise.Motion.load)


def test_a_data_uri_that_is_far_too_long(write):
    made = moving()
    bomb = base64.b64encode(b"\0" * 8_000_000).decode()
    made.json["buffers"] = [{"byteLength": 100, "uri": f"data:;base64,{bomb}"}]
    refused(write(made.text(), "bomb.gltf"), "is longer than the 100 bytes", poise.Motion.load)


def test_accessors_that_share_their_bytes_over_and_over(write):
    """Many channels of many keys each, all in the same few bytes, or in none."""
    made = moving()
    made.json["accessors"].append({"componentType": 5126, "count": 10_000_000, "type": "VEC4"})
    made.json["animations"][0]["samplers"][0]["output"] = len(made.json["accessors"]) - 1
    refused(write(made.glb(), "zeros.glb"), "its accessors hold more than", poise.Motion.load)


def test_a_million_joints(write):
    nodes = b",".join(b'{"children":[%d]}' % (i + 1) for i in range(1_000_000))
    refused(
        write(glb(b'{"asset":{"version":"2.0"},"nodes":[' + nodes + b",{}]}"), "many.glb"), "more than 100000 objects"
    )
    few = [{"children": [i + 1]} for i in range(5000)] + [{}]
    document = {"asset": {"version": "2.0"}, "nodes": few, "scenes": [{"nodes": [0]}]}
    refused(write(glb(document), "deep.glb"), "the skeleton has 5001 nodes, more than the 2000")


def test_json_that_is_none(write):
    for text, words in (
        (b'{"asset":' + b"[" * 90_000, "nested too deeply|cannot be read"),
        (b'{"asset":{"version":"2.0"},"nodes":[{"translation":[NaN,0,0]}]}', "NaN is no number of JSON"),
        (b'{"asset":{"version":"2.0"},"nodes":[{"translation":[1e999,0,0]}]}', "finite"),
        (b'{"asset":{"version":"2.0"},"nodes":[{"mesh":' + b"9" * 5000 + b"}]}", "cannot be read"),
        (b'{"asset":{"version":"2.0"}}', "no nodes"),
        (b'{"nodes":[]}', 'no "asset"'),
        (b'{"asset":{"version":"2.0"},"nodes":7}', "nodes"),
        (b'{"asset":{"version":"\xff"}}', "not UTF-8"),
        (json.dumps({"asset": {"version": "2.0"}, "nodes": [{"name": 3}]}).encode(), r"nodes\[0\].name"),
    ):
        refused(write(glb(text), "odd.glb"), words)
        refused(write(text, "odd.gltf"), words)
