"""Skeletons of people in other rigs: recognised, measured, and made a person of Poise."""

from poise.humanoids.humanoid import Humanoid, humanoid

__all__ = ["Humanoid", "humanoid"]
