"""Reachable whole-body targets: poses inside the limits, both soles flat on the floor, the centre of mass where it was.

A random pose is brought there by damped Newton steps with pinocchio, joints at their limits left out; what the hands
and the eyes then do is a target, reachable by construction. The figures' files are written beside them.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pinocchio as pin
from rich.progress import track

from frames import Array, human50

COUNT = 200
FILES = ("targets.npz", "targets_mod.npz", "targets_hands6.npz")


def make(folder: Path, seed: int, count: int = COUNT) -> None:
    """Write the figures and so many targets of each kind, unless they are there."""
    if all((folder / f).exists() for f in FILES):
        return
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "human50.urdf").write_text(human50.human_urdf())
    (folder / "human50.xml").write_text(human50.human_mjcf())
    (folder / "arm7.urdf").write_text(human50.arm_urdf())
    stance = Stance(folder)
    for file, share in (("targets.npz", 1.0), ("targets_mod.npz", 0.4)):
        rng = np.random.default_rng(seed)
        poses = np.array([stance.random(rng, share) for _ in track(range(count), description=f"making {file}")])
        seen = [stance.look(q) for q in poses]
        rest = stance.look(stance.q0)
        np.savez(
            folder / file,
            seed=seed,
            names=np.array(stance.names),
            q0=stance.q0,
            Q=poses,
            com0=stance.center,
            lsole=rest["left_sole"],
            rsole=rest["right_sole"],
            palm0=rest["right_palm"][:3, 3],
            gaze0=rest["gaze"],
            hand=np.array([s["right_palm"][:3, 3] for s in seen]),
            gazeR=np.array([s["gaze"][:3, :3] for s in seen]),
        )
        if share == 1.0:
            left, right = (np.array([s[palm] for s in seen]) for palm in ("left_palm", "right_palm"))
            np.savez(folder / "targets_hands6.npz", L=left, R=right)


class Stance:
    """The standing start pose, and poses that keep its soles and its centre of mass."""

    def __init__(self, folder: Path) -> None:
        self.model = pin.buildModelFromUrdf(str(folder / "human50.urdf"), pin.JointModelFreeFlyer())
        self.data = self.model.createData()
        self.names = list(self.model.names)[2:]
        self.low, self.high = self.model.lowerPositionLimit[7:], self.model.upperPositionLimit[7:]
        self.q0 = pin.neutral(self.model)
        self.q0[7:] = [human50.START.get(joint, 0.0) for joint in self.names]
        self.q0[2] -= self.look(self.q0)["left_sole"][2, 3]  # the soles on the floor
        rest = self.look(self.q0)
        self.soles = {s: pin.SE3(rest[s]) for s in ("left_sole", "right_sole")}
        self.center = np.array(pin.centerOfMass(self.model, self.data, self.q0))

    def look(self, q: Array) -> dict[str, Array]:
        pin.framesForwardKinematics(self.model, self.data, q)
        return {s: self.data.oMf[self.model.getFrameId(s)].homogeneous.copy() for s in human50.SITES}

    def random(self, rng: np.random.Generator, share: float) -> Array:
        """A pose that share of the way from standing to anywhere, its palm above the floor."""
        while True:
            q = self.q0.copy()
            q[7:] += share * (rng.uniform(self.low, self.high) - q[7:])
            q[:3] += share * np.array([*rng.normal(0, 0.1, 2), rng.uniform(-0.35, 0.05)])
            q[3:7] = pin.Quaternion(pin.exp3(share * rng.normal(0, 0.4, 3))).coeffs()
            found = self.planted(q)
            if found is not None and self.look(found)["right_palm"][2, 3] > 0.02:
                return found

    def planted(self, q: Array) -> Array | None:
        for _ in range(150):
            error, J = self.lack(q)
            if np.linalg.norm(error) < 1e-9:
                return q
            step = self.newton(q, error, J)
            q = pin.integrate(self.model, q, step / max(1.0, float(np.linalg.norm(step))))
            q[7:] = np.clip(q[7:], self.low, self.high)
        return None

    def lack(self, q: Array) -> tuple[Array, Array]:
        """What soles and centre of mass are off, and its Jacobian."""
        pin.computeJointJacobians(self.model, self.data, q)
        pin.updateFramePlacements(self.model, self.data)
        J_center = pin.jacobianCenterOfMass(self.model, self.data, q)
        errors, rows = [(self.data.com[0] - self.center)[:2]], [J_center[:2]]
        for site, wanted in self.soles.items():
            frame = self.model.getFrameId(site)
            off = wanted.actInv(self.data.oMf[frame])
            errors.append(pin.log6(off).vector)
            rows.append(pin.Jlog6(off) @ pin.getFrameJacobian(self.model, self.data, frame, pin.LOCAL))
        return np.concatenate(errors), np.vstack(rows)

    def newton(self, q: Array, error: Array, J: Array) -> Array:
        """The damped step; joints that it would push out of their range stay where they are."""
        free = np.ones(self.model.nv, dtype=bool)
        for _ in range(6):
            step = np.zeros(self.model.nv)
            step[free] = -J[:, free].T @ np.linalg.solve(J[:, free] @ J[:, free].T + 1e-8 * np.eye(len(error)), error)
            out = ((q[7:] >= self.high - 1e-3) & (step[6:] > 0)) | ((q[7:] <= self.low + 1e-3) & (step[6:] < 0))
            if not (out & free[6:]).any():
                break
            free[6:] &= ~out
        return step
