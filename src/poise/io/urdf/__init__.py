"""Robot descriptions (URDF)."""
