"""The head: a few blended solids, and rays from its middle that find their surface.

Coordinates are metres of the mean man's head from the point between his ears (tragions); a person's head is that one
stretched to the survey's length, breadth and height of head and face.
"""

from __future__ import annotations

import itertools

import numpy as np

from poise.people.sizes import MODEL
from poise.skin.cage import Cage, Floats, Loop
from poise.skin.frame import Frame
from poise.skin.solids import egg, rod, union
from poise.skin.trunk import COLUMNS

AZIMUTHS = np.radians([0, 10, 20, 31, 43, 56, 70, 83, 96, 111, 130, 154, 180])
_ELEVATIONS = np.array(
    [  # degrees of the rows from under the jaw to the crown: in front, at the side, behind
        (-61, -44, -21), (-54, -38, -18), (-46.5, -32, -14), (-40, -26, -10), (-34, -20.5, -6), (-28.5, -15.5, -2),
        (-22.5, -10.5, 2), (-16, -5.5, 6), (-9, 0, 10), (-2, 5.5, 14), (5, 11, 18.5), (12, 17, 23.5), (21, 26, 31),
        (37, 40, 44), (59, 59, 60),
    ]
)  # fmt: skip
EAR_COLUMNS, EAR_ROWS = (7, 9), (4, 11)


class HeadShape:
    """The mean head's surface as a signed distance, a woman's with a lighter brow and jaw."""

    def __init__(self, female: float) -> None:
        f = female
        self._solids = (
            # kind, blending radius, numbers
            ("egg", 0.0, (0.0, 0.042, -0.003), (0.0775, 0.0885, 0.0988)),
            (
                "rod",
                0.030,
                (0.0, -0.015, -0.016),
                (0.0, -0.16, -0.030),
                0.0555 - 0.0075 * f,
                0.0595 - 0.0085 * f,
            ),  # neck
            ("egg", 0.030, (0.0, -0.024, 0.036), (0.0650 - 0.0065 * f, 0.0775 - 0.0015 * f, 0.0580 - 0.0015 * f)),
            ("rod", 0.024, (0.047 - 0.005 * f, -0.046, 0.008), (0.014, -0.087, 0.073 - 0.002 * f), 0.0165, 0.0140),
            ("rod", 0.014, (0.006, -0.0880, 0.0790 - 0.004 * f), (-0.006, -0.0880, 0.0790 - 0.004 * f), 0.0150, 0.0150),
            ("egg", 0.030, (0.046, -0.008, 0.052), (0.0175, 0.015, 0.026)),  # cheek bones
            ("egg", 0.018, (0.0, -0.052, 0.070), (0.034, 0.033, 0.0275)),  # muzzle
            ("rod", 0.016, (0.010, 0.033, 0.0920 - 0.003 * f), (0.046, 0.028, 0.071), 0.0090, 0.0085),  # brow
            ("hollow", 0.014, (0.0335, 0.0120, 0.1060), (0.0175, 0.0115, 0.0205)),  # eye sockets
            ("egg", 0.003, (0.0320, 0.0125, 0.0750), (0.0155, 0.0095, 0.0150)),  # eyes and lids
            ("rod", 0.012, (0.0, 0.022, 0.0900), (0.0, -0.0200, 0.1100), 0.0075, 0.0115),  # nose
            ("egg", 0.008, (0.0115, -0.0255, 0.1005), (0.0085, 0.0075, 0.0110)),
            ("egg", 0.006, (0.0, -0.0490, 0.0950), (0.0230, 0.0065, 0.0085)),  # lips
            ("egg", 0.003, (0.0, -0.0620, 0.0935), (0.0205, 0.0072, 0.0085)),
        )

    def distance(self, points: Floats) -> Floats:
        """(n,) how far points (n, 3) lie outside, about; exact enough to find the surface."""
        p = points * 1.0
        p[:, 0] = np.abs(p[:, 0])
        far = np.full(len(p), 1.0)
        for kind, blend, *numbers in self._solids:
            one = rod(p, *numbers) if kind == "rod" else egg(p, *numbers)
            far = -union(-far, one, blend) if kind == "hollow" else union(far, one, blend)
        return far

    def surface(self, directions: Floats) -> Floats:
        """(n, 3) where rays from the middle leave the head."""
        inside, outside = np.full(len(directions), 0.045), np.full(len(directions), 0.15)
        for step in np.linspace(0.14, 0.05, 10):  # from outside: the first point within
            found = (self.distance(directions * step) < 0) & (inside < 0.05)
            inside[found], outside[found] = step, step + 0.01
        for _ in range(9):
            middle = (inside + outside) / 2
            within = self.distance(directions * middle[:, None]) < 0
            inside, outside = np.where(within, middle, inside), np.where(within, outside, middle)
        return np.asarray(directions * ((inside + outside) / 2)[:, None])


class HeadFrame:
    """Brings points of the mean head to a person's, and back."""

    def __init__(self, frame: Frame) -> None:
        size, levels = frame.sizes, frame.marks.levels
        tall = frame.person.stature / MODEL.stature
        self.origin = np.array([0.0, levels["tragion"], frame.marks.joints["head"][2] + 0.0145 * tall])
        up = (levels["vertex"] - levels["tragion"]) / 0.1305
        self._above = np.array([size.ratio("head_breadth"), up, size.ratio("head_length")])
        self._down = size.ratio("face_length")

    def placed(self, model: Floats) -> Floats:
        """Model → person."""
        scaled = model * self._above
        scaled[:, 1] = np.where(model[:, 1] < 0, self._down * model[:, 1], scaled[:, 1])
        return np.asarray(scaled + self.origin)

    def model(self, placed: Floats) -> Floats:
        """Person → model."""
        away = placed - self.origin
        found = away / self._above
        found[:, 1] = np.where(away[:, 1] < 0, away[:, 1] / self._down, found[:, 1])
        return np.asarray(found)


