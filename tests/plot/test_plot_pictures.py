"""Pictures: drawn at all, the right way round, of the right size, and honest about bad requests."""

from __future__ import annotations

import io
import math
import os
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image
from small_figures import bare_arm, doll

import poise
from poise.plot import Picture, plot_pose, pose_scene, side_by_side
from poise.plot.bones import bones, limb_vector
from poise.plot.colors import BACKGROUND, rgb, segment_colors, side_of
from poise.plot.picture import PANEL
from poise.plot.staging import upright
from poise.plot.views import VIEWS, framed

SMALL = (160, 200)


@pytest.fixture(scope="module")
def rest():
    return doll().rest()


def drawn(image):
    """(h, w) where something other than background is."""
    background = np.rint(np.array(rgb(BACKGROUND)) * 255)
    return np.abs(image.astype(float) - background).max(axis=2) > 12


def test_a_picture_shows_the_figure(rest):
    image = rest.plot(size=SMALL).image
    assert image.shape == (200, 160, 3)
    assert image.dtype == np.uint8
    assert 0.1 < drawn(image).mean() < 0.9
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 200, "smooth shading has many tones"


def test_drawing_twice_gives_the_same_pixels(rest):
    first, second = (rest.plot(size=SMALL, limits=["neck"], com=True).image for _ in range(2))
    np.testing.assert_array_equal(first, second)


def test_left_is_on_the_right_of_a_front_view(rest):
    image = rest.plot(view="front", size=(200, 240), floor=False).image.astype(int)
    blueish = drawn(image) & (image[..., 2] > image[..., 0] + 8)
    reddish = drawn(image) & (image[..., 0] > image[..., 2] + 45)
    columns = np.arange(200)[None, :]
    assert (columns * blueish).sum() / blueish.sum() > 110
    assert (columns * reddish).sum() / reddish.sum() < 90


def test_hand_is_drawn_where_the_camera_says(rest):
    bright = doll().with_segment(
        poise.Segment("left_arm", shapes=[poise.Sphere(0.05, placement=poise.Placement((0, -0.43, 0)))])
    )
    picture = bright.rest().plot(view="front", size=(300, 300), floor=False)
    scene = picture.panels[0].scene
    place = framed(VIEWS["front"], scene.points(), 1.0).project(bright.rest().position("left_hand"))[0]
    column, row = (place * [1, -1] + 1) * 150
    red, _, blue = picture.image[int(row), int(column)].astype(int)
    assert blue > red, "the left hand's colour"


def test_everything_drawn_stays_clear_of_the_edges(rest):
    for view in ("front", "side", "three-quarter"):
        mask = drawn(plot_pose(rest, view=view, size=SMALL, floor=False).image)
        assert not mask[:4].any()
        assert not mask[-4:].any()
        assert not mask[:, :4].any()
        assert not mask[:, -4:].any()


def test_the_floor_is_darker_near_the_feet(rest):
    image = rest.plot(size=(300, 300)).image.astype(float).mean(axis=2)
    camera = framed(VIEWS["three-quarter"], pose_scene(rest).points(), 1.0)
    near, far = (np.array(p, float) for p in ((0.0, 0.0, 0.30), (0.0, 0.0, 0.9)))
    (x0, y0), (x1, y1) = ((camera.project([p])[0] * [1, -1] + 1) * 150 for p in (near, far))
    assert image[int(y0), int(x0)] < image[min(int(y1), 299), int(x1)] - 5


def test_several_views_are_labelled_panels_in_one_row(rest):
    picture = rest.plot(views=("front", "side", "top"))
    assert [p.label for p in picture.panels] == ["front", "side", "top"]
    assert picture.size == (3 * PANEL[0], PANEL[1])
    small = rest.plot(views=("front", "side"), size=(321, 200)).image
    assert small.shape == (200, 321, 3)
    assert drawn(small[:, :160]).any()
    assert drawn(small[:, 161:]).any()
    assert drawn(small[-18:]).any(), "labels are written under the panels"


