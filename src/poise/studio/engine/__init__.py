"""The engine: one thread that owns the document and the session that poses its body."""
