"""The command line: `poise info`, `poise show`, `poise convert`, `poise demo`."""