def test_marks_are_seen_through_the_body(rest):
    plain, marked = (rest.plot(view="front", size=(300, 300), com=c) for c in (False, True))
    place = framed(VIEWS["front"], marked.panels[0].scene.points(), 1.0).project(rest.center_of_mass)[0]
    column, row = ((place * [1, -1] + 1) * 150).astype(int)
    red, green, blue = marked.image[row, column].astype(int)
    assert red > green + 60
    assert red > blue + 60
    red, green, _ = plain.image[row, column].astype(int)
    assert red < green + 60


def test_support_and_sites_and_skeleton_and_ghost_change_the_picture(rest):
    plain = rest.plot(size=SMALL).image
    for options in ({"support": True}, {"sites": True}, {"skeleton": True}, {"ghost": doll().pose("wave")}):
        assert (rest.plot(size=SMALL, **options).image != plain).any(), options


def test_a_figure_without_shapes_is_drawn_as_bones():
    pose = bare_arm().pose({"reach": 0.2})
    assert drawn(pose.plot(size=SMALL, floor=False).image).sum() > 100
    found = {(segment, round(float(np.linalg.norm(b - a)), 6)) for segment, a, b in bones(pose)}
    assert found == {("pedestal", 0.3), ("boom", 0.4), ("boom", 0.6), ("rod", 0.2)}


def test_bones_do_not_move_when_the_figure_is_held_elsewhere():
    pose = doll().pose("wave")
    held = pose.rerooted("left_foot")
    ends = [sorted(map(tuple, np.round([p for b in bones(q) for p in b[1:]], 6).tolist())) for q in (pose, held)]
    assert set(ends[1]) >= {e for e in ends[0] if e[1] > 0.7}, "arms and head"


def test_limb_vector_reaches_the_tip():
    pose = bare_arm().pose({"reach": 0.1})
    np.testing.assert_allclose(limb_vector(pose, "lift"), [0, 0.4, 0], atol=1e-12)
    np.testing.assert_allclose(limb_vector(pose, "reach"), [0, 0.2, 0], atol=1e-12)


def test_side_by_side_shares_one_scale():
    big = doll()
    row = side_by_side([big.rest(), big.scaled(0.5).rest()], labels=["large", "small"], size=(400, 260), view="front")
    heights = [np.flatnonzero(drawn(row.image[:230, cut]).sum(axis=1) > 5) for cut in (slice(0, 200), slice(200, 400))]
    large, small = (h.max() - h.min() for h in heights)
    assert small < 0.75 * large
    assert [p.label for p in row.panels] == ["large", "small"]


def test_pictures_can_stand_side_by_side(rest):
    row = side_by_side([rest.plot(size=SMALL), rest.plot(views=("front", "top"), size=(300, 180))])
    assert len(row.panels) == 3
    assert row.size == (460, 200)


def test_saving_gives_the_path_and_the_pixels(rest, tmp_path):
    picture = rest.plot(size=SMALL)
    path = picture.save(tmp_path / "doll.png")
    np.testing.assert_array_equal(np.asarray(Image.open(path)), picture.image)
    np.testing.assert_array_equal(np.asarray(Image.open(io.BytesIO(picture._repr_png_()))), picture.image)
    assert picture.save(str(tmp_path / "doll.jpg")).stat().st_size > 500
    with pytest.raises(ValueError, match="read-only"):
        picture.image[0, 0, 0] = 1


def test_bad_paths_are_told(rest, tmp_path):
    picture = rest.plot(size=SMALL)
    with pytest.raises(poise.FileError, match=r"pictures end with \.png"):
        picture.save(tmp_path / "doll.txt")
    with pytest.raises(poise.FileError, match="cannot be written"):
        picture.save(tmp_path / "nowhere" / "doll.png")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"view": "frnt"}, "no view 'frnt'; did you mean 'front'"),
        ({"views": ()}, "at least one view"),
        ({"size": (10, 10)}, "10×10 pixels"),
        ({"size": "large"}, "width, height"),
        ({"limits": ["left_sholder"]}, "did you mean 'left_shoulder'"),
        ({"sites": ["left_hant"]}, "did you mean 'left_hand'"),
    ],
)
def test_bad_options_are_told(rest, options, message):
    with pytest.raises(poise.PoiseError, match=message):
        rest.plot(**options)


def test_labels_must_match_the_panels(rest):
    with pytest.raises(poise.InputError, match="1 labels are needed"):
        rest.plot().labelled("a", "b")
    with pytest.raises(poise.InputError, match="at least one pose or picture"):
        side_by_side([])
    with pytest.raises(poise.InputError, match="at least one panel"):
        Picture([])


