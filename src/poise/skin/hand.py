"""The hand: the palm as four rings, and a tube of six sides for every finger.

A ring of the arm has four edges on the palm's side (−X), two on the little finger's, four on the back of the hand and
two on the thumb's, so that every finger finds one edge above and one below, and the thumb two edges at the side.
"""

from __future__ import annotations

import itertools

import numpy as np

from poise.people.hand import Digit
from poise.skin.cage import Cage, Floats, Loop
from poise.skin.frame import Frame

AHEAD = np.array([0.0, 0.0, 1.0])
PALM_STATIONS = (0.14, 0.38, 0.68, 1.0)
"""Of the way from wrist to knuckles."""
THUMB_ROW = 1
"""The palm's band that the thumb leaves from."""
STATIONS = ((0, 0.62), (0, 0.86), (1, 0.12), (1, 0.86), (2, 0.14), (2, 0.62))
"""Rings of a finger: phalanx and part of its length."""

# By eye, as parts of hand breadth at `_T` of the way from wrist to knuckles: half thickness, half breadths to the
# thumb's and the little finger's side, and how far the balls of thumb and little finger stand out of the palm.
_T = (0.0, 0.2, 0.5, 1.0)
_THICK, _THUMBS, _LITTLES, _BALLS = (
    (0.283, 0.308, 0.286, 0.220),
    (0.33, 0.36, 0.45, 0.44),
    (0.33, 0.36, 0.43, 0.44),
    (0.02, 0.07, 0.09, 0.0),
)
_BALL_ACROSS = np.array([1.0, 0.85, 0.1, 0.4, 0.7])
_THUMB_ROOM = (
    (0.40, 0.60, 0.75, 1.0),
    (0.0, 0.15, 0.15, 0.0),
)  # how far the palm gives way beside the thumb, of breadth
_ROOM_ACROSS = np.array([1.0, 0.4, 0.0, 0.0, 0.0])
_THUMB_AWAY = (0.42, 0.42, 0.24, 0.08, 0.0, 0.0)  # its rings, of its radius
OUT_OF_PALM = np.array([-0.55, 0.0, 0.83])
"""The way from the palm's edge to the thumb's root, whose skin stands off it."""
_PALM_END, _SIDE_END, _TOP_END = 1.12, 1.13, 1.10  # where palm, sides and back end, in ways from wrist to knuckle
_SLIM = ((0.0, 0.5, 0.95, 1.5, 2.0, 2.6), (1.10, 1.06, 1.09, 1.02, 1.00, 0.92))  # along a finger, of its radius


def hand(cage: Cage, frame: Frame, wrist: Loop, digits: list[Digit], bent: list[tuple[Floats, ...]]) -> None:
    """The left hand on the wrist's loop; `bent`: joints and tip of every digit, thumb first, as it is modelled."""
    size = frame.sizes
    grown = size["hand_breadth"] / frame.person.length("hand_breadth")
    loops = [wrist]
    for station in PALM_STATIONS:
        loops.append(cage.add(_palm_ring(frame, digits, station, grown), "left_palm", station))
    for k, (low, high) in enumerate(itertools.pairwise(loops)):
        for i in range(12):
            if k == THUMB_ROW and i in (10, 11):
                continue  # the thumb's opening
            cage.faces.append((low[i], low[(i + 1) % 12], high[(i + 1) % 12], high[i]))
    cage.loose |= {loops[k][i] for k in (THUMB_ROW, THUMB_ROW + 1) for i in (10, 11, 0)}
    _thumb(cage, loops, digits[0], bent[0], grown)
    _fingers(cage, loops[-1], digits[1:], bent[1:], grown)


