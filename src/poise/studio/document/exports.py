"""The scene or its pose as text, to copy or to download."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from poise.errors import InputError, PoiseError
from poise.io.figure.pose_values import joint_values
from poise.io.figure.write import figure_yaml
from poise.io.text.yaml_write import yaml_text
from poise.motion.motion import Motion
from poise.pose import Pose
from poise.solution import Solution
from poise.studio.document.files import Contents, document_text
from poise.studio.document.loads import loads_csv, loads_of, report_of
from poise.studio.document.state import State
from poise.studio.protocol.answers import Exported


def exported(state: State, solution: Solution, overlays: Mapping[str, bool], format: str, folder: Path) -> Exported:
    """The text in one of the formats of the protocol; files it names are told from `folder`."""
    name = re.sub(r"[^A-Za-z0-9]+", "_", state.name).strip("_").lower()[:60] or "scene"
    match format:
        case "python":
            return Exported(filename=f"{name}.py", text=_script(state, name))
        case "figure_yaml":
            return Exported(filename=f"{name}_figure.yaml", text=figure_yaml(state.figure))
        case "scene_yaml":
            return Exported(filename=f"{name}.yaml", text=document_text(Contents(state, overlays), folder))
        case "pose_yaml":
            about = f"# A pose of {state.figure.name}: degrees and metres by joint.\n"
            return Exported(filename=f"{name}_pose.yaml", text=about + yaml_text(joint_values(state.pose)))
        case "pose_json":
            return Exported(filename=f"{name}_pose.json", text=json.dumps(state.pose.to_dict(), indent=1))
        case "pose_glb" | "pose_vrma" | "pose_bvh":
            return _animated(state.pose, name, format.removeprefix("pose_"))
        case "loads_csv":
            table = loads_of(state)
            if table.problem is not None:
                raise InputError(table.problem)
            return Exported(filename=f"{name}_loads.csv", text=loads_csv(table))
    found = {**solution.to_dict(), "statics": _statics(state)}
    return Exported(filename=f"{name}_solution.json", text=json.dumps(found, indent=1))


def _statics(state: State) -> dict[str, Any] | None:
    """Forces and torques of the pose, None where nothing can be said of them."""
    try:
        return report_of(state).to_dict()
    except PoiseError:
        return None


def _animated(pose: Pose, name: str, ending: str) -> Exported:
    """The pose as a file of animators: the figure in its own mesh or ours, or the one key of a motion."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}.{ending}"
        if ending == "glb":
            pose.save(file)
        else:
            Motion(pose.figure, [0.0], [pose], name=name).save(file)
        return Exported(filename=file.name, text="", data=file.read_bytes())


def _script(state: State, name: str) -> str:
    """The scene as Python; a figure that no recipe makes is loaded from the file that `figure_yaml` gives."""
    script = state.file_scene().script()
    return script.replace('"scene_figure.yaml"', f'"{name}_figure.yaml"') if state.source is None else script
