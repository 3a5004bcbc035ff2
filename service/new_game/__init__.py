"""Writes the package of a new game: see ``__main__``."""
