"""Figure files: what is written comes back bit for bit, and what people write by hand is understood."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import poise
from poise.io.figure.read import read_figure
from poise.io.figure.write import figure_yaml
from poise.io.text.angles import angle_of, radians_of
from poise.io.text.yaml_read import parse_yaml

FILES_PAGE = Path(__file__).parents[2] / "docs" / "files.md"


def again(figure: poise.Figure) -> poise.Figure:
    """The figure written and read."""
    return read_figure(parse_yaml(figure_yaml(figure), "again.yaml"))


def bits(figure: poise.Figure) -> str:
    """All of a figure as text: differs in a last digit or in the sign of a zero."""
    return repr(figure._parts())


def assert_same(figure: poise.Figure) -> None:
    copy = again(figure)
    assert copy == figure
    assert bits(copy) == bits(figure)


numbers = st.floats(-1e3, 1e3, allow_subnormal=False)
small = st.floats(-3.0, 3.0)
vectors = st.tuples(numbers, numbers, numbers)
names = st.text(min_size=1, max_size=8).filter(
    lambda s: s == s.strip() and not any("\ud800" <= c <= "\udfff" for c in s)
)
openings = st.floats(1e-3, 3.1)
moments = st.tuples(*[st.floats(0, 9)] * 3)


@st.composite
def directions(draw):
    v = np.array(draw(st.tuples(small, small, small)))
    return tuple(v / np.linalg.norm(v)) if np.linalg.norm(v) > 0.1 else (0.0, 0.0, 1.0)


@st.composite
def placements(draw):
    q = np.array(draw(st.tuples(small, small, small, small)))
    q = q / np.linalg.norm(q) if np.linalg.norm(q) > 0.1 else (0.0, 0.0, 0.0, 1.0)
    return poise.Placement(draw(vectors), tuple(q))


@st.composite
def ranges(draw):
    low, high = sorted(draw(st.tuples(small, small)))
    return poise.Range(draw(st.sampled_from([low, -math.inf])), draw(st.sampled_from([high, math.inf])))


@st.composite
def shapes(draw):
    size = st.floats(1e-3, 10.0)
    place = draw(placements())
    return draw(
        st.sampled_from(
            [
                poise.Sphere(draw(size), placement=place),
                poise.Box(draw(st.tuples(size, size, size)), placement=place),
                poise.Ellipsoid(draw(st.tuples(size, size, size)), placement=place),
                poise.Cylinder(draw(size), draw(size), placement=place),
                poise.Capsule(0.1, 0.3, draw(st.none() | st.floats(0.05, 0.3)), placement=place),
            ]
        )
    )


def limits_of(model: str):
    swing = st.one_of(
        st.builds(poise.Cone, openings),
        st.builds(poise.Ellipse, openings, openings),
        st.just(poise.Polygon.of_swings([(-0.3, -0.3), (0.5, -0.2), (0.1, 0.7)])),
    )
    table = st.builds(lambda d, a, b: poise.TwistTable(((d, *sorted((a, b))),)), directions(), small, small)
    kinds = {
        "hinge": {"angle": ranges()},
        "slide": {"distance": ranges()},
        "elbow": {"flexion": ranges(), "twist": ranges()},
        "swing": {"swing": swing},
        "ball": {"swing": swing, "twist": ranges() | table},
    }.get(model, {})
    return st.fixed_dictionaries({}, optional=kinds)


@st.composite
def figures(draw):
    """A chain of up to six segments with anything a file can hold."""
    models = draw(st.lists(st.sampled_from(["hinge", "slide", "elbow", "swing", "ball", "free", "fixed"]), max_size=5))
    models.insert(0, draw(st.sampled_from(["free", "fixed"])))
    parts = draw(st.lists(names, min_size=len(models), max_size=len(models), unique=True))
    segments = [
        poise.Segment(n, draw(st.floats(0, 99)), draw(vectors), np.diag(draw(moments)), (draw(shapes()),))
        for n in parts
    ]  # fmt: skip
    joints = []
    for number, model in enumerate(models):
        joint = poise.Joint(
            f"{parts[number]}!",
            model,
            None if number == 0 else parts[draw(st.integers(0, number - 1))],
            parts[number],
            draw(placements()),
            draw(placements()),
            draw(directions()),
            draw(limits_of(model)),
            draw(st.floats(0.01, 10.0)),
        )
        joints.append(joint)
    sites = [poise.Site(n, draw(st.sampled_from(parts)), draw(placements())) for n in draw(st.sets(names, max_size=3))]
    figure = poise.Figure(draw(names), segments, joints, sites=sites, gravity=draw(vectors))
    seed = draw(st.integers(0, 2**32))
    return figure.with_posture("another one", figure.random(np.random.default_rng(seed)))


@settings(max_examples=150, deadline=None)
@given(figures())
def test_any_figure_comes_back_bit_for_bit(figure):
    assert_same(figure)


@pytest.mark.parametrize("hands", [False, True])
def test_people_come_back_bit_for_bit(hands):
    human = poise.human(hands=hands)
    assert_same(human)
    assert_same(human.rerooted("right_foot"))
    assert_same(human.scaled(1.1))
    assert_same(human.mirrored())


@settings(max_examples=1000, deadline=None)
@given(st.floats(-1e6, 1e6))
def test_every_angle_comes_back_bit_for_bit(radians):
    back = radians_of(angle_of(radians))
    assert back == radians
    assert math.copysign(1.0, back) == math.copysign(1.0, radians)


@pytest.mark.parametrize(("degrees", "written"), [(90, 90), (-12.5, -12.5), (0, 0), (1.2345678, 1.2345678)])
def test_round_degrees_are_written_round(degrees, written):
    assert angle_of(math.radians(degrees)) == written


def test_couplings_in_degrees_and_with_slides_in_plain_numbers():
    segments = [poise.Segment(n) for n in "abcd"]
    joints = [
        poise.Joint("base", "free", None, "a"),
        poise.Joint("turn", "hinge", "a", "b"),
        poise.Joint("push", "slide", "b", "c"),
        poise.Joint("bend", "elbow", "c", "d"),
    ]
    couplings = [
        poise.Coupling("both", {"turn": 1.0, "bend.flexion": -0.5}, math.radians(-30), math.radians(45)),
        poise.Coupling("screw", {"turn": 0.01, "push": 1.0}, 0.25, 0.25),
        poise.Coupling("far", {"base.x": 1.0}, -2.0, math.inf),
    ]
    figure = poise.Figure("coupled", segments, joints, couplings=couplings)
    assert_same(figure)
    text = figure_yaml(figure)
    assert "both: {terms: {turn: 1, bend.flexion: -0.5}, min: -30, max: 45}" in text
    assert "screw: {terms: {turn: 0.01, push: 1}, equals: 0.25}" in text
    assert "far: {terms: {base.x: 1}, min: -2}" in text


def test_a_chain_of_five_thousand_joints_is_written_and_read(tmp_path):
    count = 5000
    segments = [poise.Segment(f"s{n}", 1.0, (0.0, 0.05, 0.0)) for n in range(count)]
    joints = [poise.Joint("root", "free", None, "s0")]
    joints += [
        poise.Joint(f"j{n}", "hinge", f"s{n - 1}", f"s{n}", limits={"angle": poise.Range(-1, 1)})
        for n in range(1, count)
    ]
    chain = poise.Figure("chain", segments, joints)
    chain.save(tmp_path / "chain.yaml")
    assert poise.Figure.load(tmp_path / "chain.yaml") == chain


def test_defaults_are_left_out():
    figure = poise.Figure("dot", [poise.Segment("a")], [poise.Joint("base", "fixed", None, "a")])
    written = "poise: figure\nversion: 1\nname: dot\nsegments:\n  a: {}\njoints:\n  base: {model: fixed, child: a}\n"
    assert figure_yaml(figure) == written


def test_rest_that_is_not_the_default_is_kept():
    """Zero is not allowed here, yet the rest pose asks for it: it must be written."""
    joints = [
        poise.Joint("base", "fixed", None, "a"),
        poise.Joint("j", "hinge", "a", "b", limits={"angle": poise.Range(0.5, 1.0)}),
    ]
    figure = poise.Figure("odd", [poise.Segment("a"), poise.Segment("b")], joints, postures={"rest": {"j": 0.0}})
    assert figure.rest()["j"] == 0.0
    assert_same(figure)


# ---- written by hand --------------------------------------------------------------------------


def test_the_example_of_the_files_page(write):
    example = re.search(r"```yaml\n(.*?)```", FILES_PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    lamp = poise.Figure.load(write(example[1]))
    assert lamp.dof == 6
    assert lamp.joint("elbow").limits["angle"] == poise.Range.degrees(0, 150)
    assert lamp.rest()["elbow"] == math.radians(60)
    assert lamp.pose("folded")["neck"].swing_x == -1.7
    assert lamp.pose("folded")["ankle"].swing_x == pytest.approx(math.radians(40), abs=1e-15)
    assert all(lamp.pose(name).within_limits for name in lamp.postures)
    assert lamp.segment("lower_arm").mass == pytest.approx(1200 * lamp.segment("lower_arm").shapes[0].volume)
    np.testing.assert_allclose(lamp.pose({"ankle": (0, 0, 0)}).joint_frame("elbow")[:3, 3], (0, 0.36, 0), atol=1e-15)
    assert_same(lamp)


def test_json_is_yaml(write):
    head = '"poise": "figure", "version": 1, "name": "dot"'
    text = f'{{{head}, "segments": {{"a": {{}}}}, "joints": {{"b": {{"model": "free", "child": "a"}}}}}}'
    assert poise.Figure.load(write(text)).base.model == "free"


def test_words_are_names(write):
    """YAML 1.1 would read these as true, null, 8 and 90."""
    text = """
poise: figure
version: 1
name: "on"
segments: {no: {}, null: {}, 010: {}, 1:30: {}}
joints:
  y: {model: fixed, child: no}
  n: {model: hinge, parent: no, child: "null"}
  off: {model: hinge, parent: no, child: "010"}
  yes: {model: hinge, parent: no, child: "1:30"}
"""
    figure = poise.Figure.load(write(text))
    assert list(figure.segments) == ["no", "null", "010", "1:30"]
    assert_same(figure)


def test_anchors_are_shared(write):
    text = """
poise: figure
version: 1
name: twins
segments: {a: &heavy {mass: 3}, b: *heavy}
joints:
  base: {model: fixed, child: a}
  j: {model: ball, parent: a, child: b}
"""
    assert poise.Figure.load(write(text)).mass == 6.0


@pytest.mark.parametrize("root", ["free", "fixed"])
def test_the_base_can_be_held_otherwise(tmp_path, root):
    human = poise.human()
    human.save(tmp_path / "human.yaml")
    held = poise.Figure.load(tmp_path / "human.yaml", root=root)
    assert held.base.model == root
    for site in human.sites:
        np.testing.assert_allclose(held.rest().frame(site), human.rest().frame(site), atol=1e-15)
