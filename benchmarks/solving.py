"""The solver on whole-body work: speed, success, strictness, beside the independent judgement of pinocchio.

    python benchmarks/solving.py SHARED

SHARED is the folder that holds `peers/human50.urdf` and the targets made for it: 200 reachable whole-body poses near
and far (feet planted, centre of mass kept, gaze and one hand given), 200 with both hands given in position and
orientation, and a hand goal three metres away. Every pose is judged by pinocchio, not by our own verdict.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin

import poise

MET = 1e-3  # m, rad
LIMIT = 1e-6


class Judge:
    """Pinocchio's view of a pose."""

    def __init__(self, urdf: Path, figure: poise.Figure) -> None:
        self.model = pin.buildModelFromUrdf(str(urdf), pin.JointModelFreeFlyer())
        self.data = self.model.createData()
        self.names = list(self.model.names)[2:]
        self.base = figure.base.name

    def look(self, pose: poise.Pose) -> pin.Data:
        q = pin.neutral(self.model)
        q[:7] = pose.coordinates[pose.figure.coordinate_slice(self.base)]
        for name in self.names:
            q[self.model.joints[self.model.getJointId(name)].idx_q] = pose[name]
        below, above = self.model.lowerPositionLimit - q, q - self.model.upperPositionLimit
        self.violation = max(0.0, float(below[7:].max()), float(above[7:].max()))
        pin.framesForwardKinematics(self.model, self.data, q)
        pin.centerOfMass(self.model, self.data, q)
        return self.data

    def feet(self, targets: Any) -> float:
        return max(self.off("left_sole", targets["lsole"]), self.off("right_sole", targets["rsole"]))

    def off(self, name: str, frame: Any, rotation: bool = True, position: bool = True) -> float:
        found = self.data.oMf[self.model.getFrameId(name)]
        turn = np.linalg.norm(pin.log3(frame[:3, :3].T @ found.rotation)) if rotation else 0.0
        return float(max(turn, np.linalg.norm(found.translation - frame[:3, 3]) if position else 0.0))


def start_pose(figure: poise.Figure, targets: Any) -> poise.Pose:
    values = {str(n): float(v) for n, v in zip(targets["names"], targets["q0"][7:], strict=True)}
    return figure.pose({figure.base.name: targets["q0"][:7], **values})


def levels(targets: Any, gaze: Any, hands: list[list[poise.tasks.Task]]) -> list[Any]:
    feet = [poise.Hold("left_sole", frame=targets["lsole"]), poise.Hold("right_sole", frame=targets["rsole"])]
    return [feet, poise.CenterOfMass(targets["com0"], axes="xy"), poise.Orient("gaze", gaze), *hands]


def report(label: str, solved: int, times: list[float], steps: list[int]) -> None:
    t = np.array(times) * 1e3
    speed = f"{np.median(t):7.2f} ms median   {np.percentile(t, 95):7.2f} ms 95 %   {np.median(steps):4.0f} steps"
    print(f"{label:<18} {solved:3d} of {len(t)}   {speed}")


def one_hand(figure: poise.Figure, judge: Judge, start: poise.Pose, targets: Any, label: str) -> None:
    solved, times, steps = 0, [], []
    for hand, gaze in zip(targets["hand"], targets["gazeR"], strict=True):
        began = time.perf_counter()
        solution = poise.solve(start, levels(targets, gaze, [[poise.Reach("right_palm", hand)]]))
        times.append(time.perf_counter() - began)
        steps.append(solution.steps)
        data = judge.look(solution.pose)
        frame = np.eye(4)
        frame[:3, 3] = hand
        errors = [judge.feet(targets), judge.off("right_palm", frame, rotation=False)]
        errors.append(float(np.linalg.norm((data.com[0] - targets["com0"])[:2])))
        solved += max(errors) < MET and judge.violation < LIMIT
    report(label, solved, times, steps)


def both_hands(figure: poise.Figure, judge: Judge, start: poise.Pose, targets: Any, hands: Any) -> None:
    solved, times, steps = 0, [], []
    for left, right, gaze in zip(hands["L"], hands["R"], targets["gazeR"], strict=True):
        tasks: list[poise.tasks.Task] = [poise.Hold("left_palm", frame=left), poise.Hold("right_palm", frame=right)]
        began = time.perf_counter()
        solution = poise.solve(start, levels(targets, gaze, [tasks]))
        times.append(time.perf_counter() - began)
        steps.append(solution.steps)
        judge.look(solution.pose)
        errors = [judge.feet(targets), judge.off("left_palm", left), judge.off("right_palm", right)]
        solved += max(errors) < MET and judge.violation < LIMIT
    report("both hands, 6-D", solved, times, steps)


def conflict(judge: Judge, start: poise.Pose, targets: Any) -> None:
    tasks = levels(targets, targets["gaze0"][:3, :3], [[poise.Reach("right_palm", (3.0, -0.3, 1.0))]])
    solution = poise.solve(start, tasks, history=True, max_steps=500)
    judge.look(solution.pose)
    assert solution.history is not None
    print(f"hand 3 m away      {solution.status} after {solution.steps} steps,", end=" ")
    print(f"hand {solution.tasks[-1].residual:.4f} m off; feet {judge.feet(targets):.1e} off,", end=" ")
    print(f"in no step more than {solution.history[:, 0].max():.1e}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    peers = parser.parse_args().shared / "peers"
    if not (peers / "human50.urdf").exists():
        print(f"no targets: {peers} does not hold human50.urdf", file=sys.stderr)
        return 2
    figure = poise.Figure.load(peers / "human50.urdf", root="free", axes="keep")
    judge = Judge(peers / "human50.urdf", figure)
    far = np.load(peers / "targets.npz")
    start = start_pose(figure, far)
    one_hand(figure, judge, start, np.load(peers / "targets_mod.npz"), "one hand, near")
    one_hand(figure, judge, start, far, "one hand, far")
    both_hands(figure, judge, start, far, np.load(peers / "targets_hands6.npz"))
    conflict(judge, start, far)
    return 0


if __name__ == "__main__":
    sys.exit(main())
