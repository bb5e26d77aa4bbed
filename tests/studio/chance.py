"""Requests by chance: mostly sensible, some not, of every type there is."""

from __future__ import annotations

import random
from typing import Any, get_args

import poise
from poise.studio.catalogue import catalogue
from poise.studio.document.state import State
from poise.studio.protocol.requests import AnyRequest
from poise.studio.protocol.typescript import type_of

HUMAN = poise.human()
SITES, JOINTS, SEGMENTS = ([*names, "nobody"] for names in (HUMAN.sites, HUMAN.joints, HUMAN.segments))
NONSENSE: list[Any] = [None, "text", True, [], {}, [None], {"a": 1}, 3.0, -5]
FIGURES: list[Any] = [
    "human", {"human": {"stature": 1.6}}, {"human": {"stature": -1}}, {"human": {"percentile": 5, "sex": "female"}},
    "quadruped", {"chain": {"links": 3}}, {"chain": {"links": 0}}, "bird", {"x": 1}, 7, {"file": "a.urdf"},
    {"inline": {}},
]  # fmt: skip
TYPES = [type_of(kind) for kind in get_args(AnyRequest)]


class Chance:
    """A source of requests; the same seed, the same requests."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def request(self, state: State) -> dict[str, Any]:
        """A request about a state."""
        kind = self.one(TYPES)
        make = getattr(self, f"_{kind}", None)
        return {"type": kind, "id": 1, **({} if make is None else make(state))}

    def one(self, choices: Any) -> Any:
        return self.rng.choice([*choices])

    def flag(self) -> bool:
        return self.rng.random() < 0.4

    def number(self) -> float:
        return float(
            self.one([0, 1, -1, 0.5, 0.02, 1e-9, 1e9, 45, 170, self.rng.uniform(-1, 2), self.rng.uniform(-1, 2)])
        )

    def point(self) -> list[float]:
        return [self.number() for _ in range(self.one([3, 3, 3, 3, 2, 4]))]

    def value(self, kind: str) -> Any:
        """A value for a field of that kind, or nonsense."""
        by_kind: dict[str, Any] = {
            "number": self.number, "angle": self.number, "flag": self.flag,
            "point": self.point, "direction": self.point,
            "text": lambda: self.one(["a", "balance", "b c", ""]), "choice": lambda: self.one(["world", "site", "no"]),
            "axes": lambda: self.one(["x", "xy", "xyz", "q"]), "turn": lambda: [0, 0, 0, 1],
            "site": lambda: self.one(SITES), "sites_or_soles": lambda: self.one(SITES),
            "segment": lambda: self.one(SEGMENTS), "placement": lambda: {"position": self.point()},
            "point_or_site": lambda: self.one([self.point(), "left_hand"]),
            "joints": lambda: self.one([None, "left_arm", [self.one(JOINTS)], {self.one(JOINTS): 0.5}]),
            "pose": lambda: self.one(["rest", "sitting", {"left_knee": 30}]),
            "tolerance": lambda: {"metres": 0.01, "degrees": 1},
            "surface": lambda: {"plane": {"point": self.point(), "normal": self.point()}},
            "supports": lambda: self.one([None, [{"site": "left_foot", "share": 1.0}]]),
        }  # fmt: skip
        return self.one(NONSENSE) if self.rng.random() < 0.1 else by_kind.get(kind, lambda: None)()

    # ---- by type ----------------------------------------------------------------------------------

    def _list(self, state: State) -> tuple[str, Any]:
        name = self.one(["tasks", "tasks", "criteria", "forces", "supports"])
        return name, self.one([*state.tasks, "nothing"] if name == "tasks" else [*range(len(getattr(state, name))), 5])

    def _grab_point(self, _: State) -> dict[str, Any]:
        follow = self.one(["part", "limb", "joint", "body"])
        more = {"joint": self.one([None, *JOINTS]), "symmetric": self.flag()}
        return {"segment": self.one(SEGMENTS), "point": self.point()[:3], "follow": follow, **more}

    def _grab_field(self, state: State) -> dict[str, Any]:
        name, at = self._list(state)
        fields = ["point", "vector", "frame", "rotation", "margin", "site", "enabled", "rope", "weight"]
        return {"list": name, "at": at, "field": self.one(fields)}

    def _grab_joint(self, _: State) -> dict[str, Any]:
        return {"joint": self.one(JOINTS), "symmetric": self.flag()}

    def _release(self, _: State) -> dict[str, Any]:
        return {"keep": self.flag()}

    def _add_part(self, state: State) -> dict[str, Any]:
        name, _ = self._list(state)
        kind = self.one(getattr(catalogue(), name))
        given = [f for f in kind.fields if f.required or self.rng.random() < 0.15]
        fields = {f.name: self.value(f.kind) for f in given}
        return {"list": name, "kind": kind.kind, "fields": fields, "level": self.one([None, 1, 2, 9, -1])}

    def _edit_part(self, state: State) -> dict[str, Any]:
        name, at = self._list(state)
        field = self.one(self.one(getattr(catalogue(), name)).fields)
        return {"list": name, "at": at, "fields": {field.name: self.one([self.value(field.kind), None])}}

    def _remove_part(self, state: State) -> dict[str, Any]:
        name, at = self._list(state)
        return {"list": name, "at": at}

    def _move_task(self, state: State) -> dict[str, Any]:
        where = {"level": self.one([1, 2, 3, 0, 7]), "place": self.one([None, 0, 1, -1]), "alone": self.flag()}
        return {"task": self.one([*state.tasks, "nothing"]), **where}

    def _pin(self, _: State) -> dict[str, Any]:
        spot = {"segment": self.one([None, *SEGMENTS]), "point": self.one([None, [0.0, 0.1, 0.0]])}
        return {"site": self.one([None, *SITES]), **spot, "turn": self.flag()}

    def _set_scene(self, _: State) -> dict[str, Any]:
        return {"name": self.one([None, "mine"]), "tolerance": self.one([None, {"metres": 0.1, "degrees": 2}, 5])}

    def _apply_pose(self, _: State) -> dict[str, Any]:
        return {"source": self.one(["library", "posture", "start"]), "name": self.one(["rest", "sitting", "a"])}

    def _set_joints(self, _: State) -> dict[str, Any]:
        return {"values": {self.one(JOINTS): [self.number() for _ in range(self.one([1, 2, 3, 6]))]}}

    def _keep_pose(self, _: State) -> dict[str, Any]:
        return {"name": self.one(["a", "b", ""])}

    _remove_pose = _keep_pose

    def _rename_pose(self, _: State) -> dict[str, Any]:
        return {"name": self.one("ab"), "to": self.one("abc")}

    def _choose_figure(self, _: State) -> dict[str, Any]:
        return {"figure": self.one(FIGURES)}

    _new = _choose_figure

    def _scale_segments(self, _: State) -> dict[str, Any]:
        return {"factors": {self.one(SEGMENTS): self.number()}, "symmetric": self.flag()}

    def _set_limit(self, _: State) -> dict[str, Any]:
        swing = [{"cone": self.number()}, {"ellipse": {"x": self.number(), "y": self.number()}}]
        value = self.one(
            [None, {"min": self.number(), "max": self.number()}, *swing, {"polygon": [self.point()] * 3}, 5]
        )
        limit = self.one(["swing", "twist", "flexion", "angle"])
        return {"joint": self.one(JOINTS), "limit": limit, "value": value, "symmetric": self.flag()}

    def _set_mass(self, _: State) -> dict[str, Any]:
        return {"segment": self.one([None, *SEGMENTS]), "kilograms": self.number()}

    def _set_joint_weight(self, _: State) -> dict[str, Any]:
        return {"joint": self.one(JOINTS), "weight": self.number()}

    def _reroot(self, _: State) -> dict[str, Any]:
        return {"segment": self.one(SEGMENTS)}

    def _open(self, _: State) -> dict[str, Any]:
        shipped = {"shipped": self.one(["standing_reach", "dance", "nothing"])}
        return self.one([shipped, {"path": "s.yaml"}, {"path": "../s.yaml"}, {}])  # type: ignore[no-any-return]

    def _save(self, _: State) -> dict[str, Any]:
        return {"path": self.one([None, "s.yaml", "no_ending"]), "replace": True}

    def _undo(self, _: State) -> dict[str, Any]:
        return {"steps": self.one([1, 1, 2, 50, -3])}

    _redo = _undo

    def _export(self, _: State) -> dict[str, Any]:
        return {"format": self.one(["python", "scene_yaml", "pose_yaml", "pose_json", "solution_json", "figure_yaml"])}

    def _set_view(self, _: State) -> dict[str, Any]:
        return {"overlays": {self.one(catalogue().overlays).name: self.flag()}}