def test_a_z_up_world_is_turned_upright():
    turn = upright((0, 0, -9.81))
    np.testing.assert_allclose(turn[:3, :3] @ [1, 0, 0], [0, 0, 1])  # front
    np.testing.assert_allclose(turn[:3, :3] @ [0, 1, 0], [1, 0, 0])  # left
    np.testing.assert_allclose(turn[:3, :3] @ [0, 0, 1], [0, 1, 0])  # up
    np.testing.assert_allclose(upright((0, -9.81, 0)), np.eye(4))
    np.testing.assert_allclose(upright((0, 0, 0)), np.eye(4))


def test_the_floor_goes_under_figures_that_hang_low():
    pose = doll().pose({"base": (0, 0, 0, 0, 0, 0)})
    lowest = min(p[1] for p in pose_scene(pose, floor=False).points())
    assert pose_scene(pose).floor == pytest.approx(lowest)
    assert pose_scene(doll().rest()).floor == 0.0
    assert pose_scene(pose, floor=-2.0).floor == -2.0
    assert pose_scene(pose, floor=False).floor is None


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("left_hand", "left"), ("hand_r", "r"), ("R_FOOT_LINK", "r"), ("LeftArm", "left"), ("rig:RightHand", "right"),
        ("lever", None), ("trunk", None), ("link_l_3", "l"), ("a_l_b", None), ("", None),
    ],
)  # fmt: skip
def test_sides_are_told_by_name(name, side):
    assert side_of(name) == side


def test_sides_have_colours_where_there_are_two():
    colors = segment_colors(doll())
    assert len({colors["left_arm"], colors["right_arm"], colors["trunk"]}) == 3
    assert colors["left_arm"] == colors["left_leg"]
    one_sided = doll().subfigure("left_leg")
    assert len(set(segment_colors(one_sided).values())) == 2, "neighbours differ when there are no sides"
    assert len(set(segment_colors(bare_arm()).values())) == 2


def test_plotting_changes_nothing(rest):
    before = rest.coordinates.copy()
    rest.plot(limits=True, com=True, support=True, sites=True, size=SMALL).image  # noqa: B018
    np.testing.assert_array_equal(rest.coordinates, before)


def test_a_long_chain_can_be_drawn():
    count = 1500
    segments = [poise.Segment(f"s{i}") for i in range(count)]
    joints = [poise.Joint("base", "fixed", None, "s0")]
    joints += [
        poise.Joint(f"j{i}", "hinge", f"s{i - 1}", f"s{i}", poise.Placement((0, 0.01, 0)), axis=(1, 0, 0))
        for i in range(1, count)
    ]
    pose = poise.Figure("chain", segments, joints).pose({f"j{i}": 0.01 for i in range(1, count)})
    assert drawn(pose.plot(size=SMALL).image).sum() > 100


def test_nothing_is_written_on_the_error_stream_without_a_screen(tmp_path):
    code = (
        "import poise; f = poise.Figure('ball', [poise.Segment.of_shapes('b', [poise.Sphere(0.1)])],"
        "[poise.Joint('base', 'free', None, 'b')]); f.rest().plot(size=(80, 80)).save('ball.png')"
    )
    without = {k: v for k, v in os.environ.items() if k != "DISPLAY"}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=without, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "ball.png").stat().st_size > 200


def test_without_the_drawing_library_the_extra_is_named(tmp_path):
    code = (
        "import sys; sys.modules['PIL'] = None\n"
        "import poise; f = poise.Figure('ball', [poise.Segment('b')], [poise.Joint('base', 'free', None, 'b')])\n"
        "try: f.rest().plot().save('ball.png')\n"
        "except poise.MissingExtraError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "drawing needs the extra 'pictures': pip install 'poise[pictures]'", done.stderr


def test_importing_plot_does_not_load_the_drawing_library():
    code = "import sys, poise.plot; print('PIL' in sys.modules or 'matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "False"


def test_views_in_degrees_are_labelled(rest):
    view = poise.plot.View(math.radians(40), math.radians(10))
    assert rest.plot(views=[view, "top"]).panels[0].label == "40°, 10°"
