"""The catalogue: every part can be made from it, and every field says what it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from poise.figure.shape import Sphere
from poise.forces import Support
from poise.studio.catalogue import catalogue
from poise.studio.document import tasks
from poise.studio.document.fresh import person
from poise.studio.document.parts import shown
from poise.studio.protocol.catalogue import FieldKind
from poise.world import Obstacle, World

HUMAN = person()
VALUES: dict[str, Any] = {
    "number": 0.5, "angle": 20.0, "site": "left_hand", "sites_or_soles": "left_foot", "point": [0.3, 1.2, 0.4],
    "direction": [0.0, 1.0, 0.0], "turn": [0.0, 0.0, 0.0, 1.0], "pose": "rest", "point_or_site": [0.3, 1.2, 0.4],
    "text": "ball", "surface": {"plane": {"point": [0, 0, 0.5], "normal": [0, 0, 1]}},
}  # fmt: skip
BALL = World([Obstacle("ball", Sphere(0.03), placement=(0.3, 1.0, 0.3))])
SUPPORTS = (Support("left_foot", share=0.5), Support("right_foot", share=0.5))
EXTRA = {
    "keep": {"min": 0.2},
    "press": {"onto": "right_hand"},
    "together": {"site_b": "right_hand"},
    "support_torque": {"site": "left_foot"},
}
PARTS = [(name, kind) for name in ("tasks", "criteria", "forces", "supports") for kind in getattr(catalogue(), name)]


@pytest.mark.parametrize(("list", "kind"), PARTS, ids=lambda part: getattr(part, "kind", ""))
def test_every_part_can_be_made_from_its_fields(list: Any, kind: Any) -> None:
    given = {f.name: VALUES[f.kind] for f in kind.fields if f.required} | EXTRA.get(kind.kind, {})
    if kind.kind == "keep":
        given["point"] = [0.3, 1.2, 0.4]
    standing = HUMAN if list == "supports" else replace(HUMAN, supports=SUPPORTS)
    if kind.kind == "grasp":
        standing = replace(standing, settings={**standing.settings, "world": BALL})
    state, at = tasks.added(standing, list, kind.kind, given, None)
    part = tasks.part_at(state, list, at)
    assert {*shown(part)} == {f.name for f in kind.fields}
    for field in kind.fields:
        if not field.required and field.name not in ("name", *given):
            assert shown(part)[field.name] == field.default, field.name


@pytest.mark.parametrize(("list", "kind"), PARTS, ids=lambda part: getattr(part, "kind", ""))
def test_everything_has_words(list: Any, kind: Any) -> None:
    assert kind.title
    assert kind.help.endswith((".", ":")) or kind.help
    for field in kind.fields:
        assert field.help, f"{kind.kind}.{field.name} says nothing"
        assert "`" not in field.help


def test_units_and_choices() -> None:
    def field(list: str, kind: str, name: str) -> FieldKind:
        part = next(p for p in getattr(catalogue(), list) if p.kind == kind)
        return next(f for f in part.fields if f.name == name)

    assert field("tasks", "keep", "angle").unit == "deg"
    assert field("tasks", "reach", "point").unit == "m"
    assert field("forces", "force", "vector").unit == "N"
    assert field("forces", "force", "frame").choices == ["world", "site"]
    assert field("figures", "human", "sex").choices == ["male", "female"]
    assert field("figures", "chain", "base").choices == ["fixed", "free"]
    assert field("tasks", "orient", "frame").kind == "site"
    assert field("tasks", "hold", "frame").kind == "placement"
