"""MJCF: what each element becomes, and what is refused with its line. The oracles check the numbers against MuJoCo."""

from __future__ import annotations

import math

import numpy as np
import pytest

import poise


def model(body: str, before: str = "", after: str = "") -> str:
    return f'<mujoco model="m">\n{before}\n<worldbody>\n{body}\n</worldbody>\n{after}\n</mujoco>\n'


BALL = '<geom type="sphere" size="0.1"/>'


def two(joint: str, before: str = "", after: str = "") -> str:
    """A floating body and one on it."""
    return model(f'<body name="a"><freejoint/>{BALL}<body name="b">\n{joint}{BALL}</body></body>', before, after)


def test_a_single_floating_body_is_the_root(write):
    figure = poise.Figure.load(write(two('<joint name="j"/>')))
    assert (figure.root, figure.base.name, figure.base.model) == ("a", "root", "free")
    named = poise.Figure.load(write(two('<joint name="root"/>')))
    assert list(named.joints) == ["root_2", "root"]


@pytest.mark.parametrize("root", [None, "fixed"])
def test_anything_else_hangs_on_the_world(write, root):
    figure = poise.Figure.load(
        write(model(f'<body name="a"><joint name="j"/>{BALL}</body><body name="b">{BALL}</body>')), root=root
    )
    assert (figure.root, figure.base.model) == ("world", "fixed")
    assert set(figure.sites) == {"world", "a", "b"}
    assert list(figure.segments) == ["world", "a"]


def test_a_floating_file_can_be_bolted_where_it_is(write):
    text = model(f'<body name="a" pos="1 2 3"><freejoint name="f"/>{BALL}</body>')
    bolted = poise.Figure.load(write(text), root="fixed")
    assert (bolted.base.name, bolted.base.model, bolted.dof) == ("f", "fixed", 0)
    np.testing.assert_allclose(bolted.rest().position("a"), (2, 3, 1), atol=1e-15)
    np.testing.assert_allclose(poise.Figure.load(write(text)).rest().position("a"), (2, 3, 1), atol=1e-15)


def test_a_file_with_gravity_along_y_is_not_turned(write):
    text = model(f'<body name="a" pos="1 2 3"><freejoint/>{BALL}</body>', '<option gravity="0 -9.8 0"/>')
    figure = poise.Figure.load(write(text))
    np.testing.assert_array_equal(figure.rest().position("a"), (1, 2, 3))
    assert figure.gravity == (0.0, -9.8, 0.0)
    assert figure.mirror.axis == "x"


def limits(write, joint: str, compiler: str = "") -> dict:
    figure = poise.Figure.load(write(two(joint, f"<compiler {compiler}/>")))
    return dict(figure.joint("j").limits)


def test_ranges(write):
    assert limits(write, '<joint name="j" range="-90 45"/>')["angle"] == poise.Range.degrees(-90, 45)
    assert limits(write, '<joint name="j" range="-1 2"/>', 'angle="radian"')["angle"] == poise.Range(-1, 2)
    assert limits(write, '<joint name="j" type="slide" range="-1 2"/>')["distance"] == poise.Range(-1, 2)
    assert limits(write, '<joint name="j" range="-90 45" limited="false"/>') == {}
    assert limits(write, '<joint name="j" range="-90 45"/>', 'autolimits="false"') == {}
    assert "angle" in limits(write, '<joint name="j" range="-90 45" limited="true"/>', 'autolimits="false"')
    assert limits(write, '<joint name="j"/>') == {}


def test_the_range_of_a_ball_bounds_swing_and_twist(write):
    found = limits(write, '<joint name="j" type="ball" range="0 60"/>')
    assert found == {"swing": poise.Cone(math.radians(60)), "twist": poise.Range.degrees(-60, 60)}
    assert limits(write, '<joint name="j" type="ball" range="0 180"/>') == {}


def test_nothing_that_a_ball_range_allows_is_lost(write):
    figure = poise.Figure.load(write(two('<joint name="j" type="ball" range="0 70"/>')))
    rng = np.random.default_rng(5)
    for _ in range(200):
        axis, angle = rng.normal(size=3), rng.uniform(0, math.radians(70))
        half = math.sin(angle / 2) * axis / np.linalg.norm(axis)
        assert figure.pose({"j": (*half, math.cos(angle / 2))}).within_limits


