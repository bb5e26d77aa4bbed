"""The world: obstacles that a body keeps out of, and the shape of the body itself."""

from poise.world.body import SelfPair, self_pairs
from poise.world.obstacle import Obstacle
from poise.world.solids import HalfSpace, HeightField, Hull
from poise.world.world import Distance, World

__all__ = ["Distance", "HalfSpace", "HeightField", "Hull", "Obstacle", "SelfPair", "World", "self_pairs"]
