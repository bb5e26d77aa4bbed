"""URDF: what each element becomes, and what is refused with its line. The oracles check the numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest

import poise

LINKS = '<link name="a"/>\n<link name="b"/>\n'
ROUND = '<inertia ixx="1" iyy="1" izz="1"/>'
ENDS = '<parent link="a"/><child link="b"/>'


def robot(inside: str) -> str:
    return f'<?xml version="1.0"?>\n<robot name="r">\n{inside}\n</robot>\n'


def link(inside: str) -> str:
    return f'<link name="a">{inside}</link>'


def weld(name: str, parent: str, child: str) -> str:
    return f'<joint name="{name}" type="fixed"><parent link="{parent}"/><child link="{child}"/></joint>'


def one_joint(kind: str, inside: str = "") -> str:
    return robot(f'{LINKS}<joint name="j" type="{kind}">{ENDS}{inside}</joint>')


def test_a_revolute_joint(write):
    inside = '<axis xyz="0 3 4"/><limit lower="-1" upper="2" effort="7" velocity="1"/>'
    joint = poise.Figure.load(write(one_joint("revolute", inside))).joint("j")
    assert joint.model == "hinge"
    assert joint.axis == (0.0, 0.6, 0.8)
    assert joint.limits["angle"] == poise.Range(-1.0, 2.0)
    assert joint.strengths["angle"] == poise.Strength(7.0, 7.0, "URDF effort limit")


def test_defaults_of_the_format(write):
    bare = poise.Figure.load(write(one_joint("revolute"))).joint("j")
    assert bare.axis == (1.0, 0.0, 0.0)
    assert bare.limits == {}
    assert bare.placement == poise.Placement()
    empty = poise.Figure.load(write(one_joint("prismatic", '<limit effort="0" velocity="0"/>'))).joint("j")
    assert empty.limits["distance"] == poise.Range(0.0, 0.0)
    assert empty.strengths == {}


def test_a_continuous_joint_has_no_range(write):
    joint = poise.Figure.load(
        write(one_joint("continuous", '<limit effort="3" velocity="1" lower="0" upper="0"/>'))
    ).joint("j")
    assert joint.limits == {}
    assert joint.strengths["angle"].positive == 3.0


def test_a_planar_joint_moves_in_the_plane_across_its_axis(write):
    figure = poise.Figure.load(write(one_joint("planar", '<axis xyz="0 1 0"/>')), root="fixed", axes="keep")
    assert list(figure.joints)[1:] == ["j_x", "j_y", "j_turn"]
    moved = figure.pose({"j_x": 0.3, "j_y": -0.2, "j_turn": 0.5}).frame("b")
    assert moved[1, 3] == pytest.approx(0.0, abs=1e-15)
    assert np.hypot(moved[0, 3], moved[2, 3]) == pytest.approx(math.hypot(0.3, 0.2))
    np.testing.assert_allclose(moved[:3, 1], (0, 1, 0), atol=1e-15)


def test_fixed_links_are_merged_and_stay_as_sites(write):
    text = robot(
        """<link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
        <link name="b"><inertial><origin xyz="0 0 1"/><mass value="3"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
          <visual><geometry><sphere radius="0.1"/></geometry></visual></link>
        <joint name="weld" type="fixed"><parent link="a"/><child link="b"/><origin xyz="1 0 0"/></joint>"""
    )
    figure = poise.Figure.load(write(text), axes="keep")
    assert list(figure.segments) == ["a"]
    assert figure.mass == 4.0
    assert figure.segment("a").center == (0.75, 0.0, 0.75)
    assert figure.segment("a").shapes[0].placement.position == (1.0, 0.0, 0.0)
    assert {s.name: s.placement.position for s in figure.sites.values()} == {
        "a": (0.0, 0.0, 0.0), "b": (1.0, 0.0, 0.0), "weld": (1.0, 0.0, 0.0),
    }  # fmt: skip


def test_mimic_is_a_coupling(write):
    text = robot(
        LINKS + '<link name="c"/>'
        f'<joint name="lead" type="continuous">{ENDS}</joint>'
        '<joint name="follow" type="prismatic"><parent link="a"/><child link="c"/>'
        '<limit lower="-9" upper="9" effort="0" velocity="0"/>'
        '<mimic joint="lead" multiplier="0.5" offset="0.1"/></joint>'
    )
    figure = poise.Figure.load(write(text))
    assert figure.couplings["follow_follows_lead"] == poise.Coupling(
        "follow_follows_lead", {"follow": 1.0, "lead": -0.5}, 0.1, 0.1
    )
    assert figure.rest().within_limits


def test_geometry_comes_from_collision_and_then_from_visual(write):
    text = robot(
        """<link name="a">
          <visual><geometry><mesh filename="package://none.stl"/></geometry></visual>
          <visual><geometry><box size="1 2 3"/></geometry></visual>
          <collision><origin xyz="0 0 1" rpy="1.5707963267948966 0 0"/>
            <geometry><cylinder radius="0.1" length="2"/></geometry></collision>
          <collision><geometry><capsule radius="0.1" length="2"/></geometry></collision>
          <collision><geometry><box size="0 0 0"/></geometry></collision>
        </link>"""
    )
    shapes = poise.Figure.load(write(text)).segment("a").shapes
    assert [type(s) for s in shapes] == [poise.Cylinder, poise.Capsule]
    np.testing.assert_allclose(shapes[0].placement.matrix[:3, 2], (0, -1, 0), atol=1e-15)
    only_visual = text.replace("collision", "ignored")
    assert poise.Figure.load(write(only_visual)).segment("a").shapes == (poise.Box((1.0, 2.0, 3.0)),)


@pytest.mark.parametrize(
    ("link", "root", "model"),
    [("a", None, "free"), ("world", None, "fixed"), ("world", "free", "free"), ("a", "fixed", "fixed")],
)
def test_how_the_base_is_held(write, link, root, model):
    figure = poise.Figure.load(write(robot(f'<link name="{link}"/>')), root=root)
    assert (figure.base.name, figure.base.model) == ("root", model)


def test_the_base_gets_a_name_of_its_own(write):
    text = robot(f'{LINKS}<joint name="root" type="continuous">{ENDS}</joint>')
    assert poise.Figure.load(write(text)).base.name == "root_2"


@pytest.mark.parametrize("root", ["free", "fixed"])
def test_axes(write, root):
    """x forward, y left, z up becomes z forward, x left, y up; joints and segment frames stay as they are."""
    text = robot(f'{LINKS}<joint name="j" type="continuous">{ENDS}<origin xyz="1 2 3"/></joint>')
    kept, turned = (poise.Figure.load(write(text), root=root, axes=axes) for axes in ("keep", "poise"))
    np.testing.assert_array_equal(kept.rest().position("b"), (1, 2, 3))
    np.testing.assert_allclose(turned.rest().position("b"), (2, 3, 1), atol=1e-15)
    assert kept.gravity == (0.0, 0.0, -9.81)
    assert turned.gravity == (0.0, -9.81, 0.0)
    assert kept.joint("j") == turned.joint("j")


def test_sides_are_told_by_names(write):
    names = [
        "left_arm",
        "right_arm",
        "leg_L",
        "leg_R",
        "LFOOT_1",
        "RFOOT_1",
        "l_toe",
        "r_toe",
        "lHand",
        "rHand",
        "lone_left",
        "roll",
    ]
    text = robot('<link name="a"/>' + "".join(
        f'<link name="{n}"/><joint name="{n}_joint" type="continuous"><parent link="a"/><child link="{n}"/></joint>'
        for n in names
    ))  # fmt: skip
    figure = poise.Figure.load(write(text))
    pairs = set(figure.mirror.pairs)
    assert figure.mirror.axis == "y"
    for left, right in zip(names[:-2:2], names[1:-2:2], strict=True):
        assert (left, right) in pairs
        assert (f"{left}_joint", f"{right}_joint") in pairs
    assert len(pairs) == 10


REFUSED = {
    "not closed": (robot("<link name='a'>"), 4, "not well-formed XML"),
    "doctype": ("<?xml version='1.0'?>\n<!DOCTYPE r [<!ENTITY x 'y'>]>\n<robot/>", 2, "document types and entities"),
    "external entity": ("<!DOCTYPE r SYSTEM 'file:///etc/passwd'>\n<robot/>", 1, "document types and entities"),
    "no links": (robot(""), 2, "at least one <link>"),
    "link without name": (robot("<link/>"), 3, "needs the attribute 'name'"),
    "link twice": (robot('<link name="a"/>\n<link name="a"/>'), 4, "two links are named 'a' (the other on line 3)"),
    "unknown link": (robot('<link name="a"/>\n\n\n' + weld("j", "a", "b")), 6,
                     "unknown link 'b'; links are: a"),
    "no parent": (robot(link("") + '\n<joint name="j" type="fixed"><child link="a"/></joint>'), 4, "needs a <parent>"),
    "two roots": (robot(LINKS), 4, "several links are nobody's child: 'a', 'b'"),
    "two parents": (robot(LINKS + weld("j", "a", "b") + "\n" + weld("k", "a", "b")), 6,
                    "two parents"),
    "cycle": (robot(LINKS + weld("j", "a", "b") + weld("k", "b", "a")),
              2, "cycle"),
    "cycle beside the root": (
        robot('<link name="c"/>\n' + LINKS + weld("j", "a", "b") + weld("k", "b", "a")),
        4, "cycle"),
    "unknown type": (one_joint("hinge"), 5, "type='hinge' of <joint name='j'> must be one of revolute"),
    "no type": (robot(f'{LINKS}<joint name="j">{ENDS}</joint>'), 5, "needs the attribute 'type'"),
    "zero axis": (one_joint("continuous", '<axis xyz="0 0 0"/>'), 5, "no direction"),
    "short axis": (one_joint("continuous", '\n<axis xyz="0 1"/>'), 6, "must be 3 numbers, not 2"),
    "words for numbers": (one_joint("continuous", '\n<origin xyz="0 1 up"/>'), 6, "must be numbers"),
    "infinite": (one_joint("continuous", '\n<origin xyz="0 1 inf"/>'), 6, "must be finite"),
    "nan": (one_joint("revolute", '\n<limit lower="nan" upper="1"/>'), 6, "must be finite"),
    "lower above upper": (one_joint("revolute", '\n<limit lower="2" upper="1"/>'), 6, "min above max"),
    "negative mass": (robot(link(f'\n<inertial><mass value="-1"/>{ROUND}</inertial>')), 4,
                      "negative mass"),
    "no mass": (robot(link(f"\n<inertial>{ROUND}</inertial>")), 4, "needs a <mass>"),
    "sphere without radius": (robot(link("<visual><geometry>\n<sphere/></geometry></visual>")), 4, "'radius'"),
    "unknown mimic": (one_joint("continuous", '\n<mimic joint="k"/>'), 6, "not 'k'; there are: j"),
    "own mimic": (one_joint("continuous", '\n<mimic joint="j"/>'), 6, "cannot mimic itself"),
    "xacro": (robot('<xacro:property name="x"/>\n<link name="a"/>'), 3, "xacro"),
    "xacro call": (robot('<link name="$(arg name)"/>'), 3, "xacro"),
    "python number": (one_joint("revolute", '\n<limit upper="1_0"/>'), 6, "must be numbers"),
    "other digits": (one_joint("revolute", '\n<limit upper="١"/>'), 6, "must be numbers"),
    "far away": (robot('\n<link name="a"/><link name="b"><inertial><mass value="1"/>' + ROUND + "</inertial></link>"
                       + weld("j", "a", "b").replace("/></joint>", '/><origin xyz="1.7e308 0 0"/></joint>')
                       + weld("k", "b", "c").replace("/></joint>", '/><origin xyz="1.7e308 0 0"/></joint>')
                       + '\n<link name="c"/>'), 5, "must be finite"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_bad_robots(refused, case):
    text, line, words = REFUSED[case]
    error = refused(text)
    assert words in str(error)
    assert error.line == line


def test_an_impossible_inertia_is_mended_with_a_warning(write):
    path = write(robot(link('<inertial><mass value="1"/><inertia ixx="-1" iyy="1" izz="2"/></inertial>')))
    words = r"figure.txt:3: the inertia of <link name='a'> has a negative principal moment \(-1 kg m²\)"
    with pytest.warns(UserWarning, match=words):
        figure = poise.Figure.load(path)
    np.testing.assert_allclose(figure.segment("a").inertia, np.diag([0, 1, 2]), atol=1e-15)


def test_a_moment_that_is_negative_by_rounding_is_not_worth_a_word(write):
    path = write(robot(link('<inertial><mass value="1"/><inertia ixx="-5e-20" iyy="0" izz="0"/></inertial>')))
    assert poise.Figure.load(path).mass == 1.0  # warnings are errors in these tests


def test_an_impossible_part_of_a_possible_segment_is_left_alone(write):
    parts = [f'<inertial><mass value="1"/><inertia {m}/></inertial>' for m in ("ixx='-1' iyy='1' izz='2'",
                                                                              "ixx='3' iyy='3' izz='3'")]  # fmt: skip
    text = f'<link name="a">{parts[0]}</link><link name="b">{parts[1]}</link>{weld("j", "a", "b")}'
    figure = poise.Figure.load(write(robot(text)))
    np.testing.assert_array_equal(figure.segment("a").inertia, np.diag([2.0, 4.0, 5.0]))


def test_of_elements_given_twice_the_first_counts(write):
    axes = '<axis xyz="0 1 0"/>\n<axis xyz="0 0 1"/>'
    with pytest.warns(UserWarning, match=r"figure.txt:6: <joint name='j'> has <axis> twice; the first, on line 5"):
        figure = poise.Figure.load(write(one_joint("continuous", axes)))
    assert figure.joint("j").axis == (0.0, 1.0, 0.0)


def test_spherical_joints_are_balls(write):
    figure = poise.Figure.load(write(one_joint("spherical", '<limit lower="0.2" upper="0.8"/>')))
    assert (figure.joint("j").model, dict(figure.joint("j").limits)) == ("ball", {})


def test_space_before_the_declaration(write, refused):
    good = "<?xml version='1.0'?>\n<robot name='r'><link name='a'/></robot>"
    assert poise.Figure.load(write("\n \n" + good)).name == "r"
    assert refused("\n \n" + good.replace("</robot>", "<link name='a'/></robot>")).line == 4
    assert refused("\n \n" + good.replace("</robot>", "")).line == 4


def test_open_limits(write):
    joint = poise.Figure.load(write(one_joint("revolute", '<limit lower="-inf" upper="1" effort="inf"/>'))).joint("j")
    assert joint.limits["angle"] == poise.Range(-math.inf, 1.0)
    assert joint.strengths == {}


def test_mimic_of_a_fixed_joint_is_a_fixed_value(write):
    follower = (
        '<joint name="k" type="continuous"><parent link="a"/><child link="c"/><mimic joint="j" offset="0.2"/></joint>'
    )
    text = robot(
        LINKS + '<link name="c"/>' + weld("j", "a", "b").replace("</joint>", '<mimic joint="k"/></joint>') + follower
    )
    figure = poise.Figure.load(write(text))
    assert figure.couplings == {"k_follows_j": poise.Coupling("k_follows_j", {"k": 1.0}, 0.2, 0.2)}
    assert figure.rest()["k"] == pytest.approx(0.2)


def test_contradicting_mimics_are_refused(refused):
    text = robot(
        f"""{LINKS}<link name="c"/>
        <joint name="lead" type="revolute">{ENDS}<limit lower="0" upper="1"/></joint>
        <joint name="follow" type="revolute"><parent link="a"/><child link="c"/>
          <limit lower="5" upper="6"/><mimic joint="lead"/></joint>"""
    )
    error = refused(text)
    assert "no pose can satisfy coupling 'follow_follows_lead'" in str(error)
    assert error.line == 8


def test_a_chain_of_five_thousand_links(write):
    links = "".join(f'<link name="l{n}"/>' for n in range(5000))
    joints = "".join(
        f'<joint name="j{n}" type="continuous"><parent link="l{n}"/><child link="l{n + 1}"/></joint>'
        for n in range(4999)
    )
    assert poise.Figure.load(write(robot(links + joints))).dof == 4999 + 6