def test_actuator_limits_of_a_joint_are_its_strength(write):
    figure = poise.Figure.load(write(two('<joint name="j" actuatorfrcrange="-5 8"/>')))
    assert figure.joint("j").strengths["angle"] == poise.Strength(8.0, 5.0, "MJCF actuatorfrcrange")


def test_couplings(write):
    body = f'<body name="a"><joint name="x"/><joint name="y" ref="90"/><joint name="z" type="slide"/>{BALL}</body>'
    after = """<equality><joint joint1="x" joint2="y" polycoef="0.5 2 0 0 0"/>
      <joint name="stop" joint1="z" polycoef="0.1 0 0 0 0"/><joint joint1="x" joint2="z" active="false"/>
      <tendon tendon1="t" polycoef="0 0 0 0 0"/><connect body1="a" anchor="0 0 0"/></equality>
      <tendon><fixed name="t" range="-1 2"><joint joint="x" coef="1"/><joint joint="z" coef="-3"/></fixed>
      <fixed name="unlimited"><joint joint="x" coef="1"/></fixed></tendon>"""
    couplings = poise.Figure.load(write(model(body, "", after))).couplings
    half = math.pi / 2
    assert couplings["x_follows_y"] == poise.Coupling(
        "x_follows_y", {"x": 1.0, "y": -2.0}, 0.5 - 2 * half, 0.5 - 2 * half
    )
    assert couplings["stop"] == poise.Coupling("stop", {"z": 1.0}, 0.1, 0.1)
    assert couplings["t_locked"] == poise.Coupling("t_locked", {"x": 1.0, "z": -3.0}, 0.0, 0.0)
    assert couplings["t"] == poise.Coupling("t", {"x": 1.0, "z": -3.0}, -1.0, 2.0)
    assert len(couplings) == 4


def test_a_curved_equality_is_left_out_with_a_warning(write):
    after = '<equality><joint joint1="x" joint2="y" polycoef="0 1 0.5 0 0"/></equality>'
    path = write(model(f'<body name="a"><joint name="x"/><joint name="y"/>{BALL}</body>', "", after))
    with pytest.warns(UserWarning, match="not linear and is left out"):
        assert poise.Figure.load(path).couplings == {}


def test_couplings_by_default_class_and_short_polynomials(write):
    body = f'<body name="a"><joint name="x"/><joint name="y"/><joint name="z"/>{BALL}</body>'
    before = '<default><equality active="false"/><default class="on"><equality active="true"/></default></default>'
    after = """<equality><joint joint1="x" joint2="y" polycoef="0.5"/>
      <joint name="on" class="on" joint1="z" joint2="y" polycoef="0.5 2"/></equality>"""
    couplings = poise.Figure.load(write(model(body, before, after))).couplings
    assert dict(couplings) == {"on": poise.Coupling("on", {"z": 1.0, "y": -2.0}, 0.5, 0.5)}
    with pytest.raises(poise.FileError, match=r"figure.txt:6: polycoef of <joint> has 6 numbers"):
        poise.Figure.load(write(model(body, "", '<equality><joint joint1="x" polycoef="1 2 3 4 5 6"/></equality>')))


def test_couplings_that_cannot_hold_are_left_out_with_a_warning(write):
    """Equalities are soft in MuJoCo: the file lives with the contradiction, our limits and couplings cannot."""
    body = f'<body name="a"><joint name="x" range="0 10"/><joint name="y" range="30 40"/>{BALL}</body>'
    after = '<equality><joint name="same" joint1="x" joint2="y"/><joint name="stop" joint1="x"/></equality>'
    path = write(model(body, "", after))
    with pytest.warns(UserWarning, match=r"figure.txt:6: coupling 'same' is left out: no pose can satisfy"):
        assert list(poise.Figure.load(path).couplings) == ["stop"]


def test_gravity_can_be_switched_off(write):
    text = two('<joint name="j"/>', '<option gravity="0 -9.81 0"><flag gravity="disable"/></option>')
    figure = poise.Figure.load(write(text))
    assert figure.gravity == (0.0, 0.0, 0.0)
    assert figure.mirror.axis == "x"  # the file still tells which way is up
    assert poise.Figure.load(write(text.replace("disable", "enable"))).gravity == (0.0, -9.81, 0.0)