def _palm_ring(frame: Frame, digits: list[Digit], t: float, grown: float) -> Floats:
    """(12, 3): from the palm's thumb side around the little finger's to the back of the hand."""
    wrist, breadth = np.array(frame.marks.joints["wrist"]), frame.person.length("hand_breadth") * grown
    thick, thumbs, littles, ball = (breadth * float(np.interp(t, _T, w)) for w in (_THICK, _THUMBS, _LITTLES, _BALLS))
    across = np.linspace(0.0, 1.0, 5)  # thumb's side to little finger's
    z = wrist[2] + thumbs - across * (thumbs + littles)
    knuckle = np.interp(across, (0.12, 0.38, 0.63, 0.88), [d.points[0][1] for d in digits[1:5]])
    fall = t * (knuckle - wrist[1])
    arch = 1.0 - (2 * across - 1.0) ** 2
    room = breadth * float(np.interp(t, *_THUMB_ROOM)) * _ROOM_ACROSS
    palm = [wrist[0] - thick * (0.66 + 0.34 * arch) - ball * _BALL_ACROSS + room, wrist[1] + _PALM_END * fall, z]
    top = [wrist[0] + thick * (0.60 + 0.40 * arch), wrist[1] + _TOP_END * fall, z]
    side = wrist[0] - 0.1 * thick
    little = [side, wrist[1] + _SIDE_END * fall[-1], z[-1] - 0.22 * thick]
    thumb = [side, wrist[1] + _SIDE_END * fall[0], z[0] + 0.22 * thick]
    return np.vstack([np.column_stack(palm), little, np.column_stack(top)[::-1], thumb])


def _fingers(cage: Cage, end: Loop, digits: list[Digit], bent: list[tuple[Floats, ...]], grown: float) -> None:
    """Four tubes; neighbours share three vertices of the web between them."""
    palm, top = end[0:5], end[6:11][::-1]  # thumb's side first
    web = [end[11], *(_web(cage, palm[i], top[i]) for i in (1, 2, 3)), end[5]]
    for i, digit in enumerate(digits):
        loop = [palm[i], palm[i + 1], web[i + 1], top[i + 1], top[i], web[i]]
        _digit(cage, loop, digit, bent[i], grown, AHEAD)


def _web(cage: Cage, palm: int, top: int) -> int:
    middle = (cage.points[palm] + cage.points[top]) / 2
    return cage.add(np.add(middle, (0.0, 0.004, 0.0))[None], "left_palm", 1.0)[0]


def _thumb(cage: Cage, loops: list[Loop], digit: Digit, bent: tuple[Floats, ...], grown: float) -> None:
    low, high = loops[THUMB_ROW], loops[THUMB_ROW + 1]
    loop = [low[10], low[11], low[0], high[0], high[11], high[10]]
    along = bent[1] - bent[0]
    top = np.array([0.75, -0.1, 0.65])  # away from the palm, across the thumb
    across = np.cross(along, top)
    _digit(cage, _turned(loop), digit, bent, grown, across / np.linalg.norm(across))


def _turned(loop: Loop) -> Loop:
    """Beginning on the palm's side, as the loop of a finger does."""
    return [loop[2], loop[3], loop[4], loop[5], loop[0], loop[1]]


def _digit(
    cage: Cage, loop: Loop, digit: Digit, points: tuple[Floats, ...], grown: float, side: Floats
) -> None:  # fmt: skip
    """A tube along the digit's joints; `side` points to the thumb's side of it."""
    region = f"left_{digit.name}"
    rings = []
    for k, (bone, t) in enumerate(STATIONS):
        a, b = points[bone], points[bone + 1]
        along = (b - a) / np.linalg.norm(b - a)
        ahead = side - along * float(side @ along)
        ahead /= np.linalg.norm(ahead)
        up = np.cross(ahead, along)  # towards the back of the hand
        thin = digit.radius * grown * float(np.interp(bone + t, *_SLIM))
        away = _THUMB_AWAY[k] * digit.radius * OUT_OF_PALM if digit.name == "thumb" else 0.0
        rings.append(np.array([a + t * (b - a) + away + thin * (c * ahead + s * up) for c, s in _HEXAGON]))
    loops = cage.tube(loop, rings, region, [bone + t for bone, t in STATIONS])
    if digit.name == "thumb":
        cage.loose |= set(loops[1])
    tip = points[3] - 0.10 * (points[3] - points[2])
    last = cage.at(loops[-1])
    small = cage.add(tip + 0.62 * (last - last.mean(axis=0)), region, 3.0)
    cage.band(loops[-1], small)
    cage.faces.append((small[0], small[1], small[2], small[5]))
    cage.faces.append((small[5], small[2], small[3], small[4]))


_HEXAGON = tuple(
    (float(np.cos(a)), 0.94 * float(np.sin(a))) for a in np.radians([-52.0, -128.0, 180.0, 128.0, 52.0, 0.0])
)
"""Palm towards the thumb, palm towards the little finger, little finger's side, back, back, thumb's side."""
