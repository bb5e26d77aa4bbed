"""`make blender`: Blender reads what Poise wrote, and Poise what Blender wrote of it.   python tests/blender PYTHON

PYTHON is that of an environment with bpy. Joints must be where Poise has them within 1e-5 m in every frame, there and
back: a person with a motion as GLB, as a VRM that is named GLB, and as BVH.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import poise

RATE = 30
FRAMES = list(range(0, 28, 3))
CLOSE = 1e-5
CLIENT = Path(__file__).with_name("blender_client.py")


def motion() -> poise.Motion:
    """A person who raises the arms and bows, with a key in every frame that is looked at."""
    human = poise.human()
    bow = human.rest().with_joints({"lumbar.swing_x": 0.5, "neck.swing_x": 0.4, "left_knee.flexion": 0.6})
    made = poise.Motion(human, [0.0, 0.5, 1.0], [human.rest(), human.pose("arms_up"), bow], interpolation="smooth")
    return made.resampled(RATE)


def by_blender(python: str, source: Path, target: Path) -> list[dict[str, list[float]]]:
    """Where Blender has the bones; the file it exports is at `target` then."""
    command = [python, str(CLIENT), str(source), str(target), json.dumps(FRAMES), str(RATE)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    told = [line for line in ended.stdout.splitlines() if line.startswith("FOUND ")]
    if ended.returncode or not told:
        raise SystemExit(f"Blender failed at {source.name}:\n{ended.stdout[-2000:]}\n{ended.stderr[-3000:]}")
    found: list[dict[str, list[float]]] = json.loads(told[0].removeprefix("FOUND "))
    return found


def by_poise(file: Path) -> list[dict[str, Any]]:
    """Where Poise has the segments of a file's motion. Frames of BVH are counted: Blender rounds their times."""
    loaded = poise.Motion.load(file)
    counted = file.suffix == ".bvh"
    poses = [loaded[frame] if counted else loaded.at(min(frame / RATE, loaded.end)) for frame in FRAMES]
    return [{name: pose.segment_frame(name)[:3, 3] for name in pose.figure.segments} for pose in poses]


def apart(ours: list[dict[str, Any]], theirs: list[dict[str, Any]], what: str) -> float:
    """The farthest that a bone both have is apart in any frame; there must be many, and nearly all of theirs."""
    shared = ours[0].keys() & theirs[0].keys()
    if len(shared) < 15:
        raise SystemExit(f"{what}: only {len(shared)} bones have the same names")
    far = [np.linalg.norm(np.subtract(o[name], t[name])) for o, t in zip(ours, theirs, strict=True) for name in shared]
    print(f"{what:34} {len(shared):3} bones, {len(ours)} frames: {max(far):.1e} m apart", flush=True)
    return float(max(far))


def main(python: str) -> int:
    """Compare, print, and say whether all is close."""
    made, worst = motion(), 0.0
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in ("person.glb", "avatar.glb", "person.bvh")]
        made.save(files[0])
        avatar = Path(folder) / "avatar.vrm"
        made.figure.save(avatar)
        loaded = poise.Figure.load(avatar)
        made.save(Path(folder) / "raise.vrma")
        poise.Motion.load(Path(folder) / "raise.vrma", onto=loaded).save(files[1])
        made.save(files[2], unit="m", order="ZXY")
        for file in files:
            back = file.with_name(f"back_{file.name}")
            seen = by_blender(python, file, back)
            worst = max(worst, apart(by_poise(file), seen, f"{file.name} in Blender"))
            worst = max(worst, apart(by_poise(back), seen, f"{file.name} from Blender again"))
    print("all close" if worst <= CLOSE else f"NOT within {CLOSE:g} m")
    return int(worst > CLOSE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