def test_keyframes_are_numbered_as_in_the_file_and_zeros_are_no_turn(write):
    keys = '<keyframe><key ctrl="1"/><key qpos="1 2 3 0 0 0 0 0.5"/></keyframe>'
    figure = poise.Figure.load(write(two('<joint name="j"/>', "", keys)), axes="keep")
    assert set(figure.postures) == {"rest", "key_1"}
    np.testing.assert_array_equal(figure.pose("key_1").coordinates, (1, 2, 3, 0, 0, 0, 1, 0.5))


def test_rest_is_inside_the_limits_even_if_the_file_draws_it_outside(write):
    figure = poise.Figure.load(write(two('<joint name="j" ref="-30" range="10 40"/>')))
    assert figure.rest()["j"] == pytest.approx(math.radians(10), abs=1e-15)
    assert figure.rest().within_limits


def test_short_sizes_leave_the_rest_to_the_defaults(write):
    figure = poise.Figure.load(
        write(two('<geom name="g" type="box" size="0.1"/>', '<default><geom size="0.5 0.6 0.7"/></default>'))
    )
    assert figure.segment("a").shapes[1].size == (0.2, 1.2, 1.4)


def test_inertia_of_a_point(write):
    figure = poise.Figure.load(write(two('<joint name="j"/><inertial pos="1 0 0" mass="2"/>')))
    np.testing.assert_array_equal(figure.segment("b").inertia, np.zeros((3, 3)))
    assert figure.segment("b").center == (1.0, 0.0, 0.0)


def test_massless_geoms_leave_the_word_to_the_inertial(write):
    inertial = '<inertial pos="1 0 0" mass="2" diaginertia="1 1 1"/>'
    body = f'<body name="a"><freejoint/>{inertial}<geom size="0.1" mass="0"/></body>'
    assert poise.Figure.load(write(model(body, '<compiler inertiafromgeom="true"/>'))).mass == 2.0


@pytest.mark.parametrize("settings", ['<compiler alignfree="true"/>', ""])
def test_aligned_bodies_keep_their_frame_with_a_warning(write, settings):
    joint = "<freejoint/>" if settings else '<freejoint align="true"/>'
    lone = model(f'<body name="a" pos="1 2 3">{joint}{BALL}</body>', settings)
    with pytest.warns(UserWarning, match=r"figure.txt:4: the frame of <body name='a'> stays as written"):
        assert poise.Figure.load(write(lone), axes="keep").rest().position("a")[0] == 1.0
    poise.Figure.load(write(lone.replace("</body>", f'<body name="b"><joint/>{BALL}</body></body>')))  # never aligned


@pytest.mark.parametrize("size", ["1e-200 1e-200 1e-200", "1e200 1e200 1e200"])
@pytest.mark.parametrize("kind", ["sphere", "capsule", "cylinder", "ellipsoid", "box"])
def test_sizes_beyond_all_numbers(refused, kind, size):
    error = refused(two(f'<geom type="{kind}" size="{size}"/>'))
    assert "beyond all numbers" in str(error)
    assert error.line == 5


def test_mass_of_a_mesh_that_is_not_there_is_missed_with_a_warning(write):
    path = write(model('<body name="a"><freejoint/><geom type="mesh" mesh="m"/></body>'))
    with pytest.warns(UserWarning, match="comes from a mesh that is not read .* there is no mesh 'm'"):
        assert poise.Figure.load(path).mass == 0.0
    inertial = '<inertial pos="0 0 0" mass="2" diaginertia="1 1 1"/>'
    assert poise.Figure.load(write(path.read_text().replace("<freejoint/>", f"<freejoint/>{inertial}"))).mass == 2.0


def test_total_mass_can_be_set(write):
    figure = poise.Figure.load(write(two('<joint name="j"/>', '<compiler settotalmass="10"/>')))
    assert figure.mass == pytest.approx(10.0)
    assert figure.segment("a").inertia[0][0] == pytest.approx(0.4 * 5.0 * 0.01)


def test_sites_get_names_of_their_own(write):
    text = model(f'<body name="a"><freejoint/>{BALL}<site/><site name="a" pos="1 0 0"/><site name="tip"/></body>')
    assert list(poise.Figure.load(write(text)).sites) == ["a", "a_site_2", "a_site", "tip"]
    told = model(f'<body name="a"><freejoint/>{BALL}<site/><site name="a_site" pos="1 0 0"/></body>')
    assert poise.Figure.load(write(told)).sites["a_site"].placement.position == (1.0, 0.0, 0.0)


