"""The document: a scene with its present pose and its library of poses, as values; edits, history, files, journal."""
