"""Figure files in YAML, and poses as values by joint."""
