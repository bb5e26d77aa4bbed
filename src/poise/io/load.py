"""Figures from files. What a file is, is told by its content, never by its name."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from poise.errors import FileError, InputError
from poise.figure.check import path as checked_path
from poise.figure.check import shown
from poise.io.bvh.hierarchy import is_bvh
from poise.io.gltf.container import is_gltf
from poise.io.text.files import decoded, read_bytes, read_head

if TYPE_CHECKING:
    from poise.figure.figure import Figure

VALID = (
    "a figure is a Poise YAML file ('poise: figure'), a URDF (<robot>), an MJCF (<mujoco>), a BVH (HIERARCHY), "
    "or a glTF, GLB or VRM"
)
_HEAD = 4096
"""Bytes by which a BVH or glTF file is recognised: it may be long, and its reader does not read it whole at once."""


def load_figure(
    path: str | os.PathLike[str],
    root: Literal["free", "fixed"] | None = None,
    axes: Literal["poise", "keep"] = "poise",
    up: Literal["y", "z"] | None = None,
) -> Figure:
    """The figure in a file: Poise YAML, URDF, MJCF, BVH, glTF, GLB or VRM.

    `root`: hold the base "free" or "fixed", or None as the file says (URDF: free, unless its root link is "world").
    `axes`: "poise" turns Z-up robot files to +Y up, +Z forward; "keep" leaves them. YAML files are ours already.
    `up`: which axis of the file is up, where its kind or what was found says it wrongly.
    """
    if root is not None and not (isinstance(root, str) and root in ("free", "fixed")):
        raise InputError(f"root must be 'free', 'fixed' or None, not {shown(root)}")
    if not (isinstance(axes, str) and axes in ("poise", "keep")):
        raise InputError(f"axes must be 'poise' or 'keep', not {shown(axes)}")
    if up is not None and not (isinstance(up, str) and up in ("y", "z")):
        raise InputError(f"up must be 'y', 'z' or None, not {shown(up)}")
    file = checked_path(path, "the path of a file")
    head = read_head(file, _HEAD, VALID)
    if is_bvh(head):
        from poise.io.bvh.load import bvh_figure

        figure = bvh_figure(file, axes, up)
        return figure if root is None else _held(figure, root)
    if is_gltf(head):
        from poise.io.gltf.load import gltf_figure

        figure = gltf_figure(file, axes, up)
        return figure if root is None else _held(figure, root)
    data = read_bytes(file, VALID)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<" or data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return _from_xml(data, file, root, axes, up)
    return _from_text(decoded(data, file, VALID), file, root)


def _from_xml(data: bytes, file: Path, root: Any, axes: Any, up: Any) -> Figure:
    import numpy as np

    from poise.io.mjcf.read import read_mjcf
    from poise.io.robot.assemble import assemble, standing
    from poise.io.text.xml_read import parse_xml
    from poise.io.urdf.read import read_urdf

    element = parse_xml(data, file)
    readers = {"robot": read_urdf, "mujoco": read_mjcf}
    if element.tag not in readers:
        raise element.error(f"an XML file that starts with <{element.tag}>; {VALID}")
    with np.errstate(over="ignore", invalid="ignore"):  # numbers that grow too large are refused by name instead
        robot = readers[element.tag](element, file)
        return assemble(robot if up is None else standing(robot, up), root, axes)


def _from_text(text: str, file: Path, root: Literal["free", "fixed"] | None) -> Figure:
    from poise.io.text.yaml_read import parse_yaml

    document = parse_yaml(text, file)
    value = document.value
    kind = value.get("poise") if isinstance(value, dict) else None
    if kind is None:
        raise FileError(file, f"not a Poise file: it does not say 'poise: figure'; {VALID}")
    if kind != "figure":
        raise document.error(f"this is a Poise {kind} file, not a figure; {VALID}", "poise")
    from poise.io.figure.read import read_figure

    figure = read_figure(document)
    return figure if root is None else _held(figure, root)


def _held(figure: Figure, root: Literal["free", "fixed"]) -> Figure:
    """The figure with its base free or fixed where it is at rest."""
    if figure.base.model == root:
        return figure
    from poise.figure.placement import Placement
    from poise.io.robot.assemble import coordinates

    place = Placement.from_matrix(figure.rest().segment_frame(figure.root))
    base = figure.base.name
    plain: dict[str, Any] = {"child_placement": Placement(), "limits": {}, "strengths": {}}
    if root == "fixed":
        return figure.with_joint(base, model="fixed", placement=place, **plain)
    free = figure.with_joint(base, model="free", placement=Placement(), **plain)
    return free.with_rest(free.pose({base: coordinates(place)}))
