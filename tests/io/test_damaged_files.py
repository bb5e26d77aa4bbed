"""Damaged files: whatever is cut, doubled or garbled, a file is read or refused with a PoiseError, nothing else."""

from __future__ import annotations

import contextlib
import warnings
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import poise

YAML = """poise: figure
version: 1
name: damaged
segments:
  a: {mass: 1, center: [0, 1, 2], inertia: [1, 2, 3], shapes: [{capsule: {radius: 0.1, length: 0.2}}]}
  b: &b {density: 1000, shapes: [{box: {size: [1, 2, 3], axis_angle: [1, 0, 0, 90]}}]}
  c: *b
joints:
  base: {model: free, child: a}
  k: {model: ball, parent: a, child: b, limits: {swing: {cone: 30}, twist: {min: -10, max: "0.3 rad"}}}
  l: {model: hinge, parent: b, child: c, limits: {angle: {min: -10}}, weight: 2}
sites: {s: {segment: a, position: [1, 2, 3]}}
soles: {s: {segment: a, outline: [[0, 0, 0], [1, 0, 0], [0, 0, 1]]}}
groups: {g: [k, l]}
couplings: {c: {terms: {l: 1, k.twist: 2}, min: -10}}
mirror: {axis: x, pairs: [[b, c]]}
postures: {rest: {l: 3, k: [0, 0, 0, 1]}, other: {base: {position: [1, 2, 3]}}}
"""
URDF = """<robot name="r"><link name="a"><inertial><origin xyz="0 0 1" rpy="1 0 0"/><mass value="1"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link><link name="b"/><link name="c"/>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><origin xyz="1 2 3"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="3"/></joint><joint name="k" type="prismatic"><parent link="b"/><child link="c"/>
<limit lower="-1" upper="1"/><mimic joint="j" multiplier="2" offset="0.1"/></joint></robot>"""
MJCF = """<mujoco model="m"><compiler angle="degree" eulerseq="xyz"/><default><geom density="900"/><default class="c">
<joint range="-10 20" axis="0 1 0"/></default></default><worldbody><body name="a" pos="0 0 1"><freejoint name="f"/>
<geom type="box" size="1 2 3"/><body name="b" euler="1 2 3" childclass="c"><joint name="j" ref="3"/><joint name="k"/>
<geom type="capsule" fromto="0 0 0 1 1 1" size="0.1"/><site name="s" zaxis="1 0 0"/></body></body></worldbody>
<equality><joint joint1="j" joint2="k" polycoef="0 1 0 0 0"/></equality>
<keyframe><key name="q" qpos="0 0 1 1 0 0 0 0.1 0.2"/></keyframe></mujoco>"""
TEXTS = {"yaml": YAML, "urdf": URDF, "mjcf": MJCF}
JUNK = [
    "",
    " ",
    "\n",
    "0",
    "-1",
    "1e999",
    "nan",
    "null",
    "[",
    "{",
    "}",
    ":",
    "- ",
    '"',
    "<",
    ">",
    "/>",
    "a",
    "é",
    "\x00",
    "*b",
    "!!x ",
]


@st.composite
def damages(draw, text: str) -> str:
    """The text with a few pieces replaced by junk or by other pieces of itself."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        other = draw(st.integers(0, max(0, len(text) - 12)))
        piece = draw(st.sampled_from([*JUNK, text[other : other + 12]]))
        text = text[:start] + piece + text[end:]
    return text


@pytest.mark.parametrize("kind", TEXTS)
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_damage_is_refused_cleanly(tmp_path: Path, kind: str, data):
    path = tmp_path / "damaged"
    path.write_text(data.draw(damages(TEXTS[kind])), encoding="utf-8")
    with warnings.catch_warnings(), contextlib.suppress(poise.PoiseError):
        warnings.simplefilter("ignore")
        poise.Figure.load(path)


@pytest.mark.parametrize("kind", TEXTS)
def test_the_texts_are_good_before_the_damage(tmp_path, kind):
    path = tmp_path / "whole"
    path.write_text(TEXTS[kind])
    assert poise.Figure.load(path).dof >= 8
