"""Small BVH files for tests, good ones and odd ones."""

from __future__ import annotations

SKELETON = """HIERARCHY
ROOT Hips
{
  OFFSET 0.0 0.0 0.0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Spine
  {
    OFFSET 0.0 10.0 0.0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0.0 5.0 0.0
    }
  }
}
"""
FRAMES = """MOTION
Frames: 2
Frame Time: 0.0333333
0 90 0 0 0 0 10 20 30
1 91 1 5 5 5 11 21 31
"""
GOOD = SKELETON + FRAMES

MANY_WAYS = """HIERARCHY
ROOT base {
\tOFFSET\t1 2 3
\tCHANNELS 6 Yrotation Xrotation Zrotation Zposition Xposition Yposition
\tJOINT a { OFFSET 0 4 0 CHANNELS 3 Xrotation Yrotation Zrotation
\t\tJOINT hinge { OFFSET 0 3 1
\t\t\tCHANNELS 1 Xrotation
\t\t\tJOINT two { OFFSET 1 1 0 CHANNELS 2 Zrotation Xrotation
\t\t\t\tJOINT stiff { OFFSET 0 0 2 JOINT twice { OFFSET 0.5 0 0 CHANNELS 3 Zrotation Xrotation Zrotation } } } } }
\tJOINT sliding { OFFSET 2 0 0 CHANNELS 4 Xrotation Yposition Zrotation Xposition
\t\tEnd Site { OFFSET 0 0 1 } }
\tJOINT still { OFFSET 9 9 9 CHANNELS 6 Xposition Yposition Zposition Xrotation Yrotation Zrotation
\t\tEnd Site { OFFSET 0 0 1 } }
}
MOTION
Frames: 3
Frame Time: 0.04170837504170837
10 20 30 1 2 3   40 50 60  70  15 25  5 35 45  12 7 23 1.5   -2 1 0 10 20 30
11 21 31 1.1 2.1 3.1 41 -51 61 72 16 26 6 36 46 13 7.5 24 1.6 -2 1 0 11 -21 31
-170 88 31 0 0 0 179 -89.9 61 -72 160 -26 0 -36 46 130 8 -24 0 -2 1 0 -11 -21 131
"""
"""Every way to give channels: rotations first, one, two, none, one axis twice, positions that move and that do not."""

TWO_ROOTS = """HIERARCHY
ROOT one
{
 OFFSET 0 0 0
 CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
 JOINT hand
 {
  OFFSET 0 1 0
  CHANNELS 3 Zrotation Yrotation Xrotation
 }
}
ROOT two
{
 OFFSET 0 0 0
 CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
 JOINT hand
 {
  OFFSET 0 2 0
  CHANNELS 3 Zrotation Yrotation Xrotation
 }
}
MOTION
Frames: 2
Frame Time: 0.1
0 1 0 0 0 0 10 0 0 5 2 0 0 0 0 0 20 0
0 1 1 5 0 0 10 0 9 5 2 1 0 6 0 0 20 7
"""