def head(cage: Cage, frame: Frame, neck: Loop) -> None:
    """The left half of the head over the neck's highest row."""
    shape, place = HeadShape(frame.sizes.female), HeadFrame(frame)
    rows = [neck]
    surface = shape.surface(np.vstack([_directions(elevation) for elevation in _ELEVATIONS]))
    for r, points in enumerate(surface.reshape(-1, COLUMNS, 3)):
        rows.append(cage.add(place.placed(points), "head", r))
    for r, (low, high) in enumerate(itertools.pairwise(rows)):
        inside = EAR_ROWS[0] < r <= EAR_ROWS[1]
        spans = [(0, EAR_COLUMNS[0] + 1), (EAR_COLUMNS[1], COLUMNS)] if inside else [(0, COLUMNS)]
        for start, end in spans:
            cage.grid([low[start:end], high[start:end]])
    cage.loose |= {*neck[5:], *rows[1][5:], *rows[2][6:]}
    _crown(cage, rows[-1], shape, place)
    _ear(cage, rows, place, shape)


def carved(points: Floats, frame: Frame) -> Floats:
    """Points near the head, brought onto its surface along rays from its middle."""
    shape, place = HeadShape(frame.sizes.female), HeadFrame(frame)
    away = place.model(points)
    away[:, 0] = np.where(np.abs(away[:, 0]) < 1e-12, 0.0, away[:, 0])
    return place.placed(shape.surface(away / np.linalg.norm(away, axis=1, keepdims=True)))


def _directions(elevation: Floats) -> Floats:
    front, side, back = np.radians(elevation)
    c = np.cos(AZIMUTHS)
    up = side + np.where(c > 0, front - side, back - side) * c * c
    found = np.column_stack([np.sin(AZIMUTHS) * np.cos(up), np.sin(up), c * np.cos(up)])
    found[[0, -1], 0] = 0.0
    return found


def _crown(cage: Cage, ring: Loop, shape: HeadShape, place: HeadFrame) -> None:
    """The top: a grid whose edge is the highest row."""
    grid: list[list[int]] = [[-1] * 7 for _ in range(4)]
    for i in range(4):
        grid[i][0], grid[i][6] = ring[i], ring[12 - i]
    for j in range(7):
        grid[3][j] = ring[3 + j]
    edge = place.model(cage.at(ring))
    inner = [(i, j) for i in range(3) for j in range(1, 6)]
    ways = np.array([(edge[i] * (6 - j) + edge[12 - i] * j) / 6 for i, j in inner])
    ways[:, 0], ways[:, 1] = [edge[3 + j][0] * i / 3 for i, j in inner], 0.10
    points = shape.surface(ways / np.linalg.norm(ways, axis=1, keepdims=True))
    for (i, j), number in zip(inner, cage.add(place.placed(points), "head", 20.0), strict=True):
        grid[i][j] = number
    for i in range(3):
        for j in range(6):
            cage.faces.append((grid[i][j], grid[i + 1][j], grid[i + 1][j + 1], grid[i][j + 1]))


def _ear(cage: Cage, rows: list[Loop], place: HeadFrame, shape: HeadShape) -> None:
    """A shell that stands off the head to the back; its opening leaves two columns and some rows of the head."""
    first, last = EAR_ROWS[0] + 1, EAR_ROWS[1] + 1
    a, m, b = EAR_COLUMNS[0], EAR_COLUMNS[0] + 1, EAR_COLUMNS[1]
    loop = [rows[first][a], rows[first][m], *(rows[r][b] for r in range(first, last + 1))]
    loop += [rows[last][m], *(rows[r][a] for r in range(last, first, -1))]
    root = place.model(cage.at(loop))
    rings = [place.placed(_shell(root, out, grow)) for out, grow in ((0.0075, 0.58), (0.0175, 1.02), (0.0165, 0.78))]
    loops = cage.tube(loop, rings, "ear", (20.0, 20.0, 20.0))
    inner = loops[-1]
    count = last - first
    right, left = inner[2 : 2 + count + 1], [inner[0], *(inner[-k] for k in range(1, count + 1))]
    middle = [inner[1]]
    for k in range(1, count):
        mean = (cage.points[left[k]] + cage.points[right[k]]) / 2
        middle.append(cage.add(np.array([mean - [0.003, 0.0, -0.002]]), "ear", 20.0)[0])
    middle.append(inner[2 + count + 1])
    for k in range(count):
        cage.faces.append((left[k], middle[k], middle[k + 1], left[k + 1]))
        cage.faces.append((middle[k], right[k], right[k + 1], middle[k + 1]))


def _shell(root: Floats, out: float, grow: float) -> Floats:
    """A ring of the ear as large as `grow`, that stands `out` from the head, more behind than in front (metres)."""
    middle = root.mean(axis=0)
    half = np.ptp(root, axis=0) / 2
    ahead, high = (root[:, 2] - middle[2]) / half[2], (root[:, 1] - middle[1]) / half[1]
    ahead, high = ahead * np.sqrt(1 - high * high / 2), high * np.sqrt(1 - ahead * ahead / 2)  # a square made round
    long, broad = 0.0315 * grow, (0.0165 + 0.003 * high) * grow
    z = middle[2] - 0.004 + broad * ahead - 0.25 * long * high
    x = middle[0] + out * (0.80 - 0.32 * ahead)
    return np.column_stack([x, middle[1] + 0.001 + long * high, z])
