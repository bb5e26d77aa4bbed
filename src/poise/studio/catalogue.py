"""The catalogue: every kind of part with its fields, read off the classes and their own words."""

from __future__ import annotations

import inspect
import re
from dataclasses import MISSING
from functools import cache
from typing import Any, Literal, get_args, get_type_hints

from poise.io.scene import fields as fields_of_files
from poise.io.scene.fields import Kind, kinds_of
from poise.io.scene.kinds import key_of
from poise.io.scene.schema import builder_kinds
from poise.scene.source import builders
from poise.studio.document.parts import KINDS, part_fields, shown_value
from poise.studio.protocol.catalogue import Catalogue, FieldKind, OverlayKind, PartKind

OVERLAYS = {
    "com": ("Centre of mass", "The centre of mass and its projection on the floor."),
    "support": ("Support area", "The area the feet stand on, over which the centre of mass should be."),
    "region": ("Equilibrium region", "Where the centre of mass may be so that the supports can hold the body."),
    "cones": ("Friction cones", "The directions in which supports can push without slipping."),
    "contacts": ("Contact forces", "The forces of the supports that hold the body."),
    "torques": ("Joint torques", "What every joint must give to hold the pose."),
    "loads": ("Joint load", "Joints coloured by how much of their strength they use."),
    "distances": ("Distances", "How far the body is from what stands around it, within 20 cm."),
    "limits": ("Joint limits", "The limits that hold the pose back, on the spheres of their joints."),
    "inertia": ("Inertia ring", "How far the mass is from the vertical axis: the radius of gyration."),
    "sites": ("Sites", "The named points of the body."),
    "skeleton": ("Bones", "A body of glass with its bones."),
    "traces": ("Traces", "The paths of sites: a study of reach."),
}
_KIND_NAMES = {
    "NUMBER": "number", "ANGLE": "angle", "FLAG": "flag", "COUNT": "count", "NAME": "text", "VECTOR": "direction",
    "TURN": "turn", "PLACEMENT": "placement", "JOINTS": "joints", "JOINT_WEIGHTS": "joints", "BASE": "base",
    "POSE": "pose", "TOLERANCE": "tolerance", "POINT_OR_SITE": "point_or_site", "TURN_OR_SITE": "turn_or_site",
    "SURFACE": "surface", "FUNCTION": "function", "FORCES": "forces", "SUPPORTS": "supports",
}  # fmt: skip
_BY_NAME = {
    "site": "site", "site_a": "site", "site_b": "site", "onto": "site", "hand": "site", "Orient.frame": "site",
    "OnSurface.of": "segment", "Support.site": "sites_or_soles", "axes": "axes", "point": "point", "over": "point",
    "rope": "point",
}  # fmt: skip
"""Fields whose type alone does not say how to edit them."""
_UNITS = {
    "number": {
        "margin": "m", "min": "m", "max": "m", "moment": "kg m²", "kilograms": "kg", "stature": "m", "mass": "kg",
        "height": "m", "length": "m", "percentile": "%",
    },
    "direction": {"vector": "N", "torque": "N m"},
}  # fmt: skip
_UNIT_OF_KIND = {"angle": "deg", "point": "m", "point_or_site": "m"}
_TITLES = {"Weight.site_b": "Other hand"}
"""Where the name of a field says too little."""
_GIVEN = {"CenterOfMass.point"}
"""Fields that could be left out only for another one; a page that adds the part gives these."""
_LEAST = {"weight": 0.0, "margin": 0.0, "kilograms": 0.0, "friction": 0.0, "moment": 0.0}
_CHOICES = {"sex": ["male", "female"], "side": ["left", "right"]}

_HELP = {
    "site": "The site it speaks of.", "site_a": "One of the two sites.", "site_b": "The other site.",
    "Keep.point": "The plane goes through it; or distances are from it, or from this site; or the axis points to it.",
    "Keep.normal": "Of a plane: the side it points to is where the site may be.",
    "Keep.line": "Along this direction through the point: distances are from that line, which makes a cylinder.",
    "Keep.min": "No nearer than this.", "Keep.max": "No farther than this.",
    "Keep.axis": "In site coordinates: the axis that stays within the angle.",
    "Keep.angle": "How far the axis may be from the way to the point, or from the direction.",
    "Keep.direction": "A world direction for the axis, in place of a point.",
    "Hold.frame": "Where to hold it instead of where the start pose has it.",
    "structural": "Stands with the joint limits, above all levels.",
    "Inertia.moment": "The moment of inertia that is wanted.",
    "Orient.axis": "In site coordinates: only this axis is turned, along the direction given as rotation.",
    "Together.position": "Bring them to one place.", "Together.orientation": "Turn them alike.",
    "LeastTorque.forces": "By default those of the scene.", "LeastTorque.supports": "By default those of the scene.",
    "SupportTorque.site": "The site that supports the body.",
    "SupportTorque.point": "A world point in place of a site.",
    "Weight.kilograms": "Its mass.", "Weight.site_b": "The other hand, when two hold it: each carries half.",
    "Press.site": "The part that pushes, where this site is.", "Press.onto": "The part that is pushed.",
    "Press.vector": "How hard, and which way, the first pushes the second.",
    "human.hands": "Jointed fingers: 96 degrees of freedom instead of 54.",
    "links": "How many.", "segments": "How many.", "length": "Of all together.", "mass": "Of all together.",
    "height": "How tall it stands.", "base": "Fixed to the world, or free.", "limit": "How far every joint may bend.",
    "model": "The kind of its joints.", "side": "Which hand.", "sex": "Whose tables are used.", "stature": "How tall.",
}  # fmt: skip
"""Words for fields of which the docstrings say too little, or speak of Python."""


