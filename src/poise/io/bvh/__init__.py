"""BVH motion files, in and out."""
