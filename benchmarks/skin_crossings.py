"""Where the skin of people crosses itself: pairs of triangles that cross without being neighbours.

    python benchmarks/skin_crossings.py [--limits]

In the postures and stances that people have, with jointed hands and with rigid ones, by the segments that cross; fails
when there are any. Not counted is "reference", in which all segments are straight by definition, so that arms go
through the hips: nobody stands so, and nobody could, as a line for each sex shows by the breadths and girths of the
survey, whatever the skin is like. With --limits also with one joint of shoulders, hips, knees and neck at a limit,
which is told, not counted: there flesh presses on flesh.
"""

from __future__ import annotations

import itertools
import sys
from collections import Counter

import numpy as np
from scipy.spatial import cKDTree

import poise
from poise.people.postures import arm

LIMITS = {
    # radians, of the left side
    "shoulder up": arm(80, 180, 0),
    "shoulder across": arm(-45, 95, 0),
    "shoulder back": arm(150, 80, 0),
    "hip up": {"left_hip": (2.2, 0.0, 0.0), "left_knee": (2.2, 0.0)},
    "hip back": {"left_hip": (-0.7, 0.0, 0.0)},
    "hip aside": {"left_hip": (0.2, -1.2, 0.0)},
    "knee": {"left_knee": (2.8, 0.0)},
    "elbow": {"left_elbow": (2.8, 0.0)},
    "neck forward": {"neck": (1.4, 0.0, 0.0)},
    "neck turned": {"neck": (0.0, 0.0, 1.7)},
}
"""Beyond the limits on purpose: poses are brought to the nearest limit."""


def crossings(vertices: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """(n, 2) triangles that cross and are no neighbours (share no vertex, nor a triangle beside both)."""
    corners = vertices[triangles]
    middles = corners.mean(axis=1)
    reach = np.linalg.norm(corners - middles[:, None], axis=2).max(axis=1)
    pairs = touching(middles, reach)
    low, high = corners.min(axis=1), corners.max(axis=1)
    first, second = pairs.T
    pairs = pairs[np.all((low[first] <= high[second]) & (low[second] <= high[first]), axis=1)]  # boxes that meet
    a, b = corners[pairs[:, 0]], corners[pairs[:, 1]]
    return strangers(pairs[pierced(a, b) | pierced(b, a)], triangles)


def touching(middles: np.ndarray, reach: np.ndarray) -> np.ndarray:
    """(n, 2) pairs of balls that meet; small ones and large ones searched apart, for most are small."""
    groups = np.array_split(np.argsort(reach), 8)
    trees = [cKDTree(middles[group]) for group in groups]
    found = []
    for k, group in enumerate(groups):
        for m in range(k + 1):
            far = float(reach[group].max() + reach[groups[m]].max())
            near = trees[k].sparse_distance_matrix(trees[m], far, output_type="ndarray")
            first, second = group[near["i"]], groups[m][near["j"]]
            meet = (near["v"] < reach[first] + reach[second]) & ((m < k) | (first < second))
            found.append(np.column_stack([first[meet], second[meet]]))
    return np.sort(np.vstack(found), axis=1)


def strangers(pairs: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """(n, 2) those pairs of triangles that share no vertex, nor a triangle beside both."""
    beside: dict[int, set[int]] = {}
    for corners in triangles.tolist():
        for vertex in corners:
            beside.setdefault(vertex, set()).update(corners)
    ring = {i: set().union(*(beside[v] for v in triangles[i].tolist())) for i in set(pairs[:, 0].tolist())}
    kept = [(i, j) for i, j in pairs.tolist() if ring[i].isdisjoint(triangles[j].tolist())]
    return np.array(kept, int).reshape(-1, 2)


def pierced(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """(n,) whether an edge of a triangle of `a` goes through that of `b` (Möller and Trumbore)."""
    found = np.zeros(len(a), bool)
    e1, e2 = b[:, 1] - b[:, 0], b[:, 2] - b[:, 0]
    for k in range(3):
        start, way = a[:, k], a[:, (k + 1) % 3] - a[:, k]
        p = np.cross(way, e2)
        det = np.einsum("ij,ij->i", e1, p)
        scale = np.where(np.abs(det) < 1e-15, np.inf, det)
        away = start - b[:, 0]
        u = np.einsum("ij,ij->i", away, p) / scale
        q = np.cross(away, e1)
        v, t = np.einsum("ij,ij->i", way, q) / scale, np.einsum("ij,ij->i", e2, q) / scale
        found |= (u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0) & (t < 1) & (np.abs(det) > 1e-15)
    return found


def told(mesh: poise.BodyMesh, pairs: np.ndarray) -> str:
    """How many cross, and which segments most of them belong to."""
    names = [[mesh.segments[mesh.parts[i]] for i in pair] for pair in pairs]
    each = Counter(" and ".join(sorted(n.replace("left_", "").replace("right_", "") for n in pair)) for pair in names)
    return f"{len(pairs):5}  " + ", ".join(f"{name} {count}" for name, count in each.most_common(4))


HIPS, FOREARM = {"male": 0.344, "female": 0.353}, {"male": 0.310, "female": 0.263}
"""m: breadth of the hips and girth of the forearm, at the 50th percentile of ANSUR II."""


def too_near(sex: str, body: poise.Figure) -> str:
    """How far straight arms are from the hips beside them, and how thick they are."""
    wrist = abs(float(body.pose("reference").joint_frame("left_wrist")[0, 3]))
    beside, thick = 1000 * (wrist - HIPS[sex] / 2), 1000 * FOREARM[sex] / (2 * np.pi)
    return f"{sex:7}reference: the forearm's middle hangs {beside:.0f} mm beside the hips; its radius is {thick:.0f}"


def main() -> int:
    """Print the counts; how many cross in the postures and stances that count."""
    total = 0
    for sex, hands in itertools.product(("male", "female"), (True, False)):
        body = poise.human(sex=sex, hands=hands)
        mesh = poise.body_mesh(body)
        poses = {name: body.pose(name) for name in body.postures}
        poses |= {f"stance: {name}": body.posture(name) for name in body.stances}
        counted = poses.keys() - {"reference"}
        if "--limits" in sys.argv:
            poses |= {f"limit: {name}": body.rest().with_joints(joints).clamped() for name, joints in LIMITS.items()}
        for name, pose in poses.items():
            found = crossings(mesh.posed(pose)[0], mesh.triangles)
            print(f"{sex:7}{'jointed' if hands else 'rigid':8}{name:32}{told(mesh, found)}", flush=True)
            total += len(found) if name in counted else 0
        print(too_near(sex, body))
    print(f"{total} in the postures and stances of both, but for the reference")
    return total


if __name__ == "__main__":
    sys.exit(main() > 0)
