"""Meshes as obstacles: uploaded, prepared, placed, turned, scaled, kept out of, saved, undone, and refused in words."""

from __future__ import annotations

import json
import struct
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import yaml
from serving import Served
from visitor import TOKEN, RefusedError, Visitor, moved

import poise
from poise.studio.server import uploads

Window = Callable[[], Visitor]
CORNERS = np.array([(x, y, z) for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
SIDES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
FACES = [face for a, b, c, d in SIDES for face in ((a, b, c), (a, c, d))]


def block(size: tuple[float, float, float], faces: int = 12, at: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> bytes:
    """An OBJ of a block, or of so many of its triangles."""
    lines = [f"v {x} {y} {z}" for x, y, z in CORNERS * size + at]
    return "\n".join([*lines, *(f"f {a + 1} {b + 1} {c + 1}" for a, b, c in FACES[:faces])]).encode()


def stl(size: tuple[float, float, float]) -> bytes:
    """A binary STL of a block, z up as such files are."""
    corners = CORNERS * size
    rows = b"".join(struct.pack("<12fH", 0, 0, 0, *corners[list(face)].ravel(), 0) for face in FACES)
    return bytes(80) + struct.pack("<I", len(FACES)) + rows


def upload(served: Served, name: str, data: bytes, token: str = TOKEN) -> str:
    """As the page does it."""
    query = urllib.parse.urlencode({"name": name, "token": token})
    request = urllib.request.Request(f"{served.http}/mesh?{query}", data=data, method="POST")
    with urllib.request.urlopen(request, timeout=120) as answer:
        return str(json.loads(answer.read())["path"])


def refusal(served: Served, name: str, data: bytes, token: str = TOKEN) -> tuple[int, str]:
    with pytest.raises(urllib.error.HTTPError) as caught:
        upload(served, name, data, token)
    return caught.value.code, caught.value.read().decode()


def test_a_mesh_is_imported_moved_turned_scaled_undone_and_saved(
    served: Served, window: Window, tmp_path: Path
) -> None:
    here = window()
    path = upload(served, "desk.obj", block((1.2, 0.7, 0.6), at=(5.0, 2.0, -3.0)))
    assert path == "desk.obj"
    assert upload(served, "desk.obj", block((1.2, 0.7, 0.6), at=(5.0, 2.0, -3.0))) == path  # it is there already
    answer = here.ask("import_mesh", path=path)
    assert answer == {"name": "desk", "notes": []}
    assert here.told["mesh_progress"]["done"] == here.told["mesh_progress"]["total"] > 10
    (desk,) = here.told["document"]["things"]
    assert desk["sizes"] == pytest.approx({"width": 1.2, "height": 0.7, "depth": 0.6})
    assert desk["position"][1] == pytest.approx(0.0)  # on the floor, wherever its file has its origin
    drawn = here.ask("ask_mesh", key=desk["mesh"]["key"])
    corners = np.frombuffer(drawn["vertices"], "<f4").reshape(-1, 3) * desk["mesh"]["scale"]
    assert np.ptp(corners, axis=0) == pytest.approx([1.2, 0.7, 0.6], abs=1e-5)
    assert len(np.frombuffer(drawn["faces"], "<u4")) == 3 * len(FACES)

    here.ask("grab_thing", name="desk")
    here.drag({"sizes": {"height": 1.4}}, {"sizes": {"height": 1.4}, "heading": 90.0}, {"sizes": {"height": 1.4}})
    here.ask("release")
    (large,) = here.told["document"]["things"]
    assert large["sizes"] == pytest.approx({"width": 2.4, "height": 1.4, "depth": 1.2})
    assert large["position"] == pytest.approx(desk["position"])
    assert large["mesh"]["key"] == desk["mesh"]["key"]  # the page has these triangles
    here.ask("edit_thing", name="desk", position=[0.2, 0.1, 1.5], heading=90.0)
    here.ask("save", path="scene.yaml")
    told = here.told["document"]["things"]
    world = yaml.safe_load((tmp_path / "scene.yaml").read_text("utf-8"))["world"]["desk"]
    assert world["mesh"]["file"] == "desk.obj"
    assert world["mesh"]["scale"] == pytest.approx(2.0)
    obstacle = poise.Scene.load(tmp_path / "scene.yaml").world["desk"]
    corners = np.array([obstacle.placement.apply(tuple(p)) for p in obstacle.shape.vertices.tolist()])
    assert corners.min(axis=0) == pytest.approx([0.2 - 0.6, 0.1, 1.5 - 1.2], abs=1e-6)  # turned by a quarter
    assert corners.max(axis=0) == pytest.approx([0.2 + 0.6, 1.5, 1.5 + 1.2], abs=1e-6)
    here.ask("undo", steps=3)
    assert here.told["document"]["things"] == []
    here.ask("redo", steps=1)
    assert here.told["document"]["things"] == [desk]
    here.ask("open", path="scene.yaml")
    (again,) = here.told["document"]["things"]
    assert again["position"] == pytest.approx(told[0]["position"])
    assert again["sizes"] == pytest.approx(told[0]["sizes"])


def test_a_hand_slides_along_a_mesh(served: Served, window: Window) -> None:
    here = window()
    here.ask("import_mesh", path=upload(served, "table.obj", block((1.2, 0.74, 0.7))))
    for by in ((0.0, 0.3, 0.45), (0.0, 0.0, 0.1)):
        here.ask("grab_point", segment="right_hand", point=[0, 0, 0], follow="natural")
        start = here.place("right_hand")[:3]
        here.drag(*[moved(start, *(share * np.array(by))) for share in (0.5, 1.0)])
        here.ask("release")
        here.settle()
    start = here.place("right_hand")[:3]
    here.ask("grab_point", segment="right_hand", point=[0, 0, 0], follow="natural")
    here.drag(moved(start, 0.0, -0.35, 0.0))
    touched = here.place("right_hand")[:3]
    here.drag(moved(start, 0.15, -0.35, 0.0))
    along = here.place("right_hand")[:3] - touched
    here.ask("release")
    assert touched[1] > 0.74 - 0.01
    assert along[0] > 0.1
    assert abs(along[1]) < 0.02


def test_units_and_what_goes_up_are_guessed_and_told(served: Served, window: Window) -> None:
    here = window()
    answer = here.ask("import_mesh", path=upload(served, "step.stl", stl((600.0, 300.0, 180.0))))
    (step,) = here.told["document"]["things"]
    assert step["sizes"] == pytest.approx({"width": 0.6, "height": 0.18, "depth": 0.3}, abs=1e-6)
    assert any("millimetres" in note for note in answer["notes"])
    assert any("z usually goes up" in note for note in answer["notes"])
    here.ask("import_mesh", path="step.stl", scale=0.01, up="y")
    assert here.told["document"]["things"][1]["sizes"]["height"] == pytest.approx(3.0, abs=1e-5)


def test_an_open_mesh_is_a_shell_and_that_is_told(served: Served, window: Window) -> None:
    here = window()
    answer = here.ask("import_mesh", path=upload(served, "tray.obj", block((0.6, 0.2, 0.4), faces=10)))
    (note,) = answer["notes"]
    assert "4 open edges" in note
    assert "has no inside" in note
    assert "What it encloses is free" in note


def test_meshes_that_cannot_be_used_are_refused_in_words(
    served: Served, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = window()
    broken = upload(served, "broken.obj", b"v 0 0 nonsense\nf 1 2 3\n")
    with pytest.raises(RefusedError, match=r"broken\.obj"):
        here.ask("import_mesh", path=broken)
    assert not (tmp_path / "broken.obj").exists()  # it was brought for this alone
    (tmp_path / "mine.obj").write_bytes(b"v 0 0 nonsense\nf 1 2 3\n")
    with pytest.raises(RefusedError, match=r"mine\.obj"):
        here.ask("import_mesh", path="mine.obj")
    assert (tmp_path / "mine.obj").exists()
    dust = upload(served, "dust.obj", block((1e-6, 1e-6, 1e-6)))
    with pytest.raises(RefusedError, match="choose another unit"):
        here.ask("import_mesh", path=dust)
    with pytest.raises(RefusedError, match="out of the workspace"):
        here.ask("import_mesh", path="../desk.obj")
    with pytest.raises(RefusedError, match="OBJ, STL or GLB"):
        here.ask("import_mesh", path="mine.fbx")
    with pytest.raises(RefusedError, match="these triangles"):
        here.ask("ask_mesh", key="nothing")
    assert refusal(served, "chair.fbx", b"x") == (
        415,
        "Poise studio: a mesh is an OBJ, STL or GLB file, not 'chair.fbx'\n",
    )
    for name in ("../chair.obj", "a/chair.obj", ".obj", "a\nb.obj", ".hidden.obj"):
        assert refusal(served, name, b"x")[0] in (400, 415), name
    assert refusal(served, "chair.obj", b"x", "a-wrong-token-altogether")[0] == 403
    monkeypatch.setattr(uploads, "MOST_BYTES", 1 << 20)
    code, words = refusal(served, "large.obj", bytes((1 << 20) + 1))
    assert code == 413
    assert "more than 1 MB" in words
    assert here.told["document"]["things"] == []
