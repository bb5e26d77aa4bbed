"""Files: one format per module. `load` and `save` choose among them."""
