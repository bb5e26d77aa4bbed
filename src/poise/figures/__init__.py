"""Other figures than people: chains, a fern, a bird, a hand, a quadruped and Baerlocher's planar man."""

from poise.figures.bird import bird
from poise.figures.chain import chain, planar_chain
from poise.figures.fern import fern
from poise.figures.hand import hand
from poise.figures.planar_man import planar_man
from poise.figures.quadruped import quadruped

__all__ = ["bird", "chain", "fern", "hand", "planar_chain", "planar_man", "quadruped"]
