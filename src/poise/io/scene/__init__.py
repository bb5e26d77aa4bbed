"""Scene files in YAML, and scenes as Python scripts."""
