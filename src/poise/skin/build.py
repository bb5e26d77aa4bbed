"""`poise.body_mesh`: the template fitted to a figure, made smooth and hung on its bones."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Literal

import numpy as np

from poise.arrays import sealed
from poise.errors import InputError
from poise.figure.arguments import checked
from poise.figure.check import choice
from poise.people.postures import arm
from poise.people.sizes import Sizes
from poise.skin.blended import blended_mesh, modelled
from poise.skin.cage import Floats, Ints
from poise.skin.frame import Frame
from poise.skin.head import carved
from poise.skin.measure import has_skin, is_human, joints_of, own_landmarks, person_of
from poise.skin.mesh import MOST_BONES, BodyMesh, vertex_normals
from poise.skin.template import Frames, Template, human_template

if TYPE_CHECKING:
    from poise.figure.figure import Figure

LIFTED = (80.0, 50.0, 25.0)
"""How the arms are held while the skin is modelled: azimuth, elevation and twist in degrees, about the middle of what
they do, so that the skin of the shoulder is drawn as little as possible either way."""

KEPT = 32
"""Skins that are remembered, the last ones asked for."""

_made: OrderedDict[tuple[object, ...], BodyMesh] = OrderedDict()


@checked
def body_mesh(figure: Figure, *, detail: Literal["full", "light"] = "full") -> BodyMesh:
    """The skin of a person, a quadruped, a bird or a hand: one closed surface that follows the figure's segments.

    `detail`: "full" for about 20,000 triangles, "light" for 5,000. Figures of all sizes with (or without) jointed hands
    have the same triangles; those of equal measures share one mesh, which is made once.
    """
    if not has_skin(figure):
        raise InputError(
            f"figure {figure.name!r} has no skin: it lacks the segments of poise.human, poise.figures.quadruped, bird "
            "or hand"
        )
    choice(detail, ("full", "light"), "detail")
    straight, bind = _frames(figure) if is_human(figure) else ({}, _solid_frames(figure))
    key = (detail, figure.mass, *bind, *((straight or bind)[name][:3, 3].tobytes() for name in bind))
    if key not in _made:
        _made[key] = _human(figure, straight, bind, detail) if straight else blended_mesh(figure, detail)
    _made.move_to_end(key)
    while len(_made) > KEPT:
        _made.popitem(last=False)
    return _made[key]


def _solid_frames(figure: Figure) -> Frames:
    pose = modelled(figure)
    return {name: np.asarray(pose.segment_frame(name)) for name in figure.segments}


def _frames(figure: Figure) -> tuple[Frames, Frames]:
    """Segment frames in the reference posture and with lifted arms, seen from the pelvis."""
    left = arm(*LIFTED)["left_shoulder"]
    assert isinstance(left, tuple)
    right = (left[0], -left[1], -left[2])
    reference = figure.pose("reference")
    lifted = reference.with_joints({"left_shoulder": left, "right_shoulder": right})
    found = []
    for pose in (reference, lifted):
        back = np.linalg.inv(pose.segment_frame("pelvis"))
        found.append({name: np.asarray(back @ pose.segment_frame(name)) for name in figure.segments})
    return found[0], found[1]


def _human(figure: Figure, straight: Frames, bind: Frames, detail: str) -> BodyMesh:
    joints = joints_of(straight)
    person = person_of(joints, figure.mass)
    template = human_template(Frame(person, own_landmarks(person, joints), Sizes(person)), straight, bind)
    points, faces, shares, mirror = _smooth(template) if detail == "full" else _coarse(template)
    points = (points + points[mirror] * (-1.0, 1.0, 1.0)) / 2  # rounding of sums in another order
    triangles = np.vstack([faces[:, [0, 1, 2]], faces[:, [0, 2, 3]]])
    followed = np.argsort(-shares, axis=1, kind="stable")[:, :MOST_BONES]
    weights = np.take_along_axis(shares, followed, axis=1)
    weights /= weights.sum(axis=1, keepdims=True)
    return BodyMesh(
        vertices=sealed(points),
        normals=sealed(vertex_normals(points, triangles)),
        triangles=sealed(triangles),
        joints=sealed(followed.astype(np.uint8)),
        weights=sealed(weights),
        parts=sealed(_parts(figure, template, shares, triangles)),
        segments=tuple(figure.segments),
        mirror=sealed(mirror),
        skeleton=template.skeleton,
    )


def _smooth(template: Template) -> tuple[Floats, Ints, Floats, Ints]:
    """The template subdivided once; on the face and skull the new vertices lie on the head's own surface."""
    topology = template.topology
    points = topology.refined(topology.through(template.points))
    face = topology.refined(template.carved[:, None])[:, 0] > 0.97
    points[face] = carved(points[face], template.frame)
    return points, topology.refined_faces(), topology.refined(template.shares), topology.mirror(template.mirror)


def _coarse(template: Template) -> tuple[Floats, Ints, Floats, Ints]:
    return template.points, template.topology.faces, template.shares, template.mirror


def _parts(figure: Figure, template: Template, shares: Floats, triangles: Ints) -> Ints:
    """(m,) the segment that most of a triangle follows."""
    order = {name: i for i, name in enumerate(figure.segments)}
    owner = [order[bone.segment] for bone in template.skeleton.bones]
    by_segment = np.zeros((len(shares), len(order)))
    for i, segment in enumerate(owner):
        by_segment[:, segment] += shares[:, i]
    return np.asarray(by_segment[triangles].sum(axis=1).argmax(axis=1))
