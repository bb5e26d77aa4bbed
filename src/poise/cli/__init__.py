"""The command line: `poise info`, `poise show`, `poise solve`, `poise convert`, `poise demo`."""