def test_twenty_thousand_nameless_sites(write):
    text = model(f'<body name="a"><freejoint/>{BALL}{"<site/>" * 20_000}</body>')
    assert "a_site_20000" in poise.Figure.load(write(text)).sites


def test_nameless_bodies_and_joints_get_names(write):
    figure = poise.Figure.load(write(model(f"<body><joint/><joint/>{BALL}</body>")))
    assert list(figure.segments) == ["world", "body_1:body_1_joint", "body_1"]
    assert list(figure.joints) == ["root", "body_1_joint", "body_1_joint_2"]


def test_includes(write, tmp_path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "arm.xml").write_text(
        f'<mujocoinclude><body name="arm"><joint name="j"/>{BALL}</body></mujocoinclude>'
    )
    figure = poise.Figure.load(write(model(f'<body name="a"><freejoint/>{BALL}<include file="parts/arm.xml"/></body>')))
    assert list(figure.joints) == ["root", "j"]


@pytest.mark.parametrize("inner", ["hand.xml", "parts/hand.xml"])
def test_includes_are_found_from_the_main_file_and_from_their_own(tmp_path, inner):
    for folder in ("models", "parts"):
        (tmp_path / folder).mkdir()
    (tmp_path / "parts" / "hand.xml").write_text(f'<mujoco><body name="hand"><joint/>{BALL}</body></mujoco>')
    (tmp_path / "parts" / "arm.xml").write_text(
        f'<mujoco><body name="arm"><joint/>{BALL}<include file="{inner}"/></body></mujoco>'
    )
    (tmp_path / "models" / "main.xml").write_text(model('<include file="../parts/arm.xml"/>'))
    (tmp_path / "main.xml").write_text(model('<include file="parts/arm.xml"/>'))
    assert set(poise.Figure.load(tmp_path / "main.xml").sites) == {"world", "arm", "hand"}
    if inner == "hand.xml":
        assert set(poise.Figure.load(tmp_path / "models" / "main.xml").sites) == {"world", "arm", "hand"}


@pytest.mark.parametrize(("name", "words"), [
    ("none.xml", "does not exist"), ("/dev/zero", "does not exist"), ("x" * 5000, "does not exist"),
    ("figure.txt", "includes itself"),
])  # fmt: skip
def test_includes_that_are_refused(refused, name, words):
    error = refused(model(f'<include file="{name}"/>'))
    assert words in str(error)
    assert error.line == 4


def test_replicates_number_the_names_inside_out(write):
    inner = f'<replicate count="2" sep="-"><body name="r"><joint name="j"/>{BALL}</body></replicate>'
    figure = poise.Figure.load(
        write(model(f'<body name="a"><freejoint/>{BALL}<replicate count="10">{inner}</replicate></body>'))
    )
    assert list(figure.joints)[:4] == ["root", "j-000", "j-100", "j-001"]
    assert list(figure.segments)[-1] == "r-109"
    assert poise.Figure.load(write(two('<replicate count="0"><body><joint/></body></replicate>'))).dof == 6


def test_only_mjcf_is_included(write, tmp_path):
    (tmp_path / "part.xml").write_text("<robot/>")
    with pytest.raises(poise.FileError, match=r"part.xml:1: an included file must start with <mujoco> .* not <robot>"):
        poise.Figure.load(write(model('<include file="part.xml"/>')))


def test_errors_in_included_files_name_that_file(write, tmp_path):
    (tmp_path / "part.xml").write_text('<mujocoinclude>\n<body pos="1 2"/>\n</mujocoinclude>')
    with pytest.raises(poise.FileError) as caught:
        poise.Figure.load(write(model('<include file="part.xml"/>')))
    assert caught.value.path.endswith("part.xml")
    assert caught.value.line == 2


