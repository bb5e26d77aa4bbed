"""One job, one mechanism: what had several ways once has one now."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import poise
from poise.figure.limit_kind import LimitKind, limit_name
from poise.tasks.starts import random_starts

ROOT = Path(__file__).resolve().parent.parent


def test_arrays_are_frozen_in_one_place():
    sources = (ROOT / "src" / "poise").rglob("*.py")
    assert [p.name for p in sources if "writeable" in p.read_text(encoding="utf-8")] == ["arrays.py"]


def test_kinds_of_limits_are_those_of_the_core():
    text = (ROOT / "core" / "limits" / "limits.hpp").read_text(encoding="utf-8")
    names = re.search(r"enum class LimitKind : int \{([^}]*)\}", text)
    assert names is not None
    assert [f"k{kind.name.capitalize()}" for kind in LimitKind] == names[1].replace(" ", "").split(",")
    assert [int(kind) for kind in LimitKind] == list(range(5))


def test_limits_have_the_names_of_their_joints():
    human = poise.human()
    knee, hip = (list(human.joints).index(name) for name in ("left_knee", "left_hip"))
    first = human.joints["left_knee"].coordinates[0]
    assert str(limit_name(human, LimitKind.RANGE, knee, 0)) == f"left_knee.{first}"
    assert str(limit_name(human, LimitKind.SWING, hip, 0)) == "left_hip.swing"
    assert str(limit_name(human, LimitKind.TWIST, hip, 0)) == "left_hip.twist"
    coupling = next(iter(human.couplings))
    assert limit_name(human, LimitKind.COUPLING, 0, 0) == (None, coupling)
    with pytest.raises(ValueError, match="no limit"):
        limit_name(human, LimitKind.NONE, 0, 0)


def test_random_starts_keep_the_base_and_repeat_with_their_seed():
    human = poise.human()
    base = human.coordinate_slice(human.base.name)
    moved = human.pose({human.base.name: np.array([1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0])})
    first, again = (
        list(islice(random_starts(human, moved.coordinates, np.random.default_rng(3)), 4)) for _ in range(2)
    )
    assert np.array_equal(first, again)
    assert all(np.array_equal(start[base], moved.coordinates[base]) for start in first)
    assert all(poise.Pose(human, start).within_limits for start in first)
    expected = human.random(np.random.default_rng(3)).coordinates
    assert np.array_equal(np.delete(first[0], base), np.delete(expected, base))


def test_a_scene_with_another_source_is_another_scene():
    scene = poise.Scene.load("standing_reach")
    other = scene._made_by(None)
    assert other.source is None
    assert scene.source is not None
    assert other.levels == scene.levels


def test_classes_of_the_studio_have_names_of_their_own():
    """What the server is made of is called as nothing else, in Python or on the page; messages are mirrored there."""
    python = [
        (p.relative_to(ROOT / "src" / "poise"), p.read_text("utf-8")) for p in (ROOT / "src" / "poise").rglob("*.py")
    ]
    defined = [(path, name) for path, text in python for name in re.findall(r"^class (\w+)", text, re.MULTILINE)]
    server = ("studio/document", "studio/engine", "studio/server")
    own = [name for path, name in defined if path.as_posix().startswith(server)]
    others = {n for path, n in defined if not path.as_posix().startswith((*server, "studio/protocol"))}
    page = [p for p in (ROOT / "studio" / "src").rglob("*.ts") if p.name != "messages.ts" and ".test." not in p.name]
    texts = [p.read_text("utf-8") for p in page]
    shown = {n for t in texts for n in re.findall(r"^export (?:class|interface|type) (\w+)", t, re.MULTILINE)}
    assert len(own) == len(set(own)) > 20
    assert not set(own) & (others | shown)


def test_classes_of_the_page_have_names_of_their_own():
    page = [p for p in (ROOT / "studio" / "src").rglob("*.ts") if ".test." not in p.name]
    found = [n for p in page for n in re.findall(r"^export class (\w+)", p.read_text("utf-8"), re.MULTILINE)]
    assert len(found) == len(set(found)) > 10
