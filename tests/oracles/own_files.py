"""Small robots of our own that use every feature of URDF and MJCF that a figure can hold."""

from __future__ import annotations


def _link(name: str, mass: float = 0.0, rpy: str = "0 0 0") -> str:
    if not mass:
        return f'<link name="{name}"/>'
    return f"""<link name="{name}"><inertial><origin xyz="0.02 -0.03 0.1" rpy="{rpy}"/><mass value="{mass}"/>
      <inertia ixx="0.03" ixy="0.001" ixz="-0.002" iyy="0.04" iyz="0.003" izz="0.02"/></inertial></link>"""


def _joint(name: str, kind: str, parent: str, child: str, inner: str = "", origin: str = "") -> str:
    origin = origin or 'xyz="0.1 -0.2 0.3" rpy="0.3 -0.5 1.1"'
    return f"""<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>
      <origin {origin}/>{inner}</joint>"""


def _limits(lower: float, upper: float, effort: float = 0.0) -> str:
    return f'<limit lower="{lower}" upper="{upper}" effort="{effort}" velocity="1"/>'


def _axis(xyz: str) -> str:
    return f'<axis xyz="{xyz}"/>'


MIMIC = '<mimic joint="turn" multiplier="-0.5" offset="0.1"/>'

URDF_EVERY_JOINT = f"""<?xml version="1.0"?>
<robot name="every_joint">
  {_link("base", 3.0, "0.4 0.2 -0.9")} {_link("a", 1.0)} {_link("b", 0.7, "1 2 3")} {_link("c", 0.4)} {_link("d")}
  {_link("e", 0.6, "-0.4 0 0.2")} {_link("plate", 0.9)} {_link("tip")} {_link("f", 0.3)} {_link("g", 0.2)}
  {_joint("turn", "revolute", "base", "a", _axis("0 2 1") + _limits(-1, 2, 30))}
  {_joint("spin", "continuous", "a", "b", _axis("0 0 -1"))}
  {_joint("push", "prismatic", "b", "c", _axis("1 1 0") + _limits(-0.1, 0.4, 9))}
  {_joint("default_axis", "continuous", "c", "d")}
  {_joint("glued", "fixed", "d", "e")}
  {_joint("plate_glued", "fixed", "e", "plate")}
  {_joint("afloat", "floating", "base", "f")}
  {_joint("tip_fixed", "fixed", "f", "tip", origin='xyz="0 0 0.4"')}
  {_joint("follower", "revolute", "a", "g", _axis("0 1 0") + _limits(-2, 2) + MIMIC)}
</robot>
"""

URDF_PLANAR = f"""<robot name="planar">
  {_link("base", 2.0)} {_link("cart", 1.0, "0.1 0.2 0.3")} {_link("arm", 0.5)}
  {_joint("drive", "planar", "base", "cart", _axis("0 0 1"))}
  {_joint("lift", "revolute", "cart", "arm", _axis("0 1 0") + _limits(-1, 1, 1))}
</robot>
"""

URDF_WORLD = f"""<robot name="bolted">
  {_link("world")} {_link("base", 2.0)} {_link("arm", 0.5)}
  {_joint("bolt", "fixed", "world", "base")}
  {_joint("lift", "continuous", "base", "arm", _axis("0 1 0"))}
</robot>
"""

