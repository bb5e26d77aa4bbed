"""Scenes: a figure, where it starts, what is wanted of it, and how it is shown, in one value and one file."""

from poise.scene.scene import Scene
from poise.scene.shipped import shipped_scenes
from poise.scene.shot import Shot
from poise.scene.source import CompanySource, FigureSource

__all__ = ["CompanySource", "FigureSource", "Scene", "Shot", "shipped_scenes"]
