"""Clips in the studio: a file's motion is scrubbed and played, taken over by a hand, kept, and exported."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from visitor import RefusedError, Visitor

import poise
from poise.studio.document.clip_exports import ClipToExport, exported_clip
from poise.studio.engine.player import Player
from poise.studio.protocol.clip import PlayClip

Window = Callable[..., Visitor]


def bow(figure: poise.Figure, name: str = "bow") -> poise.Motion:
    bent = figure.rest().with_joints({"lumbar.swing_x": 0.5, "neck.swing_x": 0.4})
    return poise.Motion(figure, [0.0, 0.5, 1.0], [figure.rest(), bent, figure.rest()], name=name)


def places(pose: poise.Pose) -> np.ndarray:
    return np.array([pose.segment_frame(name)[:3, 3] for name in pose.figure.segments])


def seen(here: Visitor) -> np.ndarray:
    return np.frombuffer(here.told["frame"]["placements"], "<f4").reshape(-1, 7)[:, :3].astype(float)


def test_a_glb_is_scrubbed_where_its_file_has_the_segments(window: Window, tmp_path: Path, shared: Path) -> None:
    """CesiumMan shifts joints that the posed figure keeps together: what is seen is the file's, to float32."""
    shutil.copy(shared / "data" / "gltf" / "khronos_CesiumMan.glb", tmp_path / "man.glb")
    here = window()
    here.ask("choose_figure", figure={"file": "man.glb"})
    clip = here.told["document"]["clip"]
    motion = poise.Motion.load(tmp_path / "man.glb")
    assert (clip["file"], clip["start"], clip["end"]) == ("man.glb", motion.start, motion.end)
    assert {joint["model"] for joint in here.told["figure"]["joints"][1:]} == {"ball"}
    for t in (motion.start, 0.7, motion.end):
        here.ask("play_clip", time=t)
        while (here.told["frame"]["clip"]["time"], here.told["frame"]["clip"]["showing"]) != (t, True):
            here.hear()
        assert np.abs(seen(here) - places(motion.at(t))).max() < 1e-6
    assert here.told["document"]["undo"] == ["choose man"]  # looking is no action
    with pytest.raises(RefusedError, match=r"lasts from .* there is no 99 s"):
        here.ask("play_clip", time=99.0)
    with pytest.raises(RefusedError, match="times as fast, not 0"):
        here.ask("play_clip", speed=0.0)


def test_a_clip_plays_and_a_hand_takes_over(window: Window, tmp_path: Path) -> None:
    human = poise.human()
    bow(human).save(tmp_path / "bow.bvh")
    here = window()
    with pytest.raises(RefusedError, match="no clip is open"):
        here.ask("play_clip", playing=True)
    here.ask("choose_figure", figure={"file": "bow.bvh"})
    here.ask("play_clip", playing=True, speed=0.5)
    while not 0.1 < here.hear().get("clip", {"time": 0.0})["time"] < 0.9:
        pass
    assert here.told["frame"]["clip"]["playing"]
    here.ask("play_clip", playing=False, time=0.5)
    while (here.told["frame"]["clip"]["time"], here.told["frame"]["clip"]["playing"]) != (0.5, False):
        here.hear()
    bent = seen(here)
    joint = next(j["name"] for j in here.told["figure"]["joints"] if j["name"].startswith("left_shoulder"))
    segment = next(j["segment"] for j in here.told["figure"]["joints"] if j["name"] == joint)
    here.ask("grab_joint", joint=joint)
    while here.told["frame"]["clip"]["showing"]:
        here.hear()
    here.ask("cancel")
    assert np.abs(seen(here) - bent).max() < 1e-5, segment
    here.ask("undo")
    assert here.told["document"]["clip"] is None
    here.ask("redo")
    assert here.told["document"]["clip"]["name"] == "bow"


def test_a_vrma_is_done_by_the_person_who_is_there_and_comes_back_with_the_document(
    window: Window, tmp_path: Path
) -> None:
    small = poise.human(stature=1.5)
    bow(small).save(tmp_path / "bow.vrma")
    here = window()
    assert [e["kind"] for e in here.ask("list_files")["entries"]] == ["motion"]
    here.ask("open_clip", path="bow.vrma")
    assert here.told["document"]["clip"]["animations"] == ["bow"]
    here.ask("save", path="scene.yaml")
    here.ask("new")
    assert here.told["document"]["clip"] is None
    here.ask("open", path="scene.yaml")
    assert here.told["document"]["clip"]["file"] == "bow.vrma"
    with pytest.raises(RefusedError, match="animation 'nod'"):
        here.ask("open_clip", path="bow.vrma", animation="nod")
    with pytest.raises(RefusedError, match="out of the workspace"):
        here.ask("open_clip", path="../bow.vrma")


def test_the_clip_leaves_as_files_and_as_a_film_with_progress(window: Window, tmp_path: Path) -> None:
    short = bow(poise.human()).between(0.0, 0.1)
    short.save(tmp_path / "bow.vrma")
    here = window()
    here.ask("open_clip", path="bow.vrma")
    for ending in ("glb", "vrma", "bvh", "gif"):
        found = here.ask("export_clip", format=ending)
        file = tmp_path / found["filename"]
        file.write_bytes(found["data"])
        assert file.suffix == f".{ending}"
        if ending != "gif":
            assert poise.Motion.load(file).duration == pytest.approx(0.1, abs=0.02)
    assert here.told["film_progress"]["done"] == here.told["film_progress"]["total"] == 4
    assert found["data"][:6] == b"GIF89a"
    here.ask("stop_film")  # nothing is filmed: nothing happens


def test_a_film_that_nobody_waits_for_ends(tmp_path: Path) -> None:
    told = []

    def stop(done: int, total: int) -> None:
        told.append((done, total))
        raise poise.PoiseError("the film was given up")

    with pytest.raises(poise.PoiseError, match="given up"):
        exported_clip(ClipToExport(bow(poise.human()), "scene"), "gif", stop)
    assert told == [(1, 31)]


def test_the_player_begins_again_or_stays_at_the_end() -> None:
    player = Player()
    player.motion = bow(poise.human())
    player.ask(PlayClip(id=1, playing=True, time=0.75), now=10.0)
    player.advance(10.5)
    assert player.told().time == pytest.approx(0.25)
    player.ask(PlayClip(id=1, loop=False, speed=2.0), now=10.5)
    player.advance(11.0)
    assert (player.told().time, player.told().playing) == (1.0, False)
    player.ask(PlayClip(id=1, time=0.999999999), now=11.5)  # as a slider tells its end
    player.ask(PlayClip(id=1, playing=True), now=12.0)  # from the start again
    assert player.told().time == 0.0
    assert not player.due(12.01)
    assert player.due(12.02)
