"""Meshes of obstacles from files, and their grids beside them."""
