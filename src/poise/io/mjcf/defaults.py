"""MJCF settings that hold for a whole file: compiler options and default classes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from poise.io.text.xml_read import Element

ORIENTATIONS = ("quat", "axisangle", "euler", "xyaxes", "zaxis")
TRUTH = ("false", "true")


@dataclass(slots=True)
class Compiler:
    """What `<compiler>` says about how the rest is to be read. `unit`: radians per file angle."""

    unit: float = math.pi / 180
    autolimits: bool = True
    eulerseq: str = "xyz"
    inertiafromgeom: str = "auto"
    balanceinertia: bool = False
    boundmass: float = 0.0
    boundinertia: float = 0.0
    settotalmass: float = -1.0
    groups: tuple[int, int] = (0, 5)
    alignfree: bool = False
    meshdir: str = ""
    strippath: bool = False

    def asks_geoms(self, has_inertial: bool) -> bool:
        """Whether a body's matter is that of its geoms, rather than its `<inertial>`."""
        return self.inertiafromgeom == "true" or (self.inertiafromgeom == "auto" and not has_inertial)


def read_compiler(root: Element) -> Compiler:
    """All `<compiler>` elements of a file; later ones add to earlier ones."""
    found = Compiler()
    for element in root.all("compiler"):
        if element.attributes.get("coordinate", "local") != "local":
            raise element.error("coordinate='global' is not supported; MuJoCo itself converts such files to 'local'")
        degrees = element.choice("angle", "degree" if found.unit != 1.0 else "radian", ("degree", "radian"))
        found.unit = math.pi / 180 if degrees == "degree" else 1.0
        found.autolimits = _truth(element, "autolimits", found.autolimits)
        found.balanceinertia = _truth(element, "balanceinertia", found.balanceinertia)
        found.alignfree = _truth(element, "alignfree", found.alignfree)
        found.strippath = _truth(element, "strippath", found.strippath)
        found.meshdir = element.attributes.get("meshdir", element.attributes.get("assetdir", found.meshdir))
        found.eulerseq = _eulerseq(element, found.eulerseq)
        found.inertiafromgeom = element.choice("inertiafromgeom", found.inertiafromgeom, ("auto", *TRUTH))
        found.boundmass = element.number("boundmass", found.boundmass)
        found.boundinertia = element.number("boundinertia", found.boundinertia)
        found.settotalmass = element.number("settotalmass", found.settotalmass)
        groups = element.exactly("inertiagrouprange", 2)
        if groups is not None:
            found.groups = (int(groups[0]), int(groups[1]))
    return found


def _truth(element: Element, attribute: str, default: bool) -> bool:
    return element.choice(attribute, TRUTH[default], TRUTH) == "true"


def _eulerseq(element: Element, default: str) -> str:
    value = element.attributes.get("eulerseq", default)
    if len(value) != 3 or not set(value) <= set("xyzXYZ"):
        raise element.error(f"eulerseq={value!r} must be three of the letters x y z X Y Z")
    return value


@dataclass(slots=True)
class Defaults:
    """Attributes that elements inherit, by class and tag."""

    classes: dict[str, dict[str, dict[str, str]]] = field(default_factory=lambda: {"main": {}})
    top: str = "main"

    def filled(self, element: Element, childclass: str | None) -> Element:
        """The element with the attributes of its class where it has none of its own."""
        name = element.attributes.get("class", childclass or self.top)
        if name not in self.classes:
            raise element.error(f"unknown default class {name!r}; there are: {', '.join(self.classes)}")
        attributes = _over(self.classes[name].get(element.tag, {}), element.attributes)
        return Element(element.tag, attributes, element.line, element.path, element.children)

    def known(self, element: Element, childclass: str | None) -> str | None:
        """The class that the children of a body or frame inherit."""
        name = element.attributes.get("childclass", childclass)
        if name is not None and name not in self.classes:
            raise element.error(f"unknown default class {name!r}; there are: {', '.join(self.classes)}")
        return name


def _over(inherited: dict[str, str], own: dict[str, str]) -> dict[str, str]:
    """Own attributes over inherited ones. An orientation replaces one in any other spelling; of `size`, which may be
    short, only the first numbers are replaced."""
    if any(key in own for key in ORIENTATIONS):
        inherited = {k: v for k, v in inherited.items() if k not in ORIENTATIONS}
    merged = {**inherited, **own}
    if "size" in own and "size" in inherited:
        sizes = own["size"].split()
        merged["size"] = " ".join([*sizes, *inherited["size"].split()[len(sizes) :]])
    return merged


def read_defaults(root: Element) -> Defaults:
    """All nested `<default>` classes; each starts as a copy of the one around it."""
    found = Defaults()
    for number, top in enumerate(root.all("default")):
        name = top.attributes.get("class", "main")
        if number == 0:
            found.classes = {name: {}}
            found.top = name
        _read_class(found, top, found.top)
    return found


def _read_class(found: Defaults, element: Element, name: str) -> None:
    stack = [(element, name)]
    while stack:
        element, name = stack.pop()
        settings = found.classes[name]
        for child in element.children:
            if child.tag != "default":
                settings[child.tag] = _over(settings.get(child.tag, {}), child.attributes)
        for child in element.all("default"):
            inner = child.name("class")
            if inner in found.classes and inner != name:
                raise child.error(f"default class {inner!r} is defined twice")
            found.classes[inner] = {tag: dict(values) for tag, values in settings.items()}
            stack.append((child, inner))