MJCF_EVERY_JOINT = """<mujoco model="every_joint">
  <compiler angle="degree" eulerseq="zYx" autolimits="true"/>
  <option gravity="0 0.3 -9.7"/>
  <default class="main">
    <geom density="800"/>
    <default class="stick"><geom type="capsule" size="0.03" fromto="0 0 0 0.1 0.05 -0.3"/>
      <joint axis="0 1 0.2" pos="0.01 0.02 0.03" range="-40 80"/>
      <default class="thin_stick"><geom size="0.01"/></default>
    </default>
  </default>
  <worldbody>
    <geom type="plane" size="1 1 0.1"/>
    <site name="in_the_world" pos="1 1 1"/>
    <body name="trunk" pos="0.1 0.2 1.3" euler="20 -30 40">
      <freejoint/>
      <geom type="box" size="0.1 0.2 0.15" pos="0.01 0 0" quat="1 0.2 0.3 -0.1" mass="4"/>
      <geom type="ellipsoid" size="0.1 0.05 0.07" pos="0 0 0.2"/>
      <site name="mark" pos="0 0.1 0" zaxis="1 2 3"/>
      <body name="upper" pos="0 0.3 0" axisangle="1 1 0 35" childclass="stick">
        <joint name="shoulder" type="ball" pos="0 0 0.05" range="0 100"/>
        <geom/>
        <geom type="sphere" size="0.05" class="main"/>
        <body name="lower" pos="0.1 0.05 -0.3" xyaxes="1 0.2 0 0 1 0.3">
          <joint name="elbow" ref="25"/>
          <joint name="roll" axis="0 0 1" limited="false"/>
          <joint name="reach" type="slide" class="main" axis="1 0 1" ref="0.07" range="-0.1 0.2"/>
          <geom class="thin_stick"/>
          <body name="hand" pos="0 0 -0.3" zaxis="0 0 -1">
            <geom type="cylinder" fromto="0 0 0 0 0.1 0" size="0.02"/>
            <site name="palm" type="capsule" size="0.01" fromto="0 0 0 0.1 0.1 0"/>
          </body>
        </body>
      </body>
      <frame pos="0 -0.3 0" euler="0 0 90">
        <body name="framed" pos="0 0 0.1">
          <frame pos="0 0.01 0" quat="0.5 0.5 -0.5 0.5"><joint name="framed_hinge" axis="0 1 0" pos="0 0 0.1"/>
            <geom type="capsule" size="0.02 0.1"/><site name="framed_site"/></frame>
          <inertial pos="0.01 0.02 0.03" mass="0.8" fullinertia="0.03 0.04 0.05 0.001 -0.002 0.003"/>
        </body>
      </frame>
      <body name="weight" pos="0 0 -0.4">
        <joint name="spring" type="slide"/>
        <inertial pos="0 0 0.1" mass="1.2" diaginertia="0.02 0.03 0.04" euler="10 20 30"/>
        <geom type="box" size="0.1 0.1 0.1"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""

MJCF_BOLTED = """<mujoco model="bolted">
  <compiler angle="radian" inertiafromgeom="true" inertiagrouprange="0 1"
    boundmass="0.3" boundinertia="0.01" balanceinertia="true"/>
  <worldbody>
    <body name="pillar" pos="0 0 0.5" euler="0.1 0.2 0.3">
      <geom type="cylinder" size="0.1 0.5"/>
      <body name="arm" pos="0 0 0.5">
        <joint name="swivel" axis="0 0 1" range="-1 1"/>
        <geom type="capsule" fromto="0 0 0 0.4 0 0" size="0.02"/>
        <geom type="box" size="0.2 0.2 0.2" group="3"/>
        <body name="finger" pos="0.4 0 0"><joint name="finger" type="slide" axis="1 0 0"/>
          <geom type="sphere" size="0.01"/></body>
      </body>
    </body>
    <body name="loose" pos="1 0 0.2" quat="0.6 0 0.8 0">
      <freejoint name="loose"/><geom type="ellipsoid" size="0.1 0.2 0.3"/>
    </body>
    <body name="still" pos="0 2 0"><geom type="box" size="0.1 0.1 0.1"/><site name="on_still" euler="0.3 0 0"/></body>
  </worldbody>
</mujoco>
"""

MJCF_Y_UP = """<mujoco model="y_up">
  <option gravity="0 -9.81 0"/>
  <worldbody>
    <body name="trunk" pos="0 1 0"><freejoint name="base"/><geom type="sphere" size="0.2"/>
      <body name="left_arm" pos="0.2 0 0"><joint name="left_shoulder" type="ball"/>
        <geom type="capsule" size="0.03 0.2"/></body>
      <body name="right_arm" pos="-0.2 0 0"><joint name="right_shoulder" type="ball"/>
        <geom type="capsule" size="0.03 0.2"/></body>
    </body>
  </worldbody>
</mujoco>
"""

MJCF_MATTER = """<mujoco model="matter">
  <compiler inertiafromgeom="true" boundmass="0.2" boundinertia="0.001"/>
  <default><geom size="0.1 0.2 0.3" density="500"/></default>
  <worldbody>
    <body name="sizes" pos="0 0 1"><joint name="a" axis="1 0 0"/>
      <geom type="box" size="0.05"/><geom type="capsule" size="0.02" pos="0.1 0 0"/><geom type="ellipsoid"/>
      <body name="told" pos="0.3 0 0"><joint name="b" axis="0 1 0"/>
        <geom mass="0"/>
        <inertial pos="0.1 0.2 0.3" mass="2" diaginertia="0.1 0.2 0.25" euler="10 20 30"/></body>
      <body name="empty" pos="0 0.3 0" euler="10 20 30"><joint name="c" axis="0 0 1"/></body>
      <frame pos="1 0 0" euler="0 40 0"><body name="weightless" pos="0 -0.3 0.1" quat="1 2 3 4">
        <joint name="d" axis="0 1 1"/><geom mass="0" pos="1 0 0"/></body></frame>
      <body name="point"><inertial pos="0 1 0" mass="0.5"/></body>
    </body>
  </worldbody>
</mujoco>
"""

MJCF_REPLICAS = """<mujoco model="replicas">
  <default><default class="bent"><joint axis="1 1 0"/></default></default>
  <worldbody>
    <body name="hub" pos="0 0 1"><freejoint name="hub"/><geom type="box" size="0.1 0.2 0.3"/>
      <replicate count="3" offset="0.1 0.2 0.3" euler="10 20 30" childclass="bent">
        <body name="arm" pos="0.2 0 0"><joint name="arm"/><geom type="capsule" size="0.03 0.1"/>
          <replicate count="2" sep="-" offset="0 0 0.1" euler="0 40 0">
            <body name="finger" quat="1 2 3 4"><joint name="finger" pos="0 0.1 0"/><geom type="sphere" size="0.02"/>
              <site name="tip" pos="0 0 0.1"/></body>
          </replicate></body>
      </replicate></body>
  </worldbody>
</mujoco>
"""

URDFS = {"every_joint": URDF_EVERY_JOINT, "planar": URDF_PLANAR, "bolted": URDF_WORLD}
MJCFS = {
    "every_joint": MJCF_EVERY_JOINT,
    "bolted": MJCF_BOLTED,
    "matter": MJCF_MATTER,
    "replicas": MJCF_REPLICAS,
    "y_up": MJCF_Y_UP,
}
