"""A robot arm out of a URDF file, drawn and saved as YAML.   python 04_robot_from_urdf.py [FOLDER]"""

import sys
from pathlib import Path

import poise

URDF = """<robot name="little arm">
  <link name="base"><collision><geometry><cylinder radius="0.08" length="0.06"/></geometry></collision></link>
  <link name="upper">
    <inertial><origin xyz="0 0 0.15"/><mass value="1.2"/>
      <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.001"/></inertial>
    <collision><origin xyz="0 0 0.15"/><geometry><box size="0.05 0.05 0.30"/></geometry></collision>
  </link>
  <link name="lower">
    <inertial><origin xyz="0 0 0.1"/><mass value="0.8"/>
      <inertia ixx="0.005" ixy="0" ixz="0" iyy="0.005" iyz="0" izz="0.001"/></inertial>
    <collision><origin xyz="0 0 0.1"/><geometry><cylinder radius="0.02" length="0.20"/></geometry></collision>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><origin xyz="0 0 0.03"/><axis xyz="0 1 0"/>
    <limit lower="-1.6" upper="1.6" effort="20" velocity="2"/>
  </joint>
  <joint name="elbow" type="revolute">
    <parent link="upper"/><child link="lower"/><origin xyz="0 0 0.30"/><axis xyz="0 1 0"/>
    <limit lower="0" upper="2.5" effort="10" velocity="2"/>
  </joint>
</robot>
"""

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)
(folder / "04_arm.urdf").write_text(URDF)

arm = poise.Figure.load(folder / "04_arm.urdf", root="fixed")
pose = arm.pose({"shoulder": 0.5, "elbow": 1.0})
arm.save(folder / "04_arm.yaml")

print(arm)
print("torques that hold it:", pose.gravity_torques().round(3), "N m")
print(pose.plot(limits=True, size=(700, 700)).save(folder / "04_robot.png"))
