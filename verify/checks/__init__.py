"""One file a check; see `verify.tally` for what a check is."""
