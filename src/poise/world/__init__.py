"""The world: obstacles that a body keeps out of, and the shape of the body itself."""

from poise.world.body import SelfPair, self_pairs
from poise.world.mesh import Mesh, MeshSource
from poise.world.obstacle import Obstacle
from poise.world.solids import HalfSpace, HeightField, Hull
from poise.world.world import Distance, World

__all__ = [
    "Distance",
    "HalfSpace",
    "HeightField",
    "Hull",
    "Mesh",
    "MeshSource",
    "Obstacle",
    "SelfPair",
    "World",
    "self_pairs",
]
