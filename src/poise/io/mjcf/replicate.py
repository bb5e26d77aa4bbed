"""MJCF `<replicate count="…" offset="…" euler="…" sep="…">`: its children several times, each in the frame of the last.

Copy n is turned by n times the angles of `euler` and stands `offset` away from copy n − 1, in the axes of that one. Its
names end with `sep` and n, with as many digits as the count has. Inner replicates are unfolded before outer ones: their
numbers come first. Elements elsewhere in the file that name what is copied are not copied with it.
"""

from __future__ import annotations

from poise.figure.placement import Placement
from poise.io.mjcf.defaults import Compiler
from poise.io.mjcf.frame import ORIGIN, euler
from poise.io.text.xml_read import Element

MOST = 200_000
"""Elements that replicates may add up to: a file must not fill the memory with a few nested ones."""


def with_replicas(root: Element, compiler: Compiler) -> Element:
    """The same tree with every replicate replaced by frames that hold the copies."""
    order = [(root, child) for child in root.all("worldbody")]
    for _, element in order:  # grows as it goes: parents before children
        order += [(element, child) for child in element.children]
    room = MOST
    for parent, element in reversed(order):
        if element.tag == "replicate":
            copies = _copies(element, room, compiler)
            room -= sum(map(_size, copies))
            at = next(i for i, child in enumerate(parent.children) if child is element)
            parent.children[at : at + 1] = copies
    return root


def _copies(element: Element, room: int, compiler: Compiler) -> list[Element]:
    count = element.number("count")
    if count != int(count) or count < 0:
        raise element.error(f"count={element.attributes['count']!r} of <replicate> must be a whole number")
    if count * _size(element) > room:
        raise element.error(f"<replicate> makes more than {MOST} elements of this file")
    offset, angles = element.vector("offset", ORIGIN), element.vector("euler", ORIGIN)
    position, copies = ORIGIN, []
    for number in range(int(count)):
        place = Placement(position, euler([number * angle for angle in angles], compiler))
        suffix = f"{element.attributes.get('sep', '')}{number:0{len(str(int(count)))}}"
        copies.append(_framed(element, place, suffix))
        position = place.apply(offset)
    return copies


def _framed(element: Element, place: Placement, suffix: str) -> Element:
    """A frame at a placement, with copies of an element's children whose names end with `suffix`."""
    x, y, z, w = place.rotation
    settings = {"pos": " ".join(map(repr, place.position)), "quat": " ".join(map(repr, (w, x, y, z)))}
    inherited = {key: value for key, value in element.attributes.items() if key == "childclass"}
    frame = Element("frame", settings | inherited, element.line, element.path)
    stack = [(child, frame) for child in reversed(element.children)]
    while stack:
        child, parent = stack.pop()
        attributes = dict(child.attributes)
        if attributes.get("name"):
            attributes["name"] += suffix
        copy = Element(child.tag, attributes, child.line, child.path)
        parent.children.append(copy)
        stack.extend((inner, copy) for inner in reversed(child.children))
    return frame


def _size(element: Element) -> int:
    """How many elements stand in an element, itself included."""
    found = [element]
    for inner in found:
        found.extend(inner.children)
    return len(found)