@cache
def catalogue() -> Catalogue:
    """All there is to choose from."""
    parts = {list: [part_kind(kind) for kind in kinds.values()] for list, kinds in KINDS.items()}
    return Catalogue(
        **parts,
        figures=[_figure_kind(name, build) for name, build in builders().items()],
        overlays=[OverlayKind(name=n, title=title, help=about) for n, (title, about) in OVERLAYS.items()],
    )


def part_kind(kind: type) -> PartKind:
    """A class as the catalogue has it: required fields first, what all tasks share last."""
    kinds, hints, shared = kinds_of(kind), _hints(kind), _shared(kind)
    order = sorted(part_fields(kind), key=lambda f: (f.name in shared, f.default is not MISSING))
    fields = []
    for field in order:
        required = field.default is MISSING or f"{kind.__name__}.{field.name}" in _GIVEN
        default = None if required else shown_value(kinds[field.name], field.default)
        fields.append(_field(kind.__name__, field.name, kinds[field.name], required, default, hints, _helps(kind)))
    first, more = sentences(kind.__doc__)
    return PartKind(kind=key_of(kind), title=_title(key_of(kind)), help=first, more=more, fields=fields)


def _figure_kind(name: str, build: Any) -> PartKind:
    kinds = builder_kinds(name, build)
    helps, hints = _words(inspect.getdoc(build)), get_type_hints(build)
    fields = []
    for key, parameter in inspect.signature(build).parameters.items():
        default = None if parameter.default is None else shown_value(kinds[key], parameter.default)
        fields.append(_field(name, key, kinds[key], False, default, hints, helps))
    first, more = sentences(inspect.getdoc(build))
    return PartKind(kind=name, title=_title(name), help=first, more=more, fields=fields)


def _field(
    owner: str, name: str, kind: Kind, required: bool, default: Any, hints: dict[str, Any], helps: dict[str, str]
) -> FieldKind:
    choices = _CHOICES.get(name) or _literals(hints.get(name))
    edit = "choice" if choices else _BY_NAME.get(f"{owner}.{name}") or _edit(name, kind)
    unit = _UNIT_OF_KIND.get(edit) or _UNITS.get(edit, {}).get(name, "")
    least = _LEAST.get(name)
    return FieldKind(
        name=name, title=_TITLES.get(f"{owner}.{name}") or _title(name), kind=edit, unit=unit, required=required,
        default=default, choices=choices, min=least, help=_help(owner, name, helps),
    )  # fmt: skip


def _help(owner: str, name: str, helps: dict[str, str]) -> str:
    """One's own words first; angles are degrees on the page."""
    words = _HELP.get(f"{owner}.{name}") or helps.get(name) or _HELP.get(name, "")
    plain = words.replace("`", "").replace("radians", "degrees")
    return plain[:1].upper() + plain[1:]


def _edit(name: str, kind: Kind) -> str:
    plain = next((_KIND_NAMES[n] for n in _KIND_NAMES if getattr(fields_of_files, n) is kind), "text")
    return _BY_NAME[name] if plain in ("text", "direction") and name in _BY_NAME else plain


def _hints(kind: type) -> dict[str, Any]:
    """The annotations that can be read; those of names known to type checkers only cannot, and need not be."""
    hints: dict[str, Any] = {}
    for name, text in inspect.get_annotations(kind).items():
        if str(text).startswith("Literal["):
            hints[name] = Literal[tuple(re.findall(r"['\"](.*?)['\"]", str(text)))]
    return hints


def _literals(hint: Any) -> list[str]:
    for part in (hint, *get_args(hint)):
        if getattr(part, "__origin__", None) is Literal:
            return [str(choice) for choice in get_args(part)]
    return []


def _shared(kind: type) -> set[str]:
    """The fields that a class has from those it builds on."""
    return {f.name for base in kind.__mro__[1:] if hasattr(base, "__dataclass_fields__") for f in part_fields(base)}


def _helps(kind: type) -> dict[str, str]:
    """What the docstrings say of the fields, the class's own before those it builds on."""
    helps: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        helps |= _words(base.__doc__)
    return helps


def _words(text: str | None) -> dict[str, str]:
    """The words of a docstring after each `name`: or `a`, `b`: up to the next."""
    plain = " ".join((text or "").split())
    found: dict[str, str] = {}
    marks = list(re.finditer(r"((?:`\w+`(?:, | and )?)+): ", plain))
    ends = [*(m.start() for m in marks[1:]), len(plain)]
    for mark, end in zip(marks, ends, strict=False):
        words = plain[mark.end() : end].strip()
        found |= dict.fromkeys(re.findall(r"`(\w+)`", mark.group(1)), words)
    return found


def sentences(text: str | None) -> tuple[str, str]:
    """The first paragraph of a docstring, and the rest, as plain words."""
    first, _, rest = inspect.cleandoc(text or "").partition("\n\n")
    return " ".join(first.replace("`", "").split()), " ".join(rest.replace("`", "").split())


def _title(key: str) -> str:
    words = key.replace("_", " ")
    return words[:1].upper() + words[1:]
