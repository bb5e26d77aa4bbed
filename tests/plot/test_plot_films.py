"""Films of motions: every format has all frames at their times; cameras stand still or go along; no half files."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from poise import (
    FileError,
    InputError,
    Joint,
    MissingExtraError,
    Motion,
    Placement,
    Segment,
    Site,
    Sphere,
    UnknownNameError,
)
from poise.plot import film_files

pytest.importorskip("PIL")
from PIL import Image

SMALL = {"size": (96, 64), "rate": 10.0}


@pytest.fixture(scope="module")
def ball():
    """A ball that goes one metre to its left in half a second and stands for another half."""
    figure = poise.Figure(
        "ball",
        [Segment.of_shapes("ball", [Sphere(0.15)])],
        [Joint("root", "free", None, "ball")],
        sites=[Site("top", "ball", Placement((0.0, 0.15, 0.0)))],
        postures={"rest": {"root": (0.0, 0.15, 0.0, 0.0, 0.0, 0.0, 1.0)}},
    )
    poses = [figure.rest().with_joints({"root": (x, 0.15, 0.0, 0.0, 0.0, 0.0, 1.0)}) for x in (-0.5, 0.5, 0.5)]
    return Motion(figure, [0.0, 0.5, 1.0], poses)


def frames(path):
    """(n, height, width, 3) and the milliseconds of each, as Pillow reads them."""
    with Image.open(path) as image:
        found = []
        for i in range(image.n_frames):
            image.seek(i)
            found.append((np.asarray(image.convert("RGB"), float), image.info.get("duration", 0)))
    return np.array([f for f, _ in found]), [d for _, d in found]


def darkness(picture):
    """Where the ball is: the middle of what is far from the background, in columns."""
    off = np.abs(picture - picture[0, 0]).sum(axis=2) > 120
    return float(np.nonzero(off)[1].mean())


@pytest.mark.parametrize(("ending", "tick"), [(".gif", 10), (".webp", 1), (".png", 1)])
def test_every_frame_is_in_the_file_at_its_time(ball, tmp_path, ending, tick):
    path = ball.film(tmp_path / f"ball{ending}", view="front", floor=False, **{**SMALL, "rate": 7.0})
    found, times = frames(path)
    whole = [0, 143, 286, 429, 571, 714, 857, 1000]
    ends = np.cumsum(times)
    if ending != ".webp":  # others join frames that are alike
        assert 5 <= len(found) <= 8
    assert ends[-1] == pytest.approx(1143, abs=tick)
    assert np.abs(np.array(ends[:3]) - whole[1:4]).max() <= tick
    assert found.shape[1:] == (64, 96, 3)
    assert darkness(found[0]) < 30 < 66 < darkness(found[-1])


def test_an_mp4_is_what_other_players_expect(ball, tmp_path):
    av = pytest.importorskip("av")
    path = ball.film(tmp_path / "ball.mp4", view="front", floor=False, **SMALL)
    with av.open(str(path)) as film:
        stream = film.streams.video[0]
        assert (stream.codec_context.name, stream.codec_context.pix_fmt) == ("h264", "yuv420p")
        assert stream.average_rate == 10
        shown = [frame.to_ndarray(format="rgb24").astype(float) for frame in film.decode(video=0)]
    assert len(shown) == 11
    middles = [darkness(picture) for picture in shown]
    assert np.all(np.diff(middles[:6]) > 5)
    assert np.ptp(middles[5:]) < 1.0


def test_the_camera_stands_still_or_goes_along(ball, tmp_path):
    done: list[tuple[int, int]] = []
    still, _ = frames(ball.film(tmp_path / "still.png", view="front", floor=False, **SMALL))
    along, _ = frames(
        ball.film(
            tmp_path / "a.png",
            view="front",
            floor=False,
            follow=True,
            progress=lambda i, n: done.append((i, n)),
            **SMALL,
        )
    )
    assert darkness(still[-1]) - darkness(still[0]) > 40
    assert abs(darkness(along[-1]) - darkness(along[0])) < 1.5
    assert done == [(i, 11) for i in range(1, 12)]


def test_ghosts_traces_clock_and_overlays_are_seen(ball, tmp_path):
    plain, _ = frames(ball.film(tmp_path / "plain.png", speed=2.0, **SMALL))
    for option in ({"ghosts": 2}, {"traces": ["top"]}, {"clock": True}, {"com": True}, {"skeleton": True}):
        more, _ = frames(ball.film(tmp_path / "more.png", speed=2.0, **option, **SMALL))
        assert np.abs(more[2] - plain[2]).max() > 20, option


def test_the_forces_of_the_floor_are_seen(tmp_path):
    man = poise.human()
    motion = Motion(man, [0.0, 0.1], [man.rest(), man.rest()])
    pictures = [
        frames(motion.film(tmp_path / "man.png", rate=10, size=(64, 96), forces=forces))[0][0]
        for forces in (False, True)
    ]
    green = [(p[..., 1] - p[..., 0] > 25).sum() for p in pictures]
    assert green[1] > green[0] + 10


def test_what_cannot_be_filmed_leaves_no_file(ball, tmp_path, monkeypatch):
    with pytest.raises(FileError, match=r"films end with \.mp4, \.gif, \.webp, \.png, not '\.avi'"):
        ball.film(tmp_path / "ball.avi")
    with pytest.raises(FileError, match="there is no folder"):
        ball.film(tmp_path / "nowhere" / "ball.gif")
    with pytest.raises(UnknownNameError, match="no site 'tip'"):
        ball.film(tmp_path / "ball.gif", traces=["tip"])
    with pytest.raises(InputError, match="the rate of a film"):
        ball.film(tmp_path / "ball.gif", rate=0.0)
    with pytest.raises(InputError, match="64 … 4096"):
        ball.film(tmp_path / "ball.gif", size=(10, 10))
    with pytest.raises(InputError, match="20000 are the most"):
        ball.film(tmp_path / "ball.gif", rate=1e6)
    with pytest.raises(KeyboardInterrupt):
        ball.film(tmp_path / "ball.gif", progress=_interrupt, **SMALL)
    monkeypatch.setitem(__import__("sys").modules, "av", None)
    with pytest.raises(MissingExtraError, match="poise\\[films\\]"):
        film_files.film_file(tmp_path / "ball.mp4", 30)
    assert not list(tmp_path.iterdir())


def _interrupt(done, count):
    raise KeyboardInterrupt


def test_a_strip_is_the_plot_of_a_motion(ball):
    assert np.array_equal(ball.strip(count=2, size=(160, 96)).image, ball.plot(count=2, size=(160, 96)).image)
