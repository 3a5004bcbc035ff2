"""GOPS, the game of pure strategy."""