REFUSED = {
    "not closed": ("<mujoco>\n<worldbody>\n</mujoco>", 3, "not well-formed XML"),
    "entities": ("<!DOCTYPE m [<!ENTITY a 'b'>]>\n<mujoco/>", 1, "document types and entities"),
    "no worldbody": ("<mujoco/>", 1, "needs a <worldbody>"),
    "global": (model("", '<compiler coordinate="global"/>'), 2, "coordinate='global'"),
    "eulerseq": (model("", '<compiler eulerseq="abc"/>'), 2, "eulerseq='abc'"),
    "angle": (model("", '<compiler angle="grad"/>'), 2, "must be one of degree, radian"),
    "unknown class": (model('<body><joint class="none"/></body>'), 4, "unknown default class 'none'; there are: main"),
    "unknown childclass": (model('<body childclass="none"/>'), 4, "unknown default class 'none'"),
    "class twice": (model("", '<default><default class="c"/><default class="c"/></default>'), 2, "defined twice"),
    "body twice": (model('<body name="a"/>\n<body name="a"/>'), 5, "two bodies are named 'a' (the other on line 4)"),
    "joint twice": (model(f'<body>\n<joint name="j"/>\n<joint name="j"/>{BALL}</body>'), 6, "two joints are named 'j'"),
    "joint of the world": (model('<joint name="j"/>'), 4, "the world cannot have joints"),
    "free inside": (model(f"<body>{BALL}<body>\n<freejoint/></body></body>"), 5, "free joint must be the only joint"),
    "free and more": (model(f"<body>{BALL}\n<freejoint/><joint/></body>"), 5, "free joint must be the only joint"),
    "joint type": (two('<joint type="screw"/>'), 5, "must be one of hinge, slide, ball, free"),
    "zero axis": (two('<joint axis="0 0 0"/>'), 5, "no direction"),
    "range down": (two('<joint limited="true" range="2 1"/>'), 5, "its range must go up"),
    "orientations": (two('<site euler="0 0 0" quat="1 0 0 0"/>'), 5, "several orientations: quat, euler"),
    "zero quaternion": (two('<site quat="0 0 0 0"/>'), 5, "quaternion of length zero"),
    "flat xyaxes": (two('<site xyaxes="1 0 0 2 0 0"/>'), 5, "no direction"),
    "geom type": (two('<geom type="blob"/>'), 5, "must be one of sphere"),
    "geom size": (two('<geom type="box" size="1 2"/>'), 5, "needs 3 sizes, not 2"),
    "geom radius": (two('<geom size="-1"/>'), 5, "must be positive"),
    "fromto": (two('<geom type="capsule" size="1" fromto="0 0 0 0 0 0"/>'), 5, "are the same"),
    "sphere fromto": (two('<geom size="1" fromto="0 0 0 0 0 1"/>'), 5, "not for spheres"),
    "shell": (two('<geom size="1" shellinertia="true"/>'), 5, "shellinertia"),
    "geom mass": (two('<geom size="1" mass="-1"/>'), 5, "negative mass"),
    "inertial": (two('<inertial pos="0 0 0"/>'), 5, "needs the attribute 'mass'"),
    "composite": (two('<composite type="grid"/>'), 5, "<composite> is not supported"),
    "attach": (two('<attach model="m"/>'), 5, "<attach> is not supported"),
    "replicate": (two('<replicate count="1.5"/>'), 5, "must be a whole number"),
    "no count": (two("<replicate/>"), 5, "needs the attribute 'count'"),
    "replicates": (two('<replicate count="999"><replicate count="999"><site/></replicate></replicate>'), 5,
                   "more than 200000 elements"),
    "equality": (model("", "", '<equality><joint joint1="j"/></equality>'), 6, "needs a hinge or slide joint, not 'j'"),
    "tendon": (model("", "", '<tendon><fixed><joint joint="j" coef="1"/></fixed></tendon>'), 6, "not 'j'"),
    "key": (two('<joint name="j"/>', "", '<keyframe><key qpos="1 2"/></keyframe>'), 7, "must be 8 numbers, not 2"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_bad_models(refused, case):
    text, line, words = REFUSED[case]
    error = refused(text)
    assert words in str(error)
    assert error.line == line


def test_a_chain_of_five_thousand_bodies(write):
    text = model("".join(f'<body name="b{n}" pos="0 0 0.1"><joint/>{BALL}' for n in range(5000)) + "</body>" * 5000)
    figure = poise.Figure.load(write(text))
    assert figure.dof == 5000
    np.testing.assert_allclose(figure.rest().position("b4999"), (0, 500, 0), atol=1e-6)
