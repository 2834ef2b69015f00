"""The commands that keep score, below `tt-print score`: see `cli.score.running`."""
