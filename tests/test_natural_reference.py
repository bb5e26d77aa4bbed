"""The shipped net of natural posture: its file is as its layout says, its test vectors are those of the reference."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

FOLDER = Path(__file__).parent.parent / "tools" / "train_natural"
WEIGHTS = files("poise").joinpath("captured", "natural.bin")
VECTORS: dict[str, Any] = json.loads((FOLDER / "vectors.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def tool() -> Iterator[dict[str, ModuleType]]:
    """The tool's modules know each other by their bare names."""
    sys.path.insert(0, str(FOLDER))
    try:
        import layout
        import reference
        import weights

        yield {"layout": layout, "reference": reference, "weights": weights}
    finally:
        sys.path.remove(str(FOLDER))
        for name in ("layout", "reference", "weights"):
            sys.modules.pop(name, None)


def test_the_file_is_small_and_as_its_layout_says(tool: dict[str, ModuleType]) -> None:
    layout, data = tool["layout"], WEIGHTS.read_bytes()
    widths = [layout.INPUTS, *[layout.HIDDEN] * layout.LAYERS, layout.OUTPUTS]
    assert data[:8] == b"POISENN1"
    assert np.frombuffer(data, "<u4", 2 + layout.LAYERS + 1, 8).tolist() == [layout.LAYERS + 1, *widths]
    numbers = sum((a + 1) * b for a, b in pairwise(widths))
    assert len(data) == 8 + 4 * (1 + len(widths)) + 2 * numbers <= 500_000
    assert np.isfinite(np.frombuffer(data, "<f2", numbers, 8 + 4 * (1 + len(widths)))).all()


@pytest.mark.parametrize("name", VECTORS)
def test_vectors(name: str, tool: dict[str, ModuleType]) -> None:
    """The layers are multiplied out here once more, number by number, apart from the reference's own way."""
    one, reference = VECTORS[name], tool["reference"]
    layers = tool["weights"].read(Path(str(WEIGHTS)))
    told = reference.Told(
        {k: (np.array(p), np.array(local)) for k, (p, local) in one["place"].items()},
        {k: np.array(t) for k, t in one["turn"].items()},
        None if one["gaze"] is None else np.array(one["gaze"]),
        np.array(one["facing"]),
    )
    body = reference.Body(one["leg"], np.array(one["proportions"]))
    inputs = reference.features(told, body, np.array(one["origin"]), np.array(one["heading"]))
    np.testing.assert_allclose(inputs, one["inputs"], atol=1e-7)
    np.testing.assert_allclose(by_hand(layers, one["inputs"]), one["outputs"], atol=1e-5)
    said = reference.predicted(layers, body, told)
    np.testing.assert_allclose(said.place, one["said"]["place"], atol=1e-5)
    np.testing.assert_allclose(said.turn @ said.turn.T, np.eye(3), atol=1e-9)
    for joint, value in one["said"]["joints"].items():
        np.testing.assert_allclose(said.joints[joint], value, atol=1e-5)
        assert (said.sigma[joint] > 0).all()


@pytest.mark.parametrize("name", VECTORS)
def test_where_the_world_is_does_not_matter(name: str, tool: dict[str, ModuleType]) -> None:
    """The same goals elsewhere and turned about the vertical give the same pose there."""
    one, reference = VECTORS[name], tool["reference"]
    layers, body = tool["weights"].read(Path(str(WEIGHTS))), reference.Body(one["leg"], np.array(one["proportions"]))
    c, s, way = np.cos(2.1), np.sin(2.1), np.array([3.0, -1.0, 2.0])
    turn = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    here, there = reference.Told(facing=np.array(one["facing"])), reference.Told(facing=turn @ one["facing"])
    for k, (p, local) in one["place"].items():
        here.place[k] = np.array(p), np.array(local)
        there.place[k] = turn @ p + way, np.array(local)
    for k, t in one["turn"].items():
        here.turn[k], there.turn[k] = np.array(t), turn @ t
    if one["gaze"] is not None:
        here.gaze, there.gaze = np.array(one["gaze"]), turn @ one["gaze"] + way
    a, b = reference.predicted(layers, body, here), reference.predicted(layers, body, there)
    np.testing.assert_allclose(b.place, turn @ a.place + way, atol=1e-6)
    np.testing.assert_allclose(b.turn, turn @ a.turn, atol=1e-6)
    for joint in a.joints:
        np.testing.assert_allclose(b.joints[joint], a.joints[joint], atol=1e-6)


def by_hand(layers: list[Any], x: list[float]) -> list[float]:
    """Σ w x + b in plain Python, relu, added to what was given but in the first and last layer."""
    for i, (w, b) in enumerate(layers):
        y = [float(bias) + float(np.dot(row.astype(float), x)) for row, bias in zip(w, b, strict=True)]
        if i == len(layers) - 1:
            return y
        y = [max(v, 0.0) for v in y]
        x = y if i == 0 else [p + q for p, q in zip(x, y, strict=True)]
    raise AssertionError
