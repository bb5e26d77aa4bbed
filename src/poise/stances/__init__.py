"""Stances: postures of a person that bring what they rest on, for every size."""

from poise.stances.build import stance_names, stance_of
from poise.stances.recipe import Contact, Surface
from poise.stances.stance import Stance

__all__ = ["Contact", "Stance", "Surface", "stance_names", "stance_of"]
