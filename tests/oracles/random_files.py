"""Random robot files: every feature in combinations that nobody would think of writing down."""

from __future__ import annotations

import numpy as np


class _Random:
    """Random numbers as attribute texts."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def vector(self, count: int = 3, size: float = 1.0) -> str:
        return " ".join(repr(float(v)) for v in self.rng.uniform(-size, size, count))

    def sizes(self, count: int) -> str:
        return " ".join(repr(float(v)) for v in self.rng.uniform(0.02, 0.2, count))

    def number(self, low: float, high: float) -> str:
        return repr(float(self.rng.uniform(low, high)))

    def chance(self, probability: float) -> bool:
        return bool(self.rng.random() < probability)

    def pick(self, *choices: str) -> str:
        return str(self.rng.choice(choices))


def random_urdf(seed: int, links: int = 12) -> str:
    """Links in random order, joints of all types but planar, origins, axes and inertias at random."""
    r = _Random(seed)
    parts = []
    for n in range(links):
        parts.append(f'<link name="l{n}">{_urdf_inertial(r) if r.chance(0.8) else ""}</link>')
        if n:
            parts.append(_urdf_joint(r, n, int(r.rng.integers(0, n))))
    r.rng.shuffle(parts)
    return f'<robot name="random">{"".join(parts)}</robot>'


def _urdf_inertial(r: _Random) -> str:
    m = r.rng.normal(size=(3, 3))
    i = m @ m.T * 0.1 + 0.05 * np.eye(3)
    names = {"ixx": i[0, 0], "ixy": i[0, 1], "ixz": i[0, 2], "iyy": i[1, 1], "iyz": i[1, 2], "izz": i[2, 2]}
    inertia = " ".join(f'{k}="{float(v)!r}"' for k, v in names.items())
    origin = f'<origin xyz="{r.vector(size=0.3)}" rpy="{r.vector(size=3)}"/>' if r.chance(0.8) else ""
    return f'<inertial>{origin}<mass value="{r.number(0.1, 5)}"/><inertia {inertia}/></inertial>'


def _urdf_joint(r: _Random, n: int, parent: int) -> str:
    kind = r.pick("revolute", "revolute", "continuous", "prismatic", "fixed", "floating")
    rpy = f' rpy="{r.vector(size=4)}"' if r.chance(0.7) else ""
    origin = f'<origin xyz="{r.vector()}"{rpy}/>' if r.chance(0.9) else ""
    axis = f'<axis xyz="{r.vector()}"/>' if r.chance(0.8) else ""
    limit = '<limit lower="-1" upper="1" effort="1" velocity="1"/>' if kind in ("revolute", "prismatic") else ""
    ends = f'<parent link="l{parent}"/><child link="l{n}"/>'
    return f'<joint name="j{n}" type="{kind}">{ends}{origin}{axis}{limit}</joint>'


class RandomMjcf:
    """Nested bodies and frames with joints, geoms, inertials, sites and default classes."""

    def __init__(self, seed: int) -> None:
        self.r = _Random(seed)
        self.count = 0
        r = self.r
        self.text = f"""<mujoco model="random">
          <compiler angle="{r.pick("degree", "radian")}" eulerseq="{"".join(r.pick(*"xyzXYZ") for _ in range(3))}"
            inertiafromgeom="{r.pick("auto", "true")}" inertiagrouprange="0 {r.pick("2", "5")}" balanceinertia="true"
            boundmass="{r.pick("0.01", "0.2")}" boundinertia="{r.pick("0.0001", "0.01")}"/>
          <option gravity="{r.vector(size=9)}"/>
          <default><geom density="{r.number(100, 2000)}" type="capsule" size="{r.sizes(3)}"/><site {self._turn()}/>
            <default class="one"><joint axis="{r.vector()}" pos="{r.vector(size=0.2)}"/>
              <geom type="box" {self._turn()}/>
              <default class="two"><geom type="ellipsoid" mass="{r.number(0.1, 2)}"/>
                <site pos="{r.vector()}"/></default>
            </default></default>
          <worldbody>{"".join(self._top() for _ in range(int(r.rng.integers(1, 3))))}</worldbody></mujoco>"""

    def _next(self) -> int:
        self.count += 1
        return self.count

    def _turn(self) -> str:
        r = self.r
        kind = r.pick("quat", "axisangle", "euler", "xyaxes", "zaxis", "")
        counts = {"quat": 4, "axisangle": 4, "euler": 3, "xyaxes": 6, "zaxis": 3}
        return f'{kind}="{r.vector(counts[kind], 3)}"' if kind else ""

    def _top(self) -> str:
        return self._body(0, f'<freejoint name="f{self._next()}"/>' if self.r.chance(0.5) else "")

    def _body(self, depth: int, joints: str | None = None) -> str:
        r, n = self.r, self._next()
        if joints is None:
            kinds = [r.pick("hinge", "slide", "") for _ in range(int(r.rng.integers(0, 4)))]
            kinds += ["ball"] * r.chance(0.3)  # MuJoCo allows it as the last one only
            joints = "".join(self._joint(kind) for kind in kinds)
        inside = joints + self._matter()
        if r.chance(0.3):
            childclass = r.pick("", 'childclass="one"', 'childclass="two"')
            inner = self._matter(False) + self._more(depth)
            inside += f'<frame pos="{r.vector()}" {self._turn()} {childclass}>{inner}</frame>'
        inside += self._more(depth)
        childclass = r.pick("", "", 'childclass="one"', 'childclass="two"')
        return f'<body name="b{n}" pos="{r.vector()}" {self._turn()} {childclass}>{inside}</body>'

    def _more(self, depth: int) -> str:
        children = int(self.r.rng.integers(0, 3)) if depth < 3 else 0
        return "".join(self._body(depth + 1) for _ in range(children))

    def _joint(self, kind: str) -> str:
        r = self.r
        attributes = f'type="{kind}"' if kind else ""
        attributes += f' pos="{r.vector(size=0.3)}"' if r.chance(0.5) else ""
        attributes += f' axis="{r.vector()}"' if r.chance(0.5) else ""
        attributes += f' ref="{r.number(-2, 2)}"' if r.chance(0.3) and kind != "ball" else ""
        attributes += f' class="{r.pick("one", "two", "main")}"' if r.chance(0.2) else ""
        return f'<joint name="j{self._next()}" {attributes}/>'

    def _matter(self, inertial: bool = True) -> str:
        r = self.r
        found = "".join(self._geom() for _ in range(int(r.rng.integers(1, 4))))
        found += f'<site name="s{self._next()}" {self._turn()}/>' if r.chance(0.5) else ""
        if inertial and r.chance(0.3):
            moments = '"0.03 0.04 0.05 0.001 -0.002 0.003"'
            own = f"fullinertia={moments}" if r.chance(0.5) else f'diaginertia="0.03 0.04 0.05" {self._turn()}'
            found += f'<inertial pos="{r.vector(size=0.3)}" mass="{r.number(0.1, 3)}" {own}/>'
        return found

    def _geom(self) -> str:
        r = self.r
        kind = r.pick("sphere", "capsule", "cylinder", "ellipsoid", "box")
        group = f' group="{r.pick("0", "3")}"' if r.chance(0.3) else ""
        if kind != "sphere" and r.chance(0.4):
            return f'<geom type="{kind}" size="{r.sizes(3)}" fromto="{r.vector(6)}"{group}/>'
        mass = f' mass="{r.number(0.1, 2)}"' if r.chance(0.3) else ""
        return f'<geom type="{kind}" size="{r.sizes(3)}" pos="{r.vector()}" {self._turn()}{group}{mass}/>'
