"""What URDF and MJCF share: a tree of bodies, made a figure, and joints taken apart again."""
