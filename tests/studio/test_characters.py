"""Characters in the studio: opened in their own mesh, dragged, exported with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from visitor import Visitor, planes

import poise
from poise.scene.source import FigureSource
from poise.studio.document.figures import lies
from poise.studio.skins import skins

Window = Callable[..., Visitor]


@pytest.mark.parametrize("name", ["khronos_CesiumMan.glb", "threejs_RobotExpressive.glb"])
def test_the_page_poses_the_mesh_as_the_file_means_it(shared: Path, name: str) -> None:
    """v = Σ w F bind⁻¹ v, as the page does it, is where the skin of the file is."""
    figure = poise.Figure.load(shared / "data" / "gltf" / name)
    (skin,) = skins(figure)
    pose = figure.random(np.random.default_rng(1))
    bind = np.frombuffer(skin.bind, "<f4").reshape(-1, 7).astype(float)
    places = [poise.Placement(tuple(b[:3]), tuple(b[3:] / np.linalg.norm(b[3:]))) for b in bind]
    moves = np.stack(
        [pose.segment_frame(b.segment) @ p.inverse().matrix for b, p in zip(skin.bones, places, strict=True)]
    )
    whole = np.cumsum(planes(skin.vertices).reshape(3, -1), axis=1) % 65536
    vertices = np.array(skin.low) + skin.step * whole.T
    joints = np.frombuffer(skin.joints, "<u1").reshape(-1, 4)
    weights = planes(skin.weights).reshape(4, -1).T / 65535
    carried = np.einsum("nk,nkab->nab", weights, moves[joints])
    found = np.einsum("nab,nb->na", carried[:, :3, :3], vertices) + carried[:, :3, 3]
    frames = figure.character.frames(pose.segment_frame)
    expected = np.vstack([part.placed(frames)[0] for part in figure.character.parts])
    assert np.abs(found - expected).max() < 1e-4 * np.ptp(expected)
    assert len(np.frombuffer(skin.parts, "<u1")) == sum(len(part.faces) for part in figure.character.parts)


def test_a_character_is_opened_and_exported(window: Window, tmp_path: Path) -> None:
    poise.human().save(tmp_path / "avatar.vrm")
    here = window()
    (entry,) = here.ask("list_files")["entries"]
    assert (entry["path"], entry["kind"]) == ("avatar.vrm", "figure")
    here.ask("choose_figure", figure={"file": "avatar.vrm"})
    assert len(here.told["figure"]["skins"]) == 1
    here.settle()
    for ending in ("glb", "vrma", "bvh"):
        found = here.ask("export", format=f"pose_{ending}")
        file = tmp_path / found["filename"]
        file.write_bytes(found["data"])
        assert file.suffix == f".{ending}"
        again = poise.Figure.load(file)
        assert len(again.segments) == 22
    assert poise.Figure.load(tmp_path / found["filename"].replace("bvh", "glb")).character.parts


@pytest.mark.parametrize(("ending", "up", "other"), [("urdf", "y", "z"), ("bvh", "y", "z"), ("glb", "y", "z")])
def test_a_file_may_have_another_axis_up_than_it_should(tmp_path: Path, ending: str, up: Any, other: Any) -> None:
    """Our own files have y up; of a robot file, or told the other axis, the figure lies, and that is noticed."""
    human, file = poise.human(), tmp_path / f"somebody.{ending}"
    if ending == "urdf":
        human.save(file)
    elif ending == "bvh":
        poise.Motion(human, [0.0, 0.1], [human.rest(), human.rest()]).save(file)
    else:
        human.rest().save(file)
    standing, lying = poise.Figure.load(file, up=up), poise.Figure.load(file, up=other)
    assert _tall(standing)[1] > 1.2
    assert max(_tall(lying)[0], _tall(lying)[2]) > 1.2
    assert {figure.gravity[1] < -9.0 for figure in (standing, lying)} == {True}
    unsaid = FigureSource("file", {"path": file})
    assert not lies(unsaid, standing)
    assert lies(unsaid, lying)
    assert lies(unsaid, unsaid.figure()) == (ending == "urdf")  # robots have z up, as far as anybody knows
    assert not lies(FigureSource("file", {"path": file, "up": other}), lying)  # somebody has said so
    with pytest.raises(poise.InputError, match="up must be"):
        poise.Figure.load(file, up="x")  # type: ignore[arg-type]


def _tall(figure: poise.Figure) -> Any:
    rest = figure.rest()
    return np.ptp([rest.segment_frame(name)[:3, 3] for name in figure.segments], axis=0)
